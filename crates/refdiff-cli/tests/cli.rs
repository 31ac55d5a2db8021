//! What a person types and reads.
#![allow(clippy::unwrap_used)]

mod support;

use support::{RENAMED, Repo, class, command, fixture, found, run};

fn two_renames() -> Repo {
    let repo = Repo::new();
    repo.write("src/a/Sum.java", class("a", "Sum", "calc"));
    repo.write("lib/b/Max.java", class("b", "Max", "most"));
    repo.commit("first");
    repo.write("src/a/Sum.java", class("a", "Sum", "total"));
    repo.commit("second");
    repo.write("lib/b/Max.java", class("b", "Max", "greatest"));
    repo.write("notes.md", "words");
    repo.commit("third");
    repo
}

#[test]
fn text_is_for_people() {
    let repo = two_renames();
    let run = repo.run(&["show", "HEAD~1"]);
    assert_eq!(run.code, 0);
    for part in ["commit ", "Author: Ada <ada@example.org>", "    second", "Rename Method"] {
        assert!(run.out.contains(part), "{part} in {}", run.out);
    }
    assert!(run.out.contains("    Sum.calc(int[]) → total(int[])  src/a/Sum.java:6"), "{}", run.out);
    assert!(run.out.contains("1 refactoring; 1 file compared"), "{}", run.out);
    assert!(!run.out.contains('\u{1b}'), "no colours in a pipe");
    let coloured = repo.run(&["show", "--color", "always"]);
    assert!(coloured.out.contains('\u{1b}'));
    assert!(coloured.out.contains("skipped: 1 md"), "{}", coloured.out);
}

#[test]
fn nothing_to_compare_is_no_error() {
    let repo = two_renames();
    repo.write("notes.md", "other words");
    repo.commit("words only");
    let run = repo.run(&["show"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.contains("no files in a known language changed"), "{}", run.out);
}

#[test]
fn filters_change_what_is_shown() {
    let repo = two_renames();
    let found = |args: &[&str]| repo.run(args).found();
    assert_eq!(found(&["show", "HEAD~1", "--format", "jsonl", "--type", "rename-*"]), [RENAMED]);
    assert_eq!(found(&["show", "HEAD~1", "--format", "jsonl", "--type", "RENAME METHOD"]), [RENAMED]);
    assert!(found(&["show", "HEAD~1", "--format", "jsonl", "--type", "move-type"]).is_empty());
    assert!(found(&["show", "HEAD~1", "--format", "jsonl", "--exclude-type", "rename method"]).is_empty());
    assert!(found(&["show", "HEAD~1", "--format", "jsonl", "--", "lib"]).is_empty());
    assert_eq!(found(&["show", "HEAD~1", "--format", "jsonl", "--", "src"]), [RENAMED]);
    let wrong = repo.run(&["show", "--type", "rename-everything"]);
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains("unknown refactoring type 'rename-everything'"), "{}", wrong.err);
}

#[test]
fn paths_select_commits_of_a_log() {
    let repo = two_renames();
    // The root commit counts, as it does for git.
    assert_eq!(repo.run(&["log", "--format", "jsonl", "--", "src"]).objects().len(), 2);
    assert_eq!(repo.run(&["log", "--format", "jsonl", "--", "*.java"]).objects().len(), 3);
    assert_eq!(repo.run(&["log", "--format", "jsonl", "--", "notes.md"]).objects().len(), 1);
    let inside = run(&repo.path().join("src"), &["log", "--format", "jsonl", "--", "."]);
    assert_eq!(inside.objects().len(), 2);
}

#[test]
fn thresholds_and_profiles() {
    let repo = Repo::new();
    repo.write("A.java", "class A { int m(int x) { return x + one() + two(); } }");
    repo.commit("first");
    repo.write("A.java", "class A { int n(int x) { return x + three() + four(); } }");
    repo.commit("second");
    let with = |value: &str| repo.run(&["show", "--format", "jsonl", "--threshold", value]).found().len();
    assert_eq!(with("rename-method=0.2"), 1);
    assert_eq!(with("rename-method=0.9"), 0);
    for (value, part) in
        [("rename-method", "TYPE=NUMBER"), ("rename-method=2", "from 0 to 1"), ("x=1", "unknown")]
    {
        let run = repo.run(&["show", "--threshold", value]);
        assert_eq!(run.code, 2);
        assert!(run.err.contains(part), "{}", run.err);
    }
    assert_eq!(repo.run(&["show", "--profile", "paper"]).code, 0);
    let beyond = repo.run(&["show", "--profile", "paper", "--threshold", "rename-field=0.3"]);
    assert!(beyond.code == 2 && beyond.err.contains("does not look for"), "{}", beyond.err);
    assert_eq!(repo.run(&["show", "--min-confidence", "1.5"]).code, 2);
    assert_eq!(repo.run(&["show", "--min-confidence", "0.5", "--profile", "paper"]).code, 2);
}

