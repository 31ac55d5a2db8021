//! Which entities match, and how the two of a match differ.

use super::{Comparison, Element, EntityCounts};
use crate::matching::Relationship;
use crate::model::{EntityId, Level, Model, Symbol};
use crate::refactorings::RefactoringType;
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use serde::{Deserialize, Serialize};

/// How an entity differs from the one that it matches, in one word, by what was reported of the pair. [`Match`] has the facts,
/// which say more: a method whose class was renamed is `modified` here, and a new signature is `renamed`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum MatchStatus {
    /// The same tokens under the same name in the same place.
    Unchanged,
    /// Other tokens under the same name.
    Modified,
    /// Another name or signature.
    Renamed,
    /// Another container.
    Moved,
}

/// A pair of entities that match. The facts are independent of each other: an entity may be moved, renamed and edited.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Match {
    /// The main difference.
    pub status: MatchStatus,
    /// Whether it is in another type or module than the one that matches its own, or in another package.
    #[serde(default)]
    pub moved: bool,
    /// Whether it has another name.
    #[serde(default)]
    pub renamed: bool,
    /// Whether a method has other parameters.
    #[serde(default)]
    pub signature_changed: bool,
    /// Whether the body of a method, the declaration of a field or the head of a type was edited, its name apart.
    #[serde(default)]
    pub edited: bool,
    #[allow(missing_docs)]
    pub before: Element,
    #[allow(missing_docs)]
    pub after: Element,
}

impl Comparison {
    /// The pairs of entities that match, in the order of the text before.
    pub fn matches(&self) -> impl Iterator<Item = Match> + '_ {
        let unchanged = self.unchanged();
        let mut partners: HashMap<EntityId, Vec<EntityId>> = HashMap::default();
        for &(before, after, _) in &self.pairs {
            partners.entry(before).or_default().push(after);
        }
        self.pairs.iter().map(move |&(before, after, relationship)| {
            let status = match relationship {
                Relationship::Same if unchanged.contains(&(before, after)) => MatchStatus::Unchanged,
                Relationship::Same | Relationship::LostBody | Relationship::GainedBody => {
                    MatchStatus::Modified
                }
                Relationship::Refactored(
                    RefactoringType::RenameType
                    | RefactoringType::RenameMethod
                    | RefactoringType::RenameField
                    | RefactoringType::ChangeMethodSignature,
                ) => MatchStatus::Renamed,
                Relationship::Refactored(_) => MatchStatus::Moved,
            };
            let (old, new) = (&self.before.model, &self.after.model);
            let moved = match (old.container(before), new.container(after)) {
                (Some(b), Some(a)) => !partners.get(&b).is_some_and(|all| all.contains(&a)),
                (None, None) => old.file(before).package != new.file(after).package,
                _ => true,
            };
            let (one, other) = (old.declaration(before), new.declaration(after));
            let keys = |model: &Model, id| -> Vec<Box<str>> {
                model.parameters(id).iter().map(|p| p.key.clone()).collect()
            };
            Match {
                status,
                moved,
                renamed: one.name != other.name,
                signature_changed: one.kind.level() == Level::Method && keys(old, before) != keys(new, after),
                edited: self.is_edited(before, after),
                before: self.before.element(before),
                after: self.after.element(after),
            }
        })
    }

    /// The key before and the key after of every entity whose key changed: what a program has to rename that uses the code
    /// before. Members of what was renamed or moved are in it as well. Sorted; a key that stands for several entities may be
    /// there several times.
    pub fn changed_keys(&self) -> Vec<(String, String)> {
        let keys = |&(b, a, _): &(EntityId, EntityId, Relationship)| {
            (self.before.model.key(b), self.after.model.key(a))
        };
        let mut changed: Vec<_> = self.pairs.iter().map(keys).filter(|(old, new)| old != new).collect();
        changed.sort();
        changed.dedup();
        changed
    }

    /// Whether what an entity declares differs, its own name apart: of a method its body, of a type its head.
    fn is_edited(&self, before: EntityId, after: EntityId) -> bool {
        let name = |model: &Model, id| Symbol::of(model.declaration(id).name.as_bytes());
        let names = (name(&self.before.model, before), name(&self.after.model, after));
        let tokens = |model: &Model, id: EntityId| -> Vec<Symbol> {
            let declaration = model.declaration(id);
            let range = match declaration.kind.level() {
                Level::Method => declaration.body.clone().unwrap_or(0..0),
                _ => declaration.tokens.clone(),
            };
            let all = &model.unit(id).tokens[range.start as usize..range.end as usize];
            all.iter().map(|t| t.symbol).collect()
        };
        let (old, new) = (tokens(&self.before.model, before), tokens(&self.after.model, after));
        let same = |(x, y): (&Symbol, &Symbol)| x == y || (*x, *y) == names;
        old.len() != new.len() || !old.iter().zip(&new).all(same)
    }

    /// Entities after that correspond to none before.
    pub fn added(&self) -> impl Iterator<Item = Element> + '_ {
        let matched: HashSet<EntityId> = self.pairs.iter().map(|p| p.1).collect();
        self.after.model.ids().filter(move |id| !matched.contains(id)).map(|id| self.after.element(id))
    }

    /// Entities before that correspond to none after.
    pub fn removed(&self) -> impl Iterator<Item = Element> + '_ {
        let matched: HashSet<EntityId> = self.pairs.iter().map(|p| p.0).collect();
        self.before.model.ids().filter(move |id| !matched.contains(id)).map(|id| self.before.element(id))
    }

    /// How many entities match, came and went.
    pub fn entity_counts(&self) -> EntityCounts {
        let (mut before, mut after) =
            (vec![false; self.before.model.len()], vec![false; self.after.model.len()]);
        for (b, a, _) in &self.pairs {
            before[b.index()] = true;
            after[a.index()] = true;
        }
        let missing = |matched: &[bool]| matched.iter().filter(|m| !**m).count();
        EntityCounts { matched: self.pairs.len(), added: missing(&after), removed: missing(&before) }
    }

    /// The pairs whose tokens are the same, everything inside included.
    fn unchanged(&self) -> HashSet<(EntityId, EntityId)> {
        let (before, after) = (&self.before.model, &self.after.model);
        let mut unchanged: HashSet<(EntityId, EntityId)> = HashSet::default();
        // Children have higher numbers than their containers, so they are known first.
        for &(b, a, _) in self.pairs.iter().rev() {
            let tokens = |model: &Model, id: EntityId| -> Vec<Symbol> {
                let range = &model.declaration(id).tokens;
                let all = &model.unit(id).tokens;
                all[range.start as usize..range.end as usize].iter().map(|t| t.symbol).collect()
            };
            if tokens(before, b) != tokens(after, a) {
                continue;
            }
            let (inside_b, inside_a) = (before.children(b), after.children(a));
            let same_inside = before.level(b) != Level::Type
                || (inside_b.len() == inside_a.len()
                    && inside_b.iter().zip(inside_a).all(|(&x, &y)| unchanged.contains(&(x, y))));
            if same_inside {
                unchanged.insert((b, a));
            }
        }
        unchanged
    }
}
