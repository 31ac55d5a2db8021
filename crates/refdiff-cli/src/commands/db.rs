//! `refdiff db`: what to do with databases.

use crate::args::DbCommand;
use crate::database::{Database, SCHEMA};
use crate::exit::{Status, note};
use anyhow::{Result, bail};
use std::io::Write;
use std::path::{Path, PathBuf};

pub fn run(command: &DbCommand) -> Result<Status> {
    match command {
        DbCommand::Merge { into, from } => merge(into, from),
        DbCommand::Info { db } => info(db),
        DbCommand::Schema => {
            write!(anstream::stdout(), "{SCHEMA}")?;
            Ok(Status::Done)
        }
    }
}

fn merge(into: &Path, from: &[PathBuf]) -> Result<Status> {
    let same = |other: &Path| matches!((into.canonicalize(), other.canonicalize()), (Ok(x), Ok(y)) if x == y);
    for other in from {
        if same(other) {
            bail!("'{}' cannot be merged into itself", other.display());
        }
        // Nothing is made where one of them cannot be read.
        Database::open_existing(other)?;
    }
    let mut database = Database::open(into)?;
    for other in from {
        let copied = database.merge(other)?;
        note(&format!("{}: {copied} commits taken over", other.display()));
    }
    Ok(Status::Done)
}

fn info(db: &Path) -> Result<Status> {
    let database = Database::open_existing(db)?;
    if let Some(damage) = database.damage()? {
        bail!("database '{}' is damaged: {damage}", db.display());
    }
    let mut out = anstream::stdout();
    for summary in database.summaries()? {
        writeln!(
            out,
            "{}\n  run {}: profile {}, detector revision {}: {} commits, {} refactorings, {} incomplete\n    {}",
            summary.repository,
            summary.run,
            summary.profile,
            summary.detector_revision,
            summary.commits,
            summary.refactorings,
            summary.incomplete,
            summary.thresholds,
        )?;
    }
    Ok(Status::Done)
}
