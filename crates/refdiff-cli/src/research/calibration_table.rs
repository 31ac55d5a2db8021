//! A calibration as the paper prints it.

use super::calibration::{Calibration, Folds};
use super::score::Counts;
use crate::args::By;
use serde_json::{Value, json};
use std::fmt::Write;

impl Calibration {
    /// For people: what was chosen, and the F1 of every threshold.
    pub fn text(&self) -> String {
        // Writing to a string does not fail.
        let mut out = String::new();
        let _ = writeln!(
            out,
            "{:24} {:>4} {:>5} {:>5} {:>4} {:>4}  prec. recall F1",
            "type", "#", "τ", "TP", "FP", "FN"
        );
        for stage in &self.stages {
            let name = stage.refactoring.name();
            if stage.tried.is_empty() {
                let _ = writeln!(out, "{name:24} {:4} {:>5}  no labels: as it was", 0, stage.chosen);
            } else {
                let _ =
                    writeln!(out, "{name:24} {:4} {:>5} {}", stage.labels, stage.chosen, row(&stage.counts));
            }
        }
        let labels: usize = self.stages.iter().map(|s| s.labels).sum();
        let _ = writeln!(out, "{:24} {labels:4} {:>5} {}", "all together", "", row(&self.total));
        if self.by == By::All {
            let _ = writeln!(out, "TP, FP, FN and F1 are those of all types with the threshold of this one");
        }
        let _ = writeln!(out, "\nF1 by threshold");
        let swept = self.stages.iter().filter(|s| !s.tried.is_empty());
        for (number, stage) in swept.enumerate() {
            if number == 0 {
                let heads: String = stage.tried.iter().map(|(t, _)| format!(" {t:>5}")).collect();
                let _ = writeln!(out, "{:24}{heads}", "type");
            }
            let figures: String = stage.tried.iter().map(|(_, c)| format!(" {:.3}", c.f1())).collect();
            let _ = writeln!(out, "{:24}{figures}", stage.refactoring.name());
        }
        out
    }

    /// For a page.
    pub fn markdown(&self) -> String {
        let mut out =
            String::from("| type | # | τ | TP | FP | FN | precision | recall | F1 by threshold |\n");
        out.push_str("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |\n");
        for stage in self.stages.iter().filter(|s| !s.tried.is_empty()) {
            let c = &stage.counts;
            let tried: Vec<String> = stage.tried.iter().map(|(t, c)| format!("{t}: {:.3}", c.f1())).collect();
            let _ = writeln!(
                out,
                "| {} | {} | {} | {} | {} | {} | {:.3} | {:.3} | {} |",
                stage.refactoring.name(),
                stage.labels,
                stage.chosen,
                c.tp,
                c.fp,
                c.fn_,
                c.precision(),
                c.recall(),
                tried.join(", ")
            );
        }
        let c = &self.total;
        let labels: usize = self.stages.iter().map(|s| s.labels).sum();
        let _ = writeln!(
            out,
            "| all together | {labels} | | {} | {} | {} | {:.3} | {:.3} | |",
            c.tp,
            c.fp,
            c.fn_,
            c.precision(),
            c.recall()
        );
        out
    }

    /// For a program.
    pub fn json(&self) -> Value {
        let stages = self.stages.iter().map(|stage| {
            let tried: Vec<Value> = stage
                .tried
                .iter()
                .map(|(threshold, c)| json!({ "threshold": threshold, "counts": counts(c) }))
                .collect();
            json!({
                "type": stage.refactoring.name(),
                "labels": stage.labels,
                "threshold": stage.chosen,
                "counts": counts(&stage.counts),
                "tried": tried,
            })
        });
        json!({ "types": stages.collect::<Vec<_>>(), "total": counts(&self.total) })
    }
}

impl Folds {
    /// For people.
    pub fn text(&self) -> String {
        format!(
            "\n{} parts by project, measured on each with what was chosen\n  on all data     {}\n  on the others   {}\n",
            self.folds,
            row(&self.chosen_here),
            row(&self.chosen_elsewhere)
        )
    }

    /// For a program.
    pub fn json(&self) -> Value {
        json!({
            "folds": self.folds,
            "chosen_on_all": counts(&self.chosen_here),
            "chosen_on_the_others": counts(&self.chosen_elsewhere),
        })
    }
}

fn row(c: &Counts) -> String {
    let Counts { tp, fp, fn_, .. } = c;
    format!("{tp:5} {fp:4} {fn_:4}  {:.3} {:.3}  {:.3}", c.precision(), c.recall(), c.f1())
}

fn counts(c: &Counts) -> Value {
    json!({ "tp": c.tp, "fp": c.fp, "fn": c.fn_, "precision": c.precision(), "recall": c.recall(), "f1": c.f1() })
}
