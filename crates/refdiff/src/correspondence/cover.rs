//! How much of one body stands in some statements of another.

use super::body::{Signs, Statement, Word};
use crate::model::{Role, Symbol};
use rustc_hash::FxHashSet as HashSet;

/// What was found of a body.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Cover {
    /// The share of the body's tokens that stand in statements with a counterpart.
    pub share: f64,
    /// Whether a counterpart is equal, if only in part or with a parameter replaced, rather than alike.
    pub literal: bool,
    /// Whether a counterpart has most of the same words, rather than only the same shape.
    pub worded: bool,
    /// The counterparts, as places among the statements that were searched.
    pub places: Vec<usize>,
}

/// From this share on a body was taken from the statements that were searched. Set by hand: in pairs that were read, what
/// shares less than a third is mostly idiom that any two methods may share.
pub(crate) const TAKEN: f64 = 0.34;

/// How alike the tokens of two statements have to be to correspond.
const ALIKE: f64 = 0.7;

/// How many steps replacing parameters may take in one pair of statements.
const STEPS: usize = 2_000;

/// How much of `body` stands in `among`. A name of `holes` (the parameters of the method that the body is of) may stand
/// for any expression. Each statement that is searched is the counterpart of one of the body, but may hold several that
/// are parts of it.
pub(crate) fn cover(body: &[Statement], among: &[&Statement], holes: &HashSet<Symbol>) -> Cover {
    let total: usize = body.iter().map(|s| s.words.len()).sum();
    if total == 0 {
        return Cover::default();
    }
    let mut cover = Cover::default();
    let mut covered = 0;
    let mut taken = vec![false; among.len()];
    let mut open: Vec<&Statement> = Vec::new();
    // What is equal first, so that nothing less takes its place.
    for statement in body {
        let equal = (0..among.len()).find(|&i| !taken[i] && among[i].key == statement.key);
        match equal {
            Some(i) => {
                taken[i] = true;
                cover.literal = true;
                cover.worded = true;
                covered += statement.words.len();
                cover.places.push(i);
            }
            None => open.push(statement),
        }
    }
    for statement in open {
        let found = (0..among.len()).find_map(|i| {
            if holds(among[i], statement, holes) {
                return Some((i, true, true));
            }
            if taken[i] {
                return None;
            }
            if dice(&among[i].words, &statement.words) >= ALIKE {
                return Some((i, false, true));
            }
            (among[i].shape == statement.shape && is_telling(statement)).then_some((i, false, false))
        });
        if let Some((i, literal, worded)) = found {
            taken[i] = true;
            cover.literal |= literal;
            cover.worded |= worded;
            covered += statement.words.len();
            cover.places.push(i);
        }
    }
    cover.share = covered as f64 / total as f64;
    cover
}

/// Whether a statement has more to it than names that may be replaced: a call, a type, or some length.
fn is_telling(statement: &Statement) -> bool {
    statement.words.len() >= 4
        && statement.words.iter().any(|w| matches!(w.role, Role::Call | Role::Type | Role::Keyword))
}

/// Whether what `part` computes stands in `whole`, with parameters replaced by expressions.
fn holds(whole: &Statement, part: &Statement, holes: &HashSet<Symbol>) -> bool {
    let pattern = part.core();
    let fixed = pattern.iter().filter(|w| !is_hole(w, holes));
    // A pattern of nothing but holes and signs fits everywhere.
    let telling = fixed.clone().filter(|w| w.role != Role::Punctuation).count();
    if telling == 0 || (telling < 2 && pattern.len() < 3) {
        return false;
    }
    if pattern.len() > whole.words.len() + 2 {
        return false;
    }
    let mut there: Vec<Symbol> = whole.words.iter().map(|w| w.symbol).collect();
    there.sort_unstable();
    if !fixed.clone().all(|w| there.binary_search(&w.symbol).is_ok()) {
        return false;
    }
    let signs = Signs::new();
    let mut steps = STEPS;
    (0..whole.words.len()).any(|start| fits(pattern, &whole.words[start..], holes, &signs, &mut steps))
}

fn is_hole(word: &Word, holes: &HashSet<Symbol>) -> bool {
    word.role == Role::Use && holes.contains(&word.symbol)
}

/// Whether `text` begins with `pattern`; a hole takes any expression in balanced brackets.
fn fits(pattern: &[Word], text: &[Word], holes: &HashSet<Symbol>, signs: &Signs, steps: &mut usize) -> bool {
    let (mut p, mut t) = (0, 0);
    while let Some(word) = pattern.get(p) {
        if *steps == 0 {
            return false;
        }
        *steps -= 1;
        if is_hole(word, holes) {
            // The shortest expression first; each longer one is another way.
            let mut depth = 0;
            let mut end = t;
            while let Some(next) = text.get(end) {
                if signs.opens(next.symbol) {
                    depth += 1;
                } else if signs.closes(next.symbol) {
                    if depth == 0 {
                        break;
                    }
                    depth -= 1;
                } else if depth == 0 && (next.symbol == signs.comma || next.symbol == signs.semicolon) {
                    break;
                }
                end += 1;
                if depth == 0 && fits(&pattern[p + 1..], &text[end..], holes, signs, steps) {
                    return true;
                }
            }
            return false;
        }
        match text.get(t) {
            Some(there) if there.symbol == word.symbol => {}
            _ => return false,
        }
        p += 1;
        t += 1;
    }
    true
}

/// What two statements share of their words; signs do not count, every statement has them.
fn dice(a: &[Word], b: &[Word]) -> f64 {
    let sorted = |words: &[Word]| {
        let telling = words.iter().filter(|w| w.role != Role::Punctuation);
        let mut symbols: Vec<Symbol> = telling.map(|w| w.symbol).collect();
        symbols.sort_unstable();
        symbols
    };
    let (a, b) = (sorted(a), sorted(b));
    let total = a.len() + b.len();
    // The most that they can share.
    if total == 0 || 2.0 * (a.len().min(b.len()) as f64) / (total as f64) < ALIKE {
        return 0.0;
    }
    let (mut i, mut j, mut shared) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        match a[i].cmp(&b[j]) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => {
                shared += 1;
                i += 1;
                j += 1;
            }
        }
    }
    2.0 * f64::from(shared) / total as f64
}
