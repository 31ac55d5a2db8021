//! Renames propagate along the hierarchy: overrides and implementations of a renamed method were renamed as well.

use super::{Considered, Context, Fate, Relationship, Verdict};
use crate::model::{EntityId, Level, Symbol};
use crate::refactorings::RefactoringType;
use rustc_hash::FxHashMap as HashMap;

/// Applies every rename to the unmatched methods with the same signature in supertypes and subtypes, until nothing
/// more is found.
pub(super) fn renames(context: &mut Context<'_>) {
    let rename = Relationship::Refactored(RefactoringType::RenameMethod);
    let mut fresh: Vec<(EntityId, EntityId)> = Vec::new();
    for before in context.before.ids_of(Level::Method) {
        for partner in context.matches.after(before).iter().filter(|l| l.relationship == rename) {
            fresh.push((before, partner.other));
        }
    }
    while !fresh.is_empty() {
        let mut by_signature: HashMap<Symbol, Vec<EntityId>> = HashMap::default();
        for id in context.open_before(Level::Method) {
            by_signature.entry(context.before.entity(id).signature).or_default().push(id);
        }
        let mut found: Vec<(EntityId, EntityId)> = Vec::new();
        for (before, after) in std::mem::take(&mut fresh) {
            let signature = context.before.entity(before).signature;
            for &other in by_signature.get(&signature).into_iter().flatten() {
                if let Some(partner) = partner(context, (before, after), other) {
                    found.push((other, partner));
                }
            }
        }
        for (before, after) in found {
            if context.matches.after(before).is_empty() && context.matches.before(after).is_empty() {
                let similarity = context.documents(Level::Method).similarity(before, after);
                let fate = Fate::Accepted(Verdict { rank: 1.0, strength: 0.8 });
                let refactoring = RefactoringType::RenameMethod;
                let considered = || Considered { refactoring, before, after, similarity, fate };
                context.record(considered, before, after);
                context.add(before, after, rename, similarity, 0.8);
                fresh.push((before, after));
            }
        }
    }
}

/// What `other` became if it was renamed together with a method that it overrides, or that overrides it.
fn partner(context: &Context<'_>, renamed: (EntityId, EntityId), other: EntityId) -> Option<EntityId> {
    let (here, there) = (context.before.container(renamed.0)?, context.before.container(other)?);
    let scope = context.scope_before();
    // A declaration without a body whose new name and parameters equal those of a renamed method is what that method
    // implements, even where the type between them is unknown.
    let declared = context.before.declaration(other).body.is_none();
    if !declared && !scope.is_subtype(here, there) && !scope.is_subtype(there, here) {
        return None;
    }
    let signature = context.after.entity(renamed.1).signature;
    context.matches.after(there).iter().find_map(|partner| {
        let children = context.after.children(partner.other).iter().copied();
        let mut fits = children.filter(|&id| {
            context.after.entity(id).signature == signature && context.matches.before(id).is_empty()
        });
        let abstract_too = |id: EntityId| !declared || context.after.declaration(id).body.is_none();
        fits.find(|&id| context.after.level(id) == Level::Method && abstract_too(id))
    })
}
