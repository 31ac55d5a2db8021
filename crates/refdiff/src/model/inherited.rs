//! Supertypes inferred from the calls in a type.
//!
//! A type that lost methods and still makes unqualified calls to them inherits them. If exactly one other type gained
//! methods with these names and parameters, that type is a supertype, even if a type between the two is unknown.

use super::body::{CallForm, Expr};
use super::{EntityId, Level, Model, Scope, Symbol};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

/// The minimum number of such methods: one may be inherited from a library while another type happens to gain the
/// same.
const LEAST: usize = 2;

/// Pairs of types after the change whose second must be a supertype of the first.
pub(crate) fn inherited(before: &Model, after: &Model) -> Vec<(EntityId, EntityId)> {
    let (old, new) = (types(before), types(after));
    let mut losses = Vec::new();
    for (path, &id) in &new {
        let Some(&was) = old.get(path).filter(|_| !after.declaration(id).supertypes.is_empty()) else {
            continue;
        };
        let kept: HashSet<Symbol> = methods(after, id).map(|m| after.entity(m).signature).collect();
        let lost: Vec<EntityId> =
            methods(before, was).filter(|&m| !kept.contains(&before.entity(m).signature)).collect();
        if lost.len() >= LEAST {
            losses.push((id, lost));
        }
    }
    if losses.is_empty() {
        return Vec::new();
    }
    let gained = gained(before, after, (&old, &new));
    losses.retain(|(_, lost)| {
        lost.iter().filter(|&&m| gained.contains_key(&before.entity(m).signature)).count() >= LEAST
    });
    if losses.is_empty() {
        return Vec::new();
    }
    let scope = Scope::new(after);
    let mut found: Vec<(EntityId, EntityId)> = losses
        .iter()
        .filter_map(|(id, lost)| Some((*id, above(&scope, before, *id, lost, &gained)?)))
        .collect();
    found.sort_unstable();
    found
}

/// The one type that must be a supertype of another, by the methods that the latter lost.
fn above(
    scope: &Scope<'_>,
    before: &Model,
    id: EntityId,
    lost: &[EntityId],
    gained: &HashMap<Symbol, Vec<EntityId>>,
) -> Option<EntityId> {
    let model = scope.model();
    let lineage = scope.lineage(id);
    // Where all supertypes are known there is nothing to infer.
    if lineage.iter().all(|&t| scope.supertypes(t).len() >= model.declaration(t).supertypes.len()) {
        return None;
    }
    let mut votes: HashMap<EntityId, usize> = HashMap::default();
    for &method in lost {
        let Some(holders) = gained.get(&before.entity(method).signature) else { continue };
        if calls_bare(model, id, before.name(method), before.declaration(method).parameters.len())
            && !is_seen(scope, id, before.name(method))
        {
            // A nested type is not a supertype.
            let apart = |holder: EntityId| !lineage.contains(&holder) && !model.is_inside(holder, id);
            for &holder in holders.iter().filter(|&&holder| apart(holder)) {
                *votes.entry(holder).or_default() += 1;
            }
        }
    }
    let mut sure = votes.into_iter().filter(|&(_, count)| count >= LEAST);
    match (sure.next(), sure.next()) {
        (Some((only, _)), None) => Some(only),
        _ => None,
    }
}

/// Whether a type calls a method with this name unqualified, or on `this` or `super`.
fn calls_bare(model: &Model, id: EntityId, name: Symbol, parameters: usize) -> bool {
    model.children(id).iter().filter(|&&m| model.level(m) != Level::Type).any(|&member| {
        let unit = model.unit(member);
        unit.calls_in(&model.declaration(member).tokens).iter().any(|call| {
            let own =
                call.receiver.is_none_or(|r| matches!(unit.exprs[r as usize], Expr::This | Expr::Super));
            let fits = call.name == name && unit.arguments_of(call).len() == parameters;
            call.form == CallForm::Method && own && fits
        })
    })
}

/// Whether a method name is visible in a type without inheritance from an unknown type: in its known supertypes, in
/// the enclosing types, or among its imports.
fn is_seen(scope: &Scope<'_>, id: EntityId, name: Symbol) -> bool {
    let model = scope.model();
    let imports = &model.file(id).imports;
    if imports.iter().any(|i| i.members && (i.wildcard || i.path.last() == Some(&name))) {
        return true;
    }
    let mut at = Some(id);
    while let Some(of) = at {
        let known = scope.lineage(of);
        if known.iter().any(|&t| methods(model, t).any(|m| model.name(m) == name)) {
            return true;
        }
        at = model.type_around(of);
    }
    false
}

/// The types that gained methods, by the signatures of these.
fn gained(
    before: &Model,
    after: &Model,
    (old, new): (&HashMap<Symbol, EntityId>, &HashMap<Symbol, EntityId>),
) -> HashMap<Symbol, Vec<EntityId>> {
    let mut gained: HashMap<Symbol, Vec<EntityId>> = HashMap::default();
    for (path, &id) in new {
        if !after.kind(id).can_have_subtypes() {
            continue;
        }
        let had: HashSet<Symbol> = old.get(path).map_or_else(HashSet::default, |&was| {
            methods(before, was).map(|m| before.entity(m).signature).collect()
        });
        for method in methods(after, id).filter(|&m| !had.contains(&after.entity(m).signature)) {
            gained.entry(after.entity(method).signature).or_default().push(id);
        }
    }
    gained
}

fn methods(model: &Model, of: EntityId) -> impl Iterator<Item = EntityId> + '_ {
    model.children(of).iter().copied().filter(|&m| model.kind(m).is_called_by_name())
}

/// The types of a model by qualified name, if that is unique.
fn types(model: &Model) -> HashMap<Symbol, EntityId> {
    let mut types: HashMap<Symbol, EntityId> = HashMap::default();
    let mut paths: HashMap<EntityId, Symbol> = HashMap::default();
    let mut twice = Vec::new();
    for id in model.ids_of(Level::Type).filter(|&id| !model.is_local(id)) {
        let around = match model.container(id) {
            Some(outer) => paths.get(&outer).copied(),
            None => Some(Symbol::of(model.file(id).package.as_bytes())),
        };
        let path = around.map_or(model.name(id), |p| p.then(model.name(id)));
        paths.insert(id, path);
        if types.insert(path, id).is_some() {
            twice.push(path);
        }
    }
    for path in twice {
        types.remove(&path);
    }
    types
}
