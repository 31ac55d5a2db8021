//! From tokens to lines: which changed lines refactorings account for, and which are left.

use super::board::{AFTER, BEFORE, Board, FileBoard, State, TokenPlace};
use super::header;
use super::meaning::Meanings;
use super::tokens::{OUTSIDE, Reader, Tok};
use crate::model::{EntityId, FilePath, Role, Symbol};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

/// The class of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// It does not differ at its path.
    Unchanged,
    /// Refactorings account for all of it.
    Explained,
    /// Only its layout, its position or a comment changed.
    Layout,
    /// Something was edited.
    Code,
    /// It has no token; the lines around it decide its class.
    Open,
}

/// The class of every line of every file, by side.
pub(super) type Classes = [Vec<Vec<Class>>; 2];

/// Old names that reported refactorings replaced, with the new names.
type Names = HashMap<Symbol, Symbol>;

/// For every line that differs, the file and line of the other side that contain most of its tokens.
pub(super) type Counterparts = [Vec<Vec<Option<(u32, u32)>>>; 2];

pub(super) fn counterparts(board: &Board<'_>) -> Counterparts {
    [BEFORE, AFTER].map(|side| {
        let of_file = |file: &FileBoard<'_>| {
            let mut tokens = file.tokens.reader();
            let mut there = Vec::new();
            let line = |line: usize| {
                file.changed[line]
                    .then(|| counterpart(board, side, file, line, &mut tokens, &mut there))
                    .flatten()
            };
            (0..file.text.len()).map(line).collect()
        };
        board.sides[side].iter().map(of_file).collect()
    })
}

pub(super) fn classes<'c>(
    board: &Board<'c>,
    meanings: &Meanings<'_, 'c>,
    counterparts: &Counterparts,
) -> Classes {
    let mut classes = [BEFORE, AFTER].map(|side| board.sides[side].iter().map(by_tokens).collect::<Vec<_>>());
    follow_counterparts(board, counterparts, &mut classes);
    imports(board, meanings, &mut classes);
    let comments = same_comments(board, &classes, &names(board));
    for (side, file, line) in comments {
        classes[side][file][line] = Class::Explained;
    }
    for side in [BEFORE, AFTER] {
        for (file, lines) in board.sides[side].iter().zip(&mut classes[side]) {
            brackets(file, lines);
            settle(file, lines);
            hidden_code(file, lines);
        }
    }
    for &(side, file, line) in &board.broken_lines {
        classes[side][file as usize][line] = Class::Code;
    }
    classes
}

fn names(board: &Board<'_>) -> Names {
    let name = |side: usize, id: EntityId| Symbol::of(board.model(side).declaration(id).name.as_bytes());
    let mut names = Names::default();
    for (refactoring, &(before, after)) in board.comparison.reported_pairs() {
        if refactoring.refactoring.corresponds() {
            names.entry(name(BEFORE, before)).or_insert(name(AFTER, after));
        }
    }
    names
}

/// A changed comment counts as code if a compiler may read it as code.
fn hidden_code(file: &FileBoard<'_>, lines: &mut [Class]) {
    let hides_code = file.lexicon.hides_code;
    if !hides_code(&file.text.bytes) {
        return;
    }
    for (line, class) in lines.iter_mut().enumerate().filter(|(_, class)| **class != Class::Unchanged) {
        if hides_code(&comment(file, line).collect::<Vec<u8>>()) {
            *class = Class::Code;
        }
    }
}

/// The text of a line besides its tokens, without blanks.
fn comment<'f>(file: &'f FileBoard<'_>, line: usize) -> impl Iterator<Item = u8> + 'f {
    let (start, bytes) = (file.text.start(line), file.text.line(line));
    let mut tokens = file.tokens.reader();
    let mut from = 0;
    let ends = file.tokens_in(line).map(Some).chain([None]);
    let gaps = ends.map(move |token| {
        let (begin, end) = match token.map(|t| tokens.at(t)) {
            Some(token) => ((token.start - start) as usize, ((token.end - start) as usize).min(bytes.len())),
            None => (bytes.len(), bytes.len()),
        };
        let gap = bytes.get(from..begin).unwrap_or_default();
        from = from.max(end);
        gap
    });
    gaps.flatten().copied().filter(|b| !b.is_ascii_whitespace())
}

