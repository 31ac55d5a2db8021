//! Rename Type: another name in the same container, and similar.

use super::{Group, MatchingRule, RefactoringType, Rule, TypeInfo};
use crate::matching::evidence::types;
use crate::matching::{Join, Multiplicity, by_similarity};
use crate::model::Level;

pub(super) const INFO: TypeInfo = TypeInfo {
    refactoring: RefactoringType::RenameType,
    name: "Rename Type",
    aliases: &["Rename Class"],
    group: Group::Structure,
    level: Level::Type,
    corresponds: true,
    preserves: true,
    moves: false,
    sentence: "{kind} {old} was renamed to {new.name}",
    doubtful: false,
    rminer: "",
    confidence: &[(0.4, 0.35), (0.5, 0.5), (0.65, 0.75), (0.8, 0.95), (1.0, 0.98)],
    paper_threshold: Some(0.4),
    summary: "A type has another name in the same package or outer type.",
    example_before: "\
class Stack {
    int[] items = new int[8];
    int size;
    void push(int x) { items[size++] = x; }
    int pop() { return items[--size]; }
}
",
    example_after: "\
class IntStack {
    int[] items = new int[8];
    int size;
    void push(int x) { items[size++] = x; }
    int pop() { return items[--size]; }
}
",
    rule: Rule::Matching(PAPER),
    evidence: Some(Rule::Matching(MatchingRule { judge: types::renamed, ..PAPER })),
};

const PAPER: MatchingRule = MatchingRule {
    join: Join::Container,
    multiplicity: Multiplicity::One,
    condition: |context, before, after| {
        !context.same_name(before, after) && context.containers_match(before, after)
    },
    judge: by_similarity,
};
