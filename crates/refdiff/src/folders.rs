//! Compares two folders or files that no repository holds.

use crate::compare::{ReportOptions, SourceText, compare};
use crate::error::{Error, Result};
use crate::model::FilePath;
use crate::report::Report;
use crate::residual::OtherFile;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Compares `before` with `after`, two folders or two files. Links are not followed; files of languages that are not
/// supported are not read, and count as changed only where their size differs or one side lacks them.
pub fn compare_folders(before: &Path, after: &Path, options: &ReportOptions) -> Result<Report> {
    let (old, new) = (list(before)?, list(after)?);
    let mut report = Report::new("");
    report.before_rev = Some(before.display().to_string());
    report.after_rev = Some(after.display().to_string());
    let (mut texts_before, mut texts_after, mut others) = (Vec::new(), Vec::new(), Vec::new());
    let paths: std::collections::BTreeSet<&FilePath> = old.keys().chain(new.keys()).collect();
    for path in paths {
        let (one, two) = (old.get(path), new.get(path));
        if !options.compare.languages.reads(path) {
            if size(one)? != size(two)? {
                report.files.changed += 1;
                let reason = options.compare.languages.skipped_as(path);
                *report.files.skipped.entry(reason).or_default() += 1;
            }
            if options.residual {
                let (before, after) = (read(one)?, read(two)?);
                if before != after {
                    let shared = |bytes: Option<Vec<u8>>| bytes.map(Into::into);
                    others.push(OtherFile {
                        path: path.clone(),
                        before: shared(before),
                        after: shared(after),
                    });
                }
            }
            continue;
        }
        let (one, two) = (read(one)?, read(two)?);
        if one != two {
            report.files.changed += 1;
            report.files.analysed += 1;
        }
        // What is equal takes no part, but may stand between types that do.
        texts_before.extend(one.map(|text| SourceText::new(path.clone(), text)));
        texts_after.extend(two.map(|text| SourceText::new(path.clone(), text)));
    }
    let deadline = options.compare.deadline();
    let comparison = compare(&texts_before, &texts_after, &options.compare)?;
    report.fill(&comparison, options);
    if options.residual {
        let goes_on = || options.compare.check(deadline).is_ok();
        report.residual = comparison.residual_while(&others, &goes_on);
        if report.residual.is_none() {
            options.compare.check(deadline)?;
        }
    }
    Ok(report)
}

/// The files of a folder by their path below it; a single file goes by one name on both sides.
fn list(root: &Path) -> Result<BTreeMap<FilePath, PathBuf>> {
    let mut files = BTreeMap::new();
    if !std::fs::metadata(root).map_err(|e| failed(root, e))?.is_dir() {
        let ending = root.extension().map(|e| e.as_encoded_bytes().to_vec()).unwrap_or_default();
        files.insert(FilePath::new([b"file.".to_vec(), ending].concat()), root.to_owned());
        return Ok(files);
    }
    let mut pending = vec![(root.to_owned(), Vec::new())];
    while let Some((folder, prefix)) = pending.pop() {
        for entry in std::fs::read_dir(&folder).map_err(|e| failed(&folder, e))? {
            let entry = entry.map_err(|e| failed(&folder, e))?;
            let kind = entry.file_type().map_err(|e| failed(&entry.path(), e))?;
            let mut path = prefix.clone();
            path.extend_from_slice(entry.file_name().as_encoded_bytes());
            if kind.is_dir() && entry.file_name() != ".git" {
                path.push(b'/');
                pending.push((entry.path(), path));
            } else if kind.is_file() {
                files.insert(FilePath::new(path), entry.path());
            }
        }
    }
    Ok(files)
}

fn read(path: Option<&PathBuf>) -> Result<Option<Vec<u8>>> {
    path.map(|p| std::fs::read(p).map_err(|e| failed(p, e))).transpose()
}

fn size(path: Option<&PathBuf>) -> Result<Option<u64>> {
    path.map(|p| std::fs::metadata(p).map(|m| m.len()).map_err(|e| failed(p, e))).transpose()
}

fn failed(path: &Path, source: std::io::Error) -> Error {
    Error::Io { path: path.display().to_string(), source }
}
