//! Methods and fields with a unique name: what a name denotes on a receiver of unknown type.

use super::{EntityId, Level, Model, Symbol};
use rustc_hash::FxHashMap as HashMap;
use std::cell::OnceCell;

type ByName = HashMap<Symbol, Vec<EntityId>>;

/// Methods and fields of a model by name, listed on first use.
#[derive(Debug, Default)]
pub(super) struct OnlyOnes {
    methods: OnceCell<ByName>,
    fields: OnceCell<ByName>,
}

impl OnlyOnes {
    /// The method with a name, if there is exactly one.
    pub fn method(&self, model: &Model, name: Symbol) -> Vec<EntityId> {
        let named = self.methods.get_or_init(|| {
            let called = model.ids_of(Level::Method).filter(|&id| model.kind(id).is_called_by_name());
            by_name(model, called)
        });
        only(named, name).into_iter().collect()
    }

    /// The field with a name, if there is exactly one.
    pub fn field(&self, model: &Model, name: Symbol) -> Option<EntityId> {
        only(self.fields.get_or_init(|| by_name(model, model.ids_of(Level::Field))), name)
    }
}

fn by_name(model: &Model, ids: impl Iterator<Item = EntityId>) -> ByName {
    let mut named = ByName::default();
    for id in ids {
        named.entry(model.name(id)).or_default().push(id);
    }
    named
}

fn only(named: &ByName, name: Symbol) -> Option<EntityId> {
    match named.get(&name).map(Vec::as_slice) {
        Some(&[only]) => Some(only),
        _ => None,
    }
}
