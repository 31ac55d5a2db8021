//! `arrow` and `parquet`: one table to a file or standard output, or a folder with a file for each table.

mod file;

use super::Destination;
use crate::args::{Format, TableArgs};
use crate::settings::{Presentation, Settings};
use anyhow::{Context, Result, bail};
use arrow_array::RecordBatch;
use file::TableFile;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use refdiff::Report;
use refdiff::tables::{Table, Tables};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// So many rows are collected before they are handed on together.
const BATCH: usize = 8_192;

/// What stands as it is in the name of a partition's folder.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// The tables that are made with these settings.
pub fn made(settings: &Settings, timings: bool) -> Vec<Table> {
    let is_made = |table: &Table| match table {
        Table::Timings => timings,
        Table::Residuals => settings.report.residual,
        _ => true,
    };
    Table::ALL.into_iter().filter(is_made).collect()
}

/// Where tables go.
pub struct TableOutput {
    format: Format,
    place: Target,
    waiting: Tables,
    /// The repository whose rows wait.
    repository: String,
    open: BTreeMap<Table, TableFile>,
    /// Repositories that have their folders already.
    written: BTreeSet<String>,
}

enum Target {
    /// Standard output, or one file.
    One(Option<PathBuf>),
    Folder {
        path: PathBuf,
        by_repository: bool,
    },
}

impl TableOutput {
    /// Output of these tables, or of the one that was asked for.
    pub fn new(presentation: &Presentation, args: &TableArgs, tables: &[Table]) -> Result<Self> {
        let format = presentation.format;
        let output = presentation.output.clone();
        let one: Option<Table> =
            args.table.as_deref().map(str::parse).transpose().map_err(anyhow::Error::msg)?;
        let tables = match one {
            Some(table) => {
                if !tables.contains(&table) {
                    let option = if table == Table::Timings { "--timings" } else { "--residual" };
                    bail!("the table {} is made with {option}", table.name());
                }
                vec![table]
            }
            None => tables.to_vec(),
        };
        let place = match (output, one) {
            (Some(path), None) => Target::Folder { path, by_repository: args.partition_by_repository },
            (None, None) => {
                bail!("several tables go into a folder: -o FOLDER; or choose one with --table refactorings")
            }
            (_, Some(_)) if args.partition_by_repository => {
                bail!("--partition-by-repository is for all tables, into a folder, and not for --table")
            }
            (output, Some(_)) => Target::One(output),
        };
        let mut output = TableOutput {
            format,
            place,
            waiting: Tables::new(tables.iter().copied()),
            repository: String::new(),
            open: BTreeMap::new(),
            written: BTreeSet::new(),
        };
        if let Target::Folder { path, .. } = &output.place {
            make_folder(path)?;
        }
        if !output.by_repository() {
            // A table without rows has a file too, and what cannot be written is told before the work begins.
            for table in tables {
                output.file(table)?;
            }
        }
        Ok(output)
    }

    /// The tables that are written.
    #[cfg(feature = "database")]
    pub fn tables(&self) -> Vec<Table> {
        self.waiting.tables()
    }

    fn by_repository(&self) -> bool {
        matches!(self.place, Target::Folder { by_repository: true, .. })
    }

    /// Says that what follows is of a repository of this name. Fails where that came before: with a folder for each, the second
    /// would take the place of the first.
    pub fn begin(&mut self, repository: &str) -> Result<()> {
        if !self.written.insert(repository.to_owned()) {
            bail!("two repositories are called '{repository}'");
        }
        self.repository = repository.to_owned();
        Ok(())
    }

    /// Ends a repository. With a folder for each its files are put in their places, if it is there as a whole.
    pub fn end(&mut self, whole: bool) -> Result<()> {
        if !self.by_repository() {
            return self.flush();
        }
        let closed = if whole { self.flush().and_then(|()| self.close()) } else { Ok(()) };
        // What cannot be written does not stand in the way of the next one.
        self.open.clear();
        self.waiting.take()?;
        self.repository.clear();
        closed
    }

    /// Adds a report.
    pub fn write(&mut self, report: &Report) -> Result<()> {
        self.waiting.add(&self.repository, report);
        if self.waiting.longest() >= BATCH { self.flush() } else { Ok(()) }
    }

    /// Adds rows that are made already.
    pub fn rows(&mut self, table: Table, rows: &RecordBatch) -> Result<()> {
        if self.by_repository() {
            let others: Vec<usize> =
                (0..rows.num_columns()).filter(|&i| i != repository_column(rows)).collect();
            let rest = rows.project(&others)?;
            self.file(table)?.write(&rest)
        } else {
            self.file(table)?.write(rows)
        }
    }

    /// Writes what waits, and puts all files in their places.
    pub fn finish(mut self) -> Result<()> {
        self.end(true)?;
        self.close()
    }

    fn flush(&mut self) -> Result<()> {
        for (table, rows) in self.waiting.take()? {
            // With a folder for each repository every one has all tables.
            if rows.num_rows() > 0 || (self.by_repository() && !self.repository.is_empty()) {
                self.rows(table, &rows)?;
            }
        }
        Ok(())
    }

    fn close(&mut self) -> Result<()> {
        std::mem::take(&mut self.open).into_values().try_for_each(TableFile::finish)
    }

    fn file(&mut self, table: Table) -> Result<&mut TableFile> {
        if !self.open.contains_key(&table) {
            let ending = if self.format == Format::Parquet { "parquet" } else { "arrow" };
            let path = match &self.place {
                Target::One(path) => path.clone(),
                Target::Folder { path, by_repository: false } => {
                    Some(path.join(format!("{}.{ending}", table.name())))
                }
                Target::Folder { path, by_repository: true } => {
                    let name = utf8_percent_encode(&self.repository, PLAIN);
                    let folder = path.join(table.name()).join(format!("repository={name}"));
                    make_folder(&folder)?;
                    Some(folder.join(format!("data.{ending}")))
                }
            };
            let mut schema = table.schema();
            if self.by_repository() {
                let others: Vec<usize> =
                    (0..schema.fields().len()).filter(|&i| schema.field(i).name() != REPOSITORY).collect();
                schema = schema.project(&others)?.into();
            }
            let out = Destination::binary(path.as_deref())?;
            self.open.insert(table, TableFile::new(self.format, &schema, out, path.is_none())?);
        }
        self.open.get_mut(&table).context("a table that was just opened")
    }
}

const REPOSITORY: &str = "repository";

fn repository_column(rows: &RecordBatch) -> usize {
    rows.schema_ref().index_of(REPOSITORY).unwrap_or(usize::MAX)
}

fn make_folder(path: &Path) -> Result<()> {
    std::fs::create_dir_all(path).with_context(|| format!("cannot make the folder '{}'", path.display()))
}
