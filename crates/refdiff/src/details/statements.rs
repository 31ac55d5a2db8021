//! Conditions that were inverted, split or merged, and other statements rewritten in an equivalent form.

use super::bodies::{Bodies, Half};
use super::reader::Reader;
use super::variables::Paired;
use super::{Pair, Part};
use crate::correspondence::{Likeness, Statement, Word};
use crate::model::{CallForm, NodeKind, Symbol};
use crate::refactorings::RefactoringType::*;
use rustc_hash::FxHashSet as HashSet;
use std::ops::Range;

/// How many conditions of a method are considered.
const CONDITIONS: usize = 64;

pub(super) fn find(pair: &mut Pair<'_>, bodies: &Bodies<'_>, paired: &Paired) {
    let names = names(bodies, paired);
    let logic = Logic::of(&bodies.is);
    for matched in &bodies.correspondence.pairs {
        if matched.likeness == Likeness::Equal {
            continue;
        }
        let (old, new) = (&bodies.was.body.all[matched.before], &bodies.is.body.all[matched.after]);
        let places = (matched.before, matched.after);
        if is_inverted(old, new, &logic, &names) && !has_same_branches(bodies, places) {
            pair.add(InvertCondition, part(&bodies.was, old), part(&bodies.is, new));
        }
        diamonds(pair, bodies, old, new);
    }
    let (gone, new) = (changed(&bodies.was, |s| bodies.correspondence.of_before(s).map(|p| p.likeness)), {
        changed(&bodies.is, |s| bodies.correspondence.of_after(s).map(|p| p.likeness))
    });
    for (whole, parts) in parted((&bodies.was, &gone), (&bodies.is, &new), &logic.joints) {
        let was = part(&bodies.was, &bodies.was.body.all[whole]);
        pair.add(SplitConditional, was, list(&bodies.is, &parts));
    }
    for (whole, parts) in parted((&bodies.is, &new), (&bodies.was, &gone), &logic.joints) {
        let is = part(&bodies.is, &bodies.is.body.all[whole]);
        pair.add(MergeConditional, list(&bodies.was, &parts), is);
    }
    resources(pair, bodies);
    ternaries(pair, bodies, (&gone, &new), &names);
}

/// The old and new names of variables that correspond.
pub(crate) fn names(bodies: &Bodies<'_>, paired: &Paired) -> Names {
    let symbol = |name: &str| Symbol::of(name.as_bytes());
    let both = paired.partner.iter().enumerate().filter_map(|(i, j)| Some((i, (*j)?)));
    both.map(|(i, j)| (symbol(&bodies.was.variables[i].name), symbol(&bodies.is.variables[j].name))).collect()
}

/// The statements without an equal one on the other side.
fn changed(half: &Half<'_>, likeness: impl Fn(usize) -> Option<Likeness>) -> Vec<usize> {
    (0..half.body.len()).filter(|&s| likeness(s) != Some(Likeness::Equal)).collect()
}

/// The words of a language that join conditions, and the one that negates them.
pub(crate) struct Logic {
    not: Symbol,
    pub joints: Vec<Symbol>,
}

impl Logic {
    pub fn of(half: &Half<'_>) -> Self {
        let lexicon = half.side.model.file(half.id).lexicon;
        let joints = lexicon.conjunctions.iter().map(|word| Symbol::of(*word)).collect();
        Logic { not: Symbol::of(lexicon.negation), joints }
    }
}

/// A statement as written, without nested statements and in a few words.
pub(crate) fn written(half: &Half<'_>, statement: &Statement) -> String {
    let text = part(half, statement).map(|part| part.text).unwrap_or_default();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("`{}…`", &text[..end]),
        None => format!("`{text}`"),
    }
}

/// More characters of a statement are not shown in a sentence.
const LONGEST: usize = 60;

/// A statement as written, without nested statements.
fn part(half: &Half<'_>, statement: &Statement) -> Option<Part> {
    let reader = Reader::new(half.side, half.id);
    let tokens: Vec<u32> = statement.words[head(statement)]
        .iter()
        .map(|w| w.at)
        .filter(|&t| !matches!(reader.word(t), "{" | "}"))
        .collect();
    let (first, last) = (*tokens.first()?, *tokens.last()?);
    let text = reader.joined(tokens.into_iter());
    Some(Part { kind: "statement", name: text.clone(), text, entity: half.id, tokens: first..last + 1 })
}

