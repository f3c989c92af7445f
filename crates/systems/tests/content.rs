//! The content that comes with every system: its scenarios can be set up.

mod common;

use affray_kernel::System;
#[cfg(feature = "actionpoint")]
use affray_systems::actionpoint::ActionPoint;
#[cfg(feature = "energy")]
use affray_systems::energy::Energy;
#[cfg(feature = "segment")]
use affray_systems::segment::Segments;
#[cfg(feature = "threeaction")]
use affray_systems::threeaction::ThreeAction;
#[cfg(feature = "timecount")]
use affray_systems::timecount::TimeCount;

fn content<S: System>(least: usize) {
    let root = common::content::<S>();
    let library = common::files(&root, "toml");
    let scenarios = common::files(&root.join("scenarios"), "toml");
    assert!(scenarios.len() >= least, "{} scenarios", scenarios.len());
    for scenario in scenarios {
        let setup = S::compose(&scenario, &library).unwrap_or_else(|found| panic!("{found}"));
        let state =
            S::set_up(&setup).unwrap_or_else(|found| panic!("{}: {found:?}", scenario.name));
        assert!(S::count(&state) >= 2, "{}", scenario.name);
        assert_eq!(S::sides(&state).len(), 2, "{}", scenario.name);
        common::sheets_add_up::<S>(&state);
        let written = serde_json::to_string(&setup).expect("a setup can be written down");
        let read: S::Setup = serde_json::from_str(&written).expect("and read again");
        let again = S::set_up(&read).unwrap_or_else(|found| panic!("{}: {found:?}", scenario.name));
        assert_eq!(
            format!("{again:?}"),
            format!("{state:?}"),
            "{}",
            scenario.name
        );
    }
}

#[cfg(feature = "threeaction")]
#[test]
fn three_actions() {
    content::<ThreeAction>(7);
}

#[cfg(feature = "timecount")]
#[test]
fn time_count() {
    content::<TimeCount>(5);
}

#[cfg(feature = "energy")]
#[test]
fn energy_and_aura() {
    content::<Energy>(7);
}

#[cfg(feature = "segment")]
#[test]
fn segments_and_stances() {
    content::<Segments>(7);
}

#[cfg(feature = "actionpoint")]
#[test]
fn action_points() {
    content::<ActionPoint>(7);
}
