//! Counts what was found against what is labelled.

use super::keys::{CORE, Triple, family, is_core, parent, same_end};
use super::oracle::Case;
use super::reported::Reported;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// What a report or a label turned out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Verdict {
    /// Found, and judged true.
    TruePositive,
    /// Found, and judged false or, in a complete case, not labelled.
    FalsePositive,
    /// Judged true, and not found.
    FalseNegative,
    /// Found, and not judged.
    Unlabelled,
    /// Found, not judged by people, but reported by another tool.
    Silver,
    /// The same, not found.
    SilverMissed,
}

/// One report or label that was counted.
#[derive(Clone, Debug)]
pub struct Counted<'c> {
    pub verdict: Verdict,
    pub case: &'c Case,
    /// The type that it is counted under.
    pub name: String,
    pub triple: Triple,
}

/// How often each verdict fell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub tp: usize,
    pub fp: usize,
    pub fn_: usize,
    pub unlabelled: usize,
    pub silver: usize,
    pub silver_missed: usize,
}

impl Counts {
    pub fn add(&mut self, verdict: Verdict) {
        *match verdict {
            Verdict::TruePositive => &mut self.tp,
            Verdict::FalsePositive => &mut self.fp,
            Verdict::FalseNegative => &mut self.fn_,
            Verdict::Unlabelled => &mut self.unlabelled,
            Verdict::Silver => &mut self.silver,
            Verdict::SilverMissed => &mut self.silver_missed,
        } += 1;
    }

    pub fn precision(&self) -> f64 {
        ratio(self.tp, self.tp + self.fp)
    }

    pub fn recall(&self) -> f64 {
        ratio(self.tp, self.tp + self.fn_)
    }

    pub fn f1(&self) -> f64 {
        harmonic(self.precision(), self.recall())
    }

    /// With what another tool reports as true, and everything else that nobody judged as false.
    pub fn wide_precision(&self) -> f64 {
        let true_ = self.tp + self.silver;
        ratio(true_, true_ + self.fp + self.unlabelled)
    }

    /// See [`Counts::wide_precision`].
    pub fn wide_recall(&self) -> f64 {
        let true_ = self.tp + self.silver;
        ratio(true_, true_ + self.fn_ + self.silver_missed)
    }

    pub fn wide_f1(&self) -> f64 {
        harmonic(self.wide_precision(), self.wide_recall())
    }
}

fn ratio(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// F1, of precision and recall.
pub fn harmonic(p: f64, r: f64) -> f64 {
    if p + r == 0.0 { 0.0 } else { 2.0 * p * r / (p + r) }
}

/// The families that are counted: those that the data set labels, all or only the paper's.
pub fn counted<'c>(cases: impl IntoIterator<Item = &'c Case>, all: bool) -> BTreeSet<String> {
    let labels = cases.into_iter().flat_map(|c| &c.refactorings).filter(|r| r.before.is_some());
    let names = labels.map(|r| r.refactoring.as_str()).filter(|name| all || is_core(name));
    names.map(|name| family(name).to_owned()).collect()
}

/// Whether the labels of a data set name modules by the ends of their paths, which its name tells.
pub fn names_modules_by_end(path: &std::path::Path) -> bool {
    let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    ["python", "kotlin", "javascript", "typescript"].iter().any(|language| name.starts_with(language))
}

/// Reports under the keys that labels have, where just one label fits by the ends of both.
fn by_end(labels: &BTreeMap<Triple, (&str, &str)>, found: &super::reported::Found) -> super::reported::Found {
    let mut all = super::reported::Found::new();
    for (triple, name) in found {
        let fits = |label: &&Triple| {
            label.family == triple.family
                && !found.contains_key(*label)
                && same_end(&label.before, &triple.before)
                && same_end(&label.after, &triple.after)
        };
        let fits: Vec<&Triple> = match labels.contains_key(triple) {
            true => Vec::new(),
            false => labels.keys().filter(fits).collect(),
        };
        let key = if let [only] = fits[..] { only } else { triple };
        all.entry(key.clone()).or_insert_with(|| name.clone());
    }
    all
}

