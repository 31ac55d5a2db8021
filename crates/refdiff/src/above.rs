//! The comment above an element.

use crate::model::{EntityId, Model};

/// The text between an element and the code before it in its file: comments and blanks.
pub(crate) fn above<'t>(model: &Model, id: EntityId, text: &'t [u8]) -> &'t [u8] {
    let start = model.span(id).start;
    let file = model.file(id);
    // The nearest unit that ends before, or the nearest token of an enclosing unit.
    let nearest = file.units.iter().filter(|placed| placed.start < start).map(|placed| {
        if placed.end <= start {
            return placed.end;
        }
        let inside = placed.unit.tokens.partition_point(|t| placed.start + t.end() <= start);
        inside.checked_sub(1).map_or(0, |at| placed.start + placed.unit.tokens[at].end())
    });
    let from = nearest.max().unwrap_or(0) as usize;
    let gap = text.get(from..start as usize).unwrap_or_default();
    let words = (file.lexicon.split)(gap);
    gap.get(words.last().map_or(0, |word| word.end)..).unwrap_or_default()
}

/// The first byte of the comment above an element, or of the element itself if there is none.
pub(crate) fn start_with_comment(model: &Model, id: EntityId, text: &[u8]) -> u32 {
    let comment = above(model, id, text);
    let blank = comment.iter().take_while(|b| b.is_ascii_whitespace()).count();
    model.span(id).start - (comment.len() - blank) as u32
}
