//! The documents of the three collections: types, methods and fields, of both sides.

use super::{Bag, Weights};
use crate::model::{EntityId, Level, Model, Scope, Symbol, Token, Uses};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

/// The documents of one level on both sides, and the weights of their tokens. Every document counts for the weights,
/// but bags are created only for those that are compared.
pub(crate) struct Documents<'m> {
    level: Level,
    before: Side<'m>,
    after: Side<'m>,
    pub weights: Weights,
    /// The cache of computed similarities, if enabled.
    similarities: Option<RefCell<Similarities>>,
}

/// The statements around the accesses of a field, each with its count. They are not copied: a table of constants
/// would be copied once for each of its entries.
type VirtualBody<'m> = Vec<(&'m [Token], u32)>;

/// Similarities by pair.
type Similarities = HashMap<(EntityId, EntityId), Option<f64>>;

struct Side<'m> {
    model: &'m Model,
    /// The virtual bodies, by field.
    virtual_bodies: HashMap<EntityId, VirtualBody<'m>>,
    bags: RefCell<HashMap<EntityId, Option<Rc<Bag>>>>,
}

impl<'m> Documents<'m> {
    /// Types are compared by all their tokens, methods by their bodies, fields by the statements that access them.
    /// With `values`, the initial value of a field counts as a statement for the fields it accesses.
    pub fn new(level: Level, before: &Scope<'m>, after: &Scope<'m>, values: bool) -> Self {
        let side = |scope: &Scope<'m>| {
            let virtual_bodies =
                if level == Level::Field { virtual_bodies(scope, values) } else { HashMap::default() };
            Side { model: scope.model(), virtual_bodies, bags: RefCell::default() }
        };
        let (before, after) = (side(before), side(after));
        let mut weights = Weights::default();
        // A method whose unit exists on both sides is read once and counts twice.
        let mut times: HashMap<(usize, u32), u32> = HashMap::default();
        let mut documents = Vec::new();
        for side in [&before, &after] {
            for id in side.model.ids_of(level).filter(|&id| !side.model.is_local(id)) {
                let count = match level {
                    Level::Method => times.entry(side.model.identity(id)).or_default(),
                    _ => &mut 0,
                };
                *count += 1;
                if *count == 1 {
                    documents.push((side, id));
                }
            }
        }
        for (side, id) in documents {
            let count = if level == Level::Method { times[&side.model.identity(id)] } else { 1 };
            match level {
                Level::Type => weights.add_pieces(type_pieces(side.model, id).map(symbols), count),
                Level::Method => weights.add_pieces(method_pieces(side.model, id).map(symbols), count),
                Level::Field => {
                    let pieces = side.virtual_bodies.get(&id).into_iter().flatten();
                    weights.add_pieces(pieces.map(|piece| symbols(piece.0)), count);
                }
            }
        }
        Documents { level, before, after, weights, similarities: None }
    }

    /// The multiset of an entity on the before side; `None` if it has nothing to compare.
    pub fn before(&self, id: EntityId) -> Option<Rc<Bag>> {
        self.before.bag(self.level, id)
    }

    /// The multiset of an entity on the after side; `None` if it has nothing to compare.
    pub fn after(&self, id: EntityId) -> Option<Rc<Bag>> {
        self.after.bag(self.level, id)
    }

    /// The similarity of a pair; `None` if one of them has nothing to compare.
    pub fn similarity(&self, before: EntityId, after: EntityId) -> Option<f64> {
        let compute = || {
            let (b, a) = (self.before(before)?, self.after(after)?);
            Some(self.weights.similarity(&b, &a))
        };
        match &self.similarities {
            Some(known) => *known.borrow_mut().entry((before, after)).or_insert_with(compute),
            None => compute(),
        }
    }
}

impl Side<'_> {
    fn bag(&self, level: Level, id: EntityId) -> Option<Rc<Bag>> {
        if self.model.level(id) != level {
            return None;
        }
        if let Some(known) = self.bags.borrow().get(&id) {
            return known.clone();
        }
        let bag: Bag = match level {
            Level::Type => type_pieces(self.model, id).flat_map(symbols).collect(),
            Level::Method => method_pieces(self.model, id).flat_map(symbols).collect(),
            Level::Field => {
                let pieces = self.virtual_bodies.get(&id).into_iter().flatten();
                Bag::of_counts(
                    pieces.flat_map(|&(piece, times)| symbols(piece).map(move |token| (token, times))),
                )
            }
        };
        let bag = if bag.is_empty() { None } else { Some(Rc::new(bag)) };
        self.bags.borrow_mut().insert(id, bag.clone());
        bag
    }
}

