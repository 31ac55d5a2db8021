//! Move and Rename Method: another name in another type that is neither a supertype nor a subtype, with a very
//! similar body. The paper does not have it.

use super::{Group, MatchingRule, RefactoringType, Rule, TypeInfo};
use crate::matching::evidence::moving;
use crate::matching::{Join, Multiplicity};
use crate::model::Level;

pub(super) const INFO: TypeInfo = TypeInfo {
    refactoring: RefactoringType::MoveAndRenameMethod,
    name: "Move and Rename Method",
    aliases: &[],
    group: Group::Structure,
    level: Level::Method,
    corresponds: true,
    preserves: true,
    moves: true,
    sentence: "{kind} {old} was moved and renamed to {new}",
    doubtful: false,
    rminer: "",
    confidence: &[(0.4, 0.4), (0.56, 0.55), (0.62, 0.85), (1.0, 0.95)],
    paper_threshold: None,
    summary: "A method went to another type and has another name there.",
    example_before: "\
class Order {
    double price;
    int count;
    double computeTotal(double rate) {
        double net = price * count;
        return net + net * rate;
    }
}
class Tax { }
",
    example_after: "\
class Order {
    double price;
    int count;
    Tax tax;
}
class Tax {
    double grossOf(double price, int count, double rate) {
        double net = price * count;
        return net + net * rate;
    }
}
",
    rule: Rule::Matching(MatchingRule {
        join: Join::All,
        multiplicity: Multiplicity::One,
        condition: |context, before, after| {
            context.is_ordinary_method(before)
                && !context.same_name(before, after)
                && !context.containers_match(before, after)
                && !context.moves_up(before, after)
                && !context.moves_down(before, after)
        },
        judge: moving::method_renamed,
    }),
    evidence: None,
};
