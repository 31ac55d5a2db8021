//! Whether bytes are text: as seen by git, and by a parser.

/// How many bytes decide whether a file is text, as in git.
const LOOKED_AT: usize = 8000;

/// Whether bytes are text. A file with a quarter of invalid characters is not, whatever its name: the parser would
/// take long to find nothing in it.
pub(crate) fn is_text(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(LOOKED_AT)];
    let is_little = |odd: usize| odd * 4 < head.len().max(1);
    // Almost all files are mostly ASCII, which is fast to check: in chunks as long as a byte can count.
    let plain = |b: u8| (b.wrapping_sub(b' ') < 0x5f) | (b.wrapping_sub(b'\t') < 5);
    let counts = head.chunks(255).map(|bytes| bytes.iter().map(|&b| u8::from(!plain(b))).sum::<u8>());
    if is_little(counts.map(usize::from).sum()) {
        return true;
    }
    let mut odd = 0;
    for chunk in head.utf8_chunks() {
        let control = |b: &u8| b.is_ascii_control() && !b.is_ascii_whitespace();
        odd += chunk.invalid().len() + chunk.valid().bytes().filter(control).count();
    }
    is_little(odd)
}

/// Whether bytes are binary, as in git: there is a zero among the first ones.
pub(crate) fn is_binary(bytes: &[u8]) -> bool {
    bytes.iter().take(LOOKED_AT).any(|&b| b == 0)
}
