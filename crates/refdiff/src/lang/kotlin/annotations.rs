//! Declarations that the grammar misreads because of annotations.
//!
//! After several annotations, or one with arguments, the grammar may parse a top-level declaration such as
//! `class F { ... }` as an expression: `class` and `F` as names and the braces as a lambda.

use std::ops::Range;
use tree_sitter::Node;

/// Keywords that begin a declaration and cannot be names.
const DECLARING: &[&[u8]] = &[b"class", b"interface", b"object", b"fun", b"val", b"var", b"typealias"];

/// The annotations of declarations that were parsed as expressions.
pub(super) fn misleading(root: Node<'_>, text: &[u8]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut annotations: Vec<Range<usize>> = Vec::new();
    let mut cursor = root.walk();
    for child in root.children(&mut cursor) {
        match child.kind() {
            "annotation" => annotations.push(child.byte_range()),
            "line_comment" | "block_comment" => {}
            _ => {
                let expression = innermost(child, &mut annotations);
                if is_declaration(expression, text) {
                    found.append(&mut annotations);
                }
                annotations.clear();
            }
        }
    }
    found
}

/// The annotated expression, with the annotations around it.
fn innermost<'t>(node: Node<'t>, annotations: &mut Vec<Range<usize>>) -> Node<'t> {
    let mut at = node;
    while at.kind() == "annotated_expression" {
        let mut cursor = at.walk();
        let children: Vec<Node<'t>> = at.named_children(&mut cursor).collect();
        let is_annotation = |child: &&Node<'_>| child.kind() == "annotation";
        annotations.extend(children.iter().filter(is_annotation).map(|child| child.byte_range()));
        match children.into_iter().rev().find(|child| child.kind() != "annotation") {
            Some(inner) => at = inner,
            None => break,
        }
    }
    at
}

/// Whether an expression begins with names one of which is a keyword that cannot be a name.
fn is_declaration(expression: Node<'_>, text: &[u8]) -> bool {
    let mut at = expression;
    while at.kind() == "infix_expression" {
        let mut cursor = at.walk();
        let words = at.named_children(&mut cursor).filter(|child| child.kind() == "identifier");
        if words.into_iter().any(|word| DECLARING.contains(&&text[word.byte_range()])) {
            return true;
        }
        match at.named_child(0) {
            Some(first) => at = first,
            None => break,
        }
    }
    false
}
