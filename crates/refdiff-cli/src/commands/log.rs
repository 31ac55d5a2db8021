//! `refdiff log [REVS...]`: many commits.

use super::{Tally, open_repository};
use crate::args::Log;
use crate::exit::{Status, note};
use crate::interrupt;
use crate::output::Output;
use crate::progress::Progress;
use crate::settings::Settings;
use anyhow::{Context, Result};
use refdiff::git::{Merges, Repository, Walk, parse_date};
use std::io::BufRead;

pub fn run(args: &Log, settings: &Settings) -> Result<Status> {
    let repository = open_repository()?;
    let walk = walk(args, &repository)?;
    let context = repository.path_context();
    let paths = if args.paths.is_empty() { None } else { Some(context.filter(&args.paths)?) };
    let mut output = Output::new(settings.format)?;
    let mut tally = Tally::default();
    let mut commits = Vec::new();
    for commit in repository.commits(&walk)? {
        match commit {
            Ok(id) => commits.push(id),
            Err(error) => tally.failed(&error),
        }
    }
    let (jobs, options) = args.mining.resolve(settings);
    let mut progress = Progress::new(args.mining.progress, commits.len());
    let interrupted = interrupt::flag();
    let mut failure = None;
    repository.compare_commits(&commits, jobs, &options, |_, report| {
        if interrupted.is_set() {
            return false;
        }
        let written = match report {
            Ok(report) => {
                progress.step(report.refactorings.len());
                progress.hidden(|| tally.write(report, settings, paths.as_ref(), &mut output))
            }
            Err(error) => {
                progress.step(0);
                progress.hidden(|| tally.failed(&error));
                Ok(())
            }
        };
        failure = written.err();
        failure.is_none()
    });
    progress.finish();
    if let Some(error) = failure {
        return Err(error);
    }
    output.finish()?;
    if interrupted.is_set() {
        note(&format!("interrupted after {} of {} commits", tally.written, commits.len()));
        return Ok(Status::Interrupted);
    }
    Ok(tally.status(settings))
}

/// What was typed, as a walk.
fn walk(args: &Log, repository: &Repository) -> Result<Walk> {
    let mut walk = Walk {
        all: args.all,
        branches: args.branches,
        no_walk: args.no_walk,
        first_parent: args.first_parent,
        merges: match (args.merges, args.include_merges) {
            (true, _) => Merges::Only,
            (_, true) => Merges::With,
            _ => Merges::Without,
        },
        since: args.since.as_deref().map(parse_date).transpose()?,
        until: args.until.as_deref().map(parse_date).transpose()?,
        paths: args.paths.clone(),
        max_count: args.max_count,
        reverse: args.reverse,
        ..Walk::default()
    };
    for pattern in &args.author {
        let regex = regex::Regex::new(pattern).with_context(|| format!("--author '{pattern}'"))?;
        walk.authors.push(regex);
    }
    for revision in &args.revisions {
        walk.add(repository.revision(revision)?, repository)?;
    }
    if args.stdin {
        for line in std::io::stdin().lock().lines() {
            let line = line.context("standard input")?;
            if !line.trim().is_empty() {
                walk.add(repository.revision(line.trim())?, repository)?;
            }
        }
    }
    if walk.from.is_empty() && !args.all && !args.branches && !args.stdin {
        walk.from.push(repository.commit("HEAD")?);
    }
    Ok(walk)
}
