//! The page of an element's life: its steps, each with what it was before.

use super::{CODE, SCRIPT, STYLE, element, halves, inert, row};
use anyhow::Result;
use refdiff::{Element, Step, beside};
use serde_json::{Value, json};
use std::io::Write;

/// A page that is written step by step.
pub struct LifePage {
    begun: bool,
    code: usize,
}

impl LifePage {
    /// Begins the page of an element; `served` where commits have pages of their own.
    pub fn new(out: &mut dyn Write, of: Option<&Element>, served: bool) -> Result<Self> {
        let (before, _) = halves();
        write!(
            out,
            "{}{{\"title\": {}, \"served\": {served}, \"commits\": [], \"element\": {}, \"steps\": [",
            before.replace("/*STYLE*/", STYLE),
            inert(&json!(of.map(|e| &e.key))),
            inert(&json!(of.map(element)))
        )?;
        Ok(LifePage { begun: false, code: CODE })
    }

    pub fn step(&mut self, out: &mut dyn Write, step: &Step) -> Result<()> {
        let commit = &step.commit;
        let value = json!({
            "commit": commit.commit,
            "short": crate::commands::short(&commit.commit),
            "subject": commit.subject,
            "author": commit.author.name,
            "date": commit.author.date,
            "changes": step.changes.iter().map(|change| change.word()).collect::<Vec<_>>(),
            "before": step.before.as_ref().map(element),
            "after": element(&step.after),
            "origins": step.origins.iter().map(element).collect::<Vec<_>>(),
            "rows": self.rows(step),
        });
        out.write_all(if self.begun { b",\n" } else { b"\n" })?;
        self.begun = true;
        Ok(out.write_all(inert(&value).as_bytes())?)
    }

    /// The element before and after; of one that is new every line.
    fn rows(&mut self, step: &Step) -> Option<Value> {
        let after = step.after.text.as_ref()?;
        let before = match &step.before {
            Some(before) => &before.text.as_ref()?[..],
            None => b"",
        };
        self.code = self.code.checked_sub(before.len() + after.len())?;
        Some(beside(before, after).iter().map(row).collect())
    }

    pub fn end(self, out: &mut dyn Write) -> Result<()> {
        let (_, behind) = halves();
        write!(out, "\n]}}{}", behind.replace("/*SCRIPT*/", SCRIPT))?;
        Ok(())
    }
}
