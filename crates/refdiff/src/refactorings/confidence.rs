//! How sure a report is, calibrated on labelled commits.

use super::RefactoringType;

/// What share of reports whose evidence has this strength was right on labelled commits: points of a rising line, by
/// type. accuracy/README.md says how they were found. Change Method Signature has no labels; its line is that of
/// methods that keep their name along the hierarchy.
fn points(refactoring: RefactoringType) -> &'static [(f64, f64)] {
    use RefactoringType::*;
    match refactoring {
        RenameType | MoveAndRenameType => &[(0.4, 0.35), (0.5, 0.5), (0.65, 0.75), (0.8, 0.95), (1.0, 0.98)],
        // Packages have no labels of their own: their types have.
        MoveType | RenamePackage | MovePackage => &[(0.3, 0.9), (0.5, 0.97), (1.0, 0.99)],
        ExtractSupertype => &[(0.5, 0.88), (1.0, 0.96)],
        RenameMethod => &[(0.48, 0.5), (0.55, 0.72), (0.7, 0.78), (0.85, 0.9), (1.0, 0.98)],
        MoveMethod => &[(0.2, 0.7), (0.55, 0.85), (0.7, 0.97), (1.0, 0.99)],
        MoveAndRenameMethod => &[(0.4, 0.4), (0.56, 0.55), (0.62, 0.85), (1.0, 0.95)],
        // The strength is the probability that was fitted.
        ExtractMethod | ExtractAndMoveMethod | InlineMethod | MoveAndInlineMethod => {
            &[(0.0, 0.0), (1.0, 1.0)]
        }
        PullUpField | PushDownField => &[(0.6, 0.85), (1.0, 0.98)],
        // Too few labels for a line of its own.
        MoveField | MoveAndRenameField => &[(0.4, 0.5), (0.6, 0.75), (0.7, 0.9), (1.0, 0.96)],
        RenameField => &[(0.3, 0.6), (0.6, 0.85), (1.0, 0.97)],
        ExtractClass | ExtractSubclass => &[(0.5, 0.8), (0.75, 0.9), (1.0, 0.95)],
        PullUpMethod | PushDownMethod | ChangeMethodSignature => &[(0.62, 0.6), (0.8, 0.8), (1.0, 0.98)],
    }
}

/// The share of such reports that is right.
pub(crate) fn confidence(refactoring: RefactoringType, strength: f64) -> f64 {
    let points = points(refactoring);
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
