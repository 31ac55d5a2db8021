//! Scores as tables: for people, for a page, for a program.

use super::score::{Counts, Score, harmonic};
use serde_json::{Value, json};
use std::fmt::Write;

/// The scores of one or more tools, each with its name.
pub type Column<'s, 'c> = (&'s str, &'s Score<'c>);

/// The types that any of them has, in order.
fn names(columns: &[Column<'_, '_>]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for (_, score) in columns {
        for (place, (name, _)) in score.types.iter().enumerate() {
            if !names.contains(name) {
                names.insert(place.min(names.len()), name.clone());
            }
        }
    }
    names
}

fn counts(score: &Score<'_>, name: Option<&str>) -> Counts {
    match name {
        None => score.total,
        Some(name) => score.types.iter().find(|(n, _)| n == name).map(|(_, c)| *c).unwrap_or_default(),
    }
}

/// For people. One tool with all that is counted, several beside each other.
pub fn text(columns: &[Column<'_, '_>]) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    if let [(_, score)] = columns {
        let _ = writeln!(
            out,
            "{:24} {:>5} {:>4} {:>4} {:>5} {:>4} {:>4}   prec. recall F1      wide: prec. recall F1",
            "type", "TP", "FP", "FN", "S", "SN", "?"
        );
        let rows = names(columns).into_iter().map(Some).chain([None]);
        for name in rows {
            let c = counts(score, name.as_deref());
            let _ = writeln!(
                out,
                "{:24} {:5} {:4} {:4} {:5} {:4} {:4}   {:.3} {:.3}  {:.3}         {:.3} {:.3}  {:.3}",
                name.as_deref().unwrap_or("total"),
                c.tp,
                c.fp,
                c.fn_,
                c.silver,
                c.silver_missed,
                c.unlabelled,
                c.precision(),
                c.recall(),
                c.f1(),
                c.wide_precision(),
                c.wide_recall(),
                c.wide_f1()
            );
        }
    } else {
        let _ = write!(out, "{:24}", "");
        for (title, _) in columns {
            let _ = write!(out, "  {:36.36}", title);
        }
        let _ = write!(out, "\n{:24}", "type");
        for _ in columns {
            let _ = write!(out, "  {:>5} {:>4} {:>4}  prec. recall F1   ", "TP", "FP", "FN");
        }
        out.push('\n');
        for name in names(columns).into_iter().map(Some).chain([None]) {
            let _ = write!(out, "{:24}", name.as_deref().unwrap_or("total"));
            for (_, score) in columns {
                let c = counts(score, name.as_deref());
                let _ = write!(
                    out,
                    "  {:5} {:4} {:4}  {:.3} {:.3}  {:.3}",
                    c.tp,
                    c.fp,
                    c.fn_,
                    c.precision(),
                    c.recall(),
                    c.f1()
                );
            }
            out.push('\n');
        }
    }
    for (title, score) in columns.iter().filter(|(_, s)| s.missing > 0) {
        let _ = writeln!(out, "{} cases have no output of {title}", score.missing);
    }
    out
}

/// For a page.
pub fn markdown(columns: &[Column<'_, '_>]) -> String {
    let mut out = String::from("| type |");
    for (title, _) in columns {
        let title = title.replace('|', "\\|");
        let _ = write!(out, " {title}: TP | FP | FN | precision | recall | F1 |");
    }
    let _ = writeln!(out, "\n| --- |{}", " ---: | ---: | ---: | ---: | ---: | ---: |".repeat(columns.len()));
    for name in names(columns).into_iter().map(Some).chain([None]) {
        let _ = write!(out, "| {} |", name.as_deref().unwrap_or("total"));
        for (_, score) in columns {
            let c = counts(score, name.as_deref());
            let (p, r, f) = (c.precision(), c.recall(), c.f1());
            let _ = write!(out, " {} | {} | {} | {p:.3} | {r:.3} | {f:.3} |", c.tp, c.fp, c.fn_);
        }
        out.push('\n');
    }
    out
}

fn rounded(value: f64) -> f64 {
    (value * 10_000.0).round() / 10_000.0
}

fn row(name: &str, c: &Counts) -> Value {
    let (precision, recall) = (rounded(c.precision()), rounded(c.recall()));
    let (wide_precision, wide_recall) = (rounded(c.wide_precision()), rounded(c.wide_recall()));
    json!({
        "type": name,
        "tp": c.tp,
        "fp": c.fp,
        "fn": c.fn_,
        "unlabelled": c.unlabelled,
        "silver": c.silver,
        "silver_missed": c.silver_missed,
        "precision": precision,
        "recall": recall,
        "f1": rounded(harmonic(precision, recall)),
        "wide_precision": wide_precision,
        "wide_recall": wide_recall,
        "wide_f1": rounded(harmonic(wide_precision, wide_recall)),
    })
}

/// For a program.
pub fn json(title: &str, score: &Score<'_>) -> Value {
    let types: Vec<Value> = score.types.iter().map(|(name, c)| row(name, c)).collect();
    let mut total = row("total", &score.total);
    total["cases_without_output"] = score.missing.into();
    json!({ "tool": title, "total": total, "types": types })
}
