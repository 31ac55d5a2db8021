//! Code that left a method for one of its own, or came into it from one: Extract and Inline.

use super::align::alike;
use super::board::{AFTER, BEFORE, Board, Place, State};
use super::calls::arguments;
use super::lines::common;
use super::names::Names;
use crate::model::{Call, EntityId, NodeKind, Role, Symbol};
use crate::refactorings::RefactoringType;
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

/// The method that holds the code in full, and the one that has only this code, on the other side.
#[derive(Clone, Copy)]
struct Transfer {
    side: usize,
    whole: EntityId,
    part: EntityId,
}

/// The transfers that were reported, with the calls that stand for the code on the other side.
pub(super) struct Transfers(Vec<(Transfer, Vec<(EntityId, Call)>)>);

impl Transfers {
    pub fn new(board: &Board<'_>) -> Self {
        let mut all = Vec::new();
        for (refactoring, &(before, after)) in board.comparison.reported_pairs() {
            match refactoring.refactoring {
                RefactoringType::ExtractMethod | RefactoringType::ExtractAndMoveMethod => {
                    all.push(Transfer { side: BEFORE, whole: before, part: after });
                }
                RefactoringType::InlineMethod | RefactoringType::MoveAndInlineMethod => {
                    all.push(Transfer { side: AFTER, whole: after, part: before });
                }
                _ => {}
            }
        }
        Transfers(all.into_iter().map(|t| (t, calls(board, &t))).collect())
    }

    /// The tokens of the calls: they stand for code, and for no other call.
    pub fn claimed(&self, board: &Board<'_>) -> [HashSet<Place>; 2] {
        let mut claimed = [HashSet::default(), HashSet::default()];
        for (transfer, calls) in &self.0 {
            let side = 1 - transfer.side;
            for (host, call) in calls {
                claimed[side].extend(board.unit_tokens(side, *host, Some(&call.tokens)));
            }
        }
        claimed
    }

    /// Lays what was extracted and inlined beside where it came from and went.
    pub fn lay(&self, board: &mut Board<'_>, names: &Names) {
        for (transfer, calls) in &self.0 {
            one(board, transfer, calls, names);
        }
    }
}

/// How often the code of the part stands in the whole, judged by the word of it that is rarest there.
fn copies(board: &Board<'_>, transfer: &Transfer) -> usize {
    let other = 1 - transfer.side;
    let body = board.model(other).declaration(transfer.part).body.clone();
    let count = |side: usize, places: &[Place]| -> HashMap<Symbol, usize> {
        let mut counts = HashMap::default();
        for &place in places {
            let token = board.token(side, place);
            if token.role != Role::Punctuation {
                *counts.entry(token.symbol).or_default() += 1;
            }
        }
        counts
    };
    let part = count(other, &board.unit_tokens(other, transfer.part, Some(&body.unwrap_or_default())));
    let whole = count(transfer.side, &board.unit_tokens(transfer.side, transfer.whole, None));
    let times = part.iter().filter_map(|(word, n)| whole.get(word).map(|held| held / n)).filter(|&n| n > 0);
    times.min().unwrap_or(1)
}

