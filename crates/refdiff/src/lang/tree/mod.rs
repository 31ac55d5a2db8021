//! Reads files by a grammar of tree-sitter and a table of what its nodes mean.
//!
//! A language gives the table (`table`) and answers a few questions (`Front`); the walk over the tree (`walk`, with `names`
//! for its leaves, `values` for its expressions and `declare` for its declarations) is the same for all. A file is parsed
//! whole, once for each text.

mod declare;
mod names;
mod table;
mod values;
mod walk;

pub(in crate::lang) use table::{Act, Row, Slot, Table};

use super::parse::parse_until;
use super::{Extractor, LaidOut, Layout, UnitKey, UnitStore};
use crate::model::{EntityKind, FilePath, Import, Loss, Modifiers, Placed, SourceFile};
use std::borrow::Cow;
use std::sync::Arc;
use std::time::Instant;
use tree_sitter::{Node, Parser};
use xxhash_rust::xxh3::xxh3_128_with_seed;

/// What a language says that a table cannot.
pub(in crate::lang) trait Front {
    /// A number of its own, for the addresses of its units.
    const SEED: u64;
    /// What a constructor is called where it is declared, if that is not the name of its type.
    const CONSTRUCTOR: &'static str;
    /// Whether lines and blocks are told by layout.
    const LINES: bool;
    /// Whether the sign at the end of a statement may be left out.
    const SEMICOLONS: bool;
    /// Whether what is declared in a block is not seen outside of it.
    const BLOCK_SCOPES: bool;
    /// Begins a declaration that is seen in the whole function.
    const HOISTED: &'static str;
    /// Whether an assignment declares the name that it assigns.
    const ASSIGNMENTS_DECLARE: bool;
    /// Whether a literal at the beginning of a body is documentation.
    const DOCSTRINGS: bool;
    /// Whether methods are told apart by the types of their parameters, and not by the names.
    const TYPED_KEYS: bool;
    /// Words before a parameter of a constructor that make a field of it.
    const FIELD_WORDS: &'static [&'static str];
    /// The word by which an object that was called like a function means its supertype.
    const SUPER_CALL: &'static str;

    /// The row of a node kind.
    fn row(kind: &str) -> Row;

    /// The slot of a field.
    fn slot(field: &str) -> Slot;

    /// The entity that a node stands for, where it stands for one.
    fn entity<'t>(node: Node<'t>, around: &Around<'_>) -> Option<Found<'t>>;

    /// What an import brings into the file.
    fn imports(node: Node<'_>, around: &Around<'_>, imports: &mut Vec<Import>);

    /// Whether a word in text that does not parse begins a declaration, which may be hidden there.
    fn declares(word: &str) -> bool;
}

/// Where a node stands.
pub(in crate::lang) struct Around<'a> {
    pub text: &'a [u8],
    pub path: &'a FilePath,
    /// What the entity around it is; of fields, what is around these.
    pub kind: EntityKind,
}

impl Around<'_> {
    /// The text of a node.
    pub fn text_of(&self, node: Node<'_>) -> Box<str> {
        decode(&self.text[node.byte_range()])
    }
}

/// An entity that the language found.
pub(in crate::lang) struct Found<'t> {
    pub kind: EntityKind,
    /// Its name as keys write it.
    pub name: Box<str>,
    /// What calls name it by, where that is shorter.
    pub called: Option<Box<str>>,
    /// The node that has its parameters and body; the whole one in most cases.
    pub inner: Node<'t>,
    /// Whether its first parameter is the object that it is called on.
    pub receiver: bool,
    pub modifiers: Modifiers,
}

/// Reads the files of one language.
pub(in crate::lang) struct TreeExtractor<F> {
    /// None where the grammar does not fit the tree-sitter that was linked.
    parser: Option<Parser>,
    table: Table,
    deadline: Option<Instant>,
    front: std::marker::PhantomData<F>,
}

impl<F: Front> TreeExtractor<F> {
    pub fn new(language: &tree_sitter::Language) -> Self {
        let mut parser = Parser::new();
        let ready = parser.set_language(language).is_ok();
        let table = Table::new(language, F::row, F::slot);
        TreeExtractor { parser: ready.then_some(parser), table, deadline: None, front: std::marker::PhantomData }
    }

