//! Whether a method went up or down.

use super::renaming::{body_length, same_parameters};
use crate::matching::{Context, Pair};
use crate::model::EntityKind;

/// A method that keeps name and parameters on its way up is told by these: little has to be alike.
pub(crate) fn up(context: &Context<'_>, pair: &Pair) -> Option<f64> {
    judge(context, pair)
}

/// The same on its way down.
pub(crate) fn down(context: &Context<'_>, pair: &Pair) -> Option<f64> {
    judge(context, pair)
}

fn judge(context: &Context<'_>, pair: &Pair) -> Option<f64> {
    let (before, after) = (pair.before, pair.after);
    let lengths = [body_length(context.before, before), body_length(context.after, after)];
    let constructors =
        [context.before.kind(before), context.after.kind(after)].map(|k| k == EntityKind::Constructor);
    let similarity = pair.similarity.unwrap_or(0.0);
    let same_signature = context.same_signature(before, after);
    match constructors {
        [true, true] => {
            return (same_parameters(context, before, after) && similarity >= 0.7).then_some(similarity);
        }
        [false, false] => {}
        _ => return None,
    }
    match lengths {
        [0, 0] => {
            let same = same_signature
                && context.same_type(before, after)
                && context.before.body(before).is_none()
                && context.before.declaration(before).body.is_some()
                    == context.after.declaration(after).body.is_some();
            return same.then_some(0.5);
        }
        // A declaration that was added above is no method that went there.
        [0, _] | [_, 0] => return None,
        _ => {}
    }
    if same_signature {
        return (similarity >= pair.threshold).then_some(similarity + 0.3);
    }
    if context.same_name(before, after) {
        return (similarity >= 0.5).then_some(similarity);
    }
    let several = context.statements_before(before).len() > 1 && context.statements_after(after).len() > 1;
    (several && similarity >= 0.75).then_some(similarity - 0.2)
}
