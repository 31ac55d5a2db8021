//! Lines that came into a file with an element from elsewhere.

use super::brackets::Closings;
use super::elements::innermost;
use super::{Walk, Wanted, dense_line, exact_line};
use crate::error::Result;
use crate::git::{Endpoint, ObjectId};
use crate::lines::{self, Text};
use crate::model::{EntityId, FilePath, Model};
use crate::refactorings::RefactoringType;
use crate::report::Comparison;
use std::collections::HashMap;
use std::sync::Arc;

/// With this many letters and digits an extracted or inlined line counts as the same: brackets are everywhere.
const LEAST_LETTERS: usize = 3;

/// Code that went from one element to another.
struct Passage {
    from: EntityId,
    to: EntityId,
    /// Whether the whole elements correspond, including the comment above, and not only a part of the code.
    whole: bool,
    /// Whether it stayed in place, so that blanks count as in any other line.
    stays: bool,
    what: Option<String>,
}

impl Walk {
    /// Passes on lines that came with an element from elsewhere; returns the remaining lines.
    pub(super) fn follow(
        &mut self,
        commit: ObjectId,
        parent: ObjectId,
        path: &FilePath,
        wanted: Vec<Wanted>,
    ) -> Result<Vec<Wanted>> {
        if !self.handle.languages.reads(path) {
            return Ok(wanted);
        }
        let Some(comparison) = self.compare(commit, parent)? else { return Ok(wanted) };
        let Some(file) = comparison.model_after().files.iter().position(|f| f.path == *path) else {
            return Ok(wanted);
        };
        let texts = |side: usize| -> Vec<Text> {
            comparison.sources(side).map(|(_, text)| Text::new(text.clone())).collect()
        };
        let (before, after) = (texts(0), texts(1));
        let (old_model, new_model) = (comparison.model_before(), comparison.model_after());
        let new = &after[file];
        let mine = innermost(new_model, file as u32, new);
        let own_closings = Closings::of(new_model, file as u32, new);
        let mut closed: HashMap<u32, Closings> = HashMap::new();
        let mut theirs: HashMap<u32, Vec<Option<EntityId>>> = HashMap::new();
        // For each requested line: its former file and line.
        let mut origins: HashMap<usize, (u32, usize, Option<String>)> = HashMap::new();
        for passage in passages(&comparison, file as u32) {
            let old_file = old_model.entity(passage.from).file;
            let old = &before[old_file as usize];
            let there = theirs.entry(old_file).or_insert_with(|| innermost(old_model, old_file, old));
            let (ours, olds) = if passage.whole {
                (lines_of(&mine, passage.to), lines_of(there, passage.from))
            } else {
                (span_lines(new_model, passage.to, new), span_lines(old_model, passage.from, old))
            };
            let exact = passage.stays && !self.ignore_whitespace;
            let says = if exact { exact_line } else { dense_line };
            let same = lines::common_lines((old, &olds), (new, &ours), says);
            let mut same: HashMap<usize, usize> = same.into_iter().map(|(x, y)| (y, x)).collect();
            let closings = closed.entry(old_file).or_insert_with(|| Closings::of(old_model, old_file, old));
            Closings::mend(closings, &own_closings, &mut same);
            let mut same: Vec<(usize, usize)> = same.into_iter().collect();
            same.sort_unstable();
            for (y, x) in same {
                let letters = new.line(y).iter().filter(|b| b.is_ascii_alphanumeric()).count();
                if passage.whole || letters >= LEAST_LETTERS {
                    origins.entry(y).or_insert_with(|| (old_file, x, passage.what.clone()));
                }
            }
        }
        let mut left = Vec::new();
        let mut passed: HashMap<u32, Vec<Wanted>> = HashMap::new();
        for wanted in wanted {
            let Some((old_file, line, what)) = origins.remove(&wanted.line) else {
                left.push(wanted);
                continue;
            };
            let mut via = wanted.via.clone();
            if let Some(what) = what {
                Arc::make_mut(&mut via).push((commit, what));
            }
            passed.entry(old_file).or_default().push(Wanted { line, via, ..wanted });
        }
        for (old_file, wanted) in passed {
            let path = comparison.model_before().files[old_file as usize].path.clone();
            self.pass(parent, &path, wanted)?;
        }
        Ok(left)
    }

    /// Compares the whole commit with its parent; `None` if that takes too long.
    pub(super) fn compare(&mut self, commit: ObjectId, parent: ObjectId) -> Result<Option<Comparison>> {
        let changes = self.handle.changes(Endpoint::Tree(parent), Endpoint::Tree(commit))?;
        self.handle.compared(&mut self.comparer, commit, &changes, &mut self.incomplete)
    }
}

/// The pairs of elements between which lines of a file may have moved: matched elements first, then extracted and
/// inlined ones.
fn passages(comparison: &Comparison, file: u32) -> Vec<Passage> {
    let (old, new) = (comparison.model_before(), comparison.model_after());
    let reported: HashMap<(EntityId, EntityId), String> = comparison
        .reported_pairs()
        .map(|(found, &ids)| (ids, format!("{}: {}", found.refactoring, found.description)))
        .collect();
    let mut all: Vec<Passage> = Vec::new();
    for &(from, to, relationship) in comparison.pairs() {
        if new.entity(to).file == file {
            let stays = old.path(from) == new.path(to) && !relationship.moves();
            all.push(Passage { from, to, whole: true, stays, what: reported.get(&(from, to)).cloned() });
        }
    }
    for (found, &(from, to)) in comparison.reported_pairs() {
        use RefactoringType::{ExtractAndMoveMethod, ExtractMethod, InlineMethod, MoveAndInlineMethod};
        let partly = matches!(
            found.refactoring,
            ExtractMethod | ExtractAndMoveMethod | InlineMethod | MoveAndInlineMethod
        );
        if partly && new.entity(to).file == file {
            let what = reported.get(&(from, to)).cloned();
            all.push(Passage { from, to, whole: false, stays: false, what });
        }
    }
    all
}

/// The lines whose innermost element is this one.
fn lines_of(innermost: &[Option<EntityId>], id: EntityId) -> Vec<usize> {
    (0..innermost.len()).filter(|&line| innermost[line] == Some(id)).collect()
}

/// The lines of an element without the comment above it.
fn span_lines(model: &Model, id: EntityId, text: &Text) -> Vec<usize> {
    let span = model.span(id);
    (text.line_of(span.start)..text.line_of(span.end.saturating_sub(1).max(span.start)) + 1).collect()
}
