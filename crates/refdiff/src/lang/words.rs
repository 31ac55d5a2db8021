//! The words and punctuation of text that no parser read: the text between units.

use std::ops::Range;

/// The notation of comments and literals in a language.
pub(super) struct Marks {
    /// The start of a comment that extends to the end of the line.
    pub line_comments: &'static [&'static str],
    /// The start and end of a comment.
    pub block_comment: Option<(&'static str, &'static str)>,
    /// The quotes of a literal, longest first.
    pub quotes: &'static [&'static str],
}

impl Marks {
    /// The words and punctuation in a text, without comments and layout.
    pub fn words(&self, text: &[u8]) -> Vec<Range<usize>> {
        let mut words = Vec::new();
        let mut at = 0;
        while let Some(&byte) = text.get(at) {
            let rest = &text[at..];
            let begins = |mark: &str| rest.starts_with(mark.as_bytes());
            let find = |from: usize, mark: &str| memchr::memmem::find(&rest[from..], mark.as_bytes());
            if byte.is_ascii_whitespace() {
                at += 1;
            } else if self.line_comments.iter().any(|mark| begins(mark)) {
                at += memchr::memchr(b'\n', rest).unwrap_or(rest.len());
            } else if let Some((open, close)) = self.block_comment.filter(|(open, _)| begins(open)) {
                at += find(open.len(), close).map_or(rest.len(), |end| open.len() + end + close.len());
            } else {
                let quote = self.quotes.iter().find(|quote| begins(quote));
                let length = match quote {
                    Some(quote) => literal(rest, quote),
                    None if is_letter(byte) => rest.iter().position(|&b| !is_letter(b)).unwrap_or(rest.len()),
                    None => 1,
                };
                words.push(at..at + length);
                at += length;
            }
        }
        words
    }
}

fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || byte >= 0x80
}

/// The length of a literal that begins with this quote; to the end of the text if it is not closed.
fn literal(text: &[u8], quote: &str) -> usize {
    let quote = quote.as_bytes();
    let mut at = quote.len();
    while at < text.len() {
        if text[at] == b'\\' {
            at += 2;
        } else if text[at..].starts_with(quote) {
            return at + quote.len();
        } else {
            at += 1;
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_blanks_are_no_words() {
        let marks =
            Marks { line_comments: &["#"], block_comment: Some(("/*", "*/")), quotes: &["\"\"\"", "\""] };
        let text = b"a.b = \"x # y\" # c\n/* d */ \"\"\"e\n\"f\"\"\" g2 \"open";
        let words: Vec<&[u8]> = marks.words(text).into_iter().map(|r| &text[r]).collect();
        let expected: [&[u8]; 7] = [b"a", b".", b"b", b"=", b"\"x # y\"", b"\"\"\"e\n\"f\"\"\"", b"g2"];
        assert_eq!(words[..7], expected);
        assert_eq!(words[7..], [b"\"open"]);
    }
}
