//! TypeScript and TSX, on tree-sitter-typescript: JavaScript's table and entities, and what is written about types.
//!
//! Interfaces, enumerations, type aliases and namespaces are entities, and so are the members of interfaces. Of
//! several signatures of one function only the one with a body is an entity. `.d.ts` files only declare code from
//! elsewhere and are skipped.

mod table;

use super::javascript;
use super::tree::{Around, Found, Front, Manner, Row, Slot, TreeExtractor};
use super::{Extractor, Language};
use crate::model::{EntityKind, FilePath, Import, Lexicon};
use tree_sitter::Node;

pub(super) struct TypeScript;

pub(super) struct Tsx;

static WORDS: Lexicon = Lexicon {
    truth: "boolean",
    numbers: &["number"],
    text: "string",
    visibility: &["public", "protected", "private"],
    modifiers: &["static", "async", "abstract", "readonly", "override", "declare"],
    type_sign: ":",
    supertypes: &["extends", "implements"],
    ..javascript::WORDS
};

/// Whether a file only declares code from elsewhere.
fn only_declares(path: &FilePath) -> bool {
    let name = path.file_name();
    [&b".d.ts"[..], b".d.mts", b".d.cts"].iter().any(|ending| name.ends_with(ending))
}

impl Language for TypeScript {
    fn name(&self) -> &'static str {
        "TypeScript"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["ts", "mts", "cts"]
    }

    fn passes_over(&self, path: &FilePath) -> Option<&'static str> {
        if only_declares(path) { Some("declarations") } else { javascript::passes_over(path) }
    }

    fn lexicon(&self) -> &'static Lexicon {
        &WORDS
    }

    fn extractor(&self) -> Box<dyn Extractor> {
        Box::new(TreeExtractor::<TypeScript>::new(&tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(), 0))
    }
}

impl Language for Tsx {
    fn name(&self) -> &'static str {
        "TSX"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["tsx"]
    }

    fn passes_over(&self, path: &FilePath) -> Option<&'static str> {
        javascript::passes_over(path)
    }

    fn lexicon(&self) -> &'static Lexicon {
        &WORDS
    }

    fn extractor(&self) -> Box<dyn Extractor> {
        Box::new(TreeExtractor::<TypeScript>::new(&tree_sitter_typescript::LANGUAGE_TSX.into(), 1))
    }
}

impl Front for TypeScript {
    const SEED: u64 = 0x7473;
    const MANNER: Manner =
        Manner { field_words: &["public", "protected", "private", "readonly"], ..javascript::MANNER };

    fn row(kind: &str) -> Row {
        table::row(kind)
    }

    fn slot(field: &str) -> Slot {
        javascript::slot(field)
    }

    fn entity<'t>(whole: Node<'t>, around: &Around<'_, 't>) -> Option<Found<'t>> {
        if javascript::is_part(whole, around) {
            return None;
        }
        let node = javascript::core(whole);
        let name = || node.child_by_field_name("name").map(|n| around.text_of(n));
        let in_interface = || around.kind == EntityKind::Interface;
        let kind = match node.kind() {
            "abstract_class_declaration" => EntityKind::Class,
            "interface_declaration" => EntityKind::Interface,
            "enum_declaration" => EntityKind::Enum,
            "enum_assignment" => EntityKind::EnumConstant,
            "type_alias_declaration" => EntityKind::TypeAlias,
            "internal_module" => EntityKind::Module,
            "abstract_method_signature" => EntityKind::Method,
            "method_signature" if in_interface() => EntityKind::Method,
            "property_signature" if in_interface() => EntityKind::Field,
            _ => return javascript::entity(whole, around),
        };
        Some(javascript::with_modifiers(javascript::found(kind, name()?, node), node))
    }

    fn imports(node: Node<'_>, around: &Around<'_, '_>, imports: &mut Vec<Import>) {
        javascript::import(node, around, imports);
    }

    fn declares(word: &str) -> bool {
        javascript::declares(word) || matches!(word, "interface" | "enum" | "namespace")
    }
}
