//! Which files differ between two endpoints.

use super::modes::{EXECUTABLE, Modes};
use super::peel::peel_to_tree;
use super::{Content, Handle, ObjectId, chain};
use crate::error::{Error, Result};
use crate::lang::Languages;
use crate::model::FilePath;
use gix::diff::tree::recorder::Change;
use gix::objs::tree::EntryMode;
use std::collections::BTreeMap;

/// One end of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Endpoint {
    /// A commit or tree.
    Tree(ObjectId),
    /// The index (what is staged).
    Index,
    /// The files on disk; with `untracked`, also files that git neither tracks nor ignores.
    WorkTree {
        #[allow(missing_docs)]
        untracked: bool,
    },
}

/// A changed file; a side on which it does not exist has no content.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct ChangedFile {
    pub path: FilePath,
    pub before: Option<Content>,
    pub after: Option<Content>,
    /// The modes, as git writes them.
    pub modes: Modes,
}

/// A changed file that is not analysed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct UnreadFile {
    pub path: FilePath,
    pub before: Option<(EntryKind, Content)>,
    pub after: Option<(EntryKind, Content)>,
    /// The modes, as git writes them.
    pub modes: Modes,
}

/// What differs between two endpoints.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Regular files of languages that refdiff reads, sorted by path.
    pub files: Vec<ChangedFile>,
    /// All other files, sorted by path.
    pub others: Vec<UnreadFile>,
    /// The number of these by file extension; links and submodules by that word, files that their language skips by
    /// the reason.
    pub skipped: BTreeMap<String, usize>,
    /// The number of untracked files of the work tree that took part.
    pub untracked: usize,
}

impl Changes {
    /// The number of all changed files.
    pub fn len(&self) -> usize {
        self.files.len() + self.skipped.values().sum::<usize>()
    }

    /// Whether nothing differs.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn add(&mut self, languages: &Languages, path: &[u8], before: Option<Entry>, after: Option<Entry>) {
        let sides = [&before, &after];
        if sides.iter().any(|s| s.as_ref().is_some_and(|e| e.kind == EntryKind::Folder)) {
            // A folder that became a file, or the reverse: its files are reported one by one.
            let file = |side: Option<Entry>| side.filter(|e| e.kind != EntryKind::Folder);
            let (before, after) = (file(before), file(after));
            if before.is_some() || after.is_some() {
                self.add(languages, path, before, after);
            }
            return;
        }
        let path = FilePath::new(path);
        let special = sides.into_iter().flatten().find_map(|e| match e.kind {
            EntryKind::Link => Some("symlink"),
            EntryKind::Submodule => Some("submodule"),
            _ => None,
        });
        let modes = (before.as_ref().map(Entry::mode), after.as_ref().map(Entry::mode));
        if special.is_none() && languages.reads(&path) {
            let content = |side: Option<Entry>| side.map(|entry| entry.content);
            self.files.push(ChangedFile { path, before: content(before), after: content(after), modes });
            return;
        }
        let content = |side: &Option<Entry>| side.as_ref().map(|e| (e.kind, e.content.clone()));
        let (old, new) = (content(&before), content(&after));
        let reason = special.map_or_else(|| languages.skipped_as(&path), str::to_owned);
        *self.skipped.entry(reason).or_default() += 1;
        self.others.push(UnreadFile { path, before: old, after: new, modes });
    }
}

/// The content of a path on one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub kind: EntryKind,
    pub content: Content,
    /// Whether a file is executable.
    pub executable: bool,
}

/// The kind of an entry in a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum EntryKind {
    File,
    Link,
    Submodule,
    Folder,
}

impl Entry {
    pub fn in_tree(mode: EntryMode, id: gix::ObjectId) -> Self {
        let kind = if mode.is_tree() {
            EntryKind::Folder
        } else if mode.is_commit() {
            EntryKind::Submodule
        } else if mode.is_link() {
            EntryKind::Link
        } else {
            EntryKind::File
        };
        Entry { kind, content: Content::Blob(ObjectId(id)), executable: mode.is_executable() }
    }

    /// The mode, as git writes it.
    fn mode(&self) -> &'static str {
        match self.kind {
            EntryKind::Link => "120000",
            EntryKind::Submodule => "160000",
            EntryKind::Folder => "040000",
            EntryKind::File if self.executable => EXECUTABLE,
            EntryKind::File => "100644",
        }
    }
}

