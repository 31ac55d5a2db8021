//! Reads the source text: the text of tokens, and the parts of heads and variables.

use crate::model::{EntityId, Level, Lexicon, Model, Role, Symbol, Token, TokenRange, Unit};
use crate::report::Side;

/// The text for the tokens of one unit.
pub(crate) struct Reader<'s> {
    pub unit: &'s Unit,
    pub lexicon: &'static Lexicon,
    text: &'s [u8],
    /// Where the unit starts.
    base: u32,
}

/// One or a few words as written: a modifier, an annotation, a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    /// Without the arguments in parentheses.
    pub name: String,
    pub text: String,
    pub tokens: TokenRange,
}

/// A parameter or local variable as it is declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Variable {
    pub name: String,
    /// Its type as written; empty where there is none.
    pub ty: String,
    /// The token that declares it.
    pub token: u32,
    /// Its whole declaration, except its value.
    pub tokens: TokenRange,
    pub modifiers: Vec<Mark>,
    pub annotations: Vec<Mark>,
    pub is_parameter: bool,
}

impl Variable {
    /// Name and type.
    pub fn text(&self) -> String {
        named(&self.name, &self.ty)
    }
}

/// A name with its type.
pub(crate) fn named(name: &str, ty: &str) -> String {
    if ty.is_empty() { name.to_owned() } else { format!("{name} : {ty}") }
}

/// The head of a declaration.
#[derive(Clone, Debug, Default)]
pub(crate) struct Head {
    pub modifiers: Vec<Mark>,
    pub annotations: Vec<Mark>,
    /// The result type of a method or the type of a field.
    pub ty: Option<Mark>,
    pub parameters: Vec<Variable>,
    pub throws: Vec<Mark>,
    /// The token of its name.
    pub name: u32,
}

impl<'s> Reader<'s> {
    pub fn new(side: &'s Side, id: EntityId) -> Self {
        let entity = side.model.entity(id);
        let file = &side.model.files[entity.file as usize];
        let placed = &file.units[entity.unit as usize];
        let text: &[u8] = side.text(entity.file as usize);
        Reader { unit: &placed.unit, lexicon: file.lexicon, text, base: placed.start }
    }

    fn token(&self, token: u32) -> Option<&Token> {
        self.unit.tokens.get(token as usize)
    }

    pub fn role(&self, token: u32) -> Role {
        self.token(token).map_or(Role::Punctuation, Token::role)
    }

    pub fn symbol(&self, token: u32) -> Symbol {
        self.token(token).map_or(Symbol::default(), |token| token.symbol)
    }

