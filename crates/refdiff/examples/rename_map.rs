//! Prints which names of a code base became which other ones between two revisions: what has to change in code that uses it.
//!
//!     cargo run -p refdiff --example rename_map -- REPOSITORY OLD NEW

use refdiff::Options;
use refdiff::git::{Endpoint, Repository};
use std::io::Write;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let [repository, old, new] = support::arguments("REPOSITORY OLD NEW")?;
    let repository = Repository::open(repository.as_ref())?;
    let side = |revision: &str| repository.commit(revision).map(Endpoint::Tree);
    let comparison = repository.comparison_between(side(&old)?, side(&new)?, &Options::default())?;
    let mut out = std::io::stdout().lock();
    for (before, after) in comparison.changed_keys() {
        writeln!(out, "{before}\t{after}")?;
    }
    Ok(())
}

mod support;
