//! Methods that became one with a parameter, and a method that became two.

use super::Shown;
use super::ground::{Compared, Ground};
use super::view::View;
use crate::correspondence::{Body, Likeness, Statement};
use crate::model::{Call, EntityId, EntityKind, Level, NodeKind, Role, Symbol};
use crate::refactorings::RefactoringType::*;
use rustc_hash::FxHashSet as HashSet;

/// How many methods of a type are compared with each other.
const CONSIDERED: usize = 64;

/// The tokens that a name of the own object before fields may add to a body.
const SPARE: usize = 16;

/// How many changed methods of a type may have been separated.
const MANY: usize = 256;

/// How many new methods are tried for a method that is gone.
const FEW: usize = 16;

pub(super) fn find(ground: &Ground<'_>, found: &mut Shown) {
    for (before, after) in ground.pairs(Level::Type) {
        parameterized(ground, (before, after), found);
        separated(ground, (before, after), found);
    }
}

/// Two or more methods are gone that are a new one but for literals.
fn parameterized(ground: &Ground<'_>, (before, after): (EntityId, EntityId), found: &mut Shown) {
    let gone = |m: &EntityId| ground.old.partner(*m).is_none_or(|a| ground.new.owner(a) == Some(after));
    let olds: Vec<EntityId> = ground.old.members(before, Level::Method).filter(gone).collect();
    let alone = |m: &&EntityId| ground.old.is_alone(**m);
    if !olds.iter().any(|m| alone(&m)) {
        return;
    }
    for new in ground.new.members(after, Level::Method).take(CONSIDERED) {
        if ground.new.model.parameters(new).is_empty() {
            continue;
        }
        // A method that was there already, beside those that are gone, is not made from them.
        let own = ground.new.partner(new);
        if own.is_some_and(|own| !olds.contains(&own)) {
            continue;
        }
        let may_be: Vec<EntityId> = olds
            .iter()
            .copied()
            .filter(|&m| {
                (ground.old.is_alone(m) || own == Some(m))
                    && ground.old.model.kind(m) == ground.new.model.kind(new)
            })
            .filter(|&m| ground.old.model.parameters(m).len() < ground.new.model.parameters(new).len())
            .take(CONSIDERED)
            .collect();
        let exactly = |&m: &EntityId| differs_by_literals(ground, m, new);
        let mut from: Vec<EntityId> = may_be.iter().copied().filter(exactly).collect();
        if from.len() < 2 {
            from = twins(ground, &may_be, new);
        }
        // Methods of which the text is equal are not told apart by a value.
        from.dedup_by(|x, y| equal(ground, *x, *y));
        if from.len() > 1 && own.is_none_or(|own| from.contains(&own)) {
            for &old in &from {
                let others = from.iter().filter(|&&other| other != old).map(|&m| ground.old.key(m));
                let evidence = format!("{} did the same with another value", super::list(others));
                found.add(ParameterizeMethod, old, new, vec![evidence]);
            }
        }
    }
}

/// Whether the bodies of two methods before are equal.
fn equal(ground: &Ground<'_>, one: EntityId, other: EntityId) -> bool {
    let keys = |m: EntityId| -> Vec<Symbol> { ground.old.body(m).all.iter().map(|s| s.key).collect() };
    keys(one) == keys(other)
}

/// Whether two bodies are equal but for literals of the one that are parameters of the other.
fn differs_by_literals(ground: &Ground<'_>, old: EntityId, new: EntityId) -> bool {
    // Words correspond one by one.
    let size = |view: &View<'_>, m: EntityId| view.model.body(m).map_or(0, |body| body.len());
    if size(&ground.old, old).abs_diff(size(&ground.new, new)) > SPARE {
        return false;
    }
    let (was, is) = (ground.old.body(old), ground.new.body(new));
    let own: HashSet<Symbol> =
        ground.old.model.parameters(old).iter().map(|p| Symbol::of(p.name.as_bytes())).collect();
    let parameters: HashSet<Symbol> =
        ground.new.model.parameters(new).iter().map(|p| Symbol::of(p.name.as_bytes())).collect();
    let names = (ground.old.model.name(old), ground.new.model.name(new));
    let (mut replaced, mut shared) = (0, 0);
    let same = was.len() == is.len()
        && was.all.iter().zip(&is.all).all(|(x, y)| {
            x.words.len() == y.words.len()
                && x.words.iter().zip(&y.words).all(|(x, y)| {
                    let value = x.role == Role::Literal
                        && y.local
                        && parameters.contains(&y.symbol)
                        && !own.contains(&y.symbol);
                    replaced += usize::from(value);
                    shared += usize::from(!value && x.is_telling() && !x.plain && x.role != Role::Keyword);
                    value
                        || x.symbol == y.symbol
                        || (x.symbol, y.symbol) == names
                        || x.local && y.local && !parameters.contains(&y.symbol)
                })
        });
    same && replaced > 0 && shared > 1
}

