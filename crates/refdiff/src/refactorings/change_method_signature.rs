//! Change Method Signature: the same name with different parameters in the same type. The paper gives no threshold;
//! its tool uses 0.5.

use super::{Group, MatchingRule, RefactoringType, Rule, TypeInfo};
use crate::matching::evidence::renaming;
use crate::matching::{Context, Join, Judgement, Multiplicity, Pair, accept, by_similarity, is_retaken};
use crate::model::Level;

pub(super) const INFO: TypeInfo = TypeInfo {
    refactoring: RefactoringType::ChangeMethodSignature,
    name: "Change Method Signature",
    aliases: &[],
    group: Group::Structure,
    level: Level::Method,
    corresponds: true,
    preserves: false,
    moves: false,
    sentence: "{kind} {old} is now {new.name}: {changes}",
    doubtful: false,
    rminer: "",
    confidence: &[(0.62, 0.6), (0.8, 0.8), (1.0, 0.98)],
    paper_threshold: Some(0.5),
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
    rule: Rule::Matching(PAPER),
    evidence: Some(Rule::Matching(MatchingRule { judge, ..PAPER })),
};

const PAPER: MatchingRule = MatchingRule {
    join: Join::Container,
    multiplicity: Multiplicity::One,
    condition: |context, before, after| {
        context.same_name(before, after)
            && !context.same_signature(before, after)
            && context.containers_match(before, after)
    },
    judge: by_similarity,
};

/// A name that only one unmatched method has on either side denotes the same method, whatever happened to its body.
fn judge(context: &Context<'_>, pair: &Pair) -> Judgement {
    let similarity = pair.similarity.unwrap_or(0.0);
    if is_retaken(context, pair.before, pair.after) {
        return Err("either was another method before, or is another one now, by what they do");
    }
    by_similarity(context, pair).or_else(|reason| {
        if renaming::keeps_name(context, pair) && !is_another(context, pair, similarity) {
            accept(similarity, 0.5 + similarity / 2.0)
        } else {
            Err(reason)
        }
    })
}

/// Whether only the name is the same: another result type, hardly a common word in the bodies, and no caller of the
/// old one calls the new one. The similarity limit is set by hand, well below that of methods that were rewritten
/// under their name.
fn is_another(context: &Context<'_>, pair: &Pair, similarity: f64) -> bool {
    let (old, new) = (context.before.declaration(pair.before), context.after.declaration(pair.after));
    let (switched, callers) = context.calls().switched(context, pair.before, pair.after);
    pair.similarity.is_some()
        && similarity < 0.2
        && old.type_key != new.type_key
        && switched == 0
        && callers > 0
}
