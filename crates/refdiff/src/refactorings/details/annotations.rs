//! Annotations of types, members, parameters and variables.

use super::DETAIL;
use crate::model::Level;
use crate::refactorings::{Group, RefactoringType, TypeInfo};

pub(in crate::refactorings) const ADD_TYPE_ANNOTATION: TypeInfo = TypeInfo {
    refactoring: RefactoringType::AddTypeAnnotation,
    name: "Add Type Annotation",
    aliases: &["Add Class Annotation"],
    group: Group::Annotation,
    level: Level::Type,
    sentence: "{is} was added to {kind.after} {new}",
    rminer: "{is} {place}",
    summary: "A type has an annotation more.",
    example_before: "\
class Box {
    int size;
}
",
    example_after: "\
@Deprecated class Box {
    int size;
}
",
    ..DETAIL
};

pub(in crate::refactorings) const REMOVE_TYPE_ANNOTATION: TypeInfo = TypeInfo {
    refactoring: RefactoringType::RemoveTypeAnnotation,
    name: "Remove Type Annotation",
    aliases: &["Remove Class Annotation"],
    group: Group::Annotation,
    level: Level::Type,
    sentence: "{was} was removed from {kind} {old}",
    rminer: "{was} {place.before}",
    summary: "A type has an annotation less.",
    example_before: "\
@Deprecated class Box {
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

pub(in crate::refactorings) const MODIFY_TYPE_ANNOTATION: TypeInfo = TypeInfo {
    refactoring: RefactoringType::ModifyTypeAnnotation,
    name: "Modify Type Annotation",
    aliases: &["Modify Class Annotation"],
    group: Group::Annotation,
    level: Level::Type,
    sentence: "{was} is now {is} of {kind.after} {new}",
    rminer: "{was} to {is} {place}",
    summary: "An annotation of a type says something else.",
    example_before: "\
@Deprecated class Box {
    int size;
}
",
    example_after: "\
@Deprecated(since = \"2\") class Box {
    int size;
}
",
    ..DETAIL
};

pub(in crate::refactorings) const ADD_METHOD_ANNOTATION: TypeInfo = TypeInfo {
    refactoring: RefactoringType::AddMethodAnnotation,
    name: "Add Method Annotation",
    group: Group::Annotation,
    level: Level::Method,
    sentence: "{is} was added to {kind.after} {new}",
    rminer: "{is} {place}",
    summary: "A method has an annotation more.",
    example_before: "\
class Box {
    int size() {
        return items.size();
    }
}
",
    example_after: "\
class Box {
    @Deprecated int size() {
        return items.size();
    }
}
",
    ..DETAIL
};

pub(in crate::refactorings) const REMOVE_METHOD_ANNOTATION: TypeInfo = TypeInfo {
    refactoring: RefactoringType::RemoveMethodAnnotation,
    name: "Remove Method Annotation",
    group: Group::Annotation,
    level: Level::Method,
    sentence: "{was} was removed from {kind} {old}",
    rminer: "{was} {place.before}",
    summary: "A method has an annotation less.",
    example_before: "\
class Box {
    @Deprecated int size() {
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

pub(in crate::refactorings) const MODIFY_METHOD_ANNOTATION: TypeInfo = TypeInfo {
    refactoring: RefactoringType::ModifyMethodAnnotation,
    name: "Modify Method Annotation",
    group: Group::Annotation,
    level: Level::Method,
    sentence: "{was} is now {is} of {kind.after} {new}",
    rminer: "{was} to {is} {place}",
    summary: "An annotation of a method says something else.",
    example_before: "\
class Box {
    @Deprecated int size() {
        return items.size();
    }
}
",
    example_after: "\
class Box {
    @Deprecated(since = \"2\") int size() {
        return items.size();
    }
}
",
    ..DETAIL
};

pub(in crate::refactorings) const ADD_FIELD_ANNOTATION: TypeInfo = TypeInfo {
    refactoring: RefactoringType::AddFieldAnnotation,
    name: "Add Field Annotation",
    aliases: &["Add Attribute Annotation"],
    group: Group::Annotation,
    level: Level::Field,
    sentence: "{is} was added to {kind.after} {new}",
    rminer: "{is} {place}",
    summary: "A field has an annotation more.",
    example_before: "\
class Box {
    Integer size;
}
",
    example_after: "\
class Box {
    @Deprecated Integer size;
}
",
    ..DETAIL
};

