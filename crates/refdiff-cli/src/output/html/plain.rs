//! What a page says without JavaScript: lists that anything can show.

use crate::output::names::{Names, place};
use crate::output::outline::{Entry, counted_types, outline};
use crate::output::{Left, clean, counted};
use refdiff::{Hunk, LeftoverKind, Report, Sign};
use std::collections::BTreeMap;
use std::fmt::Write;

/// So many bytes of code are shown.
const CODE: usize = 512 << 10;
/// So many bytes of refactorings.
const LISTED: usize = 512 << 10;
/// A file with more lines than this is folded.
const FOLDED: usize = 200;

/// Text in which nothing is markup.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() && c != '\t' || crate::output::turns(c) => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// The page of a commit: what was found, then what is left.
pub fn commit(report: &Report) -> String {
    let mut out = String::new();
    let title = match (&report.subject, &report.before_rev, &report.after_rev) {
        (Some(subject), ..) => subject.clone(),
        (None, before, after) => {
            format!("{} → {}", before.as_deref().unwrap_or("nothing"), after.as_deref().unwrap_or("nothing"))
        }
    };
    let _ = write!(out, "<h1>{}</h1>", escape(&title));
    if let (Some(commit), Some(author)) = (&report.commit, &report.author) {
        let _ = write!(out, "<p>{commit} · {} · {}</p>", escape(&author.name), escape(&author.date));
    }
    for lost in &report.incomplete {
        let _ = write!(out, "<p>Not analysed in full: {}: {}</p>", escape(&lost.file), escape(&lost.reason));
    }
    let entries = outline(report);
    let _ = write!(out, "<h2>{}</h2>", counted(report.refactorings.len(), "refactoring"));
    let end = out.len() + LISTED;
    let left_out = list(&mut out, &entries, end);
    if left_out > 0 {
        let _ = write!(out, "<p>{} more are not listed here.</p>", counted(left_out, "refactoring"));
    }
    let Some(residual) = &report.residual else { return out };
    let _ = write!(out, "<h2>What is left: {}</h2>", Left::of(residual).words());
    let mut room = CODE;
    let mut left_out = 0;
    let path = |hunk: &Hunk| hunk.after_file.as_ref().or(hunk.before_file.as_ref()).map(ToString::to_string);
    for file in residual.hunks.chunk_by(|x, y| path(x) == path(y) && x.kind == y.kind) {
        let size: usize = file.iter().flat_map(|h| &h.lines).map(|l| l.text.len()).sum();
        let Some(rest) = room.checked_sub(size) else {
            left_out += 1;
            continue;
        };
        room = rest;
        let count: usize = file.iter().map(|h| h.lines.len()).sum();
        let open = if count <= FOLDED && file[0].kind != LeftoverKind::Layout { " open" } else { "" };
        let name = path(&file[0]).unwrap_or_default();
        let kind = if file[0].kind == LeftoverKind::Layout { ", layout and comments" } else { "" };
        let _ = write!(
            out,
            "<details{open}><summary>{} ({}{kind})</summary><pre>",
            escape(&name),
            counted(count, "line")
        );
        for hunk in file {
            patch(&mut out, hunk);
        }
        out.push_str("</pre></details>");
    }
    if left_out > 0 {
        let _ = write!(
            out,
            "<p>{} more are not shown here: <code>refdiff show --residual</code> has them.</p>",
            counted(left_out, "file")
        );
    }
    out
}

fn patch(out: &mut String, hunk: &Hunk) {
    let _ = writeln!(
        out,
        "@@ -{} +{} @@ {}",
        hunk.before_start,
        hunk.after_start,
        escape(&hunk.notes.join(", "))
    );
    for line in &hunk.lines {
        let sign = match line.sign {
            Sign::Context => ' ',
            Sign::Removed => '-',
            Sign::Added => '+',
        };
        let text = String::from_utf8_lossy(&line.text);
        let _ = writeln!(out, "{sign}{}", escape(text.trim_end_matches(['\n', '\r'])));
    }
}

/// Lists refactorings with what follows from them until the text has its length; gives how many were left out.
fn list(out: &mut String, entries: &[Entry<'_>], end: usize) -> usize {
    let mut left_out = 0;
    out.push_str("<ul>");
    for entry in entries {
        if out.len() > end {
            left_out += size(entry);
            continue;
        }
        let names = if entry.found.group.names_entities() {
            Names::of(entry.found).plain()
        } else {
            clean(&entry.found.description)
        };
        let _ = write!(
            out,
            "<li><b>{}</b> {} <small>{}</small>",
            entry.found.refactoring,
            escape(&names),
            escape(&place(entry.found))
        );
        if entry.consequences.is_empty() && !entry.counts.is_empty() {
            let _ = write!(out, "<br>with it: {}", counted_types(&entry.counts));
        } else if !entry.consequences.is_empty() {
            left_out += list(out, &entry.consequences, end);
        }
        out.push_str("</li>");
    }
    out.push_str("</ul>");
    left_out
}

/// A refactoring and all that is listed below it.
fn size(entry: &Entry<'_>) -> usize {
    1 + entry.consequences.iter().map(size).sum::<usize>()
}

/// A commit of a history.
pub fn history_line(report: &Report) -> String {
    let mut counts = BTreeMap::new();
    for found in &report.refactorings {
        *counts.entry(found.refactoring).or_insert(0) += 1;
    }
    let date = report.author.as_ref().and_then(|a| a.date.get(..10)).unwrap_or_default();
    let left = report.residual.as_ref().map(|r| format!("; {}", Left::of(r).words())).unwrap_or_default();
    format!(
        "<p>{} <code>{}</code> {}: {}{left}</p>",
        escape(date),
        report.commit.as_deref().map(crate::commands::short).unwrap_or_default(),
        escape(report.subject.as_deref().unwrap_or_default()),
        counted_types(&counts)
    )
}
