//! `refdiff oracle convert`: labelled data of RefactoringMiner's project, in the format of eval and calibrate.

use crate::args::OracleCommand;
use crate::exit::{Status, note};
use crate::output::Destination;
use crate::research::descriptions::{Relocations, triples};
use crate::research::oracle::{Case, Label};
use crate::settings::Settings;
use anyhow::{Context, Result};
use serde::Deserialize;
use std::io::Write;

#[derive(Deserialize)]
struct Commit {
    repository: String,
    sha1: String,
    refactorings: Vec<Judged>,
}

#[derive(Deserialize)]
struct Judged {
    #[serde(rename = "type")]
    refactoring: String,
    description: String,
    #[serde(default)]
    validation: String,
}

/// Our word for what was judged.
fn label(validation: &str) -> &'static str {
    match validation {
        "TP" | "CTP" => "TP",
        "FP" => "FP",
        _ => "unclear",
    }
}

pub fn run(command: &OracleCommand, settings: &Settings) -> Result<Status> {
    let OracleCommand::Convert { file } = command;
    let shown = file.display();
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read '{shown}'"))?;
    let commits: Vec<Commit> = serde_json::from_str(&text).with_context(|| {
        format!("'{shown}' is not an array of {{repository, sha1, refactorings: [{{type, description, validation}}]}}")
    })?;
    let mut out = Destination::plain(settings.presentation.output.as_deref())?;
    let (mut pairs, mut plain) = (0, 0);
    for commit in &commits {
        // What was judged false did not happen, and took no names along.
        let happened = commit.refactorings.iter().filter(|r| label(&r.validation) == "TP");
        let described = happened.map(|r| (r.refactoring.as_str(), r.description.as_str()));
        let relocations = Relocations::of(described);
        let mut labels = Vec::new();
        for judged in &commit.refactorings {
            let label = label(&judged.validation);
            let found = triples(&judged.refactoring, &judged.description, &relocations);
            if found.is_empty() {
                plain += 1;
                labels.push(Label {
                    refactoring: judged.refactoring.clone(),
                    before: None,
                    after: None,
                    label: label.into(),
                    description: Some(judged.description.clone()),
                });
            }
            for (refactoring, before, after) in found {
                pairs += 1;
                labels.push(Label {
                    refactoring,
                    before: Some(before),
                    after: Some(after),
                    label: label.into(),
                    description: None,
                });
            }
        }
        let project = commit.repository.trim_end_matches('/').trim_end_matches(".git");
        let project = project.rsplit('/').next().unwrap_or(project);
        let case = Case {
            case: format!("{project}-{}", super::short(&commit.sha1)),
            head: commit.sha1.clone(),
            repo: commit.repository.clone(),
            commit: commit.sha1.clone(),
            complete: None,
            sampled: false,
            refactorings: labels,
        };
        writeln!(out, "{}", serde_json::to_string(&case)?)?;
    }
    out.finish()?;
    note(&format!("{} commits: {pairs} labels with keys, {plain} of other types as they are", commits.len()));
    Ok(Status::Done)
}
