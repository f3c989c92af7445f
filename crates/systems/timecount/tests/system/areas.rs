//! What the board shows of acts that affect an area.

use affray_timecount::TimeCount;
use affray_trial::areas::{corrected, shows_who_is_affected};
use affray_trial::repository::start;

#[test]
fn spells_around_a_space() {
    let state = start::<TimeCount>("gatehouse.toml");
    let state = corrected::<TimeCount>(&state, "chaplain.prepared flame burst").expect("right");
    let cells =
        shows_who_is_affected::<TimeCount>(&state, "chaplain", "cast around 14,4", "captain");
    assert_eq!(cells, 20, "one row is a wall");
}
