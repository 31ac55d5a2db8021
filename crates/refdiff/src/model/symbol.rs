//! Names and tokens compared by a stable hash of their text.

use std::fmt;

/// A stable 64-bit hash of a text: a token, a name, a signature.
///
/// refdiff treats two texts as the same if their symbols are equal. The hash does not depend on the machine, the run
/// or the order in which texts are seen, so that decisions based on symbols are the same everywhere.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Symbol(pub u64);

impl Symbol {
    /// The symbol of a text.
    pub fn of(text: impl AsRef<[u8]>) -> Self {
        Symbol(xxhash_rust::xxh3::xxh3_64(text.as_ref()))
    }

    /// The symbol of a path extended by `next`: `a.b` is `Symbol::of("a").then(Symbol::of("b"))`.
    pub fn then(self, next: Symbol) -> Self {
        let mut bytes = [0; 16];
        bytes[..8].copy_from_slice(&self.0.to_le_bytes());
        bytes[8..].copy_from_slice(&next.0.to_le_bytes());
        Symbol::of(bytes)
    }

    /// The symbol of a path of names; `None` for an empty path.
    pub fn of_path(names: impl IntoIterator<Item = Symbol>) -> Option<Self> {
        names.into_iter().reduce(Symbol::then)
    }
}

impl fmt::Debug for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:016x}", self.0)
    }
}
