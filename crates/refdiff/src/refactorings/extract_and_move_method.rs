//! Extract and Move Method: an Extract Method into a type that is not that of the origin, nor around, inside or above it.

use super::{RefactoringType, RelationshipInfo, Rule};

pub(super) const INFO: RelationshipInfo = RelationshipInfo {
    refactoring: RefactoringType::ExtractAndMoveMethod,
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