fn list(half: &Half<'_>, statements: &[usize]) -> Option<Part> {
    let parts: Vec<Part> = statements.iter().filter_map(|&s| part(half, &half.body.all[s])).collect();
    let tokens = parts.iter().map(|p| p.tokens.start).min()?..parts.iter().map(|p| p.tokens.end).max()?;
    let text: Vec<&str> = parts.iter().map(|p| p.text.as_str()).collect();
    let text = format!("[{}]", text.join(", "));
    Some(Part { kind: "statement", name: text.clone(), text, entity: half.id, tokens })
}

/// The words of a statement up to the parenthesis that closes its condition, or all words.
fn head(statement: &Statement) -> Range<usize> {
    let words = &statement.words;
    let composite =
        matches!(statement.kind, NodeKind::If | NodeKind::Loop | NodeKind::Try | NodeKind::Switch);
    let (open, close) = (Symbol::of("("), Symbol::of(")"));
    if !composite || words.get(1).is_none_or(|w| w.symbol != open) {
        let sign = Symbol::of(":");
        let end = words.iter().position(|w| composite && w.symbol == sign);
        return 0..end.unwrap_or(words.len());
    }
    let mut depth = 0;
    let end = words.iter().position(|w| {
        depth += i32::from(w.symbol == open) - i32::from(w.symbol == close);
        depth == 0 && w.symbol == close
    });
    0..end.map_or(words.len(), |end| end + 1)
}

/// The condition of a statement; without parentheses around it, the expression that it computes.
pub(crate) fn condition(statement: &Statement) -> &[Word] {
    let composite = matches!(statement.kind, NodeKind::If | NodeKind::Loop);
    let bracketed = statement.words.get(1).is_some_and(|w| w.symbol == Symbol::of("("));
    match (composite, bracketed) {
        (true, true) => statement.words.get(2..head(statement).end - 1).unwrap_or_default(),
        (true, false) => statement.words.get(1..head(statement).end).unwrap_or_default(),
        _ => &statement.words[statement.core.clone()],
    }
}

/// The old and new names of renamed variables.
pub(crate) type Names = HashSet<(Symbol, Symbol)>;

/// Whether two words are the same, or one is a variable that was renamed to the other.
fn fits(x: &Word, y: &Word, names: &Names) -> bool {
    let known = |x: &Word, y: &Word| names.contains(&(x.symbol, y.symbol));
    x.symbol == y.symbol || x.local && y.local && (known(x, y) || known(y, x))
}

/// Whether two conditions have the same words.
pub(crate) fn has_same_words(x: &[Word], y: &[Word], names: &Names) -> bool {
    !x.is_empty() && x.len() == y.len() && x.iter().zip(y).all(|(x, y)| fits(x, y, names))
}

/// Whether a condition is the negation of another one: by a negation before it, or by its only comparison.
pub(crate) fn is_inverted(old: &Statement, new: &Statement, logic: &Logic, names: &Names) -> bool {
    if old.kind != new.kind || !matches!(old.kind, NodeKind::If | NodeKind::Loop | NodeKind::Return) {
        return false;
    }
    let (x, y) = (condition(old), condition(new));
    let negated = |long: &[Word], short: &[Word]| {
        let Some((first, rest)) = long.split_first() else { return false };
        let rest = unwrapped(rest);
        first.symbol == logic.not
            && rest.len() == short.len()
            && rest.iter().zip(short).all(|(x, y)| fits(x, y, names))
    };
    if negated(x, y) || negated(y, x) {
        // A negation before a conjunction does not apply to all of it.
        return !joins(if x.len() < y.len() { x } else { y }, &logic.joints) || x.len().abs_diff(y.len()) > 1;
    }
    let opposite = |x: &Word, y: &Word| {
        let signs = [("==", "!="), ("<", ">="), (">", "<="), ("===", "!==")]
            .map(|(a, b)| (Symbol::of(a), Symbol::of(b)));
        signs.contains(&(x.symbol, y.symbol)) || signs.contains(&(y.symbol, x.symbol))
    };
    x.len() == y.len()
        && !joins(x, &logic.joints)
        && x.iter().zip(y).filter(|(x, y)| opposite(x, y)).count() == 1
        && x.iter().zip(y).all(|(x, y)| fits(x, y, names) || opposite(x, y))
}

/// The words without the parentheses around all of them.
fn unwrapped(words: &[Word]) -> &[Word] {
    let (open, close) = (Symbol::of("("), Symbol::of(")"));
    match words {
        [first, inner @ .., last] if first.symbol == open && last.symbol == close => {
            let mut depth = 0;
            let balanced = inner.iter().all(|w| {
                depth += i32::from(w.symbol == open) - i32::from(w.symbol == close);
                depth >= 0
            });
            if balanced { inner } else { words }
        }
        _ => words,
    }
}

