//! What is finer than an entity: declarations of matched entities, their parameters and variables, and expressions
//! that became variables or the reverse.
//!
//! Everything here is derived from matched pairs: nothing found here changes what is matched.

pub(crate) mod bodies;
mod conversions;
mod declarations;
mod expressions;
mod fields;
mod reader;
pub(crate) mod statements;
pub(crate) mod variables;

pub(crate) use reader::Reader;

use crate::correspondence::Renames;
use crate::matching::Relationship;
use crate::model::{EntityId, Level, Model, TokenRange};
use crate::patterns::{self, Ground, Scopes};
use crate::refactorings::{Group, RefactoringType};
use crate::report::Side;
use reader::{Mark, Variable};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

/// Something finer than an entity, with its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub kind: &'static str,
    pub name: String,
    pub text: String,
    /// The entity whose unit contains it, and its tokens there.
    pub entity: EntityId,
    pub tokens: TokenRange,
}

/// A finer refactoring.
#[derive(Clone, Debug)]
pub(crate) struct Detail {
    pub refactoring: RefactoringType,
    /// The entities that contain it.
    pub before: EntityId,
    pub after: EntityId,
    pub was: Option<Part>,
    pub is: Option<Part>,
    /// What a pattern was seen by.
    pub evidence: Vec<String>,
}

/// Two sides with the matched pairs of entities.
pub(crate) struct Matched<'c> {
    pub before: &'c Side,
    pub after: &'c Side,
    pub pairs: &'c [(EntityId, EntityId, Relationship)],
    /// Methods that code went between: origin and extracted method, or inlined method and target.
    pub transfers: Vec<(EntityId, EntityId)>,
}

/// A pair of entities being compared, and what was found for it.
pub(crate) struct Pair<'c> {
    pub matched: &'c Matched<'c>,
    pub ground: &'c Ground<'c>,
    renames: &'c Renames,
    /// The matched entities, before and after.
    pub partners: &'c (HashSet<EntityId>, HashSet<EntityId>),
    pub before: EntityId,
    pub after: EntityId,
    pub found: Vec<Detail>,
}

impl Pair<'_> {
    fn add(&mut self, refactoring: RefactoringType, was: Option<Part>, is: Option<Part>) {
        let (before, after) = (self.before, self.after);
        self.found.push(Detail { refactoring, before, after, was, is, evidence: Vec::new() });
    }

    fn variable(entity: EntityId, variable: &Variable) -> Option<Part> {
        let kind = if variable.is_parameter { "parameter" } else { "variable" };
        let (name, text, tokens) = (variable.name.clone(), variable.text(), variable.tokens.clone());
        Some(Part { kind, name, text, entity, tokens })
    }

    fn mark(entity: EntityId, kind: &'static str, mark: &Mark) -> Option<Part> {
        let Mark { name, text, tokens } = mark.clone();
        Some(Part { kind, name, text, entity, tokens })
    }
}

