//! How a declaration is written: its parts as text and where they stand.

use super::comparison::{Comparison, Refactoring, Side};
use super::signature::{self, partners};
use crate::model::{
    EntityId, EntityKind, Level, Model, Modifiers, Node, NodeKind, Role, Symbol, Token, Unit,
};
use rustc_hash::FxHashMap as HashMap;
use std::collections::VecDeque;
use std::ops::Range;

/// Bytes of a file as lines and columns, from 1; columns in characters, the last one exclusive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Span {
    pub start_line: u32,
    pub start_column: u32,
    pub end_line: u32,
    pub end_column: u32,
    /// Whether the file ends with it.
    pub at_end: bool,
}

/// A part of a declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its name; empty for a type.
    pub name: String,
    /// Its type as it is written, without blanks that mean nothing.
    pub ty: String,
    #[allow(missing_docs)]
    pub span: Span,
}

/// A declaration in its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Declared {
    /// What it is.
    pub kind: EntityKind,
    /// Simple name.
    pub name: String,
    /// The key of the type around it; of a type, its own.
    pub class: String,
    /// The path of its file.
    pub file: String,
    /// `public`, `protected`, `private` or `package`, as it is in force.
    pub visibility: &'static str,
    /// Whether it says that it is abstract.
    pub is_abstract: bool,
    /// The whole, with the documentation before it; of a field, its name and value.
    pub span: Span,
    /// What a method returns, the type of a field.
    pub ty: Option<Piece>,
    /// Parameters, in order.
    pub parameters: Vec<Piece>,
    /// What it says it throws.
    pub throws: Vec<Piece>,
}

/// A statement at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stated {
    /// What it is.
    pub kind: NodeKind,
    /// Its first word, which tells loops and jumps apart.
    pub word: Symbol,
    #[allow(missing_docs)]
    pub span: Span,
}

/// The declarations of a refactoring.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Declarations {
    #[allow(missing_docs)]
    pub before: Declared,
    #[allow(missing_docs)]
    pub after: Declared,
    /// The method that called what was extracted or inlined, on the side where it did, and the place of each call.
    pub caller: Option<(Declared, Vec<Piece>)>,
    /// Statements that stand in both: where they were in the method that had them, and where they are in the other.
    pub statements: Vec<[Stated; 2]>,
    /// The place after of each parameter before, where the two are one method.
    pub parameters: Vec<Option<usize>>,
    /// Of a type that another one was made from: what it became.
    pub became: Option<Declared>,
}

impl Comparison {
    /// How the declarations of a refactoring are written.
    pub fn declarations(&self, refactoring: &Refactoring) -> Option<Declarations> {
        let (_, &(before, after)) = self.reported_pairs().find(|(r, _)| r.id == refactoring.id)?;
        let (old, new) = (declared(&self.before, before), declared(&self.after, after));
        let parameters = partners(self.before.model.parameters(before), self.after.model.parameters(after));
        let mut found = Declarations {
            before: old,
            after: new,
            caller: None,
            statements: Vec::new(),
            parameters,
            became: None,
        };
        if refactoring.refactoring.corresponds() {
            return Some(found);
        }
        let partner = |of: EntityId, before: bool| {
            let pairs = self.pairs().iter().map(|&(b, a, _)| if before { (b, a) } else { (a, b) });
            pairs.filter(|p| p.0 == of).map(|p| p.1).next()
        };
        if self.before.model.level(before) != Level::Type {
            found.statements = shared((&self.before, before), (&self.after, after));
        }
        if self.before.model.level(before) == Level::Type {
            found.became = partner(before, true).map(|id| declared(&self.after, id));
        } else if refactoring.refactoring.name().contains("Extract") {
            found.caller = partner(before, true).map(|id| calls(&self.after, id, &found.after));
        } else {
            found.caller = partner(after, false).map(|id| calls(&self.before, id, &found.before));
        }
        Some(found)
    }
}

/// The statements of two methods that are the same, token by token, each once and in order.
fn shared(before: (&Side, EntityId), after: (&Side, EntityId)) -> Vec<[Stated; 2]> {
    let mut waiting: HashMap<Vec<Symbol>, VecDeque<Stated>> = HashMap::default();
    for (symbols, stated) in stated(before.0, before.1) {
        waiting.entry(symbols).or_default().push_back(stated);
    }
    let mut pairs = Vec::new();
    for (symbols, new) in stated(after.0, after.1) {
        if let Some(old) = waiting.get_mut(&symbols).and_then(VecDeque::pop_front) {
            pairs.push([old, new]);
        }
    }
    pairs
}