impl Handle {
    /// The files that differ between two endpoints.
    pub fn changes(&self, before: Endpoint, after: Endpoint) -> Result<Changes> {
        let mut changes = match (before, after) {
            (Endpoint::Tree(before), Endpoint::Tree(after)) => self.tree_changes(before, after)?,
            _ => self.listed_changes(before, after)?,
        };
        changes.files.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(changes)
    }

    fn tree_changes(&self, before: ObjectId, after: ObjectId) -> Result<Changes> {
        let mut changes = Changes::default();
        for change in self.tree_records(Some(before), after)? {
            match change {
                Change::Addition { entry_mode, oid, path, .. } => {
                    changes.add(&self.languages, &path, None, Some(Entry::in_tree(entry_mode, oid)));
                }
                Change::Deletion { entry_mode, oid, path, .. } => {
                    changes.add(&self.languages, &path, Some(Entry::in_tree(entry_mode, oid)), None);
                }
                Change::Modification { previous_entry_mode, previous_oid, entry_mode, oid, path } => {
                    let before = Entry::in_tree(previous_entry_mode, previous_oid);
                    changes.add(&self.languages, &path, Some(before), Some(Entry::in_tree(entry_mode, oid)));
                }
            }
        }
        Ok(changes)
    }

    /// The paths of all changed files, links and submodules; without `before`, all paths.
    pub(super) fn changed_paths(&self, before: Option<ObjectId>, after: ObjectId) -> Result<Vec<FilePath>> {
        let records = self.tree_records(before, after)?.into_iter();
        let paths = records.filter_map(|change| match change {
            Change::Addition { entry_mode, path, .. } | Change::Deletion { entry_mode, path, .. } => {
                (!entry_mode.is_tree()).then_some(path)
            }
            Change::Modification { previous_entry_mode, entry_mode, path, .. } => {
                (!entry_mode.is_tree() || !previous_entry_mode.is_tree()).then_some(path)
            }
        });
        Ok(paths.map(|path| FilePath::new(Vec::from(path))).collect())
    }

    fn tree_records(&self, before: Option<ObjectId>, after: ObjectId) -> Result<Vec<Change>> {
        let repo = &self.repo;
        let tree = |id: ObjectId| {
            peel_to_tree(repo, id.0).map_err(|reason| {
                self.miss();
                unreadable(id, &reason)
            })
        };
        let old = before.map_or_else(|| Ok(repo.empty_tree()), tree)?;
        let new = tree(after)?;
        let mut recorder = gix::diff::tree::Recorder::default();
        gix::diff::tree(
            gix::objs::TreeRefIter::from_bytes(&old.data, old.id.kind()),
            gix::objs::TreeRefIter::from_bytes(&new.data, new.id.kind()),
            gix::diff::tree::State::default(),
            &repo.objects,
            &mut recorder,
        )
        .map_err(|e| {
            self.miss();
            unreadable(after, &chain(&e))
        })?;
        Ok(recorder.records)
    }

    /// Compares two endpoints path by path, if one of them is not a tree.
    fn listed_changes(&self, before: Endpoint, after: Endpoint) -> Result<Changes> {
        let (old, _) = self.list(before)?;
        let (mut new, untracked) = self.list(after)?;
        let mut changes = Changes { untracked, ..Changes::default() };
        for (path, entry) in old {
            let partner = new.remove(&path);
            if partner.as_ref().is_none_or(|p| !same(self, &path, &entry, p)) {
                changes.add(&self.languages, &path, Some(entry), partner);
            }
        }
        for (path, entry) in new {
            changes.add(&self.languages, &path, None, Some(entry));
        }
        Ok(changes)
    }
}

/// Whether two entries have the same bytes. Files of other languages are never read: such a file on disk counts as
/// changed unless it is known to be unchanged.
fn same(reader: &Handle, path: &[u8], one: &Entry, other: &Entry) -> bool {
    if one == other {
        return true;
    }
    if one.executable != other.executable {
        return false;
    }
    if one.kind != EntryKind::File || other.kind != EntryKind::File {
        return one.kind == other.kind && matches!(other.content, Content::Disk(_));
    }
    let (Content::Blob(blob), disk @ Content::Disk(_)) = (&one.content, &other.content) else { return false };
    reader.languages.reads(&FilePath::new(path))
        && reader.read(disk).is_ok_and(|bytes| reader.is_blob(&bytes, *blob))
}

fn unreadable(id: ObjectId, reason: &str) -> Error {
    Error::Object { what: format!("the tree of {id}"), reason: reason.into() }
}
