//! Reads files by a tree-sitter grammar and a table of what its nodes mean.
//!
//! A language provides the table (`table`) and answers a few questions (`Front`). The walk over the tree is the same
//! for all (`walk`, with `names` for its leaves, `values` for its expressions, `statements` for implicit syntax and
//! `declare` for its declarations). A file is parsed whole, once for each text.

mod declare;
mod names;
mod statements;
mod table;
mod values;
mod walk;

pub(in crate::lang) use table::{Act, Row, Slot, Table};

use super::parse::parse_until;
use super::{Extractor, LaidOut, Layout, UnitKey, UnitStore};
use crate::model::{EntityKind, FilePath, Import, Loss, Modifiers, Placed, SourceFile};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;
use tree_sitter::{Node, Parser};
use xxhash_rust::xxh3::xxh3_128_with_seed;

/// What a language defines beyond a table.
pub(in crate::lang) trait Front {
    /// A unique number, for the addresses of its units.
    const SEED: u64;
    /// Its variants of common behaviour.
    const MANNER: Manner;

    /// The row of a node kind.
    fn row(kind: &str) -> Row;

    /// The slot of a field.
    fn slot(field: &str) -> Slot;

    /// The entity of a node, if the node is one.
    fn entity<'t>(node: Node<'t>, around: &Around<'_, 't>) -> Option<Found<'t>>;

    /// The names that an import brings into the file.
    fn imports(node: Node<'_>, around: &Around<'_, '_>, imports: &mut Vec<Import>);

    /// Code that makes the grammar misread what follows: the file is parsed again with blanks in its place.
    fn misleading(_root: Node<'_>, _text: &[u8]) -> Vec<Range<usize>> {
        Vec::new()
    }

    /// Whether a word in text that does not parse begins a declaration, which may be hidden there.
    fn declares(word: &str) -> bool;

    /// The package declared by a node.
    fn package(node: Node<'_>, around: &Around<'_, '_>) -> Box<str> {
        let _ = (node, around);
        "".into()
    }
}

/// The variants of common behaviour in a language.
pub(in crate::lang) struct Manner {
    /// Whether a file is a module that contains everything in it, in the package of its folder. Otherwise only
    /// functions and variables belong to a module, and the file declares its package.
    pub modules: bool,
    /// The name that declares a constructor, if that is not the name of its type.
    pub constructor: &'static str,
    /// Whether lines and blocks are determined by layout.
    pub lines: bool,
    /// Whether the terminator of a statement is optional.
    pub semicolons: bool,
    /// Whether an expression in a block is a statement without a node of its own.
    pub bare_statements: bool,
    /// Whether the grammar's scanner loops on a file that does not end with a blank.
    pub needs_last_break: bool,
    /// Whether callees and receivers are determined only by position.
    pub positional: bool,
    /// Whether declarations in a block are invisible outside of it.
    pub block_scopes: bool,
    /// The keyword for declarations that are visible in the whole function.
    pub hoisted: &'static str,
    /// Whether an assignment declares the name that it assigns.
    pub assignments_declare: bool,
    /// Whether a literal at the beginning of a body is documentation.
    pub docstrings: bool,
    /// Whether methods are distinguished by parameter types rather than names.
    pub typed_keys: bool,
    /// The marker of a parameter that takes any number of arguments.
    pub variadic_word: &'static str,
    /// The keyword for delegation in the list of supertypes: what follows it is not a supertype.
    pub delegation_word: &'static str,
    /// Types that another language in the same model names differently, with those names: methods that differ in
    /// nothing else have the same signature.
    pub other_names: &'static [(&'static str, &'static str)],
    /// Words before a constructor parameter that make it a field.
    pub field_words: &'static [&'static str],
    /// The function whose call returns the object as an instance of its supertype.
    pub super_call: &'static str,
    /// Words that are literals, where the grammar parses them as names.
    pub literals: &'static [&'static str],
}

