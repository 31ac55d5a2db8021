//! Reads the common pieces of Java without the grammar, which costs seven times as much.
//!
//! The units are exactly those that the grammar's tree gives (`tests/cut.rs` compares the two on everything that it
//! finds). If a piece contains anything rare or doubtful, the result is `None` and the grammar decides. This is not a
//! second definition of Java and need not be complete. Its recursion depth is bounded.

mod annotations;
mod events;
mod expressions;
mod lexer;
mod members;
mod primaries;
mod statements;
mod types;

use super::cut::PieceKind;
use super::kinds::{Field, Kind};
use super::walker::{Scratch, UnitWalker, Whole};
use crate::model::{NodeKind, Unit};
use events::{Event, What};
use lexer::{Lexeme, Token};

/// The maximum nesting of expressions, statements and types: far more than people write, and far less than a thread's
/// stack allows.
const DEPTH: u32 = 100;

/// Memory that is reused from one piece to the next.
#[derive(Default)]
pub(super) struct Buffers {
    tokens: Vec<Token>,
    events: Vec<Event>,
    chain: Vec<u32>,
}

/// The unit of a piece; `None` if this parser does not handle it.
pub(super) fn read(
    text: &[u8],
    kind: PieceKind,
    buffers: &mut Buffers,
    scratch: &mut Scratch,
) -> Option<Unit> {
    lexer::lex(text, &mut buffers.tokens)?;
    buffers.events.clear();
    let events = std::mem::take(&mut buffers.events);
    let mut parser = Parser { tokens: &buffers.tokens, at: 0, events, depth: 0 };
    let read = parser.piece(kind);
    buffers.events = parser.events;
    read?;
    let whole = if kind == PieceKind::Head { Whole::Head } else { Whole::Member };
    let mut walker = UnitWalker::new(text, 0, scratch);
    events::replay(&buffers.events, &buffers.tokens, &mut buffers.chain, &mut walker, whole);
    let (unit, _) = walker.finish(scratch);
    (!unit.declarations.is_empty()).then_some(unit)
}

/// Reads tokens, and records events.
struct Parser<'t> {
    tokens: &'t [Token],
    at: usize,
    events: Vec<Event>,
    depth: u32,
}

