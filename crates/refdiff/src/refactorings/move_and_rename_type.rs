//! Move and Rename Type: another name in another container, and similar. The paper gives no threshold; its tool uses
//! 0.5.

use super::{Group, MatchingRule, RefactoringType, Rule, TypeInfo};
use crate::matching::evidence::types;
use crate::matching::{Join, Multiplicity, by_similarity};
use crate::model::Level;

pub(super) const INFO: TypeInfo = TypeInfo {
    refactoring: RefactoringType::MoveAndRenameType,
    name: "Move and Rename Type",
    aliases: &["Move and Rename Class"],
    group: Group::Structure,
    level: Level::Type,
    corresponds: true,
    preserves: true,
    moves: true,
    sentence: "{kind} {old} was moved and renamed to {new}",
    doubtful: false,
    rminer: "",
    confidence: &[(0.4, 0.35), (0.5, 0.5), (0.65, 0.75), (0.8, 0.95), (1.0, 0.98)],
    paper_threshold: Some(0.5),
    summary: "A type has another name in another package or outer type.",
    example_before: "\
package shop;
class Price {
    long cents;
    long rounded() { return (cents + 50) / 100; }
    boolean isFree() { return cents == 0; }
}
",
    example_after: "\
package shop.money;
class Amount {
    long cents;
    long rounded() { return (cents + 50) / 100; }
    boolean isFree() { return cents == 0; }
}
",
    rule: Rule::Matching(PAPER),
    evidence: Some(Rule::Matching(MatchingRule { judge: types::renamed, ..PAPER })),
};

const PAPER: MatchingRule = MatchingRule {
    join: Join::All,
    multiplicity: Multiplicity::One,
    condition: |context, before, after| {
        !context.same_name(before, after) && !context.containers_match(before, after)
    },
    judge: by_similarity,
};
