//! `check --pure` and `ignore-revs` on what is not code: merges, modes, links, empty files, moved files of other languages.
#![allow(clippy::unwrap_used)]

mod support;

use support::Repo;

fn check(repo: &Repo, args: &[&str]) -> i32 {
    repo.run(&[&["check", "--pure"], args].concat()).code
}

const A: &str = "class A {\n    int a(int x) {\n        return x + 1;\n    }\n\n    int b(int x) {\n        return x + 2;\n    }\n}\n";

/// A repository with a merge of two branches that change different files.
fn merged() -> Repo {
    let repo = Repo::new();
    repo.write("A.java", A);
    repo.write("notes.txt", "one\ntwo\nthree\n");
    repo.commit("base");
    repo.git(&["checkout", "-q", "-b", "topic"]);
    repo.write("A.java", A.replace("x + 2", "x + 3"));
    repo.commit("topic");
    repo.git(&["checkout", "-q", "main"]);
    repo.write("notes.txt", "one\ntwo\nfour\n");
    repo.commit("main");
    repo.git(&["merge", "-q", "--no-edit", "topic"]);
    repo
}

#[test]
fn a_merge_is_compared_with_what_git_makes_of_its_parents() {
    let repo = merged();
    assert_eq!(check(&repo, &["HEAD"]), 0);
    repo.write("A.java", A.replace("x + 2", "x + 3").replace("x + 1", "x + 9"));
    repo.git(&["commit", "-q", "-a", "--amend", "--no-edit"]);
    let run = repo.run(&["check", "--pure", "HEAD~1..HEAD"]);
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(run.out.contains("+        return x + 9;"), "{}", run.out);
}

#[test]
fn a_conflict_that_was_resolved_is_shown() {
    let repo = Repo::new();
    repo.write("A.java", A);
    repo.commit("base");
    repo.git(&["checkout", "-q", "-b", "topic"]);
    repo.write("A.java", A.replace("x + 1", "x + 5"));
    let topic = repo.commit("topic");
    repo.git(&["checkout", "-q", "main"]);
    repo.write("A.java", A.replace("x + 1", "x + 6"));
    let main = repo.commit("main");
    repo.write("A.java", A.replace("x + 1", "x + 7"));
    repo.git(&["add", "-A"]);
    let tree = repo.git(&["write-tree"]);
    let merge = repo.git(&["commit-tree", &tree, "-p", &main, "-p", &topic, "-m", "merge"]);
    let run = repo.run(&["check", "--pure", &merge]);
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(run.out.contains("return x + 7;"), "{}", run.out);
}

#[test]
fn what_cannot_be_merged_is_told_and_not_counted() {
    let repo = merged();
    let (one, two) = (repo.git(&["rev-parse", "HEAD"]), repo.git(&["rev-parse", "topic"]));
    let three = repo.git(&["rev-parse", "HEAD~1"]);
    let tree = repo.git(&["rev-parse", "HEAD^{tree}"]);
    let merge = repo.git(&["commit-tree", &tree, "-p", &one, "-p", &two, "-p", &three, "-m", "three"]);
    let run = repo.run(&["check", "--pure", &merge]);
    assert_eq!(run.code, 3, "{}", run.err);
    assert!(
        run.err.contains("0 commits checked") && run.err.contains("1 could not be checked"),
        "{}",
        run.err
    );
}

