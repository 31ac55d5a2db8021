//! `text`: for people.

use super::sarif::uri;
use super::{Writer, clean, counted, difference, patch, stat};
use crate::args::GroupBy;
use crate::commands::short;
use crate::settings::Presentation;
use anstyle::{AnsiColor, Style};
use anyhow::Result;
use refdiff::lang::KNOWN;
use refdiff::{Element, Group, Refactoring, Report};
use std::io::Write;

const HEADING: Style = AnsiColor::Yellow.on_default();
const TYPE: Style = Style::new().bold();
const OLD: Style = AnsiColor::Red.on_default();
const NEW: Style = AnsiColor::Green.on_default();
const FAINT: Style = Style::new().dimmed();

/// Reports as git shows commits.
pub struct Text {
    group_by: GroupBy,
    patch: bool,
    stat: bool,
    /// Whether places are links.
    links: bool,
    begun: bool,
}

impl Text {
    pub fn new(presentation: &Presentation) -> Self {
        Text {
            group_by: presentation.group_by,
            patch: presentation.patch,
            stat: presentation.stat,
            links: presentation.output.is_none()
                && supports_hyperlinks::on(supports_hyperlinks::Stream::Stdout),
            begun: false,
        }
    }

    fn pair(&self, out: &mut dyn Write, report: &Report, found: &Refactoring) -> Result<()> {
        let (before, after) = (&found.before, &found.after);
        if found.group != Group::Structure {
            return self.detail(out, report, found);
        }
        let new = shared_owner(&before.key, &after.key);
        let what = match self.group_by {
            GroupBy::Type => String::new(),
            GroupBy::File => format!("{TYPE}{}{TYPE:#} ", found.refactoring),
        };
        writeln!(out, "    {what}{OLD}{}{OLD:#} → {NEW}{}{NEW:#}", clean(&before.key), clean(new))?;
        let alike = found.similarity.map(|s| format!("  {:.0}% alike", s * 100.0)).unwrap_or_default();
        let place = match (place(before), place(after)) {
            (old, new) if old == new => self.link(report, after, &new),
            (old, new) => format!("{old} → {}", self.link(report, after, &new)),
        };
        writeln!(out, "        {FAINT}{place}{alike}{FAINT:#}")?;
        if self.patch {
            difference::write(out, found)?;
        }
        Ok(())
    }

    /// Something finer than an entity: what it was, what it is, and in what.
    fn detail(&self, out: &mut dyn Write, report: &Report, found: &Refactoring) -> Result<()> {
        let what = match self.group_by {
            GroupBy::Type => String::new(),
            GroupBy::File => format!("{TYPE}{}{TYPE:#} ", found.refactoring),
        };
        let text = |element: &Element| element.subject.as_ref().map(|s| clean(&s.text));
        let said = match (text(&found.before), text(&found.after)) {
            (Some(was), Some(is)) => format!("{OLD}{was}{OLD:#} → {NEW}{is}{NEW:#}"),
            (Some(was), None) => format!("{OLD}{was}{OLD:#}"),
            (None, Some(is)) => format!("{NEW}{is}{NEW:#}"),
            (None, None) => String::new(),
        };
        writeln!(out, "    {what}{said} in {}", clean(&found.after.key))?;
        let at = if found.after.subject.is_some() { &found.after } else { &found.before };
        let line = at.subject.as_ref().map_or(at.start_line, |s| s.start_line);
        let place = format!("{}:{line}", clean(&at.file));
        writeln!(out, "        {FAINT}{}{FAINT:#}", self.link(report, at, &place))?;
        Ok(())
    }

    /// A place that a terminal can open: the file as it is in the work tree.
    fn link(&self, report: &Report, element: &Element, shown: &str) -> String {
        let Some(folder) = report.folder.as_ref().filter(|_| self.links) else {
            return shown.to_owned();
        };
        let (folder, file) = (uri(folder.as_os_str().as_encoded_bytes()), uri(element.path.as_bytes()));
        format!("\u{1b}]8;;file://{folder}/{file}\u{1b}\\{shown}\u{1b}]8;;\u{1b}\\")
    }
}

impl Writer for Text {
    /// What was compared, then its refactorings by type or file.
    fn report(&mut self, out: &mut dyn Write, report: &Report) -> Result<()> {
        if self.begun {
            writeln!(out)?;
        }
        self.begun = true;
        heading(out, report)?;
        if self.stat {
            return stat::write(out, report);
        }
        if let Some(residual) = &report.residual {
            return patch::write(out, report, residual);
        }
        let group = |found: &Refactoring| match self.group_by {
            GroupBy::Type => found.refactoring.to_string(),
            GroupBy::File => clean(&found.after.file),
        };
        let mut all: Vec<&Refactoring> = report.refactorings.iter().collect();
        // From the coarse to the fine, where types are put together.
        let rank = |found: &Refactoring| match self.group_by {
            GroupBy::Type => Some(found.group),
            GroupBy::File => None,
        };
        all.sort_by_cached_key(|found| (rank(found), group(found)));
        for group_of in all.chunk_by(|x, y| group(x) == group(y)) {
            let times = if group_of.len() > 1 { format!(" ({})", group_of.len()) } else { String::new() };
            writeln!(out, "{TYPE}{}{TYPE:#}{times}", group(group_of[0]))?;
            for found in group_of {
                self.pair(out, report, found)?;
            }
        }
        summary(out, report)
    }
}

fn heading(out: &mut dyn Write, report: &Report) -> Result<()> {
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
    if !report.folded.is_empty() {
        let finer = counted(report.folded.values().sum(), "finer change");
        parts.push(format!("{finer} (--detail all lists them)"));
    }
    match (files.changed, files.analysed) {
        (0, _) if report.parent.is_none() && report.commit.is_some() => {
            parts.push("no parent to compare".into())
        }
        (0, _) => parts.push("no files changed".into()),
        (_, 0) => parts.push("no files in a known language changed".into()),
        (_, analysed) => parts.push(format!("{} compared", counted(analysed, "file"))),
    }
    if !files.skipped.is_empty() {
        let skipped: Vec<_> =
            files.skipped.iter().map(|(ending, n)| format!("{n} {}", clean(ending))).collect();
        parts.push(format!("skipped: {}", skipped.join(", ")));
        let missing = |(_, endings, built): &&(&str, &[&str], bool)| {
            !built && endings.iter().any(|ending| files.skipped.contains_key(*ending))
        };
        let missing: Vec<&str> = KNOWN.iter().filter(missing).map(|language| language.0).collect();
        if !missing.is_empty() {
            parts.push(format!("this build does not read {}: see `refdiff languages`", missing.join(", ")));
        }
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
