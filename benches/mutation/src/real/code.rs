//! Java files as text, with their declarations.

use refdiff::lang::Languages;
use refdiff::{Element, Options, SourceText, compare};
use std::ops::Range;

/// Some files, and their entities.
#[derive(Clone)]
pub struct Code {
    pub files: Vec<SourceText>,
    pub entities: Vec<Element>,
    /// Whether all of it could be read.
    pub whole: bool,
}

/// An edit of a file: a range of bytes and its replacement.
pub type Edit = (usize, Range<usize>, String);

impl Code {
    pub fn new(files: Vec<SourceText>) -> Option<Code> {
        let read = compare(&[], &files, &Options::default()).ok()?;
        let whole = read.incomplete().is_empty();
        Some(Code { entities: read.entities_after().collect(), whole, files })
    }

    pub fn file(&self, element: &Element) -> Option<usize> {
        self.files.iter().position(|f| f.path == element.path)
    }

    pub fn text(&self, file: usize) -> &[u8] {
        &self.files[file].text
    }

    /// The words and punctuation of a part of a file, without comments and layout.
    pub fn words(&self, file: usize, part: Range<usize>) -> Vec<Range<usize>> {
        let Some(language) = Languages::default().language_of(&self.files[file].path) else {
            return Vec::new();
        };
        let words = (language.lexicon().split)(&self.text(file)[part.clone()]);
        words.into_iter().map(|w| w.start + part.start..w.end + part.start).collect()
    }

    pub fn span(element: &Element) -> Range<usize> {
        element.start_byte as usize..element.end_byte as usize
    }

    /// All positions of a word in the files.
    pub fn occurrences(&self, word: &str) -> Vec<(usize, Range<usize>)> {
        let mut found = Vec::new();
        for (number, file) in self.files.iter().enumerate() {
            // Most files do not have it, and a byte search is cheaper than splitting words.
            if !file.text.windows(word.len()).any(|w| w == word.as_bytes()) {
                continue;
            }
            let words = self.words(number, 0..file.text.len()).into_iter();
            found.extend(words.filter(|w| &file.text[w.clone()] == word.as_bytes()).map(|w| (number, w)));
        }
        found
    }

    /// The number of entities with a name.
    pub fn declared(&self, name: &str) -> usize {
        self.entities.iter().filter(|e| simple_name(&e.key) == name).count()
    }

    /// The files with the edits applied.
    pub fn edited(&self, mut edits: Vec<Edit>) -> Vec<SourceText> {
        let mut files = self.files.clone();
        edits.sort_by_key(|(file, range, _)| (*file, range.start));
        for (file, range, text) in edits.into_iter().rev() {
            let mut bytes = files[file].text.to_vec();
            bytes.splice(range, text.into_bytes());
            files[file] = SourceText::new(files[file].path.clone(), bytes);
        }
        files
    }
}

/// The name in a key: `a.B.m(int)` is `m`.
pub fn simple_name(key: &str) -> &str {
    let head = key.split('(').next().unwrap_or(key);
    head.rsplit('.').next().unwrap_or(head)
}

/// The key without its last name: the type of a member, the package of a type.
pub fn owner(key: &str) -> &str {
    let head = key.split('(').next().unwrap_or(key);
    head.rsplit_once('.').map_or("", |(owner, _)| owner)
}

/// A method split into the parts that mutations need.
pub struct Method {
    pub file: usize,
    /// The whole declaration.
    pub span: Range<usize>,
    /// Its name at the declaration.
    pub name: Range<usize>,
    /// The text between the parentheses of its parameters.
    pub parameters: Range<usize>,
    /// The top-level statements of its body.
    pub statements: Vec<Range<usize>>,
    pub words: Vec<Range<usize>>,
}

impl Method {
    /// `None` for a method without a body or with unusual syntax.
    pub fn of(code: &Code, element: &Element) -> Option<Method> {
        let file = code.file(element)?;
        let span = Code::span(element);
        let words = code.words(file, span.clone());
        let text = code.text(file);
        let is = |word: &Range<usize>, sign: &[u8]| &text[word.clone()] == sign;
        let name = simple_name(&element.key).as_bytes();
        let at = words.windows(2).position(|w| is(&w[0], name) && is(&w[1], b"("))?;
        let close = closing(text, &words, at + 1)?;
        let open = (close..words.len()).find(|&i| is(&words[i], b"{"))?;
        let end = closing(text, &words, open)?;
        if end + 1 != words.len() {
            return None;
        }
        Some(Method {
            file,
            name: words[at].clone(),
            parameters: words[at + 1].end..words[close].start,
            statements: statements(text, &words, open + 1..end)?,
            span,
            words,
        })
    }

    /// The words inside a range.
    pub fn words_in(&self, part: &Range<usize>) -> impl Iterator<Item = &Range<usize>> {
        let part = part.clone();
        self.words.iter().filter(move |w| part.start <= w.start && w.end <= part.end)
    }
}

/// The word that closes the bracket at `open`.
pub fn closing(text: &[u8], words: &[Range<usize>], open: usize) -> Option<usize> {
    let mut depth = 0;
    for (i, word) in words.iter().enumerate().skip(open) {
        match &text[word.clone()] {
            b"(" | b"{" | b"[" => depth += 1,
            b")" | b"}" | b"]" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(i);
        }
    }
    None
}

/// The statements directly between two words.
fn statements(text: &[u8], words: &[Range<usize>], within: Range<usize>) -> Option<Vec<Range<usize>>> {
    let mut found = Vec::new();
    let mut at = within.start;
    while at < within.end {
        let start = at;
        loop {
            let word = &text[words.get(at)?.clone()];
            let end = match word {
                b";" => at,
                b"(" | b"[" => {
                    at = closing(text, words, at)? + 1;
                    continue;
                }
                b"{" => {
                    let close = closing(text, words, at)?;
                    let next = words.get(close + 1).map(|w| &text[w.clone()]);
                    let goes_on: [&[u8]; 8] =
                        [b"else", b"catch", b"finally", b"while", b";", b")", b".", b","];
                    if next.is_some_and(|n| goes_on.contains(&n)) {
                        at = close + 1;
                        continue;
                    }
                    close
                }
                _ => {
                    at += 1;
                    continue;
                }
            };
            at = end + 1;
            found.push(words[start].start..words[end].end);
            break;
        }
    }
    (at == within.end).then_some(found)
}
