//! Which pairs a relationship has to look at, so that it need not look at all.

use super::Context;
use crate::model::{EntityId, Level, Model};
use rustc_hash::FxHashMap as HashMap;

/// What the two entities of a pair have in common by the relationship's condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Join {
    /// Their containers match.
    Container,
    /// Their simple names are equal.
    Name,
    /// Nothing.
    All,
}

/// The entities of a level that may still get a partner.
pub(super) struct Open {
    pub before: Vec<EntityId>,
    pub after: Vec<EntityId>,
}

impl Join {
    /// The pairs of open entities that the join allows, in a fixed order.
    pub(super) fn pairs(self, context: &Context<'_>, open: &Open) -> Vec<(EntityId, EntityId)> {
        match self {
            Join::All => open.before.iter().flat_map(|&b| open.after.iter().map(move |&a| (b, a))).collect(),
            Join::Name => {
                let name = |model: &Model, id: EntityId| Some(model.name(id));
                hash_join(open, |id| name(context.before, id), |id| name(context.after, id))
            }
            Join::Container => {
                hash_join(open, |id| container_before(context, id), |id| container_after(context, id))
            }
        }
    }
}

/// A package in a source folder, or the number of a type after the change.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Place<'m> {
    Package(&'m [u8], &'m str),
    Type(EntityId),
}

fn package<'m>(model: &'m Model, id: EntityId) -> Place<'m> {
    let file = model.file(id);
    Place::Package(&file.source_folder, &file.package)
}

fn container_before<'m>(context: &Context<'m>, id: EntityId) -> Option<Place<'m>> {
    match context.before.container(id) {
        None => Some(package(context.before, id)),
        // Only types of one partner have members that are still open.
        Some(c) => context.matches.after(c).first().map(|link| Place::Type(link.other)),
    }
}

fn container_after<'m>(context: &Context<'m>, id: EntityId) -> Option<Place<'m>> {
    match context.after.container(id) {
        None => Some(package(context.after, id)),
        Some(c) => Some(Place::Type(c)),
    }
}

fn hash_join<K: std::hash::Hash + Eq>(
    open: &Open,
    before_key: impl Fn(EntityId) -> Option<K>,
    after_key: impl Fn(EntityId) -> Option<K>,
) -> Vec<(EntityId, EntityId)> {
    let mut by_key: HashMap<K, Vec<EntityId>> = HashMap::default();
    for &a in &open.after {
        if let Some(key) = after_key(a) {
            by_key.entry(key).or_default().push(a);
        }
    }
    let partners = |b: &EntityId| before_key(*b).and_then(|key| by_key.get(&key));
    open.before.iter().flat_map(|b| partners(b).into_iter().flatten().map(|&a| (*b, a))).collect()
}

impl Open {
    /// The open entities of a level; of types only those pairs count whose deeper one is at `depth`.
    pub fn of(context: &Context<'_>, level: Level, depth: Option<u32>) -> Self {
        let shallow = |model: &Model, id: EntityId| depth.is_none_or(|d| model.entity(id).depth <= d);
        let before = context.open_before(level).filter(|&id| shallow(context.before, id));
        let after = context.open_after(level).filter(|&id| shallow(context.after, id));
        Open { before: before.collect(), after: after.collect() }
    }
}
