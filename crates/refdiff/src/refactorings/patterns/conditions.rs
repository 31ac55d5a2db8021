//! Conditionals that were taken apart, flattened or made to leave at once.

use super::PATTERN;
use crate::model::Level;
use crate::refactorings::{RefactoringType, TypeInfo};

pub(in crate::refactorings) const REPLACE_NESTED_CONDITIONAL_WITH_GUARD_CLAUSES: TypeInfo = TypeInfo {
    refactoring: RefactoringType::ReplaceNestedConditionalWithGuardClauses,
    name: "Replace Nested Conditional with Guard Clauses",
    level: Level::Method,
    corresponds: true,
    sentence: "conditions in {kind} {old} leave at once in place of nesting",
    summary: "Nested conditionals became conditions that leave at once.",
    example_before: "\
class Pay {
    int amount() {
        int result;
        if (retired) {
            result = pension();
        } else {
            result = wage() + bonus();
        }
        return result;
    }
}
",
    example_after: "\
class Pay {
    int amount() {
        if (retired) {
            return pension();
        }
        int result = wage() + bonus();
        return result;
    }
}
",
    ..PATTERN
};

pub(in crate::refactorings) const DECOMPOSE_CONDITIONAL: TypeInfo = TypeInfo {
    refactoring: RefactoringType::DecomposeConditional,
    name: "Decompose Conditional",
    level: Level::Method,
    corresponds: true,
    sentence: "a conditional in {kind} {old} calls methods for its parts",
    summary: "The condition and the branches of a conditional became methods.",
    example_before: "\
class Hotel {
    int rate(Day day) {
        if (day.isBefore(start) || day.isAfter(end)) {
            return day.number() * winter + service;
        }
        return summer;
    }
}
",
    example_after: "\
class Hotel {
    int rate(Day day) {
        if (isOffSeason(day)) {
            return day.number() * winter + service;
        }
        return summer;
    }
    boolean isOffSeason(Day day) {
        return day.isBefore(start) || day.isAfter(end);
    }
}
",
    ..PATTERN
};

pub(in crate::refactorings) const CONSOLIDATE_DUPLICATE_CONDITIONAL_FRAGMENTS: TypeInfo = TypeInfo {
    refactoring: RefactoringType::ConsolidateDuplicateConditionalFragments,
    name: "Consolidate Duplicate Conditional Fragments",
    level: Level::Method,
    corresponds: true,
    sentence: "what several branches in {kind} {old} did is done once",
    summary: "A statement that stood in several branches stands once outside of them.",
    example_before: "\
class Shop {
    void sell(Item item) {
        if (item.isReduced()) {
            total = item.price() / 2;
            send(item);
        } else {
            total = item.price();
            send(item);
        }
    }
}
",
    example_after: "\
class Shop {
    void sell(Item item) {
        if (item.isReduced()) {
            total = item.price() / 2;
        } else {
            total = item.price();
        }
        send(item);
    }
}
",
    ..PATTERN
};

pub(in crate::refactorings) const REMOVE_CONTROL_FLAG: TypeInfo = TypeInfo {
    refactoring: RefactoringType::RemoveControlFlag,
    name: "Remove Control Flag",
    level: Level::Method,
    corresponds: true,
    sentence: "a variable that steered {kind} {old} is gone",
    summary: "A variable that steered a loop was replaced with leaving it.",
    example_before: "\
class Search {
    void check(List<String> names) {
        boolean found = false;
        for (String name : names) {
            if (!found) {
                if (name.equals(wanted)) {
                    alarm(name);
                    found = true;
                }
            }
        }
    }
}
",
    example_after: "\
class Search {
    void check(List<String> names) {
        for (String name : names) {
            if (name.equals(wanted)) {
                alarm(name);
                break;
            }
        }
    }
}
",
    ..PATTERN
};

pub(in crate::refactorings) const REPLACE_ERROR_CODE_WITH_EXCEPTION: TypeInfo = TypeInfo {
    refactoring: RefactoringType::ReplaceErrorCodeWithException,
    name: "Replace Error Code with Exception",
    level: Level::Method,
    corresponds: true,
    sentence: "{kind} {old} throws where it returned a code",
    summary: "A method throws where it returned a code for a failure.",
    example_before: "\
class Account {
    int withdraw(int amount) {
        if (amount > balance) {
            return -1;
        }
        balance -= amount;
        return balance;
    }
}
",
    example_after: "\
class Account {
    int withdraw(int amount) {
        if (amount > balance) {
            throw new Overdrawn(amount);
        }
        balance -= amount;
        return balance;
    }
}
",
    ..PATTERN
};
