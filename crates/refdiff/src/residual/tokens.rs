//! The tokens of a whole file, in order: those of its units, and those between them.

use crate::model::{Lexicon, Placed, Role, SourceFile, Symbol, TokenBounds, Unit};
use std::ops::Range;
use std::sync::Arc;

/// A token with its position in a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tok {
    pub symbol: Symbol,
    pub start: u32,
    pub end: u32,
    pub role: Role,
    /// The index of its unit in the file; [`OUTSIDE`] between units.
    pub unit: u32,
}

/// The bounds of a unit's tokens, if there is nothing else between them.
type Bounds = Option<TokenBounds>;

/// The unit of tokens outside of units: packages and imports, closing braces, separators.
pub(super) const OUTSIDE: u32 = u32::MAX;

/// The tokens of a file in order, without comments. Those of units are looked up there: a commit may have millions.
pub(super) struct Tokens<'c> {
    file: &'c SourceFile,
    runs: Vec<Run>,
    /// The tokens between units.
    outside: Vec<Tok>,
    /// By unit: the number of its first token, or [`SCATTERED`].
    whole: Vec<u32>,
    count: u32,
}

/// Consecutive tokens of one unit, or between units.
struct Run {
    /// The number of its first token in the file.
    first: u32,
    unit: u32,
    /// The number of that token in the unit, or among the outside tokens.
    from: u32,
}

/// The unit has several runs, or tokens of zero length.
const SCATTERED: u32 = u32::MAX;

impl<'c> Tokens<'c> {
    pub fn new(file: &'c SourceFile, text: &[u8]) -> Self {
        let mut tokens = Tokens {
            file,
            runs: Vec::with_capacity(2 * file.units.len() + 1),
            outside: Vec::new(),
            whole: vec![SCATTERED; file.units.len()],
            count: 0,
        };
        let gapless: Vec<Bounds> = file.units.iter().map(|placed| tokens.gapless(text, placed)).collect();
        match nested(file, &gapless) {
            Some(runs) => tokens.fill(text, &gapless, runs.into_iter()),
            None => tokens.fill(text, &gapless, sorted(file).into_iter()),
        }
        tokens.runs.shrink_to_fit();
        for (number, run) in tokens.runs.iter().enumerate() {
            let end = tokens.runs.get(number + 1).map_or(tokens.count, |next| next.first);
            let unit = file.units.get(run.unit as usize);
            if unit.is_some_and(|placed| placed.unit.tokens.len() == (end - run.first) as usize) {
                tokens.whole[run.unit as usize] = run.first;
            }
        }
        tokens
    }

    fn gapless(&self, text: &[u8], placed: &Placed) -> Bounds {
        placed.unit.gapless(|from, to| {
            let (from, to) = ((placed.start + from) as usize, (placed.start + to) as usize);
            !is_blank(text, from, to) && !self.words(text, from, to).is_empty()
        })
    }

    /// Adds tokens in the order of the text: ranges of the tokens of units.
    fn fill(&mut self, text: &[u8], gapless: &[Bounds], runs: impl Iterator<Item = (u32, Range<u32>)>) {
        let mut at = 0;
        for (unit, range) in runs {
            let placed = &self.file.units[unit as usize];
            let mut from = range.start;
            // For such a unit only the text before it has to be examined.
            if let Some(bounds) = gapless[unit as usize].filter(|_| range.len() == placed.unit.tokens.len()) {
                let start = (placed.start + bounds.first) as usize;
                if start > at {
                    let words = self.words(text, at, start);
                    self.push_outside(words);
                }
                at = at.max((placed.start + bounds.end) as usize);
                self.push(unit, range);
                continue;
            }
            for number in range.clone() {
                let token = &placed.unit.tokens[number as usize];
                let start = (placed.start + token.start) as usize;
                if start > at && !is_blank(text, at, start) {
                    let words = self.words(text, at, start);
                    if !words.is_empty() {
                        self.push(unit, from..number);
                        from = number;
                        self.push_outside(words);
                    }
                }
                at = at.max((placed.start + token.end()) as usize);
            }
            self.push(unit, from..range.end);
        }
        let rest = self.words(text, at, text.len());
        self.push_outside(rest);
    }

    /// The number of a unit's first token, if all its tokens are contiguous.
    pub fn first_of_whole(&self, unit: u32) -> Option<u32> {
        self.whole.get(unit as usize).copied().filter(|&first| first != SCATTERED)
    }

    fn push(&mut self, unit: u32, numbers: Range<u32>) {
        if numbers.is_empty() {
            return;
        }
        let goes_on = self
            .runs
            .last()
            .is_some_and(|run| run.unit == unit && run.from + (self.count - run.first) == numbers.start);
        if !goes_on {
            self.runs.push(Run { first: self.count, unit, from: numbers.start });
        }
        self.count += numbers.len() as u32;
    }

