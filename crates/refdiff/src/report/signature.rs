//! What changed in the declaration of a method.

use crate::model::{Declaration, EntityId, Model, Modifiers, Parameter, Symbol, TypeUse};
use rustc_hash::FxHashSet as HashSet;

/// The differences between two declarations of a method, in words, in a fixed order.
pub(super) fn changes(before: (&Model, EntityId), after: (&Model, EntityId)) -> Vec<String> {
    let (old, new) = (before.0.declaration(before.1), after.0.declaration(after.1));
    let mut changes = parameters(before.0.parameters(before.1), after.0.parameters(after.1));
    if old.type_key != new.type_key {
        changes.push(format!("returns {} instead of {}", shown(&new.type_key), shown(&old.type_key)));
    }
    changes.extend(thrown(old, new));
    let (was, is) = (visibility(before.0, before.1), visibility(after.0, after.1));
    if was != is {
        changes.push(format!("is {is} instead of {was}"));
    }
    match (old.modifiers.has(Modifiers::STATIC), new.modifiers.has(Modifiers::STATIC)) {
        (false, true) => changes.push("is static now".into()),
        (true, false) => changes.push("is no longer static".into()),
        _ => {}
    }
    changes
}

fn shown(key: &str) -> &str {
    if key.is_empty() { "nothing" } else { key }
}

/// From where something may be used, as its language says it.
pub(super) fn visibility(model: &Model, id: EntityId) -> &'static str {
    let modifiers = model.declaration(id).modifiers;
    if modifiers.has(Modifiers::PUBLIC) {
        "public"
    } else if modifiers.has(Modifiers::PROTECTED) {
        "protected"
    } else if modifiers.has(Modifiers::PRIVATE) {
        "private"
    } else {
        model.file(id).lexicon.usual_visibility
    }
}

/// The place after of each parameter before. Pairs are made from the surest to the least sure: the same name and type, the
/// same name, the same type and place.
pub(super) fn partners(old: &[Parameter], new: &[Parameter]) -> Vec<Option<usize>> {
    let mut partner: Vec<Option<usize>> = vec![None; old.len()];
    let mut taken = vec![false; new.len()];
    let rules: [&dyn Fn(usize, usize) -> bool; 3] = [
        &|i, j| old[i].name == new[j].name && old[i].key == new[j].key,
        &|i, j| old[i].name == new[j].name,
        &|i, j| old[i].key == new[j].key && i == j,
    ];
    for rule in rules {
        for (i, own) in partner.iter_mut().enumerate().filter(|(_, own)| own.is_none()) {
            *own = (0..new.len()).find(|&j| !taken[j] && rule(i, j));
            if let Some(j) = *own {
                taken[j] = true;
            }
        }
    }
    partner
}

/// A parameter as its language tells it apart: by type and name, or by the name alone.
fn declared(parameter: &Parameter) -> String {
    let typed = parameter.key != parameter.name;
    if typed { format!("{} {}", parameter.key, parameter.name) } else { parameter.name.to_string() }
}

fn parameters(old: &[Parameter], new: &[Parameter]) -> Vec<String> {
    let partner = partners(old, new);
    let mut changes = Vec::new();
    let added = |j: &usize| !partner.contains(&Some(*j));
    for parameter in (0..new.len()).filter(added).map(|j| &new[j]) {
        changes.push(format!("parameter {} added", declared(parameter)));
    }
    for (parameter, partner) in old.iter().zip(&partner) {
        let Some(now) = partner.map(|j| &new[j]) else {
            changes.push(format!("parameter {} removed", declared(parameter)));
            continue;
        };
        if parameter.name != now.name {
            changes.push(format!("parameter {} renamed to {}", parameter.name, now.name));
        }
        if parameter.key != now.key && parameter.key != parameter.name {
            changes.push(format!("parameter {} is {} instead of {}", now.name, now.key, parameter.key));
        }
    }
    let kept: Vec<usize> = partner.into_iter().flatten().collect();
    if !kept.is_sorted() {
        changes.push("parameters reordered".into());
    }
    changes
}

fn thrown(old: &Declaration, new: &Declaration) -> Vec<String> {
    let names =
        |d: &Declaration| -> HashSet<Symbol> { d.throws.iter().filter_map(TypeUse::simple).collect() };
    let (was, is) = (names(old), names(new));
    let mut changes = Vec::new();
    let added = is.difference(&was).count();
    let removed = was.difference(&is).count();
    for (count, what) in [(added, "more"), (removed, "fewer")] {
        if count > 0 {
            changes.push(format!("declares {count} {what} thrown type{}", if count == 1 { "" } else { "s" }));
        }
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(key: &str, name: &str) -> Parameter {
        Parameter {
            name: name.into(),
            key: key.into(),
            ty: TypeUse::default(),
            variadic: false,
            optional: false,
        }
    }

    #[test]
    fn parameters_are_followed_by_name_type_and_place() {
        let (a, b) = (parameter("int", "a"), parameter("String", "b"));
        let (one, both, other) = ([a.clone()], [a.clone(), b.clone()], [b.clone(), a]);
        assert_eq!(parameters(&one, &both), ["parameter String b added"]);
        assert_eq!(parameters(&both, &[b]), ["parameter int a removed"]);
        assert_eq!(parameters(&both, &other), ["parameters reordered"]);
        assert_eq!(parameters(&one, &[parameter("long", "a")]), ["parameter a is long instead of int"]);
        assert_eq!(parameters(&one, &[parameter("int", "x")]), ["parameter a renamed to x"]);
        assert!(parameters(&both, &both).is_empty());
    }
}
