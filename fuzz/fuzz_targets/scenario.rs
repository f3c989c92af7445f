//! Whatever a scenario file says, it is composed or refused, and what is composed can be set up or is refused.
#![no_main]

use affray_kernel::System;
use affray_kernel::content::Source;
use affray_systems::threeaction::ThreeAction;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let scenario = Source { name: "scenario.toml".to_owned(), text: text.to_owned() };
    if let Ok(setup) = ThreeAction::compose(&scenario, &[]) {
        let _ = ThreeAction::set_up(&setup);
    }
});
