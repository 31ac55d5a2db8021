//! `refdiff log [REVS...]`: many commits.

use super::mining::{Mined, mine, walk};
use super::{Tally, open_repository};
use crate::args::{Log, ProgressMode};
use crate::exit::{Status, note};
use crate::interrupt;
use crate::output::Output;
use crate::research::times::{Summary, text};
use crate::settings::Settings;
use anyhow::{Context, Result};
use refdiff::git::{Repository, Walk};
use std::io::{BufRead, Write};

pub fn run(args: &Log, settings: &Settings) -> Result<Status> {
    let repository = open_repository(settings)?;
    let walk = selected(args, &repository)?;
    let interrupt = interrupt::flag();
    #[cfg(feature = "database")]
    if let Some(db) = &args.db {
        args.tables.refuse()?;
        let target =
            super::mine::Target::Database { path: db.clone(), retry_incomplete: args.retry_incomplete };
        return super::mine::into_database(repository, &walk, &target, &args.mining, settings, &interrupt);
    }
    let context = repository.path_context();
    let paths = if args.paths.is_empty() { None } else { Some(context.filter(&args.paths)?) };
    let settings = &settings.for_history(args.all_commits);
    let mut output = Output::with_tables(settings, &args.tables, args.mining.timings, &repository.name())?;
    let mut tally = Tally::default();
    let commits = tally.listed(repository.commits(&walk)?);
    let name = repository.name();
    // A pager has the terminal to itself.
    let mut mining = args.mining.clone();
    if output.is_paged() {
        mining.progress = ProgressMode::None;
    }
    let mut times = Vec::new();
    let mined = mine(&repository, &commits, &mining, settings, &interrupt, |progress, id, report| {
        // Every commit has its line, whatever became of it.
        let report = report.unwrap_or_else(|error| super::failed(&name, &id.to_string(), &error));
        times.extend(report.timings.as_ref().map(|t| t.total().as_micros() as u64));
        progress.hidden(|| tally.write(report, settings, paths.as_ref(), &mut output))
    })?;
    output.finish()?;
    if let Some(summary) = Summary::of(&repository.name(), times) {
        // Nothing can be done where standard error is closed.
        let _ = anstream::stderr().write_all(text(&[summary]).as_bytes());
    }
    if let Mined::Interrupted { done } = mined {
        let (done, total) = (done, commits.len());
        note(&format!("interrupted after {done} of {total} commits; with --db FILE a run can be resumed"));
        return Ok(Status::Interrupted);
    }
    Ok(tally.status(settings))
}

/// Adds revisions to a walk; HEAD where there are none and nothing else says where to begin.
pub fn start(walk: &mut Walk, revisions: &[String], repository: &Repository) -> Result<()> {
    for revision in revisions {
        walk.add(repository.revision(revision)?, repository)?;
    }
    Ok(())
}

/// What was typed, as a walk.
pub(crate) fn selected(args: &Log, repository: &Repository) -> Result<Walk> {
    let mut walk = walk(&args.selection)?;
    walk.no_walk = args.no_walk;
    walk.paths = args.paths.clone();
    start(&mut walk, &args.revisions, repository)?;
    if args.stdin {
        for line in std::io::stdin().lock().lines() {
            let line = line.context("standard input")?;
            if !line.trim().is_empty() {
                walk.add(repository.revision(line.trim())?, repository)?;
            }
        }
    }
    if walk.from.is_empty() && !walk.all && !walk.branches && !args.stdin {
        walk.from.push(repository.commit("HEAD")?);
    }
    Ok(walk)
}
