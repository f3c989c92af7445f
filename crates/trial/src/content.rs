//! The content that comes with a system: its scenarios can be set up.

use affray_kernel::System;

use crate::repository;

/// There are at least so many scenarios, and each can be set up, written down and read again.
#[track_caller]
pub fn can_be_set_up<S: System>(least: usize) {
    let root = repository::content::<S>();
    let library = repository::files(&root, "toml");
    let scenarios = repository::files(&root.join("scenarios"), "toml");
    assert!(scenarios.len() >= least, "{} scenarios", scenarios.len());
    for scenario in scenarios {
        let setup = S::compose(&scenario, &library).unwrap_or_else(|found| panic!("{found}"));
        let state =
            S::set_up(&setup).unwrap_or_else(|found| panic!("{}: {found:?}", scenario.name));
        assert!(S::count(&state) >= 2, "{}", scenario.name);
        assert_eq!(S::sides(&state).len(), 2, "{}", scenario.name);
        repository::sheets_add_up::<S>(&state);
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
