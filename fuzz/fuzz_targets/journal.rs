//! Whatever a journal file says, it is read or refused.
#![no_main]

use affray_kernel::journal;
use affray_systems::threeaction::ThreeAction;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = journal::read::<ThreeAction>(text);
});
