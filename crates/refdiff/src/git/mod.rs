//! Revisions, changed files and blobs: the only user of gix.
//!
//! A repository is data: nothing here runs a hook, filter, textconv or any other program that a repository names.

mod changes;
mod commits;
mod compared;
mod content;
mod dates;
mod format;
mod handle;
mod lookup;
mod merging;
mod modes;
mod paths;
mod peel;
mod revision;
mod surroundings;
mod walk;
mod worktree;

pub use changes::{ChangedFile, Changes, Endpoint, EntryKind, UnreadFile};
pub use commits::Commit;
pub use content::{Content, Unreadable};
pub use dates::{format_date, parse_date};
pub use handle::Handle;
pub use modes::Modes;
pub use paths::{PathContext, PathFilter};
pub use revision::{ObjectId, Revision};
pub use walk::{Merges, Walk};

use crate::error::{Error, Result};
use crate::lang::Languages;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// No object of more than 512 MiB is read, whatever it claims: in a damaged or hostile repository a few bytes may stand
/// for gigabytes.
const LARGEST_OBJECT: &str = "gitoxide.objects.allocLimit=536870912";

/// An open git repository.
#[derive(Clone)]
pub struct Repository {
    inner: gix::ThreadSafeRepository,
    /// The commits that have other parents by `info/grafts`, sorted.
    grafts: Arc<[ObjectId]>,
    languages: Languages,
}

impl Repository {
    /// The same, with other languages than all: files of those that are not among them are not read.
    pub fn with_languages(self, languages: Languages) -> Self {
        Repository { languages, ..self }
    }

    /// Opens the repository that `path` is in: its folder, a folder below, its git folder, or a bare one.
    pub fn open(path: &Path) -> Result<Self> {
        // A path that begins with `..` is taken for another one, where it leads to a bare repository.
        let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let from = if path.starts_with("..") { whole.as_path() } else { path };
        Self::opened(path, |trust| gix::ThreadSafeRepository::discover_opts(from, Default::default(), trust))
    }

    /// The same, with the variables of the environment that git knows (`GIT_DIR`, `GIT_WORK_TREE`, ...) in force.
    pub fn open_with_environment(path: &Path) -> Result<Self> {
        Self::opened(path, |trust| {
            gix::ThreadSafeRepository::discover_with_environment_overrides_opts(
                path,
                Default::default(),
                trust,
            )
        })
    }

    fn opened(
        path: &Path,
        open: impl FnOnce(gix::sec::trust::Mapping<gix::open::Options>) -> gix::Result<gix::ThreadSafeRepository>,
    ) -> Result<Self> {
        let shown = path.display().to_string();
        if !path.exists() {
            let source = std::io::Error::new(std::io::ErrorKind::NotFound, "it is not there");
            return Err(Error::Io { path: shown, source });
        }
        // As git does: a repository of another owner is not read unless safe.directory says so.
        let bounded = gix::open::Options::default().config_overrides([LARGEST_OBJECT]);
        let trust =
            gix::sec::trust::Mapping { full: bounded.clone(), reduced: bounded.bail_if_untrusted(true) };
        match open(trust) {
            Ok(inner) => {
                let repo = inner.to_thread_local();
                match format::check(&repo) {
                    Ok(()) => Ok(Repository {
                        inner,
                        grafts: format::grafts(&repo).into(),
                        languages: Languages::default(),
                    }),
                    Err(reason) => Err(Error::OpenRepository { path: shown, reason }),
                }
            }
            Err(error) => {
                // What is to be trusted is the folder itself, wherever one stands.
                let folder = path.canonicalize().unwrap_or_else(|_| path.to_owned());
                Err(open_error(&shown, &folder.display().to_string(), &chain(&error)))
            }
        }
    }

    /// The work tree's folder, or the git folder of a bare repository.
    pub fn path(&self) -> PathBuf {
        let repo = self.inner.to_thread_local();
        repo.workdir().unwrap_or_else(|| repo.git_dir()).to_owned()
    }

