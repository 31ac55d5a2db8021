//! The content of a commit at one path, without reading anything else.

use super::peel::peel_to_tree;
use super::{Handle, ObjectId, chain};
use crate::error::{Error, Result};
use crate::model::FilePath;

/// A commit's parents and tree: what a walk needs for each commit.
#[derive(Clone, Debug)]
pub(crate) struct Links {
    pub parents: Vec<ObjectId>,
    pub tree: ObjectId,
    /// Commit time, in seconds since 1970.
    pub time: i64,
    /// Whether it has parents that are not in this shallow clone.
    pub shallow: bool,
}

impl Handle {
    /// The parents and the tree of a commit.
    pub(crate) fn links(&self, id: ObjectId) -> Result<Links> {
        let failed = |reason: String| {
            self.miss();
            Error::Object { what: format!("commit {id}"), reason }
        };
        let commit = self.repo.find_commit(id.0).map_err(|e| failed(chain(&e)))?;
        let tree = commit.tree_id().map_err(|e| failed(chain(&e)))?;
        let shallow = self.is_shallow(id);
        let parents = commit.parent_ids().filter(|_| !shallow).map(|p| ObjectId(p.detach())).collect();
        let time = commit.time().map_or(0, |time| time.seconds);
        Ok(Links { parents, tree: ObjectId(tree.detach()), time, shallow })
    }

    /// The blob at a path of a tree; `None` if there is no file.
    pub(crate) fn blob_at(&self, tree: ObjectId, path: &FilePath) -> Result<Option<ObjectId>> {
        let unreadable = |reason: String| {
            self.miss();
            Error::Object { what: format!("the tree {tree}"), reason }
        };
        let mut at = peel_to_tree(&self.repo, tree.0).map_err(unreadable)?;
        let mut parts = path.as_bytes().split(|&b| b == b'/').peekable();
        while let Some(part) = parts.next() {
            let found = at.iter().filter_map(std::result::Result::ok).find(|e| e.filename() == part);
            let Some(entry) = found.map(|e| (e.mode(), e.object_id())) else { return Ok(None) };
            if parts.peek().is_none() {
                return Ok(entry.0.is_blob().then_some(ObjectId(entry.1)));
            }
            if !entry.0.is_tree() {
                return Ok(None);
            }
            at = peel_to_tree(&self.repo, entry.1).map_err(unreadable)?;
        }
        Ok(None)
    }

    /// All files of a commit.
    pub(crate) fn paths_of(&self, commit: ObjectId) -> Result<Vec<FilePath>> {
        self.changed_paths(None, commit)
    }
}
