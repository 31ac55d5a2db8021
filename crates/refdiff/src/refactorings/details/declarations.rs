//! The declared types of fields and the kinds of types.

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

pub(in crate::refactorings) const ENCAPSULATE_FIELD: TypeInfo = TypeInfo {
    refactoring: RefactoringType::EncapsulateField,
    name: "Encapsulate Field",
    aliases: &["Encapsulate Attribute"],
    group: Group::Declaration,
    level: Level::Field,
    sentence: "field {old} is reached through a method now",
    rminer: "{attribute} from class {class}",
    summary: "A field that others used is reached through methods of its type.",
    example_before: "\
class Box {
    public int size;
}
",
    example_after: "\
class Box {
    private int size;

    public int getSize() {
        return size;
    }
}
",
    ..DETAIL
};

pub(in crate::refactorings) const EXTRACT_FIELD: TypeInfo = TypeInfo {
    refactoring: RefactoringType::ExtractField,
    name: "Extract Field",
    aliases: &["Extract Attribute"],
    group: Group::Declaration,
    level: Level::Type,
    sentence: "field {is} was extracted in {new}",
    rminer: "{attribute.is} {place}",
    summary: "A value became a field.",
    example_before: "\
class Box {
    void print() {
        out.write(\"title of the report\");
        out.flush();
    }
}
",
    example_after: "\
class Box {
    static final String TITLE = \"title of the report\";

    void print() {
        out.write(TITLE);
        out.flush();
    }
}
",
    ..DETAIL
};

pub(in crate::refactorings) const INLINE_FIELD: TypeInfo = TypeInfo {
    refactoring: RefactoringType::InlineField,
    name: "Inline Field",
    aliases: &["Inline Attribute"],
    group: Group::Declaration,
    level: Level::Type,
    sentence: "field {was} was inlined in {new}",
    rminer: "{attribute.was} {place.before}",
    summary: "A field was replaced by its value.",
    example_before: "\
class Box {
    static final String TITLE = \"title of the report\";

    void print() {
        out.write(TITLE);
        out.flush();
    }
}
",
    example_after: "\
class Box {
    void print() {
        out.write(\"title of the report\");
        out.flush();
    }
}
",
    ..DETAIL
};
