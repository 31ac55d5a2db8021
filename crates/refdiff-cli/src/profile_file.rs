//! Profiles as files: what is looked for, with which thresholds and weights.

use anyhow::{Context, Result, bail};
use refdiff::{Profile, RefactoringType};
use std::fmt::Write;
use std::path::Path;
use toml::{Table, Value};

/// The profile that a name or a file means.
pub fn load(name: &str) -> Result<Profile> {
    if let Some(profile) = Profile::named(name) {
        return Ok(profile);
    }
    let path = Path::new(name);
    if !path.exists() && !name.contains(['/', '\\', '.']) {
        bail!(
            "unknown profile '{name}'; there are: {}, or a file such as ./my.toml",
            Profile::NAMES.join(", ")
        );
    }
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read the profile '{name}'"))?;
    parse(&text).with_context(|| format!("the profile '{name}'"))
}

/// Reads a profile; errors name the key.
pub fn parse(text: &str) -> Result<Profile> {
    let table: Table =
        text.parse().map_err(|e: toml::de::Error| anyhow::anyhow!("{}", e.to_string().trim_end()))?;
    let base = match table.get("base") {
        None => Profile::default(),
        Some(value) => {
            let name = value.as_str().unwrap_or_default();
            let known = || format!("base: {value} is no profile; there are: {}", Profile::NAMES.join(", "));
            Profile::named(name).with_context(known)?
        }
    };
    let mut profile = base;
    profile.set_name("custom");
    for (key, value) in &table {
        match key.as_str() {
            "base" => {}
            "name" => match value.as_str().filter(|n| !n.is_empty() && !n.contains(char::is_control)) {
                Some(name) if !Profile::NAMES.contains(&name) => profile.set_name(name),
                Some(name) => bail!("name: '{name}' is the name of a profile that is built in"),
                None => bail!("name: {value} is not a name"),
            },
            "evidence" => profile.set_evidence(flag(key, value)?),
            "pull-up-into-extracted" => profile.set_pull_up_into_extracted(flag(key, value)?),
            "passes" | "thresholds" | "weights" => {}
            _ => bail!(
                "{key}: there is no such key; there are: name, base, evidence, pull-up-into-extracted, passes, \
                 thresholds, weights"
            ),
        }
    }
    for (name, value) in section(&table, "passes")? {
        let key = format!("passes.{name}");
        let on = flag(&key, value)?;
        for refactoring in named(&key, name)? {
            if !on {
                profile.leave_out(refactoring);
            } else if profile.threshold(refactoring).is_none() {
                profile.set_threshold(refactoring, threshold_for(refactoring));
            }
        }
    }
    for (name, value) in section(&table, "thresholds")? {
        let key = format!("thresholds.{name}");
        let number = number(&key, value, 1.0)?;
        for refactoring in named(&key, name)? {
            if profile.threshold(refactoring).is_none() {
                bail!("{key}: this profile does not look for it; passes.{name} = true makes it");
            }
            profile.set_threshold(refactoring, number);
        }
    }
    let mut weights = profile.weights();
    for (name, value) in section(&table, "weights")? {
        let key = format!("weights.{name}");
        let known: Vec<&str> = weights.named().iter().map(|(name, _)| *name).collect();
        let weight = weights
            .by_name(name)
            .with_context(|| format!("{key}: there is no such weight; there are: {}", known.join(", ")))?;
        *weight = number(&key, value, 10.0)?;
    }
    profile.set_weights(weights);
    Ok(profile)
}

/// The threshold of a relationship that a file turns on.
fn threshold_for(refactoring: RefactoringType) -> f64 {
    let built_in = [Profile::default(), Profile::paper()];
    built_in.iter().find_map(|p| p.threshold(refactoring)).unwrap_or(0.5)
}

fn section<'t>(table: &'t Table, name: &str) -> Result<Vec<(&'t str, &'t Value)>> {
    match table.get(name) {
        None => Ok(Vec::new()),
        Some(Value::Table(section)) => Ok(section.iter().map(|(k, v)| (k.as_str(), v)).collect()),
        Some(_) => bail!("{name}: this is a section, [{name}]"),
    }
}

