//! The values of expressions: enough to determine the types of receivers and arguments.

use super::kinds::{Field, Kind};
use super::walker::{Frame, UnitWalker};
use crate::model::{Access, Call, CallForm, Expr, ExprId, Symbol, TypeUse};

impl UnitWalker<'_> {
    /// The value that an expression passes to its enclosing expression.
    pub(super) fn value_of(&mut self, frame: &mut Frame, end: u32) -> Option<ExprId> {
        let values = &self.values[frame.values.min(self.values.len())..];
        let first = values.first().map(|v| v.1);
        let in_field = |field: Field| values.iter().find(|v| v.0 == field).map(|v| v.1);
        if let Some(call) = frame.call {
            let from = self.unit.arguments.len() as u32;
            self.unit.arguments.extend(values.iter().filter(|v| v.0 == Field::Argument).map(|v| v.1));
            self.unit.calls[call as usize].arguments = from..self.unit.arguments.len() as u32;
            self.unit.calls[call as usize].tokens.end = end;
        }
        match frame.kind {
            Kind::MethodCall => frame.call.map(|call| self.push_expr(Expr::Call(call))),
            Kind::New => {
                let ty = self.unit.intern_type(frame.ty.take()?);
                Some(self.push_expr(Expr::Typed(ty)))
            }
            Kind::NewArray => {
                let mut ty = frame.ty.take()?;
                ty.dimensions = ty.dimensions.saturating_add(frame.dimensions);
                let ty = self.unit.intern_type(ty);
                Some(self.push_expr(Expr::Typed(ty)))
            }
            Kind::Cast => {
                let ty = self.unit.intern_type(frame.ty.take()?);
                Some(self.push_expr(Expr::Typed(ty)))
            }
            Kind::ClassLiteral => Some(self.typed("Class")),
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
                    arguments: 0..0,
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
                b"!" => Some(self.typed("boolean")),
                _ => first,
            },
            Kind::InstanceOf => Some(self.typed("boolean")),
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

    pub(super) fn push_operation(&mut self, left: ExprId, right: ExprId, operator: u8) -> ExprId {
        if matches!(operator, b'=' | b'!' | b'<' | b'>' | b'&' | b'|') {
            // Shifts and bit operations are among these; their types seldom decide between overloads.
            let truth = matches!(operator, b'=' | b'!');
            return if truth { self.typed("boolean") } else { self.push_expr(Expr::Unknown) };
        }
        let text = self.typed("String");
        let is_text = |id: ExprId| self.unit.exprs[id as usize] == self.unit.exprs[text as usize];
        if operator == b'+' && (is_text(left) || is_text(right)) { text } else { left }
    }

    /// An expression of a type with this universal name.
    fn typed(&mut self, name: &str) -> ExprId {
        let ty = self.unit.intern_type(TypeUse { path: [Symbol::of(name)].into(), dimensions: 0 });
        self.push_expr(Expr::Typed(ty))
    }

    pub(super) fn push_typed(&mut self, field: Field, name: &str) {
        let id = self.typed(name);
        self.values.push((field, id));
    }
}

pub(super) fn number_type(text: &[u8]) -> &'static str {
    let hex = text.starts_with(b"0x") || text.starts_with(b"0X");
    match text.last() {
        Some(b'L' | b'l') => "long",
        Some(b'f' | b'F') if !hex => "float",
        Some(b'd' | b'D') if !hex => "double",
        _ if !hex && text.iter().any(|b| matches!(b, b'.' | b'e' | b'E')) => "double",
        _ => "int",
    }
}
