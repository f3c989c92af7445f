//! Whatever a scenario file says, it is composed or refused; what is composed can be set up or is refused; and what is set up can be played.
#![no_main]

use affray_fuzz::library;
use affray_kernel::System;
use affray_kernel::content::Source;
use affray_kernel::fight::Fight;
use affray_kernel::tape::Sensible;
use affray_systems::threeaction::ThreeAction;
use libfuzzer_sys::fuzz_target;

/// How many acts of bots follow.
const ACTS: usize = 12;

fuzz_target!(|text: &str| {
    let scenario = Source {
        name: "scenario.toml".to_owned(),
        text: text.to_owned(),
    };
    let Ok(setup) = ThreeAction::compose(&scenario, library()) else {
        return;
    };
    let Ok(mut fight) = Fight::<ThreeAction>::new(setup, 1, 0) else {
        return;
    };
    for _ in 0..ACTS {
        match fight.advance(&mut Sensible) {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => panic!("{error}"),
        }
    }
    let _ = ThreeAction::view(fight.state());
});
