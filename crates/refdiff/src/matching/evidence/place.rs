//! Where a member stands among the others of its type.

use crate::matching::{Context, Relationship};
use crate::model::{EntityId, Level, Model};

/// How many of the neighbours of a pair, the method before it and the one behind, are the same on both sides: 0 to 2.
/// Nothing on both sides is the same, too.
pub(crate) fn neighbours(context: &Context<'_>, before: EntityId, after: EntityId) -> u32 {
    let (old, new) = (around(context.before, before), around(context.after, after));
    let same = |b: Option<EntityId>, a: Option<EntityId>| match (b, a) {
        (None, None) => true,
        (Some(b), Some(a)) => {
            let links = context.matches.after(b);
            links.iter().any(|link| link.other == a && link.relationship == Relationship::Same)
        }
        _ => false,
    };
    u32::from(same(old.0, new.0)) + u32::from(same(old.1, new.1))
}

/// The methods before and behind a method in its type.
fn around(model: &Model, method: EntityId) -> (Option<EntityId>, Option<EntityId>) {
    let Some(container) = model.container(method) else { return (None, None) };
    let siblings = model.children(container);
    let Ok(at) = siblings.binary_search(&method) else { return (None, None) };
    let is_method = |id: &&EntityId| model.level(**id) == Level::Method;
    let ahead = siblings[..at].iter().rev().find(is_method);
    let behind = siblings[at + 1..].iter().find(is_method);
    (ahead.copied(), behind.copied())
}
