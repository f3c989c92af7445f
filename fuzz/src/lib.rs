//! What the fuzz targets share.

use std::sync::LazyLock;

use affray_kernel::System;
use affray_kernel::content::Source;
use affray_systems::threeaction::ThreeAction;
use affray_systems::threeaction::state::State;

macro_rules! content {
    ($name:literal) => {
        Source {
            name: $name.to_owned(),
            text: include_str!(concat!("../../content/threeaction/", $name)).to_owned(),
        }
    };
}

static LIBRARY: LazyLock<Vec<Source>> = LazyLock::new(|| {
    vec![
        content!("weapons.toml"),
        content!("armour.toml"),
        content!("gear.toml"),
        content!("spells.toml"),
        content!("creatures.toml"),
    ]
});

static STATE: LazyLock<State> = LazyLock::new(|| {
    let scenario = content!("scenarios/hex-glade.toml");
    let setup =
        ThreeAction::compose(&scenario, library()).expect("the scenario of the repository");
    ThreeAction::set_up(&setup).expect("the scenario of the repository")
});

/// The content of the repository.
pub fn library() -> &'static [Source] {
    &LIBRARY
}

/// The start of a fight with casters, beasts, diggers and things to handle.
pub fn state() -> &'static State {
    &STATE
}
