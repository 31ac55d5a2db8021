//! What can be typed, before it is checked against the repository.

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  refdiff show                         the last commit
  refdiff show v1.2~3 --format json    any commit, for a program
  refdiff diff                         what is in the work tree, against the index
  refdiff diff main...topic            what a pull request would show
  refdiff diff --no-index old/ new/    two folders, without a repository
  refdiff log --type 'move-*' v1..v2   all moves between two releases
  refdiff log --db history.db          a whole history into SQLite; again to go on
  refdiff types                        the refactorings that can be found

Exit status:
  0    done
  1    with --exit-code: something was found
  2    wrong usage, or nothing could be done
  3    done, but something could not be analysed in full; standard error says what
  130  interrupted";

/// Find the refactorings in a version history: what was renamed, moved, extracted, inlined, pulled up or pushed down
#[derive(Parser, Debug)]
#[command(name = "refdiff", version, after_help = EXAMPLES, propagate_version = true)]
pub struct Args {
    /// Run as if started in this folder
    #[arg(short = 'C', value_name = "PATH", global = true)]
    pub directory: Vec<PathBuf>,

    #[command(flatten)]
    pub common: Common,

    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Show the refactorings of a commit
    Show(Show),
    /// Show the refactorings between two revisions, the index, the work tree or two folders
    Diff(Diff),
    /// Show the refactorings of many commits, newest first
    Log(Log),
    /// Show what was considered for a type, method or field, and why it was taken or dropped
    Explain(Explain),
    /// Find the refactorings of many repositories and keep them in a database
    #[cfg(feature = "database")]
    Mine(Mine),
    /// Put databases together, list what one holds
    #[cfg(feature = "database")]
    Db(Db),
    /// List the refactorings that can be found, with an example each
    Types,
}

/// Options of every command.
#[derive(ClapArgs, Debug)]
pub struct Common {
    /// How to write the result
    #[arg(long, value_enum, default_value_t = Format::Text, global = true)]
    pub format: Format,

    /// When to use colours
    #[arg(long, value_enum, default_value_t = Color::Auto, global = true, value_name = "WHEN")]
    pub color: Color,

    /// Also write which entities match, came and went (json and jsonl)
    #[arg(long, global = true)]
    pub matches: bool,

    /// What the refactorings leave to review: as a patch, and in json and jsonl as `residual`
    #[arg(long, global = true)]
    pub residual: bool,

    /// Leave changes of layout and comments out of the residual
    #[arg(long, global = true, requires = "residual")]
    pub ignore_comments: bool,

    /// Which relationships and thresholds to use: default or paper
    #[arg(long, default_value = "default", global = true, value_name = "NAME")]
    pub profile: String,

    /// Least similarity of a relationship, such as rename-method=0.4; may be repeated
    #[arg(long, global = true, value_name = "TYPE=NUMBER")]
    pub threshold: Vec<String>,

    /// Show only these types; names, globs such as 'move-*' and RefactoringMiner's names; may be repeated
    #[arg(long = "type", global = true, value_name = "TYPE")]
    pub types: Vec<String>,

    /// Show all but these types; may be repeated
    #[arg(long, global = true, value_name = "TYPE")]
    pub exclude_type: Vec<String>,

    /// Show only what is at least this sure, from 0 to 1; accuracy/README.md has what each value costs and brings
    #[arg(long, global = true, value_name = "NUMBER")]
    pub min_confidence: Option<f64>,

    /// Exit with 1 when something was found
    #[arg(long, global = true)]
    pub exit_code: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// One document: {"commits": [...]}
    Json,
    /// A line for each comparison
    Jsonl,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    Always,
    Never,
}

#[derive(ClapArgs, Debug)]
pub struct Show {
    /// The commit
    #[arg(default_value = "HEAD", value_name = "REV")]
    pub revision: String,

    /// Which parent of a merge to compare with, from 1
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub parent: usize,

    /// Show only what touches these paths
    #[arg(last = true, value_name = "PATHS")]
    pub paths: Vec<String>,
}

#[derive(ClapArgs, Debug)]
#[command(after_help = "\
  refdiff explain HEAD src/Cart.java:12        what stands there, before and after
  refdiff explain HEAD 'Cart.total(int[])'     the method of this key, or whose key ends so
  refdiff explain v1..v2 Cart                  between two revisions")]
pub struct Explain {
    /// The commit, or a range A..B
    #[arg(value_name = "REV")]
    pub revision: String,

    /// FILE:LINE, or a key such as package.Type.method(T1,T2)
    #[arg(value_name = "WHAT")]
    pub what: String,

    /// Which parent of a merge to compare with, from 1
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub parent: usize,
}

#[derive(ClapArgs, Debug)]
#[command(after_help = "\
  refdiff diff                 the work tree against the index
  refdiff diff REV             the work tree against REV
  refdiff diff --staged [REV]  the index against HEAD or REV
  refdiff diff A B, A..B       B against A
  refdiff diff A...B           B against the merge base of A and B
  refdiff diff --no-index OLD NEW
                               two folders or files")]
pub struct Diff {
    /// Revisions, a range, or two paths
    #[arg(value_name = "REV")]
    pub arguments: Vec<String>,

