//! What it is worth to have an enemy down below, over an edge up which nobody steps (`special-actions/format`).

use affray_kernel::CreatureId;
use affray_kernel::grid::{Cell, Heading};

use super::worth::FELLED;
use super::{facing, moving, targets};
use crate::actions::wrestling::shunt;
use crate::rules::forced;
use crate::rules::numbers::able;
use crate::state::State;

/// Spaces of height that somebody steps down, and up again.
const STEP: i16 = 1;

/// What it is worth to slide an enemy whom one holds, or is held by, that way.
pub(super) fn of_slide(state: &State, who: CreatureId, on: CreatureId, heading: Heading) -> i32 {
    let [own, there] = shunt::after(state, who, on, heading);
    below(state, (who, own.at), (on, there.at))
}

/// What it is worth to push an enemy straight away.
pub(super) fn of_push(state: &State, who: CreatureId, on: CreatureId) -> i32 {
    let to = forced::pushed_to(state, who, on);
    to.map_or(0, |to| below(state, (who, state.body(who).at), (on, to)))
}

/// What it is worth that an enemy goes down to another place: what it cannot do until it is back. Nothing where no way
/// leads back: neither side might ever be done with the other.
fn below(state: &State, (who, own): (CreatureId, Cell), (on, to): (CreatureId, Cell)) -> i32 {
    let is_deep = state.body(on).at.z - to.z > STEP;
    if !is_deep || moving::fights_from_afar(state, on) {
        return 0;
    }
    let mut after = state.clone();
    after.bodies[who.index()].at = own;
    let body = &mut after.bodies[on.index()];
    (body.at, body.mount) = (to, None);
    let back = targets(&after, on)
        .filter(|one| able(&after, *one))
        .filter_map(|one| moving::counts_to_fight(&after, on, one))
        .min();
    back.map_or(0, |counts| {
        (facing::threat(state, on, who) * counts / 1000).min(FELLED)
    })
}
