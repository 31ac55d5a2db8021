//! One file a command.

mod blame;
mod calibrate;
mod check;
#[cfg(feature = "database")]
mod db;
pub(crate) mod diff;
mod eval;
mod explain;
mod fit;
pub(crate) mod history;
mod ignore_revs;
mod languages;
mod lenience;
pub(crate) mod log;
mod manual;
#[cfg(feature = "database")]
mod mine;
pub(crate) mod mining;
mod oracle;
mod profile;
mod show;
mod types;
#[cfg(feature = "view")]
mod view;

use crate::args::{Args, Command, Format};
use crate::exit::{Status, note};
use crate::output::Output;
use crate::settings::Settings;
use anyhow::{Context, Result};
use refdiff::git::{PathFilter, Repository};
use refdiff::{Incomplete, Report};
use std::path::Path;

/// Runs what was asked for.
pub fn run(mut args: Args) -> Result<Status> {
    if !args.directory.is_empty() {
        args.keep_files_here()?;
    }
    for folder in &args.directory {
        std::env::set_current_dir(folder)
            .with_context(|| format!("cannot change to '{}'", folder.display()))?;
    }
    let mut settings = Settings::new(&args.common)?;
    if matches!(settings.presentation.format, Format::Rminer | Format::Md | Format::Html) {
        settings.presentation.set_origin(open_repository(&settings).ok().and_then(|r| r.origin()));
    }
    match args.command {
        Command::Show(show) => show::run(&show, &settings),
        Command::Diff(diff) => diff::run(&diff, &settings),
        #[cfg(feature = "view")]
        Command::View(view) => view::run(&view, settings),
        Command::Explain(explain) => explain::run(&explain, &settings),
        Command::Blame(blame) => blame::run(&blame, &settings),
        Command::History(history) => history::run(&history, &settings),
        Command::Log(log) => log::run(&log, &settings),
        Command::Check(check) => check::run(&check, settings),
        Command::IgnoreRevs(revs) => ignore_revs::run(&revs, settings),
        #[cfg(feature = "database")]
        Command::Mine(mine) => mine::run(&mine, &settings),
        #[cfg(feature = "database")]
        Command::Db(db) => db::run(&db.command, &settings),
        Command::Eval(eval) => eval::run(&eval, &settings),
        Command::Calibrate(calibrate) => calibrate::run(&calibrate, &settings),
        Command::Fit(fit) => fit::run(&fit, &settings),
        Command::Oracle(oracle) => oracle::run(&oracle.command, &settings),
        Command::Profile(profile) => profile::run(&profile.command, &settings),
        Command::Types => types::run(&settings),
        Command::Languages => languages::run(&settings),
        Command::Completions { shell } => manual::completions(shell),
        Command::Man { folder } => manual::pages(&folder),
    }
}

/// The repository around the current folder.
fn open_repository(settings: &Settings) -> Result<Repository> {
    let repository = Repository::open_with_environment(Path::new("."))?;
    Ok(repository.with_languages(settings.languages()))
}

/// A commit that could not be analysed at all, as a report that says so.
pub(crate) fn failed(repository: &str, commit: &str, error: &refdiff::Error) -> Report {
    let mut report = Report::new(repository);
    report.commit = Some(commit.into());
    report.incomplete.push(Incomplete { file: commit.into(), reason: error.to_string() });
    report
}

/// What a run found and lost so far.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    found: bool,
    incomplete: bool,
}

impl Tally {
    /// Tells of a commit that could not be analysed at all.
    fn failed(&mut self, error: &refdiff::Error) {
        note(&format!("incomplete: {error}"));
        self.incomplete = true;
    }

    /// Tells on standard error what of a commit could not be analysed.
    fn tell_losses(&mut self, commit: &str, losses: &[Incomplete]) {
        self.incomplete |= !losses.is_empty();
        note_losses(&format!("{}: ", short(commit)), losses);
    }

    /// Tells on standard error what a report lacks.
    fn tell(&mut self, report: &Report, settings: &Settings) {
        self.found |= report.refactorings.iter().any(|r| settings.counts_as_found(r));
        self.incomplete |= !report.incomplete.is_empty();
        let commit = report.commit.as_ref().map(|id| format!("{}: ", short(id))).unwrap_or_default();
        note_losses(&commit, &report.incomplete);
    }

    /// Filters and writes a report, and tells what it lacks.
    fn write(
        &mut self,
        mut report: Report,
        settings: &Settings,
        paths: Option<&PathFilter<'_>>,
        output: &mut Output,
    ) -> Result<()> {
        settings.filter(&mut report, paths);
        self.tell(&report, settings);
        output.write(&report)
    }

    fn status(self, settings: &Settings) -> Status {
        if self.incomplete {
            Status::Incomplete
        } else if self.found && settings.exit_code {
            Status::Found
        } else {
            Status::Done
        }
    }
}

/// Tells on standard error what could not be analysed, one line for each file: templates and the like have an error in every other
/// line. The reports have all of them.
fn note_losses(commit: &str, losses: &[Incomplete]) {
    let line = |lost: &&Incomplete| {
        let number = lost.reason.strip_prefix("line ").and_then(|rest| rest.split(':').next());
        number.and_then(|number| number.parse::<u32>().ok())
    };
    for file in losses.chunk_by(|x, y| x.file == y.file) {
        let Some(first) = file.iter().min_by_key(line) else { continue };
        let more = match file.len() - 1 {
            0 => String::new(),
            others => format!(" (and {others} more)"),
        };
        // What is about all of a commit names it already.
        let commit = if first.file.starts_with(commit.trim_end_matches(": ")) { "" } else { commit };
        note(&format!("incomplete: {commit}{}: {}{more}", first.file, first.reason));
    }
}

/// The first digits of an object's name.
pub fn short(id: &str) -> &str {
    id.get(..10).unwrap_or(id)
}

/// A path that was typed, from the top of the repository: as git reads it, from where one stands.
fn from_top(repository: &Repository, typed: &str) -> refdiff::FilePath {
    let prefix = repository.prefix();
    let mut parts: Vec<&[u8]> = Vec::new();
    for part in prefix.split(|&b| b == b'/').chain(typed.as_bytes().split(|&b| b == b'/')) {
        match part {
            b"" | b"." => {}
            b".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    refdiff::FilePath::new(parts.join(&b'/'))
}
