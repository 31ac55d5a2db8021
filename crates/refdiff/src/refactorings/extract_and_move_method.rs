//! Extract and Move Method: an Extract Method into another type that does not enclose the origin's type, and is
//! neither nested in it nor its supertype.

use super::{Group, RefactoringType, Rule, TypeInfo};
use crate::model::Level;

pub(super) const INFO: TypeInfo = TypeInfo {
    refactoring: RefactoringType::ExtractAndMoveMethod,
    name: "Extract and Move Method",
    aliases: &[],
    group: Group::Structure,
    level: Level::Method,
    corresponds: false,
    preserves: true,
    moves: true,
    sentence: "{kind.after} {new} was extracted from {old}",
    doubtful: false,
    rminer: "",
    confidence: &[(0.0, 0.0), (1.0, 1.0)],
    paper_threshold: None,
    summary: "Part of a method's body became a new method of another type.",
    example_before: "\
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
    example_after: "\
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
    rule: Rule::FinerName,
    evidence: None,
};
