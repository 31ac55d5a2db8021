//! One file per format.

mod blamed;
mod csv;
mod destination;
mod difference;
mod forge;
mod html;
mod json;
mod life;
mod markdown;
mod names;
mod outline;
mod pager;
mod patch;
mod rminer;
mod sarif;
mod stat;
#[cfg(feature = "arrow")]
mod tables;
mod text;
mod width;

pub use blamed::{Blamed, Columns};
pub use destination::Destination;
pub use forge::Forge;
#[cfg(feature = "view")]
pub use html::{Html, LifePage, Site};
pub use life::Life;
#[cfg(feature = "arrow")]
pub use tables::TableOutput;
#[cfg(all(feature = "arrow", feature = "database"))]
pub use tables::made as made_tables;

pub use width::{cut_left, length, of_output as width, wrap};

use crate::args::{Format, TableArgs};
use crate::settings::{Presentation, Settings};
use anyhow::{Result, bail};
use refdiff::Report;
use std::io::Write;

/// A format: what comes before the reports, each of them, and what comes after.
pub trait Writer {
    /// Before the first report.
    fn begin(&mut self, _out: &mut dyn Write) -> Result<()> {
        Ok(())
    }

    /// One report.
    fn report(&mut self, out: &mut dyn Write, report: &Report) -> Result<()>;

    /// After the last one.
    fn end(&mut self, _out: &mut dyn Write) -> Result<()> {
        Ok(())
    }
}

/// Where reports go, one after the other.
pub enum Output {
    /// As a format writes them.
    Reports { writer: Box<dyn Writer>, out: Destination },
    /// As rows.
    #[cfg(feature = "arrow")]
    Tables(Box<TableOutput>),
}

impl Output {
    /// Writes to standard output or a file; colours only where they are wanted.
    pub fn new(presentation: &Presentation) -> Result<Self> {
        let mut writer: Box<dyn Writer> = match presentation.format {
            Format::Text => Box::new(text::Text::new(presentation)),
            Format::Json => Box::new(json::Document::default()),
            Format::Jsonl => Box::new(json::Lines),
            Format::Csv => Box::new(csv::Csv),
            Format::Md => Box::new(markdown::Markdown::new(presentation)),
            Format::Html => Box::new(html::Html::new(presentation)),
            Format::Rminer => Box::new(rminer::Rminer::new(presentation.origin.clone())),
            Format::Sarif => Box::new(sarif::Sarif::default()),
            Format::Arrow | Format::Parquet => bail!("arrow and parquet are for log, mine and db export"),
        };
        let mut out = Destination::new(presentation)?;
        writer.begin(&mut out)?;
        Ok(Output::Reports { writer, out })
    }

    /// The same for commands that write tables as well; all reports are of the repository of this name.
    pub fn with_tables(
        settings: &Settings,
        args: &TableArgs,
        timings: bool,
        repository: &str,
    ) -> Result<Self> {
        if !settings.presentation.format.is_table() {
            args.refuse()?;
            return Output::new(&settings.presentation);
        }
        #[cfg(not(feature = "arrow"))]
        {
            let _ = (timings, repository);
            bail!(WITHOUT_TABLES)
        }
        #[cfg(feature = "arrow")]
        {
            let mut tables =
                TableOutput::new(&settings.presentation, args, &tables::made(settings, timings))?;
            tables.begin(repository)?;
            Ok(Output::Tables(Box::new(tables)))
        }
    }

    /// Whether a pager has the terminal.
    pub fn is_paged(&self) -> bool {
        match self {
            Output::Reports { out, .. } => out.is_paged(),
            #[cfg(feature = "arrow")]
            Output::Tables(_) => false,
        }
    }

    pub fn write(&mut self, report: &Report) -> Result<()> {
        match self {
            Output::Reports { writer, out } => writer.report(out, report),
            #[cfg(feature = "arrow")]
            Output::Tables(tables) => tables.write(report),
        }
    }

