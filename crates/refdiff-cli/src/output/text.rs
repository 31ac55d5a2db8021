//! `text`: for people.

use super::names::{Names, finer, place};
use super::outline::{Entry, What, counted_types, finer_changes, largest, outline, rank};
use super::sarif::uri;
use super::width::{cut_left, fold_parameters, length, wrap};
use super::{Writer, clean, counted, difference, patch, stat};
use crate::args::GroupBy;
use crate::commands::short;
use crate::settings::Presentation;
use anstyle::{AnsiColor, Style};
use anyhow::Result;
use refdiff::lang::KNOWN;
use refdiff::{Refactoring, Report};
use std::io::Write;

const HEADING: Style = AnsiColor::Yellow.on_default();
const TYPE: Style = Style::new().bold();
const OLD: Style = AnsiColor::Red.on_default();
const NEW: Style = AnsiColor::Green.on_default();
const FAINT: Style = Style::new().dimmed();
const UNSURE: Style = AnsiColor::Magenta.on_default();
const PLAIN: Style = Style::new();

/// In a report with more entries than this the largest one is named first: a screen shows about so many.
const SCREEN: usize = 12;

/// Reports as git shows commits.
pub struct Text {
    group_by: GroupBy,
    patch: bool,
    stat: bool,
    full_keys: bool,
    /// Whether what follows from something else is listed and not counted.
    lists_consequences: bool,
    /// Whether commits in which nothing was found are shown.
    all_commits: bool,
    /// Whether places are links.
    links: bool,
    width: usize,
    begun: bool,
    /// How many commits were not shown.
    passed_over: usize,
    /// How many refactorings filters took out of these.
    hidden: usize,
}

/// A line about a refactoring before it is laid out.
struct Line<'r> {
    found: &'r Refactoring,
    /// The type, where no heading says it.
    typed: String,
    /// What the names start with, up to its last dot.
    package: String,
    before: String,
    after: String,
    /// Of something finer than an entity, the entity that it is in.
    inside: String,
    place: String,
    notes: Vec<(Style, String)>,
}

impl Line<'_> {
    /// All of its names in one line.
    fn names(&self) -> Vec<(Style, String)> {
        let arrow = if self.before.is_empty() || self.after.is_empty() { "" } else { " → " };
        vec![
            (TYPE, self.typed.clone()),
            (FAINT, self.package.clone()),
            (OLD, self.before.clone()),
            (PLAIN, arrow.to_owned()),
            (NEW, self.after.clone()),
            (PLAIN, self.inside.clone()),
        ]
    }

    fn name_length(&self) -> usize {
        self.names().iter().map(|(_, text)| length(text)).sum()
    }

    fn notes_length(&self) -> usize {
        self.notes.iter().map(|(_, text)| 2 + length(text)).sum()
    }

    /// Its names on lines of their own, each cut to what fits.
    fn broken(&self, out: &mut dyn Write, indent: usize, width: usize) -> Result<()> {
        let mut lines = Vec::new();
        let heads = [(TYPE, &self.typed), (FAINT, &self.package)];
        lines.extend(
            heads.into_iter().filter(|(_, text)| !text.is_empty()).map(|(style, text)| (style, "", text)),
        );
        let arrow = if self.before.is_empty() { "" } else { "→ " };
        let sides = [(OLD, "", &self.before), (NEW, arrow, &self.after), (PLAIN, "", &self.inside)];
        lines.extend(sides.into_iter().filter(|(_, _, text)| !text.is_empty()));
        for (number, (style, arrow, text)) in lines.into_iter().enumerate() {
            if number > 0 {
                write!(out, "\n{:1$}", "", indent + 2)?;
            }
            let room = width.saturating_sub(indent + 2 + length(arrow));
            let text = cut_left(&fold_parameters(text.trim(), room), room);
            write!(out, "{FAINT}{arrow}{FAINT:#}{style}{text}{style:#}")?;
        }
        Ok(())
    }
}

impl Text {
    pub fn new(presentation: &Presentation) -> Self {
        Text {
            group_by: presentation.group_by,
            patch: presentation.patch,
            stat: presentation.stat,
            full_keys: presentation.full_keys,
            lists_consequences: presentation.lists_consequences,
            all_commits: presentation.all_commits,
            links: presentation.output.is_none()
                && supports_hyperlinks::on(supports_hyperlinks::Stream::Stdout),
            width: presentation.width(),
            begun: false,
            passed_over: 0,
            hidden: 0,
        }
    }