    pub fn word(&self, token: u32) -> &'s str {
        let Some(token) = self.token(token) else { return "" };
        let range = (self.base + token.start) as usize..(self.base + token.end()) as usize;
        self.text.get(range).and_then(|t| std::str::from_utf8(t).ok()).unwrap_or_default()
    }

    /// Tokens as text, with a blank only between two words.
    pub fn squeezed(&self, tokens: &TokenRange) -> String {
        self.joined(tokens.clone())
    }

    /// The same for tokens that need not be adjacent.
    pub fn joined(&self, tokens: impl Iterator<Item = u32>) -> String {
        let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let mut out = String::new();
        for token in tokens {
            let word = self.word(token);
            let parts =
                (out.chars().next_back().is_some_and(is_word) || out.ends_with("<?") || out.ends_with(",?"))
                    && word.chars().next().is_some_and(|c| is_word(c) || c == '@');
            if parts {
                out.push(' ');
            }
            out.push_str(word);
        }
        out
    }

    /// The bytes of tokens in the file; the first byte of the unit where there are no such tokens.
    pub fn bytes(&self, tokens: &TokenRange) -> std::ops::Range<u32> {
        let last = tokens.clone().next_back().and_then(|last| self.token(last));
        match (self.token(tokens.start), last) {
            (Some(first), Some(last)) => self.base + first.start..self.base + last.end(),
            _ => self.base..self.base + 1,
        }
    }

    pub fn mark(&self, tokens: TokenRange) -> Mark {
        let text = self.squeezed(&tokens);
        Mark { name: text.clone(), text, tokens }
    }

    fn is_modifier(&self, token: u32) -> bool {
        let word = self.word(token);
        self.lexicon.modifiers.contains(&word) || self.lexicon.visibility.contains(&word)
    }

    /// The annotations in a range of annotation tokens.
    fn annotations(&self, tokens: TokenRange, all: &mut Vec<Mark>) {
        let mut depth = 0;
        let mut start = tokens.start;
        for token in tokens.clone() {
            match self.word(token) {
                "@" if depth == 0 && token > start => {
                    all.push(self.annotation(start..token));
                    start = token;
                }
                "(" | "{" | "[" => depth += 1,
                ")" | "}" | "]" => depth -= 1,
                _ => {}
            }
        }
        if start < tokens.end {
            all.push(self.annotation(start..tokens.end));
        }
    }

    fn annotation(&self, tokens: TokenRange) -> Mark {
        let mut mark = self.mark(tokens);
        if let Some(bracket) = mark.text.find('(') {
            mark.name.truncate(bracket);
            // Empty parentheses mean nothing.
            if &mark.text[bracket..] == "()" {
                mark.text.truncate(bracket);
            }
        }
        // Uses the last name, independent of how it is imported.
        if let Some(dot) = mark.name.rfind('.') {
            mark.name.replace_range(..=dot, "@");
        }
        mark
    }

    /// The head of a declaration.
    pub fn head(&self, model: &Model, id: EntityId) -> Head {
        let declaration = model.declaration(id);
        let symbol = Symbol::of(declaration.name.as_bytes());
        let tokens = declaration.tokens.clone();
        let level = model.level(id);
        let is_name = |t: &u32| self.role(*t) == Role::Declaration && self.symbol(*t) == symbol;
        let name = tokens.clone().find(is_name).unwrap_or(tokens.start);
        let mut head = Head { name, ..Head::default() };
        // For several fields that are declared together, all tokens before the name precede the first field.
        let shared = level == Level::Field && tokens.start == name && declaration.parent.is_none();
        let start = if shared { 0 } else { tokens.start };
        let first = (start..name).find(|&t| shared && self.role(t) == Role::Declaration).unwrap_or(name);
        let mut rest = Vec::new();
        let mut at = start;
        while at < first {
            if self.role(at) == Role::Annotation {
                let end = (at..first).find(|&t| self.role(t) != Role::Annotation).unwrap_or(first);
                self.annotations(at..end, &mut head.annotations);
                at = end;
                continue;
            }
            if self.is_modifier(at) {
                head.modifiers.push(self.mark(at..at + 1));
            } else {
                rest.push(at);
            }
            at += 1;
        }
        if level == Level::Type {
            return head;
        }
        head.ty = if self.lexicon.types_first {
            self.type_in(&rest, first).map(|ty| self.with_brackets(ty, name, level))
        } else {
            let from = if level == Level::Method {
                self.behind_parameters(name, tokens.end)
            } else {
                Some(name + 1)
            };
            let written = from.and_then(|from| self.type_behind(from)).map(|range| self.mark(range));
            let key = declaration.type_key.to_string();
            written.or((!key.is_empty()).then(|| Mark {
                name: key.clone(),
                text: key,
                tokens: name..name + 1,
            }))
        };
        if level == Level::Method {
            let end = declaration.body.as_ref().map_or(tokens.end, |body| body.start.max(name));
            let mut from = name + 1;
            for parameter in &declaration.parameters {
                let symbol = Symbol::of(parameter.name.as_bytes());
                let declared = |t: &u32| self.role(*t) == Role::Declaration && self.symbol(*t) == symbol;
                if let Some(token) = (from..end).find(declared) {
                    let mut variable = self.variable(token, from);
                    variable.is_parameter = true;
                    head.parameters.push(variable);
                    from = token + 1;
                }
            }
            for thrown in declaration.throws.iter().filter_map(|t| t.simple()) {
                let found = (from..end).find(|&t| self.symbol(t) == thrown && self.role(t) == Role::Type);
                head.throws.extend(found.map(|t| self.mark(t..t + 1)));
            }
        }
        head
    }

    /// The type among the tokens before a name: what remains without type parameters.
    fn type_in(&self, rest: &[u32], end: u32) -> Option<Mark> {
        let mut start = *rest.first()?;
        if self.word(start) == "<" {
            let mut depth = 0;
            while start < end {
                depth += self.nesting(start);
                start += 1;
                if depth == 0 {
                    break;
                }
            }
        }
        (start < end).then(|| self.mark(start..end))
    }

    /// A type with the brackets after the name, or after the parameters.
    fn with_brackets(&self, mut ty: Mark, name: u32, level: Level) -> Mark {
        let from = if level == Level::Method {
            self.behind_parameters(name, self.unit.tokens.len() as u32)
        } else {
            Some(name + 1)
        };
        let mut at = from.unwrap_or(name);
        while from.is_some() && self.word(at) == "[" && self.word(at + 1) == "]" {
            ty.text.push_str("[]");
            at += 2;
        }
        ty
    }

    /// The token after the parentheses of a method's parameters.
    fn behind_parameters(&self, name: u32, end: u32) -> Option<u32> {
        let open = (name + 1..end).find(|&t| self.word(t) == "(")?;
        let mut depth = 0;
        let close = (open..end).find(|&t| {
            depth += i32::from(self.word(t) == "(") - i32::from(self.word(t) == ")");
            depth == 0
        })?;
        Some(close + 1)
    }

    /// The change of nesting in type arguments that a token causes.
    fn nesting(&self, token: u32) -> i32 {
        let word = self.word(token);
        if word == "<" {
            1
        } else if !word.is_empty() && word.bytes().all(|b| b == b'>') {
            -(word.len() as i32)
        } else {
            0
        }
    }

    /// A parameter or local variable by the token that declares it; tokens before `least` do not belong to it.
    pub fn variable(&self, token: u32, least: u32) -> Variable {
        let name = self.word(token).to_owned();
        let (mut start, mut end) = (token, token + 1);
        let mut ty = String::new();
        if self.lexicon.types_first {
            start = self.type_before(token, least);
            if start == token
                && token > least
                && self.word(token - 1) == ","
                && let Some(first) = self.first_of_declaration(token)
            {
                let neighbour = self.variable(first, least);
                return Variable { name, token, tokens: token..token + 1, ..neighbour };
            }
            ty += &self.squeezed(&(start..token));
            while self.word(end) == "[" && self.word(end + 1) == "]" {
                ty.push_str("[]");
                end += 2;
            }
        } else if let Some(range) = self.type_behind(end) {
            end = range.end;
            ty = self.squeezed(&range);
        }
        let (mut modifiers, mut annotations) = (Vec::new(), Vec::new());
        while start > least {
            if self.role(start - 1) == Role::Annotation {
                let from =
                    (least..start).rev().find(|&t| self.role(t) != Role::Annotation).map_or(least, |t| t + 1);
                self.annotations(from..start, &mut annotations);
                start = from;
            } else if self.role(start - 1) == Role::Keyword && self.is_modifier(start - 1) {
                modifiers.push(self.mark(start - 1..start));
                start -= 1;
            } else {
                break;
            }
        }
        Variable { name, ty, token, tokens: start..end, modifiers, annotations, is_parameter: false }
    }

    /// The start of the type that precedes a name.
    fn type_before(&self, name: u32, least: u32) -> u32 {
        let mut at = name;
        // Whether a name may come next: at the end of the type, or before a separator.
        let mut open = true;
        while at > least {
            let token = at - 1;
            let word = self.word(token);
            let named = matches!(self.role(token), Role::Type | Role::Use | Role::Keyword)
                && word.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '$');
            match word {
                "]" => {
                    let Some(bracket) = (least..token).rev().find(|&t| self.word(t) == "[") else { break };
                    at = bracket;
                }
                _ if self.nesting(token) < 0 => {
                    let mut depth = 0;
                    let opens = (least..at).rev().find(|&t| {
                        depth += self.nesting(t);
                        depth == 0
                    });
                    let Some(opens) = opens else { break };
                    at = opens;
                }
                "..." => at = token,
                "." | "|" | "&" if !open => (open, at) = (true, token),
                _ if open && named && !self.is_modifier(token) => (open, at) = (false, token),
                _ => break,
            }
        }
        // A separator without anything before it belongs to something else.
        if open && at < name && matches!(self.word(at), "." | "|" | "&") { at + 1 } else { at }
    }

    /// The variable with a type that is declared first in the same declaration.
    fn first_of_declaration(&self, token: u32) -> Option<u32> {
        let statement = self.unit.statement_at(token)?;
        let first =
            self.unit.locals.iter().find(|l| statement.tokens.contains(&l.token) && l.token < token)?;
        (first.ty.is_some() && self.word(first.token - 1) != ",").then_some(first.token)
    }

    /// The type that follows a name.
    fn type_behind(&self, from: u32) -> Option<TokenRange> {
        let from = if self.word(from) == "?" { from + 1 } else { from };
        let sign = self.word(from);
        if sign.is_empty() || sign != self.lexicon.type_sign && sign != self.lexicon.result_sign {
            return None;
        }
        let first = from + 1;
        // A function type has its own arrow after its parentheses.
        let called = self.word(first) == "(";
        let mut depth = 0;
        let last = (self.unit.tokens.len() as u32).min(first + LONGEST_TYPE);
        let end = (first..last).find(|&token| {
            let word = self.word(token);
            let ends = depth == 0
                && match word {
                    "=" | "," | ")" | "]" | "}" | ">" | ";" | ":" => true,
                    "=>" => !called,
                    "{" => token > first,
                    _ => word.trim().is_empty() || token > first && self.role(token) == Role::Keyword,
                };
            match word {
                "(" | "[" | "{" | "<" => depth += 1,
                ")" | "]" | "}" | ">" => depth -= 1,
                _ => {}
            }
            ends
        });
        let end = end.unwrap_or(last);
        (first < end).then_some(first..end)
    }
}

/// Written types with more tokens than this are ignored.
const LONGEST_TYPE: u32 = 200;
