//! What people read in a terminal.
#![allow(clippy::unwrap_used)]

mod support;

use std::process::{Command, Stdio};
use support::{Repo, Run, class, command, git};

/// How many columns of a terminal a line takes; the texts of these tests have no wide characters.
fn widest(text: &str) -> usize {
    text.lines().map(|line| line.chars().count()).max().unwrap_or(0)
}

/// A class of one method that calls `used` of another class.
fn caller(package: &str, name: &str, used: &str) -> String {
    format!(
        "package {package};\n\npublic class {name} {{\n    int f(Sum sum) {{\n        return sum.{used}(null);\n    }}\n}}\n"
    )
}

fn with_width(repo: &Repo, columns: &str, args: &[&str]) -> Run {
    command(repo.path(), args).env("COLUMNS", columns).output().map(Run::from).unwrap()
}

#[test]
fn names_are_short_and_paths_are_said_once() {
    let repo = Repo::new();
    repo.write("src/org/example/shop/Sum.java", class("org.example.shop", "Sum", "calc"));
    repo.commit("one");
    repo.git(&["mv", "src/org/example/shop", "src/org/example/store"]);
    repo.write("src/org/example/store/Sum.java", class("org.example.store", "Sum", "calc"));
    repo.commit("two");
    let run = repo.run(&["show"]);
    assert!(run.out.contains("org.example.{shop → store}"), "{}", run.out);
    assert!(run.out.contains("src/org/example/{shop → store}/Sum.java:3"), "{}", run.out);
    let keys = repo.run(&["show", "--full-keys"]);
    assert!(keys.out.contains("org.example.shop.Sum → org.example.store.Sum"), "{}", keys.out);
}

#[test]
fn no_line_is_wider_than_the_terminal() {
    let repo = Repo::new();
    let long = "org.example.a_package_with_a_long_name.and_another_part_of_it";
    let file = |name: &str| format!("src/{}/{name}.java", long.replace('.', "/"));
    repo.write(
        &file("AccumulatorOfManyDifferentNumbers"),
        class(long, "AccumulatorOfManyDifferentNumbers", "calculateTheSumOfAllOfThem"),
    );
    repo.commit("one");
    repo.write(
        &file("AccumulatorOfManyDifferentNumbers"),
        class(long, "AccumulatorOfManyDifferentNumbers", "computeTheTotalOfEverythingThatIsThere"),
    );
    repo.commit("A subject that is longer than the terminal is wide, because somebody wrote all of the message into its first line");
    for columns in ["48", "60", "80", "100"] {
        for args in [
            &["show"][..],
            &["show", "--stat"],
            &["show", "--group-by", "file"],
            &["show", "--detail", "all"],
        ] {
            let run = with_width(&repo, columns, args);
            assert!(widest(&run.out) <= columns.parse().unwrap(), "{columns} {args:?}:\n{}", run.out);
        }
    }
    // What a name or a path ends with is what tells it apart.
    let narrow = with_width(&repo, "60", &["show"]);
    assert!(narrow.out.contains("computeTheTotalOfEverythingThatIsThere(int[])"), "{}", narrow.out);
    assert!(narrow.out.contains("Numbers.java:6"), "{}", narrow.out);
}

#[test]
fn a_log_counts_commits_that_have_nothing_to_show() {
    let repo = Repo::new();
    repo.write("src/a/Sum.java", class("a", "Sum", "calc"));
    repo.commit("one");
    repo.write("src/a/Sum.java", class("a", "Sum", "total"));
    repo.commit("two");
    repo.write("notes.md", "words");
    repo.commit("three");
    let run = repo.run(&["log"]);
    assert!(run.out.contains("two") && !run.out.contains("three"), "{}", run.out);
    assert!(
        run.out.ends_with("2 commits without refactorings not shown; --all-commits shows all\n"),
        "{}",
        run.out
    );
    let all = repo.run(&["log", "--all-commits"]);
    assert!(all.out.contains("three") && all.out.contains("one"), "{}", all.out);
    assert_eq!(repo.run(&["log", "--format", "jsonl"]).objects().len(), 3);
    // A commit that was asked for by name is shown whatever is in it.
    assert!(repo.run(&["show"]).out.contains("no refactorings"));
}

#[test]
fn filters_that_hide_something_say_so() {
    let repo = Repo::new();
    repo.write("src/a/Sum.java", class("a", "Sum", "calc"));
    repo.commit("one");
    repo.write("src/a/Sum.java", class("a", "Sum", "total"));
    repo.commit("two");
    let run = repo.run(&["show", "--type", "move-*"]);
    assert!(run.out.contains("no refactorings shown; filters hide 1"), "{}", run.out);
}

#[test]
fn what_follows_stands_under_its_cause() {
    let repo = Repo::new();
    repo.write("src/a/Sum.java", class("a", "Sum", "calc"));
    repo.write("src/a/Use.java", caller("a", "Use", "calc"));
    repo.commit("one");
    repo.git(&["mv", "src/a/Sum.java", "src/a/Total.java"]);
    repo.write("src/a/Total.java", class("a", "Total", "calc"));
    repo.write("src/a/Use.java", caller("a", "Use", "calc").replace("Sum sum", "Total sum"));
    repo.commit("two");
    let run = repo.run(&["show"]);
    assert!(run.out.contains("Rename Type\n    Sum → Total"), "{}", run.out);
    assert!(run.out.contains("with it: ") && run.out.contains("Change Parameter Type"), "{}", run.out);
    assert!(!run.out.contains("\nChange Parameter Type"), "{}", run.out);
    let all = repo.run(&["show", "--detail", "all"]);
    let (cause, effect) =
        (all.out.find("Rename Type").unwrap(), all.out.find("Change Parameter Type").unwrap());
    assert!(cause < effect, "{}", all.out);
}

