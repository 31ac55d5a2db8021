//! Every case under `fixtures/` is a test of its own. A case is named by its path there: `java/move-method-plain` for the
//! profile `default`, `java/move-method-plain (paper)` for the other one, `details/add-parameter: NAME` for what is finer than
//! an entity, `patterns/hide-delegate: NAME` for a pattern.
//!
//!     cargo test -p refdiff --test cases move-method                     those with this in their name
//!     REFDIFF_UPDATE=1 cargo test -p refdiff --test cases move-method    write what is found into `expected`
//!
//! fixtures/README.md says how cases are written.
#![allow(clippy::unwrap_used)]

mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use refdiff::refactorings::all;
use refdiff::{Group, Options, Profile, compare};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use support::details;

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    for (folder, profiles) in FOLDERS {
        for case in support::cases(&support::fixtures().join(folder)) {
            for profile in profiles {
                let name = name(&case);
                let shown = if *profile == "default" {
                    format!("{folder}/{name}")
                } else {
                    format!("{folder}/{name} ({profile})")
                };
                let case = case.clone();
                trials.push(Trial::test(shown, move || reports_what_is_expected(&case, profile)));
            }
        }
    }
    for case in support::cases(&support::fixtures().join("failing")) {
        trials.push(Trial::test(format!("failing/{}", name(&case)), move || is_still_a_gap(&case)));
    }
    for info in all().filter(|info| info.group != Group::Structure) {
        let wanted = info.refactoring;
        let folder = details::folder(wanted);
        for case in details::cases(wanted) {
            trials.push(Trial::test(format!("{folder}/{}", case.name), move || {
                let comparison = compare(&case.before, &case.after, &Options::default())?;
                same(&case.expected, &details::of_type(&comparison, wanted))
            }));
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}

/// The folders of cases, with the profiles in which they are compared.
const FOLDERS: [(&str, &[&str]); 5] = [
    ("java", &["default", "paper"]),
    ("kotlin", &["default"]),
    ("python", &["default"]),
    ("javascript", &["default"]),
    ("typescript", &["default"]),
];

fn name(case: &Path) -> String {
    case.file_name().unwrap().to_string_lossy().into_owned()
}

fn reports_what_is_expected(case: &Path, profile: &str) -> Result<(), Failed> {
    let found = support::lines(&support::compare_case(case, Profile::named(profile).unwrap()));
    if std::env::var_os("REFDIFF_UPDATE").is_some_and(|value| !value.is_empty()) {
        return update(&support::expected_file(case, profile), &found);
    }
    is_what_its_name_says(&name(case), profile, &found)?;
    same(&support::expected(case, profile), &found)
}

/// `no-TYPE-...` reports nothing at all. `not-TYPE-...` may report something else, and with the profile `paper` anything.
fn is_what_its_name_says(name: &str, profile: &str, found: &[String]) -> Result<(), Failed> {
    if name.starts_with("no-") && !found.is_empty() {
        return Err(format!("by its name nothing is reported here: {found:#?}").into());
    }
    let Some(rest) = name.strip_prefix("not-").filter(|_| profile == "default") else { return Ok(()) };
    let named = all().filter(|info| rest.starts_with(&format!("{}-", info.refactoring.flag())));
    let Some(longest) = named.max_by_key(|info| info.refactoring.flag().len()) else {
        return Err("no type follows not- in its name".into());
    };
    let prefix = format!("{}: ", longest.refactoring);
    match found.iter().any(|line| line.starts_with(&prefix)) {
        true => Err(format!("by its name there is no {} here: {found:#?}", longest.refactoring).into()),
        false => Ok(()),
    }
}

/// Writes what was found; comments at the top stay.
fn update(file: &PathBuf, found: &[String]) -> Result<(), Failed> {
    let old = std::fs::read_to_string(file).unwrap_or_default();
    let mut text = String::new();
    for line in old.lines().take_while(|line| line.starts_with('#')).chain(found.iter().map(String::as_str)) {
        writeln!(text, "{line}")?;
    }
    if text != old {
        std::fs::write(file, text)?;
    }
    Ok(())
}

fn is_still_a_gap(case: &Path) -> Result<(), Failed> {
    let found = support::lines(&support::compare_case(case, Profile::default()));
    match found == support::expected(case, "default") {
        true => Err("this works now: move it to the folder of its language".into()),
        false => Ok(()),
    }
}

fn same(expected: &[String], found: &[String]) -> Result<(), Failed> {
    if expected == found {
        return Ok(());
    }
    let mut text = String::new();
    for line in expected.iter().filter(|line| !found.contains(line)) {
        writeln!(text, "  missing: {line}")?;
    }
    for line in found.iter().filter(|line| !expected.contains(line)) {
        writeln!(text, "  too many: {line}")?;
    }
    Err(text.into())
}
