//! The contract: one object for each comparison, as `--format json` and `jsonl` write it.

use super::{Comparison, Element, Refactoring};
use crate::compare::ReportOptions;
use crate::refactorings::RefactoringType;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Something that could not be analysed, and why.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Incomplete {
    /// The file, or the commit where it is about all of it.
    pub file: String,
    /// What was lost and why.
    pub reason: String,
}

/// How many files changed, and what became of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileCounts {
    /// All that differ between the two sides.
    pub changed: usize,
    /// Those that were read and compared.
    pub analysed: usize,
    /// Those that were not read, by their ending; links and submodules by that word, and files that nobody wrote there by
    /// the reason: vendored, minified, generated, declarations.
    pub skipped: BTreeMap<String, usize>,
}

/// How many entities match, came and went, in the files that were analysed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct EntityCounts {
    pub matched: usize,
    pub added: usize,
    pub removed: usize,
}

/// Who did it, and when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Person {
    pub name: String,
    pub email: String,
    /// As ISO 8601 with the person's own offset.
    pub date: String,
}

/// The pairs that match, and what has no partner.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct MatchedEntities {
    pub pairs: Vec<super::Match>,
    pub added: Vec<Element>,
    pub removed: Vec<Element>,
}

/// What one comparison gave.
///
/// It can be read back from an object of `--format jsonl`, or of the list in `--format json`; writing it again gives the same
/// text.
///
/// ```
/// let line = r#"{"schema":1,"repository":"cart","commit":null,"parent":null,"before_rev":"old","after_rev":"new",
///     "files":{"changed":0,"analysed":0,"skipped":{}},"entities":{"matched":0,"added":0,"removed":0},
///     "refactorings":[],"incomplete":[]}"#;
/// let report: refdiff::Report = serde_json::from_str(line).unwrap();
/// assert_eq!(report.repository, "cart");
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Report {
    /// The version of this contract.
    pub schema: u32,
    /// What the repository is called wherever it lies: the address that it was cloned from, or its folder; empty without one.
    pub repository: String,
    /// Where it lies; not part of what is written as data.
    #[serde(skip)]
    pub folder: Option<std::path::PathBuf>,
    /// The commit, where one was looked at.
    pub commit: Option<String>,
    /// The parent that it was compared with.
    pub parent: Option<String>,
    /// All its parents; empty where no commit was looked at.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parents: Vec<String>,
    /// What stood before: an object id, `index`, `worktree` or a path.
    pub before_rev: Option<String>,
    /// What stood after.
    pub after_rev: Option<String>,
    #[allow(missing_docs)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<Person>,
    #[allow(missing_docs)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub committer: Option<Person>,
    /// The first line of the commit's message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    /// All of it; not part of what is written as data.
    #[serde(skip)]
    pub message: Option<String>,
    #[allow(missing_docs)]
    pub files: FileCounts,
    /// The changed files with their changed lines, sorted by path. Only where they were asked for; not part of what is
    /// written as data.
    #[serde(skip)]
    pub file_lines: Vec<crate::FileLines>,
    /// Files that git does not know and that took part, where the work tree is a side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub untracked: Option<usize>,
    #[allow(missing_docs)]
    pub entities: EntityCounts,
    /// Sorted by type, keys and place.
    pub refactorings: Vec<Refactoring>,
    /// How many were left out of the list because few readers want them, by type; not part of what is written as data.
    #[serde(skip)]
    pub folded: BTreeMap<RefactoringType, usize>,
    /// About how many changed lines these account for, by type; not part of what is written as data.
    #[serde(skip)]
    pub folded_lines: BTreeMap<RefactoringType, usize>,
    /// Of these, how many follow from something that is listed: by the id of their cause, then by type.
    #[serde(skip)]
    pub consequences: BTreeMap<String, BTreeMap<RefactoringType, usize>>,
    /// How many refactorings filters took out of the list; not part of what is written as data.
    #[serde(skip)]
    pub hidden: usize,
    /// Only where they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matches: Option<MatchedEntities>,
    /// What the refactorings do not explain: `changed_lines`, `explained_lines`, `pure` and `residual`. Only where it was
    /// asked for.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub residual: Option<crate::residual::Residual>,
    /// Only where they were asked for; never the same from run to run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timings: Option<super::Timings>,
    /// Sorted; empty where nothing was lost.
    pub incomplete: Vec<Incomplete>,
}

impl Report {
    /// A report about nothing yet.
    pub fn new(repository: impl Into<String>) -> Self {
        Report {
            schema: 1,
            repository: repository.into(),
            folder: None,
            commit: None,
            parent: None,
            parents: Vec::new(),
            before_rev: None,
            after_rev: None,
            author: None,
            committer: None,
            subject: None,
            message: None,
            files: FileCounts::default(),
            file_lines: Vec::new(),
            untracked: None,
            entities: EntityCounts::default(),
            refactorings: Vec::new(),
            folded: BTreeMap::new(),
            folded_lines: BTreeMap::new(),
            consequences: BTreeMap::new(),
            hidden: 0,
            matches: None,
            residual: None,
            timings: None,
            incomplete: Vec::new(),
        }
    }

    /// Takes over what a comparison found, with what the options ask for.
    pub fn fill(&mut self, comparison: &Comparison, options: &ReportOptions) {
        self.entities = comparison.entity_counts();
        self.refactorings = comparison.refactorings().to_vec();
        if options.declarations {
            for refactoring in &mut self.refactorings {
                refactoring.declarations = comparison.declarations(refactoring).map(Box::new);
            }
        }
        if options.details {
            let wanted = |r: &Refactoring| options.doubtful || !r.refactoring.is_doubtful();
            self.refactorings
                .extend(comparison.found_details(options.declarations).into_iter().filter(wanted));
            super::details::sort(&mut self.refactorings);
        }
        if options.texts {
            for refactoring in &mut self.refactorings {
                [refactoring.before.text, refactoring.after.text] = comparison.texts(refactoring);
                refactoring.caller = comparison.caller(refactoring).map(Box::new);
            }
        }
        if options.lines {
            comparison.estimate_lines(&mut self.refactorings);
        }
        self.incomplete.extend_from_slice(comparison.incomplete());
        self.incomplete.sort();
        self.incomplete.dedup();
        if options.matches {
            self.matches = Some(MatchedEntities {
                pairs: comparison.matches().collect(),
                added: comparison.added().collect(),
                removed: comparison.removed().collect(),
            });
        }
    }
}
