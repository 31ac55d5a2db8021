//! One file a format.

mod blamed;
mod csv;
mod destination;
mod difference;
mod html;
mod json;
mod life;
mod markdown;
mod pager;
mod patch;
mod rminer;
mod sarif;
mod stat;
mod text;

pub use blamed::{Blamed, Columns};
pub use destination::Destination;
#[cfg(feature = "view")]
pub use html::{Html, LifePage};
pub use life::Life;

use crate::args::Format;
use crate::settings::Presentation;
use anyhow::Result;
use refdiff::Report;
use std::io::Write;

/// A format: what stands before, between and behind the reports.
pub trait Writer {
    /// Before the first report.
    fn begin(&mut self, _out: &mut dyn Write) -> Result<()> {
        Ok(())
    }

    /// One report.
    fn report(&mut self, out: &mut dyn Write, report: &Report) -> Result<()>;

    /// Behind the last one.
    fn end(&mut self, _out: &mut dyn Write) -> Result<()> {
        Ok(())
    }
}

/// Where reports go, one after the other.
pub struct Output {
    writer: Box<dyn Writer>,
    out: Destination,
}

impl Output {
    /// Writes to standard output or a file; colours only where they are wanted.
    pub fn new(presentation: &Presentation) -> Result<Self> {
        let mut out = Destination::new(presentation)?;
        let mut writer: Box<dyn Writer> = match presentation.format {
            Format::Text => Box::new(text::Text::new(presentation)),
            Format::Json => Box::new(json::Document::default()),
            Format::Jsonl => Box::new(json::Lines),
            Format::Csv => Box::new(csv::Csv),
            Format::Md => Box::new(markdown::Markdown::default()),
            Format::Html => Box::new(html::Html::new()),
            Format::Rminer => Box::new(rminer::Rminer::new(presentation.origin.clone())),
            Format::Sarif => Box::new(sarif::Sarif::default()),
        };
        writer.begin(&mut out)?;
        Ok(Output { writer, out })
    }

    /// Whether a pager has the terminal.
    pub fn is_paged(&self) -> bool {
        self.out.is_paged()
    }

    pub fn write(&mut self, report: &Report) -> Result<()> {
        self.writer.report(&mut self.out, report)
    }

    pub fn finish(mut self) -> Result<()> {
        self.writer.end(&mut self.out)?;
        self.out.finish()
    }
}

/// Text from a repository without characters that a terminal would act on, or that turn around what is read.
pub fn clean(text: &str) -> String {
    text.chars().map(|c| if c.is_control() || turns(c) { '\u{fffd}' } else { c }).collect()
}

/// Whether a character changes the direction in which text is shown.
pub fn turns(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A number of things.
pub fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
