//! What is finer than an entity: the cases under fixtures/details, a file for each type. `fixtures/details/README.md` says how
//! they are written.
#![allow(clippy::unwrap_used)]

mod support;

use refdiff::refactorings::all;
use refdiff::{Comparison, Element, Group, Options, Refactoring, RefactoringType, SourceText, compare};
use std::collections::BTreeMap;

struct Case {
    name: String,
    positive: bool,
    before: Vec<SourceText>,
    after: Vec<SourceText>,
    expected: Vec<String>,
}

/// The cases of a file: `== positive: what` or `== look-alike: what`, then `--- before [FILE]`, `--- after [FILE]` and
/// `--- expected`, each with what stands below it.
fn cases(flag: &str) -> Vec<Case> {
    let path = support::fixtures().join("details").join(format!("{flag}.txt"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut all: Vec<Case> = Vec::new();
    for part in text.split("\n== ").skip(1) {
        let (heading, rest) = part.split_once('\n').unwrap();
        let (kind, name) = heading.split_once(": ").unwrap_or_else(|| panic!("{flag}: == {heading}"));
        assert!(["positive", "look-alike"].contains(&kind), "{flag}: == {heading}");
        let mut case = Case {
            name: format!("{flag}: {name}"),
            positive: kind == "positive",
            before: Vec::new(),
            after: Vec::new(),
            expected: Vec::new(),
        };
        for section in format!("\n{rest}").split("\n--- ").skip(1) {
            let (what, body) = section.split_once('\n').unwrap_or((section, ""));
            let mut words = what.split_whitespace();
            let body = format!("{}\n", body.trim_end());
            let source =
                |file: Option<&str>| SourceText::new(file.unwrap_or("Example.java"), body.as_bytes());
            match words.next() {
                Some("before") => case.before.push(source(words.next())),
                Some("after") => case.after.push(source(words.next())),
                Some("expected") => {
                    case.expected =
                        body.lines().map(str::trim).filter(|l| !l.is_empty()).map(String::from).collect();
                    case.expected.sort();
                }
                _ => panic!("{flag}: --- {what}"),
            }
        }
        assert!(!case.before.is_empty() && !case.after.is_empty(), "{}: a side is missing", case.name);
        assert_eq!(case.positive, !case.expected.is_empty(), "{}: what is expected", case.name);
        all.push(case);
    }
    all
}

/// `was -> is in KEY`, with what there is of it.
fn line(found: &Refactoring) -> String {
    let text = |element: &Element| element.subject.as_ref().map(|s| s.text.clone());
    let said: Vec<String> = [text(&found.before), text(&found.after)].into_iter().flatten().collect();
    format!("{} in {}", said.join(" -> "), found.after.key)
}

fn of_type(comparison: &Comparison, wanted: RefactoringType) -> Vec<String> {
    let details = comparison.details();
    let mut lines: Vec<String> = details.iter().filter(|d| d.refactoring == wanted).map(line).collect();
    lines.sort();
    lines
}

fn finer() -> impl Iterator<Item = RefactoringType> {
    all().filter(|info| info.group != Group::Structure).map(|info| info.refactoring)
}

#[test]
fn every_case_is_told_as_expected() {
    let mut wrong = Vec::new();
    for wanted in finer() {
        for case in cases(&wanted.flag()) {
            let comparison = compare(&case.before, &case.after, &Options::default()).unwrap();
            let found = of_type(&comparison, wanted);
            if found != case.expected {
                wrong
                    .push(format!("{}\n  expected: {:#?}\n  found:    {found:#?}", case.name, case.expected));
            }
        }
    }
    assert!(wrong.is_empty(), "{} cases differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_type_has_three_positives_and_two_look_alikes() {
    for wanted in finer() {
        let cases = cases(&wanted.flag());
        let positive = cases.iter().filter(|c| c.positive).count();
        assert!(positive >= 3, "{wanted}: {positive} positives");
        assert!(cases.len() - positive >= 2, "{wanted}: {} look-alikes", cases.len() - positive);
    }
}

/// The example that `refdiff types` shows is one.
#[test]
fn examples_show_their_type() {
    for info in all().filter(|info| info.group != Group::Structure) {
        let (before, after) = (
            [support::java("Example.java", info.example_before)],
            [support::java("Example.java", info.example_after)],
        );
        let comparison = compare(&before, &after, &Options::default()).unwrap();
        assert_eq!(
            of_type(&comparison, info.refactoring).len(),
            1,
            "{}: {:?}",
            info.name,
            comparison.details()
        );
    }
}

/// Ids are all different, causes are there, and every report names both of its entities.
#[test]
fn reports_are_well_formed() {
    for wanted in finer() {
        for case in cases(&wanted.flag()) {
            let comparison = compare(&case.before, &case.after, &Options::default()).unwrap();
            let details = comparison.details();
            let mut ids: BTreeMap<&str, &Refactoring> = BTreeMap::new();
            for found in comparison.refactorings().iter().chain(&details) {
                assert!(ids.insert(&found.id, found).is_none(), "{}: {} twice", case.name, found.id);
            }
            for found in &details {
                assert!(found.before.subject.is_some() || found.after.subject.is_some(), "{found:?}");
                assert!(
                    !found.description.contains("{was") && !found.description.contains("{is"),
                    "{found:?}"
                );
                if let Some(cause) = &found.follows_from {
                    assert!(ids.contains_key(cause.as_str()), "{}: no cause {cause}", case.name);
                }
            }
            let again = compare(&case.before, &case.after, &Options::default()).unwrap();
            assert_eq!(details, again.details(), "{}", case.name);
        }
    }
}

/// The catalogue lists every type.
#[test]
fn the_catalogue_is_complete() {
    let page = std::fs::read_to_string(support::fixtures().join("../docs/catalogue.md")).unwrap();
    for info in all() {
        assert!(page.contains(&format!("| {} | {} |", info.name, info.summary)), "{}", info.name);
    }
}
