//! Which parameter or variable of one body corresponds to which of another, and what changed about it.

use super::bodies::Bodies;
use super::reader::Variable;
use super::{Pair, Part, declarations};
use crate::matching::evidence::names::alike;
use crate::model::Role;
use crate::refactorings::RefactoringType::*;
use rustc_hash::FxHashMap as HashMap;

/// The variables of two bodies that correspond to each other.
pub(crate) struct Paired {
    /// The index after of each variable before.
    pub partner: Vec<Option<usize>>,
    /// Whether each variable after has a partner.
    pub taken: Vec<bool>,
    /// Variables before and after that are reported in another way: they are neither added nor removed.
    pub told: (Vec<bool>, Vec<bool>),
    joined: Joined,
}

/// Parameters that were merged into one, or split into several: each of the several occurs in the positions of the
/// one.
#[derive(Default)]
struct Joined {
    merged: Vec<(Vec<usize>, usize)>,
    split: Vec<(usize, Vec<usize>)>,
}

impl Joined {
    fn new(bodies: &Bodies<'_>, votes: &HashMap<(usize, usize), u32>) -> Self {
        let (was, is) = (&bodies.was.variables, &bodies.is.variables);
        let stays = |name: &str, there: &[Variable]| there.iter().any(|v| v.name == name);
        let open = |&(&(i, j), _): &(&(usize, usize), &u32)| {
            was[i].is_parameter
                && is[j].is_parameter
                && !stays(&was[i].name, is)
                && !stays(&is[j].name, was)
                && was[i].ty != is[j].ty
        };
        let mut pairs: Vec<(usize, usize)> = votes.iter().filter(open).map(|(&pair, _)| pair).collect();
        pairs.sort_unstable();
        let several = |all: Vec<usize>| (all.len() > 1).then_some(all);
        let mut joined = Joined::default();
        for j in 0..is.len() {
            let many = pairs.iter().filter(|p| p.1 == j).map(|p| p.0).collect();
            joined.merged.extend(several(many).map(|many| (many, j)));
        }
        for i in 0..was.len() {
            let many = pairs.iter().filter(|p| p.0 == i).map(|p| p.1).collect();
            joined.split.extend(several(many).map(|many| (i, many)));
        }
        joined
    }

    fn has(&self, before: usize, after: usize) -> bool {
        self.merged.iter().any(|(many, one)| *one == after && many.contains(&before))
            || self.split.iter().any(|(one, many)| *one == before && many.contains(&after))
    }
}

/// From this share of common words on, two names are similar.
const ALIKE: f64 = 0.5;

/// How many pairs of variables with the same name are considered.
const NAMESAKES: usize = 10_000;

/// The evidence that two variables are the same.
#[derive(Clone, Copy, Default)]
struct Support {
    /// The number of words in which the one replaced the other.
    votes: u32,
    name: bool,
    /// The statements that declare them correspond, or both are parameters.
    declared: bool,
    ty: bool,
    kind: bool,
}

impl Support {
    /// A word in the same position counts as much as type and kind together; the same name counts a little more.
    fn points(self) -> u32 {
        2 * self.votes
            + 3 * u32::from(self.name)
            + 2 * u32::from(self.declared)
            + u32::from(self.ty)
            + u32::from(self.kind)
    }
}

pub(super) fn pair(bodies: &Bodies<'_>) -> Paired {
    let mut paired = ranked(bodies, false);
    by_place(bodies, &mut paired);
    paired
}