pub(in crate::refactorings) const REMOVE_FIELD_ANNOTATION: TypeInfo = TypeInfo {
    refactoring: RefactoringType::RemoveFieldAnnotation,
    name: "Remove Field Annotation",
    aliases: &["Remove Attribute Annotation"],
    group: Group::Annotation,
    level: Level::Field,
    sentence: "{was} was removed from {kind} {old}",
    rminer: "{was} {place.before}",
    summary: "A field has an annotation less.",
    example_before: "\
class Box {
    @Deprecated Integer size;
}
",
    example_after: "\
class Box {
    Integer size;
}
",
    ..DETAIL
};

pub(in crate::refactorings) const MODIFY_FIELD_ANNOTATION: TypeInfo = TypeInfo {
    refactoring: RefactoringType::ModifyFieldAnnotation,
    name: "Modify Field Annotation",
    aliases: &["Modify Attribute Annotation"],
    group: Group::Annotation,
    level: Level::Field,
    sentence: "{was} is now {is} of {kind.after} {new}",
    rminer: "{was} to {is} {place}",
    summary: "An annotation of a field says something else.",
    example_before: "\
class Box {
    @Deprecated Integer size;
}
",
    example_after: "\
class Box {
    @Deprecated(since = \"2\") Integer size;
}
",
    ..DETAIL
};

pub(in crate::refactorings) const ADD_PARAMETER_ANNOTATION: TypeInfo = TypeInfo {
    refactoring: RefactoringType::AddParameterAnnotation,
    name: "Add Parameter Annotation",
    group: Group::Annotation,
    level: Level::Method,
    sentence: "{is} was added in {kind.after} {new}",
    rminer: "{is} {place}",
    summary: "A parameter has an annotation more.",
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
    void send(@Checked String to) {
        open(to);
        close();
    }
}
",
    ..DETAIL
};

pub(in crate::refactorings) const REMOVE_PARAMETER_ANNOTATION: TypeInfo = TypeInfo {
    refactoring: RefactoringType::RemoveParameterAnnotation,
    name: "Remove Parameter Annotation",
    group: Group::Annotation,
    level: Level::Method,
    sentence: "{was} was removed in {kind} {old}",
    rminer: "{was} {place.before}",
    summary: "A parameter has an annotation less.",
    example_before: "\
class Box {
    void send(@Checked String to) {
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

pub(in crate::refactorings) const MODIFY_PARAMETER_ANNOTATION: TypeInfo = TypeInfo {
    refactoring: RefactoringType::ModifyParameterAnnotation,
    name: "Modify Parameter Annotation",
    group: Group::Annotation,
    level: Level::Method,
    sentence: "{was} is now {is} in {kind.after} {new}",
    rminer: "{was} to {is} {place}",
    summary: "An annotation of a parameter says something else.",
    example_before: "\
class Box {
    void send(@Checked String to) {
        open(to);
        close();
    }
}
",
    example_after: "\
class Box {
    void send(@Checked(since = \"2\") String to) {
        open(to);
        close();
    }
}
",
    ..DETAIL
};

pub(in crate::refactorings) const ADD_VARIABLE_ANNOTATION: TypeInfo = TypeInfo {
    refactoring: RefactoringType::AddVariableAnnotation,
    name: "Add Variable Annotation",
    group: Group::Annotation,
    level: Level::Method,
    sentence: "{is} was added in {kind.after} {new}",
    rminer: "{is} {place}",
    summary: "A variable has an annotation more.",
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
        @Checked String to = config.receiver();
        open(to);
        write(to);
    }
}
",
    ..DETAIL
};

pub(in crate::refactorings) const REMOVE_VARIABLE_ANNOTATION: TypeInfo = TypeInfo {
    refactoring: RefactoringType::RemoveVariableAnnotation,
    name: "Remove Variable Annotation",
    group: Group::Annotation,
    level: Level::Method,
    sentence: "{was} was removed in {kind} {old}",
    rminer: "{was} {place.before}",
    summary: "A variable has an annotation less.",
    example_before: "\
class Box {
    void send() {
        @Checked String to = config.receiver();
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

pub(in crate::refactorings) const MODIFY_VARIABLE_ANNOTATION: TypeInfo = TypeInfo {
    refactoring: RefactoringType::ModifyVariableAnnotation,
    name: "Modify Variable Annotation",
    group: Group::Annotation,
    level: Level::Method,
    sentence: "{was} is now {is} in {kind.after} {new}",
    rminer: "{was} to {is} {place}",
    summary: "An annotation of a variable says something else.",
    example_before: "\
class Box {
    void send() {
        @Checked String to = config.receiver();
        open(to);
        write(to);
    }
}
",
    example_after: "\
class Box {
    void send() {
        @Checked(since = \"2\") String to = config.receiver();
        open(to);
        write(to);
    }
}
",
    ..DETAIL
};
