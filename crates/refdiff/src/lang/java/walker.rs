//! Extracts one unit: a single walk over its syntax nodes that gives tokens, nodes, calls, accesses, locals and
//! declarations. The walk keeps its own stack, so that no nesting in the text can exhaust the program's.

use super::kinds::{Field, Kind, Kinds};
use crate::model::{
    Access, Call, CallForm, Expr, ExprId, Local, Modifiers, Node, Role, Symbol, Token, TypeUse, Unit,
};
use tree_sitter::Node as SyntaxNode;

/// What part of a node makes the unit.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Whole {
    /// A type without the members in its body.
    Head,
    /// All of a member.
    Member,
    /// A variable outside of any type.
    TopLevelField,
}

pub(super) struct UnitWalker<'a> {
    kinds: &'a Kinds,
    pub(super) text: &'a [u8],
    root: SyntaxNode<'a>,
    /// Where the unit starts in the file.
    pub(super) base: usize,
    pub(super) unit: Unit,
    pub(super) frames: Vec<Frame>,
    /// What the expressions inside open frames gave, with the field that each stands in.
    values: Vec<(Field, ExprId)>,
    /// The locals that can be seen.
    visible: Vec<u32>,
    /// The declarations that are open, innermost last.
    pub(super) open: Vec<u32>,
    /// The innermost open node of the model.
    node: Option<u32>,
    /// How many annotations are open.
    annotations: u32,
    /// The first syntax error that is not inside a body.
    lost: Option<u32>,
}

/// A syntax node that is being visited.
pub(super) struct Frame {
    pub kind: Kind,
    pub field: Field,
    pub first_token: u32,
    /// Where the node starts, from the start of the unit.
    pub start: u32,
    values: usize,
    /// How many locals could be seen outside, if the node is a scope.
    scope: Option<usize>,
    node: Option<u32>,
    outer_node: Option<u32>,
    pub declaration: Option<u32>,
    pub ty: Option<TypeUse>,
    /// The token of the last name in `ty`.
    pub type_token: u32,
    /// Array dimensions behind the name.
    pub dimensions: u8,
    pub modifiers: Modifiers,
    call: Option<u32>,
    pub local: Option<u32>,
    /// The token of the declared name, of the name behind a dot or `::`, or of the operator.
    pub name_token: Option<u32>,
    /// Whether the `::` of a method reference was passed.
    passed: bool,
}

impl<'a> UnitWalker<'a> {
    pub fn new(kinds: &'a Kinds, text: &'a [u8], root: SyntaxNode<'a>) -> Self {
        UnitWalker {
            kinds,
            text,
            root,
            base: root.start_byte(),
            unit: Unit::default(),
            frames: Vec::new(),
            values: Vec::new(),
            visible: Vec::new(),
            open: Vec::new(),
            node: None,
            annotations: 0,
            lost: None,
        }
    }

    /// The unit, and where a syntax error outside of a body stands in the file.
    pub fn walk(mut self, whole: Whole) -> (Unit, Option<u32>) {
        let mut cursor = self.root.walk();
        loop {
            let node = cursor.node();
            let entered = self.enter(node, self.kinds.field(cursor.field_id()), whole);
            if entered && cursor.goto_first_child() {
                continue;
            }
            if entered {
                self.exit(node.end_byte());
            }
            loop {
                if cursor.goto_next_sibling() {
                    break;
                }
                if !cursor.goto_parent() {
                    return (self.unit, self.lost);
                }
                self.exit(cursor.node().end_byte());
            }
        }
    }

    pub(super) fn parent(&self, back: usize) -> Kind {
        self.frames.len().checked_sub(back).map_or(Kind::Plain, |i| self.frames[i].kind)
    }

