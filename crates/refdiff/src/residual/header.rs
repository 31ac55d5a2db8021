//! Packages and imports: those that a refactoring made necessary or superfluous.

use super::board::{AFTER, BEFORE, Board, State, TokenPlace};
use super::meaning::Meanings;
use super::tokens::OUTSIDE;
use crate::model::{EntityId, Import, Level, Role, Symbol};
use crate::refactorings::RefactoringType;
use crate::report::Refactoring;
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::ops::Range;

/// A statement as a range of token numbers in its file.
pub(super) type Statement = Range<u32>;

/// The statements outside of all units, up to their semicolon.
pub(super) fn statements<'b>(board: &'b Board<'_>, side: usize, file: u32) -> &'b [Statement] {
    board.sides[side][file as usize].statements.get_or_init(|| read_statements(board, side, file))
}

fn read_statements(board: &Board<'_>, side: usize, file: u32) -> Vec<Statement> {
    let (import, package) = (Symbol::of("import"), Symbol::of("package"));
    let end = Symbol::of(";");
    let mut all: Vec<Statement> = Vec::new();
    for (first, run) in board.sides[side][file as usize].tokens.outside() {
        let mut open: Option<u32> = None;
        for (number, token) in (first..).zip(run) {
            match open {
                Some(start) if token.symbol == end => {
                    all.push(start..number + 1);
                    open = None;
                }
                None if token.symbol == import || token.symbol == package => open = Some(number),
                _ => {}
            }
        }
    }
    all
}

/// The places of the tokens of a statement.
pub(super) fn places(
    file: u32,
    statement: &Statement,
) -> impl DoubleEndedIterator<Item = TokenPlace> + use<> {
    statement.clone().map(move |token| TokenPlace { file, token })
}

/// The words of a statement.
pub(super) fn symbols(board: &Board<'_>, side: usize, file: u32, statement: &Statement) -> Vec<Symbol> {
    let mut tokens = board.sides[side][file as usize].tokens.reader();
    statement.clone().map(|token| tokens.symbol(token as usize)).collect()
}

/// What reported refactorings imply for imported names.
struct Known {
    /// The simple names of refactored entities and of their enclosing types.
    names: HashSet<Symbol>,
    /// Their paths.
    paths: HashSet<Vec<Symbol>>,
    /// The packages of types that moved.
    packages: HashSet<Vec<Symbol>>,
    /// Types, by path, and their paths on the other side.
    types: HashMap<Vec<Symbol>, Vec<Vec<Symbol>>>,
    /// The package that a reported refactoring moved a file's type from, or to.
    left: HashMap<u32, Vec<Symbol>>,
    /// The top-level types of each file.
    tops: HashMap<u32, Vec<EntityId>>,
}

impl Known {
    /// Whether a path leads into a refactored type, and `others` has the same path into its counterpart on the other
    /// side.
    fn leads_into_type(&self, path: &[Symbol], others: &[Vec<Symbol>]) -> bool {
        (1..=path.len()).any(|end| {
            let (here, rest) = path.split_at(end);
            self.types
                .get(here)
                .into_iter()
                .flatten()
                .any(|there| others.iter().any(|other| other.strip_prefix(there.as_slice()) == Some(rest)))
        })
    }
}

fn known(board: &Board<'_>, side: usize) -> Known {
    let mut known = Known {
        names: HashSet::default(),
        paths: HashSet::default(),
        packages: HashSet::default(),
        types: HashMap::default(),
        left: HashMap::default(),
        tops: HashMap::default(),
    };
    let model = board.model(side);
    for id in model.ids_of(Level::Type).filter(|&id| model.container(id).is_none()) {
        known.tops.entry(model.entity(id).file).or_default().push(id);
    }
    for (refactoring, &(before, after)) in board.comparison.reported_pairs() {
        let id = if side == BEFORE { before } else { after };
        known.names.insert(Symbol::of(model.declaration(id).name.as_bytes()));
        let mut at = Some(id);
        while let Some(here) = at {
            let key = model.key(here);
            known.paths.insert(package(key.split('(').next().unwrap_or_default()));
            at = model.type_around(here);
        }
        if let Some(around) = model.type_around(id) {
            known.names.insert(Symbol::of(model.declaration(around).name.as_bytes()));
        }
        if model.level(id) == Level::Type {
            known.packages.insert(package(model.file(id).package.as_ref()));
            let other = if side == BEFORE { after } else { before };
            // If a type was extracted from another, the old one still exists.
            if !relocated(refactoring) {
                continue;
            }
            let there = package(&board.model(1 - side).key(other));
            known.types.entry(package(&model.key(id))).or_default().push(there);
            let (mine, theirs) = (&model.file(id).package, &board.model(1 - side).file(other).package);
            if model.container(id).is_none() && mine != theirs {
                known.left.entry(model.entity(id).file).or_insert_with(|| package(theirs));
            }
        }
    }
    known
}

/// Whether one type became another.
fn relocated(refactoring: &Refactoring) -> bool {
    use RefactoringType::{MoveAndRenameType, MoveType, RenameType};
    matches!(refactoring.refactoring, RenameType | MoveType | MoveAndRenameType)
}

