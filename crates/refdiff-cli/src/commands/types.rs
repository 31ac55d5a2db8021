//! `refdiff types`: what can be found.

use crate::args::Format;
use crate::exit::Status;
use crate::output::Destination;
use crate::settings::Settings;
use anstyle::{AnsiColor, Style};
use anyhow::Result;
use refdiff::refactorings::{TypeInfo, all};
use serde_json::json;
use std::io::Write;

pub fn run(settings: &Settings) -> Result<Status> {
    let mut out = Destination::plain(settings.presentation.output.as_deref())?;
    match settings.presentation.format {
        Format::Text => {
            for (i, info) in all().enumerate() {
                if i > 0 {
                    writeln!(out)?;
                }
                write_text(&mut out, info)?;
            }
        }
        Format::Json => {
            let types: Vec<_> = all().map(as_json).collect();
            writeln!(out, "{}", serde_json::to_string_pretty(&json!({ "types": types }))?)?;
        }
        Format::Jsonl => {
            for info in all() {
                writeln!(out, "{}", as_json(info))?;
            }
        }
        _ => anyhow::bail!("types writes text, json and jsonl"),
    }
    out.finish()?;
    Ok(Status::Done)
}

fn write_text(out: &mut impl Write, info: &TypeInfo) -> Result<()> {
    let name = Style::new().bold();
    let removed = AnsiColor::Red.on_default();
    let added = AnsiColor::Green.on_default();
    let flag = info.refactoring.flag();
    writeln!(out, "{name}{}{name:#} ({flag}; {})", info.refactoring.name(), info.group.name())?;
    writeln!(out, "    {}", info.summary)?;
    if info.doubtful {
        writeln!(out, "    Shown only with --type: few reports of it were read, or too many were wrong.")?;
    }
    for (style, sign, text) in [(removed, '-', info.example_before), (added, '+', info.example_after)] {
        for line in text.lines() {
            writeln!(out, "      {style}{sign} {line}{style:#}")?;
        }
    }
    Ok(())
}

fn as_json(info: &TypeInfo) -> serde_json::Value {
    json!({
        "type": info.refactoring.name(),
        "flag": info.refactoring.flag(),
        "group": info.group,
        "aliases": info.refactoring.aliases(),
        "summary": info.summary,
        "doubtful": info.doubtful,
        "paper_threshold": info.paper_threshold,
        "example": { "before": info.example_before, "after": info.example_after },
    })
}