#[test]
fn an_empty_range_checks_nothing() {
    let repo = merged();
    let run = repo.run(&["check", "--pure", "HEAD..HEAD"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("nothing was checked"), "{}", run.err);
}

#[test]
fn files_themselves_are_changes() {
    let repo = Repo::new();
    let text: String = (0..30).map(|n| format!("line {n} of the text\n")).collect();
    repo.write("docs/a.txt", &text);
    repo.write("run.sh", "echo\n");
    repo.commit("base");
    repo.write("empty.txt", "");
    repo.commit("empty");
    assert_eq!(check(&repo, &["HEAD"]), 1);
    assert_eq!(check(&repo, &["HEAD", "--except-kind", "file"]), 0);
    repo.git(&["update-index", "--chmod=+x", "run.sh"]);
    repo.git(&["commit", "-q", "-m", "mode"]);
    let run = repo.run(&["check", "--pure", "HEAD"]);
    assert_eq!(run.code, 1);
    assert!(run.out.contains("old mode 100644\nnew mode 100755"), "{}", run.out);
    repo.git(&["checkout", "-q", "--", "."]);
    repo.git(&["mv", "docs/a.txt", "b.txt"]);
    repo.commit("moved");
    assert_eq!(check(&repo, &["HEAD"]), 0);
    let listed = repo.run(&["ignore-revs", "-n", "1"]);
    assert!(listed.out.contains(&repo.git(&["rev-parse", "HEAD"])), "{}", listed.out);
    repo.git(&["mv", "b.txt", "c.txt"]);
    repo.write("c.txt", text.replace("line 7 ", "line seven "));
    repo.commit("moved and edited");
    let run = repo.run(&["show", "--residual"]);
    assert!(run.out.contains("58 of 60 changed lines explained"), "{}", run.out);
    assert_eq!(check(&repo, &["HEAD"]), 1);
    assert_eq!(check(&repo, &["HEAD", "--min-explained", "96%"]), 0);
    assert_eq!(check(&repo, &["HEAD", "--min-explained", "97"]), 1);
    assert_eq!(check(&repo, &["HEAD", "--except", "*.txt"]), 0);
}

#[test]
fn a_file_that_moves_keeps_its_mode() {
    let repo = Repo::new();
    repo.write("bin/run.sh", "echo one\necho two\n");
    repo.write("a/A.java", format!("package a;\n\n{A}"));
    repo.commit("base");
    // As it was: neither of them may be run.
    repo.git(&["mv", "bin", "tools"]);
    repo.commit("moved");
    assert_eq!(check(&repo, &["HEAD"]), 0);
    repo.git(&["mv", "tools/run.sh", "go.sh"]);
    repo.git(&["update-index", "--chmod=+x", "go.sh"]);
    repo.git(&["commit", "-q", "-m", "moved, and may be run"]);
    repo.git(&["checkout", "-q", "--", "."]);
    let run = repo.run(&["check", "--pure", "HEAD"]);
    assert_eq!(run.code, 1);
    assert!(run.out.contains("old mode 100644\nnew mode 100755"), "{}", run.out);
    repo.git(&["mv", "go.sh", "went.sh"]);
    repo.commit("moved with its mode");
    assert_eq!(check(&repo, &["HEAD"]), 0);
    // A type that moves, the same.
    repo.git(&["mv", "a", "b"]);
    repo.write("b/A.java", format!("package b;\n\n{A}"));
    repo.git(&["add", "-A"]);
    repo.git(&["update-index", "--chmod=+x", "b/A.java"]);
    repo.git(&["commit", "-q", "-m", "another package"]);
    assert_eq!(check(&repo, &["HEAD"]), 1);
    assert_eq!(check(&repo, &["HEAD", "--except-kind", "file"]), 0);
}

#[test]
fn a_first_commit_is_no_refactoring() {
    let repo = Repo::new();
    repo.write("A.java", A);
    repo.commit("first");
    assert_eq!(check(&repo, &["HEAD"]), 1);
}

#[test]
fn a_commit_without_its_parents_is_not_judged() {
    let repo = merged();
    let clone = tempfile::tempdir().unwrap();
    let from = format!("file://{}", repo.path().display());
    let to = clone.path().join("shallow");
    repo.git(&["clone", "-q", "--depth", "1", &from, to.to_str().unwrap()]);
    let run = support::run(&to, &["check", "--pure", "HEAD"]);
    assert_eq!(run.code, 3, "{}", run.err);
    assert!(
        run.err.contains("0 commits checked, 0 with more than refactorings, 1 could not be checked"),
        "{}",
        run.err
    );
}

/// Whether replacing a file's text counts as pure.
fn is_pure(name: &str, before: &str, after: &str) -> bool {
    let repo = Repo::new();
    repo.write(name, before);
    repo.commit("before");
    repo.write(name, after);
    repo.commit("after");
    check(&repo, &["HEAD"]) == 0
}

#[test]
fn a_comment_that_says_how_a_file_is_read_is_code() {
    assert!(is_pure("a.py", "# one\nprint(1)\n", "# two\nprint(1)\n"));
    assert!(!is_pure("a.py", "# x\nprint(1)\n", "# coding: utf-7\nprint(1)\n"));
    assert!(!is_pure("a.py", "#!/usr/bin/python3\nprint(1)\n", "#!/usr/bin/python2\nprint(1)\n"));
}

#[test]
fn declarations_that_run_are_not_put_in_another_order_unseen() {
    let python = ["def f():\n    return 1\n", "def g():\n    return 2\n"];
    let (one, two) = (python.join("\n\n"), [python[1], python[0]].join("\n\n"));
    assert!(!is_pure("a.py", &one, &two));
    let script = ["function f() { return 1; }\n", "function f() { return 2; }\n"];
    assert!(!is_pure("a.js", &script.concat(), &[script[1], script[0]].concat()));
    // In Java a method is declared by the whole type.
    let java = ["    int f() {\n        return 1;\n    }\n", "    int g() {\n        return 2;\n    }\n"];
    let class = |members: [&str; 2]| format!("class A {{\n{}}}\n", members.join("\n"));
    assert!(is_pure("A.java", &class(java), &class([java[1], java[0]])));
}
