//! The steps of an element's life, in the formats of `refdiff history`.

use super::html::LifePage;
use super::names::common;
use super::width::{cut_left, cut_right, fold_parameters, length};
use super::{Destination, clean, counted, difference};
use crate::args::Format;
use crate::commands::short;
use crate::settings::Presentation;
use anstyle::{AnsiColor, Style};
use anyhow::{Result, bail};
use refdiff::{Element, ElementChange, Step};
use std::io::Write;

const HEADING: Style = AnsiColor::Yellow.on_default();
const BOLD: Style = Style::new().bold();
const FAINT: Style = Style::new().dimmed();
const OLD: Style = AnsiColor::Red.on_default();
const NEW: Style = AnsiColor::Green.on_default();

const COLUMNS: [&str; 16] = [
    "commit",
    "parent",
    "author_name",
    "author_email",
    "author_date",
    "subject",
    "changes",
    "before_key",
    "before_file",
    "before_start_line",
    "before_end_line",
    "after_key",
    "after_file",
    "after_start_line",
    "after_end_line",
    "origins",
];

/// Where the steps go.
pub struct Life {
    format: Format,
    patch: bool,
    width: usize,
    out: Destination,
    page: Option<LifePage>,
    written: usize,
    hidden: usize,
}

impl Life {
    pub fn new(presentation: &Presentation, element: Option<Element>) -> Result<Self> {
        use Format::{Csv, Html, Json, Jsonl, Md, Text};
        let format = presentation.format;
        if !matches!(format, Text | Json | Jsonl | Csv | Md | Html) {
            bail!("history writes text, json, jsonl, csv, md and html");
        }
        if presentation.patch && !matches!(format, Text | Html) {
            bail!("-p is for text and html; the other formats have the places of both versions");
        }
        let mut page = None;
        let mut out = Destination::new(presentation)?;
        match format {
            Json => write!(out, "{{\"element\": {}, \"steps\": [", serde_json::to_string(&element)?)?,
            Csv => csv(&mut out, &COLUMNS)?,
            Html => page = Some(LifePage::new(&mut out, element.as_ref(), None)?),
            Md => {
                let name = element.map(|e| format!("{} `{}`", e.kind, clean(&e.key))).unwrap_or_default();
                writeln!(
                    out,
                    "### The life of {name}\n\n| commit | date | author | what happened | subject |"
                )?;
                writeln!(out, "| --- | --- | --- | --- | --- |")?;
            }
            _ => {}
        }
        let width = presentation.width();
        Ok(Life { format, patch: presentation.patch, width, out, page, written: 0, hidden: 0 })
    }

    /// A step is passed over.
    pub fn hide(&mut self) {
        self.hidden += 1;
    }

    pub fn write(&mut self, step: &Step) -> Result<()> {
        match self.format {
            Format::Text => self.text(step)?,
            Format::Html => {
                if let Some(page) = &mut self.page {
                    page.step(&mut self.out, step)?;
                }
            }
            Format::Json => {
                let comma = if self.written > 0 { "," } else { "" };
                write!(self.out, "{comma}\n{}", serde_json::to_string(step)?)?;
            }
            Format::Csv => {
                let before =
                    |read: &dyn Fn(&Element) -> String| step.before.as_ref().map(read).unwrap_or_default();
                let origins: Vec<&str> = step.origins.iter().map(|o| o.key.as_str()).collect();
                let row = [
                    step.commit.commit.clone(),
                    step.parent.clone().unwrap_or_default(),
                    step.commit.author.name.clone(),
                    step.commit.author.email.clone(),
                    step.commit.author.date.clone(),
                    step.commit.subject.clone(),
                    words(step),
                    before(&|e| e.key.clone()),
                    before(&|e| e.file.clone()),
                    before(&|e| e.start_line.to_string()),
                    before(&|e| e.end_line.to_string()),
                    step.after.key.clone(),
                    step.after.file.clone(),
                    step.after.start_line.to_string(),
                    step.after.end_line.to_string(),
                    origins.join(" "),
                ];
                csv(&mut self.out, &row)?;
            }
            Format::Md => {
                let cell = |text: &str| clean(text).replace('|', "\\|").replace('<', "&lt;");
                let day = step.commit.author.date.get(..10).unwrap_or_default();
                let (id, author) = (short(&step.commit.commit), cell(&step.commit.author.name));
                let (what, subject) = (cell(&happened(step)), cell(&step.commit.subject));
                writeln!(self.out, "| {id} | {day} | {author} | {what} | {subject} |")?;
            }
            _ => writeln!(self.out, "{}", serde_json::to_string(step)?)?,
        }
        self.written += 1;
        Ok(())
    }

