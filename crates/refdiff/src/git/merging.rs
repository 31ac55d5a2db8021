//! The automatic merge of the parents of a merge commit.

use super::{Handle, ObjectId, chain};
use std::cell::Cell;

/// The tree that results from merging the parents automatically.
pub(crate) struct Merged {
    /// Reads the tree, which exists only in memory.
    pub handle: Handle,
    pub tree: ObjectId,
}

impl Handle {
    /// Merges two commits as git would, with conflict markers; or returns the reason why that is impossible.
    pub(crate) fn merged(&self, parents: &[ObjectId]) -> Result<Merged, String> {
        let &[ours, theirs] = parents else {
            return Err(format!(
                "it has {} parents, and git merges more than two in its own way",
                parents.len()
            ));
        };
        let mut repo = self.repo.clone().with_object_memory();
        without_programs(&mut repo);
        let failed = |error: gix::Error| chain(&error);
        let options = repo.tree_merge_options().map_err(failed)?;
        let labels = gix::merge::blob::builtin_driver::text::Labels::default();
        let merged = repo.merge_commits(ours.0, theirs.0, labels, options.into());
        let mut outcome = merged.map_err(failed)?;
        let tree = outcome.tree_merge.tree.write().map_err(|error| chain(&error))?.detach();
        drop(outcome);
        Ok(Merged {
            handle: Handle { repo, languages: self.languages.clone(), missed: Cell::new(false) },
            tree: ObjectId(tree),
        })
    }
}

/// A configuration may name programs that merge, convert or display files. None of them is run, so that a merge is
/// the same for all users.
fn without_programs(repo: &mut gix::Repository) {
    let mut config = repo.config_snapshot_mut();
    for name in ["merge", "filter", "diff"] {
        let all = config.sections_and_ids_by_name(name);
        let ids: Vec<_> = all.into_iter().flatten().map(|(_, id)| id).collect();
        for id in ids {
            config.remove_section_by_id(id);
        }
    }
}
