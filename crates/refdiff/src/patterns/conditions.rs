//! Conditionals of one body that were taken apart, flattened or made to leave at once.

use super::list;
use crate::correspondence::{Body, Correspondence, Fit, Likeness, Renames, Statement, Word, align};
use crate::details::Pair;
use crate::details::bodies::{Bodies, Half};
use crate::details::statements::{self, Logic, condition, written};
use crate::details::variables::Paired;
use crate::model::{EntityId, NodeKind, Role, Symbol};
use crate::refactorings::RefactoringType::*;
use rustc_hash::FxHashMap as HashMap;
use std::collections::BTreeMap;

/// How many composite statements of a method are considered.
const CONSIDERED: usize = 64;

pub(super) fn find(pair: &mut Pair<'_>, bodies: &Bodies<'_>, paired: &Paired) {
    guard_clauses(pair, bodies, paired);
    decomposed(pair, bodies);
    consolidated(pair, bodies);
    control_flag(pair, bodies, paired);
    error_code(pair, bodies);
}

fn add(pair: &mut Pair<'_>, refactoring: crate::refactorings::RefactoringType, evidence: Vec<String>) {
    let (before, after) = (pair.before, pair.after);
    pair.found.push(crate::details::Detail { refactoring, before, after, was: None, is: None, evidence });
}

fn ancestors(body: &Body, statement: usize) -> impl Iterator<Item = usize> + '_ {
    std::iter::successors(body.all[statement].parent, |&parent| body.all[parent].parent)
}

fn children(body: &Body, statement: usize) -> impl Iterator<Item = usize> + '_ {
    (statement + 1..body.len()).filter(move |&s| body.all[s].parent == Some(statement))
}

/// The number of conditionals around a statement.
fn depth(body: &Body, statement: usize) -> usize {
    ancestors(body, statement).filter(|&s| body.all[s].kind == NodeKind::If).count()
}

fn is_exit(kind: NodeKind) -> bool {
    matches!(kind, NodeKind::Return | NodeKind::Throw | NodeKind::Jump)
}

/// Whether a conditional does nothing but leave, perhaps with a few words before.
fn is_guard(body: &Body, statement: usize) -> bool {
    let inner: Vec<NodeKind> = children(body, statement).map(|s| body.all[s].kind).collect();
    let plain = |kind: &NodeKind| matches!(kind, NodeKind::ExpressionStatement | NodeKind::LocalDeclaration);
    body.all[statement].kind == NodeKind::If
        && inner.split_last().is_some_and(|(last, rest)| is_exit(*last) && rest.iter().all(plain))
}

/// Whether the first branch of a conditional ends with leaving: then `else` says nothing more.
fn leaves_first(half: &Half<'_>, statement: usize) -> bool {
    let nodes = &half.side.model.unit(half.id).nodes;
    let own = &half.body.all[statement];
    let Some(root) = nodes.iter().position(|n| n.kind == own.kind && n.tokens == own.tokens) else {
        return false;
    };
    let mut branches =
        nodes[root + 1..].iter().filter(|n| n.parent as usize == root && n.kind.is_statement());
    let Some(first) = branches.next() else { return false };
    let inside = |&s: &usize| first.tokens.contains(&half.body.all[s].tokens.start);
    children(&half.body, statement).filter(inside).last().is_some_and(|s| is_exit(half.body.all[s].kind))
}

