//! Move Type: the same name in another container, and almost the same text.

use super::{Group, MatchingRule, RefactoringType, Rule, TypeInfo};
use crate::matching::evidence::types;
use crate::matching::{Join, Multiplicity, by_similarity};
use crate::model::Level;

pub(super) const INFO: TypeInfo = TypeInfo {
    refactoring: RefactoringType::MoveType,
    name: "Move Type",
    aliases: &["Move Class"],
    group: Group::Structure,
    level: Level::Type,
    corresponds: true,
    preserves: true,
    moves: true,
    sentence: "{kind} {old} was moved to {new.owner}",
    doubtful: false,
    rminer: "",
    confidence: &[(0.3, 0.9), (0.5, 0.97), (1.0, 0.99)],
    paper_threshold: Some(0.9),
    summary: "A type stands in another package or outer type.",
    example_before: "\
package shop;
class Price {
    long cents;
    Price(long cents) { this.cents = cents; }
    Price plus(Price other) { return new Price(cents + other.cents); }
}
",
    example_after: "\
package shop.money;
class Price {
    long cents;
    Price(long cents) { this.cents = cents; }
    Price plus(Price other) { return new Price(cents + other.cents); }
}
",
    rule: Rule::Matching(PAPER),
    evidence: Some(Rule::Matching(MatchingRule { judge: types::moved, ..PAPER })),
};

const PAPER: MatchingRule = MatchingRule {
    join: Join::Name,
    multiplicity: Multiplicity::One,
    condition: |context, before, after| {
        context.same_name(before, after) && !context.containers_match(before, after)
    },
    judge: by_similarity,
};
