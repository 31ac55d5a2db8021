//! `eval`, `calibrate`, `oracle convert` and profile files, on data that the test makes.
#![allow(clippy::unwrap_used)]

mod support;

use serde_json::{Value, json};
use std::path::PathBuf;
use support::Repo;

const BODY: &str = "int sum = 0; for (int i = 0; i < n; i++) { sum += i * 3; } log(\"done\"); return sum;";

/// A commit in which `Cart.total` and `Cart.label` are renamed, `Item` with its nested `Part` moves, and a method is added.
fn repository() -> (Repo, String) {
    let repo = Repo::new();
    let part = "static class Part { int size(int n) { return n * 7 + 1; } int weight; }";
    let cart = |one: &str, two: &str, more: &str| {
        let label = "String label(int n) { String s = \"<\" + n + \">\"; log(s); return s.trim(); }";
        let label = label.replace("label", two);
        format!(
            "package a;\npublic class Cart {{\n    int {one}(int n) {{ {BODY} }}\n    {label}\n{more}}}\n"
        )
    };
    let item = |package: &str| {
        format!(
            "package {package};\npublic class Item {{\n    int price(int n) {{ return n * n - 4; }}\n    {part}\n}}\n"
        )
    };
    repo.write("src/a/Cart.java", cart("total", "label", ""));
    repo.write("src/a/Item.java", item("a"));
    repo.commit("before");
    repo.write("src/a/Cart.java", cart("sum", "caption", "    void extra() { }\n"));
    repo.remove("src/a/Item.java");
    repo.write("src/b/Item.java", item("b"));
    let head = repo.commit("after");
    (repo, head)
}

fn label(kind: &str, before: &str, after: &str, label: &str) -> Value {
    json!({ "type": kind, "before": before, "after": after, "label": label })
}

fn oracle(repo: &Repo, cases: &[Value]) -> PathBuf {
    let path = repo.path().join(".git/oracle.jsonl");
    let lines: Vec<String> = cases.iter().map(Value::to_string).collect();
    std::fs::write(&path, lines.join("\n")).unwrap();
    path
}

fn eval(repo: &Repo, oracle: &std::path::Path, more: &[&str]) -> Value {
    let mut args =
        vec!["eval", oracle.to_str().unwrap(), "--repo", repo.path().to_str().unwrap(), "--format", "json"];
    args.extend(more);
    let run = repo.run(&args);
    assert_eq!(run.code, 0, "{}", run.err);
    serde_json::from_str(&run.out).unwrap()
}

fn figures(row: &Value) -> Vec<u64> {
    let names = ["tp", "fp", "fn", "silver", "silver_missed", "unlabelled"];
    names.iter().map(|name| row[name].as_u64().unwrap()).collect()
}

#[test]
fn reports_are_counted_by_the_rules_of_the_format() {
    let (repo, head) = repository();
    let labels = [
        // A finer or coarser name of one family, generics, qualified parameters, `#`: all the same report.
        label("Rename Method", "a.Cart#total(java.lang.int)", "a.Cart.sum( int )", "TP"),
        label("Rename Type", "a.Item", "b.Item", "TP"),
        // A nested type that went along counts for nothing, found or not.
        label("Move Type", "a.Item.Part", "b.Item.Part", "TP"),
        label("Extract Method", "a.Cart.total(int)", "a.Cart.nothing()", "TP"),
        label("Inline Method", "a.Cart.gone()", "a.Cart.sum(int)", "silver"),
        label("Move Field", "a.Cart.x", "b.Item.x", "unclear"),
    ];
    let case = |labels: &[Value], name: &str| json!({ "case": name, "head": head, "repo": "r", "commit": head, "refactorings": labels });
    let path = oracle(&repo, &[case(&labels, "one")]);
    // `label` is renamed too, and nobody said anything about it.
    let score = eval(&repo, &path, &[]);
    assert_eq!(figures(&score["tools"][0]["total"]), [2, 0, 1, 0, 1, 1], "{score}");
    // In a complete case it is wrong, and so it is where someone said so.
    let path = oracle(&repo, &[case(&labels, "paper-one")]);
    assert_eq!(figures(&eval(&repo, &path, &[])["tools"][0]["total"]), [2, 1, 1, 0, 1, 0]);
    let mut judged = labels.to_vec();
    judged.push(label("Rename Method", "a.Cart.label(int)", "a.Cart.caption(int)", "FP"));
    let path = oracle(&repo, &[case(&judged, "one")]);
    assert_eq!(figures(&eval(&repo, &path, &[])["tools"][0]["total"]), [2, 1, 1, 0, 1, 0]);
    judged.push(label("Rename Method", "a.Cart.label(int)", "a.Cart.caption(int)", "TP"));
    let path = oracle(&repo, &[case(&judged, "one")]);
    assert_eq!(figures(&eval(&repo, &path, &[])["tools"][0]["total"]), [3, 0, 1, 0, 1, 0]);
    // Types that the data does not label are left out.
    let path = oracle(&repo, &[case(&labels[1..2], "one")]);
    assert_eq!(figures(&eval(&repo, &path, &[])["tools"][0]["total"]), [1, 0, 0, 0, 0, 0]);
}

