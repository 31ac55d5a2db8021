//! Selection: of all pairs that satisfy a relationship, the most similar ones that do not conflict.

use super::joins::{Group, Open};
use super::{Considered, Context, Fate, Judgement, Relationship, Verdict, accept};
use crate::model::EntityId;
use crate::refactorings::{MatchingRule, RefactoringType};
use crate::similarity::{Bag, candidates};
use std::cmp::Ordering;
use std::rc::Rc;

/// Two entities that satisfy a relationship's condition.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    pub before: EntityId,
    pub after: EntityId,
    /// How alike they are; `None` where one has nothing to compare.
    pub similarity: Option<f64>,
    /// The least similarity that the profile asks for.
    pub threshold: f64,
}

/// The paper's way: what is alike enough is accepted, and the more alike the better. Its text has "greater than"; its
/// tool, whose thresholds these are, "at least".
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

/// Finds the pairs of one relationship and adds them to the matches.
///
/// Ties are broken by source folder (a pair inside one folder first), then by the keys before and after, then by
/// place, so that the same input always gives the same pairs.
pub(super) fn run(
    context: &mut Context<'_>,
    refactoring: RefactoringType,
    rule: &MatchingRule,
    threshold: f64,
    depth: Option<u32>,
) {
    let level = refactoring.level();
    let open = Open::of(context, level, depth, rule.join);
    if open.before.is_empty() || open.after.is_empty() {
        return;
    }
    let mut candidates = Vec::new();
    for group in rule.join.groups(context, open) {
        for (before, after) in pairs(context, refactoring, &group, threshold) {
            if !(rule.condition)(context, before, after) {
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
    candidates.sort_by(|x, y| order(context, x, y));
    let relationship = Relationship::Refactored(refactoring);
    for candidate in candidates {
        let Candidate { before, after, similarity, verdict } = candidate;
        let allowed = context.matches.allows(before, after, relationship, rule.multiplicity);
        let fate = if allowed { Fate::Accepted(verdict) } else { Fate::Outdone };
        context.record(|| candidate.considered(refactoring, fate), before, after);
        if allowed {
            context.add(before, after, relationship, similarity, verdict.strength);
        }
    }
}

/// From how many pairs on an index costs less than looking at all of them.
const INDEX_FROM: usize = 256;

/// The pairs of a group that are worth a look: all of a small one, those that may reach the threshold of a large one.
fn pairs(
    context: &Context<'_>,
    refactoring: RefactoringType,
    (before, after): &Group,
    threshold: f64,
) -> Vec<(EntityId, EntityId)> {
    if before.len() * after.len() < INDEX_FROM || threshold <= 0.0 {
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
    let found = candidates(&old_bags, &new_bags, &documents.weights, threshold);
    found.into_iter().map(|(b, a)| (old[b as usize].0, new[a as usize].0)).collect()
}

fn order(context: &Context<'_>, x: &Candidate, y: &Candidate) -> Ordering {
    let stays = |c: &Candidate| {
        context.before.file(c.before).source_folder == context.after.file(c.after).source_folder
    };
    y.verdict
        .rank
        .total_cmp(&x.verdict.rank)
        .then_with(|| stays(y).cmp(&stays(x)))
        .then_with(|| context.before.key(x.before).cmp(&context.before.key(y.before)))
        .then_with(|| context.after.key(x.after).cmp(&context.after.key(y.after)))
        .then_with(|| (x.before, x.after).cmp(&(y.before, y.after)))
}
