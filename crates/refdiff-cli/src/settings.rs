//! The options of every command, checked once and turned into what the commands use.

use crate::args::{Color, Common, Detail, Format, GroupBy, Mining};
use crate::output::Forge;
use anyhow::{Context, Result, bail};
use refdiff::git::PathFilter;
use refdiff::lang::{KNOWN, Languages, UnitStore};
use refdiff::{Group, LeftoverKind, Options, RefactoringType, Report, ReportOptions};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

/// More threads than any machine has cores would only take its memory.
const MOST_THREADS: usize = 1024;

/// How results are shown.
#[derive(Clone, Debug)]
pub struct Presentation {
    pub format: Format,
    pub output: Option<PathBuf>,
    pub group_by: GroupBy,
    pub patch: bool,
    pub stat: bool,
    pub full_keys: bool,
    /// Whether what follows from something else is listed below it and not counted.
    pub lists_consequences: bool,
    /// Whether text shows commits without refactorings.
    pub all_commits: bool,
    pub pager: bool,
    /// Whether many commits are written, for formats in which that is another thing than one.
    pub is_history: bool,
    /// The address of the repository, for formats that name it.
    pub origin: Option<String>,
    /// Where the repository is hosted, for links; what was typed before what the remote says.
    pub forge: Option<Forge>,
}

impl Presentation {
    /// Remembers the address of the repository.
    pub fn set_origin(&mut self, origin: Option<String>) {
        self.forge = self.forge.take().or_else(|| origin.as_deref().and_then(Forge::of));
        self.origin = origin;
    }

    /// How many columns text may have.
    pub fn width(&self) -> usize {
        crate::output::width(self.output.is_some())
    }
}

/// Valid settings.
#[derive(Clone)]
pub struct Settings {
    pub presentation: Presentation,
    pub report: ReportOptions,
    pub exit_code: bool,
    /// The thresholds that were typed, which the profile's name does not tell.
    pub thresholds: Vec<String>,
    ignore_comments: bool,
    shown: BTreeSet<RefactoringType>,
    min_confidence: f64,
    /// Whether what is finer than most readers want is counted instead of listed.
    folds: bool,
    /// Whether types were asked for.
    typed: bool,
    /// Whether the residual was asked for; a page has it anyway.
    residual: bool,
}

impl Settings {
    /// The same for reports that go into a database, which has room for more.
    #[cfg(feature = "database")]
    pub fn for_database(&self) -> Self {
        let mut settings = self.clone();
        settings.report.file_lines = true;
        settings
    }

    /// The same for many commits. A page of those has no code.
    pub fn for_history(&self, all_commits: bool) -> Self {
        let mut settings = self.clone();
        settings.presentation.is_history = true;
        settings.presentation.all_commits = all_commits;
        if settings.presentation.format == Format::Html {
            settings.report.residual = self.residual;
            settings.report.texts = false;
            settings.report.reviewed = false;
        }
        settings
    }

    pub fn new(common: &Common) -> Result<Self> {
        match common.color {
            Color::Auto => {}
            Color::Always => anstream::ColorChoice::Always.write_global(),
            Color::Never => anstream::ColorChoice::Never.write_global(),
        }
        let mut profile = crate::profile_file::load(&common.profile)?;
        for setting in &common.threshold {
            let (name, value) = setting
                .split_once('=')
                .with_context(|| format!("--threshold needs TYPE=NUMBER, not '{setting}'"))?;
            let value: f64 =
                value.parse().ok().filter(|v| (0.0..=1.0).contains(v)).with_context(|| {
                    format!("the threshold '{value}' of {name} is not a number from 0 to 1")
                })?;
            // A glob means those that the profile has; the others it never looks for.
            let named = RefactoringType::matching(name)?.into_iter();
            let had: Vec<_> = named.filter(|&t| profile.threshold(t).is_some()).collect();
            if had.is_empty() {
                bail!("the profile '{}' does not look for {name}", profile.name());
            }
            for refactoring in had {
                profile.set_threshold(refactoring, value);
            }
        }
        let min_confidence = common.min_confidence.unwrap_or(0.0);
        if !(0.0..=1.0).contains(&min_confidence) {
            bail!("--min-confidence is {min_confidence}, and not a number from 0 to 1");
        }
        if common.min_confidence.is_some() && !profile.uses_evidence() {
            bail!("--min-confidence needs a profile with evidence; '{}' has none", profile.name());
        }
        let mut options = Options::with_profile(profile);
        if !common.lang.is_empty() {
            options.languages = languages(&common.lang)?;
        }
        options.timeout = match common.timeout {
            Some(seconds) => Some(
                std::time::Duration::try_from_secs_f64(seconds).ok().filter(|t| !t.is_zero()).with_context(
                    || format!("--timeout is {seconds}, and not a number of seconds above 0"),
                )?,
            ),
            None => None,
        };
        let mut report = ReportOptions::new(options);
        report.max_file_size = Some(common.max_file_size.saturating_mul(1 << 20));
        report.max_commit_size = Some(common.max_commit_size.saturating_mul(1 << 20));
        report.matches = common.matches;
        let forge = match &common.link_base {
            Some(typed) => Some(Forge::typed(typed).with_context(|| {
                format!(
                    "--link-base needs the address of a repository's pages, such as https://host/team/name or \
                     gitlab=https://host/team/name, not '{typed}'"
                )
            })?),
            None => None,
        };
        let page = common.format == Format::Html;
        report.residual = common.residual || page;
        report.texts = common.patch || page;
        report.reviewed = page;
        report.lines = matches!(common.format, Format::Text | Format::Md | Format::Html);
        report.declarations = common.format == Format::Rminer;
        let shown = shown(&common.types, &common.exclude_type)?;
        report.doubtful = !common.types.is_empty() && shown.iter().any(|t| t.is_doubtful());
        Ok(Settings {
            presentation: Presentation {
                format: common.format,
                output: common.output.clone(),
                group_by: common.group_by,
                patch: common.patch,
                stat: common.stat,
                full_keys: common.full_keys,
                lists_consequences: common.detail == Detail::All || !common.types.is_empty(),
                all_commits: true,
                pager: !common.no_pager,
                is_history: false,
                origin: None,
                forge,
            },
            report,
            exit_code: common.exit_code,
            thresholds: common.threshold.clone(),
            ignore_comments: common.ignore_comments,
            min_confidence,
            shown,
            folds: matches!(common.format, Format::Text | Format::Md | Format::Html)
                && common.detail == Detail::Review
                && common.types.is_empty(),
            typed: !common.types.is_empty(),
            residual: common.residual,
        })
    }

