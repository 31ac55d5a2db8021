//! `refdiff diff`: revisions, the index, the work tree, or two folders.

use super::{Tally, open_repository};
use crate::args::Diff;
use crate::exit::{Status, note};
use crate::output::Output;
use crate::settings::Settings;
use anyhow::{Result, bail};
use refdiff::compare_folders;
use refdiff::git::{Endpoint, Repository, Revision};
use std::path::Path;

pub fn run(args: &Diff, settings: &Settings) -> Result<Status> {
    if args.no_index {
        return folders(&args.arguments, settings);
    }
    let repository = match open_repository(settings) {
        Ok(repository) => repository,
        // As git does: two paths need no repository.
        Err(_) if args.arguments.len() == 2 && args.arguments.iter().all(|a| Path::new(a).exists()) => {
            return folders(&args.arguments, settings);
        }
        Err(error) => return Err(error),
    };
    let (revisions, mut limits) = sort_arguments(&repository, args)?;
    if revisions.is_empty() && args.paths.is_empty() && limits.len() == 2 && is_outside(&repository, &limits)
    {
        return folders(&limits, settings);
    }
    limits.extend_from_slice(&args.paths);
    let (before, after) = endpoints(&repository, &revisions, args)?;
    let context = repository.path_context();
    let paths = if limits.is_empty() { None } else { Some(context.filter(&limits)?) };
    let report = repository.compare_endpoints(before, after, &settings.report)?;
    if let Some(count @ 1..) = report.untracked {
        let (files, were) = if count == 1 { ("file", "was") } else { ("files", "were") };
        note(&format!("{count} untracked {files} {were} taken in (--no-untracked leaves them out)"));
    }
    finish(report, settings, paths.as_ref())
}

fn finish(
    report: refdiff::Report,
    settings: &Settings,
    paths: Option<&refdiff::git::PathFilter<'_>>,
) -> Result<Status> {
    let mut output = Output::new(&settings.presentation)?;
    let mut tally = Tally::default();
    tally.write(report, settings, paths, &mut output)?;
    output.finish()?;
    Ok(tally.status(settings))
}

fn folders(arguments: &[String], settings: &Settings) -> Result<Status> {
    let [old, new] = arguments else {
        bail!("--no-index needs two folders or two files, not {} arguments", arguments.len());
    };
    let (old, new) = (Path::new(old), Path::new(new));
    if old.exists() && new.exists() && old.is_dir() != new.is_dir() {
        bail!("'{}' and '{}': one is a folder, the other a file", old.display(), new.display());
    }
    finish(compare_folders(old, new, &settings.report)?, settings, None)
}

/// Revisions come first, then paths; an argument that could be both must be told apart with `--`.
fn sort_arguments(repository: &Repository, args: &Diff) -> Result<(Vec<Revision>, Vec<String>)> {
    let (mut revisions, mut limits) = (Vec::new(), Vec::new());
    for text in &args.arguments {
        // A bare repository has files of its own, and nothing that could be a path.
        let exists = repository.work_tree().is_some() && Path::new(text).exists();
        if !limits.is_empty() && exists {
            limits.push(text.clone());
            continue;
        }
        match repository.revision(text) {
            Ok(_) if exists && args.paths.is_empty() => bail!(
                "ambiguous argument '{text}': it is a revision and a path; \
                 put '--' before paths (diff REV -- PATH), or use --no-index for two paths"
            ),
            Ok(revision) if limits.is_empty() => revisions.push(revision),
            Err(_) if exists => limits.push(text.clone()),
            Ok(_) => bail!("the revision '{text}' stands behind a path; revisions come first"),
            Err(error) => return Err(error.into()),
        }
    }
    Ok((revisions, limits))
}

/// Whether a path lies outside the work tree, so that it cannot be a limit inside it.
fn is_outside(repository: &Repository, paths: &[String]) -> bool {
    let Some(root) = repository.work_tree().and_then(|r| r.canonicalize().ok()) else { return true };
    paths.iter().any(|p| Path::new(p).canonicalize().is_ok_and(|p| !p.starts_with(&root)))
}

/// What is compared where these revisions were typed.
pub(crate) fn endpoints(
    repository: &Repository,
    revisions: &[Revision],
    args: &Diff,
) -> Result<(Endpoint, Endpoint)> {
    let work_tree = Endpoint::WorkTree { untracked: !args.no_untracked };
    let after = if args.staged { Endpoint::Index } else { work_tree };
    Ok(match *revisions {
        [] if args.staged => (Endpoint::Tree(repository.head_or_nothing()?), after),
        [] => (Endpoint::Index, after),
        [Revision::One(id)] => (Endpoint::Tree(id), after),
        _ if args.staged => bail!("--staged takes at most one revision"),
        [Revision::One(a), Revision::One(b)] => (Endpoint::Tree(a), Endpoint::Tree(b)),
        [Revision::Range { from, to }] => (Endpoint::Tree(from), Endpoint::Tree(to)),
        [Revision::Symmetric { one, two }] => {
            (Endpoint::Tree(repository.merge_base(one, two)?), Endpoint::Tree(two))
        }
        [Revision::WithoutParents(id)] => match repository.commit_info(id)?.parents.first() {
            Some(&parent) => (Endpoint::Tree(parent), Endpoint::Tree(id)),
            None => bail!("commit {id} has no parent to compare with"),
        },
        _ => bail!("diff takes at most two revisions, or one range"),
    })
}
