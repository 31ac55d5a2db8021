//! Kotlin, on tree-sitter-kotlin-ng.
//!
//! Types belong to the package declared in the file, as in Java, and share one model with Java's. Top-level functions
//! and properties belong to a module named after the file; the name of an extension includes the type that it
//! extends. Properties in a primary constructor are fields; explicit accessors are methods. The members of an
//! anonymous object are part of the enclosing function.

mod annotations;
mod table;

use super::tree::{Around, Found, Front, Manner, Row, Slot, TreeExtractor};
use super::words::Marks;
use super::{Extractor, Language};
use crate::model::{EntityKind, Import, Level, Lexicon, Modifiers, Symbol};
use std::ops::Range;
use tree_sitter::Node;

pub(super) struct Kotlin;

const MARKS: Marks =
    Marks { line_comments: &["//"], block_comment: Some(("/*", "*/")), quotes: &["\"\"\"", "\"", "'"] };

static LEXICON: Lexicon = Lexicon {
    split: |text| MARKS.words(text),
    this: "this",
    above: "super",
    truth: "Boolean",
    numbers: &["Int", "Long", "Short", "Byte", "Float", "Double"],
    text: "String",
    result: "return",
    null: "null",
    visibility: &["public", "protected", "private", "internal"],
    modifiers: &[
        "abstract",
        "open",
        "final",
        "override",
        "sealed",
        "data",
        "inner",
        "enum",
        "annotation",
        "companion",
        "const",
        "lateinit",
        "inline",
        "noinline",
        "crossinline",
        "infix",
        "operator",
        "suspend",
        "tailrec",
        "external",
        "vararg",
        "expect",
        "actual",
        "value",
    ],
    type_sign: ":",
    named_arguments: true,
    constant: "val",
    untyped: true,
    package_functions: true,
    ..Lexicon::NONE
};

/// The Java names of Kotlin's own types.
const JAVA_NAMES: &[(&str, &str)] = &[
    ("Any", "Object"),
    ("Boolean", "boolean"),
    ("Byte", "byte"),
    ("Char", "char"),
    ("Short", "short"),
    ("Int", "int"),
    ("Long", "long"),
    ("Float", "float"),
    ("Double", "double"),
    ("BooleanArray", "boolean[]"),
    ("ByteArray", "byte[]"),
    ("CharArray", "char[]"),
    ("ShortArray", "short[]"),
    ("IntArray", "int[]"),
    ("LongArray", "long[]"),
    ("FloatArray", "float[]"),
    ("DoubleArray", "double[]"),
];

/// The name of an unnamed companion object.
const COMPANION: &str = "Companion";

impl Language for Kotlin {
    fn name(&self) -> &'static str {
        "Kotlin"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["kt", "kts"]
    }

    fn lexicon(&self) -> &'static Lexicon {
        &LEXICON
    }

    fn extractor(&self) -> Box<dyn Extractor> {
        Box::new(TreeExtractor::<Kotlin>::new(&tree_sitter_kotlin_ng::LANGUAGE.into(), 0))
    }
}

impl Front for Kotlin {
    const SEED: u64 = 0x6b74;
    const MANNER: Manner = Manner {
        modules: false,
        bare_statements: true,
        needs_last_break: true,
        positional: true,
        typed_keys: true,
        variadic_word: "vararg",
        delegation_word: "by",
        other_names: JAVA_NAMES,
        field_words: &["val", "var"],
        literals: &["true", "false", "null"],
        ..Manner::COMMON
    };

    fn row(kind: &str) -> Row {
        table::row(kind)
    }

    fn slot(field: &str) -> Slot {
        table::slot(field)
    }

