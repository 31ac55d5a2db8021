//! What one thread keeps open.

use super::Repository;

/// How much decompressed data of packs a thread keeps for the objects that are stored as differences to others: twice
/// as much read a history of 2.3 GB no faster.
const PACK_CACHE: usize = 32 << 20;

/// Commits and trees that a thread keeps.
const OBJECT_CACHE: usize = 8 << 20;

/// A repository as one thread uses it: reading through it fills caches that the next read finds.
pub struct Handle {
    pub(super) repo: gix::Repository,
}

impl Handle {
    pub(super) fn new(repository: &Repository) -> Self {
        let mut repo = repository.local();
        repo.object_cache_size_if_unset(OBJECT_CACHE);
        repo.objects
            .set_pack_cache(|| Box::new(gix::odb::pack::cache::lru::MemoryCappedHashmap::new(PACK_CACHE)));
        // An object that is missing stays missing while we look: do not search for new packs each time.
        repo.objects.refresh_never();
        Handle { repo }
    }
}
