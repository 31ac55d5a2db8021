//! Extracts one unit: a single walk over its nodes that gives tokens, nodes, calls, accesses, locals and
//! declarations. The walk keeps its own stack, so that deep nesting in the text cannot overflow the program's stack.
//! The nodes come from the grammar's tree (`tree`) or from what was read without it (`direct`).

use super::kinds::{Field, Kind, KindInfo};
use crate::model::{Expr, ExprId, Modifiers, Node, Role, Symbol, Token, TypeUse, Unit};

/// The part of a node that forms the unit.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Whole {
    /// A type without the members in its body.
    Head,
    /// All of a member.
    Member,
    /// A variable outside of any type.
    TopLevelField,
}

/// Memory that is reused from one walk to the next.
#[derive(Default)]
pub(super) struct Scratch {
    unit: Unit,
    frames: Vec<Frame>,
    values: Vec<(Field, ExprId)>,
    visible: Vec<u32>,
    open: Vec<u32>,
}

/// A node that the walk reaches.
#[derive(Clone, Copy)]
pub(super) struct Visited {
    pub info: KindInfo,
    /// First byte in the text.
    pub start: usize,
    /// The byte after the last one; ignored for a node with children.
    pub end: usize,
    pub is_leaf: bool,
}

pub(super) struct UnitWalker<'a> {
    pub(super) text: &'a [u8],
    /// The position of the unit in the file.
    pub(super) base: usize,
    pub(super) unit: Unit,
    pub(super) frames: Vec<Frame>,
    /// The values of expressions inside open frames, each with its field.
    pub(super) values: Vec<(Field, ExprId)>,
    /// The visible locals.
    pub(super) visible: Vec<u32>,
    /// The open declarations, innermost last.
    pub(super) open: Vec<u32>,
    /// The innermost open node of the model.
    node: Option<u32>,
    /// The end of the type's head, relative to the start of the unit.
    head_end: Option<usize>,
    /// The number of open annotations.
    pub(super) annotations: u32,
    /// The first syntax error that is not inside a body.
    pub(super) lost: Option<u32>,
}

/// A node that is being visited.
pub(super) struct Frame {
    pub kind: Kind,
    pub field: Field,
    pub first_token: u32,
    /// The start of the node, relative to the start of the unit.
    pub start: u32,
    pub(super) values: usize,
    /// The number of visible locals outside, if the node is a scope.
    scope: Option<usize>,
    node: Option<u32>,
    outer_node: Option<u32>,
    pub declaration: Option<u32>,
    pub ty: Option<TypeUse>,
    /// The token of the last name in `ty`.
    pub type_token: u32,
    /// Array dimensions after the name.
    pub dimensions: u8,
    pub modifiers: Modifiers,
    pub(super) call: Option<u32>,
    pub local: Option<u32>,
    /// The token of the declared name, of the name after a dot or `::`, or of the operator.
    pub name_token: Option<u32>,
    /// Whether the `::` of a method reference was already visited.
    pub(super) passed: bool,
}

impl<'a> UnitWalker<'a> {
    /// A walk over a unit that begins at a byte of the text.
    pub fn new(text: &'a [u8], base: usize, scratch: &mut Scratch) -> Self {
        UnitWalker {
            text,
            base,
            unit: std::mem::take(&mut scratch.unit),
            frames: std::mem::take(&mut scratch.frames),
            values: std::mem::take(&mut scratch.values),
            visible: std::mem::take(&mut scratch.visible),
            open: std::mem::take(&mut scratch.open),
            node: None,
            head_end: None,
            annotations: 0,
            lost: None,
        }
    }

    /// The unit, and the position in the file of a syntax error outside of a body.
    pub fn finish(mut self, scratch: &mut Scratch) -> (Unit, Option<u32>) {
        let result = (self.unit.drain(), self.lost);
        self.frames.clear();
        self.values.clear();
        self.visible.clear();
        self.open.clear();
        let UnitWalker { unit, frames, values, visible, open, .. } = self;
        *scratch = Scratch { unit, frames, values, visible, open };
        result
    }

    pub(super) fn parent(&self, back: usize) -> Kind {
        self.frames.len().checked_sub(back).map_or(Kind::Plain, |i| self.frames[i].kind)
    }

