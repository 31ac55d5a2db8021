//! What no reported refactoring explains: the lines that are left to review.
//!
//! 1. `crate::lines` finds the lines that differ at each path, as `git diff` does; these and no others are judged.
//! 2. Units that match are written down as they are to be compared (`stream`): names by the declarations that they mean
//!    (`meaning`), code that was extracted or inlined back where it was (`unfold`, with `shape`).
//! 3. `correspond` lays the two beside each other: tokens that are the same, in the same order, correspond (`align`). Whatever
//!    is not is broken, and stays so whatever else is found of it.
//! 4. What else a refactoring brings with it is explained: heads (`heads`), imports and packages (`header`). What it changes on
//!    lines that do not differ breaks it: names that mean something else now (`captures`), methods that override others now
//!    or no longer (`overrides`), fields and locks that are shared by others than before (`state`), the order in which
//!    values are worked out (`order`).
//! 5. Files of other languages that only moved are explained (`others`).
//! 6. A line is explained when all its tokens are, and is layout when all of them stayed as they were; every other line is
//!    left (`classes`). An edit inside code that moved is shown beside where the code came from (`hunks`), and so
//!    is one in the comment above it (`comments`).

mod align;
mod board;
mod captures;
mod classes;
mod comments;
mod correspond;
mod header;
mod heads;
mod hunks;
mod meaning;
mod order;
mod others;
mod overrides;
mod reviewed;
mod shape;
mod state;
mod stream;
mod tokens;
mod unfold;

use crate::lines::TextLine;
use crate::model::{FilePath, Scope};
use crate::report::Comparison;
use board::Board;
use classes::Class;
use correspond::Parts;
use meaning::Meanings;
#[cfg(feature = "git")]
pub(crate) use others::RENAME_LIMIT;
pub use reviewed::{LineState, ReviewedFile, ReviewedSide};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Why a line is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Hash)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum LeftoverKind {
    /// Something was edited, or the file is of a language that is not analysed.
    Code,
    /// Layout, comments, and members that changed their places.
    Layout,
    /// A file that is no text.
    Binary,
    /// A file that could not be read, or is too large to be.
    Unread,
    /// The file itself: it came or went without a line, or is of another mode or kind.
    File,
}

/// Lines of one file, from 1, both ends included.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[non_exhaustive]
pub struct LineRange {
    /// The file's path.
    pub file: String,
    #[allow(missing_docs)]
    pub start_line: usize,
    #[allow(missing_docs)]
    pub end_line: usize,
    /// How many lines of the range are left; what stands between them is explained or did not change.
    pub lines: usize,
}

/// An edit that no refactoring explains.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[non_exhaustive]
#[allow(missing_docs)]
pub struct Leftover {
    pub kind: LeftoverKind,
    pub before: Option<LineRange>,
    pub after: Option<LineRange>,
}

/// What a line of a patch is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Sign {
    Context,
    Removed,
    Added,
}

/// A line of a patch, with its end.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct PatchLine {
    pub sign: Sign,
    /// Its number before, from 1; of context, that of the line it was, whose text may differ by what is explained.
    pub before: Option<usize>,
    /// Its number after, from 1.
    pub after: Option<usize>,
    pub text: TextLine,
}

/// A part of a patch. What stands around the edit is shown as it is after.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs)]
pub struct Hunk {
    pub kind: LeftoverKind,
    pub before_file: Option<FilePath>,
    pub after_file: Option<FilePath>,
    /// The number of the first line before, from 1.
    pub before_start: usize,
    /// The number of the first line after, from 1.
    pub after_start: usize,
    pub lines: Vec<PatchLine>,
    /// What else is to be said of the files, as git says it: `old mode 100644`.
    pub notes: Vec<String>,
}

/// What is left of a change when its refactorings are taken out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Residual {
    /// How many lines differ: those that went and those that came.
    pub changed_lines: usize,
    /// How many of them refactorings account for.
    pub explained_lines: usize,
    /// Whether nothing is left but layout and comments.
    pub pure: bool,
    /// What is left, sorted.
    pub residual: Vec<Leftover>,
    /// The same as a patch; not part of what is written as data.
    #[serde(skip)]
    pub hunks: Vec<Hunk>,
    /// The changed files with what each of their lines is, sorted by path. Only where they were asked for; not part of what is
    /// written as data.
    #[serde(skip)]
    pub files: Vec<ReviewedFile>,
    /// Whether they are asked for.
    #[serde(skip)]
    keeps_files: bool,
}

/// A changed file that the comparison did not see.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct OtherFile {
    pub path: FilePath,
    pub before: Option<Arc<[u8]>>,
    pub after: Option<Arc<[u8]>>,
}

