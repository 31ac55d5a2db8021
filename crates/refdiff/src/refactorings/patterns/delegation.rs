//! Who asks whom.

use super::PATTERN;
use crate::model::Level;
use crate::refactorings::{RefactoringType, TypeInfo};

pub(in crate::refactorings) const HIDE_DELEGATE: TypeInfo = TypeInfo {
    refactoring: RefactoringType::HideDelegate,
    name: "Hide Delegate",
    level: Level::Method,
    corresponds: false,
    sentence: "{new} hides whom {kind} {old} asks",
    summary: "Callers ask an object that forwards, where they asked for its delegate.",
    example_before: "\
class Team {
    private Coach coach;
    Coach getCoach() {
        return coach;
    }
}
class Club {
    void train(Team team, int hours) {
        team.getCoach().train(hours);
    }
}
",
    example_after: "\
class Team {
    private Coach coach;
    void train(int hours) {
        coach.train(hours);
    }
}
class Club {
    void train(Team team, int hours) {
        team.train(hours);
    }
}
",
    ..PATTERN
};

pub(in crate::refactorings) const REMOVE_MIDDLE_MAN: TypeInfo = TypeInfo {
    refactoring: RefactoringType::RemoveMiddleMan,
    name: "Remove Middle Man",
    level: Level::Method,
    corresponds: false,
    sentence: "callers of {kind} {old} ask the delegate of {new} themselves",
    summary: "Callers ask the delegate of an object, where the object forwarded.",
    example_before: "\
class Team {
    private Coach coach;
    void train(int hours) {
        coach.train(hours);
    }
}
class Club {
    void train(Team team, int hours) {
        team.train(hours);
    }
}
",
    example_after: "\
class Team {
    private Coach coach;
    Coach getCoach() {
        return coach;
    }
}
class Club {
    void train(Team team, int hours) {
        team.getCoach().train(hours);
    }
}
",
    ..PATTERN
};

pub(in crate::refactorings) const REPLACE_INHERITANCE_WITH_DELEGATION: TypeInfo = TypeInfo {
    refactoring: RefactoringType::ReplaceInheritanceWithDelegation,
    name: "Replace Inheritance with Delegation",
    level: Level::Type,
    corresponds: true,
    sentence: "{kind} {old} forwards to its former supertype",
    summary: "A type forwards to an object of what was its supertype.",
    example_before: "\
class Stack extends Vector {
    void push(Item item) {
        add(item);
    }
}
",
    example_after: "\
class Stack {
    private Vector items = new Vector();
    void push(Item item) {
        items.add(item);
    }
}
",
    ..PATTERN
};

pub(in crate::refactorings) const REPLACE_DELEGATION_WITH_INHERITANCE: TypeInfo = TypeInfo {
    refactoring: RefactoringType::ReplaceDelegationWithInheritance,
    name: "Replace Delegation with Inheritance",
    level: Level::Type,
    corresponds: true,
    sentence: "{kind} {old} extends what it forwarded to",
    summary: "A type extends what it had an object of to forward to.",
    example_before: "\
class Stack {
    private Vector items = new Vector();
    void push(Item item) {
        items.add(item);
    }
    int size() {
        return items.size();
    }
}
",
    example_after: "\
class Stack extends Vector {
    void push(Item item) {
        add(item);
    }
}
",
    ..PATTERN
};
