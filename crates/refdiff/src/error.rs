//! What can go wrong.

use thiserror::Error;

/// Why something could not be compared at all. A loss within one file is not an error: see
/// [`Incomplete`](crate::Incomplete).
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// The caller asked to stop.
    #[error("the analysis was cancelled")]
    Cancelled,
    /// It took longer than the caller allows.
    #[error("it took longer than {seconds} s")]
    TimedOut {
        /// The time limit.
        seconds: f64,
    },
    /// There is no repository at the given place.
    #[error("not a git repository (or any of the parent directories): {path}")]
    NoRepository {
        /// Where it was searched for.
        path: String,
    },
    /// The repository belongs to another user, and git would not read it either.
    #[error(
        "the repository at {path} is owned by somebody else; if you trust it: \
         git config --global --add safe.directory {path}"
    )]
    NotOwned {
        /// Its folder.
        path: String,
    },
    /// The repository exists, but cannot be opened.
    #[error("cannot open the repository at {path}: {reason}")]
    OpenRepository {
        /// Its folder.
        path: String,
        /// The message of the git library.
        reason: String,
    },
    /// A revision that the repository does not have.
    #[error("unknown revision '{revision}': {reason}")]
    UnknownRevision {
        /// The revision as given.
        revision: String,
        /// The message of the lookup.
        reason: String,
    },
    /// A commit has fewer parents than requested.
    #[error("commit {commit} has {parents} parent(s), so there is no parent {wanted}")]
    NoSuchParent {
        /// The commit.
        commit: String,
        /// The number of its parents.
        parents: usize,
        /// The requested parent, from 1.
        wanted: usize,
    },
    /// Two revisions have no common ancestor.
    #[error("no merge base between '{one}' and '{two}'")]
    NoMergeBase {
        /// One revision.
        one: String,
        /// The other.
        two: String,
    },
    /// A work tree is needed, and the repository is bare.
    #[error("this needs a work tree, and the repository is bare; name two revisions instead")]
    NoWorkTree,
    /// A date that git would not accept either.
    #[error("cannot read '{text}' as a date; try 2017-03-27, '2 weeks ago' or @1490572800")]
    Date {
        /// The date as given.
        text: String,
    },
    /// A path limit that git would not accept either.
    #[error("wrong path limit: {reason}")]
    Paths {
        /// The message of the parser.
        reason: String,
    },
    /// An object of the repository cannot be read.
    #[error("cannot read {what}: {reason}")]
    Object {
        /// Which one.
        what: String,
        /// Why.
        reason: String,
    },
    /// An element that does not exist, or whose name is ambiguous.
    #[error("{what}{}", listed(near))]
    NoSuchElement {
        /// What was requested, and what is wrong with it.
        what: String,
        /// Similar elements.
        near: Vec<String>,
    },
    /// A defect of this program.
    #[error("commit {commit}: the analysis failed, which is a bug worth reporting: {reason}")]
    Internal {
        /// The commit being analysed.
        commit: String,
        /// The message of the program.
        reason: String,
    },
    /// A file or folder cannot be read.
    #[error("cannot read {path}: {source}")]
    Io {
        /// Which one.
        path: String,
        /// Why.
        source: std::io::Error,
    },
}

fn listed(near: &[String]) -> String {
    near.iter().map(|line| format!("\n  {line}")).collect()
}

/// The result of an operation of this library.
pub type Result<T, E = Error> = std::result::Result<T, E>;