    /// The folder that one stands in, from the top of the work tree; empty there and in a bare repository.
    pub fn prefix(&self) -> Vec<u8> {
        let repo = self.local();
        let Ok(Some(prefix)) = repo.prefix() else { return Vec::new() };
        prefix.iter().map(|part| part.as_encoded_bytes()).collect::<Vec<_>>().join(&b'/')
    }

    /// An object's name, as short as the repository allows.
    pub fn short_id(&self, id: ObjectId) -> String {
        use gix::prelude::ObjectIdExt;
        let repo = self.local();
        let short = id.0.attach(&repo).shorten();
        short.map_or_else(|_| id.to_string(), |short| short.to_string())
    }

    /// What the repository is called wherever it lies: the address that it was cloned from, without user name and
    /// password, or its folder where there is none.
    pub fn name(&self) -> String {
        let repo = self.local();
        let url = repo.find_remote("origin").ok().and_then(|remote| {
            let mut url = remote.url(gix::remote::Direction::Fetch)?.clone();
            url.set_user(None);
            url.set_password(None);
            Some(url.to_bstring().to_string())
        });
        url.unwrap_or_else(|| {
            let path = self.path();
            path.canonicalize().unwrap_or(path).display().to_string()
        })
    }

    /// The work tree's folder; none in a bare repository.
    pub fn work_tree(&self) -> Option<PathBuf> {
        self.inner.to_thread_local().workdir().map(Path::to_owned)
    }

    /// Whether `info/grafts` gives a commit other parents than it names itself. These are not looked at.
    pub fn is_grafted(&self, id: ObjectId) -> bool {
        self.grafts.binary_search(&id).is_ok()
    }

    /// A handle for one thread, with caches of its own. Long work keeps one.
    pub fn handle(&self) -> Handle {
        Handle::new(self)
    }

    fn local(&self) -> gix::Repository {
        self.inner.to_thread_local()
    }
}

fn open_error(path: &str, folder: &str, reason: &str) -> Error {
    let lower = reason.to_lowercase();
    if lower.contains("safe.directory") || lower.contains("unsafe") || lower.contains("ownership") {
        return Error::NotOwned { path: folder.into() };
    }
    let absent =
        ["could not find a git repository", "does not appear to be a git repository", "no git repository"];
    if absent.iter().any(|text| lower.contains(text)) {
        return Error::NoRepository { path: path.into() };
    }
    Error::OpenRepository { path: path.into(), reason: reason.into() }
}

/// An error with its causes, in one line.
fn chain(error: &(dyn std::error::Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut at = error.source();
    while let Some(cause) = at {
        let cause_text = cause.to_string();
        if !text.contains(&cause_text) {
            text += ": ";
            text += &cause_text;
        }
        at = cause.source();
    }
    text.lines().map(str::trim).collect::<Vec<_>>().join(" ")
}

impl Repository {
    /// The commit that is checked out, or the tree of nothing where there is no commit yet.
    pub fn head_or_nothing(&self) -> Result<ObjectId> {
        let local = self.inner.to_thread_local();
        match local.head() {
            Ok(head) if head.is_unborn() => Ok(ObjectId(local.empty_tree().id)),
            _ => self.commit("HEAD"),
        }
    }

    /// The address of the remote repository `origin`, if there is one, without a password.
    pub fn origin(&self) -> Option<String> {
        let local = self.inner.to_thread_local();
        let remote = local.find_remote("origin").ok()?;
        let url = remote.url(gix::remote::Direction::Fetch)?;
        let mut url = url.clone();
        url.set_user(None);
        url.set_password(None);
        Some(url.to_bstring().to_string())
    }
}

/// A setting of the user's or the system's configuration of git, such as `core.pager`; a repository's own is never asked.
pub fn user_setting(key: &str) -> Option<String> {
    let config = gix::config::File::from_globals().ok()?;
    config.string(key).map(|value| value.to_string())
}
