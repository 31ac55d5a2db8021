//! Selection: of all pairs that satisfy a relationship, takes the most similar ones that do not conflict.

use super::joins::{Group, Open};
use super::{Considered, Context, Fate, Judgement, Relationship, Verdict, accept, propagate};
use crate::model::{EntityId, Model, Symbol};
use crate::refactorings::{MatchingRule, RefactoringType};
use crate::similarity::{Bag, candidates};
use rustc_hash::FxHashMap as HashMap;
use std::rc::Rc;

/// Two entities that satisfy a relationship's condition.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    pub before: EntityId,
    pub after: EntityId,
    /// How similar they are; `None` where one has nothing to compare.
    pub similarity: Option<f64>,
    /// The minimum similarity that the profile requires.
    pub threshold: f64,
}

/// The paper's way: a pair above the threshold is accepted, and more similar pairs win. The paper's text has "greater
/// than"; its tool, from which these thresholds come, has "at least".
pub(crate) fn by_similarity(_: &Context<'_>, pair: &Pair) -> Judgement {
    match pair.similarity {
        Some(similarity) if similarity >= pair.threshold => accept(similarity, similarity),
        Some(_) => Err("they are not alike enough"),
        None => Err("one of them has nothing to compare"),
    }
}

struct Candidate {
    before: EntityId,
    after: EntityId,
    similarity: Option<f64>,
    verdict: Verdict,
}

impl Candidate {
    fn considered(&self, refactoring: RefactoringType, fate: Fate) -> Considered {
        Considered { refactoring, before: self.before, after: self.after, similarity: self.similarity, fate }
    }
}

/// Finds the pairs of one relationship and adds them to the matches; returns whether there were any.
///
/// Ties are broken by source folder (pairs inside one folder first), then by the keys before and after, then by
/// position, so that the same input always gives the same pairs.
pub(super) fn run(
    context: &mut Context<'_>,
    refactoring: RefactoringType,
    rule: &MatchingRule,
    threshold: f64,
    depth: Option<u32>,
) -> bool {
    let level = refactoring.level();
    let open = Open::of(context, level, depth, rule.join);
    if open.before.is_empty() || open.after.is_empty() {
        return false;
    }
    let mut candidates = Vec::new();
    for group in rule.join.groups(context, open) {
        for (number, (before, after)) in
            pairs(context, refactoring, &group, threshold).into_iter().enumerate()
        {
            if number % 256 == 0 && context.budget.is_over() {
                return false;
            }
            let modules = [context.before.kind(before), context.after.kind(after)].map(|k| k.is_module());
            if modules[0] != modules[1] || !(rule.condition)(context, before, after) {
                continue;
            }
            let similarity = context.documents(level).similarity(before, after);
            let pair = Pair { before, after, similarity, threshold };
            match (rule.judge)(context, &pair) {
                Ok(verdict) => candidates.push(Candidate { before, after, similarity, verdict }),
                Err(reason) => {
                    let fate = Fate::Refused(reason);
                    let considered = || Considered { refactoring, before, after, similarity, fate };
                    context.record(considered, before, after);
                }
            }
        }
    }
    sort(context, &mut candidates);
    if !context.evidence || refactoring != RefactoringType::RenameMethod {
        return take(context, refactoring, rule, candidates);
    }
    // An implementation has the name of its declaration: declarations go first, and renames propagate from them.
    let (declared, rest): (Vec<_>, Vec<_>) = candidates
        .into_iter()
        .partition(|c| context.before.body(c.before).is_none() && context.after.body(c.after).is_none());
    let any = take(context, refactoring, rule, declared);
    if any {
        propagate::renames(context);
    }
    take(context, refactoring, rule, rest) || any
}

/// Adds the best candidates that do not conflict; returns whether there were any.
fn take(
    context: &mut Context<'_>,
    refactoring: RefactoringType,
    rule: &MatchingRule,
    candidates: Vec<Candidate>,
) -> bool {
    let relationship = Relationship::Refactored(refactoring);
    let mut any = false;
    for candidate in candidates {
        let Candidate { before, after, similarity, verdict } = candidate;
        let allowed = context.matches.allows(before, after, relationship, rule.multiplicity);
        let fate = if allowed { Fate::Accepted(verdict) } else { Fate::Outdone };
        context.record(|| candidate.considered(refactoring, fate), before, after);
        if allowed {
            context.add(before, after, relationship, similarity, verdict.strength);
            any = true;
        }
    }
    any
}