/// Pairs variables by evidence, strongest first. Where code moved, names alone mean nothing.
fn ranked(bodies: &Bodies<'_>, moved: bool) -> Paired {
    let (was, is) = (&bodies.was, &bodies.is);
    let mut votes: HashMap<(usize, usize), u32> = HashMap::default();
    let mut uses: HashMap<(usize, usize), u32> = HashMap::default();
    let (mut given, mut got) = (vec![0u32; was.variables.len()], vec![0u32; is.variables.len()]);
    for aligned in &bodies.words {
        let (old, new) = (was.meant.get(&aligned.was.at), is.meant.get(&aligned.is.at));
        if let Some(&i) = old {
            given[i] += 1;
        }
        if let Some(&j) = new {
            got[j] += 1;
        }
        if let (Some(&i), Some(&j)) = (old, new) {
            *votes.entry((i, j)).or_default() += 1;
            if aligned.was.role != Role::Declaration {
                *uses.entry((i, j)).or_default() += 1;
            }
        }
    }
    let joined = if moved { Joined::default() } else { Joined::new(bodies, &votes) };
    votes.retain(|(i, j), _| !joined.has(*i, *j));
    let mut candidates: HashMap<(usize, usize), u32> = votes.clone();
    let mut by_name: HashMap<&str, Vec<usize>> = HashMap::default();
    for (j, variable) in is.variables.iter().enumerate() {
        by_name.entry(&variable.name).or_default().push(j);
    }
    for (i, variable) in was.variables.iter().enumerate() {
        for &j in by_name.get(variable.name.as_str()).into_iter().flatten() {
            if candidates.len() < NAMESAKES {
                candidates.entry((i, j)).or_default();
            }
        }
    }
    let mut ranked: Vec<(u32, usize, usize)> = Vec::new();
    for (&(i, j), &votes) in &candidates {
        let (old, new) = (&was.variables[i], &is.variables[j]);
        let declared = match (was.declared_in(i), is.declared_in(j)) {
            (Some(x), Some(y)) => bodies.correspondence.of_before(x).is_some_and(|pair| pair.after == y),
            (None, None) => true,
            _ => false,
        };
        let support = Support {
            votes,
            name: old.name == new.name,
            declared,
            ty: old.ty == new.ty || bodies.retyped.get(&old.ty).is_some_and(|now| *now == new.ty),
            kind: old.is_parameter == new.is_parameter,
        };
        // A renamed variable needs words that show it, more than show anything else. With another type as well it
        // must be used alike. In moved code it must also be passed, or have almost the same value.
        let used = uses.get(&(i, j)).copied().unwrap_or(0);
        let related = || declared || alike(&old.name, &new.name) >= ALIKE;
        let passed = || !moved || !new.is_parameter || bodies.passes(j, &old.name);
        let enough = support.ty
            || used >= 1 && (used >= 2 || related()) && passed()
            || declared && bodies.set_alike(i, j);
        let says = votes > 0 && enough && 2 * votes >= given[i] && 2 * votes >= got[j];
        let alone = by_name.get(old.name.as_str()).is_some_and(|all| all.len() == 1)
            && was.variables.iter().filter(|v| v.name == old.name).count() == 1;
        if if support.name { votes > 0 || !moved && (declared || alone) } else { says } {
            ranked.push((support.points(), i, j));
        }
    }
    ranked.sort_unstable_by_key(|&(points, i, j)| (std::cmp::Reverse(points), i.abs_diff(j), i, j));
    let mut paired = Paired {
        partner: vec![None; was.variables.len()],
        taken: vec![false; is.variables.len()],
        told: (vec![false; was.variables.len()], vec![false; is.variables.len()]),
        joined,
    };
    for (many, one) in &paired.joined.merged {
        many.iter().for_each(|&i| paired.told.0[i] = true);
        paired.told.1[*one] = true;
    }
    for (one, many) in &paired.joined.split {
        many.iter().for_each(|&j| paired.told.1[j] = true);
        paired.told.0[*one] = true;
    }
    for (_, i, j) in ranked {
        if paired.partner[i].is_none() && !paired.taken[j] && !paired.told.0[i] && !paired.told.1[j] {
            paired.partner[i] = Some(j);
            paired.taken[j] = true;
        }
    }
    paired
}

/// The same for code that went from one method to another: only its words count.
pub(super) fn pair_moved(bodies: &Bodies<'_>) -> Paired {
    ranked(bodies, true)
}

/// Parameters that the bodies do not identify are paired by position: between the same neighbours, the same number
/// before and after. A parameter with another type as well must be the only one there.
fn by_place(bodies: &Bodies<'_>, paired: &mut Paired) {
    let (was, is) = (&bodies.was, &bodies.is);
    let parameters = |all: &[Variable]| all.iter().take_while(|v| v.is_parameter).count();
    let (old, new) = (parameters(&was.variables), parameters(&is.variables));
    let (mut i, mut j) = (0, 0);
    while i < old && j < new {
        let gap = |from: usize, to: usize, open: &dyn Fn(usize) -> bool| {
            (from..to).take_while(|&p| open(p)).count()
        };
        let left = gap(i, old, &|p| paired.partner[p].is_none() && !paired.told.0[p]);
        let right = gap(j, new, &|p| !paired.taken[p] && !paired.told.1[p]);
        let ends_together =
            match (paired.partner.get(i + left).copied().flatten(), i + left < old, j + right < new) {
                (Some(partner), true, true) => partner == j + right,
                (_, false, false) => true,
                _ => false,
            };
        if left == right && ends_together {
            for k in 0..left {
                let same = was.variables[i + k].ty == is.variables[j + k].ty;
                if same || left == 1 {
                    paired.partner[i + k] = Some(j + k);
                    paired.taken[j + k] = true;
                }
            }
        }
        // Continue after the next pair of neighbours.
        let Some(next) = (i + left..old).find(|&p| paired.partner[p].is_some_and(|q| q >= j && q < new))
        else {
            break;
        };
        let Some(partner) = paired.partner[next] else { break };
        (i, j) = (next + 1, partner + 1);
    }
}