/// A conditional became a guard, and what stood in it or beside it stands less deep.
fn guard_clauses(pair: &mut Pair<'_>, bodies: &Bodies<'_>, paired: &Paired) {
    let (was, is) = (&bodies.was.body, &bodies.is.body);
    let (logic, names) = (Logic::of(&bodies.is), statements::names(bodies, paired));
    let plain: Vec<usize> = (0..was.len())
        .filter(|&s| was.all[s].kind == NodeKind::If && !leaves_first(&bodies.was, s))
        .take(CONSIDERED)
        .collect();
    let guards: Vec<usize> = (0..is.len()).filter(|&s| is_guard(is, s)).take(CONSIDERED).collect();
    let mut shown = Vec::new();
    for guard in guards {
        let new = &is.all[guard];
        let same = |old: &Statement| {
            statements::is_inverted(old, new, &logic, &names)
                || statements::has_same_words(condition(old), condition(new), &names)
        };
        let free = |s: usize| bodies.correspondence.of_before(s).is_none_or(|p| p.after == guard);
        let from = plain.iter().copied().find(|&s| free(s) && same(&was.all[s]));
        let Some(from) = from else { continue };
        let beside = |after: usize| after > guard && (is.all[after].parent == is.all[guard].parent);
        let rising = |p: &&crate::correspondence::StatementPair| {
            ancestors(was, p.before).any(|s| s == from)
                && !ancestors(is, p.after).any(|s| s == guard)
                && depth(is, p.after) < depth(was, p.before)
        };
        let risen: Vec<usize> = bodies.correspondence.pairs.iter().filter(rising).map(|p| p.after).collect();
        let rises = risen.len();
        if risen.into_iter().any(beside) {
            let text = written(&bodies.is, new);
            shown.push(format!(
                "{text} leaves at once, and what stood in it is less nested ({rises} statements)"
            ));
        }
    }
    if !shown.is_empty() {
        add(pair, ReplaceNestedConditionalWithGuardClauses, shown);
    }
}

/// A part of a conditional that became a method.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Condition,
    Branch,
}

/// The condition of a conditional and its branches became methods.
fn decomposed(pair: &mut Pair<'_>, bodies: &Bodies<'_>) {
    let (was, is) = (&bodies.was.body, &bodies.is.body);
    let model = &pair.matched.after.model;
    let joints = Logic::of(&bodies.is).joints;
    let extracted: Vec<EntityId> =
        pair.matched.transfers.iter().filter(|t| t.0 == pair.before).map(|t| t.1).collect();
    let mut parts: BTreeMap<usize, Vec<(Part, EntityId, bool)>> = BTreeMap::new();
    for method in extracted {
        let own = Body::of(model, method, &Renames::default());
        let arity = model.parameters(method).len();
        let calls = |w: &Word| {
            w.role == Role::Call
                && w.symbol == model.name(method)
                && w.arity.is_none_or(|n| usize::from(n) == arity)
        };
        for (place, statement) in is.all.iter().enumerate() {
            if !statement.words.iter().any(calls) {
                continue;
            }
            let in_condition = statement.kind == NodeKind::If && condition(statement).iter().any(calls);
            if in_condition {
                let [only] = own.all.as_slice() else { continue };
                let computed = &only.words[only.core.clone()];
                let mut from = was.all.iter().filter(|s| s.kind == NodeKind::If).take(CONSIDERED);
                if let Some(from) = from.find(|s| shares(condition(s), computed)) {
                    let words = condition(from);
                    let operands = statements::parts_of(words, &joints).into_iter();
                    let compound =
                        operands.filter(|range| shares(computed, &words[range.clone()])).count() > 1;
                    parts.entry(place).or_default().push((Part::Condition, method, compound));
                }
            } else if let Some(around) = statement.parent.filter(|&p| is.all[p].kind == NodeKind::If) {
                // It is all of the branch, and what it does stood in a branch of that conditional.
                let same_block = |&s: &usize| block(&bodies.is, s) == block(&bodies.is, place);
                let alone = children(is, around).filter(same_block).count() == 1;
                let from = bodies.correspondence.of_after(around).map(|p| p.before);
                let inside = |at: usize| from.is_some_and(|from| ancestors(was, at).any(|s| s == from));
                let moved = Correspondence::new(was, &own);
                if alone && !moved.pairs.is_empty() && moved.pairs.iter().all(|p| inside(p.before)) {
                    parts.entry(around).or_default().push((Part::Branch, method, false));
                }
            }
        }
    }
    for (place, mut all) in parts {
        all.sort_unstable();
        all.dedup_by_key(|part| part.1);
        let compound = all.iter().any(|part| part.2);
        if all.len() < 2 && !compound {
            continue;
        }
        let say = |(part, method, _): &(Part, EntityId, bool)| {
            let what = if *part == Part::Condition { "the condition" } else { "a branch" };
            format!("{what} of {} became {}", written(&bodies.is, &is.all[place]), model.key(*method))
        };
        let evidence = all.iter().map(say).collect();
        add(pair, DecomposeConditional, evidence);
    }
}

