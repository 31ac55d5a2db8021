//! The information in a commit.

use super::{Handle, ObjectId, Repository, chain};
use crate::error::{Error, Result};
use crate::report::Person;
use gix::date::time::format::ISO8601_STRICT;

/// A commit, as far as reports need it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Commit {
    pub id: ObjectId,
    pub parents: Vec<ObjectId>,
    pub author: Person,
    pub committer: Person,
    /// The first line of the message.
    pub subject: String,
    /// The whole message.
    pub message: String,
    /// Author time, in seconds since 1970.
    pub author_time: i64,
    /// Commit time, in seconds since 1970.
    pub time: i64,
    /// Whether its parents exist, but are not in this shallow clone.
    pub shallow: bool,
}

impl Handle {
    /// The information in a commit.
    pub fn commit(&self, id: ObjectId) -> Result<Commit> {
        let repo = &self.repo;
        let failed = |e: gix::Error| {
            self.miss();
            Error::Object { what: format!("commit {id}"), reason: chain(&e) }
        };
        let commit = repo.find_commit(id.0).map_err(failed)?;
        let shallow = self.is_shallow(id);
        let parents =
            if shallow { Vec::new() } else { commit.parent_ids().map(|p| ObjectId(p.detach())).collect() };
        let person = |signature: gix::actor::SignatureRef<'_>| Person {
            name: signature.name.to_string(),
            email: signature.email.to_string(),
            date: signature.time().map(|t| t.format_or_unix(ISO8601_STRICT)).unwrap_or_default(),
        };
        let message = commit.message_raw_sloppy().to_string();
        Ok(Commit {
            id,
            parents,
            author: person(commit.author().map_err(failed)?),
            committer: person(commit.committer().map_err(failed)?),
            subject: message.trim_start().lines().next().unwrap_or_default().to_owned(),
            message,
            author_time: commit.author().ok().and_then(|a| a.time().ok()).map_or(0, |time| time.seconds),
            time: commit.time().map_or(0, |time| time.seconds),
            shallow,
        })
    }
}

impl Handle {
    /// Whether a commit is at the boundary of a shallow clone.
    pub(super) fn is_shallow(&self, id: ObjectId) -> bool {
        self.repo.shallow_commits().ok().flatten().is_some_and(|s| s.binary_search(&id.0).is_ok())
    }
}

impl Repository {
    /// The information in a commit.
    pub fn commit_info(&self, id: ObjectId) -> Result<Commit> {
        self.handle().commit(id)
    }
}
