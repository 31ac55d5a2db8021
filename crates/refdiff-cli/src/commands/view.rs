//! `refdiff view`: a commit or a range in the browser, served to this machine alone.

use super::mining::{Mined, mine};
use super::{Tally, open_repository};
use crate::args::View;
use crate::exit::{Status, note};
use crate::interrupt::{self, Interrupt};
use crate::output::{Html, LifePage, Site, Writer};
use crate::serve::{self, Asked, Wanted};
use crate::settings::Settings;
use anyhow::{Result, bail};
use refdiff::git::{Endpoint, ObjectId, Repository, Revision, Walk};
use refdiff::{FilePath, History, HistoryOptions, Query, Report};
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

/// How often to look whether the user wants to stop.
const PATIENCE: Duration = Duration::from_millis(200);

pub fn run(args: &View, settings: Settings) -> Result<Status> {
    let viewer = Viewer::new(args, settings)?;
    let Some(first) = viewer.first()? else { return Ok(Status::Interrupted) };
    let (address, asked) = serve::start(args.port, first)?;
    let url = format!("http://{address}/");
    note(&format!("serving {} at {url} until Ctrl-C", args.revision));
    if !args.no_open {
        open(&url);
    }
    while !viewer.interrupt.is_set() {
        match asked.recv_timeout(PATIENCE) {
            Ok(wanted) if wanted.is_given_up() => {}
            Ok(wanted) => {
                let page = viewer.page(&wanted);
                wanted.give(page);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => anyhow::bail!("the server at {url} ended"),
        }
    }
    Ok(Status::Done)
}

/// What is looked at.
enum Subject {
    Commit(ObjectId),
    /// Commits, newest first, and what they come to. A pull request begins with that, a range with its commits.
    Range {
        commits: Vec<ObjectId>,
        before: Endpoint,
        after: Endpoint,
        is_request: bool,
    },
}

/// Makes the pages.
struct Viewer<'a> {
    args: &'a View,
    settings: Settings,
    repository: Repository,
    interrupt: Interrupt,
    subject: Subject,
}

impl<'a> Viewer<'a> {
    fn new(args: &'a View, mut settings: Settings) -> Result<Self> {
        settings.report.residual = true;
        settings.report.texts = true;
        settings.report.reviewed = true;
        settings.report.lines = true;
        let repository = open_repository(&settings)?;
        settings.presentation.set_origin(repository.origin());
        let interrupt = interrupt::flag();
        let subject = subject(args, &repository)?;
        Ok(Viewer { args, settings, repository, interrupt, subject })
    }

    /// The page at the root; `None` where the user stopped it.
    fn first(&self) -> Result<Option<Vec<u8>>> {
        match &self.subject {
            Subject::Commit(commit) => self.commit(*commit),
            Subject::Range { is_request: true, .. } => self.net(),
            Subject::Range { .. } => self.log(),
        }
    }

    fn page(&self, wanted: &Wanted) -> Option<Vec<u8>> {
        let page = match &wanted.asked {
            Asked::Net => self.net(),
            Asked::Log => self.log(),
            Asked::Commit { commit } => self.commit(self.repository.commit(commit).ok()?),
            Asked::Life { commit, line, path } => {
                let commit = self.repository.commit(commit).ok()?;
                let query = Query::Place { path: FilePath::new(path.clone()), line: *line };
                self.life(commit, &query, &|| !self.interrupt.is_set() && !wanted.is_given_up())
            }
        };
        page.ok().flatten()
    }

    /// The addresses that pages link to.
    fn site(&self) -> Site {
        match &self.subject {
            Subject::Commit(_) => Site::default(),
            Subject::Range { .. } => {
                Site { net: Some("/net".into()), log: Some("/log".into()), ..Site::default() }
            }
        }
    }

