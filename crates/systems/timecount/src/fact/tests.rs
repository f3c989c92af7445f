//! What facts do to the state.

use super::*;
use crate::TimeCount;
use affray_trial::files;

/// Rules add to counts and lengths, and a journal may say anything.
#[test]
fn what_a_fact_sets_can_be_added_to() {
    let who = CreatureId(0);
    let mut state = files::state::<TimeCount>(
        "
[[creature]]
name = 'garret'
kind = 'guard'
side = 'watch'
at = [4, 4]
[[creature]]
name = 'troll'
kind = 'troll'
side = 'monsters'
at = [6, 4]
",
    );
    let movement = Movement {
        counts: u16::MAX,
        last: NEVER,
        straight_spaces: u16::MAX,
        saved: u8::MAX,
        ..Movement::default()
    };
    apply(&mut state, &Fact::Moving(who, movement));
    apply(&mut state, &Fact::At(who, When::WaitsSince, NEVER - 1));
    let body = state.body(who);
    let movement = body.movement;
    assert_eq!((movement.counts, movement.last), (LONGEST, LAST_COUNT));
    assert_eq!((movement.straight_spaces, movement.saved), (LONGEST, MANY));
    assert_eq!(body.waits_since, LAST_COUNT);
}