/// Whether most words of the second are in the first, in order.
fn shares(all: &[Word], part: &[Word]) -> bool {
    let telling = |words: &[Word]| -> Vec<Symbol> {
        words.iter().filter(|w| w.is_telling() && !w.plain).map(|w| w.symbol).collect()
    };
    let (all, part) = (telling(all), telling(part));
    let same = align(&all, &part, |x, y| if x == y { Fit::Same } else { Fit::None }).len();
    same > 0 && 4 * same >= 3 * part.len()
}

/// A statement that stood in several branches stands once, outside of them.
fn consolidated(pair: &mut Pair<'_>, bodies: &Bodies<'_>) {
    let (was, is) = (&bodies.was.body, &bodies.is.body);
    let composite = |kind| matches!(kind, NodeKind::If | NodeKind::Switch | NodeKind::Try);
    let count = |body: &Body, key: Symbol| body.all.iter().filter(|s| s.key == key).count();
    let mut shown: Vec<(Symbol, String)> = Vec::new();
    let all = (0..was.len()).filter(|&s| composite(was.all[s].kind));
    for around in all.take(CONSIDERED) {
        let Some(partner) = bodies.correspondence.of_before(around).map(|p| p.after) else { continue };
        let mut places: HashMap<Symbol, Vec<usize>> = HashMap::default();
        for s in around + 1..was.len() {
            let only_branches =
                ancestors(was, s).take_while(|&a| a != around).all(|a| composite(was.all[a].kind));
            if ancestors(was, s).any(|a| a == around) && only_branches && says_something(&was.all[s]) {
                places.entry(was.all[s].key).or_default().push(s);
            }
        }
        for (key, stood) in places {
            if stood.len() < 2 || shown.iter().any(|(known, _)| *known == key) {
                continue;
            }
            let mut blocks: Vec<u32> = stood.iter().map(|&s| block(&bodies.was, s)).collect();
            blocks.sort_unstable();
            blocks.dedup();
            let stands = (0..is.len()).filter(|&s| is.all[s].key == key).collect::<Vec<_>>();
            let outside = |&s: &usize| {
                is.all[s].parent == is.all[partner].parent && !ancestors(is, s).any(|a| a == partner)
            };
            let none_inside = stands.iter().all(|&s| !ancestors(is, s).any(|a| a == partner));
            if blocks.len() == stood.len()
                && branches(&bodies.was, around) == Some(stood.len())
                && none_inside
                && stands.iter().any(outside)
                && count(was, key) + 1 == stands.len() + stood.len()
            {
                let text = written(&bodies.was, &was.all[stood[0]]);
                shown.push((key, format!("{text} stood in {} branches and stands once", stood.len())));
            }
        }
    }
    if !shown.is_empty() {
        shown.sort_by(|x, y| x.1.cmp(&y.1));
        let evidence = shown.into_iter().map(|(_, text)| text).collect();
        add(pair, ConsolidateDuplicateConditionalFragments, evidence);
    }
}

