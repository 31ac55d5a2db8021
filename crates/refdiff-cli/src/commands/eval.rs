//! `refdiff eval`: precision and recall on labelled commits.

use super::mining::{Mined, mine};
use super::{Tally, failed};
use crate::args::{Eval, Format, Types};
use crate::exit::Status;
use crate::interrupt;
use crate::output::Destination;
use crate::research::keys::{Triple, normal};
use crate::research::oracle::{self, Case};
use crate::research::reported::{Found, Reported, read};
use crate::research::score::{Counted, Score, Verdict, names_modules_by_end, score};
use crate::research::table;
use crate::settings::Settings;
use anyhow::{Context, Result, bail};
use refdiff::git::{ObjectId, Repository};
use refdiff::{Analyser, Query, Report};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

pub fn run(args: &Eval, settings: &Settings) -> Result<Status> {
    if !matches!(settings.presentation.format, Format::Text | Format::Json | Format::Md) {
        bail!("eval writes text, json and md");
    }
    let cases = oracle::read(&args.oracle)?;
    let all = args.counted == Types::All;
    let ends = names_modules_by_end(&args.oracle);
    let mut tally = Tally::default();
    let mut name = format!("refdiff, profile {}", settings.report.compare.profile.name());
    settings.thresholds.iter().for_each(|set| name += &format!(", {set}"));
    let mut scores: Vec<(String, Score<'_>)> = Vec::new();
    let mut own = None;
    // With another tool's output alone there is no need for a repository.
    if args.repo.is_some() || args.reported.is_none() {
        let repository = open(args.repo.as_deref().unwrap_or(Path::new(".")))?;
        let (commits, reports) = match analyse(&repository, &cases, args, settings, &mut tally)? {
            Some(done) => done,
            None => return Ok(Status::Interrupted),
        };
        // The data may name a commit in any way that git understands.
        let found =
            |(head, id): (&String, &ObjectId)| Some((head.clone(), found(reports.get(&id.to_string())?)));
        let reported: Reported = commits.iter().filter_map(found).collect();
        scores.push((name, score(&cases, &reported, all, ends)));
        own = Some((repository, commits, reports));
    }
    if let Some(path) = &args.reported {
        scores.push((path.display().to_string(), score(&cases, &read(path)?, all, ends)));
    }
    let columns: Vec<table::Column<'_, '_>> = scores.iter().map(|(name, s)| (name.as_str(), s)).collect();
    let mut explain =
        Explain { own: own.as_ref().map(|(r, c, reports)| (Analyser::new(r, &settings.report), c, reports)) };
    let mut out = Destination::plain(settings.presentation.output.as_deref())?;
    match settings.presentation.format {
        Format::Json => {
            let mut tools: Vec<serde_json::Value> =
                columns.iter().map(|(name, s)| table::json(name, s)).collect();
            if args.details {
                for (tool, (place, (_, score))) in tools.iter_mut().zip(columns.iter().enumerate()) {
                    let lines = details(score).map(|one| explain.json(one, place == 0)).collect::<Vec<_>>();
                    tool["details"] = lines.into();
                }
            }
            writeln!(out, "{}", serde_json::to_string_pretty(&serde_json::json!({ "tools": tools }))?)?;
        }
        Format::Md => {
            out.write_all(table::markdown(&columns).as_bytes())?;
            for (place, (title, score)) in columns.iter().enumerate().filter(|_| args.details) {
                writeln!(out, "\n{title}\n")?;
                for one in details(score) {
                    let reason = explain.reason(one, place == 0).map(|r| format!("  \n  {r}"));
                    let (b, a) = (&one.triple.before, &one.triple.after);
                    let (word, case, kind) = (word(one.verdict).trim(), &one.case.case, &one.name);
                    writeln!(out, "- {word} {case} {kind}: `{b}` → `{a}`{}", reason.unwrap_or_default())?;
                }
            }
        }
        _ => {
            if args.details {
                for (place, (title, score)) in columns.iter().enumerate() {
                    writeln!(out, "{title}")?;
                    for one in details(score) {
                        let reason = explain.reason(one, place == 0).map(|r| format!("\n      {r}"));
                        let (b, a) = (&one.triple.before, &one.triple.after);
                        let word = word(one.verdict);
                        writeln!(
                            out,
                            "  {word} {}  {}  {b} -> {a}{}",
                            one.case.case,
                            one.name,
                            reason.unwrap_or_default()
                        )?;
                    }
                    writeln!(out)?;
                }
            }
            out.write_all(table::text(&columns).as_bytes())?;
        }
    }
    out.finish()?;
    if scores.iter().any(|(_, s)| s.missing > 0) {
        tally.incomplete = true;
    }
    Ok(tally.status(settings))
}

/// The repository that `--repo` names, and no other around it.
pub fn open(path: &Path) -> Result<Repository> {
    if !path.exists() {
        bail!("--repo '{}': there is no such folder", path.display());
    }
    Repository::open(path).with_context(|| format!("--repo '{}'", path.display()))
}

/// Commits by what the data calls them, and reports by their names.
type Commits = BTreeMap<String, ObjectId>;
type Reports = BTreeMap<String, Report>;
type Analysed = (Commits, Reports);

/// What refdiff finds in every case whose commit is there; `None` where the user stopped it.
fn analyse(
    repository: &Repository,
    cases: &[Case],
    args: &Eval,
    settings: &Settings,
    tally: &mut Tally,
) -> Result<Option<Analysed>> {
    let commits = commits(repository, cases, tally);
    let ids: Vec<ObjectId> = commits.values().copied().collect();
    let mut reports = BTreeMap::new();
    let interrupt = interrupt::flag();
    let name = repository.path().display().to_string();
    let mined = mine(repository, &ids, &args.mining, settings, &interrupt, |progress, id, report| {
        let report = report.unwrap_or_else(|error| failed(&name, &id.to_string(), &error));
        progress.hidden(|| tally.tell(&report, settings));
        reports.insert(id.to_string(), report);
        Ok(())
    })?;
    Ok((mined == Mined::All).then_some((commits, reports)))
}

/// The commits of the cases, by name; tells of those that are not there.
pub fn commits(repository: &Repository, cases: &[Case], tally: &mut Tally) -> Commits {
    let mut commits = BTreeMap::new();
    for case in cases {
        match repository.commit(&case.head) {
            Ok(id) => drop(commits.insert(case.head.clone(), id)),
            Err(error) => tally.failed(&error),
        }
    }
    commits
}

fn found(report: &Report) -> Found {
    let all = report.refactorings.iter();
    all.map(|r| {
        let name = r.refactoring.name();
        (Triple::new(name, &r.before.key, &r.after.key), name.to_owned())
    })
    .collect()
}

/// What is worth a line: all that is not as it should be.
fn details<'s, 'c>(score: &'s Score<'c>) -> impl Iterator<Item = &'s Counted<'c>> {
    let mut all: Vec<&Counted<'c>> = score
        .judged
        .iter()
        .filter(|c| !matches!(c.verdict, Verdict::TruePositive | Verdict::Silver))
        .collect();
    all.sort_by_key(|c| (c.verdict, &c.case.case, &c.name, &c.triple));
    all.into_iter()
}

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::TruePositive => "TP",
        Verdict::FalsePositive => "FP",
        Verdict::FalseNegative => "FN",
        Verdict::Unlabelled => "? ",
        Verdict::Silver => "S ",
        Verdict::SilverMissed => "SN",
    }
}

