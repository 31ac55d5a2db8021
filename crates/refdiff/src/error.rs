//! What can go wrong.

use thiserror::Error;

/// Why something could not be compared at all. What is lost of one file is no error: see
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
        /// How long it was allowed to take.
        seconds: f64,
    },
    /// There is no repository where one was looked for.
    #[error("not a git repository (or any of the parent directories): {path}")]
    NoRepository {
        /// Where it was looked for.
        path: String,
    },
    /// The repository belongs to somebody else, and git would not read it either.
    #[error(
        "the repository at {path} is owned by somebody else; if you trust it: \
         git config --global --add safe.directory {path}"
    )]
    NotOwned {
        /// Its folder.
        path: String,
    },
    /// The repository is there, but cannot be opened.
    #[error("cannot open the repository at {path}: {reason}")]
    OpenRepository {
        /// Its folder.
        path: String,
        /// What git's reader said.
        reason: String,
    },
    /// A revision that the repository does not have.
    #[error("unknown revision '{revision}': {reason}")]
    UnknownRevision {
        /// As it was given.
        revision: String,
        /// What the look-up said.
        reason: String,
    },
    /// A commit has fewer parents than were asked for.
    #[error("commit {commit} has {parents} parent(s), so there is no parent {wanted}")]
    NoSuchParent {
        /// The commit.
        commit: String,
        /// How many it has.
        parents: usize,
        /// The one that was asked for, from 1.
        wanted: usize,
    },
    /// Two revisions have no commit in common.
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
    /// A date that git would not understand either.
    #[error("cannot read '{text}' as a date; try 2017-03-27, '2 weeks ago' or @1490572800")]
    Date {
        /// As it was given.
        text: String,
    },
    /// A path limit that git would not understand either.
    #[error("wrong path limit: {reason}")]
    Paths {
        /// What the parser said.
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
    /// An element that is not there, or that is not named well enough.
    #[error("{what}{}", listed(near))]
    NoSuchElement {
        /// What was asked for, and what is wrong with it.
        what: String,
        /// What is near.
        near: Vec<String>,
    },
    /// A defect of this program.
    #[error("commit {commit}: the analysis failed, which is a bug worth reporting: {reason}")]
    Internal {
        /// The commit that was looked at.
        commit: String,
        /// What the program said.
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
