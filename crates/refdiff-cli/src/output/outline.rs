//! In which order people read what was found: packages, types and members first, what is largest before what is small, and what
//! follows from something else under its cause.

use super::counted;
use refdiff::model::Level;
use refdiff::{Group, Refactoring, RefactoringType, Report};
use std::collections::{BTreeMap, HashMap};

/// A refactoring with what follows from it.
#[derive(Debug)]
pub struct Entry<'r> {
    pub found: &'r Refactoring,
    /// About how many lines it accounts for, consequences included.
    pub lines: usize,
    /// What follows from it and is in the report.
    pub consequences: Vec<Entry<'r>>,
    /// How many of which types follow from it, all the way down, those that are only counted included.
    pub counts: BTreeMap<RefactoringType, usize>,
}

/// The refactorings of a report as people read them: packages first, then types, members, and what is finer.
pub fn outline(report: &Report) -> Vec<Entry<'_>> {
    let ids: HashMap<&str, usize> =
        report.refactorings.iter().enumerate().map(|(at, r)| (r.id.as_str(), at)).collect();
    let cause =
        |at: usize| report.refactorings[at].follows_from.as_deref().and_then(|id| ids.get(id).copied());
    // A chain of causes that does not end soon goes round in a circle: then nobody is the cause.
    let ends = |at: usize| {
        let mut chain = std::iter::successors(Some(at), |&at| cause(at));
        chain.nth(DEEPEST).is_none()
    };
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); report.refactorings.len()];
    let mut roots = Vec::new();
    for at in 0..report.refactorings.len() {
        match cause(at).filter(|_| ends(at)) {
            Some(cause) => children[cause].push(at),
            None => roots.push(at),
        }
    }
    let mut entries: Vec<Entry<'_>> = roots.into_iter().map(|at| entry(report, at, &children)).collect();
    sort(&mut entries);
    entries
}

/// Causes have causes of their own, but not many.
const DEEPEST: usize = 8;

fn entry<'r>(report: &'r Report, at: usize, children: &[Vec<usize>]) -> Entry<'r> {
    let found = &report.refactorings[at];
    let mut counts = report.consequences.get(&found.id).cloned().unwrap_or_default();
    let mut consequences: Vec<Entry<'r>> =
        children[at].iter().map(|&child| entry(report, child, children)).collect();
    for one in &consequences {
        *counts.entry(one.found.refactoring).or_default() += 1;
        for (&refactoring, count) in &one.counts {
            *counts.entry(refactoring).or_default() += count;
        }
    }
    sort(&mut consequences);
    let lines = found.lines + consequences.iter().map(|c| c.lines).sum::<usize>();
    Entry { found, lines, consequences, counts }
}

/// What a type is about, from the coarse to the fine.
pub fn rank(refactoring: RefactoringType) -> (Group, u8) {
    let level = match (refactoring, refactoring.level()) {
        (RefactoringType::RenamePackage | RefactoringType::MovePackage, _) => 0,
        (_, Level::Type) => 1,
        _ => 2,
    };
    (refactoring.group(), if refactoring.group() == Group::Structure { level } else { 0 })
}

fn sort(entries: &mut [Entry<'_>]) {
    let of_type = |entries: &[Entry<'_>]| {
        let mut lines: HashMap<RefactoringType, usize> = HashMap::new();
        for entry in entries {
            *lines.entry(entry.found.refactoring).or_default() += entry.lines;
        }
        lines
    };
    let lines = of_type(entries);
    entries.sort_by(|x, y| {
        let (one, two) = (x.found.refactoring, y.found.refactoring);
        rank(one)
            .cmp(&rank(two))
            .then_with(|| lines[&two].cmp(&lines[&one]))
            .then_with(|| one.name().cmp(two.name()))
            .then_with(|| y.lines.cmp(&x.lines))
            .then_with(|| x.found.after.key.cmp(&y.found.after.key))
            .then_with(|| x.found.id.cmp(&y.found.id))
    });
}

/// What accounts for most lines of a report.
#[derive(Debug)]
pub struct Largest<'r> {
    pub what: What<'r>,
    /// About how many lines, consequences included.
    pub lines: usize,
}

#[derive(Debug)]
pub enum What<'r> {
    /// One of the entries.
    One(&'r Refactoring),
    /// All finer changes of a type.
    Many(RefactoringType, usize),
}

/// What accounts for most lines, one entry or all finer changes of a type together; none where there is little to choose from.
pub fn largest<'r>(report: &Report, entries: &[Entry<'r>]) -> Option<Largest<'r>> {
    let one = entries.iter().rev().max_by_key(|entry| entry.lines);
    let mut finer = report.folded_lines.clone();
    let mut counts = report.folded.clone();
    let listed = entries.iter().filter(|entry| !entry.found.group.names_entities());
    for entry in listed {
        *finer.entry(entry.found.refactoring).or_default() += entry.lines;
        *counts.entry(entry.found.refactoring).or_default() += 1;
    }
    let many = finer.into_iter().rev().max_by_key(|&(_, lines)| lines);
    let lines = one.map_or(0, |entry| entry.lines);
    match many {
        Some((refactoring, sum)) if sum > lines && counts.get(&refactoring).is_some_and(|&n| n > 1) => {
            Some(Largest { what: What::Many(refactoring, counts[&refactoring]), lines: sum })
        }
        _ => one
            .filter(|entry| entry.lines > 0 && entries.len() > 1)
            .map(|entry| Largest { what: What::One(entry.found), lines: entry.lines }),
    }
}

/// So many types of finer changes are named in a summary.
const FINER_TYPES: usize = 3;

/// What is finer than what is listed, in words: `14 finer changes: 12 Rename Variable, 2 Add Parameter`. None where there is
/// nothing.
pub fn finer_changes(report: &Report) -> Option<String> {
    // What follows from something that is listed is told there.
    let all: usize = report.folded.values().sum();
    let mut types: Vec<_> = report.folded.iter().map(|(&refactoring, &count)| (refactoring, count)).collect();
    types.sort_by(|x, y| y.1.cmp(&x.1).then_with(|| x.0.name().cmp(y.0.name())));
    let others: usize = types.iter().skip(FINER_TYPES).map(|(_, count)| count).sum();
    types.truncate(FINER_TYPES);
    let mut words: Vec<String> =
        types.iter().map(|(refactoring, count)| format!("{count} {refactoring}")).collect();
    if others > 0 {
        words.push(counted(others, "other"));
    }
    (all > 0).then(|| format!("{}: {}", counted(all, "finer change"), words.join(", ")))
}

/// Counts of types in words: `12 Move Type, 3 Rename Method`; the most first.
pub fn counted_types(counts: &BTreeMap<RefactoringType, usize>) -> String {
    let mut all: Vec<_> = counts.iter().collect();
    all.sort_by(|x, y| y.1.cmp(x.1).then_with(|| x.0.name().cmp(y.0.name())));
    all.iter().map(|(refactoring, count)| format!("{count} {refactoring}")).collect::<Vec<_>>().join(", ")
}
