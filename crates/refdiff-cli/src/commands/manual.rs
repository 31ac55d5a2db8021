//! `refdiff completions` and `refdiff man`: from the same source as the help.

use crate::args::command;
use crate::exit::{Status, note};
use anyhow::{Context, Result};
use clap_complete::Shell;
use clap_complete::env::Shells;
use std::path::Path;

/// Writes to standard output what a shell has to run so that it asks this program while somebody types.
pub fn completions(shell: Shell) -> Result<Status> {
    let shells = Shells::builtins();
    let name = shell.to_string();
    let known = shells.completer(&name).with_context(|| format!("there are no completions for {name}"))?;
    let mut script = Vec::new();
    known.write_registration(crate::COMPLETE, "refdiff", "refdiff", "refdiff", &mut script)?;
    std::io::Write::write_all(&mut std::io::stdout(), &script)?;
    Ok(Status::Done)
}

/// Writes `refdiff.1`, a page for each command, and `git-refdiff.1` for `git refdiff --help`.
pub fn pages(folder: &Path) -> Result<Status> {
    let named = || format!("cannot write to '{}'", folder.display());
    std::fs::create_dir_all(folder).with_context(named)?;
    clap_mangen::generate_to(command(), folder).with_context(named)?;
    std::fs::copy(folder.join("refdiff.1"), folder.join("git-refdiff.1")).with_context(named)?;
    note(&format!("the manual pages are in '{}'", folder.display()));
    Ok(Status::Done)
}
