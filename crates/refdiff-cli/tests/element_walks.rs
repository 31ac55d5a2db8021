//! `refdiff history` and `refdiff blame` where the walk itself is special: commits that only refactor, merges, clones that
//! do not have everything.
#![allow(clippy::unwrap_used)]

mod support;

use support::{Repo, Run};

const TILL: &str = "package a;

public class Till {
    private int sum;

    void add(int amount) {
        sum = sum + amount;
        System.out.println(\"added \" + amount);
    }

    int total() {
        return sum;
    }
}
";

/// The commit of each line, from `--line-porcelain`.
fn commits(run: &Run) -> Vec<String> {
    assert!(run.code == 0 || run.code == 3, "{}", run.err);
    let is_head = |l: &&str| l.len() > 40 && l.as_bytes()[40] == b' ';
    run.out.lines().filter(is_head).map(|l| l[..40].to_owned()).collect()
}

#[test]
fn commits_that_only_refactor_can_be_passed_over() {
    let repo = Repo::new();
    repo.write("src/a/Till.java", TILL);
    let first = repo.commit("introduce");
    let renamed = TILL.replace("sum", "balance");
    repo.write("src/a/Till.java", &renamed);
    let second = repo.commit("rename a field");
    repo.write("src/a/Till.java", renamed.replace("return balance;", "return balance * 2;"));
    let third = repo.commit("edit");
    let blame = |args: &[&str]| {
        let args = [&["blame", "HEAD", "src/a/Till.java", "--line-porcelain"], args].concat();
        commits(&repo.run(&args))
    };
    let plain = blame(&[]);
    assert_eq!((&plain[3], &plain[6], &plain[11]), (&second, &second, &third));
    let ignored = blame(&["--ignore-pure"]);
    assert_eq!((&ignored[3], &ignored[6], &ignored[11]), (&first, &first, &third));
    let run = repo.run(&["blame", "HEAD", "src/a/Till.java", "--ignore-pure", "--explain"]);
    assert!(run.out.contains("a commit that only refactors"), "{}", run.out);
}

#[test]
fn a_commit_with_an_edit_is_not_passed_over() {
    let repo = Repo::new();
    repo.write("src/a/Till.java", TILL);
    repo.commit("introduce");
    repo.write("src/a/Till.java", TILL.replace("sum", "balance").replace("+ amount;", "- amount;"));
    let second = repo.commit("rename a field, and more");
    let run = repo.run(&["blame", "HEAD", "src/a/Till.java", "--line-porcelain", "--ignore-pure"]);
    let found = commits(&run);
    assert_eq!((&found[3], &found[6]), (&second, &second));
}

#[test]
fn all_sides_of_a_merge_can_be_followed() {
    let repo = Repo::new();
    repo.write("src/a/Till.java", TILL);
    let first = repo.commit("introduce");
    repo.git(&["checkout", "-q", "-b", "topic"]);
    let edited = TILL.replace("\"added \"", "\"got \"");
    repo.write("src/a/Till.java", &edited);
    let topic = repo.commit("edit on the topic");
    repo.git(&["checkout", "-q", "main"]);
    repo.write("src/a/Till.java", &edited);
    let main = repo.commit("the same edit on main");
    repo.git(&["merge", "-q", "--no-edit", "topic"]);
    let steps = |args: &[&str]| -> Vec<String> {
        let run = repo.run(&[&["history", "src/a/Till.java:7", "--format", "jsonl"], args].concat());
        run.objects().iter().map(|o| o["commit"].as_str().unwrap().to_owned()).collect()
    };
    let mut all = steps(&["--full-history"]);
    assert_eq!(steps(&[]), [main.clone(), first.clone()]);
    assert_eq!(all.pop(), Some(first), "once, and last");
    all.sort();
    let mut edits = [main, topic];
    edits.sort();
    assert_eq!(all, edits);
}

#[test]
fn clones_are_followed_as_far_as_they_go() {
    let repo = Repo::new();
    repo.write("src/a/Till.java", TILL);
    let first = repo.commit("introduce");
    repo.write("src/a/Till.java", TILL.replace("sum + amount", "sum + 2 * amount"));
    let second = repo.commit("edit");
    repo.git(&["config", "uploadpack.allowFilter", "true"]);
    let url = format!("file://{}", repo.path().display());
    let clone = |name: &str, args: &[&str]| -> String {
        let to = repo.path().join(name).display().to_string();
        repo.git(&[&["clone", "-q"], args, &[&url, &to]].concat());
        to
    };
    let (bare, shallow) = (clone("bare", &["--bare"]), clone("shallow", &["--depth", "1"]));
    let partial = clone("partial", &["--filter=blob:none", "--bare"]);
    let steps =
        |folder: &str| repo.run(&["-C", folder, "history", "HEAD", "src/a/Till.java:7", "--format", "jsonl"]);
    let blame =
        |folder: &str| repo.run(&["-C", folder, "blame", "HEAD", "src/a/Till.java", "--line-porcelain"]);
    assert_eq!(steps(&bare).objects().len(), 2);
    assert_eq!((&commits(&blame(&bare))[6], &commits(&blame(&bare))[3]), (&second, &first));
    let run = steps(&shallow);
    assert_eq!((run.code, run.objects().len()), (3, 1));
    assert!(run.err.contains("shallow"), "{}", run.err);
    // What is missing is told, with what to do; nothing is made up.
    let run = steps(&partial);
    assert!(run.code != 0 && run.out.is_empty(), "{} {}", run.code, run.out);
    assert!(run.err.contains("partial clone"), "{}", run.err);
    let run = blame(&partial);
    assert!(run.code != 0 && run.err.contains("partial clone"), "{} {}", run.code, run.err);
}
