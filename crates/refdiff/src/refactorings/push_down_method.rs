//! Push Down Method: from a type into one that is its subtype after the change. One may become several.

use super::{Group, MatchingRule, RefactoringType, Rule, TypeInfo};
use crate::matching::evidence::hierarchy;
use crate::matching::{Join, Multiplicity, by_similarity};
use crate::model::Level;

pub(super) const INFO: TypeInfo = TypeInfo {
    refactoring: RefactoringType::PushDownMethod,
    name: "Push Down Method",
    aliases: &[],
    group: Group::Structure,
    level: Level::Method,
    corresponds: true,
    preserves: true,
    moves: true,
    sentence: "{kind} {old} was pushed down to {new.owner}",
    doubtful: false,
    rminer: "",
    confidence: &[(0.62, 0.6), (0.8, 0.8), (1.0, 0.98)],
    paper_threshold: Some(0.6),
    summary: "A method went down into a subtype.",
    example_before: "\
class Shape { int r;
    double area() { return Math.PI * r * r; }
}
class Circle extends Shape { }
",
    example_after: "\
class Shape { int r; }
class Circle extends Shape {
    double area() { return Math.PI * r * r; }
}
",
    rule: Rule::Matching(PAPER),
    evidence: Some(Rule::Matching(MatchingRule {
        join: Join::Down,
        condition: |_, _, _| true,
        judge: hierarchy::judge,
        ..PAPER
    })),
};

const PAPER: MatchingRule = MatchingRule {
    join: Join::Name,
    multiplicity: Multiplicity::OneToMany,
    condition: |context, before, after| {
        context.is_ordinary_method(before)
            && context.same_signature(before, after)
            && context.moves_down(before, after)
    },
    judge: by_similarity,
};
