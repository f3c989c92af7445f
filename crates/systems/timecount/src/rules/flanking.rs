//! Flanking and facing (`flanking/*`).

use affray_kernel::grid::{Arc, Heading};
use affray_kernel::modifier::Tally;
use affray_kernel::{CreatureId, Frozen};

use super::cover;
use super::numbers::{
    able, arms_in_hand, arms_of_body, enemies, feet_between, helpless, reach_ft, unarmed,
};
use crate::TimeCount;
use crate::act::Facing;
use crate::ids::rule;
use crate::state::{Arm, State};

/// Whether an enemy threatens a creature: able to act, armed for melee, and with the creature within reach and not behind total cover
/// (`flanking/flanked`, `attack-modifiers/cover-determination`).
pub(crate) fn presses(state: &State, enemy: CreatureId, on: CreatureId) -> bool {
    presses_with(state, enemy, on, None)
}

/// As [`presses`], for attacks of this count: what an enemy has let fall on it still counts (`initiative/ties`).
fn presses_attacked(state: &State, enemy: CreatureId, on: CreatureId) -> bool {
    let begun = state.body(enemy).as_begun.as_ref();
    presses_with(state, enemy, on, begun.and_then(|begun| begun.reach_ft))
}

/// Whether an enemy threatens a creature with what it is armed with, or so many feet away.
#[inline]
fn presses_with(state: &State, enemy: CreatureId, on: CreatureId, feet: Option<i16>) -> bool {
    if !enemies(state, enemy, on) || !able(state, enemy) {
        return false;
    }
    let distance = feet_between(state, enemy, on);
    let reaches = arms_for_melee(state, enemy).any(|arm| distance <= reach_ft(state, enemy, arm));
    (reaches || feet.is_some_and(|feet| distance <= feet)) && cover::in_line(state, enemy, on)
}

/// What a creature is armed with for melee: weapons in its hands, natural ones if it fights with them, and its bare body if it is trained to
/// (`unarmed/passive-defense`).
#[inline]
pub(crate) fn arms_for_melee(state: &State, who: CreatureId) -> impl Iterator<Item = Arm> {
    let trained = state.sheet(who).traits.unarmed_training;
    let bare = trained.then(|| unarmed(state, who));
    arms_in_hand(state, who)
        .chain(arms_of_body(state, who))
        .chain(bare)
        .filter(move |arm| state.weapon(who, *arm).is_some_and(|weapon| weapon.melee))
}

/// Whether no single facing would have all who press it in front (`flanking/flanked`).
pub(crate) fn flanked(state: &State, on: CreatureId) -> bool {
    flanked_by(state, on, presses)
}

/// As [`flanked`], for those who press it in some sense.
pub(crate) fn flanked_by(
    state: &State,
    on: CreatureId,
    presses: impl Fn(&State, CreatureId, CreatureId) -> bool,
) -> bool {
    if state.bodies.len() <= 2 {
        return false;
    }
    let shape = state.grid().shape;
    let own = state.space(on);
    let directions: smallvec::SmallVec<[Heading; 8]> = state
        .creatures()
        .filter(|enemy| presses(state, *enemy, on))
        .filter_map(|enemy| Heading::side_toward(shape, own, state.space(enemy)))
        .collect();
    directions.len() > 1 && Heading::facing_all(shape, directions.iter().copied()).is_none()
}

/// The direction of a set facing; none: all around (`flanking/set-facing-by-attacker`), as the helpless, who heed nobody more than others
/// (`conditions/helpless`).
fn facing(state: &State, on: CreatureId) -> Option<Heading> {
    if helpless(state, on) {
        return None;
    }
    match state.body(on).facing_met() {
        Facing::Around => None,
        Facing::Heading(heading) => Some(heading),
        Facing::Creature(other) => {
            Heading::side_toward(state.grid().shape, state.space(on), state.space(other))
        }
    }
}

/// Whether an attack of this count meets somebody who is flanked.
pub(crate) fn is_met_flanked(state: &State, on: CreatureId) -> bool {
    flanked_by(state, on, presses_attacked)
}

/// Says what becomes of the flanking of somebody where it adds nothing: from a distance, and in front of a set facing (`flanking/ranged`,
/// `flanking/front-attackers`).
pub(crate) fn explain(
    scene: &mut Frozen<'_, '_, TimeCount>,
    by: CreatureId,
    on: CreatureId,
    ranged: bool,
) {
    let state = scene.state();
    let shape = state.grid().shape;
    let front = facing(state, on)
        .is_some_and(|way| way.arc(shape, state.space(on), state.space(by)) == Arc::Front);
    let set = facing(state, on).is_some();
    if ranged {
        scene.cite(rule!("flanking/ranged"));
        return;
    }
    if set {
        scene.cite(rule!("flanking/facing-table"));
    }
    if front {
        scene.cite(rule!("flanking/front-attackers"));
    }
}

/// Whether somebody attacks a creature from behind its set facing (`flanking/rear-attackers`).
pub(crate) fn is_behind(state: &State, by: CreatureId, on: CreatureId) -> bool {
    facing(state, on).is_some_and(|facing| {
        facing.arc(state.grid().shape, state.space(on), state.space(by)) == Arc::Rear
    })
}

/// +2 against the flanked; with a set facing nothing from the front and +4 from the rear (`flanking/front-attackers`,
/// `flanking/side-attackers`, `flanking/rear-attackers`).
pub(crate) fn modifier(state: &State, by: CreatureId, on: CreatureId, tally: &mut Tally) {
    if !is_met_flanked(state, on) {
        return;
    }
    let Some(facing) = facing(state, on) else {
        tally.add("flanked", 2, rule!("flanking/flanked"));
        return;
    };
    match facing.arc(state.grid().shape, state.space(on), state.space(by)) {
        Arc::Front => {}
        Arc::Side => tally.add("from the side", 2, rule!("flanking/side-attackers")),
        Arc::Rear => tally.add("from the rear", 4, rule!("flanking/rear-attackers")),
    }
}
