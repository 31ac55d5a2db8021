//! Whether a method was renamed: the similarity of the bodies, and all other evidence for or against it.

use super::wholes::{self, Wholes};
use super::{Direction, names, place};
use crate::matching::{Context, Judgement, Pair, Relationship, accept};
use crate::model::{EntityId, EntityKind, Level, Model};
use rustc_hash::FxHashMap as HashMap;
use std::cell::RefCell;

/// How many callers of a method are checked for having lost its code.
const CALLERS: usize = 32;

/// From this probability on, a new method was extracted from another one, and is not a renamed one.
const LOST: f64 = 0.8;

/// A body with fewer tokens says little: accessors and delegates look alike everywhere.
pub(in crate::matching) const TELLING_BODY: u32 = 8;

/// Whether a pair is a renamed method.
///
/// The less similar the bodies are, the more other evidence is needed: equal parameters and result, the same
/// neighbours, callers that switched from one name to the other, words that the names share.
pub(crate) fn judge(context: &Context<'_>, pair: &Pair) -> Judgement {
    let (before, after) = (pair.before, pair.after);
    let bodies = [(context.before, before), (context.after, after)].map(|(m, id)| body_length(m, id));
    let direct = pair.similarity.unwrap_or(0.0);
    let similarity = direct.max(wholes::alike(context, before, after));
    let constructs = |kind: EntityKind| kind == EntityKind::Constructor;
    if constructs(context.before.kind(before)) != constructs(context.after.kind(after))
        && (similarity < 0.5 || bodies.iter().any(|&n| n < 2 * TELLING_BODY))
    {
        return Err("a constructor and a method, and not alike enough for that");
    }
    let mut points = points(context, before, after);
    let bodiless = bodies == [0, 0];
    let small = bodies.iter().any(|&n| n < TELLING_BODY);
    if !bodiless && context.statements_before(before).alike_share(&context.statements_after(after)) >= 0.5 {
        points += context.weights.statements;
    }
    let needed = match similarity {
        _ if bodiless => 5.0,
        s if small && s >= 0.5 => 4.0,
        _ if small => 5.0,
        s if s < pair.threshold => 6.0,
        s if s >= 0.8 => 0.0,
        s if s >= 0.5 => 2.0,
        _ => 4.0,
    };
    let other_result =
        context.before.declaration(before).type_key != context.after.declaration(after).type_key;
    if !bodiless && similarity < pair.threshold && other_result {
        return Err("neither what they do nor what they return is the same");
    }
    if points < needed {
        return Err("names, parameters, place and callers say too little for bodies that are no more alike");
    }
    // The most expensive check last.
    if stolen(context, before, after, similarity) {
        return Err("the new one was rather extracted from a method that calls it");
    }
    if given_up(context, before, after, similarity) {
        return Err("the old one was rather inlined into a method that called it");
    }
    let strength = if small { points / 8.0 } else { (similarity + points / 8.0) / 1.6 };
    // Among equally similar bodies, prefer the one whose statements are equal under the renames known by now.
    let equal = context.statements_before(before).equal_share(&context.statements_after(after));
    accept(3.0 * similarity + points / 2.0 + equal / 4.0, strength)
}

/// How similar the uses of two fields are, ignoring their names; `None` where neither is used.
pub(super) fn uses_alike(
    context: &Context<'_>,
    before: EntityId,
    after: EntityId,
) -> Result<Option<f64>, &'static str> {
    let documents = context.documents(Level::Field);
    match (documents.before(before), documents.after(after)) {
        (Some(old), Some(new)) => {
            let (old, new) = context.uses_without_names(before, &old, after, &new);
            Ok(Some(documents.weights.similarity(&old, &new)))
        }
        (None, None) => Ok(None),
        _ => Err("only one of them is used"),
    }
}

/// Whether a pair is a renamed field: by its uses without its own name, and by its value, position and name.
pub(crate) fn field(context: &Context<'_>, pair: &Pair) -> Judgement {
    let (before, after) = (pair.before, pair.after);
    let uses = uses_alike(context, before, after)?;
    let weights = &context.weights;
    let mut points = weights.neighbours * f64::from(place::neighbours(context, before, after));
    points += 2.0 * weights.value * count(super::moving::same_value(context, before, after));
    let (old, new) = (context.before.declaration(before), context.after.declaration(after));
    let alike = names::alike(&old.name, &new.name);
    let nearly = alike >= 0.75 || old.name.eq_ignore_ascii_case(&new.name);
    points += weights.names * (count(alike >= 0.5) + count(nearly));
    points += weights.modifiers * count(old.modifiers == new.modifiers);
    let needed = match uses {
        None => 5.0,
        Some(s) if s < pair.threshold => 6.0,
        Some(s) if s >= 0.8 => 1.0,
        Some(s) if s >= 0.5 => 3.0,
        Some(_) => 4.0,
    };
    if points < needed {
        return Err("value, place and name say too little for uses that are no more alike");
    }
    let uses = uses.unwrap_or(0.0);
    accept(3.0 * uses + points / 2.0, (uses + points / 7.0) / 1.6)
}

