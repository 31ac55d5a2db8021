//! Calls of what was refactored: arguments that came and went, and what stands before the dot.

use super::board::{AFTER, BEFORE, Board, Place, State};
use super::resolved::Resolved;
use crate::model::{Call, CallForm, EntityId, Level, Parameter, Role, Symbol};
use crate::refactorings::RefactoringType;
use crate::report::partners;
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

/// The tokens of each argument of a call; `None` where the commas do not tell.
pub(super) fn arguments(
    board: &Board<'_>,
    side: usize,
    host: EntityId,
    call: &Call,
) -> Option<Vec<Vec<Place>>> {
    split(board, side, host, call).map(|(arguments, _)| arguments)
}

/// The tokens of each argument, and the commas between them.
fn split(
    board: &Board<'_>,
    side: usize,
    host: EntityId,
    call: &Call,
) -> Option<(Vec<Vec<Place>>, Vec<Place>)> {
    let name = board.unit_token(side, host, call.token)?;
    let tokens = board.unit_tokens(side, host, Some(&call.tokens));
    let (open, close) = (["(", "[", "{"].map(Symbol::of), [")", "]", "}"].map(Symbol::of));
    let comma = Symbol::of(",");
    let mut depth = 0;
    let mut all: Vec<Vec<Place>> = Vec::new();
    let mut commas = Vec::new();
    let mut types = false;
    for place in tokens.into_iter().skip_while(|p| p.token <= name.token) {
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
            commas.push(place);
            continue;
        }
        // A comma behind a type parts type arguments.
        types = token.role == Role::Type || types && token.symbol == comma;
        if let Some(argument) = all.last_mut() {
            argument.push(place);
        }
    }
    all.retain(|argument| !argument.is_empty());
    (all.len() == call.arguments.len()).then_some((all, commas))
}

/// What became of a parameter of a refactored method.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Same,
    /// It has another place or type; its partner's place on the other side.
    Changed(usize),
    /// It came or went.
    Alone,
}

/// The parameters of each refactored method, and the method on the other side.
type Changed = HashMap<EntityId, (Vec<Fate>, EntityId)>;

fn changed_parameters(board: &Board<'_>, side: usize) -> Changed {
    let mut changed = Changed::default();
    for (refactoring, &(before, after)) in board.comparison.reported_pairs() {
        let level = board.model(BEFORE).level(before);
        if level != Level::Method || !refactoring.refactoring.corresponds() {
            continue;
        }
        let (old, new) = (board.model(BEFORE).parameters(before), board.model(AFTER).parameters(after));
        let partner = partners(old, new);
        let own = |place: usize| match side {
            BEFORE => partner[place],
            _ => partner.iter().position(|p| *p == Some(place)),
        };
        let fate = |place: usize| match own(place) {
            None => Fate::Alone,
            Some(other) => {
                let (i, j) = if side == BEFORE { (place, other) } else { (other, place) };
                if i == j && old[i].key == new[j].key { Fate::Same } else { Fate::Changed(other) }
            }
        };
        let count = if side == BEFORE { old.len() } else { new.len() };
        let fates: Vec<Fate> = (0..count).map(fate).collect();
        if old.len() != new.len() || fates.iter().any(|f| *f != Fate::Same) {
            let (id, other) = if side == BEFORE { (before, after) } else { (after, before) };
            changed.insert(id, (fates, other));
        }
    }
    changed
}

/// The calls of a method in a unit, in order.
fn calls_of(board: &Board<'_>, side: usize, unit: EntityId, method: EntityId) -> Vec<Call> {
    let model = board.model(side);
    let name = Symbol::of(model.declaration(method).name.as_bytes());
    let count = model.parameters(method).len();
    let fits = |c: &&Call| c.name == name && c.arguments.len() == count && c.form != CallForm::Reference;
    model.unit(unit).calls.iter().filter(fits).cloned().collect()
}