    fn text(&mut self, step: &Step) -> Result<()> {
        let out = &mut self.out;
        let commit = &step.commit;
        let day = commit.author.date.get(..10).unwrap_or_default();
        let (name, subject) = (clean(&commit.author.name), clean(&commit.subject));
        let heading = format!("{day} {name}  {subject}");
        let id = short(&commit.commit);
        let heading = cut_right(&heading, self.width.saturating_sub(id.len() + 1));
        writeln!(out, "{HEADING}{id}{HEADING:#} {heading}")?;
        writeln!(out, "    {BOLD}{}{BOLD:#}", words(step))?;
        let room = self.width.saturating_sub(4);
        let name = |e: &Element, room: usize| fold_parameters(&clean(e.short_name()), room);
        let now = name(&step.after, room);
        match &step.before {
            Some(before)
                if before.key != step.after.key && before.short_name() != step.after.short_name() =>
            {
                let was = name(before, room);
                let between = if length(&was) + length(&now) + 3 > room { "\n      → " } else { " → " };
                writeln!(out, "    {OLD}{was}{OLD:#}{between}{NEW}{now}{NEW:#}")?;
            }
            _ => writeln!(out, "    {now}")?,
        }
        let place = |e: &Element| clean(&format!("{}:{}", e.file, e.start_line));
        let at = match &step.before {
            Some(before) if before.file != step.after.file => {
                common(&place(before), &place(&step.after), '/')
            }
            _ => place(&step.after),
        };
        writeln!(out, "    {FAINT}{}{FAINT:#}", cut_left(&at, room))?;
        for origin in &step.origins {
            let from = format!("from {}", name(origin, room.saturating_sub(5)));
            let at = cut_left(&place(origin), room.saturating_sub(length(&from) + 2).max(20));
            writeln!(out, "    {from}  {FAINT}{at}{FAINT:#}")?;
        }
        if self.patch
            && let Some(before) = &step.before
        {
            difference::between(out, before, &step.after)?;
        }
        writeln!(out)?;
        Ok(())
    }

    pub fn finish(mut self) -> Result<()> {
        match self.format {
            Format::Json => writeln!(self.out, "\n]}}")?,
            Format::Html => {
                if let Some(page) = self.page.take() {
                    page.end(&mut self.out)?;
                }
            }
            Format::Text => {
                let hidden = match self.hidden {
                    0 => String::new(),
                    hidden => {
                        format!("; {hidden} more changed only the comment above it or the layout (--all)")
                    }
                };
                writeln!(self.out, "{FAINT}{}{hidden}{FAINT:#}", counted(self.written, "step"))?;
            }
            _ => {}
        }
        self.out.finish()
    }
}

fn words(step: &Step) -> String {
    step.changes.iter().map(|change| change.word()).collect::<Vec<_>>().join(", ")
}

/// What happened, with the names where these changed.
fn happened(step: &Step) -> String {
    let named = [ElementChange::Rename, ElementChange::Move, ElementChange::Signature];
    match &step.before {
        Some(before) if step.changes.iter().any(|c| named.contains(c)) && before.key != step.after.key => {
            format!("{}: `{}` → `{}`", words(step), before.key, step.after.key)
        }
        _ => words(step),
    }
}

fn csv(out: &mut Destination, row: &[impl AsRef<[u8]>]) -> Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(row)?;
    writer.flush()?;
    Ok(())
}
