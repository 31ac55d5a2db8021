//! `refdiff profile show`: the active profile, as a file.

use crate::args::ProfileCommand;
use crate::exit::Status;
use crate::output::Destination;
use crate::profile_file;
use crate::settings::Settings;
use anyhow::Result;
use std::io::Write;

pub fn run(command: &ProfileCommand, settings: &Settings) -> Result<Status> {
    let ProfileCommand::Show = command;
    let mut out = Destination::plain(settings.presentation.output.as_deref())?;
    out.write_all(profile_file::write(&settings.report.compare.profile).as_bytes())?;
    out.finish()?;
    Ok(Status::Done)
}
