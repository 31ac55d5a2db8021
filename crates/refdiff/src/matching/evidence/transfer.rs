//! Extract Method and Inline Method: one rule in two directions. A matched method calls an unmatched one; the code
//! that went from one to the other decides.

use super::accessors::accesses_field_only;
use super::calls::{Called, CalledBy};
use super::decision::{TRANSFER, probability};
use super::flow::{Direction, Flow, Host};
use super::relation::apart;
use crate::matching::{Context, Judgement, Weighed, accept};
use crate::model::{Call, EntityId, Level, Model, Symbol};
use crate::refactorings::{Found, RefactoringType};
use crate::similarity::Bag;
use rustc_hash::FxHashSet as HashSet;

const TOO_LITTLE: &str = "too little of the code that left the one is in the other";

const FORWARDS: &str = "the new method, in another type, only calls what its caller called before";

/// Everything that was extracted from methods that still exist, or inlined into them. A word goes to one place only:
/// the most probable candidate comes first, and the others get what is left.
pub(crate) fn find(context: &Context<'_>, direction: Direction, threshold: f64) -> Vec<Found> {
    let mut hosts = CalledBy::new();
    let open: Vec<EntityId> = match direction {
        Direction::Out => context.open_after(Level::Method).collect(),
        Direction::In => context.open_before(Level::Method).collect(),
    };
    for method in open {
        let model = direction.poor(context);
        if accesses_field_only(model, method) {
            continue;
        }
        for called in context.calls().hosts(context, method, direction == Direction::In) {
            let caller = called.sites[0].caller;
            let versions: Vec<(EntityId, EntityId)> = match direction {
                Direction::Out => context.matches.before(caller).iter().map(|l| (l.other, caller)).collect(),
                Direction::In => context.matches.after(caller).iter().map(|l| (caller, l.other)).collect(),
            };
            for pair in versions {
                hosts.entry(pair).or_default().push(called.clone());
            }
        }
    }
    let mut found = Vec::new();
    for ((was, now), candidates) in hosts {
        let calls = candidates.iter().flat_map(|called| &called.sites);
        let host = Host::new(context, direction, was, now, calls);
        found.extend(Transfer { context, direction, was, now, host }.share_out(&candidates, threshold));
    }
    found
}

/// The direction in which a refactoring moves code, if it does.
pub(super) fn direction(refactoring: RefactoringType) -> Option<Direction> {
    match refactoring {
        RefactoringType::ExtractMethod | RefactoringType::ExtractAndMoveMethod => Some(Direction::Out),
        RefactoringType::InlineMethod | RefactoringType::MoveAndInlineMethod => Some(Direction::In),
        _ => None,
    }
}

/// The probability that code went between a method that exists before and after and an unmatched one; 0 where neither
/// calls the other.
pub(crate) fn went(
    context: &Context<'_>,
    direction: Direction,
    host: (EntityId, EntityId),
    method: EntityId,
) -> f64 {
    share_of(context, direction, host, method).map_or(0.0, |share| share.probability)
}

/// The signals for a pair that was considered, in words: each with its value and its contribution, the largest
/// contribution first.
pub(super) fn facts(
    context: &Context<'_>,
    direction: Direction,
    (before, after): (EntityId, EntityId),
) -> Vec<String> {
    let mut hosts: Vec<(EntityId, EntityId)> = match direction {
        Direction::Out => {
            context.matches.after(before).iter().map(|partner| (before, partner.other)).collect()
        }
        Direction::In => context.matches.before(after).iter().map(|partner| (partner.other, after)).collect(),
    };
    let method = if direction == Direction::Out { after } else { before };
    hosts.sort_unstable();
    let share = hosts.into_iter().find_map(|host| share_of(context, direction, host, method));
    let Some(share) = share else { return Vec::new() };
    let mut parts: Vec<(f64, String)> = share
        .signals
        .iter()
        .zip(&TRANSFER)
        .map(|((name, value), (_, weight))| (weight * value, format!("{name} {value:.2}")))
        .filter(|(part, _)| part.abs() >= 0.05)
        .collect();
    parts.sort_by(|x, y| y.0.abs().total_cmp(&x.0.abs()).then(x.1.cmp(&y.1)));
    let words = parts.into_iter().map(|(part, signal)| format!("{signal} ({part:+.1})"));
    std::iter::once(format!("probability {:.2}", share.probability)).chain(words).collect()
}

fn share_of(
    context: &Context<'_>,
    direction: Direction,
    (was, now): (EntityId, EntityId),
    method: EntityId,
) -> Option<Share> {
    let hosts = context.calls().hosts(context, method, direction == Direction::In);
    let caller = if direction == Direction::Out { now } else { was };
    let called = hosts.into_iter().find(|called| called.sites[0].caller == caller)?;
    let host = Host::new(context, direction, was, now, called.sites.iter());
    let transfer = Transfer { context, direction, was, now, host };
    Some(transfer.signals(&called, &HashSet::default()))
}

/// A method that may have lost code to others, or taken code in.
struct Transfer<'c, 'm> {
    context: &'c Context<'m>,
    direction: Direction,
    was: EntityId,
    now: EntityId,
    host: Host<'c, 'm>,
}

