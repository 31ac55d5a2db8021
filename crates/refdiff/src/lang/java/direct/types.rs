//! Written types, and where they end.

use super::Parser;
use super::lexer::Lexeme;
use crate::lang::java::kinds::Kind;

/// The maximum nesting of type arguments. Every name in an expression is tried as a type, so this bounds the cost.
const ARGUMENTS: u32 = 16;

impl Parser<'_> {
    /// The token after a type that may begin at a token.
    pub(super) fn type_end(&self, at: usize) -> Option<usize> {
        self.type_end_within(at, ARGUMENTS)
    }

    fn type_end_within(&self, at: usize, depth: u32) -> Option<usize> {
        let mut end = at + 1;
        match self.lexeme(at) {
            Lexeme::Primitive | Lexeme::Boolean | Lexeme::Void => {}
            Lexeme::Identifier => loop {
                if self.lexeme(end) == Lexeme::Less {
                    end = self.arguments_end(end, depth.checked_sub(1)?)?;
                }
                if self.lexeme(end) != Lexeme::Dot || self.lexeme(end + 1) != Lexeme::Identifier {
                    break;
                }
                end += 2;
            },
            _ => return None,
        }
        while self.lexeme(end) == Lexeme::LeftBracket && self.lexeme(end + 1) == Lexeme::RightBracket {
            end += 2;
        }
        Some(end)
    }

    fn arguments_end(&self, at: usize, depth: u32) -> Option<usize> {
        let mut end = at + 1;
        if self.lexeme(end) == Lexeme::Greater {
            return Some(end + 1);
        }
        loop {
            end = self.annotations_end(end)?;
            if self.lexeme(end) == Lexeme::Question {
                end += 1;
                if matches!(self.lexeme(end), Lexeme::Extends | Lexeme::Super) {
                    end = self.type_end_within(self.annotations_end(end + 1)?, depth)?;
                }
            } else {
                end = self.type_end_within(end, depth)?;
            }
            match self.lexeme(end) {
                Lexeme::Comma => end += 1,
                Lexeme::Greater => return Some(end + 1),
                _ => return None,
            }
        }
    }

    /// The token after the annotations before a type. Annotations with arguments are left to the grammar.
    fn annotations_end(&self, at: usize) -> Option<usize> {
        let mut end = at;
        while self.lexeme(end) == Lexeme::At {
            end += 2;
            while self.lexeme(end) == Lexeme::Dot {
                end += 2;
            }
            if self.lexeme(end) == Lexeme::LeftParen {
                return None;
            }
        }
        Some(end)
    }

    /// Whether a variable declaration begins here: a type and a name.
    pub(super) fn is_variable(&self, at: usize) -> bool {
        let end = self.type_end(at);
        end.is_some_and(|end| matches!(self.lexeme(end), Lexeme::Identifier | Lexeme::Reserved))
    }

    /// A type, possibly with annotations.
    pub(super) fn annotated_type(&mut self) -> Option<()> {
        if self.peek() != Lexeme::At {
            return self.type_use().map(|_| ());
        }
        self.open(Kind::Type, None);
        self.annotations()?;
        self.type_use()?;
        self.close();
        Some(())
    }

    /// A type.
    pub(super) fn type_use(&mut self) -> Option<u32> {
        let mut ty = self.simple_type()?;
        if self.peek() == Lexeme::LeftBracket && self.ahead(1) == Lexeme::RightBracket {
            ty = self.wrap(ty, Kind::Type, None);
            self.dimensions()?;
            self.close();
        }
        Some(ty)
    }

    /// A type that is not an array.
    pub(super) fn simple_type(&mut self) -> Option<u32> {
        match self.peek() {
            Lexeme::Boolean | Lexeme::Void => Some(self.leaf(Kind::Type)),
            Lexeme::Primitive => {
                let ty = self.open(Kind::Type, None);
                self.leaf(Kind::Plain);
                self.close();
                Some(ty)
            }
            Lexeme::Identifier => {
                let mut ty = self.leaf(Kind::TypeIdentifier);
                loop {
                    if self.peek() == Lexeme::Less {
                        ty = self.wrap(ty, Kind::Type, None);
                        self.type_arguments()?;
                        self.close();
                    }
                    if self.peek() != Lexeme::Dot || self.ahead(1) != Lexeme::Identifier {
                        return Some(ty);
                    }
                    ty = self.wrap(ty, Kind::Type, None);
                    self.leaf(Kind::Plain);
                    self.leaf(Kind::TypeIdentifier);
                    self.close();
                }
            }
            _ => None,
        }
    }

    pub(super) fn type_arguments(&mut self) -> Option<()> {
        self.deeper(|parser| {
            parser.open(Kind::TypeArguments, None);
            parser.expect(Lexeme::Less)?;
            while parser.peek() != Lexeme::Greater {
                if parser.annotations_end(parser.at).map(|at| parser.lexeme(at)) == Some(Lexeme::Question) {
                    parser.wildcard()?;
                } else {
                    parser.annotated_type()?;
                }
                match (parser.peek(), parser.ahead(1)) {
                    (Lexeme::Comma, Lexeme::Greater) => return None,
                    (Lexeme::Comma, _) => parser.leaf(Kind::Plain),
                    (Lexeme::Greater, _) => break,
                    _ => return None,
                };
            }
            parser.leaf(Kind::Plain);
            parser.close();
            Some(())
        })
    }

    fn wildcard(&mut self) -> Option<()> {
        self.open(Kind::Plain, None);
        self.annotations()?;
        self.expect(Lexeme::Question)?;
        match self.peek() {
            Lexeme::Extends => {
                self.leaf(Kind::Plain);
                self.annotated_type()?;
            }
            Lexeme::Super => {
                self.leaf(Kind::Super);
                self.annotated_type()?;
            }
            _ => {}
        }
        self.close();
        Some(())
    }

    /// `[]`, once or more.
    pub(super) fn dimensions(&mut self) -> Option<()> {
        self.open(Kind::Dimensions, None);
        loop {
            self.expect(Lexeme::LeftBracket)?;
            self.expect(Lexeme::RightBracket)?;
            if self.peek() != Lexeme::LeftBracket || self.ahead(1) != Lexeme::RightBracket {
                break;
            }
        }
        self.close();
        Some(())
    }

    /// `[]` after a name, if there are any.
    pub(super) fn dimensions_behind(&mut self) -> Option<()> {
        if self.peek() == Lexeme::LeftBracket { self.dimensions() } else { Some(()) }
    }

    /// Types separated by commas.
    pub(super) fn types(&mut self) -> Option<()> {
        self.listed(Self::annotated_type)
    }

    /// The type parameters of a type or method, if there are any.
    pub(super) fn type_parameters(&mut self) -> Option<()> {
        if self.peek() != Lexeme::Less {
            return Some(());
        }
        self.open(Kind::Plain, None);
        self.leaf(Kind::Plain);
        self.listed(|parser| {
            parser.open(Kind::TypeParameter, None);
            parser.annotations()?;
            if parser.peek() != Lexeme::Identifier {
                return None;
            }
            parser.leaf(Kind::TypeIdentifier);
            if parser.peek() == Lexeme::Extends {
                parser.open(Kind::TypeArguments, None);
                parser.leaf(Kind::Plain);
                parser.annotated_type()?;
                while parser.peek() == Lexeme::Ampersand {
                    parser.leaf(Kind::Plain);
                    parser.annotated_type()?;
                }
                parser.close();
            }
            parser.close();
            Some(())
        })?;
        self.expect(Lexeme::Greater)?;
        self.close();
        Some(())
    }
}
