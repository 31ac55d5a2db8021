//! Extract Subclass: a new type below one that stays, which took over members of it.

use super::{Found, RefactoringType, RelationshipInfo, Rule};
use crate::matching::Context;
use crate::matching::evidence::taken_over;

pub(super) const INFO: RelationshipInfo = RelationshipInfo {
    refactoring: RefactoringType::ExtractSubclass,
    paper_threshold: None,
    summary: "Members of a type became a new type that extends it.",
    example_before: "\
class Job {
    int hours;
    Employee employee;
    int price() { return hours * rate(); }
    int rate() { return employee.rate() + 10; }
}
",
    example_after: "\
class Job {
    int hours;
    int price() { return hours * 30; }
}
class LabourJob extends Job {
    Employee employee;
    int rate() { return employee.rate() + 10; }
}
",
    rule: Rule::Composite(find),
    evidence: None,
};

/// One member that went down into the new type is enough: it is a subtype, and was made for it.
fn find(context: &Context<'_>) -> Vec<Found> {
    let taken = taken_over(context, &[RefactoringType::PushDownMethod, RefactoringType::PushDownField]);
    let composed = |(owners, count)| Found::composed(RefactoringType::ExtractSubclass, owners, count);
    taken.into_iter().map(composed).collect()
}
