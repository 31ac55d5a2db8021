//! Several parameters that became one object.

use super::ground::Ground;
use super::view::View;
use super::{Shown, list};
use crate::model::{Call, EntityId, Expr, ExprId, Level, Parameter, Symbol, Unit};
use crate::refactorings::RefactoringType::*;
use rustc_hash::FxHashSet as HashSet;

pub(super) fn find(ground: &Ground<'_>, found: &mut Shown) {
    let mut made: HashSet<EntityId> = HashSet::default();
    let mut declared = Vec::new();
    for (before, after) in ground.changed_methods() {
        let (was, is) = (ground.old.model.parameters(before), ground.new.model.parameters(after));
        let missing = |from: &[Parameter], of: &[Parameter]| -> Vec<usize> {
            (0..from.len()).filter(|&i| !of.iter().any(|p| p.name == from[i].name)).collect()
        };
        let (gone, come) = (missing(was, is), missing(is, was));
        if gone.len() < 2 || come.is_empty() || come.len() >= gone.len() {
            continue;
        }
        for place in come {
            let parameter = &is[place];
            match ground.new.resolve(&parameter.ty, after) {
                Some(ty) if ground.new.is_alone(ty) => {
                    let parts = holds(ground, &gone, (before, after), (ty, &parameter.name));
                    if parts.len() > 1 {
                        let evidence = format!("{} took the place of {}", ground.new.key(ty), list(parts));
                        found.add(IntroduceParameterObject, before, after, vec![evidence]);
                        made.insert(ty);
                    } else if ground.new.model.body(after).is_none() {
                        declared.push((before, after, ty, gone.clone()));
                    }
                }
                _ => {
                    if let Some(evidence) = whole(ground, (before, after), &gone, place) {
                        found.add(PreserveWholeObject, before, after, vec![evidence]);
                    }
                }
            }
        }
    }
    // A declaration without a body, along with methods that have one.
    for (before, after, ty, gone) in declared {
        if made.contains(&ty) && has_types(ground, &gone, before, ty) {
            let evidence = format!("{} took the place of its parameters elsewhere, too", ground.new.key(ty));
            found.add(IntroduceParameterObject, before, after, vec![evidence]);
        }
    }
}

/// Whether a new type has a field of the type of each of those parameters.
fn has_types(ground: &Ground<'_>, gone: &[usize], before: EntityId, ty: EntityId) -> bool {
    let new = &ground.new;
    let was = ground.old.model.parameters(before);
    let mut types: Vec<&str> =
        new.members(ty, Level::Field).map(|f| &*new.model.declaration(f).type_key).collect();
    gone.iter().all(|&i| {
        let place = types.iter().position(|ty| !ty.is_empty() && **ty == *was[i].key);
        place.map(|place| types.swap_remove(place)).is_some()
    })
}

/// The names of those parameters for which a new type has a part: one of the same name, or for all of them one of the
/// same type each, where the method asks the new parameter for them.
fn holds(
    ground: &Ground<'_>,
    gone: &[usize],
    (before, after): (EntityId, EntityId),
    (ty, name): (EntityId, &str),
) -> Vec<String> {
    let was = ground.old.model.parameters(before);
    let new = &ground.new;
    let fields: Vec<EntityId> = new.members(ty, Level::Field).collect();
    let mut names: HashSet<String> = fields.iter().map(|&f| plain(new.name(f))).collect();
    let constructors = new.members(ty, Level::Method).filter(|&m| new.model.name(m) == Symbol::default());
    for method in constructors {
        names.extend(new.model.parameters(method).iter().map(|p| plain(&p.name)));
    }
    names.extend(new.model.declaration(ty).parameters.iter().map(|p| plain(&p.name)));
    let told = |i: &&usize| names.contains(&plain(&was[**i].name));
    let by_name: Vec<String> = gone.iter().filter(told).map(|&i| was[i].name.to_string()).collect();
    if by_name.len() > 1 {
        return by_name;
    }
    if has_types(ground, gone, before, ty) && asked(new, after, name).len() >= gone.len() {
        return gone.iter().map(|&i| was[i].name.to_string()).collect();
    }
    Vec::new()
}

/// A name without what only tells words apart.
pub(super) fn plain(name: &str) -> String {
    name.chars().filter(|c| *c != '_').flat_map(char::to_lowercase).collect()
}

/// The members that a method asks a parameter for.
fn asked(view: &View<'_>, method: EntityId, parameter: &str) -> HashSet<Symbol> {
    let unit = view.unit(method);
    let name = Symbol::of(parameter.as_bytes());
    let is_it = |receiver: Option<ExprId>| {
        receiver.is_some_and(
            |r| matches!(unit.exprs[r as usize], Expr::Local(l) if unit.locals[l as usize].name == name),
        )
    };
    let tokens = &view.model.declaration(method).tokens;
    let calls = unit.calls_in(tokens).iter().filter(|c| is_it(c.receiver)).map(|c| c.name);
    let accesses = unit.accesses_in(tokens).iter().filter(|a| is_it(a.receiver)).map(|a| a.name);
    calls.chain(accesses).collect()
}

/// A caller passed several parts of an object, and passes the object now.
fn whole(
    ground: &Ground<'_>,
    (before, after): (EntityId, EntityId),
    gone: &[usize],
    place: usize,
) -> Option<String> {
    let name = ground.old.model.name(before);
    for (caller, call) in ground.new.callers(after) {
        let unit = ground.new.unit(caller);
        let given = unit.arguments_of(call).get(place).and_then(|&a| ground.new.path(unit, a));
        let (Some(given), Some(was)) = (given, ground.new.partner(caller)) else { continue };
        let unit = ground.old.unit(was);
        let passed = |call: &&Call| {
            call.name == name && call.arguments.len() == ground.old.model.parameters(before).len()
        };
        for call in ground.old.calls(was).iter().filter(passed) {
            let arguments = unit.arguments_of(call);
            let parts =
                gone.iter().filter_map(|&i| arguments.get(i)).filter_map(|&a| part_of(ground, unit, a));
            let parts = parts.filter(|of| *of == given).count();
            if parts > 1 {
                return Some(format!(
                    "{} passed {parts} parts of an object, and passes the object",
                    ground.new.key(caller)
                ));
            }
        }
    }
    None
}

/// The object that an expression asks for a member, as a path.
fn part_of(ground: &Ground<'_>, unit: &Unit, expr: ExprId) -> Option<Vec<Symbol>> {
    match &unit.exprs[expr as usize] {
        Expr::Field { of, .. } => ground.old.path(unit, *of),
        Expr::Name(_) => Some(Vec::new()),
        Expr::Local(local) => {
            let mut path = ground.old.value_path(unit, *local)?;
            path.pop();
            Some(path)
        }
        Expr::Call(call) => {
            let call = &unit.calls[*call as usize];
            match call.receiver {
                _ if !call.arguments.is_empty() => None,
                Some(of) => ground.old.path(unit, of),
                None => Some(Vec::new()),
            }
        }
        _ => None,
    }
}
