//! What a relationship's condition may ask.

use super::{Matches, Relationship};
use crate::model::{EntityId, EntityKind, Level, Model, Scope, Uses};
use crate::similarity::{Collections, Documents};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::collections::BTreeSet;

/// The two sides of a comparison and what is known of them so far.
pub(crate) struct Context<'m> {
    pub before: &'m Model,
    pub after: &'m Model,
    pub scope_before: Scope<'m>,
    pub scope_after: Scope<'m>,
    pub matches: Matches,
    collections: Collections,
}

impl<'m> Context<'m> {
    pub fn new(before: &'m Model, after: &'m Model) -> Self {
        Context {
            before,
            after,
            scope_before: Scope::new(before),
            scope_after: Scope::new(after),
            matches: Matches::new(before.len(), after.len()),
            collections: Collections::default(),
        }
    }

    pub fn into_matches(self) -> Matches {
        self.matches
    }

    /// The documents and weights of a level.
    pub fn documents(&self, level: Level) -> &Documents {
        self.collections.get(level, &self.scope_before, &self.scope_after)
    }

    pub fn same_name(&self, before: EntityId, after: EntityId) -> bool {
        self.before.name(before) == self.after.name(after)
    }

    pub fn same_signature(&self, before: EntityId, after: EntityId) -> bool {
        self.before.entity(before).signature == self.after.entity(after).signature
    }

    /// Whether two fields have the same declared type, as keys write types.
    pub fn same_type(&self, before: EntityId, after: EntityId) -> bool {
        self.before.declaration(before).type_key == self.after.declaration(after).type_key
    }

    /// Whether the container of one matches that of the other: packages by name and source folder, types by a
    /// matching relationship.
    pub fn containers_match(&self, before: EntityId, after: EntityId) -> bool {
        match (self.before.container(before), self.after.container(after)) {
            (Some(b), Some(a)) => self.matches.contains(b, a),
            (None, None) => {
                let (b, a) = (self.before.file(before), self.after.file(after));
                b.package == a.package && b.source_folder == a.source_folder
            }
            _ => false,
        }
    }

    /// Whether what the container before became is a subtype of the container after.
    pub fn moves_up(&self, before: EntityId, after: EntityId) -> bool {
        self.containers_now(before, after).any(|(was, is)| self.scope_after.is_subtype(was, is))
    }

    /// Whether what the container before became is a supertype of the container after.
    pub fn moves_down(&self, before: EntityId, after: EntityId) -> bool {
        self.containers_now(before, after).any(|(was, is)| self.scope_after.is_subtype(is, was))
    }

    /// What the container of `before` became, paired with the container of `after`.
    fn containers_now(
        &self,
        before: EntityId,
        after: EntityId,
    ) -> impl Iterator<Item = (EntityId, EntityId)> {
        let links = self.before.container(before).map_or(&[][..], |c| self.matches.after(c));
        let is = self.after.container(after);
        links.iter().filter_map(move |link| Some((link.other, is?)))
    }

    /// Whether an entity may take part in a relationship other than being the same.
    pub fn takes_part(&self, model: &Model, id: EntityId) -> bool {
        if model.is_local(id) {
            return false;
        }
        match model.kind(id) {
            EntityKind::Annotation | EntityKind::Initialiser => false,
            // Nothing but its name is known of a method without a body.
            EntityKind::Method | EntityKind::Constructor => model.body(id).is_some(),
            _ => model.container(id).is_none_or(|c| model.kind(c) != EntityKind::Annotation),
        }
    }

    /// Whether an entity before is a method that can change its type: a constructor cannot.
    pub fn is_ordinary_method(&self, before: EntityId) -> bool {
        self.before.kind(before) == EntityKind::Method
    }

    /// How many statements stand directly in a method's body.
    pub fn statement_count(&self, model: &Model, method: EntityId) -> usize {
        let Some(body) = model.body(method) else { return 0 };
        let unit = model.unit(method);
        let (mut count, mut at) = (0, body.start);
        for node in unit.nodes.iter().filter(|n| n.kind.is_statement()) {
            if node.tokens.start >= at && node.tokens.end <= body.end {
                count += 1;
                at = node.tokens.end;
            }
        }
        count
    }

    /// The nesting depths at which types may still be matched.
    pub fn type_depths(&self) -> Vec<Option<u32>> {
        let open_before = self.before.ids_of(Level::Type).filter(|&id| self.matches.after(id).is_empty());
        let open_after = self.after.ids_of(Level::Type).filter(|&id| self.matches.before(id).is_empty());
        let depths: BTreeSet<u32> = open_before
            .map(|id| self.before.entity(id).depth)
            .chain(open_after.map(|id| self.after.entity(id).depth))
            .collect();
        depths.into_iter().map(Some).collect()
    }

    /// Adds a pair; where two types match, what is the same inside them matches at once.
    pub fn add(
        &mut self,
        before: EntityId,
        after: EntityId,
        relationship: Relationship,
        similarity: Option<f64>,
    ) {
        self.matches.add(before, after, relationship, similarity);
        super::same::match_inside(self, before, after);
    }

    /// The methods that are new, each with the methods after the change that call it.
    pub fn callers_of_added(&self) -> HashMap<EntityId, Vec<EntityId>> {
        let added = self
            .after
            .ids_of(Level::Method)
            .filter(|&id| self.matches.before(id).is_empty() && self.takes_part(self.after, id));
        let added: HashSet<EntityId> = added.collect();
        if added.is_empty() { HashMap::default() } else { Uses::new(&self.scope_after).callers(&added) }
    }

    /// The methods that are gone, each with the methods before the change that called it.
    pub fn callers_of_removed(&self) -> HashMap<EntityId, Vec<EntityId>> {
        let removed = self
            .before
            .ids_of(Level::Method)
            .filter(|&id| self.matches.after(id).is_empty() && self.takes_part(self.before, id));
        let removed: HashSet<EntityId> = removed.collect();
        if removed.is_empty() { HashMap::default() } else { Uses::new(&self.scope_before).callers(&removed) }
    }
}
