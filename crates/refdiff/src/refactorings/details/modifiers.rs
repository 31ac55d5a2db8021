//! Visibility and other modifiers.

use super::DETAIL;
use crate::model::Level;
use crate::refactorings::{Group, RefactoringType, TypeInfo};

pub(in crate::refactorings) const CHANGE_TYPE_ACCESS_MODIFIER: TypeInfo = TypeInfo {
    refactoring: RefactoringType::ChangeTypeAccessModifier,
    name: "Change Type Access Modifier",
    aliases: &["Change Class Access Modifier"],
    group: Group::Modifier,
    level: Level::Type,
    sentence: "{kind.after} {new} is {is} instead of {was}",
    rminer: "{was} to {is} {place}",
    summary: "A type may be used from elsewhere than before.",
    example_before: "\
class Box {
    int size;
}
",
    example_after: "\
public class Box {
    int size;
}
",
    ..DETAIL
};

pub(in crate::refactorings) const CHANGE_METHOD_ACCESS_MODIFIER: TypeInfo = TypeInfo {
    refactoring: RefactoringType::ChangeMethodAccessModifier,
    name: "Change Method Access Modifier",
    group: Group::Modifier,
    level: Level::Method,
    sentence: "{kind.after} {new} is {is} instead of {was}",
    rminer: "{was} to {is} {place}",
    summary: "A method may be used from elsewhere than before.",
    example_before: "\
class Box {
    int size() {
        return items.size();
    }
}
",
    example_after: "\
class Box {
    public int size() {
        return items.size();
    }
}
",
    ..DETAIL
};

pub(in crate::refactorings) const CHANGE_FIELD_ACCESS_MODIFIER: TypeInfo = TypeInfo {
    refactoring: RefactoringType::ChangeFieldAccessModifier,
    name: "Change Field Access Modifier",
    aliases: &["Change Attribute Access Modifier"],
    group: Group::Modifier,
    level: Level::Field,
    sentence: "{kind.after} {new} is {is} instead of {was}",
    rminer: "{was} to {is} {place}",
    summary: "A field may be used from elsewhere than before.",
    example_before: "\
class Box {
    Integer size;
}
",
    example_after: "\
class Box {
    public Integer size;
}
",
    ..DETAIL
};

pub(in crate::refactorings) const ADD_TYPE_MODIFIER: TypeInfo = TypeInfo {
    refactoring: RefactoringType::AddTypeModifier,
    name: "Add Type Modifier",
    aliases: &["Add Class Modifier"],
    group: Group::Modifier,
    level: Level::Type,
    sentence: "{is} was added to {kind.after} {new}",
    rminer: "{is} {place}",
    summary: "A type has a modifier more.",
    example_before: "\
class Box {
    int size;
}
",
    example_after: "\
final class Box {
    int size;
}
",
    ..DETAIL
};

pub(in crate::refactorings) const REMOVE_TYPE_MODIFIER: TypeInfo = TypeInfo {
    refactoring: RefactoringType::RemoveTypeModifier,
    name: "Remove Type Modifier",
    aliases: &["Remove Class Modifier"],
    group: Group::Modifier,
    level: Level::Type,
    sentence: "{was} was removed from {kind} {old}",
    rminer: "{was} {place.before}",
    summary: "A type has a modifier less.",
    example_before: "\
final class Box {
    int size;
}
",
    example_after: "\
class Box {
    int size;
}
",
    ..DETAIL
};

pub(in crate::refactorings) const ADD_METHOD_MODIFIER: TypeInfo = TypeInfo {
    refactoring: RefactoringType::AddMethodModifier,
    name: "Add Method Modifier",
    group: Group::Modifier,
    level: Level::Method,
    sentence: "{is} was added to {kind.after} {new}",
    rminer: "{is} {place}",
    summary: "A method has a modifier more.",
    example_before: "\
class Box {
    int size() {
        return items.size();
    }
}
",
    example_after: "\
class Box {
    final int size() {
        return items.size();
    }
}
",
    ..DETAIL
};