fn stated(side: &Side, id: EntityId) -> Vec<(Vec<Symbol>, Stated)> {
    let reader = Reader::new(side, id);
    let Some(body) = side.model.declaration(id).body.clone() else { return Vec::new() };
    let inside = |n: &&Node| {
        n.kind.is_statement()
            && n.tokens.start >= body.start
            && n.tokens.end <= body.end
            && !n.tokens.is_empty()
    };
    let one = |n: &Node| {
        let symbols: Vec<Symbol> = n.tokens.clone().map(|t| reader.token(t).symbol).collect();
        let stated = Stated { kind: n.kind, word: symbols[0], span: reader.span(&n.tokens) };
        (symbols, stated)
    };
    reader.unit.nodes.iter().filter(inside).map(one).collect()
}

/// A method, and where it calls another one.
fn calls(side: &Side, caller: EntityId, called: &Declared) -> (Declared, Vec<Piece>) {
    let reader = Reader::new(side, caller);
    let name = crate::model::Symbol::of(called.name.as_bytes());
    let all = reader.unit.calls.iter();
    let fits = all.filter(|c| c.name == name && c.arguments.len() == called.parameters.len());
    let piece = |c: &crate::model::Call| Piece {
        name: called.name.clone(),
        ty: reader.squeezed(&c.tokens),
        span: reader.span(&c.tokens),
    };
    (declared(side, caller), fits.map(piece).collect())
}

struct Reader<'s> {
    text: &'s [u8],
    unit: &'s Unit,
    /// Where the unit starts.
    base: u32,
    lines: Vec<u32>,
}

const MODIFIERS: [&str; 13] = [
    "public",
    "protected",
    "private",
    "static",
    "abstract",
    "final",
    "default",
    "synchronized",
    "native",
    "strictfp",
    "transient",
    "volatile",
    "sealed",
];

fn declared(side: &Side, id: EntityId) -> Declared {
    let model = &side.model;
    let reader = Reader::new(side, id);
    let declaration = model.declaration(id);
    let tokens = declaration.tokens.clone();
    let is_name =
        |t: &u32| reader.role(*t) == Role::Declaration && reader.word(*t) == declaration.name.as_ref();
    let name = tokens.clone().find(is_name).unwrap_or(tokens.start);
    let span = model.span(id);
    let whole = reader.bytes(documentation(reader.text, span.start as usize) as u32..span.end);
    let mut declared = Declared {
        kind: model.kind(id),
        name: declaration.name.to_string(),
        class: match model.level(id) {
            Level::Type => model.key(id),
            _ => model.container(id).map(|c| model.key(c)).unwrap_or_default(),
        },
        file: model.path(id).to_string(),
        visibility: visibility(model, id),
        is_abstract: declaration.modifiers.has(Modifiers::ABSTRACT),
        span: whole,
        ty: None,
        parameters: Vec::new(),
        throws: Vec::new(),
    };
    match model.level(id) {
        Level::Type => {}
        Level::Field => {
            let first = (0..name).find(|&t| reader.role(t) == Role::Declaration).unwrap_or(name);
            declared.ty = reader.ty(0..first);
            if declared.kind == EntityKind::EnumConstant {
                let owner = declared.class.rsplit('.').next().unwrap_or_default().to_owned();
                declared.ty = Some(Piece { name: String::new(), ty: owner, span: whole });
            } else {
                let end = declaration.body.as_ref().map_or(name + 1, |body| body.end);
                declared.span = reader.span(&(name..end));
            }
        }
        Level::Method => {
            if declared.kind != EntityKind::Constructor {
                declared.ty = reader.ty(tokens.start..name);
            }
            reader.head(name + 1..tokens.end, &mut declared);
        }
    }
    declared
}

/// What is in force: members of an interface are public without saying so.
fn visibility(model: &Model, id: EntityId) -> &'static str {
    let around = model.container(id).map(|c| model.kind(c));
    match signature::visibility(model, id) {
        "package-private" if matches!(around, Some(EntityKind::Interface | EntityKind::Annotation)) => {
            "public"
        }
        "package-private" => "package",
        written => written,
    }
}

/// Where the documentation of a declaration begins; the declaration itself, if there is none. Other comments may stand
/// between the two.
fn documentation(text: &[u8], start: usize) -> usize {
    let mut at = start;
    loop {
        let before = text[..at].trim_ascii_end();
        if before.ends_with(b"*/") {
            let Some(open) = memchr::memmem::rfind(before, b"/*") else { return start };
            if before[open..].starts_with(b"/**") && before.len() - open > 4 {
                return open;
            }
            at = open;
            continue;
        }
        let line = before.iter().rposition(|&b| b == b'\n').map_or(0, |n| n + 1);
        if !before[line..].trim_ascii_start().starts_with(b"//") {
            return start;
        }
        at = line;
    }
}

