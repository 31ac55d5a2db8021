//! Prints what became of every type, method and field of a commit's changed files: whether it moved, got another name or
//! other parameters, was edited, came or went. A merge driver or a test selector starts from this.
//!
//!     cargo run -p refdiff --example entity_matches -- REPOSITORY COMMIT

use refdiff::Options;
use refdiff::git::Repository;
use std::io::Write;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let [repository, commit] = support::arguments("REPOSITORY COMMIT")?;
    let repository = Repository::open(repository.as_ref())?;
    let comparison = repository.comparison(repository.commit(&commit)?, 1, &Options::default())?;
    let mut out = std::io::stdout().lock();
    for pair in comparison.matches() {
        let facts = [
            (pair.moved, "moved"),
            (pair.renamed, "renamed"),
            (pair.signature_changed, "signature"),
            (pair.edited, "edited"),
        ];
        let facts: Vec<&str> = facts.iter().filter(|fact| fact.0).map(|fact| fact.1).collect();
        if !facts.is_empty() {
            writeln!(out, "{}\t{}\t{}", facts.join(","), pair.before.key, pair.after.key)?;
        }
    }
    for gone in comparison.removed() {
        writeln!(out, "removed\t{}\t", gone.key)?;
    }
    for new in comparison.added() {
        writeln!(out, "added\t\t{}", new.key)?;
    }
    Ok(())
}

mod support;