/// Methods that differ from each other by literals alone, and are much like a new one.
fn twins(ground: &Ground<'_>, olds: &[EntityId], new: EntityId) -> Vec<EntityId> {
    let shapes = |m: EntityId| -> Vec<Symbol> { ground.old.body(m).all.iter().map(|s| s.shape).collect() };
    let of: Vec<Vec<Symbol>> = olds.iter().map(|&m| shapes(m)).collect();
    let has_twin = |at: usize| (0..of.len()).any(|other| other != at && of[other] == of[at]);
    let alike: Vec<(EntityId, Vec<Symbol>, Vec<Symbol>)> = olds
        .iter()
        .enumerate()
        .filter(|(at, _)| has_twin(*at))
        .filter_map(|(_, &m)| {
            let compared = ground.compared(m, new);
            let most = compared.was.len().max(compared.is.len());
            let shapes: Vec<Symbol> = compared.was.all.iter().map(|s| s.shape).collect();
            let keys = compared.was.all.iter().map(|s| s.key).collect();
            let literals = |body: &Body| {
                body.all.iter().flat_map(|s| &s.words).filter(|w| w.role == Role::Literal).count()
            };
            let fewer = literals(&compared.is) < literals(&compared.was);
            (most > 1 && 3 * compared.correspondence.pairs.len() >= most && fewer)
                .then_some((m, shapes, keys))
        })
        .collect();
    let Some((_, first, _)) = alike.first() else { return Vec::new() };
    let same: Vec<_> = alike.iter().filter(|(_, shapes, _)| shapes == first).collect();
    let differ = same.iter().any(|one| same.iter().any(|other| one.2 != other.2));
    if differ { same.iter().map(|one| one.0).collect() } else { Vec::new() }
}

/// A method that gave a value and changed something became one that gives the value and one that makes the change.
fn separated(ground: &Ground<'_>, (before, after): (EntityId, EntityId), found: &mut Shown) {
    let new: Vec<EntityId> = ground
        .new
        .members(after, Level::Method)
        .filter(|&m| ground.new.is_alone(m) && ground.new.model.kind(m) == EntityKind::Method)
        .take(CONSIDERED)
        .collect();
    if new.is_empty() {
        return;
    }
    let may_be = |m: &EntityId| ground.old.model.kind(*m) == EntityKind::Method && ground.old.is_changed(*m);
    let olds = ground.old.members(before, Level::Method).filter(may_be).filter(|&m| returns(&ground.old, m));
    for old in olds.take(MANY) {
        let Some(now) = ground.old.partner(old) else {
            gone(ground, old, &new, found);
            continue;
        };
        let stays = ground.new.owner(now) == Some(after) && ground.new.model.body(now).is_some();
        if !stays || ground.old.model.has_equal_tokens(old, ground.new.model, now) {
            continue;
        }
        if !gives(&ground.old, old, &ground.old.body(old)) {
            continue;
        }
        let stayed = ground.compared(old, now);
        for &other in new.iter().filter(|&&other| share(ground, old, other)) {
            let went = ground.compared(old, other);
            let (query, modifier, rest) =
                match (gives(&ground.new, now, &stayed.is), gives(&ground.new, other, &went.is)) {
                    (true, false) => (now, other, (&*stayed, &*went)),
                    (false, true) => (other, now, (&*went, &*stayed)),
                    _ => continue,
                };
            if separates(ground, query, modifier, rest) {
                let evidence = format!("{} makes the change", ground.new.key(modifier));
                found.add(SeparateQueryFromModifier, old, query, vec![evidence]);
            }
        }
    }
}

