//! Arbitrary bytes as a Java file.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use refdiff::SourceText;

fuzz_target!(|data: &[u8]| {
    refdiff_fuzz::invariants::check_file(&SourceText::new("src/p/F.java", data));
});

fuzz_mutator!(|data: &mut [u8], size: usize, most: usize, seed: u32| {
    refdiff_fuzz::mutate::mutate(data, size, most, seed, libfuzzer_sys::fuzzer_mutate)
});