#[test]
fn details_say_why() {
    let (repo, head) = repository();
    let labels = [
        label("Rename Method", "a.Cart.total(int)", "a.Cart.extra()", "TP"),
        label("Rename Method", "a.Cart.label(int)", "a.Cart.caption(int)", "FP"),
    ];
    let path = oracle(&repo, &[json!({ "case": "one", "head": head, "refactorings": labels })]);
    let score = eval(&repo, &path, &["--details"]);
    let details = score["tools"][0]["details"].as_array().unwrap();
    assert_eq!(details.len(), 3, "{score}");
    assert!(details.iter().all(|d| !d["reason"].as_str().unwrap().is_empty()), "{score}");
    let text = repo.run(&["eval", path.to_str().unwrap(), "--repo", ".", "--details"]);
    assert!(text.out.contains("FN one") && text.out.contains("FP one"), "{}", text.out);
}

#[test]
fn another_tool_stands_beside_it() {
    let (repo, head) = repository();
    let path = oracle(
        &repo,
        &[json!({ "case": "one", "head": head, "refactorings": [
        label("Rename Method", "a.Cart.total(int)", "a.Cart.sum(int)", "TP"),
        label("Move Type", "a.Item", "b.Item", "TP"),
    ] })],
    );
    let miner = repo.path().join(".git/miner.json");
    let description =
        "Rename Method package total(n int) : int renamed to package sum(n int) : int in class a.Cart";
    let found = json!([{ "type": "Rename Method", "description": description }]);
    let output = json!({ "commits": [{ "repository": "r", "sha1": head, "refactorings": found }] });
    std::fs::write(&miner, output.to_string()).unwrap();
    let score = eval(&repo, &path, &["--reported", miner.to_str().unwrap()]);
    assert_eq!(figures(&score["tools"][0]["total"])[..3], [2, 0, 0]);
    assert_eq!(figures(&score["tools"][1]["total"])[..3], [1, 0, 1]);
    // Its output alone needs no repository; our own output is read as well.
    let alone = repo.run(&["eval", path.to_str().unwrap(), "--reported", miner.to_str().unwrap()]);
    assert_eq!((alone.code, alone.out.contains("total")), (0, true), "{}", alone.err);
    for format in ["json", "jsonl"] {
        let own = repo.path().join(".git/own");
        std::fs::write(&own, repo.run(&["show", "--format", format]).out).unwrap();
        let score = eval(&repo, &path, &["--reported", own.to_str().unwrap()]);
        assert_eq!(score["tools"][0]["total"], score["tools"][1]["total"]);
    }
}

#[test]
fn what_is_no_data_is_named() {
    let (repo, head) = repository();
    let bad = repo.path().join(".git/bad.jsonl");
    for (text, wanted) in [
        ("", "no cases"),
        ("{\"case\": 1}", "bad.jsonl:1"),
        ("{\"case\": \"a\", \"head\": \"b\", \"refactorings\": []}\nnonsense", "bad.jsonl:2"),
    ] {
        std::fs::write(&bad, text).unwrap();
        let run = repo.run(&["eval", bad.to_str().unwrap(), "--repo", "."]);
        assert!(run.code == 2 && run.err.contains(wanted), "{text}: {}", run.err);
    }
    // A commit that is not there is told, and the others count.
    let missing = "1".repeat(40);
    let path = oracle(
        &repo,
        &[
            json!({ "case": "one", "head": head, "refactorings": [label("Move Type", "a.Item", "b.Item", "TP")] }),
            json!({ "case": "two", "head": missing, "refactorings": [label("Move Type", "a.X", "b.X", "TP")] }),
        ],
    );
    let run = repo.run(&["eval", path.to_str().unwrap(), "--repo", "."]);
    assert_eq!(run.code, 3, "{}", run.err);
    assert!(
        run.out.contains("1 cases have no output") && run.err.contains(&missing),
        "{}{}",
        run.out,
        run.err
    );
    std::fs::write(&bad, "{\"commits\": 3}").unwrap();
    assert_eq!(repo.run(&["eval", path.to_str().unwrap(), "--reported", bad.to_str().unwrap()]).code, 2);
}

