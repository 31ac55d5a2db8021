//! What the commands do, without a terminal: for packages of other languages. Options are those of the command line, word for word,
//! and so are the errors. Each function wants a thread of its own, which ends soon after it.

use crate::args::{self, Args, Command};
use crate::commands;
use crate::settings::Settings;
use anyhow::{Result, bail};
use clap::Parser;
use refdiff::git::{ObjectId, PathFilter, Repository, parse_date};
use refdiff::lang::UnitStore;
use refdiff::{FilePath, History, Incomplete, Report, ReportOptions, Step, compare_files};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// An error as the command line tells it.
pub fn told(error: &anyhow::Error) -> String {
    crate::exit::told(error)
}

/// Ends the work when it is set.
pub type Stop = Arc<AtomicBool>;

/// Commits that are to be analysed.
pub struct Log {
    repository: Repository,
    name: String,
    commits: Vec<ObjectId>,
    /// What of the walk could not be read.
    lost: Vec<Incomplete>,
    paths: Vec<String>,
    settings: Settings,
    options: ReportOptions,
    jobs: usize,
}

impl Log {
    /// What `refdiff log` with these arguments looks at, in the repository of a folder.
    pub fn new(folder: &Path, arguments: &[String]) -> Result<Self> {
        let (command, settings) = parsed("log", arguments)?;
        let Command::Log(log) = command else { bail!("these are no arguments of log") };
        let repository = opened(folder, &settings)?;
        let walk = commands::log::selected(&log, &repository)?;
        let (mut commits, mut lost) = (Vec::new(), Vec::new());
        for commit in repository.commits(&walk)? {
            match commit {
                Ok(id) => commits.push(id),
                Err(error) => lost.push(Incomplete { file: String::new(), reason: error.to_string() }),
            }
        }
        let options = log.mining.options(&settings);
        let jobs = log.mining.threads();
        Ok(Log {
            name: repository.name(),
            repository,
            commits,
            lost,
            paths: log.paths,
            settings,
            options,
            jobs,
        })
    }

    /// Keeps so many megabytes of members that were parsed before, whatever the arguments say.
    pub fn set_cache(&mut self, megabytes: usize) {
        self.options.compare.store = Some(Arc::new(UnitStore::new(megabytes << 20)));
    }

    /// Works on so many threads, whatever the arguments say.
    pub fn set_jobs(&mut self, jobs: usize) {
        self.jobs = jobs.max(1);
    }

    /// What the repository is called wherever it lies.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The commits, in the order in which they are handed on.
    pub fn commits(&self) -> impl ExactSizeIterator<Item = String> {
        self.commits.iter().map(ToString::to_string)
    }

    /// What of the history could not be read.
    pub fn lost(&self) -> &[Incomplete] {
        &self.lost
    }

    /// Analyses the commits and hands each report on, in order, until `sink` or `stop` says that it is enough.
    pub fn run(mut self, stop: &Stop, mut sink: impl FnMut(Report) -> bool) -> Result<()> {
        self.options.compare.cancel = Some(stop.clone());
        let context = self.repository.path_context();
        let paths = if self.paths.is_empty() { None } else { Some(context.filter(&self.paths)?) };
        let (settings, name) = (&self.settings, &self.name);
        let take = |id: ObjectId, report: refdiff::Result<Report>| {
            if stop.load(Ordering::Relaxed) {
                return false;
            }
            let mut report = report.unwrap_or_else(|error| commands::failed(name, &id.to_string(), &error));
            settings.filter(&mut report, paths.as_ref());
            sink(report)
        };
        let (repository, commits, options) = (&self.repository, &self.commits, &self.options);
        if self.jobs == 1 {
            alone(|| repository.compare_commits(commits, 1, options, take));
        } else {
            repository.compare_commits(commits, self.jobs, options, take);
        }
        Ok(())
    }
}

