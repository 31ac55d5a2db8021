//! The leaves of the walk: tokens, and what names mean in their context.

use super::walk::{Frame, Walker};
use super::{Act, Front, Slot};
use crate::model::{Access, Call, CallForm, EntityKind, Expr, ExprId, Level, Local, LocalUse, Role, Symbol};

impl<F: Front> Walker<'_, '_, F> {
    /// Adds a token, and handles its meaning in its context.
    pub(super) fn leaf(&mut self, start: usize, end: usize, act: Act, slot: Slot) {
        let text = &self.text[start..end];
        let symbol = Symbol::of(text);
        let literal = act == Act::Name && F::MANNER.literals.iter().any(|word| word.as_bytes() == text);
        let act = if literal { Act::Literal } else { act };
        let token = if self.top().annotations > 0 {
            self.push_token(start, end, symbol, Role::Annotation)
        } else if self.top().types > 0 && matches!(act, Act::Name | Act::Word | Act::TypeName) {
            self.push_token(start, end, symbol, Role::Type)
        } else {
            match act {
                Act::Name | Act::Word | Act::TypeName => {
                    let role = self.role(act, slot);
                    let token = self.push_token(start, end, symbol, role);
                    self.name(token, symbol, role, (act, slot));
                    token
                }
                Act::Text | Act::Literal => {
                    let token = self.push_token(start, end, symbol, Role::Literal);
                    self.push_value(slot, Expr::Unknown);
                    token
                }
                Act::This | Act::Super => {
                    let token = self.push_token(start, end, symbol, Role::Keyword);
                    if act == Act::Super && slot == Slot::Callee && self.act_around(1) == Act::Call {
                        let top = self.frames.len() - 1;
                        self.push_call(top, symbol, CallForm::SuperConstructor, token, None);
                    } else {
                        self.push_value(slot, if act == Act::This { Expr::This } else { Expr::Super });
                    }
                    token
                }
                _ => {
                    let word = text.first().is_some_and(|b| b.is_ascii_alphabetic());
                    let inside = matches!(self.act_around(1), Act::Text);
                    let role = match (word, inside) {
                        (_, true) => Role::Literal,
                        (true, _) => Role::Keyword,
                        _ => Role::Punctuation,
                    };
                    self.push_token(start, end, symbol, role)
                }
            }
        };
        self.leaf_done(slot, act, token);
    }

    fn role(&self, act: Act, slot: Slot) -> Role {
        let Some(frame) = self.frames.last() else { return Role::Use };
        match (frame.act, slot) {
            (Act::Call, Slot::Callee) => Role::Call,
            (Act::Member, Slot::Property) if self.is_called(frame) => Role::Call,
            (Act::New, Slot::Callee) => Role::Type,
            (Act::Member, _) if frame.slot == Slot::Callee && self.act_around(2) == Act::New => Role::Type,
            _ if self.is_own_name(frame, slot) => Role::Declaration,
            _ if act == Act::TypeName => Role::Type,
            _ if act == Act::Name && self.binds(frame, slot) => Role::Declaration,
            _ => Role::Use,
        }
    }

    /// Whether a member is the callee of its parent node.
    fn is_called(&self, member: &Frame<'_>) -> bool {
        member.slot == Slot::Callee && self.act_around(2) == Act::Call
    }

    /// Whether it is the name of the unit that is being read.
    fn is_own_name(&self, frame: &Frame<'_>, slot: Slot) -> bool {
        let named = matches!(slot, Slot::Name | Slot::Key | Slot::Left | Slot::Property);
        let constant = F::MANNER.positional && self.top().kind == EntityKind::EnumConstant;
        let variable = slot == Slot::Name && frame.act == Act::Declarator && !self.top().named;
        let variable = variable && self.top().kind != EntityKind::Module && self.top().body.is_none();
        variable && self.is_declarator_of_unit()
            || named && (frame.is_root() || frame.id == self.top().inner)
            || constant && frame.is_root()
    }

    /// Whether the innermost frame is the declarator of the unit's own node, with only statements in between.
    fn is_declarator_of_unit(&self) -> bool {
        let around = self.frames.iter().rev().skip(1);
        around.take_while(|frame| frame.act == Act::Plain).any(Frame::is_root)
    }

