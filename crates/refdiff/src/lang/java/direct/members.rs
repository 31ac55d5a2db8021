//! Members, and the heads of types.

use super::Parser;
use super::lexer::Lexeme;
use crate::lang::java::kinds::{Field, Kind};
use crate::model::NodeKind;

impl Parser<'_> {
    /// A member of a type.
    pub(super) fn member(&mut self, in_interface: bool) -> Option<()> {
        match (self.peek(), self.ahead(1)) {
            (Lexeme::LeftBrace, _) if !in_interface => return self.block().map(|_| ()),
            (Lexeme::Static, Lexeme::LeftBrace) if !in_interface => {
                self.open(Kind::StaticInitialiser, None);
                self.leaf(Kind::Plain);
                self.block()?;
                self.close();
                return Some(());
            }
            _ => {}
        }
        let this = self.open(Kind::FieldDeclaration, None);
        self.modifiers()?;
        match (self.peek(), self.ahead(1)) {
            (Lexeme::Class, _) => {
                let event = &mut self.events[this as usize];
                (event.kind, event.node) = (Kind::Class, Some(NodeKind::TypeDeclaration));
                self.class()?;
                self.close();
                return Some(());
            }
            (Lexeme::Identifier, Lexeme::LeftBrace) if !in_interface => {
                self.events[this as usize].kind = Kind::CompactConstructor;
                self.plain_name(Field::Name)?;
                self.block()?;
                self.close();
                return Some(());
            }
            _ => {}
        }
        let generic = self.peek() == Lexeme::Less;
        self.type_parameters()?;
        if self.peek() == Lexeme::Identifier && self.ahead(1) == Lexeme::LeftParen {
            if in_interface {
                return None;
            }
            self.events[this as usize].kind = Kind::Constructor;
            self.plain_name(Field::Name)?;
            self.parameters()?;
            self.throws()?;
            self.constructor_body()?;
            self.close();
            return Some(());
        }
        if generic {
            self.annotations()?;
        }
        self.type_use()?;
        if self.ahead(1) == Lexeme::LeftParen {
            self.events[this as usize].kind = Kind::Method;
            self.name(Field::Name)?;
            self.parameters()?;
            self.dimensions_behind()?;
            self.throws()?;
            if self.peek() == Lexeme::LeftBrace {
                self.block()?;
            } else {
                self.expect(Lexeme::Semicolon)?;
            }
        } else if generic {
            return None;
        } else {
            self.declarators()?;
        }
        self.close();
        Some(())
    }

    /// Variables separated by commas, and the end of their declaration.
    pub(super) fn declarators(&mut self) -> Option<()> {
        self.listed(|parser| {
            parser.open(Kind::Declarator, None);
            parser.name(Field::Name)?;
            parser.dimensions_behind()?;
            if parser.peek() == Lexeme::Equal {
                parser.leaf(Kind::Plain);
                let value = match parser.peek() {
                    Lexeme::LeftBrace => parser.array_initialiser()?,
                    _ => parser.expression()?,
                };
                parser.set_field(value, Field::Value);
            }
            parser.close();
            Some(())
        })?;
        self.expect(Lexeme::Semicolon).map(|_| ())
    }

    /// Parameters with their types.
    pub(super) fn parameters(&mut self) -> Option<()> {
        let list = self.open(Kind::Plain, None);
        self.set_field(list, Field::Parameters);
        self.expect(Lexeme::LeftParen)?;
        if self.peek() != Lexeme::RightParen {
            self.listed(Self::parameter)?;
        }
        self.expect(Lexeme::RightParen)?;
        self.close();
        Some(())
    }

    fn parameter(&mut self) -> Option<()> {
        let parameter = self.open(Kind::Parameter, None);
        self.modifiers()?;
        self.type_use()?;
        let variadic = self.peek() == Lexeme::Ellipsis;
        if variadic {
            self.events[parameter as usize].kind = Kind::SpreadParameter;
            self.leaf(Kind::Plain);
            self.open(Kind::Declarator, None);
        }
        self.name(Field::Name)?;
        self.dimensions_behind()?;
        if variadic {
            self.close();
        }
        self.close();
        Some(())
    }

    fn throws(&mut self) -> Option<()> {
        if self.peek() != Lexeme::Throws {
            return Some(());
        }
        self.open(Kind::Throws, None);
        self.leaf(Kind::Plain);
        self.types()?;
        self.close();
        Some(())
    }

    /// A class, from its keyword, with its body.
    pub(super) fn class(&mut self) -> Option<()> {
        self.class_head()?;
        self.type_body()
    }

    fn class_head(&mut self) -> Option<()> {
        self.expect(Lexeme::Class)?;
        self.plain_name(Field::Name)?;
        self.type_parameters()?;
        if self.peek() == Lexeme::Extends {
            self.open(Kind::Superclass, None);
            self.leaf(Kind::Plain);
            self.annotated_type()?;
            self.close();
        }
        self.supertypes(Lexeme::Implements)
    }

    /// Supertypes after a keyword, if there are any.
    fn supertypes(&mut self, keyword: Lexeme) -> Option<()> {
        if self.peek() != keyword {
            return Some(());
        }
        self.open(Kind::Plain, None);
        self.leaf(Kind::Plain);
        self.open(Kind::TypeList, None);
        self.types()?;
        self.close();
        self.close();
        Some(())
    }

    pub(super) fn type_body(&mut self) -> Option<()> {
        self.deeper(|parser| {
            parser.open(Kind::TypeBody, None);
            parser.expect(Lexeme::LeftBrace)?;
            while parser.peek() != Lexeme::RightBrace {
                if parser.peek() == Lexeme::Semicolon {
                    parser.leaf(Kind::Plain);
                } else {
                    parser.member(false)?;
                }
            }
            parser.expect(Lexeme::RightBrace)?;
            parser.close();
            Some(())
        })
    }

    pub(super) fn enum_constant(&mut self) -> Option<()> {
        self.open(Kind::EnumConstant, None);
        self.modifiers()?;
        self.plain_name(Field::Name)?;
        if self.peek() == Lexeme::LeftParen {
            self.arguments()?;
        }
        if self.peek() == Lexeme::LeftBrace {
            self.type_body()?;
        }
        self.close();
        Some(())
    }

    /// The head of a type, up to the opening brace of its body.
    pub(super) fn head(&mut self) -> Option<()> {
        let this = self.open(Kind::Class, Some(NodeKind::TypeDeclaration));
        self.modifiers()?;
        match self.peek() {
            Lexeme::Class => self.class_head()?,
            Lexeme::Interface => {
                self.events[this as usize].kind = Kind::Interface;
                self.leaf(Kind::Plain);
                self.plain_name(Field::Name)?;
                self.type_parameters()?;
                self.supertypes(Lexeme::Extends)?;
            }
            Lexeme::Enum => {
                self.events[this as usize].kind = Kind::Enum;
                self.leaf(Kind::Plain);
                self.plain_name(Field::Name)?;
                self.supertypes(Lexeme::Implements)?;
            }
            Lexeme::At => {
                self.events[this as usize].kind = Kind::AnnotationType;
                self.leaf(Kind::Plain);
                self.expect(Lexeme::Interface)?;
                self.plain_name(Field::Name)?;
            }
            _ => return None,
        }
        // The walk assumes that a head ends at its body, whatever the body contains.
        self.open(Kind::TypeBody, None);
        self.expect(Lexeme::LeftBrace)?;
        self.close();
        self.close();
        Some(())
    }
}