/// The number of branches of a conditional, if there is one for every case.
fn branches(half: &Half<'_>, statement: usize) -> Option<usize> {
    let nodes = &half.side.model.unit(half.id).nodes;
    let own = &half.body.all[statement];
    let root = nodes.iter().position(|n| n.kind == own.kind && n.tokens == own.tokens)?;
    let inside =
        |n: &&crate::model::Node| n.tokens.start >= own.tokens.start && n.tokens.end <= own.tokens.end;
    let count = |kind| nodes[root..].iter().take_while(inside).filter(|n| n.kind == kind).count();
    match own.kind {
        NodeKind::If => {
            // What follows `else` is a conditional of the chain, or the last branch.
            let (mut chain, mut open, mut last) = (1, vec![root], 0);
            while let Some(at) = open.pop() {
                let children =
                    (at + 1..nodes.len()).take_while(|&n| nodes[n].tokens.start < nodes[at].tokens.end);
                for child in children.filter(|&n| nodes[n].parent as usize == at) {
                    match nodes[child].kind {
                        NodeKind::If => {
                            chain += 1;
                            open.push(child);
                        }
                        kind => last += usize::from(kind.is_statement()),
                    }
                }
            }
            (last == chain + 1).then_some(last)
        }
        NodeKind::Switch => Some(count(NodeKind::Case)),
        NodeKind::Try => Some(1 + count(NodeKind::Catch)),
        _ => None,
    }
}

/// Whether a statement is more than a word that leaves.
fn says_something(statement: &Statement) -> bool {
    use NodeKind::*;
    let telling = statement.words.iter().filter(|w| w.is_telling()).count();
    match statement.kind {
        ExpressionStatement => telling > 0,
        Return | LocalDeclaration | Throw => telling > 1,
        _ => false,
    }
}

/// The innermost block or case around a statement, by its first token.
fn block(half: &Half<'_>, statement: usize) -> u32 {
    let unit = half.side.model.unit(half.id);
    let tokens = &half.body.all[statement].tokens;
    let around = |n: &&crate::model::Node| {
        matches!(n.kind, NodeKind::Block | NodeKind::Case | NodeKind::Catch | NodeKind::Finally)
            && n.tokens.start <= tokens.start
            && tokens.end <= n.tokens.end
            && n.tokens != *tokens
    };
    // Without braces around a branch, the statement itself is the branch.
    let blocks = unit.nodes.iter().filter(around).map(|n| n.tokens.clone());
    let innermost = blocks.min_by_key(|range| range.end - range.start);
    let parent = half.body.all[statement].parent.map(|p| half.body.all[p].tokens.clone());
    match (innermost, parent) {
        (Some(block), Some(parent)) if block.start >= parent.start => block.start,
        _ => tokens.start,
    }
}

/// A variable that only held one of two words is gone, and the method leaves where it was set.
fn control_flag(pair: &mut Pair<'_>, bodies: &Bodies<'_>, paired: &Paired) {
    let (was, is) = (&bodies.was, &bodies.is);
    let exits = |body: &Body| body.all.iter().filter(|s| is_exit(s.kind)).count();
    if exits(&is.body) <= exits(&was.body) {
        return;
    }
    let assign = Symbol::of("=");
    let flag_after = |is_new: &dyn Fn(usize) -> bool| {
        (0..is.variables.len()).any(|j| is_new(j) && Flag::of(is, j, assign).is_some())
    };
    for i in 0..was.variables.len() {
        let gone = paired.partner[i].is_none() && !was.variables[i].is_parameter;
        let Some(flag) = (if gone { Flag::of(was, i, assign) } else { None }) else { continue };
        // It is replaced where it was set: something leaves there that did not before.
        let leaves = |&place: &usize| {
            let Some(around) = was.body.all[place].parent else { return false };
            let partner = bodies.correspondence.of_before(around).map(|p| p.after);
            let inside = partner.into_iter().flat_map(|partner| children(&is.body, partner));
            inside.into_iter().any(|s| {
                is_exit(is.body.all[s].kind)
                    && bodies.correspondence.of_after(s).is_none_or(|p| p.likeness != Likeness::Equal)
            })
        };
        if flag.set.iter().any(leaves) && !flag_after(&|j| !paired.taken[j]) {
            let name = &was.variables[i].name;
            add(pair, RemoveControlFlag, vec![format!("{name} is gone; the code leaves where it was set")]);
        }
    }
}

