//! `refdiff db`: what to do with databases.

use crate::args::{DbCommand, Format, TableArgs};
use crate::database::{Database, SCHEMA};
use crate::exit::{Status, note};
use crate::output::Destination;
#[cfg(feature = "arrow")]
use crate::output::TableOutput;
use crate::research::times::{Summary, text};
use crate::settings::Settings;
use anyhow::{Result, bail};
#[cfg(feature = "arrow")]
use refdiff::tables::Table;
use std::io::Write;
use std::path::{Path, PathBuf};

pub fn run(command: &DbCommand, settings: &Settings) -> Result<Status> {
    match command {
        DbCommand::Merge { into, from } => merge(into, from),
        DbCommand::Info { db } => info(db),
        DbCommand::Export { db, run, tables } => export(db, *run, tables, settings),
        DbCommand::Timings { db } => timings(db, settings),
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

fn export(db: &Path, run: Option<i64>, args: &TableArgs, settings: &Settings) -> Result<Status> {
    if !settings.presentation.format.is_table() {
        bail!(
            "db export needs --format arrow or parquet; for anything else there is SQL (refdiff db schema)"
        );
    }
    #[cfg(not(feature = "arrow"))]
    {
        let _ = (db, run, args);
        bail!(crate::output::WITHOUT_TABLES)
    }
    #[cfg(feature = "arrow")]
    {
        let database = Database::open_existing(db)?;
        let exported = database.exported(run)?;
        if exported.is_empty() {
            bail!("database '{}' has no such run; refdiff db info lists them", db.display());
        }
        let mut output = TableOutput::new(&settings.presentation, args, &Table::ALL)?;
        let tables = output.tables();
        for one in &exported {
            if run.is_none() && one.others > 0 {
                let repository = &one.repository;
                note(&format!(
                    "{repository}: the newest of {} runs is written; --run takes another",
                    one.others + 1
                ));
            }
            output.begin(&one.repository)?;
            for &table in &tables {
                database.export(one, table, 8_192, |rows| output.rows(table, &rows.take()?))?;
            }
            output.end(true)?;
        }
        output.finish()?;
        Ok(Status::Done)
    }
}

fn timings(db: &Path, settings: &Settings) -> Result<Status> {
    let runs = Database::open_existing(db)?.times()?;
    let several = |name: &str| runs.iter().filter(|(n, ..)| n == name).count() > 1;
    let all: Vec<Summary> = runs
        .iter()
        .filter_map(|(name, profile, times)| {
            let name = if several(name) { format!("{name} ({profile})") } else { name.clone() };
            Summary::of(&name, times.clone())
        })
        .collect();
    if all.is_empty() {
        bail!(
            "database '{}' has no times: --timings writes them for commits that are not in it yet",
            db.display()
        );
    }
    let mut out = Destination::plain(settings.presentation.output.as_deref())?;
    match settings.presentation.format {
        Format::Text => out.write_all(text(&all).as_bytes())?,
        Format::Json => writeln!(out, "{}", serde_json::to_string_pretty(&all)?)?,
        Format::Csv => {
            let mut writer = csv::Writer::from_writer(&mut out);
            all.iter().try_for_each(|summary| writer.serialize(summary))?;
            writer.flush()?;
        }
        _ => bail!("db timings writes text, csv and json"),
    }
    out.finish()?;
    Ok(Status::Done)
}
