//! The tokens of a piece of Java.

use crate::lang::java::scan::comment_end;

/// The kind of a token. A `>` is always a token by itself: what it is part of depends on the context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lexeme {
    End,
    Identifier,
    /// A name that is a keyword in other contexts, such as `record`.
    Reserved,
    Number,
    Text,
    Character,
    True,
    False,
    Null,
    This,
    Super,
    // Keywords.
    Assert,
    Boolean,
    Break,
    Case,
    Catch,
    Class,
    Continue,
    Default,
    Do,
    Else,
    Enum,
    Extends,
    Final,
    Finally,
    For,
    If,
    Implements,
    InstanceOf,
    Interface,
    New,
    Return,
    Static,
    Switch,
    Synchronized,
    Throw,
    Throws,
    Try,
    Void,
    While,
    /// A type such as `int`, other than `boolean` and `void`.
    Primitive,
    /// A modifier without any other use.
    Modifier,
    // Punctuation and operators.
    LeftParen,
    RightParen,
    LeftBrace,
    RightBrace,
    LeftBracket,
    RightBracket,
    Semicolon,
    Comma,
    Dot,
    Ellipsis,
    At,
    Colon,
    DoubleColon,
    Arrow,
    Question,
    Equal,
    /// `+=` and similar operators, except those that begin with `>`.
    Assign,
    Less,
    Greater,
    Plus,
    Minus,
    /// `++` and `--`
    Step,
    /// `!` and `~`
    Not,
    Ampersand,
    /// Another binary operator, with its precedence.
    Operator(u8),
}

/// A token with its position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub lexeme: Lexeme,
    pub start: u32,
    pub end: u32,
}

// Precedences of binary operators.
pub(super) const OR: u8 = 1;
const AND: u8 = 2;
pub(super) const BIT_OR: u8 = 3;
const BIT_XOR: u8 = 4;
pub(super) const BIT_AND: u8 = 5;
const EQUALITY: u8 = 6;
pub(super) const RELATION: u8 = 7;
pub(super) const SHIFT: u8 = 8;
pub(super) const SUM: u8 = 9;
const PRODUCT: u8 = 10;

/// The tokens of a text, followed by one [`Lexeme::End`]; `None` if the text has anything unusual.
pub(super) fn lex(text: &[u8], tokens: &mut Vec<Token>) -> Option<()> {
    tokens.clear();
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        let start = at;
        let lexeme = match byte {
            b' ' | b'\t' | b'\n' | b'\r' | 0x0c => {
                at += 1;
                continue;
            }
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' => {
                at = word_end(text, at)?;
                word(&text[start..at])?
            }
            b'0'..=b'9' => number(text, &mut at)?,
            b'.' if text.get(at + 1).is_some_and(u8::is_ascii_digit) => number(text, &mut at)?,
            b'/' if text.get(at + 1) == Some(&b'/') => {
                at += memchr::memchr(b'\n', &text[at..]).unwrap_or(text.len() - at);
                continue;
            }
            b'/' if text.get(at + 1) == Some(&b'*') => {
                at += 2 + comment_end(&text[at + 2..])?;
                continue;
            }
            b'"' => {
                at = text_end(text, at)?;
                Lexeme::Text
            }
            b'\'' => {
                at = character_end(text, at)?;
                Lexeme::Character
            }
            _ => {
                let (lexeme, length) = sign(&text[at..])?;
                at += length;
                lexeme
            }
        };
        tokens.push(Token { lexeme, start: start as u32, end: at as u32 });
    }
    tokens.push(Token { lexeme: Lexeme::End, start: at as u32, end: at as u32 });
    Some(())
}

/// The end of a word. Non-ASCII characters are left to the grammar, which knows the letters of all scripts.
fn word_end(text: &[u8], from: usize) -> Option<usize> {
    let is_part = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$');
    let length = text[from..].iter().position(|b| !is_part(b)).unwrap_or(text.len() - from);
    let next = text.get(from + length);
    let odd = next.is_some_and(|&b| !matches!(b, b'\t'..=b'\r' | b' '..=b'~'));
    (!odd).then_some(from + length)
}

