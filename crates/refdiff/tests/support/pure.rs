//! Whether a refactoring of sources leaves nothing to review.

#![allow(dead_code)]

use refdiff::{Options, Residual, Sign, SourceText, compare};

fn residual(before: &[(&str, String)], after: &[(&str, String)]) -> Residual {
    let sources = |files: &[(&str, String)]| -> Vec<SourceText> {
        files.iter().map(|(path, text)| SourceText::new(*path, text.as_bytes())).collect()
    };
    compare(&sources(before), &sources(after), &Options::default()).unwrap().residual(&[])
}

pub fn is_pure(before: &[(&str, String)], after: &[(&str, String)]) -> bool {
    residual(before, after).pure
}

/// The lines that are left.
pub fn left(before: &[(&str, String)], after: &[(&str, String)]) -> Vec<String> {
    let residual = residual(before, after);
    let lines = residual.hunks.iter().flat_map(|h| &h.lines).filter(|l| l.sign != Sign::Context);
    lines.map(|l| String::from_utf8_lossy(&l.text).into_owned()).collect()
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
