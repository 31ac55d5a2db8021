//! `json` and `jsonl`: the objects of the contract.

use anyhow::Result;
use refdiff::Report;
use std::io::Write;

/// A line of its own.
pub fn write_line(out: &mut dyn Write, report: &Report) -> Result<()> {
    serde_json::to_writer(&mut *out, report).map_err(std::io::Error::from)?;
    Ok(out.write_all(b"\n")?)
}

/// An item of the document's list.
pub fn write_item(out: &mut dyn Write, report: &Report, first: bool) -> Result<()> {
    out.write_all(if first { b"\n" } else { b",\n" })?;
    serde_json::to_writer(&mut *out, report).map_err(std::io::Error::from)?;
    Ok(())
}
