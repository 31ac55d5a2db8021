//! Compares two bodies: their statements, their variables, and which words correspond to each other.

use super::reader::{Head, Reader, Variable};
use super::{Pair, conversions, expressions, fields, statements, variables};
use crate::correspondence::{Body, Correspondence, Fit, Renames, Word, align, places};
use crate::model::{EntityId, Expr, Level, Role, Symbol, Unit};
use crate::patterns;
use crate::report::Side;
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

/// One of two bodies.
pub(crate) struct Half<'s> {
    pub side: &'s Side,
    pub id: EntityId,
    pub body: Body,
    /// Parameters first, then local variables in the order of the text.
    pub variables: Vec<Variable>,
    /// The variable that each token denotes, including the tokens that declare one.
    pub meant: HashMap<u32, usize>,
}

impl<'s> Half<'s> {
    fn new(side: &'s Side, id: EntityId, head: &Head, renames: &Renames) -> Self {
        let reader = Reader::new(side, id);
        let body = Body::of(&side.model, id, renames);
        let unit = reader.unit;
        let mut variables = head.parameters.clone();
        let mut numbers: HashMap<u32, usize> = HashMap::default();
        let own = side.model.entity(id).declaration;
        let inside = side.model.body(id).unwrap_or_default();
        for (number, local) in unit.locals.iter().enumerate() {
            if let Some(known) = variables.iter().position(|v| v.token == local.token) {
                numbers.insert(number as u32, known);
            } else if inside.contains(&local.token) && innermost(unit, local.token) == own {
                numbers.insert(number as u32, variables.len());
                variables.push(reader.variable(local.token, inside.start));
            }
        }
        let declared = variables.iter().enumerate().map(|(i, v)| (v.token, i));
        let used = unit.local_uses.iter().filter_map(|u| Some((u.token, *numbers.get(&u.local)?)));
        let meant = declared.chain(used).collect();
        Half { side, id, body, variables, meant }
    }

    /// The statement that declares a variable; `None` for a parameter.
    pub fn declared_in(&self, variable: usize) -> Option<usize> {
        let variable = &self.variables[variable];
        if variable.is_parameter { None } else { self.body.at(variable.token) }
    }

    /// Whether a word names something that is neither a local variable nor called.
    pub fn is_field(&self, word: &Word) -> bool {
        word.role == Role::Use && !word.local && !self.meant.contains_key(&word.at)
    }
}

/// The innermost declaration of a method around a token, by its index in the unit.
fn innermost(unit: &Unit, token: u32) -> u32 {
    let around = |d: &crate::model::Declaration| d.kind.level() == Level::Method && d.tokens.contains(&token);
    unit.declarations.iter().rposition(around).unwrap_or(0) as u32
}

/// From this share of common words on, two values or statements are almost the same. It is more than half, which any two calls on
/// one object may share.
pub(crate) const ALIKE: f64 = 0.6;

/// Two bodies and how they correspond.
pub(crate) struct Bodies<'s> {
    pub was: Half<'s>,
    pub is: Half<'s>,
    pub correspondence: Correspondence,
    /// The words that correspond to each other.
    pub words: Vec<Aligned>,
    /// The new names of types that differ only by a rename.
    pub retyped: HashMap<String, String>,
    /// The arguments for each parameter after the change, by the names of variables; `None` where unknown.
    passed: Option<Vec<HashSet<Symbol>>>,
}

/// A word before and the word in its position after.
#[derive(Clone, Copy)]
pub(crate) struct Aligned {
    pub was: Word,
    pub is: Word,
}

impl<'s> Bodies<'s> {
    fn new(was: Half<'s>, is: Half<'s>) -> Self {
        let correspondence = Correspondence::new(&was.body, &is.body);
        let (words, retyped) = (Vec::new(), HashMap::default());
        let mut bodies = Bodies { was, is, correspondence, words, retyped, passed: None };
        let mut words = Vec::new();
        for pair in &bodies.correspondence.pairs {
            let (old, new) = (&bodies.was.body.all[pair.before].words, &bodies.is.body.all[pair.after].words);
            words.extend(
                places(pair.likeness, old, new).into_iter().map(|(x, y)| Aligned { was: old[x], is: new[y] }),
            );
        }
        bodies.words = words;
        bodies
    }

