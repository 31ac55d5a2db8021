//! Wires git, comparison and report together, for one commit or two endpoints.

mod leftovers;
mod whole;

use crate::compare::{Comparer, Options, ReportOptions, SourceText};
use crate::error::{Error, Result};
use crate::file_lines::FileLines;
use crate::git::{Changes, Content, Endpoint, EntryKind, Handle, ObjectId, Repository, Unreadable};
use crate::model::FilePath;
use crate::report::{Comparison, Incomplete, MatchedEntities, Report, Timings};
use crate::residual::Residual;
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::sync::Arc;
use std::time::Instant;

/// Looking for new packs costs something, and in a partial clone much is missing for good.
const RENEWALS: u32 = 32;

/// Analyses commits one after the other, for one thread: it keeps a handle of the repository and parsers.
pub struct Analyser {
    source: Repository,
    handle: Handle,
    /// How often the repository may still be opened anew because something is missing.
    renewals: u32,
    comparer: Comparer,
    options: ReportOptions,
    repository: String,
}

impl Analyser {
    /// An analyser of a repository.
    pub fn new(repository: &Repository, options: &ReportOptions) -> Self {
        Analyser {
            source: repository.clone(),
            handle: repository.handle(),
            renewals: RENEWALS,
            comparer: Comparer::new(options.compare.clone()),
            options: options.clone(),
            repository: repository.name(),
        }
    }

    /// A report about nothing yet.
    fn report(&self) -> Report {
        let mut report = Report::new(self.repository.clone());
        let folder = self.source.path();
        report.folder = Some(std::path::absolute(&folder).unwrap_or(folder));
        report
    }

    /// Compares a commit with one of its parents, counted from 1.
    ///
    /// A root commit gives a report without a parent and without refactorings, and so does one at the boundary of a
    /// shallow clone, where the report says that it is incomplete.
    pub fn commit(&mut self, id: ObjectId, parent: usize) -> Result<Report> {
        let report = self.try_commit(id, parent);
        // Something is missing: another process may have packed the repository while we read it.
        if self.handle.has_missed() && self.renewals > 0 {
            self.renewals -= 1;
            self.handle = Handle::renewed(&self.source);
            return self.try_commit(id, parent);
        }
        report
    }

    fn try_commit(&mut self, id: ObjectId, parent: usize) -> Result<Report> {
        let commit = self.handle.commit(id)?;
        let mut report = self.report();
        report.commit = Some(id.to_string());
        report.after_rev = Some(id.to_string());
        report.author = Some(commit.author);
        report.committer = Some(commit.committer);
        report.subject = Some(commit.subject);
        report.message = Some(commit.message);
        report.parents = commit.parents.iter().map(ToString::to_string).collect();
        if self.source.is_grafted(id) {
            let reason = "info/grafts gives it other parents, which are not looked at; \
                          git replace --convert-graft-file makes them known";
            report.incomplete.push(Incomplete { file: id.to_string(), reason: reason.into() });
        }
        let Some(&base) = commit.parents.get(parent.wrapping_sub(1)) else {
            if commit.parents.is_empty() && parent == 1 {
                if commit.shallow {
                    let reason = "its parents are not in this shallow clone, so nothing can be compared; \
                                  git fetch --unshallow brings them";
                    report.incomplete.push(Incomplete { file: id.to_string(), reason: reason.into() });
                }
                report.timings = self.options.timings.then(Timings::default);
                report.residual = self.options.residual.then(Residual::nothing);
                report.matches = self.options.matches.then(MatchedEntities::default);
                return Ok(report);
            }
            let parents = commit.parents.len();
            return Err(Error::NoSuchParent { commit: id.to_string(), parents, wanted: parent });
        };
        report.parent = Some(base.to_string());
        report.before_rev = Some(base.to_string());
        let start = Instant::now();
        if self.options.automatic_merges && commit.parents.len() > 1 {
            return self.merge(report, id, &commit.parents, start);
        }
        match self.handle.changes(Endpoint::Tree(base), Endpoint::Tree(id)) {
            Ok(changes) => self.fill(&mut report, &changes, Endpoint::Tree(id), start)?,
            Err(error @ Error::Cancelled) => return Err(error),
            // A tree that is missing takes this commit with it, but not the history around it.
            Err(error) => {
                report.incomplete.push(Incomplete { file: id.to_string(), reason: error.to_string() });
            }
        }
        Ok(report)
    }

    /// Compares a merge with what git would have made of its parents.
    fn merge(
        &mut self,
        mut report: Report,
        id: ObjectId,
        parents: &[ObjectId],
        start: Instant,
    ) -> Result<Report> {
        let merged = match self.handle.merged(parents) {
            Ok(merged) => merged,
            Err(reason) => {
                let reason = format!("what git would have made of its parents cannot be had: {reason}");
                report.incomplete.push(Incomplete { file: id.to_string(), reason });
                return Ok(report);
            }
        };
        report.before_rev = Some(merged.tree.to_string());
        let own = std::mem::replace(&mut self.handle, merged.handle);
        let changes = self.handle.changes(Endpoint::Tree(merged.tree), Endpoint::Tree(id));
        let filled = changes.and_then(|changes| self.fill(&mut report, &changes, Endpoint::Tree(id), start));
        self.handle = own;
        match filled {
            Ok(()) => {}
            Err(error @ Error::Cancelled) => return Err(error),
            Err(error) => {
                report.incomplete.push(Incomplete { file: id.to_string(), reason: error.to_string() });
            }
        }
        Ok(report)
    }