    /// Whether a name in a slot of a frame is declared there.
    pub(super) fn binds(&self, frame: &Frame<'_>, slot: Slot) -> bool {
        match frame.act {
            Act::Parameters if F::MANNER.positional => false,
            Act::Parameters | Act::Target => !matches!(slot, Slot::Type | Slot::Value | Slot::Right),
            Act::Pattern => frame.binds && slot != Slot::Key,
            Act::Default => {
                frame.binds && frame.local.is_none() && matches!(slot, Slot::Name | Slot::Left | Slot::None)
            }
            Act::Declarator => slot == Slot::Name,
            Act::Assignment => F::MANNER.assignments_declare && slot == Slot::Left,
            Act::ForEach => slot == Slot::Left,
            Act::Function | Act::Scope => slot == Slot::Parameter,
            _ => false,
        }
    }

    fn name(&mut self, token: u32, name: Symbol, role: Role, (act, slot): (Act, Slot)) {
        match role {
            Role::Call if self.act_around(1) == Act::Call => {
                let top = self.frames.len() - 1;
                self.push_call(top, name, CallForm::Method, token, None);
            }
            Role::Call => {
                let receiver = self.frames.last().and_then(|f| self.values[f.values..].last()).map(|v| v.1);
                let above = receiver.is_some_and(|r| self.top().unit.exprs[r as usize] == Expr::Super);
                let makes = above && self.token_text(token) == F::MANNER.constructor.as_bytes();
                let form = if makes { CallForm::SuperConstructor } else { CallForm::Method };
                let call = self.frames.len() - 2;
                self.push_call(call, name, form, token, receiver);
            }
            Role::Type if self.act_around(1) == Act::New => {
                let top = self.frames.len() - 1;
                self.created(top, token..token + 1);
            }
            Role::Type if self.act_around(1) == Act::Member && slot == Slot::Property => {
                let first = self.frames.last().map_or(token, |f| f.first_token);
                let new = self.frames.len() - 2;
                self.created(new, first..token + 1);
            }
            Role::Declaration => {
                let own = self.frames.last().is_some_and(|frame| self.is_own_name(frame, slot));
                if own {
                    self.top_mut().named = true;
                } else {
                    self.declare(token, name);
                }
            }
            Role::Use => match self.act_around(1) {
                Act::Member if slot == Slot::Property => {
                    if let Some(frame) = self.frames.last_mut() {
                        frame.name_token = Some(token);
                    }
                }
                Act::NamedArgument if slot == Slot::Name => {}
                Act::Import => {}
                Act::Outer => self.top_mut().outer.push(name),
                _ if act == Act::Word => {}
                _ => self.use_name(token, name, slot),
            },
            _ => {}
        }
    }

    /// A name in an expression.
    fn use_name(&mut self, token: u32, name: Symbol, slot: Slot) {
        let write = self.is_written(slot);
        if let Some(local) = self.visible(name) {
            self.use_local(token, local, write);
            let this = self.top().this == Some(local);
            self.push_value(slot, if this { Expr::This } else { Expr::Local(local) });
            return;
        }
        self.top_mut().unit.accesses.push(Access { name, token, receiver: None, write });
        self.push_value(slot, Expr::Name(name));
    }

    fn use_local(&mut self, token: u32, local: u32, write: bool) {
        self.top_mut().unit.local_uses.push(LocalUse { token, local, write });
    }

    fn visible(&self, name: Symbol) -> Option<u32> {
        let building = self.top();
        let is_named = |&&(local, _): &&(u32, u32)| building.unit.locals[local as usize].name == name;
        building.visible.iter().rev().find(is_named).map(|&(local, _)| local)
    }

    /// Whether the child in a slot of the innermost frame is assigned.
    pub(super) fn is_written(&self, slot: Slot) -> bool {
        match self.act_around(1) {
            Act::Assignment | Act::ForEach => slot == Slot::Left,
            Act::Update => slot != Slot::Right,
            Act::Pattern => self.frames.last().is_some_and(|f| f.slot == Slot::Left),
            _ => false,
        }
    }

