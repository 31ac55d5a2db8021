//! Names that were given up and reused in one change: `a` became `b`, and `c` became `a`. The two entities with the
//! name `a` are then not the same.

use super::evidence::renaming::{TELLING_BODY, body_length};
use super::{Context, Relationship};
use crate::model::{EntityId, EntityKind, Level, Model, Symbol};

/// Entities with the same name, before and after.
pub(super) type Namesakes = (EntityId, EntityId);

/// An entity of another name puts namesakes in doubt if its difference is at most this share of theirs.
const CLEARLY: f64 = 0.5;

/// Namesakes that are at least this similar are not put in doubt: an entity that keeps its name and four fifths of
/// the rest is the same, no matter what else resembles it.
const KEPT: f64 = 0.8;

/// At most this many pairs are compared in one place. Where there would be more, namesakes count as the same.
const PAIRS: usize = 10_000;

/// With more unmatched methods of other names than this there is no decision: one of them is always similar.
const OTHERS: usize = 200;

/// The namesakes in one place that are not the same. Each of the two must be clearly more similar to an entity of
/// another name that was added (`fresh`) or removed (`gone`), or that is itself parted from its own namesake.
pub(super) fn parted(
    context: &Context<'_>,
    namesakes: &[Namesakes],
    gone: &[EntityId],
    fresh: &[EntityId],
) -> Vec<Namesakes> {
    if !context.evidence {
        return Vec::new();
    }
    let of = |level: Level| {
        let gone: Vec<EntityId> =
            gone.iter().copied().filter(|&id| context.before.level(id) == level).collect();
        let fresh: Vec<EntityId> =
            fresh.iter().copied().filter(|&id| context.after.level(id) == level).collect();
        if gone.is_empty() || fresh.is_empty() {
            return Vec::new();
        }
        parted_of(context, level, namesakes, &gone, &fresh)
    };
    [Level::Type, Level::Method].into_iter().flat_map(of).collect()
}

fn parted_of(
    context: &Context<'_>,
    level: Level,
    namesakes: &[Namesakes],
    gone: &[EntityId],
    fresh: &[EntityId],
) -> Vec<Namesakes> {
    let (old, new) = (context.before, context.after);
    let tells = |model: &Model, id: EntityId| {
        level == Level::Type
            || model.kind(id) != EntityKind::Initialiser && body_length(model, id) >= TELLING_BODY
    };
    let changed: Vec<Namesakes> = namesakes
        .iter()
        .copied()
        .filter(|&(b, a)| old.level(b) == level && !is_unchanged(context, b, a))
        .filter(|&(b, a)| tells(old, b) && tells(new, a))
        .collect();
    if changed.is_empty() || changed.len() * (changed.len() + gone.len() + fresh.len()) > PAIRS {
        return Vec::new();
    }
    let documents = context.documents(level);
    let alike = |b: EntityId, a: EntityId| documents.similarity(b, a).unwrap_or(0.0);
    let mut doubted: Vec<(Namesakes, f64)> =
        changed.into_iter().map(|pair| (pair, alike(pair.0, pair.1))).collect();
    // An entity that turns out to be the same is no partner for others.
    loop {
        let has_others = |&((b, a), own): &(Namesakes, f64)| {
            let others = || doubted.iter().map(|d| d.0).filter(|other| other.0 != b);
            fresh.iter().copied().chain(others().map(|other| other.1)).any(|id| clearly(alike(b, id), own))
                && gone
                    .iter()
                    .copied()
                    .chain(others().map(|other| other.0))
                    .any(|id| clearly(alike(id, a), own))
        };
        let rest: Vec<(Namesakes, f64)> = doubted.iter().copied().filter(has_others).collect();
        if rest.len() == doubted.len() {
            return rest.into_iter().map(|d| d.0).collect();
        }
        doubted = rest;
    }
}

/// Whether two methods with the same name and different parameters are not the same: each is clearly more similar to
/// an unmatched method of another name in the same place.
pub(crate) fn is_retaken(context: &Context<'_>, before: EntityId, after: EntityId) -> bool {
    let (old, new) = (context.before, context.after);
    let (Some(from), Some(to)) = (old.container(before), new.container(after)) else { return false };
    let others =
        |model: &Model, of: EntityId, is_open: &dyn Fn(EntityId) -> bool, name: Symbol| -> Vec<EntityId> {
            let children = model.children(of).iter().copied();
            children
                .filter(|&id| model.level(id) == Level::Method && model.name(id) != name && is_open(id))
                .collect()
        };
    let gone = others(old, from, &|id| context.matches.after(id).is_empty(), old.name(before));
    let fresh = others(new, to, &|id| context.matches.before(id).is_empty(), new.name(after));
    let tells = body_length(old, before) >= TELLING_BODY && body_length(new, after) >= TELLING_BODY;
    if !tells || gone.is_empty() || fresh.is_empty() || gone.len() + fresh.len() > OTHERS {
        return false;
    }
    let documents = context.documents(Level::Method);
    let alike = |b: EntityId, a: EntityId| documents.similarity(b, a).unwrap_or(0.0);
    let own = alike(before, after);
    fresh.into_iter().any(|id| clearly(alike(before, id), own))
        && gone.into_iter().any(|id| clearly(alike(id, after), own))
}

/// Whether nothing changed, including everything inside.
fn is_unchanged(context: &Context<'_>, before: EntityId, after: EntityId) -> bool {
    let (old, new) = (context.before, context.after);
    let mut pending = vec![(before, after)];
    while let Some((b, a)) = pending.pop() {
        let (left, right) = (old.children(b), new.children(a));
        if old.identity(b) != new.identity(a) || left.len() != right.len() {
            return false;
        }
        pending.extend(left.iter().copied().zip(right.iter().copied()));
    }
    true
}

/// Whether an entity of another name is so similar that it puts namesakes with the similarity `own` in doubt.
fn clearly(similarity: f64, own: f64) -> bool {
    own < KEPT && 1.0 - similarity <= CLEARLY * (1.0 - own)
}

/// Namesakes of a level that remained unmatched are the same after all.
pub(super) fn rejoin(context: &mut Context<'_>, level: Level) {
    let parted = std::mem::take(&mut context.parted);
    let (of_level, others) = parted.into_iter().partition(|pair| context.before.level(pair.0) == level);
    context.parted = others;
    for (before, after) in of_level {
        if context.matches.after(before).is_empty() && context.matches.before(after).is_empty() {
            context.add(before, after, Relationship::Same, None, 1.0);
        }
    }
}
