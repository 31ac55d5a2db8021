//! The walk over the grammar's tree.

use super::kinds::{Kind, Kinds};
use super::walker::{Scratch, UnitWalker, Visited, Whole};
use crate::model::Unit;
use tree_sitter::Node;

/// The unit of a syntax node, and the position in the file of a syntax error outside of a body.
pub(super) fn read(
    kinds: &Kinds,
    text: &[u8],
    root: Node<'_>,
    whole: Whole,
    scratch: &mut Scratch,
) -> (Unit, Option<u32>) {
    let mut walker = UnitWalker::new(text, root.start_byte(), scratch);
    visit_all(&mut walker, kinds, root, whole);
    walker.finish(scratch)
}

fn visit_all(walker: &mut UnitWalker<'_>, kinds: &Kinds, root: Node<'_>, whole: Whole) {
    let damaged = root.has_error();
    let mut cursor = root.walk();
    loop {
        let node = cursor.node();
        let entered = enter(walker, kinds, node, damaged, whole, cursor.field_id());
        if entered && cursor.goto_first_child() {
            continue;
        }
        if entered {
            walker.exit(node.end_byte());
        }
        loop {
            if cursor.goto_next_sibling() {
                break;
            }
            if !cursor.goto_parent() {
                return;
            }
            walker.exit(cursor.node().end_byte());
        }
    }
}

/// Visits a node; returns whether it was opened and its children must be visited.
fn enter(
    walker: &mut UnitWalker<'_>,
    kinds: &Kinds,
    node: Node<'_>,
    damaged: bool,
    whole: Whole,
    field: Option<std::num::NonZeroU16>,
) -> bool {
    let info = kinds.kind(node.kind_id());
    if info.kind == Kind::Comment {
        return false;
    }
    let (start, end) = (node.start_byte(), node.end_byte());
    if damaged && (node.is_error() || node.is_missing()) && walker.lost.is_none() && hides(walker, node) {
        walker.lost = Some(start as u32);
    }
    let is_leaf = info.kind == Kind::Text || (node.child_count() == 0 && !(damaged && node.is_error()));
    if is_leaf && ((damaged && node.is_missing()) || end == start) {
        return false;
    }
    walker.enter(Visited { info, start, end, is_leaf }, kinds.field(field), whole)
}

/// Whether a syntax error may hide something: one outside of a body, or one that swallowed the head of a declaration,
/// such as after a missing closing brace.
fn hides(walker: &UnitWalker<'_>, node: Node<'_>) -> bool {
    let mut cursor = node.walk();
    let swallowed = node.children(&mut cursor).any(|c| {
        matches!(c.kind(), "formal_parameters" | "modifiers" | "class" | "interface" | "class_body")
    });
    let in_body = walker.frames.iter().any(|f| match f.kind {
        Kind::Block | Kind::Declarator | Kind::Arguments => true,
        // After the first name, the error is in an initial value.
        Kind::FieldDeclaration => !walker.unit.declarations.is_empty(),
        _ => false,
    });
    swallowed || !in_body
}
