//! Parameters, results and exceptions of methods.

use super::DETAIL;
use crate::model::Level;
use crate::refactorings::{Group, RefactoringType, TypeInfo};

pub(in crate::refactorings) const ADD_PARAMETER: TypeInfo = TypeInfo {
    refactoring: RefactoringType::AddParameter,
    name: "Add Parameter",
    group: Group::Signature,
    level: Level::Method,
    sentence: "parameter {is} was added to {kind.after} {new}",
    rminer: "{is} {place}",
    summary: "A method takes a parameter more.",
    example_before: "\
class Box {
    void send(String to) {
        open(to);
        close();
    }
}
",
    example_after: "\
class Box {
    void send(String to, int times) {
        open(to);
        close();
    }
}
",
    ..DETAIL
};

pub(in crate::refactorings) const REMOVE_PARAMETER: TypeInfo = TypeInfo {
    refactoring: RefactoringType::RemoveParameter,
    name: "Remove Parameter",
    group: Group::Signature,
    level: Level::Method,
    sentence: "parameter {was} was removed from {kind} {old}",
    rminer: "{was} {place.before}",
    summary: "A method takes a parameter less.",
    example_before: "\
class Box {
    void send(String to, int times) {
        open(to);
        close();
    }
}
",
    example_after: "\
class Box {
    void send(String to) {
        open(to);
        close();
    }
}
",
    ..DETAIL
};

pub(in crate::refactorings) const RENAME_PARAMETER: TypeInfo = TypeInfo {
    refactoring: RefactoringType::RenameParameter,
    name: "Rename Parameter",
    group: Group::Signature,
    level: Level::Method,
    preserves: true,
    sentence: "parameter {was.name} was renamed to {is.name} in {kind.after} {new}",
    rminer: "{was} to {is} {place}",
    summary: "A parameter has another name.",
    example_before: "\
class Box {
    void send(String to) {
        open(to);
        close();
    }
}
",
    example_after: "\
class Box {
    void send(String receiver) {
        open(receiver);
        close();
    }
}
",
    ..DETAIL
};

pub(in crate::refactorings) const CHANGE_PARAMETER_TYPE: TypeInfo = TypeInfo {
    refactoring: RefactoringType::ChangeParameterType,
    name: "Change Parameter Type",
    group: Group::Signature,
    level: Level::Method,
    sentence: "parameter {was} is now {is} in {kind.after} {new}",
    rminer: "{was} to {is} {place}",
    summary: "A parameter has another type.",
    example_before: "\
class Box {
    void send(String to) {
        open(to);
        close();
    }
}
",
    example_after: "\
class Box {
    void send(Address to) {
        open(to);
        close();
    }
}
",
    ..DETAIL
};

pub(in crate::refactorings) const REORDER_PARAMETER: TypeInfo = TypeInfo {
    refactoring: RefactoringType::ReorderParameter,
    name: "Reorder Parameter",
    group: Group::Signature,
    level: Level::Method,
    sentence: "the parameters {was} are now {is} in {kind.after} {new}",
    rminer: "{was} to {is} {place}",
    summary: "The parameters of a method stand in another order.",
    example_before: "\
class Box {
    void send(String to, int times) {
        open(to, times);
        close();
    }
}
",
    example_after: "\
class Box {
    void send(int times, String to) {
        open(to, times);
        close();
    }
}
",
    ..DETAIL
};

pub(in crate::refactorings) const PARAMETERIZE_VARIABLE: TypeInfo = TypeInfo {
    refactoring: RefactoringType::ParameterizeVariable,
    name: "Parameterize Variable",
    group: Group::Signature,
    level: Level::Method,
    sentence: "variable {was} became parameter {is} of {kind.after} {new}",
    rminer: "{was} to {is} {place}",
    summary: "A local variable became a parameter.",
    example_before: "\
class Box {
    void send() {
        String to = config.receiver();
        open(to);
        write(to);
        close();
    }
}
",
    example_after: "\
class Box {
    void send(String to) {
        open(to);
        write(to);
        close();
    }
}
",
    ..DETAIL
};

pub(in crate::refactorings) const LOCALIZE_PARAMETER: TypeInfo = TypeInfo {
    refactoring: RefactoringType::LocalizeParameter,
    name: "Localize Parameter",
    group: Group::Signature,
    level: Level::Method,
    sentence: "parameter {was} became variable {is} of {kind.after} {new}",
    rminer: "{was} to {is} {place}",
    summary: "A parameter became a local variable.",
    example_before: "\
class Box {
    void send(String to) {
        open(to);
        write(to);
        close();
    }
}
",
    example_after: "\
class Box {
    void send() {
        String to = config.receiver();
        open(to);
        write(to);
        close();
    }
}
",
    ..DETAIL
};

