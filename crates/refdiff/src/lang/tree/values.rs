//! The values of expressions: enough to determine receivers and arguments.

use super::walk::{Frame, Given, Walker};
use super::{Act, Front, Slot, decode};
use crate::model::{Access, Expr, ExprId, Level, Role, TypeUse};
use std::ops::Range;

impl<F: Front> Walker<'_, '_, F> {
    /// The value that an expression passes to its enclosing expression.
    pub(super) fn value_of(&mut self, frame: &mut Frame<'_>, end: u32, end_byte: usize) -> Option<ExprId> {
        let values: Vec<(Slot, ExprId)> = self.values[frame.values.min(self.values.len())..].to_vec();
        let first = values.first().map(|v| v.1);
        let in_slot = |slot: Slot| values.iter().find(|v| v.0 == slot).map(|v| v.1);
        if let Some(call) = frame.call {
            let unit = &mut self.top_mut().unit;
            let from = unit.arguments.len() as u32;
            unit.arguments.extend(values.iter().filter(|v| v.0 == Slot::Argument).map(|v| v.1));
            let to = unit.arguments.len() as u32;
            let call = &mut unit.calls[call as usize];
            call.arguments = from..to;
            call.tokens.end = end;
        }
        match frame.act {
            Act::Call => {
                let Some(call) = frame.call else { return self.lambda_behind(&values, end) };
                let name = frame.name_token.map(|token| self.token_text(token));
                let bare = self.top().unit.calls[call as usize].receiver.is_none();
                let above =
                    bare && !F::MANNER.super_call.is_empty() && name == Some(F::MANNER.super_call.as_bytes());
                Some(self.push_expr(if above { Expr::Super } else { Expr::Call(call) }))
            }
            Act::New => {
                let ty = frame.call.and_then(|call| self.top().unit.calls[call as usize].created)?;
                Some(self.push_expr(Expr::Typed(ty)))
            }
            Act::Member => self.member(frame, first, end_byte),
            Act::Element => first.map(|of| self.push_expr(Expr::Element(of))),
            Act::Parenthesised => match frame.ty.take() {
                Some(ty) => {
                    let ty = self.top_mut().unit.intern_type(ty);
                    Some(self.push_expr(Expr::Typed(ty)))
                }
                None => values.last().map(|v| v.1),
            },
            Act::NamedArgument => values.last().map(|v| v.1),
            Act::Assignment | Act::Declarator => {
                let value = in_slot(Slot::Right).or_else(|| in_slot(Slot::Value));
                let value = value.or_else(|| in_slot(Slot::None));
                let ty = frame.ty.take();
                if let Some(local) = frame.local {
                    self.type_local(local, ty, value);
                }
                in_slot(Slot::Left)
            }
            Act::Default | Act::Pattern | Act::Target if frame.binds || frame.act == Act::Target => {
                let ty = frame.ty.clone();
                if let Some(local) = frame.local {
                    self.type_local(local, ty, None);
                }
                None
            }
            Act::Update => first,
            _ => None,
        }
    }

    /// A lambda after a call, without parentheses, is the last argument of that call.
    fn lambda_behind(&mut self, values: &[(Slot, ExprId)], end: u32) -> Option<ExprId> {
        let (&(Slot::Callee, callee), given) = values.split_first()? else { return None };
        let &Expr::Call(call) = &self.top().unit.exprs[callee as usize] else { return None };
        let behind = self.top().unit.calls[call as usize].tokens.end;
        if behind >= end || self.token_text(behind) != b"{" {
            return None;
        }
        let unit = &mut self.top_mut().unit;
        let known = unit.calls[call as usize].arguments.clone();
        let from = unit.arguments.len() as u32;
        unit.arguments.extend_from_within(known.start as usize..known.end as usize);
        unit.arguments.extend(given.iter().filter(|v| v.0 == Slot::Argument).map(|v| v.1));
        let to = unit.arguments.len() as u32;
        let call = &mut unit.calls[call as usize];
        call.arguments = from..to;
        call.tokens.end = end;
        Some(callee)
    }

    fn type_local(&mut self, local: u32, ty: Option<TypeUse>, value: Option<ExprId>) {
        let unit = &mut self.top_mut().unit;
        let ty = ty.map(|ty| unit.intern_type(ty));
        let local = &mut unit.locals[local as usize];
        local.ty = local.ty.or(ty);
        local.value = local.value.or(value);
    }

    fn member(&mut self, frame: &mut Frame<'_>, of: Option<ExprId>, end_byte: usize) -> Option<ExprId> {
        let called = frame.slot == Slot::Callee && matches!(self.act_around(1), Act::Call | Act::New);
        let token = frame.name_token.filter(|_| !called)?;
        let name = self.top().unit.tokens[token as usize].symbol;
        let Some(of) = of else {
            return Some(self.push_expr(Expr::Unknown));
        };
        let write = self.is_written(frame.slot);
        if write && self.top().unit.exprs[of as usize] == Expr::This {
            self.give(token, frame.start..end_byte, None, "".into());
        }
        self.top_mut().unit.accesses.push(Access { name, token, receiver: Some(of), write });
        Some(self.push_expr(Expr::Field { of, name }))
    }

    /// Records that a method assigns a field of its object.
    pub(super) fn give(
        &mut self,
        token: u32,
        Range { start, end }: Range<usize>,
        ty: Option<TypeUse>,
        type_key: Box<str>,
    ) {
        let name = decode(self.token_text(token));
        let [.., owner, method] = self.units.as_mut_slice() else { return };
        let gives = method.kind.level() == Level::Method && owner.kind.level() == Level::Type;
        if gives && !owner.kind.is_module() && owner.given.iter().all(|known| known.name != name) {
            owner.given.push(Given { name, start, end, ty, type_key });
        }
    }

    /// The names of a written type, and the text of the last one; `None` for a combination of several types.
    pub(super) fn type_use(&self, range: std::ops::Range<u32>) -> Option<(TypeUse, Box<str>)> {
        let (mut path, mut depth, mut last) = (Vec::new(), 0i32, None);
        for index in range {
            let token = &self.top().unit.tokens[index as usize];
            match (token.role(), self.token_text(index)) {
                (_, b"<" | b"[" | b"(" | b"{") => depth += 1,
                (_, b">" | b"]" | b")" | b"}") => depth -= 1,
                (_, b"|" | b"&" | b"=>" | b"->") if depth == 0 => return None,
                (Role::Type | Role::Keyword, _) if depth == 0 => {
                    path.push(token.symbol);
                    last = Some(index);
                }
                _ => {}
            }
        }
        let key = decode(self.token_text(last?));
        Some((TypeUse { path: path.into(), dimensions: 0 }, key))
    }
}
