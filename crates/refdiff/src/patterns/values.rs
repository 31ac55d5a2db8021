//! Values of one body that became constants or queries.

use crate::correspondence::{Body, Fit, Likeness, Renames, Word, align};
use crate::details::bodies::Bodies;
use crate::details::variables::Paired;
use crate::details::{Detail, Pair};
use crate::model::{EntityId, EntityKind, NodeKind, Role, Symbol};
use crate::refactorings::RefactoringType::*;

/// How many statements with a name, and how many new methods, are considered.
const CONSIDERED: usize = 64;

pub(super) fn find(pair: &mut Pair<'_>, bodies: &Bodies<'_>, paired: &Paired) {
    constants(pair, bodies);
    queries(pair, bodies, paired);
}

/// A literal is gone from a statement in which the name of a new constant with that value stands now.
fn constants(pair: &mut Pair<'_>, bodies: &Bodies<'_>) {
    let constants = pair.ground.constants();
    if constants.is_empty() {
        return;
    }
    let ground = pair.ground;
    let Some(owner) = ground.old.owner(pair.before) else { return };
    let count = |words: &[Word], symbol: Symbol, role: Role| {
        words.iter().filter(|w| w.symbol == symbol && w.role == role).count()
    };
    let mut found: Vec<EntityId> = Vec::new();
    for matched in bodies.correspondence.pairs.iter().filter(|p| p.likeness != Likeness::Equal) {
        let (old, new) = (&bodies.was.body.all[matched.before], &bodies.is.body.all[matched.after]);
        for word in new.words.iter().filter(|w| w.role == Role::Use) {
            for constant in constants.get(&word.symbol).into_iter().flatten() {
                let came =
                    count(&new.words, word.symbol, Role::Use) > count(&old.words, word.symbol, Role::Use);
                let went = count(&old.words, constant.value, Role::Literal)
                    > count(&new.words, constant.value, Role::Literal);
                if came && went && !found.contains(&constant.field) {
                    found.push(constant.field);
                }
            }
        }
    }
    for field in found {
        let evidence = vec![format!("its value is gone from {}", ground.old.key(pair.before))];
        let (before, after) = (owner, field);
        let refactoring = ReplaceMagicNumberWithConstant;
        pair.found.push(Detail { refactoring, before, after, was: None, is: None, evidence });
    }
}

/// A variable is gone, and where it was used a new method is called that computes its value.
fn queries(pair: &mut Pair<'_>, bodies: &Bodies<'_>, paired: &Paired) {
    let (was, is) = (&bodies.was, &bodies.is);
    let model = &pair.matched.after.model;
    let Some(owner) = model.container(pair.after) else { return };
    let calls = is.body.all.iter().flat_map(|s| &s.words).filter(|w| w.role == Role::Call);
    let mut called: Vec<Symbol> = calls.map(|w| w.symbol).collect();
    called.sort_unstable();
    called.dedup();
    let new = called.into_iter().flat_map(|name| pair.ground.new_methods(name)).copied();
    let new: Vec<EntityId> = new.filter(|&id| model.container(id) == Some(owner)).take(CONSIDERED).collect();
    if new.is_empty() {
        return;
    }
    for i in 0..was.variables.len() {
        if paired.partner[i].is_some() || was.variables[i].is_parameter {
            continue;
        }
        let Some(declared) = was.declared_in(i) else { continue };
        let declaration = &was.body.all[declared];
        let means = |w: &Word| was.meant.get(&w.at) == Some(&i);
        let sets = was.body.all.iter().enumerate().filter(|(place, s)| {
            *place != declared && s.words.first().is_some_and(means) && s.core.start > 1
        });
        let set: Vec<&[Word]> = sets.map(|(_, s)| &s.words[s.core.clone()]).take(CONSIDERED).collect();
        if declaration.kind != NodeKind::LocalDeclaration && declaration.kind != NodeKind::ExpressionStatement
        {
            continue;
        }
        let value = &declaration.words[declaration.core.clone()];
        let used = means;
        let query = new.iter().copied().find(|&query| {
            let calls = |w: &Word| w.role == Role::Call && w.symbol == model.name(query);
            // A variable that now holds what the method gives is still there.
            let held = is.body.all.iter().any(|s| {
                matches!(s.kind, NodeKind::LocalDeclaration | NodeKind::ExpressionStatement)
                    && s.words.get(s.core.clone()).is_some_and(|core| core.first().is_some_and(calls))
                    && s.core.start > 0
            });
            let stands_there = || {
                let uses = was.body.all.iter().enumerate();
                let uses = uses.filter(|(place, s)| *place != declared && s.words.iter().any(used));
                uses.take(CONSIDERED).any(|(place, _)| {
                    bodies
                        .correspondence
                        .of_before(place)
                        .is_some_and(|p| is.body.all[p.after].words.iter().any(calls))
                })
            };
            let gives = computes(model, query, value) || set.len() > 1 && returns(model, query, &set);
            !held && gives && stands_there()
        });
        if let Some(query) = query {
            let evidence =
                vec![format!("{} is gone; its value is what the method gives", was.variables[i].name)];
            let (refactoring, before) = (ReplaceTempWithQuery, pair.before);
            pair.found.push(Detail { refactoring, before, after: query, was: None, is: None, evidence });
        }
    }
}

/// Whether a method returns in turn what a variable was set to.
fn returns(model: &crate::model::Model, method: EntityId, set: &[&[Word]]) -> bool {
    let body = Body::of(model, method, &Renames::default());
    let returned = body.all.iter().filter(|s| s.kind == NodeKind::Return).map(|s| &s.words[s.core.clone()]);
    let returned: Vec<&[Word]> = returned.collect();
    let same =
        |x: &[Word], y: &[Word]| x.len() == y.len() && x.iter().zip(y).all(|(x, y)| x.symbol == y.symbol);
    returned.len() == set.len() && returned.iter().zip(set).all(|(x, y)| same(x, y))
}

/// From this share of common words on, a method computes a value.
const ALIKE: f64 = 0.75;

/// Whether all that a method does is to give a value.
fn computes(model: &crate::model::Model, method: EntityId, value: &[Word]) -> bool {
    if model.kind(method) == EntityKind::Constructor {
        return false;
    }
    let body = Body::of(model, method, &Renames::default());
    let [only] = body.all.as_slice() else { return false };
    let telling = |words: &[Word]| -> Vec<Symbol> {
        words.iter().filter(|w| w.is_telling()).map(|w| w.symbol).collect()
    };
    let (value, computed) = (telling(value), telling(&only.words[only.core.clone()]));
    let same = align(&value, &computed, |x, y| if x == y { Fit::Same } else { Fit::None }).len();
    let says = value.len() > 1 || computed.len() > 1;
    says && 2.0 * same as f64 >= ALIKE * (value.len() + computed.len()) as f64
}
