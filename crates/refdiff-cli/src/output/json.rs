//! `json` and `jsonl`: the objects of the contract.

use super::Writer;
use anyhow::Result;
use refdiff::Report;
use std::io::Write;

/// A line for each report.
pub struct Lines;

impl Writer for Lines {
    fn report(&mut self, out: &mut dyn Write, report: &Report) -> Result<()> {
        serde_json::to_writer(&mut *out, report).map_err(std::io::Error::from)?;
        Ok(out.write_all(b"\n")?)
    }
}

/// One document with a list of them.
#[derive(Default)]
pub struct Document {
    begun: bool,
}

impl Writer for Document {
    fn begin(&mut self, out: &mut dyn Write) -> Result<()> {
        Ok(out.write_all(b"{\"commits\": [")?)
    }

    fn report(&mut self, out: &mut dyn Write, report: &Report) -> Result<()> {
        out.write_all(if self.begun { b",\n" } else { b"\n" })?;
        self.begun = true;
        serde_json::to_writer(&mut *out, report).map_err(std::io::Error::from)?;
        Ok(())
    }

    fn end(&mut self, out: &mut dyn Write) -> Result<()> {
        Ok(out.write_all(b"\n]}\n")?)
    }
}
