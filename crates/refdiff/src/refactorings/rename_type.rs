//! Rename Type: another name in the same container, and similar.

use super::{MatchingRule, RefactoringType, RelationshipInfo, Rule};
use crate::matching::evidence::types;
use crate::matching::{Join, Multiplicity, by_similarity};

pub(super) const INFO: RelationshipInfo = RelationshipInfo {
    refactoring: RefactoringType::RenameType,
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
