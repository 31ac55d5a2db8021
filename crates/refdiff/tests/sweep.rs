//! A sweep that settles the thresholds of a profile finds what a comparison with that profile finds.
#![allow(clippy::unwrap_used)]

mod support;

use refdiff::model::Symbol;
use refdiff::{
    Comparer, Options, Profile, RefactoringType, SourceText, Surroundings, Sweep, Versions, compare,
};
use std::collections::BTreeSet;

/// Nothing around.
struct Nothing;

impl Surroundings for Nothing {
    fn find(&mut self, _: &[u8], _: &[Symbol]) -> Option<SourceText> {
        None
    }
}

type Found = BTreeSet<(RefactoringType, String, String)>;

fn settled(versions: &Versions, profile: &Profile, tries: &[f64]) -> Found {
    let mut sweep = Sweep::new(versions, profile);
    let mut found = Found::new();
    while let Some(refactoring) = sweep.refactoring() {
        // Trying others on the way changes nothing.
        for &threshold in tries {
            sweep.found(threshold);
        }
        let threshold = profile.threshold(refactoring).unwrap();
        found.extend(sweep.found(threshold));
        sweep.settle(threshold);
    }
    // Once all are settled, types that were found under thresholds that still changed are as they are in the end.
    let end: Found = sweep.settled().into_iter().collect();
    assert_eq!(end, found);
    found
}

#[test]
fn a_sweep_agrees_with_a_comparison() {
    use RefactoringType::{ExtractClass, ExtractSubclass, MovePackage, RenamePackage};
    // What is made of other reports is no part of a sweep.
    let composed = [ExtractClass, ExtractSubclass, RenamePackage, MovePackage];
    let mut any = 0;
    for case in support::cases(&support::fixtures().join("java")) {
        let (before, after) = (support::sources(&case.join("before")), support::sources(&case.join("after")));
        for profile in [Profile::paper(), Profile::default()] {
            let options = Options::with_profile(profile.clone());
            let changed =
                |s: &&SourceText, o: &[SourceText]| !o.iter().any(|x| x.path == s.path && x.text == s.text);
            let old: Vec<_> = before.iter().filter(|s| changed(s, &after)).cloned().collect();
            let new: Vec<_> = after.iter().filter(|s| changed(s, &before)).cloned().collect();
            let comparison = compare(&old, &new, &options).unwrap();
            // These follow from others and have no threshold.
            let wanted: Found = comparison
                .refactorings()
                .iter()
                .filter(|r| !composed.contains(&r.refactoring))
                .map(|r| (r.refactoring, r.before.key.clone(), r.after.key.clone()))
                .collect();
            let versions = Comparer::new(options).read(&old, &new, &mut Nothing).unwrap();
            assert_eq!(settled(&versions, &profile, &[]), wanted, "{}", case.display());
            assert_eq!(settled(&versions, &profile, &[0.1, 0.9]), wanted, "{}", case.display());
            any += wanted.len();
        }
    }
    assert!(any > 200);
}
