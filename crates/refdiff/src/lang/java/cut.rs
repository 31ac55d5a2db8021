//! Cuts a file into the heads of its types and their members without parsing it.
//!
//! The cut knows comments, strings, brackets and a few keywords. In case of doubt it gives up, and the file is parsed
//! whole. Its pieces are checked against the parser when they are first seen.

use super::scan::Scanner;

/// The kind of a piece, which determines the code it is wrapped in for parsing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum PieceKind {
    /// The head of a type, up to and with its opening brace.
    Head,
    /// A member of a class, record or enum.
    Member,
    InterfaceMember,
    AnnotationMember,
    EnumConstant,
}

impl PieceKind {
    /// Distinguishes a whole file from all kinds of pieces with the same text.
    pub const FILE: u64 = u64::MAX;
}

/// A piece with its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub kind: PieceKind,
    pub start: usize,
    /// The end of the piece's own text.
    pub end: usize,
    /// The end of the whole type, for a head.
    pub type_end: usize,
    /// The type whose body contains it, as an index of [`Cut::pieces`].
    pub container: Option<u32>,
}

/// A file in pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Cut {
    /// The positions of the package and import declarations.
    pub header: Vec<std::ops::Range<usize>>,
    pub pieces: Vec<Piece>,
}

/// A type whose body is being read.
struct Open {
    piece: u32,
    members: PieceKind,
    /// Whether its enum constants are still to come.
    constants: bool,
}

/// The pieces of a file; `None` in case of doubt.
pub(super) fn cut(text: &[u8]) -> Option<Cut> {
    let mut scanner = Scanner::new(text);
    let mut cut = Cut::default();
    let mut open: Vec<Open> = Vec::new();
    loop {
        scanner.skip_trivia()?;
        let Some(byte) = scanner.peek() else {
            return open.is_empty().then_some(cut);
        };
        match byte {
            b';' => {
                scanner.advance(1);
                if let Some(top) = open.last_mut() {
                    top.constants = false;
                }
            }
            b'}' => {
                let top = open.pop()?;
                scanner.advance(1);
                cut.pieces[top.piece as usize].type_end = scanner.position();
            }
            _ if open.last().is_some_and(|top| top.constants) => {
                let container = open.last().map(|top| top.piece);
                let start = scanner.position();
                let end = constant(&mut scanner)?;
                let kind = PieceKind::EnumConstant;
                cut.pieces.push(Piece { kind, start, end, type_end: end, container });
                scanner.skip_trivia()?;
                match scanner.peek()? {
                    b',' => scanner.advance(1),
                    b';' | b'}' => {}
                    _ => return None,
                }
            }
            _ if open.is_empty() && header_word(&scanner) => {
                let start = scanner.position();
                scanner.skip_until(b';')?;
                cut.header.push(start..scanner.position());
            }
            _ => member(&mut scanner, &mut cut, &mut open)?,
        }
    }
}

/// Whether a package or import declaration begins here.
fn header_word(scanner: &Scanner<'_>) -> bool {
    matches!(scanner.word(), b"import" | b"package")
}

/// Reads the name of an annotation, after its `@`, and its arguments.
fn annotation(scanner: &mut Scanner<'_>) -> Option<()> {
    loop {
        scanner.skip_trivia()?;
        scanner.skip_word()?;
        scanner.skip_trivia()?;
        if scanner.peek()? != b'.' {
            break;
        }
        scanner.advance(1);
    }
    if scanner.peek()? == b'(' {
        scanner.skip_group()?;
    }
    Some(())
}

/// Reads one enum constant, and returns its end.
fn constant(scanner: &mut Scanner<'_>) -> Option<usize> {
    while scanner.peek()? == b'@' {
        scanner.advance(1);
        annotation(scanner)?;
        scanner.skip_trivia()?;
    }
    scanner.skip_word()?;
    let mut end = scanner.position();
    for bracket in [b'(', b'{'] {
        scanner.skip_trivia()?;
        if scanner.peek()? == bracket {
            scanner.skip_group()?;
            end = scanner.position();
        }
    }
    Some(end)
}

/// Reads a member, or the head of a nested type, which it opens.
fn member(scanner: &mut Scanner<'_>, cut: &mut Cut, open: &mut Vec<Open>) -> Option<()> {
    let start = scanner.position();
    let container = open.last().map(|top| top.piece);
    let kind = open.last().map(|top| top.members);
    let mut type_word: Option<&[u8]> = None;
    let (mut parameters, mut value) = (false, false);
    let end = loop {
        scanner.skip_trivia()?;
        match scanner.peek()? {
            b'{' if type_word.is_some() => {
                scanner.advance(1);
                let end = scanner.position();
                let (members, constants) = match type_word {
                    Some(b"interface") => (PieceKind::InterfaceMember, false),
                    Some(b"@interface") => (PieceKind::AnnotationMember, false),
                    Some(b"enum") => (PieceKind::Member, true),
                    _ => (PieceKind::Member, false),
                };
                open.push(Open { piece: cut.pieces.len() as u32, members, constants });
                cut.pieces.push(Piece { kind: PieceKind::Head, start, end, type_end: end, container });
                return Some(());
            }
            b'{' if value => scanner.skip_group()?,
            b'{' => {
                scanner.skip_group()?;
                break scanner.position();
            }
            b'(' | b'[' => {
                parameters |= scanner.peek() == Some(b'(');
                scanner.skip_group()?;
            }
            b';' if type_word.is_none() => {
                scanner.advance(1);
                break scanner.position();
            }
            b'=' if type_word.is_none() => {
                value = true;
                scanner.advance(1);
            }
            b';' | b'=' | b'}' | b')' | b']' => return None,
            b'@' => {
                scanner.advance(1);
                scanner.skip_trivia()?;
                if scanner.word() == b"interface" && !value {
                    type_word = Some(b"@interface");
                    scanner.skip_word()?;
                } else {
                    annotation(scanner)?;
                }
            }
            b'"' | b'\'' => scanner.skip_literal()?,
            byte if Scanner::is_word_byte(byte) => {
                let word = scanner.word();
                scanner.skip_word()?;
                match word {
                    _ if value || type_word.is_some() => {}
                    b"class" | b"interface" | b"enum" if !parameters => type_word = Some(word),
                    b"record" if !parameters && scanner.clone().is_record_head() => type_word = Some(word),
                    // The default value of an annotation element may be a list in braces.
                    b"default" if parameters => value = true,
                    _ => {}
                }
            }
            _ => scanner.advance(1),
        }
    };
    // Only the parser can judge a member outside of any type.
    cut.pieces.push(Piece { kind: kind?, start, end, type_end: end, container });
    Some(())
}
