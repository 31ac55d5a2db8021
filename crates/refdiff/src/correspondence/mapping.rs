//! The correspondence of two bodies: pairs of statements, the certain ones first.

use super::align::Alignment;
use super::body::{Body, Statement, Word};
use super::words::{Fit, align};
use crate::model::{Role, Symbol};
use rustc_hash::FxHashMap as HashMap;
use std::ops::Range;

/// How two statements correspond.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Likeness {
    /// They share at least half of their words.
    Similar,
    /// They are equal apart from names of variables and literals.
    Replaced,
    /// They are equal.
    Equal,
}

/// Two statements that correspond.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StatementPair {
    pub before: usize,
    pub after: usize,
    pub likeness: Likeness,
    /// The common words, by their indices, increasing; empty for equal statements.
    pub words: Vec<(usize, usize)>,
}

/// Which statements of one body correspond to which statements of another. Each has at most one partner.
#[derive(Clone, Debug)]
pub(crate) struct Correspondence {
    /// In the order of the first body.
    pub pairs: Vec<StatementPair>,
    /// The pair of each statement, by its index in `pairs`.
    before: Vec<Option<u32>>,
    after: Vec<Option<u32>>,
    /// The largest subset of the pairs that are in the same order in both.
    rising: Vec<(usize, usize)>,
}

/// From this share of common words on, two statements are similar.
const ALIKE: f64 = 0.5;

/// How many pairs of statements are compared word by word. Beyond that, only equal statements and equal shapes
/// correspond.
const PAIRS: usize = 4_000;

impl Correspondence {
    pub fn new(before: &Body, after: &Body) -> Self {
        let mut found = Finder {
            before,
            after,
            partner: (vec![None; before.len()], vec![None; after.len()]),
            pairs: Vec::new(),
        };
        for (b, a) in Alignment::new(before, after).pairs() {
            found.add(b, a, Likeness::Equal, Vec::new());
        }
        found.equal_elsewhere();
        found.replaced();
        found.similar();
        let Finder { mut pairs, .. } = found;
        pairs.sort_by_key(|pair| pair.before);
        let mut own = vec![None; before.len()];
        let mut other = vec![None; after.len()];
        for (i, pair) in pairs.iter().enumerate() {
            own[pair.before] = Some(i as u32);
            other[pair.after] = Some(i as u32);
        }
        let places: Vec<(usize, usize)> = pairs.iter().map(|pair| (pair.before, pair.after)).collect();
        let rising = super::align::rising(&places);
        Correspondence { pairs, before: own, after: other, rising }
    }

    /// The pair of a statement of the first body.
    pub fn of_before(&self, place: usize) -> Option<&StatementPair> {
        self.before[place].map(|i| &self.pairs[i as usize])
    }

    /// The pair of a statement of the second body.
    pub fn of_after(&self, place: usize) -> Option<&StatementPair> {
        self.after[place].map(|i| &self.pairs[i as usize])
    }

    /// The same with the two bodies swapped.
    pub fn turned(&self) -> Correspondence {
        let mut pairs: Vec<StatementPair> = self
            .pairs
            .iter()
            .map(|p| StatementPair {
                before: p.after,
                after: p.before,
                likeness: p.likeness,
                words: p.words.iter().map(|&(b, a)| (a, b)).collect(),
            })
            .collect();
        pairs.sort_by_key(|pair| pair.before);
        let mut own = vec![None; self.after.len()];
        let mut other = vec![None; self.before.len()];
        for (i, pair) in pairs.iter().enumerate() {
            own[pair.before] = Some(i as u32);
            other[pair.after] = Some(i as u32);
        }
        let mut rising: Vec<(usize, usize)> = self.rising.iter().map(|&(b, a)| (a, b)).collect();
        rising.sort_unstable();
        Correspondence { pairs, before: own, after: other, rising }
    }

    /// The range in the first body that a statement of the second corresponds to: between the partners of its
    /// neighbours, its own partner included.
    pub fn gap_before(&self, after: usize) -> Range<usize> {
        let next = self.rising.partition_point(|pair| pair.1 < after);
        let from = next.checked_sub(1).map_or(0, |i| self.rising[i].0 + 1);
        let own = self.rising.get(next).is_some_and(|pair| pair.1 == after);
        let to = self.rising.get(next + usize::from(own)).map_or(self.before.len(), |pair| pair.0);
        from..to.max(from)
    }
}

