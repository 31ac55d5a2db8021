//! Rename Method: another name in the same type, and a similar body.

use super::{MatchingRule, RefactoringType, RelationshipInfo, Rule};
use crate::matching::evidence::renaming;
use crate::matching::{Join, Multiplicity, by_similarity};

pub(super) const INFO: RelationshipInfo = RelationshipInfo {
    refactoring: RefactoringType::RenameMethod,
    paper_threshold: Some(0.3),
    summary: "A method has another name in the same type.",
    example_before: "\
class Cart {
    int[] prices;
    int calc() { int sum = 0; for (int p : prices) sum += p; return sum; }
}
",
    example_after: "\
class Cart {
    int[] prices;
    int total() { int sum = 0; for (int p : prices) sum += p; return sum; }
}
",
    rule: Rule::Matching(PAPER),
    evidence: Some(Rule::Matching(MatchingRule { judge: renaming::judge, ..PAPER })),
};

const PAPER: MatchingRule = MatchingRule {
    join: Join::Container,
    multiplicity: Multiplicity::One,
    condition: |context, before, after| {
        !context.same_name(before, after) && context.containers_match(before, after)
    },
    judge: by_similarity,
};
