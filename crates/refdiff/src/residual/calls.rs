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

/// Which parameters of a method came, went or changed.
type Changed = HashMap<EntityId, Vec<bool>>;

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
        if old.len() != new.len() || flags.contains(&true) {
            changed.insert(if side == BEFORE { before } else { after }, flags);
        }
    }
    changed
}

/// Explains arguments of parameters that a reported refactoring added, removed or changed: names and literals, and what
/// was an argument of the same call before. Anything that does something of its own is left.
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
            named.entry((name(id), changed[&id].len())).or_insert(id);
        }
        let pairs = board.comparison.pairs().iter();
        let there: HashMap<EntityId, EntityId> =
            pairs.map(|&(b, a, _)| if side == BEFORE { (b, a) } else { (a, b) }).collect();
        let mut follows: Vec<Place> = Vec::new();
        for id in model.ids().filter(|&id| model.declaration(id).parent.is_none()) {
            for call in model.unit(id).calls.iter().filter(|c| c.form != CallForm::Reference) {
                let Some(place) = board.unit_token(side, id, call.token) else { continue };
                let target = resolved.target(side, place).or_else(|| {
                    let by_name = named.get(&(call.name, call.arguments.len())).copied();
                    by_name.filter(|_| !resolved.is_foreign(side, place))
                });
                let Some(flags) = target.and_then(|t| changed.get(&t)) else { continue };
                let Some((given, commas)) = split(board, side, id, call) else { continue };
                follows.extend(commas);
                let changed = given.iter().zip(flags).filter(|(_, changed)| **changed);
                let stood =
                    |argument: &[Place]| there.get(&id).is_some_and(|&p| stands_in(board, side, argument, p));
                follows.extend(
                    changed.filter(|(a, _)| is_plain(board, side, a) || stood(a)).flat_map(|(a, _)| a),
                );
            }
        }
        board.explain_all(side, follows);
    }
}

/// Whether the very tokens of an argument stand in the member on the other side.
fn stands_in(board: &Board<'_>, side: usize, argument: &[Place], member: EntityId) -> bool {
    let symbols = |side: usize, places: &[Place]| -> Vec<Symbol> {
        places.iter().map(|&p| board.token(side, p).symbol).collect()
    };
    let wanted = symbols(side, argument);
    let held = symbols(1 - side, &board.unit_tokens(1 - side, member, None));
    !wanted.is_empty() && held.windows(wanted.len()).any(|w| w == wanted)
}

/// Whether an argument only names something: a variable, a field, a literal.
fn is_plain(board: &Board<'_>, side: usize, argument: &[Place]) -> bool {
    let (dot, minus) = (Symbol::of("."), Symbol::of("-"));
    let words = ["this", "super"].map(Symbol::of);
    let literals = argument.iter().filter(|&&p| board.token(side, p).role == Role::Literal).count();
    let fits = |p: &Place| {
        let token = board.token(side, *p);
        match token.role {
            Role::Use | Role::Type | Role::Literal => true,
            Role::Keyword => words.contains(&token.symbol),
            _ => token.symbol == dot || token.symbol == minus && literals == 1 && argument.len() == 2,
        }
    };
    argument.iter().all(fits) && (literals == 0 || argument.len() <= 2)
}

/// Explains what stands before the name of a member or type that moved: its owner, or the object that has it.
pub(super) fn explain_qualifiers(board: &mut Board<'_>) {
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