impl<'s> Reader<'s> {
    fn new(side: &'s Side, id: EntityId) -> Self {
        let entity = side.model.entity(id);
        let placed = &side.model.files[entity.file as usize].units[entity.unit as usize];
        let text: &[u8] = side.text(entity.file as usize);
        let lines =
            std::iter::once(0).chain(memchr::memchr_iter(b'\n', text).map(|i| i as u32 + 1)).collect();
        Reader { text, unit: &placed.unit, base: placed.start, lines }
    }

    fn token(&self, token: u32) -> Token {
        self.unit.tokens[token as usize]
    }

    fn role(&self, token: u32) -> Role {
        self.token(token).role()
    }

    fn word(&self, token: u32) -> &'s str {
        let token = self.token(token);
        let range = (self.base + token.start) as usize..(self.base + token.end()) as usize;
        self.text.get(range).and_then(|t| std::str::from_utf8(t).ok()).unwrap_or_default()
    }

    /// Tokens as text, with a blank only where two words would run together.
    fn squeezed(&self, tokens: &Range<u32>) -> String {
        let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$' || c == '?' || c == '@';
        let mut out = String::new();
        for token in tokens.clone() {
            let word = self.word(token);
            let parts =
                out.chars().next_back().is_some_and(is_word) && word.chars().next().is_some_and(is_word);
            if parts {
                out.push(' ');
            }
            out.push_str(word);
        }
        out
    }

    fn span(&self, tokens: &Range<u32>) -> Span {
        match tokens.clone().next_back() {
            Some(last) => {
                let (from, to) = (self.token(tokens.start).start, self.token(last).end());
                self.bytes(self.base + from..self.base + to)
            }
            None => Span::default(),
        }
    }

    fn bytes(&self, range: Range<u32>) -> Span {
        let position = |byte: u32| {
            let line = self.lines.partition_point(|&start| start <= byte);
            let start = self.lines[line - 1] as usize;
            let before = self.text.get(start..byte as usize).unwrap_or_default();
            (line as u32, before.iter().filter(|&&b| b & 0xC0 != 0x80).count() as u32 + 1)
        };
        let (start_line, start_column) = position(range.start);
        let (end_line, last) = position(range.end.saturating_sub(1).max(range.start));
        let at_end = range.end as usize >= self.text.len();
        Span { start_line, start_column, end_line, end_column: last + 1, at_end }
    }

    /// The type in a stretch of a declaration, modifiers, annotations and type parameters apart.
    fn ty(&self, tokens: Range<u32>) -> Option<Piece> {
        let plain = |t: &u32| self.role(*t) != Role::Annotation && !MODIFIERS.contains(&self.word(*t));
        let mut start = tokens.clone().find(plain)?;
        if self.word(start) == "<" {
            let mut depth = 0;
            while start < tokens.end {
                depth += i32::from(self.word(start) == "<") - i32::from(self.word(start) == ">");
                start += 1;
                if depth == 0 {
                    break;
                }
            }
        }
        let range = start..tokens.end;
        (!range.is_empty()).then(|| Piece {
            name: String::new(),
            ty: self.squeezed(&range),
            span: self.span(&range),
        })
    }

    /// Parameters and thrown types, from behind the name of a method.
    fn head(&self, tokens: Range<u32>, declared: &mut Declared) {
        let mut depth = 0;
        let mut start = tokens.start;
        let mut throws = None;
        for token in tokens.clone() {
            match self.word(token) {
                "(" | "<" | "[" => {
                    depth += 1;
                    if depth == 1 && self.word(token) == "(" && throws.is_none() {
                        start = token + 1;
                    }
                }
                sign @ (")" | ">" | "]") => {
                    depth -= 1;
                    if depth == 0 && sign == ")" && throws.is_none() {
                        declared.parameters.extend(self.parameter(start..token));
                        throws = Some(token + 1);
                    }
                }
                "," if depth == 1 && throws.is_none() => {
                    declared.parameters.extend(self.parameter(start..token));
                    start = token + 1;
                }
                "throws" if throws.is_some() => throws = Some(token + 1),
                word @ ("," | "{" | ";") if depth == 0 && throws.is_some() => {
                    let from = throws.unwrap_or(token);
                    if from > tokens.start && self.word(from - 1) != ")" {
                        declared.throws.extend(self.ty(from..token));
                    }
                    throws = Some(token + 1);
                    if word != "," {
                        return;
                    }
                }
                _ => {}
            }
        }
    }

    fn parameter(&self, tokens: Range<u32>) -> Option<Piece> {
        let name = tokens.clone().rev().find(|&t| self.role(t) == Role::Declaration)?;
        let mut ty = self.ty(tokens.start..name)?.ty;
        ty.push_str(&self.squeezed(&(name + 1..tokens.end)));
        Some(Piece { name: self.word(name).to_owned(), ty, span: self.span(&tokens) })
    }
}
