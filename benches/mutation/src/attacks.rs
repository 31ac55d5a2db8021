//! Runs the adversary: behavioural edits on top of known refactorings, and how many of them the residual misses.

use super::write;
use refdiff::{Comparison, Options, SourceText, compare};
use refdiff_mutation::adversary::{OPERATORS, attack};
use refdiff_mutation::program::{Names, Program};
use refdiff_mutation::random::Random;
use refdiff_mutation::real::{self, Code, Pool};
use refdiff_mutation::refactor;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;

/// How often a refactoring is edited before the next one is made.
const EDITS: usize = 12;

/// Code before and after a refactoring, with the new key.
struct Refactored {
    before: Vec<SourceText>,
    after: Vec<SourceText>,
    key: String,
}

/// For each refactoring and each operator, how many edits were made and how many are hidden; false if any is.
pub fn run(
    repository: Option<&Path>,
    count: usize,
    seed: usize,
    dump: Option<&Path>,
    out: &mut impl Write,
) -> Result<bool, String> {
    let pool = repository.map(Pool::open).transpose().map_err(|error| error.to_string())?;
    let types: Vec<&str> = match &pool {
        Some(_) => real::ALL.iter().map(|t| t.0).collect(),
        None => refactor::ALL.iter().map(|t| t.0).collect(),
    };
    let _ = writeln!(out, "type\toperator\tmade\thidden");
    let mut totals = vec![(0, 0); OPERATORS.len()];
    // A refactoring that is never pure cannot hide anything.
    for (number, name) in types.iter().enumerate().filter(|(_, n)| **n != "Change Method Signature") {
        let mut counts = vec![(0, 0); OPERATORS.len()];
        let mut attempt = 0;
        while counts.iter().any(|c| c.0 < count) && attempt < count * 40 {
            let mut random = Random::new((seed as u64) << 40 | (number as u64) << 32 | attempt as u64);
            attempt += 1;
            let made = match &pool {
                Some(pool) => on_real_code(pool, number, &mut random),
                None => on_a_program(number, &mut random),
            };
            let Some(made) = made else { continue };
            // If it is not pure by itself, being impure with an edit proves nothing.
            let Ok(plain) = compare(&made.before, &made.after, &Options::default()) else { continue };
            if !plain.residual(&[]).pure {
                continue;
            }
            let span = span(&plain, &made);
            let new = made.key.split('(').next().and_then(|k| k.rsplit('.').next()).unwrap_or_default();
            for (operator, counts) in counts.iter_mut().enumerate() {
                for _ in 0..EDITS {
                    if counts.0 >= count {
                        break;
                    }
                    let Some(attack) = attack(
                        &made.before,
                        &made.after,
                        span.clone(),
                        (new, *name == "Extract Method"),
                        operator,
                        &mut random,
                    ) else {
                        continue;
                    };
                    let Ok(compared) = compare(&made.before, &attack.files, &Options::default()) else {
                        continue;
                    };
                    counts.0 += 1;
                    if attack.is_shown(&compared) {
                        break;
                    }
                    counts.1 += 1;
                    if let Some(dump) = dump {
                        let case = format!("{name}-{}-{attempt}-{}", OPERATORS[operator].0, counts.1);
                        let case = dump.join(case.to_lowercase().replace(' ', "-"));
                        write(&case.join("before"), &made.before);
                        write(&case.join("after"), &attack.files);
                        write(&case.join("plain"), &made.after);
                    }
                    break;
                }
            }
        }
        for ((operator, (made, hidden)), total) in OPERATORS.iter().zip(&counts).zip(&mut totals) {
            let _ = writeln!(out, "{name}\t{}\t{made}\t{hidden}", operator.0);
            total.0 += made;
            total.1 += hidden;
        }
    }
    for (operator, (made, hidden)) in OPERATORS.iter().zip(&totals) {
        let _ = writeln!(out, "all\t{}\t{made}\t{hidden}", operator.0);
    }
    let sum = totals.iter().fold((0, 0), |sum, t| (sum.0 + t.0, sum.1 + t.1));
    let _ = writeln!(out, "all\tall\t{}\t{}", sum.0, sum.1);
    Ok(sum.0 > 0 && sum.1 == 0)
}

fn on_a_program(refactoring: usize, random: &mut Random) -> Option<Refactored> {
    let mut names = Names::default();
    let program = Program::random(random, &mut names);
    let mutant = refactor::ALL[refactoring].1(&program, random, &mut names)?;
    Some(Refactored { before: mutant.before.sources(), after: mutant.after.sources(), key: mutant.answer.2 })
}

fn on_real_code(pool: &Pool, refactoring: usize, random: &mut Random) -> Option<Refactored> {
    let (_, mutate, reverse) = real::ALL[refactoring];
    let (_, files) = pool.pick(random)?;
    let code = Code::new(files).filter(|c| c.whole)?;
    let all: BTreeSet<String> = code.entities.iter().map(|e| e.key.clone()).collect();
    let mutation = mutate(&code, &all, random)?;
    Some(if reverse {
        Refactored { before: mutation.files, after: code.files.clone(), key: mutation.keys.0 }
    } else {
        Refactored { before: code.files.clone(), after: mutation.files, key: mutation.keys.1 }
    })
}

/// The new position of the refactored element.
fn span(comparison: &Comparison, made: &Refactored) -> Option<(usize, std::ops::Range<usize>)> {
    let element = comparison.entities_after().find(|e| e.key == made.key)?;
    let file = made.after.iter().position(|f| f.path == element.path)?;
    Some((file, Code::span(&element)))
}
