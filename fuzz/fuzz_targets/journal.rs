//! Whatever a journal of any system says, it is read or refused; what is read can be looked at, written again, taken back and continued.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};

fuzz_target!(|bytes: &[u8]| affray_fuzz::journal(bytes));

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    affray_fuzz::mutated(
        "journal",
        data,
        size,
        max_size,
        seed,
        libfuzzer_sys::fuzzer_mutate,
    )
});
