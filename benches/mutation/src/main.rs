//! Refactors synthetic programs in known ways, and checks that refdiff finds exactly that: unlimited labelled data
//! that nobody tuned for.
//!
//! ```text
//! cargo run --release -p refdiff-mutation -- [--count N] [--seed N] [--dump FOLDER] [--repository PATH] [--adversary]
//! ```
//!
//! For each type: how many were made, found, missed, and what else was reported; how many of them leave nothing in
//! the residual; and how many of these with one more edit leave something. `--dump` writes the failed cases. With
//! `--repository` the files and commits of that repository are refactored instead, alone and on top of the real
//! changes; they are read and not copied. With `--adversary` each pure refactoring gets behavioural edits that try to
//! hide in it, `--count` per operator: none may be missing in the residual.

mod attacks;
mod on_repository;

use refdiff::{Comparison, Options, SourceText, compare};
use refdiff_mutation::program::{Names, Program};
use refdiff_mutation::random::Random;
use refdiff_mutation::refactor::{self, ALL, Mutant};
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

/// At least this many of a hundred refactorings leave nothing; uses of unknown types cannot be resolved.
const LEAST_PURE: usize = 90;

#[derive(Default)]
struct Counts {
    made: usize,
    found: usize,
    others: usize,
    pure: usize,
    edits: usize,
    edits_left: usize,
}

fn found(comparison: &Comparison) -> Vec<(String, String, String)> {
    let all = comparison.refactorings().iter();
    all.map(|r| (r.refactoring.name().to_owned(), r.before.key.clone(), r.after.key.clone())).collect()
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let option = |name: &str| arguments.iter().position(|a| a == name).and_then(|i| arguments.get(i + 1));
    let number = |name: &str, default: usize| option(name).and_then(|v| v.parse().ok()).unwrap_or(default);
    let (count, seed) = (number("--count", 400), number("--seed", 1));
    let dump = option("--dump").map(Path::new);
    let mut out = std::io::stdout().lock();
    if arguments.iter().any(|a| a == "--adversary") {
        return match attacks::run(option("--repository").map(Path::new), count, seed, dump, &mut out) {
            Ok(true) => ExitCode::SUCCESS,
            Ok(false) => ExitCode::FAILURE,
            Err(error) => {
                let _ = writeln!(std::io::stderr(), "{error}");
                ExitCode::from(2)
            }
        };
    }
    if let Some(repository) = option("--repository") {
        return match on_repository::run(Path::new(repository), count, seed, dump, &mut out) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                let _ = writeln!(std::io::stderr(), "{repository}: {error}");
                ExitCode::from(2)
            }
        };
    }
    let mut failed = false;
    let _ = writeln!(out, "type\tmade\tfound\tothers\tprecision\trecall\tpure\tedits\tedits_left");
    for (number, (name, make)) in ALL.iter().enumerate() {
        let mut counts = Counts::default();
        let mut attempt = 0;
        while counts.made < count && attempt < count * 60 {
            let mut random = Random::new((seed as u64) << 40 | (number as u64) << 32 | attempt as u64);
            attempt += 1;
            let mut names = Names::default();
            let program = Program::random(&mut random, &mut names);
            let Some(mutant) = make(&program, &mut random, &mut names) else { continue };
            let case = dump.map(|d| d.join(format!("{}-{attempt}", name.to_lowercase().replace(' ', "-"))));
            check(&mutant, &mut random, &mut counts, case.as_deref());
        }
        let recall = counts.found as f64 / counts.made.max(1) as f64;
        let precision = counts.found as f64 / (counts.found + counts.others).max(1) as f64;
        failed |= counts.made == 0 || recall < 0.98 || precision < 0.995;
        // An added parameter is named, and left: the program is a different one.
        let stays_pure = *name != "Change Method Signature";
        failed |=
            stays_pure && counts.pure * 100 < counts.made * LEAST_PURE || counts.edits_left < counts.edits;
        let Counts { made, found, others, pure, edits, edits_left } = counts;
        let _ = writeln!(
            out,
            "{name}\t{made}\t{found}\t{others}\t{precision:.4}\t{recall:.4}\t{pure}\t{edits}\t{edits_left}"
        );
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn check(mutant: &Mutant, random: &mut Random, counts: &mut Counts, case: Option<&Path>) {
    counts.made += 1;
    let (before, after) = (mutant.before.sources(), mutant.after.sources());
    let Ok(comparison) = compare(&before, &after, &Options::default()) else { return };
    let reported = found(&comparison);
    let (name, old, new) = &mutant.answer;
    let right = |r: &&(String, String, String)| (r.0.as_str(), &r.1, &r.2) == (*name, old, new);
    let hit = reported.iter().any(|r| right(&r));
    let others = reported.iter().filter(|r| !right(r)).count();
    let pure = comparison.residual(&[]).pure;
    counts.found += usize::from(hit);
    counts.others += others;
    counts.pure += usize::from(pure);
    let mut edited = mutant.after.clone();
    refactor::edit(&mut edited, random);
    let edited = edited.sources();
    counts.edits += 1;
    let shows = compare(&before, &edited, &Options::default()).is_ok_and(|c| !c.residual(&[]).pure);
    counts.edits_left += usize::from(shows);
    if let Some(case) = case
        && (!hit || others > 0 || !pure || !shows)
    {
        let after = if hit && others == 0 && pure { &edited } else { &after };
        write(&case.join("before"), &before);
        write(&case.join("after"), after);
        let _ = std::fs::write(
            case.join("expected"),
            format!("{name}: {old} -> {new}\n{reported:?} pure {pure} shows {shows}\n"),
        );
    }
}

fn write(folder: &Path, files: &[SourceText]) {
    for file in files {
        let path = folder.join(file.path.to_string());
        // A case that cannot be written is simply missing.
        let _ = path.parent().map(std::fs::create_dir_all);
        let _ = std::fs::write(path, &file.text);
    }
}
