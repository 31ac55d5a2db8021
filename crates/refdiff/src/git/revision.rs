//! From revision arguments to objects.

use super::peel::peel;
use super::{Repository, chain};
use crate::error::{Error, Result};
use gix::revision::plumbing::Spec;
use std::fmt;

/// The id of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId(pub(super) gix::ObjectId);

impl fmt::Display for ObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The meaning of a revision argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Revision {
    /// `A`
    One(ObjectId),
    /// `^A`: excludes everything reachable from it.
    Not(ObjectId),
    /// `A..B`
    Range {
        /// `A`
        from: ObjectId,
        /// `B`
        to: ObjectId,
    },
    /// `A...B`
    Symmetric {
        /// `A`
        one: ObjectId,
        /// `B`
        two: ObjectId,
    },
    /// `A^@`: all parents.
    Parents(ObjectId),
    /// `A^!`: the commit without its parents.
    WithoutParents(ObjectId),
}

impl Repository {
    /// The meaning of `text`: any revision or range that git supports.
    pub fn revision(&self, text: &str) -> Result<Revision> {
        let repo = self.local();
        let spec = repo.rev_parse(text).map_err(|e| match text {
            "HEAD" if repo.head().is_ok_and(|head| head.is_unborn()) => {
                unknown(text, "there are no commits yet on this branch")
            }
            _ => {
                // Of a range, the end that nobody knows.
                let ends = text.split_once("...").or_else(|| text.split_once(".."));
                let is_unknown = |end: &&str| !end.is_empty() && repo.rev_parse_single(*end).is_err();
                let wrong = ends.and_then(|(one, two)| [one, two].into_iter().find(is_unknown));
                unknown(wrong.unwrap_or(text), &chain(&e))
            }
        });
        let spec = spec?.detach();
        Ok(match spec {
            Spec::Include(id) => Revision::One(ObjectId(id)),
            Spec::Exclude(id) => Revision::Not(ObjectId(id)),
            Spec::Range { from, to } => Revision::Range { from: ObjectId(from), to: ObjectId(to) },
            Spec::Merge { theirs, ours } => {
                Revision::Symmetric { one: ObjectId(theirs), two: ObjectId(ours) }
            }
            Spec::IncludeOnlyParents(id) => Revision::Parents(ObjectId(id)),
            Spec::ExcludeParents(id) => Revision::WithoutParents(ObjectId(id)),
        })
    }

    /// The single object that `text` denotes.
    pub fn object(&self, text: &str) -> Result<ObjectId> {
        match self.revision(text)? {
            Revision::One(id) => Ok(id),
            _ => Err(unknown(text, "a range stands where one revision is needed")),
        }
    }

    /// The commit that `text` denotes.
    pub fn commit(&self, text: &str) -> Result<ObjectId> {
        self.peel_to_commit(self.object(text)?, text)
    }

    pub(super) fn peel_to_commit(&self, id: ObjectId, text: &str) -> Result<ObjectId> {
        let repo = self.local();
        let commit = peel(&repo, id.0, gix::object::Kind::Commit).map_err(|e| unknown(text, &e))?;
        Ok(ObjectId(commit.id))
    }

    /// The best common ancestor of two commits.
    pub fn merge_base(&self, one: ObjectId, two: ObjectId) -> Result<ObjectId> {
        let (one, two) = (self.peel_to_commit(one, "A")?, self.peel_to_commit(two, "B")?);
        let repo = self.local();
        let none = || Error::NoMergeBase { one: one.to_string(), two: two.to_string() };
        repo.merge_base(one.0, two.0).ok().flatten().map(|id| ObjectId(id.detach())).ok_or_else(none)
    }
}

fn unknown(revision: &str, reason: &str) -> Error {
    let absent = ["could not be found", "not found", "NotFound"].iter().any(|text| reason.contains(text));
    let reason = match reason {
        _ if absent => "there is no such branch, tag or commit here",
        // What is behind the colon is a file or folder, if anything.
        _ if reason.contains("peel_until") && revision.contains(':') => {
            "it means a file or folder, not a commit"
        }
        reason => reason,
    };
    Error::UnknownRevision { revision: revision.into(), reason: reason.into() }
}