    /// A name at its declaration, or at an assignment in a language where that declares it.
    fn declare(&mut self, token: u32, name: Symbol) {
        let assigned =
            F::MANNER.assignments_declare && !self.frames.iter().rev().any(|f| f.act == Act::Parameters);
        let again = if assigned { self.visible(name) } else { None };
        let here = self.top();
        if here.kind.level() == Level::Field
            && Symbol::of(here.name.as_bytes()) == name
            && here.body.is_none()
        {
            return;
        }
        if again.is_some() || !here.has_locals() || here.outer.contains(&name) {
            let building = self.top_mut();
            let old = building.unit.tokens[token as usize];
            let base = old.start;
            building.unit.tokens[token as usize] =
                crate::model::Token::new(old.symbol, base, old.end() - base, Role::Use);
            match again {
                Some(local) => {
                    self.use_local(token, local, true);
                    self.push_value(Slot::Left, Expr::Local(local));
                }
                None => {
                    let access = Access { name, token, receiver: None, write: true };
                    self.top_mut().unit.accesses.push(access);
                    self.push_value(Slot::Left, Expr::Name(name));
                }
            }
            return;
        }
        let whole = self.is_of_whole_function();
        let building = self.top_mut();
        let local = building.unit.locals.len() as u32;
        building.unit.locals.push(Local { name, token, ty: None, value: None });
        let scope = if whole { building.scopes.min(1) } else { building.scopes };
        building.visible.push((local, scope));
        if let Some(frame) = self.frames.last_mut() {
            frame.local = Some(local);
        }
        self.push_value(Slot::Left, Expr::Local(local));
    }

    /// Whether a declaration here is visible in the whole function, whatever block it is in.
    fn is_of_whole_function(&self) -> bool {
        let [.., around, declarator] = self.frames.as_slice() else { return false };
        let begins = around.first_token < self.top().count() && declarator.act == Act::Declarator;
        begins && self.token_text(around.first_token) == F::MANNER.hoisted.as_bytes()
    }

    /// Ends the visibility of a scope's declarations. Names used in the scope before their declaration refer to it
    /// too.
    pub(super) fn close_scope(&mut self, frame: &Frame<'_>) {
        let building = self.top_mut();
        let scope = building.scopes;
        let own: Vec<u32> = building.visible.iter().filter(|v| v.1 >= scope).map(|v| v.0).collect();
        building.visible.retain(|v| v.1 < scope);
        building.scopes -= 1;
        if own.is_empty() || building.unit.accesses.len() == frame.first_access {
            return;
        }
        let unit = &mut building.unit;
        let named = |name: Symbol| own.iter().copied().find(|&l| unit.locals[l as usize].name == name);
        let mut late: Vec<LocalUse> = Vec::new();
        let mut kept = Vec::new();
        for access in unit.accesses.drain(frame.first_access..) {
            match named(access.name).filter(|_| access.receiver.is_none()) {
                Some(local) => late.push(LocalUse { token: access.token, local, write: access.write }),
                None => kept.push(access),
            }
        }
        for expr in &mut unit.exprs[frame.first_expr as usize..] {
            if let Expr::Name(name) = expr
                && let Some(local) = named(*name)
            {
                *expr = Expr::Local(local);
            }
        }
        unit.accesses.extend(kept);
        if !late.is_empty() {
            unit.local_uses.extend(late);
            unit.local_uses.sort_by_key(|u| u.token);
        }
    }

    pub(super) fn push_call(
        &mut self,
        frame: usize,
        name: Symbol,
        form: CallForm,
        token: u32,
        receiver: Option<ExprId>,
    ) {
        let first = self.frames[frame].first_token;
        let calls = &mut self.top_mut().unit.calls;
        let number = calls.len() as u32;
        let tokens = first..u32::MAX;
        calls.push(Call { name, form, token, tokens, receiver, arguments: 0..0, created: None });
        self.frames[frame].call = Some(number);
        self.frames[frame].name_token = Some(token);
    }

    /// The type of a created object, by its tokens.
    fn created(&mut self, frame: usize, tokens: std::ops::Range<u32>) {
        let last = tokens.end - 1;
        let name = self.top().unit.tokens[last as usize].symbol;
        let path = tokens.filter_map(|t| {
            let token = &self.top().unit.tokens[t as usize];
            (token.role() != Role::Punctuation).then_some(token.symbol)
        });
        let ty = crate::model::TypeUse { path: path.collect(), dimensions: 0 };
        self.push_call(frame, name, CallForm::New, last, None);
        let ty = self.top_mut().unit.intern_type(ty);
        if let Some(call) = self.top_mut().unit.calls.last_mut() {
            call.created = Some(ty);
        }
    }
}
