//! Extract Class: a new type that took over members of a type that stays and is related to it.

use super::{Found, Group, RefactoringType, Rule, TypeInfo};
use crate::matching::Context;
use crate::matching::evidence::{Owners, taken_over};
use crate::model::Level;

pub(super) const INFO: TypeInfo = TypeInfo {
    refactoring: RefactoringType::ExtractClass,
    name: "Extract Class",
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
    summary: "Members of a type became a new type that it uses.",
    example_before: "\
class Person {
    String name;
    String areaCode;
    String number;
    String phone() { return \"(\" + areaCode + \") \" + number; }
    void call(Dialer dialer) { dialer.dial(areaCode, number); }
    String greeting() { return \"Dear \" + name; }
}
",
    example_after: "\
class Person {
    String name;
    PhoneNumber phone = new PhoneNumber();
    String greeting() { return \"Dear \" + name; }
}
class PhoneNumber {
    String areaCode;
    String number;
    String phone() { return \"(\" + areaCode + \") \" + number; }
    void call(Dialer dialer) { dialer.dial(areaCode, number); }
}
",
    rule: Rule::Composite(find),
    evidence: None,
};

/// At least two members must have come from the one type, and the two types must be related after the change.
/// Supertypes and subtypes have their own refactoring types.
fn find(context: &Context<'_>) -> Vec<Found> {
    let moved =
        [RefactoringType::MoveMethod, RefactoringType::MoveAndRenameMethod, RefactoringType::MoveField];
    let taken = taken_over(context, &moved).into_iter();
    let extracted = taken.filter(|&(owners, count)| count >= 2 && Owners::related(owners, context));
    extracted.map(|(owners, count)| Found::composed(RefactoringType::ExtractClass, owners, count)).collect()
}
