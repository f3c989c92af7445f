//! Opportunity attacks: who provokes whom (`opportunity-attacks/*`).

use affray_kernel::{CreatureId, Scene};

use super::defend::is_aware;
use super::flanking::threatens;
use super::hidden::conscious_foes;
use super::numbers::foes;
use super::price::ATTACKS;
use crate::ActionPoint;
use crate::act::Exposure;
use crate::ids::rule;
use crate::state::State;

/// Whether a creature can make an opportunity attack on a foe that exposes itself: it is aware, can pay, and has it within reach
/// (`opportunity-attacks/definition`, `opportunity-attacks/only-foes-in-reach`).
#[must_use]
pub(crate) fn can_strike(state: &State, who: CreatureId, foe: CreatureId) -> bool {
    let body = state.body(who);
    body.ap >= 1
        && body.attacks < ATTACKS
        && foes(state, who, foe)
        && is_aware(state, who, foe)
        && threatens(state, who, foe)
}

/// Foes that have a creature within reach, in listing order (`opportunity-attacks/only-foes-in-reach`).
pub(crate) fn reaching(state: &State, on: CreatureId) -> impl Iterator<Item = CreatureId> + '_ {
    conscious_foes(state, on).filter(move |foe| threatens(state, *foe, on))
}

/// Whether nothing that a creature does provokes: it has disengaged (`primary-actions/disengage`).
#[must_use]
pub(crate) fn is_guarded(state: &State, who: CreatureId) -> bool {
    state.body(who).disengaged && state.active() == Some(who)
}

/// The rules of what somebody did that provokes.
pub(crate) fn cite(scene: &mut Scene<'_, ActionPoint>, how: Exposure) {
    scene.cite_all(
        const {
            &[
                rule!("opportunity-attacks/definition"),
                rule!("opportunity-attacks/triggers"),
                rule!("opportunity-attacks/only-foes-in-reach"),
                rule!("reactions/opportunity-attack"),
                rule!("what-is-an-attack/opportunity-counts"),
                rule!("space/reach"),
                rule!("misc/sides"),
            ]
        },
    );
    match how {
        Exposure::Moves | Exposure::Enters => {
            scene.cite(rule!("opportunity-attacks/move"));
            scene.cite(rule!("opportunity-attacks/once-per-leg"));
        }
        Exposure::Casts(_) => scene.cite(rule!("opportunity-attacks/cast-spell")),
        Exposure::StandsUp => scene.cite(rule!("opportunity-attacks/stand-up")),
    }
}
