//! What a run over many repositories came to.

use crate::exit::{Status, note};
use crate::output::counted;
use serde::Serialize;

/// A repository that could not be mined.
#[derive(Debug, Serialize)]
pub struct Failed {
    pub repository: String,
    pub error: String,
}

/// What a run over many repositories came to; `--totals` writes it as it stands here.
#[derive(Debug, Default, Serialize)]
pub struct Totals {
    /// How many were named.
    pub repositories: usize,
    /// How many of them are done, whole or with something that could not be analysed.
    pub done: usize,
    /// How many of these have something that could not be analysed.
    pub incomplete: usize,
    /// Those that could not be mined at all.
    pub failed: Vec<Failed>,
    /// Commits that were analysed now.
    pub commits: usize,
    /// Commits that were there already.
    pub known_commits: usize,
    /// Refactorings in the commits that were analysed now.
    pub refactorings: usize,
    pub interrupted: bool,
    #[serde(skip)]
    pub found: bool,
}

impl Totals {
    /// Tells it on standard error, with those that failed.
    pub fn tell(&self) {
        if self.repositories > 1 {
            let mut text = format!(
                "{} of {} repositories: {} analysed, {} there before, {} found",
                self.done,
                self.repositories,
                counted(self.commits, "commit"),
                self.known_commits,
                counted(self.refactorings, "refactoring"),
            );
            if self.incomplete > 0 {
                text += &format!("; {} with something that could not be analysed", self.incomplete);
            }
            note(&text);
        }
        if !self.failed.is_empty() && self.repositories > 1 {
            note(&format!("{} could not be mined:", self.failed.len()));
            for failed in &self.failed {
                note(&format!("  {}: {}", failed.repository, failed.error));
            }
        }
    }

    pub fn status(&self, exit_code: bool) -> Status {
        if self.interrupted {
            Status::Interrupted
        } else if self.incomplete > 0 || !self.failed.is_empty() {
            Status::Incomplete
        } else if self.found && exit_code {
            Status::Found
        } else {
            Status::Done
        }
    }
}
