//! Move and Inline Method: an Inline Method into another type that does not enclose the removed method's type, and is
//! neither nested in it nor its subtype.

use super::{Group, RefactoringType, Rule, TypeInfo};
use crate::model::Level;

pub(super) const INFO: TypeInfo = TypeInfo {
    refactoring: RefactoringType::MoveAndInlineMethod,
    name: "Move and Inline Method",
    aliases: &[],
    group: Group::Structure,
    level: Level::Method,
    corresponds: false,
    preserves: true,
    moves: true,
    sentence: "{kind} {old} was inlined into {new}",
    doubtful: false,
    rminer: "",
    confidence: &[(0.0, 0.0), (1.0, 1.0)],
    paper_threshold: None,
    summary: "A method is gone, and its body stands in a method of another type that called it.",
    example_before: "\
class Order {
    Printer printer;
    void print(String name) {
        printer.title(name);
        System.out.println(this);
    }
}
class Printer {
    void title(String name) {
        String line = name.trim().toUpperCase();
        System.out.println(\"== \" + line + \" ==\");
    }
}
",
    example_after: "\
class Order {
    Printer printer;
    void print(String name) {
        String line = name.trim().toUpperCase();
        System.out.println(\"== \" + line + \" ==\");
        System.out.println(this);
    }
}
class Printer { }
",
    rule: Rule::FinerName,
    evidence: None,
};
