//! Which calls mean a method that was refactored, and which mean another one of the same name.

use super::board::{AFTER, BEFORE, Board, Place};
use crate::model::{EntityId, Level, Scope, Symbol, Uses};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

/// For each side, what calls by the name of a refactored method mean, as far as it can be told.
pub(super) struct Resolved {
    targets: [HashMap<Place, Vec<EntityId>>; 2],
    reported: [HashSet<EntityId>; 2],
}

impl Resolved {
    pub fn new(board: &Board<'_>) -> Self {
        let mut resolved = Resolved { targets: Default::default(), reported: Default::default() };
        for (_, &(before, after)) in board.comparison.reported_pairs() {
            resolved.reported[BEFORE].insert(before);
            resolved.reported[AFTER].insert(after);
        }
        for side in [BEFORE, AFTER] {
            let model = board.model(side);
            let name = |id: EntityId| Symbol::of(model.declaration(id).name.as_bytes());
            let is_method = |id: &EntityId| model.level(*id) == Level::Method;
            let names: HashSet<Symbol> =
                resolved.reported[side].iter().copied().filter(is_method).map(name).collect();
            if names.is_empty() {
                continue;
            }
            let wanted: HashSet<EntityId> =
                model.ids_of(Level::Method).filter(|&id| names.contains(&name(id))).collect();
            let scope = Scope::new(model);
            for (target, sites) in Uses::new(&scope).calls(&wanted, |_| true) {
                for site in sites {
                    if let Some(place) = board.unit_token(side, site.caller, site.call.token) {
                        resolved.targets[side].entry(place).or_default().push(target);
                    }
                }
            }
        }
        resolved
    }

    /// The refactored method that a call means; `None` where that cannot be told or it means another one.
    pub fn target(&self, side: usize, call: Place) -> Option<EntityId> {
        let targets = self.targets[side].get(&call)?;
        targets.iter().copied().find(|t| self.reported[side].contains(t))
    }

    /// Whether a call surely means a method that was not refactored.
    pub fn is_foreign(&self, side: usize, call: Place) -> bool {
        let targets = self.targets[side].get(&call);
        targets.is_some_and(|all| !all.iter().any(|t| self.reported[side].contains(t)))
    }
}
