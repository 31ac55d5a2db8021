//! `refdiff mine` over many repositories: their order, those that fail, clones and bundles.
#![cfg(feature = "database")]
#![allow(clippy::unwrap_used)]

mod support;

use rusqlite::Connection;
use std::path::Path;
use support::{Repo, Run, class, command, git, history, run};

fn list(folder: &Path, lines: &[String]) {
    std::fs::write(folder.join("list"), lines.join("\n")).unwrap();
}

fn mine(folder: &Path, more: &[&str]) -> Run {
    let mut args = vec!["mine", "--repos", "list", "--db", "out.db"];
    args.extend(more);
    run(folder, &args)
}

fn rows(folder: &Path) -> Vec<(String, String)> {
    let connection = Connection::open(folder.join("out.db")).unwrap();
    let query =
        "SELECT repositories.name, elements.key FROM refactorings JOIN commits ON commits.id = commit_id
                 JOIN runs ON runs.id = run JOIN repositories ON repositories.id = repository
                 JOIN elements ON refactoring = refactorings.id AND side = 'after' ORDER BY refactorings.id";
    let mut statement = connection.prepare(query).unwrap();
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    rows.map(Result::unwrap).collect()
}

#[test]
fn many_small_repositories_come_in_the_order_of_the_list() {
    let repos: Vec<Repo> = (0..12).map(|i| history(2 + (i * 7) % 5)).collect();
    let names: Vec<String> = (0..12).map(|i| format!("{}\tr{i:02}", repos[i].path().display())).collect();
    let mut all = Vec::new();
    for jobs in ["1", "2", "5"] {
        let folder = tempfile::tempdir().unwrap();
        list(folder.path(), &names);
        let mined = mine(folder.path(), &["-j", jobs]);
        assert_eq!(mined.code, 0, "{}", mined.err);
        assert!(mined.err.contains("12 of 12 repositories"), "{}", mined.err);
        all.push(rows(folder.path()));
    }
    let order: Vec<&String> = all[0].iter().map(|(name, _)| name).collect();
    assert!(order.is_sorted());
    assert_eq!(all[0], all[1]);
    assert_eq!(all[0], all[2]);
}

#[test]
fn what_fails_is_told_at_the_end_and_in_the_totals() {
    let (good, empty) = (history(3), Repo::new());
    let folder = tempfile::tempdir().unwrap();
    let lines =
        [empty.path().display().to_string(), "/no/such/place".into(), good.path().display().to_string()];
    list(folder.path(), &lines);
    let mined = mine(folder.path(), &["--totals", "-"]);
    assert_eq!(mined.code, 3, "{}", mined.err);
    let totals: serde_json::Value = serde_json::from_str(&mined.out).unwrap();
    assert_eq!(
        (&totals["repositories"], &totals["done"], &totals["commits"]),
        (&3.into(), &1.into(), &3.into())
    );
    let failed: Vec<&str> =
        totals["failed"].as_array().unwrap().iter().map(|f| f["repository"].as_str().unwrap()).collect();
    assert_eq!(failed, [lines[0].as_str(), lines[1].as_str()]);
    let end = mined.err.split("2 could not be mined:").nth(1).unwrap();
    assert!(end.contains("/no/such/place: "), "{}", mined.err);
}

#[test]
fn repositories_can_be_named_without_a_list() {
    let repo = history(3);
    let mined = run(repo.path(), &["mine", ".", "--db", "out.db"]);
    assert_eq!(mined.code, 0, "{}", mined.err);
    assert_eq!(rows(repo.path()).len(), 2);
    let nowhere = run(repo.path(), &["mine", "."]);
    assert!(nowhere.code == 2 && nowhere.err.contains("--db FILE"), "{}", nowhere.err);
    let neither = run(repo.path(), &["mine", "--db", "out.db"]);
    assert_eq!(neither.code, 2);
}

