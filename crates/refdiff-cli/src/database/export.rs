//! From the database to tables. The columns of each query are those of its table, in their order.

use super::{Database, Run};
use anyhow::Result;
use refdiff::tables::{Kind, Rows, Table, Value};
use rusqlite::types::ValueRef;

/// A repository's run, as it is exported.
pub struct Exported {
    pub run: Run,
    pub repository: String,
    /// How many other runs there are of the same repository.
    pub others: u64,
}

const COMMITS: &str = "
SELECT ?2, hash, parent, CASE parents WHEN '' THEN '[]' ELSE '[\"' || replace(parents, ' ', '\",\"') || '\"]' END,
       author_name, author_email, author_date, author_date, committer_name, committer_email, committer_date,
       committer_date, subject, message, files_changed, files_analysed,
       (SELECT coalesce(sum(files), 0) FROM skipped WHERE commit_id = commits.id), entities_matched, entities_added,
       entities_removed
FROM commits WHERE run = ?1 ORDER BY id";

const REFACTORINGS: &str = "
SELECT ?2, hash, stable_id, type, type_group, similarity, confidence, description, changes, follows_from,
       b.kind, b.key, b.file, b.start_line, b.end_line, a.kind, a.key, a.file, a.start_line, a.end_line
FROM commits JOIN refactorings ON refactorings.commit_id = commits.id
JOIN elements AS b ON b.refactoring = refactorings.id AND b.side = 'before'
JOIN elements AS a ON a.refactoring = refactorings.id AND a.side = 'after'
WHERE run = ?1 ORDER BY commits.id, refactorings.id";

const ELEMENTS: &str = "
SELECT ?2, hash, stable_id, e.side, e.kind, e.key, e.file, e.start_line, e.start_column, e.end_line, e.end_column,
       e.start_byte, e.end_byte, s.kind, s.name, s.text, s.start_line, s.start_column, s.end_line, s.end_column,
       s.start_byte, s.end_byte
FROM commits JOIN refactorings ON refactorings.commit_id = commits.id
JOIN elements AS e ON e.refactoring = refactorings.id
LEFT JOIN subjects AS s ON s.refactoring = refactorings.id AND s.side = e.side
WHERE run = ?1 ORDER BY commits.id, refactorings.id, e.side DESC";

const INCOMPLETE: &str = "
SELECT ?2, hash, file, reason FROM commits JOIN incomplete ON commit_id = commits.id
WHERE run = ?1 ORDER BY commits.id, incomplete.rowid";

const TIMINGS: &str = "
SELECT ?2, hash, max(iif(stage = 'diff', microseconds, 0)), max(iif(stage = 'read', microseconds, 0)),
       max(iif(stage = 'parse', microseconds, 0)), max(iif(stage = 'match', microseconds, 0)),
       max(iif(stage = 'refactor', microseconds, 0)), coalesce(entities, 0), coalesce(candidates, 0)
FROM commits JOIN timings ON timings.commit_id = commits.id LEFT JOIN work ON work.commit_id = commits.id
WHERE run = ?1 GROUP BY commits.id ORDER BY commits.id";

const RESIDUALS: &str = "
SELECT ?2, hash, changed_lines, explained_lines, pure FROM commits JOIN residuals ON commit_id = commits.id
WHERE run = ?1 ORDER BY commits.id";

impl Database {
    /// The newest run of each repository, or the one of this number.
    pub fn exported(&self, run: Option<i64>) -> Result<Vec<Exported>> {
        let mut statement = self.connection.prepare(
            "SELECT id, name, (SELECT count(*) - 1 FROM runs AS others WHERE others.repository = of.repository)
             FROM (SELECT max(runs.id) AS id, repository, name FROM runs JOIN repositories ON repositories.id = repository
                   WHERE ?1 IS NULL OR runs.id = ?1 GROUP BY repository) AS of ORDER BY name",
        )?;
        let rows = statement.query_map([run], |row| {
            Ok(Exported { run: Run(row.get(0)?), repository: row.get(1)?, others: row.get(2)? })
        })?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Hands the rows of a run's table on, at most `most` at a time.
    pub fn export(
        &self,
        exported: &Exported,
        table: Table,
        most: usize,
        mut sink: impl FnMut(&mut Rows) -> Result<()>,
    ) -> Result<()> {
        let query = match table {
            Table::Commits => COMMITS,
            Table::Refactorings => REFACTORINGS,
            Table::Elements => ELEMENTS,
            Table::Incomplete => INCOMPLETE,
            Table::Timings => TIMINGS,
            Table::Residuals => RESIDUALS,
            other => anyhow::bail!("a database has no table {}", other.name()),
        };
        // SQLite refuses a parameter that a query does not have.
        let mut statement = self.connection.prepare(query)?;
        let mut found = statement.query(rusqlite::params![exported.run.0, exported.repository])?;
        let kinds: Vec<Kind> = table.columns().iter().map(|column| column.kind).collect();
        let mut rows = Rows::new(table);
        while let Some(row) = found.next()? {
            let lists: Vec<Vec<String>> = (0..kinds.len())
                .map(|index| match (kinds[index], row.get_ref(index)) {
                    (Kind::Texts, Ok(ValueRef::Text(json))) => {
                        serde_json::from_slice(json).unwrap_or_default()
                    }
                    _ => Vec::new(),
                })
                .collect();
            let mut values = Vec::with_capacity(kinds.len());
            for (index, &kind) in kinds.iter().enumerate() {
                values.push(match (kind, row.get_ref(index)?) {
                    (Kind::Texts, _) => Value::Texts(lists[index].iter().map(String::as_str).collect()),
                    (Kind::Text, ValueRef::Text(text)) => Value::Text(std::str::from_utf8(text)?),
                    (_, ValueRef::Text(text)) => Value::Date(std::str::from_utf8(text)?),
                    (_, ValueRef::Integer(number)) => Value::Integer(number),
                    (_, ValueRef::Real(number)) => Value::Real(number),
                    _ => Value::None,
                });
            }
            rows.push(&values);
            if rows.len() >= most {
                sink(&mut rows)?;
            }
        }
        if rows.is_empty() { Ok(()) } else { sink(&mut rows) }
    }
}
