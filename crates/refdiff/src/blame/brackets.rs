//! Lines that only close what another line opened. They say nothing by themselves, and stand in every block: such a line
//! is as old as its block, and not as any other line that reads the same.

use crate::lines::Text;
use crate::model::{Model, Role};
use std::collections::{HashMap, HashSet};

/// For each line of a file that only closes something, the line that opened it.
#[derive(Debug, Default)]
pub(super) struct Closings(HashMap<usize, usize>);

impl Closings {
    pub fn of(model: &Model, file: u32, text: &Text) -> Self {
        let mut opened_at = HashMap::new();
        for placed in &model.files[file as usize].units {
            let mut open: Vec<(u8, usize)> = Vec::new();
            for token in placed.unit.tokens.iter().filter(|t| t.role() == Role::Punctuation) {
                let start = placed.start + token.start;
                let line = text.line_of(start);
                match text.bytes.get(start as usize) {
                    Some(&sign @ (b'{' | b'(' | b'[')) => open.push((sign, line)),
                    Some(b'}' | b')' | b']') => {
                        if let Some((_, opening)) = open.pop()
                            && opening != line
                            && only_closes(text.line(line))
                        {
                            opened_at.entry(line).or_insert(opening);
                        }
                    }
                    _ => {}
                }
            }
        }
        Closings(opened_at)
    }

    /// Mends which line is the same as which: a closing line goes with the line that opened it. `same` has a line before for
    /// lines after.
    pub fn mend(before: &Closings, after: &Closings, same: &mut HashMap<usize, usize>) {
        let closing: HashMap<usize, usize> = before.0.iter().map(|(&close, &open)| (open, close)).collect();
        let stays: HashSet<usize> =
            same.iter().filter(|(line, _)| !after.0.contains_key(line)).map(|(_, &line)| line).collect();
        for (&close, open) in &after.0 {
            match same.get(open).copied() {
                // Its block is another one, or closed with something else on the line.
                Some(opened) => match closing.get(&opened) {
                    Some(&closed) => drop(same.insert(close, closed)),
                    None => drop(same.remove(&close)),
                },
                // The head of the block was edited: its end may be the end of the block whose head is gone.
                None => {
                    let other = same.get(&close).and_then(|closed| before.0.get(closed));
                    if other.is_some_and(|opened| stays.contains(opened)) {
                        same.remove(&close);
                    }
                }
            }
        }
    }
}

/// Whether a line has closing brackets, and nothing but signs that end things.
fn only_closes(line: &[u8]) -> bool {
    let mut signs = line.iter().filter(|b| !b.is_ascii_whitespace()).peekable();
    signs.peek().is_some() && signs.all(|b| b"})];,".contains(b))
}
