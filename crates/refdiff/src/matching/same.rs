//! What is certainly the same: equal names in equal or matched containers.

use super::matches::Partner;
use super::retaken::{self, Namesakes};
use super::{Context, Relationship};
use crate::model::{EntityId, Level, Model, Symbol};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

/// Matches top-level types with equal names in the same package and source folder, with everything inside.
pub(super) fn match_types(context: &mut Context<'_>) {
    type FullName<'f> = (&'f [u8], &'f str, Symbol, bool);
    fn full_name<'m>(model: &'m Model, id: EntityId) -> FullName<'m> {
        let file = model.file(id);
        (&file.source_folder, &file.package, model.name(id), model.kind(id).is_module())
    }
    let after = context.after;
    let mut by_full_name: HashMap<FullName<'_>, Vec<EntityId>> = HashMap::default();
    for id in after.ids_of(Level::Type).filter(|&id| after.container(id).is_none()) {
        by_full_name.entry(full_name(after, id)).or_default().push(id);
    }
    let before = context.before;
    let (mut namesakes, mut gone): (Vec<Namesakes>, Vec<EntityId>) = Default::default();
    for candidates in by_full_name.values_mut() {
        candidates.reverse();
    }
    for id in before.ids_of(Level::Type).filter(|&id| before.container(id).is_none()) {
        match by_full_name.get_mut(&full_name(before, id)).and_then(Vec::pop) {
            Some(partner) => namesakes.push((id, partner)),
            None => gone.push(id),
        }
    }
    let mut fresh: Vec<EntityId> = by_full_name.into_values().flatten().collect();
    fresh.sort_unstable();
    let parted = retaken::parted(context, &namesakes, &gone, &fresh);
    for &(id, partner) in namesakes.iter().filter(|pair| !parted.contains(pair)) {
        context.add(id, partner, Relationship::Same, None, 1.0);
    }
    context.parted.extend(parted);
}

/// Matches entities with the same name or signature inside two matched entities, recursively. Identical ones, such as
/// several initialisers, are paired in order.
pub(super) fn match_inside(context: &mut Context<'_>, before: EntityId, after: EntityId) {
    let (old, new) = (context.before, context.after);
    let mut pending = vec![(before, after)];
    while let Some((b, a)) = pending.pop() {
        let namesakes = namesakes(context, b, a);
        for &(x, y) in &namesakes.same {
            let relationship = if context.evidence { kept(old, x, new, y) } else { Relationship::Same };
            context.matches.add(x, Partner { other: y, relationship, similarity: None, strength: 1.0 });
            if !old.children(x).is_empty() {
                pending.push((x, y));
            }
        }
        context.parted.extend(namesakes.parted);
    }
}

/// Entities with the same name or signature inside two matched entities.
struct Inside {
    same: Vec<Namesakes>,
    /// Not the same in spite of the name.
    parted: Vec<Namesakes>,
}

fn namesakes(context: &Context<'_>, before: EntityId, after: EntityId) -> Inside {
    let (old, new) = (context.before, context.after);
    let (mut left, mut right) = (old.children(before), new.children(after));
    let mut same = Vec::with_capacity(left.len().min(right.len()));
    // Where keys of functions omit the enclosing function, several may share a name: those with equal text go first.
    let rest: (Vec<EntityId>, Vec<EntityId>);
    if old.file(before).lexicon.flat_functions {
        same = of_equal_text(context, left, right);
        let taken: HashSet<EntityId> = same.iter().map(|pair| pair.0).collect();
        let taken_after: HashSet<EntityId> = same.iter().map(|pair| pair.1).collect();
        rest = (
            left.iter().copied().filter(|id| !taken.contains(id)).collect(),
            right.iter().copied().filter(|id| !taken_after.contains(id)).collect(),
        );
        (left, right) = (&rest.0, &rest.1);
    }
    // Most types differ in one or two members: the common prefix and suffix are paired without a hash table.
    let free = |x: EntityId, y: EntityId| {
        context.matches.after(x).is_empty() && context.matches.before(y).is_empty()
    };
    while let ([x, rest_x @ ..], [y, rest_y @ ..]) = (left, right) {
        if identity(old, *x) != identity(new, *y) || !free(*x, *y) {
            break;
        }
        same.push((*x, *y));
        (left, right) = (rest_x, rest_y);
    }
    while let ([rest_x @ .., x], [rest_y @ .., y]) = (left, right) {
        if identity(old, *x) != identity(new, *y) || !free(*x, *y) {
            break;
        }
        same.push((*x, *y));
        (left, right) = (rest_x, rest_y);
    }
    if left.is_empty() || right.is_empty() {
        return Inside { same, parted: Vec::new() };
    }
    let mut waiting: HashMap<(Level, Symbol), Vec<EntityId>> = HashMap::default();
    for &child in right.iter().rev() {
        if context.matches.before(child).is_empty() {
            waiting.entry(identity(new, child)).or_default().push(child);
        }
    }
    let mut gone = Vec::new();
    for &child in left.iter().filter(|&&child| context.matches.after(child).is_empty()) {
        match waiting.get_mut(&identity(old, child)).and_then(Vec::pop) {
            Some(partner) => same.push((child, partner)),
            None => gone.push(child),
        }
    }
    let mut fresh: Vec<EntityId> = waiting.into_values().flatten().collect();
    fresh.sort_unstable();
    let parted = retaken::parted(context, &same, &gone, &fresh);
    same.retain(|pair| !parted.contains(pair));
    Inside { same, parted }
}

/// Pairs with the same name and the same text on both sides, in order.
fn of_equal_text(context: &Context<'_>, left: &[EntityId], right: &[EntityId]) -> Vec<Namesakes> {
    let (old, new) = (context.before, context.after);
    let mut waiting: HashMap<_, Vec<EntityId>> = HashMap::default();
    for &child in right.iter().rev().filter(|&&child| context.matches.before(child).is_empty()) {
        waiting.entry((identity(new, child), new.identity(child))).or_default().push(child);
    }
    let free = left.iter().copied().filter(|&child| context.matches.after(child).is_empty());
    free.filter_map(|child| {
        let partner = waiting.get_mut(&(identity(old, child), old.identity(child))).and_then(Vec::pop)?;
        Some((child, partner))
    })
    .collect()
}

fn identity(model: &Model, id: EntityId) -> (Level, Symbol) {
    match model.level(id) {
        Level::Method => (Level::Method, model.entity(id).signature),
        level => (level, model.name(id)),
    }
}

/// Whether a pair with the same signature is the same, lost its body or gained one.
fn kept(old: &Model, before: EntityId, new: &Model, after: EntityId) -> Relationship {
    if old.level(before) != Level::Method {
        return Relationship::Same;
    }
    match (old.body(before).is_some(), new.body(after).is_some()) {
        (true, false) => Relationship::LostBody,
        (false, true) => Relationship::GainedBody,
        _ => Relationship::Same,
    }
}
