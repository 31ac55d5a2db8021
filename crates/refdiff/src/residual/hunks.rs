//! The remaining lines as a patch: each next to the code that it belongs to, wherever that was before.

use super::board::{AFTER, BEFORE, Board};
use super::classes::{Class, Classes, Counterparts};
use super::{Hunk, Leftover, LeftoverKind, LineRange, PatchLine, Sign};
use crate::model::FilePath;
use std::collections::BTreeMap;

/// The number of context lines around an edit.
pub(super) const CONTEXT: usize = 3;

/// A remaining line, with its place on the other side.
#[derive(Clone, Copy, Debug)]
struct Left {
    side: usize,
    line: usize,
    /// The line of the after side before which it belongs.
    after: usize,
    /// The line of the before side before which it belongs.
    before: usize,
}

/// The files of an edit: one before and one after.
type Between = (Option<u32>, Option<u32>);

pub(super) fn hunks(
    board: &Board<'_>,
    classes: &Classes,
    counterparts: &Counterparts,
) -> (Vec<Hunk>, Vec<Leftover>) {
    let (mut hunks, mut leftovers) = (Vec::new(), Vec::new());
    for (class, kind) in [(Class::Code, LeftoverKind::Code), (Class::Layout, LeftoverKind::Layout)] {
        let mut groups: BTreeMap<Between, Vec<Left>> = BTreeMap::new();
        for side in [BEFORE, AFTER] {
            for (number, lines) in classes[side].iter().enumerate() {
                if !lines.contains(&class) {
                    continue;
                }
                for (line, (other, place)) in places(board, side, number, &counterparts[side][number]) {
                    if lines[line] != class {
                        continue;
                    }
                    let own = Some(number as u32);
                    let (between, left) = if side == BEFORE {
                        ((own, other), Left { side, line, before: line, after: place })
                    } else {
                        ((other, own), Left { side, line, after: line, before: place })
                    };
                    groups.entry(between).or_default().push(left);
                }
            }
        }
        for (between, mut lines) in groups {
            lines.sort_by_key(|l| (l.after, l.side, l.line));
            write(board, counterparts, between, &lines, kind, &mut hunks, &mut leftovers);
        }
    }
    let name = |h: &Hunk| h.after_file.clone().or_else(|| h.before_file.clone());
    hunks.sort_by(|x, y| {
        (x.kind, name(x), x.after_start, x.before_start).cmp(&(
            y.kind,
            name(y),
            y.after_start,
            y.before_start,
        ))
    });
    (hunks, leftovers)
}

/// Where each line of a differing file belongs on the other side: the file, and the line before which it would be.
fn places(
    board: &Board<'_>,
    side: usize,
    number: usize,
    counterparts: &[Option<(u32, u32)>],
) -> Vec<(usize, (Option<u32>, usize))> {
    let file = &board.sides[side][number];
    let twin = board.twins[side][number];
    let there = |line: usize| -> Option<(u32, usize)> {
        match file.same_line[line] {
            Some(same) => twin.map(|twin| (twin, same as usize)),
            None => counterparts[line].map(|(file, line)| (file, line as usize)),
        }
    };
    let mut places = Vec::new();
    // A line without a counterpart goes after the nearest line above that has one, or before the first such line
    // below.
    let (mut above, mut below) = (None, None);
    for line in 0..file.text.len() {
        let own = there(line);
        if file.changed[line] {
            let place = own.or(above).or_else(|| {
                // Searched only once: all lines up to there share it.
                *below.get_or_insert_with(|| (line..file.text.len()).find_map(there))
            });
            places.push((line, place.map_or((twin, 0), |(file, at)| (Some(file), at))));
        }
        above = own.map(|(file, at)| (file, at + 1)).or(above);
    }
    places
}

