//! The content that comes with every system: its scenarios can be set up.

use std::fs;
use std::path::Path;

use affray_kernel::System;
use affray_kernel::content::Source;
#[cfg(feature = "energy")]
use affray_systems::energy::Energy;
#[cfg(feature = "threeaction")]
use affray_systems::threeaction::ThreeAction;
#[cfg(feature = "timecount")]
use affray_systems::timecount::TimeCount;

fn files(folder: &Path) -> Vec<Source> {
    let mut files: Vec<Source> = fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|found| found == "toml"))
        .map(|path| {
            let text = fs::read_to_string(&path).expect("a readable file");
            Source::new(path.display().to_string(), text)
        })
        .collect();
    files.sort_by(|one, other| one.name.cmp(&other.name));
    files
}

fn content<S: System>(least: usize) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../content")
        .join(S::ID);
    let library = files(&root);
    let scenarios = files(&root.join("scenarios"));
    assert!(scenarios.len() >= least, "{} scenarios", scenarios.len());
    for scenario in scenarios {
        let setup = S::compose(&scenario, &library).unwrap_or_else(|found| panic!("{found}"));
        let state =
            S::set_up(&setup).unwrap_or_else(|found| panic!("{}: {found:?}", scenario.name));
        assert!(S::count(&state) >= 2, "{}", scenario.name);
        assert_eq!(S::sides(&state).len(), 2, "{}", scenario.name);
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
