//! Runs mutations of real code on the commits of a repository.

use super::{Counts, write};
use refdiff::{Options, SourceText, compare};
use refdiff_mutation::random::Random;
use refdiff_mutation::real::{ALL, Code, Pool, edit};
use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;

/// The essential part of a report, without its evidence.
type Triple = (String, String, String);

fn reported(before: &[SourceText], after: &[SourceText]) -> (BTreeSet<Triple>, bool) {
    let Ok(comparison) = compare(before, after, &Options::default()) else { return Default::default() };
    let all = comparison.refactorings().iter();
    let all = all.map(|r| (r.refactoring.name().to_owned(), r.before.key.clone(), r.after.key.clone()));
    (all.collect(), comparison.residual(&[]).pure)
}

/// The keys with the same text on both sides; for types the same key is sufficient.
fn stable(before: &Code, after: &Code) -> BTreeSet<String> {
    let text = |code: &Code, e: &refdiff::Element| {
        code.file(e).map(|f| code.text(f)[Code::span(e)].to_vec()).unwrap_or_default()
    };
    let is_type = |kind: &str| matches!(kind, "class" | "interface" | "enum" | "record" | "annotation");
    let same = |e: &&refdiff::Element| {
        before.entities.iter().any(|o| {
            o.key == e.key && o.path == e.path && (is_type(&e.kind) || text(before, o) == text(after, e))
        })
    };
    after.entities.iter().filter(same).map(|e| e.key.clone()).collect()
}

/// Translates a key of the code before to the code after.
fn translated(key: &str, (old, new): &(String, String)) -> String {
    let name = |key: &str| {
        let head = key.split('(').next().unwrap_or(key);
        head.rsplit('.').next().unwrap_or(head).to_owned()
    };
    let moved = match key.strip_prefix(old.as_str()) {
        Some(rest) if rest.is_empty() || rest.starts_with('.') => format!("{new}{rest}"),
        _ => key.to_owned(),
    };
    if old.contains('(') {
        return moved;
    }
    // The name may also occur in the parameters.
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let (mut out, mut rest) = (String::new(), moved.as_str());
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|c| is_word(c) != is_word(first)).unwrap_or(rest.len());
        out += if rest[..end] == name(old) { name(new) } else { rest[..end].to_owned() }.as_str();
        rest = &rest[end..];
    }
    out
}

