//! What a tool found, by commit: refdiff's own output, or RefactoringMiner's.

use super::descriptions::{Relocations, triples};
use super::keys::Triple;
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// What was found in a commit, each with the name that the tool has for it.
pub type Found = BTreeMap<Triple, String>;

/// What was found, by commit.
pub type Reported = BTreeMap<String, Found>;

/// Reads refdiff's json or jsonl, or the file that RefactoringMiner's command line writes.
pub fn read(path: &Path) -> Result<Reported> {
    let shown = path.display();
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read '{shown}'"))?;
    let mut reported = Reported::new();
    // One document, or one commit on each line.
    let commits: Vec<Value> = match serde_json::from_str::<Value>(&text) {
        Ok(Value::Object(mut whole)) if whole.contains_key("commits") => match whole.remove("commits") {
            Some(Value::Array(commits)) => commits,
            _ => bail!("{shown}: 'commits' is not a list"),
        },
        Ok(one) => vec![one],
        Err(_) => {
            let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
            let commit = |(number, line): (usize, &str)| {
                serde_json::from_str(line).with_context(|| format!("{shown}:{}: not JSON", number + 1))
            };
            lines.map(commit).collect::<Result<_>>()?
        }
    };
    for (number, commit) in commits.iter().enumerate() {
        let one = of_commit(commit).with_context(|| {
            format!("{shown}: commit {} is neither refdiff's nor RefactoringMiner's", number + 1)
        })?;
        reported.entry(one.0).or_default().extend(one.1);
    }
    Ok(reported)
}

fn of_commit(commit: &Value) -> Option<(String, Found)> {
    let text = |value: &Value, key: &str| value.get(key)?.as_str().map(str::to_owned);
    let refactorings = commit.get("refactorings")?.as_array()?;
    let mut found = Found::new();
    if let Some(hash) = text(commit, "commit") {
        for r in refactorings {
            let key = |side: &str| text(r.get(side)?, "key");
            let name = text(r, "type")?;
            found.insert(Triple::new(&name, &key("before")?, &key("after")?), name);
        }
        return Some((hash, found));
    }
    let hash = text(commit, "sha1")?;
    let described: Vec<(String, String)> = refactorings
        .iter()
        .map(|r| Some((text(r, "type")?, text(r, "description")?)))
        .collect::<Option<_>>()?;
    let relocations = Relocations::of(described.iter().map(|(t, d)| (t.as_str(), d.as_str())));
    for (name, description) in &described {
        for (name, before, after) in triples(name, description, &relocations) {
            found.insert(Triple::new(&name, &before, &after), name);
        }
    }
    Some((hash, found))
}
