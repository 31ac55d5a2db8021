//! `refdiff ignore-revs`: commits that only move and rename, for `git blame` to pass over.

use super::lenience::Lenient;
use super::mining::{Mined, mine, walk};
use super::{Tally, log, open_repository};
use crate::args::IgnoreRevs;
use crate::exit::{Status, note};
use crate::interrupt;
use crate::output::Destination;
use crate::settings::Settings;
use anyhow::Result;
use refdiff::{Group, RefactoringType, Report};
use std::collections::BTreeMap;
use std::io::Write;

pub fn run(args: &IgnoreRevs, mut settings: Settings) -> Result<Status> {
    settings.report.residual = true;
    let repository = open_repository(&settings)?;
    let mut walk = walk(&args.selection)?;
    log::start(&mut walk, &args.revisions, &repository)?;
    if walk.from.is_empty() && !walk.all && !walk.branches {
        walk.from.push(repository.commit("HEAD")?);
    }
    let mut tally = Tally::default();
    let commits = tally.listed(repository.commits(&walk)?);
    let interrupt = interrupt::flag();
    let context = repository.path_context();
    let lenience = Lenient::new(&args.lenience, &context)?;
    let mut out = Destination::plain(settings.presentation.output.as_deref())?;
    writeln!(out, "# Commits that only move and rename code, written by refdiff ignore-revs.")?;
    let mut listed = 0;
    let mined = mine(&repository, &commits, &args.mining, &settings, &interrupt, |_, _, report| {
        match report {
            Ok(report) => {
                tally.tell(&report, &settings);
                if let (Some(reason), Some(commit)) =
                    (reason(&report, args.layout, &lenience), &report.commit)
                {
                    listed += 1;
                    let subject: String =
                        report.subject.iter().flat_map(|s| s.chars()).filter(|c| !c.is_control()).collect();
                    writeln!(out, "\n# {subject}\n# {reason}\n{commit}")?;
                }
            }
            Err(error) => tally.failed(&error),
        }
        Ok(())
    })?;
    out.finish()?;
    if let Mined::Interrupted { done } = mined {
        note(&format!("interrupted after {done} of {} commits", commits.len()));
        return Ok(Status::Interrupted);
    }
    note(&format!("{listed} of {} commits listed", commits.len()));
    Ok(tally.status(&settings))
}

/// Why a commit can be passed over, if it can: nothing but moves and renames is in it.
fn reason(report: &Report, layout: bool, lenience: &Lenient<'_>) -> Option<String> {
    let residual = report.residual.as_ref().filter(|r| lenience.accepts(r) && r.changed_lines > 0)?;
    if !report.incomplete.is_empty() || !layout && residual.explained_lines == 0 {
        return None;
    }
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for found in &report.refactorings {
        match found.group {
            Group::Structure if !moves_or_renames(found.refactoring) => return None,
            // What only names a change explains no line.
            group if group != Group::Structure && !found.refactoring.preserves() => continue,
            _ => {}
        }
        *counts.entry(found.refactoring.name()).or_default() += 1;
    }
    if counts.is_empty() {
        return Some(format!("{} lines of layout and comments", residual.changed_lines));
    }
    let counts: Vec<String> = counts.into_iter().map(|(name, count)| format!("{count} {name}")).collect();
    let others = residual.changed_lines - residual.explained_lines;
    let others = if others == 0 {
        "nothing else".into()
    } else {
        if residual.pure { format!("{others} of layout and comments") } else { format!("{others} others") }
    };
    Some(format!("{}; {} lines, {others}", counts.join(", "), residual.explained_lines))
}

/// Whether the code itself stays as it is.
fn moves_or_renames(refactoring: RefactoringType) -> bool {
    refactoring.corresponds() && refactoring.preserves()
}
