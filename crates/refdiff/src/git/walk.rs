//! Which commits to visit, in the order of `git log`.

use super::peel::{peel, untagged};
use super::{Handle, ObjectId, Repository, Revision, chain};
use crate::error::{Error, Result};
use regex::Regex;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

/// How to treat commits with several parents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Merges {
    /// Skip them.
    #[default]
    Without,
    /// Treat them like all others.
    With,
    /// Visit only these.
    Only,
}

/// Which commits to visit.
#[derive(Clone, Debug, Default)]
pub struct Walk {
    /// Visit what is reachable from these.
    pub from: Vec<ObjectId>,
    /// Skip what is reachable from these.
    pub without: Vec<ObjectId>,
    /// Start from every reference and `HEAD`.
    pub all: bool,
    /// Start from every branch.
    pub branches: bool,
    /// Visit only the commits in `from`, not their ancestors.
    pub no_walk: bool,
    /// How to treat merges.
    pub merges: Merges,
    /// Follow first parents only.
    pub first_parent: bool,
    /// Stop at commits that are older: seconds since 1970.
    pub since: Option<i64>,
    /// Skip newer commits: seconds since 1970.
    pub until: Option<i64>,
    /// Only commits whose author, as `Name <address>`, matches one of these.
    pub authors: Vec<Regex>,
    /// Only commits whose message has a line that fits one of these.
    pub messages: Vec<Regex>,
    /// Of `messages`, only the commits that fit none.
    pub invert_messages: bool,
    /// Only commits that touch these paths, if there are any.
    pub paths: Vec<String>,
    /// Stop after this many.
    pub max_count: Option<usize>,
    /// Oldest first.
    pub reverse: bool,
}

impl Walk {
    /// Adds a revision argument.
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

/// A commit, as far as the walk needs it.
struct Node {
    time: i64,
    parents: Vec<ObjectId>,
}

/// Commits found but not yet visited: newest first, and in order of discovery if equally old.
#[derive(Default)]
struct Frontier {
    heap: BinaryHeap<(i64, Reverse<usize>, ObjectId)>,
    found: usize,
}

impl Frontier {
    fn push(&mut self, id: ObjectId, time: i64) {
        self.heap.push((time, Reverse(self.found), id));
        self.found += 1;
    }
}

impl Repository {
    /// The commits of tags, by name; tags of trees and blobs, and unreadable ones, are skipped.
    pub fn tags(&self) -> Result<Vec<(String, ObjectId)>> {
        let repo = self.local();
        let failed = |e: gix::Error| Error::Object { what: "the tags".into(), reason: chain(&e) };
        let platform = repo.references().map_err(failed)?;
        let mut tags = Vec::new();
        for mut reference in platform.tags().map_err(failed)?.flatten() {
            let name = reference.name().shorten().to_string();
            let target = reference.follow_to_object().map_err(|e| chain(&e));
            if let Ok((id, gix::object::Kind::Commit)) = target.and_then(|id| untagged(&repo, id.detach())) {
                tags.push((name, ObjectId(id)));
            }
        }
        tags.sort();
        Ok(tags)
    }

    /// The short names of branches, tags and the branches of remotes, sorted.
    pub fn references(&self) -> Result<Vec<String>> {
        let repo = self.local();
        let failed = |e: gix::Error| Error::Object { what: "the references".into(), reason: chain(&e) };
        let platform = repo.references().map_err(failed)?;
        let mut names: Vec<String> = Vec::new();
        for all in [platform.local_branches(), platform.remote_branches(), platform.tags()] {
            names.extend(all.map_err(failed)?.flatten().map(|one| one.name().shorten().to_string()));
        }
        names.sort();
        Ok(names)
    }

    /// The commits of a walk, in the order of `git log`. One that cannot be read ends its branch, and is returned as
    /// an error at its position.
    pub fn commits(&self, walk: &Walk) -> Result<Vec<Result<ObjectId>>> {
        let handle = self.handle();
        let context = self.path_context();
        let paths = if walk.paths.is_empty() { None } else { Some(context.filter(&walk.paths)?) };
        let graph = handle.repo.commit_graph_if_enabled().ok().flatten();
        let hidden = handle.reachable(&walk.without, graph.as_ref())?;
        let mut selected = Vec::new();
        let mut seen: HashSet<ObjectId> = HashSet::new();
        let mut frontier = Frontier::default();
        let mut lost = Vec::new();
        for tip in self.tips(walk, &mut lost)? {
            if !hidden.contains(&tip) && seen.insert(tip) {
                let node = handle.node(tip, graph.as_ref())?;
                frontier.push(tip, node.time);
            }
        }
        while let Some((time, _, id)) = frontier.heap.pop() {
            if walk.since.is_some_and(|since| time < since) {
                continue;
            }
            let node = match handle.node(id, graph.as_ref()) {
                Ok(node) => node,
                Err(error) => {
                    selected.push(Err(error));
                    continue;
                }
            };
            let followed = if walk.first_parent { 1 } else { usize::MAX };
            for &parent in node.parents.iter().take(if walk.no_walk { 0 } else { followed }) {
                if !hidden.contains(&parent) && seen.insert(parent) {
                    // A missing commit is reported when its turn comes.
                    let time = handle.node(parent, graph.as_ref()).map_or(node.time, |n| n.time);
                    frontier.push(parent, time);
                }
            }
            match handle.selects(walk, id, &node, paths.as_ref()) {
                Ok(true) => selected.push(Ok(id)),
                Ok(false) => {}
                Err(error) => selected.push(Err(error)),
            }
            if !walk.reverse && walk.max_count.is_some_and(|n| selected.len() >= n) {
                break;
            }
        }
        selected.truncate(walk.max_count.unwrap_or(usize::MAX));
        if walk.reverse {
            selected.reverse();
        }
        selected.extend(lost.into_iter().map(Err));
        Ok(selected)
    }

