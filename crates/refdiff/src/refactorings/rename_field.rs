//! Rename Field: another name in the same type, the same declared type, and used in the same way.

use super::{MatchingRule, RefactoringType, RelationshipInfo, Rule};
use crate::matching::evidence::renaming;
use crate::matching::{Join, Multiplicity};

pub(super) const INFO: RelationshipInfo = RelationshipInfo {
    refactoring: RefactoringType::RenameField,
    paper_threshold: None,
    summary: "A field has another name in the same type.",
    example_before: "\
class Door {
    private int cnt = 0;
    void open() { cnt = cnt + 1; }
    boolean used() { return cnt > 0; }
}
",
    example_after: "\
class Door {
    private int openings = 0;
    void open() { openings = openings + 1; }
    boolean used() { return openings > 0; }
}
",
    rule: Rule::Matching(MatchingRule {
        join: Join::Container,
        multiplicity: Multiplicity::One,
        condition: |context, before, after| {
            context.before.kind(before) == context.after.kind(after)
                && !context.same_name(before, after)
                && context.same_type(before, after)
                && context.containers_match(before, after)
        },
        judge: renaming::field,
    }),
    evidence: None,
};
