//! Matches the entities before a change with those after it, one relationship at a time.
//!
//! The passes, in order:
//!
//! 1. `same`: types with equal names in the same package and source folder, and their members by signature,
//!    recursively, except for names that were given up and reused (`retaken`);
//! 2. types: every matching relationship of the profile, in its order, outer types before nested ones;
//! 3. extracted supertypes;
//! 4. methods: every matching relationship of the profile, in its order;
//! 5. methods extracted from and inlined into others; with evidence, this pass runs after the fields;
//! 6. fields: every matching relationship of the profile, in its order;
//! 7. new types that are made of members of other types.
//!
//! Packages come last (`packages`), when it is known which unchanged files are in their folders.
//!
//! Nothing here depends on the language.

mod budget;
mod context;
pub(crate) mod evidence;
mod joins;
mod matches;
pub(crate) mod packages;
mod propagate;
mod retaken;
mod same;
mod select;
mod verdict;

pub(crate) use context::Context;
pub(crate) use joins::Join;
pub(crate) use matches::{Matches, Multiplicity, Partner, Relationship};
pub(crate) use retaken::is_retaken;
pub(crate) use select::{Pair, by_similarity};
pub use verdict::Weighed;
pub(crate) use verdict::{Considered, Fate, Judgement, Trace, Verdict, accept};

use crate::model::{EntityId, FilePath, Level, Model};
use crate::profile::Profile;
use crate::refactorings::{self, Found, RefactoringType, Rule, TypeInfo};
use rustc_hash::FxHashSet as HashSet;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::time::Instant;

/// What the passes found.
pub(crate) struct Outcome {
    pub matches: Matches,
    /// Relationships that match nothing: extracted and inlined.
    pub origins: Vec<Found>,
    /// Relationships whose pairs were not all considered, each with the file of the first pair that was left out.
    pub cut: BTreeSet<(FilePath, RefactoringType)>,
    /// The number of pairs that were considered.
    pub candidates: usize,
}

/// Runs all passes of a profile.
pub(crate) fn run(before: &Model, after: &Model, profile: &Profile, deadline: Option<Instant>) -> Outcome {
    let mut context = Context::new(before, after, profile);
    context.budget.deadline = deadline;
    let origins = passes(&mut context, profile);
    let (matches, cut, candidates) = context.into_parts();
    Outcome { matches, origins, cut, candidates }
}

/// Runs all passes and returns the pairs that were considered for some entities, each with the facts known about it.
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

/// Runs all passes and returns the signals of every pair that went through a fitted decision.
pub(crate) fn weigh(before: &Model, after: &Model, profile: &Profile) -> Vec<Weighed> {
    let mut context = Context::new(before, after, profile);
    context.weighed = Some(RefCell::default());
    passes(&mut context, profile);
    context.weighed.take().unwrap_or_default().into_inner()
}

fn passes(context: &mut Context<'_>, profile: &Profile) -> Vec<Found> {
    begin(context);
    let mut origins = Vec::new();
    for (level, matches) in schedule(context.evidence) {
        if matches {
            match_level(context, profile, level);
        } else {
            let found = rules(level).flat_map(|relationship| find_origins(context, profile, relationship));
            origins.extend(found);
        }
    }
    for relationship in refactorings::relationships() {
        if let (Rule::Composite(find), Some(_)) =
            (relationship.rule(context.evidence), profile.threshold(relationship.refactoring))
        {
            origins.extend(find(context));
        }
    }
    origins
}

/// The order in which levels are matched (`true`) and searched for origins (`false`). It is the paper's order, unless
/// evidence is used: then renamed fields must be known before code is followed from one method to another.
pub(crate) fn schedule(evidence: bool) -> [(Level, bool); 6] {
    use Level::{Field, Method, Type};
    if evidence {
        [(Type, true), (Type, false), (Method, true), (Field, true), (Method, false), (Field, false)]
    } else {
        [(Type, true), (Type, false), (Method, true), (Method, false), (Field, true), (Field, false)]
    }
}

/// The relationships of a level, in order.
pub(crate) fn rules(level: Level) -> impl Iterator<Item = &'static TypeInfo> {
    refactorings::relationships().filter(move |r| r.refactoring.level() == level)
}

/// Matches what is certainly the same.
pub(crate) fn begin(context: &mut Context<'_>) {
    same::match_types(context);
    context.list_open();
}

/// Runs the matching relationships of a level.
pub(crate) fn match_level(context: &mut Context<'_>, profile: &Profile, level: Level) {
    // Nested types follow their outer types, so outer types go first.
    let depths = if level == Level::Type { context.type_depths() } else { vec![None] };
    for depth in depths {
        for relationship in rules(level) {
            match_relationship(context, profile, relationship, depth);
        }
    }
    end_of_matching(context, level);
}

