//! The result of comparing two sets of sources.

use super::Incomplete;
use super::declared::{Declarations, Span};
use super::describe::describe;
use super::element::{Element, Lines};
use super::signature;
use crate::details::Detail;
use crate::matching::packages::{PackageSide, Relocated};
use crate::matching::{Outcome, Relationship};
use crate::model::{EntityId, Level, Model, SourceFile, Symbol};
use crate::profile::Profile;
use crate::refactorings::{Found, Group, RefactoringType, confidence};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::sync::{Arc, OnceLock};

/// A refactoring: a pair of entities, as in the paper.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Refactoring {
    /// The same from run to run, for the same refactoring at the same paths.
    pub id: String,
    /// What it is.
    #[serde(rename = "type")]
    pub refactoring: RefactoringType,
    /// What its type belongs to; not written where that is structure.
    #[serde(default, skip_serializing_if = "Group::is_structure")]
    pub group: Group,
    /// How alike the two are, from 0 to 1; none where there is no body to compare.
    pub similarity: Option<f64>,
    /// What share of reports with such evidence is right, as far as labelled commits tell; `None` where the profile uses
    /// no evidence but similarity.
    pub confidence: Option<f64>,
    /// What changed in a method's declaration, where the two correspond.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<String>,
    /// One line for a person.
    pub description: String,
    /// Before: the origin of an extraction, what vanished in an inlining.
    pub before: Element,
    /// After: what was extracted, the target of an inlining.
    pub after: Element,
    /// The id of the report that it is a consequence of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub follows_from: Option<String>,
    /// What a pattern was seen by, in a sentence each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<String>,
    /// The caller that code was extracted from as it is after, or that code was inlined into as it was before. Only with the
    /// texts; not part of what is written as data.
    #[serde(skip)]
    pub caller: Option<Box<Element>>,
    /// About how many changed lines it accounts for; 0 where that was not asked for. Not part of what is written as data.
    #[serde(skip)]
    pub lines: usize,
    /// How both are written, where it was asked for; not part of what is written.
    #[serde(skip)]
    pub declarations: Option<Box<Declarations>>,
}

/// Below this confidence a report is called unsure. On the labelled commits one report in five below it is wrong or was labelled by
/// nobody (19 of 93), and one in twenty above it (112 of 2,292; accuracy/README.md has the curve).
const UNSURE: f64 = 0.7;

impl Refactoring {
    /// Whether its confidence is so low that a reader should look at the code.
    pub fn is_unsure(&self) -> bool {
        self.confidence.is_some_and(|confidence| confidence < UNSURE)
    }
}

/// One side of a comparison.
#[derive(Debug)]
pub(crate) struct Side {
    pub model: Model,
    /// The text of each file of the model.
    pub(crate) texts: Vec<Arc<[u8]>>,
    lines: Vec<OnceLock<Lines>>,
}

impl Side {
    /// `texts` in the order of the model's files.
    pub fn new(model: Model, texts: Vec<Arc<[u8]>>) -> Self {
        let lines = texts.iter().map(|_| OnceLock::new()).collect();
        Side { model, texts, lines }
    }

    pub(crate) fn text(&self, file: usize) -> &[u8] {
        &self.texts[file]
    }

    pub(crate) fn element(&self, id: EntityId) -> Element {
        let (text, lines) = self.lines(self.model.entity(id).file as usize);
        Element::new(&self.model, id, text, lines)
    }

    pub(super) fn lines(&self, file: usize) -> (&[u8], &Lines) {
        let text = &self.texts[file];
        (text, self.lines[file].get_or_init(|| Lines::of(text)))
    }

    /// The source text of an element, from the start of its first line.
    fn text_of(&self, element: &Element) -> Option<Arc<[u8]>> {
        let file = self.model.files.binary_search_by(|f| f.path.cmp(&element.path)).ok()?;
        let text = &self.texts[file];
        let before = text.get(..element.start_byte as usize)?;
        let start = before.iter().rposition(|&b| b == b'\n').map_or(0, |n| n + 1);
        text.get(start..element.end_byte as usize).map(Arc::from)
    }

    /// Bytes of a file as lines and columns.
    pub(super) fn span(&self, file: usize, bytes: std::ops::Range<u32>) -> Span {
        let (text, lines) = self.lines(file);
        let (start_line, start_column) = lines.position(text, bytes.start);
        let (end_line, last) = lines.position(text, bytes.end.saturating_sub(1).max(bytes.start));
        let at_end = bytes.end as usize >= text.len();
        Span { start_line, start_column, end_line, end_column: last + 1, at_end }
    }

