//! What facts do to the state.

use super::within::{LONGEST, MANY};
use super::*;
use crate::notation::sample::{GARRET, fight};
use crate::state::NEVER;

/// Rules add to counts and lengths, and a journal may say anything.
#[test]
fn what_a_fact_sets_can_be_added_to() {
    let mut state = fight();
    let movement = Movement {
        counts: u16::MAX,
        last: NEVER,
        straight_spaces: u16::MAX,
        saved: u8::MAX,
        ..Movement::default()
    };
    apply(&mut state, &Fact::Moving(GARRET, movement));
    apply(&mut state, &Fact::At(GARRET, When::WaitsSince, NEVER - 1));
    let body = state.body(GARRET);
    let movement = body.movement;
    assert_eq!((movement.counts, movement.last), (LONGEST, LAST_COUNT));
    assert_eq!((movement.straight_spaces, movement.saved), (LONGEST, MANY));
    assert_eq!(body.waits_since, LAST_COUNT);
}
