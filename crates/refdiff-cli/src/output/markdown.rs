//! `md`: a comment for a pull request. Short first, details folded, never longer than the hosts take.

use super::{Writer, counted};
use crate::commands::short;
use anyhow::Result;
use refdiff::{Element, Group, LeftoverKind, LineRange, Refactoring, Report, Residual};
use std::collections::BTreeMap;
use std::io::Write;

/// The longest comment that the large hosts take, and what is kept for the last lines.
const LONGEST: usize = 65_536;
const RESERVED: usize = 600;

#[derive(Default)]
pub struct Markdown {
    /// How many characters were written.
    written: usize,
    /// What did not fit.
    left_out: usize,
    commits_left_out: usize,
}

impl Writer for Markdown {
    fn report(&mut self, out: &mut dyn Write, report: &Report) -> Result<()> {
        if report.commit.is_some() && report.refactorings.is_empty() && report.residual.is_none() {
            return Ok(());
        }
        let summary = summary(report);
        if !self.put(out, &summary)? {
            self.left_out += report.refactorings.len();
            self.commits_left_out += 1;
            return Ok(());
        }
        for group in report.refactorings.chunk_by(|x, y| x.refactoring == y.refactoring) {
            let title = format!("{} ({})", group[0].refactoring, group.len());
            let lines = group.iter().map(refactoring);
            self.left_out += self.folded(out, &title, lines)?;
        }
        if let Some(residual) = &report.residual {
            let title = format!("Left to review ({})", counted(left(residual), "line"));
            let lines = residual.residual.iter().map(|l| leftover(l.kind, &l.before, &l.after));
            self.left_out += self.folded(out, &title, lines)?;
        }
        Ok(())
    }

    fn end(&mut self, out: &mut dyn Write) -> Result<()> {
        if self.written == 0 && self.left_out == 0 {
            writeln!(out, "### refdiff: no refactorings")?;
        }
        if self.left_out > 0 || self.commits_left_out > 0 {
            let mut what = vec![counted(self.left_out, "line")];
            if self.commits_left_out > 0 {
                what.push(counted(self.commits_left_out, "commit"));
            }
            writeln!(
                out,
                "\n_{} did not fit into a comment of {LONGEST} characters; `refdiff` on the command line shows all._",
                what.join(" and ")
            )?;
        }
        Ok(())
    }
}

impl Markdown {
    /// Writes a piece where there is room for it.
    fn put(&mut self, out: &mut dyn Write, text: &str) -> Result<bool> {
        let length = text.chars().count();
        if self.written + length + RESERVED > LONGEST {
            return Ok(false);
        }
        self.written += length;
        out.write_all(text.as_bytes())?;
        Ok(true)
    }

    /// A folded list of as many lines as fit; gives how many did not.
    fn folded(
        &mut self,
        out: &mut dyn Write,
        title: &str,
        lines: impl ExactSizeIterator<Item = String>,
    ) -> Result<usize> {
        let all = lines.len();
        let (head, tail) = (format!("<details><summary>{title}</summary>\n\n"), "\n</details>\n\n");
        let mut body = String::new();
        let mut shown = 0;
        let mut length = self.written + head.chars().count() + tail.len() + RESERVED;
        for line in lines {
            length += line.chars().count();
            if length > LONGEST {
                break;
            }
            body.push_str(&line);
            shown += 1;
        }
        if shown > 0 {
            self.put(out, &format!("{head}{body}{tail}"))?;
        }
        Ok(all - shown)
    }
}

fn left(residual: &Residual) -> usize {
    let lines = |range: &Option<LineRange>| range.as_ref().map_or(0, |r| r.lines);
    residual.residual.iter().map(|l| lines(&l.before) + lines(&l.after)).sum()
}