/// Whether two methods have a statement of one shape.
fn share(ground: &Ground<'_>, old: EntityId, new: EntityId) -> bool {
    let (was, is) = (ground.old.body(old), ground.new.body(new));
    was.all.iter().any(|s| is.all.iter().take(CONSIDERED).any(|t| t.shape == s.shape))
}

/// Neither of the two has the name of the method that they were.
fn gone(ground: &Ground<'_>, old: EntityId, new: &[EntityId], found: &mut Shown) {
    if !gives(&ground.old, old, &ground.old.body(old)) {
        return;
    }
    let may_be = new.iter().copied().filter(|&m| share(ground, old, m));
    let bodies: Vec<_> = may_be.take(FEW).map(|m| (m, ground.compared(old, m))).collect();
    for (query, value) in bodies.iter().filter(|(m, compared)| gives(&ground.new, *m, &compared.is)) {
        for (modifier, change) in bodies.iter().filter(|(m, compared)| !gives(&ground.new, *m, &compared.is))
        {
            if separates(ground, *query, *modifier, (&**value, &**change)) {
                let evidence = format!("{} makes the change", ground.new.key(*modifier));
                found.add(SeparateQueryFromModifier, old, *query, vec![evidence]);
            }
        }
    }
}

/// Whether the value went to one method and a change to the other one, which are independent of each other.
fn separates(
    ground: &Ground<'_>,
    query: EntityId,
    modifier: EntityId,
    (value, change): (&Compared, &Compared),
) -> bool {
    let calls = |from: EntityId, to: EntityId| {
        ground.new.calls(from).iter().any(|call| call.name == ground.new.model.name(to))
    };
    let returned = value.correspondence.pairs.iter().any(|p| value.is.all[p.after].kind == NodeKind::Return);
    // What gives the value was there.
    if 2 * value.surely().count() < value.is.len() {
        return false;
    }
    // What changes something that outlives the method: it is in the one and not in the other.
    let lasts = |s: &Statement| {
        let mut telling = s.words.iter().filter(|w| w.is_telling());
        let first = telling.next();
        s.kind == NodeKind::ExpressionStatement
            && first.is_some_and(|w| {
                !w.local || s.words.get(1).is_some_and(|sign| sign.symbol == Symbol::of("."))
            })
    };
    let changes: Vec<Symbol> = change
        .correspondence
        .pairs
        .iter()
        .filter(|p| p.likeness >= Likeness::Replaced && lasts(&change.was.all[p.before]))
        .map(|p| change.was.all[p.before].shape)
        .collect();
    // Somebody needs both now: a caller, or the one that makes the change.
    let name = ground.new.model.name(query);
    let both = |(caller, _): (EntityId, &Call)| caller == modifier || calls(caller, modifier);
    if !ground.new.calls_of(name).any(both) {
        return false;
    }
    let writes = ground.new.writes(modifier);
    // Together they are the method.
    let mut covered: Vec<usize> =
        value.correspondence.pairs.iter().chain(&change.correspondence.pairs).map(|p| p.before).collect();
    covered.sort_unstable();
    covered.dedup();
    if 4 * covered.len() < 3 * value.was.len() {
        return false;
    }
    !calls(query, modifier)
        && returned
        && !changes.is_empty()
        && !value.is.all.iter().any(|s| changes.contains(&s.shape))
        && ground.new.writes(query).is_disjoint(&writes)
}

/// Whether a value may be returned somewhere in a method.
fn returns(view: &View<'_>, method: EntityId) -> bool {
    let Some(body) = view.model.body(method) else { return false };
    let nodes = &view.unit(method).nodes;
    // The word alone, and perhaps the end of the statement, give none.
    nodes.iter().any(|n| n.kind == NodeKind::Return && n.tokens.len() > 2 && body.contains(&n.tokens.start))
}

/// Whether a method gives a value.
fn gives(view: &View<'_>, method: EntityId, body: &Body) -> bool {
    body.all.iter().any(|s| {
        s.kind == NodeKind::Return
            && view.is_own(method, s.tokens.start)
            && s.words[s.core.clone()].iter().any(|w| w.role != Role::Keyword && w.is_telling())
    })
}
