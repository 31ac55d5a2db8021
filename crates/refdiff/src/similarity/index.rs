//! An exact candidate index: of many pairs, those that may reach a threshold.
//!
//! Tokens are put in one order, the heaviest first. Two multisets whose similarity reaches `t` share a weight of at
//! least `t` times the weight of either. Their first common token in that order is thus one from which on each of
//! them still has that much weight: it is enough to look up the tokens of which that is true, its prefix.

use super::{Bag, Weights};
use crate::model::Symbol;
use rustc_hash::FxHashMap as HashMap;

/// The positions of all pairs of bags that may be at least `threshold` alike, sorted. Every pair that is so is among
/// them; a threshold of 0 makes all of them candidates.
pub(crate) fn candidates(
    before: &[&Bag],
    after: &[&Bag],
    weights: &Weights,
    threshold: f64,
) -> Vec<(u32, u32)> {
    let mut holders: HashMap<Symbol, Vec<u32>> = HashMap::default();
    for (position, bag) in after.iter().enumerate() {
        for token in prefix(bag, weights, threshold) {
            holders.entry(token).or_default().push(position as u32);
        }
    }
    let mut pairs = Vec::new();
    let mut last_seen = vec![u32::MAX; after.len()];
    for (position, bag) in before.iter().enumerate() {
        let position = position as u32;
        for token in prefix(bag, weights, threshold) {
            for &other in holders.get(&token).into_iter().flatten() {
                if last_seen[other as usize] != position {
                    last_seen[other as usize] = position;
                    pairs.push((position, other));
                }
            }
        }
    }
    pairs.sort_unstable();
    pairs
}

/// The heaviest tokens of a bag, as long as they and what is behind them weigh enough to reach the threshold.
fn prefix(bag: &Bag, weights: &Weights, threshold: f64) -> Vec<Symbol> {
    let weigh = |&(token, count): &(Symbol, u32)| (weights.scaled(token), token, u64::from(count));
    let mut tokens: Vec<(u64, Symbol, u64)> = bag.items().iter().map(weigh).collect();
    tokens.sort_unstable_by(|x, y| y.0.cmp(&x.0).then(x.1.cmp(&y.1)));
    let total: u64 = tokens.iter().map(|t| t.0 * t.2).sum();
    // A little less than the exact bound: rounding must not lose a pair.
    let needed = total as f64 * (threshold - 1e-9);
    let mut left = total;
    let mut prefix = Vec::new();
    for (weight, token, count) in tokens {
        if (left as f64) < needed {
            break;
        }
        prefix.push(token);
        left -= weight * count;
    }
    prefix
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn bags() -> impl Strategy<Value = Vec<Vec<u8>>> {
        proptest::collection::vec(proptest::collection::vec(0u8..24, 1..16), 0..24)
    }

    proptest! {
        /// The pairs above the threshold are those of comparing all with all.
        #[test]
        fn agrees_with_brute_force(one in bags(), two in bags(), threshold in 0.05f64..1.0) {
            let make = |all: &[Vec<u8>]| -> Vec<Bag> {
                all.iter().map(|b| b.iter().map(|t| Symbol::of([*t])).collect()).collect()
            };
            let (one, two) = (make(&one), make(&two));
            let mut weights = Weights::default();
            one.iter().chain(&two).for_each(|bag| weights.add(bag));
            let (before, after): (Vec<&Bag>, Vec<&Bag>) = (one.iter().collect(), two.iter().collect());
            let alike = |&(b, a): &(u32, u32)| weights.similarity(&one[b as usize], &two[a as usize]) >= threshold;
            let found: Vec<_> = candidates(&before, &after, &weights, threshold).into_iter().filter(alike).collect();
            let all = (0..one.len() as u32).flat_map(|b| (0..two.len() as u32).map(move |a| (b, a)));
            prop_assert_eq!(found, all.filter(alike).collect::<Vec<_>>());
        }
    }
}
