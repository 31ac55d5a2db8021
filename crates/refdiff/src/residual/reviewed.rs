//! Whole files with what each of their lines is, for those who show a change in its surroundings.

use super::board::{AFTER, BEFORE, Board};
use super::classes::{Class, Classes};
use crate::model::FilePath;
use std::sync::Arc;

/// What a line of a changed file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LineState {
    /// It does not differ at its path.
    Unchanged,
    /// Refactorings account for all of it.
    Explained,
    /// Only its layout, its place or a comment changed.
    Layout,
    /// Something was edited.
    Left,
}

/// One side of a changed file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct ReviewedSide {
    pub path: FilePath,
    pub text: Arc<[u8]>,
    /// What its lines are, from the first: so many lines in a row are the same.
    pub lines: Vec<(LineState, usize)>,
}

/// A changed file, with the sides that it has.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct ReviewedFile {
    pub before: Option<ReviewedSide>,
    pub after: Option<ReviewedSide>,
}

impl ReviewedFile {
    /// Where it is now, or else where it was.
    pub fn path(&self) -> Option<&FilePath> {
        self.after.as_ref().or(self.before.as_ref()).map(|side| &side.path)
    }
}

impl ReviewedSide {
    pub(super) fn new(path: &FilePath, text: &Arc<[u8]>, states: impl Iterator<Item = LineState>) -> Self {
        let mut lines: Vec<(LineState, usize)> = Vec::new();
        for state in states {
            match lines.last_mut().filter(|run| run.0 == state) {
                Some(run) => run.1 += 1,
                None => lines.push((state, 1)),
            }
        }
        ReviewedSide { path: path.clone(), text: text.clone(), lines }
    }
}

/// The files that were compared.
pub(super) fn files(board: &Board<'_>, classes: &Classes) -> Vec<ReviewedFile> {
    let state = |class: &Class| match class {
        Class::Unchanged => LineState::Unchanged,
        Class::Explained => LineState::Explained,
        Class::Layout | Class::Open => LineState::Layout,
        Class::Code => LineState::Left,
    };
    let side = |side: usize, number: usize| {
        let file = &board.sides[side][number];
        ReviewedSide::new(&file.path, &file.text.bytes, classes[side][number].iter().map(state))
    };
    let old = (0..board.sides[BEFORE].len()).map(|number| ReviewedFile {
        before: Some(side(BEFORE, number)),
        after: board.twins[BEFORE][number].map(|twin| side(AFTER, twin as usize)),
    });
    let is_new = |number: &usize| board.twins[AFTER][*number].is_none();
    let new = (0..board.sides[AFTER].len())
        .filter(is_new)
        .map(|number| ReviewedFile { before: None, after: Some(side(AFTER, number)) });
    old.chain(new).collect()
}
