//! The documents of the three collections: types, methods and fields, of both sides together.

use super::{Bag, Weights};
use crate::model::{EntityId, Level, Model, Scope, Symbol, Uses};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::cell::OnceCell;

/// The bags of one level on both sides, and their weights. Built when first asked for: most commits never need the
/// bags of types.
#[derive(Debug)]
pub(crate) struct Documents {
    pub before: HashMap<EntityId, Bag>,
    pub after: HashMap<EntityId, Bag>,
    pub weights: Weights,
}

impl Documents {
    /// Types are compared by all their tokens, methods by their bodies, fields by the statements that access them.
    pub fn new(level: Level, before: &Scope<'_>, after: &Scope<'_>) -> Self {
        let mut documents =
            Documents { before: bags(level, before), after: bags(level, after), weights: Weights::default() };
        for bags in [&documents.before, &documents.after] {
            // The order does not matter: the weights only count.
            bags.values().for_each(|bag| documents.weights.add(bag));
        }
        documents
    }

    /// The similarity of a pair; `None` where one of them has nothing to compare.
    pub fn similarity(&self, before: EntityId, after: EntityId) -> Option<f64> {
        let (b, a) = (self.before.get(&before)?, self.after.get(&after)?);
        Some(self.weights.similarity(b, a))
    }
}

/// The collections of a comparison.
#[derive(Debug, Default)]
pub(crate) struct Collections {
    types: OnceCell<Documents>,
    methods: OnceCell<Documents>,
    fields: OnceCell<Documents>,
}

impl Collections {
    /// The collection of a level.
    pub fn get(&self, level: Level, before: &Scope<'_>, after: &Scope<'_>) -> &Documents {
        let cell = match level {
            Level::Type => &self.types,
            Level::Method => &self.methods,
            Level::Field => &self.fields,
        };
        cell.get_or_init(|| Documents::new(level, before, after))
    }
}

fn bags(level: Level, scope: &Scope<'_>) -> HashMap<EntityId, Bag> {
    let model = scope.model();
    let ids: Vec<EntityId> = model.ids_of(level).filter(|&id| !model.is_local(id)).collect();
    match level {
        Level::Type => types(model, &ids),
        Level::Method => ids.into_iter().filter_map(|id| Some((id, body(model, id)?))).collect(),
        Level::Field => fields(scope, &ids),
    }
}

/// The multiset of a method's body; `None` if it has none or an empty one.
fn body(model: &Model, id: EntityId) -> Option<Bag> {
    let range = model.body(id)?;
    let tokens = &model.unit(id).tokens[range.start as usize..range.end as usize];
    Some(tokens.iter().map(|t| t.symbol).collect())
}

/// A type's declaration with all that stands inside it.
fn types(model: &Model, ids: &[EntityId]) -> HashMap<EntityId, Bag> {
    let mut tokens: HashMap<EntityId, Vec<Symbol>> = ids.iter().map(|&id| (id, Vec::new())).collect();
    for id in model.ids() {
        // Every unit once, at its first declaration.
        if model.entity(id).declaration != 0 {
            continue;
        }
        let unit = model.unit(id);
        let mut at = if model.level(id) == Level::Type { Some(id) } else { model.type_around(id) };
        while let Some(around) = at {
            if let Some(all) = tokens.get_mut(&around) {
                all.extend(unit.tokens.iter().map(|t| t.symbol));
            }
            at = model.type_around(around);
        }
    }
    tokens.into_iter().map(|(id, all)| (id, all.into_iter().collect())).collect()
}

/// The virtual bodies of fields: the innermost statement around each access, once for each access. The initial value
/// is no statement and takes no part: constants of equal value are not the same constant.
fn fields(scope: &Scope<'_>, ids: &[EntityId]) -> HashMap<EntityId, Bag> {
    let model = scope.model();
    let wanted: HashSet<EntityId> = ids.iter().copied().collect();
    let uses = Uses::new(scope);
    let accesses = uses.accesses(&wanted);
    let mut bags = HashMap::default();
    for &id in ids {
        let mut tokens: Vec<Symbol> = Vec::new();
        for &(member, access) in accesses.get(&id).into_iter().flatten() {
            let unit = model.unit(member);
            let Some(statement) = unit.statement_at(access.token) else { continue };
            let range = statement.tokens.start as usize..statement.tokens.end as usize;
            tokens.extend(unit.tokens[range].iter().map(|t| t.symbol));
        }
        if !tokens.is_empty() {
            bags.insert(id, tokens.into_iter().collect());
        }
    }
    bags
}
