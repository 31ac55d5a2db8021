//! What the command `refdiff` is made of. For programs in Rust there is the library `refdiff`; this one holds no promise but
//! what the command itself does. `embed` is what the Python package builds on.

mod args;
pub mod clones;
mod commands;
#[cfg(feature = "database")]
mod database;
pub mod embed;
mod exit;
mod interrupt;
mod output;
mod profile_file;
mod progress;
mod research;
#[cfg(feature = "view")]
mod serve;
mod settings;
#[cfg(feature = "database")]
mod shard;

use args::Refused;
use std::ffi::OsString;
use std::process::ExitCode;

/// Does what the arguments say; the first is the program's name.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    status(arguments).into()
}

/// The same, with the exit status as a number.
pub fn status(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let mut judges = false;
    let done = match args::parse(arguments) {
        Ok(args) => {
            judges = args.common.exit_code || matches!(args.command, args::Command::Check(_));
            commands::run(args)
        }
        Err(Refused::Usage(error)) => error.exit(),
        Err(Refused::Unused(error)) => Err(error),
    };
    match done {
        Ok(status) => status.number(),
        Err(error) => exit::report(&error, judges),
    }
}

/// Answers a shell that asks what it may offer, and ends the process then; returns if none asks. Call it first.
pub fn complete() {
    clap_complete::CompleteEnv::with_factory(args::command).var(COMPLETE).complete();
}

/// The variable by which a shell asks.
const COMPLETE: &str = "REFDIFF_COMPLETE";

/// Whether the arguments are understood, without doing what they say; otherwise the message that a user would read.
pub fn understands(arguments: impl IntoIterator<Item = OsString>) -> Result<(), String> {
    let args = args::parse(arguments).map_err(|refused| match refused {
        Refused::Usage(error) => error.to_string(),
        Refused::Unused(error) => format!("{error:#}"),
    })?;
    settings::Settings::new(&args.common).map(drop).map_err(|error| format!("{error:#}"))
}

/// Whether a text is a profile; otherwise what a user would read.
pub fn understands_profile(text: &str) -> Result<(), String> {
    profile_file::parse(text).map(drop).map_err(|error| format!("{error:#}"))
}
