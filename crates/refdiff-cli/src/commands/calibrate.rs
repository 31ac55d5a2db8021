//! `refdiff calibrate`: the thresholds of a profile, chosen on labelled commits by the paper's procedure.

use super::Tally;
use super::eval::{commits, open};
use crate::args::{Calibrate, Format};
use crate::exit::{Status, note};
use crate::interrupt;
use crate::output::Destination;
use crate::profile_file;
use crate::research::calibration::{Calibration, Data, grid};
use crate::research::oracle;
use crate::settings::Settings;
use anyhow::{Result, bail};
use refdiff::lang::UnitStore;
use refdiff::{Analyser, Versions};
use std::io::Write;
use std::sync::Arc;

/// Memory for members that several cases share.
const STORE: usize = 112 << 20;

pub fn run(args: &Calibrate, settings: &Settings) -> Result<Status> {
    if !matches!(settings.presentation.format, Format::Text | Format::Json | Format::Md) {
        bail!("calibrate writes text, json and md");
    }
    let grid = grid(args.step)?;
    // Before anything is computed for it.
    let kept = args.write.as_deref().map(|path| Destination::plain(Some(path))).transpose()?;
    let cases = oracle::read(&args.oracle)?;
    let repository = open(&args.repo)?;
    let mut tally = Tally::default();
    let commits = commits(&repository, &cases, &mut tally);
    let interrupt = interrupt::flag();
    let mut options = settings.report.clone();
    options.compare.store = Some(Arc::new(UnitStore::new(STORE)));
    let mut analyser = Analyser::new(&repository, &options);
    let mut read: Vec<(&oracle::Case, Versions)> = Vec::new();
    for case in &cases {
        if interrupt.is_set() {
            return Ok(Status::Interrupted);
        }
        let Some(&id) = commits.get(&case.head) else { continue };
        match analyser.read_commit(id, 1) {
            Ok(versions) => {
                tally.tell_losses(&case.head, versions.incomplete());
                read.push((case, versions));
            }
            Err(error) => tally.failed(&error),
        }
    }
    if read.is_empty() {
        bail!("none of the commits of '{}' is in '{}'", args.oracle.display(), args.repo.display());
    }
    let profile = &settings.report.compare.profile;
    let mut data = Data::new(&read, profile, &grid, args.by);
    let everyone = vec![true; read.len()];
    let Some(calibration) = data.calibrate(&everyone, &interrupt) else { return Ok(Status::Interrupted) };
    let folds = match args.folds {
        None => None,
        Some(folds) => {
            let projects = data.projects();
            if !(2..=projects).contains(&folds) {
                bail!(
                    "--folds is {folds}: the data has {projects} projects, which make 2 to {projects} parts"
                );
            }
            match data.folds(folds, &interrupt) {
                Some(result) => Some(result),
                None => return Ok(Status::Interrupted),
            }
        }
    };
    let name = args.oracle.file_stem().map(|n| n.to_string_lossy().into_owned());
    let calibrated = calibration.profile(profile, name.as_deref().unwrap_or("oracle"));
    let mut out = Destination::plain(settings.presentation.output.as_deref())?;
    match settings.presentation.format {
        Format::Json => {
            let mut all = calibration.json();
            if let Some(folds) = &folds {
                all["folds"] = folds.json();
            }
            writeln!(out, "{}", serde_json::to_string_pretty(&all)?)?;
        }
        Format::Md => out.write_all(calibration.markdown().as_bytes())?,
        _ => out.write_all(calibration.text().as_bytes())?,
    }
    if let Some(folds) = folds.filter(|_| settings.presentation.format != Format::Json) {
        out.write_all(folds.text().as_bytes())?;
    }
    out.finish()?;
    if let (Some(mut kept), Some(path)) = (kept, &args.write) {
        kept.write_all(profile_file::write(&calibrated).as_bytes())?;
        kept.finish()?;
        note(&format!("the profile is in '{}'; --profile reads it", path.display()));
    }
    Ok(tally.status(settings))
}

impl Calibration {
    /// The profile with what was chosen.
    fn profile(&self, base: &refdiff::Profile, data: &str) -> refdiff::Profile {
        let mut profile = base.clone();
        let name: String = data.chars().filter(|c| !c.is_control()).collect();
        let base = base.name().split(" calibrated on ").next().unwrap_or_default().to_owned();
        profile.set_name(format!("{base} calibrated on {name}"));
        for stage in &self.stages {
            profile.set_threshold(stage.refactoring, stage.chosen);
        }
        profile
    }
}
