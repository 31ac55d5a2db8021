//! From source text to the model: one folder per language, and the registry of languages.
//!
//! This is the only part of the library that uses tree-sitter. Everything else learns about a language through the
//! model that its extractor returns.

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

    /// The file extensions, without the dot.
    fn extensions(&self) -> &'static [&'static str];

    /// The reason, in a word, for not reading a file with one of these extensions: it contains no code written in the
    /// project.
    fn passes_over(&self, path: &FilePath) -> Option<&'static str> {
        let _ = path;
        None
    }

    /// Whether a top-level type is declared in a file with its name, in folders named after its package.
    fn files_follow_packages(&self) -> bool {
        false
    }

    /// The words of the language that the engine knows.
    fn lexicon(&self) -> &'static Lexicon {
        &Lexicon::NONE
    }

    /// A new extractor with its own buffers: one per thread.
    fn extractor(&self) -> Box<dyn Extractor>;
}

/// Extracts files of one language.
pub trait Extractor {
    /// Sets a deadline: a file that takes longer is given up.
    fn set_deadline(&mut self, _deadline: Option<Instant>) {}

    /// The content of a file. Never fails: what cannot be read is listed in the file's losses.
    fn extract(&mut self, path: &FilePath, text: &[u8]) -> SourceFile;

    /// The same, with a store of units that were extracted before. A language that cannot split a file into members
    /// without parsing parses the whole file.
    fn extract_with(&mut self, path: &FilePath, text: &[u8], store: &UnitStore) -> SourceFile {
        let _ = store;
        self.extract(path, text)
    }
}

/// The languages to read, in a fixed order; all of them unless some were chosen.
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
    /// A custom set of languages.
    pub fn of(languages: impl IntoIterator<Item = &'static dyn Language>) -> Self {
        Languages(languages.into_iter().collect())
    }

    /// The built-in languages with these names, ignoring case; an unknown name is the error.
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

    /// The languages, in order.
    pub fn iter(&self) -> impl Iterator<Item = &'static dyn Language> + '_ {
        self.0.iter().copied()
    }

    /// The language of a file, by file extension.
    pub fn language_of(&self, path: &FilePath) -> Option<&'static dyn Language> {
        self.by_ending(path).filter(|l| l.passes_over(path).is_none())
    }

    fn by_ending(&self, path: &FilePath) -> Option<&'static dyn Language> {
        let ending = path.extension();
        let is_its = |l: &&'static dyn Language| l.extensions().iter().any(|e| e.as_bytes() == ending);
        self.iter().find(is_its)
    }

    /// How a skipped file is counted: the reason, if its language has one, or else its extension.
    pub fn skipped_as(&self, path: &FilePath) -> String {
        if let Some(reason) = self.by_ending(path).and_then(|l| l.passes_over(path)) {
            return reason.to_owned();
        }
        match path.extension() {
            [] => "(none)".to_owned(),
            ending => String::from_utf8_lossy(ending).into_owned(),
        }
    }

    /// Whether files with this name are read.
    pub fn reads(&self, path: &FilePath) -> bool {
        self.language_of(path).is_some()
    }
}

/// The languages in this build.
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

/// Languages that refdiff can be built with, each with its file extensions and whether this build has it.
pub const KNOWN: &[(&str, &[&str], bool)] = &[
    ("Java", &["java"], true),
    ("Kotlin", &["kt", "kts"], cfg!(feature = "kotlin")),
    ("Python", &["py"], cfg!(feature = "python")),
    ("JavaScript", &["js", "jsx", "mjs", "cjs"], cfg!(feature = "javascript")),
    ("TypeScript", &["ts", "mts", "cts"], cfg!(feature = "typescript")),
    ("TSX", &["tsx"], cfg!(feature = "typescript")),
];
