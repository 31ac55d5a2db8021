//! `html`: one page that needs nothing else: the data, how it looks, and the program that shows it.

mod life;

pub use life::LifePage;

use super::Writer;
use anyhow::Result;
use refdiff::{Element, Hunk, Line, Refactoring, Report, Residual, Row, Sign, beside};
use serde_json::{Value, json};
use std::io::Write;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// How much code a page holds at most, in bytes; what comes later is listed without it.
const CODE: usize = 24 << 20;

/// A page of one commit, or of a history.
pub struct Html {
    title: String,
    /// Whether a server is behind the page, which has a page for every commit.
    served: bool,
    begun: bool,
    code: usize,
}

impl Html {
    pub fn new() -> Self {
        Html { title: String::new(), served: false, begun: false, code: CODE }
    }

    /// A page of `refdiff view`: commits have pages of their own.
    #[cfg(feature = "view")]
    pub fn served(title: &str) -> Self {
        Html { title: title.to_owned(), served: true, ..Html::new() }
    }

    /// The rows of a refactoring, as long as there is room for them.
    fn rows(&mut self, found: &Refactoring) -> Option<Value> {
        let (before, after) = (found.before.text.as_ref()?, found.after.text.as_ref()?);
        self.code = self.code.checked_sub(before.len() + after.len())?;
        Some(beside(before, after).iter().map(row).collect())
    }
}

impl Writer for Html {
    fn begin(&mut self, out: &mut dyn Write) -> Result<()> {
        let (before, _) = halves();
        let head = before.replace("/*STYLE*/", STYLE);
        write!(
            out,
            "{head}{{\"title\": {}, \"served\": {}, \"commits\": [",
            inert(&json!(self.title)),
            self.served
        )?;
        Ok(())
    }

    fn report(&mut self, out: &mut dyn Write, report: &Report) -> Result<()> {
        let refactorings: Vec<Value> = report
            .refactorings
            .iter()
            .map(|found| {
                json!({
                    "type": found.refactoring.name(),
                    "similarity": found.similarity,
                    "confidence": found.confidence,
                    "description": found.description,
                    "changes": found.changes,
                    "before": element(&found.before),
                    "after": element(&found.after),
                    "rows": self.rows(found),
                })
            })
            .collect();
        let commit = json!({
            "commit": report.commit,
            "short": report.commit.as_deref().map(crate::commands::short),
            "subject": report.subject,
            "author": report.author.as_ref().map(|a| &a.name),
            "date": report.author.as_ref().map(|a| &a.date),
            "from": report.before_rev,
            "to": report.after_rev,
            "files": report.files,
            "incomplete": report.incomplete.iter().map(|i| format!("{}: {}", i.file, i.reason)).collect::<Vec<_>>(),
            "refactorings": refactorings,
            "residual": report.residual.as_ref().map(residual),
        });
        out.write_all(if self.begun { b",\n" } else { b"\n" })?;
        self.begun = true;
        Ok(out.write_all(inert(&commit).as_bytes())?)
    }

    fn end(&mut self, out: &mut dyn Write) -> Result<()> {
        let (_, behind) = halves();
        write!(out, "\n]}}{}", behind.replace("/*SCRIPT*/", SCRIPT))?;
        Ok(())
    }
}

/// The page before and behind its data.
fn halves() -> (&'static str, &'static str) {
    PAGE.split_once("/*DATA*/").unwrap_or((PAGE, ""))
}

/// JSON in which nothing ends the script around it.
fn inert(value: &Value) -> String {
    let mut text = value.to_string();
    for (sign, escaped) in [("<", "\\u003c"), (">", "\\u003e"), ("&", "\\u0026")] {
        text = text.replace(sign, escaped);
    }
    text.chars().map(|c| if super::turns(c) { '\u{fffd}' } else { c }).collect()
}

fn element(element: &Element) -> Value {
    json!({"kind": element.kind, "key": element.key, "file": element.file, "start": element.start_line, "end": element.end_line})
}

fn row(row: &Row) -> Value {
    let plain = |line: &Line| -> String { line.parts.iter().map(|p| p.text.as_str()).collect() };
    match (row.equal, &row.before, &row.after) {
        (true, Some(before), Some(after)) => {
            let (before, after) = (plain(before), plain(after));
            if before == after { json!([1, before]) } else { json!([1, before, after]) }
        }
        (_, before, after) => {
            let parts = |line: &Option<Line>| {
                line.as_ref().map(|line| {
                    let part = |p: &refdiff::Part| if p.changed { json!([p.text]) } else { json!(p.text) };
                    line.parts.iter().map(part).collect::<Vec<Value>>()
                })
            };
            json!([0, parts(before), parts(after)])
        }
    }
}

fn residual(residual: &Residual) -> Value {
    json!({
        "changed": residual.changed_lines,
        "explained": residual.explained_lines,
        "pure": residual.pure,
        "hunks": residual.hunks.iter().map(hunk).collect::<Vec<_>>(),
    })
}

fn hunk(hunk: &Hunk) -> Value {
    let lines: Vec<Value> = hunk
        .lines
        .iter()
        .map(|line| {
            let sign = match line.sign {
                Sign::Context => " ",
                Sign::Removed => "-",
                Sign::Added => "+",
            };
            let text = String::from_utf8_lossy(&line.text);
            json!([sign, text.trim_end_matches(['\n', '\r'])])
        })
        .collect();
    json!({
        "kind": hunk.kind,
        "before": hunk.before_file.as_ref().map(ToString::to_string),
        "after": hunk.after_file.as_ref().map(ToString::to_string),
        "old": hunk.before_start,
        "now": hunk.after_start,
        "lines": lines,
        "notes": hunk.notes,
    })
}
