//! Names that stand for each other because of a reported refactoring.

use crate::model::Symbol;
use rustc_hash::FxHashMap as HashMap;

/// Which names before may have become which names after.
#[derive(Clone, Default, Debug)]
pub(super) struct Names {
    became: HashMap<Symbol, Vec<Symbol>>,
}

impl Names {
    pub fn add(&mut self, before: Symbol, after: Symbol) {
        if before != after {
            let all = self.became.entry(before).or_default();
            if !all.contains(&after) {
                all.push(after);
            }
        }
    }

    pub fn is_empty(&self) -> bool {
        self.became.is_empty()
    }

    pub fn fits(&self, before: Symbol, after: Symbol) -> bool {
        before == after || self.became.get(&before).is_some_and(|all| all.contains(&after))
    }

    /// The first name that it became, or itself.
    pub fn first(&self, before: Symbol) -> Symbol {
        self.became.get(&before).and_then(|all| all.first().copied()).unwrap_or(before)
    }
}
