//! Which nodes are entities, and their names.

use super::imports::required;
use crate::lang::tree::{Around, Found};
use crate::model::{EntityKind, Level, Modifiers};
use tree_sitter::Node;

/// The name of an unnamed export of a module.
const DEFAULT: &str = "default";

/// The name that declares a constructor.
pub(super) const CONSTRUCTOR: &str = "constructor";

/// The entity of a node: a declaration together with the surrounding words and punctuation that belong only to it.
pub(in crate::lang) fn entity<'t>(node: Node<'t>, around: &Around<'_, 't>) -> Option<Found<'t>> {
    if is_part(node, around) {
        return None;
    }
    declaration(node, core(node), around)
}

/// Whether the statement around a node only declares that node.
pub(in crate::lang) fn is_part(node: Node<'_>, around: &Around<'_, '_>) -> bool {
    around.parents().next().and_then(declared).is_some_and(|only| only.id() == node.id())
}

/// What a node declares, without the surrounding statement.
pub(in crate::lang) fn core(node: Node<'_>) -> Node<'_> {
    let mut core = node;
    while let Some(inside) = declared(core) {
        core = inside;
    }
    core
}

/// The single declaration of a statement that does nothing else: the only variable, the export, the assigned value.
fn declared(node: Node<'_>) -> Option<Node<'_>> {
    match node.kind() {
        "export_statement" => {
            node.child_by_field_name("declaration").or_else(|| node.child_by_field_name("value"))
        }
        "lexical_declaration" | "variable_declaration" => node
            .named_child(0)
            .filter(|only| only.kind() == "variable_declarator" && node.named_child_count() == 1),
        "expression_statement" => {
            let only = node.named_child(0).filter(|_| node.named_child_count() == 1)?;
            matches!(only.kind(), "assignment_expression" | "internal_module").then_some(only)
        }
        _ => None,
    }
}

fn declaration<'t>(whole: Node<'t>, node: Node<'t>, around: &Around<'_, 't>) -> Option<Found<'t>> {
    let field = |name: &str| node.child_by_field_name(name);
    let text = |node: Node<'_>| around.text_of(node);
    match node.kind() {
        "function_declaration" | "generator_function_declaration" => {
            let name = field("name").map_or(DEFAULT.into(), text);
            Some(found(EntityKind::Function, name, node))
        }
        "class_declaration" => {
            Some(found(EntityKind::Class, field("name").map_or(DEFAULT.into(), text), node))
        }
        // An unnamed export of a module.
        "function_expression" | "arrow_function" | "generator_function" | "class" => {
            let exported = whole.kind() == "export_statement";
            let name = field("name").map_or(DEFAULT.into(), text);
            value_kind(node, around).filter(|_| exported).map(|kind| found(kind, name, node))
        }
        "method_definition" => {
            let name = field("name").map(|n| key_text(n, around))?;
            let in_class = around.parents().next().is_some_and(|p| p.kind() == "class_body");
            let kind = match (&*name, in_class) {
                (CONSTRUCTOR, true) => EntityKind::Constructor,
                (_, true) => EntityKind::Method,
                _ => EntityKind::Function,
            };
            Some(with_modifiers(found(kind, name, node), node))
        }
        "pair" => {
            let value = field("value")?;
            let kind = value_kind(value, around)?;
            Some(found(kind, key_text(field("key")?, around), value))
        }
        "field_definition" | "public_field_definition" => {
            let name = field("property").or(field("name")).map(|n| key_text(n, around))?;
            let value = field("value").filter(|v| value_kind(*v, around).is_some());
            let found = match value {
                Some(value) => found(EntityKind::Method, name, value),
                None => found(EntityKind::Field, name, node),
            };
            Some(with_modifiers(found, node))
        }
        "variable_declarator" => {
            // A required module is imported: like an `import`, it is not a variable of this module.
            if required(node, around).is_some() {
                return None;
            }
            let name = field("name").filter(|n| n.kind() == "identifier").map(text)?;
            let value = field("value").and_then(|v| Some((value_kind(v, around)?, v)));
            match value {
                Some((kind, value)) => Some(found(kind, name, value)),
                None => is_of_module(around).then(|| found(EntityKind::Field, name, node)),
            }
        }
        "assignment_expression" => {
            let (left, right) = (field("left")?, field("right")?);
            let kind = value_kind(right, around)?;
            let path = path(left, around)?;
            let called = path.last().cloned();
            let shown: Vec<&str> = path.iter().map(|p| &**p).filter(|p| !SILENT.contains(p)).collect();
            let name = if shown.is_empty() { path.join(".") } else { shown.join(".") };
            Some(Found { called, ..found(kind, name.into(), right) })
        }
        _ => None,
    }
}

/// Whether a variable is declared directly by the module, and not by a loop or a block in it.
fn is_of_module(around: &Around<'_, '_>) -> bool {
    let declares = ["lexical_declaration", "variable_declaration", "export_statement"];
    let mut holders = around.parents().skip_while(|node| declares.contains(&node.kind()));
    let at_top = match holders.next().map(|holder| holder.kind()) {
        Some("program") => true,
        Some("statement_block") => holders.next().is_some_and(|p| p.kind() == "internal_module"),
        _ => false,
    };
    around.kind.is_module() && at_top
}

/// Parts of a path that are not part of a function's name.
const SILENT: [&str; 2] = ["prototype", "this"];

pub(in crate::lang) fn found(kind: EntityKind, name: Box<str>, inner: Node<'_>) -> Found<'_> {
    Found { kind, name, called: None, inner, receiver: false, modifiers: Modifiers::default() }
}

/// The kind of a value as an entity: a function or a class.
fn value_kind(value: Node<'_>, around: &Around<'_, '_>) -> Option<EntityKind> {
    match value.kind() {
        "function_expression" | "arrow_function" | "generator_function" => {
            let in_class = around.kind.level() == Level::Type && !around.kind.is_module();
            Some(if in_class { EntityKind::Method } else { EntityKind::Function })
        }
        "class" => Some(EntityKind::Class),
        _ => None,
    }
}

/// The name from a key of an object.
fn key_text(key: Node<'_>, around: &Around<'_, '_>) -> Box<str> {
    let text = around.text_of(key);
    text.trim_matches(['"', '\'', '`', '[', ']', '#']).into()
}

/// The names of `a.b.c`; `None` for anything else.
fn path(mut node: Node<'_>, around: &Around<'_, '_>) -> Option<Vec<Box<str>>> {
    let mut path = Vec::new();
    loop {
        match node.kind() {
            "member_expression" => {
                path.push(around.text_of(node.child_by_field_name("property")?));
                node = node.child_by_field_name("object")?;
            }
            "identifier" | "this" => {
                path.push(around.text_of(node));
                path.reverse();
                return Some(path);
            }
            _ => return None,
        }
    }
}

/// The modifiers before the name of a member.
pub(in crate::lang) fn with_modifiers<'t>(mut found: Found<'t>, node: Node<'t>) -> Found<'t> {
    let mut cursor = node.walk();
    for child in node.children(&mut cursor) {
        let word = match child.kind() {
            "accessibility_modifier" => child.child(0).map_or("", |c| c.kind()),
            kind => kind,
        };
        found.modifiers.add(match word {
            "static" => Modifiers::STATIC,
            "private" | "private_property_identifier" => Modifiers::PRIVATE,
            "protected" => Modifiers::PROTECTED,
            "public" => Modifiers::PUBLIC,
            "abstract" => Modifiers::ABSTRACT,
            "readonly" => Modifiers::FINAL,
            _ => Modifiers::default(),
        });
    }
    found
}