/// Alone and on top of the real changes of commits; an error if the repository has no commits.
pub fn run(
    path: &Path,
    count: usize,
    seed: usize,
    dump: Option<&Path>,
    out: &mut impl Write,
) -> Result<(), String> {
    let pool = Pool::open(path).map_err(|error| error.to_string())?;
    if pool.is_empty() {
        return Err("the repository has no commits".into());
    }
    let _ = writeln!(out, "type\thow\tmade\tfound\tothers\tprecision\trecall\tpure\tedits\tedits_left");
    for (number, (name, mutate, reverse)) in ALL.iter().enumerate() {
        for mixed in [false, true] {
            let mut counts = Counts::default();
            let mut attempt = 0;
            while counts.made < count && attempt < count * 100 {
                let start =
                    (seed as u64) << 40 | (number as u64) << 33 | u64::from(mixed) << 32 | attempt as u64;
                let mut random = Random::new(start);
                attempt += 1;
                let Some((old, new)) = pool.pick(&mut random) else { continue };
                let old = if mixed { old } else { new.clone() };
                let (Some(before), Some(after)) = (Code::new(old), Code::new(new)) else { continue };
                if !before.whole || !after.whole {
                    continue;
                }
                let allowed = stable(&before, &after);
                let side = if *reverse { &before } else { &after };
                let Some(mutation) = mutate(side, &allowed, &mut random) else { continue };
                counts.made += 1;
                let keys = mutation.keys.clone();
                let (was, is) = if *reverse {
                    (mutation.files, after.files.clone())
                } else {
                    (before.files.clone(), mutation.files)
                };
                let answer = if *reverse {
                    ((*name).to_owned(), keys.1.clone(), keys.0.clone())
                } else {
                    ((*name).to_owned(), keys.0.clone(), keys.1.clone())
                };
                let (found, pure) = reported(&was, &is);
                let mut known = BTreeSet::new();
                if mixed {
                    let (real, _) = reported(&before.files, &after.files);
                    for (kind, b, a) in real {
                        let (b, a) =
                            if *reverse { (translated(&b, &keys), a) } else { (b, translated(&a, &keys)) };
                        known.insert((kind, b, a));
                    }
                }
                let hit = found.contains(&answer);
                // A method with a parameter of a renamed type has another key.
                let follows = |f: &Triple| translated(&f.1, &keys) == f.2 || translated(&f.2, &keys) == f.1;
                let unasked = |f: &&Triple| **f != answer && !known.contains(*f) && !follows(f);
                let others: Vec<&Triple> = found.iter().filter(unasked).collect();
                counts.found += usize::from(hit);
                counts.others += others.len();
                counts.pure += usize::from(pure);
                let mut shows = true;
                if !mixed
                    && let Some(code) = Code::new(is.clone())
                    && let Some(edited) = edit(&code, &mut random)
                {
                    counts.edits += 1;
                    shows = !reported(&was, &edited).1;
                    counts.edits_left += usize::from(shows);
                }
                if let Some(dump) = dump.filter(|_| !hit || !others.is_empty() || !mixed && !pure || !shows) {
                    let how = if mixed { "mixed" } else { "alone" };
                    let case =
                        dump.join(format!("{}-{how}-{attempt}", name.to_lowercase().replace(' ', "-")));
                    write(&case.join("before"), &was);
                    write(&case.join("after"), &is);
                    let expected =
                        format!("{answer:?}\nfound {found:#?}\nknown {known:#?} pure {pure} shows {shows}\n");
                    let _ = std::fs::write(case.join("expected"), expected);
                }
            }
            let Counts { made, found, others, pure, edits, edits_left } = counts;
            let precision = found as f64 / (found + others).max(1) as f64;
            let recall = found as f64 / made.max(1) as f64;
            let how = if mixed { "mixed" } else { "alone" };
            let pure = if mixed { String::new() } else { pure.to_string() };
            let _ = writeln!(
                out,
                "{name}\t{how}\t{made}\t{found}\t{others}\t{precision:.4}\t{recall:.4}\t{pure}\t{edits}\t{edits_left}"
            );
        }
    }
    edits_alone(&pool, count, seed, dump, out);
    Ok(())
}

/// Edits that are not refactorings, and nothing else.
fn edits_alone(pool: &Pool, count: usize, seed: usize, dump: Option<&Path>, out: &mut impl Write) {
    let (mut made, mut others, mut left) = (0, 0, 0);
    for attempt in 0..count * 100 {
        if made == count {
            break;
        }
        let mut random = Random::new((seed as u64) << 40 | 1 << 39 | attempt as u64);
        let Some((_, files)) = pool.pick(&mut random) else { continue };
        let Some(code) = Code::new(files).filter(|c| c.whole) else { continue };
        let Some(edited) = edit(&code, &mut random) else { continue };
        made += 1;
        let (found, pure) = reported(&code.files, &edited);
        others += found.len();
        left += usize::from(!pure);
        if let Some(dump) = dump.filter(|_| !found.is_empty() || pure) {
            let case = dump.join(format!("edit-{attempt}"));
            write(&case.join("before"), &code.files);
            write(&case.join("after"), &edited);
            let _ = std::fs::write(case.join("expected"), format!("{found:#?} pure {pure}\n"));
        }
    }
    let _ = writeln!(out, "no refactoring\talone\t{made}\t0\t{others}\t\t\t0\t{made}\t{left}");
}