fn write(
    board: &Board<'_>,
    counterparts: &Counterparts,
    between: Between,
    lines: &[Left],
    kind: LeftoverKind,
    hunks: &mut Vec<Hunk>,
    leftovers: &mut Vec<Leftover>,
) {
    let path = |side: usize, file: Option<u32>| file.map(|f| board.sides[side][f as usize].path.clone());
    let (before_file, after_file) = (path(BEFORE, between.0), path(AFTER, between.1));
    let text = |left: &Left| {
        let file = if left.side == BEFORE { between.0 } else { between.1 };
        file.map(|f| board.sides[left.side][f as usize].text.shared_line(left.line))
    };
    let after = between.1.map(|f| &board.sides[AFTER][f as usize].text);
    let context = |from: usize, to: usize| -> Vec<PatchLine> {
        let was = |file: u32, line: usize| {
            let known = match board.sides[AFTER][file as usize].same_line[line] {
                Some(same) => board.twins[AFTER][file as usize].map(|twin| (twin, same)),
                None => counterparts[AFTER][file as usize][line],
            };
            known.filter(|(file, _)| between.0 == Some(*file)).map(|(_, line)| line as usize + 1)
        };
        let line = |l: usize| {
            let (file, text) = between.1.zip(after)?;
            let (before, text) = (was(file, l), text.shared_line(l));
            Some(PatchLine { sign: Sign::Context, before, after: Some(l + 1), text })
        };
        (from..to.min(after.map_or(0, |t| t.len()))).filter_map(line).collect()
    };
    for block in blocks(lines) {
        let first = block[0].after.saturating_sub(CONTEXT);
        let mut shown = context(first, block[0].after);
        let above = shown.len();
        let mut here = block[0].after;
        let mut run = 0;
        for (number, left) in block.iter().enumerate() {
            if left.after > here {
                shown.extend(context(here, left.after));
                leftovers.push(leftover(&block[run..number], kind, &before_file, &after_file));
                run = number;
            }
            let sign = if left.side == BEFORE { Sign::Removed } else { Sign::Added };
            let own = |side: usize| (left.side == side).then_some(left.line + 1);
            let (before, after) = (own(BEFORE), own(AFTER));
            shown.extend(text(left).map(|text| PatchLine { sign, before, after, text }));
            here = here.max(next(left));
        }
        leftovers.push(leftover(&block[run..], kind, &before_file, &after_file));
        shown.extend(context(here, here + CONTEXT));
        hunks.push(Hunk {
            kind,
            before_file: before_file.clone(),
            after_file: after_file.clone(),
            before_start: start_before(&shown).unwrap_or(block[0].before.saturating_sub(above) + 1),
            after_start: first + 1,
            lines: shown,
            notes: Vec::new(),
        });
    }
}

/// The number before of the first line of a piece, by the first of its lines whose number is known.
fn start_before(shown: &[PatchLine]) -> Option<usize> {
    let old = shown.iter().filter(|line| line.sign != Sign::Added).enumerate();
    let known = |(place, line): (usize, &PatchLine)| Some((place, line.before?));
    let (place, number) = old.filter_map(known).next()?;
    Some(number.saturating_sub(place).max(1))
}

/// The line of the after side that follows a line.
fn next(left: &Left) -> usize {
    left.after + usize::from(left.side == AFTER)
}

/// Groups of lines that are shown together: the gap between two of them is at most the context of both, and removed
/// lines are consecutive on the before side as well.
fn blocks(lines: &[Left]) -> Vec<&[Left]> {
    let mut blocks = Vec::new();
    let (mut start, mut here, mut expected) = (0, 0, 0);
    for (number, left) in lines.iter().enumerate() {
        let gap = left.after.saturating_sub(here);
        let jumps = left.side == BEFORE && left.before != expected + gap;
        if number > start && (gap > 2 * CONTEXT || jumps) {
            blocks.push(&lines[start..number]);
            start = number;
        }
        if number == start {
            here = left.after;
            expected = left.before;
        }
        expected += left.after.saturating_sub(here) + usize::from(left.side == BEFORE);
        here = here.max(next(left));
    }
    if start < lines.len() {
        blocks.push(&lines[start..]);
    }
    blocks
}

/// A run of lines as ranges on both sides.
fn leftover(
    run: &[Left],
    kind: LeftoverKind,
    before: &Option<FilePath>,
    after: &Option<FilePath>,
) -> Leftover {
    let range = |side: usize, file: &Option<FilePath>| -> Option<LineRange> {
        let lines = run.iter().filter(|l| l.side == side).map(|l| l.line);
        let (first, last) = (lines.clone().min()?, lines.clone().max()?);
        Some(LineRange {
            file: file.as_ref()?.to_string(),
            start_line: first + 1,
            end_line: last + 1,
            lines: lines.count(),
        })
    };
    Leftover { kind, before: range(BEFORE, before), after: range(AFTER, after) }
}
