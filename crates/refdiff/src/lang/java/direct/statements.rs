//! Statements.

use super::Parser;
use super::lexer::Lexeme;
use crate::lang::java::kinds::{Field, Kind};
use crate::model::NodeKind;

impl Parser<'_> {
    pub(super) fn block(&mut self) -> Option<u32> {
        let block = self.open(Kind::Block, Some(NodeKind::Block));
        self.expect(Lexeme::LeftBrace)?;
        self.statements()?;
        self.expect(Lexeme::RightBrace)?;
        self.close();
        Some(block)
    }

    /// The body of a constructor, which may begin with a call of another constructor.
    pub(super) fn constructor_body(&mut self) -> Option<()> {
        self.open(Kind::Block, Some(NodeKind::Block));
        self.expect(Lexeme::LeftBrace)?;
        if matches!(self.peek(), Lexeme::This | Lexeme::Super) && self.ahead(1) == Lexeme::LeftParen {
            self.open(Kind::ConstructorCall, Some(NodeKind::ConstructorCall));
            self.leaf(if self.peek() == Lexeme::This { Kind::This } else { Kind::Super });
            self.arguments()?;
            self.expect(Lexeme::Semicolon)?;
            self.close();
        }
        self.statements()?;
        self.expect(Lexeme::RightBrace)?;
        self.close();
        Some(())
    }

    fn statements(&mut self) -> Option<()> {
        while !matches!(self.peek(), Lexeme::RightBrace | Lexeme::Case | Lexeme::Default | Lexeme::End) {
            self.statement()?;
        }
        Some(())
    }

    fn statement(&mut self) -> Option<u32> {
        self.deeper(Self::statement_here)
    }

    fn statement_here(&mut self) -> Option<u32> {
        match self.peek() {
            Lexeme::LeftBrace => self.block(),
            Lexeme::Semicolon => Some(self.leaf(Kind::Plain)),
            Lexeme::If => self.if_statement(),
            Lexeme::For => self.for_statement(),
            Lexeme::While => {
                let this = self.open(Kind::Plain, Some(NodeKind::Loop));
                self.leaf(Kind::Plain);
                self.in_brackets()?;
                self.statement()?;
                self.close();
                Some(this)
            }
            Lexeme::Do => {
                let this = self.open(Kind::Plain, Some(NodeKind::Loop));
                self.leaf(Kind::Plain);
                self.statement()?;
                self.expect(Lexeme::While)?;
                self.in_brackets()?;
                self.expect(Lexeme::Semicolon)?;
                self.close();
                Some(this)
            }
            Lexeme::Switch => self.switch(),
            Lexeme::Try => self.try_statement(),
            Lexeme::Return => self.with_value(NodeKind::Return, true),
            Lexeme::Throw => self.with_value(NodeKind::Throw, false),
            Lexeme::Assert => {
                let this = self.open(Kind::Plain, Some(NodeKind::Assert));
                self.leaf(Kind::Plain);
                self.expression()?;
                if self.peek() == Lexeme::Colon {
                    self.leaf(Kind::Plain);
                    self.expression()?;
                }
                self.expect(Lexeme::Semicolon)?;
                self.close();
                Some(this)
            }
            Lexeme::Break | Lexeme::Continue => {
                let this = self.open(Kind::Jump, Some(NodeKind::Jump));
                self.leaf(Kind::Plain);
                if self.peek() != Lexeme::Semicolon {
                    self.plain_name(Field::None)?;
                }
                self.expect(Lexeme::Semicolon)?;
                self.close();
                Some(this)
            }
            Lexeme::Synchronized => {
                let this = self.open(Kind::Plain, Some(NodeKind::Synchronized));
                self.leaf(Kind::Plain);
                self.in_brackets()?;
                self.block()?;
                self.close();
                Some(this)
            }
            Lexeme::Final | Lexeme::At | Lexeme::Class | Lexeme::Modifier | Lexeme::Static => {
                self.local_declaration()
            }
            Lexeme::Identifier if self.ahead(1) == Lexeme::Colon => {
                let this = self.open(Kind::Labelled, Some(NodeKind::Labelled));
                self.leaf(Kind::Identifier);
                self.leaf(Kind::Plain);
                self.statement()?;
                self.close();
                Some(this)
            }
            // `record R(...)` and similar.
            Lexeme::Reserved if self.ahead(1) == Lexeme::Identifier => None,
            _ if self.is_variable(self.at) => self.local_declaration(),
            _ => {
                let this = self.open(Kind::Plain, Some(NodeKind::ExpressionStatement));
                self.expression()?;
                self.expect(Lexeme::Semicolon)?;
                self.close();
                Some(this)
            }
        }
    }

    /// A local variable or class.
    fn local_declaration(&mut self) -> Option<u32> {
        let this = self.open(Kind::LocalDeclaration, Some(NodeKind::LocalDeclaration));
        self.modifiers()?;
        if self.peek() == Lexeme::Class {
            let event = &mut self.events[this as usize];
            (event.kind, event.node) = (Kind::Class, Some(NodeKind::TypeDeclaration));
            self.class()?;
        } else {
            self.type_use()?;
            self.declarators()?;
        }
        self.close();
        Some(this)
    }

    fn with_value(&mut self, node: NodeKind, optional: bool) -> Option<u32> {
        let this = self.open(Kind::Plain, Some(node));
        self.leaf(Kind::Plain);
        if !optional || self.peek() != Lexeme::Semicolon {
            self.expression()?;
        }
        self.expect(Lexeme::Semicolon)?;
        self.close();
        Some(this)
    }

    /// An expression in parentheses.
    pub(super) fn in_brackets(&mut self) -> Option<u32> {
        let group = self.open(Kind::Parenthesised, Some(NodeKind::Parenthesised));
        self.expect(Lexeme::LeftParen)?;
        self.expression()?;
        self.expect(Lexeme::RightParen)?;
        self.close();
        Some(group)
    }

    fn if_statement(&mut self) -> Option<u32> {
        let this = self.open(Kind::Plain, Some(NodeKind::If));
        self.leaf(Kind::Plain);
        self.in_brackets()?;
        let consequence = self.statement()?;
        self.set_field(consequence, Field::Consequence);
        if self.peek() == Lexeme::Else {
            self.leaf(Kind::Plain);
            let alternative = self.statement()?;
            self.set_field(alternative, Field::Alternative);
        }
        self.close();
        Some(this)
    }

    fn for_statement(&mut self) -> Option<u32> {
        let from = self.at + 2 + usize::from(self.ahead(2) == Lexeme::Final);
        let mut end = self.type_end(from).filter(|_| self.is_variable(from));
        while let Some(at) = end
            && self.lexeme(at + 1) == Lexeme::LeftBracket
        {
            end = (self.lexeme(at + 2) == Lexeme::RightBracket).then_some(at + 2);
        }
        let each = end.is_some_and(|end| self.lexeme(end + 1) == Lexeme::Colon);
        let kind = if each { Kind::ForEach } else { Kind::Scope };
        let this = self.open(kind, Some(NodeKind::Loop));
        self.leaf(Kind::Plain);
        self.expect(Lexeme::LeftParen)?;
        if each {
            self.modifiers()?;
            self.type_use()?;
            self.name(Field::Name)?;
            self.dimensions_behind()?;
            self.expect(Lexeme::Colon)?;
            let value = self.expression()?;
            self.set_field(value, Field::Value);
        } else {
            if matches!(self.peek(), Lexeme::Final | Lexeme::At) || self.is_variable(self.at) {
                self.local_declaration()?;
            } else {
                if self.peek() != Lexeme::Semicolon {
                    self.expressions()?;
                }
                self.expect(Lexeme::Semicolon)?;
            }
            if self.peek() != Lexeme::Semicolon {
                self.expression()?;
            }
            self.expect(Lexeme::Semicolon)?;
            if self.peek() != Lexeme::RightParen {
                self.expressions()?;
            }
        }
        self.expect(Lexeme::RightParen)?;
        self.statement()?;
        self.close();
        Some(this)
    }

    /// Expressions separated by commas.
    pub(super) fn expressions(&mut self) -> Option<()> {
        self.listed(|parser| parser.expression().map(|_| ()))
    }

    pub(super) fn switch(&mut self) -> Option<u32> {
        let this = self.open(Kind::Scope, Some(NodeKind::Switch));
        self.leaf(Kind::Plain);
        self.in_brackets()?;
        self.open(Kind::Plain, None);
        self.expect(Lexeme::LeftBrace)?;
        let mut arrows = None;
        while self.peek() != Lexeme::RightBrace {
            self.open(Kind::Plain, Some(NodeKind::Case));
            self.label()?;
            let arrow = self.peek() == Lexeme::Arrow;
            if *arrows.get_or_insert(arrow) != arrow {
                return None;
            }
            if arrow {
                self.leaf(Kind::Plain);
                match self.peek() {
                    Lexeme::LeftBrace | Lexeme::Throw => self.statement()?,
                    _ => {
                        let value = self.open(Kind::Plain, Some(NodeKind::ExpressionStatement));
                        self.expression()?;
                        self.expect(Lexeme::Semicolon)?;
                        self.close();
                        value
                    }
                };
            } else {
                // A label followed by another one forms a group of its own in the grammar's tree.
                self.expect(Lexeme::Colon)?;
                self.statements()?;
            }
            self.close();
        }
        self.expect(Lexeme::RightBrace)?;
        self.close();
        self.close();
        Some(this)
    }

    /// `case a, b` or `default`. Patterns are left to the grammar.
    fn label(&mut self) -> Option<()> {
        self.open(Kind::Plain, None);
        match self.peek() {
            Lexeme::Default => {
                self.leaf(Kind::Plain);
            }
            Lexeme::Case => {
                self.leaf(Kind::Plain);
                self.listed(|parser| {
                    if parser.is_variable(parser.at) || parser.peek() == Lexeme::Final {
                        return None;
                    }
                    let value = parser.conditional()?;
                    (parser.kind_of(value) != Kind::MethodCall).then_some(())
                })?;
            }
            _ => return None,
        }
        self.close();
        Some(())
    }

    fn try_statement(&mut self) -> Option<u32> {
        let this = self.open(Kind::Scope, Some(NodeKind::Try));
        self.leaf(Kind::Plain);
        let resources = self.peek() == Lexeme::LeftParen;
        if resources {
            self.resources()?;
        }
        self.block()?;
        let mut handled = resources;
        while self.peek() == Lexeme::Catch {
            self.catch()?;
            handled = true;
        }
        if self.peek() == Lexeme::Finally {
            self.open(Kind::Plain, Some(NodeKind::Finally));
            self.leaf(Kind::Plain);
            self.block()?;
            self.close();
            handled = true;
        }
        self.close();
        handled.then_some(this)
    }

    fn resources(&mut self) -> Option<()> {
        self.open(Kind::Plain, None);
        self.leaf(Kind::Plain);
        loop {
            self.open(Kind::Resource, None);
            if self.peek() == Lexeme::Final || self.is_variable(self.at) {
                self.modifiers()?;
                self.type_use()?;
                self.name(Field::Name)?;
                self.dimensions_behind()?;
                self.expect(Lexeme::Equal)?;
                let value = self.expression()?;
                self.set_field(value, Field::Value);
            } else {
                let value = self.primary()?;
                if !matches!(self.kind_of(value), Kind::Identifier | Kind::FieldAccess) {
                    return None;
                }
            }
            self.close();
            if self.peek() == Lexeme::Semicolon {
                self.leaf(Kind::Plain);
            } else {
                break;
            }
            if self.peek() == Lexeme::RightParen {
                break;
            }
        }
        self.expect(Lexeme::RightParen)?;
        self.close();
        Some(())
    }

    fn catch(&mut self) -> Option<()> {
        self.open(Kind::Scope, Some(NodeKind::Catch));
        self.leaf(Kind::Plain);
        self.expect(Lexeme::LeftParen)?;
        self.open(Kind::CatchParameter, None);
        self.modifiers()?;
        self.open(Kind::Plain, None);
        self.type_use()?;
        while self.peek() == Lexeme::Operator(super::lexer::BIT_OR) {
            self.leaf(Kind::Plain);
            self.type_use()?;
        }
        self.close();
        self.name(Field::Name)?;
        self.dimensions_behind()?;
        self.close();
        self.expect(Lexeme::RightParen)?;
        self.block()?;
        self.close();
        Some(())
    }
}
