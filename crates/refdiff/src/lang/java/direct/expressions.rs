//! Expressions with operators: assignments, conditions, sums, casts, lambdas.

use super::Parser;
use super::lexer::{self, Lexeme};
use crate::lang::java::kinds::{Field, Kind};
use crate::model::NodeKind;

impl Parser<'_> {
    pub(super) fn expression(&mut self) -> Option<u32> {
        self.deeper(|parser| {
            if parser.is_lambda() {
                return parser.lambda();
            }
            let left = parser.conditional()?;
            let Some(tokens) = parser.assignment_sign() else { return Some(left) };
            let assignable =
                matches!(parser.kind_of(left), Kind::Identifier | Kind::FieldAccess | Kind::ArrayAccess);
            if !assignable {
                return None;
            }
            let assignment = parser.wrap(left, Kind::Assignment, Some(NodeKind::Assignment));
            parser.set_field(left, Field::Left);
            parser.leaf_of(Kind::Plain, tokens);
            let right = parser.expression()?;
            parser.set_field(right, Field::Right);
            parser.close();
            Some(assignment)
        })
    }

    /// The number of tokens of the assignment operator at this position.
    fn assignment_sign(&self) -> Option<usize> {
        match self.peek() {
            Lexeme::Equal | Lexeme::Assign => Some(1),
            Lexeme::Greater => {
                let shift = self.greater_run();
                let ends =
                    self.lexeme(self.at + shift) == Lexeme::Equal && self.adjacent(self.at + shift - 1);
                (shift > 1 && ends).then_some(shift + 1)
            }
            _ => None,
        }
    }

    /// The number of adjacent `>` at this position.
    fn greater_run(&self) -> usize {
        let mut length = 1;
        while length < 3
            && self.lexeme(self.at + length) == Lexeme::Greater
            && self.adjacent(self.at + length - 1)
        {
            length += 1;
        }
        length
    }

    /// The precedence of the binary operator at this position, and its number of tokens.
    fn operator(&self) -> Option<(u8, usize)> {
        match self.peek() {
            Lexeme::Operator(strength) => Some((strength, 1)),
            Lexeme::Ampersand => Some((lexer::BIT_AND, 1)),
            Lexeme::Less | Lexeme::InstanceOf => Some((lexer::RELATION, 1)),
            Lexeme::Plus | Lexeme::Minus => Some((lexer::SUM, 1)),
            Lexeme::Greater => {
                let length = self.greater_run();
                let next = self.lexeme(self.at + length);
                let joined = self.adjacent(self.at + length - 1);
                match (length, next, joined) {
                    (1, Lexeme::Equal, true) => Some((lexer::RELATION, 2)),
                    (_, Lexeme::Equal | Lexeme::Operator(_) | Lexeme::Greater, true) => None,
                    (1, ..) => Some((lexer::RELATION, 1)),
                    _ => Some((lexer::SHIFT, length)),
                }
            }
            _ => None,
        }
    }

    /// An expression without assignments: a conditional, or one with higher precedence.
    pub(super) fn conditional(&mut self) -> Option<u32> {
        let condition = self.binary(lexer::OR)?;
        if self.peek() != Lexeme::Question {
            return Some(condition);
        }
        self.deeper(|parser| {
            let conditional = parser.wrap(condition, Kind::Conditional, Some(NodeKind::Conditional));
            parser.leaf(Kind::Plain);
            let consequence = parser.expression()?;
            parser.set_field(consequence, Field::Consequence);
            parser.expect(Lexeme::Colon)?;
            let alternative = if parser.is_lambda() { parser.lambda()? } else { parser.conditional()? };
            parser.set_field(alternative, Field::Alternative);
            parser.close();
            Some(conditional)
        })
    }

    /// Binary operations with at least this precedence.
    fn binary(&mut self, least: u8) -> Option<u32> {
        let mut left = self.unary()?;
        while let Some((strength, tokens)) = self.operator().filter(|operator| operator.0 >= least) {
            let is_test = self.peek() == Lexeme::InstanceOf;
            let kind = if is_test { Kind::InstanceOf } else { Kind::Binary };
            let operation = self.wrap(left, kind, Some(NodeKind::Operation));
            self.set_field(left, Field::Left);
            self.leaf_of(Kind::Plain, tokens);
            if is_test {
                self.tested_type()?;
            } else {
                let right = self.deeper(|parser| parser.binary(strength + 1))?;
                self.set_field(right, Field::Right);
            }
            self.close();
            left = operation;
        }
        Some(left)
    }

    /// The right side of `instanceof`: a type, and perhaps a name.
    fn tested_type(&mut self) -> Option<()> {
        if self.peek() == Lexeme::Final {
            self.modifiers()?;
        }
        let ty = self.type_use()?;
        self.set_field(ty, Field::Right);
        match self.peek() {
            Lexeme::Identifier => self.name(Field::Name).map(|_| ()),
            Lexeme::Reserved | Lexeme::LeftParen => None,
            _ => Some(()),
        }
    }

    fn unary(&mut self) -> Option<u32> {
        match self.peek() {
            Lexeme::Plus | Lexeme::Minus | Lexeme::Not => self.deeper(|parser| {
                let unary = parser.open(Kind::Unary, Some(NodeKind::Operation));
                parser.leaf(Kind::Plain);
                parser.unary()?;
                parser.close();
                Some(unary)
            }),
            Lexeme::Step => {
                let update = self.open(Kind::Update, Some(NodeKind::Operation));
                self.leaf(Kind::Plain);
                self.primary()?;
                self.close();
                Some(update)
            }
            Lexeme::LeftParen if self.is_cast()? => self.cast(),
            Lexeme::Switch => self.deeper(Self::switch),
            _ => {
                let value = self.primary()?;
                if self.peek() != Lexeme::Step {
                    return Some(value);
                }
                let update = self.wrap(value, Kind::Update, Some(NodeKind::Operation));
                self.leaf(Kind::Plain);
                self.close();
                Some(update)
            }
        }
    }

    /// Whether a cast begins at this opening parenthesis; `None` if that is uncertain.
    fn is_cast(&self) -> Option<bool> {
        let from = self.at + 1;
        let Some(end) = self.type_end(from) else { return Some(false) };
        match self.lexeme(end) {
            Lexeme::RightParen => {}
            // `(A & B) x` is a cast as well, or an operation on bits.
            Lexeme::Ampersand if self.type_end(end + 1).is_some() => return self.is_joined_cast(end),
            _ => return Some(false),
        }
        let is_name = (from..end).step_by(2).all(|at| self.lexeme(at) == Lexeme::Identifier)
            && !matches!(self.lexeme(end - 1), Lexeme::RightBracket | Lexeme::Greater);
        if !is_name {
            return Some(true);
        }
        match self.lexeme(end + 1) {
            Lexeme::Identifier
            | Lexeme::Reserved
            | Lexeme::Number
            | Lexeme::Text
            | Lexeme::Character
            | Lexeme::True
            | Lexeme::False
            | Lexeme::Null
            | Lexeme::This
            | Lexeme::Super
            | Lexeme::New
            | Lexeme::Not
            | Lexeme::LeftParen
            | Lexeme::Primitive
            | Lexeme::Boolean
            | Lexeme::Void
            | Lexeme::Switch => Some(true),
            // The grammar may parse `(a.b) - c` as a cast.
            Lexeme::Step | Lexeme::Plus | Lexeme::Minus => None,
            _ => Some(false),
        }
    }

    /// The same for several types joined by `&`, the first of which ends here. A bit operation in parentheses is
    /// seldom followed by anything but an operator.
    fn is_joined_cast(&self, first: usize) -> Option<bool> {
        let mut end = first;
        while self.lexeme(end) == Lexeme::Ampersand {
            match self.type_end(end + 1) {
                Some(next) => end = next,
                None => return Some(false),
            }
        }
        match (self.lexeme(end), self.lexeme(end + 1)) {
            (Lexeme::RightParen, Lexeme::Identifier | Lexeme::LeftParen | Lexeme::New | Lexeme::This) => None,
            _ => Some(false),
        }
    }

    fn cast(&mut self) -> Option<u32> {
        self.deeper(|parser| {
            let cast = parser.open(Kind::Cast, Some(NodeKind::Cast));
            parser.leaf(Kind::Plain);
            parser.type_use()?;
            parser.expect(Lexeme::RightParen)?;
            let value = if parser.is_lambda() { parser.lambda()? } else { parser.unary()? };
            parser.set_field(value, Field::Value);
            parser.close();
            Some(cast)
        })
    }

    pub(super) fn is_lambda(&self) -> bool {
        match self.peek() {
            Lexeme::Identifier | Lexeme::Reserved => self.ahead(1) == Lexeme::Arrow,
            Lexeme::LeftParen => match self.ahead(1) {
                Lexeme::RightParen => self.ahead(2) == Lexeme::Arrow,
                Lexeme::Final | Lexeme::At => true,
                Lexeme::Identifier | Lexeme::Reserved
                    if matches!(self.ahead(2), Lexeme::Comma | Lexeme::RightParen) =>
                {
                    self.is_inferred_lambda()
                }
                _ => self.is_variable(self.at + 1),
            },
            _ => false,
        }
    }

    /// Whether there are names in parentheses and an arrow at this position.
    fn is_inferred_lambda(&self) -> bool {
        let mut at = self.at + 1;
        while matches!(self.lexeme(at), Lexeme::Identifier | Lexeme::Reserved) {
            match self.lexeme(at + 1) {
                Lexeme::Comma => at += 2,
                Lexeme::RightParen => return self.lexeme(at + 2) == Lexeme::Arrow,
                _ => return false,
            }
        }
        false
    }

    pub(super) fn lambda(&mut self) -> Option<u32> {
        self.deeper(|parser| {
            let lambda = parser.open(Kind::Lambda, Some(NodeKind::Lambda));
            if parser.peek() != Lexeme::LeftParen {
                parser.name(Field::Parameters)?;
            } else if parser.is_inferred_lambda() {
                let names = parser.open(Kind::InferredParameters, None);
                parser.set_field(names, Field::Parameters);
                parser.leaf(Kind::Plain);
                while parser.name(Field::None).is_some() && parser.peek() == Lexeme::Comma {
                    parser.leaf(Kind::Plain);
                }
                parser.expect(Lexeme::RightParen)?;
                parser.close();
            } else {
                parser.parameters()?;
            }
            parser.expect(Lexeme::Arrow)?;
            if parser.peek() == Lexeme::LeftBrace {
                parser.block()?;
            } else {
                parser.expression()?;
            }
            parser.close();
            Some(lambda)
        })
    }
}
