//! Calls of what was refactored: arguments that came and went, and what stands before the dot.

use super::board::{AFTER, BEFORE, Board, Place, State};
use crate::model::{Call, CallForm, EntityId, Level, Role, Symbol};
use crate::report::partners;
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

/// The tokens of each argument of a call; `None` where the commas do not tell.
pub(super) fn arguments(
    board: &Board<'_>,
    side: usize,
    host: EntityId,
    call: &Call,
) -> Option<Vec<Vec<Place>>> {
    let name = board.unit_token(side, host, call.token)?;
    let tokens = board.unit_tokens(side, host, Some(&call.tokens));
    split(board, side, tokens.iter().copied().skip_while(|p| p.token <= name.token), call.arguments.len())
}

fn split(
    board: &Board<'_>,
    side: usize,
    tokens: impl Iterator<Item = Place>,
    expected: usize,
) -> Option<Vec<Vec<Place>>> {
    let (open, close) = (["(", "[", "{"].map(Symbol::of), [")", "]", "}"].map(Symbol::of));
    let comma = Symbol::of(",");
    let mut depth = 0;
    let mut all: Vec<Vec<Place>> = Vec::new();
    let mut types = false;
    for place in tokens {
        let token = board.token(side, place);
        if open.contains(&token.symbol) {
            depth += 1;
            if depth == 1 {
                all.push(Vec::new());
                continue;
            }
        } else if close.contains(&token.symbol) {
            depth -= 1;
            if depth == 0 {
                break;
            }
        } else if depth == 1 && token.symbol == comma && !types {
            all.push(Vec::new());
            continue;
        }
        // A comma behind a type parts type arguments.
        types = token.role == Role::Type || types && token.symbol == comma;
        if let Some(argument) = all.last_mut() {
            argument.push(place);
        }
    }
    all.retain(|argument| !argument.is_empty());
    (all.len() == expected).then_some(all)
}

/// Which parameters of a method came, went or changed, by its name and their number.
type Changed = HashMap<(Symbol, usize), Vec<bool>>;

fn changed_parameters(board: &Board<'_>, side: usize) -> Changed {
    let mut changed = Changed::default();
    for (refactoring, &(before, after)) in board.comparison.reported_pairs() {
        let level = board.model(BEFORE).level(before);
        if level != Level::Method || !refactoring.refactoring.corresponds() {
            continue;
        }
        let (old, new) = (board.model(BEFORE).parameters(before), board.model(AFTER).parameters(after));
        let partner = partners(old, new);
        let flags: Vec<bool> = if side == BEFORE {
            let same = |i: usize| partner[i] == Some(i) && old[i].key == new[i].key;
            (0..old.len()).map(|i| !same(i)).collect()
        } else {
            let same = |j: usize| partner.get(j) == Some(&Some(j)) && old[j].key == new[j].key;
            (0..new.len()).map(|j| !same(j)).collect()
        };
        let id = if side == BEFORE { before } else { after };
        let name = Symbol::of(board.model(side).declaration(id).name.as_bytes());
        if old.len() != new.len() || flags.contains(&true) {
            changed.insert((name, flags.len()), flags);
        }
    }
    changed
}

/// Explains arguments of parameters that a reported refactoring added, removed or changed.
pub(super) fn explain_arguments(board: &mut Board<'_>) {
    for side in [BEFORE, AFTER] {
        let changed = changed_parameters(board, side);
        if changed.is_empty() {
            continue;
        }
        let mut follows: Vec<Place> = Vec::new();
        let model = board.model(side);
        for id in model.ids().filter(|&id| model.declaration(id).parent.is_none()) {
            for call in model.unit(id).calls.iter().filter(|c| c.form != CallForm::Reference) {
                let Some(flags) = changed.get(&(call.name, call.arguments.len())) else { continue };
                let Some(name) = board.unit_token(side, id, call.token) else { continue };
                let given = arguments(board, side, id, call).unwrap_or_default();
                for (argument, _) in given.iter().zip(flags).filter(|(_, changed)| **changed) {
                    follows.extend(argument);
                }
                // The commas between them.
                let tokens = board.unit_tokens(side, id, Some(&call.tokens));
                let outside = |p: &&Place| p.token > name.token && !given.iter().any(|a| a.contains(p));
                follows.extend(tokens.iter().filter(outside));
            }
        }
        board.explain_all(side, follows);
    }
}

/// Explains what stands before the name of a member or type that moved: its owner, or the object that has it.
pub(super) fn explain_qualifiers(board: &mut Board<'_>) {
    for side in [BEFORE, AFTER] {
        let (mut names, mut owners) = (HashSet::default(), HashSet::default());
        for (refactoring, &(before, after)) in board.comparison.reported_pairs() {
            if !refactoring.refactoring.moves() {
                continue;
            }
            let id = if side == BEFORE { before } else { after };
            let model = board.model(side);
            names.insert(Symbol::of(model.declaration(id).name.as_bytes()));
            let key = model.key(id);
            let path = key.split('(').next().unwrap_or_default();
            owners.extend(path.split('.').map(|part| Symbol::of(part.as_bytes())));
        }
        if names.is_empty() {
            continue;
        }
        let links = [".", "::"].map(Symbol::of);
        let mut follows = Vec::new();
        for (number, file) in board.sides[side].iter().enumerate() {
            for at in 0..file.tokens.len() {
                let token = &file.tokens[at];
                let is_name = matches!(token.role, Role::Call | Role::Use | Role::Type);
                if !is_name || !names.contains(&token.symbol) {
                    continue;
                }
                let (mut here, mut first) = (at, true);
                while here >= 2 && links.contains(&file.tokens[here - 1].symbol) {
                    let owner = &file.tokens[here - 2];
                    let fits = owner.role != Role::Punctuation && (first || owners.contains(&owner.symbol));
                    if !fits {
                        break;
                    }
                    follows
                        .extend([here - 1, here - 2].map(|t| Place { file: number as u32, token: t as u32 }));
                    here -= 2;
                    first = false;
                }
            }
        }
        board.explain_all(side, follows);
    }
}

/// In a member that moved: the owner of what stayed behind, and `this` or a parameter before what went along.
pub(super) fn explain_receivers(board: &mut Board<'_>) {
    let dot = Symbol::of(".");
    let moved: Vec<(EntityId, EntityId)> = board
        .comparison
        .reported_pairs()
        .filter(|(r, _)| r.refactoring.moves() && r.refactoring.corresponds())
        .map(|(_, ids)| *ids)
        .collect();
    for ids in moved {
        for (side, id) in [(BEFORE, ids.0), (AFTER, ids.1)] {
            let mut words: HashSet<Symbol> = HashSet::default();
            words.insert(Symbol::of("this"));
            for (side, id) in [(BEFORE, ids.0), (AFTER, ids.1)] {
                let model = board.model(side);
                let owner = model.type_around(id);
                words.extend(owner.map(|o| Symbol::of(model.declaration(o).name.as_bytes())));
                words.extend(model.parameters(id).iter().map(|p| Symbol::of(p.name.as_bytes())));
            }
            let tokens = board.unit_tokens(side, id, None);
            for pair in tokens.windows(2) {
                let is_left = |p: Place| board.state(side, p) == State::Left;
                if is_left(pair[0])
                    && is_left(pair[1])
                    && words.contains(&board.token(side, pair[0]).symbol)
                    && board.token(side, pair[1]).symbol == dot
                {
                    board.explain_all(side, [pair[0], pair[1]]);
                }
            }
        }
    }
}