#[test]
fn an_extraction_shows_what_left_the_call_and_the_new_method() {
    let cart = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/cart");
    let output = Command::new(env!("CARGO_BIN_EXE_refdiff"))
        .current_dir(cart)
        .args(["diff", "--no-index", "before", "after", "-p", "--type", "extract-method"])
        .stdin(Stdio::null())
        .output();
    let run = Run::from(output.unwrap());
    for line in [
        "-            sum -= Math.min(sum * discount, 50);",
        "+        return applyDiscount(sum);",
        "+    private double applyDiscount(double sum) {",
        "             sum -= Math.min(sum * discount, 50);",
    ] {
        assert!(
            run.out.lines().any(|l| l.trim_start().trim_end() == line.trim_end() || l.ends_with(line)),
            "{line}\n{}",
            run.out
        );
    }
}

#[test]
fn options_that_nothing_uses_are_refused() {
    let repo = Repo::new();
    repo.write("src/a/Sum.java", class("a", "Sum", "calc"));
    repo.commit("one");
    let cases: &[(&[&str], &str)] = &[
        (&["show", "-p", "--format", "json"], "--patch is for text"),
        (&["show", "--stat", "--format", "csv"], "--stat is for text"),
        (&["show", "--matches"], "--matches is for json and jsonl"),
        (&["show", "--group-by", "file", "--format", "md"], "--group-by is for text"),
        (&["show", "--full-keys", "--format", "csv"], "--full-keys is for text"),
        (&["show", "--detail", "all", "--format", "json"], "--detail is for text, md and html"),
        (&["show", "--residual", "--format", "rminer"], "--residual is for"),
        (&["show", "--residual", "--stat"], "--residual and --stat"),
        (&["log", "--all-commits", "--format", "jsonl"], "--all-commits is for text"),
        (&["types", "--residual"], "'refdiff types' does not take --residual"),
        (&["check", "--pure", "--stat"], "'refdiff check' does not take --stat"),
        (&["--stat", "languages"], "'refdiff languages' does not take --stat"),
        (&["history", "--matches", "src/a/Sum.java:3"], "'refdiff history' does not take --matches"),
        #[cfg(feature = "view")]
        (&["view", "-o", "x.html"], "'refdiff view' does not take --output"),
        #[cfg(feature = "database")]
        (&["db", "--stat", "info", "x.db"], "'refdiff db' does not take --stat"),
    ];
    for (args, said) in cases {
        let run = repo.run(args);
        assert_eq!(run.code, 2, "{args:?}: {}", run.out);
        assert!(run.err.contains(said), "{args:?}: {}", run.err);
    }
    // Where it is the default, saying so is no mistake.
    assert_eq!(repo.run(&["show", "--format", "json", "--residual"]).code, 0);
}

#[test]
fn help_begins_with_what_is_special_to_a_command() {
    let repo = Repo::new();
    let help = repo.run(&["show", "--help"]).out;
    let (own, common) = (help.find("--parent").unwrap(), help.find("--format").unwrap());
    assert!(own < common, "{help}");
    assert!(!repo.run(&["types", "--help"]).out.contains("--residual"));
    assert!(repo.run(&["--help"]).out.contains("--max-commit-size"));
}

#[test]
fn an_empty_repository_is_told() {
    let repo = Repo::new();
    for args in [&["show"][..], &["log"], &["check", "--pure"]] {
        let run = repo.run(args);
        assert_eq!(run.code, 2);
        assert!(run.err.contains("no commits yet"), "{args:?}: {}", run.err);
    }
}

#[test]
fn completions_offer_revisions_types_and_languages() {
    let repo = Repo::new();
    repo.write("src/a/Sum.java", class("a", "Sum", "calc"));
    repo.commit("one");
    repo.git(&["tag", "v1.0"]);
    repo.git(&["branch", "topic"]);
    let offered = |words: &[&str]| {
        let mut args = vec!["--", "refdiff"];
        args.extend_from_slice(words);
        let mut command = command(repo.path(), &args);
        command.env("REFDIFF_COMPLETE", "bash").env("_CLAP_COMPLETE_INDEX", words.len().to_string());
        command
            .env("_CLAP_IFS", "\n")
            .env("_CLAP_COMPLETE_SPACE", "false")
            .env("_CLAP_COMPLETE_COMP_TYPE", "9");
        Run::from(command.output().unwrap()).out
    };
    assert!(offered(&["show", "v"]).contains("v1.0"));
    assert!(offered(&["log", "v1.0..to"]).contains("v1.0..topic"));
    assert!(offered(&["show", "--type", "rename-m"]).contains("rename-method"));
    assert!(offered(&["show", "--exclude-type", "sig"]).contains("signature"));
    assert!(offered(&["show", "--lang", "ja"]).contains("java"));
    assert!(offered(&["show", "--lang", "java,ko"]).contains("java,kotlin"));
    let script = repo.run(&["completions", "bash"]).out;
    assert!(script.contains("COMPLETE"), "{script}");
    let elsewhere = tempfile::tempdir().unwrap();
    git(elsewhere.path(), &["--version"]);
    assert_eq!(
        command(elsewhere.path(), &["--", "refdiff", "show", "x"])
            .env("REFDIFF_COMPLETE", "bash")
            .env("_CLAP_COMPLETE_INDEX", "2")
            .output()
            .unwrap()
            .stderr,
        b""
    );
}
