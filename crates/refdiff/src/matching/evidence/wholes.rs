//! Methods together with code that was extracted from them or inlined into them at the same time. A method that was
//! renamed and had code extracted is still similar to its old version if the new methods it calls are added.

use super::renaming::body_length;
use crate::matching::Context;
use crate::model::{EntityId, Level};
use crate::similarity::Bag;
use rustc_hash::FxHashMap as HashMap;
use std::cell::RefCell;
use std::rc::Rc;

/// A cache; `None` where nothing is added to a method.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wholes {
    after: RefCell<HashMap<EntityId, Option<Rc<Bag>>>>,
    before: RefCell<HashMap<EntityId, Option<Rc<Bag>>>>,
}

/// How similar two methods are if one is extended by callees that the other side does not have; 0 where there are
/// none.
pub(super) fn alike(context: &Context<'_>, before: EntityId, after: EntityId) -> f64 {
    with_new(context, before, after).max(with_gone(context, before, after))
}

/// How similar a method before is to one after that is extended by the added methods that it calls. 0 where there are
/// none, or where the method after only calls one.
pub(super) fn with_new(context: &Context<'_>, before: EntityId, after: EntityId) -> f64 {
    let documents = context.documents(Level::Method);
    match (documents.before(before), whole_after(context, after)) {
        (Some(old), Some(whole)) => documents.weights.similarity(&old, &whole),
        _ => 0.0,
    }
}

/// The same for a method before extended by the methods that it called and that were removed.
pub(super) fn with_gone(context: &Context<'_>, before: EntityId, after: EntityId) -> f64 {
    let documents = context.documents(Level::Method);
    match (whole_before(context, before), documents.after(after)) {
        (Some(whole), Some(new)) => documents.weights.similarity(&whole, &new),
        _ => 0.0,
    }
}

/// A method after together with the added methods of its type that it calls.
fn whole_after(context: &Context<'_>, after: EntityId) -> Option<Rc<Bag>> {
    let known = &context.renaming.wholes.after;
    if let Some(known) = known.borrow().get(&after) {
        return known.clone();
    }
    let documents = context.documents(Level::Method);
    let container = context.after.container(after);
    let is_open = |id: &&EntityId| {
        **id != after && context.matches.before(**id).is_empty() && context.after.container(**id) == container
    };
    let callees = context.calls().added_by(after);
    let several = callees.iter().any(|id| is_open(&id)) && context.statements_after(after).len() > 1;
    let own = documents.after(after).filter(|_| several);
    let whole = own.map(|own| sum(&own, callees.iter().filter(is_open).map(|&id| documents.after(id))));
    known.borrow_mut().insert(after, whole.clone());
    whole
}

/// A method before together with the methods of its type that it called and that were removed.
fn whole_before(context: &Context<'_>, before: EntityId) -> Option<Rc<Bag>> {
    let known = &context.renaming.wholes.before;
    if let Some(known) = known.borrow().get(&before) {
        return known.clone();
    }
    let documents = context.documents(Level::Method);
    let container = context.before.container(before);
    let length = body_length(context.before, before);
    let callees: Vec<EntityId> = context
        .calls()
        .removed_by(before)
        .iter()
        .filter(|(id, call)| {
            // A method that does little more than delegate says nothing of its own.
            let more = 2 * (call.tokens.end - call.tokens.start) < length;
            let gone = context.matches.after(*id).is_empty();
            more && gone && *id != before && context.before.container(*id) == container
        })
        .map(|(id, _)| *id)
        .collect();
    let own = documents.before(before).filter(|_| !callees.is_empty());
    let whole = own.map(|own| sum(&own, callees.iter().map(|&id| documents.before(id))));
    known.borrow_mut().insert(before, whole.clone());
    whole
}

fn sum(own: &Bag, others: impl Iterator<Item = Option<Rc<Bag>>>) -> Rc<Bag> {
    Rc::new(others.flatten().fold(own.clone(), |whole, other| whole.plus(&other)))
}
