//! Pull Up Field: from a type into one that is its supertype after the change. Several may become one.

use super::{Group, MatchingRule, RefactoringType, Rule, TypeInfo};
use crate::matching::{Context, Join, Judgement, Multiplicity, Pair, accept, by_similarity};
use crate::model::Level;

pub(super) const INFO: TypeInfo = TypeInfo {
    refactoring: RefactoringType::PullUpField,
    name: "Pull Up Field",
    aliases: &["Pull Up Attribute"],
    group: Group::Structure,
    level: Level::Field,
    corresponds: true,
    preserves: true,
    moves: true,
    sentence: "{kind} {old} was pulled up to {new.owner}",
    doubtful: false,
    rminer: "",
    confidence: &[(0.6, 0.85), (1.0, 0.98)],
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

/// Name and type along the hierarchy identify a field; the similarity of its uses only decides between several.
fn judge(_: &Context<'_>, pair: &Pair) -> Judgement {
    let similarity = pair.similarity.unwrap_or(0.0);
    accept(similarity, 0.6 + 0.4 * similarity)
}
