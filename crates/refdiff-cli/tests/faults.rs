//! Repositories that are broken, change under our hands or mean harm, and places that cannot be written to.
#![allow(clippy::unwrap_used)]

mod support;

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;
use support::{RENAMED, Repo, class, command};

/// A history of renames in two files, one in each commit, in loose objects.
fn history(commits: usize) -> Repo {
    let repo = Repo::new();
    repo.git(&["config", "gc.auto", "0"]);
    for i in 0..commits {
        repo.write(&format!("src/a/C{}.java", i % 2), class("a", &format!("C{}", i % 2), &format!("m{i}")));
        repo.commit(&format!("c{i}"));
    }
    repo
}

/// The file of a loose object.
fn loose(repo: &Repo, id: &str) -> PathBuf {
    repo.path().join(".git/objects").join(&id[..2]).join(&id[2..])
}

fn writable(file: &Path) {
    let mut mode = std::fs::metadata(file).unwrap().permissions();
    #[allow(clippy::permissions_set_readonly_false)]
    mode.set_readonly(false);
    std::fs::set_permissions(file, mode).unwrap();
}

#[test]
fn a_damaged_object_costs_its_commits_and_no_others() {
    for damage in ["truncated", "empty", "garbage", "missing"] {
        let repo = history(6);
        let blob = repo.git(&["rev-parse", "HEAD~2:src/a/C1.java"]);
        let file = loose(&repo, &blob);
        writable(&file);
        let bytes = std::fs::read(&file).unwrap();
        match damage {
            "truncated" => std::fs::write(&file, &bytes[..bytes.len() / 2]).unwrap(),
            "empty" => std::fs::write(&file, b"").unwrap(),
            "garbage" => std::fs::write(&file, b"no zlib at all").unwrap(),
            _ => std::fs::remove_file(&file).unwrap(),
        }
        let run = repo.run(&["log", "--format", "jsonl"]);
        assert_eq!(run.code, 3, "{damage}: {}", run.err);
        let reports = run.objects();
        assert_eq!(reports.len(), 6, "{damage}");
        let lost: Vec<&serde_json::Value> =
            reports.iter().filter(|r| !r["incomplete"].as_array().unwrap().is_empty()).collect();
        // The commit that made it and the one that changed it.
        assert_eq!(lost.len(), 2, "{damage}: {}", run.err);
        assert!(lost.iter().all(|r| r["incomplete"][0]["file"] == "src/a/C1.java"), "{damage}");
        assert!(run.err.contains(&blob), "{damage}: {}", run.err);
    }
}

#[test]
fn a_missing_commit_is_named() {
    let repo = history(6);
    let middle = repo.git(&["rev-parse", "HEAD~3"]);
    let file = loose(&repo, &middle);
    writable(&file);
    std::fs::remove_file(file).unwrap();
    let run = repo.run(&["log", "--format", "jsonl"]);
    assert_eq!(run.code, 3, "{}", run.err);
    assert!(run.err.contains(&middle), "{}", run.err);
    assert!(run.objects().len() >= 2, "{}", run.out);
}

/// Puts a loose object of any text under a name that is taken.
fn replace(repo: &Repo, id: &str, kind: &str, text: &str) {
    repo.write("object", text);
    let made = repo.git(&["hash-object", "-w", "--literally", "-t", kind, "object"]);
    let bytes = std::fs::read(loose(repo, &made)).unwrap();
    let file = loose(repo, id);
    writable(&file);
    std::fs::write(file, bytes).unwrap();
    repo.remove("object");
}

#[test]
fn commits_and_tags_that_say_nothing_are_told() {
    let repo = history(4);
    repo.git(&["tag", "-a", "v1", "-m", "one"]);
    let (tag, head) = (repo.git(&["rev-parse", "v1"]), repo.git(&["rev-parse", "HEAD"]));
    replace(&repo, &tag, "tag", "no object\n");
    assert_eq!(repo.run(&["show", "v1"]).code, 2);
    assert_eq!(repo.run(&["diff", "v1", "HEAD~1"]).code, 2);
    replace(&repo, &head, "commit", "treeless\n");
    for args in [&["show"][..], &["diff", "HEAD"], &["diff", "--staged"], &["diff", "HEAD~1", "HEAD"]] {
        let run = repo.run(args);
        assert!(
            matches!(run.code, 2 | 3) && !run.err.contains("panicked"),
            "{args:?}: {} {}",
            run.code,
            run.err
        );
    }
    let run = repo.run(&["log", "--all", "--format", "jsonl"]);
    assert!(matches!(run.code, 2 | 3) && !run.err.contains("panicked"), "{}", run.err);
}

