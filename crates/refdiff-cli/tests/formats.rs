//! What programs read: every format, with what a hostile repository may put into it.
#![allow(clippy::unwrap_used)]

mod support;

use serde_json::Value;
use std::path::Path;
use support::{Repo, class, fixture, run};

const HOSTILE: &str =
    "</script><script>alert(1)</script></style> \"'`|*_[x](javascript:1) @ada #1 \u{1b}[31m \u{202e}gnp =1+1";

/// A repository whose every text is hostile, with a rename in its last commit.
fn hostile() -> Repo {
    let repo = Repo::new();
    let name = "src/<script>alert(2)<\u{202e}'\"`b/Sum.java";
    let source = |method: &str| {
        class("a", "Sum", method)
            .replace("int sum = seed;", "int sum = seed; String s = \"</script><script>\u{1b}[31m\u{202e}\";")
    };
    repo.write(name, source("calc"));
    repo.write("notes.txt", "one\n");
    repo.commit("first");
    repo.write(name, source("total").replace("value * 31", "value * 37"));
    repo.write("notes.txt", HOSTILE);
    repo.git(&["add", "-A"]);
    repo.git(&[
        "-c",
        "core.quotepath=off",
        "commit",
        "-q",
        "--author",
        "=Eve <script>\u{202e} <e@x>",
        "-m",
        &format!("=cmd {HOSTILE}"),
    ]);
    repo
}

#[test]
fn hostile_text_is_inert_in_every_format() {
    let repo = hostile();
    for format in ["text", "json", "jsonl", "csv", "md", "html", "sarif", "rminer"] {
        for more in [&[][..], &["--residual"], &["-p"], &["--group-by", "file"], &["--stat"]] {
            let mut args = vec!["show", "--format", format, "--color", "never"];
            args.extend(more);
            let run = repo.run(&args);
            // What a format does not use is refused.
            if run.code == 2 && run.err.contains(" is for text") {
                continue;
            }
            assert_eq!(run.code, 0, "{format}: {}", run.err);
            assert!(!run.out.contains('\u{1b}'), "an escape in {format} {more:?}");
            if matches!(format, "text" | "md" | "html") {
                assert!(!run.out.contains('\u{202e}'), "text is turned around in {format} {more:?}");
            }
            match format {
                "html" => assert_eq!(run.out.matches("<script").count(), 2, "only the page's own"),
                "md" => {
                    assert!(
                        !run.out.contains("<script")
                            && !run.out.contains("@ada")
                            && !run.out.contains("](java")
                    );
                }
                "csv" => assert!(!run.out.lines().any(|l| l.starts_with('=')) && !run.out.contains(",=")),
                _ => {}
            }
        }
    }
}

#[test]
fn json_follows_its_schema() {
    let read = |name: &str| -> Value {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema").join(name);
        serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
    };
    let report = read("report.schema.json");
    let schema = jsonschema::validator_for(&report).unwrap();
    let whole = jsonschema::options()
        .with_resource(
            report["$id"].as_str().unwrap(),
            jsonschema::Resource::from_contents(report.clone()).unwrap(),
        )
        .build(&read("document.schema.json"))
        .unwrap();
    let check = |object: &Value| {
        let errors: Vec<String> =
            schema.iter_errors(object).map(|e| format!("{}: {e}", e.instance_path)).collect();
        assert!(errors.is_empty(), "{errors:?}");
    };
    let repo = hostile();
    for args in [
        &["log", "--format", "jsonl", "--residual", "--matches", "--timings"][..],
        &["show", "--format", "jsonl", "--profile", "paper"],
        &["diff", "--format", "jsonl", "HEAD~1"],
    ] {
        let objects = repo.run(args).objects();
        assert!(!objects.is_empty());
        objects.iter().for_each(check);
    }
    for case in [
        "extract-method-plain",
        "move-type-edited",
        "extract-class-two-origins",
        "pull-up-field-two-subclasses",
    ] {
        let (before, after) =
            (fixture(&format!("java/{case}/before")), fixture(&format!("java/{case}/after")));
        let args = [
            "diff",
            "--no-index",
            "--residual",
            "--matches",
            "--format",
            "json",
            before.to_str().unwrap(),
            after.to_str().unwrap(),
        ];
        let mut document: Value = serde_json::from_str(&run(repo.path(), &args).out).unwrap();
        document["commits"].as_array().unwrap().iter().for_each(check);
        assert!(whole.is_valid(&document));
        document["commits"][0].as_object_mut().unwrap().remove("refactorings");
        assert!(!whole.is_valid(&document), "the schema of a document knows that of a report");
    }
    assert!(!schema.is_valid(&serde_json::json!({"schema": 1})));
}

