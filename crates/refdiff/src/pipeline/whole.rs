//! Whole comparisons, for those who want more than a report holds.

use super::Analyser;
use crate::compare::Versions;
use crate::error::{Error, Result};
use crate::git::{Endpoint, ObjectId};
use crate::report::{Comparison, Explained, Query};

impl Analyser {
    /// One of a commit's parents, counted from 1.
    fn base(&self, id: ObjectId, parent: usize) -> Result<ObjectId> {
        let parents = self.handle.commit(id)?.parents;
        let base = parents.get(parent.wrapping_sub(1)).copied();
        base.ok_or_else(|| Error::NoSuchParent {
            commit: id.to_string(),
            parents: parents.len(),
            wanted: parent,
        })
    }

    /// Compares a commit with one of its parents and gives all that is known of it: every entity, the matches, the residual.
    /// What could not be read is in its list of what is incomplete.
    pub fn comparison(&mut self, id: ObjectId, parent: usize) -> Result<Comparison> {
        let base = self.base(id, parent)?;
        self.comparison_between(Endpoint::Tree(base), Endpoint::Tree(id))
    }

    /// The same between two endpoints.
    pub fn comparison_between(&mut self, before: Endpoint, after: Endpoint) -> Result<Comparison> {
        let changes = self.handle.changes(before, after)?;
        let side = after;
        let mut report = self.report();
        let (before, after) = self.texts(&mut report, &changes, None)?;
        let mut surroundings = self.handle.surroundings(side);
        let mut comparison = self.comparer.compare_until(&before, &after, &mut surroundings, None)?;
        comparison.add_incomplete(report.incomplete);
        Ok(comparison)
    }

    /// Compares a commit with one of its parents and tells what was considered for the entities that a query means.
    pub fn explain(&mut self, id: ObjectId, parent: usize, query: &Query) -> Result<Vec<Explained>> {
        let base = self.base(id, parent)?;
        self.explain_between(Endpoint::Tree(base), Endpoint::Tree(id), query)
    }

    /// Reads a commit and one of its parents, to compare them later under several profiles.
    pub fn read_commit(&mut self, id: ObjectId, parent: usize) -> Result<Versions> {
        let base = self.base(id, parent)?;
        let changes = self.handle.changes(Endpoint::Tree(base), Endpoint::Tree(id))?;
        let mut report = self.report();
        let (before, after) = self.texts(&mut report, &changes, None)?;
        self.comparer.read(&before, &after, &mut self.handle.surroundings(Endpoint::Tree(id)))
    }

    /// Compares two endpoints and tells what was considered for the entities that a query means.
    pub fn explain_between(
        &mut self,
        before: Endpoint,
        after: Endpoint,
        query: &Query,
    ) -> Result<Vec<Explained>> {
        let changes = self.handle.changes(before, after)?;
        let side = after;
        let mut report = self.report();
        let (before, after) = self.texts(&mut report, &changes, None)?;
        self.comparer.explain(&before, &after, &mut self.handle.surroundings(side), query)
    }
}
