//! What the condition of a relationship may query.

use super::budget::Budget;
use super::evidence::Standing;
use super::evidence::renaming::Renaming;
use super::evidence::{Calls, Relations};
use super::matches::Partner;
use super::{Matches, Relationship, Trace, Weighed};
use crate::correspondence::{Body, Renames};
use crate::model::{EntityId, EntityKind, FilePath, Level, Model, Scope, Symbol};
use crate::profile::{EvidenceWeights, Profile};
use crate::refactorings::RefactoringType;
use crate::similarity::{Bag, Collections, Documents};
use rustc_hash::FxHashMap as HashMap;
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;

/// The two sides of a comparison and what is known about them so far. A clone continues independently.
#[derive(Clone)]
pub(crate) struct Context<'m> {
    pub before: &'m Model,
    pub after: &'m Model,
    pub matches: Matches,
    scope_before: OnceCell<Rc<Scope<'m>>>,
    scope_after: OnceCell<Rc<Scope<'m>>>,
    collections: Rc<Collections<'m>>,
    /// What was unmatched after the first pass and may be matched, by level. These lists only shrink.
    open_before: [Vec<EntityId>; 3],
    open_after: [Vec<EntityId>; 3],
    /// What was considered, if a trace was requested.
    pub trace: Option<Trace>,
    /// The signals of all pairs, if they were requested.
    pub weighed: Option<RefCell<Vec<Weighed>>>,
    /// Whether evidence beyond the paper's counts.
    pub evidence: bool,
    /// The weight of each kind of evidence.
    pub weights: EvidenceWeights,
    calls: OnceCell<Rc<Calls<'m>>>,
    pub relations: Relations,
    pub relations_before: Relations,
    pub renaming: Renaming,
    fields: OnceCell<FieldsByName>,
    standing: OnceCell<Rc<Standing>>,
    types_by_name: OnceCell<HashMap<Symbol, Vec<EntityId>>>,
    uses_before: RefCell<HashMap<EntityId, Rc<Bag>>>,
    uses_after: RefCell<HashMap<EntityId, Rc<Bag>>>,
    statements_before: RefCell<HashMap<EntityId, Rc<Body>>>,
    statements_after: RefCell<HashMap<EntityId, Rc<Body>>>,
    /// The renames known so far.
    renamed: Renames,
    /// Pairs with the same name on both sides that are not the same, as far as is known.
    pub parted: Vec<(EntityId, EntityId)>,
    pub budget: Budget,
}

/// Fields by name and type.
#[derive(Clone, Debug, Default)]
struct FieldsByName {
    open_before: HashMap<(Symbol, Symbol), Vec<EntityId>>,
    open_after: HashMap<(Symbol, Symbol), Vec<EntityId>>,
    /// The number of types after the change that have such a field.
    holders: HashMap<(Symbol, Symbol), u32>,
}

/// In this many types, a field of one name and type is a convention, such as a logger, and says nothing.
const COMMON: u32 = 4;

impl<'m> Context<'m> {
    pub fn new(before: &'m Model, after: &'m Model, profile: &Profile) -> Self {
        Context {
            before,
            after,
            matches: Matches::new(before.len(), after.len()),
            scope_before: OnceCell::new(),
            scope_after: OnceCell::new(),
            collections: Rc::default(),
            open_before: Default::default(),
            open_after: Default::default(),
            trace: None,
            weighed: None,
            evidence: profile.uses_evidence(),
            weights: profile.weights(),
            calls: OnceCell::new(),
            relations: Relations::default(),
            relations_before: Relations::default(),
            renaming: Renaming::default(),
            fields: OnceCell::new(),
            standing: OnceCell::new(),
            types_by_name: OnceCell::new(),
            uses_before: RefCell::default(),
            uses_after: RefCell::default(),
            statements_before: RefCell::default(),
            statements_after: RefCell::default(),
            renamed: Renames::default(),
            parted: Vec::new(),
            budget: Budget::default(),
        }
    }