/// A changed import belongs to the lines that use its name, if none of them was edited.
fn imports<'c>(board: &Board<'c>, meanings: &Meanings<'_, 'c>, classes: &mut Classes) {
    for side in [BEFORE, AFTER] {
        for (number, file) in board.sides[side].iter().enumerate() {
            for statement in header::statements(board, side, number as u32) {
                let first = file.line(statement.start as usize);
                if classes[side][number][first] != Class::Code || statement.len() < 4 {
                    continue;
                }
                // The name before the semicolon.
                let name = Some(file.tokens.at(statement.end as usize - 2).symbol);
                let uses = file.tokens.with_symbol(|symbol| Some(symbol) == name).into_iter();
                let uses = uses.map(|at| file.tokens.at(at)).filter(|t| t.unit != OUTSIDE);
                let used: Vec<Class> =
                    uses.map(|t| classes[side][number][file.text.line_of(t.start)]).collect();
                let path = header::path(board, side, number as u32, statement);
                let twin = board.twins[side][number];
                let swapped = twin.is_some_and(|twin| {
                    let others = header::statements(board, 1 - side, twin);
                    let paths = others.iter().map(|s| header::path(board, 1 - side, twin, s));
                    paths.into_iter().any(|o| o.last() == path.last() && o != path)
                });
                if !swapped
                    && used.contains(&Class::Explained)
                    && !used.contains(&Class::Code)
                    && header::keeps_meaning(board, meanings, side, number as u32, statement)
                {
                    for line in statement.clone().map(|token| file.line(token as usize)) {
                        classes[side][number][line] = Class::Explained;
                    }
                }
            }
        }
    }
}

/// A bracket after explained code is explained too: which of several equal brackets differs is arbitrary.
fn brackets(file: &FileBoard<'_>, lines: &mut [Class]) {
    let only_signs = |line: usize| file.tokens_in(line).all(|t| file.tokens.at(t).role == Role::Punctuation);
    // The nearest line above and below whose class is known.
    let known = |class: Class| (!matches!(class, Class::Open | Class::Layout)).then_some(class);
    let mut below = vec![None; lines.len() + 1];
    for line in (0..lines.len()).rev() {
        below[line] = known(lines[line]).or(below[line + 1]);
    }
    let mut above = None;
    for line in 0..lines.len() {
        if lines[line] == Class::Layout
            && only_signs(line)
            && [above, below[line + 1]].contains(&Some(Class::Explained))
        {
            lines[line] = Class::Explained;
        }
        above = known(lines[line]).or(above);
    }
}

fn by_tokens(file: &FileBoard<'_>) -> Vec<Class> {
    let mut lines: Vec<Class> =
        file.changed.iter().map(|&changed| if changed { Class::Open } else { Class::Unchanged }).collect();
    let mut tokens = file.tokens.reader();
    for first in 0..lines.len() {
        let mut inside = file.tokens_in(first);
        if !file.changed[first] {
            // Only its last token may extend into a differing line, and not beyond a line with a token of its own.
            let next = first + 1;
            if next >= lines.len() || !file.changed[next] && !file.tokens_in(next).is_empty() {
                continue;
            }
            inside.start = inside.end.max(inside.start + 1) - 1;
        }
        for at in inside {
            let (token, state) = (tokens.at(at), file.state[at]);
            // Most tokens end on the line where they begin.
            let end = token.end.saturating_sub(1).max(token.start);
            let ends_here = first + 1 >= lines.len() || end < file.text.start(first + 1);
            let last = if ends_here { first } else { file.text.line_of(end) };
            for line in &mut lines[first..=last] {
                *line = match (*line, state) {
                    (Class::Unchanged, _) => Class::Unchanged,
                    (Class::Code, _) | (_, State::Left) => Class::Code,
                    (Class::Explained, _) | (_, State::Explained) => Class::Explained,
                    _ => Class::Layout,
                };
            }
        }
    }
    lines
}

