//! What can be typed, before it is checked against the repository.

mod complete;
#[cfg(feature = "database")]
mod database;
mod element;
mod history;
mod research;
mod uses;

#[cfg(feature = "database")]
pub use database::*;
pub use element::*;
pub use history::*;
pub use research::*;
pub use uses::{Refused, command, parse};

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use clap_complete::engine::ArgValueCompleter;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  refdiff show                         the last commit
  refdiff show v1.2~3 --format json    any commit, for a program
  refdiff diff                         what is in the work tree, against the index
  refdiff diff main...topic            what a pull request would show
  refdiff diff --no-index old/ new/    two folders, without a repository
  refdiff log --type 'move-*' v1..v2   all moves between two releases
  refdiff show --residual              what the refactorings leave to review, as a patch
  refdiff log --db history.db          a whole history into SQLite; again to go on
  refdiff types                        the refactorings that can be found

Exit status:
  0    done
  1    with --exit-code: something was found; check: a commit does more than refactor
  2    wrong usage, or nothing could be done
  3    done, but something could not be analysed in full; standard error says what
  130  interrupted
  141  check and --exit-code: the reader of the output was gone before the end";

/// Find the refactorings in a version history: what was renamed, moved, extracted, inlined, pulled up or pushed down
#[derive(Parser, Debug)]
#[command(name = "refdiff", version, after_help = EXAMPLES, propagate_version = true)]
pub struct Args {
    /// Use the repository in this folder
    ///
    /// Files that -o, --db and --profile name are still found from where you are.
    #[arg(short = 'C', value_name = "PATH", global = true)]
    pub directory: Vec<PathBuf>,

    #[command(flatten)]
    pub common: Common,

    #[command(subcommand)]
    pub command: Command,
}

impl Args {
    /// Makes the files that were typed independent of the folder in which the program goes on.
    pub fn keep_files_here(&mut self) -> std::io::Result<()> {
        let written = match &mut self.command {
            #[cfg(feature = "database")]
            Command::Log(log) => [&mut log.db, &mut self.common.output],
            #[cfg(feature = "database")]
            Command::Mine(mine) => [&mut mine.db, &mut self.common.output],
            _ => [&mut None, &mut self.common.output],
        };
        for path in written.into_iter().flatten() {
            *path = std::path::absolute(&path)?;
        }
        let profile = Path::new(&self.common.profile);
        let is_file = profile.exists() || self.common.profile.contains(['/', '\\', '.']);
        if is_file
            && refdiff::Profile::named(&self.common.profile).is_none()
            && let Ok(path) = std::path::absolute(profile)?.into_os_string().into_string()
        {
            self.common.profile = path;
        }
        Ok(())
    }
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Show the refactorings of a commit
    Show(Show),
    /// Show the refactorings between two revisions, the index, the work tree or two folders
    Diff(Diff),
    /// Show the refactorings of many commits, newest first
    Log(Log),
    /// Check that commits do nothing but refactor
    Check(Check),
    /// Write the commits that only move and rename, for git blame to pass over
    IgnoreRevs(IgnoreRevs),
    /// Look at a commit or a range in the browser
    #[cfg(feature = "view")]
    View(View),
    /// Show what was considered for a type, method or field, and why it was taken or dropped
    Explain(Explain),
    /// Show the commits in which a type, method or field changed, back to the one that introduced it
    History(History),
    /// Show who wrote each line of a file, through code that was moved, renamed or extracted
    Blame(Blame),
    /// Find the refactorings of many repositories and keep them in a database or in tables
    #[cfg(feature = "database")]
    Mine(Mine),
    /// Put databases together, list what one holds
    #[cfg(feature = "database")]
    Db(Db),
    /// Measure precision and recall on labelled commits
    Eval(Eval),
    /// Choose the thresholds of a profile on labelled commits
    Calibrate(Calibrate),
    /// Fit the weights of signals to labelled commits
    Fit(FitArgs),
    /// Make labelled data from other tools' data
    Oracle(Oracle),
    /// Print a profile
    Profile(ProfileArgs),
    /// List the refactorings that can be found, with an example each
    Types,
    /// List the languages that can be read, with the endings of their files
    Languages,
    /// Write completions for a shell
    Completions {
        #[arg(value_enum, value_name = "SHELL")]
        shell: clap_complete::Shell,
    },
    /// Write the manual pages into a folder
    Man {
        #[arg(value_name = "FOLDER")]
        folder: PathBuf,
    },
}

