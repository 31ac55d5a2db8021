//! Where edited comments belong: next to the code below them, wherever that is on the other side.

use super::board::{AFTER, BEFORE, Board, FileBoard};
use super::classes::{Counterparts, words};
use crate::lines::common;
use crate::model::Symbol;
use std::ops::Range;

/// Assigns a place on the other side to lines without code above a line that moved: the same line of the comment
/// there, or else the line before which they would be.
pub(super) fn place(board: &Board<'_>, counterparts: &mut Counterparts) {
    for old in 0..board.sides[BEFORE].len() {
        for at in 0..board.sides[BEFORE][old].text.len() {
            let Some((new, there)) = counterparts[BEFORE][old][at] else { continue };
            let files = [old, new as usize];
            let ends = [at, there as usize];
            let lines = [BEFORE, AFTER].map(|side| above(&board.sides[side][files[side]], ends[side]));
            if lines.iter().all(Range::is_empty) {
                continue;
            }
            let texts = [BEFORE, AFTER].map(|side| texts(&board.sides[side][files[side]], &lines[side]));
            let mut same = common(&texts[BEFORE], &texts[AFTER]);
            same.push((lines[BEFORE].len(), lines[AFTER].len()));
            for side in [BEFORE, AFTER] {
                let of = |pair: &(usize, usize)| if side == BEFORE { *pair } else { (pair.1, pair.0) };
                for (number, line) in lines[side].clone().enumerate() {
                    // The line itself, or the next one that exists.
                    let next = same.partition_point(|pair| of(pair).0 < number);
                    let place = lines[1 - side].start + of(&same[next]).1;
                    if board.sides[side][files[side]].changed[line] {
                        counterparts[side][files[side]][line]
                            .get_or_insert((files[1 - side] as u32, place as u32));
                    }
                }
            }
        }
    }
}

/// The lines without code directly above a line.
fn above(file: &FileBoard<'_>, line: usize) -> Range<usize> {
    let first = (0..line).rev().take_while(|&l| file.tokens_in(l).is_empty()).last();
    first.unwrap_or(line)..line
}

/// The text of lines, as compared for comments.
fn texts(file: &FileBoard<'_>, lines: &Range<usize>) -> Vec<Symbol> {
    let one = |line: usize| Symbol::of_path(words(file.text.line(line))).unwrap_or_default();
    lines.clone().map(one).collect()
}
