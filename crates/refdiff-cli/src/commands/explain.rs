//! `refdiff explain REV FILE:LINE`: why an entity has the partner that it has, or none.

use super::{from_top, open_repository};
use crate::args::{Explain, Format};
use crate::exit::Status;
use crate::output::{clean, cut_left, length, wrap};
use crate::settings::Settings;
use anstyle::Style;
use anyhow::{Result, bail};
use refdiff::git::{Endpoint, Revision};
use refdiff::{Analyser, Candidate, Element, Explained, Profile, Query, WhichSide};
use std::io::Write;

/// How many pairs are shown of an entity; the other formats have all.
const SHOWN: usize = 12;

pub fn run(args: &Explain, settings: &Settings) -> Result<Status> {
    let repository = open_repository(settings)?;
    let query = match Query::parse(&args.what) {
        Query::Place { path, line } => Query::Place { path: from_top(&repository, &path.to_string()), line },
        key => key,
    };
    let mut analyser = Analyser::new(&repository, &settings.report);
    let explained = match repository.revision(&args.revision)? {
        Revision::Range { from, to } => {
            analyser.explain_between(Endpoint::Tree(from), Endpoint::Tree(to), &query)?
        }
        Revision::Symmetric { one, two } => {
            let base = repository.merge_base(one, two)?;
            analyser.explain_between(Endpoint::Tree(base), Endpoint::Tree(two), &query)?
        }
        _ => analyser.explain(repository.commit(&args.revision)?, args.parent, &query)?,
    };
    if explained.is_empty() {
        bail!(
            "no type, method or field is at '{}' in the files that {} changes (files that it does not change take no \
             part; lines outside of any element have none)",
            args.what,
            args.revision
        );
    }
    let mut out = anstream::stdout().lock();
    match settings.presentation.format {
        Format::Text => {
            let profile = settings.report.compare.profile.clone();
            let width = settings.presentation.width();
            explained.iter().try_for_each(|entity| write_text(&mut out, entity, &profile, width))?;
        }
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

/// A name and, behind it or on the next line, a place.
fn named(out: &mut impl Write, name: &str, element: &Element, indent: usize, width: usize) -> Result<()> {
    let dim = Style::new().dimmed();
    let place = clean(&format!("{}:{}", element.file, element.start_line));
    // Styles take no room.
    let plain = anstream::adapter::strip_str(name).to_string();
    let one_line = indent + length(&plain) + 2 + length(&place) <= width;
    let (between, room) = match one_line {
        true => ("  ".to_owned(), width),
        false => (format!("\n{:1$}", "", indent + 4), width.saturating_sub(indent + 4)),
    };
    Ok(writeln!(out, "{:indent$}{name}{between}{dim}{}{dim:#}", "", cut_left(&place, room))?)
}

/// A text in lines that fit.
fn wrapped(out: &mut impl Write, text: &str, indent: usize, width: usize) -> Result<()> {
    for line in wrap(text, width.saturating_sub(indent)) {
        writeln!(out, "{:indent$}{line}", "")?;
    }
    Ok(())
}

fn write_text(out: &mut impl Write, entity: &Explained, profile: &Profile, width: usize) -> Result<()> {
    let bold = Style::new().bold();
    let side = if entity.side == WhichSide::Before { "before" } else { "after" };
    let element = &entity.element;
    named(
        out,
        &format!("{bold}{} {}{bold:#} ({side})", element.kind, clean(&element.key)),
        element,
        0,
        width,
    )?;
    match entity.partners.as_slice() {
        [] => writeln!(out, "  corresponds to nothing on the other side")?,
        partners => {
            for partner in partners {
                named(out, &format!("corresponds to {}", clean(partner.short_name())), partner, 2, width)?;
            }
        }
    }
    for line in &entity.reported {
        wrapped(out, &format!("reported as {}", clean(line)), 2, width)?;
    }
    if entity.considered.is_empty() {
        let why = match entity.partners.is_empty() {
            true => "nothing that is left over on the other side could be compared with it",
            false => "it was matched by its name and owner before anything else was compared with it",
        };
        wrapped(out, why, 2, width)?;
    }
    for candidate in entity.considered.iter().take(SHOWN) {
        let verdict = candidate.reason.as_deref().map_or("accepted".into(), |r| format!("dropped: {r}"));
        let alike =
            candidate.similarity.map_or("nothing to compare".into(), |s| format!("{:.0}% alike", 100.0 * s));
        let other = clean(candidate.other.short_name());
        named(out, &format!("{bold}{}{bold:#}  {other}", candidate.refactoring), &candidate.other, 2, width)?;
        wrapped(out, &format!("{alike}; {verdict}{}", needed(candidate, profile)), 6, width)?;
        if !candidate.evidence.is_empty() {
            wrapped(out, &candidate.evidence.join("; "), 6, width)?;
        }
    }
    let more = entity.considered.len().saturating_sub(SHOWN);
    if more > 0 {
        writeln!(out, "  and {more} more (--format json shows all)")?;
    }
    Ok(())
}

/// What a dropped pair would have needed, where a threshold decided.
fn needed(candidate: &Candidate, profile: &Profile) -> String {
    let Some(threshold) = profile.threshold(candidate.refactoring).filter(|_| !candidate.accepted) else {
        return String::new();
    };
    let probability = candidate.evidence.first().and_then(|first| first.strip_prefix("probability "));
    let probability = probability.and_then(|text| text.parse::<f64>().ok());
    let option = format!("--threshold {}={threshold}", candidate.refactoring.flag());
    match (probability, candidate.similarity) {
        (Some(probability), _) if probability < threshold => {
            format!("; it needs a probability of {threshold} ({option})")
        }
        (None, Some(similarity)) if similarity < threshold => {
            format!("; it needs {:.0}% ({option})", 100.0 * threshold)
        }
        _ => String::new(),
    }
}
