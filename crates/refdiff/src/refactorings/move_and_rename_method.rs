//! Move and Rename Method: another name in a type that is neither the same nor above nor below, and much the same body.
//! The paper does not have it.

use super::{MatchingRule, RefactoringType, RelationshipInfo, Rule};
use crate::matching::evidence::moving;
use crate::matching::{Join, Multiplicity};

pub(super) const INFO: RelationshipInfo = RelationshipInfo {
    refactoring: RefactoringType::MoveAndRenameMethod,
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
