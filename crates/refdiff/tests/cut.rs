//! Cutting a file into its members gives the same model as parsing it whole, whatever the store holds.
#![allow(clippy::unwrap_used)]

mod support;

use proptest::prelude::*;
use refdiff::lang::{UnitStore, language_of};
use refdiff::{FilePath, SourceText};

fn java_sources() -> Vec<SourceText> {
    let mut all = Vec::new();
    for folder in ["java", "java-syntax", "java-broken"] {
        let sources = support::sources(&support::fixtures().join(folder));
        all.extend(sources.into_iter().filter(|s| language_of(&s.path).is_some()));
    }
    assert!(all.len() > 200);
    all
}

fn check(path: &FilePath, text: &[u8], store: &UnitStore) {
    let mut extractor = language_of(path).unwrap().extractor();
    let whole = extractor.extract(path, text);
    let cut = extractor.extract_with(path, text, store);
    assert_eq!(whole.units.len(), cut.units.len(), "{path}");
    for (one, other) in whole.units.iter().zip(&cut.units) {
        assert_eq!(one, other, "{path}");
    }
    assert_eq!(whole, cut, "{path}");
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
