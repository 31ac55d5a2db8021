//! What tool builders get: facts of matches, changed names, reports that can be read back, and where refactorings come from.
#![allow(clippy::unwrap_used)]

use refdiff::{Group, Options, Report, ReportOptions, SourceText, compare, compare_files};

fn sources(files: &[(&str, &str)]) -> Vec<SourceText> {
    files.iter().map(|(path, text)| SourceText::new(*path, text.as_bytes())).collect()
}

fn report(before: &[(&str, &str)], after: &[(&str, &str)]) -> Report {
    let mut options = ReportOptions::new(Options::default());
    (options.matches, options.residual, options.texts, options.lines) = (true, true, true, true);
    let side = |files: &[(&str, &str)]| {
        files.iter().map(|(path, text)| ((*path).into(), text.as_bytes().into())).collect()
    };
    compare_files(&side(before), &side(after), &options).unwrap()
}

const BODY: &str = "int n = 0; for (int p : ps) { n += p * 3; } System.out.println(n); return n;";

#[test]
fn the_facts_of_a_match_stand_side_by_side() {
    let old = format!("class Cart {{ int a; int calc(int[] ps) {{ {BODY} }} }} class Shop {{ Cart c; }}");
    let new = format!(
        "class Cart {{ int a = 1; }} class Shop {{ Cart c; int total(int[] ps, int q) {{ {} }} }}",
        BODY.replace("* 3", "* 4")
    );
    let comparison =
        compare(&sources(&[("A.java", &old)]), &sources(&[("A.java", &new)]), &Options::default()).unwrap();
    let facts = |key: &str| {
        let pair = comparison.matches().find(|m| m.before.key == key).unwrap();
        (pair.moved, pair.renamed, pair.signature_changed, pair.edited)
    };
    assert_eq!(facts("Cart.calc(int[])"), (true, true, true, true));
    assert_eq!(facts("Cart.a"), (false, false, false, true));
    assert_eq!(facts("Cart"), (false, false, false, false));
    let renamed = ("Cart.calc(int[])".to_owned(), "Shop.total(int[],int)".to_owned());
    assert_eq!(comparison.changed_keys(), [renamed]);
}

#[test]
fn members_of_renamed_types_have_changed_keys_and_did_not_move() {
    let old = format!("package p; class Cart {{ int calc(int[] ps) {{ {BODY} }} }}");
    let new = old.replace("Cart", "Basket");
    let (old, new) = (sources(&[("p/Cart.java", &old)]), sources(&[("p/Basket.java", &new)]));
    let comparison = compare(&old, &new, &Options::default()).unwrap();
    let keys = [("p.Cart", "p.Basket"), ("p.Cart.calc(int[])", "p.Basket.calc(int[])")];
    assert_eq!(comparison.changed_keys(), keys.map(|(old, new)| (old.to_owned(), new.to_owned())));
    let method = comparison.matches().find(|m| m.before.kind == "method").unwrap();
    assert!(!method.moved && !method.renamed && !method.edited);
}

#[test]
fn a_report_reads_back_what_it_wrote() {
    let old = format!("package p; class Cart {{ int calc(int[] ps, int q) {{ {BODY} }} }}");
    let new =
        format!("package p; class Cart {{ int total(int[] xs, int q) {{ {} }} }}", BODY.replace("ps", "xs"));
    let report = report(
        &[("p/\u{e9}\t.java", &old), ("notes.txt", "one\n")],
        &[("p/\u{e9}\t.java", &new), ("notes.txt", "two\n")],
    );
    assert!(report.refactorings.iter().any(|r| r.group == Group::Variable || r.group == Group::Signature));
    let text = serde_json::to_string(&report).unwrap();
    let again: Report = serde_json::from_str(&text).unwrap();
    assert_eq!(serde_json::to_string(&again).unwrap(), text);
    assert_eq!(again.refactorings[0].before.path, report.refactorings[0].before.path);
    assert!(serde_json::from_str::<Report>(&text.replace("Rename Method", "Rename Nothing")).is_err());
}

#[test]
fn names_know_their_package() {
    let code =
        format!("package a.b; class Cart {{ class Item {{ int calc(java.util.List ps) {{ {BODY} }} }} }}");
    let moved = code.replace("package a.b;", "package a.c;");
    let report = report(&[("a/b/Cart.java", &code)], &[("a/c/Cart.java", &moved)]);
    let found = report.refactorings.iter().find(|r| r.refactoring.name() == "Move Type").unwrap();
    assert_eq!((found.before.qualifier(), found.before.short_name()), ("a.b", "Cart"));
    let pairs = report.matches.unwrap().pairs;
    let method = &pairs.iter().find(|m| m.before.kind == "method").unwrap().before;
    assert_eq!(method.short_name(), "Cart.Item.calc(List)");
    assert_eq!((method.owner(), method.simple_name()), ("a.b.Cart.Item", "calc(List)"));
}

#[test]
fn types_of_a_moved_package_follow_from_it() {
    let names = ["Apple", "Pear", "Plum"];
    let text = |package: &str, name: &str| {
        format!(
            "package {package};\nclass {name} {{\n  int size{name}() {{\n    return {};\n  }}\n}}\n",
            name.len()
        )
    };
    let files = |package: &str| -> Vec<(String, String)> {
        names.iter().map(|n| (format!("{}/{n}.java", package.replace('.', "/")), text(package, n))).collect()
    };
    let borrowed = |files: &[(String, String)]| -> Vec<SourceText> {
        files.iter().map(|(path, text)| SourceText::new(path.as_str(), text.as_bytes())).collect()
    };
    struct Empty;
    impl refdiff::Surroundings for Empty {
        fn find(&mut self, _: &[u8], _: &[refdiff::model::Symbol]) -> Option<SourceText> {
            None
        }
        fn holds(&mut self, _: &[u8], _: bool, _: &dyn Fn(&refdiff::FilePath) -> bool) -> bool {
            false
        }
    }
    let mut comparer = refdiff::Comparer::new(Options::default());
    let (old, new) = (borrowed(&files("old.fruit")), borrowed(&files("old.food")));
    let comparison = comparer.compare_among(&old, &new, &mut Empty).unwrap();
    let package =
        comparison.refactorings().iter().find(|r| r.refactoring.name() == "Rename Package").unwrap();
    let types: Vec<_> =
        comparison.refactorings().iter().filter(|r| r.refactoring.name() == "Move Type").collect();
    assert_eq!(types.len(), 3);
    assert!(types.iter().all(|t| t.follows_from.as_ref() == Some(&package.id)));
}

#[test]
fn an_extraction_knows_what_became_of_its_origin() {
    let old = "class A {\n  int f(int[] ps) {\n    int n = 0;\n    for (int p : ps) {\n      n += p * 3;\n    }\n    log(n);\n    return n;\n  }\n  void log(int n) { }\n}\n";
    let new = "class A {\n  int f(int[] ps) {\n    int n = sum(ps);\n    log(n);\n    return n;\n  }\n  int sum(int[] ps) {\n    int n = 0;\n    for (int p : ps) {\n      n += p * 3;\n    }\n    return n;\n  }\n  void log(int n) { }\n}\n";
    let report = report(&[("A.java", old)], &[("A.java", new)]);
    let found = report.refactorings.iter().find(|r| r.refactoring.name() == "Extract Method").unwrap();
    let caller = found.caller.as_ref().unwrap();
    assert_eq!(caller.key, "A.f(int[])");
    assert!(String::from_utf8_lossy(caller.text.as_ref().unwrap()).contains("sum(ps)"));
    assert_eq!(found.lines, 14);
}
