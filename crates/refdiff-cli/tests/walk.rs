//! `refdiff log` visits the commits of `git log --no-merges`, in its order, and says the same with any number of threads.
#![allow(clippy::unwrap_used)]

mod support;

use std::process::Command;
use support::{Repo, class};

/// A history with branches, merges, equal and skewed dates, several authors and folders.
fn history() -> Repo {
    let repo = Repo::new();
    let mut date = 1_480_000_000;
    for i in 0..40 {
        match i {
            5 | 15 | 25 => drop(repo.git(&["checkout", "-q", "-b", &format!("b{i}")])),
            10 | 20 | 30 => drop(repo.git(&["checkout", "-q", "main"])),
            _ => {}
        }
        if i == 12 || i == 32 {
            let branch = format!("b{}", i - 7);
            repo.git(&["merge", "-q", "--no-edit", "-X", "theirs", &branch]);
        }
        let folder = if i % 3 == 0 { "src" } else { "lib" };
        repo.write(
            &format!("{folder}/a/C{}.java", i % 7),
            class("a", &format!("C{}", i % 7), &format!("m{i}")),
        );
        // Every other commit has the date of the one before, and some are older than their parents.
        date += if i % 2 == 0 { 86_400 } else { 0 } - if i % 11 == 0 { 200_000 } else { 0 };
        repo.git(&["add", "-A"]);
        let author = if i % 4 == 0 { "Grace <grace@example.org>" } else { "Ada <ada@example.org>" };
        let stamp = format!("@{date} +0000");
        let status = Command::new("git")
            .current_dir(repo.path())
            .env("GIT_COMMITTER_DATE", &stamp)
            .env("GIT_COMMITTER_NAME", "Ada")
            .env("GIT_COMMITTER_EMAIL", "ada@example.org")
            .args([
                "commit",
                "-q",
                "--allow-empty",
                "--author",
                author,
                "--date",
                &stamp,
                "-m",
                &format!("c{i}"),
            ])
            .status()
            .unwrap();
        assert!(status.success());
    }
    repo.git(&["tag", "v1", "HEAD~8"]);
    repo
}

fn visited(repo: &Repo, args: &[&str]) -> Vec<String> {
    let mut all = vec!["log", "--format", "jsonl"];
    all.extend(args);
    let run = repo.run(&all);
    assert_eq!(run.code, 0, "{args:?}: {}", run.err);
    run.objects().iter().map(|o| o["commit"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn the_commits_and_the_order_of_git_log() {
    let repo = history();
    let selections: &[&[&str]] = &[
        &[],
        &["--all"],
        &["--branches"],
        &["v1..main"],
        &["main", "^v1"],
        &["b5...main"],
        &["--all", "--first-parent"],
        &["--reverse", "-n", "7"],
        &["--max-count", "5", "--all"],
        &["--since", "2016-12-05T00:00:00Z"],
        &["--since", "2016-12-01 00:00:00 +0000", "--until", "2016-12-08 00:00:00 +0000", "--all"],
        &["--author", "Grace"],
        &["--author", "^Ada <.*org>$", "--author", "nobody"],
        &["--no-walk", "v1", "main"],
        &["--", "src"],
        &["--all", "--", "lib/a", ":!lib/a/C1.java"],
    ];
    for selection in selections {
        let mut args = vec!["log", "--no-merges", "--format=%H"];
        if selection.contains(&"--") {
            args.push("--full-history");
        }
        args.extend(*selection);
        let wanted: Vec<String> = repo.git(&args).lines().map(String::from).collect();
        assert!(!wanted.is_empty(), "{selection:?}");
        assert_eq!(visited(&repo, selection), wanted, "{selection:?}");
    }
    let merges: Vec<String> =
        repo.git(&["log", "--merges", "--format=%H"]).lines().map(String::from).collect();
    assert_eq!(visited(&repo, &["--merges"]), merges);
    let all: Vec<String> = repo.git(&["log", "--format=%H"]).lines().map(String::from).collect();
    assert_eq!(visited(&repo, &["--include-merges"]), all);
}

#[test]
fn the_same_bytes_with_any_number_of_threads_and_any_cache() {
    let repo = history();
    let reference = repo.run(&["log", "--all", "--format", "jsonl", "-j", "1", "--cache", "0"]).out;
    assert!(reference.contains("Rename Method"));
    for jobs in ["1", "2", "8"] {
        for cache in ["0", "1", "64"] {
            let run = repo.run(&["log", "--all", "--format", "jsonl", "-j", jobs, "--cache", cache]);
            assert_eq!(run.out, reference, "{jobs} jobs, cache of {cache} MB");
        }
    }
}

#[test]
fn revisions_come_from_standard_input() {
    use std::io::Write;
    let repo = history();
    let list = repo.git(&["log", "--no-merges", "--format=%H", "-n", "3"]);
    let mut child = support::command(repo.path(), &["log", "--stdin", "--no-walk", "--format", "jsonl"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(list.as_bytes()).unwrap();
    let run = support::Run::from(child.wait_with_output().unwrap());
    assert_eq!(run.objects().len(), 3);
}

#[test]
fn timings_and_plain_progress_where_they_are_asked_for() {
    let repo = history();
    let run = repo.run(&["log", "--format", "jsonl", "--timings", "--progress", "plain"]);
    assert!(run.objects().iter().all(|o| o["timings"]["parse_us"].is_u64()));
    assert!(run.err.contains("commits,"), "{}", run.err);
    let wrong = repo.run(&["log", "--since", "the day before never"]);
    assert!(wrong.code == 2 && wrong.err.contains("as a date"), "{}", wrong.err);
}