#[test]
fn csv_has_a_line_for_each_refactoring() {
    let repo = hostile();
    let run = repo.run(&["log", "--format", "csv"]);
    let mut reader = csv::Reader::from_reader(run.out.as_bytes());
    let headers = reader.headers().unwrap().clone();
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 1);
    let cell = |name: &str| rows[0].get(headers.iter().position(|h| h == name).unwrap()).unwrap().to_owned();
    assert_eq!(cell("type"), "Rename Method");
    assert_eq!(cell("after_key"), "a.Sum.total(int[])");
    assert!(cell("subject").starts_with("'=cmd "), "{}", cell("subject"));
}

#[test]
fn sarif_names_rules_and_places() {
    let repo = hostile();
    let sarif: Value = serde_json::from_str(&repo.run(&["show", "--format", "sarif"]).out).unwrap();
    assert_eq!(sarif["version"], "2.1.0");
    let run = &sarif["runs"][0];
    let rules: Vec<&str> = run["tool"]["driver"]["rules"]
        .as_array()
        .unwrap()
        .iter()
        .map(|r| r["id"].as_str().unwrap())
        .collect();
    let result = &run["results"][0];
    assert!(rules.contains(&result["ruleId"].as_str().unwrap()));
    assert_eq!(result["level"], "note");
    let place = &result["locations"][0]["physicalLocation"];
    let uri = place["artifactLocation"]["uri"].as_str().unwrap();
    assert!(uri.starts_with("src/%3Cscript%3E") && !uri.contains(['<', '"', '\'']), "{uri}");
    assert!(place["region"]["startLine"].as_u64().unwrap() >= 1);
}

#[test]
fn rminer_writes_what_scripts_for_it_read() {
    let repo = Repo::new();
    let source = |name: &str, more: &str| {
        format!(
            "package a;\n\nclass Cart {{\n    /**\n     * Adds up.\n     */\n    public int {name}(final int[] prices{more}) {{\n        int sum = 0;\n        for (int price : prices) {{\n            sum += price;\n        }}\n        return sum;\n    }}\n}}\n"
        )
    };
    repo.write("a/Cart.java", source("calc", ""));
    repo.commit("first");
    repo.write("a/Cart.java", source("total", ", boolean round"));
    let commit = repo.commit("second");
    repo.git(&["remote", "add", "origin", "https://ada:secret@example.org/shop.git"]);
    let document: Value = serde_json::from_str(&repo.run(&["show", "--format", "rminer"]).out).unwrap();
    let entry = &document["commits"][0];
    assert_eq!(entry["repository"], "https://example.org/shop.git");
    assert_eq!(entry["url"], format!("https://example.org/shop/commit/{commit}"));
    let all = entry["refactorings"].as_array().unwrap();
    let descriptions: Vec<&str> = all.iter().map(|r| r["description"].as_str().unwrap()).collect();
    assert_eq!(
        descriptions,
        [
            "Add Parameter round : boolean in method public total(prices int[], round boolean) : int from class a.Cart",
            "Rename Method public calc(prices int[]) : int renamed to public total(prices int[], round boolean) : int in class a.Cart"
        ]
    );
    let place = &all[1]["leftSideLocations"][0];
    assert_eq!((&place["startLine"], &place["endLine"]), (&4.into(), &13.into()), "with its documentation");
    assert_eq!((&place["startColumn"], &place["endColumn"]), (&5.into(), &6.into()));
    assert_eq!(place["codeElementType"], "METHOD_DECLARATION");
    assert_eq!(all[0]["rightSideLocations"][0]["codeElement"], "round : boolean");
}

