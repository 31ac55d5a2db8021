//! `refdiff show [REV]`: one commit.

use super::{Tally, open_repository};
use crate::args::Show;
use crate::exit::Status;
use crate::output::Output;
use crate::settings::Settings;
use anyhow::Result;

pub fn run(args: &Show, settings: &Settings) -> Result<Status> {
    let repository = open_repository(settings)?;
    let commit = repository.commit(&args.revision)?;
    let context = repository.path_context();
    let paths = if args.paths.is_empty() { None } else { Some(context.filter(&args.paths)?) };
    let report = repository.compare_commit(commit, args.parent, &settings.report)?;
    let mut output = Output::new(&settings.presentation)?;
    let mut tally = Tally::default();
    tally.write(report, settings, paths.as_ref(), &mut output)?;
    output.finish()?;
    Ok(tally.status(settings))
}
