//! What the board shows of acts that affect an area.

use affray_energy::Energy;
use affray_trial::areas::shows_who_is_affected;
use affray_trial::repository::start;

#[test]
fn zones() {
    let state = start::<Energy>("guard-room.toml");
    let cells = shows_who_is_affected::<Energy>(&state, "mirel", "use mire at 3,3", "alda");
    assert_eq!(cells, 36);
}
