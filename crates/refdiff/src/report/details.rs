//! What is finer than an entity, as reports show it.

use super::comparison::{Comparison, Refactoring, Side};
use super::declared::{Declarations, declared};
use super::describe::describe;
use super::element::{Element, Subject};
use crate::details::{Detail, Matched, Part, Reader, find};
use crate::model::{EntityId, Level, Role, Symbol, Unit};
use crate::refactorings::{Group, RefactoringType};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

impl Comparison {
    /// What is finer than the refactorings of entities: what matched entities declare, their parameters and variables. Worked
    /// out when it is asked for; sorted by type, keys and place. Nothing where the profile is about entities alone.
    pub fn details(&self) -> Vec<Refactoring> {
        self.found_details(false)
    }

    /// The same, with how the entities are declared where that is wanted.
    pub(super) fn found_details(&self, declarations: bool) -> Vec<Refactoring> {
        let mut all: Vec<Refactoring> =
            self.closer().iter().map(|detail| self.detail(detail, declarations)).collect();
        sort(&mut all);
        identify(&mut all);
        trace(&mut all, &self.refactorings);
        all
    }

    /// What is found, worked out once.
    fn closer(&self) -> &[Detail] {
        if !self.looks_closer {
            return &[];
        }
        self.closer.get_or_init(|| {
            let carries =
                |r: &Refactoring| !r.refactoring.corresponds() && r.refactoring.level() == Level::Method;
            let transfers = self.reported_pairs().filter(|(r, _)| carries(r)).map(|(_, ids)| *ids).collect();
            find(&Matched { before: &self.before, after: &self.after, pairs: &self.pairs, transfers })
        })
    }

    /// Local variables and parameters that only got another name in a method that is the same: the method before, the token
    /// that declares the variable there, and the new name. A parameter that callers may name, or that is annotated and may be
    /// known by its name, is none.
    pub(crate) fn renamed_variables(&self) -> Vec<(EntityId, u32, Symbol)> {
        let matched: HashSet<(EntityId, EntityId)> = self.pairs.iter().map(|pair| (pair.0, pair.1)).collect();
        let mut renamed = Vec::new();
        for detail in self.closer() {
            let (Some(was), Some(is)) = (&detail.was, &detail.is) else { continue };
            let parameter = detail.refactoring == RefactoringType::RenameParameter;
            if !parameter && detail.refactoring != RefactoringType::RenameVariable {
                continue;
            }
            let unit = self.before.model.unit(was.entity);
            let annotated = was.tokens.clone().any(|t| unit.tokens[t as usize].role() == Role::Annotation);
            let named = self.before.model.file(was.entity).lexicon.named_arguments;
            if parameter && (annotated || named) || !matched.contains(&(detail.before, detail.after)) {
                continue;
            }
            let name = Symbol::of(was.name.as_bytes());
            let declares = |l: &&crate::model::Local| l.name == name && was.tokens.contains(&l.token);
            let now = Symbol::of(is.name.as_bytes());
            let Some(local) = unit.locals.iter().find(declares) else { continue };
            let other = self.after.model.unit(is.entity);
            let same = |l: &&crate::model::Local| l.name == now && is.tokens.contains(&l.token);
            let Some(partner) = other.locals.iter().find(same) else { continue };
            // All uses followed, and neither name means anything else on one side alone.
            let meant = |unit: &Unit, name: Symbol| unit.accesses.iter().filter(|a| a.name == name).count();
            if uses(unit, local.token) == uses(other, partner.token)
                && [name, now].iter().all(|&n| meant(unit, n) == meant(other, n))
            {
                renamed.push((was.entity, local.token, now));
            }
        }
        renamed
    }

    fn detail(&self, detail: &Detail, declarations: bool) -> Refactoring {
        let element = |side: &Side, id: EntityId, part: &Option<Part>| {
            let subject = part.as_ref().map(|part| subject(side, part));
            Element { subject, ..side.element(id) }
        };
        let before = element(&self.before, detail.before, &detail.was);
        let after = element(&self.after, detail.after, &detail.is);
        Refactoring {
            id: String::new(),
            refactoring: detail.refactoring,
            group: detail.refactoring.group(),
            similarity: None,
            confidence: None,
            changes: Vec::new(),
            description: describe(detail.refactoring, &before, &after, &[]),
            before,
            after,
            follows_from: None,
            evidence: detail.evidence.clone(),
            caller: None,
            lines: 0,
            declarations: declarations.then(|| {
                let (before, after) =
                    (declared(&self.before, detail.before), declared(&self.after, detail.after));
                Box::new(Declarations::of(before, after))
            }),
        }
    }
}

