//! Inline Method: a method that is gone, called before by what the target was, whose body came into the target.

use super::{Found, RefactoringType, RelationshipInfo, Rule};
use crate::matching::Context;
use crate::matching::evidence::{accesses_field_only, by_caller, parameters};
use crate::matching::statements::{Alignment, Statement, cover};
use crate::model::{CallForm, CallSite, EntityId, EntityKind, Level};

pub(super) const INFO: RelationshipInfo = RelationshipInfo {
    refactoring: RefactoringType::InlineMethod,
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
    evidence: Some(Rule::Origin(find_by_statements)),
};

/// Like Extract Method the other way round: how much of the method that is gone stands in what came into the target.
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
                if similarity >= threshold {
                    found.push(report(inlined, link.other, similarity));
                }
            }
        }
    }
    found
}

fn report(before: EntityId, after: EntityId, similarity: f64) -> Found {
    Found { refactoring: RefactoringType::InlineMethod, before, after, similarity }
}

/// The statements of the method that is gone have to be among those that came into the target, with its parameters
/// replaced by what was passed; of a method of one statement, all of it.
fn find_by_statements(context: &Context<'_>, threshold: f64) -> Vec<Found> {
    let mut found = Vec::new();
    for inlined in context.open_before(Level::Method) {
        let sites = context.calls().of_removed(inlined);
        if sites.is_empty() || accesses_field_only(context.before, inlined) {
            continue;
        }
        let is_constructor = context.before.kind(inlined) == EntityKind::Constructor;
        for (caller, sites) in by_caller(sites) {
            if is_constructor && sites.iter().all(|s| s.call.form == CallForm::New) {
                continue;
            }
            for link in context.matches.after(caller) {
                if let Some(similarity) = came(context, inlined, caller, link.other, sites, threshold) {
                    found.push(report(inlined, link.other, similarity));
                }
            }
        }
    }
    found
}

/// How much of a method that is gone came into what a caller of it became; `None` where it was not inlined.
fn came(
    context: &Context<'_>,
    inlined: EntityId,
    was: EntityId,
    now: EntityId,
    sites: &[CallSite<'_>],
    threshold: f64,
) -> Option<f64> {
    let documents = context.documents(Level::Method);
    let gone = documents.before(inlined)?;
    let similarity =
        documents.weights.containment(&gone, &documents.after(now)?.minus(&*documents.before(was)?));
    let (body, old, new) =
        (context.statements_before(inlined), context.statements_before(was), context.statements_after(now));
    let came_places = new.minus(&old);
    let came: Vec<&Statement> = came_places.iter().map(|&place| &new.all[place]).collect();
    let cover = cover(&body.all, &came, &parameters(context.before, inlined));
    // Where the calls stood, as places in the target.
    let alignment = Alignment::new(&new, &old);
    let calling = sites.iter().filter_map(|site| old.at(site.call.token));
    let gaps: Vec<_> = calling.map(|place| alignment.gap_before(place)).collect();
    let in_place = cover.places.iter().any(|&i| gaps.iter().any(|gap| gap.contains(&came_places[i])));
    let accepted = if body.len() == 1 {
        cover.share >= 0.99 && (cover.literal || cover.worded && in_place)
    } else {
        cover.literal && cover.share >= if in_place { 0.25 } else { 0.45 }
            || similarity >= threshold.max(0.55)
    };
    accepted.then_some(similarity)
}