/// Whether a call stands between what stood before the code and what stood behind it.
fn is_in_place(board: &Board<'_>, transfer: &Transfer, host: EntityId, call: &Call) -> bool {
    let other = 1 - transfer.side;
    let whole = board.unit_tokens(transfer.side, transfer.whole, None);
    let (Some(first), Some(last)) = (whole.first(), whole.last()) else { return true };
    let within = |p: &Place| p.file == first.file && (first.token..=last.token).contains(&p.token);
    let partner = |p: &Place| board.sides[other][p.file as usize].partner[p.token as usize].filter(within);
    let body = board.model(other).declaration(transfer.part).body.clone().unwrap_or_default();
    // What the part gives back may stand anywhere; all else where the code was, on lines that stayed or not.
    let unit = board.model(other).unit(transfer.part);
    let back = unit.nodes.iter().rfind(|n| n.kind == NodeKind::Return).map(|n| n.tokens.clone());
    let back = board.unit_tokens(other, transfer.part, Some(&back.unwrap_or_default()));
    let anchor = |p: &Place| board.sides[other][p.file as usize].anchor[p.token as usize].filter(within);
    let body = board.unit_tokens(other, transfer.part, Some(&body));
    let laid = body.iter().filter(|p| !back.contains(p)).filter_map(|p| anchor(p).or_else(|| partner(p)));
    let laid: Vec<u32> = laid.map(|p| p.token).collect();
    let (Some(&from), Some(&to)) = (laid.iter().min(), laid.iter().max()) else { return true };
    let statement = board.model(other).unit(host).statement_at(call.token).map(|s| s.tokens.clone());
    let statement = board.unit_tokens(other, host, Some(&statement.unwrap_or_else(|| call.tokens.clone())));
    let (Some(start), Some(end)) = (statement.first(), statement.last()) else { return true };
    let all = board.unit_tokens(other, host, None);
    let before =
        all.iter().filter(|p| p.token < start.token).filter_map(partner).map(|p| p.token).next_back();
    let behind = all.iter().filter(|p| p.token > end.token).find_map(partner).map(|p| p.token);
    before.is_none_or(|b| b < to) && behind.is_none_or(|b| b > from)
}

/// The calls of the part where the whole stands on the other side, as many as there are copies of its code.
fn calls(board: &Board<'_>, transfer: &Transfer) -> Vec<(EntityId, Call)> {
    let other = 1 - transfer.side;
    let host = board.comparison.pairs().iter().find_map(|&(b, a, _)| {
        let (here, there) = if transfer.side == BEFORE { (b, a) } else { (a, b) };
        (here == transfer.whole).then_some(there)
    });
    let Some(host) = host else { return Vec::new() };
    let model = board.model(other);
    let name = Symbol::of(model.declaration(transfer.part).name.as_bytes());
    let count = model.parameters(transfer.part).len();
    let fits = |c: &&Call| c.name == name && c.arguments.len() == count;
    let all = model.unit(host).calls.iter().filter(fits);
    all.take(copies(board, transfer)).map(|c| (host, c.clone())).collect()
}

fn one(board: &mut Board<'_>, transfer: &Transfer, calls: &[(EntityId, Call)], names: &Names) {
    let &Transfer { side, whole, part } = transfer;
    let other = 1 - side;
    let head = board.head(other, part);
    board.explain_all(other, head);
    let model = board.model(other);
    let parameters: Vec<Symbol> =
        model.parameters(part).iter().map(|p| Symbol::of(p.name.as_bytes())).collect();
    let given: Vec<Vec<Place>> =
        calls.first().and_then(|(host, call)| arguments(board, other, *host, call)).unwrap_or_default();
    // A parameter that the code had as a local variable stands for itself.
    let declared: Vec<Symbol> = board.model(side).unit(whole).locals.iter().map(|l| l.name).collect();
    if let Some(body) = model.declaration(part).body.clone() {
        let places = board.unit_tokens(other, part, Some(&body));
        let mut stated: Vec<(Symbol, Place)> = Vec::with_capacity(places.len());
        for &place in &places {
            let token = *board.token(other, place);
            let own = |i: usize| {
                given.get(i).is_some_and(|a| a.len() == 1 && board.token(other, a[0]).symbol == parameters[i])
            };
            let stands = |i: usize| {
                declared.contains(&parameters[i]) && (own(i) || given.get(i).is_none_or(|a| a.len() != 1))
            };
            let parameter = parameters.iter().position(|&p| p == token.symbol).filter(|&i| !stands(i));
            match parameter.and_then(|i| given.get(i)).filter(|_| token.role == Role::Use) {
                Some(argument) => {
                    stated.extend(argument.iter().map(|&p| (board.token(other, p).symbol, place)));
                }
                None => stated.push((token.symbol, place)),
            }
        }
        lay(board, transfer, &stated, names);
        let takes = takers(board, other, calls);
        returns(board, other, part, &places, &takes);
    }
    for (number, (host, call)) in calls.iter().enumerate() {
        // The first stands where the code was; others stand for copies of it.
        if number == 0 && !is_in_place(board, transfer, *host, call) {
            continue;
        }
        call_site(board, transfer, *host, call, &parameters, &declared);
        receiver(board, transfer, *host, call);
    }
    locals_to_parameters(board, transfer, &parameters, &given);
    balance(board, side, whole);
    balance(board, other, part);
    for (host, _) in calls {
        balance(board, other, *host);
    }
}

