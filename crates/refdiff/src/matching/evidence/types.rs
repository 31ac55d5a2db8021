//! Whether a type was renamed or moved, where the texts alone say little.

use super::names;
use crate::matching::{Context, Judgement, Pair, accept, by_similarity};
use crate::model::{EntityId, Level, Model, Symbol};
use rustc_hash::FxHashSet as HashSet;

/// From here on the text of two types says enough.
const TELLING: f64 = 0.5;
/// From here on it says something.
const HALF_TELLING: f64 = 0.3;

/// A type that keeps its name and half of its members is the same, however much of its text changed.
pub(crate) fn moved(context: &Context<'_>, pair: &Pair) -> Judgement {
    let similarity = by_similarity(context, pair)?.rank;
    if similarity >= TELLING {
        return accept(similarity, 0.5 + similarity / 2.0);
    }
    let shared = shared_members(context, pair.before, pair.after);
    if context.types_that_moved_along(pair.before, pair.after) >= 2 {
        return accept(similarity, 0.5 + similarity / 2.0);
    }
    if shared < if similarity >= HALF_TELLING { 0.3 } else { 0.5 } {
        return Err("they share too few members for texts that are no more alike");
    }
    accept(similarity, (similarity + shared) / 2.0)
}

/// A type that changed its name and much of its text keeps half of the words in its name.
pub(crate) fn renamed(context: &Context<'_>, pair: &Pair) -> Judgement {
    let similarity = by_similarity(context, pair)?.rank;
    let (old, new) = (context.before.declaration(pair.before), context.after.declaration(pair.after));
    let names = names::contained(&old.name, &new.name);
    if similarity < 0.4 && names < 0.5 {
        return Err("their names share too few words for texts that are no more alike");
    }
    accept(similarity, 0.75 * similarity + 0.25 * names)
}

/// The share of the names of a type's members that another type has as well.
fn shared_members(context: &Context<'_>, before: EntityId, after: EntityId) -> f64 {
    let members = |model: &Model, id: EntityId| -> HashSet<(Level, Symbol)> {
        model.children(id).iter().map(|&m| (model.level(m), model.name(m))).collect()
    };
    let (old, new) = (members(context.before, before), members(context.after, after));
    if old.is_empty() { 0.0 } else { old.intersection(&new).count() as f64 / old.len() as f64 }
}