    fn package(&self, place: &PackageSide) -> Element {
        let file = place.file as usize;
        let (text, lines) = self.lines(file);
        let source = &self.model.files[file];
        Element::at("package", place.name.clone(), &source.path, source.package_at.clone(), (text, lines))
    }
}

/// The same from run to run, for the same refactoring at the same paths.
fn identity(refactoring: RefactoringType, before: &Element, after: &Element) -> String {
    let text = [refactoring.name(), &before.key, &after.key, &before.file, &after.file].join("\n");
    format!("{:016x}", Symbol::of(text).0)
}

/// Gives ids of their own to those that say the same of entities of one name: the first keeps its own.
fn tell_apart(all: &mut [Refactoring]) {
    let mut times: FxHashMap<String, u64> = FxHashMap::default();
    for found in all {
        let time = times.entry(found.id.clone()).and_modify(|n| *n += 1).or_insert(0);
        if *time > 0 {
            found.id = format!("{:016x}", Symbol::of(format!("{}\n{time}", found.id)).0);
        }
    }
}

/// Entities before and after, which of them correspond, and the refactorings between them.
#[derive(Debug)]
pub struct Comparison {
    pub(super) before: Side,
    pub(super) after: Side,
    pub(super) pairs: Vec<(EntityId, EntityId, Relationship)>,
    pub(super) refactorings: Vec<Refactoring>,
    /// The entities of each refactoring; a package is none.
    ids: Vec<Option<(EntityId, EntityId)>>,
    incomplete: Vec<Incomplete>,
    /// Whether anything finer than an entity is looked for.
    pub(super) looks_closer: bool,
    /// What was found there, once someone has asked.
    pub(super) closer: OnceLock<Vec<Detail>>,
}

impl Comparison {
    pub(crate) fn new(
        before: Side,
        after: Side,
        outcome: &Outcome,
        (found, packages): (&[Found], &[Relocated]),
        profile: &Profile,
        mut incomplete: Vec<Incomplete>,
    ) -> Self {
        incomplete.extend(outcome.cut.iter().map(|(file, refactoring)| Incomplete {
            file: file.to_string(),
            reason: format!(
                "too many candidates for {}: of those that are alike only the nearest were compared",
                refactoring.name()
            ),
        }));
        let mut comparison = Comparison {
            before,
            after,
            pairs: Vec::new(),
            refactorings: Vec::new(),
            ids: Vec::new(),
            incomplete,
            looks_closer: profile.uses_evidence(),
            closer: OnceLock::new(),
        };
        for id in comparison.before.model.ids() {
            let partners = outcome.matches.after(id).iter();
            comparison.pairs.extend(partners.map(|partner| (id, partner.other, partner.relationship)));
        }
        let refactoring =
            |f: &Found| (comparison.refactoring(f, profile.uses_evidence()), Some((f.before, f.after)));
        let mut refactorings: Vec<_> = found.iter().map(refactoring).collect();
        let package = |p: &Relocated| (comparison.package(p, profile.uses_evidence()), None);
        refactorings.extend(packages.iter().map(package));
        refactorings.sort_by(|(x, _), (y, _)| {
            let place = |r: &Refactoring| {
                (r.before.file.clone(), r.before.start_byte, r.after.file.clone(), r.after.start_byte)
            };
            (x.refactoring.name(), &x.before.key, &x.after.key)
                .cmp(&(y.refactoring.name(), &y.before.key, &y.after.key))
                .then_with(|| place(x).cmp(&place(y)))
        });
        (comparison.refactorings, comparison.ids) = refactorings.into_iter().unzip();
        tell_apart(&mut comparison.refactorings);
        if profile.uses_evidence() {
            let mut refactorings = std::mem::take(&mut comparison.refactorings);
            comparison.trace_structure(&mut refactorings, &comparison.ids);
            comparison.refactorings = refactorings;
        }
        comparison
    }

