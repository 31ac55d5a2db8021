//! `refdiff languages`: what can be read.

use crate::args::Format;
use crate::exit::Status;
use crate::output::Destination;
use crate::settings::Settings;
use anyhow::Result;
use refdiff::lang::KNOWN;
use serde_json::json;
use std::io::Write;

pub fn run(settings: &Settings) -> Result<Status> {
    let mut out = Destination::plain(settings.presentation.output.as_deref())?;
    match settings.presentation.format {
        Format::Text => {
            for (name, endings, built) in KNOWN {
                let endings: Vec<String> = endings.iter().map(|ending| format!(".{ending}")).collect();
                let state =
                    if *built { "" } else { "  (not in this build: docs/languages.md has its feature)" };
                writeln!(out, "{name:<12}{}{state}", endings.join(" "))?;
            }
        }
        Format::Json => writeln!(out, "{}", serde_json::to_string_pretty(&json!({ "languages": all() }))?)?,
        Format::Jsonl => {
            for language in all() {
                writeln!(out, "{language}")?;
            }
        }
        _ => anyhow::bail!("languages writes text, json and jsonl"),
    }
    out.finish()?;
    Ok(Status::Done)
}

fn all() -> Vec<serde_json::Value> {
    let one = |(name, endings, built): &(&str, &[&str], bool)| json!({ "name": name, "endings": endings, "built": built });
    KNOWN.iter().map(one).collect()
}
