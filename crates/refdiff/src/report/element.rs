//! An entity as reports show it.

use crate::details::Part;
use crate::model::{EntityId, FilePath, Model};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::sync::Arc;

/// An entity at its place. Lines and columns count from 1, columns in characters; ends are inclusive, except
/// `end_byte`, which is the byte after the last one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Written")]
#[non_exhaustive]
pub struct Element {
    /// `class`, `method`, `field`, `package`, ...; a package is located where the first of its files declares it.
    pub kind: Cow<'static, str>,
    /// The paper's notation, such as `package.Type.method(T1,T2)`.
    pub key: String,
    /// How many bytes of the key are the package and the modules around it; not part of what is written as data, so 0 in a
    /// report that was read back.
    #[serde(skip)]
    pub qualifier: usize,
    /// The file's path in the repository, quoted as git quotes it where it is not UTF-8.
    pub file: String,
    /// The same path as bytes; not part of what is written.
    #[serde(skip)]
    pub path: FilePath,
    #[allow(missing_docs)]
    pub start_line: u32,
    #[allow(missing_docs)]
    pub start_column: u32,
    #[allow(missing_docs)]
    pub end_line: u32,
    #[allow(missing_docs)]
    pub end_column: u32,
    #[allow(missing_docs)]
    pub start_byte: u32,
    #[allow(missing_docs)]
    pub end_byte: u32,
    /// The finer thing that a report is about, where it is finer than this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subject: Option<Subject>,
    /// Its source text from the start of its first line, where it was asked for; not part of what is written.
    #[serde(skip)]
    pub text: Option<Arc<[u8]>>,
}

/// Something finer than an entity: a parameter, a variable, an annotation, a statement. Lines and columns as in [`Element`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Subject {
    /// `parameter`, `variable`, `annotation`, `modifier`, `type`, `field`, `expression`, ...
    pub kind: Cow<'static, str>,
    /// Its name; of something without one, its text.
    pub name: String,
    /// How it is written: of a variable its name and type, of several things all of them in brackets.
    pub text: String,
    #[allow(missing_docs)]
    pub start_line: u32,
    #[allow(missing_docs)]
    pub start_column: u32,
    #[allow(missing_docs)]
    pub end_line: u32,
    #[allow(missing_docs)]
    pub end_column: u32,
    #[allow(missing_docs)]
    pub start_byte: u32,
    #[allow(missing_docs)]
    pub end_byte: u32,
}

/// Where the lines of a text start.
#[derive(Clone, Debug)]
pub(super) struct Lines(Vec<u32>);

impl Lines {
    pub fn of(text: &[u8]) -> Self {
        let breaks = text.iter().enumerate().filter(|&(_, &b)| b == b'\n').map(|(i, _)| i as u32 + 1);
        Lines(std::iter::once(0).chain(breaks).collect())
    }

    /// Line and column of a byte, from 1.
    pub fn position(&self, text: &[u8], byte: u32) -> (u32, u32) {
        let line = self.0.partition_point(|&start| start <= byte);
        let start = self.0[line - 1] as usize;
        let before = text.get(start..byte as usize).unwrap_or_default();
        // Every byte that does not continue a character starts one; in a file that is not UTF-8 that is nearly so.
        let column = before.iter().filter(|&&b| b & 0xC0 != 0x80).count() as u32 + 1;
        (line as u32, column)
    }
}

impl Subject {
    /// Something at a stretch of a file whose bytes these are.
    pub(super) fn at(part: &Part, span: std::ops::Range<u32>, (text, lines): (&[u8], &Lines)) -> Self {
        let (start_line, start_column) = lines.position(text, span.start);
        let (end_line, end_column) = lines.position(text, span.end.saturating_sub(1).max(span.start));
        Subject {
            kind: part.kind.into(),
            name: part.name.clone(),
            text: part.text.clone(),
            start_line,
            start_column,
            end_line,
            end_column,
            start_byte: span.start,
            end_byte: span.end,
        }
    }
}

impl Element {
    pub(super) fn new(model: &Model, id: EntityId, text: &[u8], lines: &Lines) -> Self {
        let (key, qualifier) = model.qualified_key(id);
        let word = model.kind(id).word();
        Element { qualifier, ..Element::at(word, key, model.path(id), model.span(id), (text, lines)) }
    }

    /// The package and the modules around it: `package` of `package.Type.method(T1,T2)`. Empty where there are none.
    pub fn qualifier(&self) -> &str {
        self.key.get(..self.qualifier).unwrap_or_default()
    }

    /// Its name with the types around it: `Type.method(T1,T2)`.
    pub fn short_name(&self) -> &str {
        let rest = self.key.get(self.qualifier..).unwrap_or(&self.key);
        if self.qualifier > 0 { rest.strip_prefix('.').unwrap_or(rest) } else { rest }
    }

    /// Its name alone: `method(T1,T2)`.
    pub fn simple_name(&self) -> &str {
        split_name(&self.key).1
    }

    /// What its name stands behind: `package.Type`. Empty where there is nothing.
    pub fn owner(&self) -> &str {
        split_name(&self.key).0
    }

    /// Something of a file whose bytes these are.
    pub(super) fn at(
        kind: &'static str,
        key: String,
        path: &FilePath,
        span: std::ops::Range<u32>,
        (text, lines): (&[u8], &Lines),
    ) -> Self {
        let (start_line, start_column) = lines.position(text, span.start);
        let (end_line, end_column) = lines.position(text, span.end.saturating_sub(1).max(span.start));
        Element {
            kind: kind.into(),
            key,
            qualifier: 0,
            file: path.to_string(),
            path: path.clone(),
            start_line,
            start_column,
            end_line,
            end_column,
            start_byte: span.start,
            end_byte: span.end,
            subject: None,
            text: None,
        }
    }
}

/// A key as what its last name stands behind, and that name; the names of parameters may have dots of their own.
pub(super) fn split_name(key: &str) -> (&str, &str) {
    let head = key.find('(').unwrap_or(key.len());
    match key[..head].rfind('.') {
        Some(dot) => (&key[..dot], &key[dot + 1..]),
        None => ("", key),
    }
}

/// An element as it is written: what is not written follows from the rest.
#[derive(Deserialize)]
struct Written {
    kind: String,
    key: String,
    file: String,
    start_line: u32,
    start_column: u32,
    end_line: u32,
    end_column: u32,
    start_byte: u32,
    end_byte: u32,
    subject: Option<Subject>,
}

impl From<Written> for Element {
    fn from(written: Written) -> Self {
        Element {
            kind: written.kind.into(),
            key: written.key,
            qualifier: 0,
            path: FilePath::unquoted(&written.file),
            file: written.file,
            start_line: written.start_line,
            start_column: written.start_column,
            end_line: written.end_line,
            end_column: written.end_column,
            start_byte: written.start_byte,
            end_byte: written.end_byte,
            subject: written.subject,
            text: None,
        }
    }
}
