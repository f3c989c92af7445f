//! Whatever a journal file says, it is read or refused; what is read can be told, looked at and continued.
#![no_main]

use affray_kernel::fight::{Deed, Fight};
use affray_kernel::{System, journal};
use affray_systems::threeaction::ThreeAction;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(read) = journal::read::<ThreeAction>(text) else {
        return;
    };
    let fight = read.fight;
    let mut state = fight.start().clone();
    for entry in fight.entries() {
        if let Deed::Act(who, act) | Deed::Bot(who, act) = &entry.deed {
            let _ = ThreeAction::print(&state, Some(*who), act);
        }
        let _ = Fight::<ThreeAction>::verify(entry, &mut state);
    }
    let _ = ThreeAction::view(fight.state());
    for ask in fight.asks() {
        let _ = ThreeAction::question(fight.state(), &ask);
    }
});
