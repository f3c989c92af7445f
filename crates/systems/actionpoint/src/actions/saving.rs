//! Saving a turn (`saving-your-turn/*`).

use std::ops::ControlFlow;

use affray_kernel::{CreatureId, Figure, Refusal, Scene};

use super::Found;
use crate::ActionPoint;
use crate::act::Act;
use crate::fact::Fact;
use crate::ids::{refuse, rule};
use crate::state::{Condition, Phase, Presence, State};

/// Whether a creature can save its turn until after another's: nothing of it is used yet, and that one's turn is still ahead and does
/// not wait for this one (`saving-your-turn/option`, `saving-your-turn/declare-immediately`).
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim(state: &State, who: CreatureId, after: CreatureId) -> Result<(), Refusal> {
    if state.clock.phase != (Phase::Turn { who, begun: false }) {
        return Err(refuse!(
            "saving-your-turn/option",
            "{} has begun its turn: it can no longer be saved",
            Figure::Creature(who)
        ));
    }
    let named = state.body(after);
    let ahead = named.turn == 0
        && named.presence != Presence::Removed
        && state.clock.order.contains(&after);
    if after == who || !ahead {
        return Err(refuse!(
            "saving-your-turn/declare-immediately",
            "{} has no turn ahead in this round",
            Figure::Creature(after)
        ));
    }
    if waits_for(state, after, who) {
        return Err(refuse!(
            "saving-your-turn/declare-immediately",
            "{} waits for {}",
            Figure::Creature(after),
            Figure::Creature(who)
        ));
    }
    Ok(())
}

/// Whether a creature waits for another, directly or through others.
fn waits_for(state: &State, who: CreatureId, other: CreatureId) -> bool {
    let mut named = state.body(who).after;
    for _ in 0..state.bodies.len() {
        match named {
            Some(next) if next == other => return true,
            Some(next) => named = state.body(next).after,
            None => return false,
        }
    }
    false
}

/// Saves the turn: it costs nothing, and the order of later rounds stays as it is (`saving-your-turn/order-next-round`).
pub(crate) fn resolve(scene: &mut Scene<'_, ActionPoint>, who: CreatureId, after: CreatureId) {
    scene.cite_all(
        const {
            &[
                rule!("saving-your-turn/option"),
                rule!("saving-your-turn/declare-immediately"),
                rule!("saving-your-turn/when-it-comes"),
                rule!("saving-your-turn/keeps-ap"),
                rule!("saving-your-turn/order-next-round"),
            ]
        },
    );
    scene.emit(Fact::Saves(who, Some(after)));
    scene.emit(Fact::Phase(Phase::Between));
}

/// Those after whom the turn could be taken.
pub(crate) fn candidates(state: &State, who: CreatureId, found: &mut Found<'_>) -> ControlFlow<()> {
    if state.clock.phase != (Phase::Turn { who, begun: false }) {
        return ControlFlow::Continue(());
    }
    // Offering to wait for somebody Hidden would tell that they are there.
    let is_known =
        |after: &&CreatureId| !state.conditions.has_toward(**after, Condition::Hidden, who);
    let mut known = state.clock.order.iter().filter(is_known);
    known.try_for_each(|after| found(Act::Save(*after)))
}
