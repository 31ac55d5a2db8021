//! What a rule says of a pair, and the record of it for those who ask why.

use super::Context;
use crate::model::EntityId;
use crate::refactorings::RefactoringType;
use rustc_hash::FxHashSet as HashSet;
use std::cell::RefCell;

/// A pair that is accepted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Verdict {
    /// Of pairs that conflict, the one of the highest rank wins.
    pub rank: f64,
    /// How much speaks for it, from 0 to 1.
    pub strength: f64,
}

/// A pair is accepted, or dropped for a reason.
pub(crate) type Judgement = Result<Verdict, &'static str>;

/// Accepts a pair.
pub(crate) fn accept(rank: f64, strength: f64) -> Judgement {
    Ok(Verdict { rank, strength: strength.clamp(0.0, 1.0) })
}

/// What became of a pair that was considered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Fate {
    /// It is a match, or reported.
    Accepted(Verdict),
    /// The rule refused it.
    Refused(&'static str),
    /// One of its ends has a better partner.
    Outdone,
}

/// A pair that was considered for a relationship.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Considered {
    pub refactoring: RefactoringType,
    pub before: EntityId,
    pub after: EntityId,
    pub similarity: Option<f64>,
    pub fate: Fate,
}

/// Keeps what was considered for some entities.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trace {
    pub before: HashSet<EntityId>,
    pub after: HashSet<EntityId>,
    pub considered: RefCell<Vec<Considered>>,
}

/// A pair that a fitted decision was asked about, with what speaks for it. `refdiff fit` weighs the signals anew by these.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Weighed {
    /// What it would be reported as.
    pub refactoring: RefactoringType,
    /// The key of the entity before.
    pub before: String,
    /// The key of the entity after.
    pub after: String,
    /// Each signal with its name and value.
    pub signals: Vec<(&'static str, f64)>,
    /// What they come to with the weights as they are.
    pub probability: f64,
}

impl Context<'_> {
    /// Keeps the signals of a pair, where someone asked for all of them.
    pub fn weigh(&self, weighed: impl FnOnce() -> Weighed) {
        if let Some(all) = &self.weighed {
            all.borrow_mut().push(weighed());
        }
    }

    /// Records what became of a pair, where someone asked for one of its ends.
    pub fn record(&self, considered: impl FnOnce() -> Considered, before: EntityId, after: EntityId) {
        if let Some(trace) = &self.trace
            && (trace.before.contains(&before) || trace.after.contains(&after))
        {
            trace.considered.borrow_mut().push(considered());
        }
    }
}
