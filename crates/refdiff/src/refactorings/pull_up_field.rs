//! Pull Up Field: from a type into one that is its supertype after the change. Several may become one.

use super::{MatchingRule, RefactoringType, RelationshipInfo, Rule};
use crate::matching::{Context, Join, Judgement, Multiplicity, Pair, accept, by_similarity};

pub(super) const INFO: RelationshipInfo = RelationshipInfo {
    refactoring: RefactoringType::PullUpField,
    paper_threshold: Some(0.5),
    summary: "A field went up into a supertype.",
    example_before: "\
class Shape { }
class Circle extends Shape { int x;
    void moveBy(int dx) { x = x + dx; }
}
",
    example_after: "\
class Shape { int x; }
class Circle extends Shape {
    void moveBy(int dx) { x = x + dx; }
}
",
    rule: Rule::Matching(PAPER),
    evidence: Some(Rule::Matching(MatchingRule { judge, ..PAPER })),
};

const PAPER: MatchingRule = MatchingRule {
    join: Join::Name,
    multiplicity: Multiplicity::ManyToOne,
    condition: |context, before, after| context.same_type(before, after) && context.moves_up(before, after),
    judge: by_similarity,
};

/// Name and type along the hierarchy tell a field; how alike its uses are only says which of several.
fn judge(_: &Context<'_>, pair: &Pair) -> Judgement {
    let similarity = pair.similarity.unwrap_or(0.0);
    accept(similarity, 0.6 + 0.4 * similarity)
}