struct Finder<'b> {
    before: &'b Body,
    after: &'b Body,
    partner: (Vec<Option<usize>>, Vec<Option<usize>>),
    pairs: Vec<StatementPair>,
}

impl Finder<'_> {
    fn add(&mut self, before: usize, after: usize, likeness: Likeness, words: Vec<(usize, usize)>) {
        self.partner.0[before] = Some(after);
        self.partner.1[after] = Some(before);
        self.pairs.push(StatementPair { before, after, likeness, words });
    }

    fn open(&self) -> (Vec<usize>, Vec<usize>) {
        let open = |partner: &[Option<usize>]| (0..partner.len()).filter(|&i| partner[i].is_none()).collect();
        (open(&self.partner.0), open(&self.partner.1))
    }

    /// The remaining equal statements are paired in order.
    fn equal_elsewhere(&mut self) {
        let (before, after) = self.open();
        let mut waiting: HashMap<Symbol, Vec<usize>> = HashMap::default();
        for &a in after.iter().rev() {
            waiting.entry(self.after.all[a].key).or_default().push(a);
        }
        for b in before {
            if let Some(a) = waiting.get_mut(&self.before.all[b].key).and_then(Vec::pop) {
                self.add(b, a, Likeness::Equal, Vec::new());
            }
        }
    }

    /// Statements with the same shape: first those whose names are replaced in the same way elsewhere, then those
    /// that are closest to each other.
    fn replaced(&mut self) {
        let (before, after) = self.open();
        let mut by_shape: HashMap<Symbol, Vec<usize>> = HashMap::default();
        for &a in &after {
            by_shape.entry(self.after.all[a].shape).or_default().push(a);
        }
        let mut candidates = Vec::new();
        for &b in &before {
            let shape = self.before.all[b].shape;
            for &a in by_shape.get(&shape).map_or(&[][..], Vec::as_slice) {
                if candidates.len() < PAIRS {
                    candidates.push((b, a));
                }
            }
        }
        let names = self.replacements(&candidates);
        let mut ranked: Vec<_> = candidates
            .into_iter()
            .map(|(b, a)| {
                let (old, new) = (&self.before.all[b], &self.after.all[a]);
                let differ = old.words.iter().zip(&new.words).filter(|(x, y)| x.symbol != y.symbol);
                let unsupported = differ.filter(|(x, y)| names.get(&(x.symbol, y.symbol)) < Some(&2)).count();
                (!self.parents_correspond(b, a), unsupported, self.distance(b, a), b + a, b, a)
            })
            .collect();
        ranked.sort_unstable();
        for (.., b, a) in ranked {
            if self.partner.0[b].is_none() && self.partner.1[a].is_none() {
                let (old, new) = (&self.before.all[b].words, &self.after.all[a].words);
                let same = (0..old.len()).filter(|&i| old[i].is_telling() && old[i].symbol == new[i].symbol);
                let words = same.map(|i| (i, i)).collect();
                self.add(b, a, Likeness::Replaced, words);
            }
        }
    }

    /// How often each name replaces each other name in statements with the same shape.
    fn replacements(&self, candidates: &[(usize, usize)]) -> HashMap<(Symbol, Symbol), u32> {
        let mut names: HashMap<(Symbol, Symbol), u32> = HashMap::default();
        for &(b, a) in candidates {
            for (x, y) in self.before.all[b].words.iter().zip(&self.after.all[a].words) {
                if x.symbol != y.symbol {
                    *names.entry((x.symbol, y.symbol)).or_default() += 1;
                }
            }
        }
        names
    }

    /// Remaining statements that share half of their words, the most similar first.
    fn similar(&mut self) {
        let (before, after) = self.open();
        if before.len().saturating_mul(after.len()) > PAIRS {
            return;
        }
        let telling = |body: &Body, i: usize| -> Vec<usize> {
            let words = &body.all[i].words;
            (0..words.len()).filter(|&w| words[w].is_telling()).collect()
        };
        let (old, new): (Vec<_>, Vec<_>) = (
            before.iter().map(|&b| telling(self.before, b)).collect(),
            after.iter().map(|&a| telling(self.after, a)).collect(),
        );
        let mut ranked = Vec::new();
        for (i, &b) in before.iter().enumerate() {
            for (j, &a) in after.iter().enumerate() {
                if let Some((share, words)) =
                    common(&self.before.all[b], &old[i], &self.after.all[a], &new[j])
                {
                    ranked.push((share, words, b, a));
                }
            }
        }
        ranked.sort_by(|x, y| {
            let place = |&(_, _, b, a): &(f64, _, usize, usize)| {
                (!self.parents_correspond(b, a), self.distance(b, a), b + a, b)
            };
            y.0.total_cmp(&x.0).then_with(|| place(x).cmp(&place(y)))
        });
        for (_, words, b, a) in ranked {
            if self.partner.0[b].is_none() && self.partner.1[a].is_none() {
                self.add(b, a, Likeness::Similar, words);
            }
        }
    }

    fn parents_correspond(&self, before: usize, after: usize) -> bool {
        match (self.before.all[before].parent, self.after.all[after].parent) {
            (None, None) => true,
            (Some(b), Some(a)) => self.partner.0[b] == Some(a),
            _ => false,
        }
    }

    /// How far apart two statements are, measured from the nearer end of their bodies.
    fn distance(&self, before: usize, after: usize) -> usize {
        let from_end = (self.before.len() - before).abs_diff(self.after.len() - after);
        before.abs_diff(after).min(from_end)
    }
}

