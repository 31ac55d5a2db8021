//! Names on unchanged lines that denote something else because of a rename or a move.

use super::board::{AFTER, BEFORE, Board, TokenPlace};
use super::correspond::Parts;
use super::meaning::{Meanings, declared_name};
use crate::model::{EntityId, Role, Symbol};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

/// Breaks the names of declarations that a reported refactoring introduced under a name that denoted something else
/// before, or that it removed while the name is still used.
pub(super) fn check<'c>(board: &mut Board<'c>, meanings: &Meanings<'_, 'c>, made: &Parts) {
    let mut moved: HashMap<Symbol, Vec<(EntityId, EntityId)>> = HashMap::default();
    let mut names: HashSet<Symbol> = HashSet::default();
    for (refactoring, &(before, after)) in board.comparison.reported_pairs() {
        if refactoring.refactoring.corresponds() {
            moved.entry(meanings.entity(AFTER, after)).or_default().push((before, after));
            names.insert(declared_name(board.model(BEFORE), before));
            names.insert(declared_name(board.model(AFTER), after));
        }
    }
    // An extracted or inlined method may capture calls of other methods with its name, or lose calls to them.
    let mut parts: HashMap<(usize, Symbol), EntityId> = HashMap::default();
    for (side, part) in made.all() {
        parts.insert((side, meanings.entity(side, part)), part);
        names.insert(declared_name(board.model(side), part));
    }
    if names.is_empty() {
        return;
    }
    let mut culprits: Vec<(usize, EntityId)> = Vec::new();
    for (number, file) in board.sides[AFTER].iter().enumerate() {
        if board.twins[AFTER][number].is_none() {
            continue;
        }
        for at in file.tokens.with_symbol(|symbol| names.contains(&symbol)) {
            let token = file.tokens.at(at);
            if !matches!(token.role, Role::Use | Role::Call | Role::Type) {
                continue;
            }
            let here = TokenPlace { file: number as u32, token: at as u32 };
            let Some(anchor) = board.anchor(AFTER, here) else { continue };
            let (Some(was), Some(is)) = (meanings.at(board, BEFORE, anchor), meanings.at(board, AFTER, here))
            else {
                continue;
            };
            if was == is {
                continue;
            }
            let taken = moved.get(&is);
            let both = |pair: &(EntityId, EntityId)| [(BEFORE, pair.0), (AFTER, pair.1)];
            culprits.extend(taken.into_iter().flatten().flat_map(both));
            // An entity that keeps its name may be reached through unknown types; under another name it is not.
            let lost = moved.get(&was).into_iter().flatten().filter(|(_, after)| {
                is != token.symbol || declared_name(board.model(AFTER), *after) != token.symbol
            });
            culprits.extend(lost.flat_map(both));
            // Several methods may fit a call until its arguments decide; one more or less may change the target.
            let places = [anchor, here];
            for side in [BEFORE, AFTER] {
                for target in meanings.targets_at(board, side, places[side]) {
                    culprits.extend(parts.get(&(side, target)).map(|&part| (side, part)));
                    culprits.extend(moved.get(&target).into_iter().flatten().flat_map(both));
                }
            }
        }
    }
    for (side, id) in culprits {
        board.break_name(side, id);
    }
}
