//! `--db`, `mine` and `db`: nothing is lost, nothing is doubled, and a run goes on where it ended.
#![cfg(feature = "database")]
#![allow(clippy::unwrap_used)]

mod support;

use rusqlite::Connection;
use std::path::Path;
use std::time::Duration;
use support::{Repo, Run, command, history, run};

/// All that a database says, without the numbers of its rows.
fn content(db: &Path) -> Vec<String> {
    let connection = Connection::open(db).unwrap();
    let queries = [
        "SELECT name, profile, thresholds, detector_revision, hash, parent, parents, author_name, committer_date, subject,
                files_changed, files_analysed, entities_matched, entities_added, entities_removed
         FROM commits JOIN runs ON runs.id = run JOIN repositories ON repositories.id = repository",
        "SELECT repository, profile, hash, type, similarity, before_key, before_line, after_key, after_line FROM found",
        "SELECT hash, file, reason FROM incomplete JOIN commits ON commits.id = commit_id",
        "SELECT hash, ending, files FROM skipped JOIN commits ON commits.id = commit_id",
    ];
    let mut all = Vec::new();
    for query in queries {
        let mut statement = connection.prepare(query).unwrap();
        let columns = statement.column_count();
        let rows = statement.query_map([], |row| {
            let values = (0..columns).map(|i| format!("{:?}", row.get_ref(i).unwrap()));
            Ok(values.collect::<Vec<_>>().join("|"))
        });
        all.extend(rows.unwrap().map(Result::unwrap));
    }
    all.sort();
    all
}

fn number(db: &Path, query: &str) -> i64 {
    Connection::open(db).unwrap().query_row(query, [], |row| row.get(0)).unwrap()
}

fn log(repo: &Repo, db: &Path, more: &[&str]) -> Run {
    let mut args = vec!["log", "--db", db.to_str().unwrap()];
    args.extend(more);
    repo.run(&args)
}

#[test]
fn a_second_run_adds_only_what_is_new() {
    let repo = history(6);
    let db = repo.path().join("out.db");
    let first = log(&repo, &db, &["-n", "2"]);
    assert_eq!((first.code, first.out.as_str()), (0, ""), "{}", first.err);
    let rest = log(&repo, &db, &[]);
    assert!(rest.err.contains("4 commits analysed, 2 were in"), "{}", rest.err);
    assert!(log(&repo, &db, &[]).err.contains("0 commits analysed, 6 were in"));
    let fresh = repo.path().join("fresh.db");
    log(&repo, &fresh, &["-j", "2"]);
    assert_eq!(content(&db), content(&fresh));
    assert_eq!(number(&db, "SELECT count(*) FROM refactorings"), 5);
    assert_eq!(number(&db, "SELECT count(*) FROM timings"), 0);
}

#[test]
fn filters_do_not_change_what_is_stored() {
    let repo = history(3);
    let (all, some) = (repo.path().join("all.db"), repo.path().join("some.db"));
    log(&repo, &all, &[]);
    log(&repo, &some, &["--type", "move-type"]);
    assert_eq!(content(&all), content(&some));
}

#[test]
fn other_settings_are_another_run() {
    let repo = history(3);
    let db = repo.path().join("out.db");
    log(&repo, &db, &[]);
    log(&repo, &db, &["--profile", "paper"]);
    log(&repo, &db, &["--threshold", "rename-method=0.9"]);
    log(&repo, &db, &["--threshold", "rename-method=0.9", "--timings"]);
    assert_eq!(number(&db, "SELECT count(*) FROM runs"), 3);
    assert_eq!(number(&db, "SELECT count(*) FROM commits"), 9);
    let info = repo.run(&["db", "info", db.to_str().unwrap()]);
    assert_eq!(info.out.matches("3 commits").count(), 3, "{}", info.out);
}

#[test]
fn a_killed_run_leaves_a_whole_file_that_the_next_one_completes() {
    let repo = history(40);
    let db = repo.path().join("out.db");
    let fresh = repo.path().join("fresh.db");
    log(&repo, &fresh, &[]);
    for wait in [3, 6, 10, 15, 25] {
        let args = ["log", "--db", db.to_str().unwrap(), "-j", "1"];
        let mut child = command(repo.path(), &args).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(wait));
        child.kill().unwrap();
        child.wait().unwrap();
        if db.exists() && db.metadata().unwrap().len() > 0 {
            let info = repo.run(&["db", "info", db.to_str().unwrap()]);
            // A kill before the tables were made leaves nothing; after that, a whole file.
            assert!(info.code == 0 || info.err.contains("it is empty"), "{}", info.err);
        }
    }
    assert_eq!(log(&repo, &db, &[]).code, 0);
    assert_eq!(content(&db), content(&fresh));
}

