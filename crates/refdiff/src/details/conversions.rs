//! Variables that became fields, and fields that became variables or parameters.

use super::bodies::{Bodies, Half};
use super::reader::{Reader, named};
use super::variables::Paired;
use super::{Pair, Part};
use crate::model::{EntityId, EntityKind, Level, Symbol};
use crate::refactorings::RefactoringType::*;
use crate::report::Side;
use rustc_hash::FxHashMap as HashMap;

pub(super) fn find(pair: &mut Pair<'_>, bodies: &Bodies<'_>, paired: &Paired) {
    let (was, is) = (&bodies.was, &bodies.is);
    let mut gone: HashMap<(usize, Symbol), u32> = HashMap::default();
    let mut come: HashMap<(usize, Symbol), u32> = HashMap::default();
    for aligned in &bodies.words {
        if let Some(&i) = was.meant.get(&aligned.was.at)
            && is.is_field(&aligned.is)
        {
            *gone.entry((i, aligned.is.symbol)).or_default() += 1;
        }
        if let Some(&j) = is.meant.get(&aligned.is.at)
            && was.is_field(&aligned.was)
        {
            *come.entry((j, aligned.was.symbol)).or_default() += 1;
        }
    }
    for (i, symbol) in most(gone) {
        if paired.partner[i].is_some() || paired.told.0[i] || was.variables[i].is_parameter {
            continue;
        }
        if let Some(field) = field(is, symbol).filter(|&f| !pair.partners.1.contains(&f)) {
            let (from, to) =
                (Pair::variable(pair.before, &was.variables[i]), part(pair.matched.after, field));
            pair.add(ReplaceVariableWithField, from, to);
        }
    }
    for (j, symbol) in most(come) {
        if paired.taken[j] || paired.told.1[j] {
            continue;
        }
        if let Some(field) = field(was, symbol).filter(|&f| !pair.partners.0.contains(&f)) {
            let (from, to) = (part(pair.matched.before, field), Pair::variable(pair.after, &is.variables[j]));
            let refactoring =
                if is.variables[j].is_parameter { ParameterizeField } else { ReplaceFieldWithVariable };
            pair.add(refactoring, from, to);
        }
    }
}

/// For each variable the name that was most often in its position.
fn most(counts: HashMap<(usize, Symbol), u32>) -> Vec<(usize, Symbol)> {
    let mut all: Vec<((usize, Symbol), u32)> = counts.into_iter().collect();
    all.sort_unstable_by_key(|&((i, symbol), count)| (i, std::cmp::Reverse(count), symbol));
    all.dedup_by_key(|&mut ((i, _), _)| i);
    all.into_iter().map(|(key, _)| key).collect()
}

/// The field with a name that is visible in a body through its enclosing types.
fn field(half: &Half<'_>, name: Symbol) -> Option<EntityId> {
    let model = &half.side.model;
    let mut at = model.type_around(half.id);
    while let Some(ty) = at {
        let is_field = |&&id: &&EntityId| {
            model.level(id) == Level::Field
                && model.name(id) == name
                && model.kind(id) != EntityKind::EnumConstant
        };
        if let Some(&id) = model.children(ty).iter().find(is_field) {
            return Some(id);
        }
        at = model.type_around(ty);
    }
    None
}

pub(super) fn part(side: &Side, field: EntityId) -> Option<Part> {
    let head = Reader::new(side, field).head(&side.model, field);
    let name = side.model.declaration(field).name.to_string();
    let text = named(&name, head.ty.as_ref().map_or("", |t| &t.text));
    Some(Part { kind: "field", name, text, entity: field, tokens: head.name..head.name + 1 })
}
