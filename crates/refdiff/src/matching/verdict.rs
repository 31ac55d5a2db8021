//! The decision of a rule about a pair, and its record for users who ask for the reason.

use super::Context;
use crate::model::EntityId;
use crate::refactorings::RefactoringType;
use rustc_hash::FxHashSet as HashSet;
use std::cell::RefCell;

/// The verdict on an accepted pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Verdict {
    /// Of conflicting pairs, the one with the highest rank wins.
    pub rank: f64,
    /// How strong the evidence is, from 0 to 1.
    pub strength: f64,
}

/// A pair is accepted, or rejected with a reason.
pub(crate) type Judgement = Result<Verdict, &'static str>;

/// Accepts a pair.
pub(crate) fn accept(rank: f64, strength: f64) -> Judgement {
    Ok(Verdict { rank, strength: strength.clamp(0.0, 1.0) })
}

/// The outcome for a pair that was considered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Fate {
    /// It was matched or reported.
    Accepted(Verdict),
    /// The rule rejected it.
    Refused(&'static str),
    /// One of its ends has a better match.
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

/// Records what was considered for some entities.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trace {
    pub before: HashSet<EntityId>,
    pub after: HashSet<EntityId>,
    pub considered: RefCell<Vec<Considered>>,
}

/// A pair that went through a fitted decision, with its signals. `refdiff fit` fits the weights to these.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Weighed {
    /// The type it would be reported as.
    pub refactoring: RefactoringType,
    /// The key of the entity before.
    pub before: String,
    /// The key of the entity after.
    pub after: String,
    /// The name and value of each signal.
    pub signals: Vec<(&'static str, f64)>,
    /// The probability with the current weights.
    pub probability: f64,
}

impl Context<'_> {
    /// Records the signals of a pair, if that was requested.
    pub fn weigh(&self, weighed: impl FnOnce() -> Weighed) {
        if let Some(all) = &self.weighed {
            all.borrow_mut().push(weighed());
        }
    }

    /// Records the outcome for a pair, if one of its ends is being traced.
    pub fn record(&self, considered: impl FnOnce() -> Considered, before: EntityId, after: EntityId) {
        if let Some(trace) = &self.trace
            && (trace.before.contains(&before) || trace.after.contains(&after))
        {
            trace.considered.borrow_mut().push(considered());
        }
    }
}