/// The line of the other side that contains most of a line's tokens; punctuation alone does not count.
fn counterpart(
    board: &Board<'_>,
    side: usize,
    file: &FileBoard<'_>,
    line: usize,
    tokens: &mut Reader<'_, '_>,
    there: &mut Vec<(u32, u32)>,
) -> Option<(u32, u32)> {
    let mut last = (u32::MAX, 0, 0..0);
    let mut place = |partner: TokenPlace| {
        if last.0 != partner.file || !last.2.contains(&(partner.token as usize)) {
            let other = &board.sides[1 - side][partner.file as usize];
            let line = other.line(partner.token as usize);
            last = (partner.file, line as u32, other.tokens_in(line));
        }
        (last.0, last.1)
    };
    let range = file.tokens_in(line);
    let is_word = |token: Tok| token.role != Role::Punctuation;
    let words = range.clone().filter(|&t| is_word(tokens.at(t))).count();
    let counted = if words == 0 { range.len() } else { words };
    there.clear();
    for token in range {
        if words == 0 || is_word(tokens.at(token)) {
            there.extend(file.partner(token).map(&mut place));
        }
    }
    there.sort_unstable();
    there.chunk_by(|x, y| x == y).find(|same| same.len() * 2 > counted).map(|same| same[0])
}

/// Edits and explained changes have two sides: a line that lost nothing follows its counterpart.
fn follow_counterparts(board: &Board<'_>, counterparts: &Counterparts, classes: &mut Classes) {
    let touched: HashSet<&FilePath> =
        board.comparison.refactorings().iter().flat_map(|r| [&r.before.path, &r.after.path]).collect();
    let mut follows = Vec::new();
    for side in [BEFORE, AFTER] {
        for (number, file) in board.sides[side].iter().enumerate() {
            let mut equal: Option<HashMap<usize, usize>> = None;
            for line in 0..file.text.len() {
                let class = classes[side][number][line];
                if !matches!(class, Class::Code | Class::Layout | Class::Explained) {
                    continue;
                }
                let Some((other, at)) = counterparts[side][number][line] else { continue };
                let (other, at) = (other as usize, at as usize);
                match (class, classes[1 - side][other][at]) {
                    // All of it came from, or went into, an edited line.
                    (Class::Layout | Class::Explained, Class::Code) => {
                        follows.push((side, number, line, Class::Code));
                    }
                    (Class::Explained, _)
                        if comment(file, line).ne(comment(&board.sides[1 - side][other], at)) =>
                    {
                        follows.push((side, number, line, Class::Layout));
                    }
                    (Class::Code, Class::Explained | Class::Layout) => {
                        follows.push((1 - side, other, at, Class::Code))
                    }
                    (Class::Layout, Class::Explained) => follows.push((side, number, line, Class::Explained)),
                    // If a line was duplicated, either copy may be the one that differs.
                    (Class::Layout, Class::Unchanged)
                        if board.twins[side][number] == Some(other as u32)
                            && equal
                                .get_or_insert_with(|| equal_lines(file, &board.sides[1 - side][other]))
                                .get(&at)
                                .is_some_and(|&line| has_left(file, line)) =>
                    {
                        follows.push((side, number, line, Class::Code));
                    }
                    // It differs only because another line took its place next to unchanged lines.
                    (Class::Layout, Class::Unchanged) if touched.contains(&file.path) => {
                        follows.push((side, number, line, Class::Explained));
                    }
                    // Or because the code around it was removed.
                    (Class::Layout, Class::Layout)
                        if touched.contains(&file.path)
                            && file.text.line(line) == board.sides[1 - side][other].text.line(at) =>
                    {
                        follows.push((side, number, line, Class::Explained));
                    }
                    _ => {}
                }
            }
        }
    }
    follows.sort_by_key(|f| f.3 == Class::Code);
    for (side, file, line, class) in follows {
        classes[side][file][line] = class;
    }
}

