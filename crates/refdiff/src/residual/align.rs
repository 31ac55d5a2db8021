//! Which tokens of two stretches of code correspond: equal ones first, then those that a rename accounts for.

use super::board::{AFTER, BEFORE, Board, Place, State};
use super::lines::common;
use super::names::Names;
use super::resolved::Resolved;
use crate::model::Symbol;

/// Up to how many pairs of tokens are compared one by one; beyond that each name has one other name at most.
const PAIRS: usize = 250_000;

/// Aligns two stretches. Tokens of lines that did not change stay together where both are part of it.
pub(super) fn align(
    board: &mut Board<'_>,
    before: &[Place],
    after: &[Place],
    names: &Names,
    resolved: &Resolved,
    state: State,
) {
    let mut anchors: Vec<(usize, usize)> = Vec::new();
    if let (Some(first), Some(last)) = (after.first(), after.last()) {
        let mut next = 0;
        for (i, place) in before.iter().enumerate() {
            let anchor = board.sides[BEFORE][place.file as usize].anchor[place.token as usize];
            let Some(anchor) = anchor.filter(|a| a.file == first.file) else { continue };
            if anchor.token < first.token || anchor.token > last.token {
                continue;
            }
            if let Ok(j) = after.binary_search_by_key(&anchor.token, |p| p.token)
                && j >= next
            {
                anchors.push((i, j));
                next = j + 1;
            }
        }
    }
    let (mut i, mut j) = (0, 0);
    for (x, y) in anchors.into_iter().chain([(before.len(), after.len())]) {
        stretch(board, &before[i..x], &after[j..y], names, resolved, state);
        if let (Some(&old), Some(&new)) = (before.get(x), after.get(y)) {
            board.pair(old, new, state);
        }
        (i, j) = ((x + 1).min(before.len()), (y + 1).min(after.len()));
    }
}

fn stretch(
    board: &mut Board<'_>,
    before: &[Place],
    after: &[Place],
    names: &Names,
    resolved: &Resolved,
    state: State,
) {
    let symbols = |board: &Board<'_>, side: usize, places: &[Place]| -> Vec<Symbol> {
        places.iter().map(|&p| board.token(side, p).symbol).collect()
    };
    let (old, new) = (symbols(board, BEFORE, before), symbols(board, AFTER, after));
    let (mut i, mut j) = (0, 0);
    for (x, y) in common(&old, &new).into_iter().chain([(old.len(), new.len())]) {
        if i < x && j < y && !names.is_empty() {
            // The name of a call that means another method stands for no other name.
            let own = |side: usize, places: &[Place], symbols: &[Symbol]| -> Vec<Symbol> {
                let named = places.iter().zip(symbols);
                named.map(|(&p, &s)| if resolved.is_foreign(side, p) { Symbol(!s.0) } else { s }).collect()
            };
            let (was, is) = (own(BEFORE, &before[i..x], &old[i..x]), own(AFTER, &after[j..y], &new[j..y]));
            for (p, q) in alike(&was, &is, names, BEFORE) {
                board.pair(before[i + p], after[j + q], State::Explained);
            }
        }
        if x < old.len() {
            board.pair(before[x], after[y], state);
        }
        (i, j) = (x + 1, y + 1);
    }
}

/// The longest common subsequence where names may stand for each other; `one` tells which side the first sequence is of.
pub(super) fn alike(first: &[Symbol], second: &[Symbol], names: &Names, one: usize) -> Vec<(usize, usize)> {
    let fits = |x: Symbol, y: Symbol| if one == BEFORE { names.fits(x, y) } else { names.fits(y, x) };
    if first.len() * second.len() > PAIRS {
        let renamed =
            |symbols: &[Symbol]| -> Vec<Symbol> { symbols.iter().map(|&s| names.first(s)).collect() };
        return if one == BEFORE { common(&renamed(first), second) } else { common(first, &renamed(second)) };
    }
    let width = second.len() + 1;
    let mut best = vec![0u32; (first.len() + 1) * width];
    for i in (0..first.len()).rev() {
        for j in (0..second.len()).rev() {
            best[i * width + j] = if fits(first[i], second[j]) {
                best[(i + 1) * width + j + 1] + 1
            } else {
                best[(i + 1) * width + j].max(best[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j, mut pairs) = (0, 0, Vec::new());
    while i < first.len() && j < second.len() {
        if fits(first[i], second[j]) {
            pairs.push((i, j));
            (i, j) = (i + 1, j + 1);
        } else if best[(i + 1) * width + j] >= best[i * width + j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs
}
