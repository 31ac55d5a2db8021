//! What one thread keeps open.

use super::Repository;
use crate::lang::Languages;
use std::cell::Cell;

/// How much decompressed data of packs a thread keeps for the objects that are stored as differences to others: twice
/// as much read a history of 2.3 GB no faster.
const PACK_CACHE: usize = 32 << 20;

/// Commits and trees that a thread keeps.
const OBJECT_CACHE: usize = 8 << 20;

/// A repository as one thread uses it: reading through it fills caches that the next read finds.
pub struct Handle {
    pub(super) repo: gix::Repository,
    pub(crate) languages: Languages,
    /// Whether something was looked for and not found since this was last asked.
    pub(super) missed: Cell<bool>,
}

impl Handle {
    pub(super) fn new(repository: &Repository) -> Self {
        let mut repo = repository.local();
        repo.object_cache_size_if_unset(OBJECT_CACHE);
        repo.objects
            .set_pack_cache(|| Box::new(gix::odb::pack::cache::lru::MemoryCappedHashmap::new(PACK_CACHE)));
        // An object that is missing stays missing while we look: do not search for new packs each time.
        repo.objects.refresh_never();
        Handle { repo, languages: repository.languages.clone(), missed: Cell::new(false) }
    }

    /// The same with what the repository holds now: another process may have packed its objects anew.
    pub(crate) fn renewed(repository: &Repository) -> Self {
        // A handle that looks for new packs finds them when it looks for something that is not there.
        let repo = repository.local();
        let _ = repo.try_find_object(repo.object_hash().null());
        Handle::new(repository)
    }

    pub(super) fn miss(&self) {
        self.missed.set(true);
    }

    /// Whether something was not found since this was last asked.
    pub(crate) fn has_missed(&self) -> bool {
        self.missed.take()
    }
}
