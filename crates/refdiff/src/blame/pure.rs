//! Pure refactoring commits: they wrote no new lines, they only rewrote lines.

use super::{Walk, Wanted};
use crate::compare::{Options, ReportOptions};
use crate::error::{Error, Result};
use crate::git::{ObjectId, Repository};
use crate::model::FilePath;
use crate::pipeline::Analyser;
use std::collections::HashMap;
use std::sync::Arc;

/// The text of `--explain` for a line that was passed on this way.
const ONLY: &str = "a commit that only refactors";

/// Decides whether commits are pure refactorings.
pub(super) struct Judge {
    analyser: Analyser,
    known: HashMap<ObjectId, bool>,
}

impl Judge {
    pub fn new(repository: &Repository, compare: &Options) -> Self {
        let mut options = ReportOptions::new(compare.clone());
        options.residual = true;
        Judge { analyser: Analyser::new(repository, &options), known: HashMap::new() }
    }

    /// Whether a commit has refactorings and leaves only layout and comments; false if some of it could not be read.
    fn is_pure(&mut self, commit: ObjectId) -> Result<bool> {
        if let Some(&known) = self.known.get(&commit) {
            return Ok(known);
        }
        let pure = match self.analyser.commit(commit, 1) {
            Ok(report) => {
                report.incomplete.is_empty()
                    && !report.refactorings.is_empty()
                    && report.residual.is_some_and(|residual| residual.pure)
            }
            Err(error @ Error::Cancelled) => return Err(error),
            Err(_) => false,
        };
        self.known.insert(commit, pure);
        Ok(pure)
    }
}

impl Walk {
    /// For a pure refactoring commit, passes its lines on to those they were made from; returns the remaining lines.
    pub(super) fn pass_over(
        &mut self,
        commit: ObjectId,
        parent: ObjectId,
        path: &FilePath,
        wanted: Vec<Wanted>,
    ) -> Result<Vec<Wanted>> {
        let Some(judge) = &mut self.judge else { return Ok(wanted) };
        if wanted.is_empty() || !judge.is_pure(commit)? {
            return Ok(wanted);
        }
        let Some(comparison) = self.compare(commit, parent)? else { return Ok(wanted) };
        let origins = comparison.line_origins(path);
        let mut left = Vec::new();
        for mut wanted in wanted {
            match origins.get(wanted.line).cloned().flatten() {
                Some((there, line)) => {
                    Arc::make_mut(&mut wanted.via).push((commit, ONLY.to_owned()));
                    self.pass(parent, &there, vec![Wanted { line, ..wanted }])?;
                }
                None => left.push(wanted),
            }
        }
        Ok(left)
    }
}
