//! Methods that override others, or no longer do, because of a refactoring: calls then run other code, wherever the
//! call site is.

use super::board::{AFTER, BEFORE, Board};
use super::correspond::Parts;
use super::meaning::Meanings;
use crate::model::{EntityId, EntityKind, Level, Modifiers, Symbol};
use crate::refactorings::RefactoringType;
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

/// The subtypes of each type, by side.
struct Below([HashMap<EntityId, Vec<EntityId>>; 2]);

impl Below {
    fn new<'c>(board: &Board<'c>, meanings: &Meanings<'_, 'c>) -> Self {
        Below([BEFORE, AFTER].map(|side| {
            let mut below: HashMap<EntityId, Vec<EntityId>> = HashMap::default();
            for ty in board.model(side).ids_of(Level::Type) {
                for &above in meanings.scope(side).lineage(ty).iter().skip(1) {
                    below.entry(above).or_default().push(ty);
                }
            }
            below
        }))
    }
}

/// A method's relation to the methods that it overrides or is overridden by.
struct Kin {
    /// The overridden methods, and the overriding ones: by the keys of their entities.
    above: HashSet<Symbol>,
    below: HashSet<Symbol>,
    /// Methods in other supertypes of the subtypes: default methods that it replaces.
    beside: HashSet<Symbol>,
    /// Whether every object has a method with that name, or it is marked as the override of an unknown method.
    overrides_unseen: bool,
    /// Whether it can override or be overridden at all.
    dispatched: bool,
}

fn kin<'c>(board: &Board<'c>, meanings: &Meanings<'_, 'c>, below: &Below, side: usize, id: EntityId) -> Kin {
    let model = board.model(side);
    let declaration = model.declaration(id);
    let modifiers = declaration.modifiers;
    let dispatched = model.kind(id).is_called_by_name()
        && !modifiers.has(Modifiers::PRIVATE)
        && !modifiers.has(Modifiers::STATIC);
    // Some methods are called by the run time, whatever their visibility.
    let universal = model.file(id).lexicon.universal.contains(&model.label(id).as_str());
    let mut kin = Kin {
        above: HashSet::default(),
        below: HashSet::default(),
        beside: HashSet::default(),
        overrides_unseen: universal,
        dispatched,
    };
    let Some(owner) = model.type_around(id).filter(|_| dispatched) else { return kin };
    // With default visibility a method is only overridden in its own package.
    let wide = modifiers.has(Modifiers::PUBLIC)
        || modifiers.has(Modifiers::PROTECTED)
        || model.kind(owner) == EntityKind::Interface;
    let same = |ty: EntityId| {
        let is_same = |&&m: &&EntityId| {
            let other = model.declaration(m);
            m != id
                && model.kind(m).is_called_by_name()
                && model.name(m) == model.name(id)
                && other.parameters.len() == declaration.parameters.len()
                && !other.modifiers.has(Modifiers::PRIVATE)
                && !other.modifiers.has(Modifiers::STATIC)
                && (wide
                    || other.modifiers.has(Modifiers::PUBLIC)
                    || other.modifiers.has(Modifiers::PROTECTED)
                    || model.file(m).package == model.file(id).package)
        };
        model.children(ty).iter().filter(is_same).copied().collect::<Vec<_>>()
    };
    for ty in meanings.scope(side).lineage(owner).into_iter().skip(1) {
        kin.above.extend(same(ty).into_iter().map(|m| meanings.entity(side, m)));
    }
    let own: HashSet<EntityId> = meanings.scope(side).lineage(owner).into_iter().collect();
    for &ty in below.0[side].get(&owner).into_iter().flatten() {
        kin.below.extend(same(ty).into_iter().map(|m| meanings.entity(side, m)));
        for other in meanings.scope(side).lineage(ty).into_iter().skip(1).filter(|t| !own.contains(t)) {
            let defaults = same(other).into_iter().filter(|&m| {
                model.kind(other) == EntityKind::Interface && model.declaration(m).body.is_some()
            });
            kin.beside.extend(defaults.map(|m| meanings.entity(side, m)));
        }
    }
    kin.overrides_unseen |= modifiers.has(Modifiers::OVERRIDE) && kin.above.is_empty();
    kin
}