    fn read(&mut self, path: &FilePath, text: &[u8], store: Option<&UnitStore>) -> SourceFile {
        let parseable = parseable(text);
        let tree = self.parser.as_mut().and_then(|p| parse_until(p, &parseable, self.deadline));
        let Some(tree) = tree else {
            let reason = "the parser gave up on this file".into();
            return SourceFile {
                path: path.clone(),
                losses: vec![Loss { at: 0, reason }],
                ..SourceFile::default()
            };
        };
        let read = walk::walk::<F>(&self.table, &tree, path, text);
        let mut file = named_file(path);
        file.imports = Arc::new(read.imports);
        file.losses = read.losses;
        let mut pieces = Vec::with_capacity(read.units.len());
        for found in read.units {
            let key = unit_key::<F>(&found, text);
            let known = store.and_then(|store| store.get(key));
            let unit = known.unwrap_or_else(|| {
                let unit = Arc::new(found.unit);
                if let Some(store) = store {
                    store.put(key, unit.clone());
                }
                unit
            });
            let (start, end, container) = (found.start, found.end, found.container);
            pieces.push(LaidOut { key, start, end, container });
            file.units.push(Placed { unit, start, end, container });
        }
        if let Some(store) = store.filter(|_| file.losses.is_empty()) {
            let layout = Layout {
                package: "".into(),
                package_at: 0..0,
                imports: file.imports.clone(),
                pieces,
            };
            store.put_layout(file_key::<F>(path, text), Arc::new(layout));
        }
        file
    }
}

impl<F: Front> Extractor for TreeExtractor<F> {
    fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
    }

    fn extract(&mut self, path: &FilePath, text: &[u8]) -> SourceFile {
        self.read(path, text, None)
    }

    fn extract_with(&mut self, path: &FilePath, text: &[u8], store: &UnitStore) -> SourceFile {
        recall::<F>(path, text, store).unwrap_or_else(|| self.read(path, text, Some(store)))
    }
}

/// The file, where its very text was read before under this path and the store still has all its units.
fn recall<F: Front>(path: &FilePath, text: &[u8], store: &UnitStore) -> Option<SourceFile> {
    let layout = store.layout(file_key::<F>(path, text))?;
    let mut file = named_file(path);
    file.imports = layout.imports.clone();
    for piece in &layout.pieces {
        let unit = store.get(piece.key)?;
        file.units.push(Placed { unit, start: piece.start, end: piece.end, container: piece.container });
    }
    Some(file)
}

/// A file of which only the package is known: the folder that it stands in.
fn named_file(path: &FilePath) -> SourceFile {
    let package = decode(path.folder()).replace('/', ".");
    SourceFile { path: path.clone(), package: package.into(), ..SourceFile::default() }
}

/// The name of the module that a file is.
pub(in crate::lang) fn module_name(path: &FilePath) -> Box<str> {
    let name = path.file_name();
    let stem = name.iter().rposition(|&b| b == b'.').filter(|&dot| dot > 0).map_or(name, |dot| &name[..dot]);
    decode(stem)
}

/// A unit depends on its text, and on what it was taken for.
fn unit_key<F: Front>(found: &walk::Read, text: &[u8]) -> UnitKey {
    let declaration = &found.unit.declarations[0];
    let own = xxh3_128_with_seed(&text[found.start as usize..found.end as usize], F::SEED);
    let kind = declaration.kind.word();
    let mut bytes = Vec::with_capacity(64);
    bytes.extend_from_slice(&own.to_le_bytes());
    bytes.extend_from_slice(kind.as_bytes());
    bytes.push(u8::from(found.receiver));
    bytes.extend_from_slice(declaration.name.as_bytes());
    xxh3_128_with_seed(&bytes, F::SEED)
}

/// Imports depend on where the file stands, and its module's name on its own.
fn file_key<F: Front>(path: &FilePath, text: &[u8]) -> UnitKey {
    let own = xxh3_128_with_seed(text, F::SEED ^ 1);
    let mut bytes = own.to_le_bytes().to_vec();
    bytes.extend_from_slice(path.as_bytes());
    xxh3_128_with_seed(&bytes, F::SEED ^ 1)
}

/// Text that the parser can read, of the same length; tokens still take their text from the file itself. Bytes that are not
/// UTF-8 become `_`, which may stand in names, strings and comments alike; a zero means the end of the text to a grammar, and
/// becomes a blank; so does a carriage return.
fn parseable(text: &[u8]) -> Cow<'_, [u8]> {
    if memchr::memchr2(0, b'\r', text).is_none() && std::str::from_utf8(text).is_ok() {
        return Cow::Borrowed(text);
    }
    let mut bytes = Vec::with_capacity(text.len());
    for chunk in text.utf8_chunks() {
        bytes.extend_from_slice(chunk.valid().as_bytes());
        bytes.resize(bytes.len() + chunk.invalid().len(), b'_');
    }
    for (i, byte) in bytes.iter_mut().enumerate() {
        match *byte {
            0 => *byte = b' ',
            b'\r' => *byte = if text.get(i + 1) == Some(&b'\n') { b' ' } else { b'\n' },
            _ => {}
        }
    }
    Cow::Owned(bytes)
}

/// The text of a name: UTF-8, or else Latin-1. Whatever the file holds, a key has no breaks and no control characters in it.
pub(in crate::lang) fn decode(bytes: &[u8]) -> Box<str> {
    let unfit = |c: char| c.is_control() || c.is_whitespace();
    let text: Box<str> = match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => bytes.iter().map(|&b| b as char).collect(),
    };
    if text.contains(unfit) { text.replace(unfit, "_").into() } else { text }
}