    pub fn finish(self) -> Result<()> {
        match self {
            Output::Reports { mut writer, mut out } => {
                writer.end(&mut out)?;
                out.finish()
            }
            #[cfg(feature = "arrow")]
            Output::Tables(tables) => tables.finish(),
        }
    }
}

/// What is said where tables were left out when the program was built.
#[cfg(not(feature = "arrow"))]
pub const WITHOUT_TABLES: &str = "this refdiff was built without tables: take a release or `pip install refdiff`, or build it \
     with `cargo install --path crates/refdiff-cli --features arrow`";

impl TableArgs {
    /// Refuses them where no tables are written.
    pub fn refuse(&self) -> Result<()> {
        if self.table.is_some() || self.partition_by_repository {
            bail!("--table and --partition-by-repository go with --format arrow or parquet");
        }
        Ok(())
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

/// Whether code left a method for a new one, and did not come from one that is gone.
fn extracts(found: &refdiff::Refactoring) -> bool {
    found.refactoring.name().starts_with("Extract")
}

/// What is left of changed lines, by what it takes to review it.
struct Left {
    changed: usize,
    explained: usize,
    layout: usize,
    /// Files that changed otherwise than by lines that were read: binary, unread, another mode.
    files: usize,
}

impl Left {
    fn of(residual: &refdiff::Residual) -> Left {
        let layout = residual.residual.iter().filter(|l| l.kind == refdiff::LeftoverKind::Layout);
        let lines = layout.flat_map(|l| [&l.before, &l.after]).flatten().map(|range| range.lines);
        let (changed, explained) = (residual.changed_lines, residual.explained_lines);
        let whole = |kind| !matches!(kind, refdiff::LeftoverKind::Code | refdiff::LeftoverKind::Layout);
        let files = residual.residual.iter().filter(|left| whole(left.kind)).count();
        Left { changed, explained, layout: lines.sum(), files }
    }

    /// The lines to read.
    fn code(&self) -> usize {
        (self.changed - self.explained).saturating_sub(self.layout)
    }

    /// `12 of 340 changed lines are left to review (4%), and 7 of layout and comments`.
    fn words(&self) -> String {
        let has = |files| if files == 1 { "has" } else { "have" };
        let lines = self.lines();
        match (self.files, self.changed == self.explained) {
            (0, _) => lines,
            (files, true) => {
                format!("{} left to review that {} no lines to show", counted(files, "file"), has(files))
            }
            (files, false) => {
                format!("{lines}; and {} that {} no lines to show", counted(files, "file"), has(files))
            }
        }
    }

    fn lines(&self) -> String {
        let layout = match self.layout {
            0 => String::new(),
            lines => format!(", and {lines} of layout and comments"),
        };
        match (self.changed, self.code(), self.layout) {
            (0, ..) => "no lines changed".to_owned(),
            (changed, 0, 0) => format!("nothing of {} is left to review", counted(changed, "changed line")),
            (changed, 0, lines) => {
                let are = if lines == 1 { "is" } else { "are" };
                format!(
                    "only layout and comments are left to review: {lines} of {changed} changed lines {are} of these"
                )
            }
            (changed, code, _) => {
                let are = if code == 1 { "is" } else { "are" };
                let share = share(code, changed);
                format!(
                    "{code} of {} {are} left to review ({share}){layout}",
                    counted(changed, "changed line")
                )
            }
        }
    }
}

/// A share in per cent: neither 0% of something nor all of what is less.
fn share(part: usize, of: usize) -> String {
    let percent = 100.0 * part as f64 / of.max(1) as f64;
    match percent {
        p if p > 0.0 && p < 1.0 => "under 1%".to_owned(),
        p if p > 99.0 && p < 100.0 => "over 99%".to_owned(),
        p => format!("{p:.0}%"),
    }
}

/// A number of things.
pub fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