    /// Visits a node; says whether it was opened and its children are to be visited.
    fn enter(&mut self, node: SyntaxNode<'a>, field: Field, whole: Whole) -> bool {
        let info = self.kinds.kind(node.kind_id());
        let mut kind = info.kind;
        if kind == Kind::Comment {
            return false;
        }
        if (node.is_error() || node.is_missing()) && self.lost.is_none() && self.hides(node) {
            self.lost = Some(node.start_byte() as u32);
        }
        if kind == Kind::Text || (node.child_count() == 0 && !node.is_error()) {
            if !node.is_missing() && node.end_byte() > node.start_byte() {
                self.leaf(node, kind, field);
            }
            return false;
        }
        if whole == Whole::Head && kind == Kind::TypeBody && self.frames.len() == 1 {
            let (start, end) = (node.start_byte() - self.base, node.end_byte() - self.base);
            self.push_token(start, start + 1, Role::Punctuation);
            self.push_token(end.saturating_sub(1), end, Role::Punctuation);
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
            self.unit.nodes.push(Node { kind: node, tokens: self.token_count()..u32::MAX, parent: outer_node });
            self.unit.nodes.len() as u32 - 1
        });
        self.node = opened.or(outer_node);
        let frame = Frame {
            kind,
            field,
            first_token: self.token_count(),
            start: (node.start_byte() - self.base) as u32,
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

    fn exit(&mut self, end_byte: usize) {
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
        self.close_declaration(frame, end_byte - self.base, end);
    }

    pub(super) fn token_count(&self) -> u32 {
        self.unit.tokens.len() as u32
    }

    fn push_token(&mut self, start: usize, end: usize, role: Role) {
        let symbol = Symbol::of(&self.text[self.base + start..self.base + end]);
        self.unit.tokens.push(Token { symbol, start: start as u32, end: end as u32, role });
    }

    pub(super) fn token_text(&self, token: u32) -> &'a [u8] {
        let token = &self.unit.tokens[token as usize];
        &self.text[self.base + token.start as usize..self.base + token.end as usize]
    }

    fn push_expr(&mut self, expr: Expr) -> ExprId {
        self.unit.exprs.push(expr);
        self.unit.exprs.len() as u32 - 1
    }

    fn push_value(&mut self, field: Field, expr: Expr) {
        let id = self.push_expr(expr);
        self.values.push((field, id));
    }

    /// Whether a syntax error may hide something: one outside of a body may, and one that swallowed the head of a
    /// declaration, as after a brace that was never closed.
    fn hides(&self, node: SyntaxNode<'a>) -> bool {
        let mut cursor = node.walk();
        let swallowed = node.children(&mut cursor).any(|c| {
            matches!(c.kind(), "formal_parameters" | "modifiers" | "class" | "interface" | "class_body")
        });
        let in_body = self.frames.iter().any(|f| match f.kind {
            Kind::Block | Kind::Declarator | Kind::Arguments => true,
            // Behind the first name, what is wrong is an initial value.
            Kind::FieldDeclaration => !self.unit.declarations.is_empty(),
            _ => false,
        });
        swallowed || !in_body
    }

    /// A token, and what it means where it stands.
    fn leaf(&mut self, node: SyntaxNode<'a>, kind: Kind, field: Field) {
        let token = self.token_count();
        let (start, end) = (node.start_byte() - self.base, node.end_byte() - self.base);
        let text = &self.text[node.byte_range()];
        if self.annotations > 0 {
            self.push_token(start, end, Role::Annotation);
            if kind == Kind::Identifier && text == b"Override" && self.parent(2) == Kind::Modifiers {
                let modifiers = self.frames.len() - 2;
                self.frames[modifiers].modifiers.add(Modifiers::OVERRIDE);
            }
            return;
        }
        let role = match kind {
            Kind::Identifier => self.identifier_role(field),
            Kind::TypeIdentifier => Role::Type,
            Kind::Number | Kind::Text | Kind::Character | Kind::Truth | Kind::Null => Role::Literal,
            _ if text.first().is_some_and(|b| b.is_ascii_alphabetic()) => Role::Keyword,
            _ => Role::Punctuation,
        };
        self.push_token(start, end, role);
        match kind {
            Kind::Identifier => self.identifier(token, field, role),
            Kind::TypeIdentifier | Kind::Type if self.parent(1) != Kind::Type => self.type_done(token..token + 1),
            Kind::Number => self.push_value(field, typed(number_type(text))),
            Kind::Text => self.push_value(field, typed("String")),
            Kind::Character => self.push_value(field, typed("char")),
            Kind::Truth => self.push_value(field, typed("boolean")),
            Kind::Null => self.push_value(field, Expr::Unknown),
            Kind::This | Kind::Super => self.this_or_super(token, kind, field),
            _ => self.plain_word(token, text),
        }
        self.child_done(field, token, token + 1);
    }

