//! TF-IDF weights, and the paper's similarities based on them.

use super::Bag;
use crate::model::Symbol;
use rustc_hash::FxHashMap as HashMap;
use std::cell::RefCell;

/// Weights are integers in units of 2^-24, so that sums do not depend on the order of addition.
const SCALE: f64 = (1u64 << 24) as f64;

/// The weight of each token, from the number of documents that contain it.
#[derive(Clone, Debug, Default)]
pub struct Weights {
    documents: u32,
    /// The number of documents that contain a token, and the last one in which it was seen.
    containing: HashMap<Symbol, (u32, u32)>,
    /// The number of documents that were added one by one.
    added: u32,
    /// Cached weights by the number of documents that contain a token; 0 if not computed yet. A logarithm costs as
    /// much as the rest of a lookup.
    by_count: RefCell<Vec<u64>>,
}

impl Weights {
    /// Adds a document to the collection.
    pub fn add(&mut self, document: &Bag) {
        self.add_tokens(document.items().iter().map(|item| item.0), 1);
    }

    /// Adds a document, given by its tokens in any order, `times` times. Without tokens nothing is added.
    pub fn add_tokens(&mut self, tokens: impl Iterator<Item = Symbol>, times: u32) {
        self.add_pieces(std::iter::once(tokens), times);
    }

    /// The same for tokens in pieces, each of which is read by a simple loop.
    pub fn add_pieces<P: Iterator<Item = Symbol>>(&mut self, pieces: impl Iterator<Item = P>, times: u32) {
        self.added += 1;
        self.by_count.get_mut().clear();
        let mut any = false;
        for piece in pieces {
            for token in piece {
                any = true;
                self.see(token, times);
            }
        }
        self.documents += if any { times } else { 0 };
    }

    fn see(&mut self, token: Symbol, times: u32) {
        let (count, last) = self.containing.entry(token).or_default();
        if *last != self.added {
            *last = self.added;
            *count += times;
        }
    }

    /// The paper's inverse document frequency, log10(1 + |E| / n).
    pub fn idf(&self, token: Symbol) -> f64 {
        self.scaled(token) as f64 / SCALE
    }

    pub(super) fn scaled(&self, token: Symbol) -> u64 {
        let n = self.containing.get(&token).map_or(1, |entry| entry.0).max(1);
        let mut by_count = self.by_count.borrow_mut();
        let place = n as usize;
        if by_count.len() <= place {
            by_count.resize(place + 1, 0);
        }
        if by_count[place] == 0 {
            // Not the platform's logarithm: the last bit must be the same on every machine.
            by_count[place] = (libm::log10(1.0 + f64::from(self.documents) / f64::from(n)) * SCALE) as u64;
        }
        by_count[place]
    }

    /// The weighted Jaccard coefficient: the shared part of two multisets relative to their union. 0 if both are
    /// empty.
    pub fn similarity(&self, a: &Bag, b: &Bag) -> f64 {
        let (mut shared, mut all) = (0u64, 0u64);
        merge(a, b, |token, in_a, in_b| {
            let weight = self.scaled(token);
            shared += weight * u64::from(in_a.min(in_b));
            all += weight * u64::from(in_a.max(in_b));
        });
        ratio(shared, all)
    }

    /// The share of `part` that is found in `whole`. 0 if `part` is empty.
    pub fn containment(&self, part: &Bag, whole: &Bag) -> f64 {
        let (mut shared, mut all) = (0u64, 0u64);
        merge(part, whole, |token, in_part, in_whole| {
            if in_part > 0 {
                let weight = self.scaled(token);
                shared += weight * u64::from(in_part.min(in_whole));
                all += weight * u64::from(in_part);
            }
        });
        ratio(shared, all)
    }
}

fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// Calls `visit` for every token of either bag with its multiplicities in both.
fn merge(a: &Bag, b: &Bag, mut visit: impl FnMut(Symbol, u32, u32)) {
    let (mut a, mut b) = (a.items().iter().peekable(), b.items().iter().peekable());
    loop {
        match (a.peek(), b.peek()) {
            (Some(&&(x, n)), Some(&&(y, m))) if x == y => {
                visit(x, n, m);
                a.next();
                b.next();
            }
            (Some(&&(x, n)), Some(&&(y, _))) if x < y => {
                visit(x, n, 0);
                a.next();
            }
            (_, Some(&&(y, m))) => {
                visit(y, 0, m);
                b.next();
            }
            (Some(&&(x, n)), None) => {
                visit(x, n, 0);
                a.next();
            }
            (None, None) => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bag(text: &str) -> Bag {
        text.split(' ').map(Symbol::of).collect()
    }

    /// The three methods of the paper's figure, as the multisets printed there.
    fn calculator() -> [Bag; 3] {
        [
            bag("return x + y ;"),
            bag("if ( x < y ) return x ; else return y ;"),
            bag("return Math . pow ( b , e ) ;"),
        ]
    }

    #[test]
    fn idf_of_the_papers_figure() {
        let mut weights = Weights::default();
        calculator().iter().for_each(|b| weights.add(b));
        let rounded = |t: &str| (weights.idf(Symbol::of(t)) * 1000.0).round() / 1000.0;
        assert_eq!(rounded("y"), 0.398);
        assert_eq!(rounded("else"), 0.602);
        assert_eq!(rounded("return"), 0.301);
    }

    #[test]
    fn equal_bags_are_fully_alike_and_disjoint_ones_not_at_all() {
        let mut weights = Weights::default();
        let [sum, min, _] = calculator();
        [&sum, &min].into_iter().for_each(|b| weights.add(b));
        assert_eq!(weights.similarity(&min, &min), 1.0);
        assert_eq!(weights.similarity(&bag("a b"), &bag("c")), 0.0);
        assert_eq!(weights.similarity(&Bag::default(), &Bag::default()), 0.0);
    }

    #[test]
    fn containment_is_not_symmetric() {
        let weights = Weights::default();
        let mut full = weights.clone();
        full.add(&bag("a b"));
        full.add(&bag("a b c d"));
        assert_eq!(full.containment(&bag("a b"), &bag("a b c d")), 1.0);
        assert!(full.containment(&bag("a b c d"), &bag("a b")) < 1.0);
    }

    #[test]
    fn multiplicity_counts() {
        let mut weights = Weights::default();
        weights.add(&bag("x x x"));
        weights.add(&bag("x"));
        assert!((weights.similarity(&bag("x x x"), &bag("x")) - 1.0 / 3.0).abs() < 1e-12);
    }
}
