//! The operands of operators: names, literals, calls, accesses, object creation.

use super::Parser;
use super::lexer::Lexeme;
use crate::lang::java::kinds::{Field, Kind};
use crate::model::NodeKind;

impl Parser<'_> {
    pub(super) fn primary(&mut self) -> Option<u32> {
        let mut value = match self.peek() {
            Lexeme::Number => self.leaf(Kind::Number),
            Lexeme::Text => self.leaf(Kind::Text),
            Lexeme::Character => self.leaf(Kind::Character),
            Lexeme::True | Lexeme::False => self.leaf(Kind::Truth),
            Lexeme::Null => self.leaf(Kind::Null),
            Lexeme::This => self.leaf(Kind::This),
            Lexeme::Super if self.ahead(1) == Lexeme::Dot => self.leaf(Kind::Super),
            Lexeme::LeftParen => self.in_brackets()?,
            Lexeme::New => {
                let new = self.open(Kind::New, Some(NodeKind::New));
                self.creation(new)?
            }
            Lexeme::Primitive | Lexeme::Boolean | Lexeme::Void => self.of_type()?,
            Lexeme::Identifier if self.begins_with_type()? => self.of_type()?,
            Lexeme::Identifier | Lexeme::Reserved if self.ahead(1) == Lexeme::LeftParen => {
                let call = self.open(Kind::MethodCall, Some(NodeKind::Call));
                self.name(Field::Name)?;
                self.arguments()?;
                self.close();
                call
            }
            Lexeme::Identifier | Lexeme::Reserved => self.leaf(Kind::Identifier),
            _ => return None,
        };
        loop {
            value = match self.peek() {
                Lexeme::Dot => self.member_of(value)?,
                Lexeme::LeftBracket if self.kind_of(value) == Kind::NewArray => return None,
                Lexeme::LeftBracket => {
                    let access = self.wrap(value, Kind::ArrayAccess, Some(NodeKind::ArrayAccess));
                    self.set_field(value, Field::Array);
                    self.leaf(Kind::Plain);
                    self.expression()?;
                    self.expect(Lexeme::RightBracket)?;
                    self.close();
                    access
                }
                Lexeme::DoubleColon => self.reference(value)?,
                _ => return Some(value),
            };
        }
    }

    /// Whether `T.class`, `T[]::new` or `T<U>::m` begins here.
    fn begins_with_type(&self) -> Option<bool> {
        if !matches!(self.ahead(1), Lexeme::Dot | Lexeme::LeftBracket | Lexeme::Less) {
            return Some(false);
        }
        let Some(end) = self.type_end(self.at) else { return Some(false) };
        Some(match self.lexeme(end) {
            Lexeme::Dot => self.lexeme(end + 1) == Lexeme::Class,
            Lexeme::DoubleColon => {
                matches!(self.lexeme(end - 1), Lexeme::RightBracket | Lexeme::Greater)
            }
            _ => false,
        })
    }

    /// `T.class` or `T::m`, where `T` can only be a type.
    fn of_type(&mut self) -> Option<u32> {
        let ty = self.type_use()?;
        match (self.peek(), self.ahead(1)) {
            (Lexeme::Dot, Lexeme::Class) => {
                let literal = self.wrap(ty, Kind::ClassLiteral, None);
                self.leaf(Kind::Plain);
                self.leaf(Kind::Plain);
                self.close();
                Some(literal)
            }
            (Lexeme::DoubleColon, _) => self.reference(ty),
            _ => None,
        }
    }

    fn reference(&mut self, value: u32) -> Option<u32> {
        let reference = self.wrap(value, Kind::MethodReference, Some(NodeKind::MethodReference));
        self.leaf(Kind::Plain);
        if self.peek() == Lexeme::Less {
            self.type_arguments()?;
        }
        match self.peek() {
            Lexeme::New => self.leaf(Kind::Plain),
            Lexeme::Identifier => self.leaf(Kind::Identifier),
            _ => return None,
        };
        self.close();
        Some(reference)
    }

    /// The part after a dot.
    fn member_of(&mut self, value: u32) -> Option<u32> {
        match (self.ahead(1), self.ahead(2)) {
            (Lexeme::Identifier | Lexeme::Reserved, Lexeme::LeftParen) | (Lexeme::Less, _) => {
                let call = self.wrap(value, Kind::MethodCall, Some(NodeKind::Call));
                self.set_field(value, Field::Object);
                self.leaf(Kind::Plain);
                self.call_of()?;
                self.close();
                Some(call)
            }
            (Lexeme::Identifier | Lexeme::Reserved | Lexeme::This, _) => {
                let access = self.wrap(value, Kind::FieldAccess, Some(NodeKind::FieldAccess));
                self.set_field(value, Field::Object);
                self.leaf(Kind::Plain);
                let kind = if self.peek() == Lexeme::This { Kind::This } else { Kind::Identifier };
                let member = self.leaf(kind);
                self.set_field(member, Field::Member);
                self.close();
                Some(access)
            }
            // `A.super.m()`
            (Lexeme::Super, Lexeme::Dot) => {
                let is_call = self.ahead(3) == Lexeme::Less || self.ahead(4) == Lexeme::LeftParen;
                let (kind, node) = if is_call {
                    (Kind::MethodCall, NodeKind::Call)
                } else {
                    (Kind::FieldAccess, NodeKind::FieldAccess)
                };
                let outer = self.wrap(value, kind, Some(node));
                self.set_field(value, Field::Object);
                self.leaf(Kind::Plain);
                self.leaf(Kind::Super);
                self.leaf(Kind::Plain);
                if is_call {
                    self.call_of()?;
                } else {
                    self.name(Field::Member)?;
                }
                self.close();
                Some(outer)
            }
            (Lexeme::New, _) => {
                let new = self.wrap(value, Kind::New, Some(NodeKind::New));
                self.leaf(Kind::Plain);
                self.creation(new)
            }
            _ => None,
        }
    }

    /// The part of a call after the dot.
    fn call_of(&mut self) -> Option<()> {
        if self.peek() == Lexeme::Less {
            self.type_arguments()?;
        }
        self.name(Field::Name)?;
        self.arguments()
    }

    pub(super) fn arguments(&mut self) -> Option<()> {
        self.open(Kind::Arguments, None);
        self.expect(Lexeme::LeftParen)?;
        if self.peek() != Lexeme::RightParen {
            self.expressions()?;
        }
        self.expect(Lexeme::RightParen)?;
        self.close();
        Some(())
    }

    /// An object creation from `new` on, inside a node that was opened for it.
    fn creation(&mut self, node: u32) -> Option<u32> {
        self.expect(Lexeme::New)?;
        self.simple_type()?;
        match self.peek() {
            Lexeme::LeftParen => {
                self.arguments()?;
                if self.peek() == Lexeme::LeftBrace {
                    self.type_body()?;
                }
            }
            Lexeme::LeftBracket => {
                let event = &mut self.events[node as usize];
                (event.kind, event.node) = (Kind::NewArray, Some(NodeKind::NewArray));
                self.array_creation()?;
            }
            _ => return None,
        }
        self.close();
        Some(node)
    }

    fn array_creation(&mut self) -> Option<()> {
        if self.ahead(1) == Lexeme::RightBracket {
            self.dimensions()?;
            let value = self.array_initialiser()?;
            self.set_field(value, Field::Value);
            return Some(());
        }
        while self.peek() == Lexeme::LeftBracket {
            if self.ahead(1) == Lexeme::RightBracket {
                return self.dimensions();
            }
            self.open(Kind::Dimensions, None);
            self.leaf(Kind::Plain);
            self.expression()?;
            self.expect(Lexeme::RightBracket)?;
            self.close();
        }
        Some(())
    }

    /// `{ a, b }`
    pub(super) fn array_initialiser(&mut self) -> Option<u32> {
        self.deeper(|parser| {
            let list = parser.open(Kind::Plain, None);
            parser.expect(Lexeme::LeftBrace)?;
            while parser.peek() != Lexeme::RightBrace {
                if parser.peek() == Lexeme::LeftBrace {
                    parser.array_initialiser()?;
                } else {
                    parser.expression()?;
                }
                if parser.peek() != Lexeme::Comma {
                    break;
                }
                parser.leaf(Kind::Plain);
            }
            parser.expect(Lexeme::RightBrace)?;
            parser.close();
            Some(list)
        })
    }
}
