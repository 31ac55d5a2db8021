//! `refdiff view`: a commit or a range in the browser, served to this machine alone.

use super::mining::{Mined, mine};
use super::{Tally, log, open_repository};
use crate::args::View;
use crate::exit::{Status, note};
use crate::interrupt::{self, Interrupt};
use crate::output::{Html, LifePage, Writer};
use crate::serve::{self, Asked};
use crate::settings::Settings;
use anyhow::Result;
use refdiff::git::{ObjectId, Repository, Walk};
use refdiff::{FilePath, History, HistoryOptions, Query};
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

/// How often to look whether the user wants to stop.
const PATIENCE: Duration = Duration::from_millis(200);

pub fn run(args: &View, mut settings: Settings) -> Result<Status> {
    settings.report.residual = true;
    settings.report.texts = true;
    let repository = open_repository(&settings)?;
    let interrupt = interrupt::flag();
    let mut tally = Tally::default();
    let is_range = args.revision.contains("..");
    let mut walk = Walk { no_walk: !is_range, ..Walk::default() };
    log::start(&mut walk, std::slice::from_ref(&args.revision), &repository)?;
    let commits = tally.listed(repository.commits(&walk)?);
    // A merge by itself is shown as any commit.
    let commits = if is_range { commits } else { vec![repository.commit(&args.revision)?] };
    let Some(first) = page(&repository, &commits, args, &settings, &interrupt)? else {
        return Ok(Status::Interrupted);
    };
    let (address, asked) = serve::start(args.port, first)?;
    let url = format!("http://{address}/");
    note(&format!("serving {} at {url} until Ctrl-C", args.revision));
    if !args.no_open {
        open(&url);
    }
    while !interrupt.is_set() {
        let wanted = match asked.recv_timeout(PATIENCE) {
            Ok(wanted) if wanted.is_given_up() => continue,
            Ok(wanted) => wanted,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => anyhow::bail!("the server at {url} ended"),
        };
        let Ok(commit) = repository.commit(&wanted.commit) else {
            wanted.give(None);
            continue;
        };
        let page = match &wanted.asked {
            Asked::Commit => page(&repository, &[commit], args, &settings, &interrupt),
            Asked::Life { line, path } => {
                let query = Query::Place { path: FilePath::new(path.clone()), line: *line };
                let goes_on = || !interrupt.is_set() && !wanted.is_given_up();
                life(&repository, commit, &query, &settings, &goes_on)
            }
        };
        wanted.give(page.ok().flatten());
    }
    Ok(Status::Done)
}

/// The page of some commits; `None` where the user stopped it.
fn page(
    repository: &Repository,
    commits: &[ObjectId],
    args: &View,
    settings: &Settings,
    interrupt: &Interrupt,
) -> Result<Option<Vec<u8>>> {
    let mut out = Vec::new();
    let mut html = Html::served(&args.revision);
    html.begin(&mut out)?;
    let mut tally = Tally::default();
    let mined = mine(repository, commits, &args.mining, settings, interrupt, |_, _, report| match report {
        Ok(mut report) => {
            settings.filter(&mut report, None);
            // Commits have pages of their own: the page of a range does without their code.
            if commits.len() > 1 {
                report.residual = None;
                for found in &mut report.refactorings {
                    (found.before.text, found.after.text) = (None, None);
                }
            }
            html.report(&mut out, &report)
        }
        Err(error) => {
            tally.failed(&error);
            Ok(())
        }
    })?;
    html.end(&mut out)?;
    Ok((mined == Mined::All).then_some(out))
}

/// The page of an element's life; `None` where nobody waits for it any more.
fn life(
    repository: &Repository,
    commit: ObjectId,
    query: &Query,
    settings: &Settings,
    goes_on: &dyn Fn() -> bool,
) -> Result<Option<Vec<u8>>> {
    let mut options = HistoryOptions::default();
    options.compare = settings.report.compare.clone();
    let history = History::new(repository, commit, query, options)?;
    let mut out = Vec::new();
    let mut page = LifePage::new(&mut out, history.element().as_ref(), true)?;
    for step in history {
        if !goes_on() {
            return Ok(None);
        }
        page.step(&mut out, &step?)?;
    }
    page.end(&mut out)?;
    Ok(Some(out))
}

/// Opens the user's browser; where that fails the address was told.
fn open(url: &str) {
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    let quiet = std::process::Stdio::null;
    let _ =
        std::process::Command::new(program).arg(url).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn();
}
