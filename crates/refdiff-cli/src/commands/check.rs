//! `refdiff check --pure`: whether commits do nothing but refactor.

use super::lenience::Lenient;
use super::mining::{Mined, mine};
use super::{Tally, log, open_repository, short};
use crate::args::Check;
use crate::exit::{Status, note};
use crate::interrupt;
use crate::output::Output;
use crate::settings::Settings;
use anyhow::{Context, Result, bail};
use refdiff::git::{Merges, Walk};
use regex::Regex;

pub fn run(args: &Check, mut settings: Settings) -> Result<Status> {
    settings.report.residual = true;
    settings.report.details = false;
    settings.report.automatic_merges = true;
    let patterns: Vec<Regex> = args
        .grep
        .iter()
        .map(|p| Regex::new(p).with_context(|| format!("--grep '{p}'")))
        .collect::<Result<_>>()?;
    let repository = open_repository(&settings)?;
    // A commit by itself means that commit, and not all that came before it.
    let ranges = args.revisions.iter().any(|r| r.contains("..") || r.starts_with('^'));
    let mut walk = Walk { no_walk: !ranges, merges: Merges::With, ..Walk::default() };
    let head = ["HEAD".to_owned()];
    log::start(&mut walk, if args.revisions.is_empty() { &head } else { &args.revisions }, &repository)?;
    let mut tally = Tally::default();
    let commits = tally.listed(repository.commits(&walk)?);
    if commits.is_empty() {
        bail!("no commits in '{}': nothing was checked", args.revisions.join(" "));
    }
    let context = repository.path_context();
    let lenience = Lenient::new(&args.lenience, &context)?;
    let interrupt = interrupt::flag();
    let mut output = Output::new(&settings.presentation)?;
    let (mut checked, mut impure, mut unchecked) = (0, 0, 0);
    let mined = mine(&repository, &commits, &args.mining, &settings, &interrupt, |progress, _, report| {
        let report = match report {
            Ok(report) => report,
            Err(error) => {
                tally.failed(&error);
                return Ok(());
            }
        };
        let subject = report.subject.clone().unwrap_or_default();
        if !patterns.is_empty() && !patterns.iter().any(|p| p.is_match(&subject)) {
            return Ok(());
        }
        // What was not analysed is neither pure nor impure. In a shallow clone, that is a commit without its parents.
        let is_first = report.parents.is_empty();
        let is_cut_off = is_first && !report.incomplete.is_empty();
        let Some(residual) = report.residual.as_ref().filter(|_| !is_cut_off) else {
            unchecked += 1;
            progress.hidden(|| tally.tell(&report, &settings));
            return Ok(());
        };
        checked += 1;
        // A first commit has nothing that it could have refactored.
        if !is_first && lenience.accepts(residual) {
            progress.hidden(|| tally.tell(&report, &settings));
            return Ok(());
        }
        impure += 1;
        progress.hidden(|| {
            let commit = report.commit.clone().unwrap_or_default();
            note(&format!("{} does more than refactor: {subject:?}", short(&commit)));
            tally.write(report, &settings, None, &mut output)
        })
    })?;
    output.finish()?;
    if let Mined::Interrupted { done } = mined {
        note(&format!("interrupted after {done} of {} commits", commits.len()));
        return Ok(Status::Interrupted);
    }
    if checked == 0 && unchecked == 0 && !patterns.is_empty() {
        note("no commit fits --grep, so nothing was checked");
    }
    let commits = if checked == 1 { "commit" } else { "commits" };
    let rest = if unchecked > 0 { format!(", {unchecked} could not be checked") } else { String::new() };
    note(&format!("{checked} {commits} checked, {impure} with more than refactorings{rest}"));
    Ok(if impure > 0 { Status::Found } else { tally.status(&settings) })
}