#[test]
fn incomplete_commits_are_tried_again_when_asked_for() {
    let repo = history(3);
    let blob = repo.git(&["rev-parse", "HEAD:src/a/C.java"]);
    let object = repo.path().join(format!(".git/objects/{}/{}", &blob[..2], &blob[2..]));
    let hidden = repo.path().join("hidden");
    std::fs::rename(&object, &hidden).unwrap();
    let db = repo.path().join("out.db");
    assert_eq!(log(&repo, &db, &[]).code, 3);
    assert_eq!(number(&db, "SELECT count(*) FROM incomplete"), 1);
    std::fs::rename(&hidden, &object).unwrap();
    assert!(log(&repo, &db, &[]).err.contains("0 commits analysed"));
    let retried = log(&repo, &db, &["--retry-incomplete"]);
    assert!(retried.err.contains("1 commits analysed, 2 were in"), "{}", retried.err);
    let fresh = repo.path().join("fresh.db");
    log(&repo, &fresh, &[]);
    assert_eq!(content(&db), content(&fresh));
    // A database that has the commit incomplete takes it over from one that has it whole.
    let lacking = repo.path().join("lacking.db");
    std::fs::rename(&object, &hidden).unwrap();
    log(&repo, &lacking, &[]);
    std::fs::rename(&hidden, &object).unwrap();
    let merge = ["db", "merge", "--into", lacking.to_str().unwrap(), fresh.to_str().unwrap()];
    assert_eq!(repo.run(&merge).code, 0);
    assert_eq!(content(&lacking), content(&fresh));
}

#[test]
fn exit_codes_of_mine_and_merge() {
    let repo = history(3);
    repo.write("list", format!("{}\n", repo.path().display()));
    let mine = |more: &[&str]| {
        let mut args = vec!["mine", "--repos", "list", "--db", "out.db"];
        args.extend(more);
        repo.run(&args)
    };
    assert_eq!(mine(&["--since", "no such date"]).code, 2);
    assert_eq!(mine(&["--exit-code"]).code, 1);
    assert_eq!(mine(&[]).code, 0);
    let itself = repo.run(&["db", "merge", "--into", "out.db", "out.db"]);
    assert!(itself.code == 2 && itself.err.contains("itself"), "{}", itself.err);
    assert_eq!(repo.run(&["db", "merge", "--into", "new.db", "nowhere.db"]).code, 2);
    assert!(!repo.path().join("new.db").exists());
    repo.write("empty.db", "");
    assert_eq!(repo.run(&["db", "info", "empty.db"]).code, 2);
}

#[test]
fn shards_merge_into_the_whole() {
    let repos: Vec<Repo> = (2..6).map(history).collect();
    let dir = tempfile::tempdir().unwrap();
    let list: String = repos.iter().map(|r| format!("{}\n", r.path().display())).collect();
    std::fs::write(dir.path().join("list"), format!("# all\n{list}/no/such/place\n")).unwrap();
    let mine = |db: &str, more: &[&str]| {
        let mut args = vec!["mine", "--repos", "list", "--db", db];
        args.extend(more);
        run(dir.path(), &args)
    };
    let whole = mine("whole.db", &[]);
    assert_eq!(whole.code, 3, "{}", whole.err);
    assert!(whole.err.contains("/no/such/place"), "{}", whole.err);
    for shard in ["1/3", "2/3", "3/3"] {
        mine(&format!("part{}.db", &shard[..1]), &["--shard", shard]);
    }
    let merge = ["db", "merge", "--into", "all.db", "part1.db", "part2.db", "part3.db"];
    assert_eq!(run(dir.path(), &merge).code, 0);
    assert_eq!(content(&dir.path().join("all.db")), content(&dir.path().join("whole.db")));
    // Once more, and with the whole on top: nothing is doubled.
    assert_eq!(run(dir.path(), &["db", "merge", "--into", "all.db", "part1.db", "whole.db"]).code, 0);
    assert_eq!(content(&dir.path().join("all.db")), content(&dir.path().join("whole.db")));
}

#[test]
fn what_is_no_database_of_ours_is_refused_and_left_alone() {
    let repo = history(2);
    let text = repo.path().join("text");
    std::fs::write(&text, "not a database, but long enough to be looked at").unwrap();
    let run = log(&repo, &text, &[]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("text"), "{}", run.err);
    assert!(std::fs::read_to_string(&text).unwrap().starts_with("not a database"));
    let other = repo.path().join("other.db");
    Connection::open(&other).unwrap().execute_batch("CREATE TABLE t (x)").unwrap();
    let run = log(&repo, &other, &[]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("did not write"), "{}", run.err);
    let usage = log(&repo, &repo.path().join("x.db"), &["--format", "json"]);
    assert_eq!(usage.code, 2);
    assert_eq!(repo.run(&["db", "info", "nowhere.db"]).code, 2);
}

/// The documentation names every table, and its queries run.
#[test]
fn the_queries_of_the_documentation_run() {
    let repo = history(4);
    let db = repo.path().join("out.db");
    log(&repo, &db, &["--timings", "--matches"]);
    log(&repo, &db, &["--profile", "paper"]);
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/database.md");
    let page = std::fs::read_to_string(page).unwrap();
    let connection = Connection::open(&db).unwrap();
    let queries: Vec<&str> = page.split("```sql\n").skip(1).filter_map(|p| p.split("```").next()).collect();
    assert_eq!(queries.len(), 15);
    for query in queries {
        let mut statement = connection.prepare(query).unwrap();
        let mut rows = statement.query([]).unwrap();
        while rows.next().unwrap().is_some() {}
    }
    let mut tables =
        connection.prepare("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')").unwrap();
    for table in tables.query_map([], |row| row.get::<_, String>(0)).unwrap() {
        let table = table.unwrap();
        assert!(page.contains(&format!("`{table}`")), "{table}");
    }
}

