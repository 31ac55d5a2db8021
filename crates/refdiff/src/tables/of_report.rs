//! From a report to rows.

use super::columns::Table;
use super::rows::{Rows, Value};
use crate::report::{Element, Refactoring, Report};

/// Adds the rows of a report for one table. The values are in the order of the table's columns.
pub(super) fn add(rows: &mut Rows, repository: &str, report: &Report) {
    let of_commit = [Value::Text(repository), maybe(report.commit.as_deref())];
    match rows.table() {
        Table::Commits => rows.push(&commit(of_commit, report)),
        Table::Refactorings => {
            for found in &report.refactorings {
                rows.push(&refactoring(&of_commit, found));
            }
        }
        Table::Elements => {
            for found in &report.refactorings {
                for (side, one) in [("before", &found.before), ("after", &found.after)] {
                    rows.push(&element(&of_commit, found, side, one));
                }
            }
        }
        Table::Incomplete => {
            for lost in &report.incomplete {
                let [repository, commit] = of_commit.clone();
                rows.push(&[repository, commit, Value::Text(&lost.file), Value::Text(&lost.reason)]);
            }
        }
        Table::Timings => {
            if let Some(timings) = &report.timings {
                let mut values = of_commit.to_vec();
                values.extend(timings.stages().map(|(_, time)| Value::Integer(time.as_micros() as i64)));
                values.extend([number(timings.entities), number(timings.candidates)]);
                rows.push(&values);
            }
        }
        Table::Residuals => {
            if let Some(residual) = &report.residual {
                let [repository, commit] = of_commit;
                let lines = [residual.changed_lines, residual.explained_lines].map(number);
                let [changed, explained] = lines;
                rows.push(&[repository, commit, changed, explained, Value::Truth(residual.pure)]);
            }
        }
    }
}

fn maybe(text: Option<&str>) -> Value<'_> {
    text.map_or(Value::None, Value::Text)
}

fn number(count: usize) -> Value<'static> {
    Value::Integer(count as i64)
}

fn texts(texts: &[String]) -> Value<'_> {
    Value::Texts(texts.iter().map(String::as_str).collect())
}

fn commit<'r>([repository, commit]: [Value<'r>; 2], report: &'r Report) -> Vec<Value<'r>> {
    let mut values = vec![repository, commit, maybe(report.parent.as_deref()), texts(&report.parents)];
    for person in [&report.author, &report.committer] {
        match person {
            Some(person) => values.extend([
                Value::Text(&person.name),
                Value::Text(&person.email),
                Value::Date(&person.date),
                Value::Date(&person.date),
            ]),
            None => values.extend([const { Value::None }; 4]),
        }
    }
    values.extend([maybe(report.subject.as_deref()), maybe(report.message.as_deref())]);
    values.extend(
        [report.files.changed, report.files.analysed, report.files.skipped.values().sum()].map(number),
    );
    let entities = &report.entities;
    values.extend([entities.matched, entities.added, entities.removed].map(number));
    values
}

fn refactoring<'r>(of_commit: &[Value<'r>; 2], found: &'r Refactoring) -> Vec<Value<'r>> {
    let mut values = of_commit.to_vec();
    values.extend([
        Value::Text(&found.id),
        Value::Text(found.refactoring.name()),
        Value::Text(found.group.name()),
        found.similarity.map_or(Value::None, Value::Real),
        found.confidence.map_or(Value::None, Value::Real),
        Value::Text(&found.description),
        texts(&found.changes),
        maybe(found.follows_from.as_deref()),
    ]);
    for side in [&found.before, &found.after] {
        values.extend([&*side.kind, side.key.as_str(), side.file.as_str()].map(Value::Text));
        values.extend([side.start_line, side.end_line].map(|n| Value::Integer(n.into())));
    }
    values
}

fn element<'r>(
    of_commit: &[Value<'r>; 2],
    found: &'r Refactoring,
    side: &'r str,
    one: &'r Element,
) -> Vec<Value<'r>> {
    let mut values = of_commit.to_vec();
    values
        .extend([found.id.as_str(), side, &*one.kind, one.key.as_str(), one.file.as_str()].map(Value::Text));
    let place =
        [one.start_line, one.start_column, one.end_line, one.end_column, one.start_byte, one.end_byte];
    values.extend(place.map(|n| Value::Integer(n.into())));
    match &one.subject {
        Some(subject) => {
            values.extend([&*subject.kind, subject.name.as_str(), subject.text.as_str()].map(Value::Text));
            let at = [
                subject.start_line,
                subject.start_column,
                subject.end_line,
                subject.end_column,
                subject.start_byte,
                subject.end_byte,
            ];
            values.extend(at.map(|n| Value::Integer(n.into())));
        }
        None => values.extend([const { Value::None }; 9]),
    }
    values
}