/// Why refdiff found something, or did not.
struct Explain<'r> {
    own: Option<(Analyser, &'r Commits, &'r Reports)>,
}

impl Explain<'_> {
    fn json(&mut self, one: &Counted<'_>, ours: bool) -> serde_json::Value {
        serde_json::json!({
            "verdict": word(one.verdict).trim(),
            "case": one.case.case,
            "type": one.name,
            "before": one.triple.before,
            "after": one.triple.after,
            "reason": self.reason(one, ours),
        })
    }

    fn reason(&mut self, one: &Counted<'_>, ours: bool) -> Option<String> {
        let (analyser, commits, reports) = self.own.as_mut().filter(|_| ours)?;
        let id = *commits.get(&one.case.head)?;
        let report = reports.get(&id.to_string())?;
        if matches!(one.verdict, Verdict::FalsePositive | Verdict::Unlabelled) {
            let same = |r: &&refdiff::Refactoring| {
                Triple::new(r.refactoring.name(), &r.before.key, &r.after.key) == one.triple
            };
            let found = report.refactorings.iter().find(same)?;
            let alike = found.similarity.map(|s| format!("{:.0}% alike", 100.0 * s));
            let sure = found.confidence.map(|c| format!("confidence {c}"));
            let parts: Vec<String> = [alike, sure].into_iter().flatten().collect();
            return Some(format!("found: {} ({})", found.description, parts.join(", ")));
        }
        let query = Query::parse(&one.triple.before);
        let explained = analyser.explain(id, 1, &query).ok()?;
        if explained.is_empty() {
            return Some("the one before is not in the files that changed".into());
        }
        let candidates = explained.iter().flat_map(|e| &e.considered);
        let dropped: Vec<String> = candidates
            .filter(|c| normal(&c.other.key) == one.triple.after)
            .map(|c| {
                let alike = c.similarity.map(|s| format!(" ({:.0}% alike)", 100.0 * s)).unwrap_or_default();
                let reason = c.reason.as_deref().unwrap_or("accepted");
                format!("{}{alike}: {reason}", c.refactoring.name())
            })
            .collect();
        let partners: Vec<&str> =
            explained.iter().flat_map(|e| &e.partners).map(|p| p.key.as_str()).collect();
        Some(match (dropped.as_slice(), partners.as_slice()) {
            ([], []) => "this pair was not considered".into(),
            ([], partners) => {
                format!("this pair was not considered: it corresponds to {}", partners.join(", "))
            }
            (dropped, _) => dropped.join("; "),
        })
    }
}