/// Judges all that was found in a case, and all that was not. With `ends`, keys are the same by their ends.
pub fn judge<'c>(
    case: &'c Case,
    found: Option<&super::reported::Found>,
    counted: &BTreeSet<String>,
    ends: bool,
) -> Vec<Counted<'c>> {
    let mut labels: BTreeMap<Triple, (&str, &str)> = BTreeMap::new();
    for label in &case.refactorings {
        let (Some(before), Some(after)) = (&label.before, &label.after) else { continue };
        let triple = Triple::new(&label.refactoring, before, after);
        if counted.contains(&triple.family) && (label.label == "TP" || !labels.contains_key(&triple)) {
            labels.insert(triple, (&label.label, &label.refactoring));
        }
    }
    let nothing = super::reported::Found::new();
    let found = found.unwrap_or(&nothing);
    let renamed = if ends { by_end(&labels, found) } else { BTreeMap::new() };
    let found = if ends { &renamed } else { found };
    let pairs = |family: &str, wanted: &[&str]| -> BTreeSet<(String, String)> {
        let fits = labels.iter().filter(|(t, (label, _))| t.family == family && wanted.contains(label));
        fits.map(|(t, _)| (t.before.clone(), t.after.clone())).collect()
    };
    let extracted = pairs("Extract Supertype", &["TP"]);
    let relocated = pairs("relocate type", &["TP", "silver"]);
    let mut judged = Vec::new();
    for (triple, name) in found.iter().filter(|(t, _)| counted.contains(&t.family)) {
        let label = labels.get(triple);
        let shown = label.map_or(name.as_str(), |(_, name)| name);
        let above = || (parent(&triple.before).to_owned(), parent(&triple.after).to_owned());
        let verdict = match label.map(|(label, _)| *label) {
            Some("TP") => Verdict::TruePositive,
            Some("silver") => Verdict::Silver,
            Some("extra" | "unclear") => continue,
            _ if triple.went_along(&relocated) => continue,
            label if label == Some("FP") || case.is_complete() => {
                // Into a supertype that was extracted from there it is part of the extraction.
                if triple.family.starts_with("Pull Up") && extracted.contains(&above()) {
                    continue;
                }
                Verdict::FalsePositive
            }
            _ => Verdict::Unlabelled,
        };
        judged.push(Counted { verdict, case, name: shown.to_owned(), triple: triple.clone() });
    }
    for (triple, (label, name)) in &labels {
        let verdict = match *label {
            "TP" => Verdict::FalseNegative,
            "silver" => Verdict::SilverMissed,
            _ => continue,
        };
        if !found.contains_key(triple) && !triple.went_along(&relocated) {
            judged.push(Counted { verdict, case, name: (*name).to_owned(), triple: triple.clone() });
        }
    }
    judged
}

/// Counts by type in the paper's order, the others behind it by name, and in total.
pub struct Score<'c> {
    pub types: Vec<(String, Counts)>,
    pub total: Counts,
    pub judged: Vec<Counted<'c>>,
    /// Cases of which the output says nothing.
    pub missing: usize,
}

pub fn score<'c>(cases: &'c [Case], reported: &Reported, all: bool, ends: bool) -> Score<'c> {
    let counted = counted(cases, all);
    let mut by_type: BTreeMap<String, Counts> = BTreeMap::new();
    let (mut total, mut judged, mut missing) = (Counts::default(), Vec::new(), 0);
    for case in cases {
        let found = reported.get(&case.head);
        missing += usize::from(found.is_none());
        for one in judge(case, found, &counted, ends) {
            by_type.entry(one.name.clone()).or_default().add(one.verdict);
            total.add(one.verdict);
            judged.push(one);
        }
    }
    let place = |name: &str| CORE.iter().position(|core| *core == name).unwrap_or(CORE.len());
    let mut types: Vec<(String, Counts)> = by_type.into_iter().collect();
    types.sort_by(|x, y| (place(&x.0), &x.0).cmp(&(place(&y.0), &y.0)));
    Score { types, total, judged, missing }
}
