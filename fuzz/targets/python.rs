//! Arbitrary bytes as a file of this language, compared with itself minus a piece.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| refdiff_fuzz::invariants::check_language("src/p/f.py", data));
