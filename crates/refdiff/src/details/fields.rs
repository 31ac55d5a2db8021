//! Values that became fields, fields that were replaced by their values, and fields that are now accessed through
//! accessors.

use super::bodies::{Bodies, Half};
use super::conversions::part;
use super::expressions::{Used, stood_there};
use super::{Detail, Pair};
use crate::correspondence::{Likeness, Word};
use crate::matching::evidence::accesses_field_only;
use crate::model::{EntityId, EntityKind, Level, Model, Role};
use crate::refactorings::RefactoringType::*;
use crate::report::{Side, access};

/// Fields added to or removed from the enclosing type of a method, whose value occurs on the other side.
pub(super) fn find(pair: &mut Pair<'_>, bodies: &Bodies<'_>) {
    let (was, is) = (&bodies.was, &bodies.is);
    let equal = |p: &crate::correspondence::StatementPair| p.likeness == Likeness::Equal;
    let owners = (was.side.model.type_around(was.id), is.side.model.type_around(is.id));
    let (Some(before), Some(after)) = owners else { return };
    for &field in pair.ground.new.valued_fields(after) {
        let partner = |s: usize| bodies.correspondence.of_after(s).map(|p| (p.before, equal(p)));
        let kept = |s: usize| bodies.correspondence.of_before(s).is_some_and(equal);
        if stood_there(is, &used(is, field), was, partner, kept) {
            let is = part(pair.matched.after, field);
            pair.found.push(Detail {
                refactoring: ExtractField,
                before,
                after,
                was: None,
                is,
                evidence: Vec::new(),
            });
        }
    }
    for &field in pair.ground.old.valued_fields(before) {
        let partner = |s: usize| bodies.correspondence.of_before(s).map(|p| (p.after, equal(p)));
        let kept = |s: usize| bodies.correspondence.of_after(s).is_some_and(equal);
        if stood_there(was, &used(was, field), is, partner, kept) {
            let was = part(pair.matched.before, field);
            pair.found.push(Detail {
                refactoring: InlineField,
                before,
                after,
                was,
                is: None,
                evidence: Vec::new(),
            });
        }
    }
}

/// A field as something that is used and has a value.
fn used(half: &Half<'_>, field: EntityId) -> Used {
    let model = &half.side.model;
    let unit = model.unit(field);
    let name = model.name(field);
    let word = |at: u32| {
        let token = &unit.tokens[at as usize];
        let role = token.role();
        Word { symbol: token.symbol, role, at, local: false, plain: role == Role::Use, arity: None }
    };
    let value = model.body(field).unwrap_or_default().map(word).collect();
    let uses = half.body.all.iter().flat_map(|s| &s.words).filter(|w| half.is_field(w) && w.symbol == name);
    Used { tokens: uses.map(|w| w.at).collect(), value, declared: None }
}

/// A field with reduced visibility, for which there is a new method that only gets or sets it.
pub(super) fn encapsulated(pair: &mut Pair<'_>) {
    let (old, new) = (&pair.matched.before.model, &pair.matched.after.model);
    let (Some(owner), true) = (new.container(pair.after), new.kind(pair.after) == EntityKind::Field) else {
        return;
    };
    let words = old.file(pair.before).lexicon.visibility;
    let rank = |model: &Model, id: EntityId| {
        let word = access(model, id);
        // Default visibility is between public and private.
        words.iter().position(|w| *w == word).map_or(words.len() as f64 - 1.5, |at| at as f64)
    };
    if rank(new, pair.after) <= rank(old, pair.before) {
        return;
    }
    let name = new.name(pair.after);
    let reaches = |&&id: &&EntityId| {
        new.level(id) == Level::Method
            && !pair.partners.1.contains(&id)
            && new.unit(id).accesses.iter().any(|access| access.name == name)
            && accesses_field_only(new, id)
    };
    if new.children(owner).iter().any(|id| reaches(&id)) {
        let side = |side: &Side, id| part(side, id);
        let (was, is) = (side(pair.matched.before, pair.before), side(pair.matched.after, pair.after));
        pair.add(EncapsulateField, was, is);
    }
}
