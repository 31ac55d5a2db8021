//! `refdiff mine`, and `refdiff log --db`: histories into a database or tables.

mod list;
mod queue;
mod sink;
mod totals;

use super::mining::{Mined, mine_with, walk};
use super::{Tally, failed};
use crate::args::{Format, Mine, Mining};
use crate::exit::{Status, note, told};
use crate::interrupt::{self, Interrupt};
use crate::output::Destination;
use crate::progress::Progress;
use crate::settings::Settings;
use anyhow::{Result, bail};
use list::Listed;
use queue::{BROKEN_LEDGER, Prepared, Turn};
use refdiff::git::{ObjectId, Repository, Walk};
use refdiff::{Report, ReportOptions};
use sink::Sink;
pub use sink::Target;
use std::io::Write;
use std::path::Path;
use totals::{Failed, Totals};

pub fn run(args: &Mine, settings: &Settings) -> Result<Status> {
    let format = settings.presentation.format;
    if !format.is_table() && format != Format::Text {
        bail!("mine writes a database (--db) or tables (--format arrow or parquet)");
    }
    let (listed, total) = list::repositories(args)?;
    if args.shard.is_some() {
        note(&format!("{} of {total} repositories are in this part", listed.len()));
    }
    // Fails at once, and not after the first repository, where the target or the selection cannot be used.
    let target = Target::new(args, settings)?;
    walk(&args.selection)?;
    let interrupt = interrupt::flag();
    let stored = if target.database().is_some() { settings.for_database() } else { settings.clone() };
    let (jobs, options) = args.mining.resolve(&stored);
    let totals = Totals { repositories: listed.len(), ..Totals::default() };
    let mut miner = Miner {
        sink: target.open(args, &stored)?,
        target: &target,
        mining: &args.mining,
        settings: &stored,
        options: &options,
        interrupt: &interrupt,
        totals,
        number: 0,
    };
    let ledger = target.ledger()?;
    let ended =
        queue::in_turn(&listed, args, ledger, &stored, (jobs, &options), &interrupt, |entry, turn| {
            miner.turn(entry, turn)
        });
    let Miner { mut sink, mut totals, .. } = miner;
    let saved = sink.save();
    ended?;
    saved?;
    let left = totals.repositories - totals.done - totals.failed.len();
    if interrupt.is_set() && left > 0 {
        totals.interrupted = true;
        note(&format!("interrupted with {left} of {} repositories to go", totals.repositories));
    }
    if !totals.interrupted {
        sink.finish()?;
    }
    totals.tell();
    if let Some(file) = &args.totals {
        let file = Some(file.as_path()).filter(|file| *file != Path::new("-"));
        let mut out = Destination::plain(file)?;
        writeln!(out, "{}", serde_json::to_string_pretty(&totals)?)?;
        out.finish()?;
    }
    Ok(totals.status(settings.exit_code))
}

/// Analyses the commits of a walk that the database does not have yet.
pub fn into_database(
    repository: Repository,
    walk: &Walk,
    target: &Target,
    mining: &Mining,
    settings: &Settings,
    interrupt: &Interrupt,
) -> Result<Status> {
    let settings = &settings.for_database();
    let mut tally = Tally::default();
    let mut commits = tally.listed(repository.commits(walk)?);
    let selected = commits.len();
    let name = repository.name();
    let run = target.ledger()?.enter(&name, &repository, &mut commits, settings)?;
    let there = selected - commits.len();
    let prepared = Prepared::of(name, repository, run, commits, there, tally);
    let (_, options) = mining.resolve(settings);
    let sink = target.writer()?;
    let totals = Totals::default();
    let mut miner = Miner { sink, target, mining, settings, options: &options, interrupt, totals, number: 0 };
    let mined = miner.large(&prepared);
    let Miner { sink, totals, .. } = miner;
    let saved = sink.finish();
    mined?;
    saved?;
    Ok(totals.status(settings.exit_code))
}

/// Takes what becomes of repositories, one after the other.
struct Miner<'m> {
    sink: Sink,
    target: &'m Target,
    mining: &'m Mining,
    settings: &'m Settings,
    options: &'m ReportOptions,
    interrupt: &'m Interrupt,
    totals: Totals,
    /// How many came.
    number: usize,
}