/// What there is, in a few lines.
fn summary(report: &Report) -> String {
    let found = match report.refactorings.len() {
        0 => "no refactorings".to_owned(),
        count => counted(count, "refactoring"),
    };
    let mut text = match (&report.commit, &report.subject) {
        (Some(commit), Some(subject)) => {
            format!("### {found} in `{}`\n\n{}\n\n", short(commit), inert(subject))
        }
        _ => format!("### refdiff: {found}\n\n"),
    };
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for refactoring in &report.refactorings {
        *counts.entry(refactoring.refactoring.name()).or_default() += 1;
    }
    let folded: usize = report.folded.values().sum();
    if !counts.is_empty() {
        text.push_str("| Refactoring | |\n|---|--:|\n");
        for (name, count) in counts {
            text.push_str(&format!("| {name} | {count} |\n"));
        }
        if folded > 0 {
            text.push_str(&format!("| finer changes | {folded} |\n"));
        }
        text.push('\n');
    }
    if let Some(residual) = &report.residual {
        let lines = left(residual);
        let share = 100.0 * lines as f64 / residual.changed_lines.max(1) as f64;
        text.push_str(&match (residual.pure, residual.changed_lines) {
            (_, 0) => "No lines changed.\n\n".to_owned(),
            (true, _) => "**Nothing but refactorings, layout and comments.**\n\n".to_owned(),
            (false, changed) => {
                format!("**{lines} of {changed} changed lines are left to review ({share:.0}%).**\n\n")
            }
        });
    }
    if !report.incomplete.is_empty() {
        text.push_str(&format!(
            "⚠ {} could not be analysed in full.\n\n",
            counted(report.incomplete.len(), "file")
        ));
    }
    text
}

fn refactoring(found: &Refactoring) -> String {
    let finer = |e: &Element| e.subject.as_ref().map(|s| (code(&s.text), s.start_line));
    let (was, is) = (finer(&found.before), finer(&found.after));
    if found.group != Group::Structure {
        let at = if is.is_some() { &found.after } else { &found.before };
        let line = is.as_ref().or(was.as_ref()).map_or(at.start_line, |subject| subject.1);
        let said: Vec<String> = [was, is].into_iter().flatten().map(|subject| subject.0).collect();
        let place = format!("{}:{line}", at.file);
        return format!("- {} in {}<br>{}\n", said.join(" → "), code(&found.after.key), code(&place));
    }
    let alike = found.similarity.map(|s| format!(", {:.0}% alike", s * 100.0)).unwrap_or_default();
    let place = |e: &Element| format!("{}:{}", e.file, e.start_line);
    format!(
        "- {} → {}<br>{} → {}{alike}\n",
        code(&found.before.key),
        code(&found.after.key),
        code(&place(&found.before)),
        code(&place(&found.after)),
    )
}

fn leftover(kind: LeftoverKind, before: &Option<LineRange>, after: &Option<LineRange>) -> String {
    let place = |range: &LineRange| match (range.start_line, range.end_line) {
        (0, _) => code(&range.file),
        (start, end) if start == end => code(&format!("{}:{start}", range.file)),
        (start, end) => code(&format!("{}:{start}-{end}", range.file)),
    };
    let what = match kind {
        LeftoverKind::Layout => " (layout or comments)",
        LeftoverKind::Binary => " (binary)",
        LeftoverKind::Unread => " (could not be read)",
        LeftoverKind::File => " (the file itself: new and empty, gone, or of another mode)",
        _ => "",
    };
    let places: Vec<String> = [before, after].into_iter().flatten().map(place).collect();
    format!("- {}{what}\n", places.join(" → "))
}

/// Text in which nothing is markup, a mention, a reference or a link.
fn inert(text: &str) -> String {
    const MARKUP: &str = "&<>\"'`*_[]\\|~@#!{}-+=^";
    let mut out = String::new();
    for (at, c) in text.char_indices() {
        let rest = &text[at..];
        let link = rest.starts_with("://") || text[..at].ends_with("www") && c == '.';
        match c {
            c if c.is_control() || super::turns(c) => out.push('\u{fffd}'),
            c if link || MARKUP.contains(c) => out.push_str(&format!("&#{};", c as u32)),
            c => out.push(c),
        }
    }
    out
}

/// Text as code.
fn code(text: &str) -> String {
    format!("<code>{}</code>", inert(text))
}