    /// The languages to read.
    pub fn languages(&self) -> Languages {
        self.report.compare.languages.clone()
    }

    /// Whether a refactoring is something that was looked for: what is finer than an entity stands in nearly every commit, and
    /// counts where its type was asked for.
    pub fn counts_as_found(&self, found: &refdiff::Refactoring) -> bool {
        found.group == Group::Structure || self.typed
    }

    /// Leaves in a report what was asked for. Filters change what is shown, never what is found.
    pub fn filter(&self, report: &mut Report, paths: Option<&PathFilter<'_>>) {
        if let Some(residual) = &mut report.residual {
            if self.ignore_comments {
                residual.leave_out(LeftoverKind::Layout);
            }
            if let Some(paths) = paths {
                residual.retain_paths(|p| paths.includes(p), |name| paths.includes(&name.into()));
            }
        }
        let before = report.refactorings.len();
        report.refactorings.retain(|r| {
            self.shown.contains(&r.refactoring)
                && r.confidence.is_none_or(|c| c >= self.min_confidence)
                && paths.is_none_or(|p| p.includes(&r.before.path) || p.includes(&r.after.path))
        });
        report.hidden = before - report.refactorings.len();
        if self.folds {
            fold(report);
        }
    }
}

/// Leaves structure, patterns, and signatures that changed by themselves; the rest is counted.
fn fold(report: &mut Report) {
    let structure = report.refactorings.iter().filter(|r| r.group == Group::Structure);
    let causes: BTreeSet<String> = structure.map(|r| r.id.clone()).collect();
    let (listed, folded): (Vec<_>, Vec<_>) =
        std::mem::take(&mut report.refactorings).into_iter().partition(|r| match r.group {
            Group::Structure | Group::Pattern => true,
            Group::Signature => !r.follows_from.as_ref().is_some_and(|cause| causes.contains(cause)),
            _ => false,
        });
    report.refactorings = listed;
    let listed: BTreeSet<&str> = report.refactorings.iter().map(|r| r.id.as_str()).collect();
    for found in folded {
        *report.folded_lines.entry(found.refactoring).or_default() += found.lines;
        let counts = match found.follows_from.filter(|cause| listed.contains(cause.as_str())) {
            Some(cause) => report.consequences.entry(cause).or_default(),
            None => &mut report.folded,
        };
        *counts.entry(found.refactoring).or_default() += 1;
    }
}

/// The languages of these names; the error lists those that there are.
fn languages(names: &[String]) -> Result<Languages> {
    Languages::named(names).map_err(|name| {
        if KNOWN.iter().any(|(known, _, _)| known.eq_ignore_ascii_case(&name)) {
            anyhow::anyhow!("this refdiff was built without {name}: see `refdiff languages`")
        } else {
            let all: Vec<_> = Languages::default().iter().map(|l| l.name().to_lowercase()).collect();
            anyhow::anyhow!("'{name}' is no language that refdiff reads; there are {}", all.join(", "))
        }
    })
}

fn shown(only: &[String], but: &[String]) -> Result<BTreeSet<RefactoringType>> {
    let all = |patterns: &[String]| -> Result<BTreeSet<RefactoringType>> {
        let mut types = BTreeSet::new();
        for pattern in patterns {
            types.extend(RefactoringType::matching(pattern)?);
        }
        Ok(types)
    };
    let mut shown = if only.is_empty() { RefactoringType::ALL.into_iter().collect() } else { all(only)? };
    for hidden in all(but)? {
        shown.remove(&hidden);
    }
    Ok(shown)
}

impl Mining {
    /// The number of threads.
    pub fn threads(&self) -> usize {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        self.jobs.unwrap_or(cores).clamp(1, MOST_THREADS)
    }

    /// The number of threads, and the options for many commits.
    pub fn resolve(&self, settings: &Settings) -> (usize, ReportOptions) {
        let jobs = self.threads();
        // The files of one huge commit are spread over as many threads as there are jobs. It may be set only once,
        // which is all that a run does.
        let _ = rayon::ThreadPoolBuilder::new().num_threads(jobs).build_global();
        (jobs, self.options(settings))
    }

    /// The options for many commits.
    pub fn options(&self, settings: &Settings) -> ReportOptions {
        let mut options = settings.report.clone();
        options.compare.store = Some(Arc::new(UnitStore::new(self.cache.saturating_mul(1 << 20))));
        options.timings = self.timings;
        options
    }
}
