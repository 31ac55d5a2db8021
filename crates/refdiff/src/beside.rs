//! Two texts side by side, line by line, with the changed words.

use gix_imara_diff::{Algorithm, Diff, InternedInput, sources::byte_lines};

/// A piece of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its text, without the line ending. Invalid UTF-8 is replaced.
    pub text: String,
    /// Whether it is missing on the other side.
    pub changed: bool,
}

/// A line of one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its number in the text, from 1.
    pub number: usize,
    /// Its pieces, in order.
    pub parts: Vec<Part>,
}

/// Two lines side by side; one of them may be missing.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Row {
    pub before: Option<Line>,
    pub after: Option<Line>,
    /// Whether both are equal.
    pub equal: bool,
}

/// The maximum number of words in a block of changed lines for word-level marks; in a larger block whole lines are
/// marked.
const WORDS: usize = 20_000;

/// Longer texts are aligned in a way that is never slow, and a little less telling.
const LINES: usize = 20_000;

/// Aligns two texts side by side. Lines that differ only in indentation count as equal.
///
/// ```
/// let rows = refdiff::beside(b"int a = 1;\nf();\n", b"int b = 1;\n  f();\n");
/// assert!(!rows[0].equal && rows[1].equal);
/// let changed: Vec<&str> = rows[0].after.iter().flat_map(|l| &l.parts).filter(|p| p.changed).map(|p| &*p.text).collect();
/// assert_eq!(changed, ["b"]);
/// ```
pub fn beside(before: &[u8], after: &[u8]) -> Vec<Row> {
    let (old, new): (Vec<&[u8]>, Vec<&[u8]>) = (byte_lines(before).collect(), byte_lines(after).collect());
    let mut input: InternedInput<&[u8]> = InternedInput::default();
    input.update_before(old.iter().map(|l| l.trim_ascii()));
    input.update_after(new.iter().map(|l| l.trim_ascii()));
    // Where a line occurs very often, a histogram takes time with the square of that.
    let algorithm = if old.len() + new.len() > LINES { Algorithm::Myers } else { Algorithm::Histogram };
    let mut diff = Diff::compute(algorithm, &input);
    diff.postprocess_no_heuristic(&input);
    let mut rows = Vec::new();
    let (mut i, mut j) = (0, 0);
    let end = (old.len()..old.len(), new.len()..new.len());
    let range = |r: std::ops::Range<u32>| r.start as usize..r.end as usize;
    for (removed, added) in diff.hunks().map(|h| (range(h.before), range(h.after))).chain([end]) {
        while i < removed.start && j < added.start {
            let (before, after) = (whole(old[i], i, false), whole(new[j], j, false));
            rows.push(Row { before: Some(before), after: Some(after), equal: true });
            (i, j) = (i + 1, j + 1);
        }
        block(&old[removed.clone()], removed.start, &new[added.clone()], added.start, &mut rows);
        (i, j) = (removed.end, added.end);
    }
    rows
}

fn shown(line: &[u8]) -> String {
    let end = line.iter().rposition(|b| !matches!(b, b'\n' | b'\r')).map_or(0, |last| last + 1);
    String::from_utf8_lossy(&line[..end]).into_owned()
}

fn whole(line: &[u8], at: usize, changed: bool) -> Line {
    Line { number: at + 1, parts: vec![Part { text: shown(line), changed }] }
}

/// The words of a line: letters together, every other character separately.
fn words(line: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let mut words = Vec::new();
    let mut start = 0;
    let mut last = None;
    for (at, c) in line.char_indices() {
        if last.is_some_and(|l: char| !(is_word(l) && is_word(c))) {
            words.push(&line[start..at]);
            start = at;
        }
        last = Some(c);
    }
    if start < line.len() {
        words.push(&line[start..]);
    }
    words
}

/// A block of replaced lines: in pairs as long as both sides have lines, with the words that the other side lacks.
fn block(old: &[&[u8]], old_at: usize, new: &[&[u8]], new_at: usize, rows: &mut Vec<Row>) {
    let (before, after): (Vec<String>, Vec<String>) =
        (old.iter().map(|l| shown(l)).collect(), new.iter().map(|l| shown(l)).collect());
    let both = !old.is_empty() && !new.is_empty();
    let (olds, news): (Vec<Vec<&str>>, Vec<Vec<&str>>) =
        (before.iter().map(|l| words(l)).collect(), after.iter().map(|l| words(l)).collect());
    let (count, other) = (olds.iter().flatten().count(), news.iter().flatten().count());
    let marked = both && count + other <= WORDS;
    let mut input: InternedInput<&str> = InternedInput::default();
    input.update_before(olds.iter().flatten().copied());
    input.update_after(news.iter().flatten().copied());
    let diff = marked.then(|| Diff::compute(Algorithm::Myers, &input));
    let lines = |lines: &[Vec<&str>], at: usize, changed: &dyn Fn(u32) -> bool| -> Vec<Line> {
        let mut number = 0;
        let mut all = Vec::new();
        for (index, line) in lines.iter().enumerate() {
            let mut parts: Vec<Part> = Vec::new();
            for word in line {
                let changed = changed(number) && !word.trim().is_empty();
                number += 1;
                match parts.last_mut().filter(|p| p.changed == changed) {
                    Some(part) => part.text.push_str(word),
                    None => parts.push(Part { text: (*word).to_owned(), changed }),
                }
            }
            all.push(Line { number: at + index + 1, parts });
        }
        all
    };
    let left = lines(&olds, old_at, &|word| diff.as_ref().is_some_and(|d| d.is_removed(word)));
    let right = lines(&news, new_at, &|word| diff.as_ref().is_some_and(|d| d.is_added(word)));
    let (mut left, mut right) = (left.into_iter(), right.into_iter());
    loop {
        let (before, after) = (left.next(), right.next());
        if before.is_none() && after.is_none() {
            return;
        }
        rows.push(Row { before, after, equal: false });
    }
}
