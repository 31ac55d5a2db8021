//! `sarif`: SARIF 2.1.0, for views of code scanning. Every refactoring is a note.

use super::Writer;
use anyhow::Result;
use refdiff::{Element, Refactoring, RefactoringType, Report};
use serde_json::{Value, json};
use std::io::Write;

#[derive(Default)]
pub struct Sarif {
    begun: bool,
}

impl Writer for Sarif {
    fn begin(&mut self, out: &mut dyn Write) -> Result<()> {
        let rules: Vec<Value> = RefactoringType::ALL
            .iter()
            .map(|t| {
                json!({"id": t.flag(), "name": pascal(t.name()), "shortDescription": {"text": t.name()},
                "defaultConfiguration": {"level": "note"}})
            })
            .collect();
        let driver = json!({"name": "refdiff", "version": env!("CARGO_PKG_VERSION"),
            "informationUri": env!("CARGO_PKG_REPOSITORY"), "rules": rules});
        // The schema is named, not fetched.
        write!(
            out,
            "{{\"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\", \"version\": \"2.1.0\", \
             \"runs\": [{{\"tool\": {{\"driver\": {driver}}}, \"columnKind\": \"unicodeCodePoints\", \"results\": ["
        )?;
        Ok(())
    }

    fn report(&mut self, out: &mut dyn Write, report: &Report) -> Result<()> {
        for found in &report.refactorings {
            out.write_all(if self.begun { b",\n" } else { b"\n" })?;
            self.begun = true;
            serde_json::to_writer(&mut *out, &result(report, found)).map_err(std::io::Error::from)?;
        }
        Ok(())
    }

    fn end(&mut self, out: &mut dyn Write) -> Result<()> {
        Ok(out.write_all(b"\n]}]}\n")?)
    }
}

/// A name as rules have them: `Replace Variable with Field` is `ReplaceVariableWithField`.
fn pascal(name: &str) -> String {
    let word = |word: &str| {
        let (first, rest) = word.split_at(word.chars().next().map_or(0, char::len_utf8));
        first.to_uppercase() + rest
    };
    name.split(' ').map(word).collect()
}

fn result(report: &Report, found: &Refactoring) -> Value {
    let mut before = location(&found.before);
    before["id"] = json!(1);
    before["message"] = json!({"text": format!("before: {}", found.before.key)});
    json!({
        "ruleId": found.refactoring.flag(),
        "level": "note",
        "message": {"text": found.description},
        "locations": [location(&found.after)],
        "relatedLocations": [before],
        "partialFingerprints": {"refdiff/v1": found.id},
        "properties": {
            "commit": report.commit,
            "similarity": found.similarity,
            "confidence": found.confidence,
            "group": found.group,
            "followsFrom": found.follows_from,
        },
    })
}

fn location(element: &Element) -> Value {
    // The finer thing, where the report is about one.
    let finer = element.subject.as_ref().map(|s| (s.start_line, s.start_column, s.end_line, s.end_column));
    let whole = (element.start_line, element.start_column, element.end_line, element.end_column);
    let (start_line, start_column, end_line, end_column) = finer.unwrap_or(whole);
    json!({
        "physicalLocation": {
            "artifactLocation": {"uri": uri(element.path.as_bytes()), "uriBaseId": "%SRCROOT%"},
            "region": {
                "startLine": start_line,
                "startColumn": start_column,
                "endLine": end_line,
                // The column behind the last character.
                "endColumn": end_column + 1,
            },
        },
        "logicalLocations": [{"fullyQualifiedName": element.key, "kind": kind(&element.kind)}],
    })
}

/// What SARIF calls it.
fn kind(kind: &str) -> &'static str {
    match kind {
        "function" | "method" | "constructor" | "initialiser" => "function",
        "field" | "enum constant" | "record component" => "member",
        "module" => "module",
        _ => "type",
    }
}

/// A path as a relative reference.
pub fn uri(path: &[u8]) -> String {
    const KEPT: &percent_encoding::AsciiSet =
        &percent_encoding::NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'_').remove(b'.').remove(b'~');
    percent_encoding::percent_encode(path, KEPT).to_string()
}
