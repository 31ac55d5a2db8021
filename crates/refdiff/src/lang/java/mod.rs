//! Java, on tree-sitter.
//!
//! `outline` finds the types and members of a file, `walker` extracts one unit, `declare` completes its declarations.

mod declare;
mod kinds;
mod outline;
mod walker;

use super::{Extractor, Language};
use crate::model::{FilePath, Loss, SourceFile};
use kinds::Kinds;
use std::borrow::Cow;
use tree_sitter::Parser;

pub(super) struct Java;

impl Language for Java {
    fn name(&self) -> &'static str {
        "Java"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["java"]
    }

    fn extractor(&self) -> Box<dyn Extractor> {
        let language = tree_sitter_java_orchard::LANGUAGE.into();
        let kinds = Kinds::new(&language);
        let mut parser = Parser::new();
        let ready = parser.set_language(&language).is_ok();
        Box::new(JavaExtractor { parser: ready.then_some(parser), kinds })
    }
}

struct JavaExtractor {
    /// None where the grammar does not fit the tree-sitter that was linked.
    parser: Option<Parser>,
    kinds: Kinds,
}

impl Extractor for JavaExtractor {
    fn extract(&mut self, path: &FilePath, text: &[u8]) -> SourceFile {
        let parseable = as_utf8(text);
        let tree = self.parser.as_mut().and_then(|p| p.parse(parseable.as_ref(), None));
        match tree {
            Some(tree) => outline::outline(&self.kinds, &tree, path, text),
            None => SourceFile {
                path: path.clone(),
                losses: vec![Loss { at: 0, reason: "the parser gave up on this file".into() }],
                ..SourceFile::default()
            },
        }
    }
}

/// Text that the parser can read, of the same length: bytes that are not UTF-8 (old files are often Latin-1) become
/// `_`, which may stand in names, strings and comments alike. Tokens still take their text from the file itself.
fn as_utf8(text: &[u8]) -> Cow<'_, [u8]> {
    if std::str::from_utf8(text).is_ok() {
        return Cow::Borrowed(text);
    }
    let mut bytes = Vec::with_capacity(text.len());
    for chunk in text.utf8_chunks() {
        bytes.extend_from_slice(chunk.valid().as_bytes());
        bytes.resize(bytes.len() + chunk.invalid().len(), b'_');
    }
    Cow::Owned(bytes)
}

/// The text of a name: UTF-8, or else Latin-1.
fn decode(bytes: &[u8]) -> Box<str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => bytes.iter().map(|&b| b as char).collect(),
    }
}
