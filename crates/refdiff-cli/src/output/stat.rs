//! `--stat`: how many refactorings there are.

use super::outline::rank;
use super::width::{cut_left, length};
use super::{clean, counted};
use anstyle::{AnsiColor, Style};
use anyhow::Result;
use refdiff::{RefactoringType, Report};
use std::collections::BTreeMap;
use std::io::Write;

const BAR: Style = AnsiColor::Green.on_default();
/// The longest bar.
const LONGEST: usize = 40;

/// Counts by type, then by the file where the code is now.
pub fn write(out: &mut dyn Write, report: &Report, width: usize) -> Result<()> {
    let (mut types, mut files): (BTreeMap<RefactoringType, usize>, BTreeMap<String, usize>) =
        Default::default();
    for found in &report.refactorings {
        *types.entry(found.refactoring).or_default() += 1;
        *files.entry(clean(&found.after.file)).or_default() += 1;
    }
    let most = types.values().chain(files.values()).copied().max().unwrap_or(1);
    // Names take at most what the bars leave, and bars at most a third.
    let bars = most.min(LONGEST).min(width / 3);
    let room = width.saturating_sub(bars + 9).max(1);
    let longest = types
        .keys()
        .map(|t| t.name())
        .chain(files.keys().map(String::as_str))
        .map(length)
        .max()
        .unwrap_or(0)
        .min(room);
    let show = |out: &mut dyn Write, name: &str, count: usize| -> Result<()> {
        let bar = "+".repeat(if most > bars { (count * bars).div_ceil(most) } else { count });
        let name = cut_left(name, longest);
        let padding = " ".repeat(longest - length(&name));
        Ok(writeln!(out, " {name}{padding} | {count:>4} {BAR}{bar}{BAR:#}")?)
    };
    let by_rank = |types: &BTreeMap<RefactoringType, usize>| {
        let mut all: Vec<_> = types.iter().map(|(&t, &count)| (t, count)).collect();
        all.sort_by_key(|&(t, _)| (rank(t), t.name()));
        all
    };
    for (refactoring, count) in by_rank(&types) {
        show(out, refactoring.name(), count)?;
    }
    if !files.is_empty() {
        writeln!(out)?;
    }
    for (file, &count) in &files {
        show(out, file, count)?;
    }
    let found = counted(report.refactorings.len(), "refactoring");
    let hidden = if report.hidden > 0 { format!("; filters hide {}", report.hidden) } else { String::new() };
    writeln!(out, " {found}, {}{hidden}", counted(files.len(), "file"))?;
    Ok(())
}
