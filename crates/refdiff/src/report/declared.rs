//! How a declaration is written: its parts as text and where they stand.

use super::comparison::{Comparison, Refactoring, Side};
use super::signature::{self, partners};
use crate::details::Reader;
use crate::model::{EntityId, EntityKind, Level, Model, Modifiers, Node, NodeKind, Symbol, TokenRange};
use rustc_hash::FxHashMap as HashMap;
use std::collections::VecDeque;

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

impl Declarations {
    /// Two declarations of which nothing else is asked.
    pub(super) fn of(before: Declared, after: Declared) -> Self {
        Declarations {
            before,
            after,
            caller: None,
            statements: Vec::new(),
            parameters: Vec::new(),
            became: None,
        }
    }
}

impl Comparison {
    /// How the declarations of a refactoring are written.
    pub fn declarations(&self, refactoring: &Refactoring) -> Option<Declarations> {
        let (_, &(before, after)) = self.reported_pairs().find(|(r, _)| r.id == refactoring.id)?;
        let (old, new) = (declared(&self.before, before), declared(&self.after, after));
        let parameters = partners(self.before.model.parameters(before), self.after.model.parameters(after));
        let mut found = Declarations { parameters, ..Declarations::of(old, new) };
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
    let file = side.model.entity(id).file as usize;
    let Some(body) = side.model.declaration(id).body.clone() else { return Vec::new() };
    let inside = |n: &&Node| {
        n.kind.is_statement()
            && n.tokens.start >= body.start
            && n.tokens.end <= body.end
            && !n.tokens.is_empty()
    };
    let one = |n: &Node| {
        let symbols: Vec<Symbol> = n.tokens.clone().map(|t| reader.symbol(t)).collect();
        let stated =
            Stated { kind: n.kind, word: symbols[0], span: side.span(file, reader.bytes(&n.tokens)) };
        (symbols, stated)
    };
    reader.unit.nodes.iter().filter(inside).map(one).collect()
}

/// A method, and where it calls another one.
fn calls(side: &Side, caller: EntityId, called: &Declared) -> (Declared, Vec<Piece>) {
    let reader = Reader::new(side, caller);
    let file = side.model.entity(caller).file as usize;
    let name = crate::model::Symbol::of(called.name.as_bytes());
    let all = reader.unit.calls.iter();
    let fits = all.filter(|c| c.name == name && c.arguments.len() == called.parameters.len());
    let piece = |c: &crate::model::Call| Piece {
        name: called.name.clone(),
        ty: reader.squeezed(&c.tokens),
        span: side.span(file, reader.bytes(&c.tokens)),
    };
    (declared(side, caller), fits.map(piece).collect())
}

pub(super) fn declared(side: &Side, id: EntityId) -> Declared {
    let model = &side.model;
    let file = model.entity(id).file as usize;
    let reader = Reader::new(side, id);
    let head = reader.head(model, id);
    let declaration = model.declaration(id);
    let span = model.span(id);
    let whole = side.span(file, documentation(side.text(file), span.start as usize) as u32..span.end);
    let piece = |name: &str, ty: &str, tokens: &TokenRange| Piece {
        name: name.to_owned(),
        ty: ty.to_owned(),
        span: side.span(file, reader.bytes(tokens)),
    };
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
        ty: head.ty.as_ref().map(|ty| piece("", &ty.text, &ty.tokens)),
        parameters: head.parameters.iter().map(|p| piece(&p.name, &p.ty, &p.tokens)).collect(),
        throws: head.throws.iter().map(|t| piece("", &t.text, &t.tokens)).collect(),
    };
    match declared.kind {
        EntityKind::Constructor => declared.ty = None,
        EntityKind::EnumConstant => {
            let owner = declared.class.rsplit('.').next().unwrap_or_default().to_owned();
            declared.ty = Some(Piece { name: String::new(), ty: owner, span: whole });
        }
        _ if model.level(id) == Level::Field => {
            let end = declaration.body.as_ref().map_or(head.name + 1, |body| body.end);
            declared.span = side.span(file, reader.bytes(&(head.name..end)));
        }
        _ => {}
    }
    declared
}

/// What is in force: members of an interface are public without saying so.
pub(crate) fn visibility(model: &Model, id: EntityId) -> &'static str {
    let around = model.container(id).map(|c| model.kind(c));
    // Nobody but an enum makes its constants.
    if around == Some(EntityKind::Enum) && model.kind(id) == EntityKind::Constructor {
        return "private";
    }
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