#[test]
fn explains_what_was_considered() {
    let repo = two_renames();
    let run = repo.run(&["explain", "HEAD~1", "src/a/Sum.java:6"]);
    assert_eq!(run.code, 0, "{}", run.err);
    for part in ["corresponds to", "reported as Rename Method", "accepted", "parameters are the same"] {
        assert!(run.out.contains(part), "{part}: {}", run.out);
    }
    let by_key = repo.run(&["explain", "HEAD~1", "Sum.total", "--format", "json"]);
    assert!(by_key.out.contains("\"considered\""), "{}{}", by_key.out, by_key.err);
    let nothing = repo.run(&["explain", "HEAD", "Sum.nowhere"]);
    assert!(nothing.code == 2 && nothing.err.contains("Sum.nowhere"), "{}", nothing.err);
}

#[test]
fn unknown_profiles_are_named() {
    let repo = two_renames();
    let unknown = repo.run(&["show", "--profile", "best"]);
    assert!(unknown.code == 2 && unknown.err.contains("default, paper"), "{}", unknown.err);
}

#[test]
fn exit_codes() {
    let repo = two_renames();
    assert_eq!(repo.run(&["show", "--exit-code"]).code, 1);
    assert_eq!(repo.run(&["show", "--exit-code", "--type", "move-type"]).code, 0);
    assert_eq!(repo.run(&["show", "--no-such-flag"]).code, 2);
    repo.write("src/a/Sum.java", "class Sum { <<<<<<< int x; }");
    repo.commit("broken");
    let broken = repo.run(&["show", "--exit-code"]);
    assert_eq!(broken.code, 3);
    assert!(broken.err.contains("src/a/Sum.java: line 1: syntax error"), "{}", broken.err);
}

#[test]
fn two_folders_need_no_repository() {
    let case = fixture("java/rename-method-plain");
    let args = ["diff", "--no-index", "before", "after", "--format", "jsonl"];
    let flagged = run(&case, &args);
    assert_eq!(flagged.code, 0, "{}", flagged.err);
    assert_eq!(flagged.found().len(), 1);
    assert_eq!(flagged.objects()[0]["before_rev"], "before");

    let space = tempfile::tempdir().unwrap();
    std::fs::write(space.path().join("old.java"), class("a", "Sum", "calc")).unwrap();
    std::fs::write(space.path().join("new.java"), class("a", "Sum", "total")).unwrap();
    assert_eq!(run(space.path(), &["diff", "old.java", "new.java", "--format", "jsonl"]).found(), [RENAMED]);
    let missing = run(space.path(), &["diff", "--no-index", "old.java", "none.java"]);
    assert!(missing.code == 2 && missing.err.contains("none.java"), "{}", missing.err);
    let mixed = run(space.path(), &["diff", "--no-index", "old.java", "."]);
    assert!(mixed.code == 2 && mixed.err.contains("one is a folder"), "{}", mixed.err);
}