/// Explains arguments of parameters that a reported refactoring added, removed or changed: of one that came or went, names
/// and literals that say nothing; of one that has another place or type, what was given to it before. Anything else is left.
pub(super) fn explain_arguments(board: &mut Board<'_>, resolved: &Resolved) {
    for side in [BEFORE, AFTER] {
        let changed = changed_parameters(board, side);
        if changed.is_empty() {
            continue;
        }
        let model = board.model(side);
        let name = |id: EntityId| Symbol::of(model.declaration(id).name.as_bytes());
        let mut named: HashMap<(Symbol, usize), EntityId> = HashMap::default();
        let mut ids: Vec<EntityId> = changed.keys().copied().collect();
        ids.sort_unstable();
        for id in ids {
            named.entry((name(id), changed[&id].0.len())).or_insert(id);
        }
        let pairs = board.comparison.pairs().iter();
        let there: HashMap<EntityId, EntityId> =
            pairs.map(|&(b, a, _)| if side == BEFORE { (b, a) } else { (a, b) }).collect();
        let mut follows: Vec<Place> = Vec::new();
        for id in model.ids().filter(|&id| model.declaration(id).parent.is_none()) {
            let mut seen: HashMap<EntityId, usize> = HashMap::default();
            for call in model.unit(id).calls.iter().filter(|c| c.form != CallForm::Reference) {
                let Some(place) = board.unit_token(side, id, call.token) else { continue };
                let target = resolved.target(side, place).or_else(|| {
                    let by_name = named.get(&(call.name, call.arguments.len())).copied();
                    by_name.filter(|_| !resolved.is_foreign(side, place))
                });
                let Some(target) = target else { continue };
                let Some((fates, other)) = changed.get(&target) else { continue };
                let number = seen.entry(target).or_default();
                *number += 1;
                let Some((given, commas)) = split(board, side, id, call) else { continue };
                follows.extend(commas);
                // The same call on the other side, where there are as many.
                let twin = there.get(&id).and_then(|&unit| {
                    let calls = calls_of(board, 1 - side, unit, *other);
                    let call = calls.get(*number - 1)?;
                    arguments(board, 1 - side, unit, call)
                });
                let was_given = |argument: &[Place], place: usize| {
                    twin.as_ref()
                        .and_then(|t| t.get(place))
                        .is_some_and(|was| symbols(board, side, argument) == symbols(board, 1 - side, was))
                };
                for (number, (argument, fate)) in given.iter().zip(fates).enumerate() {
                    let fits = match fate {
                        // Of two equal arguments the wrong one may have been taken for the new one.
                        Fate::Same => was_given(argument, number),
                        Fate::Alone => is_plain(board, side, argument),
                        Fate::Changed(place) => was_given(argument, *place),
                    };
                    if fits {
                        follows.extend(argument);
                    }
                }
            }
        }
        board.explain_all(side, follows);
    }
}

fn symbols(board: &Board<'_>, side: usize, places: &[Place]) -> Vec<Symbol> {
    places.iter().map(|&p| board.token(side, p).symbol).collect()
}

/// Whether an argument only names something, or is a literal that says nothing.
fn is_plain(board: &Board<'_>, side: usize, argument: &[Place]) -> bool {
    let (dot, empty) = (Symbol::of("."), ["null", "false", "0", "\"\""].map(Symbol::of));
    let words = ["this", "super"].map(Symbol::of);
    let fits = |p: &Place| {
        let token = board.token(side, *p);
        match token.role {
            Role::Use | Role::Type => true,
            Role::Literal => argument.len() == 1 && empty.contains(&token.symbol),
            Role::Keyword => words.contains(&token.symbol),
            _ => token.symbol == dot,
        }
    };
    argument.iter().all(fits)
}

/// Explains what stands before the name of a member or type that moved: its owner, or the object that has it.
pub(super) fn explain_qualifiers(board: &mut Board<'_>, resolved: &Resolved) {
    for side in [BEFORE, AFTER] {
        let (mut names, mut owners) = (HashSet::default(), HashSet::default());
        for (refactoring, &(before, after)) in board.comparison.reported_pairs() {
            if !changes_owner(refactoring.refactoring) {
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
                let place = Place { file: number as u32, token: at as u32 };
                // Any object may have a method that moved; of others only the types are known.
                let (mut here, mut first) = (at, resolved.target(side, place).is_some());
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

/// Whether those who use it name another owner: not so for members that are inherited before or after.
fn changes_owner(refactoring: RefactoringType) -> bool {
    use RefactoringType::{PullUpField, PullUpMethod, PushDownField, PushDownMethod};
    refactoring.moves() && !matches!(refactoring, PullUpMethod | PullUpField | PushDownMethod | PushDownField)
}

/// In a member that moved: the owner of what stayed behind, and `this` or a parameter before what went along.
pub(super) fn explain_receivers(board: &mut Board<'_>) {
    let dot = Symbol::of(".");
    let moved: Vec<((EntityId, EntityId), bool)> = board
        .comparison
        .reported_pairs()
        .filter(|(r, _)| r.refactoring.moves() && r.refactoring.corresponds())
        .map(|(r, ids)| (*ids, changes_owner(r.refactoring)))
        .collect();
    for (ids, apart) in moved {
        let owner = |board: &Board<'_>, side: usize, id: EntityId| {
            let model = board.model(side);
            model.type_around(id).map(|o| Symbol::of(model.declaration(o).name.as_bytes()))
        };
        let owners = [owner(board, BEFORE, ids.0), owner(board, AFTER, ids.1)];
        for (side, id) in [(BEFORE, ids.0), (AFTER, ids.1)] {
            // What both types and those above them declare may need, or lose, the name of its type.
            let mut words: HashSet<Symbol> = owners.into_iter().flatten().collect();
            for (side, id) in [(BEFORE, ids.0), (AFTER, ids.1)] {
                let model = board.model(side);
                let above = model.type_around(id).map(|o| model.declaration(o).supertypes.iter());
                words.extend(above.into_iter().flatten().filter_map(|t| t.simple()));
            }
            if apart {
                words.insert(Symbol::of("this"));
                // Parameters of the type that the member has left, or goes to.
                let of_owner = |p: &&Parameter| p.ty.simple().is_some() && p.ty.simple() == owners[1 - side];
                let parameters = board.model(side).parameters(id).iter().filter(of_owner);
                words.extend(parameters.map(|p| Symbol::of(p.name.as_bytes())));
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
