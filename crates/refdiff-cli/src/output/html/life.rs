//! The page of an element's life: its steps, each with what it was before.

use super::{Site, element, finish, inert, lines, pieces};
use anyhow::Result;
use refdiff::{Element, Step};
use serde_json::{Value, json};
use std::io::Write;

/// How much code a page holds at most, in bytes; later steps are listed without it.
const CODE: usize = 6 << 20;

/// A page that is written step by step.
pub struct LifePage {
    begun: bool,
    code: usize,
    plain: String,
}

impl LifePage {
    /// Begins the page of an element; with a site where commits have pages of their own.
    pub fn new(out: &mut dyn Write, of: Option<&Element>, site: Option<&Site>) -> Result<Self> {
        let [before, ..] = pieces();
        write!(
            out,
            "{before}{{\"served\": {}, \"site\": {}, \"kind\": \"life\", \"title\": {}, \"element\": {}, \"steps\": [",
            site.is_some(),
            inert(
                &json!({"net": site.and_then(|s| s.net.as_ref()), "log": site.and_then(|s| s.log.as_ref())})
            ),
            inert(&json!(of.map(Element::short_name))),
            inert(&json!(of.map(element)))
        )?;
        let name = of.map(|e| super::plain::escape(&e.key)).unwrap_or_default();
        Ok(LifePage { begun: false, code: CODE, plain: format!("<h1>The life of {name}</h1>") })
    }

    pub fn step(&mut self, out: &mut dyn Write, step: &Step) -> Result<()> {
        let commit = &step.commit;
        let changes: Vec<_> = step.changes.iter().map(|change| change.word()).collect();
        self.plain.push_str(&format!(
            "<p>{} <code>{}</code> {}: {}</p>",
            super::plain::escape(commit.author.date.get(..10).unwrap_or_default()),
            crate::commands::short(&commit.commit),
            super::plain::escape(&commit.subject),
            changes.join(", ")
        ));
        let value = json!({
            "commit": commit.commit,
            "short": crate::commands::short(&commit.commit),
            "subject": commit.subject,
            "author": commit.author.name,
            "date": commit.author.date,
            "changes": changes,
            "before": step.before.as_ref().map(element),
            "after": element(&step.after),
            "origins": step.origins.iter().map(element).collect::<Vec<_>>(),
            "code": self.code(step),
        });
        out.write_all(if self.begun { b",\n" } else { b"\n" })?;
        self.begun = true;
        Ok(out.write_all(inert(&value).as_bytes())?)
    }

    /// The lines before and after; of one that is new there are none before.
    fn code(&mut self, step: &Step) -> Option<Value> {
        let after = step.after.text.as_ref()?;
        let before = match &step.before {
            Some(before) => &before.text.as_ref()?[..],
            None => b"",
        };
        self.code = self.code.checked_sub(before.len() + after.len())?;
        Some(json!([lines(before), lines(after)]))
    }

    pub fn end(self, out: &mut dyn Write) -> Result<()> {
        write!(out, "\n]")?;
        finish(out, &self.plain)
    }
}
