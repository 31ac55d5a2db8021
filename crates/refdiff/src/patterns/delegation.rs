//! Who asks whom: delegates that are hidden or shown, and delegation in place of inheritance.

use super::ground::Ground;
use super::view::View;
use super::{Shown, list};
use crate::model::{EntityId, EntityKind, Expr, ExprId, Level, Symbol, TypeUse};
use crate::refactorings::RefactoringType::{self, *};
use rustc_hash::FxHashSet as HashSet;

pub(super) fn find(ground: &Ground<'_>, found: &mut Shown) {
    for method in ground.new.changed() {
        if let Some((owner, evidence)) = bypass((&ground.old, &ground.new), method) {
            found.add(HideDelegate, owner, method, vec![evidence]);
        }
    }
    for method in ground.old.changed() {
        if let Some((owner, evidence)) = bypass((&ground.new, &ground.old), method) {
            found.add(RemoveMiddleMan, method, owner, vec![evidence]);
        }
    }
    for (before, after) in ground.pairs(Level::Type) {
        let evidence = delegates((&ground.old, before), (&ground.new, after));
        report(ReplaceInheritanceWithDelegation, (before, after), evidence, found);
        let evidence = delegates((&ground.new, after), (&ground.old, before));
        report(ReplaceDelegationWithInheritance, (before, after), evidence, found);
    }
}

fn report(
    refactoring: RefactoringType,
    (before, after): (EntityId, EntityId),
    evidence: Option<String>,
    found: &mut Shown,
) {
    if let Some(evidence) = evidence {
        found.add(refactoring, before, after, vec![evidence]);
    }
}

/// What a method forwards to.
struct Forward {
    /// The names by which others reach the delegate: the field, and methods that only give it.
    ways: HashSet<Symbol>,
    /// The method that is called there.
    called: Symbol,
}

fn forwards(view: &View<'_>, method: EntityId) -> Option<Forward> {
    // The call itself, and perhaps one that gives the delegate.
    let calls = view.calls(method);
    if calls.len() > 2 || calls.iter().all(|call| call.receiver.is_none()) {
        return None;
    }
    let body = view.only_statement(method)?;
    let only = &body.all[0];
    let unit = view.unit(method);
    let owner = view.owner(method)?;
    // The outermost call is all that it does.
    let call = view.calls(method).iter().find(|c| {
        let first = only.words.get(only.core.start).map(|w| w.at);
        first.is_some_and(|first| c.tokens.start <= first && first <= c.token)
            && c.tokens.end + 1 >= only.tokens.end
    })?;
    let [delegate] = view.path(unit, call.receiver?)?[..] else { return None };
    let members = view.model.children(owner);
    let is_own = members.iter().any(|&m| view.model.name(m) == delegate);
    let parameters = view.model.parameters(method).len();
    (is_own && call.arguments.len() == parameters)
        .then(|| Forward { ways: ways(view, owner, delegate), called: call.name })
}

/// The names by which a member of a type is reached: its own, and those of methods that only give it.
fn ways(view: &View<'_>, owner: EntityId, member: Symbol) -> HashSet<Symbol> {
    let givers = view.givers(owner);
    givers.get(&member).into_iter().flatten().copied().chain([member]).collect()
}

/// A method that forwards, on its side alone; callers that use it there ask the delegate itself on the other side.
/// Gives the type on the other side.
fn bypass((other, own): (&View<'_>, &View<'_>), method: EntityId) -> Option<(EntityId, String)> {
    let mut forward = forwards(own, method)?;
    // What had its name before was no other way.
    if own.partner(method).is_some_and(|there| other.model.name(there) == own.model.name(method)) {
        return None;
    }
    let owner = own.owner(method).and_then(|o| own.partner(o))?;
    for member in forward.ways.clone() {
        forward.ways.extend(ways(other, owner, member));
    }
    own.callers(method).into_iter().find_map(|(caller, call)| {
        call.receiver?;
        let there = own.partner(caller)?;
        let was = chains(other, there, &forward);
        (was > chains(own, caller, &forward) && own.owner(caller) != own.owner(method))
            .then(|| (owner, format!("{} shows it", own.key(caller))))
    })
}

/// How often a method asks an object for its delegate to call it: `a.b().c()`.
fn chains(view: &View<'_>, method: EntityId, forward: &Forward) -> usize {
    let unit = view.unit(method);
    let through = |receiver: ExprId| {
        let path = match unit.exprs[receiver as usize] {
            Expr::Local(local) => view.value_path(unit, local),
            _ => view.path(unit, receiver),
        };
        path.is_some_and(|path| path.len() > 1 && path.last().is_some_and(|name| forward.ways.contains(name)))
    };
    view.calls(method).iter().filter(|c| c.name == forward.called && c.receiver.is_some_and(through)).count()
}

/// Whether a method calls a method of its own object, which may be inherited.
fn asks_itself(view: &View<'_>, method: EntityId, name: Symbol) -> bool {
    let unit = view.unit(method);
    let own = |r: ExprId| matches!(unit.exprs[r as usize], Expr::This | Expr::Super);
    view.calls(method).iter().any(|c| c.name == name && c.receiver.is_none_or(own))
}

/// The supertypes that the one side has and the other has not, with a field of that type on the other side alone and
/// methods that forward to it.
fn delegates((one, heir): (&View<'_>, EntityId), (other, holder): (&View<'_>, EntityId)) -> Option<String> {
    let simple = |view: &View<'_>, id: EntityId| -> Vec<Symbol> {
        view.model.declaration(id).supertypes.iter().filter_map(TypeUse::simple).collect()
    };
    let (had, has) = (simple(one, heir), simple(other, holder));
    for above in had.iter().filter(|name| !has.contains(name)) {
        let fields = other.members(holder, Level::Field).filter(|&f| other.is_alone(f));
        for field in fields {
            let declaration = other.model.declaration(field);
            let value = other.model.body(field).unwrap_or_default();
            let typed = declaration.ty.as_ref().and_then(TypeUse::simple) == Some(*above);
            let made = other.unit(field).tokens[value.start as usize..value.end as usize]
                .iter()
                .any(|t| t.symbol == *above);
            let sets_up = |m: EntityId| {
                other.model.kind(m) == EntityKind::Constructor
                    && other.calls(m).iter().any(|c| c.name == *above && c.receiver.is_none())
                    && other.writes(m).contains(&other.model.name(field))
            };
            if !typed && !made && !other.members(holder, Level::Method).any(sets_up) {
                continue;
            }
            let name = other.model.name(field);
            let forwarding: Vec<&str> = other
                .members(holder, Level::Method)
                .filter(|&m| {
                    let unit = other.unit(m);
                    let to = |r: ExprId| other.path(unit, r).is_some_and(|path| path == [name]);
                    let mut asked = other.calls(m).iter().filter(|c| c.receiver.is_some_and(to));
                    asked.any(|c| match other.partner(m) {
                        None => c.name == other.model.name(m),
                        Some(there) => asks_itself(one, there, c.name),
                    })
                })
                .map(|m| other.name(m))
                .collect();
            if !forwarding.is_empty() {
                return Some(format!("{} with {}", list(forwarding), other.name(field)));
            }
        }
    }
    None
}
