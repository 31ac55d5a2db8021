//! Commits: what they say, and how to walk over many.

use super::{ObjectId, Repository, Revision, chain};
use crate::error::{Error, Result};
use crate::report::Person;
use gix::date::time::format::ISO8601_STRICT;
use gix::revision::walk::Sorting;
use gix::traverse::commit::simple::CommitTimeOrder;

/// A commit, as much of it as reports need.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Commit {
    pub id: ObjectId,
    pub parents: Vec<ObjectId>,
    pub author: Person,
    pub committer: Person,
    /// The first line of the message.
    pub subject: String,
    /// Whether its parents exist, but are not in this shallow clone.
    pub shallow: bool,
}

/// Which commits to visit.
#[derive(Clone, Debug, Default)]
pub struct Walk {
    /// Visit what can be reached from these.
    pub from: Vec<ObjectId>,
    /// Leave out what can be reached from these.
    pub without: Vec<ObjectId>,
    /// Start from every reference and `HEAD`.
    pub all: bool,
    /// Visit merges too.
    pub merges: bool,
}

impl Walk {
    /// Adds what a revision argument means.
    pub fn add(&mut self, revision: Revision, repository: &Repository) -> Result<()> {
        match revision {
            Revision::One(id) => self.from.push(id),
            Revision::Not(id) => self.without.push(id),
            Revision::Range { from, to } => {
                self.without.push(from);
                self.from.push(to);
            }
            Revision::Symmetric { one, two } => {
                self.from.extend([one, two]);
                self.without.extend(repository.merge_base(one, two).ok());
            }
            Revision::Parents(id) => self.from.extend(repository.commit_info(id)?.parents),
            Revision::WithoutParents(id) => {
                self.without.extend(repository.commit_info(id)?.parents);
                self.from.push(id);
            }
        }
        Ok(())
    }
}

impl Repository {
    /// What a commit says.
    pub fn commit_info(&self, id: ObjectId) -> Result<Commit> {
        let repo = self.local();
        let failed = |e: gix::Error| Error::Object { what: format!("commit {id}"), reason: chain(&e) };
        let commit = repo.find_commit(id.0).map_err(failed)?;
        let shallow = repo.shallow_commits().ok().flatten().is_some_and(|s| s.binary_search(&id.0).is_ok());
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
            shallow,
        })
    }

    /// The commits of a walk, newest first. A commit that cannot be read ends its branch and is given as an error.
    pub fn commits(&self, walk: &Walk) -> Result<Vec<Result<ObjectId>>> {
        let repo = self.local();
        let mut from = Vec::new();
        for &id in &walk.from {
            from.push(self.peel_to_commit(id, &id.to_string())?.0);
        }
        if walk.all {
            from.extend(all_tips(&repo)?);
        }
        let mut without = Vec::new();
        for &id in &walk.without {
            without.push(self.peel_to_commit(id, &id.to_string())?.0);
        }
        let failed = |e: gix::Error| Error::Object { what: "the history".into(), reason: chain(&e) };
        let infos = repo
            .rev_walk(from)
            .sorting(Sorting::ByCommitTime(CommitTimeOrder::NewestFirst))
            .with_hidden(without)
            .all()
            .map_err(failed)?;
        let mut commits = Vec::new();
        for info in infos {
            match info {
                Ok(info) if walk.merges || info.parent_ids.len() < 2 => commits.push(Ok(ObjectId(info.id))),
                Ok(_) => {}
                Err(error) => commits.push(Err(failed(error))),
            }
        }
        Ok(commits)
    }
}

/// The commits that references and `HEAD` point to; tags of other objects are passed over.
fn all_tips(repo: &gix::Repository) -> Result<Vec<gix::ObjectId>> {
    let failed = |e: gix::Error| Error::Object { what: "the references".into(), reason: chain(&e) };
    let mut tips = Vec::new();
    for reference in repo.references().map_err(failed)?.all().map_err(failed)?.flatten() {
        let mut reference = reference;
        let Ok(id) = reference.peel_to_id() else { continue };
        if repo.find_commit(id.detach()).is_ok() {
            tips.push(id.detach());
        }
    }
    tips.extend(repo.head_id().ok().map(gix::Id::detach));
    Ok(tips)
}
