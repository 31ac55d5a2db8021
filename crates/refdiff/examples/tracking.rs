//! Follows a method, type or field back to the commit that introduced it, through renames and moves.
//!
//!     cargo run -p refdiff --example tracking -- REPOSITORY COMMIT FILE:LINE|KEY

use refdiff::git::Repository;
use refdiff::{History, HistoryOptions, Query};
use std::io::Write;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let [repository, commit, what] = support::arguments("REPOSITORY COMMIT FILE:LINE|KEY")?;
    let repository = Repository::open(repository.as_ref())?;
    let from = repository.commit(&commit)?;
    let mut out = std::io::stdout().lock();
    for step in History::new(&repository, from, &Query::parse(&what), HistoryOptions::default())? {
        let step = step?;
        let changes: Vec<&str> = step.changes.iter().map(|change| change.word()).collect();
        writeln!(out, "{}\t{}\t{}", step.commit.commit, changes.join(","), step.after.key)?;
    }
    Ok(())
}

mod support;