/// Like [`field`], or a field of another type that replaced the other in at least half of its positions.
pub(crate) fn field_or_retyped(context: &Context<'_>, pair: &Pair) -> Judgement {
    let (before, after) = (pair.before, pair.after);
    if context.same_type(before, after) {
        let plain = field(context, pair);
        if plain.is_ok() {
            return plain;
        }
    }
    let (together, share) = context.standing().of(before, after);
    if together == 0 || share < 0.5 {
        return Err("the one does not stand where the other stood");
    }
    // A field that means the opposite is used in the same positions too.
    if !context.standing().is_alone(before, after) {
        return Err("no statement differs by nothing but the one in the place of the other");
    }
    let (old, new) = (context.before.declaration(before), context.after.declaration(after));
    let mut points = f64::from(place::neighbours(context, before, after));
    points += count(names::alike(&old.name, &new.name) >= 0.5) + count(context.same_type(before, after));
    points += count(old.modifiers == new.modifiers) + f64::from(together.min(3));
    let known = context.same_type(before, after) || names::alike(&old.name, &new.name) >= 0.5;
    // One position says little by itself, and nothing if both type and name changed.
    if points < 3.0 || !known && together < 2 {
        return Err("place, name and type say too little for so few uses");
    }
    accept(share + points / 2.0, (share + points / 8.0) / 2.0)
}

fn count(holds: bool) -> f64 {
    f64::from(u8::from(holds))
}

/// The evidence for a pair without its bodies.
fn points(context: &Context<'_>, before: EntityId, after: EntityId) -> f64 {
    let weights = &context.weights;
    let (old, new) = (context.before.declaration(before), context.after.declaration(after));
    let mut points = weights.parameters * count(same_parameters(context, before, after));
    points += weights.result * count(old.type_key == new.type_key);
    points += weights.neighbours * f64::from(place::neighbours(context, before, after));
    let (switched, callers) = context.calls().switched(context, before, after);
    points += weights.callers * if 2 * switched > callers { 2.0 } else { count(switched > 0) };
    let alike = names::alike(&old.name, &new.name);
    if alike >= 0.75 || old.name.eq_ignore_ascii_case(&new.name) {
        points += 2.0 * weights.names;
    } else if alike >= 0.5 {
        points += weights.names;
    }
    points
}

/// Whether two methods have the same parameter types, as written in keys. Where keys have names in place of types,
/// half of these may have changed.
pub(crate) fn same_parameters(context: &Context<'_>, before: EntityId, after: EntityId) -> bool {
    let (old, new) = (context.before.parameters(before), context.after.parameters(after));
    let same = old.iter().zip(new).filter(|(x, y)| x.key == y.key).count();
    let named = || old.iter().chain(new).all(|p| p.key == p.name);
    old.len() == new.len() && (same == old.len() || named() && 2 * same >= old.len())
}

/// The length of a method's body, including nested functions that have their own unit.
pub(crate) fn body_length(model: &Model, method: EntityId) -> u32 {
    let own = model.body(method).map_or(0, |range| range.end - range.start);
    let units = model.children(method).iter().filter(|&&id| model.entity(id).declaration == 0);
    own + units.map(|&id| model.unit(id).tokens.len() as u32).sum::<u32>()
}

/// Whether `after` is rather an extracted method. It may come from what `before` became, which calls it and is nearer
/// by name or parameters, or from a method that still exists, now calls it and lost its code.
fn stolen(context: &Context<'_>, before: EntityId, after: EntityId, similarity: f64) -> bool {
    let old = context.before.declaration(before);
    let near = |id: EntityId| names::alike(&old.name, &context.after.declaration(id).name);
    let sites = context.calls().of_added(after);
    for (caller, _) in super::by_caller(sites).take(CALLERS) {
        let partners = context.matches.before(caller);
        if partners.is_empty() {
            let sibling = context.after.container(caller) == context.after.container(after);
            let nearer = near(caller) > near(after) || same_parameters(context, before, caller);
            if sibling && nearer && caller != after && wholes::with_new(context, before, caller) >= similarity
            {
                return true;
            }
            continue;
        }
        let called_before =
            |was: EntityId| context.calls().of_removed(before).iter().any(|s| s.caller == was);
        let others =
            partners.iter().filter(|partner| partner.other != before && !called_before(partner.other));
        if others.into_iter().any(|partner| lost_to(context, partner.other, caller, after)) {
            return true;
        }
    }
    false
}

