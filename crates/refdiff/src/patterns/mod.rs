//! Patterns: changes of several places that together are one step of a catalogue, derived from what was matched and
//! found.
//!
//! Some are seen in one pair of bodies (`conditions`, `values`), and are found while that pair is compared; the others
//! are found when everything else is known. Each says in words what it was seen by.

mod codes;
mod conditions;
mod creation;
mod delegation;
mod fields;
mod ground;
mod hierarchy;
mod methods;
mod parameters;
mod values;
mod view;

pub(crate) use ground::{Ground, Scopes};

use crate::details::bodies::Bodies;
use crate::details::variables::Paired;
use crate::details::{Detail, Pair};
use crate::model::EntityId;
use crate::refactorings::RefactoringType;
use rustc_hash::FxHashSet as HashSet;

/// Patterns that one pair of bodies shows.
pub(crate) fn find_inside(pair: &mut Pair<'_>, bodies: &Bodies<'_>, paired: &Paired) {
    if bodies.was.body.len().max(bodies.is.body.len()) > LONGEST {
        return;
    }
    conditions::find(pair, bodies, paired);
    values::find(pair, bodies, paired);
}

/// In a body with more statements no patterns are looked for: the work grows with the square of their number.
const LONGEST: usize = 2_000;

/// All other patterns.
pub(crate) fn find(ground: &Ground<'_>) -> Vec<Detail> {
    let mut found = Shown::default();
    parameters::find(ground, &mut found);
    creation::find(ground, &mut found);
    fields::find(ground, &mut found);
    codes::find(ground, &mut found);
    hierarchy::find(ground, &mut found);
    methods::find(ground, &mut found);
    delegation::find(ground, &mut found);
    found.all
}

/// What was found, each once.
#[derive(Default)]
struct Shown {
    all: Vec<Detail>,
    known: HashSet<(RefactoringType, EntityId, EntityId)>,
}

impl Shown {
    fn add(
        &mut self,
        refactoring: RefactoringType,
        before: EntityId,
        after: EntityId,
        evidence: Vec<String>,
    ) {
        if self.known.insert((refactoring, before, after)) {
            self.all.push(Detail { refactoring, before, after, was: None, is: None, evidence });
        }
    }

    fn has(&self, refactoring: RefactoringType, before: EntityId) -> bool {
        self.all.iter().any(|d| d.refactoring == refactoring && d.before == before)
    }
}

/// Several names in a sentence.
fn list(names: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let names: Vec<String> = names.into_iter().map(|name| name.as_ref().to_owned()).collect();
    match names.as_slice() {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => names.concat(),
    }
}