#[test]
fn addresses_and_bundles_are_cloned_once_and_fetched_again() {
    let repo = history(3);
    let folder = tempfile::tempdir().unwrap();
    let bundle = folder.path().join("other.bundle");
    let other = history(2);
    other.git(&["bundle", "create", "-q", bundle.to_str().unwrap(), "main", "HEAD"]);
    let address = format!("file://{}", repo.path().display());
    list(folder.path(), &[address.clone(), "other.bundle".into()]);
    let refused = mine(folder.path(), &[]);
    assert!(refused.code == 3 && refused.err.contains("--clone FOLDER"), "{}", refused.err);

    let cloned = mine(folder.path(), &["--clone", "cache"]);
    assert_eq!(cloned.code, 0, "{}", cloned.err);
    assert_eq!(rows(folder.path()).len(), 3);
    assert_eq!(rows(folder.path())[0].0, address);
    let clones = || {
        let entries = std::fs::read_dir(folder.path().join("cache")).unwrap();
        let names = entries.map(|e| e.unwrap().file_name().to_string_lossy().into_owned());
        names.filter(|n| n.ends_with(".git")).count()
    };
    assert_eq!(clones(), 2);

    repo.write("src/a/C.java", class("a", "C", "later"));
    repo.commit("later");
    let again = mine(folder.path(), &["--clone", "cache"]);
    assert_eq!(again.code, 0, "{}", again.err);
    assert!(again.err.contains("1 commit analysed, 5 there before"), "{}", again.err);
    assert_eq!((rows(folder.path()).len(), clones()), (4, 2));

    // Room for none: only the one that was used last stays.
    let small = mine(folder.path(), &["--clone", "cache", "--clone-limit", "0.000001", "-j", "1"]);
    assert_eq!((small.code, clones()), (0, 1), "{}", small.err);
}

#[test]
fn clones_that_cannot_be_had_are_failures_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let lines = ["file:///no/such/repository", "ext::sh -c touch% owned", "--upload-pack=touch owned"];
    list(folder.path(), &lines.map(str::to_owned));
    let mined = mine(folder.path(), &["--clone", "cache", "--totals", "-"]);
    assert_eq!(mined.code, 3, "{}", mined.err);
    let totals: serde_json::Value = serde_json::from_str(&mined.out).unwrap();
    assert_eq!(totals["failed"].as_array().unwrap().len(), 3, "{}", mined.out);
    assert!(!folder.path().join("owned").exists());
    assert!(mined.err.contains("cannot be cloned"), "{}", mined.err);
}

#[test]
fn a_hook_of_a_cloned_repository_is_never_run() {
    let repo = history(2);
    let folder = tempfile::tempdir().unwrap();
    let hook = repo.path().join(".git/hooks/post-checkout");
    std::fs::create_dir_all(hook.parent().unwrap()).unwrap();
    std::fs::write(&hook, format!("#!/bin/sh\ntouch {}/owned\n", folder.path().display())).unwrap();
    git(repo.path(), &["config", "core.fsmonitor", "touch owned"]);
    list(folder.path(), &[format!("file://{}", repo.path().display())]);
    assert_eq!(mine(folder.path(), &["--clone", "cache"]).code, 0);
    assert!(!folder.path().join("owned").exists() && !repo.path().join("owned").exists());
}

#[test]
fn tables_are_refused_with_a_word_where_they_cannot_be_written() {
    let repo = history(2);
    let table = run(repo.path(), &["mine", ".", "--db", "out.db", "--table", "commits"]);
    assert!(table.code == 2 && table.err.contains("--format arrow or parquet"), "{}", table.err);
    let both = run(repo.path(), &["mine", ".", "--db", "out.db", "--format", "parquet"]);
    assert!(both.code == 2 && both.err.contains("db export"), "{}", both.err);
    let shown = run(repo.path(), &["show", "--format", "parquet"]);
    assert!(shown.code == 2 && shown.err.contains("log, mine and db export"), "{}", shown.err);
    if cfg!(not(feature = "arrow")) {
        let log = run(repo.path(), &["log", "--format", "parquet", "-o", "out"]);
        assert!(log.code == 2 && log.err.contains("--features arrow"), "{}", log.err);
    }
}

