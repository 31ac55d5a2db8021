//! Labelled commits: a line of JSON for each.

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// A commit and what is known of it.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Case {
    /// Its name, for people.
    pub case: String,
    /// The commit in the repository at hand.
    pub head: String,
    /// Where it comes from; cases of one project belong together.
    #[serde(default)]
    pub repo: String,
    /// The commit there.
    #[serde(default)]
    pub commit: String,
    /// Whether all its refactorings are labelled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub complete: Option<bool>,
    /// Whether its labels are a sample that was drawn to be judged, so that nothing can be said of other reports.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sampled: bool,
    pub refactorings: Vec<Label>,
}

/// A refactoring that someone judged.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Label {
    #[serde(rename = "type")]
    pub refactoring: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    pub label: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

impl Case {
    /// Whether a report that has no label is wrong.
    pub fn is_complete(&self) -> bool {
        self.complete.unwrap_or_else(|| self.case.starts_with("paper-"))
    }
}

/// What a label may say.
const LABELS: [&str; 5] = ["TP", "FP", "silver", "extra", "unclear"];

/// A word that is not known, or half a pair, would count for nothing without anyone noticing.
fn check(case: &Case) -> Result<()> {
    for label in &case.refactorings {
        if !LABELS.contains(&label.label.as_str()) {
            bail!("the label '{}' is none of {}", label.label, LABELS.join(", "));
        }
        if label.before.is_some() != label.after.is_some() {
            bail!("a {} has only one of before and after", label.refactoring);
        }
    }
    Ok(())
}

/// Reads a data set.
pub fn read(path: &Path) -> Result<Vec<Case>> {
    let shown = path.display();
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read '{shown}'"))?;
    let mut cases: Vec<Case> = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let case: Case = serde_json::from_str(line)
            .with_context(|| format!("{shown}:{}: not a case; docs/oracle.md has the format", number + 1))?;
        check(&case).with_context(|| format!("{shown}:{}", number + 1))?;
        cases.push(case);
    }
    if cases.is_empty() {
        bail!("'{shown}' has no cases");
    }
    Ok(cases)
}