pub(in crate::refactorings) const PARAMETERIZE_FIELD: TypeInfo = TypeInfo {
    refactoring: RefactoringType::ParameterizeField,
    name: "Parameterize Field",
    aliases: &["Parameterize Attribute"],
    group: Group::Signature,
    level: Level::Method,
    sentence: "field {was} became parameter {is} of {kind.after} {new}",
    rminer: "{was} to {is} {place}",
    summary: "A field became a parameter.",
    example_before: "\
class Box {
    String to;

    void send() {
        open(to);
        write(to);
        close();
    }
}
",
    example_after: "\
class Box {
    void send(String to) {
        open(to);
        write(to);
        close();
    }
}
",
    ..DETAIL
};

pub(in crate::refactorings) const CHANGE_RETURN_TYPE: TypeInfo = TypeInfo {
    refactoring: RefactoringType::ChangeReturnType,
    name: "Change Return Type",
    group: Group::Signature,
    level: Level::Method,
    sentence: "{kind.after} {new} returns {is} instead of {was}",
    rminer: "{was} to {is} {place}",
    summary: "A method returns another type.",
    example_before: "\
class Box {
    int size() {
        return items.size();
    }
}
",
    example_after: "\
class Box {
    long size() {
        return items.size();
    }
}
",
    ..DETAIL
};

pub(in crate::refactorings) const ADD_THROWN_EXCEPTION_TYPE: TypeInfo = TypeInfo {
    refactoring: RefactoringType::AddThrownExceptionType,
    name: "Add Thrown Exception Type",
    group: Group::Signature,
    level: Level::Method,
    sentence: "{kind.after} {new} throws {is} as well",
    rminer: "{is} {place}",
    summary: "A method declares that it throws a type more.",
    example_before: "\
class Box {
    void read() {
        load();
    }
}
",
    example_after: "\
class Box {
    void read() throws IOException {
        load();
    }
}
",
    ..DETAIL
};

pub(in crate::refactorings) const REMOVE_THROWN_EXCEPTION_TYPE: TypeInfo = TypeInfo {
    refactoring: RefactoringType::RemoveThrownExceptionType,
    name: "Remove Thrown Exception Type",
    group: Group::Signature,
    level: Level::Method,
    sentence: "{kind} {old} no longer throws {was}",
    rminer: "{was} {place.before}",
    summary: "A method declares that it throws a type less.",
    example_before: "\
class Box {
    void read() throws IOException {
        load();
    }
}
",
    example_after: "\
class Box {
    void read() {
        load();
    }
}
",
    ..DETAIL
};

pub(in crate::refactorings) const CHANGE_THROWN_EXCEPTION_TYPE: TypeInfo = TypeInfo {
    refactoring: RefactoringType::ChangeThrownExceptionType,
    name: "Change Thrown Exception Type",
    group: Group::Signature,
    level: Level::Method,
    sentence: "{kind.after} {new} throws {is} instead of {was}",
    rminer: "{was} to {is} {place}",
    summary: "A method declares that it throws other types.",
    example_before: "\
class Box {
    void read() throws IOException {
        load();
    }
}
",
    example_after: "\
class Box {
    void read() throws LoadException {
        load();
    }
}
",
    ..DETAIL
};

pub(in crate::refactorings) const MERGE_PARAMETER: TypeInfo = TypeInfo {
    refactoring: RefactoringType::MergeParameter,
    name: "Merge Parameter",
    group: Group::Signature,
    level: Level::Method,
    sentence: "the parameters {was} became {is} in {kind.after} {new}",
    rminer: "{was} to {is} {place}",
    summary: "Several parameters became one.",
    example_before: "\
class Box {
    void draw(int x, int y) {
        move(x);
        turn(y);
        paint();
    }
}
",
    example_after: "\
class Box {
    void draw(Point at) {
        move(at.x());
        turn(at.y());
        paint();
    }
}
",
    ..DETAIL
};

pub(in crate::refactorings) const SPLIT_PARAMETER: TypeInfo = TypeInfo {
    refactoring: RefactoringType::SplitParameter,
    name: "Split Parameter",
    group: Group::Signature,
    level: Level::Method,
    sentence: "the parameter {was} became {is} in {kind.after} {new}",
    rminer: "{was} to {is} {place}",
    summary: "One parameter became several.",
    example_before: "\
class Box {
    void draw(Point at) {
        move(at.x());
        turn(at.y());
        paint();
    }
}
",
    example_after: "\
class Box {
    void draw(int x, int y) {
        move(x);
        turn(y);
        paint();
    }
}
",
    ..DETAIL
};
