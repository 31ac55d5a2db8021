//! Texts by their lines, and which lines differ between two of them.

use gix_imara_diff::{Algorithm, Diff, InternedInput, sources::byte_lines};
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

/// Corresponding positions in two sequences, in order: as many as can be found, each used once.
pub(crate) fn common<T: Eq + std::hash::Hash + Copy + Default>(
    before: &[T],
    after: &[T],
) -> Vec<(usize, usize)> {
    let mut input: InternedInput<T> = InternedInput::default();
    input.update_before(before.iter().copied());
    input.update_after(after.iter().copied());
    let diff = Diff::compute(Algorithm::Myers, &input);
    let mut pairs = Vec::new();
    let (mut i, mut j) = (0, 0);
    for hunk in diff.hunks() {
        pairs.extend((i..hunk.before.start as usize).zip(j..hunk.after.start as usize));
        (i, j) = (hunk.before.end as usize, hunk.after.end as usize);
    }
    pairs.extend((i..before.len()).zip(j..after.len()));
    pairs
}