pub(in crate::refactorings) const REMOVE_METHOD_MODIFIER: TypeInfo = TypeInfo {
    refactoring: RefactoringType::RemoveMethodModifier,
    name: "Remove Method Modifier",
    group: Group::Modifier,
    level: Level::Method,
    sentence: "{was} was removed from {kind} {old}",
    rminer: "{was} {place.before}",
    summary: "A method has a modifier less.",
    example_before: "\
class Box {
    final int size() {
        return items.size();
    }
}
",
    example_after: "\
class Box {
    int size() {
        return items.size();
    }
}
",
    ..DETAIL
};

pub(in crate::refactorings) const ADD_FIELD_MODIFIER: TypeInfo = TypeInfo {
    refactoring: RefactoringType::AddFieldModifier,
    name: "Add Field Modifier",
    aliases: &["Add Attribute Modifier"],
    group: Group::Modifier,
    level: Level::Field,
    sentence: "{is} was added to {kind.after} {new}",
    rminer: "{is} {place}",
    summary: "A field has a modifier more.",
    example_before: "\
class Box {
    Integer size;
}
",
    example_after: "\
class Box {
    final Integer size;
}
",
    ..DETAIL
};

pub(in crate::refactorings) const REMOVE_FIELD_MODIFIER: TypeInfo = TypeInfo {
    refactoring: RefactoringType::RemoveFieldModifier,
    name: "Remove Field Modifier",
    aliases: &["Remove Attribute Modifier"],
    group: Group::Modifier,
    level: Level::Field,
    sentence: "{was} was removed from {kind} {old}",
    rminer: "{was} {place.before}",
    summary: "A field has a modifier less.",
    example_before: "\
class Box {
    final Integer size;
}
",
    example_after: "\
class Box {
    Integer size;
}
",
    ..DETAIL
};

pub(in crate::refactorings) const ADD_PARAMETER_MODIFIER: TypeInfo = TypeInfo {
    refactoring: RefactoringType::AddParameterModifier,
    name: "Add Parameter Modifier",
    group: Group::Modifier,
    level: Level::Method,
    sentence: "{is} was added in {kind.after} {new}",
    rminer: "{is} {place}",
    summary: "A parameter has a modifier more.",
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
    void send(final String to) {
        open(to);
        close();
    }
}
",
    ..DETAIL
};

pub(in crate::refactorings) const REMOVE_PARAMETER_MODIFIER: TypeInfo = TypeInfo {
    refactoring: RefactoringType::RemoveParameterModifier,
    name: "Remove Parameter Modifier",
    group: Group::Modifier,
    level: Level::Method,
    sentence: "{was} was removed in {kind} {old}",
    rminer: "{was} {place.before}",
    summary: "A parameter has a modifier less.",
    example_before: "\
class Box {
    void send(final String to) {
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

pub(in crate::refactorings) const ADD_VARIABLE_MODIFIER: TypeInfo = TypeInfo {
    refactoring: RefactoringType::AddVariableModifier,
    name: "Add Variable Modifier",
    group: Group::Modifier,
    level: Level::Method,
    sentence: "{is} was added in {kind.after} {new}",
    rminer: "{is} {place}",
    summary: "A variable has a modifier more.",
    example_before: "\
class Box {
    void send() {
        String to = config.receiver();
        open(to);
        write(to);
    }
}
",
    example_after: "\
class Box {
    void send() {
        final String to = config.receiver();
        open(to);
        write(to);
    }
}
",
    ..DETAIL
};

pub(in crate::refactorings) const REMOVE_VARIABLE_MODIFIER: TypeInfo = TypeInfo {
    refactoring: RefactoringType::RemoveVariableModifier,
    name: "Remove Variable Modifier",
    group: Group::Modifier,
    level: Level::Method,
    sentence: "{was} was removed in {kind} {old}",
    rminer: "{was} {place.before}",
    summary: "A variable has a modifier less.",
    example_before: "\
class Box {
    void send() {
        final String to = config.receiver();
        open(to);
        write(to);
    }
}
",
    example_after: "\
class Box {
    void send() {
        String to = config.receiver();
        open(to);
        write(to);
    }
}
",
    ..DETAIL
};
