//! Inline Method: a method that is gone, called before by what the target was, whose body came into the target.

use super::{Found, RefactoringType, RelationshipInfo, Rule};
use crate::matching::Context;
use crate::model::Level;

pub(super) const INFO: RelationshipInfo = RelationshipInfo {
    refactoring: RefactoringType::InlineMethod,
    paper_threshold: 0.3,
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
};

/// Like Extract Method the other way round: how much of the method that is gone stands in what came into the target.
fn find(context: &Context<'_>, threshold: f64) -> Vec<Found> {
    let mut found = Vec::new();
    for (inlined, callers) in context.callers_of_removed() {
        let documents = context.documents(Level::Method);
        let Some(gone) = documents.before(inlined) else { continue };
        for caller in callers {
            let Some(was) = documents.before(caller) else { continue };
            for link in context.matches.after(caller) {
                let Some(now) = documents.after(link.other) else { continue };
                let similarity = documents.weights.containment(&gone, &now.minus(&was));
                if similarity >= threshold {
                    let refactoring = RefactoringType::InlineMethod;
                    found.push(Found { refactoring, before: inlined, after: link.other, similarity });
                }
            }
        }
    }
    found
}
