//! What is kept summed up, because it is asked for all the time: how far everybody reaches.

use affray_kernel::CreatureId;

use super::rules::numbers::{melee_weapons, usable};
use super::sheet::PowerClass;
use super::state::{PowerId, State};

/// Sums everything up anew.
pub fn sum_up(state: &mut State) {
    state.reaches = vec![0; state.bodies.len()];
    for who in state.creatures() {
        reach(state, who);
    }
}

/// Sums up how far a creature reaches (`engagement/threat-zone`).
pub(super) fn reach(state: &mut State, who: CreatureId) {
    let yards = reached(state, who);
    if let Some(place) = state.reaches.get_mut(who.index()) {
        *place = yards;
    }
}

/// How far a creature reaches with its best melee attack, with a weapon or by magic, of a kind that the setting uses; 0 without any
/// (`passive/damage-types`).
pub(super) fn reached(state: &State, who: CreatureId) -> i16 {
    let sheet = state.sheet(who);
    let own = sheet.size.reach_yd() + sheet.reach_bonus;
    let with_weapons = melee_weapons(state, who)
        .filter(|(arm, weapon)| {
            usable(state, who, *arm).is_ok()
                && state.score(who, weapon.skill).is_some()
                && state.cast.damage_types[weapon.kind as usize]
        })
        .filter_map(|(_, weapon)| weapon.melee.map(|melee| own + melee.reach));
    let by_touch = touches(state, who).then_some(own);
    with_weapons.chain(by_touch).max().unwrap_or(0)
}

/// Whether a creature can attack by melee magic (`other-melee/threat-zone`).
fn touches(state: &State, who: CreatureId) -> bool {
    let powers = state.sheet(who).powers.iter();
    let mut powers = powers.map(|power| state.power(PowerId(*power)));
    powers.any(|power| {
        power.class == PowerClass::MeleeMagic
            && state.score(who, power.skill).is_some()
            && power
                .kind()
                .is_none_or(|kind| state.cast.damage_types[kind as usize])
    })
}
