//! `text`: for people.

use crate::commands::short;
use anstyle::{AnsiColor, Style};
use anyhow::Result;
use refdiff::{Element, Refactoring, Report};
use std::io::Write;

const HEADING: Style = AnsiColor::Yellow.on_default();
const TYPE: Style = Style::new().bold();
const OLD: Style = AnsiColor::Red.on_default();
const NEW: Style = AnsiColor::Green.on_default();
const FAINT: Style = Style::new().dimmed();

/// A report: what was compared, then its refactorings by type.
pub fn write(out: &mut dyn Write, report: &Report, first: bool) -> Result<()> {
    if !first {
        writeln!(out)?;
    }
    heading(out, report)?;
    let mut at = None;
    for refactoring in &report.refactorings {
        if at != Some(refactoring.refactoring) {
            let count =
                report.refactorings.iter().filter(|r| r.refactoring == refactoring.refactoring).count();
            let times = if count > 1 { format!(" ({count})") } else { String::new() };
            writeln!(out, "{TYPE}{}{TYPE:#}{times}", refactoring.refactoring)?;
            at = Some(refactoring.refactoring);
        }
        pair(out, refactoring)?;
    }
    summary(out, report)
}

pub(super) fn heading(out: &mut dyn Write, report: &Report) -> Result<()> {
    if let (Some(commit), Some(author), Some(subject)) = (&report.commit, &report.author, &report.subject) {
        writeln!(out, "{HEADING}commit {commit}{HEADING:#}")?;
        writeln!(out, "Author: {} <{}>", clean(&author.name), clean(&author.email))?;
        writeln!(out, "Date:   {}", author.date)?;
        writeln!(out, "\n    {}\n", clean(subject))?;
        return Ok(());
    }
    let name = |rev: &Option<String>| {
        rev.as_deref().map_or("nothing".to_owned(), |r| match r.len() {
            40 | 64 if r.bytes().all(|b| b.is_ascii_hexdigit()) => short(r).to_owned(),
            _ => clean(r),
        })
    };
    writeln!(out, "{HEADING}{} → {}{HEADING:#}\n", name(&report.before_rev), name(&report.after_rev))?;
    Ok(())
}

fn pair(out: &mut dyn Write, refactoring: &Refactoring) -> Result<()> {
    let (before, after) = (&refactoring.before, &refactoring.after);
    let new = shared_owner(&before.key, &after.key);
    writeln!(out, "    {OLD}{}{OLD:#} → {NEW}{}{NEW:#}", clean(&before.key), clean(new))?;
    let alike = refactoring.similarity.map(|s| format!("  {:.0}% alike", s * 100.0)).unwrap_or_default();
    let place = match (place(before), place(after)) {
        (old, new) if old == new => old,
        (old, new) => format!("{old} → {new}"),
    };
    writeln!(out, "        {FAINT}{place}{alike}{FAINT:#}")?;
    Ok(())
}

/// The key after, without the owner that both share.
fn shared_owner<'a>(before: &str, after: &'a str) -> &'a str {
    let owner = |key: &str| {
        let head = key.find('(').unwrap_or(key.len());
        key[..head].rfind('.').map_or(0, |dot| dot + 1)
    };
    let (one, two) = (owner(before), owner(after));
    if before[..one] == after[..two] { &after[two..] } else { after }
}

fn place(element: &Element) -> String {
    format!("{}:{}", clean(&element.file), element.start_line)
}

fn summary(out: &mut dyn Write, report: &Report) -> Result<()> {
    let files = &report.files;
    let mut parts = Vec::new();
    if report.refactorings.is_empty() {
        parts.push("no refactorings".to_owned());
    } else {
        parts.push(counted(report.refactorings.len(), "refactoring"));
    }
    match (files.changed, files.analysed) {
        (0, _) if report.parent.is_none() && report.commit.is_some() => {
            parts.push("no parent to compare".into())
        }
        (0, _) => parts.push("no files changed".into()),
        (_, 0) => parts.push("no Java files changed".into()),
        (_, analysed) => parts.push(format!("{} compared", counted(analysed, "file"))),
    }
    if !files.skipped.is_empty() {
        let skipped: Vec<_> =
            files.skipped.iter().map(|(ending, n)| format!("{n} {}", clean(ending))).collect();
        parts.push(format!("skipped: {}", skipped.join(", ")));
    }
    if !report.incomplete.is_empty() {
        parts.push(format!("incomplete: {}", report.incomplete.len()));
    }
    if !report.refactorings.is_empty() {
        writeln!(out)?;
    }
    writeln!(out, "{FAINT}{}{FAINT:#}", parts.join("; "))?;
    Ok(())
}

pub(super) fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// Text from a repository without characters that a terminal would act on, or that turn around what is read.
pub(super) fn clean(text: &str) -> String {
    let turns = |c: char| matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    text.chars().map(|c| if c.is_control() || turns(c) { '\u{fffd}' } else { c }).collect()
}
