//! How objects are made.

use super::PATTERN;
use crate::model::Level;
use crate::refactorings::{RefactoringType, TypeInfo};

pub(in crate::refactorings) const REPLACE_CONSTRUCTOR_WITH_FACTORY_METHOD: TypeInfo = TypeInfo {
    refactoring: RefactoringType::ReplaceConstructorWithFactoryMethod,
    name: "Replace Constructor with Factory Method",
    level: Level::Method,
    corresponds: false,
    sentence: "objects are made by {new} in place of {kind} {old}",
    summary: "Objects are made by a new method where a constructor was called.",
    example_before: "\
class Ticket {
    Ticket(int seat) {
        this.seat = seat;
    }
}
class Desk {
    Ticket sell(int seat) {
        return print(new Ticket(seat));
    }
}
",
    example_after: "\
class Ticket {
    private Ticket(int seat) {
        this.seat = seat;
    }
    static Ticket of(int seat) {
        return new Ticket(seat);
    }
}
class Desk {
    Ticket sell(int seat) {
        return print(Ticket.of(seat));
    }
}
",
    ..PATTERN
};

pub(in crate::refactorings) const PULL_UP_CONSTRUCTOR_BODY: TypeInfo = TypeInfo {
    refactoring: RefactoringType::PullUpConstructorBody,
    name: "Pull Up Constructor Body",
    level: Level::Method,
    corresponds: false,
    sentence: "code of constructor {old} went into {new}",
    summary: "Statements of a constructor went into that of the supertype, which it calls.",
    example_before: "\
class Vehicle {
    String name;
}
class Tram extends Vehicle {
    int line;
    Tram(String name, int line) {
        this.name = name;
        this.line = line;
    }
}
",
    example_after: "\
class Vehicle {
    String name;
    Vehicle(String name) {
        this.name = name;
    }
}
class Tram extends Vehicle {
    int line;
    Tram(String name, int line) {
        super(name);
        this.line = line;
    }
}
",
    ..PATTERN
};

pub(in crate::refactorings) const REPLACE_METHOD_WITH_METHOD_OBJECT: TypeInfo = TypeInfo {
    refactoring: RefactoringType::ReplaceMethodWithMethodObject,
    name: "Replace Method with Method Object",
    level: Level::Method,
    corresponds: false,
    doubtful: true,
    sentence: "the code of {kind} {old} is in the new {kind.after} {new}, with its variables as fields",
    summary: "The code of a method became a type of its own, with its variables as fields.",
    example_before: "\
class Route {
    int cost(int distance, int weight) {
        int fuel = distance * rate;
        int toll = weight > heavy ? fuel / 2 : 0;
        fuel += toll;
        return fuel + toll * distance;
    }
}
",
    example_after: "\
class Route {
    int cost(int distance, int weight) {
        return new Cost(this, distance, weight).total();
    }
}
class Cost {
    int distance;
    int weight;
    Route route;
    Cost(Route route, int distance, int weight) {
        this.route = route;
        this.distance = distance;
        this.weight = weight;
    }
    int total() {
        int fuel = distance * route.rate;
        int toll = weight > route.heavy ? fuel / 2 : 0;
        fuel += toll;
        return fuel + toll * distance;
    }
}
",
    ..PATTERN
};
