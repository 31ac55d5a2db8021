//! Python 3, on tree-sitter-python.
//!
//! A file is a module, in the package of its folder. Fields are the names that a module or a class assigns, and the
//! attributes that methods assign on their object. `__init__` is the constructor. Parameters are identified by their
//! names; the receiver is not one of them.

mod table;

use super::tree::{Around, Found, Front, Manner, Row, Slot, TreeExtractor};
use super::words::Marks;
use super::written_elsewhere::{VENDORED, stands_in};
use super::{Extractor, Language};
use crate::model::{EntityKind, FilePath, Import, Level, Lexicon, Modifiers, Symbol};
use tree_sitter::Node;

pub(super) struct Python;

const MARKS: Marks =
    Marks { line_comments: &["#"], block_comment: None, quotes: &["\"\"\"", "'''", "\"", "'"] };

/// The name of a constructor.
const CONSTRUCTOR: &str = "__init__";

static LEXICON: Lexicon = Lexicon {
    runs_declarations: true,
    hides_code,
    split: |text| MARKS.words(text),
    this: "self",
    above: "super",
    result: "return",
    null: "None",
    modifiers: &["async"],
    type_sign: ":",
    result_sign: "->",
    conjunctions: &["and", "or"],
    negation: "not",
    named_arguments: true,
    untyped: true,
    members_need_receiver: true,
    inherits_constructors: true,
    ..Lexicon::NONE
};

/// Folders for code of other projects.
const OTHERS: &[&str] = &["site-packages", "_vendor", "vendor", "third_party"];

/// Suffixes of files generated from message descriptions.
const GENERATED: &[&str] = &["_pb2.py", "_pb2_grpc.py"];

impl Language for Python {
    fn name(&self) -> &'static str {
        "Python"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["py"]
    }

    fn passes_over(&self, path: &FilePath) -> Option<&'static str> {
        if stands_in(path, OTHERS) {
            return Some(VENDORED);
        }
        let generated = GENERATED.iter().any(|ending| path.file_name().ends_with(ending.as_bytes()));
        generated.then_some("generated")
    }

    fn lexicon(&self) -> &'static Lexicon {
        &LEXICON
    }

    fn extractor(&self) -> Box<dyn Extractor> {
        Box::new(TreeExtractor::<Python>::new(&tree_sitter_python::LANGUAGE.into(), 0))
    }
}

impl Front for Python {
    const SEED: u64 = 0x7079;
    const MANNER: Manner = Manner {
        constructor: CONSTRUCTOR,
        lines: true,
        semicolons: false,
        block_scopes: false,
        assignments_declare: true,
        docstrings: true,
        super_call: "super",
        ..Manner::COMMON
    };

    fn row(kind: &str) -> Row {
        table::row(kind)
    }

    fn slot(field: &str) -> Slot {
        table::slot(field)
    }

    fn entity<'t>(node: Node<'t>, around: &Around<'_, 't>) -> Option<Found<'t>> {
        let inner = match node.kind() {
            "decorated_definition" => node.child_by_field_name("definition")?,
            _ => node,
        };
        match inner.kind() {
            "function_definition" => function(node, inner, around),
            "class_definition" => {
                let name = around.text_of(inner.child_by_field_name("name")?);
                Some(found(EntityKind::Class, name, inner))
            }
            "expression_statement" if around.kind.level() == Level::Type => {
                let assignment = inner.named_child(0).filter(|n| n.kind() == "assignment")?;
                let left = assignment.child_by_field_name("left")?;
                let is_name = left.kind() == "identifier" && inner.named_child_count() == 1;
                is_name.then(|| found(EntityKind::Field, around.text_of(left), inner))
            }
            _ => None,
        }
    }

    fn imports(node: Node<'_>, around: &Around<'_, '_>, imports: &mut Vec<Import>) {
        import(node, around, imports);
    }

    fn declares(word: &str) -> bool {
        matches!(word, "def" | "class" | "function_definition" | "class_definition")
    }
}

