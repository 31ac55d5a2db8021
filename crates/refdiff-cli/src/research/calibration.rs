//! The paper's calibration: one relationship after the other, every threshold, the best F1.

use super::keys::{Triple, family};
use super::oracle::{Case, Label};
use super::reported::Found;
use super::score::{Counts, judge};
use crate::args::By;
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
    pub by: By,
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

/// What a sweep finds.
type Swept = Vec<(RefactoringType, String, String)>;

/// What each threshold gives in each case.
type Tried = Rc<Vec<Vec<Counts>>>;

/// Labelled commits that were read.
pub struct Data<'d> {
    cases: &'d [(&'d Case, Versions)],
    /// At the beginning.
    sweeps: Vec<Sweep<'d>>,
    profile: Profile,
    grid: &'d [f64],
    by: By,
    /// What was tried, by the thresholds that were settled before.
    known: BTreeMap<Vec<u64>, Tried>,
}

impl<'d> Data<'d> {
    pub fn new(cases: &'d [(&'d Case, Versions)], profile: &Profile, grid: &'d [f64], by: By) -> Self {
        let sweeps = cases.iter().map(|(_, versions)| Sweep::new(versions, profile)).collect();
        Data { cases, sweeps, profile: profile.clone(), grid, by, known: BTreeMap::new() }
    }

    /// How many projects the cases come from.
    pub fn projects(&self) -> usize {
        self.cases.iter().map(|(case, _)| &case.repo).collect::<BTreeSet<_>>().len()
    }

    /// Chooses thresholds on some of the cases; `None` where the user stopped it.
    pub fn calibrate(&mut self, chosen_on: &[bool], interrupt: &Interrupt) -> Option<Calibration> {
        let mut sweeps = self.sweeps.clone();
        let mut settled: Vec<u64> = Vec::new();
        let mut stages = Vec::new();
        while let Some(refactoring) = sweeps.first().and_then(Sweep::refactoring) {
            let name = refactoring.name();
            let labels = self.labels(name, chosen_on);
            let threshold = self.profile.threshold(refactoring).unwrap_or(0.5);
            let (tried, chosen) = if labels == 0 {
                (Vec::new(), threshold)
            } else {
                let by_case = self.tried(name, &sweeps, &settled, interrupt)?;
                let sums: Vec<(f64, Counts)> = self
                    .grid
                    .iter()
                    .enumerate()
                    .map(|(place, &threshold)| {
                        let of = |number: usize| by_case[number][place];
                        (threshold, sum((0..by_case.len()).filter(|&n| chosen_on[n]).map(of)))
                    })
                    .collect();
                let chosen = best(&sums).unwrap_or(threshold);
                (sums, chosen)
            };
            sweeps.iter_mut().for_each(|sweep| sweep.settle(chosen));
            settled.push(chosen.to_bits());
            let counts = tried.iter().find(|(t, _)| *t == chosen).map(|(_, c)| *c).unwrap_or_default();
            stages.push(Stage { refactoring, labels, tried, chosen, counts });
        }
        let found: Vec<Found> = sweeps.iter().map(|sweep| collected(sweep.settled())).collect();
        let total = sum(self.score(&found).into_iter().zip(chosen_on).filter(|(_, on)| **on).map(|(c, _)| c));
        Some(Calibration { by: self.by, stages, total })
    }

    /// True labels of a name.
    fn labels(&self, name: &str, chosen_on: &[bool]) -> usize {
        let cases = self.cases.iter().zip(chosen_on).filter(|(_, on)| **on);
        let labels = cases.flat_map(|((case, _), _)| &case.refactorings);
        let own = |l: &&Label| {
            l.refactoring == name || finer(&l.refactoring) && family(&l.refactoring) == family(name)
        };
        labels.filter(own).filter(|l| l.label == "TP" && l.before.is_some()).count()
    }

    /// What every threshold of the relationship whose turn it is gives in every case.
    fn tried(
        &mut self,
        name: &str,
        sweeps: &[Sweep<'d>],
        settled: &[u64],
        interrupt: &Interrupt,
    ) -> Option<Tried> {
        if let Some(known) = self.known.get(settled) {
            return Some(known.clone());
        }
        let counted = self.counted();
        let mut all = Vec::with_capacity(sweeps.len());
        for (sweep, (case, _)) in sweeps.iter().zip(self.cases) {
            if interrupt.is_set() {
                return None;
            }
            let known = collected(sweep.settled());
            let mut last: Option<(Swept, Counts)> = None;
            let mut counts = Vec::with_capacity(self.grid.len());
            for &threshold in self.grid {
                let new = sweep.found(threshold);
                // Most thresholds change nothing in most cases. For all types together that is not all that matters: what
                // is matched and not reported is taken from others as well.
                let same = last.as_ref().filter(|(found, _)| self.by == By::Type && *found == new);
                if let Some((_, same)) = same {
                    counts.push(*same);
                    continue;
                }
                let count = match self.by {
                    By::Type => of_type(case, name, &known, &new, &counted),
                    By::All => self.of_all(case, sweep, threshold, &counted),
                };
                counts.push(count);
                last = Some((new, count));
            }
            all.push(counts);
        }
        let all = Rc::new(all);
        self.known.insert(settled.to_vec(), all.clone());
        Some(all)
    }

    /// What a threshold gives for all types, with the thresholds of the profile for what comes behind.
    fn of_all(&self, case: &Case, sweep: &Sweep<'d>, threshold: f64, counted: &BTreeSet<String>) -> Counts {
        let mut sweep = sweep.clone();
        let mut next = Some(threshold);
        while let Some(refactoring) = sweep.refactoring() {
            let threshold = next.take().or_else(|| self.profile.threshold(refactoring)).unwrap_or(0.5);
            sweep.settle(threshold);
        }
        let found = collected(sweep.settled());
        let mut counts = Counts::default();
        judge(case, Some(&found), counted, false).iter().for_each(|c| counts.add(c.verdict));
        counts
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
            judge(case, Some(found), &counted, false).iter().for_each(|c| counts.add(c.verdict));
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
                    sweep.settle(stage.chosen);
                }
                found[number] = collected(sweep.settled());
            }
            let measured =
                self.score(&found).into_iter().zip(&others).filter(|(_, on)| !**on).map(|(c, _)| c);
            chosen_elsewhere = sum([chosen_elsewhere, sum(measured)].into_iter());
        }
        Some(Folds { folds, chosen_here, chosen_elsewhere })
    }
}

