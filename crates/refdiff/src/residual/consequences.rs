//! What a refactoring brings with it beyond the code that it moves: heads, new types, separators.

use super::board::{AFTER, BEFORE, Board, Place, State};
use super::tokens::OUTSIDE;
use crate::matching::Relationship;
use crate::model::{EntityId, EntityKind, Level, Role, Symbol};
use crate::refactorings::RefactoringType;

/// The heads of members that were refactored, and of types that were made from others.
pub(super) fn explain_heads(board: &mut Board<'_>) {
    let reported: Vec<(RefactoringType, EntityId, EntityId)> =
        board.comparison.reported_pairs().map(|(r, ids)| (r.refactoring, ids.0, ids.1)).collect();
    for (refactoring, before, after) in reported {
        let level = board.model(BEFORE).level(before);
        if refactoring.corresponds() && level != Level::Type {
            for (side, id) in [(BEFORE, before), (AFTER, after)] {
                let freed = freed(board, side, id, refactoring);
                board.explain_all(side, freed);
            }
            implied_final(board, before, after);
        } else if refactoring.moves() && refactoring.corresponds() {
            // What may be seen from where, and that a nested type needs no instance of the outer one.
            let words = ["public", "protected", "private", "static"].map(Symbol::of);
            for (side, id) in [(BEFORE, before), (AFTER, after)] {
                for place in board.head(side, id) {
                    if words.contains(&board.token(side, place).symbol) {
                        board.explain(side, place);
                    }
                }
            }
        } else if !refactoring.corresponds() && level == Level::Type {
            let head = board.head(AFTER, after);
            board.explain_all(AFTER, head);
            made_from(board, before, after);
        }
    }
}

/// What of a member's head a refactoring is about: parameters, and for a move what may be seen from where. The name pairs by
/// itself. Whatever else changes in a head (the type, `throws`, `synchronized`, `final`, annotations) is an edit.
fn freed(board: &Board<'_>, side: usize, id: EntityId, refactoring: RefactoringType) -> Vec<Place> {
    let head = board.head(side, id);
    let symbol = |p: &Place| board.token(side, *p).symbol;
    let name = Symbol::of(board.model(side).declaration(id).name.as_bytes());
    let is_name = |p: &Place| board.token(side, *p).role == Role::Declaration && symbol(p) == name;
    let Some(at) = head.iter().position(is_name) else { return Vec::new() };
    let modifiers = ["public", "protected", "private", "static", "abstract", "default"].map(Symbol::of);
    let mut freed = vec![head[at]];
    for place in &head[..at] {
        if refactoring.moves() && modifiers.contains(&symbol(place)) {
            freed.push(*place);
        }
    }
    // The parameters.
    let (open, close) = (Symbol::of("("), Symbol::of(")"));
    let mut depth = 0;
    for place in &head[at + 1..] {
        let sign = symbol(place);
        depth += i32::from(sign == open) - i32::from(sign == close);
        let inside = depth > 0 || sign == close;
        if board.token(side, *place).role != Role::Annotation && inside {
            freed.push(*place);
        }
    }
    freed
}

/// A field of an interface is final without saying so.
fn implied_final(board: &mut Board<'_>, before: EntityId, after: EntityId) {
    let word = Symbol::of("final");
    let ids = [(BEFORE, before), (AFTER, after)];
    let in_interface = |&(side, id): &(usize, EntityId)| {
        let model = board.model(side);
        model.level(id) == Level::Field
            && model.type_around(id).map(|t| model.kind(t)) == Some(EntityKind::Interface)
    };
    if ids.iter().any(in_interface) {
        for (side, id) in ids {
            let words: Vec<Place> =
                board.head(side, id).into_iter().filter(|&p| board.token(side, p).symbol == word).collect();
            board.explain_all(side, words);
        }
    }
}

