//! Fits the weights of signals to labelled commits: logistic regression, measured on projects that it did not see.
//!
//! A pair that people called right counts for it with weight 1, one that only another tool reports with `SILVER`. One that
//! people called wrong counts against it with weight 1; one that nobody judged with `UNJUDGED`: most of what no tool
//! reports is nothing, but not all. A project with many pairs counts by the root of their number, so that one large commit
//! does not outweigh all others. In a case that is `sampled` only what was judged counts, each by itself.

use super::keys::{Triple, family};
use super::oracle::Case;
use refdiff::Weighed;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Nine in ten of what only another tool reports are right.
const SILVER: f64 = 0.7;
const UNJUDGED: f64 = 0.5;

/// How much large weights are held back, for signals of unit spread.
const RIDGE: f64 = 1.0;

/// Steps of Newton's method; it takes about eight.
const STEPS: usize = 40;

/// A pair with its signals and what is known of it.
pub struct Row {
    project: String,
    family: String,
    sampled: bool,
    label: Option<String>,
    signals: Vec<f64>,
}

impl Row {
    /// The rows of a case; pairs that are labelled unclear are left out.
    pub fn of(case: &Case, weighed: &[Weighed]) -> Vec<Row> {
        let labels: BTreeMap<Triple, &str> = case
            .refactorings
            .iter()
            .filter_map(|label| {
                let (before, after) = (label.before.as_ref()?, label.after.as_ref()?);
                Some((Triple::new(&label.refactoring, before, after), label.label.as_str()))
            })
            .collect();
        let mut rows = Vec::new();
        for pair in weighed {
            let name = pair.refactoring.name();
            let label = labels.get(&Triple::new(name, &pair.before, &pair.after)).copied();
            let judged = label.is_some_and(|label| matches!(label, "TP" | "FP" | "silver"));
            if judged || label.is_none() && !case.sampled {
                rows.push(Row {
                    project: case.repo.clone(),
                    family: family(name).to_owned(),
                    sampled: case.sampled,
                    label: label.map(str::to_owned),
                    signals: pair.signals.iter().map(|signal| signal.1).collect(),
                });
            }
        }
        rows
    }

    fn is_right(&self) -> bool {
        matches!(self.label.as_deref(), Some("TP" | "silver"))
    }

    fn weight(&self) -> f64 {
        match self.label.as_deref() {
            Some("silver") => SILVER,
            Some(_) => 1.0,
            None => UNJUDGED,
        }
    }
}

/// Weights by signal, and where their sum begins.
#[derive(Clone, Debug)]
pub struct Fit {
    pub start: f64,
    pub weights: Vec<f64>,
}

impl Fit {
    fn probability(&self, signals: &[f64]) -> f64 {
        let sum = self.weights.iter().zip(signals).fold(self.start, |sum, (w, x)| sum + w * x);
        1.0 / (1.0 + (-sum).exp())
    }
}