/// What one method received from another.
struct Share {
    flow: Flow,
    similarity: f64,
    probability: f64,
    signals: [(&'static str, f64); TRANSFER.len()],
}

impl Transfer<'_, '_> {
    fn share_out(&self, candidates: &[Called<'_>], threshold: f64) -> Vec<Found> {
        let none = HashSet::default();
        let mut shares: Vec<(Share, &Called<'_>)> =
            candidates.iter().map(|called| (self.signals(called, &none), called)).collect();
        shares.sort_by(|x, y| y.0.probability.total_cmp(&x.0.probability).then(x.1.callee.cmp(&y.1.callee)));
        let mut taken: HashSet<(usize, usize)> = HashSet::default();
        let mut found = Vec::new();
        for (first, called) in shares {
            let again = first.flow.claimed.iter().any(|word| taken.contains(word));
            let own = if again { self.signals(called, &taken) } else { first };
            let forwards = self.direction == Direction::Out && own.flow.signals.forwards;
            let judgement: Judgement = match own.probability >= threshold {
                true if forwards && self.is_apart(called.callee) => Err(FORWARDS),
                true => accept(own.probability, own.probability),
                false => Err(TOO_LITTLE),
            };
            let pair = match self.direction {
                Direction::Out => (self.was, called.callee),
                Direction::In => (called.callee, self.now),
            };
            let name = self.name(called.callee);
            self.context.weigh(|| Weighed {
                refactoring: name,
                before: self.context.before.key(pair.0),
                after: self.context.after.key(pair.1),
                signals: own.signals.to_vec(),
                probability: own.probability,
            });
            let report = Found::judged(self.context, name, pair, own.similarity, judgement);
            if report.is_some() {
                taken.extend(own.flow.claimed);
            }
            found.extend(report);
        }
        found
    }

    fn name(&self, callee: EntityId) -> RefactoringType {
        match (self.direction, self.is_apart(callee)) {
            (Direction::Out, false) => RefactoringType::ExtractMethod,
            (Direction::Out, true) => RefactoringType::ExtractAndMoveMethod,
            (Direction::In, false) => RefactoringType::InlineMethod,
            (Direction::In, true) => RefactoringType::MoveAndInlineMethod,
        }
    }

    fn is_apart(&self, callee: EntityId) -> bool {
        match self.direction {
            Direction::Out => apart(self.context.scope_after(), self.now, callee),
            Direction::In => apart(self.context.scope_before(), self.was, callee),
        }
    }

    /// The signals for `called`; words in `taken` went elsewhere.
    fn signals(&self, called: &Called<'_>, taken: &HashSet<(usize, usize)>) -> Share {
        let flow = self.host.flow(called, taken);
        let similarity = self.containment(called).unwrap_or(0.0);
        let sign = |is: bool| f64::from(u8::from(is));
        let own = flow.signals;
        let values = [
            own.taken,
            own.vanished,
            own.taken.min(own.vanished),
            own.placed,
            libm::log1p(own.found),
            libm::log1p(own.exact * own.size),
            libm::log1p(own.size),
            own.calls,
            similarity,
            sign(self.is_apart(called.callee)),
            own.taken * similarity,
            sign(self.called_before(called)),
            sign(!called.direct),
            sign(self.direction == Direction::In),
            libm::log1p(own.words as f64),
            sign(own.forwards),
            sign(own.words <= 1 && own.exact == 0.0),
        ];
        let mut signals = TRANSFER;
        signals.iter_mut().zip(values).for_each(|(signal, value)| signal.1 = value);
        Share { flow, similarity, probability: probability(&TRANSFER, &values), signals }
    }

    /// How much of the method is contained in what its host lost or gained: the similarity of the paper.
    fn containment(&self, called: &Called<'_>) -> Option<f64> {
        let documents = self.context.documents(Level::Method);
        let (was, now) = (documents.before(self.was)?, documents.after(self.now)?);
        // The call itself does not count as code that stayed: `data.get(k)` that became `get(k)` lost its `get`.
        let calls: Bag = {
            let signs = [Symbol::of("("), Symbol::of(")")];
            called.sites.iter().flat_map(|site| [site.call.name, signs[0], signs[1]]).collect()
        };
        Some(match self.direction {
            Direction::Out => {
                let new = documents.after(called.callee)?;
                documents.weights.containment(&new, &was.minus(&now.minus(&calls)))
            }
            Direction::In => {
                let gone = documents.before(called.callee)?;
                documents.weights.containment(&gone, &now.minus(&was.minus(&calls)))
            }
        })
    }

    /// Whether the other version of the host has a call with this name on the same receiver.
    fn called_before(&self, called: &Called<'_>) -> bool {
        let (poor, rich) = match self.direction {
            Direction::Out => ((self.context.after, self.now), (self.context.before, self.was)),
            Direction::In => ((self.context.before, self.was), (self.context.after, self.now)),
        };
        let receiver = |(model, id): (&Model, EntityId), call: &Call| -> Vec<Symbol> {
            let range = call.tokens.start as usize..call.token.max(call.tokens.start) as usize;
            model.unit(id).tokens[range].iter().map(|t| t.symbol).collect()
        };
        let old = rich.0.unit(rich.1).calls_in(&rich.0.declaration(rich.1).tokens);
        called.sites.iter().any(|site| {
            let now = receiver(poor, site.call);
            old.iter().any(|call| call.name == site.call.name && receiver(rich, call) == now)
        })
    }
}
