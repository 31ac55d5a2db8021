//! That every type has enough cases under fixtures/java, and what holds for all of them. Each case by itself is a test of
//! `cases`.
#![allow(clippy::unwrap_used)]

mod support;

use refdiff::Profile;
use refdiff::refactorings::relationships;
use std::collections::BTreeMap;

/// At least three cases that report a type, and two look-alikes that report nothing.
#[test]
fn every_type_has_its_cases() {
    let mut positive: BTreeMap<String, usize> = BTreeMap::new();
    let mut alike: BTreeMap<String, usize> = BTreeMap::new();
    for case in support::cases(&support::fixtures().join("java")) {
        let name = case.file_name().unwrap().to_string_lossy().into_owned();
        for info in relationships() {
            // What the paper does not have is looked for by the default profile.
            let lines =
                support::expected(&case, if info.paper_threshold.is_some() { "paper" } else { "default" });
            let flag = info.refactoring.flag();
            let prefix = format!("{}: ", info.refactoring);
            if lines.iter().any(|l| l.starts_with(&prefix)) {
                *positive.entry(flag.clone()).or_default() += 1;
            }
            if name.starts_with(&format!("no-{flag}-")) {
                assert!(lines.is_empty(), "{name} is a look-alike and expects something");
                *alike.entry(flag).or_default() += 1;
            }
        }
    }
    for info in relationships() {
        let flag = info.refactoring.flag();
        assert!(positive.get(&flag).is_some_and(|&n| n >= 3), "{flag}: {positive:?}");
        assert!(alike.get(&flag).is_some_and(|&n| n >= 2), "{flag}: {alike:?}");
    }
}

/// The example that `refdiff types` shows is one.
#[test]
fn examples_show_their_type() {
    for info in relationships() {
        let before = [support::java("Example.java", info.example_before)];
        let after = [support::java("Example.java", info.example_after)];
        let profile = if info.paper_threshold.is_some() { Profile::paper() } else { Profile::default() };
        let options = refdiff::Options::with_profile(profile);
        let comparison = refdiff::compare(&before, &after, &options).unwrap();
        let found: Vec<_> = comparison.refactorings().iter().map(|r| r.refactoring).collect();
        // A new type made of members of another comes with what happened to these, a package with its types.
        let composed =
            ["Extract Class", "Extract Subclass", "Rename Package", "Move Package", "Move and Rename Field"]
                .contains(&info.refactoring.name());
        let shown = if composed { found.contains(&info.refactoring) } else { found == [info.refactoring] };
        assert!(shown, "{}: {:?}", info.refactoring, support::lines(&comparison));
    }
}

/// What a store holds never changes a result: not with one for all cases, nor with one that forgets at once.
#[test]
fn a_store_changes_nothing() {
    use std::sync::Arc;
    let stores = [1 << 26, 1 << 12].map(|size| Arc::new(refdiff::lang::UnitStore::new(size)));
    for case in support::cases(&support::fixtures().join("java")) {
        let (before, after) = (support::sources(&case.join("before")), support::sources(&case.join("after")));
        let alone = refdiff::compare(&before, &after, &refdiff::Options::default()).unwrap();
        for store in &stores {
            let mut options = refdiff::Options::default();
            options.store = Some(store.clone());
            let with = refdiff::compare(&before, &after, &options).unwrap();
            assert_eq!(with.refactorings(), alone.refactorings(), "{}", case.display());
        }
    }
}
