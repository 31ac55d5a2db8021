//! Two versions of some files, through the whole detector.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};

fuzz_target!(|data: &[u8]| {
    refdiff_fuzz::invariants::check_case(&refdiff_fuzz::cases::decode(data));
});

fuzz_mutator!(|data: &mut [u8], size: usize, most: usize, seed: u32| {
    refdiff_fuzz::mutate::mutate(data, size, most, seed, libfuzzer_sys::fuzzer_mutate)
});
