//! JavaScript, on tree-sitter-javascript.
//!
//! A file is a module, in the package of its folder. A function value is named after what it is assigned to. The
//! methods of object literals belong to the module; in keys, so do nested functions. Parameters are identified by
//! their names.

mod entities;
mod imports;
mod table;

pub(super) use entities::{core, entity, found, is_part, with_modifiers};
pub(super) use imports::import;
pub(super) use table::{row, slot};

use super::tree::{Around, Found, Front, Manner, Row, Slot, TreeExtractor};
use super::words::Marks;
use super::written_elsewhere::{VENDORED, stands_in};
use super::{Extractor, Language};
use crate::model::{FilePath, Import, Lexicon};
use tree_sitter::Node;

pub(super) struct JavaScript;

const MARKS: Marks =
    Marks { line_comments: &["//"], block_comment: Some(("/*", "*/")), quotes: &["\"", "'", "`"] };

pub(super) const MANNER: Manner =
    Manner { constructor: entities::CONSTRUCTOR, hoisted: "var", ..Manner::COMMON };

/// The words shared with TypeScript.
pub(super) const WORDS: Lexicon = Lexicon {
    runs_declarations: true,
    split: |text| MARKS.words(text),
    this: "this",
    above: "super",
    create: "new",
    result: "return",
    null: "null",
    modifiers: &["static", "async"],
    constant: "const",
    shared: "static",
    supertypes: &["extends"],
    untyped: true,
    members_need_receiver: true,
    inherits_constructors: true,
    flat_functions: true,
    ..Lexicon::NONE
};

static LEXICON: Lexicon = WORDS;

/// Folders for code of other projects.
const OTHERS: &[&str] = &["node_modules", "bower_components", "jspm_packages", "vendor", "third_party"];

/// Suffixes of minified files.
const SMALL: &[&str] = &[".min.js", "-min.js", ".min.mjs", ".min.cjs", ".bundle.js"];

/// The reason for not reading a file.
pub(super) fn passes_over(path: &FilePath) -> Option<&'static str> {
    if stands_in(path, OTHERS) {
        return Some(VENDORED);
    }
    let minified = SMALL.iter().any(|ending| path.file_name().ends_with(ending.as_bytes()));
    minified.then_some("minified")
}

impl Language for JavaScript {
    fn name(&self) -> &'static str {
        "JavaScript"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["js", "jsx", "mjs", "cjs"]
    }

    fn passes_over(&self, path: &FilePath) -> Option<&'static str> {
        passes_over(path)
    }

    fn lexicon(&self) -> &'static Lexicon {
        &LEXICON
    }

    fn extractor(&self) -> Box<dyn Extractor> {
        Box::new(TreeExtractor::<JavaScript>::new(&tree_sitter_javascript::LANGUAGE.into(), 0))
    }
}

impl Front for JavaScript {
    const SEED: u64 = 0x6a73;
    const MANNER: Manner = MANNER;

    fn row(kind: &str) -> Row {
        row(kind)
    }

    fn slot(field: &str) -> Slot {
        slot(field)
    }

    fn entity<'t>(node: Node<'t>, around: &Around<'_, 't>) -> Option<Found<'t>> {
        entity(node, around)
    }

    fn imports(node: Node<'_>, around: &Around<'_, '_>, imports: &mut Vec<Import>) {
        import(node, around, imports);
    }

    fn declares(word: &str) -> bool {
        declares(word)
    }
}

/// Whether a word in text that does not parse begins a declaration.
pub(super) fn declares(word: &str) -> bool {
    matches!(word, "function" | "class" | "function_declaration" | "class_declaration" | "class_body")
}
