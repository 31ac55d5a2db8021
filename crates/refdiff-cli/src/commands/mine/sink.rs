//! Where the results of repositories go: a database or tables.

use crate::args::Mine;
use crate::database::{Database, Run};
#[cfg(feature = "arrow")]
use crate::output::{TableOutput, made_tables};
use crate::settings::Settings;
use anyhow::{Context, Result, bail};
use refdiff::Report;
use refdiff::git::{ObjectId, Repository};
use std::path::{Path, PathBuf};

/// Where results go.
#[derive(Clone)]
pub enum Target {
    Database { path: PathBuf, retry_incomplete: bool },
    Tables,
}

impl Target {
    /// What was typed. Fails at once, and not after the first repository, where it cannot be used.
    pub fn new(args: &Mine, settings: &Settings) -> Result<Self> {
        match &args.db {
            Some(_) if settings.presentation.format.is_table() => {
                bail!(
                    "--db and --format are two ways to keep the results; refdiff db export makes tables of a database"
                )
            }
            Some(path) => {
                args.tables.refuse()?;
                Database::open(path)?;
                Ok(Target::Database { path: path.clone(), retry_incomplete: args.retry_incomplete })
            }
            None if settings.presentation.format.is_table() => Ok(Target::Tables),
            None => bail!("say where the results go: --db FILE, or --format parquet -o FOLDER"),
        }
    }

    /// What knows which commits are there already.
    pub fn ledger(&self) -> Result<Ledger> {
        Ok(match self {
            Target::Database { path, retry_incomplete } => {
                Ledger { database: Some(Database::open(path)?), retry_incomplete: *retry_incomplete }
            }
            Target::Tables => Ledger { database: None, retry_incomplete: false },
        })
    }

    /// A database, opened for writing.
    pub fn writer(&self) -> Result<Sink> {
        let path = self.database().context("tables where a database is needed")?;
        Ok(Sink::Database { database: Database::open(path)?, run: None })
    }

    /// Opens it for writing.
    #[cfg_attr(not(feature = "arrow"), allow(unused_variables))]
    pub fn open(&self, args: &Mine, settings: &Settings) -> Result<Sink> {
        match self {
            Target::Database { .. } => self.writer(),
            #[cfg(feature = "arrow")]
            Target::Tables => {
                let tables = made_tables(settings, args.mining.timings);
                let tables = TableOutput::new(&settings.presentation, &args.tables, &tables)?;
                Ok(Sink::Tables { tables: Box::new(tables), settings: Box::new(settings.clone()) })
            }
            #[cfg(not(feature = "arrow"))]
            Target::Tables => bail!(crate::output::WITHOUT_TABLES),
        }
    }

    /// The file of the database, if it is one.
    pub fn database(&self) -> Option<&Path> {
        match self {
            Target::Database { path, .. } => Some(path),
            Target::Tables => None,
        }
    }
}

/// Knows which commits of a repository are there already.
pub struct Ledger {
    database: Option<Database>,
    retry_incomplete: bool,
}

impl Ledger {
    /// Leaves the commits that are still to be analysed, and says to which run they belong.
    pub fn enter(
        &mut self,
        name: &str,
        repository: &Repository,
        commits: &mut Vec<ObjectId>,
        settings: &Settings,
    ) -> Result<Option<Run>> {
        let Some(database) = &mut self.database else { return Ok(None) };
        let run = database.run(name, &settings.report.compare.profile, &settings.languages())?;
        let report = &settings.report;
        let known = database.known(run, self.retry_incomplete, report.residual, report.matches)?;
        let tags: Vec<_> = repository.tags()?.into_iter().map(|(name, id)| (name, id.to_string())).collect();
        database.set_tags(run, &tags)?;
        commits.retain(|id| !known.contains(&id.to_string()));
        Ok(Some(run))
    }
}

/// Takes reports.
pub enum Sink {
    Database {
        database: Database,
        run: Option<Run>,
    },
    #[cfg(feature = "arrow")]
    Tables {
        tables: Box<TableOutput>,
        settings: Box<Settings>,
    },
}

impl Sink {
    /// Says whose reports follow.
    #[cfg_attr(not(feature = "arrow"), allow(unused_variables))]
    pub fn begin(&mut self, name: &str, of: Option<Run>) -> Result<()> {
        match self {
            Sink::Database { run, .. } => *run = of,
            #[cfg(feature = "arrow")]
            Sink::Tables { tables, .. } => tables.begin(name)?,
        }
        Ok(())
    }

    pub fn write(&mut self, report: Report) -> Result<()> {
        match self {
            Sink::Database { database, run } => {
                database.write(run.context("a report without a run")?, report)
            }
            #[cfg(feature = "arrow")]
            Sink::Tables { tables, settings } => {
                let mut report = report;
                settings.filter(&mut report, None);
                tables.write(&report)
            }
        }
    }

    /// Ends a repository. Where it has files of its own, these are put in their places if it is there as a whole.
    #[cfg_attr(not(feature = "arrow"), allow(unused_variables))]
    pub fn end(&mut self, whole: bool) -> Result<()> {
        match self {
            Sink::Database { .. } => Ok(()),
            #[cfg(feature = "arrow")]
            Sink::Tables { tables, .. } => tables.end(whole),
        }
    }

    /// Makes sure that a database keeps what was written so far.
    pub fn save(&mut self) -> Result<()> {
        match self {
            Sink::Database { database, .. } => database.save(),
            #[cfg(feature = "arrow")]
            Sink::Tables { .. } => Ok(()),
        }
    }

    /// Puts everything in its place.
    pub fn finish(self) -> Result<()> {
        match self {
            Sink::Database { mut database, .. } => database.save(),
            #[cfg(feature = "arrow")]
            Sink::Tables { tables, .. } => tables.finish(),
        }
    }
}