/// For each unchanged line of a file's other version, the equal line here.
fn equal_lines(here: &FileBoard<'_>, there: &FileBoard<'_>) -> HashMap<usize, usize> {
    let same = |file: &FileBoard<'_>| -> Vec<usize> {
        (0..file.changed.len()).filter(|&line| !file.changed[line]).collect()
    };
    same(there).into_iter().zip(same(here)).collect()
}

/// Whether some token of a line has no counterpart.
fn has_left(file: &FileBoard<'_>, line: usize) -> bool {
    let left = |token: usize| file.state[token] == State::Left;
    file.tokens_in(line).any(|token| left(token) && file.tokens.at(token).role != Role::Punctuation)
}

/// Comment lines that are the same on both sides, exactly or apart from renamed words.
fn same_comments(board: &Board<'_>, classes: &Classes, names: &Names) -> Vec<(usize, usize, usize)> {
    type Lines = HashMap<Vec<Symbol>, Vec<(usize, usize)>>;
    let list = |side: usize| -> Lines {
        let mut all = Lines::default();
        for (number, file) in board.sides[side].iter().enumerate() {
            for line in (0..file.text.len()).filter(|&l| classes[side][number][l] == Class::Open) {
                let words = words(file.text.line(line));
                if !words.is_empty() {
                    all.entry(words).or_default().push((number, line));
                }
            }
        }
        all
    };
    let (mut before, mut after) = (list(BEFORE), list(AFTER));
    let mut same = Vec::new();
    let mut pair = |olds: &mut Vec<(usize, usize)>, words: &[Symbol]| {
        let Some(news) = after.get_mut(words) else { return };
        let count = olds.len().min(news.len());
        for (old, new) in olds.drain(..count).zip(news.drain(..count)) {
            same.push((BEFORE, old.0, old.1));
            same.push((AFTER, new.0, new.1));
        }
    };
    for (words, olds) in &mut before {
        pair(olds, words);
    }
    // Which of several lines is taken does not matter: all of them are explained, or as many as there are.
    let mut renamed: Lines = Lines::default();
    for (words, olds) in before.into_iter().filter(|(_, olds)| !olds.is_empty()) {
        let words = words.into_iter().map(|word| names.get(&word).copied().unwrap_or(word)).collect();
        renamed.entry(words).or_default().extend(olds);
    }
    for (words, mut olds) in renamed {
        olds.sort_unstable();
        pair(&mut olds, &words);
    }
    same
}

/// The words and punctuation of a line, without blanks.
pub(super) fn words(line: &[u8]) -> Vec<Symbol> {
    let is_word = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b == b'$' || b >= 0x80;
    let parts =
        line.chunk_by(|&x, &y| is_word(x) && is_word(y)).filter(|part| !part[0].is_ascii_whitespace());
    parts.map(Symbol::of).collect()
}

/// Lines without tokens belong to the code that follows in the same block of changed lines, or else to the code
/// before. A block without code is layout.
fn settle(file: &FileBoard<'_>, lines: &mut [Class]) {
    let blank = |line: usize| file.text.line(line).iter().all(u8::is_ascii_whitespace);
    let mut at = 0;
    while at < lines.len() {
        if lines[at] == Class::Unchanged {
            at += 1;
            continue;
        }
        let end = (at..lines.len()).find(|&l| lines[l] == Class::Unchanged).unwrap_or(lines.len());
        let mut next = None;
        for line in (at..end).rev() {
            match lines[line] {
                Class::Open => {}
                class => next = Some(class),
            }
            if lines[line] == Class::Open {
                lines[line] = match next {
                    Some(Class::Code) => Class::Code,
                    Some(Class::Explained) if blank(line) => Class::Explained,
                    Some(Class::Layout) => Class::Layout,
                    _ => Class::Open,
                };
            }
        }
        let mut previous = None;
        for (number, line) in (at..end).zip(&mut lines[at..end]) {
            if *line == Class::Open {
                *line = match previous {
                    Some(Class::Code) => Class::Code,
                    Some(Class::Explained) if blank(number) => Class::Explained,
                    _ => Class::Layout,
                };
            } else {
                previous = Some(*line);
            }
        }
        at = end;
    }
}
