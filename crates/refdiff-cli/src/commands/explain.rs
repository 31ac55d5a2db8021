//! `refdiff explain REV FILE:LINE`: why an entity has the partner that it has, or none.

use super::open_repository;
use crate::args::{Explain, Format};
use crate::exit::Status;
use crate::settings::Settings;
use anstyle::Style;
use anyhow::{Result, bail};
use refdiff::git::{Endpoint, Revision};
use refdiff::{Analyser, Explained, Query, WhichSide};
use std::io::Write;

/// How many pairs are shown of an entity; the other formats have all.
const SHOWN: usize = 12;

pub fn run(args: &Explain, settings: &Settings) -> Result<Status> {
    let repository = open_repository(settings)?;
    let query = Query::parse(&args.what);
    let mut analyser = Analyser::new(&repository, &settings.report);
    let explained = match repository.revision(&args.revision)? {
        Revision::Range { from, to } => {
            analyser.explain_between(Endpoint::Tree(from), Endpoint::Tree(to), &query)?
        }
        _ => analyser.explain(repository.commit(&args.revision)?, args.parent, &query)?,
    };
    if explained.is_empty() {
        bail!(
            "there is no '{}' in the files that {} changes; give FILE:LINE or a key",
            args.what,
            args.revision
        );
    }
    let mut out = anstream::stdout().lock();
    match settings.presentation.format {
        Format::Text => explained.iter().try_for_each(|entity| write_text(&mut out, entity))?,
        Format::Json => writeln!(out, "{}", serde_json::to_string_pretty(&explained)?)?,
        Format::Jsonl => {
            for entity in &explained {
                writeln!(out, "{}", serde_json::to_string(entity)?)?;
            }
        }
        _ => bail!("explain writes text, json and jsonl"),
    }
    out.flush()?;
    Ok(Status::Done)
}

fn write_text(out: &mut impl Write, entity: &Explained) -> Result<()> {
    let (bold, dim) = (Style::new().bold(), Style::new().dimmed());
    let side = if entity.side == WhichSide::Before { "before" } else { "after" };
    let element = &entity.element;
    writeln!(
        out,
        "{bold}{} {}{bold:#}  {dim}{side}, {}:{}{dim:#}",
        element.kind, element.key, element.file, element.start_line
    )?;
    match entity.partners.as_slice() {
        [] => writeln!(out, "  corresponds to nothing on the other side")?,
        partners => {
            for partner in partners {
                writeln!(
                    out,
                    "  corresponds to {}  {dim}{}:{}{dim:#}",
                    partner.key, partner.file, partner.start_line
                )?;
            }
        }
    }
    for line in &entity.reported {
        writeln!(out, "  reported as {line}")?;
    }
    if entity.considered.is_empty() {
        writeln!(
            out,
            "  no other pair was considered: it is the same on both sides, or nothing like it is left over"
        )?;
    }
    for candidate in entity.considered.iter().take(SHOWN) {
        let verdict = candidate.reason.as_deref().map_or("accepted".into(), |r| format!("dropped: {r}"));
        let alike =
            candidate.similarity.map_or("nothing to compare".into(), |s| format!("{:.0}% alike", 100.0 * s));
        writeln!(
            out,
            "  {bold}{}{bold:#}  {}  {dim}{}:{}{dim:#}",
            candidate.refactoring, candidate.other.key, candidate.other.file, candidate.other.start_line
        )?;
        writeln!(out, "      {alike}; {verdict}")?;
        if !candidate.evidence.is_empty() {
            writeln!(out, "      {dim}{}{dim:#}", candidate.evidence.join("; "))?;
        }
    }
    let more = entity.considered.len().saturating_sub(SHOWN);
    if more > 0 {
        writeln!(out, "  and {more} more (--format json shows all)")?;
    }
    Ok(())
}