/// Reports what changed about variables whose code went from one method to another.
pub(super) fn tell_moved(pair: &mut Pair<'_>, bodies: &Bodies<'_>, paired: &Paired) {
    let (was, is) = (&bodies.was, &bodies.is);
    for (i, j) in paired.partner.iter().enumerate().filter_map(|(i, j)| Some((i, (*j)?))) {
        let (old, new) = (&was.variables[i], &is.variables[j]);
        let told = match (old.is_parameter, new.is_parameter) {
            (true, true) => {
                [(RenameParameter, old.name != new.name), (ChangeParameterType, retyped(old, new))]
            }
            (false, false) => {
                [(RenameVariable, old.name != new.name), (ChangeVariableType, retyped(old, new))]
            }
            // A variable that was passed under its own name is the same variable.
            (false, true) => [(ParameterizeVariable, old.name != new.name), (ParameterizeVariable, false)],
            (true, false) => continue,
        };
        for (refactoring, _) in told.into_iter().filter(|told| told.1) {
            let (from, to) = (Pair::variable(pair.before, old), Pair::variable(pair.after, new));
            pair.add(refactoring, from, to);
        }
    }
}

/// Whether both types are written and differ.
fn retyped(old: &Variable, new: &Variable) -> bool {
    !declarations::same_type(&old.ty, &new.ty) && !old.ty.is_empty() && !new.ty.is_empty()
}

/// Reports what changed about the variables of a pair of methods.
pub(super) fn tell(pair: &mut Pair<'_>, bodies: &Bodies<'_>, paired: &Paired) {
    let (was, is) = (&bodies.was, &bodies.is);
    for (i, j) in paired.partner.iter().enumerate().filter_map(|(i, j)| Some((i, (*j)?))) {
        let (old, new) = (&was.variables[i], &is.variables[j]);
        let sides = || (Pair::variable(pair.before, old), Pair::variable(pair.after, new));
        let (rename, retype) = match (old.is_parameter, new.is_parameter) {
            (true, true) => (RenameParameter, ChangeParameterType),
            (false, false) => (RenameVariable, ChangeVariableType),
            (false, true) | (true, false) => {
                let (from, to) = sides();
                let refactoring = if new.is_parameter { ParameterizeVariable } else { LocalizeParameter };
                pair.add(refactoring, from, to);
                continue;
            }
        };
        if old.name != new.name {
            let (from, to) = sides();
            pair.add(rename, from, to);
        }
        if retyped(old, new) {
            let (from, to) = (Pair::variable(pair.before, old), Pair::variable(pair.after, new));
            pair.add(retype, from, to);
        }
        declarations::variable(pair, old, new);
    }
    for (i, old) in was.variables.iter().enumerate().filter(|(_, v)| v.is_parameter) {
        if paired.partner[i].is_none() && !paired.told.0[i] {
            pair.add(RemoveParameter, Pair::variable(pair.before, old), None);
        }
    }
    for (j, new) in is.variables.iter().enumerate().filter(|(_, v)| v.is_parameter) {
        if !paired.taken[j] && !paired.told.1[j] {
            pair.add(AddParameter, None, Pair::variable(pair.after, new));
        }
    }
    for (many, one) in &paired.joined.merged {
        let many: Vec<&Variable> = many.iter().map(|&i| &was.variables[i]).collect();
        let (from, to) =
            (list(pair.before, "parameter", &many), Pair::variable(pair.after, &is.variables[*one]));
        pair.add(MergeParameter, from, to);
    }
    for (one, many) in &paired.joined.split {
        let many: Vec<&Variable> = many.iter().map(|&j| &is.variables[j]).collect();
        let (from, to) =
            (Pair::variable(pair.before, &was.variables[*one]), list(pair.after, "parameter", &many));
        pair.add(SplitParameter, from, to);
    }
    reordered(pair, bodies, paired);
}

fn reordered(pair: &mut Pair<'_>, bodies: &Bodies<'_>, paired: &Paired) {
    let is_parameter = |all: &[Variable], i: usize| all[i].is_parameter;
    let kept: Vec<usize> = paired
        .partner
        .iter()
        .enumerate()
        .filter(|&(i, _)| is_parameter(&bodies.was.variables, i))
        .filter_map(|(_, j)| j.filter(|&j| is_parameter(&bodies.is.variables, j)))
        .collect();
    if kept.is_sorted() {
        return;
    }
    let list = |entity, all: &[Variable]| {
        let all: Vec<&Variable> = all.iter().filter(|v| v.is_parameter).collect();
        list(entity, "parameter", &all)
    };
    pair.add(
        ReorderParameter,
        list(pair.before, &bodies.was.variables),
        list(pair.after, &bodies.is.variables),
    );
}

/// Several variables as one part.
pub(super) fn list(entity: crate::model::EntityId, kind: &'static str, all: &[&Variable]) -> Option<Part> {
    let text: Vec<String> = all.iter().map(|v| v.text()).collect();
    let name: Vec<&str> = all.iter().map(|v| v.name.as_str()).collect();
    let tokens = all.first()?.tokens.start..all.last()?.tokens.end;
    let text = format!("[{}]", text.join(", "));
    Some(Part { kind, name: name.join(", "), text, entity, tokens })
}