    /// Compares two endpoints.
    pub fn endpoints(&mut self, before: Endpoint, after: Endpoint) -> Result<Report> {
        let name = |endpoint: Endpoint| match endpoint {
            Endpoint::Tree(id) => id.to_string(),
            Endpoint::Index => "index".into(),
            Endpoint::WorkTree { .. } => "worktree".into(),
        };
        let mut report = self.report();
        report.before_rev = Some(name(before));
        report.after_rev = Some(name(after));
        let start = Instant::now();
        let changes = self.handle.changes(before, after)?;
        if matches!(after, Endpoint::WorkTree { untracked: true }) {
            report.untracked = Some(changes.untracked);
        }
        self.fill(&mut report, &changes, after, start)?;
        Ok(report)
    }

    /// Reads one side of a file, unless it is too large.
    fn read(&self, content: &Content) -> std::result::Result<Arc<[u8]>, Unreadable> {
        if let (Some(limit), Some(size)) =
            (self.options.max_file_size, self.options.max_file_size.and_then(|_| self.handle.size(content)))
            && size > limit
        {
            return Err(Unreadable(format!("{size} bytes are more than the limit of {limit} for a file")));
        }
        self.handle.read(content)
    }

    /// Reads the changed files; tells in the report what cannot be read.
    fn texts(
        &self,
        report: &mut Report,
        changes: &Changes,
        deadline: Option<Instant>,
    ) -> Result<(Vec<SourceText>, Vec<SourceText>)> {
        let (mut before, mut after) = (Vec::new(), Vec::new());
        let (mut bytes, mut beyond) = (0, 0);
        for file in &changes.files {
            // A file whose mode alone changed holds the same on both sides.
            if file.before == file.after {
                continue;
            }
            if beyond > 0 {
                beyond += 1;
                continue;
            }
            self.options.compare.check(deadline)?;
            let read = |content: &Option<Content>| content.as_ref().map(|c| self.read(c)).transpose();
            match (read(&file.before), read(&file.after)) {
                (Ok(old), Ok(new)) => {
                    bytes += [&old, &new].into_iter().flatten().map(|text| text.len() as u64).sum::<u64>();
                    if self.options.max_commit_size.is_some_and(|limit| bytes > limit) {
                        beyond = 1;
                        continue;
                    }
                    before.extend(old.map(|text| SourceText { path: file.path.clone(), text }));
                    after.extend(new.map(|text| SourceText { path: file.path.clone(), text }));
                    report.files.analysed += 1;
                }
                (old, new) => {
                    // One side alone would look as if everything in the file had come or gone.
                    for lost in [old.err(), new.err()].into_iter().flatten() {
                        let reason = lost.0;
                        report.incomplete.push(Incomplete { file: file.path.to_string(), reason });
                    }
                }
            }
        }
        if let Some(limit) = self.options.max_commit_size.filter(|_| beyond > 0) {
            let reason = format!(
                "{beyond} of its files were not read: all together they are more than the limit of {limit} bytes"
            );
            let file = report.commit.clone().unwrap_or_default();
            report.incomplete.push(Incomplete { file, reason });
        }
        Ok((before, after))
    }

    /// How many lines of each changed file came and went; what was read is not read again.
    fn file_lines(&self, changes: &Changes, before: &[SourceText], after: &[SourceText]) -> Vec<FileLines> {
        let by_path = |texts: &[SourceText]| -> HashMap<FilePath, Arc<[u8]>> {
            texts.iter().map(|t| (t.path.clone(), t.text.clone())).collect()
        };
        let (before, after) = (by_path(before), by_path(after));
        let nothing: Arc<[u8]> = Arc::from(&b""[..]);
        let mut all = Vec::with_capacity(changes.files.len() + changes.others.len());
        for file in changes.files.iter().filter(|f| f.before != f.after) {
            let (old, new) = (before.get(&file.path), after.get(&file.path));
            // Both sides are read, or none.
            all.push(match (old, new) {
                (None, None) => FileLines::unknown(&file.path),
                _ => FileLines::new(&file.path, old.unwrap_or(&nothing), new.unwrap_or(&nothing)),
            });
        }
        for file in changes.others.iter().filter(|f| f.before != f.after) {
            let read = |side: &Option<(EntryKind, Content)>| match side {
                Some((kind, content)) => self.read_side(*kind, content).ok(),
                None => Some(nothing.clone()),
            };
            all.push(match (read(&file.before), read(&file.after)) {
                (Some(old), Some(new)) => FileLines::new(&file.path, &old, &new),
                _ => FileLines::unknown(&file.path),
            });
        }
        all.sort_by(|x, y| x.path.cmp(&y.path));
        all
    }

