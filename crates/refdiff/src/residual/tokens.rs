//! The tokens of a whole file, in order: those of its units, and what stands between them.

use crate::lang::language_of;
use crate::model::{Role, SourceFile, Symbol};

/// A token at its place in a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tok {
    pub symbol: Symbol,
    pub start: u32,
    pub end: u32,
    pub role: Role,
    /// The unit that it belongs to, by its place in the file; [`OUTSIDE`] for what stands between units.
    pub unit: u32,
}

/// The unit of tokens that belong to none: packages and imports, closing braces, separators.
pub(super) const OUTSIDE: u32 = u32::MAX;

/// The tokens of a file in order, comments apart. Those of units are looked up there: a commit may have millions.
pub(super) struct Tokens<'c> {
    file: &'c SourceFile,
    runs: Vec<Run>,
    /// What stands between units.
    outside: Vec<Tok>,
    count: u32,
}

/// Tokens that follow each other in one unit, or between units.
struct Run {
    /// The number of its first token in the file.
    first: u32,
    unit: u32,
    /// The number of that token in the unit, or among those outside.
    from: u32,
}

impl<'c> Tokens<'c> {
    pub fn new(file: &'c SourceFile, text: &[u8]) -> Self {
        let mut tokens = Tokens { file, runs: Vec::new(), outside: Vec::new(), count: 0 };
        let mut places: Vec<(u32, u32, u32)> = Vec::new();
        for (unit, placed) in file.units.iter().enumerate() {
            let all = placed.unit.tokens.iter().enumerate().filter(|(_, t)| t.end() > t.start);
            places.extend(all.map(|(number, t)| (placed.start + t.start, unit as u32, number as u32)));
        }
        places.sort_unstable();
        let mut at = 0;
        for (start, unit, number) in places {
            tokens.between(text, at, start as usize);
            tokens.push(unit, number);
            let placed = &file.units[unit as usize];
            at = at.max((placed.start + placed.unit.tokens[number as usize].end()) as usize);
        }
        tokens.between(text, at, text.len());
        tokens.runs.shrink_to_fit();
        tokens
    }

    fn push(&mut self, unit: u32, number: u32) {
        let goes_on = self
            .runs
            .last()
            .is_some_and(|run| run.unit == unit && run.from + (self.count - run.first) == number);
        if !goes_on {
            self.runs.push(Run { first: self.count, unit, from: number });
        }
        self.count += 1;
    }

    fn between(&mut self, text: &[u8], from: usize, to: usize) {
        let Some(gap) = text.get(from..to).filter(|gap| gap.iter().any(|b| !b.is_ascii_whitespace())) else {
            return;
        };
        let Some(language) = language_of(&self.file.path) else { return };
        for range in language.words(gap) {
            let word = &gap[range.clone()];
            let is_name = word.first().is_some_and(|b| b.is_ascii_alphabetic() || *b == b'_' || *b >= 0x80);
            let number = self.outside.len() as u32;
            self.outside.push(Tok {
                symbol: Symbol::of(word),
                start: (from + range.start) as u32,
                end: (from + range.end) as u32,
                role: if is_name { Role::Use } else { Role::Punctuation },
                unit: OUTSIDE,
            });
            self.push(OUTSIDE, number);
        }
    }

    pub fn len(&self) -> usize {
        self.count as usize
    }

    /// The token of a number.
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

    pub fn iter(&self) -> impl Iterator<Item = Tok> + '_ {
        let ends = self.runs.iter().skip(1).map(|run| run.first).chain([self.count]);
        self.runs.iter().zip(ends).flat_map(|(run, end)| (run.first..end).map(|at| self.of_run(run, at)))
    }

    /// The tokens that stand between units, with their numbers: those that follow each other without a unit between them.
    pub fn outside(&self) -> impl Iterator<Item = Vec<(usize, Tok)>> + '_ {
        let ends = self.runs.iter().skip(1).map(|run| run.first).chain([self.count]);
        let outside = self.runs.iter().zip(ends).filter(|(run, _)| run.unit == OUTSIDE);
        outside.map(|(run, end)| (run.first..end).map(|at| (at as usize, self.of_run(run, at))).collect())
    }

    /// The number of the first token that begins at a byte or after it.
    pub fn first_from(&self, byte: u32) -> usize {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = (low + high) / 2;
            if self.at(middle).start < byte {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }
}
