//! State that is shared or initialised, and is shared by others or initialised at another time after a move.

use super::board::{AFTER, BEFORE, Board, TokenPlace};
use crate::model::{EntityId, EntityKind, Level, Model, Modifiers, Role, Symbol};
use crate::refactorings::RefactoringType;
use rustc_hash::FxHashMap as HashMap;

/// Breaks fields and locks that a reported move makes shared by others than before.
pub(super) fn check(board: &mut Board<'_>) {
    use RefactoringType::{PullUpField, PullUpMethod, PushDownField, PushDownMethod};
    let moved: Vec<(RefactoringType, EntityId, EntityId)> = board
        .comparison
        .reported_pairs()
        .filter(|(r, _)| r.refactoring.corresponds() && r.refactoring.moves())
        .map(|(r, ids)| (r.refactoring, ids.0, ids.1))
        .collect();
    let (mut from, mut to): (HashMap<EntityId, usize>, HashMap<EntityId, usize>) = Default::default();
    for (_, before, after) in &moved {
        *from.entry(*before).or_default() += 1;
        *to.entry(*after).or_default() += 1;
    }
    for (refactoring, before, after) in moved {
        let (old, new) = (board.model(BEFORE), board.model(AFTER));
        let modifiers = new.declaration(after).modifiers;
        let shared = modifiers.has(Modifiers::STATIC);
        let up_or_down = matches!(refactoring, PullUpMethod | PushDownMethod | PullUpField | PushDownField);
        match old.level(before) {
            // One variable for all that had their own, or one each for those that shared it.
            Level::Field => {
                let several = from[&before] > 1 || to[&after] > 1;
                let variable = shared && !modifiers.has(Modifiers::FINAL);
                let upper = match refactoring {
                    PullUpField => new.type_around(after).map(|t| (new, t)),
                    PushDownField => old.type_around(before).map(|t| (old, t)),
                    _ => None,
                };
                // A constructor of the supertype may read or set it, before or after its initialisation.
                let timed = !shared
                    && new.body(after).is_some()
                    && upper.is_some_and(|(model, ty)| builds_with_calls(model, ty));
                let active = shared && !up_or_down && looks_around(new, after);
                if several && variable || timed || active {
                    board.break_name(BEFORE, before);
                    board.break_name(AFTER, after);
                }
            }
            // The lock is another one, and another type is initialised before the first call.
            Level::Method if shared || !up_or_down => {
                let owners =
                    [old.type_around(before).map(|t| (old, t)), new.type_around(after).map(|t| (new, t))];
                if shared && owners.into_iter().flatten().any(|(model, ty)| is_made_ready(model, ty)) {
                    board.break_name(BEFORE, before);
                    board.break_name(AFTER, after);
                }
                for (side, id) in [(BEFORE, before), (AFTER, after)] {
                    let words = board.model(side).file(id).lexicon.locks;
                    let words: Vec<Symbol> = words.iter().map(Symbol::of).collect();
                    let is_lock = |p: &TokenPlace| {
                        let token = board.token(side, *p);
                        token.role == Role::Keyword && words.contains(&token.symbol)
                    };
                    let found: Vec<TokenPlace> = board.head(side, id).into_iter().filter(is_lock).collect();
                    board.break_shown(side, found);
                }
            }
            _ => {}
        }
    }
}

/// Whether the construction of an object of a type runs code that may be foreign.
fn builds_with_calls(model: &Model, ty: EntityId) -> bool {
    let builds = |&&id: &&EntityId| {
        matches!(model.kind(id), EntityKind::Constructor | EntityKind::Initialiser)
            && model.unit(id).tokens.iter().any(|t| t.role() == Role::Call)
    };
    model.children(ty).iter().any(|id| builds(&id))
}

/// Whether something runs before the first use of a type: more than values without dependencies here.
fn is_made_ready(model: &Model, ty: EntityId) -> bool {
    model.children(ty).iter().any(|&id| {
        let modifiers = model.declaration(id).modifiers;
        match model.kind(id) {
            // The keyword precedes the block, which has no other modifiers.
            EntityKind::Initialiser => {
                let word = Symbol::of(model.file(id).lexicon.shared);
                model.unit(id).tokens.first().is_some_and(|t| t.symbol == word)
            }
            EntityKind::Field => modifiers.has(Modifiers::STATIC) && looks_around(model, id),
            _ => false,
        }
    })
}

/// Whether the value of a field depends on unqualified fields or methods, and so on when it is evaluated.
fn looks_around(model: &Model, id: EntityId) -> bool {
    let Some(body) = model.body(id) else { return false };
    let unit = model.unit(id);
    let dot = Symbol::of(".");
    let names = |t: u32| {
        let token = &unit.tokens[t as usize];
        let next = unit.tokens.get(t as usize + 1).map(|t| t.symbol);
        let leads = next == Some(dot);
        matches!(token.role(), Role::Use | Role::Call)
            && !leads
            && (t == 0 || unit.tokens[t as usize - 1].symbol != dot)
    };
    let members = |t: u32| {
        let siblings: Vec<Symbol> = model
            .type_around(id)
            .map(|ty| model.children(ty).iter().map(|&m| model.name(m)).collect())
            .unwrap_or_default();
        siblings.contains(&unit.tokens[t as usize].symbol)
    };
    body.clone().any(|t| names(t) || members(t) && unit.tokens[t as usize].role() == Role::Use)
}