/// Options of every command.
#[derive(ClapArgs, Debug)]
#[command(next_help_heading = "Common options")]
pub struct Common {
    /// How to write the result
    #[arg(long, value_enum, default_value_t = Format::Text, global = true)]
    pub format: Format,

    /// Write to this file instead, or tables to this folder
    ///
    /// A file is whole or not there at all.
    #[arg(long, short, global = true, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// When to use colours
    #[arg(long, value_enum, default_value_t = Color::Auto, global = true, value_name = "WHEN")]
    pub color: Color,

    /// Group refactorings by type or by file (text)
    #[arg(long, value_enum, default_value_t = GroupBy::Type, global = true, value_name = "WHAT")]
    pub group_by: GroupBy,

    /// How much to list: what a reviewer wants (review), or everything (all)
    ///
    /// For text, md and html; the other formats list everything.
    #[arg(long, value_enum, default_value_t = Detail::Review, global = true, value_name = "HOW-MUCH")]
    pub detail: Detail,

    /// Show whole keys and both paths instead of short names (text)
    #[arg(long, global = true)]
    pub full_keys: bool,

    /// Show the difference of every element, however far it moved (text)
    #[arg(short = 'p', long, global = true)]
    pub patch: bool,

    /// Show only counts, by type and file, as a bar chart (text)
    #[arg(long, global = true, conflicts_with = "patch")]
    pub stat: bool,

    /// Never use a pager
    #[arg(long, global = true)]
    pub no_pager: bool,

    /// Also write which entities match, came and went (json, jsonl, --db)
    #[arg(long, global = true)]
    pub matches: bool,

    /// Show what the refactorings leave to review
    ///
    /// Text is a patch; json and jsonl have it as `residual`.
    #[arg(long, global = true)]
    pub residual: bool,

    /// Leave changes of layout and comments out of the residual
    #[arg(long, global = true, requires = "residual")]
    pub ignore_comments: bool,

    /// Which relationships and thresholds to use: default, paper or a file
    ///
    /// `refdiff profile show` and `refdiff calibrate` write such a file.
    #[arg(long, default_value = "default", global = true, value_name = "NAME|FILE")]
    pub profile: String,

    /// Read only these languages, such as java,kotlin
    ///
    /// `refdiff languages` lists them.
    #[arg(long, global = true, value_delimiter = ',', value_name = "NAME,...", add = ArgValueCompleter::new(complete::languages))]
    pub lang: Vec<String>,

    /// Another threshold, such as rename-method=0.4
    ///
    /// The least similarity of a pair; of an extraction or inlining with evidence, its least probability. `refdiff profile
    /// show` lists them. May be repeated.
    #[arg(long, global = true, value_name = "TYPE=NUMBER")]
    pub threshold: Vec<String>,

    /// Give up on a commit that takes longer, and say so
    ///
    /// Without it the bounds are in counted work, the same on every machine.
    #[arg(long, global = true, value_name = "SECONDS")]
    pub timeout: Option<f64>,

    /// Leave out larger files, and say so
    #[arg(long, global = true, default_value_t = 64, value_name = "MB")]
    pub max_file_size: u64,

    /// Read at most this much source text of a commit, and say what was left out
    ///
    /// Up to 15 times as much is kept in memory while the commit is compared.
    #[arg(long, global = true, default_value_t = 256, value_name = "MB")]
    pub max_commit_size: u64,

    /// Show only these types, such as rename-method, 'move-*' or signature
    ///
    /// Names, globs, groups (structure, pattern, signature, variable, annotation, ...) and RefactoringMiner's names. May be repeated.
    #[arg(long = "type", global = true, value_name = "TYPE", add = ArgValueCompleter::new(complete::types))]
    pub types: Vec<String>,

    /// Show all but these types
    ///
    /// May be repeated.
    #[arg(long, global = true, value_name = "TYPE", add = ArgValueCompleter::new(complete::types))]
    pub exclude_type: Vec<String>,

