//! One database out of several, such as those of shards.

use anyhow::{Context, Result};
use rusqlite::Connection;
use std::path::Path;

/// Copies every commit that `other` has for a run and this one has not, with all that belongs to it. Rows are found
/// again by what they mean, never by their numbers, which are each file's own.
const COPY: &str = "
INSERT OR IGNORE INTO main.repositories (name) SELECT name FROM other.repositories ORDER BY id;

INSERT OR IGNORE INTO main.runs (repository, profile, thresholds, detector_revision, program_version)
SELECT here.id, profile, thresholds, detector_revision, program_version
FROM other.runs JOIN other.repositories AS there ON there.id = repository
JOIN main.repositories AS here ON here.name = there.name ORDER BY runs.id;

CREATE TEMP TABLE same_run AS
SELECT theirs.id AS theirs, ours.id AS ours
FROM other.runs AS theirs JOIN other.repositories AS there ON there.id = theirs.repository
JOIN main.repositories AS here ON here.name = there.name
JOIN main.runs AS ours ON ours.repository = here.id AND ours.profile = theirs.profile
     AND ours.thresholds = theirs.thresholds AND ours.detector_revision = theirs.detector_revision;

-- What is incomplete here and complete there is taken anew.
DELETE FROM main.commits WHERE EXISTS (SELECT 1 FROM main.incomplete WHERE commit_id = commits.id)
AND EXISTS (SELECT 1 FROM other.commits AS theirs JOIN same_run ON same_run.theirs = theirs.run
            WHERE same_run.ours = commits.run AND theirs.hash = commits.hash
            AND NOT EXISTS (SELECT 1 FROM other.incomplete WHERE commit_id = theirs.id));

CREATE TEMP TABLE new_commit AS
SELECT theirs.id AS theirs, same_run.ours AS run, theirs.hash AS hash, 0 AS ours
FROM other.commits AS theirs JOIN same_run ON same_run.theirs = theirs.run
WHERE NOT EXISTS (SELECT 1 FROM main.commits WHERE run = same_run.ours AND hash = theirs.hash);

INSERT INTO main.commits (run, hash, parent, parents, author_name, author_email, author_date, committer_name,
    committer_email, committer_date, subject, files_changed, files_analysed, entities_matched, entities_added,
    entities_removed, message)
SELECT new_commit.run, theirs.hash, parent, parents, author_name, author_email, author_date, committer_name,
    committer_email, committer_date, subject, files_changed, files_analysed, entities_matched, entities_added,
    entities_removed, message
FROM new_commit JOIN other.commits AS theirs ON theirs.id = new_commit.theirs ORDER BY theirs.id;

UPDATE new_commit SET ours =
    (SELECT id FROM main.commits WHERE commits.run = new_commit.run AND commits.hash = new_commit.hash);
CREATE INDEX temp.new_commit_theirs ON new_commit (theirs);

INSERT INTO main.skipped SELECT ours, ending, files FROM other.skipped JOIN new_commit ON theirs = commit_id;
INSERT INTO main.incomplete SELECT ours, file, reason FROM other.incomplete JOIN new_commit ON theirs = commit_id
    ORDER BY incomplete.rowid;
INSERT INTO main.timings SELECT ours, stage, microseconds FROM other.timings JOIN new_commit ON theirs = commit_id;
INSERT INTO main.work SELECT ours, entities, candidates FROM other.work JOIN new_commit ON theirs = commit_id;
INSERT INTO main.residuals SELECT ours, changed_lines, explained_lines, pure
    FROM other.residuals JOIN new_commit ON theirs = commit_id;
INSERT INTO main.leftovers
SELECT ours, kind, before_file, before_start, before_end, after_file, after_start, after_end
FROM other.leftovers JOIN new_commit ON theirs = commit_id ORDER BY leftovers.rowid;

INSERT INTO main.files SELECT ours, path, added_lines, removed_lines
    FROM other.files JOIN new_commit ON theirs = commit_id;
INSERT INTO main.matched SELECT ours FROM other.matched JOIN new_commit ON theirs = commit_id;
INSERT INTO main.matches
SELECT ours, status, before_kind, before_key, before_file, before_start, before_end, after_kind, after_key, after_file,
    after_start, after_end
FROM other.matches JOIN new_commit ON theirs = commit_id ORDER BY matches.rowid;
INSERT OR IGNORE INTO main.tags SELECT here.id, tags.name, tags.hash
FROM other.tags JOIN other.repositories AS there ON there.id = tags.repository
JOIN main.repositories AS here ON here.name = there.name;

CREATE TEMP TABLE shift AS SELECT coalesce(max(id), 0) AS by FROM main.refactorings;
INSERT INTO main.refactorings
SELECT refactorings.id + by, ours, stable_id, type, similarity, confidence, description, changes,
    type_group, follows_from
FROM other.refactorings JOIN new_commit ON theirs = commit_id, shift ORDER BY refactorings.id;
INSERT INTO main.elements
SELECT refactoring + by, side, kind, key, file, start_line, start_column, end_line, end_column, start_byte, end_byte
FROM other.elements JOIN other.refactorings ON refactorings.id = refactoring JOIN new_commit ON theirs = commit_id, shift;
INSERT INTO main.subjects
SELECT refactoring + by, side, kind, name, text, start_line, start_column, end_line, end_column, start_byte, end_byte
FROM other.subjects JOIN other.refactorings ON refactorings.id = refactoring JOIN new_commit ON theirs = commit_id, shift;
";

/// Takes over what `other` has and this one has not; says how many commits these were.
pub(super) fn merge(connection: &mut Connection, other: &Path) -> Result<usize> {
    let name = other.to_str().context("the path of a database to merge must be UTF-8")?;
    connection.execute("ATTACH ?1 AS other", [name])?;
    let copied = copy(connection);
    connection.execute_batch("DETACH other")?;
    copied.with_context(|| format!("merging '{}'", other.display()))
}

fn copy(connection: &mut Connection) -> Result<usize> {
    let transaction = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    transaction.execute_batch(COPY)?;
    let copied = transaction.query_row("SELECT count(*) FROM new_commit", [], |row| row.get(0))?;
    transaction.execute_batch("DROP TABLE same_run; DROP TABLE new_commit; DROP TABLE shift;")?;
    transaction.commit()?;
    Ok(copied)
}
