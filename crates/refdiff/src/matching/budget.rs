//! How much work one comparison may do, in counted units: the same input is always cut at the same place.

use crate::model::FilePath;
use crate::refactorings::RefactoringType;
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::time::Instant;

/// How many pairs are considered per group of a relationship, and in all of them together. The largest group in the
/// histories used for measurement has fewer than 10,000.
const GROUP: usize = 200_000;
const ALL: usize = 1_000_000;

/// The remaining work that a comparison may do.
#[derive(Clone, Debug)]
pub(crate) struct Budget {
    left: Cell<usize>,
    /// The number of pairs that were considered.
    looked_at: Cell<usize>,
    /// The deadline, if one was set.
    pub deadline: Option<Instant>,
    cut: RefCell<BTreeSet<(FilePath, RefactoringType)>>,
}

impl Default for Budget {
    fn default() -> Self {
        Budget { left: Cell::new(ALL), looked_at: Cell::new(0), deadline: None, cut: RefCell::default() }
    }
}

impl Budget {
    /// Whether time has run out. What was found by then must not be used.
    pub fn is_over(&self) -> bool {
        self.deadline.is_some_and(|end| Instant::now() >= end)
    }

    /// The maximum number of pairs for the next group.
    pub fn pairs(&self) -> usize {
        self.left.get().min(GROUP)
    }

    /// Counts pairs as considered.
    pub fn spend(&self, pairs: usize) {
        self.looked_at.set(self.looked_at.get() + pairs);
        // Every commit has small groups, and these are bounded by themselves.
        if pairs > super::select::EVIDENCE_INDEX_FROM {
            self.left.set(self.left.get().saturating_sub(pairs));
        }
    }

    /// Records that pairs of a relationship were skipped, beginning in this file.
    pub fn cut(&self, file: &FilePath, refactoring: RefactoringType) {
        self.cut.borrow_mut().insert((file.clone(), refactoring));
    }

    /// What was skipped, and how many pairs were considered.
    pub fn into_parts(self) -> (BTreeSet<(FilePath, RefactoringType)>, usize) {
        (self.cut.into_inner(), self.looked_at.get())
    }
}
