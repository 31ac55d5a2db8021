//! Fields that are reached in another way.

use super::ground::Ground;
use super::view::View;
use super::{Shown, list};
use crate::matching::evidence::accesses_field_only;
use crate::model::{EntityId, Expr, ExprId, Level, Modifiers, NodeKind, Symbol};
use crate::refactorings::RefactoringType::*;
use rustc_hash::FxHashSet as HashSet;

/// How many new methods of a type are looked at.
const ADDED: usize = 256;

pub(super) fn find(ground: &Ground<'_>, found: &mut Shown) {
    for (before, after) in ground.pairs(Level::Type) {
        let added: Vec<EntityId> = ground
            .new
            .members(after, Level::Method)
            .filter(|&m| ground.new.is_alone(m))
            .take(ADDED)
            .collect();
        if added.is_empty() {
            continue;
        }
        for field in ground.old.members(before, Level::Field) {
            let Some(now) = ground.old.partner(field).filter(|&f| ground.new.owner(f) == Some(after)) else {
                continue;
            };
            collection(ground, (before, after), (field, now), &added, found);
            self_encapsulated(ground, (before, after), (field, now), &added, found);
        }
    }
}

/// The field of its own object that a method only reads or writes, and whether it writes it.
fn accessed(view: &View<'_>, method: EntityId, field: Symbol) -> Option<bool> {
    let access = view.unit(method).accesses_in(&view.model.declaration(method).tokens);
    let own = access.iter().find(|a| a.name == field)?;
    (view.gives(method) == Some(field) || accesses_field_only(view.model, method)).then_some(own.write)
}

/// The whole of a collection is given and taken no longer, and new methods add or remove single elements.
fn collection(
    ground: &Ground<'_>,
    (before, after): (EntityId, EntityId),
    (field, now): (EntityId, EntityId),
    added: &[EntityId],
    found: &mut Shown,
) {
    let (old, new) = (&ground.old, &ground.new);
    let (name, name_now) = (old.model.name(field), new.model.name(now));
    let single: Vec<&str> =
        added.iter().filter(|&&m| changes_one(new, m, now)).map(|&m| new.name(m)).collect();
    let ty = |view: &View<'_>, id| view.model.declaration(id).type_key.clone();
    if single.is_empty() || ty(old, field) != ty(new, now) {
        return;
    }
    let mut evidence = Vec::new();
    if new.members(after, Level::Method).any(|m| new.gives(m) == Some(name_now)) {
        return;
    }
    for method in old.members(before, Level::Method) {
        let Some(writes) = accessed(old, method, name) else { continue };
        match old.partner(method) {
            None => {
                let gone = if writes { "takes" } else { "gives" };
                evidence.push(format!("{}, which {gone} the whole, is gone", old.key(method)));
            }
            Some(partner) if !writes => {
                let reads = new
                    .unit(partner)
                    .accesses_in(&new.model.declaration(partner).tokens)
                    .iter()
                    .any(|a| a.name == name_now);
                if reads && new.owner(partner) == Some(after) {
                    evidence.push(format!("{} no longer gives the field itself", new.key(partner)));
                }
            }
            Some(_) => {}
        }
    }
    let private = |view: &View<'_>, id| view.model.declaration(id).modifiers.has(Modifiers::PRIVATE);
    if !private(old, field) && private(new, now) {
        evidence.push("the field is private now".to_owned());
    }
    if !evidence.is_empty() {
        evidence.push(format!("new: {}", list(single)));
        found.add(EncapsulateCollection, field, now, evidence);
    }
}

