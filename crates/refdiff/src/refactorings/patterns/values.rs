//! Values that became constants or queries.

use super::PATTERN;
use crate::model::Level;
use crate::refactorings::{RefactoringType, TypeInfo};

pub(in crate::refactorings) const REPLACE_MAGIC_NUMBER_WITH_CONSTANT: TypeInfo = TypeInfo {
    refactoring: RefactoringType::ReplaceMagicNumberWithConstant,
    name: "Replace Magic Number with Constant",
    level: Level::Field,
    corresponds: false,
    sentence: "a value in {old} became constant {new}",
    summary: "A value in the code became a constant.",
    example_before: "\
class Kettle {
    boolean boils(int degrees) {
        return degrees >= 100;
    }
}
",
    example_after: "\
class Kettle {
    static final int BOILING = 100;

    boolean boils(int degrees) {
        return degrees >= BOILING;
    }
}
",
    ..PATTERN
};

pub(in crate::refactorings) const REPLACE_TEMP_WITH_QUERY: TypeInfo = TypeInfo {
    refactoring: RefactoringType::ReplaceTempWithQuery,
    name: "Replace Temp with Query",
    level: Level::Method,
    corresponds: false,
    sentence: "a variable of {kind} {old} was replaced with calls of {new}",
    summary: "A local variable was replaced with calls of a new method that gives its value.",
    example_before: "\
class Order {
    int price() {
        int base = count * unitPrice();
        if (base > limit) {
            return base - rebate;
        }
        return base;
    }
}
",
    example_after: "\
class Order {
    int price() {
        if (base() > limit) {
            return base() - rebate;
        }
        return base();
    }
    int base() {
        return count * unitPrice();
    }
}
",
    ..PATTERN
};
