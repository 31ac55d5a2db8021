//! How long commits took, as in the paper's table and box plot.

use serde::Serialize;
use std::fmt::Write;

/// Times of commits, in milliseconds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    pub repository: String,
    pub commits: usize,
    pub min_ms: f64,
    pub max_ms: f64,
    pub avg_ms: f64,
    pub total_s: f64,
    /// The box: a quarter, a half and three quarters of the commits took no longer.
    pub quarter_ms: f64,
    pub median_ms: f64,
    pub three_quarters_ms: f64,
    /// The whiskers: the least and the most within one and a half boxes of the box.
    pub low_ms: f64,
    pub high_ms: f64,
    /// How many lie outside.
    pub outliers: usize,
}

impl Summary {
    /// `None` where there are none.
    pub fn of(repository: &str, mut micros: Vec<u64>) -> Option<Summary> {
        micros.sort_unstable();
        let (first, last) = (*micros.first()?, *micros.last()?);
        let ms = |micros: f64| micros / 1000.0;
        let at = |share: f64| {
            let place = share * (micros.len() - 1) as f64;
            let (low, high) = (micros[place.floor() as usize] as f64, micros[place.ceil() as usize] as f64);
            low + (high - low) * place.fract()
        };
        let (quarter, three_quarters) = (at(0.25), at(0.75));
        let reach = 1.5 * (three_quarters - quarter);
        let inside: Vec<f64> = micros
            .iter()
            .map(|&m| m as f64)
            .filter(|m| (quarter - reach..=three_quarters + reach).contains(m))
            .collect();
        let total: u64 = micros.iter().sum();
        Some(Summary {
            repository: repository.to_owned(),
            commits: micros.len(),
            min_ms: ms(first as f64),
            max_ms: ms(last as f64),
            avg_ms: ms(total as f64 / micros.len() as f64),
            total_s: total as f64 / 1e6,
            quarter_ms: ms(quarter),
            median_ms: ms(at(0.5)),
            three_quarters_ms: ms(three_quarters),
            low_ms: ms(inside.first().copied().unwrap_or(quarter)),
            high_ms: ms(inside.last().copied().unwrap_or(three_quarters)),
            outliers: micros.len() - inside.len(),
        })
    }
}

/// For people.
pub fn text(all: &[Summary]) -> String {
    // Writing to a string does not fail.
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{:32} {:>7} {:>9} {:>9} {:>9} {:>9}   box: {:>8} {:>8} {:>8} {:>8} {:>8} {:>8}",
        "repository",
        "commits",
        "min (ms)",
        "max (ms)",
        "avg (ms)",
        "total (s)",
        "low",
        "1/4",
        "median",
        "3/4",
        "high",
        "outside"
    );
    for s in all {
        let _ = writeln!(
            out,
            "{:32} {:7} {:9.1} {:9.1} {:9.1} {:9.1}        {:8.1} {:8.1} {:8.1} {:8.1} {:8.1} {:8}",
            s.repository,
            s.commits,
            s.min_ms,
            s.max_ms,
            s.avg_ms,
            s.total_s,
            s.low_ms,
            s.quarter_ms,
            s.median_ms,
            s.three_quarters_ms,
            s.high_ms,
            s.outliers
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_of_a_box_plot() {
        let s = Summary::of("r", vec![4000, 1000, 2000, 3000, 100_000]).unwrap();
        assert_eq!((s.commits, s.min_ms, s.max_ms, s.avg_ms), (5, 1.0, 100.0, 22.0));
        assert_eq!((s.quarter_ms, s.median_ms, s.three_quarters_ms), (2.0, 3.0, 4.0));
        assert_eq!((s.low_ms, s.high_ms, s.outliers), (1.0, 4.0, 1));
        assert!(Summary::of("r", Vec::new()).is_none());
    }
}