fn package(dotted: &str) -> Vec<Symbol> {
    dotted.split('.').map(|part| Symbol::of(part.as_bytes())).collect()
}

/// Explains the packages and imports that follow from the refactorings.
pub(super) fn explain<'c>(board: &mut Board<'c>, meanings: &Meanings<'_, 'c>) {
    let star = Symbol::of("*");
    let package_word = Symbol::of("package");
    for side in [BEFORE, AFTER] {
        let known = known(board, side);
        for file in 0..board.sides[side].len() as u32 {
            let open = |statement: &&Statement| {
                let states = &board.sides[side][file as usize].state;
                states[statement.start as usize..statement.end as usize].contains(&State::Left)
            };
            let open: Vec<Statement> = statements(board, side, file).iter().filter(open).cloned().collect();
            if open.is_empty() {
                continue;
            }
            let carried = carried(board, side, file);
            let left = known.left.get(&file);
            let other_package = changed_package(board, &known, side, file);
            let twin = board.twins[side][file as usize];
            let others: Vec<Vec<Symbol>> = twin
                .map(|twin| {
                    statements(board, 1 - side, twin).iter().map(|s| path(board, 1 - side, twin, s)).collect()
                })
                .unwrap_or_default();
            for statement in open {
                let symbols = symbols(board, side, file, &statement);
                let path = path(board, side, file, &statement);
                // The same name imported from elsewhere on the other side is another type.
                let swapped = others.iter().any(|o| o.last() == path.last() && *o != path);
                let follows = match path.split_last() {
                    _ if symbols.first() == Some(&package_word) => other_package,
                    // A type that left its package imports what it used there.
                    Some((last, rest)) if *last == star => {
                        known.packages.contains(rest)
                            || left.is_some_and(|package| package == rest)
                            || rest.last().is_some_and(|r| known.names.contains(r))
                    }
                    Some((last, _)) => {
                        known.paths.contains(&path)
                            || carried.contains(last) && !swapped
                            || known.leads_into_type(&path, &others)
                    }
                    None => false,
                };
                if follows && keeps_meaning(board, meanings, side, file, &statement) {
                    board.explain_all(side, places(file, &statement));
                }
            }
        }
    }
}

/// Whether an imported name has the same meaning at all its uses in the file on the other side.
pub(super) fn keeps_meaning<'c>(
    board: &Board<'c>,
    meanings: &Meanings<'_, 'c>,
    side: usize,
    file: u32,
    statement: &Statement,
) -> bool {
    let path = path(board, side, file, statement);
    let is_import = symbols(board, side, file, statement).first() == Some(&Symbol::of("import"));
    let Some(&name) = path.last().filter(|&&name| is_import && name != Symbol::of("*")) else { return true };
    let Some(twin) = board.twins[side][file as usize] else { return true };
    let uses = |side: usize, file: u32| -> HashSet<Symbol> {
        let tokens = &board.sides[side][file as usize].tokens;
        let named = tokens.with_symbol(|symbol| symbol == name).into_iter().filter(|&at| {
            let token = tokens.at(at);
            token.unit != OUTSIDE && !matches!(token.role, Role::Declaration | Role::Literal)
        });
        named.filter_map(|at| meanings.at(board, side, TokenPlace { file, token: at as u32 })).collect()
    };
    let there = uses(1 - side, twin);
    if there.is_empty() {
        return true;
    }
    let mut here = uses(side, file);
    if let Some(place) = board.first_of(side, file, 0) {
        let import = Import { path: path.into(), wildcard: false, members: false, alias: None };
        here.insert(meanings.imported(side, &import, place));
    }
    there.is_subset(&here)
}

/// The path of an import.
pub(super) fn path(board: &Board<'_>, side: usize, file: u32, statement: &Statement) -> Vec<Symbol> {
    let words = ["import", "static", ";", "."].map(Symbol::of);
    let mut path = symbols(board, side, file, statement);
    path.retain(|s| !words.contains(s));
    path
}

/// The names in code of this file that came from or went to another file, and in code that was explained without a
/// counterpart, such as the type of an added parameter.
fn carried(board: &Board<'_>, side: usize, file: u32) -> HashSet<Symbol> {
    let here = &board.sides[side][file as usize];
    let twin = board.twins[side][file as usize];
    let elsewhere = |i: usize| match here.partner(i) {
        Some(partner) => Some(partner.file) != twin,
        None => here.state[i] == State::Explained,
    };
    (0..here.tokens.len()).filter(|&i| elsewhere(i)).map(|i| here.tokens.at(i).symbol).collect()
}

/// Whether code of this file is in another package on the other side, or the file was added for a type that was made
/// from others.
fn changed_package(board: &Board<'_>, known: &Known, side: usize, file: u32) -> bool {
    let tops = known.tops.get(&file).into_iter().flatten();
    let explained = |p: &TokenPlace| board.state(side, *p) == State::Explained;
    if board.twins[side][file as usize].is_none()
        && tops.into_iter().any(|&id| board.head(side, id).iter().all(explained))
    {
        return true;
    }
    let package = |side: usize, file: u32| &board.model(side).files[file as usize].package;
    let here = &board.sides[side][file as usize];
    let mut others = here.partners().map(|p| p.file);
    others.any(|other| package(1 - side, other) != package(side, file))
}
