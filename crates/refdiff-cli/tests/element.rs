//! `refdiff history` and `refdiff blame`: an element and its lines through renames, moves and merges.
#![allow(clippy::unwrap_used)]

mod support;

use support::{Repo, Run};

const SUM: &str = "package a;

public class Sum {
    private int seed;

    /** Adds up. */
    int calc(int[] values) {
        int sum = seed;
        for (int value : values) {
            sum += value * 31;
        }
        return sum;
    }
}
";

/// A method that is introduced, edited, documented, laid out anew, renamed, and moved with its class.
fn life() -> (Repo, Vec<String>) {
    let repo = Repo::new();
    let mut text = SUM.to_owned();
    let mut commits = Vec::new();
    let mut commit = |path: &str, text: &str, message: &str| {
        repo.write(path, text);
        commits.push(repo.commit(message));
    };
    commit("src/a/Sum.java", &text, "introduce");
    text = text.replace("value * 31", "value * 37");
    commit("src/a/Sum.java", &text, "edit");
    text = text.replace("/** Adds up. */", "/** Adds up what it is given. */");
    commit("src/a/Sum.java", &text, "document");
    text = text.replace("int sum = seed;", "int  sum =  seed;");
    commit("src/a/Sum.java", &text, "lay out");
    text = text.replace("calc(int[]", "total(int[]");
    commit("src/a/Sum.java", &text, "rename");
    text = text.replace("    int total", "    @Deprecated\n    public int total");
    commit("src/a/Sum.java", &text, "declare");
    text = text.replace("package a;", "package b;");
    repo.remove("src/a/Sum.java");
    repo.write("src/b/Sum.java", &text);
    let moved = repo.commit("move");
    commits.push(moved);
    (repo, commits)
}

/// The commits of the steps by their number, with what happened.
fn steps(run: &Run, commits: &[String]) -> Vec<(usize, String)> {
    assert_eq!(run.code, 0, "{}", run.err);
    let step = |object: &serde_json::Value| {
        let commit = object["commit"].as_str().unwrap();
        let changes: Vec<&str> =
            object["changes"].as_array().unwrap().iter().map(|c| c.as_str().unwrap()).collect();
        (commits.iter().position(|c| c == commit).unwrap(), changes.join(" "))
    };
    run.objects().iter().map(step).collect()
}

#[test]
fn a_method_is_followed_to_where_it_began() {
    let (repo, commits) = life();
    let expected = [
        (6, "owner path"),
        (5, "modifiers annotations"),
        (4, "rename"),
        (3, "layout"),
        (2, "doc"),
        (1, "body"),
        (0, "introduced"),
    ];
    let expected = expected.map(|(commit, changes)| (commit, changes.to_owned()));
    let run = repo.run(&["history", "src/b/Sum.java:10", "--format", "jsonl"]);
    assert_eq!(steps(&run, &commits), expected);
    // By its key, by the comment above it, and from an older commit.
    let run = repo.run(&["history", "Sum.total(int[])", "--format", "jsonl"]);
    assert_eq!(steps(&run, &commits), expected);
    let run = repo.run(&["history", "src/b/Sum.java:6", "--format", "jsonl"]);
    assert_eq!(steps(&run, &commits), expected);
    let run = repo.run(&["history", "HEAD~2", "src/a/Sum.java:9", "--format", "jsonl"]);
    assert_eq!(steps(&run, &commits), expected[2..]);
    let text = repo.run(&["history", "src/b/Sum.java:10"]);
    assert!(text.out.contains("Sum.calc(int[]) → Sum.total(int[])"), "{}", text.out);
    assert!(
        text.out.contains("5 steps; 2 more changed only the comment above it or the layout"),
        "{}",
        text.out
    );
    let newest = repo.run(&["history", "src/b/Sum.java:10", "-n", "2", "--reverse", "--format", "jsonl"]);
    assert_eq!(steps(&newest, &commits), [expected[1].clone(), expected[0].clone()]);
    let patch = repo.run(&["history", "-p", "src/b/Sum.java:10", "--all"]);
    assert!(patch.out.contains("value * 37"), "{}", patch.out);
}