/// Fits the rows that `takes_part` says.
fn fit(rows: &[Row], takes_part: impl Fn(&Row) -> bool) -> Fit {
    let rows: Vec<&Row> = rows.iter().filter(|row| takes_part(row)).collect();
    let count = rows.first().map_or(0, |row| row.signals.len());
    let mut sizes: BTreeMap<(&str, &str), f64> = BTreeMap::new();
    for row in rows.iter().filter(|row| !row.sampled) {
        *sizes.entry((&row.project, &row.family)).or_default() += 1.0;
    }
    let raw: Vec<f64> = rows.iter().map(|row| row.weight() / root(row, &sizes)).collect();
    let scale = rows.len() as f64 / raw.iter().sum::<f64>().max(1e-9);
    let weights: Vec<f64> = raw.iter().map(|w| w * scale).collect();
    // Signals of mean 0 and spread 1, so that all weights are held back alike.
    let number = rows.len().max(1) as f64;
    let mean: Vec<f64> =
        (0..count).map(|i| rows.iter().map(|row| row.signals[i]).sum::<f64>() / number).collect();
    let spread: Vec<f64> = (0..count)
        .map(|i| {
            let squares = rows.iter().map(|row| (row.signals[i] - mean[i]).powi(2)).sum::<f64>();
            (squares / number).sqrt().max(1e-9)
        })
        .collect();
    let centred: Vec<Vec<f64>> = rows
        .iter()
        .map(|row| {
            let signals = (0..count).map(|i| (row.signals[i] - mean[i]) / spread[i]);
            std::iter::once(1.0).chain(signals).collect()
        })
        .collect();
    let mut found = vec![0.0; count + 1];
    for _ in 0..STEPS {
        let mut slope = vec![0.0; count + 1];
        let mut curve = vec![vec![0.0; count + 1]; count + 1];
        for ((row, x), weight) in rows.iter().zip(&centred).zip(&weights) {
            let sum: f64 = x.iter().zip(&found).map(|(x, b)| x * b).sum();
            let p = 1.0 / (1.0 + (-sum).exp());
            let error = weight * (f64::from(u8::from(row.is_right())) - p);
            for i in 0..=count {
                slope[i] += error * x[i];
                for j in 0..=count {
                    curve[i][j] += weight * p * (1.0 - p) * x[i] * x[j];
                }
            }
        }
        for i in 1..=count {
            slope[i] -= RIDGE * found[i];
            curve[i][i] += RIDGE;
        }
        let step = solve(curve, slope);
        found.iter_mut().zip(&step).for_each(|(b, s)| *b += s);
        if step.iter().all(|s| s.abs() < 1e-9) {
            break;
        }
    }
    let weights: Vec<f64> = (0..count).map(|i| found[i + 1] / spread[i]).collect();
    let start = found[0] - weights.iter().zip(&mean).map(|(w, m)| w * m).sum::<f64>();
    Fit { start, weights }
}

/// What the weight of a row is divided by.
fn root(row: &Row, sizes: &BTreeMap<(&str, &str), f64>) -> f64 {
    let size = sizes.get(&(row.project.as_str(), row.family.as_str())).filter(|_| !row.sampled);
    size.map_or(1.0, |size| size.sqrt())
}

