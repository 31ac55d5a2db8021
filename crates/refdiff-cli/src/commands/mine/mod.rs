//! `refdiff mine`, and `refdiff log --db`: histories into a database.

use super::Tally;
use super::mining::{Mined, mine, walk};
use crate::args::{Mine, Mining};
use crate::database::Database;
use crate::exit::{Status, note};
use crate::interrupt::{self, Interrupt};
use crate::settings::Settings;
use anyhow::{Context, Result, bail};
use refdiff::git::{Repository, Walk};
use std::io::Read;
use std::path::{Path, PathBuf};

/// Where results go.
pub struct Target<'a> {
    pub db: &'a Path,
    pub retry_incomplete: bool,
    /// What the repository is called there; its own name if there is none.
    pub name: Option<&'a str>,
}

/// A repository of the list.
#[derive(Debug, PartialEq, Eq)]
struct Listed {
    path: PathBuf,
    name: Option<String>,
}

pub fn run(args: &Mine, settings: &Settings) -> Result<Status> {
    let listed: Vec<Listed> = read_list(&args.repos)?;
    let total = listed.len();
    let here = |r: &Listed| args.shard.is_none_or(|s| s.holds(r.label().as_ref()));
    let listed: Vec<Listed> = listed.into_iter().filter(here).collect();
    if args.shard.is_some() {
        note(&format!("{} of {total} repositories are in this part", listed.len()));
    }
    // Fails at once, and not after the first repository, where the database or the selection cannot be used.
    Database::open(&args.db)?;
    walk(&args.selection)?;
    let interrupt = interrupt::flag();
    let mut status = Status::Done;
    for (number, entry) in listed.iter().enumerate() {
        note(&format!("[{}/{}] {}", number + 1, listed.len(), entry.label()));
        match one(entry, args, settings, &interrupt) {
            Ok(Status::Interrupted) => return Ok(Status::Interrupted),
            Ok(Status::Incomplete) => status = Status::Incomplete,
            Ok(Status::Found) if status == Status::Done => status = Status::Found,
            Ok(Status::Done | Status::Found) => {}
            Err(error) if error.is::<refdiff::Error>() => {
                note(&format!("incomplete: {}: {error}", entry.label()));
                status = Status::Incomplete;
            }
            // The database is what failed, and would fail again.
            Err(error) => return Err(error),
        }
    }
    Ok(status)
}

fn one(entry: &Listed, args: &Mine, settings: &Settings, interrupt: &Interrupt) -> Result<Status> {
    let repository = Repository::open(&entry.path)?.with_languages(settings.languages());
    let mut walk = walk(&args.selection)?;
    if !walk.all && !walk.branches {
        walk.from.push(repository.commit("HEAD")?);
    }
    let target =
        Target { db: &args.db, retry_incomplete: args.retry_incomplete, name: entry.name.as_deref() };
    into_database(&repository, &walk, &target, &args.mining, settings, interrupt)
}

/// Analyses the commits of a walk that the database does not have yet.
pub fn into_database(
    repository: &Repository,
    walk: &Walk,
    target: &Target<'_>,
    mining: &Mining,
    settings: &Settings,
    interrupt: &Interrupt,
) -> Result<Status> {
    let mut tally = Tally::default();
    let mut commits = tally.listed(repository.commits(walk)?);
    let selected = commits.len();
    let mut database = Database::open(target.db)?;
    let name = target.name.map_or_else(|| repository.name(), str::to_owned);
    let run = database.run(&name, &settings.report.compare.profile, &settings.languages())?;
    let report = &settings.report;
    let known = database.known(run, target.retry_incomplete, report.residual, report.matches)?;
    let tags: Vec<_> = repository.tags()?.into_iter().map(|(name, id)| (name, id.to_string())).collect();
    database.set_tags(run, &tags)?;
    let settings = &settings.for_database();
    commits.retain(|id| !known.contains(&id.to_string()));
    let mut found = 0;
    let mined = mine(repository, &commits, mining, settings, interrupt, |progress, id, report| {
        let report = report.unwrap_or_else(|error| super::failed(&name, &id.to_string(), &error));
        found += report.refactorings.len();
        progress.hidden(|| tally.tell(&report, settings));
        database.write(run, report)
    });
    // What was computed stays, however the loop ended; its own failure says more than that of saving.
    let saved = database.save();
    let mined = mined?;
    saved?;
    let there = selected - commits.len();
    let done = match mined {
        Mined::All => commits.len(),
        Mined::Interrupted { done } => done,
    };
    let db = target.db.display();
    note(&format!("{done} commits analysed, {there} were in {db} already, {found} refactorings found"));
    if mined == Mined::All {
        return Ok(tally.status(settings));
    }
    let left = commits.len() - done;
    note(&format!("interrupted with {left} commits to go; run the same command again to resume"));
    Ok(Status::Interrupted)
}

impl Listed {
    /// What the list says of it: the name, or the path as it is written.
    fn label(&self) -> std::borrow::Cow<'_, str> {
        self.name.as_deref().map_or_else(|| self.path.to_string_lossy(), Into::into)
    }
}

fn read_list(path: &Path) -> Result<Vec<Listed>> {
    let text = if path == Path::new("-") {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).map(|_| text)
    } else {
        std::fs::read_to_string(path)
    };
    let text = text.with_context(|| format!("cannot read the list '{}'", path.display()))?;
    let listed = parse_list(&text);
    if listed.is_empty() {
        bail!("the list '{}' names no repository", path.display());
    }
    Ok(listed)
}

/// A path a line, or a path, a tab and a name; each repository once.
fn parse_list(text: &str) -> Vec<Listed> {
    let mut listed: Vec<Listed> = Vec::new();
    for line in text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#')) {
        let (path, name) = match line.split_once('\t') {
            Some((path, name)) => (path.trim(), Some(name.trim().to_owned())),
            None => (line, None),
        };
        let entry = Listed { path: path.into(), name };
        if !listed.contains(&entry) {
            listed.push(entry);
        }
    }
    listed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_has_paths_names_blanks_and_comments() {
        let listed = parse_list("# mine\n/a/b\n\n/c d\tsee\r\n/a/b\n");
        let entry = |path: &str, name: Option<&str>| Listed { path: path.into(), name: name.map(Into::into) };
        assert_eq!(listed, [entry("/a/b", None), entry("/c d", Some("see"))]);
    }
}
