//! Move and Rename Type: another name in another container, and similar. The paper gives no threshold; its tool has 0.5.

use super::{MatchingRule, RefactoringType, RelationshipInfo, Rule};
use crate::matching::evidence::types;
use crate::matching::{Join, Multiplicity, by_similarity};

pub(super) const INFO: RelationshipInfo = RelationshipInfo {
    refactoring: RefactoringType::MoveAndRenameType,
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
