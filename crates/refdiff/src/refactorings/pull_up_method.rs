//! Pull Up Method: from a type into one that is its supertype after the change. Several may become one.

use super::{Group, MatchingRule, RefactoringType, Rule, TypeInfo};
use crate::matching::evidence::hierarchy;
use crate::matching::{Join, Multiplicity, by_similarity};
use crate::model::Level;

pub(super) const INFO: TypeInfo = TypeInfo {
    refactoring: RefactoringType::PullUpMethod,
    name: "Pull Up Method",
    aliases: &[],
    group: Group::Structure,
    level: Level::Method,
    corresponds: true,
    preserves: true,
    moves: true,
    sentence: "{kind} {old} was pulled up to {new.owner}",
    doubtful: false,
    rminer: "",
    confidence: &[(0.62, 0.6), (0.8, 0.8), (1.0, 0.98)],
    paper_threshold: Some(0.4),
    summary: "A method went up into a supertype.",
    example_before: "\
class Shape { int x; }
class Circle extends Shape {
    void moveBy(int dx) { x = x + dx; repaint(); }
}
",
    example_after: "\
class Shape { int x;
    void moveBy(int dx) { x = x + dx; repaint(); }
}
class Circle extends Shape { }
",
    rule: Rule::Matching(PAPER),
    evidence: Some(Rule::Matching(MatchingRule {
        join: Join::Up,
        condition: |_, _, _| true,
        judge: hierarchy::judge,
        ..PAPER
    })),
};

const PAPER: MatchingRule = MatchingRule {
    join: Join::Name,
    multiplicity: Multiplicity::ManyToOne,
    condition: |context, before, after| {
        context.is_ordinary_method(before)
            && context.same_signature(before, after)
            && context.moves_up(before, after)
    },
    judge: by_similarity,
};
