//! What several tests need.
#![allow(dead_code, clippy::unwrap_used)]

pub mod details;

use refdiff::{Comparison, FilePath, Options, Profile, SourceText, compare};
use std::path::{Path, PathBuf};

/// The folder of fixtures.
pub fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures")
}

/// All files below a folder, with their paths in it.
pub fn sources(root: &Path) -> Vec<SourceText> {
    let mut found = Vec::new();
    let mut pending = vec![root.to_owned()];
    while let Some(folder) = pending.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for entry in entries {
            let path = entry.unwrap().path();
            if path.is_dir() {
                pending.push(path);
            } else {
                let name = path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
                found.push(SourceText::new(FilePath::from(name.as_str()), std::fs::read(&path).unwrap()));
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

/// The cases of a folder, sorted.
pub fn cases(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<_> = std::fs::read_dir(folder)
        .unwrap_or_else(|e| panic!("{}: {e}", folder.display()))
        .map(|e| e.unwrap().path())
        .filter(|p| p.is_dir())
        .collect();
    found.sort();
    found
}

/// The file that says what a case reports with a profile: `expected.PROFILE`, or `expected` where there is no such file.
pub fn expected_file(case: &Path, profile: &str) -> PathBuf {
    let own = case.join(format!("expected.{profile}"));
    if own.exists() { own } else { case.join("expected") }
}

/// What stands in it, without comments.
pub fn expected(case: &Path, profile: &str) -> Vec<String> {
    let file = expected_file(case, profile);
    let text = std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    let mut lines: Vec<_> = text
        .lines()
        .map(str::trim)
        .filter(|l| !l.is_empty() && !l.starts_with('#'))
        .map(String::from)
        .collect();
    lines.sort();
    lines
}

/// Compares the two sides of a case.
pub fn compare_case(case: &Path, profile: Profile) -> Comparison {
    let (before, after) = (sources(&case.join("before")), sources(&case.join("after")));
    compare(&before, &after, &Options::with_profile(profile)).unwrap()
}

/// The refactorings of a comparison as `expected` files write them.
pub fn lines(comparison: &Comparison) -> Vec<String> {
    let all = comparison.refactorings().iter();
    let mut lines: Vec<_> =
        all.map(|r| format!("{}: {} -> {}", r.refactoring, r.before.key, r.after.key)).collect();
    lines.sort();
    lines
}

/// One file of Java.
pub fn java(name: &str, text: &str) -> SourceText {
    SourceText::new(name, text.as_bytes())
}
