//! Invariants of every comparison.

use crate::cases::Case;
use refdiff::lang::{Extractor, Languages, UnitStore};
use refdiff::{Comparison, Element, Options, Profile, RefactoringType, SourceText, compare};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

thread_local! {
    /// Created once: that costs more than reading a small file.
    static EXTRACTOR: RefCell<Box<dyn Extractor>> =
        RefCell::new(Languages::default().language_of(&"F.java".into()).expect("a Java file").extractor());
}

/// Reads one file, whole and cut into members with a cold and a warm store, and checks the result.
pub fn check_file(source: &SourceText) {
    let language = Languages::default().language_of(&source.path).expect("a Java file");
    EXTRACTOR.with_borrow_mut(|extractor| check_model(source, extractor.as_mut()));
    let mut end = 0;
    for word in (language.lexicon().split)(&source.text) {
        assert!(
            end <= word.start && word.start < word.end && word.end <= source.text.len(),
            "a word out of order"
        );
        end = word.end;
    }
}

/// Reads a file of any language, and compares it with itself minus a piece, which the first two bytes choose.
pub fn check_language(path: &str, data: &[u8]) {
    let (head, text) = data.split_at(data.len().min(2));
    let path = refdiff::FilePath::from(path);
    let language = Languages::default().language_of(&path).expect("a known language");
    let source = SourceText::new(path.clone(), text);
    check_model(&source, language.extractor().as_mut());
    let mut end = 0;
    for word in (language.lexicon().split)(text) {
        assert!(end <= word.start && word.start < word.end && word.end <= text.len(), "a word out of order");
        end = word.end;
    }
    let from = head.first().map_or(0, |&b| text.len() * usize::from(b) / 256);
    let to = head.get(1).map_or(from, |&b| (from + usize::from(b)).min(text.len()));
    let rest = [&text[..from], &text[to..]].concat();
    check_case(&(vec![source], vec![SourceText::new(path, rest)]));
}

fn check_model(source: &SourceText, extractor: &mut dyn Extractor) {
    let whole = extractor.extract(&source.path, &source.text);
    let store = UnitStore::new(4 << 20);
    for _ in 0..2 {
        assert_eq!(
            whole,
            extractor.extract_with(&source.path, &source.text, &store),
            "the cut gives another model"
        );
    }
    assert!(whole.losses.iter().all(|loss| loss.at as usize <= source.text.len()), "a loss outside the file");
}

/// Compares with both profiles, files in any order, with and without a store, and checks the result.
pub fn check_case((before, after): &Case) {
    for profile in [Profile::default(), Profile::paper()] {
        let paper = !profile.uses_evidence();
        let options = Options::with_profile(profile);
        let comparison = compare(before, after, &options).expect("nobody cancelled it");
        check_comparison(&comparison, before, after);
        if paper {
            check_multiplicities(&comparison);
        }
        check_residual(&comparison);
        let reversed = |side: &[SourceText]| side.iter().rev().cloned().collect::<Vec<_>>();
        let mut stored = options;
        stored.store = Some(Arc::new(UnitStore::new(1 << 20)));
        let again = compare(&reversed(before), &reversed(after), &stored).expect("nobody cancelled it");
        assert_eq!(comparison.refactorings(), again.refactorings(), "order of files or store matter");
        assert_eq!(comparison.incomplete(), again.incomplete());
    }
}

fn check_comparison(comparison: &Comparison, before: &[SourceText], after: &[SourceText]) {
    for element in comparison.entities_before() {
        check_element(&element, before);
    }
    for element in comparison.entities_after() {
        check_element(&element, after);
    }
    for found in comparison.refactorings() {
        check_element(&found.before, before);
        check_element(&found.after, after);
        assert!(found.similarity.is_none_or(|s| (0.0..=1.0).contains(&s)), "{found:?}");
        assert!(found.confidence.is_none_or(|c| (0.0..=1.0).contains(&c)), "{found:?}");
        assert_ne!(found.before.key, found.after.key, "{found:?}");
        assert!(!found.description.contains('\n'), "{found:?}");
        assert!(comparison.texts(found).iter().all(Option::is_some), "{found:?}");
    }
    let written = serde_json::to_string(comparison.refactorings()).expect("it can be written");
    let read: serde_json::Value = serde_json::from_str(&written).expect("what is written can be read");
    assert_eq!(read.as_array().map(Vec::len), Some(comparison.refactorings().len()));
    let counts = comparison.entity_counts();
    assert_eq!(counts.removed, comparison.removed().count());
    assert_eq!(counts.added, comparison.added().count());
    assert_eq!(counts.matched, comparison.matches().count());
}

fn check_element(element: &Element, files: &[SourceText]) {
    let file = files.iter().find(|f| f.path == element.path).expect("it is in a file of its side");
    assert!(
        element.start_byte <= element.end_byte && element.end_byte as usize <= file.text.len(),
        "{element:?}"
    );
    let lines = file.text.iter().filter(|&&b| b == b'\n').count() as u32 + 1;
    assert!(
        1 <= element.start_line && element.start_line <= element.end_line && element.end_line <= lines,
        "{element:?}"
    );
    assert!(element.start_column >= 1 && element.end_column >= 1, "{element:?}");
    let key = &element.key;
    assert!(!key.is_empty() && !key.chars().any(|c| c.is_control() || c.is_whitespace()), "{element:?}");
    let method = matches!(&*element.kind, "method" | "constructor" | "initializer");
    assert!(!method || key.ends_with(')') && key.contains('('), "{element:?}");
}

/// Which relationships of the paper may give an entity several matches, as (several before, several after).
fn allowed(refactoring: RefactoringType) -> (bool, bool) {
    use RefactoringType::*;
    match refactoring {
        PullUpMethod | PullUpField | MoveMethod => (true, false),
        PushDownMethod | PushDownField => (false, true),
        MoveField => (true, true),
        _ => (false, false),
    }
}

fn check_multiplicities(comparison: &Comparison) {
    use RefactoringType::*;
    let (mut before, mut after) = (BTreeMap::new(), BTreeMap::new());
    let mut pairs = BTreeSet::new();
    for found in comparison.refactorings() {
        let place = |e: &Element| (e.file.clone(), e.key.clone(), e.start_byte);
        let (old, new) = (place(&found.before), place(&found.after));
        assert!(pairs.insert((found.refactoring, old.clone(), new.clone())), "reported twice: {found:?}");
        if matches!(found.refactoring, ExtractMethod | InlineMethod | ExtractSupertype) {
            continue;
        }
        let (several_before, several_after) = allowed(found.refactoring);
        for (seen, place, several) in [(&mut before, old, several_after), (&mut after, new, several_before)] {
            let types: &mut BTreeSet<RefactoringType> = seen.entry(place).or_default();
            assert!(
                types.is_empty() || several && types.contains(&found.refactoring),
                "{found:?} after {types:?}"
            );
            types.insert(found.refactoring);
        }
    }
}

/// Every changed line is either explained or left, exactly once.
fn check_residual(comparison: &Comparison) {
    let residual = comparison.residual(&[]);
    let sides = residual.residual.iter().flat_map(|left| [&left.before, &left.after]).flatten();
    let left: usize = sides.map(|range| range.lines).sum();
    assert_eq!(residual.explained_lines + left, residual.changed_lines, "{residual:?}");
    let code = residual.residual.iter().any(|left| left.kind != refdiff::LeftoverKind::Layout);
    assert_eq!(residual.pure, !code, "{residual:?}");
}