/// All details, pair by pair.
pub(crate) fn find(matched: &Matched<'_>) -> Vec<Detail> {
    let renamed =
        matched.pairs.iter().filter(|pair| pair.2 != Relationship::Same).map(|pair| (pair.0, pair.1));
    let renames = Renames::of(&matched.before.model, &matched.after.model, renamed);
    let partners = matched.pairs.iter().map(|pair| (pair.0, pair.1)).unzip();
    let mut all = Vec::new();
    let (old, new) = (&matched.before.model, &matched.after.model);
    let differs = |&(before, after): &(EntityId, EntityId)| match old.level(before) {
        // The head of fields that are declared together precedes the first of them.
        Level::Field => !has_equal_units(old, before, new, after),
        _ => !old.has_equal_tokens(before, new, after),
    };
    let inside = inside_bodies(matched, &partners);
    let pairs = matched.pairs.iter().map(|pair| (pair.0, pair.1)).chain(inside);
    let changed: Vec<(EntityId, EntityId)> = pairs.filter(differs).collect();
    let methods =
        |&&(b, a): &&(EntityId, EntityId)| old.level(b) == Level::Method && new.level(a) == Level::Method;
    let changed_methods: Vec<_> = changed.iter().filter(methods).copied().collect();
    let scopes = Scopes::default();
    let ground = Ground::new(matched, &changed_methods, &scopes);
    let begin = |before, after| {
        let (renames, partners, ground) = (&renames, &partners, &ground);
        Pair { matched, ground, renames, partners, before, after, found: Vec::new() }
    };
    for (before, after) in changed {
        let mut pair = begin(before, after);
        let heads = declarations::compare(&mut pair);
        if old.level(before) == Level::Method && new.level(after) == Level::Method {
            bodies::compare(&mut pair, &heads);
        }
        fields::encapsulated(&mut pair);
        all.append(&mut pair.found);
    }
    for &(before, after) in &matched.transfers {
        let mut pair = begin(before, after);
        bodies::compare_transfer(&mut pair);
        all.append(&mut pair.found);
    }
    all.extend(patterns::find(&ground));
    once(all)
}

/// Methods of local and anonymous types with the same name and another signature. Such types are identified only by
/// their position, and their members are not matched elsewhere.
fn inside_bodies(
    matched: &Matched<'_>,
    partners: &(HashSet<EntityId>, HashSet<EntityId>),
) -> Vec<(EntityId, EntityId)> {
    let (old, new) = (&matched.before.model, &matched.after.model);
    let mut found = Vec::new();
    for &(before, after, _) in matched.pairs {
        if old.level(before) != Level::Type || !old.is_local(before) || !new.is_local(after) {
            continue;
        }
        let open = |model: &Model, id: EntityId, taken: &HashSet<EntityId>| -> Vec<EntityId> {
            let methods = model.children(id).iter().copied();
            methods.filter(|&m| model.level(m) == Level::Method && !taken.contains(&m)).collect()
        };
        let (gone, come) = (open(old, before, &partners.0), open(new, after, &partners.1));
        for &method in &gone {
            let namesakes = |all: &[EntityId], model: &Model| -> Vec<EntityId> {
                all.iter().copied().filter(|&m| model.name(m) == old.name(method)).collect()
            };
            if let ([_], [partner]) = (&namesakes(&gone, old)[..], &namesakes(&come, new)[..]) {
                found.push((method, *partner));
            }
        }
    }
    found
}

/// Reports a field and a pattern only once, even if several methods show it.
fn once(all: Vec<Detail>) -> Vec<Detail> {
    let mut seen: HashSet<(RefactoringType, EntityId)> = HashSet::default();
    let mut patterns: HashMap<(RefactoringType, EntityId, EntityId), usize> = HashMap::default();
    let mut kept: Vec<Detail> = Vec::with_capacity(all.len());
    for detail in all {
        let part = detail.is.as_ref().or(detail.was.as_ref());
        let of_type =
            matches!(detail.refactoring, RefactoringType::ExtractField | RefactoringType::InlineField);
        if of_type && part.is_some_and(|part| !seen.insert((detail.refactoring, part.entity))) {
            continue;
        }
        if detail.refactoring.group() == Group::Pattern {
            let key = (detail.refactoring, detail.before, detail.after);
            if let Some(&known) = patterns.get(&key) {
                kept[known].evidence.extend(detail.evidence);
                continue;
            }
            patterns.insert(key, kept.len());
        }
        kept.push(detail);
    }
    kept
}

/// Whether the units of two entities have the same tokens.
fn has_equal_units(old: &Model, before: EntityId, new: &Model, after: EntityId) -> bool {
    let (was, is) = (&old.unit(before).tokens, &new.unit(after).tokens);
    was.len() == is.len() && was.iter().zip(is).all(|(x, y)| x.symbol == y.symbol)
}
