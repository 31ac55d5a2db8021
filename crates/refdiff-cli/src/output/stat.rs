//! `--stat`: how many refactorings there are.

use super::{clean, counted};
use anstyle::{AnsiColor, Style};
use anyhow::Result;
use refdiff::Report;
use std::collections::BTreeMap;
use std::io::Write;

const BAR: Style = AnsiColor::Green.on_default();
/// The longest bar.
const WIDTH: usize = 40;

/// Counts by type, then by the file where the code is now.
pub fn write(out: &mut dyn Write, report: &Report) -> Result<()> {
    let (mut types, mut files): (BTreeMap<String, usize>, BTreeMap<String, usize>) = Default::default();
    for found in &report.refactorings {
        *types.entry(found.refactoring.to_string()).or_default() += 1;
        *files.entry(clean(&found.after.file)).or_default() += 1;
    }
    let width = types.keys().chain(files.keys()).map(|k| k.chars().count()).max().unwrap_or(0);
    let most = types.values().chain(files.values()).copied().max().unwrap_or(1);
    for table in [&types, &files] {
        for (name, &count) in table {
            let bar = "+".repeat(if most > WIDTH { (count * WIDTH).div_ceil(most) } else { count });
            let padding = " ".repeat(width - name.chars().count());
            writeln!(out, " {name}{padding} | {count:>4} {BAR}{bar}{BAR:#}")?;
        }
    }
    let found = counted(report.refactorings.len(), "refactoring");
    writeln!(out, " {found}, {}", counted(files.len(), "file"))?;
    Ok(())
}
