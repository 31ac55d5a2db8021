//! Arbitrary words as a command line: accepted, or rejected with a message.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;

fuzz_target!(|data: &[u8]| {
    let words = data.split(|&b| b == b'\n').take(40).map(|word| OsString::from_vec(word.to_vec()));
    let words = std::iter::once(OsString::from("refdiff")).chain(words);
    if let Err(message) = refdiff_cli::understands(words) {
        assert!(!message.trim().is_empty(), "refused without a word");
    }
});