/// The name of an object is not checked against what it holds, so a tag may point at itself.
#[test]
fn a_tag_that_points_at_itself_ends() {
    let repo = history(3);
    repo.git(&["tag", "-a", "v1", "-m", "one"]);
    let tag = repo.git(&["rev-parse", "v1"]);
    replace(&repo, &tag, "tag", &format!("object {tag}\ntype tag\ntag v1\ntagger A <a@b> 1 +0000\n\none\n"));
    assert_eq!(repo.run(&["show", "v1"]).code, 2);
    let run = repo.run(&["log", "--all", "--format", "jsonl"]);
    assert_eq!((run.code, run.objects().len()), (3, 3), "{}", run.err);
    assert!(run.err.contains("a tag of a tag"), "{}", run.err);
}

#[test]
fn a_reference_that_cannot_be_read_is_told() {
    let repo = history(3);
    std::fs::write(repo.path().join(".git/refs/heads/odd"), "not a hash at all\n").unwrap();
    let run = repo.run(&["log", "--all", "--format", "jsonl"]);
    assert_eq!((run.code, run.objects().len()), (3, 3), "{}", run.err);
    assert!(run.err.contains("reference"), "{}", run.err);
}

/// An object whose head claims eight gigabytes: the claim alone must not cost any memory.
#[test]
fn an_object_that_claims_to_be_huge_is_not_made_room_for() {
    let repo = history(3);
    repo.git(&["repack", "-q", "-ad"]);
    let tree = repo.git(&["rev-parse", "HEAD^{tree}"]);
    let listing = repo.git(&["rev-parse", "--git-path", "objects/pack"]);
    let folder = repo.path().join(listing);
    let packs: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    let with = |ending: &str| packs.iter().find(|p| p.extension().is_some_and(|e| e == ending)).unwrap();
    let shown = repo.git(&["verify-pack", "-v", with("idx").to_str().unwrap()]);
    let line = shown.lines().find(|l| l.starts_with(&tree)).unwrap();
    let offset: usize = line.split_whitespace().nth(4).unwrap().parse().unwrap();
    let mut bytes = std::fs::read(with("pack")).unwrap();
    // A tree (2) whose size goes on for as many bytes as there are.
    bytes[offset..offset + 6].copy_from_slice(&[0xAF, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F]);
    writable(with("pack"));
    std::fs::write(with("pack"), bytes).unwrap();
    let run = repo.run(&["diff", "--staged"]);
    assert_eq!(run.code, 2, "{}", run.err);
    assert!(run.err.contains("too large"), "{}", run.err);
}

#[test]
fn a_corrupt_pack_is_no_reason_to_stop() {
    let repo = history(30);
    repo.git(&["repack", "-q", "-ad"]);
    let folder = repo.path().join(".git/objects/pack");
    let pack = std::fs::read_dir(folder)
        .unwrap()
        .map(|e| e.unwrap().path())
        .find(|p| p.extension().is_some_and(|e| e == "pack"))
        .unwrap();
    writable(&pack);
    let mut bytes = std::fs::read(&pack).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..middle + 40].fill(0xA5);
    std::fs::write(&pack, bytes).unwrap();
    let run = repo.run(&["log", "--format", "jsonl"]);
    assert!(matches!(run.code, 2 | 3), "{}: {}", run.code, run.err);
    assert!(!run.err.contains("panicked") && !run.err.is_empty(), "{}", run.err);
    run.objects();
}

#[test]
fn a_reference_to_nothing_is_told() {
    let repo = history(3);
    std::fs::write(repo.path().join(".git/refs/heads/broken"), format!("{}\n", "1".repeat(40))).unwrap();
    let run = repo.run(&["log", "--all", "--format", "jsonl"]);
    assert_eq!(run.code, 3, "{}", run.err);
    assert_eq!(run.objects().len(), 3);
    assert_eq!(repo.run(&["show", "broken"]).code, 2);
}