/// The words of one statement that correspond to words of another: equal words, and names of variables and fields in
/// the same position.
pub(crate) fn places(likeness: Likeness, old: &[Word], new: &[Word]) -> Vec<(usize, usize)> {
    if likeness != Likeness::Similar && old.len() == new.len() {
        return (0..old.len()).map(|i| (i, i)).collect();
    }
    let named = |word: &Word| matches!(word.role, Role::Use | Role::Declaration);
    align(old, new, |x, y| {
        if x.symbol == y.symbol && x.role == y.role {
            Fit::Same
        } else if named(x) && named(y) && (x.role == Role::Declaration) == (y.role == Role::Declaration) {
            Fit::Stands
        } else {
            Fit::None
        }
    })
}

/// The share of words that two statements have in common, in order, and these words; `None` where that is less than
/// half, or only keywords.
fn common(
    old: &Statement,
    old_telling: &[usize],
    new: &Statement,
    new_telling: &[usize],
) -> Option<(f64, Vec<(usize, usize)>)> {
    let total = old_telling.len() + new_telling.len();
    let most = 2.0 * old_telling.len().min(new_telling.len()) as f64 / total as f64;
    if most < ALIKE || shared(old, old_telling, new, new_telling) < ALIKE {
        return None;
    }
    let symbols = |s: &Statement, places: &[usize]| -> Vec<Symbol> {
        places.iter().map(|&i| s.words[i].symbol).collect()
    };
    let fit = |x: &usize, y: &usize, a: &[Word], b: &[Word]| {
        if a[*x].symbol == b[*y].symbol { Fit::Same } else { Fit::None }
    };
    // In a fixed order, so that the result does not depend on which of the two is the old one.
    let turned =
        (new_telling.len(), symbols(new, new_telling)) < (old_telling.len(), symbols(old, old_telling));
    let pairs: Vec<(usize, usize)> = if turned {
        let aligned = align(new_telling, old_telling, |x, y| fit(x, y, &new.words, &old.words));
        aligned.into_iter().map(|(y, x)| (old_telling[x], new_telling[y])).collect()
    } else {
        let aligned = align(old_telling, new_telling, |x, y| fit(x, y, &old.words, &new.words));
        aligned.into_iter().map(|(x, y)| (old_telling[x], new_telling[y])).collect()
    };
    let share = 2.0 * pairs.len() as f64 / total as f64;
    let says = pairs.iter().any(|&(x, _)| old.words[x].role != Role::Keyword);
    (share >= ALIKE && says).then_some((share, pairs))
}

/// An upper bound of what two statements have in common: the words they share in any order.
fn shared(old: &Statement, old_telling: &[usize], new: &Statement, new_telling: &[usize]) -> f64 {
    let sorted = |s: &Statement, places: &[usize]| {
        let mut symbols: Vec<Symbol> = places.iter().map(|&i| s.words[i].symbol).collect();
        symbols.sort_unstable();
        symbols
    };
    let (a, b) = (sorted(old, old_telling), sorted(new, new_telling));
    let (mut i, mut j, mut both) = (0, 0, 0usize);
    while i < a.len() && j < b.len() {
        match a[i].cmp(&b[j]) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => (i, j, both) = (i + 1, j + 1, both + 1),
        }
    }
    2.0 * both as f64 / (a.len() + b.len()) as f64
}
