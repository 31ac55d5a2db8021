//! Which statements of a body stayed, and between which of these the others are.

use super::Body;
use crate::model::Symbol;
use rustc_hash::FxHashMap as HashMap;

/// Statements that are in both versions of a body, in the same order: pairs of indices, increasing on both sides.
#[derive(Clone, Debug)]
pub(crate) struct Alignment {
    pairs: Vec<(usize, usize)>,
}

impl Alignment {
    /// Aligns by statements that occur once on each side, and by equal statements adjacent to these.
    pub fn new(before: &Body, after: &Body) -> Self {
        let mut counts: HashMap<Symbol, (u32, u32, usize)> = HashMap::default();
        for statement in &before.all {
            counts.entry(statement.key).or_default().0 += 1;
        }
        for (place, statement) in after.all.iter().enumerate() {
            let entry = counts.entry(statement.key).or_default();
            entry.1 += 1;
            entry.2 = place;
        }
        let unique = before.all.iter().enumerate().filter_map(|(b, s)| match counts.get(&s.key) {
            Some(&(1, 1, a)) => Some((b, a)),
            _ => None,
        });
        let mut pairs = rising(&unique.collect::<Vec<_>>());
        grow(&mut pairs, before, after);
        Alignment { pairs }
    }

    /// The pairs, in order.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.pairs.iter().copied()
    }
}

/// The longest subsequence of pairs, sorted by their first index, whose second index increases as well.
pub(super) fn rising(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // For each length the last pair of the best run, and for each pair its predecessor.
    let mut ends: Vec<usize> = Vec::new();
    let mut previous: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (i, pair) in pairs.iter().enumerate() {
        let length = ends.partition_point(|&e| pairs[e].1 < pair.1);
        previous.push(length.checked_sub(1).map(|l| ends[l]));
        if length == ends.len() {
            ends.push(i);
        } else {
            ends[length] = i;
        }
    }
    let mut found = Vec::new();
    let mut at = ends.last().copied();
    while let Some(i) = at {
        found.push(pairs[i]);
        at = previous[i];
    }
    found.reverse();
    found
}

/// Adds equal statements directly before or after a pair, and at both ends of the bodies.
fn grow(pairs: &mut Vec<(usize, usize)>, before: &Body, after: &Body) {
    let equal = |b: usize, a: usize| before.all[b].key == after.all[a].key;
    let mut all = Vec::with_capacity(pairs.len());
    let (mut from_b, mut from_a) = (0, 0);
    let end = (before.len(), after.len());
    for &(b, a) in pairs.iter().chain(std::iter::once(&end)) {
        while from_b < b && from_a < a && equal(from_b, from_a) {
            all.push((from_b, from_a));
            (from_b, from_a) = (from_b + 1, from_a + 1);
        }
        let (mut to_b, mut to_a) = (b, a);
        let place = all.len();
        while to_b > from_b && to_a > from_a && equal(to_b - 1, to_a - 1) {
            (to_b, to_a) = (to_b - 1, to_a - 1);
            all.push((to_b, to_a));
        }
        all[place..].reverse();
        if (b, a) != end {
            all.push((b, a));
        }
        (from_b, from_a) = (b + 1, a + 1);
    }
    *pairs = all;
}