impl Parser<'_> {
    fn piece(&mut self, kind: PieceKind) -> Option<()> {
        match kind {
            PieceKind::Head => self.head()?,
            PieceKind::Member => self.member(false)?,
            PieceKind::InterfaceMember => self.member(true)?,
            PieceKind::EnumConstant => self.enum_constant()?,
            PieceKind::AnnotationMember => return None,
        }
        (self.peek() == Lexeme::End).then_some(())
    }

    fn peek(&self) -> Lexeme {
        self.ahead(0)
    }

    fn ahead(&self, tokens: usize) -> Lexeme {
        self.lexeme(self.at + tokens)
    }

    fn lexeme(&self, at: usize) -> Lexeme {
        self.tokens.get(at).map_or(Lexeme::End, |token| token.lexeme)
    }

    /// Whether there is no blank or comment between a token and the next.
    fn adjacent(&self, at: usize) -> bool {
        match (self.tokens.get(at), self.tokens.get(at + 1)) {
            (Some(token), Some(next)) => token.end == next.start,
            _ => false,
        }
    }

    /// Records the next token as a leaf.
    fn leaf(&mut self, kind: Kind) -> u32 {
        self.leaf_of(kind, 1)
    }

    /// Records the next tokens as one leaf.
    fn leaf_of(&mut self, kind: Kind, tokens: usize) -> u32 {
        let last = (self.at + tokens - 1) as u32;
        self.events.push(Event { last, ..Event::new(What::Leaf, kind, None, self.at as u32) });
        self.at += tokens;
        self.events.len() as u32 - 1
    }

    /// Records the next token as a leaf without meaning, if it is this one.
    fn expect(&mut self, lexeme: Lexeme) -> Option<u32> {
        (self.peek() == lexeme).then(|| self.leaf(Kind::Plain))
    }

    /// At least one item of a kind, separated by commas.
    fn listed(&mut self, read: impl Fn(&mut Self) -> Option<()>) -> Option<()> {
        loop {
            read(self)?;
            if self.peek() != Lexeme::Comma {
                return Some(());
            }
            self.leaf(Kind::Plain);
        }
    }

    /// A name, which may be a keyword in other contexts.
    fn name(&mut self, field: Field) -> Option<u32> {
        if !matches!(self.peek(), Lexeme::Identifier | Lexeme::Reserved) {
            return None;
        }
        let leaf = self.leaf(Kind::Identifier);
        self.set_field(leaf, field);
        Some(leaf)
    }

    /// A name that is not reserved.
    fn plain_name(&mut self, field: Field) -> Option<u32> {
        if self.peek() == Lexeme::Identifier { self.name(field) } else { None }
    }

    /// Opens a node at the next token.
    fn open(&mut self, kind: Kind, node: Option<NodeKind>) -> u32 {
        self.events.push(Event::new(What::Open, kind, node, self.at as u32));
        self.events.len() as u32 - 1
    }

    /// Opens a node around one that was already read.
    fn wrap(&mut self, inner: u32, kind: Kind, node: Option<NodeKind>) -> u32 {
        let first = self.events[inner as usize].first;
        self.events.push(Event::new(What::Wrap, kind, node, first));
        let outer = self.events.len() as u32 - 1;
        self.events[inner as usize].around = Some(outer);
        outer
    }

    /// Closes the node that was opened last.
    fn close(&mut self) {
        self.events.push(Event::new(What::Close, Kind::Plain, None, self.at as u32 - 1));
    }

    fn set_field(&mut self, event: u32, field: Field) {
        self.events[event as usize].field = field;
    }

    fn kind_of(&self, event: u32) -> Kind {
        self.events[event as usize].kind
    }

    /// Reads something one nesting level deeper.
    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.depth == DEPTH {
            return None;
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::java::cut;
    use std::path::Path;

    fn is_read(text: &str, kind: PieceKind) -> bool {
        read(text.as_bytes(), kind, &mut Buffers::default(), &mut Scratch::default()).is_some()
    }

    fn java_files(folder: &Path, found: &mut Vec<std::path::PathBuf>) {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                java_files(&path, found);
            } else if path.extension().is_some_and(|ending| ending == "java") {
                found.push(path);
            }
        }
    }

    /// Without this nothing would fail, but everything would be slower.
    #[test]
    fn nearly_all_of_the_fixtures_needs_no_grammar() {
        let mut files = Vec::new();
        java_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/java"), &mut files);
        let (mut all, mut direct) = (0, 0);
        for file in files {
            let text = std::fs::read_to_string(file).unwrap_or_default();
            let Some(cut) = cut::cut(text.as_bytes()) else { continue };
            for piece in &cut.pieces {
                all += 1;
                direct += usize::from(is_read(&text[piece.start..piece.end], piece.kind));
            }
        }
        assert!(all > 2000 && direct * 100 >= all * 98, "{direct} of {all}");
    }

    #[test]
    fn deep_nesting_is_left_to_the_grammar() {
        let nested =
            |depth: usize| format!("int f() {{ return {}1{}; }}", "(".repeat(depth), ")".repeat(depth));
        assert!(is_read(&nested(40), PieceKind::Member));
        assert!(!is_read(&nested(100_000), PieceKind::Member));
        let long = format!("int f() {{ return 1{}; }}", " + 1".repeat(100_000));
        assert!(is_read(&long, PieceKind::Member));
    }

    #[test]
    fn what_is_rare_is_left_to_the_grammar() {
        for piece in
            ["void f(A this) { }", "int \u{e9};", "int a = (b) - 1;", "void f() { yield 1; }", "int a"]
        {
            assert!(!is_read(piece, PieceKind::Member), "{piece}");
        }
    }
}