/// Brackets come in pairs: where one is accounted for, so is the other.
fn balance(board: &mut Board<'_>, side: usize, id: EntityId) {
    let (opening, closing) = (["(", "[", "{"].map(Symbol::of), [")", "]", "}"].map(Symbol::of));
    let mut open: Vec<Place> = Vec::new();
    for place in board.unit_tokens(side, id, None) {
        let symbol = board.token(side, place).symbol;
        if opening.contains(&symbol) {
            open.push(place);
        } else if closing.contains(&symbol)
            && let Some(start) = open.pop()
            && [start, place].iter().any(|&p| board.state(side, p) != State::Left)
        {
            board.explain_all(side, [start, place]);
        }
    }
}

fn lay(board: &mut Board<'_>, transfer: &Transfer, stated: &[(Symbol, Place)], names: &Names) {
    let side = transfer.side;
    // Code that left or came stands on lines that differ.
    let mut origin = board.unit_tokens(side, transfer.whole, None);
    let ends = origin.first().zip(origin.last()).map(|(first, last)| (*first, *last));
    origin.retain(|&p| board.is_on_changed_line(side, p));
    // What stayed on its line in the whole is the same code as before, and no other.
    let stays = |place: Place| {
        let anchor = board.sides[1 - side][place.file as usize].anchor[place.token as usize];
        let within = |a: Place, (first, last): (Place, Place)| {
            a.file == first.file && (first.token..=last.token).contains(&a.token)
        };
        anchor.zip(ends).is_some_and(|(a, ends)| within(a, ends))
    };
    let stated: Vec<(Symbol, Place)> = stated.iter().copied().filter(|s| !stays(s.1)).collect();
    let held: Vec<Symbol> = origin.iter().map(|&p| board.token(side, p).symbol).collect();
    let moved: Vec<Symbol> = stated.iter().map(|s| s.0).collect();
    let mut pairs = Vec::new();
    let (mut i, mut j) = (0, 0);
    for (x, y) in common(&held, &moved).into_iter().chain([(held.len(), moved.len())]) {
        if i < x && j < y && !names.is_empty() {
            let between = alike(&held[i..x], &moved[j..y], names, side);
            pairs.extend(between.into_iter().map(|(p, q)| (i + p, j + q)));
        }
        if x < held.len() {
            pairs.push((x, y));
        }
        (i, j) = (x + 1, y + 1);
    }
    for (x, y) in pairs {
        let (whole, part) = (origin[x], stated[y].1);
        let (before, after) = if side == BEFORE { (whole, part) } else { (part, whole) };
        board.pair_first(before, after);
    }
}

/// The words of the statements that take the result of calls.
fn takers(board: &Board<'_>, side: usize, calls: &[(EntityId, Call)]) -> Vec<Symbol> {
    let mut words = Vec::new();
    for (host, call) in calls {
        let Some(statement) = board.model(side).unit(*host).statement_at(call.token) else { continue };
        let inside = board.unit_tokens(side, *host, Some(&call.tokens));
        let all = board.unit_tokens(side, *host, Some(&statement.tokens));
        words.extend(all.iter().filter(|p| !inside.contains(p)).map(|&p| board.token(side, p).symbol));
    }
    words
}