/// Whether a method passes its parameter to a method of a field that holds such things, as far as types are written.
fn changes_one(view: &View<'_>, method: EntityId, collection: EntityId) -> bool {
    let field = view.model.name(collection);
    let declaration = view.model.declaration(collection);
    let words =
        &view.unit(collection).tokens[declaration.tokens.start as usize..declaration.tokens.end as usize];
    let model = view.model;
    let numbers = model.file(method).lexicon.numbers;
    // Numbers are held in objects of other names.
    let open = [Symbol::of("<"), Symbol::of("[")];
    let holds = model.parameters(method).iter().any(|p| {
        let is_number = numbers.contains(&&*p.key);
        let is_it = |t: &crate::model::Token| {
            if is_number { open.contains(&t.symbol) } else { p.ty.simple() == Some(t.symbol) }
        };
        words.iter().any(is_it)
    });
    if !holds && !declaration.type_key.is_empty() && !view.model.file(method).lexicon.untyped {
        return false;
    }
    let unit = view.unit(method);
    let parameters: HashSet<Symbol> =
        view.model.parameters(method).iter().map(|p| Symbol::of(p.name.as_bytes())).collect();
    let of_field = |receiver: ExprId| view.path(unit, receiver).is_some_and(|path| path == [field]);
    let own = |argument: &ExprId| {
        matches!(unit.exprs[*argument as usize],
            Expr::Local(l) if parameters.contains(&unit.locals[l as usize].name))
    };
    !parameters.is_empty()
        && view
            .calls(method)
            .iter()
            .any(|call| call.receiver.is_some_and(of_field) && unit.arguments_of(call).iter().any(own))
}

/// Methods of the type itself go through a new accessor.
fn self_encapsulated(
    ground: &Ground<'_>,
    (before, after): (EntityId, EntityId),
    (field, now): (EntityId, EntityId),
    added: &[EntityId],
    found: &mut Shown,
) {
    let (old, new) = (&ground.old, &ground.new);
    let (name, name_now) = (old.model.name(field), new.model.name(now));
    let accessors: Vec<EntityId> = added.iter().copied().filter(|&m| stands_for(new, m, name_now)).collect();
    // Another way to read it is no news.
    let known = old.members(before, Level::Method).any(|m| accessed(old, m, name) == Some(false));
    let reads = accessors.iter().any(|&m| accessed(new, m, name_now) != Some(true));
    if accessors.is_empty() || known && reads {
        return;
    }
    for method in old.members(before, Level::Method) {
        let Some(partner) = old.partner(method).filter(|&m| new.owner(m) == Some(after)) else { continue };
        if old.model.has_equal_tokens(method, new.model, partner) {
            continue;
        }
        let uses = direct(old, method, name).saturating_sub(direct(new, partner, name_now));
        let called = accessors.iter().find(|&&a| {
            own_calls(new, partner, new.model.name(a)) > own_calls(old, method, new.model.name(a))
        });
        if let Some(&accessor) = called.filter(|_| uses > 0) {
            let evidence = format!("{} goes through {}", new.key(partner), new.key(accessor));
            found.add(SelfEncapsulateField, field, now, vec![evidence]);
        }
    }
}

/// Whether a method is there to read or write a field of its own object: it does nothing else, or only makes the value
/// first.
fn stands_for(view: &View<'_>, method: EntityId, field: Symbol) -> bool {
    accessed(view, method, field).is_some()
        || view.model.parameters(method).is_empty() && {
            let unit = view.unit(method);
            let tokens = &view.model.declaration(method).tokens;
            let body = view.body(method);
            let last = body.all.last();
            let returns = last.is_some_and(|s| {
                s.kind == NodeKind::Return
                    && matches!(&s.words[s.core.clone()], [word] if word.symbol == field && !word.local)
            });
            returns && unit.accesses_in(tokens).iter().all(|a| a.name == field)
        }
}

/// How often a method reads or writes a field of its own object.
fn direct(view: &View<'_>, method: EntityId, field: Symbol) -> usize {
    let unit = view.unit(method);
    let own = |receiver: Option<ExprId>| receiver.is_none_or(|r| unit.exprs[r as usize] == Expr::This);
    let tokens = &view.model.declaration(method).tokens;
    unit.accesses_in(tokens).iter().filter(|a| a.name == field && own(a.receiver)).count()
}

fn own_calls(view: &View<'_>, method: EntityId, name: Symbol) -> usize {
    let unit = view.unit(method);
    let own = |receiver: Option<ExprId>| receiver.is_none_or(|r| unit.exprs[r as usize] == Expr::This);
    view.calls(method).iter().filter(|c| c.name == name && own(c.receiver)).count()
}