    /// Caches the similarity of every requested pair, in all clones: for callers that ask repeatedly.
    pub fn remember_similarities(&self) {
        self.collections.remember();
    }

    /// Look-ups in the model before.
    pub fn scope_before(&self) -> &Scope<'m> {
        self.scope_before.get_or_init(|| Rc::new(Scope::new(self.before)))
    }

    /// Look-ups in the model after.
    pub fn scope_after(&self) -> &Scope<'m> {
        self.scope_after.get_or_init(|| Rc::new(Scope::new(self.after)))
    }

    /// Lists what is still unmatched. Called once, when everything that is certainly the same has been matched.
    pub fn list_open(&mut self) {
        for id in self.before.ids() {
            if self.matches.keeps_open_before(id) && self.takes_part(self.before, id) {
                self.open_before[self.before.level(id) as usize].push(id);
            }
        }
        for id in self.after.ids() {
            if self.matches.keeps_open_after(id) && self.takes_part(self.after, id) {
                self.open_after[self.after.level(id) as usize].push(id);
            }
        }
    }

    /// The entities of a level on the before side that may still be matched.
    pub fn open_before(&self, level: Level) -> impl Iterator<Item = EntityId> + '_ {
        self.open_before[level as usize].iter().copied().filter(|&id| self.matches.after(id).is_empty())
    }

    /// The entities of a level on the after side that may still be matched.
    pub fn open_after(&self, level: Level) -> impl Iterator<Item = EntityId> + '_ {
        self.open_after[level as usize].iter().copied().filter(|&id| self.matches.before(id).is_empty())
    }

    /// The entities on the before side that may still be pulled up or pushed down, including those that left a
    /// declaration.
    pub fn movable_before(&self, level: Level) -> impl Iterator<Item = EntityId> + '_ {
        self.open_before[level as usize].iter().copied().filter(|&id| self.matches.keeps_open_before(id))
    }

    /// The entities of a level on the after side that something may still have moved into.
    pub fn movable_after(&self, level: Level) -> impl Iterator<Item = EntityId> + '_ {
        self.open_after[level as usize].iter().copied().filter(|&id| self.matches.keeps_open_after(id))
    }

    /// The matches, the relationships that were cut short, and the number of pairs considered.
    pub fn into_parts(self) -> (Matches, BTreeSet<(FilePath, RefactoringType)>, usize) {
        let (cut, looked_at) = self.budget.into_parts();
        (self.matches, cut, looked_at)
    }

    /// The documents and weights of a level.
    pub fn documents(&self, level: Level) -> &Documents<'m> {
        self.collections.get(level, self.evidence, || (self.scope_before(), self.scope_after()))
    }

    fn fields(&self) -> &FieldsByName {
        self.fields.get_or_init(|| {
            let mut fields = FieldsByName::default();
            for id in self.open_before(Level::Field) {
                fields.open_before.entry(field_name(self.before, id)).or_default().push(id);
            }
            for id in self.open_after(Level::Field) {
                fields.open_after.entry(field_name(self.after, id)).or_default().push(id);
            }
            for id in self.after.ids_of(Level::Field) {
                *fields.holders.entry(field_name(self.after, id)).or_default() += 1;
            }
            fields
        })
    }

    /// The unmatched fields with the name and type of either end.
    pub fn fields_like(&self, before: EntityId, after: EntityId) -> (&[EntityId], &[EntityId]) {
        let fields = self.fields();
        let old = fields.open_before.get(&field_name(self.before, before));
        let new = fields.open_after.get(&field_name(self.after, after));
        (old.map_or(&[], Vec::as_slice), new.map_or(&[], Vec::as_slice))
    }

    /// The uses of two fields without the names of all unmatched fields in their types: where several are renamed at
    /// once, the names of the others differ as well.
    pub fn uses_without_names(
        &self,
        before: EntityId,
        old: &Bag,
        after: EntityId,
        new: &Bag,
    ) -> (Rc<Bag>, Rc<Bag>) {
        let names = |model: &Model, id: EntityId, is_open: &dyn Fn(EntityId) -> bool| -> Vec<Symbol> {
            let siblings = model.container(id).map_or(&[][..], |c| model.children(c));
            let fields = siblings.iter().filter(|&&f| model.level(f) == Level::Field && is_open(f));
            let mut names: Vec<Symbol> = fields.map(|&f| model.name(f)).collect();
            names.sort_unstable();
            names
        };
        let (mut known_before, mut known_after) =
            (self.uses_before.borrow_mut(), self.uses_after.borrow_mut());
        let old = known_before.entry(before).or_insert_with(|| {
            Rc::new(old.without(&names(self.before, before, &|id| self.matches.after(id).is_empty())))
        });
        let new = known_after.entry(after).or_insert_with(|| {
            Rc::new(new.without(&names(self.after, after, &|id| self.matches.before(id).is_empty())))
        });
        (old.clone(), new.clone())
    }

    /// Whether so many types have a field with this name and type that it says nothing.
    pub fn is_common_field(&self, after: EntityId) -> bool {
        self.fields().holders.get(&field_name(self.after, after)).is_some_and(|&n| n >= COMMON)
    }

    /// Whether a member before is not matched as the same in what its type became.
    pub fn left_its_type(&self, before: EntityId) -> bool {
        self.matches.after(before).iter().all(|partner| partner.relationship != super::Relationship::Same)
    }

    /// Whether a member after is not matched as the same in what its type was.
    pub fn came_into_its_type(&self, after: EntityId) -> bool {
        self.matches.before(after).iter().all(|partner| partner.relationship != super::Relationship::Same)
    }

    /// How many other top-level types are known to have moved between the same two packages under their old name.
    pub fn types_that_moved_along(&self, before: EntityId, after: EntityId) -> usize {
        let (from, to) = (&self.before.file(before).package, &self.after.file(after).package);
        let moved = |id: &EntityId| {
            self.before.container(*id).is_none()
                && self.before.file(*id).package == *from
                && self.matches.after(*id).iter().any(|partner| {
                    self.after.file(partner.other).package == *to && self.same_name(*id, partner.other)
                })
        };
        if from == to { 0 } else { self.before.ids_of(Level::Type).filter(moved).take(2).count() }
    }

    /// Whether one of two names denotes a type that, after the change, is a subtype of one with the other name.
    pub fn are_related_types(&self, one: Symbol, other: Symbol) -> bool {
        let names = self.types_by_name.get_or_init(|| {
            let mut names: HashMap<Symbol, Vec<EntityId>> = HashMap::default();
            for id in self.after.ids_of(Level::Type) {
                names.entry(self.after.name(id)).or_default().push(id);
            }
            names
        });
        let named = |name: Symbol| names.get(&name).map_or(&[][..], Vec::as_slice);
        let below = |types: &[EntityId], above: &[EntityId]| {
            let scope = self.scope_after();
            types.iter().any(|&t| above.iter().any(|&a| scope.is_subtype(t, a)))
        };
        below(named(one), named(other)) || below(named(other), named(one))
    }

    /// Which fields replaced which in the same positions; queried when methods are matched.
    pub fn standing(&self) -> &Standing {
        self.standing.get_or_init(|| Rc::new(Standing::new(self)))
    }

    /// The callers of removed and added methods.
    pub fn calls(&self) -> &Calls<'m> {
        self.calls.get_or_init(|| Rc::new(Calls::new(self)))
    }

    /// All methods that were unmatched after the first pass, on either side.
    pub fn listed_methods(&self) -> (&[EntityId], &[EntityId]) {
        (&self.open_before[Level::Method as usize], &self.open_after[Level::Method as usize])
    }

    /// The statements of a method before, with known renames applied.
    pub fn statements_before(&self, id: EntityId) -> Rc<Body> {
        let mut known = self.statements_before.borrow_mut();
        known.entry(id).or_insert_with(|| Rc::new(Body::of(self.before, id, &self.renamed))).clone()
    }

    /// The statements of a method after.
    pub fn statements_after(&self, id: EntityId) -> Rc<Body> {
        let mut known = self.statements_after.borrow_mut();
        known.entry(id).or_insert_with(|| Rc::new(Body::of(self.after, id, &Renames::default()))).clone()
    }

    /// Applies the renames found so far from now on. A name that became two others is ignored.
    pub fn learn_renames(&mut self) {
        let partners =
            self.before.ids().flat_map(|id| self.matches.after(id).iter().map(move |partner| (id, partner)));
        let others = partners.filter(|(_, partner)| partner.relationship != super::Relationship::Same);
        let renamed = Renames::of(self.before, self.after, others.map(|(id, partner)| (id, partner.other)));
        if renamed != self.renamed {
            self.renamed = renamed;
            self.statements_before.borrow_mut().clear();
        }
    }

    pub fn same_name(&self, before: EntityId, after: EntityId) -> bool {
        self.before.name(before) == self.after.name(after)
    }

    pub fn same_signature(&self, before: EntityId, after: EntityId) -> bool {
        self.before.entity(before).signature == self.after.entity(after).signature
    }

    /// Whether two fields have the same declared type, as written in keys.
    pub fn same_type(&self, before: EntityId, after: EntityId) -> bool {
        self.before.declaration(before).type_key == self.after.declaration(after).type_key
    }

    /// Whether the containers of two entities match: packages by name and source folder, types by being matched.
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

    /// Whether a member could be pushed down from a type before to a type after. If the latter existed before, it
    /// must have been a subtype already.
    pub fn can_go_down(&self, from: EntityId, to: EntityId) -> bool {
        let was = self.matches.before(to);
        was.is_empty() || was.iter().any(|partner| self.scope_before().is_subtype(partner.other, from))
    }

    /// What the container of `before` became, paired with the container of `after`.
    fn containers_now(
        &self,
        before: EntityId,
        after: EntityId,
    ) -> impl Iterator<Item = (EntityId, EntityId)> {
        let partners = self.before.container(before).map_or(&[][..], |c| self.matches.after(c));
        let is = self.after.container(after);
        partners.iter().filter_map(move |partner| Some((partner.other, is?)))
    }

    /// Whether an entity may be part of any relationship other than being the same.
    pub fn takes_part(&self, model: &Model, id: EntityId) -> bool {
        // Where part of a file could not be parsed, an apparently added or removed entity may only be hidden.
        if model.is_local(id) || self.evidence && !model.file(id).losses.is_empty() {
            return false;
        }
        match model.kind(id) {
            EntityKind::Initialiser => false,
            // The paper's tool ignores annotation types.
            EntityKind::Annotation => self.evidence,
            // A method without a body has nothing to compare but its name.
            EntityKind::Function | EntityKind::Method | EntityKind::Constructor => {
                self.evidence || model.body(id).is_some()
            }
            _ => self.evidence || model.container(id).is_none_or(|c| model.kind(c) != EntityKind::Annotation),
        }
    }

    /// Whether an entity before is a method that can move to another type: a constructor cannot.
    pub fn is_ordinary_method(&self, before: EntityId) -> bool {
        self.before.kind(before).is_called_by_name()
    }

    /// The number of statements directly in a method's body.
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

    /// Adds a pair. Where two types match, their identical members are matched at once.
    pub fn add(
        &mut self,
        before: EntityId,
        after: EntityId,
        relationship: Relationship,
        similarity: Option<f64>,
        strength: f64,
    ) {
        self.matches.add(before, Partner { other: after, relationship, similarity, strength });
        super::same::match_inside(self, before, after);
    }
}

fn field_name(model: &Model, field: EntityId) -> (Symbol, Symbol) {
    (model.name(field), Symbol::of(model.declaration(field).type_key.as_bytes()))
}
