//! Several repositories at once, handed on in the order of the list.
//!
//! One thread opens repositories (and clones them) in order, `jobs` threads analyse small ones, each by itself, and the caller takes
//! the results in order. A large one is left to the caller, who puts all threads to it.

use super::list::Listed;
use super::sink::Ledger;
use crate::args::Mine;
use crate::clones::{Clones, Lease, is_address};
use crate::commands::Tally;
use crate::commands::mining::walk;
use crate::database::Run;
use crate::interrupt::Interrupt;
use crate::settings::Settings;
use anyhow::{Context, Result, bail};
use refdiff::git::{ObjectId, Repository};
use refdiff::{Report, ReportOptions};
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

/// A repository with more commits than this is analysed by all threads together: for fewer, one thread takes seconds.
const LARGE: usize = 2_000;

/// So many reports of a small repository wait for those before it, at most.
const WAITING: usize = 64;

/// A repository whose commits are to be analysed.
pub struct Prepared {
    pub name: String,
    pub repository: Repository,
    pub run: Option<Run>,
    /// Those that are not there yet.
    pub commits: Vec<ObjectId>,
    /// How many are there already.
    pub there: usize,
    /// What could not be read on the way.
    pub tally: Tally,
    /// Keeps a clone from being removed.
    _lease: Option<Lease>,
}

impl Prepared {
    /// A repository that is there, and no clone.
    pub fn of(
        name: String,
        repository: Repository,
        run: Option<Run>,
        commits: Vec<ObjectId>,
        there: usize,
        tally: Tally,
    ) -> Self {
        Prepared { name, repository, run, commits, there, tally, _lease: None }
    }
}

/// A commit and what became of it.
pub type Analysed = (ObjectId, refdiff::Result<Report>);

/// What becomes of a repository of the list.
pub enum Turn {
    /// It cannot be mined, and why.
    Failed(anyhow::Error),
    /// Nobody has begun with it.
    Large(Arc<Prepared>),
    /// Its reports, one after the other.
    Small(Arc<Prepared>, Receiver<Analysed>),
}

/// Hands the repositories on in their order; ends where `sink` fails or the user wants to stop.
pub fn in_turn(
    listed: &[Listed],
    args: &Mine,
    ledger: Ledger,
    settings: &Settings,
    (jobs, options): (usize, &ReportOptions),
    interrupt: &Interrupt,
    mut sink: impl FnMut(&Listed, Turn) -> Result<()>,
) -> Result<()> {
    // More threads than repositories have nothing to do.
    let jobs = jobs.clamp(1, listed.len().max(1));
    let (give_turn, turns) = sync_channel::<Turn>(2 * jobs);
    let (give_work, work) = sync_channel::<(Arc<Prepared>, SyncSender<Analysed>)>(jobs);
    let work = Mutex::new(work);
    std::thread::scope(|scope| {
        scope.spawn(move || prepare_all(listed, args, ledger, settings, interrupt, &give_turn, &give_work));
        for _ in 0..jobs {
            scope.spawn(|| {
                loop {
                    let next = work.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok((prepared, reports)) = next else { return };
                    prepared.repository.compare_commits(&prepared.commits, 1, options, |id, report| {
                        !interrupt.is_set() && reports.send((id, report)).is_ok()
                    });
                }
            });
        }
        // Dropped on every way out, so that the other threads end.
        let turns = turns;
        for entry in listed {
            let Ok(turn) = turns.recv() else { break };
            sink(entry, turn)?;
            if interrupt.is_set() {
                break;
            }
        }
        Ok(())
    })
}

fn prepare_all(
    listed: &[Listed],
    args: &Mine,
    mut ledger: Ledger,
    settings: &Settings,
    interrupt: &Interrupt,
    give_turn: &SyncSender<Turn>,
    give_work: &SyncSender<(Arc<Prepared>, SyncSender<Analysed>)>,
) {
    for entry in listed {
        if interrupt.is_set() {
            return;
        }
        let turn = match prepare(entry, args, &mut ledger, settings, interrupt).map(Arc::new) {
            Err(error) => Turn::Failed(error),
            Ok(prepared) if prepared.commits.len() > LARGE => Turn::Large(prepared),
            Ok(prepared) => {
                let (give, reports) = sync_channel(WAITING);
                if give_work.send((prepared.clone(), give)).is_err() {
                    return;
                }
                Turn::Small(prepared, reports)
            }
        };
        if give_turn.send(turn).is_err() {
            return;
        }
    }
}

fn prepare(
    entry: &Listed,
    args: &Mine,
    ledger: &mut Ledger,
    settings: &Settings,
    interrupt: &Interrupt,
) -> Result<Prepared> {
    let lease = match &args.clone {
        Some(folder) if is_address(&entry.place) => {
            let stopped = || interrupt.is_set();
            let largest = settings.report.max_file_size;
            Some(Clones::new(folder, args.clone_limit, largest, &stopped).get(&entry.place)?)
        }
        None if is_address(&entry.place) && !Path::new(&entry.place).exists() => {
            bail!("this is an address: --clone FOLDER clones it into a folder")
        }
        _ => None,
    };
    let path = lease.as_ref().map_or(Path::new(&entry.place), |lease| lease.path());
    let repository = Repository::open(path)?.with_languages(settings.languages());
    let mut walk = walk(&args.selection)?;
    if !walk.all && !walk.branches {
        walk.from.push(repository.commit("HEAD")?);
    }
    let mut tally = Tally::default();
    let mut commits = tally.listed(repository.commits(&walk)?);
    let selected = commits.len();
    let name = entry.name.clone().unwrap_or_else(|| repository.name());
    let run = ledger.enter(&name, &repository, &mut commits, settings).context(BROKEN_LEDGER)?;
    let there = selected - commits.len();
    Ok(Prepared { name, repository, run, commits, there, tally, _lease: lease })
}

/// Marks an error that every other repository would meet as well.
pub const BROKEN_LEDGER: &str = "the database cannot be used";