/// Uses what is known once all matching relationships of a level have run.
pub(crate) fn end_of_matching(context: &mut Context<'_>, level: Level) {
    retaken::rejoin(context, level);
    if context.evidence {
        context.learn_renames();
    }
}

/// Runs a matching relationship, repeatedly while it finds something new.
pub(crate) fn match_relationship(
    context: &mut Context<'_>,
    profile: &Profile,
    relationship: &TypeInfo,
    depth: Option<u32>,
) {
    let (Rule::Matching(rule), Some(threshold)) =
        (relationship.rule(context.evidence), profile.threshold(relationship.refactoring))
    else {
        return;
    };
    let mut rounds = rounds(context, relationship.refactoring);
    while select::run(context, relationship.refactoring, rule, threshold, depth) && rounds > 1 {
        rounds -= 1;
        // The cache of the last round depends on what was still unmatched then.
        context.renaming = evidence::renaming::Renaming::default();
        if relationship.refactoring == RefactoringType::RenameMethod {
            propagate::renames(context);
            context.learn_renames();
        }
    }
}

/// Runs a relationship that matches nothing: extracted or inlined.
pub(crate) fn find_origins(context: &Context<'_>, profile: &Profile, relationship: &TypeInfo) -> Vec<Found> {
    match (relationship.rule(context.evidence), profile.threshold(relationship.refactoring)) {
        (Rule::Origin(find), Some(threshold)) => find(context, threshold),
        _ => Vec::new(),
    }
}

/// The relationships to report.
pub(crate) fn reported(
    before: &Model,
    after: &Model,
    matches: &Matches,
    origins: &[Found],
    profile: &Profile,
) -> Vec<Found> {
    let extracted: HashSet<(EntityId, EntityId)> = origins
        .iter()
        .filter(|f| f.refactoring == RefactoringType::ExtractSupertype)
        .map(|f| (f.before, f.after))
        .collect();
    let mut found = origins.to_vec();
    // Code that does not compile may declare a method twice.
    found.retain(|f| before.key(f.before) != after.key(f.after));
    for id in before.ids() {
        for partner in matches.after(id) {
            let went_along = || goes_with_module(before, after, matches, id, partner.other);
            let refactoring = match partner.relationship {
                Relationship::Refactored(refactoring) => refactoring,
                Relationship::Same if went_along() => RefactoringType::MoveType,
                _ => continue,
            };
            // A type that only changed its source folder is the same for all code that uses it.
            if before.key(id) == after.key(partner.other) {
                continue;
            }
            let owners = (before.container(id), after.container(partner.other));
            let into_extracted = matches!(owners, (Some(b), Some(a)) if extracted.contains(&(b, a)));
            let pulled_up =
                matches!(refactoring, RefactoringType::PullUpMethod | RefactoringType::PullUpField);
            if pulled_up && into_extracted && !profile.reports_pull_up_into_extracted() {
                continue;
            }
            let (similarity, strength) = (partner.similarity, partner.strength);
            found.push(Found { refactoring, before: id, after: partner.other, similarity, strength });
        }
    }
    without_namesakes(before, after, found)
}

/// A module may have the same name as a type in it. If the same happened to both, only the type is reported.
fn without_namesakes(before: &Model, after: &Model, mut found: Vec<Found>) -> Vec<Found> {
    let keys = |f: &Found| (f.refactoring, before.key(f.before), after.key(f.after));
    if found.iter().any(|f| before.kind(f.before).is_module()) {
        let types: HashSet<_> =
            found.iter().filter(|f| !before.kind(f.before).is_module()).map(keys).collect();
        found.retain(|f| !before.kind(f.before).is_module() || !types.contains(&keys(f)));
    }
    found
}

/// Whether a type stayed in a module that moved or was renamed: it is imported from elsewhere now.
fn goes_with_module(before: &Model, after: &Model, matches: &Matches, old: EntityId, new: EntityId) -> bool {
    let (Some(from), Some(to)) = (before.container(old), after.container(new)) else { return false };
    let refactored = |partner: &&Partner| partner.other == to && partner.relationship != Relationship::Same;
    before.level(old) == Level::Type
        && before.kind(from).is_module()
        && matches.after(from).iter().any(|partner| refactored(&partner))
}

/// The largest number of rounds for a relationship that still finds something. Types that moved the same way are
/// evidence for less similar ones. Renamed methods are evidence for their neighbours and for the methods they call.
/// Among overloads, the last one may be identified once the others are matched.
fn rounds(context: &Context<'_>, refactoring: RefactoringType) -> u32 {
    match refactoring {
        RefactoringType::MoveType | RefactoringType::RenameMethod if context.evidence => 4,
        RefactoringType::ChangeMethodSignature if context.evidence => 3,
        _ => 1,
    }
}
