//! The paper's calibration: one relationship after the other, every threshold, the best F1.

use super::keys::{Triple, family};
use super::oracle::Case;
use super::reported::Found;
use super::score::{Counts, judge};
use crate::interrupt::Interrupt;
use anyhow::{Result, bail};
use refdiff::{Profile, RefactoringType, Sweep, Versions};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The thresholds to try: the paper's 0.1 to 0.9, or finer.
pub fn grid(step: f64) -> Result<Vec<f64>> {
    if !(0.01..=0.5).contains(&step) {
        bail!("--step is {step}, and not a number from 0.01 to 0.5");
    }
    let mut grid = Vec::new();
    for number in 1.. {
        // Sums of 0.1 are not what people write.
        let threshold = (f64::from(number) * step * 1e6).round() / 1e6;
        if threshold > 0.9 + 1e-9 {
            break;
        }
        grid.push(threshold);
    }
    Ok(grid)
}

/// What one relationship gave.
#[derive(Clone, Debug)]
pub struct Stage {
    pub refactoring: RefactoringType,
    /// True labels of its name.
    pub labels: usize,
    /// What each threshold gives; empty where there is nothing to choose by.
    pub tried: Vec<(f64, Counts)>,
    pub chosen: f64,
    /// What the chosen one gives.
    pub counts: Counts,
}

/// What was chosen, and by what.
#[derive(Clone, Debug)]
pub struct Calibration {
    pub stages: Vec<Stage>,
    /// All relationships with what was chosen for them.
    pub total: Counts,
}

/// Chosen on some projects, measured on the others.
#[derive(Clone, Copy, Debug)]
pub struct Folds {
    pub folds: usize,
    /// With the thresholds that were chosen on all data.
    pub chosen_here: Counts,
    /// With those that were chosen on the other parts.
    pub chosen_elsewhere: Counts,
}

/// What each threshold gives in each case.
type Tried = Rc<Vec<Vec<Counts>>>;

/// Labelled commits that were read.
pub struct Data<'d> {
    cases: &'d [(&'d Case, Versions)],
    /// At the beginning.
    sweeps: Vec<Sweep<'d>>,
    profile: Profile,
    grid: &'d [f64],
    /// What was tried, by the thresholds that were settled before.
    known: BTreeMap<Vec<u64>, Tried>,
}

