//! `refdiff log [REVS...]`: many commits.

use super::{Tally, open_repository};
use crate::args::Log;
use crate::exit::{Status, note};
use crate::output::Output;
use crate::settings::Settings;
use anyhow::Result;
use rayon::prelude::*;
use refdiff::git::{Endpoint, ObjectId, PathFilter, Repository, Walk};

/// How many commits are analysed before the next are begun: enough to keep all cores busy, and few enough that
/// results come soon and memory stays small.
const BATCH: usize = 64;

pub fn run(args: &Log, settings: &Settings) -> Result<Status> {
    let repository = open_repository()?;
    let mut walk = Walk { all: args.all, merges: args.merges, ..Walk::default() };
    for revision in &args.revisions {
        walk.add(repository.revision(revision)?, &repository)?;
    }
    if walk.from.is_empty() && !args.all {
        walk.from.push(repository.commit("HEAD")?);
    }
    let context = repository.path_context();
    let paths = if args.paths.is_empty() { None } else { Some(context.filter(&args.paths)?) };
    let mut output = Output::new(settings.format)?;
    let mut tally = Tally::default();
    let mut commits = Vec::new();
    for commit in repository.commits(&walk)? {
        match commit {
            Ok(id) if touches(&repository, id, paths.as_ref()) => commits.push(id),
            Ok(_) => {}
            Err(error) => {
                note(&format!("incomplete: {error}"));
                tally.incomplete = true;
            }
        }
    }
    commits.truncate(args.max_count.unwrap_or(usize::MAX));
    for batch in commits.chunks(BATCH) {
        let compared: Vec<_> =
            batch.par_iter().map(|&id| repository.compare_commit(id, 1, &settings.report)).collect();
        for report in compared {
            match report {
                Ok(report) => tally.write(report, settings, paths.as_ref(), &mut output)?,
                Err(error) => {
                    note(&format!("incomplete: {error}"));
                    tally.incomplete = true;
                }
            }
        }
    }
    output.finish()?;
    Ok(tally.status(settings))
}

/// Whether a commit changes a path that is meant. One that cannot be told is kept: its report says why.
fn touches(repository: &Repository, id: ObjectId, paths: Option<&PathFilter<'_>>) -> bool {
    let Some(paths) = paths else { return true };
    let Ok(commit) = repository.commit_info(id) else { return true };
    let Some(&parent) = commit.parents.first() else { return false };
    match repository.changes(Endpoint::Tree(parent), Endpoint::Tree(id)) {
        Ok(changes) => changes.files.iter().any(|f| paths.includes(&f.path)),
        Err(_) => true,
    }
}
