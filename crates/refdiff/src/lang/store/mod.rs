//! Extracted units and layouts, addressed by their text.

mod clock;

use crate::model::{Import, Loss, Unit};
use clock::Clock;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The address of a unit: a hash of the language, the code it is wrapped in for parsing, and its text. The address of
/// a file is the same for its whole text.
pub type UnitKey = u128;

/// How a file was cut: everything but the units, which are stored separately.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The dotted name of the package.
    pub package: Box<str>,
    /// The position of that declaration.
    pub package_at: std::ops::Range<u32>,
    /// Imports, in order.
    pub imports: Arc<Vec<Import>>,
    /// The position of each unit.
    pub pieces: Vec<LaidOut>,
    /// What could not be parsed.
    pub losses: Vec<Loss>,
}

/// A unit with its position, by its address.
#[derive(Clone, Copy, Debug)]
pub struct LaidOut {
    /// The unit.
    pub key: UnitKey,
    /// First byte in the file.
    pub start: u32,
    /// Byte after the last one.
    pub end: u32,
    /// The type whose body contains it, by its index in the layout.
    pub container: Option<u32>,
}

/// Extracted units and layouts of a whole history, shared between threads and bounded in memory.
///
/// The content of the store never changes a result: a unit depends only on its text.
#[derive(Debug)]
pub struct UnitStore {
    shards: Vec<Mutex<Shard>>,
    /// The bound of one shard, in bytes.
    bound: usize,
}

#[derive(Debug, Default)]
struct Shard {
    units: Clock<Unit>,
    layouts: Clock<Layout>,
}

const SHARDS: usize = 16;
/// Layouts get one part in this many of the memory.
const LAYOUTS: usize = 16;

impl UnitStore {
    /// A store of about this many bytes, not counting entries in use; 0 stores nothing.
    pub fn new(bytes: usize) -> Self {
        UnitStore { shards: (0..SHARDS).map(|_| Mutex::default()).collect(), bound: bytes / SHARDS }
    }

    fn shard(&self, key: UnitKey) -> MutexGuard<'_, Shard> {
        // A thread that panicked left nothing half inserted.
        self.shards[key as usize % SHARDS].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The unit at an address, if it is still stored.
    pub fn get(&self, key: UnitKey) -> Option<Arc<Unit>> {
        self.shard(key).units.get(key)
    }

    /// Stores a unit.
    pub fn put(&self, key: UnitKey, unit: Arc<Unit>) {
        let size = unit.size();
        self.shard(key).units.put(key, unit, size, self.bound - self.bound / LAYOUTS);
    }

    /// How the file with this address was cut, if still known.
    pub fn layout(&self, key: UnitKey) -> Option<Arc<Layout>> {
        self.shard(key).layouts.get(key)
    }

    /// Stores how a file was cut.
    pub fn put_layout(&self, key: UnitKey, layout: Arc<Layout>) {
        let imports = layout.imports.iter().map(|i| size_of_val(i) + size_of_val(&*i.path)).sum::<usize>();
        let size =
            size_of::<Layout>() + layout.package.len() + imports + size_of_val(layout.pieces.as_slice());
        self.shard(key).layouts.put(key, layout, size, self.bound / LAYOUTS);
    }
}