    fn fill(
        &mut self,
        report: &mut Report,
        changes: &Changes,
        after_side: Endpoint,
        start: Instant,
    ) -> Result<()> {
        let found = Instant::now();
        report.files.changed = changes.len();
        report.files.skipped = changes.skipped.clone();
        let deadline = self.options.compare.deadline_from(start);
        let (before, after) = match self.texts(report, changes, deadline) {
            Err(error) => return late(report, error),
            Ok(texts) => texts,
        };
        if self.options.file_lines {
            report.file_lines = self.file_lines(changes, &before, &after);
        }
        let read = Instant::now();
        let mut surroundings = self.handle.surroundings(after_side);
        let comparison = match self.comparer.compare_until(&before, &after, &mut surroundings, deadline) {
            Err(error) => return late(report, error),
            Ok(comparison) => comparison,
        };
        let filling = Instant::now();
        report.fill(&comparison, &self.options);
        if self.options.residual {
            let goes_on = || self.options.compare.check(deadline).is_ok();
            let Some(mut residual) = comparison.residual_while(&[], &goes_on, self.options.reviewed) else {
                return self.options.compare.check(deadline).or_else(|error| late(report, error));
            };
            let read: HashSet<&FilePath> = before.iter().chain(&after).map(|t| &t.path).collect();
            for file in &changes.files {
                if file.before != file.after && !read.contains(&file.path) {
                    residual.add_unread(&file.path);
                }
            }
            for change in changes.mode_changes() {
                residual.add_note(change.before, Some(change.after), change.notes);
            }
            for (texts, is_new) in [(&before, false), (&after, true)] {
                for text in texts.iter().filter(|t| t.text.is_empty()) {
                    let alone = changes.files.binary_search_by(|f| f.path.cmp(&text.path)).is_ok_and(|at| {
                        let file = &changes.files[at];
                        file.before.is_none() || file.after.is_none()
                    });
                    if alone {
                        let path = Some(&text.path);
                        let (sides, note) = if is_new {
                            ((None, path), "new empty file")
                        } else {
                            ((path, None), "deleted empty file")
                        };
                        residual.add_note(sides.0, sides.1, vec![note.to_owned()]);
                    }
                }
            }
            self.add_others(&mut residual, report, changes);
            residual.finish();
            report.residual = Some(residual);
        }
        if self.options.timings {
            let mut timings = self.comparer.timings();
            timings.diff = found.duration_since(start);
            timings.read = read.duration_since(found);
            timings.report += filling.elapsed();
            report.timings = Some(timings);
        }
        Ok(())
    }
}

/// A comparison that took too long is incomplete; any other error is one.
fn late(report: &mut Report, error: Error) -> Result<()> {
    if !matches!(error, Error::TimedOut { .. }) {
        return Err(error);
    }
    let file = report.commit.clone().unwrap_or_default();
    report.incomplete.push(Incomplete { file, reason: error.to_string() });
    Ok(())
}

impl Repository {
    /// Compares a commit with one of its parents, counted from 1; see [`Analyser::commit`].
    ///
    /// ```no_run
    /// use refdiff::git::Repository;
    /// use refdiff::ReportOptions;
    ///
    /// let repository = Repository::open(".".as_ref())?;
    /// let report = repository.compare_commit(repository.commit("HEAD")?, 1, &ReportOptions::default())?;
    /// for found in &report.refactorings {
    ///     println!("{}", found.description);
    /// }
    /// # Ok::<(), refdiff::Error>(())
    /// ```
    pub fn compare_commit(&self, id: ObjectId, parent: usize, options: &ReportOptions) -> Result<Report> {
        Analyser::new(self, options).commit(id, parent)
    }

    /// Compares a commit with one of its parents, counted from 1, and gives the whole comparison and not only what a report
    /// holds of it; see [`Analyser::comparison`]. For many commits make one [`Analyser`].
    ///
    /// ```no_run
    /// use refdiff::{Options, git::Repository};
    ///
    /// let repository = Repository::open(".".as_ref())?;
    /// let comparison = repository.comparison(repository.commit("HEAD")?, 1, &Options::default())?;
    /// for pair in comparison.matches().filter(|pair| pair.moved && !pair.edited) {
    ///     println!("{} is {} now", pair.before.key, pair.after.key);
    /// }
    /// # Ok::<(), refdiff::Error>(())
    /// ```
    pub fn comparison(&self, id: ObjectId, parent: usize, options: &Options) -> Result<Comparison> {
        Analyser::new(self, &ReportOptions::new(options.clone())).comparison(id, parent)
    }

    /// The same between two endpoints.
    pub fn comparison_between(
        &self,
        before: Endpoint,
        after: Endpoint,
        options: &Options,
    ) -> Result<Comparison> {
        Analyser::new(self, &ReportOptions::new(options.clone())).comparison_between(before, after)
    }

    /// Compares two endpoints.
    pub fn compare_endpoints(
        &self,
        before: Endpoint,
        after: Endpoint,
        options: &ReportOptions,
    ) -> Result<Report> {
        Analyser::new(self, options).endpoints(before, after)
    }
}
