//! Whether a method was pulled up or pushed down.

use super::Owners;
use super::renaming::{body_length, same_parameters};
use crate::matching::{Context, Judgement, Pair, accept};
use crate::model::EntityKind;

/// Whether a method was pulled up or pushed down. One that keeps its name and parameters is identified by these: its
/// body needs little similarity.
pub(crate) fn judge(context: &Context<'_>, pair: &Pair) -> Judgement {
    let (before, after) = (pair.before, pair.after);
    let lengths = [body_length(context.before, before), body_length(context.after, after)];
    let constructors =
        [context.before.kind(before), context.after.kind(after)].map(|k| k == EntityKind::Constructor);
    let similarity = pair.similarity.unwrap_or(0.0);
    let same_signature = context.same_signature(before, after);
    match constructors {
        [true, true] => {
            if same_parameters(context, before, after) && similarity >= 0.7 {
                return accept(similarity, similarity);
            }
            return Err("constructors that are not alike enough or take other parameters");
        }
        [false, false] => {}
        _ => return Err("a constructor and a method"),
    }
    match lengths {
        [0, 0] => {
            let same = same_signature
                && context.same_type(before, after)
                && context.before.body(before).is_none()
                && context.before.declaration(before).body.is_some()
                    == context.after.declaration(after).body.is_some();
            return if same { accept(0.5, 0.7) } else { Err("two declarations that are not the same") };
        }
        // A declaration that was added in a supertype is not a method that moved there.
        [0, _] | [_, 0] => return Err("only one of them has a body"),
        _ => {}
    }
    if same_signature && similarity >= pair.threshold {
        return accept(similarity + 0.3, 0.5 + similarity / 2.0);
    }
    // A method that keeps its signature moves along with the others, whatever happened to its body.
    let company = || Owners::of(context, before, after).map_or(0, |owners| owners.company(context, before));
    if same_signature && company() >= 2 {
        return accept(similarity, 0.5 + similarity / 2.0);
    }
    if context.same_name(before, after) && similarity >= 0.5 {
        return accept(similarity, similarity);
    }
    let several = context.statements_before(before).len() > 1 && context.statements_after(after).len() > 1;
    // A single statement may resemble any other. Two or more callers that all switched are no coincidence. Three
    // quarters, as for several statements: set by hand, for almost identical code.
    let (switched, callers) = context.calls().switched(context, before, after);
    let all_switched = callers > 1 && switched == callers && same_parameters(context, before, after);
    if (several || all_switched) && similarity >= 0.75 {
        return accept(similarity - 0.2, similarity);
    }
    Err("they are not alike enough")
}