#[test]
fn fields_and_types_have_lives_of_their_own() {
    let (repo, commits) = life();
    let field = repo.run(&["history", "src/b/Sum.java:4", "--format", "jsonl"]);
    assert_eq!(steps(&field, &commits), [(6, "owner path".to_owned()), (0, "introduced".to_owned())]);
    let class = repo.run(&["history", "b.Sum", "--format", "jsonl"]);
    assert_eq!(steps(&class, &commits), [(6, "owner path".to_owned()), (0, "introduced".to_owned())]);
}

#[test]
fn a_merge_counts_only_where_no_parent_has_the_element() {
    let repo = Repo::new();
    repo.write("src/a/Sum.java", SUM);
    let first = repo.commit("introduce");
    repo.git(&["checkout", "-q", "-b", "topic"]);
    repo.write("src/a/Sum.java", SUM.replace("value * 31", "value * 37"));
    let edit = repo.commit("edit");
    repo.git(&["checkout", "-q", "main"]);
    repo.write("src/a/Other.java", "package a;\n\nclass Other {\n}\n");
    repo.commit("other");
    repo.git(&["merge", "-q", "--no-edit", "topic"]);
    let run = repo.run(&["history", "src/a/Sum.java:9", "--format", "jsonl"]);
    let expected = [(1, "body".to_owned()), (0, "introduced".to_owned())];
    assert_eq!(steps(&run, &[first, edit]), expected);
}

#[test]
fn an_extracted_method_names_its_origin() {
    let repo = Repo::new();
    let whole = "class A {\n    int run(int[] v) {\n        open();\n        int s = 0;\n        for (int x : v) {\n            \
                 s += x * 31;\n            log(s);\n        }\n        close();\n        return s;\n    }\n}\n";
    let parts = "class A {\n    int run(int[] v) {\n        open();\n        int s = add(v);\n        close();\n        \
                 return s;\n    }\n\n    int add(int[] v) {\n        int s = 0;\n        for (int x : v) {\n            \
                 s += x * 31;\n            log(s);\n        }\n        return s;\n    }\n}\n";
    repo.write("A.java", whole);
    let first = repo.commit("one");
    repo.write("A.java", parts);
    let second = repo.commit("two");
    let commits = [first, second];
    let run = repo.run(&["history", "A.add(int[])", "--format", "jsonl"]);
    assert_eq!(steps(&run, &commits), [(1, "extracted".to_owned())]);
    assert_eq!(run.objects()[0]["origins"][0]["key"], "A.run(int[])");
    let run = repo.run(&["history", "A.add(int[])", "--follow-origin", "--format", "jsonl"]);
    assert_eq!(steps(&run, &commits), [(1, "extracted".to_owned()), (0, "introduced".to_owned())]);
    // Its lines are those of the method that they stood in.
    let blame = repo.run(&["blame", "HEAD", "A.java", "-L", "11,13", "--line-porcelain"]);
    assert!(blame.out.lines().filter(|l| l.starts_with(&commits[0])).count() == 3, "{}", blame.out);
}

#[test]
fn a_method_that_took_in_another_names_it() {
    let repo = Repo::new();
    let add = "    int add(int[] v) {\n        int s = 0;\n        for (int x : v) {\n            s += x * 31;\n            \
               log(s);\n        }\n        return s;\n    }\n";
    let run = |body: &str| {
        format!(
            "    int run(int[] v) {{\n        open();\n{body}        close();\n        return s;\n    }}\n"
        )
    };
    let whole = run(
        "        int s = 0;\n        for (int x : v) {\n            s += x * 31;\n            log(s);\n        }\n",
    );
    repo.write("A.java", format!("class A {{\n{}\n{add}}}\n", run("        int s = add(v);\n")));
    let first = repo.commit("one");
    repo.write("A.java", format!("class A {{\n{whole}}}\n"));
    let second = repo.commit("two");
    let run = repo.run(&["history", "A.run(int[])", "--format", "jsonl"]);
    let expected = [(1, "inlined body".to_owned()), (0, "introduced".to_owned())];
    assert_eq!(steps(&run, &[first, second]), expected);
    assert_eq!(run.objects()[0]["origins"][0]["key"], "A.add(int[])");
}

