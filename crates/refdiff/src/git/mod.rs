//! Revisions, changed files and blobs: the only user of gix.
//!
//! A repository is data: nothing here runs a hook, filter, textconv or any other program that a repository
//! configures.

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

/// Objects of more than 512 MiB are never read: in a damaged or hostile repository a few bytes may decompress to
/// gigabytes.
const LARGEST_OBJECT: &str = "gitoxide.objects.allocLimit=536870912";

/// An open git repository.
#[derive(Clone)]
pub struct Repository {
    inner: gix::ThreadSafeRepository,
    /// The commits whose parents are replaced by `info/grafts`, sorted.
    grafts: Arc<[ObjectId]>,
    languages: Languages,
}

impl Repository {
    /// The same repository with a restricted set of languages: files of other languages are not read.
    pub fn with_languages(self, languages: Languages) -> Self {
        Repository { languages, ..self }
    }

    /// Opens the repository that contains `path`: its folder, a subfolder, its git folder, or a bare repository.
    pub fn open(path: &Path) -> Result<Self> {
        // gix misreads a path that begins with `..` if it leads to a bare repository.
        let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let from = if path.starts_with("..") { whole.as_path() } else { path };
        Self::opened(path, |trust| gix::ThreadSafeRepository::discover_opts(from, Default::default(), trust))
    }

    /// The same, but respects git's environment variables (`GIT_DIR`, `GIT_WORK_TREE`, ...).
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
        // As in git, a repository of another owner is not read unless safe.directory allows it.
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
                // The folder itself must be trusted, independent of the current folder.
                let folder = path.canonicalize().unwrap_or_else(|_| path.to_owned());
                let folder = folder.display().to_string();
                // Where one stands has a better name than a dot.
                let shown = if shown == "." { &folder } else { &shown };
                Err(open_error(shown, &folder, &chain(&error)))
            }
        }
    }

    /// The work tree's folder, or the git folder of a bare repository.
    pub fn path(&self) -> PathBuf {
        let repo = self.inner.to_thread_local();
        repo.workdir().unwrap_or_else(|| repo.git_dir()).to_owned()
    }

    /// The current folder relative to the root of the work tree; empty there and in a bare repository.
    pub fn prefix(&self) -> Vec<u8> {
        let repo = self.local();
        let Ok(Some(prefix)) = repo.prefix() else { return Vec::new() };
        prefix.iter().map(|part| part.as_encoded_bytes()).collect::<Vec<_>>().join(&b'/')
    }

    /// The shortest unique abbreviation of an object id.
    pub fn short_id(&self, id: ObjectId) -> String {
        use gix::prelude::ObjectIdExt;
        let repo = self.local();
        let short = id.0.attach(&repo).shorten();
        short.map_or_else(|_| id.to_string(), |short| short.to_string())
    }

    /// The name of the repository, independent of its location: the URL that it was cloned from, without user name
    /// and password, or else its folder.
    pub fn name(&self) -> String {
        self.origin().unwrap_or_else(|| {
            let path = self.path();
            path.canonicalize().unwrap_or(path).display().to_string()
        })
    }

    /// The work tree's folder; `None` in a bare repository.
    pub fn work_tree(&self) -> Option<PathBuf> {
        self.inner.to_thread_local().workdir().map(Path::to_owned)
    }

    /// Whether `info/grafts` replaces the parents of a commit. Grafts are ignored.
    pub fn is_grafted(&self, id: ObjectId) -> bool {
        self.grafts.binary_search(&id).is_ok()
    }

    /// A handle for one thread, with its own caches. Long operations keep one.
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

/// An error with its causes, on one line.
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
    /// The commit that is checked out, or the empty tree if there is no commit yet.
    pub fn head_or_nothing(&self) -> Result<ObjectId> {
        let local = self.inner.to_thread_local();
        match local.head() {
            Ok(head) if head.is_unborn() => Ok(ObjectId(local.empty_tree().id)),
            _ => self.commit("HEAD"),
        }
    }

    /// The URL of the remote `origin`, if there is one, without a password.
    pub fn origin(&self) -> Option<String> {
        let local = self.inner.to_thread_local();
        let remote = local.find_remote("origin").ok()?;
        let url = remote.url(gix::remote::Direction::Fetch)?;
        let mut url = url.clone();
        url.set_user(None);
        url.set_password(None);
        Some(without_secrets(&url.to_bstring().to_string()))
    }
}

/// An address without what may be a secret: what stands before the host, and behind the path.
fn without_secrets(url: &str) -> String {
    let end = url.find(['?', '#']).unwrap_or(url.len());
    let url = &url[..end];
    let (scheme, rest) = url.find("://").map_or(("", url), |at| url.split_at(at + 3));
    let path = rest.find('/').unwrap_or(rest.len());
    let user = rest[..path].rfind('@').map_or(0, |at| at + 1);
    // `git@host:path` names no secret: everybody is `git`.
    let is_usual = scheme.is_empty() && !rest[..user].contains(':');
    if is_usual { url.to_owned() } else { format!("{scheme}{}", &rest[user..]) }
}

/// A setting from the user's or the system's git configuration, such as `core.pager`; a repository's own is never
/// used.
pub fn user_setting(key: &str) -> Option<String> {
    let config = gix::config::File::from_globals().ok()?;
    config.string(key).map(|value| value.to_string())
}

#[cfg(test)]
mod tests {
    use super::without_secrets;

    #[test]
    fn an_address_is_told_without_what_may_be_a_secret() {
        let same = ["https://host/team/name.git", "git@host:team/name.git", "../other", "/srv/a@b/name"];
        for url in same {
            assert_eq!(without_secrets(url), url);
        }
        for url in [
            "https://host/name?token=s",
            "https://host/name#s",
            "https://me:s@host/name",
            "https://s@host/name",
        ] {
            assert_eq!(without_secrets(url), "https://host/name");
        }
        assert_eq!(without_secrets("s:x@host:team/name"), "host:team/name");
    }
}
