//! Whatever is typed in a fight of any system, it is taken or refused; what is taken follows from the rules and is kept.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};

fuzz_target!(|bytes: &[u8]| affray_fuzz::notation(bytes));

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    affray_fuzz::mutated(
        "notation",
        data,
        size,
        max_size,
        seed,
        libfuzzer_sys::fuzzer_mutate,
    )
});
