//! What is typed for commands that go over many commits.

use super::{TableArgs, complete};
use clap::{Args as ClapArgs, ValueEnum};
use clap_complete::engine::ArgValueCompleter;
#[cfg(feature = "database")]
use std::path::PathBuf;

#[derive(ClapArgs, Debug)]
#[command(after_help = "\
The commits and their order are those of git log --no-merges with the same arguments; -- PATHS selects as \
git log --full-history does.

Examples:
  refdiff log --since 2017-01-01 --until 2017-03-27    a window of time
  refdiff log v1.0..v2.0 --author Ada -- src/          a range, an author, a folder
  git rev-list ... | refdiff log --stdin --no-walk     any list of commits")]
pub struct Log {
    /// Revisions and ranges, as git log takes them; HEAD if there are none
    #[arg(value_name = "REV", add = ArgValueCompleter::new(complete::revisions))]
    pub revisions: Vec<String>,

    #[command(flatten)]
    pub selection: Selection,

    /// Read more revisions from standard input, one on each line
    #[arg(long)]
    pub stdin: bool,

    /// Only the commits that are named, not their ancestors
    #[arg(long)]
    pub no_walk: bool,

    /// Write to an SQLite database instead; commits that are in it already are not analysed again
    #[cfg(feature = "database")]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["format", "output"])]
    pub db: Option<PathBuf>,

    /// With --db: analyse commits that are incomplete in the database again
    #[cfg(feature = "database")]
    #[arg(long, requires = "db")]
    pub retry_incomplete: bool,

    /// Text: also show commits without refactorings; data formats have all
    #[arg(long)]
    pub all_commits: bool,

    #[command(flatten)]
    pub tables: TableArgs,

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

    /// Only commits with a line in their message that fits this regular expression; may be repeated
    ///
    /// The expression is an extended one, as `git log -E` reads it: 'rename|extract', and '\(' for a bracket.
    #[arg(long, value_name = "PATTERN")]
    pub grep: Vec<String>,

    /// With --grep: only commits that do not fit
    #[arg(long, requires = "grep")]
    pub invert_grep: bool,

    /// --grep and --author: upper and lower case are the same
    #[arg(short = 'i', long)]
    pub regexp_ignore_case: bool,

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

/// How many commits are worked on.
#[derive(ClapArgs, Clone, Debug)]
pub struct Mining {
    /// How many threads to use; as many as there are cores by default
    #[arg(short = 'j', long, value_name = "N")]
    pub jobs: Option<usize>,

    /// Memory for members that were parsed before, in megabytes; 0 keeps none
    #[arg(long, default_value_t = 64, value_name = "MB")]
    pub cache: usize,

    /// Add how long each stage of a commit took (json, jsonl and --db), and tell the whole at the end
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

#[derive(ClapArgs, Debug)]
#[command(override_usage = "refdiff check --pure [OPTIONS] [REV]...")]
#[command(after_help = "Examples:
  refdiff check --pure                              the commit that is checked out
  refdiff check --pure origin/main..HEAD            every commit of a branch
  refdiff check --pure A..B --grep '^refactor'      those that say that they only refactor")]
pub struct Check {
    /// Fail where a commit does more than its refactorings: layout and comments apart, nothing may be left
    #[arg(long, required = true)]
    pub pure: bool,

    /// Commits and ranges; HEAD if there are none
    #[arg(value_name = "REV", add = ArgValueCompleter::new(complete::revisions))]
    pub revisions: Vec<String>,

    /// Only commits whose subject fits this regular expression; may be repeated
    #[arg(long, value_name = "PATTERN")]
    pub grep: Vec<String>,

    #[command(flatten)]
    pub lenience: Lenience,

    #[command(flatten)]
    pub mining: Mining,
}

/// What may be left in a commit that counts as pure.
#[derive(ClapArgs, Debug, Default)]
pub struct Lenience {
    /// Accept a commit when refactorings, layout and comments are at least this share of its changed lines: 98%
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub min_explained: Option<f64>,

    /// What is left in these paths does not count, as git reads pathspecs: 'docs/', '*.md'; may be repeated
    #[arg(long, value_name = "PATHSPEC")]
    pub except: Vec<String>,

    /// What is left of this kind does not count; may be repeated
    #[arg(long, value_name = "KIND", value_enum)]
    pub except_kind: Vec<ExceptKind>,
}

/// Kinds of what is left that may be passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ExceptKind {
    /// Files that are no text
    Binary,
    /// Empty files and modes
    File,
}

fn percent(text: &str) -> Result<f64, String> {
    let number: f64 =
        text.trim_end_matches('%').trim().parse().map_err(|_| "a percentage such as 98%".to_owned())?;
    if (0.0..=100.0).contains(&number) { Ok(number / 100.0) } else { Err("between 0% and 100%".into()) }
}

#[derive(ClapArgs, Debug)]
#[command(after_help = "Examples:
  refdiff ignore-revs > .git-blame-ignore-revs
  git config blame.ignoreRevsFile .git-blame-ignore-revs")]
pub struct IgnoreRevs {
    /// Revisions and ranges, as git log takes them; HEAD if there are none
    #[arg(value_name = "REV", add = ArgValueCompleter::new(complete::revisions))]
    pub revisions: Vec<String>,

    /// Also commits without refactorings that change nothing but layout and comments
    #[arg(long)]
    pub layout: bool,

    #[command(flatten)]
    pub lenience: Lenience,

    #[command(flatten)]
    pub selection: Selection,

    #[command(flatten)]
    pub mining: Mining,
}