/// Whether a condition has several operands.
pub(crate) fn joins(words: &[Word], joints: &[Symbol]) -> bool {
    parts_of(words, joints).len() > 1
}

/// The operands of a condition, by index ranges.
pub(crate) fn parts_of(words: &[Word], joints: &[Symbol]) -> Vec<Range<usize>> {
    let (opens, closes) = (["(", "[", "{"].map(Symbol::of), [")", "]", "}"].map(Symbol::of));
    let (mut depth, mut start, mut all) = (0, 0, Vec::new());
    for (i, word) in words.iter().enumerate() {
        depth += i32::from(opens.contains(&word.symbol)) - i32::from(closes.contains(&word.symbol));
        if depth == 0 && joints.contains(&word.symbol) {
            all.push(start..i);
            start = i + 1;
        }
    }
    all.push(start..words.len());
    all
}

/// Conditions whose operands are separate conditions on the other side, at least two of them.
fn parted(
    (one, changed): (&Half<'_>, &[usize]),
    (other, others): (&Half<'_>, &[usize]),
    joints: &[Symbol],
) -> Vec<(usize, Vec<usize>)> {
    let is_if = |half: &Half<'_>, s: usize| half.body.all[s].kind == NodeKind::If;
    let candidates: Vec<usize> =
        others.iter().copied().filter(|&s| is_if(other, s)).take(CONDITIONS).collect();
    let mut found = Vec::new();
    for &whole in changed.iter().filter(|&&s| is_if(one, s)).take(CONDITIONS) {
        let statement = &one.body.all[whole];
        let words = condition(statement);
        let parts = parts_of(words, joints);
        if parts.len() < 2 {
            continue;
        }
        let mut taken: Vec<usize> = Vec::new();
        let mut told = 0;
        for part in parts {
            let part = unwrapped(&words[part]);
            let stands = |&&s: &&usize| {
                let core = condition(&other.body.all[s]);
                let all = parts_of(core, joints);
                let has = all.iter().any(|range| {
                    let own = unwrapped(&core[range.clone()]);
                    own.len() == part.len() && own.iter().zip(part).all(|(x, y)| x.symbol == y.symbol)
                });
                has && all.len() < parts_of(words, joints).len()
            };
            if let Some(&s) = candidates.iter().find(stands) {
                told += 1;
                if !taken.contains(&s) {
                    taken.push(s);
                }
            }
        }
        if taken.len() >= 2 && told == parts_of(words, joints).len() {
            taken.sort_unstable();
            found.push((whole, taken));
        }
    }
    found
}

/// Conditionals that became expressions with the same condition, and with the content of the branch in the
/// expression.
fn ternaries(pair: &mut Pair<'_>, bodies: &Bodies<'_>, (gone, new): (&[usize], &[usize]), names: &Names) {
    let unit = bodies.is.side.model.unit(bodies.is.id);
    for &place in new.iter().take(CONDITIONS) {
        let statement = &bodies.is.body.all[place];
        let inside = |n: &&crate::model::Node| {
            n.kind == NodeKind::Conditional
                && statement.tokens.start <= n.tokens.start
                && n.tokens.end <= statement.tokens.end
                && bodies.is.body.at(n.tokens.start) == Some(place)
        };
        for node in unit.nodes.iter().filter(inside) {
            let words: Vec<&Word> = statement.words.iter().filter(|w| node.tokens.contains(&w.at)).collect();
            let was = gone.iter().find(|&&s| {
                let old = &bodies.was.body.all[s];
                let condition = condition(old);
                let begins = old.kind == NodeKind::If
                    && !condition.is_empty()
                    && words
                        .windows(condition.len())
                        .any(|w| w.iter().zip(condition).all(|(x, y)| fits(x, y, names)));
                let branch = || {
                    let inner = bodies.was.body.all.iter().filter(|b| b.parent == Some(s));
                    let mut computed =
                        inner.map(|b| &b.words[b.core.clone()]).filter(|core| !core.is_empty());
                    computed.any(|core| {
                        words.windows(core.len()).any(|w| w.iter().zip(core).all(|(x, y)| fits(x, y, names)))
                    })
                };
                begins && branch()
            });
            if let Some(&was) = was {
                let (was, is) = (part(&bodies.was, &bodies.was.body.all[was]), part(&bodies.is, statement));
                pair.add(ReplaceConditionalWithTernary, was, is);
                break;
            }
        }
    }
}

/// Whether the nested statements of two statements correspond in the same order: then only the condition changed.
fn has_same_branches(bodies: &Bodies<'_>, (before, after): (usize, usize)) -> bool {
    let inside = |half: &Half<'_>, place: usize| -> Vec<usize> {
        (0..half.body.len()).filter(|&s| half.body.all[s].parent == Some(place)).collect()
    };
    let (old, new) = (inside(&bodies.was, before), inside(&bodies.is, after));
    let same = |(&b, &a): (&usize, &usize)| bodies.correspondence.of_before(b).is_some_and(|p| p.after == a);
    !old.is_empty() && old.len() == new.len() && old.iter().zip(&new).all(same)
}

/// `try` statements that now close their resources: at least half of their content comes from one that did not.
fn resources(pair: &mut Pair<'_>, bodies: &Bodies<'_>) {
    let tries = |half: &Half<'_>, with: bool| -> Vec<usize> {
        let fits = |&s: &usize| {
            let statement = &half.body.all[s];
            statement.kind == NodeKind::Try && has_resources(half, statement) == with
        };
        (0..half.body.len()).filter(fits).take(CONDITIONS).collect()
    };
    let inside = |half: &Half<'_>, s: usize, around: usize| {
        std::iter::successors(half.body.all[s].parent, |&p| half.body.all[p].parent).any(|p| p == around)
    };
    let mut plain = tries(&bodies.was, false);
    let known: HashSet<Symbol> =
        tries(&bodies.was, true).iter().map(|&s| bodies.was.body.all[s].key).collect();
    let news = tries(&bodies.is, true).into_iter().filter(|&s| !known.contains(&bodies.is.body.all[s].key));
    for now in news {
        let own: Vec<usize> = (0..bodies.is.body.len()).filter(|&s| inside(&bodies.is, s, now)).collect();
        let from = |was: usize| {
            let partner = |&&s: &&usize| {
                bodies.correspondence.of_after(s).is_some_and(|p| inside(&bodies.was, p.before, was))
            };
            own.iter().filter(partner).count()
        };
        if let Some(at) = plain.iter().position(|&was| from(was) > 0 && 2 * from(was) >= own.len()) {
            let was = part(&bodies.was, &bodies.was.body.all[plain.remove(at)]);
            pair.add(TryWithResources, was, part(&bodies.is, &bodies.is.body.all[now]));
        }
    }
}

