//! Move Method: the same name in another type that is neither a supertype nor a subtype. Several may become one,
//! where code was really duplicated.

use super::{Group, MatchingRule, RefactoringType, Rule, TypeInfo};
use crate::matching::evidence::moving;
use crate::matching::{Join, Multiplicity, by_similarity};
use crate::model::Level;

pub(super) const INFO: TypeInfo = TypeInfo {
    refactoring: RefactoringType::MoveMethod,
    name: "Move Method",
    aliases: &[],
    group: Group::Structure,
    level: Level::Method,
    corresponds: true,
    preserves: true,
    moves: true,
    sentence: "{kind} {old} was moved to {new.owner}",
    doubtful: false,
    rminer: "",
    confidence: &[(0.2, 0.7), (0.55, 0.85), (0.7, 0.97), (1.0, 0.99)],
    paper_threshold: Some(0.4),
    summary: "A method stands in another type.",
    example_before: "\
class Order {
    String label(int id) { return \"order \" + Integer.toHexString(id); }
}
class Labels { }
",
    example_after: "\
class Order { }
class Labels {
    String label(int id) { return \"order \" + Integer.toHexString(id); }
}
",
    rule: Rule::Matching(PAPER),
    evidence: Some(Rule::Matching(MatchingRule { judge: moving::method, ..PAPER })),
};

const PAPER: MatchingRule = MatchingRule {
    join: Join::Name,
    multiplicity: Multiplicity::ManyToOne,
    condition: |context, before, after| {
        context.is_ordinary_method(before)
            && context.same_name(before, after)
            && !context.containers_match(before, after)
            && !context.moves_up(before, after)
            && !context.moves_down(before, after)
    },
    judge: by_similarity,
};
