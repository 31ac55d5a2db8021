//! Inline Method: a method that is gone, called before by what the target was, whose body came into the target.

use super::{Found, RefactoringType, RelationshipInfo, Rule};
use crate::matching::evidence::{
    CalledBy, Share, Transfer, accesses_field_only, add_callers, apart, by_caller, parameters, share_out,
};
use crate::matching::{Context, Judgement, accept};
use crate::model::{CallSite, EntityId, Level};

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
        if !sites.is_empty() && !accesses_field_only(context.before, inlined) {
            add_callers(&mut targets, context.before, inlined, sites, |caller| {
                context.matches.after(caller).iter().map(|link| (caller, link.other)).collect()
            });
        }
    }
    let share = |((was, now), candidates)| {
        let came = Transfer::new(context.statements_after(now), context.statements_before(was));
        let target = Target { context, was, now, came };
        let got =
            |id: EntityId, sites: &[CallSite<'_>], taken: &[usize]| target.got(id, sites, threshold, taken);
        share_out(context, candidates, got, |inlined| (inlined, now))
    };
    targets.into_iter().flat_map(share).collect()
}

/// A method that may have taken in others.
struct Target<'c, 'm> {
    context: &'c Context<'m>,
    was: EntityId,
    now: EntityId,
    came: Transfer,
}

impl Target<'_, '_> {
    /// How much of `inlined`, which was called at `sites`, came into this method, and whether it was inlined there. What
    /// is `taken`, as places in what came, came from elsewhere.
    fn got(
        &self,
        inlined: EntityId,
        sites: &[CallSite<'_>],
        threshold: f64,
        taken: &[usize],
    ) -> Option<Share> {
        let context = self.context;
        let documents = context.documents(Level::Method);
        let (gone, now, was) =
            (documents.before(inlined)?, documents.after(self.now)?, documents.before(self.was)?);
        let similarity = documents.weights.containment(&gone, &now.minus(&was));
        let body = context.statements_before(inlined);
        let cover = self.came.cover(&body, &self.came.free(taken), &parameters(context.before, inlined));
        let gaps = self.came.gaps(sites);
        let in_place = cover.places.iter().any(|&i| self.came.stands_in(i, &gaps));
        let accepted = if body.len() == 1 {
            cover.share >= 0.99 && (cover.literal || cover.worded && in_place && similarity >= threshold)
        } else {
            cover.literal && cover.share >= if in_place { 0.25 } else { 0.45 }
                || taken.is_empty() && similarity >= threshold.max(0.55)
        };
        let sign = |is: bool| f64::from(u8::from(is));
        let strength = 0.5 * cover.share + 0.25 * sign(cover.literal) + 0.25 * sign(in_place);
        let judgement = if accepted { accept(similarity, strength) } else { Err(TOO_LITTLE) };
        let refactoring = if apart(context.scope_before(), self.was, inlined) {
            RefactoringType::MoveAndInlineMethod
        } else {
            RefactoringType::InlineMethod
        };
        Some(Share { refactoring, similarity, cover, judgement })
    }
}