/// Whether the head of a statement has something in parentheses after its first word.
fn has_resources(half: &Half<'_>, statement: &Statement) -> bool {
    let reader = Reader::new(half.side, half.id);
    statement.words.get(1).is_some_and(|w| reader.word(w.at) == "(")
}

/// Type arguments of new objects that were omitted.
fn diamonds(pair: &mut Pair<'_>, bodies: &Bodies<'_>, old: &Statement, new: &Statement) {
    let made = |half: &Half<'_>, statement: &Statement| -> Vec<(Symbol, Part, bool)> {
        let reader = Reader::new(half.side, half.id);
        let own = |token: u32| statement.words.iter().any(|w| w.at == token);
        let calls = reader
            .unit
            .calls_in(&statement.tokens)
            .iter()
            .filter(|c| c.form == CallForm::New && own(c.token));
        let one = |call: &crate::model::Call| {
            let open = call.token + 1;
            if reader.word(open) != "<" {
                return None;
            }
            let end = (open..call.tokens.end).find(|&t| reader.word(t) == "(")?;
            let empty = reader.word(open + 1) == ">";
            let tokens = call.token..end;
            let text = reader.squeezed(&tokens);
            let part =
                Part { kind: "type", name: reader.word(call.token).into(), text, entity: half.id, tokens };
            Some((call.name, part, empty))
        };
        calls.filter_map(one).collect()
    };
    let is = made(&bodies.is, new);
    if !is.iter().any(|(_, _, empty)| *empty) {
        return;
    }
    let mut was = made(&bodies.was, old);
    // Those that had none before come first.
    let mut were: Vec<Symbol> = was.iter().filter(|(_, _, empty)| *empty).map(|(name, _, _)| *name).collect();
    for (name, now, _) in is.into_iter().filter(|(_, _, empty)| *empty) {
        if let Some(at) = were.iter().position(|old| *old == name) {
            were.swap_remove(at);
        } else if let Some(at) = was.iter().position(|(old, _, empty)| *old == name && !empty) {
            let (_, old, _) = was.remove(at);
            pair.add(ReplaceGenericWithDiamond, Some(old), Some(now));
        }
    }
}
