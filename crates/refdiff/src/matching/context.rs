//! What a relationship's condition may ask.

use super::{Matches, Relationship};
use crate::model::{EntityId, EntityKind, Level, Model, Scope, Uses};
use crate::similarity::{Collections, Documents};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::cell::OnceCell;
use std::collections::BTreeSet;

/// The two sides of a comparison and what is known of them so far.
pub(crate) struct Context<'m> {
    pub before: &'m Model,
    pub after: &'m Model,
    pub matches: Matches,
    scope_before: OnceCell<Scope<'m>>,
    scope_after: OnceCell<Scope<'m>>,
    collections: Collections<'m>,
    /// What had no partner after the first pass and may get one, by level; only from there can it shrink.
    open_before: [Vec<EntityId>; 3],
    open_after: [Vec<EntityId>; 3],
}

impl<'m> Context<'m> {
    pub fn new(before: &'m Model, after: &'m Model) -> Self {
        Context {
            before,
            after,
            matches: Matches::new(before.len(), after.len()),
            scope_before: OnceCell::new(),
            scope_after: OnceCell::new(),
            collections: Collections::default(),
            open_before: Default::default(),
            open_after: Default::default(),
        }
    }

    /// Look-ups in the model before.
    pub fn scope_before(&self) -> &Scope<'m> {
        self.scope_before.get_or_init(|| Scope::new(self.before))
    }

    /// Look-ups in the model after.
    pub fn scope_after(&self) -> &Scope<'m> {
        self.scope_after.get_or_init(|| Scope::new(self.after))
    }

    /// Lists what has no partner yet; called once, when everything that is surely the same is matched.
    pub fn list_open(&mut self) {
        for id in self.before.ids() {
            if self.matches.after(id).is_empty() && self.takes_part(self.before, id) {
                self.open_before[self.before.level(id) as usize].push(id);
            }
        }
        for id in self.after.ids() {
            if self.matches.before(id).is_empty() && self.takes_part(self.after, id) {
                self.open_after[self.after.level(id) as usize].push(id);
            }
        }
    }

    /// The entities before of a level that may still get a partner.
    pub fn open_before(&self, level: Level) -> impl Iterator<Item = EntityId> + '_ {
        self.open_before[level as usize].iter().copied().filter(|&id| self.matches.after(id).is_empty())
    }

    /// The entities after of a level that may still get a partner.
    pub fn open_after(&self, level: Level) -> impl Iterator<Item = EntityId> + '_ {
        self.open_after[level as usize].iter().copied().filter(|&id| self.matches.before(id).is_empty())
    }

    pub fn into_matches(self) -> Matches {
        self.matches
    }

    /// The documents and weights of a level.
    pub fn documents(&self, level: Level) -> &Documents<'m> {
        self.collections.get(level, || (self.scope_before(), self.scope_after()))
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
        self.containers_now(before, after).any(|(was, is)| self.scope_after().is_subtype(was, is))
    }

    /// Whether what the container before became is a supertype of the container after.
    pub fn moves_down(&self, before: EntityId, after: EntityId) -> bool {
        self.containers_now(before, after).any(|(was, is)| self.scope_after().is_subtype(is, was))
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
        let depths: BTreeSet<u32> = self
            .open_before(Level::Type)
            .map(|id| self.before.entity(id).depth)
            .chain(self.open_after(Level::Type).map(|id| self.after.entity(id).depth))
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

    /// The methods that are new, each with the methods after the change that call it. A caller whose text did not
    /// change lost nothing that could have been extracted, and is left out.
    pub fn callers_of_added(&self) -> HashMap<EntityId, Vec<EntityId>> {
        let added: HashSet<EntityId> = self.open_after(Level::Method).collect();
        if added.is_empty() {
            return HashMap::default();
        }
        Uses::new(self.scope_after()).callers(&added, |caller| {
            let links = self.matches.before(caller);
            links.iter().any(|link| !self.before.is_identical(link.other, self.after, caller))
        })
    }

    /// The methods that are gone, each with the methods before the change that called it and did change.
    pub fn callers_of_removed(&self) -> HashMap<EntityId, Vec<EntityId>> {
        let removed: HashSet<EntityId> = self.open_before(Level::Method).collect();
        if removed.is_empty() {
            return HashMap::default();
        }
        Uses::new(self.scope_before()).callers(&removed, |caller| {
            let links = self.matches.after(caller);
            links.iter().any(|link| !self.before.is_identical(caller, self.after, link.other))
        })
    }
}
