//! What a refactoring changes in the heads of declarations: of added or removed methods, of moved members, and of
//! types made from others. Annotations, and other parts that affect behaviour, are not included.

use super::board::{AFTER, BEFORE, Board, State, TokenPlace};
use super::correspond::Parts;
use super::meaning::Meanings;
use crate::matching::Relationship;
use crate::model::{EntityId, EntityKind, Level, Lexicon, Modifiers, Role, Symbol};
use crate::refactorings::RefactoringType;
use rustc_hash::FxHashSet as HashSet;

/// Explains the consequences of reported refactorings in heads.
pub(super) fn explain<'c>(board: &mut Board<'c>, meanings: &Meanings<'_, 'c>, parts: &Parts) {
    for (side, part) in parts.all() {
        let words = symbols(lexicon(board, side, part).effective);
        let head = board.head(side, part);
        let plain = |p: &TokenPlace| {
            let token = board.token(side, *p);
            token.role != Role::Annotation && !words.contains(&token.symbol)
        };
        let plain: Vec<TokenPlace> = head.into_iter().filter(plain).collect();
        board.explain_all(side, plain);
    }
    let reported: Vec<(RefactoringType, EntityId, EntityId)> =
        board.comparison.reported_pairs().map(|(r, ids)| (r.refactoring, ids.0, ids.1)).collect();
    for &(refactoring, before, after) in &reported {
        if refactoring.corresponds() {
            if refactoring.moves() {
                visibility(board, before, after);
                implied(board, before, after);
                overrides(board, BEFORE, before);
                overrides(board, AFTER, after);
            }
        } else if refactoring.level() == Level::Type {
            made_from(board, meanings, before, after);
        }
    }
    declarations(board, &reported);
    separators(board);
}