/// What `refdiff show` with these arguments gives.
pub fn show(folder: &Path, arguments: &[String], stop: &Stop) -> Result<Report> {
    let (command, mut settings) = parsed("show", arguments)?;
    let Command::Show(show) = command else { bail!("these are no arguments of show") };
    let repository = opened(folder, &settings)?;
    settings.report.compare.cancel = Some(stop.clone());
    let commit = repository.commit(&show.revision)?;
    let report = alone(|| repository.compare_commit(commit, show.parent, &settings.report))?;
    filtered(report, &repository, &show.paths, &settings)
}

/// What `refdiff diff` with these arguments gives; revisions alone, no folders.
pub fn diff(folder: &Path, arguments: &[String], stop: &Stop) -> Result<Report> {
    let (command, mut settings) = parsed("diff", arguments)?;
    let Command::Diff(diff) = command else { bail!("these are no arguments of diff") };
    let repository = opened(folder, &settings)?;
    settings.report.compare.cancel = Some(stop.clone());
    let revisions = diff.arguments.iter().map(|text| repository.revision(text));
    let revisions: Vec<_> = revisions.collect::<refdiff::Result<_>>()?;
    let (before, after) = commands::diff::endpoints(&repository, &revisions, &diff)?;
    let report = alone(|| repository.compare_endpoints(before, after, &settings.report))?;
    filtered(report, &repository, &diff.paths, &settings)
}

/// Compares files in memory.
pub fn compare(
    before: &BTreeMap<FilePath, Arc<[u8]>>,
    after: &BTreeMap<FilePath, Arc<[u8]>>,
    arguments: &[String],
    stop: &Stop,
) -> Result<Report> {
    let (_, mut settings) = parsed("diff", arguments)?;
    settings.report.compare.cancel = Some(stop.clone());
    let mut report = alone(|| compare_files(before, after, &settings.report))?;
    settings.filter(&mut report, None);
    Ok(report)
}

/// Hands on what `refdiff history` with these arguments gives, step by step, until `sink` or `stop` says that it is enough.
pub fn history(
    folder: &Path,
    arguments: &[String],
    stop: &Stop,
    mut sink: impl FnMut(Step) -> bool,
) -> Result<()> {
    let (command, mut settings) = parsed("history", arguments)?;
    let Command::History(args) = command else { bail!("these are no arguments of history") };
    let repository = opened(folder, &settings)?;
    settings.report.compare.cancel = Some(stop.clone());
    let since = args.since.as_deref().map(parse_date).transpose()?;
    alone(|| {
        let history: History = commands::history::begin(&args, &settings, &repository)?;
        for (shown, step) in history.enumerate() {
            let step = step?;
            let enough = args.max_count.is_some_and(|most| shown >= most);
            let old = since.is_some_and(|since| step.commit.time < since);
            if enough || old || stop.load(Ordering::Relaxed) || !sink(step) {
                break;
            }
        }
        Ok(())
    })
}

fn parsed(command: &str, arguments: &[String]) -> Result<(Command, Settings)> {
    let all = ["refdiff", command].into_iter().map(str::to_owned).chain(arguments.iter().cloned());
    let args: Args = Args::try_parse_from(all).map_err(|error| {
        let text = error.render().to_string();
        let first = text.split("\n\nUsage").next().unwrap_or_default().trim();
        anyhow::anyhow!("{}", first.strip_prefix("error: ").unwrap_or(first))
    })?;
    let args::Args { common, command, .. } = args;
    Ok((command, Settings::new(&common)?))
}

fn opened(folder: &Path, settings: &Settings) -> Result<Repository> {
    Ok(Repository::open(folder)?.with_languages(settings.languages()))
}

fn filtered(
    mut report: Report,
    repository: &Repository,
    paths: &[String],
    settings: &Settings,
) -> Result<Report> {
    let context = repository.path_context();
    let paths: Option<PathFilter<'_>> = if paths.is_empty() { None } else { Some(context.filter(paths)?) };
    settings.filter(&mut report, paths.as_ref());
    Ok(report)
}

/// Does something on this thread alone: a pool of this one thread keeps the work away from the common one. Whoever embeds us may
/// fork, and threads of the common pool would be gone in the child.
fn alone<T>(work: impl FnOnce() -> T) -> T {
    // Where the thread is in a pool already, that one is used.
    let _pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build();
    work()
}
