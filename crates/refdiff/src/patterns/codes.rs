//! Codes for kinds of things that became types.

use super::ground::Ground;
use super::parameters::plain;
use super::view::View;
use super::{Shown, list};
use crate::model::{EntityId, EntityKind, Level};
use crate::refactorings::RefactoringType::*;

/// How many fields of a type may have held a code.
const CODES: usize = 64;

pub(super) fn find(ground: &Ground<'_>, found: &mut Shown) {
    let (old, new) = (&ground.old, &ground.new);
    if new.alone(Level::Type).next().is_none() {
        return;
    }
    let constants: Vec<EntityId> = old
        .model
        .ids_of(Level::Field)
        .filter(|&f| old.is_constant(f) && old.is_code(f) && old.literal(f).is_some())
        .collect();
    if constants.len() < 2 {
        return;
    }
    for (before, after) in ground.pairs(Level::Type) {
        let codes = old.members(before, Level::Field).filter(|&f| old.is_code(f) && !old.is_constant(f));
        // Only of one that is gone or has another type.
        let stays = |code: EntityId| {
            let key = |view: &View<'_>, id| view.model.declaration(id).type_key.clone();
            old.partner(code).is_some_and(|now| key(new, now) == key(old, code))
        };
        for code in codes.filter(|&code| !stays(code)).take(CODES) {
            code_of(ground, (before, after), code, &constants, found);
        }
    }
}

fn code_of(
    ground: &Ground<'_>,
    (before, after): (EntityId, EntityId),
    code: EntityId,
    constants: &[EntityId],
    found: &mut Shown,
) {
    let (old, new) = (&ground.old, &ground.new);
    let key = |view: &View<'_>, id: EntityId| view.model.declaration(id).type_key.clone();
    let fits = |c: EntityId| {
        let (one, two) = (key(old, c), key(old, code));
        one == two || one.is_empty() || two.is_empty()
    };
    let values: Vec<EntityId> = constants.iter().copied().filter(|&c| fits(c)).collect();
    // In the type, in something inside of it, or beside it in the module; and its code speaks of them.
    let near = |c: EntityId| {
        let owner = old.owner(c);
        let beside = owner.is_some_and(|o| old.model.kind(o).is_module() && old.model.is_inside(before, o));
        let inside = owner == Some(before) || owner.is_some_and(|o| old.model.is_inside(o, before));
        inside || beside && old.mentions(before, old.model.name(c))
    };
    let own: Vec<&str> = values.iter().filter(|&&c| near(c)).map(|&c| old.name(c)).collect();
    // What holds the kind now: the field itself with another type, or new ones.
    let partner = old.partner(code);
    let holders: Vec<EntityId> = match partner {
        Some(partner) => vec![partner],
        None => new.members(after, Level::Field).filter(|&f| new.is_alone(f)).collect(),
    };
    for holder in holders {
        let Some(kind) = new.declared_type(holder).filter(|&t| new.is_alone(t)) else { continue };
        let subtypes = new.subtypes(kind).into_iter().filter(|&t| new.is_alone(t) && !new.model.is_local(t));
        let subtypes: Vec<&str> = subtypes.map(|t| new.name(t)).collect();
        if subtypes.len() > 1 && own.len() > 1 {
            let evidence = format!("{} are kinds of it", list(subtypes));
            found.add(ReplaceTypeCodeWithState, code, kind, vec![evidence]);
            continue;
        }
        let named: Vec<&str> =
            values.iter().filter(|&&c| is_instance(ground, c, kind)).map(|&c| old.name(c)).collect();
        if named.len() > 1 {
            let evidence = format!("{} are values of it", list(named));
            found.add(ReplaceTypeCodeWithClass, code, kind, vec![evidence]);
        }
    }
    let is_gone = partner.is_none();
    let told = [ReplaceTypeCodeWithState, ReplaceTypeCodeWithClass];
    if is_gone && own.len() > 1 && !told.iter().any(|&t| found.has(t, code)) {
        let kinds = new.subtypes(after).into_iter().filter(|&t| new.is_alone(t) && !new.model.is_local(t));
        let kinds: Vec<&str> = kinds.map(|t| new.name(t)).collect();
        // They are named for the codes, or the codes are gone.
        let alike = |kind: &&&str| {
            let kind = plain(kind);
            own.iter().map(|code| plain(code)).any(|code| kind.contains(&code) || code.contains(&kind))
        };
        let stay = values.iter().filter(|&&c| near(c)).any(|&c| old.partner(c).is_some());
        if kinds.len() > 1 && (!stay || kinds.iter().filter(alike).count() > 1) {
            let evidence = format!("{} is gone; {} are new subtypes", old.name(code), list(kinds));
            found.add(ReplaceTypeCodeWithSubclasses, before, after, vec![evidence]);
        }
    }
}

/// Whether a constant for a code is a value of a type now: it has that type, or is gone and the type has a value of that
/// name.
fn is_instance(ground: &Ground<'_>, constant: EntityId, kind: EntityId) -> bool {
    let (old, new) = (&ground.old, &ground.new);
    match old.partner(constant) {
        Some(partner) => new.declared_type(partner) == Some(kind),
        None => {
            let name = plain(old.name(constant));
            new.members(kind, Level::Field).any(|value| {
                let own = plain(new.name(value));
                let is_value = new.model.kind(value) == EntityKind::EnumConstant || new.is_constant(value);
                is_value && (name == own || own.len() > 2 && name.ends_with(&own))
            })
        }
    }
}