fn named(key: &str, name: &str) -> Result<Vec<RefactoringType>> {
    RefactoringType::matching(name).with_context(|| key.to_owned())
}

fn flag(key: &str, value: &Value) -> Result<bool> {
    value.as_bool().with_context(|| format!("{key}: {value} is neither true nor false"))
}

fn number(key: &str, value: &Value, most: f64) -> Result<f64> {
    let number = value.as_float().or_else(|| value.as_integer().map(|n| n as f64));
    number
        .filter(|n| (0.0..=most).contains(n))
        .with_context(|| format!("{key}: {value} is not a number from 0 to {most}"))
}

/// A profile as a file that [`parse`] reads.
pub fn write(profile: &Profile) -> String {
    let built_in = Profile::named(profile.name()).as_ref() == Some(profile);
    let base = if profile.uses_evidence() { "default" } else { "paper" };
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = if built_in {
        writeln!(out, "# The profile {}.\nbase = \"{}\"", profile.name(), profile.name())
    } else {
        // The names of those that are built in stand for these alone.
        let taken = Profile::NAMES.contains(&profile.name());
        let name =
            if taken { format!("{} with other thresholds", profile.name()) } else { profile.name().into() };
        writeln!(out, "name = {}\nbase = \"{base}\"", Value::String(name))
    };
    let _ = writeln!(
        out,
        "# More than the similarity of bodies counts: names, places, statements, calls.\nevidence = {}\n\
         # What went up into a supertype that was extracted in the same change is a Pull Up as well.\n\
         pull-up-into-extracted = {}\n\n# What is looked for.\n[passes]",
        profile.uses_evidence(),
        profile.reports_pull_up_into_extracted()
    );
    for info in refdiff::refactorings::all() {
        let _ =
            writeln!(out, "{} = {}", info.refactoring.flag(), profile.threshold(info.refactoring).is_some());
    }
    let _ = writeln!(
        out,
        "\n# The least similarity; of extractions and inlinings with evidence the least probability.\n[thresholds]"
    );
    for info in refdiff::refactorings::all() {
        if let Some(threshold) = profile.threshold(info.refactoring) {
            let _ = writeln!(out, "{} = {threshold:?}", info.refactoring.flag());
        }
    }
    let _ =
        writeln!(out, "\n# How much each kind of evidence counts for renamed methods and fields.\n[weights]");
    for (name, weight) in profile.weights().named() {
        let _ = writeln!(out, "{name} = {weight:?}");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        for mut profile in [Profile::default(), Profile::paper()] {
            profile.set_name("mine");
            profile.set_threshold(RefactoringType::RenameMethod, 0.45);
            profile.leave_out(RefactoringType::MoveField);
            assert_eq!(parse(&write(&profile)).unwrap(), profile);
        }
    }

    #[test]
    fn errors_name_the_key() {
        for (text, key) in [
            ("base = \"best\"", "base"),
            ("speed = 3", "speed"),
            ("evidence = 1", "evidence"),
            ("[passes]\nrename-everything = true", "passes.rename-everything"),
            ("[passes]\nrename-type = 0.5", "passes.rename-type"),
            ("[thresholds]\nrename-type = 1.5", "thresholds.rename-type"),
            ("[thresholds]\nrename-type = \"0.5\"", "thresholds.rename-type"),
            ("base = \"paper\"\n[thresholds]\nrename-field = 0.5", "thresholds.rename-field"),
            ("[weights]\nluck = 1", "weights.luck"),
            ("[weights]\nnames = -1", "weights.names"),
            ("weights = 1", "weights"),
            ("name = \"paper\"", "name"),
            ("[passes\n", "1"),
        ] {
            let error = format!("{:#}", parse(text).unwrap_err());
            assert!(error.contains(key), "{text}: {error}");
        }
    }
}
