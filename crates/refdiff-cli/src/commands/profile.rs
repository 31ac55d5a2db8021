//! `refdiff profile show`: the active profile, as a file.

use crate::args::ProfileCommand;
use crate::exit::Status;
use crate::profile_file;
use crate::settings::Settings;
use anyhow::Result;
use std::io::Write;

pub fn run(command: &ProfileCommand, settings: &Settings) -> Result<Status> {
    let ProfileCommand::Show = command;
    let mut out = anstream::stdout().lock();
    out.write_all(profile_file::write(&settings.report.compare.profile).as_bytes())?;
    Ok(Status::Done)
}
