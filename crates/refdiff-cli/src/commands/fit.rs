//! `refdiff fit`: the weights of signals, fitted to labelled commits.

use super::Tally;
use super::eval::{commits, open};
use crate::args::{FitArgs, Format};
use crate::exit::Status;
use crate::interrupt;
use crate::output::Destination;
use crate::research::fitting::{Row, fitted};
use crate::research::oracle;
use crate::settings::Settings;
use anyhow::{Result, bail};
use refdiff::Analyser;
use std::collections::BTreeSet;
use std::io::Write;

pub fn run(args: &FitArgs, settings: &Settings) -> Result<Status> {
    if !matches!(settings.presentation.format, Format::Text | Format::Json) {
        bail!("fit writes text and json");
    }
    if args.oracle.len() != args.repo.len() {
        bail!("fit takes a --repo for each data set, in the same order");
    }
    let interrupt = interrupt::flag();
    let profile = &settings.report.compare.profile;
    let mut tally = Tally::default();
    let (mut rows, mut names, mut projects) = (Vec::new(), Vec::new(), BTreeSet::new());
    for (data, repo) in args.oracle.iter().zip(&args.repo) {
        let cases = oracle::read(data)?;
        let repository = open(repo)?;
        let commits = commits(&repository, &cases, &mut tally);
        let mut analyser = Analyser::new(&repository, &settings.report);
        for case in &cases {
            if interrupt.is_set() {
                return Ok(Status::Interrupted);
            }
            let Some(&id) = commits.get(&case.head) else { continue };
            match analyser.read_commit(id, 1) {
                Ok(versions) => {
                    tally.tell_losses(&case.head, versions.incomplete());
                    let weighed = versions.weighed(profile);
                    if let Some(first) = weighed.first().filter(|_| names.is_empty()) {
                        names = first.signals.iter().map(|signal| signal.0).collect();
                    }
                    projects.insert(case.repo.clone());
                    rows.extend(Row::of(case, &weighed));
                }
                Err(error) => tally.failed(&error),
            }
        }
    }
    if rows.is_empty() {
        bail!(
            "the data has no pair that a fitted decision is asked about under the profile '{}'",
            profile.name()
        );
    }
    if !(2..=projects.len()).contains(&args.folds) {
        bail!(
            "--folds is {}: the data has {} projects, which make 2 parts or more",
            args.folds,
            projects.len()
        );
    }
    let fitted = fitted(&rows, names, args.folds);
    let mut out = Destination::plain(settings.presentation.output.as_deref())?;
    match settings.presentation.format {
        Format::Json => writeln!(out, "{}", serde_json::to_string_pretty(&fitted.json())?)?,
        _ => out.write_all(fitted.text().as_bytes())?,
    }
    out.finish()?;
    Ok(tally.status(settings))
}
