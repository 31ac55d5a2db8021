//! Rename Method: another name in the same type, and a similar body.

use super::{Group, MatchingRule, RefactoringType, Rule, TypeInfo};
use crate::matching::evidence::renaming;
use crate::matching::{Join, Multiplicity, by_similarity};
use crate::model::Level;

pub(super) const INFO: TypeInfo = TypeInfo {
    refactoring: RefactoringType::RenameMethod,
    name: "Rename Method",
    aliases: &[],
    group: Group::Structure,
    level: Level::Method,
    corresponds: true,
    preserves: true,
    moves: false,
    sentence: "{kind} {old} was renamed to {new.name}",
    doubtful: false,
    rminer: "",
    confidence: &[(0.48, 0.5), (0.55, 0.72), (0.7, 0.78), (0.85, 0.9), (1.0, 0.98)],
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
