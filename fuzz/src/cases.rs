//! Encodes a case as bytes: one file after the other, each before and after.

use refdiff::SourceText;

/// Separates the two sides of a file. It never occurs in UTF-8 text.
const SIDES: u8 = 0xFF;
/// Separates two files.
const FILES: u8 = 0xFE;
/// More would only be slower.
const MOST_FILES: usize = 6;

/// Files before and after.
pub type Case = (Vec<SourceText>, Vec<SourceText>);

/// Decodes a case from bytes. An empty side means that the file is missing.
pub fn decode(bytes: &[u8]) -> Case {
    let (mut before, mut after) = (Vec::new(), Vec::new());
    for (number, file) in bytes.split(|&b| b == FILES).take(MOST_FILES).enumerate() {
        let path = format!("src/p{}/F{number}.java", number % 2);
        let mut sides = file.splitn(2, |&b| b == SIDES);
        for side in [&mut before, &mut after] {
            let text = sides.next().unwrap_or_default();
            if !text.is_empty() {
                side.push(SourceText::new(path.as_str(), text));
            }
        }
    }
    (before, after)
}

/// The bytes of a case, with files paired by their paths.
pub fn encode(before: &[SourceText], after: &[SourceText]) -> Vec<u8> {
    let mut paths: Vec<_> = before.iter().chain(after).map(|s| s.path.clone()).collect();
    paths.sort();
    paths.dedup();
    let text = |side: &[SourceText], path: &refdiff::FilePath| {
        side.iter().find(|s| s.path == *path).map(|s| s.text.to_vec()).unwrap_or_default()
    };
    let file = |path| [text(before, path), text(after, path)].join(&SIDES);
    paths.iter().map(file).collect::<Vec<_>>().join(&FILES)
}