/// A method of its own gives back what the code around it takes, with its last statement.
fn returns(board: &mut Board<'_>, side: usize, part: EntityId, body: &[Place], takes: &[Symbol]) {
    let Some(last) = body.last() else { return };
    let Some(node) = board.model(side).unit(part).nodes.iter().rfind(|n| n.kind == NodeKind::Return) else {
        return;
    };
    let tokens = board.unit_tokens(side, part, Some(&node.tokens));
    if tokens.last() != Some(last) {
        return;
    }
    // `return`, a value, and the semicolon.
    let value = tokens.get(1..tokens.len() - 1).unwrap_or_default();
    let taken = match value {
        [name] => takes.contains(&board.token(side, *name).symbol),
        _ => false,
    };
    if taken {
        board.explain_all(side, value.iter().copied());
    }
    if taken || value.iter().any(|&p| board.state(side, p) != State::Left) {
        board.explain_all(side, tokens.first().copied());
        board.explain_all(side, tokens.last().copied());
    }
}

/// The call in place of the code: itself, arguments that were in the code, and what takes its result.
fn call_site(
    board: &mut Board<'_>,
    transfer: &Transfer,
    host: EntityId,
    call: &Call,
    parameters: &[Symbol],
    declared: &[Symbol],
) {
    let other = 1 - transfer.side;
    let all = board.unit_tokens(other, host, Some(&call.tokens));
    let given = arguments(board, other, host, call).unwrap_or_default();
    let inside = |place: &Place| given.iter().any(|a| a.contains(place));
    for place in all.iter().filter(|p| !inside(p)) {
        board.explain(other, *place);
    }
    let origin: Vec<Symbol> = board
        .unit_tokens(transfer.side, transfer.whole, None)
        .iter()
        .map(|&p| board.token(transfer.side, p).symbol)
        .collect();
    for (argument, parameter) in given.iter().zip(parameters) {
        let symbols: Vec<Symbol> = argument.iter().map(|&p| board.token(other, p).symbol).collect();
        // A variable of the code that became a parameter of its own name is given as itself.
        let itself = !declared.contains(parameter) || symbols == [*parameter];
        let is_name = argument.len() == 1 && board.token(other, argument[0]).role != Role::Literal;
        let stood = !symbols.is_empty() && origin.windows(symbols.len()).any(|w| w == symbols);
        let follows = if is_name { itself } else { stood };
        if follows {
            board.explain_all(other, argument.iter().copied());
        }
    }
    let statement = board.model(other).unit(host).statement_at(call.token).cloned();
    let Some(statement) = statement else { return };
    let takes = [NodeKind::LocalDeclaration, NodeKind::Return, NodeKind::ExpressionStatement];
    if !takes.contains(&statement.kind) {
        return;
    }
    let plain = ["return", "=", ";", "final", "<", ">", "[", "]"].map(Symbol::of);
    let head: Vec<Symbol> =
        board.head(other, transfer.part).iter().map(|&p| board.token(other, p).symbol).collect();
    for place in board.unit_tokens(other, host, Some(&statement.tokens)) {
        let token = *board.token(other, place);
        let fits = match token.role {
            Role::Declaration => true,
            Role::Use => origin.contains(&token.symbol),
            _ if plain.contains(&token.symbol) => true,
            // A type is that of the result, or stood there before.
            Role::Type => head.contains(&token.symbol) || origin.contains(&token.symbol),
            _ => {
                is_basic_type(board, other, host, &token.symbol)
                    && (head.contains(&token.symbol) || origin.contains(&token.symbol))
            }
        };
        if fits && !all.contains(&place) {
            board.explain(other, place);
        }
    }
    // What takes the result takes it from the code itself on the side where that stands: where the value that the part gives
    // back went.
    let takes: Vec<Symbol> = board
        .unit_tokens(other, host, Some(&statement.tokens))
        .iter()
        .filter(|place| !all.contains(place))
        .map(|&place| board.token(other, place).symbol)
        .collect();
    let Some(target) = value_went_to(board, transfer) else { return };
    for place in target {
        let token = *board.token(transfer.side, place);
        let names =
            matches!(token.role, Role::Declaration | Role::Use | Role::Type) || plain.contains(&token.symbol);
        if names && takes.contains(&token.symbol) {
            board.explain(transfer.side, place);
        }
    }
}