/// The declaration that a method leaves behind in its type, or that was there before it came, and whether it says that it
/// overrides one.
pub(super) fn explain_declarations(board: &mut Board<'_>) {
    let moved: Vec<(EntityId, EntityId)> = board
        .comparison
        .reported_pairs()
        .filter(|(r, _)| r.refactoring.moves() && r.refactoring.corresponds())
        .map(|(_, ids)| *ids)
        .collect();
    let pairs: Vec<_> = board.comparison.pairs().to_vec();
    for (before, after, relationship) in pairs {
        let rests = match relationship {
            Relationship::LostBody => moved.iter().any(|m| m.0 == before),
            Relationship::GainedBody => moved.iter().any(|m| m.1 == after),
            _ => false,
        };
        if rests {
            for (side, id) in [(BEFORE, before), (AFTER, after)] {
                let head = board.head(side, id);
                board.explain_all(side, head);
            }
        }
    }
    for ids in moved {
        for (side, id) in [(BEFORE, ids.0), (AFTER, ids.1)] {
            if board.model(side).level(id) == Level::Method {
                overrides(board, side, id);
            }
        }
    }
}

fn overrides(board: &mut Board<'_>, side: usize, method: EntityId) {
    let words = ["@", "Override"].map(Symbol::of);
    for place in board.head(side, method) {
        if words.contains(&board.token(side, place).symbol) {
            board.explain(side, place);
        }
    }
}

/// What names a new type in the one that it was made from, and what the new type declares of it.
fn made_from(board: &mut Board<'_>, before: EntityId, after: EntityId) {
    let (old, new) = (board.model(BEFORE), board.model(AFTER));
    let name = Symbol::of(new.declaration(after).name.as_bytes());
    let words = [Symbol::of("extends"), Symbol::of("implements"), Symbol::of(","), name];
    let (open, close) = (Symbol::of("<"), Symbol::of(">"));
    let still: Vec<EntityId> =
        board.comparison.pairs().iter().filter(|p| p.0 == before).map(|p| p.1).collect();
    for partner in still {
        let head = board.head(AFTER, partner);
        let symbols: Vec<Symbol> = head.iter().map(|&p| board.token(AFTER, p).symbol).collect();
        for (at, &place) in head.iter().enumerate() {
            if words.contains(&symbols[at]) {
                board.explain(AFTER, place);
            }
            if symbols[at] == name && symbols.get(at + 1) == Some(&open) {
                let end = symbols[at..].iter().rposition(|s| *s == close).unwrap_or(0);
                board.explain_all(AFTER, head[at + 1..=at + end].iter().copied());
            }
        }
        // Methods that now carry out what the new type declares say so.
        for &method in new.children(partner).iter().filter(|&&m| new.level(m) == Level::Method) {
            overrides(board, AFTER, method);
        }
        // A field that holds the new type.
        for &field in new.children(partner).iter().filter(|&&f| new.level(f) == Level::Field) {
            let is_new = !board.comparison.pairs().iter().any(|p| p.1 == field);
            let of_type = new.declaration(field).ty.as_ref().and_then(|t| t.simple()) == Some(name);
            if is_new && of_type {
                let tokens = board.unit_tokens(AFTER, field, None);
                let plain = |&p: &Place| !matches!(board.token(AFTER, p).role, Role::Literal | Role::Call);
                if tokens.iter().all(plain) {
                    board.explain_all(AFTER, tokens);
                }
            }
        }
    }
    // Methods that a new supertype declares for those that it was made from.
    let signatures: Vec<Symbol> = old.children(before).iter().map(|&m| old.entity(m).signature).collect();
    for &method in new.children(after).iter().filter(|&&m| new.level(m) == Level::Method) {
        if new.declaration(method).body.is_none() && signatures.contains(&new.entity(method).signature) {
            let tokens = board.unit_tokens(AFTER, method, None);
            board.explain_all(AFTER, tokens);
        }
    }
}

/// Separators between members go with what they stand behind.
pub(super) fn explain_separators(board: &mut Board<'_>) {
    let separators = [";", ","].map(Symbol::of);
    for side in [BEFORE, AFTER] {
        for file in &mut board.sides[side] {
            for at in 1..file.tokens.len() {
                let token = file.tokens[at];
                let alone = token.unit == OUTSIDE && separators.contains(&token.symbol);
                if alone && file.state[at] == State::Left {
                    file.state[at] = file.state[at - 1];
                }
            }
        }
    }
}
