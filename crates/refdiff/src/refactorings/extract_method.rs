//! Extract Method: a new method, called by the origin after the change, made of code that left the origin.

use super::{Found, Group, RefactoringType, Rule, TypeInfo};
use crate::matching::evidence::{Direction, by_caller, find_transfers};
use crate::matching::{Context, Judgement, accept};
use crate::model::{EntityId, Level};

pub(super) const INFO: TypeInfo = TypeInfo {
    refactoring: RefactoringType::ExtractMethod,
    name: "Extract Method",
    aliases: &[],
    group: Group::Structure,
    level: Level::Method,
    corresponds: false,
    preserves: true,
    moves: false,
    sentence: "{kind.after} {new} was extracted from {old}",
    doubtful: false,
    rminer: "",
    confidence: &[(0.0, 0.0), (1.0, 1.0)],
    paper_threshold: Some(0.1),
    summary: "Part of a method's body became a new method that it calls.",
    example_before: "\
class Report {
    void print(String name) {
        String line = name.trim().toUpperCase();
        System.out.println(\"== \" + line + \" ==\");
        System.out.println(body);
    }
}
",
    example_after: "\
class Report {
    void print(String name) {
        printTitle(name);
        System.out.println(body);
    }
    void printTitle(String name) {
        String line = name.trim().toUpperCase();
        System.out.println(\"== \" + line + \" ==\");
    }
}
",
    rule: Rule::Origin(find),
    evidence: Some(Rule::Origin(|context, threshold| find_transfers(context, Direction::Out, threshold))),
};

/// The paper's text compares the new method with the whole origin. Its tool, from which the threshold of 0.1 comes,
/// compares it with what left the origin: before minus after, as multisets.
fn find(context: &Context<'_>, threshold: f64) -> Vec<Found> {
    let mut found = Vec::new();
    for extracted in context.open_after(Level::Method) {
        let sites = context.calls().of_added(extracted);
        if sites.is_empty() || is_accessor(context, extracted) {
            continue;
        }
        let documents = context.documents(Level::Method);
        let Some(new) = documents.after(extracted) else { continue };
        for (caller, _) in by_caller(sites) {
            let Some(now) = documents.after(caller) else { continue };
            for link in context.matches.before(caller) {
                let Some(was) = documents.before(link.other) else { continue };
                let similarity = documents.weights.containment(&new, &was.minus(&now));
                let judgement =
                    if similarity >= threshold { accept(similarity, similarity) } else { Err(TOO_LITTLE) };
                found.extend(report(context, link.other, extracted, similarity, judgement));
            }
        }
    }
    found
}

const TOO_LITTLE: &str = "too little of the new method left the origin";

fn report(
    context: &Context<'_>,
    before: EntityId,
    after: EntityId,
    similarity: f64,
    judgement: Judgement,
) -> Option<Found> {
    Found::judged(context, RefactoringType::ExtractMethod, (before, after), similarity, judgement)
}

/// Whether a method is a getter or setter with one statement. Such a method stands for an encapsulated field, not for
/// extracted code.
fn is_accessor(context: &Context<'_>, method: EntityId) -> bool {
    let declaration = context.after.declaration(method);
    let name = declaration.name.as_ref();
    let getter = name.starts_with("get") && declaration.parameters.is_empty();
    let setter = name.starts_with("set") && declaration.parameters.len() == 1;
    (getter || setter) && context.statement_count(context.after, method) == 1
}
