//! Conditions and other statements that were rewritten in an equivalent form.

use super::DETAIL;
use crate::model::Level;
use crate::refactorings::{Group, RefactoringType, TypeInfo};

pub(in crate::refactorings) const INVERT_CONDITION: TypeInfo = TypeInfo {
    refactoring: RefactoringType::InvertCondition,
    name: "Invert Condition",
    group: Group::Statement,
    level: Level::Method,
    sentence: "the condition {was} was turned round to {is} in {kind.after} {new}",
    rminer: "{was} to {is} {place}",
    summary: "A condition says the opposite, and its branches with it.",
    example_before: "\
class Box {
    void print() {
        if (line.isEmpty()) {
            out.skip();
        } else {
            out.write(line);
        }
    }
}
",
    example_after: "\
class Box {
    void print() {
        if (!line.isEmpty()) {
            out.write(line);
        } else {
            out.skip();
        }
    }
}
",
    ..DETAIL
};

pub(in crate::refactorings) const SPLIT_CONDITIONAL: TypeInfo = TypeInfo {
    refactoring: RefactoringType::SplitConditional,
    name: "Split Conditional",
    group: Group::Statement,
    level: Level::Method,
    sentence: "the condition {was} became {is} in {kind.after} {new}",
    rminer: "{was} to {is} {place}",
    summary: "The parts of a condition became conditions of their own.",
    example_before: "\
class Box {
    void print() {
        if (ready && open) {
            out.write(line);
        }
    }
}
",
    example_after: "\
class Box {
    void print() {
        if (ready) {
            if (open) {
                out.write(line);
            }
        }
    }
}
",
    ..DETAIL
};

pub(in crate::refactorings) const MERGE_CONDITIONAL: TypeInfo = TypeInfo {
    refactoring: RefactoringType::MergeConditional,
    name: "Merge Conditional",
    group: Group::Statement,
    level: Level::Method,
    sentence: "the conditions {was} became {is} in {kind.after} {new}",
    rminer: "{was} to {is} {place}",
    summary: "Several conditions became one.",
    example_before: "\
class Box {
    void print() {
        if (ready) {
            if (open) {
                out.write(line);
            }
        }
    }
}
",
    example_after: "\
class Box {
    void print() {
        if (ready && open) {
            out.write(line);
        }
    }
}
",
    ..DETAIL
};

pub(in crate::refactorings) const REPLACE_CONDITIONAL_WITH_TERNARY: TypeInfo = TypeInfo {
    refactoring: RefactoringType::ReplaceConditionalWithTernary,
    name: "Replace Conditional with Ternary",
    aliases: &["Replace Conditional With Ternary"],
    group: Group::Statement,
    level: Level::Method,
    sentence: "{was} became {is} in {kind.after} {new}",
    rminer: "{was} to {is} {place}",
    summary: "A conditional statement became a conditional expression.",
    example_before: "\
class Box {
    String label() {
        if (size > 1) {
            return \"boxes\";
        }
        return \"box\";
    }
}
",
    example_after: "\
class Box {
    String label() {
        return size > 1 ? \"boxes\" : \"box\";
    }
}
",
    ..DETAIL
};

pub(in crate::refactorings) const TRY_WITH_RESOURCES: TypeInfo = TypeInfo {
    refactoring: RefactoringType::TryWithResources,
    name: "Try with Resources",
    aliases: &["Try With Resources"],
    group: Group::Statement,
    level: Level::Method,
    sentence: "{is} closes what it opens in {kind.after} {new}",
    rminer: "{is} {place}",
    summary: "A statement that tries something closes what it opens by itself.",
    example_before: "\
class Box {
    void load() {
        Reader in = open();
        try {
            read(in);
        } catch (Failure e) {
            log(e);
        } finally {
            in.close();
        }
    }
}
",
    example_after: "\
class Box {
    void load() {
        try (Reader in = open()) {
            read(in);
        } catch (Failure e) {
            log(e);
        }
    }
}
",
    ..DETAIL
};

pub(in crate::refactorings) const REPLACE_GENERIC_WITH_DIAMOND: TypeInfo = TypeInfo {
    refactoring: RefactoringType::ReplaceGenericWithDiamond,
    name: "Replace Generic with Diamond",
    aliases: &["Replace Generic With Diamond"],
    group: Group::Statement,
    level: Level::Method,
    sentence: "{was} is written {is} in {kind.after} {new}",
    rminer: "{was} with {is} {place}",
    summary: "The type arguments of a new object are no longer written.",
    example_before: "\
class Box {
    void fill() {
        Map<String, Item> items = new HashMap<String, Item>();
        items.clear();
    }
}
",
    example_after: "\
class Box {
    void fill() {
        Map<String, Item> items = new HashMap<>();
        items.clear();
    }
}
",
    ..DETAIL
};
