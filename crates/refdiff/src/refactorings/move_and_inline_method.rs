//! Move and Inline Method: an Inline Method into a type that is not that of the method that is gone, nor around, inside
//! or below it.

use super::{RefactoringType, RelationshipInfo, Rule};

pub(super) const INFO: RelationshipInfo = RelationshipInfo {
    refactoring: RefactoringType::MoveAndInlineMethod,
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