    fn refactoring(&self, found: &Found, evidence: bool) -> Refactoring {
        let (before, after) = (self.before.element(found.before), self.after.element(found.after));
        let corresponds =
            self.before.model.level(found.before) == Level::Method && found.refactoring.corresponds();
        let changes = if corresponds {
            signature::changes((&self.before.model, found.before), (&self.after.model, found.after))
        } else {
            Vec::new()
        };
        Refactoring {
            id: identity(found.refactoring, &before, &after),
            refactoring: found.refactoring,
            group: found.refactoring.group(),
            similarity: found.similarity.map(|s| (s * 10_000.0).round() / 10_000.0),
            confidence: evidence.then(|| confidence(found.refactoring, found.strength)),
            description: describe(found.refactoring, &before, &after, &changes),
            changes,
            before,
            after,
            follows_from: None,
            evidence: Vec::new(),
            caller: None,
            lines: 0,
            declarations: None,
        }
    }

    fn package(&self, package: &Relocated, evidence: bool) -> Refactoring {
        let (before, after) = (self.before.package(&package.before), self.after.package(&package.after));
        Refactoring {
            id: identity(package.refactoring, &before, &after),
            refactoring: package.refactoring,
            group: package.refactoring.group(),
            similarity: None,
            confidence: evidence.then(|| confidence(package.refactoring, package.share)),
            changes: Vec::new(),
            description: describe(package.refactoring, &before, &after, &[]),
            before,
            after,
            follows_from: None,
            evidence: Vec::new(),
            caller: None,
            lines: 0,
            declarations: None,
        }
    }

    /// The refactorings, sorted by type, keys and place.
    pub fn refactorings(&self) -> &[Refactoring] {
        &self.refactorings
    }

    /// The refactorings with their entities.
    pub(crate) fn reported_pairs(&self) -> impl Iterator<Item = (&Refactoring, &(EntityId, EntityId))> {
        self.refactorings
            .iter()
            .zip(&self.ids)
            .filter_map(|(refactoring, ids)| Some((refactoring, ids.as_ref()?)))
    }

    /// The pairs of entities that correspond, in the order of the text before.
    pub(crate) fn pairs(&self) -> &[(EntityId, EntityId, Relationship)] {
        &self.pairs
    }

    /// The files of one side, before (0) or after (1), with their texts.
    pub(crate) fn sources(&self, side: usize) -> impl Iterator<Item = (&Arc<SourceFile>, &Arc<[u8]>)> {
        let side = if side == 0 { &self.before } else { &self.after };
        side.model.files.iter().zip(&side.texts)
    }

    /// The source text of an element before, from the start of its first line.
    pub(super) fn text_before(&self, element: &Element) -> Option<Arc<[u8]>> {
        self.before.text_of(element)
    }

    /// The source texts of a refactoring's elements, before and after, each from the start of its first line.
    pub fn texts(&self, refactoring: &Refactoring) -> [Option<Arc<[u8]>>; 2] {
        [self.before.text_of(&refactoring.before), self.after.text_of(&refactoring.after)]
    }

    /// The caller that code was extracted from as it is after, or that code was inlined into as it was before, with its text.
    /// `None` for other refactorings, and where the caller has no counterpart.
    pub fn caller(&self, refactoring: &Refactoring) -> Option<Element> {
        if refactoring.refactoring.corresponds() || refactoring.refactoring.level() != Level::Method {
            return None;
        }
        let (_, &(before, after)) = self.reported_pairs().find(|(r, _)| r.id == refactoring.id)?;
        let pair = |&&(b, a, _): &&(EntityId, EntityId, Relationship)| b == before || a == after;
        let &(b, a, _) = self.pairs.iter().find(pair)?;
        let (side, id) = if b == before { (&self.after, a) } else { (&self.before, b) };
        let mut element = side.element(id);
        element.text = side.text_of(&element);
        Some(element)
    }

    #[cfg(feature = "git")]
    pub(crate) fn add_incomplete(&mut self, more: Vec<Incomplete>) {
        self.incomplete.extend(more);
        self.incomplete.sort();
        self.incomplete.dedup();
    }

    /// What could not be analysed.
    pub fn incomplete(&self) -> &[Incomplete] {
        &self.incomplete
    }

    /// The model before.
    pub fn model_before(&self) -> &Model {
        &self.before.model
    }

    /// The model after.
    pub fn model_after(&self) -> &Model {
        &self.after.model
    }

    /// All entities before, in the order of files and text.
    pub fn entities_before(&self) -> impl Iterator<Item = Element> + '_ {
        self.before.model.ids().map(|id| self.before.element(id))
    }

    /// All entities after, in the order of files and text.
    pub fn entities_after(&self) -> impl Iterator<Item = Element> + '_ {
        self.after.model.ids().map(|id| self.after.element(id))
    }
}