fn found(kind: EntityKind, name: Box<str>, inner: Node<'_>) -> Found<'_> {
    Found { kind, name, called: None, inner, receiver: false, modifiers: Modifiers::default() }
}

fn function<'t>(node: Node<'t>, inner: Node<'t>, around: &Around<'_, '_>) -> Option<Found<'t>> {
    let name = around.text_of(inner.child_by_field_name("name")?);
    let in_class = around.kind.level() == Level::Type && !around.kind.is_module();
    let kind = match (&*name, in_class) {
        (CONSTRUCTOR, true) => EntityKind::Constructor,
        (_, true) => EntityKind::Method,
        _ => EntityKind::Function,
    };
    let mut cursor = node.walk();
    let decorators = node.children(&mut cursor).filter(|child| child.kind() == "decorator");
    let decorators: Vec<Box<str>> = decorators.map(|d| around.text_of(d)).collect();
    let has = |name: &str| decorators.iter().any(|d| d.trim_start_matches('@').trim_matches('_') == name);
    let mut modifiers = Modifiers::default();
    if has("staticmethod") || has("classmethod") {
        modifiers.add(Modifiers::STATIC);
    }
    if has("abstractmethod") || has("abc.abstractmethod") {
        modifiers.add(Modifiers::ABSTRACT);
    }
    // Names with a leading underscore are private, except those that the language itself calls.
    if name.starts_with('_') && !(name.starts_with("__") && name.ends_with("__")) {
        modifiers.add(Modifiers::PRIVATE);
    }
    Some(Found { receiver: in_class && !has("staticmethod"), modifiers, ..found(kind, name, inner) })
}

/// `import a.b as c`, `from .a import b as c, d`, `from a import *`
fn import(node: Node<'_>, around: &Around<'_, '_>, imports: &mut Vec<Import>) {
    let names = |node: Node<'_>| -> Vec<Symbol> {
        let mut cursor = node.walk();
        let parts = node.children(&mut cursor).filter(|c| c.kind() == "identifier");
        parts.map(|c| Symbol::of(around.text_of(c).as_bytes())).collect()
    };
    let from = node.child_by_field_name("module_name");
    let base: Vec<Symbol> = from.map_or_else(Vec::new, |from| match from.kind() {
        "relative_import" => relative(from, around, &names),
        _ => names(from),
    });
    let mut cursor = node.walk();
    for child in node.children_by_field_name("name", &mut cursor) {
        let (name, alias) = match child.kind() {
            "aliased_import" => (child.child_by_field_name("name"), child.child_by_field_name("alias")),
            _ => (Some(child), None),
        };
        let Some(name) = name else { continue };
        let alias = alias.map(|a| Symbol::of(around.text_of(a).as_bytes()));
        let path: Box<[Symbol]> = base.iter().copied().chain(names(name)).collect();
        imports.push(Import { path: path.clone(), wildcard: false, members: false, alias });
        if from.is_some() {
            imports.push(Import { path, wildcard: false, members: true, alias });
        }
    }
    let mut cursor = node.walk();
    if from.is_some() && node.children(&mut cursor).any(|c| c.kind() == "wildcard_import") {
        for members in [false, true] {
            imports.push(Import { path: base.clone().into(), wildcard: true, members, alias: None });
        }
    }
}

/// The module that a relative import denotes, from the file's folder.
fn relative(node: Node<'_>, around: &Around<'_, '_>, names: &dyn Fn(Node<'_>) -> Vec<Symbol>) -> Vec<Symbol> {
    let mut cursor = node.walk();
    let mut up = 0;
    let mut rest = Vec::new();
    for child in node.children(&mut cursor) {
        match child.kind() {
            "import_prefix" => up = child.end_byte() - child.start_byte(),
            "dotted_name" => rest = names(child),
            _ => {}
        }
    }
    let folder = around.path.folder();
    let mut path: Vec<Symbol> =
        folder.split(|&b| b == b'/').filter(|part| !part.is_empty()).map(Symbol::of).collect();
    path.truncate(path.len().saturating_sub(up.saturating_sub(1)));
    path.extend(rest);
    path
}

/// Whether a comment says how the file is read or run: its encoding may make code of other comments.
fn hides_code(comment: &[u8]) -> bool {
    let encoding = memchr::memmem::find_iter(comment, b"coding");
    comment.starts_with(b"#!")
        || encoding.into_iter().any(|at| matches!(comment.get(at + b"coding".len()), Some(b':' | b'=')))
}