#[test]
fn calibration_writes_a_profile_that_can_be_used() {
    let (repo, head) = repository();
    let path = oracle(
        &repo,
        &[json!({ "case": "one", "head": head, "refactorings": [
        label("Rename Method", "a.Cart.total(int)", "a.Cart.sum(int)", "TP"),
        label("Move Type", "a.Item", "b.Item", "TP"),
    ] })],
    );
    let file = repo.path().join(".git/mine.toml");
    let (data, written) = (path.to_str().unwrap(), file.to_str().unwrap());
    let run = repo.run(&[
        "calibrate",
        data,
        "--repo",
        ".",
        "--profile",
        "paper",
        "--format",
        "json",
        "--write",
        written,
    ]);
    assert_eq!(run.code, 0, "{}", run.err);
    let result: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(
        (result["total"]["tp"].as_u64(), result["total"]["fn"].as_u64()),
        (Some(2), Some(0)),
        "{result}"
    );
    let moved = result["types"].as_array().unwrap().iter().find(|t| t["type"] == "Move Type").unwrap();
    assert_eq!((moved["tried"].as_array().unwrap().len(), moved["labels"].as_u64()), (9, Some(1)));
    // A profile that was written is read, and gives what was promised.
    let score = eval(&repo, &path, &["--profile", written]);
    assert_eq!(score["tools"][0]["total"]["tp"].as_u64(), Some(2));
    let shown = repo.run(&["profile", "show", "--profile", written]).out;
    assert_eq!(shown, std::fs::read_to_string(&file).unwrap());
    assert_eq!(
        repo.run(&["calibrate", data, "--repo", ".", "--folds", "3"]).code,
        2,
        "there is but one project"
    );
    assert_eq!(repo.run(&["calibrate", data, "--repo", ".", "--step", "0"]).code, 2);
    std::fs::write(&file, "[thresholds]\nrename-method = 7\n").unwrap();
    let run = repo.run(&["show", "--profile", written]);
    assert!(run.code == 2 && run.err.contains("thresholds.rename-method"), "{}", run.err);
}

#[test]
fn the_oracle_of_another_project_is_converted() {
    let repo = Repo::new();
    let file = repo.path().join("miner.json");
    let data = json!([{ "id": 1, "repository": "https://example.org/shop/cart.git", "sha1": "abcdef0123456789", "refactorings": [
        { "type": "Rename Class", "description": "Rename Class a.A renamed to a.B", "validation": "TP" },
        { "type": "Rename Method", "description": "Rename Method f() : int renamed to g() : int in class a.B", "validation": "CTP" },
        { "type": "Move Method", "description": "Move Method f(x int) : int from class a.C to f(x int) : int from class a.D", "validation": "FP" },
        { "type": "Rename Variable", "description": "Rename Variable x : int to y : int in method f() from class a.C", "validation": "UKN" },
    ] }]);
    std::fs::write(&file, data.to_string()).unwrap();
    let run = repo.run(&["oracle", "convert", "miner.json"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let case: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(
        (case["case"].as_str(), case["head"].as_str()),
        (Some("cart-abcdef0123"), Some("abcdef0123456789"))
    );
    let labels = case["refactorings"].as_array().unwrap();
    assert_eq!(labels[1]["before"], "a.A.f()", "the type was renamed as well");
    let words: Vec<&str> = labels.iter().map(|l| l["label"].as_str().unwrap()).collect();
    assert_eq!(words, ["TP", "TP", "FP", "unclear"]);
    std::fs::write(&file, "{}").unwrap();
    assert_eq!(repo.run(&["oracle", "convert", "miner.json"]).code, 2);
}

#[cfg(feature = "database")]
#[test]
fn times_are_summed_up() {
    let (repo, _) = repository();
    let db = repo.path().join(".git/times.db");
    let db = db.to_str().unwrap();
    assert_eq!(repo.run(&["log", "--db", db]).code, 0);
    assert_eq!(repo.run(&["db", "timings", db]).code, 2, "there are none yet");
    std::fs::remove_file(db).unwrap();
    assert_eq!(repo.run(&["log", "--timings", "--db", db]).code, 0);
    let run = repo.run(&["db", "timings", db, "--format", "csv"]);
    assert!(run.out.starts_with("repository,commits,min_ms,max_ms,avg_ms,total_s,"), "{}", run.out);
    assert_eq!(run.out.lines().count(), 2);
    let run = repo.run(&["log", "--timings", "--format", "jsonl"]);
    assert!(run.err.contains("median"), "{}", run.err);
    assert!(run.objects()[0]["timings"]["entities"].as_u64() > Some(5), "{}", run.out);
}
