//! How much one comparison may cost, in counted work: the same input is always cut at the same place.

use crate::model::FilePath;
use crate::refactorings::RefactoringType;
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::time::Instant;

/// How many pairs of one relationship are looked at, and of all of them together. The largest group in the histories that
/// this was measured on has fewer than 10,000.
const GROUP: usize = 200_000;
const ALL: usize = 1_000_000;

/// What is left of the work that a comparison may do.
#[derive(Clone, Debug)]
pub(crate) struct Budget {
    left: Cell<usize>,
    /// How many pairs were looked at.
    looked_at: Cell<usize>,
    /// When all has to end, where someone asked for that.
    pub deadline: Option<Instant>,
    cut: RefCell<BTreeSet<(FilePath, RefactoringType)>>,
}

impl Default for Budget {
    fn default() -> Self {
        Budget { left: Cell::new(ALL), looked_at: Cell::new(0), deadline: None, cut: RefCell::default() }
    }
}

impl Budget {
    /// Whether time has run out; what was found by then is of no use.
    pub fn is_over(&self) -> bool {
        self.deadline.is_some_and(|end| Instant::now() >= end)
    }

    /// How many pairs the next group may have.
    pub fn pairs(&self) -> usize {
        self.left.get().min(GROUP)
    }

    /// So many pairs were looked at.
    pub fn spend(&self, pairs: usize) {
        self.looked_at.set(self.looked_at.get() + pairs);
        // Small groups are what every commit has; they are bounded by themselves.
        if pairs > super::select::EVIDENCE_INDEX_FROM {
            self.left.set(self.left.get().saturating_sub(pairs));
        }
    }

    /// Pairs of a relationship were passed over, beginning in this file.
    pub fn cut(&self, file: &FilePath, refactoring: RefactoringType) {
        self.cut.borrow_mut().insert((file.clone(), refactoring));
    }

    /// What was passed over, and how many pairs were looked at.
    pub fn into_parts(self) -> (BTreeSet<(FilePath, RefactoringType)>, usize) {
        (self.cut.into_inner(), self.looked_at.get())
    }
}
