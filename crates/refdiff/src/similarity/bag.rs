//! Multisets of tokens.

use crate::model::Symbol;

/// A multiset of tokens: how often each occurs, sorted by token.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bag {
    items: Vec<(Symbol, u32)>,
}

impl Bag {
    /// How often `token` occurs.
    pub fn count(&self, token: Symbol) -> u32 {
        self.items.binary_search_by_key(&token, |item| item.0).map_or(0, |i| self.items[i].1)
    }

    /// The distinct tokens with their multiplicities.
    pub fn items(&self) -> &[(Symbol, u32)] {
        &self.items
    }

    /// The bag for tokens with their counts, in any order.
    pub fn of_counts(counts: impl Iterator<Item = (Symbol, u32)>) -> Bag {
        let mut items: Vec<(Symbol, u32)> = counts.collect();
        items.sort_unstable_by_key(|item| item.0);
        items.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            kept.1 += if same { next.1 } else { 0 };
            same
        });
        Bag { items }
    }

    /// Whether it has no token.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The same without some tokens, which must be sorted.
    pub fn without(&self, tokens: &[Symbol]) -> Bag {
        let kept = self.items.iter().filter(|item| tokens.binary_search(&item.0).is_err());
        Bag { items: kept.copied().collect() }
    }

    /// The sum of both.
    pub fn plus(&self, other: &Bag) -> Bag {
        let mut items = Vec::with_capacity(self.items.len() + other.items.len());
        let (mut a, mut b) = (self.items.iter().peekable(), other.items.iter().peekable());
        loop {
            match (a.peek(), b.peek()) {
                (Some(x), Some(y)) if x.0 == y.0 => {
                    items.push((x.0, x.1 + y.1));
                    a.next();
                    b.next();
                }
                (Some(x), Some(y)) if x.0 < y.0 => items.extend(a.next()),
                (Some(_), None) => items.extend(a.next()),
                (_, Some(_)) => items.extend(b.next()),
                (None, None) => return Bag { items },
            }
        }
    }

    /// What remains after removing each occurrence in `other` once.
    pub fn minus(&self, other: &Bag) -> Bag {
        let left = self.items.iter().map(|&(token, n)| (token, n.saturating_sub(other.count(token))));
        Bag { items: left.filter(|item| item.1 > 0).collect() }
    }
}

impl FromIterator<Symbol> for Bag {
    fn from_iter<I: IntoIterator<Item = Symbol>>(tokens: I) -> Self {
        let mut sorted: Vec<Symbol> = tokens.into_iter().collect();
        sorted.sort_unstable();
        let mut items: Vec<(Symbol, u32)> = Vec::new();
        for token in sorted {
            match items.last_mut() {
                Some((last, n)) if *last == token => *n += 1,
                _ => items.push((token, 1)),
            }
        }
        Bag { items }
    }
}
