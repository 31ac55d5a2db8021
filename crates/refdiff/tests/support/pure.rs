//! Whether a refactoring of sources leaves nothing to review.

use refdiff::{Options, SourceText, compare};

pub fn is_pure(before: &[(&str, String)], after: &[(&str, String)]) -> bool {
    let sources = |files: &[(&str, String)]| -> Vec<SourceText> {
        files.iter().map(|(path, text)| SourceText::new(*path, text.as_bytes())).collect()
    };
    let comparison = compare(&sources(before), &sources(after), &Options::default()).unwrap();
    comparison.residual(&[]).pure
}

/// One file, `before`, and `after` with some of its text replaced.
pub fn edited(before: &str, after: &str, edits: &[(&str, &str)]) {
    let one = |text: &str| vec![("A.java", text.to_owned())];
    assert!(is_pure(&one(before), &one(after)), "the refactoring alone is not pure");
    for (from, to) in edits {
        let changed = after.replacen(from, to, 1);
        assert_ne!(changed, after, "{from:?} is not there");
        assert!(!is_pure(&one(before), &one(&changed)), "{from:?} -> {to:?} is hidden");
    }
}
