//! Extract Subclass: a new subtype of a type that stays, which took over members of it.

use super::{Found, Group, RefactoringType, Rule, TypeInfo};
use crate::matching::Context;
use crate::matching::evidence::taken_over;
use crate::model::Level;

pub(super) const INFO: TypeInfo = TypeInfo {
    refactoring: RefactoringType::ExtractSubclass,
    name: "Extract Subclass",
    aliases: &[],
    group: Group::Structure,
    level: Level::Type,
    corresponds: false,
    preserves: true,
    moves: true,
    sentence: "{kind.after} {new} was extracted from {old}",
    doubtful: false,
    rminer: "",
    confidence: &[(0.5, 0.8), (0.75, 0.9), (1.0, 0.95)],
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

/// One pushed-down member in the new type is enough: it is a subtype, and was created for it.
fn find(context: &Context<'_>) -> Vec<Found> {
    let taken = taken_over(context, &[RefactoringType::PushDownMethod, RefactoringType::PushDownField]);
    let composed = |(owners, count)| Found::composed(RefactoringType::ExtractSubclass, owners, count);
    taken.into_iter().map(composed).collect()
}