#[test]
fn two_at_once_share_a_folder_of_clones() {
    let repos: Vec<Repo> = (0..4).map(|i| history(2 + i)).collect();
    let folder = tempfile::tempdir().unwrap();
    list(folder.path(), &repos.iter().map(|r| format!("file://{}", r.path().display())).collect::<Vec<_>>());
    let start = |db: &str| {
        let args = ["mine", "--repos", "list", "--db", db, "--clone", "cache", "--clone-limit", "0.00005"];
        command(folder.path(), &args).stderr(std::process::Stdio::piped()).spawn().unwrap()
    };
    let running: Vec<_> = ["a.db", "b.db", "out.db"].map(start).into_iter().collect();
    for process in running {
        let done = Run::from(process.wait_with_output().unwrap());
        assert_eq!(done.code, 0, "{}", done.err);
    }
    assert_eq!(rows(folder.path()).len(), 1 + 2 + 3 + 4);
}

#[cfg(unix)]
#[test]
fn an_interrupted_list_goes_on_where_it_ended() {
    let repos: Vec<Repo> = (0..8).map(|i| history(20 + i)).collect();
    let folder = tempfile::tempdir().unwrap();
    list(folder.path(), &repos.iter().map(|r| r.path().display().to_string()).collect::<Vec<_>>());
    // However early or late the interrupt comes.
    for wait in [0, 20, 60, 150] {
        let mut process = command(folder.path(), &["mine", "--repos", "list", "--db", "out.db", "-j", "2"])
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(wait));
        std::process::Command::new("kill").args(["-INT", &process.id().to_string()]).status().unwrap();
        assert!(matches!(process.wait().unwrap().code(), Some(0 | 130) | None));
    }
    let last = mine(folder.path(), &["--totals", "totals.json"]);
    assert_eq!(last.code, 0, "{}", last.err);
    let totals = std::fs::read_to_string(folder.path().join("totals.json")).unwrap();
    let totals: serde_json::Value = serde_json::from_str(&totals).unwrap();
    let all: usize = (0..8).map(|i| 20 + i).sum();
    assert_eq!(totals["commits"].as_u64().unwrap() + totals["known_commits"].as_u64().unwrap(), all as u64);
    assert_eq!(rows(folder.path()).len(), all - 8);
}

#[test]
fn nothing_but_clones_is_ever_removed() {
    let repo = history(2);
    let folder = tempfile::tempdir().unwrap();
    git(folder.path(), &["init", "-q", "work"]);
    git(
        folder.path(),
        &["clone", "-q", "--bare", repo.path().to_str().unwrap(), "work/precious-0123456789abcdef.git"],
    );
    list(folder.path(), &[format!("file://{}", repo.path().display())]);
    let mined = mine(folder.path(), &["--clone", "work", "--clone-limit", "0.000001"]);
    assert_eq!(mined.code, 0, "{}", mined.err);
    assert!(folder.path().join("work/.git/HEAD").exists());
    assert!(folder.path().join("work/precious-0123456789abcdef.git/HEAD").exists());
}

#[test]
fn a_clone_follows_the_branch_and_mends_what_a_killed_fetch_left() {
    let repo = history(2);
    let folder = tempfile::tempdir().unwrap();
    list(folder.path(), &[format!("file://{}", repo.path().display())]);
    let again = || mine(folder.path(), &["--clone", "cache"]);
    assert_eq!(again().code, 0);
    // Renamed, with the old one gone; then a new one beside it.
    repo.git(&["branch", "-m", "main", "trunk"]);
    repo.write("src/a/C.java", class("a", "C", "third"));
    repo.commit("third");
    let clone = std::fs::read_dir(folder.path().join("cache")).unwrap();
    let clone = clone.map(|e| e.unwrap().path()).find(|p| p.extension().is_some_and(|e| e == "git")).unwrap();
    std::fs::write(clone.join("packed-refs.lock"), "").unwrap();
    let renamed = again();
    assert_eq!(renamed.code, 0, "{}", renamed.err);
    assert_eq!(rows(folder.path()).len(), 2);
    repo.git(&["switch", "-q", "-c", "next"]);
    repo.write("src/a/C.java", class("a", "C", "fourth"));
    repo.commit("fourth");
    assert_eq!(again().code, 0);
    assert_eq!(rows(folder.path()).len(), 3);
}