/// A variable that steers what runs.
struct Flag {
    /// The statements that set it, its declaration left out.
    set: Vec<usize>,
}

impl Flag {
    fn of(half: &Half<'_>, variable: usize, assign: Symbol) -> Option<Flag> {
        let declared = half.declared_in(variable)?;
        let truth = half.side.model.file(half.id).lexicon.truth;
        let ty = &half.variables[variable].ty;
        if !ty.is_empty() && *ty != truth {
            return None;
        }
        let means = |w: &Word| half.meant.get(&w.at) == Some(&variable);
        let reader = crate::details::Reader::new(half.side, half.id);
        // A word, not a number or a text.
        let value = |statement: &Statement| -> Option<Symbol> {
            match &statement.words[statement.core.clone()] {
                [word] if word.role == Role::Literal || word.plain => {
                    reader.word(word.at).starts_with(char::is_alphabetic).then_some(word.symbol)
                }
                _ => None,
            }
        };
        let first = value(&half.body.all[declared])?;
        let mut set = Vec::new();
        let mut steers = false;
        for (place, statement) in half.body.all.iter().enumerate() {
            if place == declared || !statement.words.iter().any(means) {
                continue;
            }
            let assigned = statement.words.first().is_some_and(means)
                && statement.words.get(1).is_some_and(|w| w.symbol == assign);
            if assigned {
                if value(statement)? != first {
                    set.push(place);
                }
            } else {
                steers |= matches!(statement.kind, NodeKind::If | NodeKind::Loop);
            }
        }
        (steers && !set.is_empty()).then_some(Flag { set })
    }
}

/// Where a code was returned, something is thrown.
fn error_code(pair: &mut Pair<'_>, bodies: &Bodies<'_>) {
    let (was, is) = (&bodies.was.body, &bodies.is.body);
    let equal = |p: &crate::correspondence::StatementPair| p.likeness == Likeness::Equal;
    let ground = pair.ground;
    let owner = ground.old.owner(pair.before);
    let named = |name: Symbol| ground.had_constant(owner, name);
    let is_code = |s: &Statement| {
        let words = &s.words[s.core.clone()];
        let literal = |w: &Word| w.role == Role::Literal;
        s.kind == NodeKind::Return
            && match words {
                [word] => literal(word) || word.role == Role::Use && !word.local && named(word.symbol),
                [sign, word] => sign.role == Role::Punctuation && literal(word),
                _ => false,
            }
    };
    let throws = |s: usize| {
        is.all[s].kind == NodeKind::Throw && bodies.correspondence.of_after(s).is_none_or(|p| !equal(p))
    };
    let count = |body: &Body, key: Symbol| body.all.iter().filter(|s| s.key == key).count();
    let mut shown = Vec::new();
    let codes = (0..was.len()).filter(|&s| is_code(&was.all[s])).take(CONSIDERED);
    for code in codes.collect::<Vec<_>>() {
        if count(is, was.all[code].key) >= count(was, was.all[code].key) {
            continue;
        }
        let last = |body: &Body| (0..body.len()).rev().find(|&s| body.all[s].parent.is_none());
        let thrown = match was.all[code].parent {
            Some(around) => bodies.correspondence.of_before(around).and_then(|p| {
                let mut inside = children(is, p.after);
                inside.find(|&s| throws(s))
            }),
            None if last(was) == Some(code) => last(is).filter(|&s| throws(s)),
            None => None,
        };
        if let Some(thrown) = thrown {
            let (was, is) = (written(&bodies.was, &was.all[code]), written(&bodies.is, &is.all[thrown]));
            shown.push(format!("{was} became {is}"));
        }
    }
    if !shown.is_empty() {
        shown.dedup();
        add(pair, ReplaceErrorCodeWithException, vec![list(shown)]);
    }
}
