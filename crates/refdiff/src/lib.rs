//! refdiff finds refactorings between two versions of a code base: which types, methods and fields were renamed,
//! moved, extracted, inlined, pulled up or pushed down.
//!
//! It is the method of the paper "RefDiff: Detecting Refactorings in Version Histories" (MSR 2017). The library uses no
//! terminal, no environment and no home folder. The minimum supported Rust version is 1.90.
//!
//! # Where to start
//!
//! | to | use |
//! | --- | --- |
//! | compare files in memory | [`compare`], which gives a [`Comparison`] |
//! | compare commits or a work tree | [`git::Repository::comparison`], [`git::Repository::comparison_between`]: a [`Comparison`] too |
//! | get what the command writes as JSON | [`git::Repository::compare_commit`], [`git::Repository::compare_endpoints`], [`compare_files`]: a [`Report`], which serde reads back |
//! | go through many commits | [`git::Repository::compare_commits`] |
//! | follow one element | [`History`], an iterator over its steps |
//! | know who wrote each line | [`git::Repository::blame`] |
//! | know why a pair was not reported | [`Analyser::explain`] |
//! | know what is left to review | [`ReportOptions::residual`], then [`Report::residual`] |
//! | get Arrow tables | the module `tables`, with the feature `arrow` |
//!
//! A [`Comparison`] answers the questions of most tools: [`Comparison::refactorings`], all matched entities with what
//! happened to them as separate facts ([`Comparison::matches`]: moved, renamed, edited, other signature), what came and
//! went ([`Comparison::added`], [`Comparison::removed`]), and old names with their new ones ([`Comparison::changed_keys`]).
//!
//! ```
//! use refdiff::{Options, SourceText, compare};
//!
//! let before = [SourceText::new("Cart.java", *b"class Cart { int calc(int[] p) { return p.length * 2; } }")];
//! let after = [SourceText::new("Cart.java", *b"class Cart { int total(int[] p) { return p.length * 2; } }")];
//! let comparison = compare(&before, &after, &Options::default())?;
//! assert_eq!(comparison.changed_keys(), [("Cart.calc(int[])".to_owned(), "Cart.total(int[])".to_owned())]);
//! for pair in comparison.matches().filter(|pair| pair.renamed) {
//!     assert_eq!((pair.moved, pair.edited), (false, false));
//! }
//! # Ok::<(), refdiff::Error>(())
//! ```
//!
//! An entity is named by its key, `package.Type.method(Parameter,Types)`; [`Element`] has it with its file and lines.
//! The folder `examples/` of this crate has three programs: a map of renamed names, all matched entities of a commit,
//! and the history of one element.
//!
//! # Features
//!
//! `git` (on by default) reads repositories. `kotlin`, `python`, `javascript` and `typescript` (on by default) add these
//! languages to Java. `arrow` (off by default) adds the module `tables`.

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
mod patterns;
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
pub const DETECTOR_REVISION: u32 = 8;

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