fn lexicon(board: &Board<'_>, side: usize, id: EntityId) -> &'static Lexicon {
    board.model(side).file(id).lexicon
}

fn symbols(words: &[&str]) -> Vec<Symbol> {
    words.iter().map(Symbol::of).collect()
}

/// The tokens of a head that are one of these words.
fn words_of(board: &Board<'_>, side: usize, id: EntityId, words: &[&str]) -> Vec<TokenPlace> {
    let words = symbols(words);
    let is_word = |p: &TokenPlace| {
        let token = board.token(side, *p);
        token.role == Role::Keyword && words.contains(&token.symbol)
    };
    board.head(side, id).into_iter().filter(is_word).collect()
}

/// How widely an entity is visible.
fn reach(board: &Board<'_>, side: usize, id: EntityId) -> u32 {
    let model = board.model(side);
    let modifiers = model.declaration(id).modifiers;
    let in_interface = model
        .type_around(id)
        .is_some_and(|t| matches!(model.kind(t), EntityKind::Interface | EntityKind::Annotation));
    if modifiers.has(Modifiers::PUBLIC) || in_interface && !modifiers.has(Modifiers::PRIVATE) {
        3
    } else if modifiers.has(Modifiers::PROTECTED) {
        2
    } else if modifiers.has(Modifiers::PRIVATE) {
        0
    } else {
        1
    }
}

/// A moved entity may need wider visibility. Narrower visibility than before is an edit.
fn visibility(board: &mut Board<'_>, before: EntityId, after: EntityId) {
    if reach(board, BEFORE, before) > reach(board, AFTER, after) {
        return;
    }
    for (side, id) in [(BEFORE, before), (AFTER, after)] {
        let words = words_of(board, side, id, lexicon(board, side, id).visibility);
        board.pardon(side, words);
    }
}

/// Modifiers that are implicit at one of the two places: fields of an interface are constants, and a top-level type
/// has no enclosing object.
fn implied(board: &mut Board<'_>, before: EntityId, after: EntityId) {
    let ids = [(BEFORE, before), (AFTER, after)];
    let model = |side: usize| board.model(side);
    let level = model(BEFORE).level(before);
    let in_interface = |&(side, id): &(usize, EntityId)| {
        level == Level::Field
            && model(side).type_around(id).map(|t| model(side).kind(t)) == Some(EntityKind::Interface)
    };
    let is_constant = |&(side, id): &(usize, EntityId)| {
        let modifiers = model(side).declaration(id).modifiers;
        modifiers.has(Modifiers::STATIC) && modifiers.has(Modifiers::FINAL)
    };
    let on_top =
        |&(side, id): &(usize, EntityId)| level == Level::Type && model(side).container(id).is_none();
    let shared =
        |&(side, id): &(usize, EntityId)| model(side).declaration(id).modifiers.has(Modifiers::STATIC);
    let all = |fits: &dyn Fn(&(usize, EntityId)) -> bool, other: &dyn Fn(&(usize, EntityId)) -> bool| {
        ids.iter().any(fits) && ids.iter().all(|id| fits(id) || other(id))
    };
    let words: Vec<&str> = {
        let lexicon = lexicon(board, BEFORE, before);
        if all(&in_interface, &is_constant) {
            vec![lexicon.shared, lexicon.constant]
        } else if all(&on_top, &shared) {
            vec![lexicon.shared]
        } else {
            return;
        }
    };
    for (side, id) in ids {
        let found = words_of(board, side, id, &words);
        board.pardon(side, found);
    }
}

/// Whether a method is marked as an override changes nothing.
fn overrides(board: &mut Board<'_>, side: usize, method: EntityId) {
    if board.model(side).level(method) != Level::Method {
        return;
    }
    let (at, word) = (Symbol::of("@"), Symbol::of(lexicon(board, side, method).overrides));
    let head = board.head(side, method);
    let is_annotation = |p: &TokenPlace| board.token(side, *p).role == Role::Annotation;
    let found: Vec<TokenPlace> = head
        .windows(2)
        .filter(|w| w.iter().all(is_annotation))
        .filter(|w| board.token(side, w[0]).symbol == at && board.token(side, w[1]).symbol == word)
        .flat_map(|w| [w[0], w[1]])
        .collect();
    board.pardon(side, found);
}

/// The declaration that a method left behind in its type, or that was there before it came.
fn declarations(board: &mut Board<'_>, reported: &[(RefactoringType, EntityId, EntityId)]) {
    let moved: Vec<(EntityId, EntityId)> =
        reported.iter().filter(|r| r.0.moves() && r.0.corresponds()).map(|r| (r.1, r.2)).collect();
    let pairs: Vec<_> = board.comparison.pairs().to_vec();
    for (before, after, relationship) in pairs {
        let rests = match relationship {
            Relationship::LostBody => moved.iter().any(|m| m.0 == before),
            Relationship::GainedBody => moved.iter().any(|m| m.1 == after),
            _ => false,
        };
        if rests {
            let signs = ["{", "}", ";"].map(Symbol::of);
            for (side, id) in [(BEFORE, before), (AFTER, after)] {
                let mut found = words_of(board, side, id, lexicon(board, side, id).bodiless);
                let head = board.head(side, id);
                found.extend(head.into_iter().filter(|&p| signs.contains(&board.token(side, p).symbol)));
                board.pardon(side, found);
                overrides(board, side, id);
            }
            visibility(board, before, after);
        }
    }
}

/// The keys of the types that a head names.
fn named_types<'c>(
    board: &Board<'c>,
    meanings: &Meanings<'_, 'c>,
    side: usize,
    id: EntityId,
) -> Vec<(TokenPlace, Symbol)> {
    let model = board.model(side);
    let declaration = model.declaration(id);
    let meaning = meanings.unit(board, side, id);
    let unit = model.unit(id);
    let range = declaration.tokens.clone();
    let types = range.filter(|&t| unit.tokens[t as usize].role() == Role::Type);
    types.filter_map(|t| Some((board.unit_token(side, id, t)?, meaning.tokens[t as usize].key))).collect()
}