    fn identifier_role(&self, field: Field) -> Role {
        match (self.parent(1), field) {
            (Kind::MethodCall, Field::Name) => Role::Call,
            (Kind::MethodReference, _) if self.frames.last().is_some_and(|f| f.passed) => Role::Call,
            (
                Kind::Class
                | Kind::Interface
                | Kind::Enum
                | Kind::Record
                | Kind::AnnotationType
                | Kind::Method
                | Kind::Constructor
                | Kind::CompactConstructor
                | Kind::AnnotationElement
                | Kind::EnumConstant
                | Kind::Declarator
                | Kind::Parameter
                | Kind::CatchParameter
                | Kind::Resource
                | Kind::ForEach
                | Kind::InstanceOf,
                Field::Name,
            )
            | (Kind::Lambda, Field::Parameters)
            | (Kind::InferredParameters | Kind::TypePattern, _) => Role::Declaration,
            (Kind::RecordPattern | Kind::ScopedIdentifier, _) => Role::Type,
            _ => Role::Use,
        }
    }

    fn identifier(&mut self, token: u32, field: Field, role: Role) {
        let name = self.unit.tokens[token as usize].symbol;
        match role {
            Role::Call if self.parent(1) == Kind::MethodCall => {
                let receiver = self.frames.last().and_then(|f| self.values[f.values..].last()).map(|v| v.1);
                self.push_call(name, CallForm::Method, token, receiver);
            }
            Role::Call => self.set_name_token(token),
            Role::Declaration => self.declare(token, name),
            Role::Use => match (self.parent(1), field) {
                (Kind::FieldAccess, Field::Member) => self.set_name_token(token),
                (Kind::Labelled | Kind::Jump | Kind::ReceiverParameter, _) => {}
                _ => self.name(token, name, field),
            },
            _ => {}
        }
    }

    fn set_name_token(&mut self, token: u32) {
        if let Some(frame) = self.frames.last_mut() {
            frame.name_token = Some(token);
        }
    }

    /// A simple name in an expression.
    fn name(&mut self, token: u32, name: Symbol, field: Field) {
        let is_named = |&&local: &&u32| self.unit.locals[local as usize].name == name;
        if let Some(&local) = self.visible.iter().rev().find(is_named) {
            self.push_value(field, Expr::Local(local));
            return;
        }
        let write = self.is_written(field, 1);
        self.unit.accesses.push(Access { name, token, receiver: None, write });
        self.push_value(field, Expr::Name(name));
    }

    /// Whether what stands in `field` of the frame `back` from the top is assigned.
    fn is_written(&self, field: Field, back: usize) -> bool {
        match self.parent(back) {
            Kind::Assignment => field == Field::Left,
            Kind::Update => true,
            _ => false,
        }
    }

    fn declare(&mut self, token: u32, name: Symbol) {
        let top = self.frames.len() - 1;
        if self.frames[top].declaration.is_some() {
            self.name_declaration(token);
            return;
        }
        let holder = if self.frames[top].kind == Kind::Declarator { top.saturating_sub(1) } else { top };
        let written = self.frames[holder].ty.clone();
        let ty = written.filter(|ty| ty.simple() != Some(Symbol::of("var")));
        let local = self.unit.locals.len() as u32;
        self.unit.locals.push(Local { name, token, ty, value: None });
        self.visible.push(local);
        self.frames[top].local = Some(local);
        self.frames[top].name_token = Some(token);
        if self.frames[holder].kind == Kind::SpreadParameter {
            self.frames[holder].name_token = Some(token);
        }
    }