    /// All changes of the range together.
    fn net(&self) -> Result<Option<Vec<u8>>> {
        let Subject::Range { before, after, .. } = &self.subject else { return Ok(None) };
        let report = self.repository.compare_endpoints(*before, *after, &self.settings.report)?;
        let site = Site { net: None, ..self.site() };
        self.written(Html::served(&self.settings.presentation, site), [report]).map(Some)
    }

    fn commit(&self, commit: ObjectId) -> Result<Option<Vec<u8>>> {
        let mut site = self.site();
        let address = |commit: &ObjectId| format!("/commit/{commit}");
        if let Subject::Range { commits, .. } = &self.subject
            && let Some(at) = commits.iter().position(|c| *c == commit)
        {
            site.newer = at.checked_sub(1).and_then(|newer| commits.get(newer)).map(address);
            site.older = commits.get(at + 1).map(address);
        } else {
            let parents = self.repository.commit_info(commit)?.parents;
            site.older = parents.first().map(address);
        }
        let report = self.repository.compare_commit(commit, 1, &self.settings.report)?;
        self.written(Html::served(&self.settings.presentation, site), [report]).map(Some)
    }

    fn written(&self, mut html: Html, reports: impl IntoIterator<Item = Report>) -> Result<Vec<u8>> {
        let mut out = Vec::new();
        html.begin(&mut out)?;
        for mut report in reports {
            self.settings.filter(&mut report, None);
            html.report(&mut out, &report)?;
        }
        html.end(&mut out)?;
        Ok(out)
    }

    /// The commits of the range; `None` where the user stopped it.
    fn log(&self) -> Result<Option<Vec<u8>>> {
        let Subject::Range { commits, .. } = &self.subject else { return Ok(None) };
        let settings = self.settings.for_history(true);
        let mut out = Vec::new();
        let mut html = Html::served(&settings.presentation, Site { log: None, ..self.site() });
        html.begin(&mut out)?;
        let mut tally = Tally::default();
        let mining = &self.args.mining;
        let mined =
            mine(
                &self.repository,
                commits,
                mining,
                &settings,
                &self.interrupt,
                |_, _, report| match report {
                    Ok(mut report) => {
                        settings.filter(&mut report, None);
                        html.report(&mut out, &report)
                    }
                    Err(error) => {
                        tally.failed(&error);
                        Ok(())
                    }
                },
            )?;
        html.end(&mut out)?;
        Ok((mined == Mined::All).then_some(out))
    }

    /// The page of an element's life; `None` where nobody waits for it any more.
    fn life(&self, commit: ObjectId, query: &Query, goes_on: &dyn Fn() -> bool) -> Result<Option<Vec<u8>>> {
        let mut options = HistoryOptions::default();
        options.compare = self.settings.report.compare.clone();
        let history = History::new(&self.repository, commit, query, options)?;
        let mut out = Vec::new();
        let mut page = LifePage::new(&mut out, history.element().as_ref(), Some(&self.site()))?;
        for step in history {
            if !goes_on() {
                return Ok(None);
            }
            page.step(&mut out, &step?)?;
        }
        page.end(&mut out)?;
        Ok(Some(out))
    }
}

/// What was typed: a commit, a range `A..B`, or what `B` brings since it left `A` (`A...B`).
fn subject(args: &View, repository: &Repository) -> Result<Subject> {
    let (from, to, is_request) = match repository.revision(&args.revision)? {
        Revision::Range { from, to } => (from, to, false),
        Revision::Symmetric { one, two } => (repository.merge_base(one, two)?, two, true),
        // A merge by itself is shown as any commit.
        Revision::One(_) => return Ok(Subject::Commit(repository.commit(&args.revision)?)),
        Revision::WithoutParents(commit) => return Ok(Subject::Commit(commit)),
        _ => bail!("view shows a commit or a range, and '{}' is neither", args.revision),
    };
    let mut walk = Walk::default();
    walk.add(Revision::Range { from, to }, repository)?;
    let commits = Tally::default().listed(repository.commits(&walk)?);
    Ok(Subject::Range { commits, before: Endpoint::Tree(from), after: Endpoint::Tree(to), is_request })
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
