//! What the finders of patterns may ask of both sides together: what corresponds, and what is new.

use super::view::{KEPT, Partners, View};
use crate::correspondence::{Body, Correspondence, Likeness, StatementPair};
use crate::details::Matched;
use crate::details::bodies::ALIKE;
use crate::model::{EntityId, Level, Scope, Symbol};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

/// The look-ups by name of both sides, made when they are needed.
#[derive(Default)]
pub(crate) struct Scopes<'c>(OnceCell<Scope<'c>>, OnceCell<Scope<'c>>);

/// Both sides.
pub(crate) struct Ground<'c> {
    pub(crate) old: View<'c>,
    pub(crate) new: View<'c>,
    compared: RefCell<HashMap<(EntityId, EntityId), Rc<Compared>>>,
    constants: OnceCell<HashMap<Symbol, Vec<Constant>>>,
    /// New methods by their names.
    methods: OnceCell<HashMap<Symbol, Vec<EntityId>>>,
    /// The constants before, by their types and names.
    codes: OnceCell<HashSet<(Option<EntityId>, Symbol)>>,
}

/// Two bodies with their correspondence.
pub(super) struct Compared {
    pub was: Rc<Body>,
    pub is: Rc<Body>,
    pub correspondence: Correspondence,
}

impl Compared {
    /// The pairs that are equal but for names and literals, or have most of their words in common.
    pub fn surely(&self) -> impl Iterator<Item = &StatementPair> {
        let telling = |body: &Body, s: usize| body.all[s].words.iter().filter(|w| w.is_telling()).count();
        self.correspondence.pairs.iter().filter(move |p| {
            let all = telling(&self.was, p.before) + telling(&self.is, p.after);
            p.likeness >= Likeness::Replaced || 2.0 * p.words.len() as f64 >= ALIKE * all as f64
        })
    }
}

/// A field that cannot change and has a literal as its value.
#[derive(Clone, Copy)]
pub(super) struct Constant {
    pub field: EntityId,
    pub value: Symbol,
}

impl<'c> Ground<'c> {
    /// `changed` are the matched methods whose texts differ.
    pub fn new(matched: &'c Matched<'c>, changed: &[(EntityId, EntityId)], scopes: &'c Scopes<'c>) -> Self {
        let pairs = || matched.pairs.iter().map(|&(before, after, _)| (before, after));
        let partners =
            (Partners::new(pairs()), Partners::new(pairs().map(|(before, after)| (after, before))));
        let (was, is): (Vec<_>, Vec<_>) = changed.iter().copied().unzip();
        Ground {
            old: View::new(&matched.before.model, partners.0, was, &scopes.0),
            new: View::new(&matched.after.model, partners.1, is, &scopes.1),
            compared: RefCell::default(),
            constants: OnceCell::new(),
            methods: OnceCell::new(),
            codes: OnceCell::new(),
        }
    }

    /// The bodies of a method before and a method after, whether or not they are matched.
    pub(super) fn compared(&self, before: EntityId, after: EntityId) -> Rc<Compared> {
        if let Some(known) = self.compared.borrow().get(&(before, after)) {
            return known.clone();
        }
        let (was, is) = (self.old.body(before), self.new.body(after));
        let correspondence = Correspondence::new(&was, &is);
        let compared = Rc::new(Compared { was, is, correspondence });
        let mut known = self.compared.borrow_mut();
        if known.len() >= KEPT {
            known.clear();
        }
        known.insert((before, after), compared.clone());
        compared
    }

    /// Matched methods whose texts differ.
    pub(super) fn changed_methods(&self) -> impl Iterator<Item = (EntityId, EntityId)> + '_ {
        let changed = self.old.all_changed().iter();
        let pairs = changed.flat_map(|&b| self.old.partners(b).iter().map(move |&a| (b, a)));
        pairs.filter(|pair| self.new.is_changed(pair.1))
    }

    /// Matched entities of a level.
    pub(super) fn pairs(&self, level: Level) -> impl Iterator<Item = (EntityId, EntityId)> + '_ {
        let all = self.old.model.ids_of(level);
        all.flat_map(|b| self.old.partners(b).iter().map(move |&a| (b, a)))
    }

    /// The new methods of a name.
    pub(super) fn new_methods(&self, name: Symbol) -> &[EntityId] {
        let methods = self.methods.get_or_init(|| {
            let mut all: HashMap<Symbol, Vec<EntityId>> = HashMap::default();
            for method in
                self.new.alone(Level::Method).filter(|&m| self.new.model.kind(m).is_called_by_name())
            {
                all.entry(self.new.model.name(method)).or_default().push(method);
            }
            all
        });
        methods.get(&name).map_or(&[], Vec::as_slice)
    }

    /// Whether a type before had a constant of this name with a literal as its value.
    pub(super) fn had_constant(&self, owner: Option<EntityId>, name: Symbol) -> bool {
        let old = &self.old;
        let codes = self.codes.get_or_init(|| {
            let fields = old.model.ids_of(Level::Field);
            let constants = fields.filter(|&f| old.is_constant(f) && old.literal(f).is_some());
            constants.map(|f| (old.owner(f), old.model.name(f))).collect()
        });
        codes.contains(&(owner, name))
    }

    /// New constants by their names.
    pub(super) fn constants(&self) -> &HashMap<Symbol, Vec<Constant>> {
        self.constants.get_or_init(|| {
            let mut all: HashMap<Symbol, Vec<Constant>> = HashMap::default();
            for field in self.new.alone(Level::Field) {
                if let Some(value) = self.new.literal(field).filter(|_| self.new.is_constant(field)) {
                    all.entry(self.new.model.name(field)).or_default().push(Constant { field, value });
                }
            }
            all
        })
    }
}
