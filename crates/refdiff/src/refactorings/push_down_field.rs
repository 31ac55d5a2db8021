//! Push Down Field: from a type into one that is its subtype after the change. One may become several.

use super::{Group, MatchingRule, RefactoringType, Rule, TypeInfo};
use crate::matching::{Context, Join, Judgement, Multiplicity, Pair, accept, by_similarity};
use crate::model::Level;

pub(super) const INFO: TypeInfo = TypeInfo {
    refactoring: RefactoringType::PushDownField,
    name: "Push Down Field",
    aliases: &["Push Down Attribute"],
    group: Group::Structure,
    level: Level::Field,
    corresponds: true,
    preserves: true,
    moves: true,
    sentence: "{kind} {old} was pushed down to {new.owner}",
    doubtful: false,
    rminer: "",
    confidence: &[(0.6, 0.85), (1.0, 0.98)],
    paper_threshold: Some(0.3),
    summary: "A field went down into a subtype.",
    example_before: "\
class Shape { int r; }
class Circle extends Shape {
    double area() { return Math.PI * r * r; }
}
",
    example_after: "\
class Shape { }
class Circle extends Shape { int r;
    double area() { return Math.PI * r * r; }
}
",
    rule: Rule::Matching(PAPER),
    evidence: Some(Rule::Matching(MatchingRule { judge, ..PAPER })),
};

const PAPER: MatchingRule = MatchingRule {
    join: Join::Name,
    multiplicity: Multiplicity::OneToMany,
    condition: |context, before, after| context.same_type(before, after) && context.moves_down(before, after),
    judge: by_similarity,
};

/// Name and type along the hierarchy identify a field; the similarity of its uses only decides between several.
fn judge(context: &Context<'_>, pair: &Pair) -> Judgement {
    let owners = (context.before.container(pair.before), context.after.container(pair.after));
    if !matches!(owners, (Some(from), Some(to)) if context.can_go_down(from, to)) {
        return Err("the lower type was not below before");
    }
    let similarity = pair.similarity.unwrap_or(0.0);
    accept(similarity, 0.6 + 0.4 * similarity)
}
