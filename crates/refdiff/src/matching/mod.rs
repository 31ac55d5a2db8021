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
//! 6. fields: every matching relationship of the profile, in its order;
//! 7. new types that are made of members of others.
//!
//! Nothing here asks which language it is looking at.

mod budget;
mod context;
pub(crate) mod evidence;
mod joins;
mod matches;
mod propagate;
mod same;
mod select;
pub(crate) mod statements;
mod verdict;

pub(crate) use context::Context;
pub(crate) use joins::Join;
pub(crate) use matches::{Matches, Multiplicity, Relationship};
pub(crate) use select::{Pair, by_similarity};
pub(crate) use verdict::{Considered, Fate, Judgement, Trace, Verdict, accept};

use crate::model::{FilePath, Level, Model};
use crate::profile::Profile;
use crate::refactorings::{self, Found, RefactoringType, Rule};
use std::collections::BTreeSet;
use std::time::Instant;

/// What the passes found.
pub(crate) struct Outcome {
    pub matches: Matches,
    /// Relationships in which nothing corresponds: extracted and inlined.
    pub origins: Vec<Found>,
    /// Relationships of which not all pairs were looked at, with the file where the first of them stands.
    pub cut: BTreeSet<(FilePath, RefactoringType)>,
}

/// Runs all passes of a profile.
pub(crate) fn run(before: &Model, after: &Model, profile: &Profile, deadline: Option<Instant>) -> Outcome {
    let mut context = Context::new(before, after, profile);
    context.budget.deadline = deadline;
    let origins = passes(&mut context, profile);
    let (matches, cut) = context.into_parts();
    Outcome { matches, origins, cut }
}

/// Runs all passes and tells what was considered for some entities, each with what is known of the pair.
pub(crate) fn explain(
    before: &Model,
    after: &Model,
    profile: &Profile,
    trace: Trace,
) -> Vec<(Considered, Vec<String>)> {
    let mut context = Context::new(before, after, profile);
    context.trace = Some(trace);
    passes(&mut context, profile);
    let trace = context.trace.take().unwrap_or_default();
    let considered = trace.considered.into_inner().into_iter();
    considered.map(|pair| (pair, evidence::facts(&context, &pair))).collect()
}

fn passes(context: &mut Context<'_>, profile: &Profile) -> Vec<Found> {
    same::match_types(context);
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
                    let mut rounds = rounds(context, relationship.refactoring);
                    while select::run(context, relationship.refactoring, rule, threshold, depth) && rounds > 1
                    {
                        rounds -= 1;
                        // What was kept of the last round rests on what was open then.
                        context.renaming = evidence::renaming::Renaming::default();
                        if relationship.refactoring == RefactoringType::RenameMethod {
                            propagate::renames(context);
                            context.learn_renames();
                        }
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
                origins.extend(find(context, threshold));
            }
        }
    }
    for relationship in refactorings::all() {
        if let (Rule::Composite(find), Some(_)) =
            (relationship.rule(context.evidence), profile.threshold(relationship.refactoring))
        {
            origins.extend(find(context));
        }
    }
    origins
}

/// How often a relationship is looked for at most, as long as it finds something: types that went the same way are evidence
/// for those that are less alike, and so are renamed methods for their neighbours and for what they call.
fn rounds(context: &Context<'_>, refactoring: RefactoringType) -> u32 {
    match refactoring {
        RefactoringType::MoveType | RefactoringType::RenameMethod if context.evidence => 4,
        _ => 1,
    }
}