/// Whether `before` was rather inlined: into the successor of a caller that is nearer to `after` by name.
fn given_up(context: &Context<'_>, before: EntityId, after: EntityId, similarity: f64) -> bool {
    let new = context.after.declaration(after);
    let near = |id: EntityId| names::alike(&context.before.declaration(id).name, &new.name);
    let callers = super::by_caller(context.calls().of_removed(before)).take(CALLERS);
    callers.map(|(caller, _)| caller).any(|caller| {
        context.matches.after(caller).is_empty()
            && context.before.container(caller) == context.before.container(before)
            && near(caller) > near(before)
            && wholes::with_gone(context, caller, after) >= similarity
    })
}

/// Whether a method that still exists lost the code of a new one.
fn lost_to(context: &Context<'_>, was: EntityId, now: EntityId, new: EntityId) -> bool {
    if let Some(&known) = context.renaming.lost.borrow().get(&(was, now, new)) {
        return known;
    }
    let lost = super::transfer::went(context, Direction::Out, (was, now), new) >= LOST;
    context.renaming.lost.borrow_mut().insert((was, now, new), lost);
    lost
}

/// A cache.
#[derive(Clone, Debug, Default)]
pub(crate) struct Renaming {
    /// Whether a method lost the code of a new one.
    lost: RefCell<HashMap<(EntityId, EntityId, EntityId), bool>>,
    /// Methods together with those that they call.
    pub wholes: Wholes,
}

/// Whether a name occurs once on both sides among the unmatched methods of two matched types, so that it is
/// unambiguous. It does not count where the body of either went whole into a method of another name.
pub(crate) fn keeps_name(context: &Context<'_>, pair: &Pair) -> bool {
    let (before, after) = (pair.before, pair.after);
    let open_before = siblings(context.before, before).filter(|&id| context.matches.after(id).is_empty());
    let open_after = siblings(context.after, after).filter(|&id| context.matches.before(id).is_empty());
    let (open_before, open_after): (Vec<_>, Vec<_>) = (open_before.collect(), open_after.collect());
    let named = |model: &Model, ids: &[EntityId], id: EntityId| {
        ids.iter().filter(|&&other| model.name(other) == model.name(id)).count() == 1
    };
    if !named(context.before, &open_before, before) || !named(context.after, &open_after, after) {
        return false;
    }
    // What remains after the other overloads are matched need not belong together.
    if was_overloaded(context, before) && !parameters_alike(context, before, after) {
        return false;
    }
    // With more methods than this, comparing all of them is too expensive.
    if open_before.len() + open_after.len() > 200 {
        return true;
    }
    let documents = context.documents(Level::Method);
    let limit = pair.similarity.unwrap_or(0.0).max(0.8);
    let elsewhere = |b: EntityId, a: EntityId| documents.similarity(b, a).is_some_and(|s| s >= limit);
    !open_after.iter().any(|&a| a != after && elsewhere(before, a))
        && !open_before.iter().any(|&b| b != before && elsewhere(b, after))
}

/// Whether another overload of this method in the same type was matched with other parameters.
fn was_overloaded(context: &Context<'_>, before: EntityId) -> bool {
    let changed = |id: EntityId| {
        context.matches.after(id).iter().any(|partner| partner.relationship != Relationship::Same)
    };
    siblings(context.before, before)
        .any(|id| id != before && context.before.name(id) == context.before.name(before) && changed(id))
}

/// Whether two methods take the same number of parameters, or share at least half of the parameter types. With fewer
/// in common, the last overload of a name was often another method.
fn parameters_alike(context: &Context<'_>, before: EntityId, after: EntityId) -> bool {
    let (old, new) = (context.before.parameters(before), context.after.parameters(after));
    let mut left: Vec<&str> = new.iter().map(|p| p.key.as_ref()).collect();
    let shared = old.iter().filter(|p| {
        let at = left.iter().position(|key| *key == p.key.as_ref());
        at.map(|at| left.swap_remove(at)).is_some()
    });
    old.len() == new.len() || 2 * shared.count() >= old.len().max(new.len())
}

/// The methods in the type of a method, itself included.
fn siblings(model: &Model, method: EntityId) -> impl Iterator<Item = EntityId> + '_ {
    let children = model.container(method).map_or(&[][..], |c| model.children(c));
    let is_method =
        |id: &EntityId| model.level(*id) == Level::Method && model.kind(*id) != EntityKind::Initialiser;
    children.iter().copied().filter(is_method)
}
