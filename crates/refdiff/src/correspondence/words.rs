//! Aligns two sequences of words: the common words in the same order.

/// How many pairs of words are compared for two statements. Beyond that, only common beginnings and ends count.
const STEPS: usize = 20_000;

/// How well a pair of words fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fit {
    /// Not at all.
    None,
    /// One may replace the other.
    Stands,
    /// They are the same.
    Same,
}

/// Pairs of indices, increasing on both sides, with the best total fit.
pub(crate) fn align<A, B>(a: &[A], b: &[B], fit: impl Fn(&A, &B) -> Fit) -> Vec<(usize, usize)> {
    let same = |x: usize, y: usize| fit(&a[x], &b[y]) == Fit::Same;
    let mut head = 0;
    while head < a.len() && head < b.len() && same(head, head) {
        head += 1;
    }
    let (mut end_a, mut end_b) = (a.len(), b.len());
    while end_a > head && end_b > head && same(end_a - 1, end_b - 1) {
        (end_a, end_b) = (end_a - 1, end_b - 1);
    }
    let mut pairs: Vec<(usize, usize)> = (0..head).map(|i| (i, i)).collect();
    let (rows, columns) = (end_a - head, end_b - head);
    if rows > 0 && columns > 0 && rows.saturating_mul(columns) <= STEPS {
        // best[i][j]: the best total for what follows the first i and j words of the middle.
        let width = columns + 1;
        let mut best = vec![0u16; (rows + 1) * width];
        let value = |i: usize, j: usize| match fit(&a[head + i], &b[head + j]) {
            Fit::None => 0,
            Fit::Stands => 1u16,
            Fit::Same => 3,
        };
        for i in (0..rows).rev() {
            for j in (0..columns).rev() {
                let skip = best[(i + 1) * width + j].max(best[i * width + j + 1]);
                let both = value(i, j);
                let taken = if both > 0 { both + best[(i + 1) * width + j + 1] } else { 0 };
                best[i * width + j] = skip.max(taken);
            }
        }
        let (mut i, mut j) = (0, 0);
        while i < rows && j < columns {
            let here = best[i * width + j];
            let both = value(i, j);
            if both > 0 && here == both + best[(i + 1) * width + j + 1] {
                pairs.push((head + i, head + j));
                (i, j) = (i + 1, j + 1);
            } else {
                let (down, right) = (best[(i + 1) * width + j], best[i * width + j + 1]);
                if down >= right {
                    i += 1;
                } else {
                    j += 1;
                }
            }
        }
    }
    pairs.extend((0..a.len() - end_a).map(|i| (end_a + i, end_b + i)));
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn aligned(a: &str, b: &str) -> Vec<(usize, usize)> {
        let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
        align(&a, &b, |x, y| if x == y { Fit::Same } else { Fit::None })
    }

    #[test]
    fn what_is_equal_is_aligned() {
        assert_eq!(aligned("abc", "abc"), [(0, 0), (1, 1), (2, 2)]);
        assert_eq!(aligned("abcd", "axcd"), [(0, 0), (2, 2), (3, 3)]);
        assert_eq!(aligned("abc", "xyz"), []);
        assert_eq!(aligned("", "xyz"), []);
        assert_eq!(aligned("bc", "abcd"), [(0, 1), (1, 2)]);
    }

    #[test]
    fn what_may_stand_for_another_counts_less() {
        let fit = |x: &char, y: &char| match (x, y) {
            _ if x == y => Fit::Same,
            ('?', _) => Fit::Stands,
            _ => Fit::None,
        };
        let (a, b): (Vec<char>, Vec<char>) = ("?b".chars().collect(), "abb".chars().collect());
        assert_eq!(align(&a, &b, fit), [(0, 0), (1, 2)]);
    }
}
