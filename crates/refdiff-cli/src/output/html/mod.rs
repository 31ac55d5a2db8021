//! `html`: one page that needs nothing else: the data, how it looks, and the program that shows it. `page/` has the parts that
//! run in the browser, `commit` and `history` the data of the two kinds of pages, `plain` what is read without JavaScript.

mod commit;
mod history;
mod known;
mod life;
mod plain;

pub use life::LifePage;

use super::Writer;
use crate::settings::Presentation;
use anyhow::Result;
use history::History;
use known::Known;
use refdiff::{Element, Report};
use serde_json::{Value, json};
use std::io::Write;

const PAGE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/style.css");
/// The program, in the order in which its parts build on each other.
const SCRIPT: &[&str] = &[
    include_str!("page/base.js"),
    include_str!("page/paint.js"),
    include_str!("page/diff.js"),
    include_str!("page/code.js"),
    include_str!("page/list.js"),
    include_str!("page/commit.js"),
    include_str!("page/left.js"),
    include_str!("page/file.js"),
    include_str!("page/found.js"),
    include_str!("page/aside.js"),
    include_str!("page/review.js"),
    include_str!("page/chart.js"),
    include_str!("page/table.js"),
    include_str!("page/history.js"),
    include_str!("page/life.js"),
    include_str!("page/start.js"),
];

/// Addresses of other pages, where a server is behind the page.
#[derive(Clone, Debug, Default)]
pub struct Site {
    /// The page of all changes together.
    pub net: Option<String>,
    /// The page of all commits.
    pub log: Option<String>,
    pub newer: Option<String>,
    pub older: Option<String>,
}

/// A page of one comparison, or of a history.
pub struct Html {
    site: Option<Site>,
    history: Option<History>,
    /// The comparison, as it is read without JavaScript.
    plain: String,
    begun: bool,
}

impl Html {
    pub fn new(presentation: &Presentation) -> Self {
        let history = presentation.is_history.then(|| History::new(presentation.forge.clone()));
        Html { site: None, history, plain: String::new(), begun: false }
    }

    /// A page of `refdiff view`.
    #[cfg(feature = "view")]
    pub fn served(presentation: &Presentation, site: Site) -> Self {
        Html { site: Some(site), ..Html::new(presentation) }
    }

    fn site(&self) -> Value {
        let site = self.site.clone().unwrap_or_default();
        json!({"net": site.net, "log": site.log, "newer": site.newer, "older": site.older})
    }
}

impl Writer for Html {
    fn begin(&mut self, out: &mut dyn Write) -> Result<()> {
        let [before, ..] = pieces();
        let served = self.site.is_some();
        write!(out, "{before}{{\"served\": {served}, \"site\": {},", inert(&self.site()))?;
        match &self.history {
            Some(_) => write!(out, "\"kind\": \"history\", \"commits\": [")?,
            None => write!(out, "\"kind\": \"commit\"")?,
        }
        Ok(())
    }

    fn report(&mut self, out: &mut dyn Write, report: &Report) -> Result<()> {
        match &mut self.history {
            Some(history) => {
                out.write_all(if self.begun { b",\n" } else { b"\n" })?;
                out.write_all(inert(&history.commit(report)).as_bytes())?;
            }
            None if self.begun => {}
            None => {
                let commit = inert(&commit::data(report));
                write!(out, ",\"repository\": {},\n\"commit\": {commit}", inert(&json!(report.repository)))?;
                self.plain = plain::commit(report);
            }
        }
        self.begun = true;
        Ok(())
    }

    fn end(&mut self, out: &mut dyn Write) -> Result<()> {
        let plain = match self.history.take() {
            Some(mut history) => {
                write!(out, "\n], \"rest\": {}", inert(&history.rest()))?;
                history.finish();
                history.plain
            }
            None => std::mem::take(&mut self.plain),
        };
        finish(out, &plain)
    }
}

/// The end of the data, and of the page.
fn finish(out: &mut dyn Write, plain: &str) -> Result<()> {
    let [_, behind_data, behind_plain, end] = pieces();
    write!(out, "}}{behind_data}{plain}{behind_plain}")?;
    // Nothing of a part is seen by the page around it.
    writeln!(out, "(() => {{")?;
    for part in SCRIPT {
        out.write_all(part.as_bytes())?;
    }
    Ok(write!(out, "}})();{end}")?)
}

/// The page before its data, between the data and the plain text, between that and the program, and behind it.
fn pieces() -> [String; 4] {
    let page = PAGE.replace("/*STYLE*/", STYLE);
    let mut parts = Vec::new();
    let mut rest = page.as_str();
    for mark in ["/*DATA*/", "/*PLAIN*/", "/*SCRIPT*/"] {
        let (part, behind) = rest.split_once(mark).unwrap_or((rest, ""));
        parts.push(part.to_owned());
        rest = behind;
    }
    [parts.remove(0), parts.remove(0), parts.remove(0), rest.to_owned()]
}

/// JSON in which nothing ends the script around it, or begins another: `</`, `<!` and `<sc` are written in another way.
fn inert(value: &Value) -> String {
    let text = value.to_string();
    let mut out = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        let next = &text.as_bytes()[at + c.len_utf8()..];
        let is_markup = || {
            matches!(next.first(), Some(b'/' | b'!'))
                || next.get(..2).is_some_and(|next| next.eq_ignore_ascii_case(b"sc"))
        };
        match c {
            '<' if is_markup() => out.push_str("\\u003c"),
            // The page shows another sign for it; what it names is still told apart.
            c if super::turns(c) => out.push_str(&format!("\\u{:04x}", c as u32)),
            c => out.push(c),
        }
    }
    out
}

fn element(element: &Element) -> Value {
    json!({
        "kind": element.kind, "key": element.key, "name": element.short_name(), "file": element.file,
        "start": element.start_line, "end": element.end_line,
    })
}

/// The same in fewer bytes.
fn short_element(element: &Element, known: &mut Known) -> Value {
    let (kind, name) = (known.write(&element.kind), known.write(element.short_name()));
    let file = known.write(&element.file);
    json!([kind, element.key, name, file, element.start_line, element.end_line])
}

/// Bytes as lines, without their ends.
fn lines(text: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(text);
    let mut lines: Vec<&str> = text.split('\n').collect();
    if lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    lines.into_iter().map(|line| line.trim_end_matches('\r').to_owned()).collect()
}
