//! The leaves of the walk: tokens, and what names, keywords and written types mean in their context.

use super::kinds::{Field, Kind};
use super::values::number_type;
use super::walker::UnitWalker;
use crate::model::{Access, Call, CallForm, Expr, ExprId, Local, LocalUse, Modifiers, Role, Symbol, TypeUse};

impl UnitWalker<'_> {
    /// Adds a token, and handles its meaning in its context.
    pub(super) fn leaf(&mut self, start: usize, end: usize, kind: Kind, field: Field) {
        let token = self.token_count();
        let text = &self.text[start..end];
        let (start, end) = (start - self.base, end - self.base);
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
            Kind::TypeIdentifier | Kind::Type if self.parent(1) != Kind::Type => {
                self.type_done(token..token + 1)
            }
            Kind::Number => self.push_typed(field, number_type(text)),
            Kind::Text => self.push_typed(field, "String"),
            Kind::Character => self.push_typed(field, "char"),
            Kind::Truth => self.push_typed(field, "boolean"),
            Kind::Null => self.push_value(field, Expr::Unknown),
            Kind::This | Kind::Super => self.this_or_super(token, kind, field),
            _ => self.plain_word(token, text),
        }
        self.child_done(field, token, token + 1);
    }

    pub(super) fn identifier_role(&self, field: Field) -> Role {
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

    pub(super) fn identifier(&mut self, token: u32, field: Field, role: Role) {
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

    pub(super) fn set_name_token(&mut self, token: u32) {
        if let Some(frame) = self.frames.last_mut() {
            frame.name_token = Some(token);
        }
    }

    /// An unqualified name in an expression.
    pub(super) fn name(&mut self, token: u32, name: Symbol, field: Field) {
        let is_named = |&&local: &&u32| self.unit.locals[local as usize].name == name;
        if let Some(&local) = self.visible.iter().rev().find(is_named) {
            let write = self.is_written(field, 1);
            self.unit.local_uses.push(LocalUse { token, local, write });
            self.push_value(field, Expr::Local(local));
            return;
        }
        let write = self.is_written(field, 1);
        self.unit.accesses.push(Access { name, token, receiver: None, write });
        self.push_value(field, Expr::Name(name));
    }

    /// Whether the child in `field` of the frame `back` from the top is assigned.
    pub(super) fn is_written(&self, field: Field, back: usize) -> bool {
        match self.parent(back) {
            Kind::Assignment => field == Field::Left,
            Kind::Update => true,
            _ => false,
        }
    }

    pub(super) fn declare(&mut self, token: u32, name: Symbol) {
        let top = self.frames.len() - 1;
        if self.frames[top].declaration.is_some() {
            self.name_declaration(token);
            return;
        }
        let holder = if self.frames[top].kind == Kind::Declarator { top.saturating_sub(1) } else { top };
        let written = self.frames[holder].ty.clone();
        let written = written.filter(|ty| ty.simple() != Some(Symbol::of("var")));
        let ty = written.map(|ty| self.unit.intern_type(ty));
        let local = self.unit.locals.len() as u32;
        self.unit.locals.push(Local { name, token, ty, value: None });
        self.visible.push(local);
        self.frames[top].local = Some(local);
        self.frames[top].name_token = Some(token);
        if self.frames[holder].kind == Kind::SpreadParameter {
            self.frames[holder].name_token = Some(token);
        }
    }

    pub(super) fn this_or_super(&mut self, token: u32, kind: Kind, field: Field) {
        match (self.parent(1), kind) {
            (Kind::ConstructorCall, _) if field != Field::Object => {
                let form =
                    if kind == Kind::This { CallForm::ThisConstructor } else { CallForm::SuperConstructor };
                let name = self.unit.tokens[token as usize].symbol;
                self.push_call(name, form, token, None);
            }
            (Kind::FieldAccess, Kind::This) if field == Field::Member => self.set_name_token(token),
            (Kind::ReceiverParameter, _) => {}
            (_, Kind::This) => self.push_value(field, Expr::This),
            _ => self.push_value(field, Expr::Super),
        }
    }

    /// Keywords and punctuation that affect an open frame.
    pub(super) fn plain_word(&mut self, token: u32, text: &[u8]) {
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

    pub(super) fn push_call(&mut self, name: Symbol, form: CallForm, token: u32, receiver: Option<ExprId>) {
        let Some(frame) = self.frames.last_mut() else { return };
        frame.call = Some(self.unit.calls.len() as u32);
        let tokens = frame.first_token..u32::MAX;
        let created = frame.ty.clone();
        let created = created.map(|ty| self.unit.intern_type(ty));
        self.unit.calls.push(Call { name, form, token, tokens, receiver, arguments: 0..0, created });
    }

    /// Called when a written type is complete: passes it to the frame that needs it.
    pub(super) fn type_done(&mut self, range: std::ops::Range<u32>) {
        // Types inside another type are not needed, and may be nested to any depth.
        if self.annotations > 0 || self.parent(1) == Kind::TypeArguments {
            return;
        }
        let (ty, last) = self.type_use(range);
        let Some(frame) = self.frames.last_mut() else { return };
        match frame.kind {
            Kind::TypeList | Kind::Superclass | Kind::Throws | Kind::TypeParameter => self.type_of_header(ty),
            Kind::MethodReference => {
                let ty = self.unit.intern_type(ty);
                self.push_value(Field::None, Expr::Typed(ty));
            }
            Kind::New => {
                frame.ty = Some(ty);
                // In incomplete code a type may be missing, and the parser inserts an empty one.
                let Some(name) = self.unit.tokens.get(last as usize).map(|token| token.symbol) else {
                    return;
                };
                self.push_call(name, CallForm::New, last, None);
            }
            _ if frame.ty.is_none() => {
                frame.ty = Some(ty);
                frame.type_token = last;
                // The types of a catch clause are in a node of their own.
                let top = self.frames.len() - 1;
                if top > 0 && self.frames[top - 1].kind == Kind::CatchParameter {
                    self.frames[top - 1].ty = self.frames[top].ty.clone();
                }
            }
            _ => {}
        }
    }

    /// The names of a written type, and the token of the last name.
    pub(super) fn type_use(&self, range: std::ops::Range<u32>) -> (TypeUse, u32) {
        let (mut path, mut dimensions, mut depth, mut last) = (Vec::new(), 0u8, 0i32, range.start);
        for index in range {
            let token = &self.unit.tokens[index as usize];
            match (token.role(), self.token_text(index)) {
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
}