#[test]
fn what_is_not_there_is_told_with_what_is_near() {
    let (repo, _) = life();
    for (what, told) in [
        ("src/a/Sum.java:9", "there is no file 'src/a/Sum.java'"),
        ("src/b/Sum.java:900", "and no line 900"),
        ("src/b/Sum.java:1", "no type, method or field stands in line 1"),
        ("Sum.nothing()", "there is no element 'Sum.nothing()'"),
    ] {
        let run = repo.run(&["history", what]);
        assert_eq!(run.code, 2, "{what}: {}", run.out);
        assert!(run.err.contains(told), "{what}: {}", run.err);
    }
    let near = repo.run(&["history", "src/a/Sum.java:9"]);
    assert!(near.err.contains("src/b/Sum.java"), "{}", near.err);
    assert_eq!(repo.run(&["blame", "HEAD", "Nothing.java"]).code, 2);
    assert_eq!(repo.run(&["blame", "HEAD", "src/b/Sum.java", "-L", "99,100"]).code, 2);
    assert_eq!(repo.run(&["blame", "HEAD", "src/b/Sum.java", "-L", "x"]).code, 2);
    assert_eq!(repo.run(&["history", "src/b/Sum.java:10", "--format", "sarif"]).code, 2);
}

#[test]
fn lines_that_stayed_are_shown_as_git_shows_them() {
    let repo = Repo::new();
    repo.write("src/a/Sum.java", SUM);
    repo.commit("introduce");
    repo.write("src/a/Sum.java", SUM.replace("value * 31", "value * 37"));
    repo.commit("edit");
    repo.write(
        "src/a/Sum.java",
        SUM.replace("value * 31", "value * 37").replace("int sum = seed", "int  sum = seed"),
    );
    repo.commit("lay out");
    for options in
        [&["--porcelain"][..], &["--line-porcelain"], &[], &["-e"], &["-s"], &["-w"], &["-L", "5,9"], &["-l"]]
    {
        let mut ours = vec!["blame"];
        ours.extend_from_slice(options);
        let mut theirs = ours.clone();
        ours.extend_from_slice(&["HEAD", "src/a/Sum.java"]);
        theirs.extend_from_slice(&["HEAD", "--", "src/a/Sum.java"]);
        let run = repo.run(&ours);
        assert_eq!(run.out.trim_end(), repo.git(&theirs), "{options:?}");
    }
    assert_eq!(repo.run(&["blame", "-p", "HEAD", "src/a/Sum.java"]).out.trim_end(), {
        repo.git(&["blame", "-p", "HEAD", "--", "src/a/Sum.java"])
    });
}

#[test]
fn a_moved_method_keeps_its_authors() {
    let repo = Repo::new();
    repo.write("src/a/Sum.java", SUM);
    let first = repo.commit("introduce");
    let method = SUM.lines().skip(5).take(8).collect::<Vec<_>>().join("\n");
    let without = SUM.replace(&format!("{method}\n"), "");
    repo.write("src/a/Sum.java", &without);
    let target = format!("package a;\n\npublic class Target {{\n    private int seed;\n\n{method}\n}}\n");
    repo.write("src/a/Target.java", target);
    let second = repo.commit("move");
    let lines = |run: &Run| -> Vec<String> {
        run.out
            .lines()
            .filter(|l| l.len() > 40 && l.as_bytes()[40] == b' ')
            .map(|l| l[..40].to_owned())
            .collect()
    };
    let run = repo.run(&["blame", "HEAD", "src/a/Target.java", "--line-porcelain"]);
    let found = lines(&run);
    assert_eq!(found[2], second);
    assert!(found[5..13].iter().all(|c| *c == first), "{found:?}");
    let explained = repo.run(&["blame", "HEAD", "src/a/Target.java", "--explain"]);
    assert!(
        explained.out.contains("lines 6 to 13: ") && explained.out.contains("Move Method"),
        "{}",
        explained.out
    );
    // What is not committed is nobody's.
    repo.write("src/a/Sum.java", without.replace("private int seed;", "private long seed;"));
    let run = repo.run(&["blame", "src/a/Sum.java"]);
    assert!(run.out.contains("Not Committed Yet"), "{}", run.out);
}
