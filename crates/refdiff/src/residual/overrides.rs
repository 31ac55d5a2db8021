//! Methods that override others because of a refactoring, or no longer do: who calls them then runs other code, wherever
//! the call stands.

use super::board::{AFTER, BEFORE, Board};
use super::correspond::Parts;
use super::meaning::Meanings;
use crate::model::{EntityId, EntityKind, Level, Modifiers, Symbol};
use crate::refactorings::RefactoringType;
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

/// The types below each type, by side.
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

/// What is known of a method and those that it overrides or is overridden by.
struct Kin {
    /// Those above, and those below: by what corresponds to them.
    above: HashSet<Symbol>,
    below: HashSet<Symbol>,
    /// Whether every object has a method of that name, or it says that it overrides one that is not at hand.
    overrides_unseen: bool,
    /// Whether it takes part in overriding at all.
    virtual_: bool,
}

fn kin<'c>(board: &Board<'c>, meanings: &Meanings<'_, 'c>, below: &Below, side: usize, id: EntityId) -> Kin {
    let model = board.model(side);
    let declaration = model.declaration(id);
    let modifiers = declaration.modifiers;
    let virtual_ = model.kind(id) == EntityKind::Method
        && !modifiers.has(Modifiers::PRIVATE)
        && !modifiers.has(Modifiers::STATIC);
    let mut kin =
        Kin { above: HashSet::default(), below: HashSet::default(), overrides_unseen: false, virtual_ };
    let Some(owner) = model.type_around(id).filter(|_| virtual_) else { return kin };
    let same = |ty: EntityId| {
        let is_same = |&&m: &&EntityId| {
            let other = model.declaration(m);
            m != id
                && model.kind(m) == EntityKind::Method
                && model.name(m) == model.name(id)
                && other.parameters.len() == declaration.parameters.len()
                && !other.modifiers.has(Modifiers::PRIVATE)
                && !other.modifiers.has(Modifiers::STATIC)
        };
        model.children(ty).iter().filter(is_same).copied().collect::<Vec<_>>()
    };
    for ty in meanings.scope(side).lineage(owner).into_iter().skip(1) {
        kin.above.extend(same(ty).into_iter().map(|m| meanings.entity(side, m)));
    }
    for &ty in below.0[side].get(&owner).into_iter().flatten() {
        kin.below.extend(same(ty).into_iter().map(|m| meanings.entity(side, m)));
    }
    let label = model.label(id);
    let universal = model.file(id).lexicon.universal.contains(&label.as_str());
    kin.overrides_unseen = universal || modifiers.has(Modifiers::OVERRIDE) && kin.above.is_empty();
    kin
}

/// Breaks the names of methods that a reported refactoring gave others to override, or took from them.
pub(super) fn check<'c>(board: &mut Board<'c>, meanings: &Meanings<'_, 'c>, parts: &Parts) {
    use RefactoringType::{
        ChangeMethodSignature, MoveAndRenameMethod, MoveMethod, PullUpMethod, PushDownMethod, RenameMethod,
    };
    let methods: Vec<(RefactoringType, EntityId, EntityId)> = board
        .comparison
        .reported_pairs()
        .filter(|(r, _)| r.refactoring.level() == Level::Method && r.refactoring.corresponds())
        .map(|(r, ids)| (r.refactoring, ids.0, ids.1))
        .collect();
    let made = parts.all();
    if methods.is_empty() && made.is_empty() {
        return;
    }
    let below = Below::new(board, meanings);
    let mut broken: Vec<(usize, EntityId)> = Vec::new();
    for (side, part) in made {
        let kin = kin(board, meanings, &below, side, part);
        if !kin.above.is_empty() || !kin.below.is_empty() || kin.overrides_unseen {
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
                    || (was.virtual_ || is.virtual_) && (was.overrides_unseen || is.overrides_unseen)
            }
            MoveMethod | MoveAndRenameMethod => {
                [&was, &is].iter().any(|k| others(&k.above) || others(&k.below) || k.overrides_unseen)
            }
            // What is above the upper of the two was, or is, inherited by those that do not have it.
            PullUpMethod => {
                others(&is.above) || is.overrides_unseen || !was.virtual_ && is.virtual_ && others(&is.below)
            }
            PushDownMethod => others(&was.above) || was.overrides_unseen,
            _ => false,
        };
        if breaks {
            broken.extend([(BEFORE, before), (AFTER, after)]);
        }
    }
    for (side, id) in broken {
        board.break_name(side, id);
    }
}
