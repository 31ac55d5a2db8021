//! One file a format.

mod json;
mod patch;
mod text;

use crate::args::Format;
use anyhow::Result;
use refdiff::Report;
use std::io::{BufWriter, Write};

/// Where reports go, one after the other.
pub struct Output {
    format: Format,
    out: Box<dyn Write>,
    count: usize,
}

impl Output {
    /// Writes to standard output; colours only where they are wanted.
    pub fn new(format: Format) -> Result<Self> {
        let mut output = Output { format, out: Box::new(BufWriter::new(anstream::stdout())), count: 0 };
        if format == Format::Json {
            output.out.write_all(b"{\"commits\": [")?;
        }
        Ok(output)
    }

    pub fn write(&mut self, report: &Report) -> Result<()> {
        match self.format {
            Format::Text => match &report.residual {
                Some(residual) => patch::write(&mut self.out, report, residual, self.count == 0)?,
                None => text::write(&mut self.out, report, self.count == 0)?,
            },
            Format::Json => json::write_item(&mut self.out, report, self.count == 0)?,
            Format::Jsonl => json::write_line(&mut self.out, report)?,
        }
        self.count += 1;
        Ok(())
    }

    pub fn finish(mut self) -> Result<()> {
        if self.format == Format::Json {
            self.out.write_all(b"\n]}\n")?;
        }
        Ok(self.out.flush()?)
    }
}
