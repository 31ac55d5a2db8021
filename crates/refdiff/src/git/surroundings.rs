//! Unchanged files of a revision, found by the names of their folders.

use super::peel::peel_to_tree;
use super::{Content, Endpoint, Handle, ObjectId};
use crate::compare::{SourceText, Surroundings};
use crate::model::{FilePath, Symbol};

/// The files of one side. For the index and the work tree `HEAD` is searched: unchanged files are there.
pub(crate) struct Tree<'h> {
    handle: &'h Handle,
    root: Option<ObjectId>,
}

impl Handle {
    /// Where to search for files that are the same on both sides.
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
        // Another file may have the same name with another extension.
        let fits = |name: &[u8]| {
            let dot = name.iter().rposition(|&b| b == b'.')?;
            let read = self.handle.languages.reads(&FilePath::new(name.to_vec()));
            Some(read && Symbol::of(&name[..dot]) == *stem)
        };
        let mut entries = tree.iter().filter_map(Result::ok);
        let entry = entries.find(|e| e.mode().is_blob() && fits(e.filename()) == Some(true))?;
        path.extend_from_slice(entry.filename());
        let text = self.handle.read(&Content::Blob(ObjectId(entry.object_id()))).ok()?;
        Some(SourceText { path: FilePath::new(path), text })
    }

    fn holds(&mut self, folder: &[u8], below: bool, changed: &dyn Fn(&FilePath) -> bool) -> bool {
        let repo = &self.handle.repo;
        // What cannot be read may contain anything.
        let Some(Ok(mut tree)) = self.root.map(|root| peel_to_tree(repo, root.0)) else { return true };
        for part in folder.split(|&b| b == b'/').filter(|part| !part.is_empty()) {
            let id = tree.iter().filter_map(Result::ok).find(|e| e.mode().is_tree() && e.filename() == part);
            let Some(id) = id.map(|entry| entry.object_id()) else { return false };
            let Some(inner) = repo.find_object(id).ok().and_then(|o| o.try_into_tree().ok()) else {
                return true;
            };
            tree = inner;
        }
        let mut pending = vec![(folder.to_vec(), tree)];
        while let Some((path, tree)) = pending.pop() {
            for entry in tree.iter() {
                let Ok(entry) = entry else { return true };
                let mut path = path.clone();
                if !path.is_empty() {
                    path.push(b'/');
                }
                path.extend_from_slice(entry.filename());
                if entry.mode().is_tree() && below {
                    match repo.find_object(entry.object_id()).ok().and_then(|o| o.try_into_tree().ok()) {
                        Some(inner) => pending.push((path, inner)),
                        None => return true,
                    }
                } else if entry.mode().is_blob() {
                    let path = FilePath::new(path);
                    if self.handle.languages.reads(&path) && !changed(&path) {
                        return true;
                    }
                }
            }
        }
        false
    }
}
