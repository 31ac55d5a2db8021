//! `csv`: a line for each refactoring.

use super::Writer;
use anyhow::Result;
use refdiff::{Element, Report};
use std::io::Write;

const COLUMNS: [&str; 35] = [
    "repository",
    "commit",
    "parent",
    "before_rev",
    "after_rev",
    "author_name",
    "author_email",
    "author_date",
    "subject",
    "id",
    "type",
    "similarity",
    "confidence",
    "description",
    "changes",
    "before_kind",
    "before_key",
    "before_file",
    "before_start_line",
    "before_end_line",
    "after_kind",
    "after_key",
    "after_file",
    "after_start_line",
    "after_end_line",
    "residual_lines",
    "changed_lines",
    "group",
    "follows_from",
    "before_subject_kind",
    "before_subject",
    "before_subject_line",
    "after_subject_kind",
    "after_subject",
    "after_subject_line",
];

pub struct Csv;

impl Writer for Csv {
    fn begin(&mut self, out: &mut dyn Write) -> Result<()> {
        line(out, &COLUMNS.map(str::to_owned))
    }

    fn report(&mut self, out: &mut dyn Write, report: &Report) -> Result<()> {
        let text = |value: &Option<String>| value.clone().unwrap_or_default();
        let number = |value: Option<f64>| value.map(|n| n.to_string()).unwrap_or_default();
        let author = report.author.as_ref();
        for found in &report.refactorings {
            let mut fields = vec![
                report.repository.clone(),
                text(&report.commit),
                text(&report.parent),
                text(&report.before_rev),
                text(&report.after_rev),
                author.map(|a| a.name.clone()).unwrap_or_default(),
                author.map(|a| a.email.clone()).unwrap_or_default(),
                author.map(|a| a.date.clone()).unwrap_or_default(),
                text(&report.subject),
                found.id.clone(),
                found.refactoring.name().to_owned(),
                number(found.similarity),
                number(found.confidence),
                found.description.clone(),
                found.changes.join("; "),
            ];
            fields.extend(element(&found.before));
            fields.extend(element(&found.after));
            let residual = report.residual.as_ref();
            let left = residual.map(|r| (r.changed_lines - r.explained_lines).to_string());
            fields.push(left.unwrap_or_default());
            fields.push(residual.map(|r| r.changed_lines.to_string()).unwrap_or_default());
            fields.push(found.group.name().to_owned());
            fields.push(text(&found.follows_from));
            fields.extend(subject(&found.before));
            fields.extend(subject(&found.after));
            line(out, &fields)?;
        }
        Ok(())
    }
}

fn element(element: &Element) -> [String; 5] {
    [
        element.kind.to_string(),
        element.key.clone(),
        element.file.clone(),
        element.start_line.to_string(),
        element.end_line.to_string(),
    ]
}

fn subject(element: &Element) -> [String; 3] {
    let subject = element.subject.as_ref();
    subject.map_or_else(Default::default, |s| [s.kind.to_string(), s.text.clone(), s.start_line.to_string()])
}

fn line(out: &mut dyn Write, fields: &[String]) -> Result<()> {
    let mut writer = ::csv::Writer::from_writer(out);
    writer.write_record(fields.iter().map(|f| inert(f)))?;
    Ok(writer.flush()?)
}

/// A spreadsheet takes what begins with one of these for a formula: an apostrophe before it makes it text.
fn inert(field: &str) -> String {
    if field.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{field}") } else { field.to_owned() }
}
