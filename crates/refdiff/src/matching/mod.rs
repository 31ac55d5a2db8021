//! Pairs an entity before with one after, relationship by relationship.
//!
//! The passes, in order:
//!
//! 1. `same`: types of equal name in the same package and source folder, and their members by signature, all the
//!    way down;
//! 2. types: every matching relationship of the profile, in its order, outer types before nested ones;
//! 3. the supertypes that were extracted;
//! 4. methods: every matching relationship of the profile, in its order;
//! 5. what was extracted from methods and inlined into them;
//! 6. fields: every matching relationship of the profile, in its order.
//!
//! Nothing here asks which language it is looking at.

mod context;
pub(crate) mod evidence;
mod joins;
mod matches;
mod propagate;
mod same;
mod select;
pub(crate) mod statements;

pub(crate) use context::Context;
pub(crate) use joins::Join;
pub(crate) use matches::{Matches, Multiplicity, Relationship};
pub(crate) use select::{Pair, by_similarity};

use crate::model::{Level, Model};
use crate::profile::Profile;
use crate::refactorings::{self, Found, RefactoringType, Rule};

/// What the passes found.
pub(crate) struct Outcome {
    pub matches: Matches,
    /// Relationships in which nothing corresponds: extracted and inlined.
    pub origins: Vec<Found>,
}

/// Runs all passes of a profile.
pub(crate) fn run(before: &Model, after: &Model, profile: &Profile) -> Outcome {
    let mut context = Context::new(before, after, profile.uses_evidence());
    same::match_types(&mut context);
    context.list_open();
    let mut origins = Vec::new();
    for level in [Level::Type, Level::Method, Level::Field] {
        let rules = || refactorings::all().iter().filter(move |r| r.refactoring.level() == level);
        // Nested types follow their outer ones, so these go first.
        let depths = if level == Level::Type { context.type_depths() } else { vec![None] };
        for depth in depths {
            for relationship in rules() {
                if let (Rule::Matching(rule), Some(threshold)) =
                    (relationship.rule(context.evidence), profile.threshold(relationship.refactoring))
                {
                    select::run(&mut context, relationship.refactoring, rule, threshold, depth);
                    if context.evidence && relationship.refactoring == RefactoringType::RenameMethod {
                        propagate::renames(&mut context);
                        context.learn_renames();
                    }
                }
            }
        }
        if context.evidence {
            context.learn_renames();
        }
        for relationship in rules() {
            if let (Rule::Origin(find), Some(threshold)) =
                (relationship.rule(context.evidence), profile.threshold(relationship.refactoring))
            {
                origins.extend(find(&context, threshold));
            }
        }
    }
    Outcome { matches: context.into_matches(), origins }
}