    fn entity<'t>(node: Node<'t>, around: &Around<'_, 't>) -> Option<Found<'t>> {
        if in_anonymous_object(around) {
            return None;
        }
        let name = || node.child_by_field_name("name").map(|n| around.text_of(n));
        let in_type = around.kind.level() == Level::Type && !around.kind.is_module();
        let found = |kind: EntityKind, name: Box<str>| Found {
            kind,
            name,
            called: None,
            inner: node,
            receiver: false,
            modifiers: modifiers(node, around),
        };
        match node.kind() {
            "class_declaration" => Some(found(class_kind(node), name()?)),
            "object_declaration" => Some(found(EntityKind::Class, name()?)),
            "companion_object" => Some(found(EntityKind::Class, name().unwrap_or(COMPANION.into()))),
            "type_alias" => {
                let name = node.child_by_field_name("type").map(|n| around.text_of(n))?;
                Some(found(EntityKind::TypeAlias, name))
            }
            "function_declaration" => {
                let (called, extended) = (name()?, extended(node, around));
                let kind = if in_type { EntityKind::Method } else { EntityKind::Function };
                let name = match extended {
                    Some(extended) => format!("{extended}.{called}").into(),
                    None => called.clone(),
                };
                Some(Found { called: Some(called), ..found(kind, name) })
            }
            "primary_constructor" | "secondary_constructor" => {
                Some(found(EntityKind::Constructor, type_name(around)?))
            }
            "anonymous_initializer" => Some(found(EntityKind::Initialiser, "<init>".into())),
            "getter" | "setter" if around.kind.level() == Level::Type => {
                let property = around.parents().next().filter(|p| p.kind() == "property_declaration")?;
                Some(found(EntityKind::Method, accessor(node, property, around)?))
            }
            "enum_entry" => {
                let name = first(node, &["identifier"]).map(|n| around.text_of(n))?;
                Some(found(EntityKind::EnumConstant, name))
            }
            "property_declaration" if around.kind.level() == Level::Type => {
                let variable = first(node, &["variable_declaration"])?;
                let name = first(variable, &["identifier"]).map(|n| around.text_of(n))?;
                Some(found(EntityKind::Field, name))
            }
            _ => None,
        }
    }

    fn imports(node: Node<'_>, around: &Around<'_, '_>, imports: &mut Vec<Import>) {
        let Some(path) = first(node, &["qualified_identifier", "identifier"]) else { return };
        let names = dotted(path, around);
        let mut cursor = node.walk();
        let rest: Vec<Node<'_>> =
            node.children(&mut cursor).skip_while(|c| c.id() != path.id()).skip(1).collect();
        let wildcard = rest.iter().any(|c| c.kind() == "*" || c.kind() == "wildcard_import");
        let alias = rest.iter().find(|c| c.kind() == "identifier");
        let alias = alias.map(|a| Symbol::of(around.text_of(*a).as_bytes()));
        let path: Box<[Symbol]> = names.iter().map(|n| Symbol::of(n.as_bytes())).collect();
        for members in [false, true] {
            imports.push(Import { path: path.clone(), wildcard, members, alias });
        }
    }

    fn misleading(root: Node<'_>, text: &[u8]) -> Vec<Range<usize>> {
        annotations::misleading(root, text)
    }

    fn declares(word: &str) -> bool {
        matches!(word, "fun" | "class" | "interface" | "object" | "class_body" | "function_value_parameters")
    }

    fn package(node: Node<'_>, around: &Around<'_, '_>) -> Box<str> {
        first(node, &["qualified_identifier", "identifier"])
            .map_or("".into(), |path| dotted(path, around).join(".").into())
    }
}

fn first<'t>(node: Node<'t>, kinds: &[&str]) -> Option<Node<'t>> {
    let mut cursor = node.walk();
    node.children(&mut cursor).find(|child| kinds.contains(&child.kind()))
}

/// The names of a dotted path.
fn dotted(path: Node<'_>, around: &Around<'_, '_>) -> Vec<Box<str>> {
    around.text_of(path).split('.').map(|name| name.trim_matches('`').into()).collect()
}

/// Whether a member is in an anonymous object.
fn in_anonymous_object(around: &Around<'_, '_>) -> bool {
    let mut parents = around.parents().map(|p| p.kind());
    parents.next() == Some("class_body") && parents.next() == Some("object_literal")
}

fn class_kind(node: Node<'_>) -> EntityKind {
    let mut cursor = node.walk();
    let has = |kind: &str| node.children(&mut node.walk()).any(|c| c.kind() == kind);
    if node.children(&mut cursor).any(|c| c.kind() == "interface") {
        EntityKind::Interface
    } else if has("enum_class_body") {
        EntityKind::Enum
    } else {
        EntityKind::Class
    }
}

/// The type that an extension extends: the part before the dot and the name.
fn extended(node: Node<'_>, around: &Around<'_, '_>) -> Option<Box<str>> {
    let name = node.child_by_field_name("name")?;
    let mut cursor = node.walk();
    let before = node.children(&mut cursor).take_while(|c| c.id() != name.id());
    let types = ["user_type", "nullable_type", "parenthesized_type"];
    let receiver = before.filter(|c| types.contains(&c.kind())).last()?;
    let text = around.text_of(receiver);
    let simple = text.split('<').next().unwrap_or("").trim_end_matches('?');
    Some(simple.rsplit('.').next().unwrap_or(simple).into())
}

/// The method name of an accessor.
fn accessor(node: Node<'_>, property: Node<'_>, around: &Around<'_, '_>) -> Option<Box<str>> {
    let variable = first(property, &["variable_declaration"])?;
    let name = first(variable, &["identifier"]).map(|n| around.text_of(n))?;
    let mut letters = name.chars();
    let first_letter = letters.next()?.to_uppercase();
    let prefix = if node.kind() == "getter" { "get" } else { "set" };
    Some(format!("{prefix}{first_letter}{}", letters.as_str()).into())
}

/// The name of the type that a constructor creates.
fn type_name(around: &Around<'_, '_>) -> Option<Box<str>> {
    let class = around.parents().find(|node| node.kind() == "class_declaration")?;
    class.child_by_field_name("name").map(|n| around.text_of(n))
}

fn modifiers(node: Node<'_>, around: &Around<'_, '_>) -> Modifiers {
    let mut found = Modifiers::default();
    let Some(list) = first(node, &["modifiers"]) else { return found };
    let mut cursor = list.walk();
    for modifier in list.named_children(&mut cursor) {
        found.add(match &*around.text_of(modifier) {
            "public" => Modifiers::PUBLIC,
            "protected" => Modifiers::PROTECTED,
            "private" => Modifiers::PRIVATE,
            "abstract" => Modifiers::ABSTRACT,
            "final" => Modifiers::FINAL,
            "sealed" => Modifiers::SEALED,
            "override" => Modifiers::OVERRIDE,
            _ => Modifiers::default(),
        });
    }
    found
}