/// The statement of the whole that holds the value which the part gives back.
fn value_went_to(board: &Board<'_>, transfer: &Transfer) -> Option<Vec<Place>> {
    let other = 1 - transfer.side;
    let nodes = &board.model(other).unit(transfer.part).nodes;
    let back = nodes.iter().rfind(|n| n.kind == NodeKind::Return)?;
    let value = board.unit_tokens(other, transfer.part, Some(&back.tokens));
    let partner = |p: &Place| board.sides[other][p.file as usize].partner[p.token as usize];
    let there = value.get(1..)?.iter().find_map(partner)?;
    let whole = board.model(transfer.side);
    let entity = whole.entity(transfer.whole);
    let placed = &whole.files[entity.file as usize].units[entity.unit as usize];
    let byte = board.token(transfer.side, there).start.checked_sub(placed.start)?;
    let token = placed.unit.tokens.iter().position(|t| t.start == byte)? as u32;
    let statement = placed.unit.statement_at(token)?;
    Some(board.unit_tokens(transfer.side, transfer.whole, Some(&statement.tokens)))
}

/// Whether a word is a type that is written somewhere in the unit, such as `int`.
fn is_basic_type(board: &Board<'_>, side: usize, host: EntityId, word: &Symbol) -> bool {
    board.model(side).unit(host).types.iter().any(|t| t.simple() == Some(*word))
}

/// Where the object of the call is a simple name, the method itself does without it.
fn receiver(board: &mut Board<'_>, transfer: &Transfer, host: EntityId, call: &Call) {
    let other = 1 - transfer.side;
    let dot = Symbol::of(".");
    let tokens = board.unit_tokens(other, host, Some(&(call.tokens.start..call.token)));
    let [object, link] = tokens[..] else { return };
    if board.token(other, link).symbol != dot {
        return;
    }
    let object = board.token(other, object).symbol;
    let whole = board.unit_tokens(transfer.side, transfer.whole, None);
    for pair in whole.windows(2) {
        let (name, link) = (board.token(transfer.side, pair[0]), board.token(transfer.side, pair[1]));
        if name.symbol == object && link.symbol == dot {
            board.explain_all(transfer.side, [pair[0], pair[1]]);
        }
    }
}

/// A local variable that became a parameter, or the reverse, with its value as the argument.
fn locals_to_parameters(
    board: &mut Board<'_>,
    transfer: &Transfer,
    parameters: &[Symbol],
    given: &[Vec<Place>],
) {
    let (side, other) = (transfer.side, 1 - transfer.side);
    let unit = board.model(side).unit(transfer.whole);
    let (equals, end) = (Symbol::of("="), Symbol::of(";"));
    for node in unit.nodes.iter().filter(|n| n.kind == NodeKind::LocalDeclaration) {
        let tokens = board.unit_tokens(side, transfer.whole, Some(&node.tokens));
        let symbol = |p: &Place| board.token(side, *p).symbol;
        let Some(at) = tokens.iter().position(|p| symbol(p) == equals) else { continue };
        let Some(name) = at.checked_sub(1).map(|i| symbol(&tokens[i])) else { continue };
        let Some(argument) = parameters.iter().position(|&p| p == name).and_then(|i| given.get(i)) else {
            continue;
        };
        let value = &tokens[at + 1..tokens.len().saturating_sub(1).max(at + 1)];
        let same = value.iter().map(symbol).eq(argument.iter().map(|&p| board.token(other, p).symbol));
        if same && tokens.last().map(symbol) == Some(end) {
            let pairs: Vec<(Place, Place)> = value.iter().copied().zip(argument.iter().copied()).collect();
            for (here, there) in pairs {
                let (before, after) = if side == BEFORE { (here, there) } else { (there, here) };
                board.pair_first(before, after);
            }
            board.explain_all(side, tokens);
        }
    }
}
