//! Whatever is typed as an act or a correction, it is read or refused; what is read can be checked and prints to words that are read back;
//! what is corrected can be looked at and goes on.
#![no_main]

use affray_fuzz::state;
use affray_kernel::{Ask, CreatureId, System};
use affray_systems::threeaction::ThreeAction;
use affray_systems::threeaction::act::Window;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let who = CreatureId(0);
    if let Ok(act) = ThreeAction::parse(state(), Some(who), text) {
        let words = ThreeAction::print(state(), Some(who), &act);
        assert_eq!(
            ThreeAction::parse(state(), Some(who), &words).as_ref(),
            Ok(&act),
            "{words}"
        );
        if let Err(refusal) = ThreeAction::check(state(), &Ask::open(who, Window::Turn), &act) {
            let _ = refusal.render::<ThreeAction>(state());
        }
    }
    if let Ok(facts) = ThreeAction::correction(state(), text) {
        let mut state = state().clone();
        for fact in &facts {
            ThreeAction::apply(&mut state, fact);
        }
        let _ = ThreeAction::view(&state);
        let _ = ThreeAction::next(&state);
    }
    let _ = ThreeAction::look(state(), text);
});
