//! Extract Method: a new method, called by what the origin became, made of what left the origin.

use super::{Found, RefactoringType, RelationshipInfo, Rule};
use crate::matching::evidence::{
    CalledBy, Share, Transfer, accesses_field_only, add_callers, apart, by_caller, parameters, share_out,
};
use crate::correspondence::{Statement, Body, TAKEN, Word};
use crate::matching::{Context, Judgement, accept};
use crate::model::{Call, CallSite, EntityId, Level, Model, Role, Symbol};
use crate::similarity::Bag;
use rustc_hash::FxHashSet as HashSet;

pub(super) const INFO: RelationshipInfo = RelationshipInfo {
    refactoring: RefactoringType::ExtractMethod,
    paper_threshold: Some(0.1),
    summary: "Part of a method's body became a new method that it calls.",
    example_before: "\
class Report {
    void print(String name) {
        String line = name.trim().toUpperCase();
        System.out.println(\"== \" + line + \" ==\");
        System.out.println(body);
    }
}
",
    example_after: "\
class Report {
    void print(String name) {
        printTitle(name);
        System.out.println(body);
    }
    void printTitle(String name) {
        String line = name.trim().toUpperCase();
        System.out.println(\"== \" + line + \" ==\");
    }
}
",
    rule: Rule::Origin(find),
    evidence: Some(Rule::Origin(find_by_statements)),
};

/// The paper's text asks how much of the new method stands in the whole origin; its tool, whose threshold of 0.1
/// this is, how much of it stands in what left the origin: before minus after, as multisets.
fn find(context: &Context<'_>, threshold: f64) -> Vec<Found> {
    let mut found = Vec::new();
    for extracted in context.open_after(Level::Method) {
        let sites = context.calls().of_added(extracted);
        if sites.is_empty() || is_accessor(context, extracted) {
            continue;
        }
        let documents = context.documents(Level::Method);
        let Some(new) = documents.after(extracted) else { continue };
        for (caller, _) in by_caller(sites) {
            let Some(now) = documents.after(caller) else { continue };
            for link in context.matches.before(caller) {
                let Some(was) = documents.before(link.other) else { continue };
                let similarity = documents.weights.containment(&new, &was.minus(&now));
                let judgement =
                    if similarity >= threshold { accept(similarity, similarity) } else { Err(TOO_LITTLE) };
                found.extend(report(context, link.other, extracted, similarity, judgement));
            }
        }
    }
    found
}

const TOO_LITTLE: &str = "too little of the new method left the origin";
const WRAPS: &str = "the new method only calls what the origin called before";

fn report(
    context: &Context<'_>,
    before: EntityId,
    after: EntityId,
    similarity: f64,
    judgement: Judgement,
) -> Option<Found> {
    Found::judged(context, RefactoringType::ExtractMethod, (before, after), similarity, judgement)
}

/// Whether a method is a getter or setter of one statement: these stand for a field that was encapsulated, not for
/// code that was extracted.
fn is_accessor(context: &Context<'_>, method: EntityId) -> bool {
    let declaration = context.after.declaration(method);
    let name = declaration.name.as_ref();
    let getter = name.starts_with("get") && declaration.parameters.is_empty();
    let setter = name.starts_with("set") && declaration.parameters.len() == 1;
    (getter || setter) && context.statement_count(context.after, method) == 1
}

