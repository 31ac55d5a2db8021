//! `refdiff completions` and `refdiff man`: from the same source as the help.

use crate::args::Args;
use crate::exit::{Status, note};
use anyhow::{Context, Result};
use clap::CommandFactory;
use clap_complete::Shell;
use std::path::Path;

/// Writes the completions of a shell to standard output.
pub fn completions(shell: Shell) -> Result<Status> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "refdiff", &mut script);
    std::io::Write::write_all(&mut std::io::stdout(), &script)?;
    Ok(Status::Done)
}

/// Writes `refdiff.1`, a page for each command, and `git-refdiff.1` for `git refdiff --help`.
pub fn pages(folder: &Path) -> Result<Status> {
    let named = || format!("cannot write to '{}'", folder.display());
    std::fs::create_dir_all(folder).with_context(named)?;
    clap_mangen::generate_to(Args::command(), folder).with_context(named)?;
    std::fs::copy(folder.join("refdiff.1"), folder.join("git-refdiff.1")).with_context(named)?;
    note(&format!("the manual pages are in '{}'", folder.display()));
    Ok(Status::Done)
}
