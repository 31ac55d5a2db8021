//! The command `refdiff`.

mod args;
mod commands;
mod exit;
mod output;
mod settings;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args = args::Args::parse();
    match commands::run(args) {
        Ok(status) => status.into(),
        Err(error) => exit::report(&error),
    }
}