/// From this number of pairs on, an index costs less than considering all of them. With evidence the limit is higher,
/// because evidence may also support pairs that are not similar.
const INDEX_FROM: usize = 256;
pub(super) const EVIDENCE_INDEX_FROM: usize = 10_000;

/// The pairs of a group to consider: all pairs of a small group, those that may reach the threshold in a large one.
fn pairs(
    context: &Context<'_>,
    refactoring: RefactoringType,
    (before, after): &Group,
    threshold: f64,
) -> Vec<(EntityId, EntityId)> {
    let few = if context.evidence { EVIDENCE_INDEX_FROM } else { INDEX_FROM };
    let all = before.len().saturating_mul(after.len());
    if all < few || threshold <= 0.0 && all <= context.budget.pairs() {
        context.budget.spend(all);
        return before.iter().flat_map(|&b| after.iter().map(move |&a| (b, a))).collect();
    }
    let documents = context.documents(refactoring.level());
    let with_bag =
        |ids: &[EntityId], bag: &dyn Fn(EntityId) -> Option<Rc<Bag>>| -> Vec<(EntityId, Rc<Bag>)> {
            ids.iter().filter_map(|&id| Some((id, bag(id)?))).collect()
        };
    let old = with_bag(before, &|id| documents.before(id));
    let new = with_bag(after, &|id| documents.after(id));
    let old_bags: Vec<&Bag> = old.iter().map(|(_, bag)| &**bag).collect();
    let new_bags: Vec<&Bag> = new.iter().map(|(_, bag)| &**bag).collect();
    let (found, whole) =
        candidates(&old_bags, &new_bags, &documents.weights, threshold, context.budget.pairs());
    context.budget.spend(found.len());
    if !whole {
        context.budget.cut(context.before.path(before[0]), refactoring);
    }
    let mut found: Vec<(EntityId, EntityId)> =
        found.into_iter().map(|(b, a)| (old[b as usize].0, new[a as usize].0)).collect();
    if context.evidence {
        found.extend(namesakes(context, before, after));
        found.sort_unstable();
        found.dedup();
    }
    found
}

/// The pairs of a group with the same name: an index of texts cannot find entities without text.
fn namesakes(context: &Context<'_>, before: &[EntityId], after: &[EntityId]) -> Vec<(EntityId, EntityId)> {
    let mut by_name: HashMap<Symbol, Vec<EntityId>> = HashMap::default();
    for &id in after {
        by_name.entry(context.after.name(id)).or_default().push(id);
    }
    let pairs =
        before.iter().filter_map(|&b| match by_name.get(&context.before.name(b)).map(Vec::as_slice) {
            // A name shared by many does not help to tell them apart.
            Some(same) if same.len() <= 16 => Some(same.iter().map(move |&a| (b, a))),
            _ => None,
        });
    pairs.flatten().collect()
}

/// Best first. Keys are built once per entity: with many equal candidates they would otherwise be built repeatedly.
fn sort(context: &Context<'_>, candidates: &mut [Candidate]) {
    let places = |model: &Model, ids: &mut Vec<EntityId>| -> HashMap<EntityId, usize> {
        ids.sort_unstable();
        ids.dedup();
        let mut keys: Vec<(String, EntityId)> = ids.iter().map(|&id| (model.key(id), id)).collect();
        keys.sort_unstable();
        keys.into_iter().enumerate().map(|(place, (_, id))| (id, place)).collect()
    };
    let old = places(context.before, &mut candidates.iter().map(|c| c.before).collect());
    let new = places(context.after, &mut candidates.iter().map(|c| c.after).collect());
    let stays = |c: &Candidate| {
        context.before.file(c.before).source_folder == context.after.file(c.after).source_folder
    };
    candidates.sort_by(|x, y| {
        let by_rank = y.verdict.rank.total_cmp(&x.verdict.rank);
        by_rank
            .then_with(|| stays(y).cmp(&stays(x)))
            .then_with(|| (old[&x.before], new[&x.after]).cmp(&(old[&y.before], new[&y.after])))
    });
}
