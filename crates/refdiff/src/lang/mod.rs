//! From source text to the model: one folder a language, and the registry of them.
//!
//! This is the only part of the library that uses tree-sitter. Everything else learns about a language through the
//! model that its extractor gives.

mod java;
#[cfg(feature = "javascript")]
mod javascript;
#[cfg(feature = "kotlin")]
mod kotlin;
mod parse;
#[cfg(feature = "python")]
mod python;
mod store;
#[cfg(any(feature = "python", feature = "javascript", feature = "kotlin"))]
mod tree;
#[cfg(feature = "typescript")]
mod typescript;
#[cfg(any(feature = "python", feature = "javascript", feature = "kotlin"))]
mod words;

pub use store::{LaidOut, Layout, UnitKey, UnitStore};

use crate::model::{FilePath, Lexicon, SourceFile};
use std::ops::Range;
use std::time::Instant;

/// A language that refdiff can read.
pub trait Language: Send + Sync {
    /// Its name, for people.
    fn name(&self) -> &'static str;

    /// The endings of its files, without the dot.
    fn extensions(&self) -> &'static [&'static str];

    /// Whether it reads a file with one of these endings: some hold nothing of their own.
    fn reads(&self, path: &FilePath) -> bool {
        let _ = path;
        true
    }

    /// Whether a top-level type is declared in a file of its name, in folders named after its package.
    fn files_follow_packages(&self) -> bool {
        false
    }

    /// The words and signs in a text that stands between units, comments and layout apart.
    fn words(&self, text: &[u8]) -> Vec<Range<usize>> {
        let is_blank = |b: &u8| b.is_ascii_whitespace();
        let runs = text.chunk_by(|x, y| is_blank(x) == is_blank(y));
        let mut at = 0;
        let place = |run: &[u8]| {
            at += run.len();
            (at - run.len()..at, run.first().is_some_and(is_blank))
        };
        runs.map(place).filter(|(_, blank)| !blank).map(|(range, _)| range).collect()
    }

    /// Whether there may be code in what looks like a comment.
    fn hides_code(&self, comment: &[u8]) -> bool {
        let _ = comment;
        false
    }

    /// The words that the engine may know of it.
    fn lexicon(&self) -> &'static Lexicon {
        &Lexicon::NONE
    }

    /// Something that extracts files, with buffers of its own: one a thread.
    fn extractor(&self) -> Box<dyn Extractor>;
}

/// Extracts files of one language.
pub trait Extractor {
    /// From now on a file that takes longer than until then is given up.
    fn set_deadline(&mut self, _deadline: Option<Instant>) {}

    /// What a file holds. Never fails: what cannot be read is listed in the file's losses.
    fn extract(&mut self, path: &FilePath, text: &[u8]) -> SourceFile;

    /// The same, with a store of units that were extracted before. A language that cannot cut a file into its members
    /// without parsing it parses the file whole.
    fn extract_with(&mut self, path: &FilePath, text: &[u8], store: &UnitStore) -> SourceFile {
        let _ = store;
        self.extract(path, text)
    }
}

/// The languages that there are, in a fixed order.
pub fn languages() -> &'static [&'static dyn Language] {
    &[
        &java::Java,
        #[cfg(feature = "kotlin")]
        &kotlin::Kotlin,
        #[cfg(feature = "python")]
        &python::Python,
        #[cfg(feature = "javascript")]
        &javascript::JavaScript,
        #[cfg(feature = "typescript")]
        &typescript::TypeScript,
        #[cfg(feature = "typescript")]
        &typescript::Tsx,
    ]
}

/// The language of a file, by its ending.
pub fn language_of(path: &FilePath) -> Option<&'static dyn Language> {
    language_among(languages(), path)
}

/// The same among other languages than the registry's.
pub(crate) fn language_among(
    languages: &'static [&'static dyn Language],
    path: &FilePath,
) -> Option<&'static dyn Language> {
    let ending = path.extension();
    let is_its = |l: &&dyn Language| l.extensions().iter().any(|e| e.as_bytes() == ending);
    languages.iter().copied().find(is_its).filter(|l| l.reads(path))
}