/// The head of a type that was made from another, the references to it in that type, and the members it declares for
/// it.
fn made_from<'c>(board: &mut Board<'c>, meanings: &Meanings<'_, 'c>, before: EntityId, after: EntityId) {
    let (old, new) = (board.model(BEFORE), board.model(AFTER));
    let words = lexicon(board, AFTER, after);
    let origin: HashSet<Symbol> =
        named_types(board, meanings, BEFORE, before).into_iter().map(|t| t.1).collect();
    let own = meanings.entity(BEFORE, before);
    let made = meanings.entity(AFTER, after);
    let above = named_types(board, meanings, AFTER, after);
    // A supertype of the new type must be one of the old type, or the old type itself.
    let strange: Vec<TokenPlace> = above
        .iter()
        .filter(|(_, key)| !origin.contains(key) && *key != own && *key != made)
        .map(|(place, _)| *place)
        .collect();
    let variables = &new.declaration(after).type_parameters;
    let effective: Vec<Symbol> =
        symbols(words.effective).into_iter().filter(|w| !symbols(words.bodiless).contains(w)).collect();
    let fits = |p: &TokenPlace| {
        let token = board.token(AFTER, *p);
        token.role != Role::Annotation
            && !effective.contains(&token.symbol)
            && (!strange.contains(p) || variables.contains(&token.symbol))
    };
    let head: Vec<TokenPlace> = board.head(AFTER, after).into_iter().filter(fits).collect();
    board.explain_all(AFTER, head);
    let taken: HashSet<Symbol> = above.into_iter().map(|t| t.1).chain([made]).collect();
    let still: Vec<EntityId> =
        board.comparison.pairs().iter().filter(|p| p.0 == before).map(|p| p.1).collect();
    for partner in still {
        for (side, id) in [(BEFORE, before), (AFTER, partner)] {
            supertypes(board, meanings, side, id, &taken);
        }
        // Methods that now implement a declaration of the new type are marked as overrides.
        for &method in new.children(partner) {
            overrides(board, AFTER, method);
        }
    }
    // Methods that a new supertype declares for the types that it was made from.
    for &method in new.children(after).iter().filter(|&&m| new.level(m) == Level::Method) {
        let is_same = |&&m: &&EntityId| {
            old.entity(m).signature == new.entity(method).signature
                && old.declaration(m).type_key == new.declaration(method).type_key
        };
        if new.declaration(method).body.is_none() && old.children(before).iter().any(|m| is_same(&m)) {
            let plain = |p: &TokenPlace| {
                let token = board.token(AFTER, *p);
                token.role != Role::Annotation && !effective.contains(&token.symbol)
            };
            let tokens: Vec<TokenPlace> =
                board.unit_tokens(AFTER, method, None).into_iter().filter(plain).collect();
            board.explain_all(AFTER, tokens);
        }
    }
}

/// In the head of a type that another one was made from: the names of supertypes that the new type took over, and the
/// words around them if nothing else in the list changed.
fn supertypes<'c>(
    board: &mut Board<'c>,
    meanings: &Meanings<'_, 'c>,
    side: usize,
    id: EntityId,
    taken: &HashSet<Symbol>,
) {
    let named = named_types(board, meanings, side, id);
    let known: Vec<TokenPlace> =
        named.iter().filter(|(_, key)| taken.contains(key)).map(|(place, _)| *place).collect();
    board.pardon(side, known);
    let is_broken =
        |board: &Board<'_>, p: TokenPlace| board.sides[side][p.file as usize].broken[p.token as usize];
    if named.iter().any(|(place, _)| is_broken(board, *place)) {
        return;
    }
    let mut words = symbols(lexicon(board, side, id).supertypes);
    words.extend([",", "<", ">"].map(Symbol::of));
    let found: Vec<TokenPlace> =
        board.head(side, id).into_iter().filter(|&p| words.contains(&board.token(side, p).symbol)).collect();
    board.pardon(side, found);
}

/// Separators between members belong to what precedes them.
fn separators(board: &mut Board<'_>) {
    let separators = [";", ","].map(Symbol::of);
    for side in [BEFORE, AFTER] {
        for file in &mut board.sides[side] {
            for (first, run) in file.tokens.outside() {
                for (at, token) in (first as usize..).zip(run).filter(|(at, _)| *at > 0) {
                    if separators.contains(&token.symbol) && file.state[at] == State::Left {
                        file.state[at] = if file.broken[at - 1] { State::Left } else { file.state[at - 1] };
                    }
                }
            }
        }
    }
}