fn word(word: &[u8]) -> Option<Lexeme> {
    use Lexeme::*;
    if !word[0].is_ascii_lowercase() || word.len() > 12 {
        return (word != b"_").then_some(Identifier);
    }
    Some(match word {
        b"assert" => Assert,
        b"boolean" => Boolean,
        b"break" => Break,
        b"case" => Case,
        b"catch" => Catch,
        b"class" => Class,
        b"continue" => Continue,
        b"default" => Default,
        b"do" => Do,
        b"else" => Else,
        b"enum" => Enum,
        b"extends" => Extends,
        b"false" => False,
        b"final" => Final,
        b"finally" => Finally,
        b"for" => For,
        b"if" => If,
        b"implements" => Implements,
        b"instanceof" => InstanceOf,
        b"interface" => Interface,
        b"new" => New,
        b"null" => Null,
        b"return" => Return,
        b"static" => Static,
        b"super" => Super,
        b"switch" => Switch,
        b"synchronized" => Synchronized,
        b"this" => This,
        b"throw" => Throw,
        b"throws" => Throws,
        b"true" => True,
        b"try" => Try,
        b"void" => Void,
        b"while" => While,
        b"byte" | b"short" | b"int" | b"long" | b"char" | b"float" | b"double" => Primitive,
        b"public" | b"protected" | b"private" | b"abstract" | b"strictfp" | b"native" | b"transient"
        | b"volatile" => Modifier,
        b"open" | b"module" | b"record" | b"with" | b"sealed" | b"when" => Reserved,
        // Keywords in contexts that are left to the grammar.
        b"yield" | b"import" | b"package" | b"goto" | b"const" => return None,
        _ => Identifier,
    })
}

fn sign(rest: &[u8]) -> Option<(Lexeme, usize)> {
    use Lexeme::*;
    let next = rest.get(1).copied().unwrap_or(0);
    Some(match (rest[0], next) {
        (b'(', _) => (LeftParen, 1),
        (b')', _) => (RightParen, 1),
        (b'{', _) => (LeftBrace, 1),
        (b'}', _) => (RightBrace, 1),
        (b'[', _) => (LeftBracket, 1),
        (b']', _) => (RightBracket, 1),
        (b';', _) => (Semicolon, 1),
        (b',', _) => (Comma, 1),
        (b'@', _) => (At, 1),
        (b'?', _) => (Question, 1),
        (b'~', _) => (Not, 1),
        (b'>', _) => (Greater, 1),
        (b'.', b'.') if rest.get(2) == Some(&b'.') => (Ellipsis, 3),
        (b'.', _) => (Dot, 1),
        (b':', b':') => (DoubleColon, 2),
        (b':', _) => (Colon, 1),
        (b'-', b'>') => (Arrow, 2),
        (b'+', b'+') | (b'-', b'-') => (Step, 2),
        (b'=', b'=') | (b'!', b'=') => (Operator(EQUALITY), 2),
        (b'=', _) => (Equal, 1),
        (b'!', _) => (Not, 1),
        (b'&', b'&') => (Operator(AND), 2),
        (b'|', b'|') => (Operator(OR), 2),
        (b'<', b'<') if rest.get(2) == Some(&b'=') => (Assign, 3),
        (b'<', b'<') => (Operator(SHIFT), 2),
        (b'<', b'=') => (Operator(RELATION), 2),
        (b'+' | b'-' | b'*' | b'/' | b'&' | b'|' | b'^' | b'%', b'=') => (Assign, 2),
        (b'<', _) => (Less, 1),
        (b'+', _) => (Plus, 1),
        (b'-', _) => (Minus, 1),
        (b'*' | b'/' | b'%', _) => (Operator(PRODUCT), 1),
        (b'&', _) => (Ampersand, 1),
        (b'|', _) => (Operator(BIT_OR), 1),
        (b'^', _) => (Operator(BIT_XOR), 1),
        _ => return None,
    })
}

