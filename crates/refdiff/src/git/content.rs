//! The bytes of one side of a changed file.

use super::{EntryKind, Handle, ObjectId};
use std::path::PathBuf;
use std::sync::Arc;

/// The location of the bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Content {
    /// In the object store.
    Blob(ObjectId),
    /// In the work tree.
    Disk(PathBuf),
}

/// The reason why bytes are not available.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable(pub String);

impl Handle {
    /// The number of bytes, if known without reading them.
    pub fn size(&self, content: &Content) -> Option<u64> {
        match content {
            Content::Blob(id) => self.repo.find_header(id.0).ok().map(|header| header.size()),
            Content::Disk(path) => std::fs::metadata(path).ok().map(|m| m.len()),
        }
    }

    /// The bytes. A missing object is an error and has no other effect.
    pub fn read(&self, content: &Content) -> Result<Arc<[u8]>, Unreadable> {
        match content {
            Content::Blob(id) => match self.repo.try_find_object(id.0) {
                // The object's own memory goes back to the repository, which reuses it for the next one.
                Ok(Some(object)) => Ok(object.data.as_slice().into()),
                Ok(None) => {
                    self.miss();
                    Err(Unreadable(format!("object {id} is missing (a partial clone?)")))
                }
                Err(error) => {
                    self.miss();
                    Err(Unreadable(format!("object {id} cannot be read: {}", super::chain(&error))))
                }
            },
            Content::Disk(path) => match std::fs::read(path) {
                Ok(bytes) => Ok(bytes.into()),
                Err(error) => Err(Unreadable(format!("cannot be read: {error}"))),
            },
        }
    }

    /// What `git diff` shows for a path: the bytes of a file, the target of a link, the commit of a submodule.
    pub fn read_entry(&self, kind: EntryKind, content: &Content) -> Result<Arc<[u8]>, Unreadable> {
        match (kind, content) {
            (EntryKind::Submodule, Content::Blob(id)) => {
                Ok(format!("Subproject commit {id}\n").into_bytes().into())
            }
            (EntryKind::Submodule, Content::Disk(_)) => Ok(Arc::from(&b"Subproject\n"[..])),
            (EntryKind::Link, Content::Disk(path)) => match std::fs::read_link(path) {
                Ok(target) => Ok(target.as_os_str().as_encoded_bytes().into()),
                Err(error) => Err(Unreadable(format!("cannot be read: {error}"))),
            },
            _ => self.read(content),
        }
    }

    /// Whether bytes of the work tree are those of a blob, apart from line endings, which git may have converted.
    pub(super) fn is_blob(&self, bytes: &[u8], blob: ObjectId) -> bool {
        let hash =
            |bytes: &[u8]| gix::objs::compute_hash(self.repo.object_hash(), gix::object::Kind::Blob, bytes);
        if hash(bytes).is_ok_and(|id| id == blob.0) {
            return true;
        }
        if !bytes.contains(&b'\r') {
            return false;
        }
        let mut unix = Vec::with_capacity(bytes.len());
        for (i, &byte) in bytes.iter().enumerate() {
            if byte != b'\r' || bytes.get(i + 1) != Some(&b'\n') {
                unix.push(byte);
            }
        }
        hash(&unix).is_ok_and(|id| id == blob.0)
    }
}