#[test]
fn alternates_that_go_round_in_circles_end() {
    let repo = history(3);
    let objects = repo.path().join(".git/objects");
    std::fs::write(objects.join("info/alternates"), format!("{}\n", objects.display())).unwrap();
    let run = repo.run(&["log", "--format", "jsonl"]);
    assert!(matches!(run.code, 0 | 2 | 3), "{}", run.err);
    assert!(!run.err.contains("panicked"));
}

#[test]
fn an_index_that_another_process_locks_can_be_read() {
    let repo = history(3);
    repo.write("src/a/C0.java", class("a", "C0", "fresh"));
    repo.git(&["add", "-A"]);
    std::fs::write(repo.path().join(".git/index.lock"), b"").unwrap();
    let run = repo.run(&["diff", "--staged", "--format", "jsonl"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(run.found().len(), 1);
}

#[test]
fn a_repository_that_is_repacked_during_a_run_loses_nothing() {
    let repo = history(200);
    let mut child = command(repo.path(), &["log", "--format", "jsonl", "-j", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    repo.git(&["repack", "-q", "-ad"]);
    repo.git(&["prune-packed", "-q"]);
    let mut out = String::new();
    child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    child.wait().unwrap();
    assert_eq!(out.lines().count(), 200);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let repo = history(3);
    let run = repo.run(&["log", "--format", "json", "--output", "/dev/full"]);
    assert_eq!(run.code, 2, "{}", run.err);
    assert!(run.err.contains("No space left"), "{}", run.err);
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let status = command(repo.path(), &["log"]).stdout(full).stderr(Stdio::null()).status().unwrap();
    assert_eq!(status.code(), Some(2));
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let repo = history(60);
    for format in ["text", "jsonl", "json", "csv", "html", "sarif", "rminer", "md"] {
        let mut child = command(repo.path(), &["log", "--format", format])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let status = child.wait().unwrap();
        assert_eq!(status.code(), Some(0), "{format}");
    }
}

#[cfg(unix)]
#[test]
fn a_file_is_whole_or_absent_however_a_run_ends() {
    let repo = history(120);
    let file = repo.path().join("out.jsonl");
    for (signal, wait) in [("-INT", 5), ("-KILL", 5), ("-KILL", 25), ("-INT", 40)] {
        let _ = std::fs::remove_file(&file);
        let mut child =
            command(repo.path(), &["log", "--format", "jsonl", "-j", "1", "--output", "out.jsonl"])
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
        std::thread::sleep(Duration::from_millis(wait));
        std::process::Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
        let status = child.wait().unwrap();
        match std::fs::read_to_string(&file) {
            // Ended by itself, or by an interrupt that it answered: what is there is whole lines.
            Ok(text) => assert!(text.lines().all(|l| serde_json::from_str::<serde_json::Value>(l).is_ok())),
            Err(_) => assert!(!status.success()),
        }
    }
    let run = repo.run(&["log", "--format", "jsonl", "--output", "out.jsonl"]);
    assert_eq!(run.code, 0);
    assert_eq!(std::fs::read_to_string(&file).unwrap().lines().count(), 120);
}

/// Nothing that a repository configures is ever run.
#[cfg(unix)]
#[test]
fn a_repository_is_data() {
    let repo = Repo::new();
    repo.write("src/a/Sum.java", class("a", "Sum", "calc"));
    repo.commit("first");
    repo.write("src/a/Sum.java", class("a", "Sum", "total"));
    repo.commit("second");
    let touched = repo.path().join("touched");
    let program = repo.path().join("program");
    std::fs::write(&program, format!("#!/bin/sh\ntouch '{}'\ncat\n", touched.display())).unwrap();
    let mut mode = std::fs::metadata(&program).unwrap().permissions();
    std::os::unix::fs::PermissionsExt::set_mode(&mut mode, 0o755);
    std::fs::set_permissions(&program, mode).unwrap();
    let run_it = program.to_str().unwrap();
    for key in [
        "core.pager",
        "core.fsmonitor",
        "core.editor",
        "core.sshCommand",
        "core.askPass",
        "diff.external",
        "diff.evil.textconv",
        "diff.evil.command",
        "filter.evil.clean",
        "filter.evil.smudge",
        "filter.evil.process",
        "credential.helper",
        "pager.refdiff",
        "pager.log",
        "gpg.program",
        "alias.refdiff",
        "core.hooksPath",
        "uploadpack.packObjectsHook",
    ] {
        repo.git(&["config", key, run_it]);
    }
    std::fs::write(repo.path().join(".gitattributes"), "*.java diff=evil filter=evil\n").unwrap();
    for hook in
        ["post-checkout", "post-index-change", "fsmonitor-watchman", "pre-auto-gc", "reference-transaction"]
    {
        std::fs::copy(&program, repo.path().join(".git/hooks").join(hook)).unwrap();
    }
    let run = repo.run(&["show", "--format", "jsonl"]);
    assert_eq!(run.found(), [RENAMED]);
    let file = repo.path().join("src/a/Sum.java");
    std::fs::write(&file, class("a", "Sum", "sum")).unwrap();
    for args in [
        &["diff"][..],
        &["diff", "--staged"],
        &["diff", "--residual", "HEAD~1"],
        &["log", "-p"],
        &["check", "--pure"],
        &["ignore-revs"],
        &["explain", "HEAD", "Sum"],
    ] {
        let run = repo.run(args);
        assert!(matches!(run.code, 0 | 1), "{args:?}: {}", run.err);
    }
    assert!(!touched.exists(), "something of the repository was run");
}

/// 1 in 100 blobs is gone: every commit is reported, and each loss is named.
#[test]
fn lost_blobs_are_named_one_by_one() {
    let repo = history(150);
    let mut removed = Vec::new();
    for number in [7, 33, 60, 61, 119] {
        let blob = repo.git(&["rev-parse", &format!("HEAD~{number}:src/a/C{}.java", (149 - number) % 2)]);
        let file = loose(&repo, &blob);
        writable(&file);
        std::fs::remove_file(file).unwrap();
        removed.push(blob);
    }
    let run = repo.run(&["log", "--format", "jsonl"]);
    assert_eq!(run.code, 3);
    let reports = run.objects();
    assert_eq!(reports.len(), 150);
    for blob in removed {
        assert!(run.err.contains(&blob), "{blob}");
    }
    let whole = reports.iter().filter(|r| r["incomplete"].as_array().unwrap().is_empty()).count();
    assert_eq!(whole, 140, "each blob is one side of two commits");
}

#[test]
fn a_format_that_git_refuses_is_refused() {
    let repo = history(2);
    for (key, value, told) in [
        ("extensions.sparkle", "true", "the extension 'sparkle'"),
        ("extensions.refStorage", "reftable", "kept as 'reftable'"),
    ] {
        repo.git(&["config", "core.repositoryFormatVersion", "1"]);
        repo.git(&["config", key, value]);
        let run = repo.run(&["log"]);
        assert_eq!(run.code, 2, "{}", run.err);
        assert!(run.err.contains(told), "{}", run.err);
        // git refuses the repository by now, so its file is written by hand.
        let config = repo.path().join(".git/config");
        let text = std::fs::read_to_string(&config).unwrap();
        std::fs::write(&config, text.split("[extensions]").next().unwrap()).unwrap();
    }
    for (key, value) in [("extensions.noop", "true"), ("extensions.worktreeConfig", "true")] {
        repo.git(&["config", key, value]);
    }
    assert_eq!(repo.run(&["log"]).code, 0);
}

#[test]
fn grafts_are_told() {
    let repo = history(3);
    let (head, root) = (repo.git(&["rev-parse", "HEAD"]), repo.git(&["rev-parse", "HEAD~2"]));
    repo.write(".git/info/grafts", format!("{head} {root}\n"));
    let run = repo.run(&["log", "--format", "jsonl"]);
    assert_eq!(run.code, 3, "{}", run.err);
    assert!(run.err.contains("info/grafts gives it other parents"), "{}", run.err);
    let grafted = run.objects().iter().filter(|r| !r["incomplete"].as_array().unwrap().is_empty()).count();
    assert_eq!(grafted, 1);
}
