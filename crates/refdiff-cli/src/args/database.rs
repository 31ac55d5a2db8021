//! What is typed for many repositories and for databases.

use super::{Mining, Selection, TableArgs};
use clap::{Args as ClapArgs, Subcommand};
use std::path::PathBuf;

#[derive(ClapArgs, Debug)]
#[command(after_help = "\
A list has a repository on each line: the path, or the path, a tab and a name of your own. Empty lines and lines that begin
with # are passed over. Several repositories are worked on at once, a large one by all threads. Run the same command
again to go on after an interrupt or to add what is new.

  refdiff mine --db all.db one/ two/                           every commit of HEAD of each
  refdiff mine --repos list.txt --db part2.db --shard 2/8      the second of eight machines
  refdiff db merge --into all.db part*.db                      their results together
  refdiff mine --repos urls.txt --clone cache/ --db all.db     addresses and bundles too, cloned into cache/
  refdiff mine --repos list.txt --format parquet -o tables/    tables, without a database to go on with

Exit status: 3 where a repository could not be opened or cloned, or something in it not be analysed; the end says which.")]
pub struct Mine {
    /// Repositories: paths and, with --clone, addresses and bundles
    #[arg(value_name = "REPO", required_unless_present = "repos")]
    pub repositories: Vec<String>,

    /// A file with the path of a repository on each line; - for standard input
    #[arg(long, value_name = "FILE")]
    pub repos: Option<PathBuf>,

    /// The database to write to; without it tables are written, with --format
    #[arg(long, value_name = "FILE")]
    pub db: Option<PathBuf>,

    /// Clone what is an address or a bundle into this folder, or fetch what is new where it is there already (needs git)
    #[arg(long, value_name = "FOLDER")]
    pub clone: Option<PathBuf>,

    /// Keep at most so many gigabytes of clones: those that were not used for longest go first
    #[arg(long, value_name = "GB", requires = "clone", value_parser = gigabytes)]
    pub clone_limit: Option<u64>,

    /// Only the repositories of one part of many, such as 2/8
    #[arg(long, value_name = "I/N")]
    pub shard: Option<crate::shard::Shard>,

    /// Analyse commits that are incomplete in the database again
    #[arg(long, requires = "db")]
    pub retry_incomplete: bool,

    /// Also write the totals, with what failed and why, as JSON to this file; - for standard output
    #[arg(long, value_name = "FILE")]
    pub totals: Option<PathBuf>,

    #[command(flatten)]
    pub tables: TableArgs,

    #[command(flatten)]
    pub selection: Selection,

    #[command(flatten)]
    pub mining: Mining,
}

/// Bytes of a number of gigabytes.
fn gigabytes(text: &str) -> Result<u64, String> {
    match text.parse::<f64>() {
        Ok(number) if number > 0.0 && number < 1e9 => Ok((number * 1e9) as u64),
        _ => Err("a number of gigabytes above 0".into()),
    }
}

#[derive(ClapArgs, Debug)]
pub struct Db {
    #[command(subcommand)]
    pub command: DbCommand,
}

#[derive(Subcommand, Debug)]
pub enum DbCommand {
    /// Put several databases into one; what is in several is taken once
    Merge {
        /// The database to add to; made where there is none
        #[arg(long, value_name = "FILE")]
        into: PathBuf,

        /// The databases to take from
        #[arg(required = true, value_name = "FILE")]
        from: Vec<PathBuf>,
    },
    /// List the runs of a database, and check that the file is whole
    Info {
        #[arg(value_name = "FILE")]
        db: PathBuf,
    },
    /// Write the tables as Arrow or Parquet, with --format; of each repository its newest run
    Export {
        /// The database
        #[arg(value_name = "FILE")]
        db: PathBuf,

        /// Only this run; db info lists them
        #[arg(long, value_name = "N")]
        run: Option<i64>,

        #[command(flatten)]
        tables: TableArgs,
    },
    /// How long commits took, by repository, as text, csv or json; of runs with --timings
    Timings {
        /// The database
        #[arg(value_name = "FILE")]
        db: PathBuf,
    },
    /// Print the tables and what they mean
    Schema,
}
