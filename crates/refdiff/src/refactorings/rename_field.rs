//! Rename Field: another name in the same type, the same declared type, and used in the same way.

use super::{Group, MatchingRule, RefactoringType, Rule, TypeInfo};
use crate::matching::evidence::renaming;
use crate::matching::{Join, Multiplicity};
use crate::model::Level;

pub(super) const INFO: TypeInfo = TypeInfo {
    refactoring: RefactoringType::RenameField,
    name: "Rename Field",
    aliases: &["Rename Attribute"],
    group: Group::Structure,
    level: Level::Field,
    corresponds: true,
    preserves: true,
    moves: false,
    sentence: "{kind} {old} was renamed to {new.name}",
    doubtful: false,
    rminer: "",
    confidence: &[(0.3, 0.6), (0.6, 0.85), (1.0, 0.97)],
    paper_threshold: None,
    summary: "A field has another name in the same type.",
    example_before: "\
class Door {
    private int cnt = 0;
    void open() { cnt = cnt + 1; }
    boolean used() { return cnt > 0; }
}
",
    example_after: "\
class Door {
    private int openings = 0;
    void open() { openings = openings + 1; }
    boolean used() { return openings > 0; }
}
",
    rule: Rule::Matching(MatchingRule {
        join: Join::Container,
        multiplicity: Multiplicity::One,
        condition: |context, before, after| {
            context.before.kind(before) == context.after.kind(after)
                && !context.same_name(before, after)
                && context.same_type(before, after)
                && context.containers_match(before, after)
        },
        judge: renaming::field,
    }),
    evidence: Some(Rule::Matching(MatchingRule {
        join: Join::Container,
        multiplicity: Multiplicity::One,
        condition: |context, before, after| {
            context.before.kind(before) == context.after.kind(after)
                && !context.same_name(before, after)
                && context.containers_match(before, after)
        },
        judge: renaming::field_or_retyped,
    })),
};
