//! The worked examples of a system's book.

use affray_kernel::System;
use affray_kernel::example::{covered, run_pages};

use crate::repository;

/// Every page of the system's book holds, and they cite every rule that binds; the environment variable `PAGE` asks for those pages alone
/// whose names contain it.
#[track_caller]
pub fn holds<S: System>() {
    let mut pages = repository::files(&repository::home::<S>().join("tests/book"), "md");
    if let Ok(wanted) = std::env::var("PAGE") {
        pages.retain(|page| page.name.contains(&wanted));
    }
    let library = repository::files(&repository::content::<S>(), "toml");
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
