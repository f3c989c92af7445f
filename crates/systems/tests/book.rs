//! The worked examples of every system's book.

mod common;

use std::path::Path;

use affray_kernel::System;
use affray_kernel::example::{covered, run_pages};
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

fn book<S: System>() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pages = common::files(&here.join("tests/book").join(S::ID), "md");
    if let Ok(wanted) = std::env::var("PAGE") {
        pages.retain(|page| page.name.contains(&wanted));
    }
    let library = common::files(&common::content::<S>(), "toml");
    let book = run_pages::<S>(&pages, &library);
    assert!(book.failures.is_empty(), "{}", book.complaint());
    if std::env::var("PAGE").is_err() {
        let missing = covered::<S>(&book.cited).missing;
        let ids: Vec<&str> = missing
            .iter()
            .map(|rule| S::catalogue().id(*rule))
            .collect();
        assert!(ids.is_empty(), "no example cites {}", ids.join(", "));
    }
}

#[cfg(feature = "threeaction")]
#[test]
fn three_actions() {
    book::<ThreeAction>();
}

#[cfg(feature = "energy")]
#[test]
fn energy_and_aura() {
    book::<Energy>();
}

#[cfg(feature = "timecount")]
#[test]
fn time_count() {
    book::<TimeCount>();
}

#[cfg(feature = "segment")]
#[test]
fn segments_and_stances() {
    book::<Segments>();
}

#[cfg(feature = "actionpoint")]
#[test]
fn action_points() {
    book::<ActionPoint>();
}
