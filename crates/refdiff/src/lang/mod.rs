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
#[cfg(any(feature = "python", feature = "javascript"))]
mod written_elsewhere;

pub use store::{LaidOut, Layout, UnitKey, UnitStore};

use crate::model::{FilePath, Lexicon, SourceFile};
use std::sync::Arc;
use std::time::Instant;

/// A language that refdiff can read.
pub trait Language: Send + Sync {
    /// Its name, for people.
    fn name(&self) -> &'static str;

    /// The endings of its files, without the dot.
    fn extensions(&self) -> &'static [&'static str];

    /// Why a file with one of these endings is not read, in a word: it holds nothing that somebody wrote there.
    fn passes_over(&self, path: &FilePath) -> Option<&'static str> {
        let _ = path;
        None
    }

    /// Whether a top-level type is declared in a file of its name, in folders named after its package.
    fn files_follow_packages(&self) -> bool {
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

/// Languages to read, in a fixed order; all that there are, unless some were chosen.
#[derive(Clone)]
pub struct Languages(Arc<[&'static dyn Language]>);

impl Default for Languages {
    fn default() -> Self {
        Languages(Arc::from(BUILT_IN))
    }
}

impl std::fmt::Debug for Languages {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter().map(|l| l.name())).finish()
    }
}

impl Languages {
    /// Languages of one's own.
    pub fn of(languages: impl IntoIterator<Item = &'static dyn Language>) -> Self {
        Languages(languages.into_iter().collect())
    }

    /// Those of the built-in ones that have these names, in small letters or not; the first name that none has is the error.
    pub fn named<N: AsRef<str>>(names: impl IntoIterator<Item = N>) -> Result<Self, String> {
        let all = Languages::default();
        let mut chosen = Vec::new();
        for name in names {
            let name = name.as_ref();
            let found = all.iter().find(|l| l.name().eq_ignore_ascii_case(name));
            chosen.push(found.ok_or_else(|| name.to_owned())?.name());
        }
        Ok(Languages::of(all.iter().filter(|l| chosen.contains(&l.name()))))
    }

    /// One after the other.
    pub fn iter(&self) -> impl Iterator<Item = &'static dyn Language> + '_ {
        self.0.iter().copied()
    }

    /// The language of a file, by its name.
    pub fn language_of(&self, path: &FilePath) -> Option<&'static dyn Language> {
        self.by_ending(path).filter(|l| l.passes_over(path).is_none())
    }

    fn by_ending(&self, path: &FilePath) -> Option<&'static dyn Language> {
        let ending = path.extension();
        let is_its = |l: &&'static dyn Language| l.extensions().iter().any(|e| e.as_bytes() == ending);
        self.iter().find(is_its)
    }

    /// What a file that is not read is counted as: the reason where its language has one, or else its ending.
    pub fn skipped_as(&self, path: &FilePath) -> String {
        if let Some(reason) = self.by_ending(path).and_then(|l| l.passes_over(path)) {
            return reason.to_owned();
        }
        match path.extension() {
            [] => "(none)".to_owned(),
            ending => String::from_utf8_lossy(ending).into_owned(),
        }
    }

    /// Whether files of this name are read.
    pub fn reads(&self, path: &FilePath) -> bool {
        self.language_of(path).is_some()
    }
}

/// The languages that were built in.
const BUILT_IN: &[&dyn Language] = &[
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
];

/// Languages that refdiff can be built with, each with the endings of its files and whether it was.
pub const KNOWN: &[(&str, &[&str], bool)] = &[
    ("Java", &["java"], true),
    ("Kotlin", &["kt", "kts"], cfg!(feature = "kotlin")),
    ("Python", &["py"], cfg!(feature = "python")),
    ("JavaScript", &["js", "jsx", "mjs", "cjs"], cfg!(feature = "javascript")),
    ("TypeScript", &["ts", "mts", "cts"], cfg!(feature = "typescript")),
    ("TSX", &["tsx"], cfg!(feature = "typescript")),
];