/// A bag says too little where the new method is short or the origin was rewritten. Here the statements decide: those
/// of the new method have to be among those that left the origin, best where the call stands now. A statement that left
/// went to one place: the new method that holds most of what left comes first, and the others have to do with the rest.
fn find_by_statements(context: &Context<'_>, threshold: f64) -> Vec<Found> {
    let mut origins = CalledBy::new();
    for extracted in context.open_after(Level::Method) {
        let sites = context.calls().of_added(extracted);
        if !sites.is_empty() && !accesses_field_only(context.after, extracted) {
            add_callers(&mut origins, context.after, extracted, sites, |caller| {
                context.matches.before(caller).iter().map(|link| (link.other, caller)).collect()
            });
        }
    }
    let share = |((was, now), candidates)| {
        let left = Transfer::new(context.statements_before(was), context.statements_after(now));
        let origin = Origin { context, was, now, left };
        let gave =
            |id: EntityId, sites: &[CallSite<'_>], taken: &[usize]| origin.gave(id, sites, threshold, taken);
        share_out(context, candidates, gave, |extracted| (was, extracted))
    };
    origins.into_iter().flat_map(share).collect()
}

/// A method that may have lost code to new ones.
struct Origin<'c, 'm> {
    context: &'c Context<'m>,
    was: EntityId,
    now: EntityId,
    left: Transfer,
}

impl Origin<'_, '_> {
    /// How much of `extracted`, which is called at `sites`, left this method, and whether it was extracted from it. What
    /// is `taken`, as places in what left, went elsewhere.
    fn gave(
        &self,
        extracted: EntityId,
        sites: &[CallSite<'_>],
        threshold: f64,
        taken: &[usize],
    ) -> Option<Share> {
        let context = self.context;
        let documents = context.documents(Level::Method);
        let new = documents.after(extracted)?;
        let was = documents.before(self.was)?;
        // The call itself is not what stayed: `data.get(k)` that became `get(k)` lost its `get`.
        let now = documents.after(self.now)?.minus(&self.call_tokens(sites));
        let similarity = documents.weights.containment(&new, &was.minus(&now));
        let body = context.statements_after(extracted);
        let left = &self.left;
        let free = left.free(taken);
        let cover = left.cover(&body, &free, &parameters(context.after, extracted));
        let gaps = left.gaps(sites);
        let in_place = cover.places.iter().any(|&i| left.stands_in(i, &gaps));
        let gone: Vec<&Statement> = free.iter().map(|&i| left.statement(i)).collect();
        let near = free.iter().filter(|&&i| left.stands_in(i, &gaps)).map(|&i| left.statement(i));
        let apart = apart(context.scope_after(), self.now, extracted);
        let calls = called_share(&body, &near.collect::<Vec<_>>()) >= 1.0 / 3.0;
        let replaced = replaced(&gone, &left.other, sites, &body, &parameters(context.after, extracted));
        let wraps = wraps_own(context, extracted, &body);
        let accepted = if similarity < threshold {
            cover.share >= TAKEN && in_place && !self.called_before(sites)
        } else {
            // Into a type apart, a call that replaces something says less: it may be any other way to do the same.
            let by_calls = if apart { calls && replaced } else { calls || replaced };
            // A body that is one call has to have been there as it is: else the caller calls something else now.
            // Into a type apart the bodies have to have something in common beside a name; the share is set by hand.
            let by_calls =
                by_calls && wraps.is_none() && !(apart && (is_one_call(&body) || similarity < 0.2));
            cover.share >= TAKEN || cover.share >= 0.2 && cover.literal && in_place || by_calls
        };
        let signs = [cover.literal, in_place, calls, replaced].into_iter().filter(|&sign| sign).count();
        let strength = 0.6 * cover.share.min(0.8) / 0.8 + 0.1 * signs as f64;
        let judgement = match accepted {
            true if apart && wraps == Some(Wrapper::Mere) => Err(WRAPS),
            true => accept(similarity, strength),
            false => Err(TOO_LITTLE),
        };
        let refactoring =
            if apart { RefactoringType::ExtractAndMoveMethod } else { RefactoringType::ExtractMethod };
        Some(Share { refactoring, similarity, cover, judgement })
    }

    /// The names and brackets of calls.
    fn call_tokens(&self, sites: &[CallSite<'_>]) -> Bag {
        let (open, close) = (Symbol::of("("), Symbol::of(")"));
        sites.iter().flat_map(|site| [site.call.name, open, close]).collect()
    }

    /// Whether the method called something of this name on the same receiver before.
    fn called_before(&self, sites: &[CallSite<'_>]) -> bool {
        let (before, after) = (self.context.before, self.context.after);
        let receiver = |model: &Model, id: EntityId, call: &Call| -> Vec<Symbol> {
            let range = call.tokens.start as usize..call.token.max(call.tokens.start) as usize;
            model.unit(id).tokens[range].iter().map(|t| t.symbol).collect()
        };
        let old = before.unit(self.was).calls_in(&before.declaration(self.was).tokens);
        sites.iter().any(|site| {
            let now = receiver(after, self.now, site.call);
            old.iter().any(|call| call.name == site.call.name && receiver(before, self.was, call) == now)
        })
    }
}

/// Whether a body is one call, or a chain of calls, and nothing else.
fn is_one_call(body: &Body) -> bool {
    let [only] = body.all.as_slice() else { return false };
    let close = Symbol::of(")");
    let core = only.core();
    core.first().is_some_and(|w| {
        matches!(w.role, Role::Call | Role::Use | Role::Type) || w.symbol == Symbol::of("new")
    }) && core.iter().any(|w| w.role == Role::Call || w.symbol == Symbol::of("new"))
        && core.iter().rfind(|w| w.symbol != Symbol::of(";")).is_some_and(|w| w.symbol == close)
}

/// Whether a body is a call of a method of its own type that was there before, or makes an object of that type: whoever
/// called that calls this one now. It is a mere wrapper where nothing but parameters is handed on.
fn wraps_own(context: &Context<'_>, method: EntityId, body: &Body) -> Option<Wrapper> {
    let after = context.after;
    let owner = after.type_around(method).filter(|_| is_one_call(body))?;
    let core = body.all.first()?.core();
    let first = core.first()?;
    let mut types = std::iter::once(owner).chain(context.scope_after().lineage(owner));
    let was_there = |m: EntityId| m != method && !context.matches.before(m).is_empty();
    let own = match first.role {
        Role::Call => {
            types.any(|of| after.children(of).iter().any(|&m| after.name(m) == first.symbol && was_there(m)))
        }
        _ => first.symbol == Symbol::of("new") && core.get(1).is_some_and(|w| w.symbol == after.name(owner)),
    };
    let holes = parameters(after, method);
    let handed_on = |w: &Word| w.role == Role::Punctuation || holes.contains(&w.symbol);
    let mere = core.iter().skip(if first.role == Role::Call { 1 } else { 2 }).all(handed_on);
    own.then_some(if mere { Wrapper::Mere } else { Wrapper::More })
}

/// A method that calls another one of its type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wrapper {
    /// With its own parameters alone.
    Mere,
    More,
}

/// The share of what a body calls that some statements call as well.
fn called_share(body: &Body, among: &[&Statement]) -> f64 {
    let calls = |statement: &Statement| -> Vec<Symbol> {
        statement.words.iter().filter(|w| w.role == Role::Call).map(|w| w.symbol).collect()
    };
    let mut called: Vec<Symbol> = body.all.iter().flat_map(calls).collect();
    called.sort_unstable();
    called.dedup();
    if called.is_empty() {
        return 0.0;
    }
    let there: HashSet<Symbol> = among.iter().flat_map(|s| calls(s)).collect();
    called.iter().filter(|name| there.contains(name)).count() as f64 / called.len() as f64
}

/// Whether a statement that is gone and one that calls the new method now differ in nothing but one expression, which
/// became the call and shares a name or literal with the new method's body. The new method's own variables do not count:
/// their names are its own choice, and often the same as everywhere.
fn replaced(
    gone: &[&Statement],
    current: &Body,
    sites: &[CallSite<'_>],
    body: &Body,
    holes: &HashSet<Symbol>,
) -> bool {
    let null = Symbol::of("null");
    let words = body.all.iter().flat_map(|s| &s.words);
    let declared: HashSet<Symbol> = words.filter(|w| w.role == Role::Declaration).map(|w| w.symbol).collect();
    let tells = |w: &Word| {
        matches!(w.role, Role::Use | Role::Literal | Role::Call | Role::Type)
            && w.symbol != null
            && !holes.contains(&w.symbol)
            && !declared.contains(&w.symbol)
    };
    let inside: HashSet<Symbol> =
        body.all.iter().flat_map(|s| &s.words).filter(|w| tells(w)).map(|w| w.symbol).collect();
    sites.iter().any(|site| {
        let Some(at) = current.at(site.call.token) else { return false };
        let now = &current.all[at].words;
        // What stands ahead of the call and behind it has to be there already.
        let ahead = now.iter().take_while(|w| w.at < site.call.tokens.start).count();
        let behind = now.iter().rev().take_while(|w| w.at >= site.call.tokens.end).count();
        gone.iter().any(|old| {
            let old = &old.words;
            let same = |(x, y): (&Word, &Word)| x.symbol == y.symbol;
            old.len() > ahead + behind
                && ahead + behind > 1
                && old.iter().zip(&now[..ahead]).all(same)
                && old.iter().rev().zip(now[now.len() - behind..].iter().rev()).all(same)
                && old[ahead..old.len() - behind].iter().any(|w| tells(w) && inside.contains(&w.symbol))
        })
    })
}
