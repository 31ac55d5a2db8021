//! A scan over Java text that knows comments, literals and brackets, and nothing else.

use std::ops::Range;

/// A position in a text. Every step that reaches the end of the text, or unbalanced brackets, returns `None`.
#[derive(Clone)]
pub(super) struct Scanner<'t> {
    text: &'t [u8],
    at: usize,
}

impl<'t> Scanner<'t> {
    pub fn new(text: &'t [u8]) -> Self {
        // A byte order mark is not part of the text.
        let at = if text.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
        Scanner { text, at }
    }

    pub fn position(&self) -> usize {
        self.at
    }

    pub fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    pub fn advance(&mut self, bytes: usize) {
        self.at += bytes;
    }

    /// Letters, digits, `_`, `$` and everything beyond ASCII.
    pub fn is_word_byte(byte: u8) -> bool {
        byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
    }

    /// The word that begins here; may be empty.
    pub fn word(&self) -> &'t [u8] {
        let rest = &self.text[self.at..];
        &rest[..rest.iter().position(|&b| !Self::is_word_byte(b)).unwrap_or(rest.len())]
    }

    /// Skips a word.
    pub fn skip_word(&mut self) -> Option<()> {
        let length = self.word().len();
        self.at += length;
        (length > 0).then_some(())
    }

    /// Skips blanks and comments; `None` for a comment that is never closed.
    pub fn skip_trivia(&mut self) -> Option<()> {
        while let Some(byte) = self.peek() {
            match byte {
                b' ' | b'\t' | b'\n' | b'\r' | 0x0c => self.at += 1,
                b'/' if self.text.get(self.at + 1) == Some(&b'/') => self.skip_line(),
                b'/' if self.text.get(self.at + 1) == Some(&b'*') => self.skip_comment()?,
                _ => break,
            }
        }
        Some(())
    }

    fn skip_line(&mut self) {
        let rest = &self.text[self.at..];
        self.at += memchr::memchr(b'\n', rest).unwrap_or(rest.len());
    }

    fn skip_comment(&mut self) -> Option<()> {
        let from = self.at + 2;
        self.at = from + comment_end(self.text.get(from..)?)?;
        Some(())
    }

    /// Skips a string, text block or character literal.
    pub fn skip_literal(&mut self) -> Option<()> {
        let quote = self.peek()?;
        if self.text[self.at..].starts_with(b"\"\"\"") {
            self.at += 3;
            loop {
                let rest = self.text.get(self.at..)?;
                // At the start of a text block fragment, the grammar prefers a comment that is longer than the
                // fragment.
                let piece = rest.trim_ascii_start();
                if piece.starts_with(b"/*") || piece.starts_with(b"//") {
                    return None;
                }
                let next = memchr::memchr2(b'\\', b'"', rest)?;
                self.at += next;
                if rest[next] == b'\\' {
                    self.at += 2;
                } else if rest[next..].starts_with(b"\"\"\"") {
                    self.at += 3;
                    return Some(());
                } else {
                    self.at += 1;
                }
            }
        }
        self.at += 1;
        loop {
            let byte = self.peek()?;
            self.at += 1;
            match byte {
                b'\\' => self.at += 1,
                // A literal does not extend past the end of a line.
                b'\n' => return None,
                byte if byte == quote => return Some(()),
                _ => {}
            }
        }
    }

    /// Skips everything from an opening bracket to its closing bracket.
    pub fn skip_group(&mut self) -> Option<()> {
        let mut closing: Vec<u8> = Vec::new();
        loop {
            match self.peek()? {
                b'(' => closing.push(b')'),
                b'[' => closing.push(b']'),
                b'{' => closing.push(b'}'),
                byte @ (b')' | b']' | b'}') => {
                    if closing.pop()? != byte {
                        return None;
                    }
                    if closing.is_empty() {
                        self.at += 1;
                        return Some(());
                    }
                }
                b'"' | b'\'' => {
                    self.skip_literal()?;
                    continue;
                }
                b'/' => {
                    let before = self.at;
                    self.skip_trivia()?;
                    if self.at > before {
                        continue;
                    }
                }
                _ => {}
            }
            self.at += 1;
        }
    }

    /// Skips everything up to and including the next `byte` that is not in a comment.
    pub fn skip_until(&mut self, byte: u8) -> Option<()> {
        loop {
            self.skip_trivia()?;
            let here = self.peek()?;
            self.at += 1;
            if here == byte {
                return Some(());
            }
        }
    }

    /// Whether a name and parameters follow, as after `record`.
    pub fn is_record_head(&mut self) -> bool {
        let ahead = || -> Option<bool> {
            self.skip_trivia()?;
            self.skip_word()?;
            self.skip_trivia()?;
            Some(matches!(self.peek()?, b'(' | b'<'))
        };
        let mut ahead = ahead;
        ahead().unwrap_or(false)
    }
}

/// The position after the first `*/` of a text. A slash is rare in comments, and faster to find than two bytes.
pub(super) fn comment_end(text: &[u8]) -> Option<usize> {
    memchr::memchr_iter(b'/', text).find(|&slash| slash > 0 && text[slash - 1] == b'*').map(|slash| slash + 1)
}

/// The words, literals and punctuation of a text. Everything from an unclosed comment or literal on is one word.
pub(super) fn words(text: &[u8]) -> Vec<Range<usize>> {
    let mut scanner = Scanner { text, at: 0 };
    let mut words = Vec::new();
    loop {
        let start = scanner.at;
        if scanner.skip_trivia().is_none() {
            words.push(start..text.len());
            return words;
        }
        let Some(byte) = scanner.peek() else { return words };
        let start = scanner.at;
        let whole = match byte {
            b'"' | b'\'' => scanner.skip_literal(),
            byte if Scanner::is_word_byte(byte) => scanner.skip_word(),
            _ => {
                scanner.at += 1;
                Some(())
            }
        };
        let end = if whole.is_some() { scanner.at.min(text.len()) } else { text.len() };
        words.push(start..end);
        scanner.at = end;
    }
}
