//! The position of a member among the others of its type.

use crate::matching::Context;
use crate::model::{EntityId, Level, Model};

/// How many neighbours of a pair, the previous and the next member of its level, are the same on both sides: 0 to 2.
/// No neighbour on both sides counts as the same.
pub(crate) fn neighbours(context: &Context<'_>, before: EntityId, after: EntityId) -> u32 {
    let (old, new) = (around(context.before, before), around(context.after, after));
    let same = |b: Option<EntityId>, a: Option<EntityId>| match (b, a) {
        (None, None) => true,
        (Some(b), Some(a)) => {
            let partners = context.matches.after(b);
            // Adjacent fields are often renamed together.
            let open = partners.is_empty() && context.matches.before(a).is_empty();
            open && context.before.level(b) == Level::Field
                || partners.iter().any(|partner| partner.other == a)
        }
        _ => false,
    };
    u32::from(same(old.0, new.0)) + u32::from(same(old.1, new.1))
}

/// The previous and the next member of the same level in its type.
fn around(model: &Model, member: EntityId) -> (Option<EntityId>, Option<EntityId>) {
    let Some(container) = model.container(member) else { return (None, None) };
    let siblings = model.children(container);
    let Ok(at) = siblings.binary_search(&member) else { return (None, None) };
    let level = model.level(member);
    let same_level = |id: &&EntityId| model.level(**id) == level;
    let ahead = siblings[..at].iter().rev().find(same_level);
    let behind = siblings[at + 1..].iter().find(same_level);
    (ahead.copied(), behind.copied())
}