#[test]
fn an_output_file_is_whole_or_absent() {
    let repo = hostile();
    let file = repo.path().join("out.json");
    let target = file.to_str().unwrap();
    assert_eq!(repo.run(&["show", "--format", "json", "--output", target]).code, 0);
    let first = std::fs::read_to_string(&file).unwrap();
    assert!(serde_json::from_str::<Value>(&first).is_ok());
    // A run that fails leaves what was there, and nothing else behind.
    assert_eq!(repo.run(&["show", "no-such-revision", "--format", "json", "--output", target]).code, 2);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), first);
    let left: Vec<_> = std::fs::read_dir(repo.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert!(!left.iter().any(|n| n.to_string_lossy().starts_with(".refdiff-")), "{left:?}");
    let run = repo.run(&["show", "--output", "/no/such/folder/out.txt"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("cannot write '/no/such/folder/out.txt'"), "{}", run.err);
    let plain = repo.path().join("out.txt");
    repo.run(&["show", "--color", "always", "--output", plain.to_str().unwrap()]);
    assert!(!std::fs::read_to_string(plain).unwrap().contains('\u{1b}'));
}

#[test]
fn a_comment_is_never_too_long() {
    let repo = Repo::new();
    let source = |prefix: &str| {
        let methods = (0..900).map(|i| {
            format!("    int {prefix}{i}(int[] v) {{\n        int s = {i};\n        for (int x : v) {{\n            s += x * {i};\n        }}\n        return s;\n    }}\n")
        });
        format!("class Big {{\n{}}}\n", methods.collect::<String>())
    };
    repo.write("src/Big.java", source("before"));
    repo.commit("first");
    repo.write("src/Big.java", source("after"));
    repo.commit("second");
    let run = repo.run(&["show", "--format", "md", "--residual"]);
    let length = run.out.chars().count();
    assert!(length < 65_536 && length > 50_000, "{length}");
    assert!(run.out.contains("did not fit"), "{}", &run.out[run.out.len() - 300..]);
}

#[test]
fn pure_commits_are_told_from_others() {
    let repo = Repo::new();
    repo.write("a/Sum.java", class("a", "Sum", "calc"));
    repo.commit("first");
    repo.write("a/Sum.java", class("a", "Sum", "total"));
    let pure = repo.commit("refactor: a better name");
    repo.write("a/Sum.java", class("a", "Sum", "sum").replace("31", "37"));
    let mixed = repo.commit("refactor: another name");
    assert_eq!(repo.run(&["check", "--pure", &pure]).code, 0);
    let run = repo.run(&["check", "--pure", &mixed]);
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(
        run.out.contains("-            sum += value * 31;")
            && run.out.contains("+            sum += value * 37;"),
        "{}",
        run.out
    );
    let run = repo.run(&["check", "--pure", "HEAD~2..HEAD", "--grep", "^refactor"]);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("2 commits checked, 1 with more than refactorings"), "{}", run.err);
    assert_eq!(repo.run(&["check", "--pure", "HEAD~2..HEAD", "--grep", "^docs"]).code, 0);
    let run = repo.run(&["ignore-revs"]);
    assert_eq!(run.code, 0);
    let listed: Vec<&str> = run.out.lines().filter(|l| !l.is_empty() && !l.starts_with('#')).collect();
    assert_eq!(listed, [pure.as_str()]);
    assert!(run.out.contains("# 1 Rename Method; 2 lines, nothing else"), "{}", run.out);
    // git takes the file.
    std::fs::write(repo.path().join("ignore"), &run.out).unwrap();
    repo.git(&["blame", "--ignore-revs-file", "ignore", "a/Sum.java"]);
}

#[test]
fn help_and_completions_come_from_one_source() {
    let repo = Repo::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(repo.run(&["completions", shell]).out.contains("REFDIFF_COMPLETE"), "{shell}");
    }
    let folder = repo.path().join("man");
    assert_eq!(repo.run(&["man", folder.to_str().unwrap()]).code, 0);
    for page in ["refdiff.1", "refdiff-show.1", "git-refdiff.1"] {
        assert!(std::fs::read_to_string(folder.join(page)).unwrap().contains("refdiff"), "{page}");
    }
}
