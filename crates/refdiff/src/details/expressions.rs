//! Expressions that became variables, and variables that were replaced by their values.

use super::Pair;
use super::bodies::{Bodies, Half};
use super::variables::Paired;
use crate::correspondence::{Fit, Likeness, Statement, Word, align};
use crate::model::{NodeKind, Role};
use crate::refactorings::RefactoringType::*;
use rustc_hash::FxHashSet as HashSet;
use std::ops::Range;

/// How many statements are tried per use of a variable.
const TRIED: usize = 64;

/// How many uses of a variable are considered.
const USES: usize = 8;

/// New variables whose value was where they are used now.
pub(super) fn extracted(pair: &mut Pair<'_>, bodies: &Bodies<'_>, paired: &mut Paired) {
    let (was, is) = (&bodies.was, &bodies.is);
    for j in 0..is.variables.len() {
        if paired.taken[j] || is.variables[j].is_parameter {
            continue;
        }
        let partner = |statement: usize| {
            bodies.correspondence.of_after(statement).map(|p| (p.before, p.likeness == Likeness::Equal))
        };
        let kept = |statement: usize| {
            bodies.correspondence.of_before(statement).is_some_and(|p| p.likeness == Likeness::Equal)
        };
        let Some(used) = Used::variable(is, j) else { continue };
        if stood_there(is, &used, was, partner, kept) {
            paired.told.1[j] = true;
            pair.add(ExtractVariable, None, Pair::variable(pair.after, &is.variables[j]));
        }
    }
}

/// Removed variables whose value is now where they were used.
pub(super) fn inlined(pair: &mut Pair<'_>, bodies: &Bodies<'_>, paired: &mut Paired) {
    let (was, is) = (&bodies.was, &bodies.is);
    for i in 0..was.variables.len() {
        if paired.partner[i].is_some() || was.variables[i].is_parameter {
            continue;
        }
        let partner = |statement: usize| {
            bodies.correspondence.of_before(statement).map(|p| (p.after, p.likeness == Likeness::Equal))
        };
        let kept = |statement: usize| {
            bodies.correspondence.of_after(statement).is_some_and(|p| p.likeness == Likeness::Equal)
        };
        let Some(used) = Used::variable(was, i) else { continue };
        if stood_there(was, &used, is, partner, kept) {
            paired.told.0[i] = true;
            pair.add(InlineVariable, Pair::variable(pair.before, &was.variables[i]), None);
        }
    }
}

/// Something with a value: where it is used, its value, and the statement that assigns it, if there is one.
pub(super) struct Used {
    pub tokens: HashSet<u32>,
    pub value: Vec<Word>,
    pub declared: Option<usize>,
}

impl Used {
    fn variable(half: &Half<'_>, variable: usize) -> Option<Self> {
        let declared = half.declared_in(variable)?;
        let value = half.body.all[declared].words[value(half, declared, variable)?].to_vec();
        let uses = half.meant.iter().filter(|(_, meant)| **meant == variable);
        Some(Used { tokens: uses.map(|(&token, _)| token).collect(), value, declared: Some(declared) })
    }
}

/// Whether a value occurs on the other side where its variable or field is used on this side. `partner` gives the
/// statement there for a statement here, and whether the two are equal; `kept` says whether a statement there is
/// equal to one here.
pub(super) fn stood_there(
    here: &Half<'_>,
    what: &Used,
    there: &Half<'_>,
    partner: impl Fn(usize) -> Option<(usize, bool)>,
    kept: impl Fn(usize) -> bool,
) -> bool {
    if what.tokens.is_empty() {
        return false;
    }
    let mut uses = 0;
    for (place, statement) in here.body.all.iter().enumerate() {
        let used = |word: &Word| what.tokens.contains(&word.at);
        if Some(place) == what.declared || uses >= USES || !statement.words.iter().any(used) {
            continue;
        }
        uses += 1;
        let written_out = write_out(statement, &what.value, used);
        // Its own partner first, then that of the declaration, then all changed statements.
        let first = partner(place).filter(|p| !p.1).map(|p| p.0);
        let second = what.declared.and_then(&partner).filter(|p| !p.1).map(|p| p.0);
        let others = (0..there.body.len()).filter(|&s| !kept(s)).take(TRIED);
        let mut tried = first.into_iter().chain(second).chain(others);
        if tried.any(|s| is_written_out(&there.body.all[s], statement, &written_out)) {
            return true;
        }
    }
    false
}

/// The words of the value that a variable is declared with.
fn value(half: &Half<'_>, statement: usize, variable: usize) -> Option<Range<usize>> {
    let declaration = &half.body.all[statement];
    if declaration.kind != NodeKind::LocalDeclaration && declaration.kind != NodeKind::ExpressionStatement {
        return None;
    }
    let core = declaration.core.clone();
    let token = half.variables[variable].token;
    let is_before = declaration.words.get(..core.start)?.iter().any(|w| w.at == token);
    (is_before && !core.is_empty()).then_some(core)
}

/// A word of a statement in which a variable is replaced by its value, and whether it comes from the value.
struct Written {
    word: Word,
    of_value: bool,
}

fn write_out(statement: &Statement, value: &[Word], used: impl Fn(&Word) -> bool) -> Vec<Written> {
    let mut all = Vec::new();
    for word in &statement.words {
        if used(word) {
            all.extend(value.iter().map(|&word| Written { word, of_value: true }));
        } else {
            all.push(Written { word: *word, of_value: false });
        }
    }
    all
}

/// Whether a statement equals another one with a variable replaced by its value. It must contain the whole value and
/// some of the rest, or at least half of both; and it must have more in common with it than with the statement as it
/// is.
fn is_written_out(there: &Statement, here: &Statement, written: &[Written]) -> bool {
    let says = |word: &Word| word.is_telling() && word.role != Role::Keyword;
    let telling: Vec<&Word> = there.words.iter().filter(|w| says(w)).collect();
    let written: Vec<&Written> = written.iter().filter(|w| says(&w.word)).collect();
    let same =
        |x: &Word, y: &Word| if x.symbol == y.symbol && x.role == y.role { Fit::Same } else { Fit::None };
    let pairs = align(&telling, &written, |x, y| same(x, &y.word));
    let of_value = |w: &&Written| w.of_value;
    let values = written.iter().copied().filter(|w| of_value(w)).count();
    let rest = written.len() - values;
    let found = pairs.iter().filter(|&&(_, y)| written[y].of_value).count();
    let around = pairs.len() - found;
    let plain: Vec<&Word> = here.words.iter().filter(|w| says(w)).collect();
    let as_it_stands = align(&telling, &plain, |x, y| same(x, y)).len();
    // Variables alone occur in many statements.
    let tells = pairs.iter().any(|&(_, y)| written[y].of_value && !written[y].word.plain);
    let enough = found == values && (around > 0 || rest == 0) || 2 * found >= values && 2 * around >= rest;
    tells && enough && pairs.len() > as_it_stands
}