    fn push_outside(&mut self, words: Vec<Tok>) {
        let from = self.outside.len() as u32;
        self.outside.extend(words);
        self.push(OUTSIDE, from..self.outside.len() as u32);
    }

    /// The words between two bytes, without comments.
    fn words(&self, text: &[u8], from: usize, to: usize) -> Vec<Tok> {
        let Some(gap) = text.get(from..to).filter(|_| !is_blank(text, from, to)) else { return Vec::new() };
        let word = |range: Range<usize>| {
            let word = &gap[range.clone()];
            let is_name = word.first().is_some_and(|b| b.is_ascii_alphabetic() || *b == b'_' || *b >= 0x80);
            Tok {
                symbol: Symbol::of(word),
                start: (from + range.start) as u32,
                end: (from + range.end) as u32,
                role: if is_name { Role::Use } else { Role::Punctuation },
                unit: OUTSIDE,
            }
        };
        (self.file.lexicon.split)(gap).into_iter().map(word).collect()
    }

    /// The lexicon of the file's language.
    pub fn lexicon(&self) -> &'static Lexicon {
        self.file.lexicon
    }

    pub fn len(&self) -> usize {
        self.count as usize
    }

    /// The token with a number.
    pub fn at(&self, number: usize) -> Tok {
        let run = &self.runs[self.runs.partition_point(|run| run.first as usize <= number) - 1];
        self.of_run(run, number as u32)
    }

    fn of_run(&self, run: &Run, number: u32) -> Tok {
        let inside = (run.from + (number - run.first)) as usize;
        if run.unit == OUTSIDE {
            return self.outside[inside];
        }
        let placed = &self.file.units[run.unit as usize];
        let token = &placed.unit.tokens[inside];
        Tok {
            symbol: token.symbol,
            start: placed.start + token.start,
            end: placed.start + token.end(),
            role: token.role(),
            unit: run.unit,
        }
    }

    /// The numbers of the tokens with a wanted symbol.
    pub fn with_symbol(&self, is_wanted: impl Fn(Symbol) -> bool) -> Vec<usize> {
        let mut found = Vec::new();
        let ends = self.runs.iter().skip(1).map(|run| run.first).chain([self.count]);
        for (run, end) in self.runs.iter().zip(ends) {
            let (from, to) = (run.from as usize, (run.from + (end - run.first)) as usize);
            let numbers = run.first as usize..end as usize;
            match self.file.units.get(run.unit as usize) {
                Some(placed) => {
                    let tokens = numbers.zip(&placed.unit.tokens[from..to]);
                    found.extend(tokens.filter(|(_, t)| is_wanted(t.symbol)).map(|(number, _)| number));
                }
                None => {
                    let tokens = numbers.zip(&self.outside[from..to]);
                    found.extend(tokens.filter(|(_, t)| is_wanted(t.symbol)).map(|(number, _)| number));
                }
            }
        }
        found
    }

    /// Passes the number and start of each token, in order.
    pub fn starts(&self, mut each: impl FnMut(u32, u32)) {
        let ends = self.runs.iter().skip(1).map(|run| run.first).chain([self.count]);
        for (run, end) in self.runs.iter().zip(ends) {
            let (from, to) = (run.from as usize, (run.from + (end - run.first)) as usize);
            match self.file.units.get(run.unit as usize) {
                Some(placed) => {
                    let tokens = (run.first..end).zip(&placed.unit.tokens[from..to]);
                    tokens.for_each(|(number, token)| each(number, placed.start + token.start));
                }
                None => {
                    (run.first..end)
                        .zip(&self.outside[from..to])
                        .for_each(|(number, token)| each(number, token.start));
                }
            }
        }
    }

    /// The tokens between units: consecutive tokens without a unit between them, with the number of the first.
    pub fn outside(&self) -> impl Iterator<Item = (u32, &[Tok])> + '_ {
        let ends = self.runs.iter().skip(1).map(|run| run.first).chain([self.count]);
        let outside = self.runs.iter().zip(ends).filter(|(run, _)| run.unit == OUTSIDE);
        outside.map(|(run, end)| {
            let from = run.from as usize;
            (run.first, &self.outside[from..from + (end - run.first) as usize])
        })
    }

    /// The number of the first token that begins at or after a byte.
    pub fn first_from(&self, byte: u32) -> usize {
        let later = self.runs.partition_point(|run| self.of_run(run, run.first).start < byte);
        let Some(run) = later.checked_sub(1).map(|before| &self.runs[before]) else { return 0 };
        let (mut low, mut high) = (run.first, self.runs.get(later).map_or(self.count, |next| next.first));
        while low < high {
            let middle = (low + high) / 2;
            if self.of_run(run, middle).start < byte {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low as usize
    }

    /// Looks up tokens one after the other, which is faster than separate lookups.
    pub fn reader(&self) -> Reader<'_, 'c> {
        Reader { tokens: self, run: 0 }
    }
}

/// Looks up tokens, faster if the next one is in the same run or the following one.
pub(super) struct Reader<'t, 'c> {
    tokens: &'t Tokens<'c>,
    run: usize,
}

impl<'t> Reader<'t, '_> {
    fn run(&mut self, number: usize) -> &'t Run {
        let runs = &self.tokens.runs;
        let is_in = |run: usize| {
            runs[run].first as usize <= number
                && runs.get(run + 1).is_none_or(|next| number < next.first as usize)
        };
        if !is_in(self.run) {
            let next = self.run + 1;
            let follows = next < runs.len() && is_in(next);
            self.run =
                if follows { next } else { runs.partition_point(|run| run.first as usize <= number) - 1 };
        }
        &runs[self.run]
    }

    pub fn at(&mut self, number: usize) -> Tok {
        let run = self.run(number);
        self.tokens.of_run(run, number as u32)
    }

    /// The unit that contains a token, with the token's number in it; `None` outside of units and if fewer than
    /// `length` of its tokens are consecutive from there.
    pub fn stretch(&mut self, number: usize, length: usize) -> Option<(&'t Arc<Unit>, usize)> {
        let run = self.run(number);
        let end = self.tokens.runs.get(self.run + 1).map_or(self.tokens.count, |next| next.first);
        let unit = &self.tokens.file.units.get(run.unit as usize)?.unit;
        let inside = run.from as usize + (number - run.first as usize);
        (number + length <= end as usize).then_some((unit, inside))
    }

    pub fn symbol(&mut self, number: usize) -> Symbol {
        let run = self.run(number);
        let inside = run.from as usize + (number - run.first as usize);
        if run.unit == OUTSIDE {
            return self.tokens.outside[inside].symbol;
        }
        self.tokens.file.units[run.unit as usize].unit.tokens[inside].symbol
    }
}

