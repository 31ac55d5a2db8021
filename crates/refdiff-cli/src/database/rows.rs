//! From a report to rows.

use refdiff::{Element, Leftover, LeftoverKind, LineRange, MatchStatus, Person, Report};
use rusqlite::{Connection, Result, params};

/// Writes a commit and all that belongs to it; what a run had of this commit before goes first.
pub(super) fn insert(connection: &Connection, run: i64, report: &Report) -> Result<()> {
    let hash = report.commit.as_deref().unwrap_or_default();
    connection
        .prepare_cached("DELETE FROM commits WHERE run = ?1 AND hash = ?2")?
        .execute(params![run, hash])?;
    let person = |person: &Option<Person>| {
        let person = person.as_ref();
        (person.map(|p| p.name.clone()), person.map(|p| p.email.clone()), person.map(|p| p.date.clone()))
    };
    let (author, committer) = (person(&report.author), person(&report.committer));
    let commit = connection
        .prepare_cached(
            "INSERT INTO commits (run, hash, parent, parents, author_name, author_email, author_date, committer_name,
                 committer_email, committer_date, subject, files_changed, files_analysed, entities_matched,
                 entities_added, entities_removed, message)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)",
        )?
        .insert(params![
            run,
            hash,
            report.parent,
            report.parents.join(" "),
            author.0,
            author.1,
            author.2,
            committer.0,
            committer.1,
            committer.2,
            report.subject,
            report.files.changed,
            report.files.analysed,
            report.entities.matched,
            report.entities.added,
            report.entities.removed,
            report.message,
        ])?;
    for file in &report.file_lines {
        connection.prepare_cached("INSERT INTO files VALUES (?1, ?2, ?3, ?4)")?.execute(params![
            commit,
            file.path,
            file.lines.map(|(came, _)| came),
            file.lines.map(|(_, went)| went)
        ])?;
    }
    for (ending, files) in &report.files.skipped {
        connection
            .prepare_cached("INSERT INTO skipped VALUES (?1, ?2, ?3)")?
            .execute(params![commit, ending, files])?;
    }
    for found in &report.refactorings {
        let refactoring = connection
            .prepare_cached(
                "INSERT INTO refactorings (commit_id, stable_id, type, similarity, confidence, description,
                     changes, type_group, follows_from)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
            )?
            .insert(params![
                commit,
                found.id,
                found.refactoring.name(),
                found.similarity,
                found.confidence,
                found.description,
                serde_json::to_string(&found.changes).unwrap_or_default(),
                found.group.name(),
                found.follows_from,
            ])?;
        element(connection, refactoring, "before", &found.before)?;
        element(connection, refactoring, "after", &found.after)?;
    }
    for lost in &report.incomplete {
        connection.prepare_cached("INSERT INTO incomplete VALUES (?1, ?2, ?3)")?.execute(params![
            commit,
            lost.file,
            lost.reason
        ])?;
    }
    if let Some(residual) = &report.residual {
        connection.prepare_cached("INSERT INTO residuals VALUES (?1, ?2, ?3, ?4)")?.execute(params![
            commit,
            residual.changed_lines,
            residual.explained_lines,
            residual.pure
        ])?;
        for left in &residual.residual {
            leftover(connection, commit, left)?;
        }
    }
    if let Some(matches) = &report.matches {
        connection.prepare_cached("INSERT INTO matched VALUES (?1)")?.execute([commit])?;
        for pair in &matches.pairs {
            let stays = (&pair.before.key, &pair.before.file) == (&pair.after.key, &pair.after.file);
            let status = match pair.status {
                MatchStatus::Unchanged if stays => continue,
                MatchStatus::Unchanged => "unchanged",
                MatchStatus::Renamed => "renamed",
                MatchStatus::Moved => "moved",
                _ => "modified",
            };
            matched(connection, commit, status, Some(&pair.before), Some(&pair.after))?;
        }
        for (status, elements) in [("added", &matches.added), ("removed", &matches.removed)] {
            for element in elements {
                let (before, after) =
                    if status == "added" { (None, Some(element)) } else { (Some(element), None) };
                matched(connection, commit, status, before, after)?;
            }
        }
    }
    if let Some(timings) = &report.timings {
        connection.prepare_cached("INSERT INTO work VALUES (?1, ?2, ?3)")?.execute(params![
            commit,
            timings.entities,
            timings.candidates
        ])?;
    }
    for (stage, time) in report.timings.iter().flat_map(|t| t.stages()) {
        connection.prepare_cached("INSERT INTO timings VALUES (?1, ?2, ?3)")?.execute(params![
            commit,
            stage,
            time.as_micros() as u64
        ])?;
    }
    Ok(())
}

fn matched(
    connection: &Connection,
    commit: i64,
    status: &str,
    before: Option<&Element>,
    after: Option<&Element>,
) -> Result<()> {
    connection
        .prepare_cached("INSERT INTO matches VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)")?
        .execute(params![
            commit,
            status,
            before.map(|e| &*e.kind),
            before.map(|e| &e.key),
            before.map(|e| &e.file),
            before.map(|e| e.start_line),
            before.map(|e| e.end_line),
            after.map(|e| &*e.kind),
            after.map(|e| &e.key),
            after.map(|e| &e.file),
            after.map(|e| e.start_line),
            after.map(|e| e.end_line),
        ])?;
    Ok(())
}

fn leftover(connection: &Connection, commit: i64, left: &Leftover) -> Result<()> {
    let range = |range: &Option<LineRange>| {
        let range = range.as_ref();
        (range.map(|r| r.file.clone()), range.map(|r| r.start_line), range.map(|r| r.end_line))
    };
    let (before, after) = (range(&left.before), range(&left.after));
    let kind = match left.kind {
        LeftoverKind::Layout => "layout",
        LeftoverKind::Binary => "binary",
        LeftoverKind::Unread => "unread",
        LeftoverKind::File => "file",
        _ => "code",
    };
    connection
        .prepare_cached("INSERT INTO leftovers VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")?
        .execute(params![commit, kind, before.0, before.1, before.2, after.0, after.1, after.2])?;
    Ok(())
}

fn element(connection: &Connection, refactoring: i64, side: &str, element: &Element) -> Result<()> {
    connection
        .prepare_cached("INSERT INTO elements VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)")?
        .execute(params![
            refactoring,
            side,
            &*element.kind,
            element.key,
            element.file,
            element.start_line,
            element.start_column,
            element.end_line,
            element.end_column,
            element.start_byte,
            element.end_byte,
        ])?;
    if let Some(subject) = &element.subject {
        connection
            .prepare_cached("INSERT INTO subjects VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)")?
            .execute(params![
                refactoring,
                side,
                &*subject.kind,
                subject.name,
                subject.text,
                subject.start_line,
                subject.start_column,
                subject.end_line,
                subject.end_column,
                subject.start_byte,
                subject.end_byte,
            ])?;
    }
    Ok(())
}
