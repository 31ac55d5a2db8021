//! What `log` and `mine` share: which commits, and the loop over them.

use super::Tally;
use crate::args::{Mining, Selection};
use crate::interrupt::Interrupt;
use crate::progress::Progress;
use crate::settings::Settings;
use anyhow::{Context, Result};
use refdiff::git::{Merges, ObjectId, Repository, Walk, parse_date};
use refdiff::{Report, ReportOptions};

/// How the loop over commits ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mined {
    All,
    Interrupted { done: usize },
}

/// Analyses commits and hands each to `sink`, in order, until the user stops it or `sink` fails.
pub fn mine(
    repository: &Repository,
    commits: &[ObjectId],
    mining: &Mining,
    settings: &Settings,
    interrupt: &Interrupt,
    sink: impl FnMut(&Progress, ObjectId, refdiff::Result<Report>) -> Result<()>,
) -> Result<Mined> {
    let (_, options) = mining.resolve(settings);
    mine_with(repository, commits, mining, &options, interrupt, sink)
}

/// The same with options that are resolved already.
pub fn mine_with(
    repository: &Repository,
    commits: &[ObjectId],
    mining: &Mining,
    options: &ReportOptions,
    interrupt: &Interrupt,
    mut sink: impl FnMut(&Progress, ObjectId, refdiff::Result<Report>) -> Result<()>,
) -> Result<Mined> {
    let mut progress = Progress::new(mining.progress, commits.len());
    let mut done = 0;
    let mut failure = None;
    repository.compare_commits(commits, mining.threads(), options, |id, report| {
        if interrupt.is_set() {
            return false;
        }
        done += 1;
        progress.step(report.as_ref().map_or(0, |r| r.refactorings.len()));
        failure = sink(&progress, id, report).err();
        failure.is_none()
    });
    progress.finish();
    match failure {
        Some(error) => Err(error),
        None if interrupt.is_set() && done < commits.len() => Ok(Mined::Interrupted { done }),
        None => Ok(Mined::All),
    }
}

/// The walk that a selection means; where it begins is still open.
pub fn walk(selection: &Selection) -> Result<Walk> {
    let mut walk = Walk {
        all: selection.all,
        branches: selection.branches,
        first_parent: selection.first_parent,
        merges: match (selection.merges, selection.include_merges) {
            (true, _) => Merges::Only,
            (_, true) => Merges::With,
            _ => Merges::Without,
        },
        since: selection.since.as_deref().map(parse_date).transpose()?,
        until: selection.until.as_deref().map(parse_date).transpose()?,
        max_count: selection.max_count,
        reverse: selection.reverse,
        ..Walk::default()
    };
    let regex = |option: &str, pattern: &str| {
        let mut regex = regex::RegexBuilder::new(pattern);
        let built = regex.case_insensitive(selection.regexp_ignore_case).build();
        built.with_context(|| format!("{option} '{pattern}'"))
    };
    for pattern in &selection.author {
        walk.authors.push(regex("--author", pattern)?);
    }
    for pattern in &selection.grep {
        walk.messages.push(regex("--grep", pattern)?);
    }
    walk.invert_messages = selection.invert_grep;
    Ok(walk)
}

impl Tally {
    /// The commits of a walk; tells of those that cannot be read.
    pub fn listed(&mut self, walk: impl IntoIterator<Item = refdiff::Result<ObjectId>>) -> Vec<ObjectId> {
        let mut commits = Vec::new();
        for commit in walk {
            match commit {
                Ok(id) => commits.push(id),
                Err(error) => self.failed(&error),
            }
        }
        commits
    }
}
