//! Aligns corresponding units, token by token.

use super::align::align;
use super::board::{AFTER, BEFORE, Board, State};
use super::header::{self, Statement};
use super::meaning::Meanings;
use super::stream::Writer;
use crate::matching::Relationship;
use crate::model::{EntityId, Level, Symbol};
use crate::refactorings::RefactoringType;
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

/// Methods whose code is put back at their call sites, by the unit that the code belongs to.
#[derive(Default)]
pub(super) struct Parts {
    /// By entity before: the methods after extracted from it. By entity after: the methods before inlined into it.
    of: [HashMap<EntityId, HashSet<EntityId>>; 2],
    none: HashSet<EntityId>,
}

impl Parts {
    pub fn new(board: &Board<'_>) -> Self {
        use RefactoringType::{ExtractAndMoveMethod, ExtractMethod, InlineMethod, MoveAndInlineMethod};
        let mut parts = Parts::default();
        for (refactoring, &(before, after)) in board.comparison.reported_pairs() {
            match refactoring.refactoring {
                ExtractMethod | ExtractAndMoveMethod => {
                    parts.of[BEFORE].entry(before).or_default().insert(after);
                }
                InlineMethod | MoveAndInlineMethod => {
                    parts.of[AFTER].entry(after).or_default().insert(before);
                }
                _ => {}
            }
        }
        parts
    }

    /// The methods on the other side that contain code of an entity.
    fn of(&self, side: usize, id: EntityId) -> &HashSet<EntityId> {
        self.of[side].get(&id).unwrap_or(&self.none)
    }

    /// All of them with their sides, sorted.
    pub fn all(&self) -> Vec<(usize, EntityId)> {
        let of = |side: usize| self.of[side].values().flatten().map(move |&id| (1 - side, id));
        let mut all: Vec<(usize, EntityId)> = of(BEFORE).chain(of(AFTER)).collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

/// Aligns every pair of corresponding units; returns false if it has to stop.
pub(super) fn units<'c>(
    board: &mut Board<'c>,
    meanings: &Meanings<'_, 'c>,
    parts: &Parts,
    goes_on: &dyn Fn() -> bool,
) -> bool {
    let (old, new) = (board.model(BEFORE), board.model(AFTER));
    let mut done: HashSet<(u32, u32, u32, u32)> = HashSet::default();
    let mut files: HashSet<(u32, u32)> = HashSet::default();
    // Entities that stayed in place; containers precede their members.
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
        if !board.has_changed_line(BEFORE, before) && !board.has_changed_line(AFTER, after) {
            continue;
        }
        if !goes_on() {
            return false;
        }
        // A body that was lost or gained is compared where it is on the other side.
        let head_only = matches!(relationship, Relationship::LostBody | Relationship::GainedBody);
        let part = |side: usize, id: EntityId| {
            let declaration = board.model(side).declaration(id);
            let end = declaration.body.as_ref().map_or(declaration.tokens.end, |b| b.start);
            head_only.then_some(declaration.tokens.start..end)
        };
        let same_object = matches!(
            relationship,
            Relationship::Refactored(RefactoringType::PullUpMethod | RefactoringType::PushDownMethod)
        );
        let write = |side: usize, id: EntityId, parts: &HashSet<EntityId>| {
            Writer::new(board, meanings, side, parts, same_object).unit(id, part(side, id))
        };
        let one = write(BEFORE, before, parts.of(AFTER, after));
        let two = write(AFTER, after, parts.of(BEFORE, before));
        align(board, &one, &two, &meanings.reported, state);
    }
    let mut files: Vec<(u32, u32)> = files.into_iter().collect();
    files.sort_unstable();
    for (old, new) in files {
        headers(board, old, new);
    }
    true
}

/// Pairs the equal packages and imports of two corresponding files.
fn headers(board: &mut Board<'_>, old: u32, new: u32) {
    let state = match board.twins[BEFORE][old as usize] {
        Some(twin) if twin == new => State::Same,
        _ => State::Explained,
    };
    let (one, two) = (header::statements(board, BEFORE, old), header::statements(board, AFTER, new));
    let (ours, theirs) = (&board.sides[BEFORE][old as usize], &board.sides[AFTER][new as usize]);
    let (mut old_tokens, mut new_tokens) = (ours.tokens.reader(), theirs.tokens.reader());
    let mut is_same = |x: &Statement, y: &Statement| {
        let mut tokens = x.clone().zip(y.clone());
        x.len() == y.len()
            && tokens.all(|(x, y)| old_tokens.symbol(x as usize) == new_tokens.symbol(y as usize))
    };
    let mut pairs: Vec<(Statement, Statement)> = Vec::new();
    // Most headers are the same.
    if one.len() == two.len() && one.iter().zip(two).all(|(x, y)| is_same(x, y)) {
        pairs.extend(one.iter().cloned().zip(two.iter().cloned()));
    } else {
        let mut there: HashMap<Vec<Symbol>, Vec<&Statement>> = HashMap::default();
        for statement in two.iter().rev() {
            there.entry(header::symbols(board, AFTER, new, statement)).or_default().push(statement);
        }
        for statement in one {
            let text = header::symbols(board, BEFORE, old, statement);
            let Some(found) = there.get_mut(&text).and_then(Vec::pop) else { continue };
            pairs.push((statement.clone(), found.clone()));
        }
    }
    for (x, y) in pairs {
        for (x, y) in header::places(old, &x).zip(header::places(new, &y)) {
            board.pair(x, y, state);
        }
    }
}