fn is_blank(text: &[u8], from: usize, to: usize) -> bool {
    text.get(from..to).is_none_or(|gap| gap.iter().all(u8::is_ascii_whitespace))
}

/// The tokens of units in the order of the text, if units follow each other or are nested; `None` if they overlap
/// otherwise.
fn nested(file: &SourceFile, gapless: &[Bounds]) -> Option<Vec<(u32, Range<u32>)>> {
    let mut units: Vec<u32> = (0..file.units.len() as u32).collect();
    units.sort_by_key(|&unit| file.units[unit as usize].start);
    let mut runs: Vec<(u32, Range<u32>)> = Vec::with_capacity(2 * units.len());
    let mut push = |unit: u32, range: Range<u32>| {
        if !range.is_empty() {
            runs.push((unit, range));
        }
    };
    let mut last = None;
    // The enclosing units, each with its next remaining token.
    let mut open: Vec<(u32, u32)> = Vec::new();
    for next in units.into_iter().map(Some).chain([None]) {
        let limit = next.map_or(u32::MAX, |unit| file.units[unit as usize].start);
        while let Some((unit, from)) = open.last_mut() {
            let placed = &file.units[*unit as usize];
            let tokens = &placed.unit.tokens;
            let mut start = *from;
            if let (Some(bounds), 0) = (gapless[*unit as usize], start)
                && placed.start + bounds.last < limit
            {
                if last.is_some_and(|last| placed.start + bounds.first <= last) {
                    return None;
                }
                last = Some(placed.start + bounds.last);
                *from = tokens.len() as u32;
            }
            while let Some(token) = tokens.get(*from as usize).filter(|t| placed.start + t.start < limit) {
                let begin = placed.start + token.start;
                if token.end() <= token.start {
                    // It stands for something that is not in the text.
                    push(*unit, start..*from);
                    start = *from + 1;
                } else if last.is_some_and(|last| begin <= last) {
                    return None;
                } else {
                    last = Some(begin);
                }
                *from += 1;
            }
            push(*unit, start..*from);
            if (*from as usize) < tokens.len() {
                break;
            }
            open.pop();
        }
        open.extend(next.map(|unit| (unit, 0)));
    }
    Some(runs)
}

/// The same for units with any overlap, token by token.
fn sorted(file: &SourceFile) -> Vec<(u32, Range<u32>)> {
    let mut places: Vec<(u32, u32, u32)> = Vec::new();
    for (unit, placed) in file.units.iter().enumerate() {
        let all = placed.unit.tokens.iter().enumerate().filter(|(_, t)| t.end() > t.start);
        places.extend(all.map(|(number, t)| (placed.start + t.start, unit as u32, number as u32)));
    }
    places.sort_unstable();
    places.into_iter().map(|(_, unit, number)| (unit, number..number + 1)).collect()
}