#[test]
fn an_argument_that_is_a_revision_and_a_path_must_be_told_apart() {
    let repo = two_renames();
    repo.git(&["branch", "src", "HEAD~1"]);
    let run = repo.run(&["diff", "src"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("ambiguous argument 'src'"), "{}", run.err);
    let renamed = "Rename Method: b.Max.most(int[]) -> b.Max.greatest(int[])";
    assert_eq!(repo.run(&["diff", "src", "--format", "jsonl", "--", "lib"]).found(), [renamed]);
    assert_eq!(repo.run(&["diff", "HEAD~1", "lib", "--format", "jsonl"]).found(), [renamed]);
}

#[test]
fn json_is_one_document_and_jsonl_a_line_each() {
    let repo = two_renames();
    let run = repo.run(&["log", "--format", "json"]);
    let document: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    let lines = repo.run(&["log", "--format", "jsonl"]).objects();
    assert_eq!(document["commits"].as_array().unwrap(), &lines);
    assert_eq!(found(&lines[1]), [RENAMED]);
    let empty = repo.run(&["log", "HEAD..HEAD", "--format", "json"]);
    assert_eq!(
        serde_json::from_str::<serde_json::Value>(&empty.out).unwrap()["commits"],
        serde_json::json!([])
    );
}

#[test]
fn matches_are_added_where_they_are_asked_for() {
    let repo = two_renames();
    let run = repo.run(&["show", "HEAD~1", "--format", "jsonl", "--matches"]);
    let object = &run.objects()[0];
    assert_eq!(object["entities"], serde_json::json!({"matched": 3, "added": 0, "removed": 0}));
    let pairs = object["matches"]["pairs"].as_array().unwrap();
    let status: Vec<_> = pairs.iter().map(|p| p["status"].as_str().unwrap()).collect();
    assert_eq!(status, ["modified", "unchanged", "renamed"]);
    assert!(repo.run(&["show", "--format", "jsonl"]).objects()[0].get("matches").is_none());
}

#[test]
fn a_closed_pipe_is_no_error() {
    let repo = two_renames();
    let mut child = command(repo.path(), &["log", "--format", "jsonl"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert!(output.status.success());
}

#[test]
fn types_lists_all_with_examples() {
    let run = run(tempfile::tempdir().unwrap().path(), &["types"]);
    assert_eq!(run.code, 0);
    for name in
        ["Rename Type (rename-type; structure)", "Move Field (move-field; structure)", "+     printTitle"]
    {
        let squeezed = run.out.replace("        ", "    ");
        assert!(run.out.contains(name) || squeezed.contains(name), "{name} in {}", run.out);
    }
}

#[test]
fn text_from_a_repository_cannot_drive_the_terminal() {
    let repo = two_renames();
    repo.write("src/a/Sum.java", class("a", "Sum", "calc"));
    repo.commit("red \u{1b}[31m alert \u{7}");
    let run = repo.run(&["show"]);
    assert!(!run.out.contains('\u{1b}') && !run.out.contains('\u{7}'), "{:?}", run.out);
}

/// A repository with a function that was renamed in Python and one in Kotlin.
fn two_languages() -> Repo {
    let repo = Repo::new();
    let python = "def total(items):\n    amount = 0\n    for item in items:\n        amount += item.price\n    return amount\n";
    let kotlin = "package shop\n\nfun total(items: List<Item>): Int {\n    var amount = 0\n    for (item in items) amount += item.price\n    return amount\n}\n";
    repo.write("shop/cart.py", python);
    repo.write("src/shop/Cart.kt", kotlin);
    repo.commit("before");
    repo.write("shop/cart.py", python.replace("total", "sum_of_prices"));
    repo.write("src/shop/Cart.kt", kotlin.replace("total", "sumOfPrices"));
    repo.commit("after");
    repo
}

#[test]
fn several_languages_in_one_commit() {
    let repo = two_languages();
    let all = repo.run(&["show"]);
    assert_eq!((all.code, all.err.as_str()), (0, ""));
    assert!(all.out.contains("total(items) → sum_of_prices(items)"), "{}", all.out);
    assert!(all.out.contains("shop/cart.py:1"), "{}", all.out);
    assert!(all.out.contains("total(List) → sumOfPrices(List)"), "{}", all.out);
    let left = repo.run(&["show", "--residual"]);
    assert!(left.out.contains("4 of 4 changed lines explained"), "{}", left.out);
    let some = repo.run(&["show", "--lang", "kotlin"]);
    assert!(!some.out.contains("sum_of_prices") && some.out.contains("skipped: 1 py"), "{}", some.out);
    let history = repo.run(&["history", "shop/cart.py:2"]);
    assert!(history.out.contains("before") && history.out.contains("after"), "{}", history.out);
}

#[test]
fn languages_are_listed_and_checked() {
    let repo = two_languages();
    let listed = repo.run(&["languages"]);
    assert_eq!(listed.code, 0);
    assert!(listed.out.contains("Kotlin") && listed.out.contains(".tsx"), "{}", listed.out);
    let wrong = repo.run(&["show", "--lang", "cobol"]);
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains("'cobol' is no language that refdiff reads; there are java"), "{}", wrong.err);
}

#[test]
fn what_nobody_writes_there_is_skipped_by_the_reason() {
    let repo = Repo::new();
    let files = [
        "node_modules/left/index.js",
        "web/page.min.js",
        "types/page.d.ts",
        "wire/order_pb2.py",
        "site-packages/a.py",
    ];
    for file in files {
        repo.write(file, "");
    }
    repo.write("web/page.js", "");
    repo.commit("before");
    for file in files {
        repo.write(file, "let a = 1\n");
    }
    repo.write("web/page.js", "let a = 1\n");
    repo.commit("after");
    let run = repo.run(&["show", "--format", "jsonl"]);
    let expected = serde_json::json!({"declarations": 1, "generated": 1, "minified": 1, "vendored": 2});
    assert_eq!(run.objects()[0]["files"]["skipped"], expected);
    assert_eq!(run.objects()[0]["files"]["analysed"], 1);
}
