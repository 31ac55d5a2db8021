//! What is surely the same: equal names in equal or matching containers.

use super::{Context, Relationship};
use crate::model::{EntityId, Level, Model, Symbol};
use rustc_hash::FxHashMap as HashMap;

/// Matches top-level types of equal name in the same package and source folder, with everything inside.
pub(super) fn match_types(context: &mut Context<'_>) {
    type Place<'f> = (&'f [u8], &'f str, Symbol);
    fn place<'m>(model: &'m Model, id: EntityId) -> Place<'m> {
        let file = model.file(id);
        (&file.source_folder, &file.package, model.name(id))
    }
    let after = context.after;
    let mut by_place: HashMap<Place<'_>, Vec<EntityId>> = HashMap::default();
    for id in after.ids_of(Level::Type).filter(|&id| after.container(id).is_none()) {
        by_place.entry(place(after, id)).or_default().push(id);
    }
    let before = context.before;
    for id in before.ids_of(Level::Type).filter(|&id| before.container(id).is_none()) {
        let candidates = by_place.get(&place(before, id)).into_iter().flatten();
        if let Some(&partner) = candidates.into_iter().find(|&&a| context.matches.before(a).is_empty()) {
            context.add(id, partner, Relationship::Same, None);
        }
    }
}

/// Matches what has the same name or signature inside two entities that match, all the way down. Equal ones, such as
/// several initialisers, pair up in order.
pub(super) fn match_inside(context: &mut Context<'_>, before: EntityId, after: EntityId) {
    let mut pending = vec![(before, after)];
    while let Some((b, a)) = pending.pop() {
        let mut waiting: HashMap<(Level, Symbol), Vec<EntityId>> = HashMap::default();
        for &child in context.after.children(a).iter().rev() {
            if context.matches.before(child).is_empty() {
                waiting.entry(identity(context.after, child)).or_default().push(child);
            }
        }
        for &child in context.before.children(b) {
            if !context.matches.after(child).is_empty() {
                continue;
            }
            let partner = waiting.get_mut(&identity(context.before, child)).and_then(Vec::pop);
            if let Some(partner) = partner {
                context.matches.add(child, partner, Relationship::Same, None);
                pending.push((child, partner));
            }
        }
    }
}

fn identity(model: &Model, id: EntityId) -> (Level, Symbol) {
    match model.level(id) {
        Level::Method => (Level::Method, model.entity(id).signature),
        level => (level, model.name(id)),
    }
}
