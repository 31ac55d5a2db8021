//! Codes for kinds of things that became types.

use super::PATTERN;
use crate::model::Level;
use crate::refactorings::{RefactoringType, TypeInfo};

pub(in crate::refactorings) const REPLACE_TYPE_CODE_WITH_CLASS: TypeInfo = TypeInfo {
    refactoring: RefactoringType::ReplaceTypeCodeWithClass,
    name: "Replace Type Code with Class",
    level: Level::Type,
    corresponds: false,
    sentence: "the code in {old} became {kind.after} {new}",
    summary: "A code for the kind of a thing became a type.",
    example_before: "\
class Door {
    static final int OPEN = 0;
    static final int SHUT = 1;
    int state;
}
",
    example_after: "\
class Door {
    State state;
}
enum State {
    OPEN, SHUT
}
",
    ..PATTERN
};

pub(in crate::refactorings) const REPLACE_TYPE_CODE_WITH_SUBCLASSES: TypeInfo = TypeInfo {
    refactoring: RefactoringType::ReplaceTypeCodeWithSubclasses,
    name: "Replace Type Code with Subclasses",
    level: Level::Type,
    corresponds: true,
    doubtful: true,
    sentence: "{kind} {old} has subtypes in place of a code",
    summary: "A code for the kind of a thing became subtypes of its type.",
    example_before: "\
class Ship {
    static final int CARGO = 0;
    static final int FERRY = 1;
    private int kind;
    int crew() {
        return kind == CARGO ? 20 : 60;
    }
}
",
    example_after: "\
abstract class Ship {
    abstract int crew();
}
class Cargo extends Ship {
    int crew() {
        return 20;
    }
}
class Ferry extends Ship {
    int crew() {
        return 60;
    }
}
",
    ..PATTERN
};

pub(in crate::refactorings) const REPLACE_TYPE_CODE_WITH_STATE: TypeInfo = TypeInfo {
    refactoring: RefactoringType::ReplaceTypeCodeWithState,
    name: "Replace Type Code with State",
    level: Level::Type,
    corresponds: false,
    doubtful: true,
    sentence: "the code in {old} became an object of {new} and its subtypes",
    summary: "A code became an object with a subtype for each kind.",
    example_before: "\
class Printer {
    static final int IDLE = 0;
    static final int BUSY = 1;
    private int mode;
    boolean accepts() {
        return mode == IDLE;
    }
}
",
    example_after: "\
class Printer {
    private Mode mode;
    boolean accepts() {
        return mode.accepts();
    }
}
abstract class Mode {
    abstract boolean accepts();
}
class Idle extends Mode {
    boolean accepts() {
        return true;
    }
}
class Busy extends Mode {
    boolean accepts() {
        return false;
    }
}
",
    ..PATTERN
};
