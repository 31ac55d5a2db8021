//! Units that were seen before, addressed by their text.

use crate::model::Unit;
use rustc_hash::FxHashMap as HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The address of a unit: a hash of the language, what the unit is parsed inside of, and its text.
pub type UnitKey = u128;

/// Extracted units of a whole history, shared between threads and bounded in memory.
///
/// There are two generations: what is used moves to the young one, and when that has grown to half of the bound, the
/// old one is dropped and the young one grows old. What the store holds never changes a result: a unit depends on
/// nothing but its text.
#[derive(Debug)]
pub struct UnitStore {
    shards: Vec<Mutex<Shard>>,
    /// The bound of one generation of one shard, in bytes.
    bound: usize,
}

#[derive(Debug, Default)]
struct Shard {
    young: HashMap<UnitKey, Arc<Unit>>,
    old: HashMap<UnitKey, Arc<Unit>>,
    size: usize,
}

const SHARDS: usize = 16;

impl UnitStore {
    /// A store of about so many bytes; 0 keeps nothing.
    pub fn new(bytes: usize) -> Self {
        UnitStore { shards: (0..SHARDS).map(|_| Mutex::default()).collect(), bound: bytes / 2 / SHARDS }
    }

    fn shard(&self, key: UnitKey) -> std::sync::MutexGuard<'_, Shard> {
        // A thread that panicked left no unit half inserted.
        self.shards[key as usize % SHARDS].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The unit at an address, if it is still there.
    pub fn get(&self, key: UnitKey) -> Option<Arc<Unit>> {
        let mut shard = self.shard(key);
        if let Some(unit) = shard.young.get(&key) {
            return Some(unit.clone());
        }
        let unit = shard.old.remove(&key)?;
        shard.insert(key, unit.clone(), self.bound);
        Some(unit)
    }

    /// Keeps a unit.
    pub fn put(&self, key: UnitKey, unit: Arc<Unit>) {
        if self.bound > 0 {
            self.shard(key).insert(key, unit, self.bound);
        }
    }
}

impl Shard {
    fn insert(&mut self, key: UnitKey, unit: Arc<Unit>, bound: usize) {
        self.size += unit.size();
        self.young.insert(key, unit);
        if self.size > bound {
            self.old = std::mem::take(&mut self.young);
            self.size = 0;
        }
    }
}
