//! Inline Method: a method that is gone, called before by what the target was, whose body came into the target.

use super::{Found, RefactoringType, RelationshipInfo, Rule};
use crate::matching::evidence::{CalledBy, accesses_field_only, apart, by_caller, parameters};
use crate::matching::statements::{Alignment, Cover, Statement, Statements, cover};
use crate::matching::{Context, Judgement, accept};
use crate::model::{CallForm, CallSite, EntityId, EntityKind, Level};
use std::rc::Rc;

pub(super) const INFO: RelationshipInfo = RelationshipInfo {
    refactoring: RefactoringType::InlineMethod,
    paper_threshold: Some(0.3),
    summary: "A method is gone, and its body stands in a method that called it.",
    example_before: "\
class Counter {
    int count;
    void hit() {
        log(\"hit\");
        increase();
    }
    void increase() { count = count + 1; notifyAll(); }
}
",
    example_after: "\
class Counter {
    int count;
    void hit() {
        log(\"hit\");
        count = count + 1;
        notifyAll();
    }
}
",
    rule: Rule::Origin(find),
    evidence: Some(Rule::Origin(find_by_statements)),
};

/// Like Extract Method the other way round: how much of the method that is gone stands in what came into the target.
fn find(context: &Context<'_>, threshold: f64) -> Vec<Found> {
    let mut found = Vec::new();
    for inlined in context.open_before(Level::Method) {
        let sites = context.calls().of_removed(inlined);
        if sites.is_empty() {
            continue;
        }
        let documents = context.documents(Level::Method);
        let Some(gone) = documents.before(inlined) else { continue };
        for (caller, _) in by_caller(sites) {
            let Some(was) = documents.before(caller) else { continue };
            for link in context.matches.after(caller) {
                let Some(now) = documents.after(link.other) else { continue };
                let similarity = documents.weights.containment(&gone, &now.minus(&was));
                let judgement =
                    if similarity >= threshold { accept(similarity, similarity) } else { Err(TOO_LITTLE) };
                found.extend(report(context, inlined, link.other, similarity, judgement));
            }
        }
    }
    found
}

const TOO_LITTLE: &str = "too little of the method that is gone came into the target";

fn report(
    context: &Context<'_>,
    before: EntityId,
    after: EntityId,
    similarity: f64,
    judgement: Judgement,
) -> Option<Found> {
    Found::judged(context, RefactoringType::InlineMethod, (before, after), similarity, judgement)
}

/// The statements of the method that is gone have to be among those that came into the target, with its parameters
/// replaced by what was passed; of a method of one statement, all of it. A statement that came in came from one place:
/// the method of which most came in goes first, and the others have to do with the rest.
fn find_by_statements(context: &Context<'_>, threshold: f64) -> Vec<Found> {
    let mut targets = CalledBy::new();
    for inlined in context.open_before(Level::Method) {
        let sites = context.calls().of_removed(inlined);
        if sites.is_empty() || accesses_field_only(context.before, inlined) {
            continue;
        }
        let is_constructor = context.before.kind(inlined) == EntityKind::Constructor;
        for (caller, sites) in by_caller(sites) {
            if is_constructor && sites.iter().all(|s| s.call.form == CallForm::New) {
                continue;
            }
            for link in context.matches.after(caller) {
                targets.entry((caller, link.other)).or_default().push((inlined, sites));
            }
        }
    }
    let mut found = Vec::new();
    for ((was, now), candidates) in targets {
        let target = Target::new(context, was, now);
        let mut got: Vec<_> = candidates
            .into_iter()
            .filter_map(|(inlined, sites)| {
                Some((target.got(inlined, sites, threshold, &[])?, inlined, sites))
            })
            .collect();
        got.sort_by(|x, y| y.0.cover.share.total_cmp(&x.0.cover.share).then(x.1.cmp(&y.1)));
        let mut taken: Vec<usize> = Vec::new();
        for (first, inlined, sites) in got {
            let again = first.cover.places.iter().any(|place| taken.contains(place));
            let part = if again { target.got(inlined, sites, threshold, &taken) } else { Some(first) };
            let Some(part) = part else { continue };
            let refactoring = if apart(context.scope_before(), was, inlined) {
                RefactoringType::MoveAndInlineMethod
            } else {
                RefactoringType::InlineMethod
            };
            let report = Found::judged(context, refactoring, (inlined, now), part.similarity, part.judgement);
            if report.is_some() {
                taken.extend(part.cover.places);
            }
            found.extend(report);
        }
    }
    found
}

/// What a target has from a method that is gone.
struct Part {
    similarity: f64,
    cover: Cover,
    judgement: Judgement,
}

/// A method that may have taken in others.
struct Target<'c, 'm> {
    context: &'c Context<'m>,
    was: EntityId,
    now: EntityId,
    /// Its statements before and after, and the places after of those that came in.
    old: Rc<Statements>,
    current: Rc<Statements>,
    came: Vec<usize>,
    /// From places after to places before.
    alignment: Alignment,
}

impl<'c, 'm> Target<'c, 'm> {
    fn new(context: &'c Context<'m>, was: EntityId, now: EntityId) -> Self {
        let (old, current) = (context.statements_before(was), context.statements_after(now));
        let came = current.minus(&old);
        let alignment = Alignment::new(&current, &old);
        Target { context, was, now, old, current, came, alignment }
    }

    /// How much of `inlined`, which was called at `sites`, came into this method, and whether it was inlined there. What
    /// is `taken`, as places in what came, came from elsewhere.
    fn got(
        &self,
        inlined: EntityId,
        sites: &[CallSite<'_>],
        threshold: f64,
        taken: &[usize],
    ) -> Option<Part> {
        let context = self.context;
        let documents = context.documents(Level::Method);
        let (gone, now, was) =
            (documents.before(inlined)?, documents.after(self.now)?, documents.before(self.was)?);
        let similarity = documents.weights.containment(&gone, &now.minus(&was));
        let body = context.statements_before(inlined);
        let free: Vec<usize> = (0..self.came.len()).filter(|i| !taken.contains(i)).collect();
        let came: Vec<&Statement> = free.iter().map(|&i| &self.current.all[self.came[i]]).collect();
        let mut cover = cover(&body.all, &came, &parameters(context.before, inlined));
        cover.places.iter_mut().for_each(|place| *place = free[*place]);
        // Where the calls stood, as places in the target.
        let calling = sites.iter().filter_map(|site| self.old.at(site.call.token));
        let gaps: Vec<_> = calling.map(|place| self.alignment.gap_before(place)).collect();
        let in_place = cover.places.iter().any(|&i| gaps.iter().any(|gap| gap.contains(&self.came[i])));
        let accepted = if body.len() == 1 {
            cover.share >= 0.99 && (cover.literal || cover.worded && in_place)
        } else {
            cover.literal && cover.share >= if in_place { 0.25 } else { 0.45 }
                || taken.is_empty() && similarity >= threshold.max(0.55)
        };
        let sign = |is: bool| f64::from(u8::from(is));
        let strength = 0.5 * cover.share + 0.25 * sign(cover.literal) + 0.25 * sign(in_place);
        let judgement = if accepted { accept(similarity, strength) } else { Err(TOO_LITTLE) };
        Some(Part { similarity, cover, judgement })
    }
}