/// What one repository came to.
struct Count {
    tally: Tally,
    done: usize,
    found: usize,
}

impl Miner<'_> {
    fn turn(&mut self, entry: &Listed, turn: Turn) -> Result<()> {
        self.number += 1;
        note(&format!("[{}/{}] {}", self.number, self.totals.repositories, entry.label()));
        match turn {
            Turn::Failed(error) if error.to_string() == BROKEN_LEDGER => {
                Err(error.context(format!("after {} repositories", self.number - 1)))
            }
            Turn::Failed(error) => {
                if self.interrupt.is_set() {
                    self.totals.interrupted = true;
                } else {
                    self.failed(entry.label(), &error);
                }
                Ok(())
            }
            Turn::Large(prepared) => self.large(&prepared),
            Turn::Small(prepared, reports) => {
                if !self.begin(&prepared)? {
                    return Ok(());
                }
                let mut count = Count { tally: prepared.tally, done: 0, found: 0 };
                let progress = Progress::none();
                for (id, report) in reports {
                    if self.interrupt.is_set() {
                        break;
                    }
                    self.take(&prepared, &mut count, &progress, id, report)?;
                }
                self.sum_up(&prepared, count)
            }
        }
    }

    fn large(&mut self, prepared: &Prepared) -> Result<()> {
        if !self.begin(prepared)? {
            return Ok(());
        }
        let mut count = Count { tally: prepared.tally, done: 0, found: 0 };
        let (repository, commits) = (&prepared.repository, &prepared.commits);
        let (mining, options, interrupt) = (self.mining, self.options, self.interrupt);
        let mined = mine_with(repository, commits, mining, options, interrupt, |progress, id, report| {
            self.take(prepared, &mut count, progress, id, report)
        });
        // What was computed stays, however the loop ended; its own failure says more than that of saving.
        let saved = self.sink.save();
        if let Mined::Interrupted { done } = mined? {
            count.done = done;
        }
        saved?;
        self.sum_up(prepared, count)
    }

    /// Whether the repository can be written; where another one has its name it cannot.
    fn begin(&mut self, prepared: &Prepared) -> Result<bool> {
        match self.sink.begin(&prepared.name, prepared.run) {
            Ok(()) => Ok(true),
            Err(error) if self.target.database().is_none() => {
                let error = error.context("it needs a name of its own in the list, behind a tab");
                self.failed(prepared.name.clone(), &error);
                Ok(false)
            }
            Err(error) => Err(error),
        }
    }

    fn failed(&mut self, repository: String, error: &anyhow::Error) {
        let error = told(error);
        note(&format!("incomplete: {repository}: {error}"));
        self.totals.failed.push(Failed { repository, error });
    }

    fn take(
        &mut self,
        prepared: &Prepared,
        count: &mut Count,
        progress: &Progress,
        id: ObjectId,
        report: refdiff::Result<Report>,
    ) -> Result<()> {
        let report = report.unwrap_or_else(|error| failed(&prepared.name, &id.to_string(), &error));
        count.done += 1;
        count.found += report.refactorings.len();
        progress.hidden(|| count.tally.tell(&report, self.settings));
        self.sink.write(report)
    }

    fn sum_up(&mut self, prepared: &Prepared, count: Count) -> Result<()> {
        let Count { tally, done, found } = count;
        let whole = done == prepared.commits.len();
        if let Err(error) = self.sink.end(whole) {
            self.failed(prepared.name.clone(), &error);
            return Ok(());
        }
        let there = match self.target.database() {
            Some(db) => format!("{} were in {} already, ", prepared.there, db.display()),
            None => String::new(),
        };
        note(&format!("{done} commits analysed, {there}{found} refactorings found"));
        let totals = &mut self.totals;
        totals.commits += done;
        totals.known_commits += prepared.there;
        totals.refactorings += found;
        totals.found |= tally.found;
        totals.incomplete += usize::from(tally.incomplete);
        let left = prepared.commits.len() - done;
        if self.interrupt.is_set() && left > 0 {
            totals.interrupted = true;
            let how = match self.target.database() {
                Some(_) => "run the same command again to resume",
                None => "a table is written whole or not at all; with --db a run can be resumed",
            };
            note(&format!("interrupted with {left} commits to go; {how}"));
        } else {
            totals.done += 1;
        }
        Ok(())
    }
}