impl Manner {
    /// The most common values.
    pub const COMMON: Manner = Manner {
        modules: true,
        constructor: "",
        lines: false,
        semicolons: true,
        bare_statements: false,
        needs_last_break: false,
        positional: false,
        block_scopes: true,
        hoisted: "",
        assignments_declare: false,
        docstrings: false,
        typed_keys: false,
        variadic_word: "",
        delegation_word: "",
        other_names: &[],
        field_words: &[],
        super_call: "",
        literals: &[],
    };
}

/// The context of a node.
pub(in crate::lang) struct Around<'a, 't> {
    pub text: &'a [u8],
    pub path: &'a FilePath,
    /// The kind of the enclosing entity; for fields, of the entity that encloses these.
    pub kind: EntityKind,
    frames: &'a [walk::Frame<'t>],
}

impl<'t> Around<'_, 't> {
    /// The parent of the node in question, its parent, and so on. Asking a node itself for its parent is expensive.
    pub fn parents(&self) -> impl Iterator<Item = Node<'t>> + '_ {
        self.frames.iter().rev().map(|frame| frame.syntax)
    }

    /// The text of a node.
    pub fn text_of(&self, node: Node<'_>) -> Box<str> {
        decode(self.text.get(node.start_byte()..node.end_byte().min(self.text.len())).unwrap_or_default())
    }
}

/// An entity that the language recognised.
pub(in crate::lang) struct Found<'t> {
    pub kind: EntityKind,
    /// Its name as written in keys.
    pub name: Box<str>,
    /// The name used in calls, where that is shorter.
    pub called: Option<Box<str>>,
    /// The node with its parameters and body; usually the whole node.
    pub inner: Node<'t>,
    /// Whether its first parameter is the receiver.
    pub receiver: bool,
    pub modifiers: Modifiers,
}

/// Reads the files of one language.
pub(in crate::lang) struct TreeExtractor<F> {
    /// `None` if the grammar does not fit the linked version of tree-sitter.
    parser: Option<Parser>,
    table: Table,
    deadline: Option<Instant>,
    /// For the addresses of units: a unique number for the language and the grammar.
    seed: u64,
    front: std::marker::PhantomData<F>,
}

impl<F: Front> TreeExtractor<F> {
    /// Reads with one of the grammars of the language.
    pub fn new(language: &tree_sitter::Language, grammar: u64) -> Self {
        let mut parser = Parser::new();
        let ready = parser.set_language(language).is_ok();
        let table = Table::new(language, F::row, F::slot);
        TreeExtractor {
            parser: ready.then_some(parser),
            table,
            deadline: None,
            seed: F::SEED ^ grammar << 32,
            front: std::marker::PhantomData,
        }
    }