/// Skips a number in one of the common notations.
fn number(text: &[u8], at: &mut usize) -> Option<Lexeme> {
    let rest = &text[*at..];
    // `_` is allowed between digits.
    let digits = |from: usize, fits: fn(&u8) -> bool| {
        let length = rest[from..].iter().position(|b| !fits(b) && *b != b'_').unwrap_or(rest.len() - from);
        let inside = length == 0 || (rest[from] != b'_' && rest[from + length - 1] != b'_');
        inside.then_some(from + length)
    };
    let mut end = match rest {
        [b'0', b'x' | b'X', b, ..] if b.is_ascii_hexdigit() => digits(2, u8::is_ascii_hexdigit)?,
        [b'0', b'b' | b'B', b'0' | b'1', ..] => digits(2, |b| matches!(b, b'0' | b'1'))?,
        [b'0', b'0'..=b'7', ..] => digits(1, |b| matches!(b, b'0'..=b'7'))?,
        _ => {
            let mut end = digits(0, u8::is_ascii_digit)?;
            let mut whole = end > 0;
            if rest.get(end) == Some(&b'.') && rest.get(end + 1) != Some(&b'.') {
                end = digits(end + 1, u8::is_ascii_digit)?;
                whole = false;
            }
            if let Some(b'e' | b'E') = rest.get(end) {
                let sign = usize::from(matches!(rest.get(end + 1), Some(b'+' | b'-')));
                let power = digits(end + 1 + sign, u8::is_ascii_digit)?;
                if power == end + 1 + sign {
                    return None;
                }
                end = power;
                whole = false;
            }
            match rest.get(end) {
                Some(b'f' | b'F' | b'd' | b'D') => {
                    end += 1;
                    whole = false;
                }
                // A leading zero makes it octal, which the arm above handles.
                _ if whole && end > 1 && rest[0] == b'0' => return None,
                _ => {}
            }
            if !whole {
                *at += end;
                return ends_word(text, *at).then_some(Lexeme::Number);
            }
            end
        }
    };
    end += usize::from(matches!(rest.get(end), Some(b'l' | b'L')));
    *at += end;
    ends_word(text, *at).then_some(Lexeme::Number)
}

/// Whether the word ends here: `0x1p3` and other rare forms are left to the grammar.
fn ends_word(text: &[u8], at: usize) -> bool {
    text.get(at).is_none_or(|&b| !(b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'.') || b >= 0x7f))
}

/// The end of a string or text block.
fn text_end(text: &[u8], from: usize) -> Option<usize> {
    let block = text[from..].starts_with(b"\"\"\"");
    let mut at = from + if block { 3 } else { 1 };
    loop {
        match (text.get(at)?, block) {
            (b'\\', _) => match text.get(at + 1)? {
                b'b' | b't' | b'n' | b'f' | b'r' | b's' | b'"' | b'\'' | b'\\' | b'0'..=b'7' => at += 2,
                _ => return None,
            },
            (b'"', false) => return Some(at + 1),
            (b'\n', false) => return None,
            (b'"', true) if text[at..].starts_with(b"\"\"\"") => {
                return (text.get(at + 3) != Some(&b'"')).then_some(at + 3);
            }
            _ => at += 1,
        }
    }
}

/// The end of a character literal.
fn character_end(text: &[u8], from: usize) -> Option<usize> {
    let mut at = from + 1;
    loop {
        match text.get(at)? {
            b'\\' => match text.get(at + 1)? {
                b'\n' => return None,
                byte if *byte >= 0x80 => return None,
                _ => at += 2,
            },
            b'\n' => return None,
            b'\'' => return (at > from + 1).then_some(at + 1),
            _ => at += 1,
        }
    }
}
