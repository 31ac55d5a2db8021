//! Code that went from one method to another: what Extract Method and Inline Method have in common.

use super::calls::{CalledBy, by_caller};
use crate::correspondence::{Alignment, Cover, Statement, Body, cover};
use crate::matching::{Context, Judgement};
use crate::model::{CallForm, CallSite, EntityId, EntityKind, Model, Symbol};
use crate::refactorings::{Found, RefactoringType};
use rustc_hash::FxHashSet as HashSet;
use std::ops::Range;
use std::rc::Rc;

/// The statements that one version of a method has and the other lacks: what left it, or what came in.
pub(crate) struct Transfer {
    pub own: Rc<Body>,
    pub other: Rc<Body>,
    /// Their places in `own`.
    pub places: Vec<usize>,
    alignment: Alignment,
}

impl Transfer {
    pub fn new(own: Rc<Body>, other: Rc<Body>) -> Self {
        let places = own.minus(&other);
        let alignment = Alignment::new(&own, &other);
        Transfer { own, other, places, alignment }
    }

    /// Those that are not `taken`, as indices of `places`.
    pub fn free(&self, taken: &[usize]) -> Vec<usize> {
        (0..self.places.len()).filter(|i| !taken.contains(i)).collect()
    }

    pub fn statement(&self, index: usize) -> &Statement {
        &self.own.all[self.places[index]]
    }

    /// How much of a body stands in the `free` ones; its places are indices of `places`.
    pub fn cover(&self, body: &Body, free: &[usize], holes: &HashSet<Symbol>) -> Cover {
        let among: Vec<&Statement> = free.iter().map(|&i| self.statement(i)).collect();
        let mut cover = cover(&body.all, &among, holes);
        cover.places.iter_mut().for_each(|place| *place = free[*place]);
        cover
    }

    /// The places in `own` that correspond to where calls stand in `other`.
    pub fn gaps(&self, sites: &[CallSite<'_>]) -> Vec<Range<usize>> {
        let calling = sites.iter().filter_map(|site| self.other.at(site.call.token));
        calling.map(|place| self.alignment.gap_before(place)).collect()
    }

    /// Whether a statement stands in one of these gaps.
    pub fn stands_in(&self, index: usize, gaps: &[Range<usize>]) -> bool {
        gaps.iter().any(|gap| gap.contains(&self.places[index]))
    }
}

/// What one method has from another.
pub(crate) struct Share {
    pub refactoring: RefactoringType,
    pub similarity: f64,
    pub cover: Cover,
    pub judgement: Judgement,
}

/// Adds the calls of `callee` to those of each of its callers, with what the caller was and is. A constructor only counts
/// for another one that calls it as a constructor: whoever makes objects has no code from it.
pub(crate) fn add_callers<'s, 'm>(
    called: &mut CalledBy<'s, 'm>,
    model: &Model,
    callee: EntityId,
    sites: &'s [CallSite<'m>],
    versions: impl Fn(EntityId) -> Vec<(EntityId, EntityId)>,
) {
    let is_constructor = model.kind(callee) == EntityKind::Constructor;
    for (caller, sites) in by_caller(sites) {
        if is_constructor && sites.iter().all(|s| s.call.form == CallForm::New) {
            continue;
        }
        for pair in versions(caller) {
            called.entry(pair).or_default().push((callee, sites));
        }
    }
}

/// Gives every statement away once: the candidate that has most of them comes first, and the others have to do with the
/// rest. `share` says what a candidate has where some statements are taken, `pair` what is reported of it.
pub(crate) fn share_out(
    context: &Context<'_>,
    candidates: Vec<(EntityId, &[CallSite<'_>])>,
    share: impl Fn(EntityId, &[CallSite<'_>], &[usize]) -> Option<Share>,
    pair: impl Fn(EntityId) -> (EntityId, EntityId),
) -> Vec<Found> {
    let first = |(id, sites)| Some((share(id, sites, &[])?, id, sites));
    let mut shares: Vec<_> = candidates.into_iter().filter_map(first).collect();
    shares.sort_by(|x, y| y.0.cover.share.total_cmp(&x.0.cover.share).then(x.1.cmp(&y.1)));
    let mut taken: Vec<usize> = Vec::new();
    let mut found = Vec::new();
    for (first, id, sites) in shares {
        let again = first.cover.places.iter().any(|place| taken.contains(place));
        let own = if again { share(id, sites, &taken) } else { Some(first) };
        let Some(own) = own else { continue };
        let report = Found::judged(context, own.refactoring, pair(id), own.similarity, own.judgement);
        if report.is_some() {
            taken.extend(own.cover.places);
        }
        found.extend(report);
    }
    found
}