    fn read(&mut self, path: &FilePath, text: &[u8], store: Option<&UnitStore>) -> SourceFile {
        let mut parseable = parseable(text);
        if F::MANNER.needs_last_break && text.last() != Some(&b'\n') {
            parseable.to_mut().push(b'\n');
        }
        let tree = self.parser.as_mut().and_then(|p| parse_until(p, &parseable, self.deadline));
        let Some(tree) = tree else {
            let reason = "the parser gave up on this file".into();
            return SourceFile {
                path: path.clone(),
                losses: vec![Loss { at: 0, reason }],
                ..SourceFile::default()
            };
        };
        let misled = F::misleading(tree.root_node(), &parseable);
        let tree = if misled.is_empty() {
            tree
        } else {
            let mut mended = parseable.into_owned();
            misled.into_iter().for_each(|range| mended[range].fill(b' '));
            let again = self.parser.as_mut().and_then(|p| parse_until(p, &mended, self.deadline));
            again.unwrap_or(tree)
        };
        // After a syntax error the same text may be parsed differently at another position.
        let whole = file_key(self.seed, path, text);
        let damaged = tree.root_node().has_error().then_some(whole);
        let read = walk::walk::<F>(&self.table, &tree, path, text);
        let mut file = named_file::<F>(path, read.package, read.package_at);
        file.imports = Arc::new(read.imports);
        file.losses = read.losses;
        let mut pieces = Vec::with_capacity(read.units.len());
        for found in read.units {
            let key = unit_key(self.seed, &found, text, damaged);
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
        if let Some(store) = store {
            let layout = Layout {
                package: file.package.clone(),
                package_at: file.package_at.clone(),
                imports: file.imports.clone(),
                pieces,
                losses: file.losses.clone(),
            };
            store.put_layout(whole, Arc::new(layout));
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
        recall::<F>(self.seed, path, text, store).unwrap_or_else(|| self.read(path, text, Some(store)))
    }
}

/// The file, if exactly its text was read before under this path and the store still has all its units.
fn recall<F: Front>(seed: u64, path: &FilePath, text: &[u8], store: &UnitStore) -> Option<SourceFile> {
    let layout = store.layout(file_key(seed, path, text))?;
    let mut file = named_file::<F>(path, layout.package.clone(), layout.package_at.clone());
    file.imports = layout.imports.clone();
    file.losses = layout.losses.clone();
    for piece in &layout.pieces {
        let unit = store.get(piece.key)?;
        file.units.push(Placed { unit, start: piece.start, end: piece.end, container: piece.container });
    }
    Some(file)
}

/// A file of which only the package is known: from its folder, or from its declaration.
fn named_file<F: Front>(path: &FilePath, package: Box<str>, package_at: Range<u32>) -> SourceFile {
    let path = path.clone();
    if F::MANNER.modules {
        let package = decode(path.folder()).replace('/', ".").into();
        return SourceFile { path, package, ..SourceFile::default() };
    }
    let source_folder = SourceFile::source_folder_of(&path, &package).into();
    SourceFile { path, package, package_at, source_folder, ..SourceFile::default() }
}

/// The name of the module of a file.
pub(in crate::lang) fn module_name(path: &FilePath) -> Box<str> {
    let name = path.file_name();
    let stem = name.iter().rposition(|&b| b == b'.').filter(|&dot| dot > 0).map_or(name, |dot| &name[..dot]);
    decode(stem)
}

/// A unit depends on its text, on its kind, and on whether a blank follows, which may end a statement; in a file that
/// does not parse, on the whole file.
fn unit_key(seed: u64, found: &walk::Read, text: &[u8], damaged: Option<UnitKey>) -> UnitKey {
    let declaration = &found.unit.declarations[0];
    let own = xxh3_128_with_seed(&text[found.start as usize..found.end as usize], seed);
    let kind = declaration.kind.word();
    let mut bytes = Vec::with_capacity(64);
    bytes.extend_from_slice(&own.to_le_bytes());
    bytes.extend_from_slice(kind.as_bytes());
    bytes.push(u8::from(found.receiver));
    bytes.push(u8::from(text.get(found.end as usize).is_some_and(u8::is_ascii_whitespace)));
    if let Some(file) = damaged {
        bytes.extend_from_slice(&file.to_le_bytes());
        bytes.extend_from_slice(&found.start.to_le_bytes());
    }
    if found.inside {
        bytes.extend_from_slice(&found.unit.tokens[0].symbol.0.to_le_bytes());
    }
    bytes.extend_from_slice(declaration.name.as_bytes());
    xxh3_128_with_seed(&bytes, seed)
}

/// Imports depend on the path of the file, and the name of its module on the file name.
fn file_key(seed: u64, path: &FilePath, text: &[u8]) -> UnitKey {
    let own = xxh3_128_with_seed(text, seed ^ 1);
    let mut bytes = own.to_le_bytes().to_vec();
    bytes.extend_from_slice(path.as_bytes());
    xxh3_128_with_seed(&bytes, seed ^ 1)
}

/// Text of the same length that the parser can read; tokens still take their text from the file itself. Bytes that
/// are not UTF-8 become `_`, which is allowed in names, strings and comments alike. A zero byte ends the text for a
/// grammar and becomes a blank; so does a carriage return.
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

/// The text of a name: UTF-8, or else Latin-1. A key never contains line breaks or control characters.
pub(in crate::lang) fn decode(bytes: &[u8]) -> Box<str> {
    let unfit = |c: char| c.is_control() || c.is_whitespace();
    let text: Box<str> = match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => bytes.iter().map(|&b| b as char).collect(),
    };
    if text.contains(unfit) { text.replace(unfit, "_").into() } else { text }
}
