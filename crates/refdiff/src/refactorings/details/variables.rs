//! Local variables.

use super::DETAIL;
use crate::model::Level;
use crate::refactorings::{Group, RefactoringType, TypeInfo};

pub(in crate::refactorings) const RENAME_VARIABLE: TypeInfo = TypeInfo {
    refactoring: RefactoringType::RenameVariable,
    name: "Rename Variable",
    group: Group::Variable,
    level: Level::Method,
    preserves: true,
    sentence: "variable {was.name} was renamed to {is.name} in {kind.after} {new}",
    rminer: "{was} to {is} {place}",
    summary: "A local variable has another name.",
    example_before: "\
class Box {
    void print() {
        String line = name.trim();
        out.write(line);
        log.write(line);
    }
}
",
    example_after: "\
class Box {
    void print() {
        String title = name.trim();
        out.write(title);
        log.write(title);
    }
}
",
    ..DETAIL
};

pub(in crate::refactorings) const CHANGE_VARIABLE_TYPE: TypeInfo = TypeInfo {
    refactoring: RefactoringType::ChangeVariableType,
    name: "Change Variable Type",
    group: Group::Variable,
    level: Level::Method,
    sentence: "variable {was} is now {is} in {kind.after} {new}",
    rminer: "{was} to {is} {place}",
    summary: "A local variable has another type.",
    example_before: "\
class Box {
    void print() {
        String line = name.trim();
        out.write(line);
        log.write(line);
    }
}
",
    example_after: "\
class Box {
    void print() {
        CharSequence line = name.trim();
        out.write(line);
        log.write(line);
    }
}
",
    ..DETAIL
};

pub(in crate::refactorings) const EXTRACT_VARIABLE: TypeInfo = TypeInfo {
    refactoring: RefactoringType::ExtractVariable,
    name: "Extract Variable",
    group: Group::Variable,
    level: Level::Method,
    sentence: "variable {is} was extracted in {kind.after} {new}",
    rminer: "{is} {place}",
    summary: "An expression became a local variable.",
    example_before: "\
class Box {
    void print() {
        out.write(name.trim().toUpperCase());
        out.flush();
    }
}
",
    example_after: "\
class Box {
    void print() {
        String line = name.trim().toUpperCase();
        out.write(line);
        out.flush();
    }
}
",
    ..DETAIL
};

pub(in crate::refactorings) const INLINE_VARIABLE: TypeInfo = TypeInfo {
    refactoring: RefactoringType::InlineVariable,
    name: "Inline Variable",
    group: Group::Variable,
    level: Level::Method,
    sentence: "variable {was} was inlined in {kind.after} {new}",
    rminer: "{was} {place.before}",
    summary: "A local variable was replaced by its value.",
    example_before: "\
class Box {
    void print() {
        String line = name.trim().toUpperCase();
        out.write(line);
        out.flush();
    }
}
",
    example_after: "\
class Box {
    void print() {
        out.write(name.trim().toUpperCase());
        out.flush();
    }
}
",
    ..DETAIL
};

pub(in crate::refactorings) const REPLACE_VARIABLE_WITH_FIELD: TypeInfo = TypeInfo {
    refactoring: RefactoringType::ReplaceVariableWithField,
    name: "Replace Variable with Field",
    aliases: &["Replace Variable With Attribute"],
    group: Group::Variable,
    level: Level::Method,
    sentence: "variable {was} became field {is} in {kind.after} {new}",
    rminer: "{was} to {is} {place}",
    summary: "A local variable became a field.",
    example_before: "\
class Box {
    void print() {
        String line = name.trim();
        out.write(line);
        log.write(line);
    }
}
",
    example_after: "\
class Box {
    String line;

    void print() {
        line = name.trim();
        out.write(line);
        log.write(line);
    }
}
",
    ..DETAIL
};

pub(in crate::refactorings) const REPLACE_FIELD_WITH_VARIABLE: TypeInfo = TypeInfo {
    refactoring: RefactoringType::ReplaceFieldWithVariable,
    name: "Replace Field with Variable",
    aliases: &["Replace Attribute With Variable"],
    group: Group::Variable,
    level: Level::Method,
    sentence: "field {was} became variable {is} in {kind.after} {new}",
    rminer: "{was} to {is} {place}",
    summary: "A field became a local variable.",
    example_before: "\
class Box {
    String line;

    void print() {
        line = name.trim();
        out.write(line);
        log.write(line);
    }
}
",
    example_after: "\
class Box {
    void print() {
        String line = name.trim();
        out.write(line);
        log.write(line);
    }
}
",
    ..DETAIL
};
