//! Several parameters that became one object.

use super::PATTERN;
use crate::model::Level;
use crate::refactorings::{RefactoringType, TypeInfo};

pub(in crate::refactorings) const INTRODUCE_PARAMETER_OBJECT: TypeInfo = TypeInfo {
    refactoring: RefactoringType::IntroduceParameterObject,
    name: "Introduce Parameter Object",
    level: Level::Method,
    corresponds: true,
    sentence: "parameters of {kind} {old} became one object of a new type",
    summary: "Parameters of a method became one of a new type.",
    example_before: "\
class Map {
    String find(double latitude, double longitude) {
        return index.nearest(latitude, longitude);
    }
}
",
    example_after: "\
class Map {
    String find(Point point) {
        return index.nearest(point.latitude, point.longitude);
    }
}
class Point {
    double latitude;
    double longitude;
}
",
    ..PATTERN
};

pub(in crate::refactorings) const PRESERVE_WHOLE_OBJECT: TypeInfo = TypeInfo {
    refactoring: RefactoringType::PreserveWholeObject,
    name: "Preserve Whole Object",
    level: Level::Method,
    corresponds: true,
    sentence: "{kind} {old} takes a whole object in place of its parts",
    summary: "A method takes an object where it took parts of it.",
    example_before: "\
class Room {
    boolean fits(int low, int high) {
        return low >= least && high <= most;
    }
}
class House {
    boolean check(Room room, Range day) {
        return room.fits(day.low(), day.high());
    }
}
",
    example_after: "\
class Room {
    boolean fits(Range range) {
        return range.low() >= least && range.high() <= most;
    }
}
class House {
    boolean check(Room room, Range day) {
        return room.fits(day);
    }
}
",
    ..PATTERN
};
