//! Whatever a scenario file of any system says, it is opened or refused; what is opened can be played, looked at and kept.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};

fuzz_target!(|bytes: &[u8]| affray_fuzz::scenario(bytes));

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    affray_fuzz::mutated(
        "scenario",
        data,
        size,
        max_size,
        seed,
        libfuzzer_sys::fuzzer_mutate,
    )
});
