//! The confidence of a report, calibrated on labelled commits.

use super::RefactoringType;

/// The share of such reports that is correct.
pub(crate) fn confidence(refactoring: RefactoringType, strength: f64) -> f64 {
    let points = refactoring.info().confidence;
    let next = points.partition_point(|point| point.0 < strength);
    let exact = match (next.checked_sub(1).map(|i| points[i]), points.get(next)) {
        (Some((x0, y0)), Some(&(x1, y1))) => y0 + (y1 - y0) * (strength - x0) / (x1 - x0),
        (Some((_, y)), None) | (None, Some(&(_, y))) => y,
        (None, None) => 0.0,
    };
    (exact * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_evidence_is_never_less_sure() {
        for refactoring in RefactoringType::ALL {
            let line: Vec<f64> = (0..=100).map(|i| confidence(refactoring, f64::from(i) / 100.0)).collect();
            assert!(line.is_sorted(), "{refactoring}: {line:?}");
            assert!(line.iter().all(|c| (0.0..=1.0).contains(c)));
        }
    }
}
