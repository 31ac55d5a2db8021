//! `text` with `--residual`: what is left to review, as a unified patch.

use super::width::wrap;
use super::{Left, clean, counted};
use anstyle::{AnsiColor, Style};
use anyhow::Result;
use refdiff::{FilePath, Hunk, LeftoverKind, PatchLine, Report, Residual, Sign};
use std::io::Write;

const META: Style = Style::new().bold();
const RANGE: Style = AnsiColor::Cyan.on_default();
const OLD: Style = AnsiColor::Red.on_default();
const NEW: Style = AnsiColor::Green.on_default();
const FAINT: Style = Style::new().dimmed();

/// The residual of a report.
pub fn write(out: &mut dyn Write, report: &Report, residual: &Residual, width: usize) -> Result<()> {
    let mut at: Option<(LeftoverKind, &Option<FilePath>, &Option<FilePath>)> = None;
    for hunk in &residual.hunks {
        if hunk.kind == LeftoverKind::Layout && at.is_none_or(|a| a.0 != LeftoverKind::Layout) {
            writeln!(out, "\n{FAINT}Layout and comments:{FAINT:#}\n")?;
        }
        let file = (hunk.kind, &hunk.before_file, &hunk.after_file);
        if at != Some(file) {
            files(out, hunk)?;
            at = Some(file);
        }
        lines(out, hunk)?;
    }
    summary(out, report, residual, width)
}

/// The lines that name the files, as git writes them.
fn files(out: &mut dyn Write, hunk: &Hunk) -> Result<()> {
    let name = |prefix: &str, file: &Option<FilePath>, or: &Option<FilePath>| {
        let path = file.as_ref().or(or.as_ref()).map(ToString::to_string).unwrap_or_default();
        match path.strip_prefix('"') {
            Some(quoted) => format!("\"{prefix}/{quoted}"),
            None => format!("{prefix}/{path}"),
        }
    };
    let (old, new) =
        (name("a", &hunk.before_file, &hunk.after_file), name("b", &hunk.after_file, &hunk.before_file));
    writeln!(out, "{META}diff --git {} {}{META:#}", clean(&old), clean(&new))?;
    for note in &hunk.notes {
        writeln!(out, "{META}{}{META:#}", clean(note))?;
    }
    if hunk.kind == LeftoverKind::File {
        return Ok(());
    }
    let side = |file: &Option<FilePath>, name: String| match file {
        Some(_) => clean(&name),
        None => "/dev/null".to_owned(),
    };
    let (old, new) = (side(&hunk.before_file, old), side(&hunk.after_file, new));
    if hunk.kind == LeftoverKind::Binary {
        writeln!(out, "Binary files {old} and {new} differ")?;
        return Ok(());
    }
    writeln!(out, "{META}--- {old}{META:#}\n{META}+++ {new}{META:#}")?;
    Ok(())
}

fn lines(out: &mut dyn Write, hunk: &Hunk) -> Result<()> {
    if hunk.lines.is_empty() {
        return Ok(());
    }
    let count = |not: Sign| hunk.lines.iter().filter(|l| l.sign != not).count();
    let (removed, added) = (count(Sign::Added), count(Sign::Removed));
    // Where nothing stands on a side, git counts from the line above.
    let start = |start: usize, lines: usize| if lines == 0 { start.saturating_sub(1) } else { start };
    let (old, new) = (start(hunk.before_start, removed), start(hunk.after_start, added));
    writeln!(out, "{RANGE}@@ -{old},{removed} +{new},{added} @@{RANGE:#}")?;
    for line in &hunk.lines {
        self::line(out, line)?;
    }
    Ok(())
}

fn line(out: &mut dyn Write, line: &PatchLine) -> Result<()> {
    let text = String::from_utf8_lossy(&line.text);
    let (whole, ended) = match text.strip_suffix('\n') {
        Some(whole) => (whole, true),
        None => (&*text, false),
    };
    let shown = clean_code(whole.strip_suffix('\r').unwrap_or(whole));
    match line.sign {
        Sign::Context => writeln!(out, " {shown}")?,
        Sign::Removed => writeln!(out, "{OLD}-{shown}{OLD:#}")?,
        Sign::Added => writeln!(out, "{NEW}+{shown}{NEW:#}")?,
    }
    if !ended {
        writeln!(out, "\\ No newline at end of file")?;
    }
    Ok(())
}

/// Code keeps its tabs.
pub(super) fn clean_code(text: &str) -> String {
    text.split('\t').map(clean).collect::<Vec<_>>().join("\t")
}

fn summary(out: &mut dyn Write, report: &Report, residual: &Residual, width: usize) -> Result<()> {
    if report.commit.is_some() && report.parent.is_none() {
        writeln!(out, "{FAINT}no parent to compare{FAINT:#}")?;
        return Ok(());
    }
    let left = Left::of(residual);
    let mut parts = vec![counted(report.refactorings.len(), "refactoring")];
    if left.changed > 0 {
        parts.push(format!("{} of {} changed lines explained", left.explained, left.changed));
    }
    parts.push(left.words());
    if !residual.hunks.is_empty() {
        writeln!(out)?;
    }
    for line in wrap(&parts.join("; "), width) {
        writeln!(out, "{FAINT}{line}{FAINT:#}")?;
    }
    Ok(())
}