/// Solves a system of linear equations by elimination.
fn solve(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Vec<f64> {
    let n = b.len();
    for column in 0..n {
        let pivot = (column..n).max_by(|&x, &y| a[x][column].abs().total_cmp(&a[y][column].abs()));
        let pivot = pivot.unwrap_or(column);
        a.swap(column, pivot);
        b.swap(column, pivot);
        if a[column][column].abs() < 1e-12 {
            continue;
        }
        for row in column + 1..n {
            let factor = a[row][column] / a[column][column];
            let (above, below) = a.split_at_mut(row);
            for (value, other) in below[0].iter_mut().zip(&above[column]).skip(column) {
                *value -= factor * other;
            }
            b[row] -= factor * b[column];
        }
    }
    for row in (0..n).rev() {
        let known: f64 = (row + 1..n).map(|c| a[row][c] * b[c]).sum();
        b[row] = if a[row][row].abs() < 1e-12 { 0.0 } else { (b[row] - known) / a[row][row] };
    }
    b
}

/// How many pairs of a kind reach a cut.
#[derive(Clone, Copy, Debug, Default)]
struct Reached {
    right: usize,
    wrong: usize,
    silver: usize,
    unjudged: usize,
}

/// What was fitted, and what it is worth on projects that it did not see.
pub struct Fitted {
    names: Vec<&'static str>,
    fit: Fit,
    folds: usize,
    /// By type and cut.
    curves: BTreeMap<String, Vec<(f64, Reached)>>,
}

/// Fits all rows, and once more without each of `folds` parts, by project.
pub fn fitted(rows: &[Row], names: Vec<&'static str>, folds: usize) -> Fitted {
    let mut projects: Vec<&str> = rows.iter().map(|row| row.project.as_str()).collect();
    projects.sort_unstable();
    projects.dedup();
    let part = |row: &Row| projects.binary_search(&row.project.as_str()).unwrap_or(0) % folds;
    let others: Vec<Fit> = (0..folds).map(|f| fit(rows, |row| part(row) != f)).collect();
    let mut curves: BTreeMap<String, Vec<(f64, Reached)>> = BTreeMap::new();
    for row in rows {
        let curve = curves
            .entry(row.family.clone())
            .or_insert_with(|| (0..=9).map(|i| (f64::from(i) / 10.0, Reached::default())).collect());
        let probability = others[part(row)].probability(&row.signals);
        for (_, reached) in curve.iter_mut().filter(|(cut, _)| probability >= *cut) {
            match row.label.as_deref() {
                Some("TP") => reached.right += 1,
                Some("FP") => reached.wrong += 1,
                Some(_) => reached.silver += 1,
                None => reached.unjudged += 1,
            }
        }
    }
    Fitted { names, fit: fit(rows, |_| true), folds, curves }
}

impl Fitted {
    /// For people.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let _ = writeln!(text, "{:<22}{:>8}", "start", rounded(self.fit.start));
        for (name, weight) in self.names.iter().zip(&self.fit.weights) {
            let _ = writeln!(text, "{name:<22}{:>8}", rounded(*weight));
        }
        let _ = writeln!(text, "\non projects that were not fitted to ({} parts):", self.folds);
        for (family, curve) in &self.curves {
            let _ =
                writeln!(text, "\n{family:<22}{:>8}{:>8}{:>8}{:>10}", "right", "wrong", "silver", "unjudged");
            for (cut, reached) in curve {
                let Reached { right, wrong, silver, unjudged } = reached;
                let _ = writeln!(text, "from {cut:<17.1}{right:>8}{wrong:>8}{silver:>8}{unjudged:>10}");
            }
        }
        text
    }

    pub fn json(&self) -> Value {
        let weights: serde_json::Map<String, Value> = self
            .names
            .iter()
            .zip(&self.fit.weights)
            .map(|(n, w)| ((*n).to_owned(), json!(rounded(*w))))
            .collect();
        let curve = |curve: &[(f64, Reached)]| -> Value {
            let points = curve.iter().map(|(cut, r)| {
                json!({"cut": cut, "right": r.right, "wrong": r.wrong, "silver": r.silver, "unjudged": r.unjudged})
            });
            points.collect()
        };
        let curves: serde_json::Map<String, Value> =
            self.curves.iter().map(|(family, points)| (family.clone(), curve(points))).collect();
        json!({"start": rounded(self.fit.start), "weights": weights, "folds": self.folds, "curves": curves})
    }
}

fn rounded(x: f64) -> f64 {
    (x * 1000.0).round() / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(project: usize, right: bool, signal: f64) -> Row {
        Row {
            project: format!("p{project}"),
            family: "Extract Method".into(),
            sampled: false,
            label: Some(if right { "TP" } else { "FP" }.into()),
            signals: vec![signal, 1.0],
        }
    }

    #[test]
    fn a_telling_signal_gets_a_weight_and_a_constant_one_none() {
        let right = |i: usize| (i / 6).is_multiple_of(3);
        let rows: Vec<Row> =
            (0..60).map(|i| row(i % 6, right(i), if right(i) { 1.0 } else { 0.2 })).collect();
        let fit = fit(&rows, |_| true);
        assert!(fit.weights[0] > 1.0, "{fit:?}");
        assert!(fit.weights[1].abs() < 1e-6, "{fit:?}");
        assert!(fit.probability(&[1.0, 1.0]) > 0.8 && fit.probability(&[0.2, 1.0]) < 0.2, "{fit:?}");
        let fitted = fitted(&rows, vec!["a", "b"], 3);
        let half = fitted.curves["Extract Method"][5].1;
        assert_eq!((half.right, half.wrong), (24, 0));
    }

    #[test]
    fn equations_are_solved() {
        let x = solve(vec![vec![0.0, 2.0], vec![1.0, 1.0]], vec![4.0, 5.0]);
        assert!((x[0] - 3.0).abs() < 1e-12 && (x[1] - 2.0).abs() < 1e-12);
    }
}