impl<'d> Data<'d> {
    pub fn new(cases: &'d [(&'d Case, Versions)], profile: &Profile, grid: &'d [f64]) -> Self {
        let sweeps = cases.iter().map(|(_, versions)| Sweep::new(versions, profile)).collect();
        Data { cases, sweeps, profile: profile.clone(), grid, known: BTreeMap::new() }
    }

    /// How many projects the cases come from.
    pub fn projects(&self) -> usize {
        self.cases.iter().map(|(case, _)| &case.repo).collect::<BTreeSet<_>>().len()
    }

    /// Chooses thresholds on some of the cases; `None` where the user stopped it.
    pub fn calibrate(&mut self, chosen_on: &[bool], interrupt: &Interrupt) -> Option<Calibration> {
        let mut sweeps = self.sweeps.clone();
        let mut so_far: Vec<Found> = vec![Found::new(); sweeps.len()];
        let mut settled: Vec<u64> = Vec::new();
        let mut stages = Vec::new();
        while let Some(refactoring) = sweeps.first().and_then(Sweep::refactoring) {
            let name = refactoring.name();
            let labels = self.labels(name, chosen_on);
            let threshold = self.profile.threshold(refactoring).unwrap_or(0.5);
            let (tried, chosen) = if labels == 0 {
                (Vec::new(), threshold)
            } else {
                let by_case = self.tried(name, &sweeps, &so_far, &settled, interrupt)?;
                let sums: Vec<(f64, Counts)> = self
                    .grid
                    .iter()
                    .enumerate()
                    .map(|(place, &threshold)| {
                        let of = |number: usize| by_case[number][place];
                        (threshold, sum((0..by_case.len()).filter(|&n| chosen_on[n]).map(of)))
                    })
                    .collect();
                let chosen = best(&sums);
                (sums, chosen)
            };
            for (sweep, found) in sweeps.iter_mut().zip(&mut so_far) {
                // Of types those behind it are found as well, with thresholds that are not settled yet.
                let own = |kind: RefactoringType| kind == refactoring || finer(kind.name());
                for (kind, before, after) in sweep.found(chosen).into_iter().filter(|f| own(f.0)) {
                    found.insert(Triple::new(kind.name(), &before, &after), kind.name().to_owned());
                }
                sweep.settle(chosen);
            }
            settled.push(chosen.to_bits());
            let counts = tried.iter().find(|(t, _)| *t == chosen).map(|(_, c)| *c).unwrap_or_default();
            stages.push(Stage { refactoring, labels, tried, chosen, counts });
        }
        let total =
            sum(self.score(&so_far).into_iter().zip(chosen_on).filter(|(_, on)| **on).map(|(c, _)| c));
        Some(Calibration { stages, total })
    }

    /// True labels of a name.
    fn labels(&self, name: &str, chosen_on: &[bool]) -> usize {
        let cases = self.cases.iter().zip(chosen_on).filter(|(_, on)| **on);
        let labels = cases.flat_map(|((case, _), _)| &case.refactorings);
        labels.filter(|l| l.refactoring == name && l.label == "TP" && l.before.is_some()).count()
    }

    /// What every threshold of the relationship whose turn it is gives in every case.
    fn tried(
        &mut self,
        name: &str,
        sweeps: &[Sweep<'d>],
        so_far: &[Found],
        settled: &[u64],
        interrupt: &Interrupt,
    ) -> Option<Tried> {
        if let Some(known) = self.known.get(settled) {
            return Some(known.clone());
        }
        let (wanted, counted) = (family(name), self.counted());
        let mut all = Vec::with_capacity(sweeps.len());
        for ((sweep, known), (case, _)) in sweeps.iter().zip(so_far).zip(self.cases) {
            if interrupt.is_set() {
                return None;
            }
            let mut last: Option<(Vec<(RefactoringType, String, String)>, Counts)> = None;
            let mut counts = Vec::with_capacity(self.grid.len());
            for &threshold in self.grid {
                let new = sweep.found(threshold);
                // Most thresholds change nothing in most cases.
                if let Some((_, same)) = last.as_ref().filter(|(found, _)| *found == new) {
                    counts.push(*same);
                    continue;
                }
                let in_family = known.iter().filter(|(t, _)| t.family == wanted);
                let mut found: Found = in_family.map(|(t, n)| (t.clone(), n.clone())).collect();
                for (kind, before, after) in &new {
                    found.insert(Triple::new(kind.name(), before, after), kind.name().to_owned());
                }
                let mut count = Counts::default();
                for one in judge(case, Some(&found), &counted) {
                    if one.triple.family == wanted && (one.name == name || finer(&one.name)) {
                        count.add(one.verdict);
                    }
                }
                counts.push(count);
                last = Some((new, count));
            }
            all.push(counts);
        }
        let all = Rc::new(all);
        self.known.insert(settled.to_vec(), all.clone());
        Some(all)
    }

    /// The families that the paper has and the data labels.
    fn counted(&self) -> BTreeSet<String> {
        super::score::counted(self.cases.iter().map(|(case, _)| *case), false)
    }

    /// All that was found, scored case by case.
    fn score(&self, found: &[Found]) -> Vec<Counts> {
        let counted = self.counted();
        let one = |((case, _), found): (&(&Case, Versions), &Found)| {
            let mut counts = Counts::default();
            judge(case, Some(found), &counted).iter().for_each(|c| counts.add(c.verdict));
            counts
        };
        self.cases.iter().zip(found).map(one).collect()
    }

    /// Chooses on all parts but one and measures on that one, for each; `None` where the user stopped it.
    pub fn folds(&mut self, folds: usize, interrupt: &Interrupt) -> Option<Folds> {
        let projects: BTreeSet<&String> = self.cases.iter().map(|(case, _)| &case.repo).collect();
        let part: BTreeMap<&String, usize> =
            projects.into_iter().enumerate().map(|(n, p)| (p, n % folds)).collect();
        let parts: Vec<usize> = self.cases.iter().map(|(case, _)| part[&case.repo]).collect();
        let everyone = vec![true; parts.len()];
        let chosen_here = self.calibrate(&everyone, interrupt)?.total;
        let mut chosen_elsewhere = Counts::default();
        for fold in 0..folds {
            let others: Vec<bool> = parts.iter().map(|&p| p != fold).collect();
            let calibration = self.calibrate(&others, interrupt)?;
            let mut found: Vec<Found> = vec![Found::new(); parts.len()];
            for (number, sweep) in self.sweeps.iter().enumerate().filter(|(n, _)| !others[*n]) {
                let mut sweep = sweep.clone();
                for stage in &calibration.stages {
                    let own = |kind: RefactoringType| kind == stage.refactoring || finer(kind.name());
                    for (kind, before, after) in sweep.found(stage.chosen).into_iter().filter(|f| own(f.0)) {
                        found[number]
                            .insert(Triple::new(kind.name(), &before, &after), kind.name().to_owned());
                    }
                    sweep.settle(stage.chosen);
                }
            }
            let measured =
                self.score(&found).into_iter().zip(&others).filter(|(_, on)| !**on).map(|(c, _)| c);
            chosen_elsewhere = sum([chosen_elsewhere, sum(measured)].into_iter());
        }
        Some(Folds { folds, chosen_here, chosen_elsewhere })
    }
}

/// A finer name for what a relationship finds, which has no threshold of its own.
fn finer(name: &str) -> bool {
    matches!(name, "Extract and Move Method" | "Move and Inline Method")
}

fn sum(all: impl Iterator<Item = Counts>) -> Counts {
    let mut total = Counts::default();
    for one in all {
        total.tp += one.tp;
        total.fp += one.fp;
        total.fn_ += one.fn_;
        total.unlabelled += one.unlabelled;
        total.silver += one.silver;
        total.silver_missed += one.silver_missed;
    }
    total
}

/// The threshold of the best F1. Of several the one in the middle, the stricter of two: it is the farthest from where it
/// gets worse.
fn best(tried: &[(f64, Counts)]) -> f64 {
    let most = tried.iter().map(|(_, c)| c.f1()).fold(0.0, f64::max);
    let good: Vec<f64> = tried.iter().filter(|(_, c)| c.f1() >= most).map(|(t, _)| *t).collect();
    good.get(good.len() / 2).copied().unwrap_or(0.5)
}
