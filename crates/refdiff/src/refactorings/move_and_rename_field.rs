//! Move and Rename Field: a field that changed both name and enclosing type.

use super::{Group, MatchingRule, RefactoringType, Rule, TypeInfo};
use crate::matching::evidence::moving;
use crate::matching::{Join, Multiplicity};
use crate::model::Level;

pub(super) const INFO: TypeInfo = TypeInfo {
    refactoring: RefactoringType::MoveAndRenameField,
    name: "Move and Rename Field",
    aliases: &["Move and Rename Attribute"],
    group: Group::Structure,
    level: Level::Field,
    corresponds: true,
    preserves: true,
    moves: true,
    sentence: "{kind} {old} was moved and renamed to {new}",
    doubtful: false,
    rminer: "",
    confidence: &[(0.4, 0.5), (0.6, 0.75), (0.7, 0.9), (1.0, 0.96)],
    paper_threshold: None,
    summary: "A field went to another type and has another name there.",
    example_before: "\
class Printer {
    String name;
    int inkLevel = 100;
    void use(int drops) { inkLevel = inkLevel - drops; }
    boolean isEmpty() { return inkLevel <= 0; }
    void print(String text) { use(text.length()); show(text); }
}
class Cartridge { }
",
    example_after: "\
class Printer {
    String name;
    Cartridge cartridge = new Cartridge();
    void print(String text) { cartridge.use(text.length()); show(text); }
}
class Cartridge {
    int level = 100;
    void use(int drops) { level = level - drops; }
    boolean isEmpty() { return level <= 0; }
}
",
    rule: Rule::Matching(MatchingRule {
        join: Join::All,
        multiplicity: Multiplicity::One,
        condition: |context, before, after| {
            context.before.kind(before) == context.after.kind(after)
                && !context.same_name(before, after)
                && context.same_type(before, after)
                && !context.containers_match(before, after)
                && !context.moves_up(before, after)
                && !context.moves_down(before, after)
        },
        judge: moving::field_renamed,
    }),
    evidence: None,
};