/// How often the variable that a token declares is used.
fn uses(unit: &Unit, token: u32) -> usize {
    let number = unit.locals.iter().position(|l| l.token == token);
    unit.local_uses.iter().filter(|u| Some(u.local as usize) == number).count()
}

fn subject(side: &Side, part: &Part) -> Subject {
    let bytes = Reader::new(side, part.entity).bytes(&part.tokens);
    Subject::at(part, bytes, side.lines(side.model.entity(part.entity).file as usize))
}

/// Sorts reports by type, keys and place, the finer thing included.
pub(super) fn sort(all: &mut [Refactoring]) {
    let place = |e: &Element| (e.file.clone(), e.subject.as_ref().map_or(e.start_byte, |s| s.start_byte));
    all.sort_by(|x, y| {
        (x.refactoring.name(), &x.before.key, &x.after.key)
            .cmp(&(y.refactoring.name(), &y.before.key, &y.after.key))
            .then_with(|| (place(&x.before), place(&x.after)).cmp(&(place(&y.before), place(&y.after))))
    });
}

/// Gives ids: by what is said and of what, and by the order where the same is said twice.
fn identify(all: &mut [Refactoring]) {
    let mut times: HashMap<u64, u32> = HashMap::default();
    for found in all {
        let text = |e: &Element| e.subject.as_ref().map(|s| s.text.clone()).unwrap_or_default();
        let (old, new) = (text(&found.before), text(&found.after));
        let (before, after) = (&found.before, &found.after);
        let said = [found.refactoring.name(), &before.key, &after.key, &before.file, &after.file, &old, &new];
        let said = Symbol::of(said.join("\n"));
        let time = times.entry(said.0).and_modify(|n| *n += 1).or_insert(0);
        let id = if *time == 0 { said } else { said.then(Symbol(u64::from(*time))) };
        found.id = format!("{:016x}", id.0);
    }
}

/// Says of each what it follows from: a changed signature is the cause of what changed in it, a renamed type of everything
/// that only differs by its name.
fn trace(all: &mut [Refactoring], refactorings: &[Refactoring]) {
    let signatures: HashMap<(&str, &str, &str), &str> = refactorings
        .iter()
        .filter(|cause| cause.refactoring == RefactoringType::ChangeMethodSignature)
        .map(|c| ((c.before.key.as_str(), c.after.key.as_str(), c.before.file.as_str()), c.id.as_str()))
        .collect();
    let types = renamed_types(refactorings);
    for found in all {
        let text = |e: &Element| e.subject.as_ref().map(|s| s.text.clone());
        let cause = match (text(&found.before), text(&found.after)) {
            (Some(old), Some(new)) => types.cause(&old, &new),
            _ => None,
        };
        let place = (found.before.key.as_str(), found.after.key.as_str(), found.before.file.as_str());
        let parent = || signatures.get(&place).copied().filter(|_| found.group == Group::Signature);
        found.follows_from = cause.or_else(|| parent().map(str::to_owned));
    }
}

/// The types that got another name, by the old one: the new ones, each with the id of its refactoring.
pub(super) struct RenamedTypes(HashMap<String, Vec<(String, String)>>);

pub(super) fn renamed_types(refactorings: &[Refactoring]) -> RenamedTypes {
    let mut names: HashMap<String, Vec<(String, String)>> = HashMap::default();
    for cause in refactorings {
        if matches!(cause.refactoring, RefactoringType::RenameType | RefactoringType::MoveAndRenameType) {
            let new = cause.after.simple_name().to_owned();
            names.entry(cause.before.simple_name().to_owned()).or_default().push((new, cause.id.clone()));
        }
    }
    RenamedTypes(names)
}

impl RenamedTypes {
    /// The id of a renamed type that is all that two texts differ by.
    pub fn cause(&self, old: &str, new: &str) -> Option<String> {
        if self.0.is_empty() || old == new {
            return None;
        }
        let (old, new) = (words(old), words(new));
        if old.len() != new.len() {
            return None;
        }
        let mut cause = None;
        for (was, is) in old.iter().zip(&new).filter(|(was, is)| was != is) {
            let known = self.0.get(was)?.iter().find(|(name, _)| name == is)?;
            cause = cause.or(Some(known.1.clone()));
        }
        cause
    }
}

fn words(text: &str) -> Vec<String> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let mut all: Vec<String> = Vec::new();
    let mut inside = false;
    for c in text.chars() {
        match all.last_mut() {
            Some(last) if inside && is_word(c) => last.push(c),
            _ => all.push(c.to_string()),
        }
        inside = is_word(c);
    }
    all
}
