//! Files of a revision that did not change, looked for by the names of their folders.

use super::peel::peel_to_tree;
use super::{Content, Endpoint, Handle, ObjectId};
use crate::compare::{SourceText, Surroundings};
use crate::model::{FilePath, Symbol};

/// The files of one side. Of the index and the work tree only what `HEAD` has is looked for: what did not change is there.
pub(crate) struct Tree<'h> {
    handle: &'h Handle,
    root: Option<ObjectId>,
}

impl Handle {
    /// Where to look for files that are the same on both sides.
    pub(crate) fn surroundings(&self, side: Endpoint) -> Tree<'_> {
        let root = match side {
            Endpoint::Tree(id) => Some(id),
            Endpoint::Index | Endpoint::WorkTree { .. } => {
                self.repo.head_id().ok().map(|id| ObjectId(id.detach()))
            }
        };
        Tree { handle: self, root }
    }
}

impl Surroundings for Tree<'_> {
    fn find(&mut self, folder: &[u8], names: &[Symbol]) -> Option<SourceText> {
        let repo = &self.handle.repo;
        let mut tree = peel_to_tree(repo, self.root?.0).ok()?;
        let mut path = Vec::new();
        let enter = |tree: &gix::Tree<'_>, fits: &dyn Fn(&[u8]) -> bool| {
            let mut entries = tree.iter().filter_map(Result::ok);
            let entry = entries.find(|e| e.mode().is_tree() && fits(e.filename()))?;
            Some((entry.filename().to_vec(), entry.object_id()))
        };
        let (stem, folders) = names.split_last()?;
        let given = folder.split(|&b| b == b'/').filter(|part| !part.is_empty());
        for part in given {
            let (name, id) = enter(&tree, &|name| name == part)?;
            tree = repo.find_object(id).ok()?.try_into_tree().ok()?;
            path.extend_from_slice(&name);
            path.push(b'/');
        }
        for part in folders {
            let (name, id) = enter(&tree, &|name| Symbol::of(name) == *part)?;
            tree = repo.find_object(id).ok()?.try_into_tree().ok()?;
            path.extend_from_slice(&name);
            path.push(b'/');
        }
        // Another file may have the same name and another ending.
        let fits = |name: &[u8]| {
            let dot = name.iter().rposition(|&b| b == b'.')?;
            let read = crate::lang::language_of(&FilePath::new(name.to_vec())).is_some();
            Some(read && Symbol::of(&name[..dot]) == *stem)
        };
        let mut entries = tree.iter().filter_map(Result::ok);
        let entry = entries.find(|e| e.mode().is_blob() && fits(e.filename()) == Some(true))?;
        path.extend_from_slice(entry.filename());
        let text = self.handle.read(&Content::Blob(ObjectId(entry.object_id()))).ok()?;
        Some(SourceText { path: FilePath::new(path), text })
    }
}