fn collected(found: Swept) -> Found {
    let named = |(kind, before, after): (RefactoringType, String, String)| {
        (Triple::new(kind.name(), &before, &after), kind.name().to_owned())
    };
    found.into_iter().map(named).collect()
}

/// What a type gives, with what its family found before it.
fn of_type(
    case: &Case,
    name: &str,
    known: &Found,
    new: &[(RefactoringType, String, String)],
    counted: &BTreeSet<String>,
) -> Counts {
    let wanted = family(name);
    let in_family = known.iter().filter(|(t, _)| t.family == wanted);
    let mut found: Found = in_family.map(|(t, n)| (t.clone(), n.clone())).collect();
    for (kind, before, after) in new {
        found.insert(Triple::new(kind.name(), before, after), kind.name().to_owned());
    }
    let mut count = Counts::default();
    for one in judge(case, Some(&found), counted, false) {
        if one.triple.family == wanted && (one.name == name || finer(&one.name)) {
            count.add(one.verdict);
        }
    }
    count
}

/// A finer name for what a relationship finds, which has no threshold of its own.
fn finer(name: &str) -> bool {
    matches!(
        name,
        "Extract and Move Method" | "Move and Inline Method" | "Extract Superclass" | "Extract Interface"
    )
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

/// The threshold of the best F1, if there is any to speak of. Of several the one in the middle, the stricter of two.
fn best(tried: &[(f64, Counts)]) -> Option<f64> {
    let most = tried.iter().map(|(_, c)| c.f1()).fold(0.0, f64::max);
    let good: Vec<f64> =
        tried.iter().filter(|(_, c)| most > 0.0 && c.f1() >= most).map(|(t, _)| *t).collect();
    good.get(good.len() / 2).copied()
}
