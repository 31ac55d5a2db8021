//! Java, on tree-sitter.
//!
//! `cut` finds the members of a file without parsing. `pieces` extracts those that were not seen before, and
//! `outline` does the same with a whole syntax tree. `walker` extracts one unit, with `leaves` for its tokens,
//! `values` for its expressions and `declare` for its declarations. It walks over the grammar's tree (`tree`), or
//! over what was read without the grammar (`direct`), which avoids most of the parsing.

mod cut;
mod declare;
mod direct;
mod kinds;
mod leaves;
mod outline;
mod pieces;
mod scan;
mod tree;
mod values;
mod walker;

use super::parse::parse_until;
use super::{Extractor, Language, UnitStore};
use crate::model::{FilePath, Lexicon, Loss, SourceFile};
use kinds::Kinds;
use std::borrow::Cow;
use std::time::Instant;
use tree_sitter::Parser;
use walker::Scratch;

pub(super) struct Java;

impl Language for Java {
    fn name(&self) -> &'static str {
        "Java"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["java"]
    }

    fn files_follow_packages(&self) -> bool {
        true
    }

    fn lexicon(&self) -> &'static Lexicon {
        static WORDS: Lexicon = Lexicon {
            split: scan::words,
            hides_code,
            this: "this",
            above: "super",
            truth: "boolean",
            numbers: &["int", "long", "short", "byte", "char", "float", "double"],
            text: "String",
            create: "new",
            result: "return",
            null: "null",
            visibility: &["public", "protected", "private"],
            usual_visibility: "package-private",
            effective: &[
                "synchronized",
                "volatile",
                "transient",
                "native",
                "strictfp",
                "abstract",
                "default",
            ],
            bodiless: &["abstract", "default", "native"],
            modifiers: &[
                "static",
                "abstract",
                "final",
                "default",
                "synchronized",
                "native",
                "strictfp",
                "transient",
                "volatile",
                "sealed",
                "non-sealed",
            ],
            types_first: true,
            constant: "final",
            shared: "static",
            supertypes: &["extends", "implements"],
            locks: &["synchronized"],
            universal: &[
                "toString()",
                "hashCode()",
                "equals(Object)",
                "clone()",
                "finalize()",
                "readObject(ObjectInputStream)",
                "writeObject(ObjectOutputStream)",
                "readObjectNoData()",
                "readResolve()",
                "writeReplace()",
            ],
            overrides: "Override",
            ..Lexicon::NONE
        };
        &WORDS
    }

    fn extractor(&self) -> Box<dyn Extractor> {
        let language = tree_sitter_java_orchard::LANGUAGE.into();
        let kinds = Kinds::new(&language);
        let mut parser = Parser::new();
        let ready = parser.set_language(&language).is_ok();
        Box::new(JavaExtractor {
            parser: ready.then_some(parser),
            kinds,
            scratch: Scratch::default(),
            buffers: direct::Buffers::default(),
            deadline: None,
        })
    }
}

/// Whether something that looks like a comment may contain code.
fn hides_code(comment: &[u8]) -> bool {
    // The compiler resolves escapes before anything else: one may end the comment. An even number of backslashes in a
    // row is not an escape.
    let escapes = memchr::memmem::find_iter(comment, b"\\u");
    escapes.into_iter().any(|at| {
        let backslashes = comment[..=at].iter().rev().take_while(|&&b| b == b'\\').count();
        let digits = comment[at + 1..].iter().skip_while(|&&b| b == b'u').take(4);
        let digits: String = digits.map(|&b| b.to_ascii_lowercase() as char).collect();
        backslashes % 2 == 1 && matches!(digits.as_str(), "000a" | "000d" | "002a" | "002f" | "005c")
    })
}

struct JavaExtractor {
    /// `None` if the grammar does not fit the linked version of tree-sitter.
    parser: Option<Parser>,
    kinds: Kinds,
    scratch: Scratch,
    buffers: direct::Buffers,
    deadline: Option<Instant>,
}