#[test]
fn a_bare_repository_is_found_by_a_path_that_leads_up() {
    let (child, around) = (history(4), history(2));
    git(around.path(), &["clone", "-q", "--bare", child.path().to_str().unwrap(), "child.git"]);
    std::fs::create_dir(around.path().join("sub")).unwrap();
    let mined = run(&around.path().join("sub"), &["mine", "../child.git", "--db", "../out.db"]);
    assert!(mined.code == 0 && mined.err.contains("4 commits analysed"), "{}", mined.err);
}

#[test]
fn arguments_are_places_as_they_are_and_passwords_are_not_told() {
    let folder = tempfile::tempdir().unwrap();
    let odd = run(folder.path(), &["mine", "#odd", "--db", "out.db"]);
    assert!(odd.code == 3 && odd.err.contains("#odd"), "{}", odd.err);
    let address = "https://ada:secret@127.0.0.1:1/x.git?key=secret";
    for more in [&["--clone", "cache"][..], &[]] {
        let mut args = vec!["mine", address, "--db", "out.db", "--totals", "-"];
        args.extend(more);
        let secret = run(folder.path(), &args);
        assert_eq!(secret.code, 3);
        assert!(secret.err.contains("https://127.0.0.1:1/x.git"), "{}", secret.err);
        assert!(
            !secret.err.contains("secret") && !secret.out.contains("secret"),
            "{}{}",
            secret.err,
            secret.out
        );
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_clone_with_all_that_it_started() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let (ssh, began) = (folder.path().join("ssh"), folder.path().join("began"));
    std::fs::write(&ssh, format!("#!/bin/sh\necho $$ > {}\nexec sleep 60\n", began.display())).unwrap();
    std::fs::set_permissions(&ssh, std::fs::Permissions::from_mode(0o755)).unwrap();
    list(folder.path(), &["ssh://host/x".into(), "other".into()]);
    let mut process =
        command(folder.path(), &["mine", "--repos", "list", "--db", "out.db", "--clone", "cache"])
            .env("GIT_SSH_COMMAND", &ssh)
            .env("GIT_SSH_VARIANT", "ssh")
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
    let pid = loop {
        let text = std::fs::read_to_string(&began).unwrap_or_default();
        if text.ends_with('\n') {
            break text.trim().to_owned();
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    };
    let kill =
        |signal: &str, pid: &str| std::process::Command::new("kill").args([signal, pid]).status().unwrap();
    kill("-INT", &process.id().to_string());
    assert_eq!(process.wait().unwrap().code(), Some(130));
    std::thread::sleep(std::time::Duration::from_millis(100));
    // Dead, or waiting to be reaped by whoever inherited it.
    let state = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    assert!(state.is_empty() || state.contains(") Z"), "{state}");
}

#[cfg(feature = "arrow")]
#[test]
fn a_repository_that_cannot_be_written_stands_in_nobody_elses_way() {
    let repos: Vec<Repo> = (0..3).map(|_| history(3)).collect();
    let folder = tempfile::tempdir().unwrap();
    let name = |i: usize| if i == 1 { "x".repeat(300) } else { format!("r{i}") };
    let lines: Vec<String> = (0..3).map(|i| format!("{}\t{}", repos[i].path().display(), name(i))).collect();
    list(folder.path(), &lines);
    let args = [
        "mine",
        "--repos",
        "list",
        "--format",
        "parquet",
        "-o",
        "out",
        "--partition-by-repository",
        "--totals",
        "-",
    ];
    let mined = run(folder.path(), &args);
    assert_eq!(mined.code, 3, "{}", mined.err);
    let totals: serde_json::Value = serde_json::from_str(&mined.out).unwrap();
    assert_eq!(totals["failed"][0]["repository"], name(1).as_str());
    assert_eq!((&totals["done"], totals["failed"].as_array().unwrap().len()), (&2.into(), 1));
    for i in [0, 2] {
        assert!(folder.path().join(format!("out/refactorings/repository=r{i}/data.parquet")).exists());
    }
}
