//! Which element each line of a file belongs to.

use super::brackets::Closings;
use super::dense_line;
use crate::above::start_with_comment;
use crate::git::ObjectId;
use crate::history::{File, Version};
use crate::lines::Text;
use crate::model::{EntityId, FilePath, Model, Symbol};
use crate::report::Side;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// A file with the innermost element of each line; the comment above an element belongs to it.
pub(super) struct Elements {
    pub file: Arc<File>,
    text: Text,
    lines: Vec<Option<EntityId>>,
    pub closings: Closings,
}

impl Elements {
    pub fn new(blob: ObjectId, path: &FilePath, side: Side) -> Self {
        let file = Arc::new(File { path: path.clone(), blob, side });
        let text = Text::new(file.side.texts[0].clone());
        let lines = innermost(file.model(), 0, &text);
        let closings = Closings::of(file.model(), 0, &text);
        Elements { file, text, lines, closings }
    }

    /// The lines of an element without blanks, and how often each occurs.
    fn says(&self, id: EntityId) -> HashMap<Symbol, usize> {
        let mut lines = HashMap::new();
        for line in (0..self.lines.len()).filter(|&line| self.lines[line] == Some(id)) {
            *lines.entry(dense_line(&self.text, line)).or_default() += 1;
        }
        lines
    }

    /// The element that a line belongs to.
    pub fn at(&self, line: usize) -> Option<EntityId> {
        self.lines.get(line).copied().flatten()
    }
}

/// For each line of a file the innermost element, including the comment above it. Declarations inside a body belong
/// to the enclosing member.
pub(super) fn innermost(model: &Model, file: u32, text: &Text) -> Vec<Option<EntityId>> {
    let mut lines = vec![None; text.len()];
    // Enclosing elements come first.
    for id in model.ids().filter(|&id| model.entity(id).file == file && !model.is_local(id)) {
        let span = model.span(id);
        let first = text.line_of(start_with_comment(model, id, &text.bytes));
        let last = text.line_of(span.end.saturating_sub(1).max(span.start));
        lines.iter_mut().take(last + 1).skip(first).for_each(|line| *line = Some(id));
    }
    lines
}

/// Which elements of two versions of a file are the same by name.
pub(super) struct Namesakes<'e> {
    old: &'e Elements,
    new: &'e Elements,
    known: HashMap<EntityId, Option<EntityId>>,
    /// For elements before, the lines that they still have.
    stayed: HashMap<EntityId, HashSet<Symbol>>,
}

impl<'e> Namesakes<'e> {
    pub fn new(old: &'e Elements, new: &'e Elements) -> Self {
        Namesakes { old, new, known: HashMap::new(), stayed: HashMap::new() }
    }

    /// Whether a line before and a line after belong to the same element, or to none.
    pub fn belong_together(&mut self, before: usize, after: usize) -> bool {
        match (self.old.at(before), self.new.at(after)) {
            (Some(old), Some(new)) => {
                let found = || {
                    let version = Version { file: self.new.file.clone(), id: new };
                    version.in_file(&self.old.file).map(|version| version.id)
                };
                *self.known.entry(new).or_insert_with(found) == Some(old)
            }
            (None, None) => true,
            _ => false,
        }
    }

    /// Whether the element of a line before still has that line: an equal line elsewhere is then a copy.
    pub fn still_has(&mut self, before: usize) -> bool {
        let Some(id) = self.old.at(before) else { return false };
        let (old, new) = (self.old, self.new);
        let stayed = self.stayed.entry(id).or_insert_with(|| {
            let version = Version { file: old.file.clone(), id };
            let Some(there) = version.in_file(&new.file) else { return HashSet::new() };
            let (was, is) = (old.says(id), new.says(there.id));
            was.into_iter()
                .filter(|(line, n)| is.get(line).is_some_and(|m| m >= n))
                .map(|(line, _)| line)
                .collect()
        });
        stayed.contains(&dense_line(&old.text, before))
    }
}