/// Breaks the names of methods that gained or lost overriding relations through a reported refactoring.
pub(super) fn check<'c>(board: &mut Board<'c>, meanings: &Meanings<'_, 'c>, parts: &Parts) {
    use RefactoringType::{
        ChangeMethodSignature, MoveAndRenameMethod, MoveMethod, PullUpMethod, PushDownMethod, RenameMethod,
    };
    if board.comparison.reported_pairs().next().is_none() {
        return;
    }
    let methods: Vec<(RefactoringType, EntityId, EntityId)> = board
        .comparison
        .reported_pairs()
        .filter(|(r, _)| r.refactoring.level() == Level::Method && r.refactoring.corresponds())
        .map(|(r, ids)| (r.refactoring, ids.0, ids.1))
        .collect();
    let below = Below::new(board, meanings);
    let mut broken: Vec<(usize, EntityId)> = Vec::new();
    for (side, part) in parts.all() {
        let kin = kin(board, meanings, &below, side, part);
        let related = [&kin.above, &kin.below, &kin.beside].iter().any(|set| !set.is_empty());
        if related || kin.overrides_unseen {
            broken.push((side, part));
        }
    }
    for (refactoring, before, after) in methods {
        let (was, is) =
            (kin(board, meanings, &below, BEFORE, before), kin(board, meanings, &below, AFTER, after));
        let own = meanings.entity(BEFORE, before);
        let others = |set: &HashSet<Symbol>| set.iter().any(|key| *key != own);
        let breaks = match refactoring {
            RenameMethod | ChangeMethodSignature => {
                was.above != is.above
                    || was.below != is.below
                    || was.beside != is.beside
                    || was.overrides_unseen
                    || is.overrides_unseen
            }
            MoveMethod | MoveAndRenameMethod => {
                let related = |k: &Kin| others(&k.above) || others(&k.below) || others(&k.beside);
                [&was, &is].into_iter().any(|k| related(k) || k.overrides_unseen)
            }
            // Methods above the upper of the two types were, or are, inherited by subtypes without this method.
            PullUpMethod => {
                others(&is.above)
                    || others(&is.beside)
                    || is.overrides_unseen
                    || !was.dispatched && is.dispatched && others(&is.below)
            }
            PushDownMethod => others(&was.above) || others(&was.beside) || was.overrides_unseen,
            _ => false,
        };
        if breaks {
            broken.extend([(BEFORE, before), (AFTER, after)]);
        }
    }
    broken.extend(moved_types(board, meanings, &below));
    broken.extend(components(board, meanings));
    for (side, id) in broken {
        board.break_name(side, id);
    }
}

/// Types that moved to another package and have a method that overrides other methods than before.
fn moved_types<'c>(board: &Board<'c>, meanings: &Meanings<'_, 'c>, below: &Below) -> Vec<(usize, EntityId)> {
    let (old, new) = (board.model(BEFORE), board.model(AFTER));
    let mut moved: HashMap<EntityId, EntityId> = HashMap::default();
    for (refactoring, &(before, after)) in board.comparison.reported_pairs() {
        if refactoring.refactoring.level() == Level::Type
            && refactoring.refactoring.corresponds()
            && old.file(before).package != new.file(after).package
        {
            moved.insert(before, after);
        }
    }
    let mut broken = Vec::new();
    for &(before, after, _) in board.comparison.pairs() {
        let around = |side: usize, id: EntityId| board.model(side).type_around(id);
        let is_method = old.kind(before).is_called_by_name();
        let Some(owner) = around(BEFORE, before).filter(|o| is_method && moved.contains_key(o)) else {
            continue;
        };
        let wide = |m: Modifiers| {
            m.has(Modifiers::PUBLIC) || m.has(Modifiers::PROTECTED) || m.has(Modifiers::PRIVATE)
        };
        if wide(old.declaration(before).modifiers) && wide(new.declaration(after).modifiers) {
            continue;
        }
        let was = kin(board, meanings, below, BEFORE, before);
        let is = kin(board, meanings, below, AFTER, after);
        if was.above != is.above || was.below != is.below {
            broken.extend([(BEFORE, owner), (AFTER, moved[&owner])]);
        }
    }
    broken
}

/// Renamed record components whose accessors had, or now have, the name of another method.
fn components<'c>(board: &Board<'c>, meanings: &Meanings<'_, 'c>) -> Vec<(usize, EntityId)> {
    let mut broken = Vec::new();
    for (_, &(before, after)) in board.comparison.reported_pairs() {
        if board.model(BEFORE).kind(before) != EntityKind::RecordComponent {
            continue;
        }
        let names = [board.model(BEFORE).name(before), board.model(AFTER).name(after)];
        let meets = [(BEFORE, before), (AFTER, after)].into_iter().any(|(side, id)| {
            let model = board.model(side);
            let types = model.type_around(id).map(|t| meanings.scope(side).lineage(t)).unwrap_or_default();
            let mut members = types.into_iter().flat_map(|t| model.children(t).iter().copied());
            members.any(|m| {
                model.kind(m).is_called_by_name()
                    && names.contains(&model.name(m))
                    && model.parameters(m).is_empty()
            })
        });
        if meets {
            broken.extend([(BEFORE, before), (AFTER, after)]);
        }
    }
    broken
}
