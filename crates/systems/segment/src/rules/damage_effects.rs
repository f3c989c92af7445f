//! What a hit does besides its damage: Disable, Knockout, Kill Shot (`damage-effects/*`).

use affray_kernel::{CreatureId, ItemId, Play, Scene};
use smallvec::SmallVec;

use super::called_shots::category;
use super::checks::stamina_save;
use super::health::{self, Felled};
use super::{falls, numbers};
use crate::Segments;
use crate::act::{Location, Strike};
use crate::fact::{Fact, Flag};
use crate::ids::rule;
use crate::sheet::{Category, Role};
use crate::state::{Place, State};

/// What the place that was hit does to the target, beyond damage: nothing unless damage came through and the target lives
/// (`damage-effects/list`).
///
/// # Errors
/// Stops if the die is missing.
pub(crate) fn apply(
    scene: &mut Scene<'_, Segments>,
    by: CreatureId,
    strike: &Strike,
    net: i16,
) -> Play<Felled> {
    let on = strike.target;
    let none = Felled::default();
    if net < 1 || health::dies(scene.state(), on) {
        return Ok(none);
    }
    if strike.kill_shot {
        scene.cite(rule!("damage-effects/general-kill-shot"));
        return kill_shot(scene, on);
    }
    match strike.location {
        Location::Vitals => {
            scene.cite(rule!("hit-location/vitals-kill-shot-factors"));
            kill_shot(scene, on)
        }
        Location::Part(part) => match category(scene.state(), on, strike.location) {
            Some(Category::Head) => knockout(scene, on, net),
            Some(category) => disable(scene, (by, on), (part, category)),
            None => Ok(none),
        },
        Location::Torso | Location::Vulnerability | Location::Item(_) => Ok(none),
    }
}

/// A Kill Shot: a failed save is death (`damage-effects/kill-shot`).
fn kill_shot(scene: &mut Scene<'_, Segments>, on: CreatureId) -> Play<Felled> {
    scene.cite(rule!("damage-effects/list"));
    let killed = !stamina_save(scene, on, (0, rule!("damage-effects/kill-shot")))?;
    if !killed {
        scene.emit(Fact::Withstood(on));
    }
    Ok(Felled {
        killed,
        ..Felled::default()
    })
}

/// A Knockout: for the rest of the round and as many further rounds as damage came through (`damage-effects/knockout`).
fn knockout(scene: &mut Scene<'_, Segments>, on: CreatureId, net: i16) -> Play<Felled> {
    scene.cite(rule!("damage-effects/list"));
    if stamina_save(scene, on, (0, rule!("damage-effects/knockout")))? {
        scene.emit(Fact::Withstood(on));
        return Ok(Felled::default());
    }
    let round = scene.state().clock.round.saturating_add(net as u16);
    Ok(Felled {
        knocked_out: Some(round),
        ..Felled::default()
    })
}

/// Disable: a failed save loses the use of the part (`damage-effects/disable`); whoever is felled and still takes its item of the
/// cycle takes it as it was before the blow (`stances/tie-break`).
fn disable(
    scene: &mut Scene<'_, Segments>,
    (by, on): (CreatureId, CreatureId),
    (part, category): (u8, Category),
) -> Play<Felled> {
    let none = Felled::default();
    scene.cite(rule!("damage-effects/list"));
    scene.cite(rule!("hit-location/disable-never-kills"));
    if is_disabled(scene.state(), on, part) {
        scene.cite(rule!("hit-location/part-must-exist"));
        scene.emit(Fact::Withstood(on));
        return Ok(none);
    }
    let difficulty = if category == Category::Limb { 0 } else { -4 };
    if stamina_save(scene, on, (difficulty, rule!("damage-effects/disable")))? {
        scene.emit(Fact::Withstood(on));
        return Ok(none);
    }
    if health::is_felled_later(scene.state(), on, by) {
        scene.cite(rule!("stances/tie-break"));
        return Ok(Felled {
            disabled: 1_u32.checked_shl(part.into()).unwrap_or(0),
            ..none
        });
    }
    loses_use(scene, on, part)?;
    Ok(none)
}

/// The use of parts, given as bits, is lost (`stances/tie-break`).
///
/// # Errors
/// Stops if a die is missing.
pub(crate) fn lose(scene: &mut Scene<'_, Segments>, on: CreatureId, parts: u32) -> Play {
    let all = scene.state().sheet(on).parts.len().min(32) as u8;
    for part in (0..all).filter(|part| parts & (1 << part) != 0) {
        if !is_disabled(scene.state(), on, part) {
            scene.cite(rule!("damage-effects/disable"));
            loses_use(scene, on, part)?;
        }
    }
    Ok(())
}

/// Whether a part is disabled.
#[must_use]
pub(crate) fn is_disabled(state: &State, who: CreatureId, part: u8) -> bool {
    let bit = 1_u32.checked_shl(part.into()).unwrap_or(0);
    state.body(who).disabled & bit != 0
}

/// A part is disabled, and what follows at once: things fall from the hand, flyers fall from the air.
fn loses_use(scene: &mut Scene<'_, Segments>, on: CreatureId, part: u8) -> Play {
    scene.emit(Fact::Disabled(on, part, true));
    let state = scene.state();
    let role = state
        .sheet(on)
        .parts
        .get(usize::from(part))
        .map(|part| part.role);
    match role {
        Some(Role::Arm(hand)) => {
            let dropped: SmallVec<[ItemId; 2]> = in_hand(state, on, hand).collect();
            for item in dropped {
                health::drop_item(scene, on, item);
            }
            Ok(())
        }
        Some(Role::Wing) if numbers::fly_yd(state, on).is_none() => falls::drop_down(scene, on),
        Some(Role::Leg(_)) if is_held_up(state, on) => {
            scene.emit(Fact::Flag(on, Flag::Disengaged, false));
            Ok(())
        }
        _ => Ok(()),
    }
}

/// What a creature holds with a hand, alone or with others.
pub(crate) fn in_hand(state: &State, who: CreatureId, hand: u8) -> impl Iterator<Item = ItemId> {
    let bit = 1_u8.checked_shl(hand.into()).unwrap_or(0);
    let holds = move |place| matches!(place, Place::Held(_, hands) if hands & bit != 0);
    let held = state.held(who).filter(move |(_, item)| holds(item.place));
    held.map(|(item, _)| item)
}

/// Whether a creature has disengaged and cannot move any more.
#[must_use]
pub(crate) fn is_held_up(state: &State, who: CreatureId) -> bool {
    state.body(who).disengaged && numbers::rate_yd(state, who) == 0
}
