//! What an act tries, for the log: said before its dice are thrown.

use affray_kernel::{CreatureId, Scene};
use smallvec::{SmallVec, smallvec};

use super::attack::within_its_range;
use crate::TimeCount;
use crate::act::{Act, Aim, Strike};
use crate::fact::{Attempt, Fact};
use crate::rules::effects;
use crate::state::{Arm, State};

/// An attack or special action on a creature, and the weapon where one is used.
type Tried = (Attempt, CreatureId, Option<Arm>);

/// Says what is tried; costs nothing when nobody keeps facts.
pub(crate) fn announce(scene: &mut Scene<'_, TimeCount>, who: CreatureId, act: &Act) {
    if !scene.is_recorded() {
        return;
    }
    let tried = tried(scene.state(), who, act);
    if tried.is_empty() {
        effects::does(scene, who, act);
    }
    for (attempt, target, with) in tried {
        let thrown = with.is_some_and(|with| thrown(scene.state(), who, act, (target, with)));
        scene.emit(Fact::Tries(who, attempt, target, with, thrown));
    }
}

/// Whether a weapon is thrown that could also strike: where that is said, or in a special action at somebody whom it does not reach
/// (`special-actions/format`).
fn thrown(state: &State, who: CreatureId, act: &Act, (target, with): (CreatureId, Arm)) -> bool {
    match act {
        Act::Attack(strike) | Act::QuickStrike(strike) => strike.thrown,
        _ => within_its_range(state, who, Strike::plain(target, with)).thrown,
    }
}

/// What the act tries on whom; nothing where it is aimed at nobody.
fn tried(state: &State, who: CreatureId, act: &Act) -> SmallVec<[Tried; 2]> {
    let one: Tried = match act {
        Act::Attack(strike) | Act::Alternate(strike) => {
            (Attempt::Attack, strike.target, Some(strike.with))
        }
        Act::Both { main, off, .. } => {
            let with = |arm| (Attempt::Attack, main.target, Some(arm));
            return smallvec![with(main.with), with(*off)];
        }
        Act::QuickStrike(strike) => (Attempt::QuickStrike, strike.target, Some(strike.with)),
        Act::Feint { target, with } => (Attempt::Feint, *target, Some(*with)),
        Act::Distract { target, with, .. } => (Attempt::Distract, *target, Some(*with)),
        Act::Disarm { target, with, .. } => (Attempt::Disarm, *target, Some(*with)),
        Act::Staple { target, with } => (Attempt::Staple, *target, Some(*with)),
        Act::Trip { target, with } => (Attempt::Trip, *target, Some(*with)),
        Act::Grapple(target, with) => (Attempt::Grapple, *target, Some(*with)),
        Act::Deliver { target, with } => (Attempt::CoupDeGrace, *target, Some(*with)),
        Act::Tackle(target) => (Attempt::Tackle, *target, None),
        Act::BullRush(target) => (Attempt::BullRush, *target, None),
        Act::Approach(target, _) => (Attempt::Approach, *target, None),
        Act::Grab(target) => (Attempt::Grab, *target, None),
        Act::BreakGrab { grabber, .. } => (Attempt::BreakGrab, *grabber, None),
        Act::EscapeGrab(grabber) => (Attempt::EscapeGrab, *grabber, None),
        Act::Drag(grabber, _) => (Attempt::Drag, *grabber, None),
        Act::Shunt(target, _) => (Attempt::Shunt, *target, None),
        Act::Throw(target, _) => (Attempt::Throw, *target, None),
        Act::Cast {
            aim: Aim::Creatures(on),
            ..
        } => match (state.body(who).prepared, &**on) {
            (Some(prepared), [one]) if *one != who => (Attempt::Spell(prepared.spell), *one, None),
            _ => return SmallVec::new(),
        },
        _ => return SmallVec::new(),
    };
    smallvec![one]
}
