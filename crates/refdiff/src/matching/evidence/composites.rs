//! New types that are made of members of other types.

use super::Owners;
use crate::matching::{Context, Relationship};
use crate::model::{EntityId, Level};
use crate::refactorings::RefactoringType;
use std::collections::BTreeMap;

/// For every pair of a type that stays and a new type: how many members went from the first to the second in these
/// ways.
pub(crate) fn taken_over(context: &Context<'_>, ways: &[RefactoringType]) -> Vec<(Owners, usize)> {
    let mut taken: BTreeMap<(EntityId, EntityId), usize> = BTreeMap::new();
    for new in context.open_after(Level::Type).filter(|&id| !context.after.kind(id).is_module()) {
        for &member in context.after.children(new) {
            for partner in context.matches.before(member) {
                let counts =
                    matches!(partner.relationship, Relationship::Refactored(way) if ways.contains(&way));
                if let Some(old) = context.before.container(partner.other).filter(|_| counts) {
                    *taken.entry((old, new)).or_default() += 1;
                }
            }
        }
    }
    let owners = taken.into_iter().map(|((before, after), count)| (Owners { before, after }, count));
    owners.filter(|(owners, _)| !owners.is_gone(context)).collect()
}
