//! `refdiff history [REV] FILE:LINE | KEY`: the commits in which an element changed.

use super::{Tally, from_top, open_repository};
use crate::args::{Format, History as Args};
use crate::exit::Status;
use crate::interrupt;
use crate::output::Life;
use crate::settings::Settings;
use anyhow::Result;
use refdiff::git::{Repository, parse_date};
use refdiff::{History, HistoryOptions, Query, Step};

pub fn run(args: &Args, settings: &Settings) -> Result<Status> {
    let repository = open_repository(settings)?;
    let since = args.since.as_deref().map(parse_date).transpose()?;
    let history = begin(args, settings, &repository)?;
    let element = history.element();
    let interrupt = interrupt::flag();
    let mut life = Life::new(&settings.presentation, element)?;
    let mut tally = Tally::default();
    let mut kept: Vec<Step> = Vec::new();
    let mut shown = 0;
    for step in history.take_while(|_| args.max_count != Some(0)) {
        if interrupt.is_set() {
            life.finish()?;
            return Ok(Status::Interrupted);
        }
        let step = step?;
        tally.tell_losses(&step.commit.commit, &step.incomplete);
        if since.is_some_and(|since| step.commit.time < since) {
            break;
        }
        let hidden = settings.presentation.format == Format::Text && !args.all && step.is_minor();
        if hidden {
            life.hide();
            continue;
        }
        if args.reverse {
            kept.push(step);
        } else {
            life.write(&step)?;
        }
        shown += 1;
        if args.max_count.is_some_and(|most| shown >= most) {
            break;
        }
    }
    for step in kept.iter().rev() {
        life.write(step)?;
    }
    life.finish()?;
    Ok(tally.status(settings))
}

/// The walk that was asked for.
pub(crate) fn begin(args: &Args, settings: &Settings, repository: &Repository) -> Result<History> {
    let (revision, what) = match args.what.as_slice() {
        [revision, what] => (revision.as_str(), what),
        [what] => ("HEAD", what),
        _ => unreachable!("clap takes one or two"),
    };
    let start = repository.commit(revision)?;
    let mut options = HistoryOptions::default();
    options.compare = settings.report.compare.clone();
    options.follow_origin = args.follow_origin;
    options.full_history = args.full_history;
    let query = match Query::parse(what) {
        Query::Place { path, line } => Query::Place { path: from_top(repository, &path.to_string()), line },
        key => key,
    };
    Ok(History::new(repository, start, &query, options)?)
}