    /// Visits a node that is not a comment; returns whether it was opened and its children must be visited.
    pub(super) fn enter(&mut self, visited: Visited, field: Field, whole: Whole) -> bool {
        let Visited { info, start, end, is_leaf } = visited;
        let mut kind = info.kind;
        if is_leaf {
            self.leaf(start, end, kind, field);
            return false;
        }
        if whole == Whole::Head && kind == Kind::TypeBody && self.frames.len() == 1 {
            // The head ends here, and so does what depends on its text: the closing brace is added without a
            // position.
            let start = start - self.base;
            self.push_token(start, start + 1, Role::Punctuation);
            let closing = Token::new(Symbol::of(b"}"), (start + 1) as u32, 0, Role::Punctuation);
            self.unit.tokens.push(closing);
            self.head_end = Some(start + 1);
            return false;
        }
        if whole == Whole::TopLevelField && self.frames.is_empty() {
            kind = Kind::FieldDeclaration;
        }
        if kind == Kind::Annotation {
            self.annotations += 1;
        }
        let outer_node = self.node;
        let opened = info.node.map(|node| {
            let index = self.unit.nodes.len() as u32;
            let tokens = self.token_count()..u32::MAX;
            self.unit.nodes.push(Node { kind: node, tokens, parent: outer_node.unwrap_or(index) });
            index
        });
        self.node = opened.or(outer_node);
        let frame = Frame {
            kind,
            field,
            first_token: self.token_count(),
            start: (start - self.base) as u32,
            values: self.values.len(),
            scope: is_scope(kind).then_some(self.visible.len()),
            node: opened,
            outer_node,
            declaration: None,
            ty: None,
            type_token: 0,
            dimensions: 0,
            modifiers: Modifiers::default(),
            call: None,
            local: None,
            name_token: None,
            passed: false,
        };
        self.frames.push(frame);
        self.open_declaration();
        true
    }

    pub(super) fn exit(&mut self, end_byte: usize) {
        let Some(mut frame) = self.frames.pop() else { return };
        let end = self.token_count();
        if frame.kind == Kind::Annotation {
            self.annotations -= 1;
        }
        if let Some(node) = frame.node {
            self.unit.nodes[node as usize].tokens.end = end;
        }
        self.node = frame.outer_node;
        let value = self.value_of(&mut frame, end);
        match frame.kind {
            Kind::Arguments => {
                self.values[frame.values..].iter_mut().for_each(|(field, _)| *field = Field::Argument);
            }
            _ => {
                self.values.truncate(frame.values);
                if let Some(value) = value {
                    self.values.push((frame.field, value));
                }
            }
        }
        if self.parent(1) == Kind::Arguments && self.values.len() == frame.values {
            self.push_value(frame.field, Expr::Unknown);
        }
        if let Some(scope) = frame.scope {
            self.visible.truncate(scope);
        }
        if frame.kind == Kind::Type && self.parent(1) != Kind::Type {
            self.type_done(frame.first_token..end);
        }
        let end_byte = end_byte - self.base;
        let end_byte = if self.frames.is_empty() { self.head_end.unwrap_or(end_byte) } else { end_byte };
        self.close_declaration(frame, end_byte, end);
    }

    pub(super) fn token_count(&self) -> u32 {
        self.unit.tokens.len() as u32
    }

    pub(super) fn push_token(&mut self, start: usize, end: usize, role: Role) {
        let symbol = Symbol::of(&self.text[self.base + start..self.base + end]);
        self.unit.tokens.push(Token::new(symbol, start as u32, (end - start) as u32, role));
    }

    pub(super) fn token_text(&self, token: u32) -> &'a [u8] {
        let token = &self.unit.tokens[token as usize];
        &self.text[self.base + token.start as usize..self.base + token.end() as usize]
    }

    pub(super) fn push_expr(&mut self, expr: Expr) -> ExprId {
        self.unit.exprs.push(expr);
        self.unit.exprs.len() as u32 - 1
    }

    pub(super) fn push_value(&mut self, field: Field, expr: Expr) {
        let id = self.push_expr(expr);
        self.values.push((field, id));
    }
}

fn is_scope(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Block
            | Kind::Scope
            | Kind::ForEach
            | Kind::Lambda
            | Kind::Method
            | Kind::Constructor
            | Kind::CompactConstructor
            | Kind::TypeBody
    )
}
