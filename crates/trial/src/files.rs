//! Scenarios written in tests, with the content of the repository.

use affray_kernel::System;
use affray_kernel::content::Source;

use crate::repository;

/// The content of the system.
pub fn library<S: System>() -> Vec<Source> {
    repository::files(&repository::content::<S>(), "toml")
}

/// The scenarios of the repository.
pub fn scenarios<S: System>() -> Vec<Source> {
    repository::files(&repository::content::<S>().join("scenarios"), "toml")
}

/// A scenario of the system: `fight.toml`, its first line given.
fn scenario<S: System>(text: &str) -> Source {
    Source::new("fight.toml", format!("system = '{}'\n{text}", S::ID))
}

/// The setup of a scenario.
#[must_use]
#[track_caller]
pub fn composed<S: System>(text: &str) -> S::Setup {
    S::compose(&scenario::<S>(text), &library::<S>()).unwrap_or_else(|found| panic!("{found}"))
}

/// The state that a scenario starts from.
#[must_use]
#[track_caller]
pub fn state<S: System>(text: &str) -> S::State {
    S::set_up(&composed::<S>(text)).unwrap_or_else(|reasons| panic!("{reasons:?}"))
}

/// Everything wrong with a scenario, a line each.
pub fn mistakes<S: System>(text: &str) -> Vec<String> {
    let found = S::compose(&scenario::<S>(text), &library::<S>()).expect_err("mistakes");
    found.to_string().lines().map(str::to_owned).collect()
}

/// What is said of a scenario without anything when the content has one more file.
pub fn complaint<S: System>(name: &str, text: &str) -> String {
    let mut sources = library::<S>();
    sources.push(Source::new(name, text));
    let found = S::compose(&scenario::<S>(""), &sources).expect_err("mistakes");
    found.to_string()
}
