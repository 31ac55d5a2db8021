//! Cutting a file into its members gives the same model as parsing it whole, whatever the store holds.
#![allow(clippy::unwrap_used)]

mod support;

use proptest::prelude::*;
use refdiff::lang::{Languages, UnitStore};
use refdiff::{FilePath, SourceText};

fn java_sources() -> Vec<SourceText> {
    let mut all = Vec::new();
    for folder in ["java", "java-syntax", "java-broken"] {
        let sources = support::sources(&support::fixtures().join(folder));
        all.extend(sources.into_iter().filter(|s| Languages::default().language_of(&s.path).is_some()));
    }
    assert!(all.len() > 200);
    all
}

fn check(path: &FilePath, text: &[u8], store: &UnitStore) {
    let mut extractor = Languages::default().language_of(path).unwrap().extractor();
    let whole = extractor.extract(path, text);
    let shown = || String::from_utf8_lossy(text).chars().take(400).collect::<String>();
    let cut = extractor.extract_with(path, text, store);
    assert_eq!(whole.units.len(), cut.units.len(), "{path}: {}", shown());
    for (one, other) in whole.units.iter().zip(&cut.units) {
        assert_eq!(one, other, "{path}: {}", shown());
    }
    assert_eq!(whole, cut, "{path}: {}", shown());
}

#[test]
fn fixtures_agree_with_a_cold_a_warm_and_a_tiny_store() {
    let (warm, tiny, none) = (UnitStore::new(64 << 20), UnitStore::new(10_000), UnitStore::new(0));
    for source in java_sources() {
        check(&source.path, &source.text, &UnitStore::new(1 << 20));
        for store in [&warm, &warm, &tiny, &none] {
            check(&source.path, &source.text, store);
        }
    }
}

/// What the fuzzers found: each of these once gave another model, a key with a break in it, or a panic.
#[test]
fn odd_files_agree_and_their_keys_are_well_formed() {
    let odd: [&[u8]; 14] = [
        b"package p.B.*;\nclass A { }\n",
        b"for (;;) @interface A { int a() default @B; }",
        b"import a.1b.C;\n\nclass A { C c; }\n",
        b"package caf\xe9;\nclass A { }\n",
        b"package caf\xe9;\n\npackage caf\xe9;\nclass A { }\n",
        b"package p /* x */ . q;\npackage p /* x */ . q;package p /* x */ . q;\n",
        b"package caf\xe9;\nimport caf\xe9.B;\nclass A extends B { int stra\xdfe; }\n",
        b"\n/** zero \0\0 in a comment */\nclass A { }\n",
        b"package\x04z;\n\nclass A {\n    int x;\n    void f() { }\n}\n",
        b"class A { Object f(B x) { return new (x) { }; } Object g() { return new ; } }",
        b"class A { void f(fina\x84l x) { } void \\u000a(int y) { } void \\u0028z(int y) { } void \\u+041() { } }",
        "class A { void \\u0062ig\u{85}() { } }".as_bytes(),
        b"class A {\n    String s = \"\"\"\n        a\\s\n        /* b [}\n        \"\"\";\n    int n; /* } */\n    void f() { }\n}\n",
        b"class A {\n    String s = \"\"\"/*\n        \"a\"\n        \"\"\";\n    void f() { /* } */ }\n    int n;\n}\n",
    ];
    for text in odd {
        let path = FilePath::from("src/A.java");
        let store = UnitStore::new(1 << 20);
        check(&path, text, &store);
        check(&path, text, &store);
        let sources = [SourceText::new(path.clone(), text)];
        let comparison = refdiff::compare(&sources, &[], &refdiff::Options::default()).unwrap();
        for element in comparison.entities_before() {
            assert!(!element.key.contains(|c: char| c.is_control() || c.is_whitespace()), "{element:?}");
        }
    }
}

/// Pieces of Java, common, rare and wrong, in every place where they might stand: what is read without the grammar is what
/// the grammar reads.
#[test]
fn snippets_agree_wherever_they_stand() {
    let places = [
        ("class A { void f() { ", " } }"),
        ("class A { Object f() { return ", "; } }"),
        ("class A { A() { ", " } }"),
        ("class A { Runnable r = () -> { ", " }; void g() { switch (x) { case 1: y(); default: } } }"),
        ("class A { Object x = ", "; }"),
        ("class A { ", " }"),
        ("interface A { ", " }"),
        ("enum A { ", " }"),
        ("", ""),
    ];
    let path = FilePath::from("src/A.java");
    for snippet in include_str!("snippets.txt").lines() {
        for (before, behind) in places {
            check(&path, format!("{before}{snippet}{behind}").as_bytes(), &UnitStore::new(1 << 20));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Files with a piece taken out, doubled or replaced: the cut agrees or gives way to the parser.
    #[test]
    fn damaged_files_agree(file in 0usize..1000, at in 0usize..5000, length in 0usize..40, junk in "[{}()\\[\\];\"'/*@=,<> a]{0,4}") {
        let sources = java_sources();
        let source = &sources[file % sources.len()];
        let mut text = source.text.to_vec();
        let at = at % (text.len() + 1);
        let end = (at + length).min(text.len());
        text.splice(at..end, junk.bytes());
        check(&source.path, &text, &UnitStore::new(1 << 20));
    }
}

/// Every blob that any commit of a history changed:
/// `REFDIFF_HISTORY=/path/to/repo cargo test --release -p refdiff --test cut -- --ignored`
#[cfg(feature = "git")]
#[test]
#[ignore = "needs a history, named by REFDIFF_HISTORY"]
fn a_history_agrees() {
    use refdiff::git::{Endpoint, Merges, Repository, Walk};
    let path = std::env::var_os("REFDIFF_HISTORY").expect("REFDIFF_HISTORY names a repository");
    let repository = Repository::open(path.as_ref()).unwrap();
    let handle = repository.handle();
    let store = UnitStore::new(256 << 20);
    let mut seen = std::collections::HashSet::new();
    let walk = Walk { all: true, merges: Merges::With, ..Walk::default() };
    for id in repository.commits(&walk).unwrap().into_iter().flatten() {
        let Some(&parent) = handle.commit(id).unwrap().parents.first() else { continue };
        for file in handle.changes(Endpoint::Tree(parent), Endpoint::Tree(id)).unwrap().files {
            for content in [file.before, file.after].into_iter().flatten() {
                if seen.insert(format!("{content:?}")) {
                    check(&file.path, &handle.read(&content).unwrap(), &store);
                }
            }
        }
    }
    println!("{} blobs agree", seen.len());
}
