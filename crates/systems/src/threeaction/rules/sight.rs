//! Who sees whom: Concealed, Hidden, Undetected, Invisible, Blinded, darkness and fog.

use affray_kernel::{CreatureId, Scene};

use super::attack::Attempt;
use super::luck::Luck;
use crate::threeaction::ThreeAction;
use crate::threeaction::fact::Fact;
use crate::threeaction::ids::rule;
use crate::threeaction::state::{Condition, State};

/// A creature's Attacks on those it is Hidden to have Advantage (`hidden/attacker-advantage`).
pub(crate) fn of_attacker(state: &State, attempt: Attempt, luck: &mut Luck) {
    if state
        .conditions
        .has_toward(attempt.by, Condition::Hidden, attempt.on)
        || state
            .conditions
            .has_toward(attempt.by, Condition::Undetected, attempt.on)
    {
        luck.advantage(
            "Advantage: Hidden attacker",
            rule!("hidden/attacker-advantage"),
        );
    }
}

/// A Concealed target gives Disadvantage (`concealed/disadvantage`), but not to Areas (`concealed/area`).
pub(crate) fn of_target(state: &State, attempt: Attempt, luck: &mut Luck) {
    if attempt.area.is_none()
        && state
            .conditions
            .has_toward(attempt.on, Condition::Hidden, attempt.by)
    {
        luck.disadvantage("Disadvantage: Concealed", rule!("concealed/disadvantage"));
    }
}

/// Whoever is attacked by a Hidden creature has found it, once the Attack is over (`hidden/reveal-discovery`).
pub(crate) fn attacked(
    scene: &mut Scene<'_, ThreeAction>,
    by: CreatureId,
    on: CreatureId,
    _hit: bool,
) {
    let held = scene
        .state()
        .conditions
        .on(by)
        .find(|held| held.kind == Condition::Hidden && held.toward == Some(on))
        .copied();
    if let Some(held) = held {
        scene.cite(rule!("hidden/reveal-discovery"));
        scene.emit(Fact::Loses(held));
    }
}