impl Extractor for JavaExtractor {
    fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
    }

    fn extract_with(&mut self, path: &FilePath, text: &[u8], store: &UnitStore) -> SourceFile {
        if let Some(known) = pieces::recall(path, text, store) {
            return known;
        }
        let parseable = as_utf8(text);
        let pieces = cut::cut(&parseable);
        let whole = match (pieces, self.parser.as_mut()) {
            (Some(cut), Some(parser)) => {
                let mut reader = pieces::Reader {
                    kinds: &self.kinds,
                    parser,
                    scratch: &mut self.scratch,
                    buffers: &mut self.buffers,
                };
                pieces::assemble(&mut reader, path, text, &parseable, &cut, store)
            }
            _ => None,
        };
        whole.unwrap_or_else(|| self.extract(path, text))
    }

    fn extract(&mut self, path: &FilePath, text: &[u8]) -> SourceFile {
        let parseable = as_utf8(text);
        let tree = self.parser.as_mut().and_then(|p| parse_until(p, parseable.as_ref(), self.deadline));
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

/// Text of the same length that the parser can read; tokens still take their text from the file itself.
///
/// - Bytes that are not UTF-8 (old files are often Latin-1) become `_`, which is allowed in names, strings and
///   comments alike.
/// - A carriage return alone ends a line in Java, but not for the grammar: it becomes a newline.
/// - A zero byte ends the text for the grammar: it becomes a blank.
/// - `\u0061` may be a letter of a name, which the grammar does not support: its backslash becomes `_`, except in a
///   character literal, where it is an escape like any other.
fn as_utf8(text: &[u8]) -> Cow<'_, [u8]> {
    let lone_return = |i: usize| text[i] == b'\r' && text.get(i + 1) != Some(&b'\n');
    let escape = |i: usize| {
        text[i] == b'\\'
            && text.get(i + 1) == Some(&b'u')
            && !matches!(i.checked_sub(1).map(|p| text[p]), Some(b'\'' | b'\\'))
    };
    let odd =
        memchr::memchr3_iter(b'\r', b'\\', 0, text).any(|i| text[i] == 0 || lone_return(i) || escape(i));
    if !odd && std::str::from_utf8(text).is_ok() {
        return Cow::Borrowed(text);
    }
    let mut bytes = Vec::with_capacity(text.len());
    for chunk in text.utf8_chunks() {
        bytes.extend_from_slice(chunk.valid().as_bytes());
        bytes.resize(bytes.len() + chunk.invalid().len(), b'_');
    }
    for (i, byte) in bytes.iter_mut().enumerate() {
        if lone_return(i) {
            *byte = b'\n';
        } else if *byte == 0 {
            *byte = b' ';
        } else if escape(i) {
            *byte = b'_';
        }
    }
    Cow::Owned(bytes)
}

/// The text of a name: UTF-8, or else Latin-1, with unicode escapes resolved. A key never contains line breaks or
/// control characters, whatever the file contains.
fn decode(bytes: &[u8]) -> Box<str> {
    let text: Box<str> = match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => bytes.iter().map(|&b| b as char).collect(),
    };
    let text = if text.contains("\\u") { unescape(&text) } else { text };
    if text.contains(unfit) { text.replace(unfit, "_").into() } else { text }
}

/// Whether a character is not allowed in a name.
fn unfit(character: char) -> bool {
    character.is_control() || character.is_whitespace()
}

/// Resolves `\u0061` if the character is allowed in a name; any number of `u` is allowed.
fn unescape(text: &str) -> Box<str> {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("\\u") {
        let digits = rest[at + 1..].trim_start_matches('u');
        let code = digits.get(..4).filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()));
        let code = code.and_then(|hex| u32::from_str_radix(hex, 16).ok()).and_then(char::from_u32);
        let code = code.filter(|&c| c.is_alphanumeric() || matches!(c, '_' | '$') || !c.is_ascii());
        out.push_str(&rest[..at]);
        match code {
            Some(letter) => {
                out.push(letter);
                rest = &digits[4..];
            }
            None => {
                out.push_str("\\u");
                rest = &rest[at + 2..];
            }
        }
    }
    out.push_str(rest);
    out.into()
}