    /// The commits to start from, in the given order; broken references are added to `lost`.
    fn tips(&self, walk: &Walk, lost: &mut Vec<Error>) -> Result<Vec<ObjectId>> {
        let mut tips = Vec::new();
        for &id in &walk.from {
            tips.push(self.peel_to_commit(id, &id.to_string())?);
        }
        let repo = self.local();
        let failed = |e: gix::Error| Error::Object { what: "the references".into(), reason: chain(&e) };
        let platform = repo.references().map_err(failed)?;
        let mut references = Vec::new();
        if walk.all {
            references.extend(platform.all().map_err(failed)?);
        } else if walk.branches {
            references.extend(platform.local_branches().map_err(failed)?);
        }
        for reference in references {
            let mut reference = match reference {
                Ok(reference) => reference,
                Err(error) => {
                    let what = "a reference".to_owned();
                    lost.push(Error::Object { what, reason: chain(&error) });
                    continue;
                }
            };
            let what = format!("the reference {}", reference.name().as_bstr());
            let target = reference.follow_to_object().map_err(|e| chain(&e));
            let found = target.and_then(|id| untagged(&repo, id.detach()));
            match found {
                Ok((id, gix::object::Kind::Commit)) => tips.push(ObjectId(id)),
                // Tags of trees and blobs are not starting points.
                Ok(_) => {}
                Err(reason) => lost.push(Error::Object { what, reason }),
            }
        }
        if walk.all {
            tips.extend(repo.head_id().ok().map(|id| ObjectId(id.detach())));
        }
        Ok(tips)
    }
}

impl Handle {
    /// Everything reachable from `tips`.
    fn reachable(
        &self,
        tips: &[ObjectId],
        graph: Option<&gix::commitgraph::Graph>,
    ) -> Result<HashSet<ObjectId>> {
        let mut found = HashSet::new();
        let mut pending = Vec::new();
        for tip in tips {
            let commit = peel(&self.repo, tip.0, gix::object::Kind::Commit)
                .map_err(|reason| Error::Object { what: format!("commit {tip}"), reason })?;
            pending.push(ObjectId(commit.id));
        }
        while let Some(id) = pending.pop() {
            if found.insert(id)
                && let Ok(node) = self.node(id, graph)
            {
                pending.extend(node.parents);
            }
        }
        Ok(found)
    }

    fn node(&self, id: ObjectId, graph: Option<&gix::commitgraph::Graph>) -> Result<Node> {
        if let Some(commit) = graph.and_then(|g| g.commit_by_id(id.0)) {
            let parents: Option<Vec<_>> = commit
                .iter_parents()
                .map(|p| Some(ObjectId(graph?.commit_at(p.ok()?).id().to_owned())))
                .collect();
            if let Some(parents) = parents {
                return Ok(Node { time: commit.committer_timestamp() as i64, parents });
            }
        }
        let failed = |e: gix::Error| Error::Object { what: format!("commit {id}"), reason: chain(&e) };
        let commit = self.repo.find_commit(id.0).map_err(failed)?;
        let time = commit.time().map_err(failed)?.seconds;
        let parents = if self.is_shallow(id) {
            Vec::new()
        } else {
            commit.parent_ids().map(|p| ObjectId(p.detach())).collect()
        };
        Ok(Node { time, parents })
    }

    fn selects(
        &self,
        walk: &Walk,
        id: ObjectId,
        node: &Node,
        paths: Option<&super::PathFilter<'_>>,
    ) -> Result<bool> {
        let merge = node.parents.len() > 1;
        let wanted = match walk.merges {
            Merges::Without => !merge,
            Merges::With => true,
            Merges::Only => merge,
        };
        if !wanted || walk.until.is_some_and(|until| node.time > until) {
            return Ok(false);
        }
        if !walk.authors.is_empty() {
            let author = self.commit(id)?.author;
            let line = format!("{} <{}>", author.name, author.email);
            if !walk.authors.iter().any(|pattern| pattern.is_match(&line)) {
                return Ok(false);
            }
        }
        if !walk.messages.is_empty() {
            let message = self.commit(id)?.message;
            let fits = message.lines().any(|line| walk.messages.iter().any(|pattern| pattern.is_match(line)));
            if fits == walk.invert_messages {
                return Ok(false);
            }
        }
        paths.map_or(Ok(true), |paths| self.touches(id, &node.parents, paths))
    }
}
