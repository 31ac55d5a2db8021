//! refdiff finds refactorings between two versions of a code base: which types, methods and fields were renamed,
//! moved, extracted, inlined, pulled up or pushed down.
//!
//! It is the method of the paper "RefDiff: Detecting Refactorings in Version Histories" (MSR 2017). [`compare`] works
//! on files in memory; with the feature `git` (on by default) the module `git` reads commits, ranges and work trees of
//! a repository, and with the feature `arrow` (off by default) `tables` gives results as Arrow tables. The library
//! uses no terminal, no environment and no home folder.
//!
//! The minimum supported Rust version is 1.90.

#[cfg(feature = "git")]
mod above;
mod beside;
#[cfg(feature = "git")]
mod blame;
mod compare;
mod correspondence;
mod details;
mod error;
mod file_lines;
mod folders;
#[cfg(feature = "git")]
pub mod git;
#[cfg(feature = "git")]
mod history;
pub mod lang;
mod lines;
mod matching;
#[cfg(feature = "git")]
mod mining;
pub mod model;
mod pairing;
#[cfg(feature = "git")]
mod pipeline;
mod profile;
pub mod refactorings;
mod report;
mod residual;
pub mod similarity;
mod sweep;
#[cfg(feature = "arrow")]
pub mod tables;
mod text_kind;

/// Changes whenever the same two revisions may give other refactorings than before, and only then: what was found by a
/// program of the same revision need not be computed again. `accuracy/gate` refuses other results under the same number.
pub const DETECTOR_REVISION: u32 = 7;

pub use beside::{Line, Part, Row, beside};
#[cfg(feature = "git")]
pub use blame::{Blame, BlameOptions, BlamedLine};
pub use compare::{Comparer, Options, ReportOptions, SourceText, Surroundings, Versions, compare};
pub use error::{Error, Result};
pub use file_lines::FileLines;
pub use folders::{compare_files, compare_folders};
#[cfg(feature = "git")]
pub use history::{CommitInfo, ElementChange, History, HistoryOptions, Step};
pub use lines::TextLine;
pub use matching::Weighed;
pub use model::FilePath;
#[cfg(feature = "git")]
pub use pipeline::Analyser;
pub use profile::{EvidenceWeights, Profile};
pub use refactorings::{Group, RefactoringType};
pub use report::{
    Candidate, Comparison, Declarations, Declared, Element, EntityCounts, Explained, FileCounts, Incomplete,
    Match, MatchStatus, MatchedEntities, Person, Piece, Query, Refactoring, Report, Span, Stated, Subject,
    Timings, WhichSide, fill,
};
pub use residual::{
    Hunk, Leftover, LeftoverKind, LineRange, LineState, OtherFile, PatchLine, Residual, ReviewedFile,
    ReviewedSide, Sign,
};
pub use sweep::Sweep;
