//! The data of a history's page: every commit and refactoring in a few bytes each, without code.

use super::known::Known;
use super::plain;
use crate::output::counted;
use crate::output::forge::Forge;
use crate::output::names::{Names, finer, place};
use refdiff::{Refactoring, Report};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What a history's page was told so far.
pub struct History {
    known: Known,
    /// The group of each type that was found.
    groups: BTreeMap<&'static str, &'static str>,
    repository: String,
    forge: Option<Forge>,
    /// The commits with refactorings, to be read without JavaScript.
    pub plain: String,
    left_out: usize,
    commits: usize,
    found: usize,
    /// How many finer changes are not listed.
    finer: usize,
    days: Option<(String, String)>,
}

/// So many bytes may be read without JavaScript.
const PLAIN: usize = 2 << 20;

impl History {
    pub fn new(forge: Option<Forge>) -> Self {
        History {
            known: Known::default(),
            groups: BTreeMap::new(),
            repository: String::new(),
            forge,
            plain: String::new(),
            left_out: 0,
            commits: 0,
            found: 0,
            finer: 0,
            days: None,
        }
    }

    /// A commit with its refactorings.
    pub fn commit(&mut self, report: &Report) -> Value {
        if self.repository.is_empty() {
            self.repository.clone_from(&report.repository);
        }
        self.commits += 1;
        self.found += report.refactorings.len();
        let consequences = report.consequences.values().flat_map(|counts| counts.values());
        self.finer += report.folded.values().chain(consequences).sum::<usize>();
        if let Some(day) = report.author.as_ref().and_then(|author| author.date.get(..10)) {
            let (first, last) = self.days.get_or_insert_with(|| (day.to_owned(), day.to_owned()));
            if day < first.as_str() {
                day.clone_into(first);
            } else if day > last.as_str() {
                day.clone_into(last);
            }
        }
        if !report.refactorings.is_empty() {
            if self.plain.len() < PLAIN {
                self.plain.push_str(&plain::history_line(report));
            } else {
                self.left_out += 1;
            }
        }
        let author = report.author.as_ref();
        // Before the rows: who reads this meets the texts in this order.
        let name = self.known.write(author.map_or("", |a| &a.name));
        let rows: Vec<Value> = report.refactorings.iter().map(|found| self.row(found)).collect();
        let lost = report.incomplete.len();
        let (date, subject) = (author.map(|a| &a.date), &report.subject);
        match &report.residual {
            None => json!([report.commit, date, name, subject, lost, rows]),
            Some(residual) => {
                let left = residual.changed_lines - residual.explained_lines;
                json!([report.commit, date, name, subject, lost, rows, residual.changed_lines, left])
            }
        }
    }

    fn row(&mut self, found: &Refactoring) -> Value {
        let text = if found.group.names_entities() {
            Names::of(found).plain()
        } else {
            let (was, is) = finer(found);
            let sides: Vec<String> = [was, is].into_iter().flatten().collect();
            format!("{} in {}", sides.join(" → "), found.after.short_name())
        };
        let line = place(found).rsplit(':').next().and_then(|line| line.parse::<u32>().ok());
        self.groups.insert(found.refactoring.name(), found.group.name());
        json!([
            self.known.write(found.refactoring.name()),
            self.known.write(&text),
            self.known.write(&found.after.file),
            line.unwrap_or(found.after.start_line),
            found.lines,
        ])
    }

    /// What is known at the end.
    pub fn rest(&self) -> Value {
        let commit = self.forge.as_ref().map(|forge| forge.commit(""));
        json!({"repository": self.repository, "forge": commit, "groups": self.groups, "finer": self.finer})
    }

    /// Puts a heading before the plain list, and says how many commits it lacks.
    pub fn finish(&mut self) {
        let name = if self.repository.is_empty() { "History" } else { &self.repository };
        let days = self.days.as_ref().map(|(first, last)| format!(", {first} to {last}")).unwrap_or_default();
        let finer = match self.finer {
            0 => String::new(),
            finer => format!("; {} not listed", counted(finer, "finer change")),
        };
        let heading = format!(
            "<h1>{}</h1><p>{} in {}{finer}</p>",
            plain::escape(&format!("{name}{days}")),
            counted(self.found, "refactoring"),
            counted(self.commits, "commit")
        );
        self.plain.insert_str(0, &heading);
        if self.left_out > 0 {
            self.plain.push_str(&format!("<p>{} more commits are not in this list.</p>", self.left_out));
        }
    }
}
