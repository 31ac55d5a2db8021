//! Path limits, interpreted as by git.

use super::{Handle, ObjectId, Repository, chain};
use crate::error::{Error, Result};
use crate::model::FilePath;
use gix::worktree::stack::state::attributes::Source;
use std::cell::RefCell;

/// Decides which paths match pathspecs such as `src/`, `*.java` or `:!test`.
pub struct PathFilter<'r> {
    patterns: RefCell<gix::Pathspec<'r>>,
}

/// A handle from which path filters borrow.
pub struct PathContext {
    repo: gix::Repository,
}

impl Repository {
    /// The context for [`PathContext::filter`].
    pub fn path_context(&self) -> PathContext {
        PathContext { repo: self.local() }
    }
}

impl PathContext {
    /// The filter for pathspecs, relative to the current folder if that is inside the work tree.
    pub fn filter(&self, patterns: &[String]) -> Result<PathFilter<'_>> {
        let failed = |e: gix::Error| Error::Paths { reason: chain(&e) };
        let index = self.repo.index_or_empty().map_err(failed)?;
        let patterns = patterns.iter().map(|p| gix::bstr::BString::from(p.as_str()));
        let patterns =
            self.repo.pathspec(false, patterns, true, &index, Source::IdMapping).map_err(failed)?;
        Ok(PathFilter { patterns: RefCell::new(patterns) })
    }
}

impl Handle {
    /// Whether a commit touches a matching path, as `git log --full-history` selects: a root commit that contains it,
    /// a commit that changes it, a merge that differs in it from every parent.
    pub(super) fn touches(&self, id: ObjectId, parents: &[ObjectId], paths: &PathFilter<'_>) -> Result<bool> {
        let mut touched = true;
        for base in parents.iter().copied().map(Some).chain(parents.is_empty().then_some(None)) {
            touched &= self.changed_paths(base, id)?.iter().any(|p| paths.includes(p));
        }
        Ok(touched)
    }
}

impl PathFilter<'_> {
    /// Whether a file matches.
    pub fn includes(&self, path: &FilePath) -> bool {
        self.patterns.borrow_mut().is_included(path.as_bytes(), Some(false))
    }
}
