//! Whatever is typed as an act or a correction, it is read or refused; what is read can be checked and prints to words that are read back.
#![no_main]

use std::sync::LazyLock;

use affray_kernel::content::Source;
use affray_kernel::{Ask, CreatureId, System};
use affray_systems::threeaction::ThreeAction;
use affray_systems::threeaction::act::Window;
use affray_systems::threeaction::state::State;
use libfuzzer_sys::fuzz_target;

static STATE: LazyLock<State> = LazyLock::new(|| {
    let scenario = Source {
        name: "duel.toml".to_owned(),
        text: include_str!("../../content/threeaction/scenarios/duel.toml").to_owned(),
    };
    let library = [
        Source { name: "weapons.toml".to_owned(), text: include_str!("../../content/threeaction/weapons.toml").to_owned() },
        Source { name: "armour.toml".to_owned(), text: include_str!("../../content/threeaction/armour.toml").to_owned() },
        Source { name: "gear.toml".to_owned(), text: include_str!("../../content/threeaction/gear.toml").to_owned() },
        Source { name: "spells.toml".to_owned(), text: include_str!("../../content/threeaction/spells.toml").to_owned() },
        Source { name: "creatures.toml".to_owned(), text: include_str!("../../content/threeaction/creatures.toml").to_owned() },
    ];
    let setup = ThreeAction::compose(&scenario, &library).expect("the scenario of the repository");
    ThreeAction::set_up(&setup).expect("the scenario of the repository")
});

fuzz_target!(|text: &str| {
    let who = CreatureId(0);
    if let Ok(act) = ThreeAction::parse(&STATE, Some(who), text) {
        let words = ThreeAction::print(&STATE, Some(who), &act);
        assert_eq!(ThreeAction::parse(&STATE, Some(who), &words).as_ref(), Ok(&act), "{words}");
        let _ = ThreeAction::check(&STATE, &Ask::open(who, Window::Turn), &act);
    }
    if let Ok(facts) = ThreeAction::correction(&STATE, text) {
        let mut state = STATE.clone();
        for fact in &facts {
            ThreeAction::apply(&mut state, fact);
        }
    }
});
