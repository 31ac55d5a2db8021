//! Pairs removed files with added ones by their texts. Comments, imports and layout count too, unlike in the model.

use rustc_hash::FxHashMap as HashMap;
use xxhash_rust::xxh3::xxh3_64;

/// Two files that are each other's best partner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct FilePair {
    pub before: u32,
    pub after: u32,
    /// The share of common lines, from 0 to 1.
    pub likeness: f64,
}

/// A line in this many new files does not distinguish them.
const COMMON: usize = 32;

/// Line weights are in units of this, so that sums do not depend on their order.
const UNIT: u64 = 1 << 16;

/// Files with at least this likeness are paired: git's own limit for renames.
const ALIKE: f64 = 0.5;

/// Pairs files, each given by its number and text. Each must be the other's best partner; a line that occurs in
/// several files counts less. The work grows with the lines, not with the pairs.
pub(crate) fn pair_files(old: &[(u32, &[u8])], new: &[(u32, &[u8])]) -> Vec<FilePair> {
    if old.is_empty() || new.is_empty() {
        return Vec::new();
    }
    let (old_lines, new_lines): (Vec<_>, Vec<_>) =
        (old.iter().map(|file| lines(file.1)).collect(), new.iter().map(|file| lines(file.1)).collect());
    let holders = |files: &[Vec<Line>]| {
        let mut holders: HashMap<u64, Vec<u32>> = HashMap::default();
        for (place, lines) in files.iter().enumerate() {
            for line in lines {
                holders.entry(line.hash).or_default().push(place as u32);
            }
        }
        holders
    };
    let (before, after) = (holders(&old_lines), holders(&new_lines));
    let weight = |line: &Line| {
        let files = |holders: &HashMap<u64, Vec<u32>>| holders.get(&line.hash).map_or(0, Vec::len);
        u64::from(line.length) * UNIT / files(&before).max(files(&after)).max(1) as u64
    };
    let total =
        |lines: &[Line]| -> u64 { lines.iter().map(|line| weight(line) * u64::from(line.count)).sum() };
    let new_totals: Vec<u64> = new_lines.iter().map(|lines| total(lines)).collect();
    let mut best_old = vec![Best::default(); old.len()];
    let mut best_new = vec![Best::default(); new.len()];
    for (place, lines) in old_lines.iter().enumerate() {
        let mut shared: HashMap<u32, u64> = HashMap::default();
        for line in lines {
            let there = after.get(&line.hash).filter(|files| files.len() <= COMMON);
            for &other in there.into_iter().flatten() {
                let same = &new_lines[other as usize];
                let count = same.binary_search_by_key(&line.hash, |l| l.hash).map_or(0, |i| same[i].count);
                *shared.entry(other).or_default() += weight(line) * u64::from(count.min(line.count));
            }
        }
        let own = total(lines);
        let mut shared: Vec<(u32, u64)> = shared.into_iter().collect();
        shared.sort_unstable();
        for (other, both) in shared {
            let all = own + new_totals[other as usize] - both;
            let likeness = if all == 0 { 0.0 } else { both as f64 / all as f64 };
            best_old[place].see(other, likeness);
            best_new[other as usize].see(place as u32, likeness);
        }
    }
    let mutual = best_old.iter().enumerate().filter_map(|(place, best)| {
        let other = best.only()?;
        let likes = best_new[other as usize].only() == Some(place as u32);
        let likeness = plain_likeness(&old_lines[place], &new_lines[other as usize]);
        (likes && likeness >= ALIKE).then(|| FilePair {
            before: old[place].0,
            after: new[other as usize].0,
            likeness,
        })
    });
    mutual.collect()
}

/// The share of the larger file's lines that the other has, weighted by length: git's similarity.
fn plain_likeness(old: &[Line], new: &[Line]) -> f64 {
    let bytes =
        |lines: &[Line]| -> u64 { lines.iter().map(|l| u64::from(l.length) * u64::from(l.count)).sum() };
    let shared = old.iter().map(|line| {
        let count = new.binary_search_by_key(&line.hash, |l| l.hash).map_or(0, |i| new[i].count);
        u64::from(line.length) * u64::from(count.min(line.count))
    });
    let (shared, all) = (shared.sum::<u64>(), bytes(old).max(bytes(new)));
    if all == 0 { 0.0 } else { shared as f64 / all as f64 }
}

/// The best partner so far, and the likeness of the second best.
#[derive(Clone, Copy, Default)]
struct Best {
    partner: Option<u32>,
    likeness: f64,
    next: f64,
}

impl Best {
    fn see(&mut self, partner: u32, likeness: f64) {
        if likeness > self.likeness {
            self.next = self.likeness;
            (self.partner, self.likeness) = (Some(partner), likeness);
        } else {
            self.next = self.next.max(likeness);
        }
    }

    /// The best partner, if no other is equally good.
    fn only(&self) -> Option<u32> {
        self.partner.filter(|_| self.likeness > self.next)
    }
}

/// A non-trivial line, with the number of its occurrences in the file.
struct Line {
    hash: u64,
    length: u32,
    count: u32,
}

fn lines(text: &[u8]) -> Vec<Line> {
    let trimmed = text.split(|&b| b == b'\n').map(<[u8]>::trim_ascii).filter(|line| line.len() > 1);
    let mut lines: Vec<Line> =
        trimmed.map(|line| Line { hash: xxh3_64(line), length: line.len() as u32, count: 1 }).collect();
    lines.sort_unstable_by_key(|line| line.hash);
    lines.dedup_by(|next, kept| {
        let same = next.hash == kept.hash;
        kept.count += u32::from(same);
        same
    });
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paired(old: &[&str], new: &[&str]) -> Vec<(u32, u32)> {
        let numbered = |texts: &[&'static str]| -> Vec<(u32, &'static [u8])> {
            texts.iter().enumerate().map(|(i, text)| (i as u32, text.as_bytes())).collect()
        };
        let leak = |texts: &[&str]| -> Vec<&'static str> {
            texts.iter().map(|text| &*Box::leak(text.to_string().into_boxed_str())).collect()
        };
        let (old, new) = (leak(old), leak(new));
        pair_files(&numbered(&old), &numbered(&new)).iter().map(|p| (p.before, p.after)).collect()
    }

    #[test]
    fn comments_tell_twins_apart() {
        let twin =
            |comment: &str, name: &str| format!("// licence\n// {comment}\nclass {name} {{\n int x;\n}}\n");
        let (a, b) = (twin("about apples", "A"), twin("on bridges", "B"));
        let (c, d) = (twin("on bridges", "C"), twin("about apples", "D"));
        assert_eq!(paired(&[&a, &b], &[&c, &d]), [(0, 1), (1, 0)]);
    }

    #[test]
    fn twins_that_nothing_tells_apart_are_left_alone() {
        assert_eq!(paired(&["one line\n", "one line\n"], &["one line\n", "one line\n"]), []);
        assert_eq!(paired(&[""], &[""]), []);
        assert_eq!(paired(&["quite\nanother\n"], &["not the\nsame\n"]), []);
    }
}
