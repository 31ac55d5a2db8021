//! Texts by their lines, and which lines differ between two of them.

use gix_imara_diff::sources::byte_lines;
use gix_imara_diff::{Algorithm, Diff, InternedInput};
#[cfg(feature = "git")]
use gix_imara_diff::{IndentHeuristic, IndentLevel, SliderHeuristic, Token};
use std::fmt;
use std::ops::{Deref, Range};
use std::sync::Arc;

/// A text with the starts of its lines. Lines count from 0 here.
#[derive(Clone, Debug, Default)]
pub(crate) struct Text {
    pub bytes: Arc<[u8]>,
    starts: Vec<u32>,
}

impl Text {
    pub fn new(bytes: Arc<[u8]>) -> Self {
        let breaks = memchr::memchr_iter(b'\n', &bytes).map(|i| i as u32 + 1);
        let mut starts: Vec<u32> = std::iter::once(0).chain(breaks).collect();
        if starts.last() == Some(&(bytes.len() as u32)) {
            starts.pop();
        }
        Text { bytes, starts }
    }

    /// The number of lines.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// The bytes of a line, including the line ending.
    pub fn line(&self, line: usize) -> &[u8] {
        let end = self.starts.get(line + 1).map_or(self.bytes.len(), |&s| s as usize);
        &self.bytes[self.starts[line] as usize..end]
    }

    /// The same, sharing the text that contains it.
    pub fn shared_line(&self, line: usize) -> TextLine {
        let end = self.starts.get(line + 1).map_or(self.bytes.len() as u32, |&s| s);
        TextLine { bytes: self.bytes.clone(), range: self.starts[line]..end }
    }

    /// The first byte of a line.
    pub fn start(&self, line: usize) -> u32 {
        self.starts[line]
    }

    /// The line that contains a byte.
    pub fn line_of(&self, byte: u32) -> usize {
        self.starts.partition_point(|&start| start <= byte).saturating_sub(1)
    }
}

/// A line of a text with its line ending. It keeps the text in memory.
#[derive(Clone)]
pub struct TextLine {
    bytes: Arc<[u8]>,
    range: Range<u32>,
}

impl Deref for TextLine {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes[self.range.start as usize..self.range.end as usize]
    }
}

impl PartialEq for TextLine {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for TextLine {}

impl fmt::Debug for TextLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", String::from_utf8_lossy(self))
    }
}

/// The lines that differ: ranges before and after, as `git diff` shows them.
pub(crate) fn differences(before: &Text, after: &Text) -> Vec<(Range<usize>, Range<usize>)> {
    let input = InternedInput::new(byte_lines(&before.bytes), byte_lines(&after.bytes));
    let mut diff = Diff::compute(Algorithm::Myers, &input);
    diff.postprocess_lines(&input);
    let range = |r: Range<u32>| r.start as usize..r.end as usize;
    diff.hunks().map(|h| (range(h.before), range(h.after))).collect()
}

/// Corresponding lines of two lists of lines, in order, by what `says` makes of a line: as many as can be found. Where a new
/// line may be any of several equal ones, the indentation of the lines around decides, as in git.
#[cfg(feature = "git")]
pub(crate) fn common_lines<T: Eq + std::hash::Hash + Copy + Default>(
    (old, olds): (&Text, &[usize]),
    (new, news): (&Text, &[usize]),
    says: impl Fn(&Text, usize) -> T,
) -> Vec<(usize, usize)> {
    let mut input: InternedInput<T> = InternedInput::default();
    input.update_before(olds.iter().map(|&line| says(old, line)));
    input.update_after(news.iter().map(|&line| says(new, line)));
    let mut diff = Diff::compute(Algorithm::Myers, &input);
    // Two lines that say the same may be indented differently: what is asked for is the place and not the token.
    let indents = |text: &Text, lines: &[usize]| -> Vec<IndentLevel> {
        lines.iter().map(|&line| IndentLevel::for_ascii_line(text.line(line).iter().copied(), 8)).collect()
    };
    let (before, after) = (indents(old, olds), indents(new, news));
    let places: Vec<Token> = (0..before.len().max(after.len()) as u32).map(Token).collect();
    let is_before = |tokens: &[Token]| std::ptr::eq(tokens.as_ptr(), input.before.as_ptr());
    diff.postprocess_with(&input.before, &input.after, |tokens: &[Token], hunk: Range<u32>, earliest| {
        let own = if is_before(tokens) { &before } else { &after };
        let mut heuristic = IndentHeuristic::new(|place: Token| own[place.0 as usize]);
        heuristic.best_slider_end(&places[..own.len()], hunk, earliest)
    });
    let pairs = kept(&diff, olds.len(), news.len());
    pairs.into_iter().map(|(x, y)| (olds[x], news[y])).collect()
}

/// Corresponding positions in two sequences, in order: as many as can be found, each used once.
pub(crate) fn common<T: Eq + std::hash::Hash + Copy + Default>(
    before: &[T],
    after: &[T],
) -> Vec<(usize, usize)> {
    let mut input: InternedInput<T> = InternedInput::default();
    input.update_before(before.iter().copied());
    input.update_after(after.iter().copied());
    kept(&Diff::compute(Algorithm::Myers, &input), before.len(), after.len())
}

/// The positions that a difference leaves as they are.
fn kept(diff: &Diff, before: usize, after: usize) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    let (mut i, mut j) = (0, 0);
    for hunk in diff.hunks() {
        pairs.extend((i..hunk.before.start as usize).zip(j..hunk.after.start as usize));
        (i, j) = (hunk.before.end as usize, hunk.after.end as usize);
    }
    pairs.extend((i..before).zip(j..after));
    pairs
}