/// The collections of a comparison, each created on first use: most commits never need that of types.
#[derive(Default)]
pub(crate) struct Collections<'m> {
    types: OnceCell<Documents<'m>>,
    methods: OnceCell<Documents<'m>>,
    fields: OnceCell<Documents<'m>>,
    remembers: Cell<bool>,
}

impl<'m> Collections<'m> {
    /// Caches similarities from now on; must be called before the first collection is created.
    pub fn remember(&self) {
        self.remembers.set(true);
    }

    /// The collection of a level; `values` as in [`Documents::new`].
    pub fn get<'s>(
        &self,
        level: Level,
        values: bool,
        scopes: impl FnOnce() -> (&'s Scope<'m>, &'s Scope<'m>),
    ) -> &Documents<'m>
    where
        'm: 's,
    {
        let cell = match level {
            Level::Type => &self.types,
            Level::Method => &self.methods,
            Level::Field => &self.fields,
        };
        cell.get_or_init(|| {
            let (before, after) = scopes();
            let mut documents = Documents::new(level, before, after, values);
            documents.similarities = self.remembers.get().then(RefCell::default);
            documents
        })
    }
}

fn symbols(tokens: &[Token]) -> impl Iterator<Item = Symbol> {
    tokens.iter().map(|t| t.symbol)
}

/// The tokens of a method's body, and of nested functions that have their own unit.
fn method_pieces(model: &Model, id: EntityId) -> impl Iterator<Item = &[Token]> {
    let range = model.body(id).unwrap_or(0..0);
    let own = &model.unit(id).tokens[range.start as usize..range.end as usize];
    let inside = model.children(id).iter().filter(|&&child| model.entity(child).declaration == 0);
    std::iter::once(own).chain(inside.flat_map(|&child| type_pieces(model, child)))
}

/// The tokens of a declaration including everything nested in it, unit by unit.
fn type_pieces(model: &Model, id: EntityId) -> impl Iterator<Item = &[Token]> {
    let mut pending = vec![id];
    std::iter::from_fn(move || {
        let at = pending.pop()?;
        pending.extend(model.children(at).iter().rev());
        // Every unit once, at its first declaration; declarations inside a member are part of its unit.
        let own = model.entity(at).declaration == 0;
        Some(if own { model.unit(at).tokens.as_slice() } else { &[] })
    })
}

/// A statement with more tokens than this is a table, and means nothing for any field in it.
const TABLE: usize = 4_096;

/// The virtual bodies of fields: the innermost statement around each access, once per access. The initial value is
/// not a statement and is ignored: constants with equal values are not the same constant. With `values`, the value of
/// another field counts as a statement for the fields it accesses.
fn virtual_bodies<'m>(scope: &Scope<'m>, values: bool) -> HashMap<EntityId, VirtualBody<'m>> {
    let model = scope.model();
    let fields: HashSet<EntityId> = model.ids_of(Level::Field).filter(|&id| !model.is_local(id)).collect();
    let uses = Uses::new(scope);
    let mut bodies: HashMap<EntityId, VirtualBody<'m>> = HashMap::default();
    for (field, accesses) in uses.accesses(&fields) {
        let body = bodies.entry(field).or_default();
        for (member, access) in accesses {
            let unit = model.unit(member);
            let range = match unit.statement_at(access.token) {
                Some(statement) => statement.tokens.clone(),
                None if values => model.body(member).unwrap_or_default(),
                None => continue,
            };
            let piece = &unit.tokens[range.start as usize..range.end as usize];
            if piece.len() > TABLE {
                continue;
            }
            // Accesses are in the order of the text: those of one statement are adjacent.
            match body.last_mut() {
                Some((last, times)) if std::ptr::eq(*last, piece) => *times += 1,
                _ => body.push((piece, 1)),
            }
        }
    }
    bodies
}