    /// Show only what is at least this sure, from 0 to 1
    ///
    /// accuracy/README.md has what each value costs and brings. What has no confidence, such as what is finer than an
    /// entity, is shown as well.
    #[arg(long, global = true, value_name = "NUMBER")]
    pub min_confidence: Option<f64>,

    /// Link to the repository's pages at this address (md, html)
    ///
    /// Such as https://host/team/name, with `github=`, `gitlab=` or `gitea=` before it where the host's name does not tell
    /// which of them it is. By default the remote `origin` tells.
    #[arg(long, global = true, value_name = "URL")]
    pub link_base: Option<String>,

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
    /// A line for each refactoring, with a heading
    Csv,
    /// Markdown for a comment of a pull request, at most 65,536 characters
    Md,
    /// A page to open in a browser, in one file
    Html,
    /// As RefactoringMiner's command line writes it
    Rminer,
    /// SARIF 2.1.0, level note
    Sarif,
    /// log, mine, db export: tables for pandas, Polars and others; docs/tables.md has the columns
    Arrow,
    /// log, mine, db export: the same tables, compressed, for DuckDB, Spark and others
    Parquet,
}

impl Format {
    /// Whether tables are written and not reports.
    pub fn is_table(self) -> bool {
        matches!(self, Format::Arrow | Format::Parquet)
    }
}

/// Which tables are written, and how they are spread.
#[derive(ClapArgs, Clone, Debug, Default)]
pub struct TableArgs {
    /// arrow, parquet: only this table, to standard output or one file. Without it -o names a folder for all tables
    #[arg(long, value_name = "TABLE")]
    pub table: Option<String>,

    /// arrow, parquet: a folder for each repository, as Spark and DuckDB know it: TABLE/repository=NAME/data.parquet
    #[arg(long)]
    pub partition_by_repository: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GroupBy {
    Type,
    File,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Detail {
    /// Structure, then signatures that changed by themselves; everything finer is counted
    Review,
    /// Variables, modifiers, annotations and consequences too
    All,
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
    #[arg(default_value = "HEAD", value_name = "REV", add = ArgValueCompleter::new(complete::revisions))]
    pub revision: String,

    /// Which parent of a merge to compare with, from 1
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub parent: usize,

    /// Show only what touches these paths
    #[arg(last = true, value_name = "PATHS")]
    pub paths: Vec<String>,
}

#[cfg(feature = "view")]
#[derive(ClapArgs, Debug)]
#[command(after_help = "Examples:
  refdiff view                 the last commit
  refdiff view v1..v2          a range, with a page for every commit
The page is served to this machine alone, until Ctrl-C.")]
pub struct View {
    /// A commit or a range
    #[arg(default_value = "HEAD", value_name = "REV|RANGE", add = ArgValueCompleter::new(complete::revisions))]
    pub revision: String,

    /// The port; any free one by default
    #[arg(long, default_value_t = 0, value_name = "PORT")]
    pub port: u16,

    /// Do not open the browser
    #[arg(long)]
    pub no_open: bool,

    #[command(flatten)]
    pub mining: Mining,
}

#[derive(ClapArgs, Debug)]
#[command(after_help = "Examples:
  refdiff explain HEAD src/Cart.java:12        what stands there, before and after
  refdiff explain HEAD 'Cart.total(int[])'     the method of this key, or whose key ends so
  refdiff explain v1..v2 Cart                  between two revisions")]
pub struct Explain {
    /// The commit, or a range A..B or A...B
    #[arg(value_name = "REV", add = ArgValueCompleter::new(complete::revisions))]
    pub revision: String,

    /// FILE:LINE, or a key such as package.Type.method(T1,T2)
    #[arg(value_name = "WHAT")]
    pub what: String,

    /// Which parent of a merge to compare with, from 1
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub parent: usize,
}

#[derive(ClapArgs, Debug)]
#[command(after_help = "Examples:
  refdiff diff                 the work tree against the index
  refdiff diff REV             the work tree against REV
  refdiff diff --staged [REV]  the index against HEAD or REV
  refdiff diff A B, A..B       B against A
  refdiff diff A...B           B against the merge base of A and B
  refdiff diff --no-index OLD NEW
                               two folders or files")]
pub struct Diff {
    /// Revisions, a range, or two paths
    #[arg(value_name = "REV", add = ArgValueCompleter::new(complete::revisions))]
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
