//! What went into subtypes and supertypes, and types that were dissolved.

use super::PATTERN;
use crate::model::Level;
use crate::refactorings::{RefactoringType, TypeInfo};

pub(in crate::refactorings) const REPLACE_CONDITIONAL_WITH_POLYMORPHISM: TypeInfo = TypeInfo {
    refactoring: RefactoringType::ReplaceConditionalWithPolymorphism,
    name: "Replace Conditional with Polymorphism",
    level: Level::Method,
    corresponds: false,
    doubtful: true,
    sentence: "the branches of {kind} {old} became methods of subtypes",
    summary: "The branches of a conditional became methods of subtypes.",
    example_before: "\
class Animal {
    String sound() {
        switch (kind) {
            case DOG:
                return bark(loud);
            default:
                return purr(soft);
        }
    }
}
class Dog extends Animal { }
class Cat extends Animal { }
",
    example_after: "\
abstract class Animal {
    abstract String sound();
}
class Dog extends Animal {
    String sound() {
        return bark(loud);
    }
}
class Cat extends Animal {
    String sound() {
        return purr(soft);
    }
}
",
    ..PATTERN
};

pub(in crate::refactorings) const FORM_TEMPLATE_METHOD: TypeInfo = TypeInfo {
    refactoring: RefactoringType::FormTemplateMethod,
    name: "Form Template Method",
    level: Level::Method,
    corresponds: false,
    sentence: "{kind} {old} became a case of the template {new}",
    summary: "Methods of siblings became one of the supertype that calls steps in which they differ.",
    example_before: "\
class Report { }
class Html extends Report {
    String print() {
        String text = open();
        text += \"<h1>\" + title();
        return close(text);
    }
}
class Plain extends Report {
    String print() {
        String text = open();
        text += \"== \" + title();
        return close(text);
    }
}
",
    example_after: "\
abstract class Report {
    String print() {
        String text = open();
        text += heading();
        return close(text);
    }
    abstract String heading();
}
class Html extends Report {
    String heading() {
        return \"<h1>\" + title();
    }
}
class Plain extends Report {
    String heading() {
        return \"== \" + title();
    }
}
",
    ..PATTERN
};

pub(in crate::refactorings) const INTRODUCE_NULL_OBJECT: TypeInfo = TypeInfo {
    refactoring: RefactoringType::IntroduceNullObject,
    name: "Introduce Null Object",
    level: Level::Type,
    corresponds: false,
    doubtful: true,
    sentence: "{new} stands for the absence of {kind} {old}",
    summary: "A new subtype that does nothing took the place of checks for null.",
    example_before: "\
class Logger {
    void log(String line) {
        out.print(line);
    }
}
class Job {
    void run() {
        if (logger != null) {
            logger.log(\"run\");
        }
    }
}
",
    example_after: "\
class Logger {
    void log(String line) {
        out.print(line);
    }
}
class NoLogger extends Logger {
    void log(String line) { }
}
class Job {
    void run() {
        logger.log(\"run\");
    }
}
",
    ..PATTERN
};

pub(in crate::refactorings) const INLINE_CLASS: TypeInfo = TypeInfo {
    refactoring: RefactoringType::InlineClass,
    name: "Inline Class",
    level: Level::Type,
    corresponds: false,
    sentence: "the members of {kind} {old} are in {new}",
    summary: "A type is gone, and its members are in one that used it.",
    example_before: "\
class Phone {
    String area;
    String digits;
    String text() {
        return \"(\" + area + \") \" + digits;
    }
}
class Contact {
    Phone phone;
    String name;
}
",
    example_after: "\
class Contact {
    String area;
    String digits;
    String name;
    String text() {
        return \"(\" + area + \") \" + digits;
    }
}
",
    ..PATTERN
};
