//! Which pairs a relationship has to consider, so that it need not consider all of them.

use super::Context;
use crate::model::{EntityId, Level, Model};
use rustc_hash::FxHashMap as HashMap;

/// What the relationship's condition requires the two entities of a pair to share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Join {
    /// Their containers match.
    Container,
    /// Their simple names are equal.
    Name,
    /// What the container before became is a subtype of the container after.
    Up,
    /// What the container before became is a supertype of the container after.
    Down,
    /// Nothing.
    All,
}

/// The entities of a level that may still be matched.
pub(super) struct Open {
    pub before: Vec<EntityId>,
    pub after: Vec<EntityId>,
}

/// Unmatched entities that the join allows to be paired with each other.
pub(super) type Group = (Vec<EntityId>, Vec<EntityId>);

impl Join {
    /// The unmatched entities in groups: only pairs within a group satisfy the join.
    pub(super) fn groups(self, context: &Context<'_>, open: Open) -> Vec<Group> {
        match self {
            Join::All => vec![(open.before, open.after)],
            Join::Up | Join::Down => along_hierarchy(context, &open, self == Join::Up),
            Join::Name => {
                grouped(&open, |id| Some(context.before.name(id)), |id| Some(context.after.name(id)))
            }
            Join::Container => {
                grouped(&open, |id| container_before(context, id), |id| container_after(context, id))
            }
        }
    }
}

/// A package in a source folder, or the id of a type after the change.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Container<'m> {
    Package(&'m [u8], &'m str),
    Type(EntityId),
}

fn package<'m>(model: &'m Model, id: EntityId) -> Container<'m> {
    let file = model.file(id);
    Container::Package(&file.source_folder, &file.package)
}

fn container_before<'m>(context: &Context<'m>, id: EntityId) -> Option<Container<'m>> {
    match context.before.container(id) {
        None => Some(package(context.before, id)),
        // Only types with a single match have members that are still unmatched.
        Some(c) => context.matches.after(c).first().map(|partner| Container::Type(partner.other)),
    }
}

fn container_after<'m>(context: &Context<'m>, id: EntityId) -> Option<Container<'m>> {
    match context.after.container(id) {
        None => Some(package(context.after, id)),
        Some(c) => Some(Container::Type(c)),
    }
}

/// The members of each type before together with those of each type after that is a supertype or subtype of it.
fn along_hierarchy(context: &Context<'_>, open: &Open, up: bool) -> Vec<Group> {
    let members = |model: &Model, ids: &[EntityId]| -> Vec<(EntityId, Vec<EntityId>)> {
        // Members of a type must be adjacent: ids follow the order of the text, but nested types come in between.
        let mut sorted: Vec<(EntityId, EntityId)> =
            ids.iter().filter_map(|&id| Some((model.container(id)?, id))).collect();
        sorted.sort_unstable();
        sorted.chunk_by(|x, y| x.0 == y.0).map(|c| (c[0].0, c.iter().map(|m| m.1).collect())).collect()
    };
    let (old, new) = (members(context.before, &open.before), members(context.after, &open.after));
    let scope = context.scope_after();
    let mut groups = Vec::new();
    if up {
        let by_type: HashMap<EntityId, &Vec<EntityId>> = new.iter().map(|(t, m)| (*t, m)).collect();
        for (container, members) in &old {
            for partner in context.matches.after(*container) {
                for above in scope.lineage(partner.other).into_iter().skip(1) {
                    if let Some(there) = by_type.get(&above) {
                        groups.push((members.clone(), (*there).clone()));
                    }
                }
            }
        }
    } else {
        let by_type: HashMap<EntityId, &Vec<EntityId>> = old.iter().map(|(t, m)| (*t, m)).collect();
        for (container, members) in &new {
            for above in scope.lineage(*container).into_iter().skip(1) {
                for partner in context.matches.before(above) {
                    if !context.can_go_down(partner.other, *container) {
                        continue;
                    }
                    if let Some(there) = by_type.get(&partner.other) {
                        groups.push(((*there).clone(), members.clone()));
                    }
                }
            }
        }
    }
    groups
}

fn grouped<K: std::hash::Hash + Eq>(
    open: &Open,
    before_key: impl Fn(EntityId) -> Option<K>,
    after_key: impl Fn(EntityId) -> Option<K>,
) -> Vec<Group> {
    // In the order of the first entity before, so that nothing depends on the order of the hash table.
    let mut groups: Vec<Group> = Vec::new();
    let mut places: HashMap<K, usize> = HashMap::default();
    for &b in &open.before {
        let Some(key) = before_key(b) else { continue };
        let place = *places.entry(key).or_insert_with(|| {
            groups.push(Group::default());
            groups.len() - 1
        });
        groups[place].0.push(b);
    }
    for &a in &open.after {
        if let Some(&place) = after_key(a).and_then(|key| places.get(&key)) {
            groups[place].1.push(a);
        }
    }
    groups.retain(|group| !group.1.is_empty());
    groups
}

impl Open {
    /// The unmatched entities of a level. For types, only pairs whose deeper type is at `depth` count.
    pub fn of(context: &Context<'_>, level: Level, depth: Option<u32>, join: Join) -> Self {
        if matches!(join, Join::Up | Join::Down) {
            let (before, after) = (context.movable_before(level), context.movable_after(level));
            return Open { before: before.collect(), after: after.collect() };
        }
        let shallow = |model: &Model, id: EntityId| depth.is_none_or(|d| model.entity(id).depth <= d);
        let before = context.open_before(level).filter(|&id| shallow(context.before, id));
        let after = context.open_after(level).filter(|&id| shallow(context.after, id));
        Open { before: before.collect(), after: after.collect() }
    }
}
