//! What a shell offers while somebody types: revisions, types, languages.

use clap_complete::engine::CompletionCandidate;
use refdiff::git::Repository;
use refdiff::lang::Languages;
use refdiff::{Group, RefactoringType};
use std::ffi::OsStr;
use std::path::Path;

/// Branches, tags and HEAD; behind dots the end of a range.
pub fn revisions(current: &OsStr) -> Vec<CompletionCandidate> {
    let Some(current) = current.to_str() else { return Vec::new() };
    let start = current.rfind("..").map_or(0, |at| at + 2);
    let start = start + usize::from(current[start..].starts_with('.') && start > 0);
    let (range, typed) = current.split_at(start);
    let Ok(repository) = Repository::open_with_environment(Path::new(".")) else { return Vec::new() };
    let mut names = repository.references().unwrap_or_default();
    names.push("HEAD".to_owned());
    let fitting = names.into_iter().filter(|name| name.starts_with(typed));
    fitting.map(|name| CompletionCandidate::new(format!("{range}{name}"))).collect()
}

/// Types as they are typed, and groups of them.
pub fn types(current: &OsStr) -> Vec<CompletionCandidate> {
    let Some(current) = current.to_str() else { return Vec::new() };
    let types = RefactoringType::ALL.into_iter().map(|t| t.name().to_lowercase().replace(' ', "-"));
    let groups = Group::ALL.into_iter().map(|group| group.name().to_owned());
    let fitting = groups.chain(types).filter(|name| name.starts_with(&current.to_lowercase()));
    fitting.map(CompletionCandidate::new).collect()
}

/// The languages that this program reads.
pub fn languages(current: &OsStr) -> Vec<CompletionCandidate> {
    let Some(current) = current.to_str() else { return Vec::new() };
    let names: Vec<String> = Languages::default().iter().map(|l| l.name().to_lowercase()).collect();
    let fitting = names.into_iter().filter(|name| name.starts_with(&current.to_lowercase()));
    fitting.map(CompletionCandidate::new).collect()
}
