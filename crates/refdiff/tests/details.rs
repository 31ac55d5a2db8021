//! What is finer than an entity: the cases under fixtures/details, a file for each type. `fixtures/details/README.md` says how
//! they are written.
#![allow(clippy::unwrap_used)]

mod support;

use refdiff::refactorings::all;
use refdiff::{Group, Options, Refactoring, RefactoringType, compare};
use std::collections::BTreeMap;
use support::details::{cases, of_type};

fn finer() -> impl Iterator<Item = RefactoringType> {
    all().filter(|info| info.group != Group::Structure).map(|info| info.refactoring)
}

#[test]
fn every_type_has_three_positives_and_two_look_alikes() {
    for wanted in finer() {
        let cases = cases(wanted);
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
        let found = of_type(&comparison, info.refactoring).len();
        // Several methods may have become one in a pattern.
        let enough = if info.group == Group::Pattern { found > 0 } else { found == 1 };
        assert!(enough, "{}: {:?}", info.name, comparison.details());
    }
}

/// Ids are all different, causes are there, and every report names both of its entities.
#[test]
fn reports_are_well_formed() {
    for wanted in finer() {
        for case in cases(wanted) {
            let comparison = compare(&case.before, &case.after, &Options::default()).unwrap();
            let details = comparison.details();
            let mut ids: BTreeMap<&str, &Refactoring> = BTreeMap::new();
            for found in comparison.refactorings().iter().chain(&details) {
                assert!(ids.insert(&found.id, found).is_none(), "{}: {} twice", case.name, found.id);
            }
            for found in &details {
                let pattern = found.group == Group::Pattern;
                let subject = found.before.subject.is_some() || found.after.subject.is_some();
                assert!(subject != pattern && found.evidence.is_empty() != pattern, "{found:?}");
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
