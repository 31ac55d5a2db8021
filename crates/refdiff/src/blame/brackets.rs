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
            let mut open: Vec<usize> = Vec::new();
            for token in placed.unit.tokens.iter().filter(|t| t.role() == Role::Punctuation) {
                let start = placed.start + token.start;
                let line = text.line_of(start);
                match text.bytes.get(start as usize) {
                    Some(b'{' | b'(' | b'[') => open.push(line),
                    Some(b'}' | b')' | b']') => {
                        if let Some(opening) = open.pop()
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
    signs.peek().is_some_and(|b| b"})]".contains(b)) && signs.all(|b| b"})];,".contains(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mended<const N: usize>(
        before: &[(usize, usize)],
        after: &[(usize, usize)],
        same: [(usize, usize); N],
    ) -> Vec<(usize, usize)> {
        let closings = |pairs: &[(usize, usize)]| Closings(pairs.iter().copied().collect());
        let mut same = HashMap::from(same);
        Closings::mend(&closings(before), &closings(after), &mut same);
        let mut pairs: Vec<_> = same.into_iter().collect();
        pairs.sort_unstable();
        pairs
    }

    #[test]
    fn a_closing_line_goes_with_its_opening_one() {
        // Before, a block of the lines 0 to 2; after, the same from 3 to 5 behind a new one from 0 to 2.
        let same = [(3, 0), (4, 1), (2, 2)];
        assert_eq!(mended(&[(2, 0)], &[(2, 0), (5, 3)], same), [(3, 0), (4, 1), (5, 2)]);
        // The head of the block was edited, and nothing else has taken its place.
        assert_eq!(mended(&[(2, 0)], &[(2, 0)], [(1, 1), (2, 2)]), [(1, 1), (2, 2)]);
    }

    #[test]
    fn only_what_closes_and_nothing_else_is_a_closing_line() {
        assert!(only_closes(b"    });\n") && !only_closes(b"\n") && !only_closes(b"} else {\n"));
    }
}