    /// Compare what is staged with HEAD or a revision
    #[arg(long, visible_alias = "cached")]
    pub staged: bool,

    /// Compare two folders or files that need not be in a repository
    #[arg(long, conflicts_with = "staged")]
    pub no_index: bool,

    /// Leave out files of the work tree that git does not know
    #[arg(long)]
    pub no_untracked: bool,

    /// Show only what touches these paths
    #[arg(last = true, value_name = "PATHS")]
    pub paths: Vec<String>,
}

#[derive(ClapArgs, Debug)]
#[command(after_help = "\
The commits and their order are those of git log --no-merges with the same arguments; -- PATHS selects as
git log --full-history does.

  refdiff log --since 2017-01-01 --until 2017-03-27    a window of time
  refdiff log v1.0..v2.0 --author Ada -- src/          a range, an author, a folder
  git rev-list ... | refdiff log --stdin --no-walk     any list of commits")]
pub struct Log {
    /// Revisions and ranges, as git log takes them; HEAD if there are none
    #[arg(value_name = "REV")]
    pub revisions: Vec<String>,

    #[command(flatten)]
    pub selection: Selection,

    /// Read more revisions from standard input, one a line
    #[arg(long)]
    pub stdin: bool,

    /// Only the commits that are named, not their ancestors
    #[arg(long)]
    pub no_walk: bool,

    /// Write to an SQLite database instead; commits that are in it already are not analysed again
    #[cfg(feature = "database")]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["matches", "format"])]
    pub db: Option<PathBuf>,

    /// With --db: analyse commits that are incomplete in the database again
    #[cfg(feature = "database")]
    #[arg(long, requires = "db")]
    pub retry_incomplete: bool,

    #[command(flatten)]
    pub mining: Mining,

    /// Show only commits and refactorings that touch these paths
    #[arg(last = true, value_name = "PATHS")]
    pub paths: Vec<String>,
}

/// Which commits of a repository.
#[derive(ClapArgs, Debug)]
pub struct Selection {
    /// Start from every reference
    #[arg(long)]
    pub all: bool,

    /// Start from every branch
    #[arg(long)]
    pub branches: bool,

    /// Only commits that are not older, as git reads dates
    #[arg(long, visible_alias = "after", value_name = "DATE")]
    pub since: Option<String>,

    /// Only commits that are not newer
    #[arg(long, visible_alias = "before", value_name = "DATE")]
    pub until: Option<String>,

    /// Only commits whose author, as 'Name <address>', fits this regular expression; may be repeated
    #[arg(long, value_name = "PATTERN")]
    pub author: Vec<String>,

    /// Only merges, each against its first parent
    #[arg(long)]
    pub merges: bool,

    /// Merges too, each against its first parent
    #[arg(long, conflicts_with = "merges")]
    pub include_merges: bool,

    /// Follow only the first parent of merges
    #[arg(long)]
    pub first_parent: bool,

    /// Stop after this many commits
    #[arg(short = 'n', long, value_name = "N")]
    pub max_count: Option<usize>,

    /// Oldest first
    #[arg(long)]
    pub reverse: bool,
}

#[cfg(feature = "database")]
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
The file has a repository a line: the path, or the path, a tab and a name of your own. Empty lines and lines that begin
with # are passed over. Run the same command again to go on after an interrupt or to add what is new.

  refdiff mine --repos list.txt --db all.db                    every commit of HEAD of each
  refdiff mine --repos list.txt --db part2.db --shard 2/8      the second of eight machines
  refdiff db merge --into all.db part*.db                      their results together")]
pub struct Mine {
    /// A file with the path of a repository on each line; - for standard input
    #[arg(long, value_name = "FILE")]
    pub repos: PathBuf,

    /// The database to write to
    #[arg(long, value_name = "FILE")]
    pub db: PathBuf,

    /// Only the repositories of one part of many, such as 2/8
    #[arg(long, value_name = "I/N")]
    pub shard: Option<crate::shard::Shard>,

    /// Analyse commits that are incomplete in the database again
    #[arg(long)]
    pub retry_incomplete: bool,

    #[command(flatten)]
    pub selection: Selection,

    #[command(flatten)]
    pub mining: Mining,
}

#[cfg(feature = "database")]
#[derive(ClapArgs, Debug)]
pub struct Db {
    #[command(subcommand)]
    pub command: DbCommand,
}

#[cfg(feature = "database")]
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
    /// Print the tables and what they mean
    Schema,
}

/// How many commits are worked on.
#[derive(ClapArgs, Debug)]
pub struct Mining {
    /// How many threads to use; as many as there are cores by default
    #[arg(short = 'j', long, value_name = "N")]
    pub jobs: Option<usize>,

    /// Memory for members that were parsed before, in megabytes; 0 keeps none
    #[arg(long, default_value_t = 112, value_name = "MB")]
    pub cache: usize,

    /// Add how long each stage of a commit took (json, jsonl and --db)
    #[arg(long)]
    pub timings: bool,

    /// Show progress on standard error: auto (on a terminal), plain (lines) or none
    #[arg(long, value_enum, default_value_t = ProgressMode::Auto, value_name = "MODE")]
    pub progress: ProgressMode,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ProgressMode {
    Auto,
    Plain,
    None,
}
