//! Changes that keep a text close to a program: words, members and whole sides are swapped, duplicated, dropped and
//! copied from elsewhere in the case. The other half is left to libFuzzer.

use refdiff_mutation::random::Random;
use std::ops::Range;

/// Words that may be inserted anywhere.
const WORDS: [&str; 44] = [
    "{",
    "}",
    "(",
    ")",
    ";",
    ",",
    "<",
    ">",
    "[",
    "]",
    "@",
    ".",
    "->",
    "::",
    "...",
    "=",
    "class ",
    "interface ",
    "enum ",
    "record ",
    "extends ",
    "implements ",
    "static ",
    "default ",
    "new ",
    "void ",
    "int ",
    "this",
    "super",
    "throws E ",
    "if (a) ",
    "for (;;) ",
    "try {} ",
    "switch (a) { case 1 -> b(); }",
    "\"\"\"\n x\"\"\"",
    "'\\u0041'",
    "/*",
    "*/",
    "//",
    "\\u007b",
    "import a.b.C;\n",
    "package p;\n",
    "return x;",
    "int x = y;",
];

/// Changes `data[..size]` within `most` bytes and returns its new size.
pub fn mutate(
    data: &mut [u8],
    size: usize,
    most: usize,
    seed: u32,
    plain: fn(&mut [u8], usize, usize) -> usize,
) -> usize {
    let mut random = Random::new(u64::from(seed));
    if size == 0 || random.below(2) == 0 {
        return plain(data, size, most);
    }
    let mut text = data[..size].to_vec();
    for _ in 0..random.between(1, 3) {
        change(&mut text, &mut random);
    }
    let size = text.len().min(most);
    data[..size].copy_from_slice(&text[..size]);
    size
}

fn change(text: &mut Vec<u8>, random: &mut Random) {
    let pieces = pieces(text, random);
    if pieces.is_empty() {
        return;
    }
    let one = random.pick(&pieces).clone();
    let other = random.pick(&pieces).clone();
    let taken = text[other.clone()].to_vec();
    match random.below(6) {
        0 => drop(text.splice(one, [])),
        1 => drop(text.splice(one.start..one.start, taken)),
        2 => drop(text.splice(one, taken)),
        3 => drop(text.splice(one.start..one.start, random.pick(&WORDS).bytes())),
        4 => drop(text.splice(one, random.pick(&WORDS).bytes())),
        // Move this piece there.
        _ if one.end <= other.start => {
            let moved = text[one.clone()].to_vec();
            text.splice(other.end..other.end, moved);
            text.splice(one, []);
        }
        _ => {}
    }
}

/// Words, lines, or blocks between a line that opens a brace and the line that closes it.
fn pieces(text: &[u8], random: &mut Random) -> Vec<Range<usize>> {
    let kind: fn(u8) -> bool = match random.below(3) {
        0 => |b| b.is_ascii_alphanumeric() || b == b'_' || b >= 0x80,
        1 => |b| b != b'\n',
        _ => return blocks(text),
    };
    let mut at = 0;
    let mut found = Vec::new();
    for run in text.chunk_by(|&x, &y| kind(x) == kind(y)) {
        if kind(run[0]) {
            found.push(at..at + run.len());
        }
        at += run.len();
    }
    found
}

fn blocks(text: &[u8]) -> Vec<Range<usize>> {
    let mut open: Vec<usize> = Vec::new();
    let mut found = Vec::new();
    let mut line = 0;
    for (at, &byte) in text.iter().enumerate() {
        match byte {
            b'\n' => line = at + 1,
            b'{' => open.push(line),
            b'}' => found.extend(open.pop().map(|start| start..at + 1)),
            _ => {}
        }
    }
    found
}