    fn this_or_super(&mut self, token: u32, kind: Kind, field: Field) {
        match (self.parent(1), kind) {
            (Kind::ConstructorCall, _) if field != Field::Object => {
                let form = if kind == Kind::This { CallForm::ThisConstructor } else { CallForm::SuperConstructor };
                let name = self.unit.tokens[token as usize].symbol;
                self.push_call(name, form, token, None);
            }
            (Kind::FieldAccess, Kind::This) if field == Field::Member => self.set_name_token(token),
            (Kind::ReceiverParameter, _) => {}
            (_, Kind::This) => self.push_value(field, Expr::This),
            _ => self.push_value(field, Expr::Super),
        }
    }

    /// Keywords and punctuation that somebody waits for.
    fn plain_word(&mut self, token: u32, text: &[u8]) {
        match (self.parent(1), text) {
            (Kind::MethodReference, b"::") => {
                if let Some(frame) = self.frames.last_mut() {
                    frame.passed = true;
                }
            }
            (Kind::MethodReference, b"new") | (Kind::Binary, _) => self.set_name_token(token),
            _ => self.modifier(text),
        }
    }

    fn push_call(&mut self, name: Symbol, form: CallForm, token: u32, receiver: Option<ExprId>) {
        let Some(frame) = self.frames.last_mut() else { return };
        frame.call = Some(self.unit.calls.len() as u32);
        let tokens = frame.first_token..u32::MAX;
        let created = frame.ty.clone();
        self.unit.calls.push(Call { name, form, token, tokens, receiver, arguments: [].into(), created });
    }

    /// A written type is complete: gives it to whoever asked for it.
    fn type_done(&mut self, range: std::ops::Range<u32>) {
        if self.annotations > 0 {
            return;
        }
        let (ty, last) = self.type_use(range);
        let Some(frame) = self.frames.last_mut() else { return };
        match frame.kind {
            Kind::TypeList | Kind::Superclass | Kind::Throws | Kind::TypeParameter => self.type_of_header(ty),
            Kind::MethodReference => self.push_value(Field::None, Expr::Typed(ty)),
            Kind::New => {
                frame.ty = Some(ty);
                let name = self.unit.tokens[last as usize].symbol;
                self.push_call(name, CallForm::New, last, None);
            }
            _ if frame.ty.is_none() => {
                frame.ty = Some(ty);
                frame.type_token = last;
                // The types of a catch clause stand in a node of their own.
                let top = self.frames.len() - 1;
                if top > 0 && self.frames[top - 1].kind == Kind::CatchParameter {
                    self.frames[top - 1].ty = self.frames[top].ty.clone();
                }
            }
            _ => {}
        }
    }

    /// The names of a written type, and the token of the last one.
    fn type_use(&self, range: std::ops::Range<u32>) -> (TypeUse, u32) {
        let (mut path, mut dimensions, mut depth, mut last) = (Vec::new(), 0u8, 0i32, range.start);
        for index in range {
            let token = &self.unit.tokens[index as usize];
            match (token.role, self.token_text(index)) {
                (Role::Punctuation, b"<") => depth += 1,
                (Role::Punctuation, b">") => depth -= 1,
                (Role::Punctuation, b"[") if depth == 0 => dimensions = dimensions.saturating_add(1),
                (Role::Type | Role::Keyword, _) if depth == 0 => {
                    path.push(token.symbol);
                    last = index;
                }
                _ => {}
            }
        }
        (TypeUse { path: path.into(), dimensions }, last)
    }

