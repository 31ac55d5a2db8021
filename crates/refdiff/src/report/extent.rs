//! How much of a change a refactoring accounts for, and which refactorings of entities follow from others.

use super::details::renamed_types;
use super::{Comparison, Element, Refactoring};
use crate::model::{EntityId, Model, Symbol, TypeUse};
use crate::refactorings::{Group, RefactoringType as Type};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

impl Comparison {
    /// About how many changed lines each of these refactorings accounts for: code that is elsewhere now counts on both sides,
    /// a new name as often as it replaced the old one. Both are counted without looking at what else changed in a line.
    pub(crate) fn estimate_lines(&self, refactorings: &mut [Refactoring]) {
        let names = |r: &Refactoring| {
            let name = |element: &Element| {
                let name = element.simple_name();
                Symbol::of(name.split('(').next().unwrap_or(name).as_bytes())
            };
            (name(&r.before), name(&r.after))
        };
        let mut sharers: HashMap<(Symbol, Symbol), usize> = HashMap::default();
        for (old, new) in refactorings.iter().map(names).filter(|(old, new)| old != new) {
            *sharers.entry((old, new)).or_default() += 1;
        }
        let wanted: HashSet<Symbol> = sharers.keys().flat_map(|&(old, new)| [old, new]).collect();
        let (before, after) = (uses(self.model_before(), &wanted), uses(self.model_after(), &wanted));
        let count = |all: &HashMap<Symbol, usize>, name| all.get(&name).copied().unwrap_or(0);
        for found in refactorings {
            let all = |element: &Element| (element.end_line - element.start_line + 1) as usize;
            let (old, new) = names(found);
            let replaced = || {
                let gone = count(&before, old).saturating_sub(count(&after, old));
                let came = count(&after, new).saturating_sub(count(&before, new));
                2 * (gone.min(came) / sharers.get(&(old, new)).copied().unwrap_or(1)).max(1)
            };
            let is_elsewhere = found.before.file != found.after.file;
            found.lines = match found.refactoring {
                Type::RenamePackage | Type::MovePackage => 0,
                Type::ExtractSupertype | Type::ExtractClass | Type::ExtractSubclass => all(&found.after),
                Type::ExtractMethod | Type::ExtractAndMoveMethod => 2 * all(&found.after),
                Type::InlineMethod | Type::MoveAndInlineMethod => 2 * all(&found.before),
                Type::RenameVariable | Type::RenameParameter => 2 * self.lines_with(&found.before).max(1),
                t if t.group() == Group::Pattern => 0,
                t if !t.group().is_structure() => [&found.before, &found.after]
                    .into_iter()
                    .filter(|element| element.subject.is_some())
                    .count(),
                t if t.moves() || is_elsewhere => {
                    all(&found.before) + all(&found.after) + if old == new { 0 } else { replaced() }
                }
                _ if old != new => replaced(),
                _ => 2,
            };
        }
    }

    /// In how many lines of an entity the name of its subject stands.
    fn lines_with(&self, element: &Element) -> usize {
        let Some(subject) = &element.subject else { return 0 };
        let text = self.text_before(element).unwrap_or_default();
        let (name, is_word) =
            (subject.name.as_bytes(), |b: &u8| b.is_ascii_alphanumeric() || *b == b'_' || *b == b'$');
        let has = |line: &[u8]| line.split(|b| !is_word(b)).any(|word| word == name);
        text.split(|&b| b == b'\n').filter(|line| has(line)).count()
    }

    /// Of refactorings of entities, says which follow from which: the types of a package that was renamed or moved, the members
    /// that went into a new type, the methods that implement one that was renamed, and parameters whose type was renamed.
    pub(super) fn trace_structure(&self, all: &mut [Refactoring], ids: &[Option<(EntityId, EntityId)>]) {
        let packages: Vec<(String, String, String)> = all
            .iter()
            .filter(|r| matches!(r.refactoring, Type::RenamePackage | Type::MovePackage))
            .map(|r| (r.before.key.clone(), r.after.key.clone(), r.id.clone()))
            .collect();
        let new_types: HashMap<(String, String), String> = all
            .iter()
            .filter(|r| {
                matches!(r.refactoring, Type::ExtractSupertype | Type::ExtractClass | Type::ExtractSubclass)
            })
            .map(|r| ((r.before.key.clone(), r.after.key.clone()), r.id.clone()))
            .collect();
        let mut renamed: HashMap<(Symbol, Symbol), Vec<(EntityId, String)>> = HashMap::default();
        let name = |model: &Model, id| Symbol::of(model.declaration(id).name.as_bytes());
        let methods = |r: &Refactoring, ids: &Option<(EntityId, EntityId)>| {
            let renames = matches!(r.refactoring, Type::RenameMethod);
            ids.filter(|_| renames)
                .map(|(b, a)| ((name(self.model_before(), b), name(self.model_after(), a)), a))
        };
        for (found, ids) in all.iter().zip(ids) {
            if let Some((names, after)) = methods(found, ids) {
                renamed.entry(names).or_default().push((after, found.id.clone()));
            }
        }
        let types = renamed_types(all);
        let causes: Vec<Option<String>> = all
            .iter()
            .zip(ids)
            .map(|(found, ids)| match found.refactoring {
                Type::MoveType | Type::MoveAndRenameType => packages.iter().find_map(|(old, new, id)| {
                    let rest = found.before.key.strip_prefix(old.as_str())?;
                    (found.after.key.strip_prefix(new.as_str())? == rest && rest.starts_with('.'))
                        .then(|| id.clone())
                }),
                Type::PullUpMethod
                | Type::PullUpField
                | Type::PushDownMethod
                | Type::PushDownField
                | Type::MoveMethod
                | Type::MoveField => {
                    let owners = (found.before.owner().to_owned(), found.after.owner().to_owned());
                    new_types.get(&owners).cloned()
                }
                Type::RenameMethod => {
                    let (names, after) = methods(found, ids)?;
                    self.renamed_above(after, &renamed[&names])
                }
                Type::ChangeMethodSignature => {
                    types.cause(found.before.simple_name(), found.after.simple_name())
                }
                _ => None,
            })
            .collect();
        for (found, cause) in all.iter_mut().zip(causes) {
            found.follows_from = cause;
        }
    }

    /// Of methods that got the same name, the one in a type that the method's own type names as a supertype.
    fn renamed_above(&self, method: EntityId, others: &[(EntityId, String)]) -> Option<String> {
        let model = self.model_after();
        let supertypes = |id| -> Vec<Symbol> {
            let owner = model.type_around(id);
            let all = owner.map(|owner| &model.declaration(owner).supertypes[..]).unwrap_or_default();
            all.iter().filter_map(TypeUse::simple).collect()
        };
        let above = supertypes(method);
        others.iter().find_map(|(other, id)| {
            let owner = model.type_around(*other)?;
            // Types that name each other would be the cause of each other.
            let is_above = *other != method && above.contains(&model.name(owner));
            let own = model.type_around(method)?;
            (is_above && !supertypes(*other).contains(&model.name(own))).then(|| id.clone())
        })
    }
}

/// How often names occur in the text of a model.
fn uses(model: &Model, wanted: &HashSet<Symbol>) -> HashMap<Symbol, usize> {
    let mut counts: HashMap<Symbol, usize> = HashMap::default();
    if wanted.is_empty() {
        return counts;
    }
    for placed in model.files.iter().flat_map(|file| &file.units) {
        for token in placed.unit.tokens.iter().filter(|token| wanted.contains(&token.symbol)) {
            *counts.entry(token.symbol).or_default() += 1;
        }
    }
    counts
}
