//! A profile: which relationships are looked for, and their thresholds.

use crate::refactorings::{self, RefactoringType};
use std::collections::BTreeMap;

/// Thresholds by relationship; one that is missing is not looked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    name: String,
    pull_up_into_extracted: bool,
    evidence: bool,
    thresholds: BTreeMap<RefactoringType, f64>,
}

impl Profile {
    /// The relationships and published thresholds of the paper.
    pub fn paper() -> Self {
        let thresholds =
            refactorings::all().iter().filter_map(|r| Some((r.refactoring, r.paper_threshold?))).collect();
        Profile { name: "paper".into(), pull_up_into_extracted: false, evidence: false, thresholds }
    }

    /// A profile by its name: `paper` or `default`.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "paper" => Some(Profile::paper()),
            "default" => Some(Profile::default()),
            _ => None,
        }
    }

    /// The names that [`Profile::named`] knows.
    pub const NAMES: [&'static str; 2] = ["default", "paper"];

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The least similarity that a relationship asks for; `None` if it is not looked for.
    pub fn threshold(&self, refactoring: RefactoringType) -> Option<f64> {
        self.thresholds.get(&refactoring).copied()
    }

    /// The relationships that are looked for, each with its least similarity.
    pub fn thresholds(&self) -> impl Iterator<Item = (RefactoringType, f64)> + '_ {
        self.thresholds.iter().map(|(&refactoring, &threshold)| (refactoring, threshold))
    }

    /// Whether a member that went up into a supertype extracted in the same change is a Pull Up as well.
    pub fn reports_pull_up_into_extracted(&self) -> bool {
        self.pull_up_into_extracted
    }

    /// Whether names, places, statements and calls count beside the similarity of bodies.
    pub fn uses_evidence(&self) -> bool {
        self.evidence
    }

    /// Sets the least similarity of a relationship; one that was not looked for is looked for from now on.
    pub fn set_threshold(&mut self, refactoring: RefactoringType, threshold: f64) {
        self.thresholds.insert(refactoring, threshold);
    }
}

/// What people run: the relationships of `paper` with every Pull Up reported and thresholds of its own.
///
/// The paper's 0.9 for Move Type misses types that were edited on the way, and then reports each of their members as
/// moved. A type, or a member that keeps its name along the hierarchy, is told by its name and place already: there a
/// low similarity is enough. accuracy/README.md has the counts that these were chosen by.
impl Default for Profile {
    fn default() -> Self {
        use RefactoringType::*;
        let mut profile = Profile {
            name: "default".into(),
            pull_up_into_extracted: true,
            evidence: true,
            ..Profile::paper()
        };
        for (refactoring, threshold) in [
            (RenameType, 0.3),
            (MoveType, 0.1),
            (MoveAndRenameType, 0.3),
            (ExtractSupertype, 0.4),
            (PullUpMethod, 0.2),
            (PushDownMethod, 0.3),
            (PullUpField, 0.2),
            (MoveAndRenameMethod, 0.45),
            (RenameField, 0.3),
            (ExtractAndMoveMethod, 0.1),
            (MoveAndInlineMethod, 0.3),
            (ExtractClass, 0.0),
            (ExtractSubclass, 0.0),
        ] {
            profile.set_threshold(refactoring, threshold);
        }
        profile
    }
}
