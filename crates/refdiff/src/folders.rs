//! Compares two folders, files, or sets of files in memory that are not in a repository.

use crate::compare::{ReportOptions, SourceText, compare};
use crate::error::{Error, Result};
use crate::model::FilePath;
use crate::report::Report;
use crate::residual::OtherFile;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Compares `before` with `after`, two folders or two files. Links are not followed. Files of unsupported languages
/// are not read, and count as changed only if their size differs or one side lacks them.
pub fn compare_folders(before: &Path, after: &Path, options: &ReportOptions) -> Result<Report> {
    let (old, new) = (list(before)?, list(after)?);
    let mut report = Report::new("");
    report.before_rev = Some(before.display().to_string());
    report.after_rev = Some(after.display().to_string());
    let read = |path: &PathBuf| std::fs::read(path).map_err(|e| failed(path, e)).map(Arc::from);
    let size = |path: &PathBuf| std::fs::metadata(path).map(|m| m.len()).map_err(|e| failed(path, e));
    compare_all(report, &old, &new, read, size, options)
}

/// Compares two sets of files in memory by their paths, and reports the result as for two folders.
///
/// ```
/// use refdiff::{ReportOptions, compare_files};
/// use std::collections::BTreeMap;
///
/// let before = BTreeMap::from([("shop.py".into(), b"def calc(p):\n    return p.length * 2\n".as_slice().into())]);
/// let after = BTreeMap::from([("shop.py".into(), b"def total(p):\n    return p.length * 2\n".as_slice().into())]);
/// let report = compare_files(&before, &after, &ReportOptions::new(Default::default()))?;
/// assert_eq!(report.refactorings[0].after.key, "shop.total(p)");
/// # Ok::<(), refdiff::Error>(())
/// ```
pub fn compare_files(
    before: &BTreeMap<FilePath, Arc<[u8]>>,
    after: &BTreeMap<FilePath, Arc<[u8]>>,
    options: &ReportOptions,
) -> Result<Report> {
    let read = |text: &Arc<[u8]>| Ok(text.clone());
    let size = |text: &Arc<[u8]>| Ok(text.len() as u64);
    compare_all(Report::new(""), before, after, read, size, options)
}

/// Compares files that are read on demand.
fn compare_all<F>(
    mut report: Report,
    old: &BTreeMap<FilePath, F>,
    new: &BTreeMap<FilePath, F>,
    read: impl Fn(&F) -> Result<Arc<[u8]>>,
    size: impl Fn(&F) -> Result<u64>,
    options: &ReportOptions,
) -> Result<Report> {
    let (mut texts_before, mut texts_after, mut others) = (Vec::new(), Vec::new(), Vec::new());
    let paths: std::collections::BTreeSet<&FilePath> = old.keys().chain(new.keys()).collect();
    for path in paths {
        let (one, two) = (old.get(path), new.get(path));
        if !options.compare.languages.reads(path) {
            if one.map(&size).transpose()? != two.map(&size).transpose()? {
                report.files.changed += 1;
                let reason = options.compare.languages.skipped_as(path);
                *report.files.skipped.entry(reason).or_default() += 1;
            }
            if options.residual {
                let (before, after) = (one.map(&read).transpose()?, two.map(&read).transpose()?);
                if before != after {
                    others.push(OtherFile { path: path.clone(), before, after });
                }
            }
            continue;
        }
        let (one, two) = (one.map(&read).transpose()?, two.map(&read).transpose()?);
        if one != two {
            report.files.changed += 1;
            report.files.analysed += 1;
        }
        // Equal files take no part, but may contain types between those that do.
        texts_before.extend(one.map(|text| SourceText::new(path.clone(), text)));
        texts_after.extend(two.map(|text| SourceText::new(path.clone(), text)));
    }
    let deadline = options.compare.deadline();
    let comparison = compare(&texts_before, &texts_after, &options.compare)?;
    report.fill(&comparison, options);
    if options.residual {
        let goes_on = || options.compare.check(deadline).is_ok();
        report.residual = comparison.residual_while(&others, &goes_on, options.reviewed);
        if report.residual.is_none() {
            options.compare.check(deadline)?;
        }
    }
    Ok(report)
}

/// The files of a folder by their relative paths; a single file has the same name on both sides.
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

fn failed(path: &Path, source: std::io::Error) -> Error {
    Error::Io { path: path.display().to_string(), source }
}
