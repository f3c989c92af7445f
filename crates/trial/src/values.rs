//! Values by path, and corrections that set them.

use affray_kernel::System;
use affray_kernel::notation::Corrections;
use serde_json::Value;

/// Each path leads to its value.
pub fn are_found<'p, S: System>(
    state: &S::State,
    cases: impl IntoIterator<Item = (&'p str, Value)>,
) {
    for (path, value) in cases {
        assert_eq!(S::look(state, path), Some(value), "{path}");
    }
}

/// No path leads anywhere.
pub fn are_not_found<S: System>(state: &S::State, paths: &[&str]) {
    for path in paths {
        assert_eq!(S::look(state, path), None, "{path}");
    }
}

/// The state after a correction.
pub fn corrected<S: System>(state: &mut S::State, text: &str) {
    let facts = S::correction(state, text).unwrap_or_else(|error| panic!("{text}: {error}"));
    for fact in &facts {
        S::apply(state, fact);
    }
}

/// After each correction, made in a state of its own, the path leads to the value.
pub fn are_so_afterwards<'p, S: System>(
    start: fn() -> S::State,
    cases: impl IntoIterator<Item = (&'p str, &'p str, Value)>,
) {
    for (text, path, value) in cases {
        let mut state = start();
        corrected::<S>(&mut state, text);
        assert_eq!(S::look(&state, path), Some(value), "{text}");
    }
}

/// Each correction is refused, and why.
pub fn cannot_be_so<S: System>(state: &S::State, cases: &[(&str, &str)])
where
    S::State: Corrections,
{
    listed_words_are_read::<S>(state);
    for (text, message) in cases {
        let error = S::correction(state, text).expect_err(text);
        assert_eq!(error.to_string(), *message);
    }
}

/// Words that are listed as those with which corrections of the fight begin do begin one.
fn listed_words_are_read<S: System>(state: &S::State)
where
    S::State: Corrections,
{
    for words in S::State::OF_SCENE {
        if let Err(error) = S::correction(state, words) {
            assert!(!error.message.contains("is no item"), "{words}: {error}");
        }
    }
}
