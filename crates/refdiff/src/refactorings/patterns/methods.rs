//! Methods that became one with a parameter, and a method that became two.

use super::PATTERN;
use crate::model::Level;
use crate::refactorings::{RefactoringType, TypeInfo};

pub(in crate::refactorings) const PARAMETERIZE_METHOD: TypeInfo = TypeInfo {
    refactoring: RefactoringType::ParameterizeMethod,
    name: "Parameterize Method",
    level: Level::Method,
    corresponds: false,
    doubtful: true,
    sentence: "{kind} {old} became {new} with a parameter for its value",
    summary: "Methods that did the same with different values became one with a parameter.",
    example_before: "\
class Lamp {
    void dim() {
        level.set(20);
        notifyAll(level);
    }
    void brighten() {
        level.set(90);
        notifyAll(level);
    }
}
",
    example_after: "\
class Lamp {
    void shine(int percent) {
        level.set(percent);
        notifyAll(level);
    }
}
",
    ..PATTERN
};

pub(in crate::refactorings) const SEPARATE_QUERY_FROM_MODIFIER: TypeInfo = TypeInfo {
    refactoring: RefactoringType::SeparateQueryFromModifier,
    name: "Separate Query from Modifier",
    level: Level::Method,
    corresponds: false,
    doubtful: true,
    sentence: "{kind} {old} no longer gives a value and makes a change: {new} gives the value",
    summary: "A method that gave a value and changed something became two methods.",
    example_before: "\
class Guard {
    String findIntruder(List<String> people) {
        for (String person : people) {
            if (person.equals(wanted)) {
                siren.ring();
                return person;
            }
        }
        return \"\";
    }
}
",
    example_after: "\
class Guard {
    String findIntruder(List<String> people) {
        for (String person : people) {
            if (person.equals(wanted)) {
                return person;
            }
        }
        return \"\";
    }
    void alarm(List<String> people) {
        if (!findIntruder(people).isEmpty()) {
            siren.ring();
        }
    }
}
",
    ..PATTERN
};