impl Comparison {
    /// What the refactorings of this comparison do not explain, of its own files and of `others`: changed files in languages
    /// that are not analysed. Of these only what moved as it was is explained.
    pub fn residual(&self, others: &[OtherFile]) -> Residual {
        self.residual_while(others, &|| true, false).unwrap_or_default()
    }

    /// The same, as long as it may go on; `None` where it may not. The changed files are kept where `keeps_files` says so.
    pub(crate) fn residual_while(
        &self,
        others: &[OtherFile],
        goes_on: &dyn Fn() -> bool,
        keeps_files: bool,
    ) -> Option<Residual> {
        let mut board = Board::new(self, goes_on)?;
        let scopes = [Scope::new(self.model_before()), Scope::new(self.model_after())];
        let meanings = Meanings::new(&board, &scopes);
        let parts = Parts::new(&board);
        if !correspond::units(&mut board, &meanings, &parts, goes_on) {
            return None;
        }
        order::check(&mut board);
        heads::explain(&mut board, &meanings, &parts);
        if !goes_on() {
            return None;
        }
        captures::check(&mut board, &meanings, &parts);
        overrides::check(&mut board, &meanings, &parts);
        state::check(&mut board);
        board.settle();
        if !goes_on() {
            return None;
        }
        header::explain(&mut board, &meanings);
        let mut counterparts = classes::counterparts(&board);
        if !goes_on() {
            return None;
        }
        let classes = classes::classes(&board, &meanings, &counterparts);
        let mut residual = Residual { keeps_files, ..Residual::default() };
        if keeps_files {
            residual.files = reviewed::files(&board, &classes);
        }
        for class in classes.iter().flatten().flatten() {
            residual.changed_lines += usize::from(*class != Class::Unchanged);
            residual.explained_lines += usize::from(*class == Class::Explained);
        }
        if !goes_on() {
            return None;
        }
        comments::place(&board, &mut counterparts);
        (residual.hunks, residual.residual) = hunks::hunks(&board, &classes, &counterparts);
        residual.add_others(others);
        residual.finish();
        Some(residual)
    }
}

#[cfg(feature = "git")]
impl Comparison {
    /// The file and line before, both from 0, that most of each changed line of a file after comes from.
    pub(crate) fn line_origins(&self, path: &FilePath) -> Vec<Option<(FilePath, usize)>> {
        let all = || -> Option<Vec<Option<(FilePath, usize)>>> {
            let mut board = Board::new(self, &|| true)?;
            let scopes = [Scope::new(self.model_before()), Scope::new(self.model_after())];
            let meanings = Meanings::new(&board, &scopes);
            let parts = Parts::new(&board);
            correspond::units(&mut board, &meanings, &parts, &|| true);
            let file = board.sides[board::AFTER].iter().position(|f| f.path == *path)?;
            let [_, after] = classes::counterparts(&board);
            let name = |(file, line): (u32, u32)| {
                (board.sides[board::BEFORE][file as usize].path.clone(), line as usize)
            };
            Some(after[file].iter().map(|place| place.map(name)).collect())
        };
        all().unwrap_or_default()
    }
}

impl Residual {
    /// What is left where nothing was compared.
    #[cfg(feature = "git")]
    pub(crate) fn nothing() -> Self {
        Residual::default()
    }

    /// Everything was added.
    pub(crate) fn finish(&mut self) {
        self.residual.sort();
        // Layout last, whichever files the rest is of.
        self.hunks.sort_by_key(|h| h.kind == LeftoverKind::Layout);
        self.files.sort_by(|x, y| x.path().cmp(&y.path()));
        self.pure = self.residual.iter().all(|l| l.kind == LeftoverKind::Layout);
    }

    /// Leaves in the lists what touches paths; the counts stay those of the whole.
    pub fn retain_paths(&mut self, keep: impl Fn(&FilePath) -> bool, named: impl Fn(&str) -> bool) {
        self.hunks.retain(|h| [&h.before_file, &h.after_file].into_iter().flatten().any(&keep));
        self.files.retain(|f| [&f.before, &f.after].into_iter().flatten().any(|side| keep(&side.path)));
        self.residual.retain(|l| [&l.before, &l.after].into_iter().flatten().any(|r| named(&r.file)));
    }

    /// Leaves out what is left for one reason; the counts stay as they are.
    pub fn leave_out(&mut self, kind: LeftoverKind) {
        self.residual.retain(|l| l.kind != kind);
        self.hunks.retain(|h| h.kind != kind);
    }
}