    /// What an expression gives to the one around it.
    fn value_of(&mut self, frame: &mut Frame, end: u32) -> Option<ExprId> {
        let values = &self.values[frame.values.min(self.values.len())..];
        let first = values.first().map(|v| v.1);
        let in_field = |field: Field| values.iter().find(|v| v.0 == field).map(|v| v.1);
        let arguments: Box<[ExprId]> =
            values.iter().filter(|v| v.0 == Field::Argument).map(|v| v.1).collect();
        if let Some(call) = frame.call {
            self.unit.calls[call as usize].arguments = arguments;
            self.unit.calls[call as usize].tokens.end = end;
        }
        match frame.kind {
            Kind::MethodCall => frame.call.map(|call| self.push_expr(Expr::Call(call))),
            Kind::New => {
                let ty = frame.ty.take()?;
                Some(self.push_expr(Expr::Typed(ty)))
            }
            Kind::NewArray => {
                let mut ty = frame.ty.take()?;
                ty.dimensions = ty.dimensions.saturating_add(frame.dimensions);
                Some(self.push_expr(Expr::Typed(ty)))
            }
            Kind::Cast => {
                let ty = frame.ty.take()?;
                Some(self.push_expr(Expr::Typed(ty)))
            }
            Kind::ClassLiteral => Some(self.push_expr(typed("Class"))),
            Kind::FieldAccess => {
                let token = frame.name_token?;
                let name = self.unit.tokens[token as usize].symbol;
                let of = first?;
                if self.token_text(token) == b"this" {
                    let Expr::Name(outer) = self.unit.exprs[of as usize] else { return None };
                    return Some(self.push_expr(Expr::OuterThis(outer)));
                }
                let write = self.is_written(frame.field, 1);
                self.unit.accesses.push(Access { name, token, receiver: Some(of), write });
                Some(self.push_expr(Expr::Field { of, name }))
            }
            Kind::MethodReference => {
                let token = frame.name_token?;
                let name = self.unit.tokens[token as usize].symbol;
                let tokens = frame.first_token..end;
                self.unit.calls.push(Call {
                    name,
                    form: CallForm::Reference,
                    token,
                    tokens,
                    receiver: first,
                    arguments: [].into(),
                    created: None,
                });
                None
            }
            Kind::ArrayAccess => in_field(Field::Array).map(|of| self.push_expr(Expr::Element(of))),
            Kind::Parenthesised => first,
            Kind::Conditional => in_field(Field::Consequence),
            Kind::Assignment => in_field(Field::Left),
            Kind::Update => first,
            Kind::Unary => match self.token_text(frame.first_token) {
                b"!" => Some(self.push_expr(typed("boolean"))),
                _ => first,
            },
            Kind::InstanceOf => Some(self.push_expr(typed("boolean"))),
            Kind::Binary => {
                let (left, right) = (in_field(Field::Left)?, in_field(Field::Right)?);
                let operator = frame.name_token.map_or(0, |token| self.token_text(token)[0]);
                Some(self.push_operation(left, right, operator))
            }
            Kind::Declarator => {
                if let (Some(local), Some(value)) = (frame.local, in_field(Field::Value)) {
                    self.unit.locals[local as usize].value = Some(value);
                }
                None
            }
            _ => None,
        }
    }

    fn push_operation(&mut self, left: ExprId, right: ExprId, operator: u8) -> ExprId {
        if matches!(operator, b'=' | b'!' | b'<' | b'>' | b'&' | b'|') {
            // Shifts and bit operations are among these; their type is seldom what tells methods apart.
            return self.push_expr(if matches!(operator, b'=' | b'!') { typed("boolean") } else { Expr::Unknown });
        }
        let text = typed("String");
        let is_text = |id: ExprId| self.unit.exprs[id as usize] == text;
        if operator == b'+' && (is_text(left) || is_text(right)) { self.push_expr(text) } else { left }
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

fn typed(name: &str) -> Expr {
    Expr::Typed(TypeUse { path: [Symbol::of(name)].into(), dimensions: 0 })
}

fn number_type(text: &[u8]) -> &'static str {
    let hex = text.starts_with(b"0x") || text.starts_with(b"0X");
    match text.last() {
        Some(b'L' | b'l') => "long",
        Some(b'f' | b'F') if !hex => "float",
        Some(b'd' | b'D') if !hex => "double",
        _ if !hex && text.iter().any(|b| matches!(b, b'.' | b'e' | b'E')) => "double",
        _ => "int",
    }
}