    /// Whether two variables are initialised with almost the same value.
    pub fn set_alike(&self, old: usize, new: usize) -> bool {
        let value = |half: &Half<'_>, variable: usize| -> Option<Vec<Symbol>> {
            let statement = &half.body.all[half.declared_in(variable)?];
            let value = statement.words.get(statement.core.clone())?;
            Some(value.iter().filter(|w| w.is_telling()).map(|w| w.symbol).collect())
        };
        let (Some(old), Some(new)) = (value(&self.was, old), value(&self.is, new)) else { return false };
        let same = align(&old, &new, |x, y| if x == y { Fit::Same } else { Fit::None }).len();
        same > 0 && 2.0 * same as f64 >= ALIKE * (old.len() + new.len()) as f64
    }

    /// Whether a variable is passed for a parameter of the method after, as far as that is known.
    pub fn passes(&self, parameter: usize, name: &str) -> bool {
        let passed = self.passed.as_ref().and_then(|all| all.get(parameter));
        passed.is_none_or(|names| names.contains(&Symbol::of(name.as_bytes())))
    }
}

/// Reports what became of variables whose code went from one method to another.
pub(super) fn compare_transfer(pair: &mut Pair<'_>) {
    let none = Renames::default();
    let (before, after) = (pair.matched.before, pair.matched.after);
    let heads = (
        Reader::new(before, pair.before).head(&before.model, pair.before),
        Reader::new(after, pair.after).head(&after.model, pair.after),
    );
    let was = Half::new(before, pair.before, &heads.0, pair.renames);
    let is = Half::new(after, pair.after, &heads.1, &none);
    let mut bodies = Bodies::new(was, is);
    bodies.passed = passed(pair);
    bodies.retyped = retyped(&bodies, pair.renames);
    let paired = variables::pair_moved(&bodies);
    variables::tell_moved(pair, &bodies, &paired);
}

/// The types of variables before that contain a renamed type, with the new names applied.
fn retyped(bodies: &Bodies<'_>, renames: &Renames) -> HashMap<String, String> {
    let new: HashMap<Symbol, &str> = bodies
        .is
        .variables
        .iter()
        .flat_map(|v| words(&v.ty))
        .map(|word| (Symbol::of(word.as_bytes()), word))
        .collect();
    let mut all = HashMap::default();
    for ty in bodies.was.variables.iter().map(|v| &v.ty) {
        let now: String = words(ty)
            .map(|word| {
                let renamed = renames.called.get(&Symbol::of(word.as_bytes()));
                renamed.and_then(|symbol| new.get(symbol).copied()).unwrap_or(word)
            })
            .collect();
        if now != *ty {
            all.insert(ty.clone(), now);
        }
    }
    all
}

/// The words of a text, and the text between them.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_word = |c: &u8| c.is_ascii_alphanumeric() || *c == b'_' || *c == b'$' || !c.is_ascii();
    text.as_bytes()
        .chunk_by(move |x, y| is_word(x) == is_word(y))
        .filter_map(|part| std::str::from_utf8(part).ok())
}

/// What the method that lost the code passes for each parameter of the method that received it; `None` where the call
/// is not found.
fn passed(pair: &Pair<'_>) -> Option<Vec<HashSet<Symbol>>> {
    let model = &pair.matched.after.model;
    let parameters = model.parameters(pair.after).len();
    let mut all: Option<Vec<HashSet<Symbol>>> = None;
    let callers = pair.matched.pairs.iter().filter(|p| p.0 == pair.before).map(|p| p.1);
    for caller in callers {
        let unit = model.unit(caller);
        let named = |call: &&crate::model::Call| {
            call.name == model.name(pair.after) && unit.arguments_of(call).len() == parameters
        };
        for call in unit.calls.iter().filter(named) {
            let all = all.get_or_insert_with(|| vec![HashSet::default(); parameters]);
            for (names, &argument) in all.iter_mut().zip(unit.arguments_of(call)) {
                if let Expr::Local(local) = unit.exprs[argument as usize] {
                    names.insert(unit.locals[local as usize].name);
                }
            }
        }
    }
    all
}

/// Reports what became of the parameters, variables and expressions of a pair of methods.
pub(super) fn compare(pair: &mut Pair<'_>, heads: &(Head, Head)) {
    let none = Renames::default();
    let was = Half::new(pair.matched.before, pair.before, &heads.0, pair.renames);
    let is = Half::new(pair.matched.after, pair.after, &heads.1, &none);
    let mut bodies = Bodies::new(was, is);
    bodies.retyped = retyped(&bodies, pair.renames);
    let mut paired = variables::pair(&bodies);
    expressions::extracted(pair, &bodies, &mut paired);
    expressions::inlined(pair, &bodies, &mut paired);
    conversions::find(pair, &bodies, &paired);
    fields::find(pair, &bodies);
    statements::find(pair, &bodies, &paired);
    variables::tell(pair, &bodies, &paired);
    patterns::find_inside(pair, &bodies, &paired);
}
