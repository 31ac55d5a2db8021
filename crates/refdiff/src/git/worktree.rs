//! The content of the index and the work tree.

use super::changes::{Entry, EntryKind};
use super::peel::peel_to_tree;
use super::{Content, Endpoint, Handle, ObjectId, chain};
use crate::error::{Error, Result};
use gix::bstr::{BStr, BString};
use gix::dir::entry::{Kind, Status};
use gix::index::entry::{Flags, Mode, Stage, Stat};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// Entries by path.
type Listing = BTreeMap<Vec<u8>, Entry>;

impl Handle {
    /// All files of an endpoint, and how many of them are untracked.
    pub(super) fn list(&self, endpoint: Endpoint) -> Result<(Listing, usize)> {
        match endpoint {
            Endpoint::Tree(id) => Ok((self.list_tree(id)?, 0)),
            Endpoint::Index => Ok((self.list_index()?, 0)),
            Endpoint::WorkTree { untracked } => self.list_work_tree(untracked),
        }
    }

    fn list_tree(&self, id: ObjectId) -> Result<Listing> {
        let repo = &self.repo;
        let failed = |reason: String| Error::Object { what: format!("the tree of {id}"), reason };
        let tree = peel_to_tree(repo, id.0).map_err(failed)?;
        let files = tree.traverse().breadthfirst.files().map_err(|e| failed(chain(&e)))?;
        let entries = files.into_iter().filter(|f| !f.mode.is_tree());
        Ok(entries.map(|f| (f.filepath.into(), Entry::in_tree(f.mode, f.oid))).collect())
    }

    fn list_index(&self) -> Result<Listing> {
        let index = self.index()?;
        let mut listing = Listing::new();
        for entry in index.entries() {
            // For a conflict, our version represents the file.
            if !matches!(entry.stage(), Stage::Unconflicted | Stage::Ours) {
                continue;
            }
            let content = Content::Blob(ObjectId(entry.id));
            let executable = entry.mode == Mode::FILE_EXECUTABLE;
            listing
                .insert(entry.path(&index).to_vec(), Entry { kind: kind(entry.mode), content, executable });
        }
        Ok(listing)
    }

    fn list_work_tree(&self, untracked: bool) -> Result<(Listing, usize)> {
        let repo = &self.repo;
        let root = repo.workdir().ok_or(Error::NoWorkTree)?.to_owned();
        let index = self.index()?;
        let stat_options = repo.stat_options().unwrap_or_default();
        let trusts_modes = repo.config_snapshot().boolean("core.fileMode") != Some(false);
        let mut listing = Listing::new();
        for entry in index.entries() {
            let path = entry.path(&index);
            let file = root.join(gix::path::from_bstr(path).unwrap_or_default());
            let executable = entry.mode == Mode::FILE_EXECUTABLE;
            let content = Content::Blob(ObjectId(entry.id));
            let known = Entry { kind: kind(entry.mode), content, executable };
            // Files that are not checked out, or assumed unchanged, are as in the index; so are links and submodules.
            let assumed = entry.flags.intersects(Flags::SKIP_WORKTREE | Flags::ASSUME_VALID);
            if (assumed && entry.stage() == Stage::Unconflicted) || known.kind != EntryKind::File {
                listing.insert(path.to_vec(), known);
                continue;
            }
            let Ok(found) = gix::index::fs::Metadata::from_path_no_follow(&file) else { continue };
            if !found.is_file() {
                continue;
            }
            let unchanged = entry.stage() == Stage::Unconflicted
                && Stat::from_fs(&found).is_ok_and(|stat| {
                    entry.stat.matches(&stat, stat_options)
                        && !entry.stat.is_racy(index.timestamp(), stat_options)
                });
            // If git ignores modes, they are as in the index.
            let executable = if trusts_modes { found.is_executable() } else { executable };
            let entry = if unchanged { known } else { on_disk(file, executable) };
            listing.insert(path.to_vec(), entry);
        }
        let mut count = 0;
        if untracked {
            for path in unknown_files(repo, &index)? {
                let file = root.join(gix::path::from_bstr(BStr::new(&path)).unwrap_or_default());
                if self.languages.reads(&crate::model::FilePath::new(path.clone())) {
                    listing.insert(path, on_disk(file, false));
                    count += 1;
                }
            }
        }
        Ok((listing, count))
    }

    fn index(&self) -> Result<gix::worktree::Index> {
        let repo = &self.repo;
        let failed = |e: gix::Error| Error::Object { what: "the index".into(), reason: chain(&e) };
        repo.index_or_empty().map_err(failed)
    }
}

/// Files of the work tree that git neither tracks nor ignores.
fn unknown_files(repo: &gix::Repository, index: &gix::index::State) -> Result<Vec<Vec<u8>>> {
    let failed = |e: gix::Error| Error::Object { what: "the work tree".into(), reason: chain(&e) };
    let options = repo
        .dirwalk_options()
        .map_err(failed)?
        .emit_untracked(gix::dir::walk::EmissionMode::Matching)
        .emit_tracked(false);
    let mut found = gix::dir::walk::delegate::Collect::default();
    let never = AtomicBool::new(false);
    repo.dirwalk(index, None::<BString>, &never, options, &mut found).map_err(failed)?;
    let entries = found.into_entries_by_path().into_iter().map(|(entry, _)| entry);
    let files = entries.filter(|e| e.status == Status::Untracked && e.disk_kind == Some(Kind::File));
    Ok(files.map(|e| e.rela_path.into()).collect())
}

fn on_disk(file: impl AsRef<Path>, executable: bool) -> Entry {
    Entry { kind: EntryKind::File, content: Content::Disk(file.as_ref().to_owned()), executable }
}

fn kind(mode: Mode) -> EntryKind {
    match mode {
        Mode::SYMLINK => EntryKind::Link,
        Mode::COMMIT => EntryKind::Submodule,
        Mode::DIR => EntryKind::Folder,
        _ => EntryKind::File,
    }
}