#[test]
fn a_life_is_in_the_database() {
    let repo = history(4);
    repo.git(&["tag", "v1"]);
    repo.git(&["tag", "-a", "v2", "-m", "second", "HEAD~1"]);
    let db = repo.path().join("out.db");
    log(&repo, &db, &[]);
    assert_eq!(number(&db, "SELECT count(*) FROM matched"), 0);
    let text = |query: &str| -> String {
        Connection::open(&db).unwrap().query_row(query, [], |row| row.get(0)).unwrap()
    };
    assert_eq!(text("SELECT hash FROM tags WHERE name = 'v1'"), repo.git(&["rev-parse", "HEAD"]));
    assert_eq!(text("SELECT hash FROM tags WHERE name = 'v2'"), repo.git(&["rev-parse", "HEAD~1"]));
    assert!(text("SELECT message FROM commits ORDER BY id DESC").ends_with('\n'));
    // As git counts them.
    for hash in repo.git(&["rev-list", "--min-parents=1", "HEAD"]).lines() {
        let counted = repo.git(&["diff", "--numstat", "--no-renames", &format!("{hash}~1"), hash]);
        let query = format!(
            "SELECT group_concat(added_lines || char(9) || removed_lines || char(9) || path, char(10))
             FROM files JOIN commits ON commits.id = commit_id WHERE hash = '{hash}'"
        );
        assert_eq!(text(&query), counted);
    }
    let run = log(&repo, &db, &["--matches"]);
    assert!(run.err.contains("4 commits analysed, 0 were in"), "{}", run.err);
    assert_eq!(number(&db, "SELECT count(*) FROM matched"), 4);
    assert!(
        number(&db, "SELECT count(*) FROM matches WHERE status = 'renamed' AND before_end >= before_start")
            >= 3
    );
    assert!(log(&repo, &db, &["--matches"]).err.contains("0 commits analysed, 4 were in"));
    // What is merged has it all.
    let (other, whole) = (repo.path().join("other.db"), repo.path().join("whole.db"));
    std::fs::copy(&db, &other).unwrap();
    assert_eq!(
        repo.run(&["db", "merge", "--into", whole.to_str().unwrap(), other.to_str().unwrap()]).code,
        0
    );
    for table in ["files", "matched", "matches", "tags"] {
        let query = format!("SELECT count(*) FROM {table}");
        assert_eq!(number(&whole, &query), number(&db, &query), "{table}");
    }
}

#[test]
fn residuals_are_added_when_they_are_asked_for() {
    let repo = history(4);
    let db = repo.path().join("out.db");
    log(&repo, &db, &[]);
    assert_eq!(number(&db, "SELECT count(*) FROM residuals"), 0);
    let before = content(&db);
    let run = log(&repo, &db, &["--residual"]);
    assert!(run.err.contains("4 commits analysed, 0 were in"), "{}", run.err);
    assert_eq!(content(&db), before);
    assert_eq!(number(&db, "SELECT count(*) FROM residuals WHERE pure"), 3);
    assert_eq!(number(&db, "SELECT sum(changed_lines) FROM residuals"), 6);
    assert!(log(&repo, &db, &["--residual"]).err.contains("0 commits analysed, 4 were in"));
    // Databases of older versions do not have all tables yet.
    let finer = "DROP VIEW found_finer; DROP VIEW found; DROP TABLE subjects; DROP INDEX refactorings_of_group;
                 ALTER TABLE refactorings DROP COLUMN type_group; ALTER TABLE refactorings DROP COLUMN follows_from;
                 CREATE VIEW found AS SELECT type FROM refactorings;";
    let newest = "DROP TABLE files; DROP TABLE tags; DROP TABLE matched; DROP TABLE matches;
                  ALTER TABLE commits DROP COLUMN message;";
    for older in [
        "PRAGMA user_version = 3;",
        "DROP TABLE work; PRAGMA user_version = 2;",
        "DROP TABLE work; DROP TABLE residuals; DROP TABLE leftovers; PRAGMA user_version = 1;",
    ] {
        let older = format!("{finer} {newest} {older}");
        let older = older.as_str();
        Connection::open(&db).unwrap().execute_batch(older).unwrap();
        assert!(log(&repo, &db, &[]).err.contains("0 commits analysed, 4 were in"));
        assert_eq!(content(&db), before);
        assert_eq!(number(&db, "SELECT count(*) FROM work"), 0);
    }
    repo.write("notes.txt", "one\n");
    repo.commit("words");
    log(&repo, &db, &["--residual", "-n", "1"]);
    assert_eq!(
        number(&db, "SELECT count(*) FROM leftovers WHERE after_file = 'notes.txt' AND after_end = 1"),
        1
    );
}
