//! Lays entities that correspond beside each other, token by token.

use super::align::align;
use super::board::{AFTER, BEFORE, Board, Place, State};
use super::header;
use super::names::Names;
use super::resolved::Resolved;
use crate::matching::Relationship;
use crate::model::{EntityId, Level, Symbol};
use crate::report::partners;
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::borrow::Cow;

/// The names that reported refactorings gave to what they renamed.
pub(super) fn names(board: &Board<'_>) -> Names {
    let mut names = Names::default();
    for (refactoring, &(before, after)) in board.comparison.reported_pairs() {
        if refactoring.refactoring.corresponds() {
            let name =
                |side: usize, id: EntityId| Symbol::of(board.model(side).declaration(id).name.as_bytes());
            names.add(name(BEFORE, before), name(AFTER, after));
        }
    }
    names
}

/// Aligns every pair of units that correspond.
pub(super) fn units(
    board: &mut Board<'_>,
    names: &Names,
    claimed: &[HashSet<Place>; 2],
    resolved: &Resolved,
) {
    let reported: HashSet<(EntityId, EntityId)> = board.comparison.reported_pairs().map(|r| *r.1).collect();
    let (old, new) = (board.model(BEFORE), board.model(AFTER));
    let mut done: HashSet<(u32, u32, u32, u32)> = HashSet::default();
    let mut files: HashSet<(u32, u32)> = HashSet::default();
    // What is at its place; containers come before what they hold.
    let mut in_place: HashMap<EntityId, EntityId> = HashMap::default();
    let twins = board.twins[BEFORE].iter().enumerate();
    files.extend(twins.filter_map(|(old, new)| new.map(|new| (old as u32, new))));
    for &(before, after, relationship) in board.comparison.pairs() {
        let (b, a) = (old.entity(before), new.entity(after));
        if old.declaration(before).parent.is_some() || new.declaration(after).parent.is_some() {
            continue;
        }
        if b.kind.level() == Level::Type && b.container.is_none() && a.container.is_none() {
            files.insert((b.file, a.file));
        }
        if !done.insert((b.file, b.unit, a.file, a.unit)) {
            continue;
        }
        let around = match (b.container, a.container) {
            (None, None) => {
                old.path(before) == new.path(after) && old.file(before).package == new.file(after).package
            }
            (Some(outer), Some(other)) => in_place.get(&outer) == Some(&other),
            _ => false,
        };
        let stays = around
            && !matches!(relationship, Relationship::Refactored(_))
            && (b.name, b.signature) == (a.name, a.signature);
        if stays {
            in_place.insert(before, after);
        }
        let state = if stays { State::Same } else { State::Explained };
        if let (Some(x), Some(y)) = (board.closing(BEFORE, before), board.closing(AFTER, after)) {
            board.pair(x, y, state);
        }
        let mut one = board.unit_tokens(BEFORE, before, None);
        let mut two = board.unit_tokens(AFTER, after, None);
        let changed =
            |side: usize, places: &[Place]| places.iter().any(|&p| board.is_on_changed_line(side, p));
        if !changed(BEFORE, &one) && !changed(AFTER, &two) {
            continue;
        }
        one.retain(|place| !claimed[BEFORE].contains(place));
        two.retain(|place| !claimed[AFTER].contains(place));
        let mut own = Cow::Borrowed(names);
        if reported.contains(&(before, after)) {
            let (was, is) = (old.parameters(before), new.parameters(after));
            for (parameter, partner) in was.iter().zip(partners(was, is)) {
                if let Some(now) = partner.map(|j| &is[j]).filter(|now| now.name != parameter.name) {
                    let (old, new) = (Symbol::of(parameter.name.as_bytes()), Symbol::of(now.name.as_bytes()));
                    own.to_mut().add(old, new);
                }
            }
        }
        align(board, &one, &two, &own, resolved, state);
    }
    let mut files: Vec<(u32, u32)> = files.into_iter().collect();
    files.sort_unstable();
    for (old, new) in files {
        headers(board, old, new);
    }
}

/// Packages and imports that are the same in two files that correspond.
fn headers(board: &mut Board<'_>, old: u32, new: u32) {
    let state = match board.twins[BEFORE][old as usize] {
        Some(twin) if twin == new => State::Same,
        _ => State::Explained,
    };
    let (one, mut two) = (header::statements(board, BEFORE, old), header::statements(board, AFTER, new));
    let symbols = |board: &Board<'_>, side: usize, places: &[Place]| -> Vec<Symbol> {
        places.iter().map(|&p| board.token(side, p).symbol).collect()
    };
    for statement in one {
        let text = symbols(board, BEFORE, &statement);
        let Some(found) = two.iter().position(|s| symbols(board, AFTER, s) == text) else { continue };
        for (x, y) in statement.into_iter().zip(two.swap_remove(found)) {
            board.pair(x, y, state);
        }
    }
}
