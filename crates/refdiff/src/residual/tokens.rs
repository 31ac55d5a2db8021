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

/// All tokens of a file but comments.
pub(super) fn of_file(file: &SourceFile, text: &[u8]) -> Vec<Tok> {
    let mut units: Vec<Tok> = Vec::new();
    for (number, placed) in file.units.iter().enumerate() {
        units.extend(placed.unit.tokens.iter().filter(|t| t.end() > t.start).map(|token| Tok {
            symbol: token.symbol,
            start: placed.start + token.start,
            end: placed.start + token.end(),
            role: token.role(),
            unit: number as u32,
        }));
    }
    units.sort_by_key(|t| t.start);
    let mut all = Vec::with_capacity(units.len() + units.len() / 8);
    let mut at = 0;
    for token in units {
        between(&mut all, file, text, at, token.start as usize);
        at = at.max(token.end as usize);
        all.push(token);
    }
    between(&mut all, file, text, at, text.len());
    all
}

fn between(all: &mut Vec<Tok>, file: &SourceFile, text: &[u8], from: usize, to: usize) {
    let Some(gap) = text.get(from..to).filter(|gap| gap.iter().any(|b| !b.is_ascii_whitespace())) else {
        return;
    };
    let Some(language) = language_of(&file.path) else { return };
    for range in language.words(gap) {
        let word = &gap[range.clone()];
        let is_name = word.first().is_some_and(|b| b.is_ascii_alphabetic() || *b == b'_' || *b >= 0x80);
        all.push(Tok {
            symbol: Symbol::of(word),
            start: (from + range.start) as u32,
            end: (from + range.end) as u32,
            role: if is_name { Role::Use } else { Role::Punctuation },
            unit: OUTSIDE,
        });
    }
}
