//! The evaluation order of field values, and the order of numbered constants.

use super::align::longest_rising;
use super::board::{AFTER, BEFORE, Board, TokenPlace};
use crate::model::{EntityId, EntityKind, Level, Model, Node, NodeKind, Role, Symbol};
use rustc_hash::FxHashMap as HashMap;

/// Breaks members of a type that have a value and changed their relative order, where that may matter.
pub(super) fn check(board: &mut Board<'_>) {
    let (old, new) = (board.model(BEFORE), board.model(AFTER));
    let partner: HashMap<EntityId, EntityId> = board
        .comparison
        .pairs()
        .iter()
        .filter(|p| is_ordered(old, p.0) && is_ordered(new, p.1))
        .map(|p| (p.0, p.1))
        .collect();
    if partner.is_empty() {
        return;
    }
    let mut broken: Vec<(EntityId, EntityId)> = Vec::new();
    for &(before, after, _) in board.comparison.pairs() {
        if old.level(before) != Level::Type {
            continue;
        }
        broken.extend(past_code(old, before, new, after, &partner));
        let place: HashMap<EntityId, usize> =
            new.children(after).iter().enumerate().map(|(number, &id)| (id, number)).collect();
        let all: Vec<(EntityId, EntityId)> = old
            .children(before)
            .iter()
            .filter_map(|&id| Some((id, *partner.get(&id)?)))
            .filter(|(_, other)| place.contains_key(other))
            .collect();
        if !all.iter().any(|&(b, a)| is_active(old, b) || is_active(new, a)) {
            continue;
        }
        let places: Vec<(usize, usize)> =
            all.iter().enumerate().map(|(number, (_, a))| (number, place[a])).collect();
        let kept = longest_rising(&places);
        if kept.len() < all.len() {
            let mut kept = kept.into_iter().map(|k| k.0).peekable();
            for (number, pair) in all.iter().enumerate() {
                if kept.next_if_eq(&number).is_none() {
                    broken.push(*pair);
                }
            }
        }
    }
    for (before, after) in broken {
        for (side, id) in [(BEFORE, before), (AFTER, after)] {
            let tokens: Vec<TokenPlace> = board.unit_tokens(side, id, None);
            board.break_shown(side, tokens);
        }
    }
}

/// The members that moved past other code of their type or module.
fn past_code(
    old: &Model,
    before: EntityId,
    new: &Model,
    after: EntityId,
    partner: &HashMap<EntityId, EntityId>,
) -> Vec<(EntityId, EntityId)> {
    let (here, there) = (code(old, before), code(new, after));
    if here.is_empty() || there.is_empty() {
        return Vec::new();
    }
    let symbol = |(_, symbol): &(u32, Symbol)| *symbol;
    let same = |(x, y): &(&(u32, Symbol), &(u32, Symbol))| symbol(x) == symbol(y);
    let prefix = here.iter().zip(&there).take_while(same).count();
    let suffix = here.iter().rev().zip(there.iter().rev()).take_while(same).count();
    let passed = |code: &[(u32, Symbol)], at: u32| code.partition_point(|(start, _)| *start < at);
    let moved = |&(b, a): &(EntityId, EntityId)| {
        let (x, y) = (passed(&here, old.span(b).start), passed(&there, new.span(a).start));
        let from_end = (here.len() - x, there.len() - y);
        !(x == y && x <= prefix || from_end.0 == from_end.1 && from_end.0 <= suffix)
    };
    let children = old.children(before).iter().filter_map(|&id| Some((id, *partner.get(&id)?)));
    children.filter(|(_, a)| new.container(*a) == Some(after)).filter(|pair| moved(pair)).collect()
}

/// Code that runs directly in a type or module, between its members: words with their positions in the file. The
/// heads of most types have no statements.
fn code(model: &Model, id: EntityId) -> Vec<(u32, Symbol)> {
    let unit = model.unit(id);
    let declaration = model.declaration(id);
    if declaration.parent.is_some()
        || !unit.nodes.iter().any(|n| n.kind.is_statement() && n.kind != NodeKind::TypeDeclaration)
    {
        return Vec::new();
    }
    let base = model.file(id).units[model.entity(id).unit as usize].start;
    let telling = unit.tokens.iter().filter(|t| t.role() != Role::Punctuation);
    telling.map(|t| (base + t.start, t.symbol)).collect()
}

/// Whether the position of a member matters for evaluation.
fn is_ordered(model: &Model, id: EntityId) -> bool {
    if model.file(id).lexicon.runs_declarations {
        return true;
    }
    match model.kind(id) {
        EntityKind::EnumConstant | EntityKind::Initialiser => true,
        EntityKind::Field => model.body(id).is_some(),
        _ => false,
    }
}

/// Whether something depends on when a member is evaluated: it is numbered, uses more than literals, or creates an
/// object, which may do anything.
fn is_active(model: &Model, id: EntityId) -> bool {
    let names = |range: crate::model::TokenRange| {
        let unit = model.unit(id);
        let tokens = &unit.tokens[range.start as usize..range.end as usize];
        let makes = |node: &Node| node.kind == NodeKind::New && range.contains(&node.tokens.start);
        tokens.iter().any(|t| matches!(t.role(), Role::Use | Role::Call)) || unit.nodes.iter().any(makes)
    };
    let runs = model.file(id).lexicon.runs_declarations;
    runs || model.kind(id) != EntityKind::Field || model.body(id).is_some_and(names)
}
