//! Push Down Field: from a type into one that is its subtype after the change. One may become several.

use super::{MatchingRule, RefactoringType, RelationshipInfo, Rule};
use crate::matching::{Join, Multiplicity};

pub(super) const INFO: RelationshipInfo = RelationshipInfo {
    refactoring: RefactoringType::PushDownField,
    paper_threshold: 0.3,
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
    rule: Rule::Matching(MatchingRule {
        join: Join::Name,
        multiplicity: Multiplicity::OneToMany,
        condition: |context, before, after| {
            context.same_type(before, after) && context.moves_down(before, after)
        },
    }),
};
