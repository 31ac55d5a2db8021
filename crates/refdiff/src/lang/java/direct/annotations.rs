//! Annotations and modifiers.

use super::Parser;
use super::lexer::Lexeme;
use crate::lang::java::kinds::{Field, Kind};

impl Parser<'_> {
    /// Annotations and modifiers, if there are any.
    pub(super) fn modifiers(&mut self) -> Option<()> {
        let is_modifier = |parser: &Self| match parser.peek() {
            Lexeme::At => parser.ahead(1) != Lexeme::Interface,
            Lexeme::Modifier | Lexeme::Static | Lexeme::Final | Lexeme::Default | Lexeme::Synchronized => {
                true
            }
            _ => false,
        };
        if !is_modifier(self) {
            return Some(());
        }
        self.open(Kind::Modifiers, None);
        while is_modifier(self) {
            if self.peek() == Lexeme::At {
                self.annotation()?;
            } else {
                self.leaf(Kind::Plain);
            }
        }
        self.close();
        Some(())
    }

    fn annotation(&mut self) -> Option<()> {
        self.open(Kind::Annotation, None);
        self.leaf(Kind::Plain);
        let mut name = self.plain_name(Field::None)?;
        while self.peek() == Lexeme::Dot {
            name = self.wrap(name, Kind::ScopedIdentifier, None);
            self.leaf(Kind::Plain);
            self.plain_name(Field::Name)?;
            self.close();
        }
        if self.peek() == Lexeme::LeftParen {
            self.open(Kind::Plain, None);
            self.leaf(Kind::Plain);
            if self.peek() == Lexeme::Identifier && self.ahead(1) == Lexeme::Equal {
                self.element_values()?;
            } else if self.peek() != Lexeme::RightParen {
                self.element_value()?;
            }
            self.expect(Lexeme::RightParen)?;
            self.close();
        }
        self.close();
        Some(())
    }

    /// `name = value` elements, separated by commas.
    fn element_values(&mut self) -> Option<()> {
        self.listed(|parser| {
            parser.open(Kind::Plain, None);
            parser.plain_name(Field::None)?;
            parser.expect(Lexeme::Equal)?;
            parser.element_value()?;
            parser.close();
            Some(())
        })
    }

    fn element_value(&mut self) -> Option<()> {
        self.deeper(|parser| match parser.peek() {
            Lexeme::At => parser.annotation(),
            Lexeme::LeftBrace => {
                parser.open(Kind::Plain, None);
                parser.leaf(Kind::Plain);
                while parser.peek() != Lexeme::RightBrace {
                    parser.element_value()?;
                    if parser.peek() != Lexeme::Comma {
                        break;
                    }
                    parser.leaf(Kind::Plain);
                }
                parser.expect(Lexeme::RightBrace)?;
                parser.close();
                Some(())
            }
            _ => parser.expression().map(|_| ()),
        })
    }

    pub(super) fn annotations(&mut self) -> Option<()> {
        while self.peek() == Lexeme::At {
            self.annotation()?;
        }
        Some(())
    }
}
