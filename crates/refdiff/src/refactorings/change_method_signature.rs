//! Change Method Signature: the same name with other parameters in the same type. The paper gives no threshold; its tool
//! has 0.5.

use super::{MatchingRule, RefactoringType, RelationshipInfo, Rule};
use crate::matching::{Join, Multiplicity};

pub(super) const INFO: RelationshipInfo = RelationshipInfo {
    refactoring: RefactoringType::ChangeMethodSignature,
    paper_threshold: 0.5,
    summary: "A method has other parameter types.",
    example_before: "\
class Mailer {
    void send(String to) { open(); write(to); close(); }
}
",
    example_after: "\
class Mailer {
    void send(String to, int retries) { open(); write(to); close(); }
}
",
    rule: Rule::Matching(MatchingRule {
        join: Join::Container,
        multiplicity: Multiplicity::One,
        condition: |context, before, after| {
            context.same_name(before, after)
                && !context.same_signature(before, after)
                && context.containers_match(before, after)
        },
    }),
};
