//! Whether a type was renamed or moved, where the texts alone say little.

use super::names;
use crate::matching::{Context, Judgement, Pair, accept, by_similarity};
use crate::model::{EntityId, Level, Model, Symbol};
use rustc_hash::FxHashSet as HashSet;

/// From here on, the text of two types suffices.
const TELLING: f64 = 0.5;
/// From here on, it is some evidence.
const HALF_TELLING: f64 = 0.3;

/// What the files of two types say, if both types are top-level and each file exists on one side only.
enum Files {
    /// One file became the other.
    Same(f64),
    /// One of them became another file, or was another file.
    Other,
    /// Nothing.
    Unknown,
}

fn files(context: &Context<'_>, pair: &Pair) -> Files {
    let (before, after) = (context.before, context.after);
    if before.container(pair.before).is_some() || after.container(pair.after).is_some() {
        return Files::Unknown;
    }
    let (old, new) = (before.entity(pair.before).file, after.entity(pair.after).file);
    match (before.file_partners.get(&old), after.file_partners.get(&new)) {
        (Some(&(partner, likeness)), _) if partner == new => Files::Same(likeness),
        (None, None) => Files::Unknown,
        _ => Files::Other,
    }
}

/// A rank above all ranks that the texts of types alone can reach.
const BY_FILE: f64 = 1.0;

/// A type that keeps its name and half of its members is the same, no matter how much of its text changed.
pub(crate) fn moved(context: &Context<'_>, pair: &Pair) -> Judgement {
    let similarity = by_similarity(context, pair)?.rank;
    if let Files::Same(likeness) = files(context, pair) {
        return accept(BY_FILE + likeness, 0.5 + likeness / 2.0);
    }
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

/// A type whose name and much of whose text changed must keep half of the words in its name.
pub(crate) fn renamed(context: &Context<'_>, pair: &Pair) -> Judgement {
    match files(context, pair) {
        // Small files may have only a licence in common.
        Files::Same(likeness)
            if (by_similarity(context, pair).is_ok() || names_share(context, pair) >= 0.5)
                && !inner(context, pair, pair.similarity.unwrap_or(0.0)) =>
        {
            return accept(BY_FILE + likeness, 0.5 + likeness / 2.0);
        }
        Files::Same(_) => return Err("their files are alike, but neither the types nor their names"),
        Files::Other => return Err("the file of one of them became another one"),
        Files::Unknown => {}
    }
    let similarity = by_similarity(context, pair)?.rank;
    let names = names_share(context, pair);
    if similarity < 0.4 && names < 0.5 {
        return Err("their names share too few words for texts that are no more alike");
    }
    if similarity < TELLING && namesake(context, pair, similarity) {
        return Err("an open type of the same name is as much alike");
    }
    if inner(context, pair, similarity) {
        return Err("a type inside one of them has the name of the other and is more alike");
    }
    // Names share words in families of classes too, and their texts are this similar. A third of the members is
    // required, as for moved types. With one or two members, all may have been renamed as well. This loses true
    // renames in which all members were renamed, too.
    let several = context.before.children(pair.before).len() > 2;
    if similarity < 0.4 && several && shared_members(context, pair.before, pair.after) < 0.3 {
        return Err("they share too few members for texts that are no more alike");
    }
    accept(similarity, 0.75 * similarity + 0.25 * names)
}

/// The share of the shorter name's words that the other name has.
fn names_share(context: &Context<'_>, pair: &Pair) -> f64 {
    let (old, new) = (context.before.declaration(pair.before), context.after.declaration(pair.after));
    names::contained(&old.name, &new.name)
}

/// Whether one of the two has an unmatched namesake on the other side that is at least as similar.
fn namesake(context: &Context<'_>, pair: &Pair, similarity: f64) -> bool {
    let documents = context.documents(Level::Type);
    let alike = |b: EntityId, a: EntityId| {
        context.before.name(b) == context.after.name(a)
            && documents.similarity(b, a).is_some_and(|other| other >= similarity)
    };
    context.open_after(Level::Type).any(|a| alike(pair.before, a))
        || context.open_before(Level::Type).any(|b| alike(b, pair.after))
}

/// Whether a type nested in one of them moved out of it or into it, and accounts for most of the common text.
fn inner(context: &Context<'_>, pair: &Pair, similarity: f64) -> bool {
    let documents = context.documents(Level::Type);
    let more = |b: EntityId, a: EntityId| {
        context.before.name(b) == context.after.name(a)
            && documents.similarity(b, a).is_some_and(|other| other > similarity)
    };
    let types = |model: &Model, id: EntityId| -> Vec<EntityId> {
        model.children(id).iter().copied().filter(|&c| model.level(c) == Level::Type).collect()
    };
    types(context.before, pair.before).into_iter().any(|b| more(b, pair.after))
        || types(context.after, pair.after).into_iter().any(|a| more(pair.before, a))
}

/// The share of a type's member names that another type has as well.
fn shared_members(context: &Context<'_>, before: EntityId, after: EntityId) -> f64 {
    let members = |model: &Model, id: EntityId| -> HashSet<(Level, Symbol)> {
        model.children(id).iter().map(|&m| (model.level(m), model.name(m))).collect()
    };
    let (old, new) = (members(context.before, before), members(context.after, after));
    if old.is_empty() { 0.0 } else { old.intersection(&new).count() as f64 / old.len() as f64 }
}
