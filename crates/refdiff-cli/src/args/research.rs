//! What is typed for evaluation and calibration.

use super::Mining;
use clap::{Args as ClapArgs, Subcommand, ValueEnum};
use std::path::PathBuf;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Types {
    /// The 13 types of the paper's tables, finer names included
    Core,
    /// Every type that the data set labels
    All,
}

#[derive(ClapArgs, Debug)]
#[command(after_help = "\
docs/oracle.md has the format of the data, and how it is counted.

  refdiff eval oracle.jsonl --repo repo.git                         by type, as in the paper's tables
  refdiff eval oracle.jsonl --repo repo.git --details               with every report that is wrong or missing
  refdiff eval oracle.jsonl --repo repo.git --reported rminer.json  beside another tool's output
  refdiff eval oracle.jsonl --reported rminer.json                  another tool's output alone")]
pub struct Eval {
    /// The labelled commits, a line of JSON each
    #[arg(value_name = "ORACLE.jsonl")]
    pub oracle: PathBuf,

    /// The repository that has the commits; this one by default, none with --reported alone
    #[arg(long, value_name = "REPO")]
    pub repo: Option<PathBuf>,

    /// Score this output too: RefactoringMiner's JSON, or json or jsonl of refdiff
    #[arg(long, value_name = "FILE")]
    pub reported: Option<PathBuf>,

    /// Which types count
    #[arg(long = "types", value_enum, default_value_t = Types::Core, value_name = "WHICH")]
    pub counted: Types,

    /// List every report that is wrong, missing or unlabelled, with the reason
    #[arg(long)]
    pub details: bool,

    #[command(flatten)]
    pub mining: Mining,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum By {
    /// The F1 of the type whose turn it is, as in the paper
    Type,
    /// The F1 of all types, those behind it with the thresholds of the profile: what a type takes from others counts
    All,
}

#[derive(ClapArgs, Debug)]
#[command(after_help = "\
The paper's procedure: one relationship after the other in its order, every threshold from 0.1 to 0.9, the one of the best
F1 is taken; what comes before keeps what was chosen for it. The profile is the one that --profile names.

  refdiff calibrate oracle.jsonl --repo repo.git --profile paper
  refdiff calibrate oracle.jsonl --repo repo.git --write my.toml && refdiff log --profile my.toml
  refdiff calibrate oracle.jsonl --repo repo.git --folds 5          what the choice is worth on other projects")]
pub struct Calibrate {
    /// The labelled commits, a line of JSON each
    #[arg(value_name = "ORACLE.jsonl")]
    pub oracle: PathBuf,

    /// The repository that has the commits
    #[arg(long, value_name = "REPO")]
    pub repo: PathBuf,

    /// From one threshold to the next, up to 0.9: from 0.01 to 0.5
    #[arg(long, default_value_t = 0.1, value_name = "NUMBER")]
    pub step: f64,

    /// By what a threshold is chosen
    #[arg(long, value_enum, default_value_t = By::Type, value_name = "WHAT")]
    pub by: By,

    /// Also choose on all but one of so many parts, by project, and measure on that one
    #[arg(long, value_name = "K")]
    pub folds: Option<usize>,

    /// Write the profile to this file
    #[arg(long, value_name = "FILE")]
    pub write: Option<PathBuf>,
}

#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Where a relationship is decided by named signals (`refdiff explain` shows them), their weights come from here: a logistic
regression over every pair that was considered on labelled commits, measured on projects that it did not see.

  refdiff fit a.jsonl b.jsonl --repo a.git --repo b.git --folds 10")]
pub struct FitArgs {
    /// The labelled commits, a line of JSON each
    #[arg(value_name = "ORACLE.jsonl", required = true)]
    pub oracle: Vec<PathBuf>,

    /// The repository that has the commits, one for each data set
    #[arg(long, value_name = "REPO", required = true)]
    pub repo: Vec<PathBuf>,

    /// In how many parts, by project, the data is split to measure
    #[arg(long, default_value_t = 10, value_name = "K")]
    pub folds: usize,
}

#[derive(ClapArgs, Debug)]
pub struct ProfileArgs {
    #[command(subcommand)]
    pub command: ProfileCommand,
}

#[derive(Subcommand, Debug)]
pub enum ProfileCommand {
    /// Print the profile that --profile and --threshold give, as a file that --profile reads
    Show,
}

#[derive(ClapArgs, Debug)]
pub struct Oracle {
    #[command(subcommand)]
    pub command: OracleCommand,
}

#[derive(Subcommand, Debug)]
pub enum OracleCommand {
    /// Turn RefactoringMiner's oracle JSON into the format of eval and calibrate, on standard output
    Convert {
        /// An array of {repository, sha1, refactorings: [{type, description, validation}]}
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
}
