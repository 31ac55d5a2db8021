//! What one thread keeps open.

use super::Repository;
use crate::lang::Languages;
use std::cell::Cell;

/// The cache of decompressed pack data per thread, for objects that are stored as deltas. Twice as much did not speed
/// up reading a history of 2.3 GB.
const PACK_CACHE: usize = 32 << 20;

/// The cache of commits and trees per thread.
const OBJECT_CACHE: usize = 8 << 20;

/// A repository as used by one thread: each read fills caches for the next one.
pub struct Handle {
    pub(super) repo: gix::Repository,
    pub(crate) languages: Languages,
    /// Whether something was not found since this was last queried.
    pub(super) missed: Cell<bool>,
}

impl Handle {
    pub(super) fn new(repository: &Repository) -> Self {
        let mut repo = repository.local();
        repo.object_cache_size_if_unset(OBJECT_CACHE);
        repo.objects
            .set_pack_cache(|| Box::new(gix::odb::pack::cache::lru::MemoryCappedHashmap::new(PACK_CACHE)));
        // A missing object stays missing during our work: do not search for new packs each time.
        repo.objects.refresh_never();
        Handle { repo, languages: repository.languages.clone(), missed: Cell::new(false) }
    }

    /// A new handle with the current state of the repository: another process may have repacked its objects.
    pub(crate) fn renewed(repository: &Repository) -> Self {
        // A handle that may refresh finds new packs when it searches for a missing object.
        let repo = repository.local();
        let _ = repo.try_find_object(repo.object_hash().null());
        Handle::new(repository)
    }

    pub(super) fn miss(&self) {
        self.missed.set(true);
    }

    /// Whether something was not found since the last call.
    pub(crate) fn has_missed(&self) -> bool {
        self.missed.take()
    }
}
