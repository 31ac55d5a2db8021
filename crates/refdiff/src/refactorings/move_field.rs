//! Move Field: the same name and type in another type that is neither a supertype nor a subtype. Both ends may have
//! several matches.

use super::{Group, MatchingRule, RefactoringType, Rule, TypeInfo};
use crate::matching::evidence::moving;
use crate::matching::{Join, Multiplicity, by_similarity};
use crate::model::Level;

pub(super) const INFO: TypeInfo = TypeInfo {
    refactoring: RefactoringType::MoveField,
    name: "Move Field",
    aliases: &["Move Attribute"],
    group: Group::Structure,
    level: Level::Field,
    corresponds: true,
    preserves: true,
    moves: true,
    sentence: "{kind} {old} was moved to {new.owner}",
    doubtful: false,
    rminer: "",
    confidence: &[(0.4, 0.5), (0.6, 0.75), (0.7, 0.9), (1.0, 0.96)],
    paper_threshold: Some(0.5),
    summary: "A field stands in another type.",
    example_before: "\
class Server { static int port = 8080;
    void open() { listen(Server.port); }
}
class Config { }
",
    example_after: "\
class Server {
    void open() { listen(Config.port); }
}
class Config { static int port = 8080; }
",
    rule: Rule::Matching(PAPER),
    evidence: Some(Rule::Matching(MatchingRule { judge: moving::field, ..PAPER })),
};

const PAPER: MatchingRule = MatchingRule {
    join: Join::Name,
    multiplicity: Multiplicity::Many,
    condition: |context, before, after| {
        context.same_type(before, after)
            && !context.containers_match(before, after)
            && !context.moves_up(before, after)
            && !context.moves_down(before, after)
    },
    judge: by_similarity,
};
