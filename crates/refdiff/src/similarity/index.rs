//! An exact candidate index: finds the pairs that may reach a threshold.
//!
//! Tokens are ordered by weight, heaviest first. Two multisets whose similarity reaches `t` share a weight of at
//! least `t` times the weight of either. So at their first common token in this order, each of them has at least that
//! much weight left. It is enough to look up the tokens for which that holds: the prefix.

use super::{Bag, Weights};
use crate::model::Symbol;
use rustc_hash::FxHashMap as HashMap;

/// The positions of all pairs of bags whose similarity may be at least `threshold`, sorted. Every pair that reaches
/// it is included; with a threshold of 0 all pairs are candidates.
///
/// If there are more than `limit`, each bag before gets its share of the bags after that are nearest in position:
/// among many similar bags, order is the best criterion. Then the second result is `false`.
pub(crate) fn candidates(
    before: &[&Bag],
    after: &[&Bag],
    weights: &Weights,
    threshold: f64,
    limit: usize,
) -> (Vec<(u32, u32)>, bool) {
    let mut holders: HashMap<Symbol, Vec<u32>> = HashMap::default();
    for (position, bag) in after.iter().enumerate() {
        for token in prefix(bag, weights, threshold) {
            holders.entry(token).or_default().push(position as u32);
        }
    }
    let mut pairs = Vec::new();
    let mut last_seen = vec![u32::MAX; after.len()];
    'all: for (position, bag) in before.iter().enumerate() {
        let position = position as u32;
        for token in prefix(bag, weights, threshold) {
            for &other in holders.get(&token).into_iter().flatten() {
                if last_seen[other as usize] != position {
                    last_seen[other as usize] = position;
                    if pairs.len() == limit {
                        break 'all;
                    }
                    pairs.push((position, other));
                }
            }
        }
        if position as usize + 1 == before.len() {
            pairs.sort_unstable();
            return (pairs, true);
        }
    }
    if before.is_empty() {
        return (pairs, true);
    }
    let share = (limit / before.len()).max(1);
    let mut pairs = Vec::new();
    for (position, bag) in before.iter().enumerate() {
        let near = position * after.len() / before.len();
        let mut others: Vec<u32> = Vec::new();
        for token in prefix(bag, weights, threshold) {
            let all = holders.get(&token).map_or(&[][..], Vec::as_slice);
            let at = all.partition_point(|&o| (o as usize) < near);
            others.extend_from_slice(&all[at.saturating_sub(share)..(at + share).min(all.len())]);
        }
        others.sort_unstable_by_key(|&o| ((o as usize).abs_diff(near), o));
        others.dedup();
        others.truncate(share);
        pairs.extend(others.into_iter().map(|other| (position as u32, other)));
    }
    pairs.sort_unstable();
    (pairs, false)
}

/// The heaviest tokens of a bag, while they and the remaining tokens weigh enough to reach the threshold.
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
        /// The pairs above the threshold are those found by comparing all with all.
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
            let found: Vec<_> = candidates(&before, &after, &weights, threshold, usize::MAX).0.into_iter().filter(alike).collect();
            let all = (0..one.len() as u32).flat_map(|b| (0..two.len() as u32).map(move |a| (b, a)));
            prop_assert_eq!(found, all.filter(alike).collect::<Vec<_>>());
        }

        /// A limit is respected, and adds no pair that was not a candidate.
        #[test]
        fn a_limit_holds(one in bags(), two in bags(), threshold in 0.05f64..1.0, limit in 0usize..40) {
            let make = |all: &[Vec<u8>]| -> Vec<Bag> {
                all.iter().map(|b| b.iter().map(|t| Symbol::of([*t])).collect()).collect()
            };
            let (one, two) = (make(&one), make(&two));
            let mut weights = Weights::default();
            one.iter().chain(&two).for_each(|bag| weights.add(bag));
            let (before, after): (Vec<&Bag>, Vec<&Bag>) = (one.iter().collect(), two.iter().collect());
            let (all, _) = candidates(&before, &after, &weights, threshold, usize::MAX);
            let (some, whole) = candidates(&before, &after, &weights, threshold, limit);
            prop_assert!(some.len() <= limit.max(one.len()));
            prop_assert_eq!(whole, all.len() <= limit);
            prop_assert!(some.iter().all(|pair| all.contains(pair)));
            prop_assert!(some.is_sorted() && (!whole || some == all));
        }
    }
}
