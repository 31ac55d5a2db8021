//! What fields and types are declared as.

use super::DETAIL;
use crate::model::Level;
use crate::refactorings::{Group, RefactoringType, TypeInfo};

pub(in crate::refactorings) const CHANGE_FIELD_TYPE: TypeInfo = TypeInfo {
    refactoring: RefactoringType::ChangeFieldType,
    name: "Change Field Type",
    aliases: &["Change Attribute Type"],
    group: Group::Declaration,
    level: Level::Field,
    sentence: "field {old} is {is} instead of {was}",
    rminer: "{was} to {is} {place.class}",
    summary: "A field has another type.",
    example_before: "\
class Box {
    int size;
}
",
    example_after: "\
class Box {
    long size;
}
",
    ..DETAIL
};

pub(in crate::refactorings) const CHANGE_TYPE_KIND: TypeInfo = TypeInfo {
    refactoring: RefactoringType::ChangeTypeKind,
    name: "Change Type Kind",
    aliases: &["Change Type Declaration Kind"],
    group: Group::Declaration,
    level: Level::Type,
    sentence: "{old} is a {is} instead of a {was}",
    rminer: "{was} to {is} in type {class}",
    summary: "A type is of another kind.",
    example_before: "\
interface Box {
    void open();
}
",
    example_after: "\
abstract class Box {
    abstract void open();
}
",
    ..DETAIL
};
