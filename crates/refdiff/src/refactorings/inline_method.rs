//! Inline Method: a removed method that the target called before, and whose body went into the target.

use super::{Found, Group, RefactoringType, Rule, TypeInfo};
use crate::matching::evidence::{Direction, by_caller, find_transfers};
use crate::matching::{Context, Judgement, accept};
use crate::model::{EntityId, Level};

pub(super) const INFO: TypeInfo = TypeInfo {
    refactoring: RefactoringType::InlineMethod,
    name: "Inline Method",
    aliases: &[],
    group: Group::Structure,
    level: Level::Method,
    corresponds: false,
    preserves: true,
    moves: false,
    sentence: "{kind} {old} was inlined into {new}",
    doubtful: false,
    rminer: "",
    confidence: &[(0.0, 0.0), (1.0, 1.0)],
    paper_threshold: Some(0.3),
    summary: "A method is gone, and its body stands in a method that called it.",
    example_before: "\
class Counter {
    int count;
    void hit() {
        log(\"hit\");
        increase();
    }
    void increase() { count = count + 1; notifyAll(); }
}
",
    example_after: "\
class Counter {
    int count;
    void hit() {
        log(\"hit\");
        count = count + 1;
        notifyAll();
    }
}
",
    rule: Rule::Origin(find),
    evidence: Some(Rule::Origin(|context, threshold| find_transfers(context, Direction::In, threshold))),
};

/// The reverse of Extract Method: how much of the removed method is contained in what the target gained.
fn find(context: &Context<'_>, threshold: f64) -> Vec<Found> {
    let mut found = Vec::new();
    for inlined in context.open_before(Level::Method) {
        let sites = context.calls().of_removed(inlined);
        if sites.is_empty() {
            continue;
        }
        let documents = context.documents(Level::Method);
        let Some(gone) = documents.before(inlined) else { continue };
        for (caller, _) in by_caller(sites) {
            let Some(was) = documents.before(caller) else { continue };
            for link in context.matches.after(caller) {
                let Some(now) = documents.after(link.other) else { continue };
                let similarity = documents.weights.containment(&gone, &now.minus(&was));
                let judgement =
                    if similarity >= threshold { accept(similarity, similarity) } else { Err(TOO_LITTLE) };
                found.extend(report(context, inlined, link.other, similarity, judgement));
            }
        }
    }
    found
}

const TOO_LITTLE: &str = "too little of the method that is gone came into the target";

fn report(
    context: &Context<'_>,
    before: EntityId,
    after: EntityId,
    similarity: f64,
    judgement: Judgement,
) -> Option<Found> {
    Found::judged(context, RefactoringType::InlineMethod, (before, after), similarity, judgement)
}
