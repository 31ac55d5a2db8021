//! Arbitrary text as a profile: accepted, or rejected with a message.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Err(message) = refdiff_cli::understands_profile(text) {
        assert!(!message.trim().is_empty(), "refused without a word");
    }
});
