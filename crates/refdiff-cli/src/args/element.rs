//! What is typed for commands that follow one element.

use super::complete;
use clap::Args as ClapArgs;
use clap_complete::engine::ArgValueCompleter;
use std::path::PathBuf;

#[derive(ClapArgs, Debug)]
#[command(after_help = "Examples:
  refdiff history src/Cart.java:12             the method, field or type that stands there
  refdiff history v2.0 'Cart.total(int[])'     the one of this key, or whose key ends so, as it was in v2.0
  refdiff history -p src/Cart.java:12          with the difference of each step

A step says what happened: introduced, extracted, inlined, rename, move, owner (the type around it or its package has \
another name or place), path, signature, modifiers, annotations, body, doc (the comment above it), layout. Of a type \
its name, modifiers and annotations count, not its members. A merge is a step only where no parent has the \
same element.

Exit status: 2 where the element is not there, or the name means several; 3 where something on the way could not \
be read, or the clone is shallow.")]
pub struct History {
    /// The commit to start from, HEAD if there is none, and FILE:LINE or a key such as package.Type.method(T1,T2)
    #[arg(value_name = "[REV] WHAT", num_args = 1..=2, required = true, add = ArgValueCompleter::new(complete::revisions))]
    pub what: Vec<String>,

    /// Show at most so many steps
    #[arg(short = 'n', long, value_name = "N")]
    pub max_count: Option<usize>,

    /// Only steps that are not older, as git reads dates
    #[arg(long, visible_alias = "after", value_name = "DATE")]
    pub since: Option<String>,

    /// Oldest first
    #[arg(long)]
    pub reverse: bool,

    /// Text: also show steps that only changed the comment above it or the layout; data formats have all
    #[arg(long)]
    pub all: bool,

    /// Go on with the method that the code was extracted from
    #[arg(long)]
    pub follow_origin: bool,

    /// Follow all parents of a merge that have the element, not only the first one that has the same
    #[arg(long)]
    pub full_history: bool,
}

#[derive(ClapArgs, Debug)]
#[command(after_help = "Examples:
  refdiff blame src/Cart.java                  as git blame, but past code that was moved, renamed or extracted
  refdiff blame v2.0 src/Cart.java -L 10,20    some lines, as they were in v2.0
  refdiff blame --explain src/Cart.java        by which refactorings lines came where they are

Without REV the file of the work tree is shown. The formats are git blame's; -p is --porcelain, as there. Blanks at \
the start of moved lines do not count; those of lines that stayed do, unless -w is given.")]
pub struct Blame {
    /// The commit, HEAD and the work tree if there is none, and the file
    #[arg(value_name = "[REV] FILE", num_args = 1..=2, required = true, add = ArgValueCompleter::new(complete::revisions))]
    pub what: Vec<String>,

    /// Only these lines: START,END or START,+COUNT or START
    #[arg(short = 'L', value_name = "RANGE")]
    pub range: Option<String>,

    /// For programs, as git blame --porcelain (also -p)
    #[arg(long)]
    pub porcelain: bool,

    /// The same with all of a commit for each line
    #[arg(long)]
    pub line_porcelain: bool,

    /// For programs, without the text of the lines
    #[arg(long)]
    pub incremental: bool,

    /// Show the author's address instead of the name
    #[arg(short = 'e', long)]
    pub show_email: bool,

    /// Show neither author nor time
    #[arg(short = 's')]
    pub suppress: bool,

    /// Show whole names of commits
    #[arg(short = 'l')]
    pub long: bool,

    /// Pass over changes of blanks
    #[arg(short = 'w')]
    pub ignore_whitespace: bool,

    /// Pass over commits that only refactor (see check --pure): a line goes on to the one that it was made from
    #[arg(long)]
    pub ignore_pure: bool,

    /// Take the text from this file; what the commit has not is not committed yet
    #[arg(long, value_name = "FILE")]
    pub contents: Option<PathBuf>,

    /// Say by which refactorings lines came where they are
    #[arg(long)]
    pub explain: bool,
}
