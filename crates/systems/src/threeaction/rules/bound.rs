//! What keeps a creature in its space: being Entangled, or grappling or grappled as the smaller one (`entangled/no-move`,
//! `grappled/smaller`, `grappling/smaller`).

use affray_kernel::{CreatureId, Figure, Refusal};

use crate::threeaction::ids::refuse;
use crate::threeaction::state::{Condition, State};

/// Whether a creature can leave its space under its own power.
///
/// # Errors
/// What holds it.
pub(crate) fn can_leave(state: &State, who: CreatureId) -> Result<(), Refusal> {
    let size = state.sheet(who).size;
    for held in state.conditions.on(who) {
        let larger = held
            .toward
            .is_some_and(|other| state.sheet(other).size > size);
        let other = Figure::Creature(held.toward.unwrap_or(who));
        match held.kind {
            Condition::Entangled => {
                return Err(refuse!(
                    "entangled/no-move",
                    "{} is Entangled",
                    Figure::Creature(who)
                ));
            }
            Condition::Grappled if larger => {
                return Err(refuse!(
                    "grappled/smaller",
                    "{} is held fast by {}, which is larger",
                    Figure::Creature(who),
                    other
                ));
            }
            Condition::Grappling if larger => {
                return Err(refuse!(
                    "grappling/smaller",
                    "{} hangs on to {}, which is larger",
                    Figure::Creature(who),
                    other
                ));
            }
            _ => {}
        }
    }
    Ok(())
}