    fn line<'r>(&self, found: &'r Refactoring, typed: bool) -> Line<'r> {
        let names_entities = found.group.names_entities();
        let names = match (names_entities, self.full_keys) {
            (true, true) => Names::keys(found),
            (true, false) => Names::of(found),
            (false, _) => {
                let (was, is) = finer(found);
                Names {
                    package: String::new(),
                    before: was.unwrap_or_default(),
                    after: is.unwrap_or_default(),
                }
            }
        };
        let inside = || {
            let name = if self.full_keys { &found.after.key } else { found.after.short_name() };
            format!(" in {}", clean(name))
        };
        let mut notes: Vec<(Style, String)> = Vec::new();
        notes.extend(found.similarity.map(|s| (FAINT, format!("{:.0}% alike", s * 100.0))));
        notes.extend(found.is_unsure().then(|| (UNSURE, "unsure".to_owned())));
        let place = match self.full_keys && names_entities {
            true => {
                let side = |e: &refdiff::Element| format!("{}:{}", clean(&e.file), e.start_line);
                match (side(&found.before), side(&found.after)) {
                    (old, new) if old == new => new,
                    (old, new) => format!("{old} → {new}"),
                }
            }
            false => place(found),
        };
        let dotted = |package: String| if package.is_empty() { package } else { format!("{package}.") };
        Line {
            found,
            typed: if typed { format!("{} ", found.refactoring) } else { String::new() },
            package: dotted(names.package),
            before: names.before,
            after: names.after,
            inside: if names_entities { String::new() } else { inside() },
            place,
            notes,
        }
    }

    /// Writes entries below each other, the places in a column where there is room.
    fn entries(
        &self,
        out: &mut dyn Write,
        report: &Report,
        entries: &[&Entry<'_>],
        indent: usize,
        typed: bool,
    ) -> Result<()> {
        let lines: Vec<Line<'_>> = entries.iter().map(|entry| self.line(entry.found, typed)).collect();
        let room = self.width.saturating_sub(indent + 2);
        let fits = |line: &&Line<'_>| {
            !self.full_keys && line.name_length() <= room * 6 / 10 && line.name_length() + 2 <= room
        };
        let column = lines.iter().filter(fits).map(Line::name_length).max().unwrap_or(0);
        for (line, entry) in lines.iter().zip(entries) {
            self.lay_out(out, report, line, indent, column)?;
            if self.patch {
                difference::write(out, line.found, self.width)?;
            }
            if self.lists_consequences {
                let below: Vec<&Entry<'_>> = entry.consequences.iter().collect();
                self.entries(out, report, &below, indent + 4, true)?;
            } else if !entry.counts.is_empty() {
                let text = format!("with it: {}", counted_types(&entry.counts));
                for line in wrap(&text, self.width.saturating_sub(indent + 4)) {
                    writeln!(out, "{:1$}{FAINT}{line}{FAINT:#}", "", indent + 4)?;
                }
            }
        }
        Ok(())
    }

    fn lay_out(
        &self,
        out: &mut dyn Write,
        report: &Report,
        line: &Line<'_>,
        indent: usize,
        column: usize,
    ) -> Result<()> {
        let (name, notes) = (line.name_length(), line.notes_length());
        let one_line = indent + column.max(name) + 2 + length(&line.place) + notes;
        write!(out, "{:indent$}", "")?;
        if !self.full_keys && name <= column && one_line <= self.width {
            write_styled(out, &line.names())?;
            write!(out, "{:1$}", "", column - name + 2)?;
            return self.placed(out, report, line, &line.place);
        }
        if self.full_keys || indent + name <= self.width {
            write_styled(out, &line.names())?;
        } else {
            line.broken(out, indent, self.width)?;
        }
        write!(out, "\n{:1$}", "", indent + 4)?;
        let room = self.width.saturating_sub(indent + 4 + notes);
        let place = if self.full_keys { line.place.clone() } else { cut_left(&line.place, room) };
        self.placed(out, report, line, &place)
    }

    fn placed(&self, out: &mut dyn Write, report: &Report, line: &Line<'_>, place: &str) -> Result<()> {
        write!(out, "{FAINT}{}{FAINT:#}", self.link(report, line.found, place))?;
        for (style, note) in &line.notes {
            write!(out, "  {style}{note}{style:#}")?;
        }
        Ok(writeln!(out)?)
    }

    /// A place that a terminal can open: the file as it is in the work tree.
    fn link(&self, report: &Report, found: &Refactoring, shown: &str) -> String {
        let Some(folder) = report.folder.as_ref().filter(|_| self.links) else {
            return shown.to_owned();
        };
        let (folder, file) = (uri(folder.as_os_str().as_encoded_bytes()), uri(found.after.path.as_bytes()));
        format!("\u{1b}]8;;file://{folder}/{file}\u{1b}\\{shown}\u{1b}]8;;\u{1b}\\")
    }

    /// What was found, by type or by file.
    fn found(&self, out: &mut dyn Write, report: &Report) -> Result<()> {
        let entries = outline(report);
        let finer: usize = report.folded.values().sum();
        if entries.len() + finer > SCREEN
            && let Some(largest) = largest(report, &entries)
        {
            let what = match largest.what {
                What::One(found) => format!("{} {}", found.refactoring, Names::of(found).plain()),
                What::Many(refactoring, count) => format!("{count} {refactoring}"),
            };
            let name = format!("Largest: {what}, about {} changed lines", largest.lines);
            for line in wrap(&name, self.width) {
                writeln!(out, "{line}")?;
            }
            writeln!(out)?;
        }
        let mut all: Vec<&Entry<'_>> = entries.iter().collect();
        let name = |entry: &Entry<'_>| match self.group_by {
            GroupBy::Type => entry.found.refactoring.to_string(),
            GroupBy::File => clean(&entry.found.after.file),
        };
        if self.group_by == GroupBy::File {
            all.sort_by_key(|entry| (name(entry), rank(entry.found.refactoring)));
        }
        for group in all.chunk_by(|x, y| name(x) == name(y)) {
            let times = if group.len() > 1 { format!(" ({})", group.len()) } else { String::new() };
            let room = self.width.saturating_sub(times.len());
            writeln!(out, "{TYPE}{}{TYPE:#}{times}", cut_left(&name(group[0]), room))?;
            self.entries(out, report, group, 4, self.group_by == GroupBy::File)?;
        }
        Ok(())
    }

    fn heading(&self, out: &mut dyn Write, report: &Report) -> Result<()> {
        if let (Some(commit), Some(author), Some(subject)) = (&report.commit, &report.author, &report.subject)
        {
            writeln!(out, "{HEADING}commit {commit}{HEADING:#}")?;
            let (name, address) = (clean(&author.name), format!("<{}>", clean(&author.email)));
            let is_short = length(&name) + length(&address) + 9 <= self.width;
            writeln!(out, "Author: {name}{}{address}", if is_short { " " } else { "\n        " })?;
            writeln!(out, "Date:   {}\n", author.date)?;
            for line in wrap(&clean(subject), self.width.saturating_sub(4)) {
                writeln!(out, "    {line}")?;
            }
            return Ok(writeln!(out)?);
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
}

impl Writer for Text {
    /// What was compared, then its refactorings by type or file.
    fn report(&mut self, out: &mut dyn Write, report: &Report) -> Result<()> {
        let is_empty =
            report.refactorings.is_empty() && report.residual.is_none() && report.incomplete.is_empty();
        if is_empty && !self.all_commits {
            self.passed_over += 1;
            self.hidden += report.hidden;
            return Ok(());
        }
        if self.begun {
            writeln!(out)?;
        }
        self.begun = true;
        self.heading(out, report)?;
        if self.stat {
            return stat::write(out, report, self.width);
        }
        if let Some(residual) = &report.residual {
            return patch::write(out, report, residual, self.width);
        }
        self.found(out, report)?;
        let summary = summary(report);
        if !report.refactorings.is_empty() {
            writeln!(out)?;
        }
        for line in wrap(&summary, self.width) {
            writeln!(out, "{FAINT}{line}{FAINT:#}")?;
        }
        Ok(())
    }

    fn end(&mut self, out: &mut dyn Write) -> Result<()> {
        if self.passed_over > 0 {
            let commits = counted(self.passed_over, "commit");
            let line = match self.hidden {
                0 => format!("{commits} without refactorings not shown; --all-commits shows all"),
                hidden => format!(
                    "{commits} without such refactorings not shown; filters hide {hidden} refactorings in them"
                ),
            };
            writeln!(out, "{}{FAINT}{line}{FAINT:#}", if self.begun { "\n" } else { "" })?;
        }
        Ok(())
    }
}

fn write_styled(out: &mut dyn Write, parts: &[(Style, String)]) -> Result<()> {
    for (style, text) in parts {
        write!(out, "{style}{text}{style:#}")?;
    }
    Ok(())
}

/// How much there is, and what is not shown.
fn summary(report: &Report) -> String {
    let files = &report.files;
    let mut parts = Vec::new();
    parts.push(match (report.refactorings.len(), report.hidden) {
        (0, 0) => "no refactorings".to_owned(),
        (0, hidden) => format!("no refactorings shown; filters hide {hidden}"),
        (count, 0) => counted(count, "refactoring"),
        (count, hidden) => format!("{}; filters hide {hidden}", counted(count, "refactoring")),
    });
    parts.extend(finer_changes(report).map(|finer| format!("{finer} (--detail all lists them)")));
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
    parts.join("; ")
}
