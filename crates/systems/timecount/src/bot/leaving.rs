//! Running away, and giving up where no way leads out (`time-count/end`).

use affray_kernel::CreatureId;
use affray_kernel::grid::Cell;

use super::{arming, legal, magic, surviving, targets, wellness};
use crate::act::Act;
use crate::actions::moving;
use crate::rules::numbers::{able, enemies, tireless};
use crate::rules::rates::speed_ft;
use crate::sheet::Attribute;
use crate::state::{Pace, State};

/// So badly off, whoever is alone against many has lost; and nobody who is counts among the many.
const NEARLY_DEAD: i32 = 25;
/// So many are many: whoever presses one of them has others around it.
const MANY: usize = 3;
/// What has no more wits than that, spiders and slimes, fights on.
const WITLESS: i16 = -5;
/// What has more wits than that, and hands, takes prisoners.
const DULL: i16 = -3;

/// Leaves a fight that is lost.
pub(super) fn act(state: &State, who: CreatureId) -> Option<Act> {
    if !has_lost(state, who) {
        return None;
    }
    if legal(state, who, &Act::Flee) {
        return Some(Act::Flee);
    }
    way_out(state, who).or_else(|| {
        let spared =
            targets(state, who).all(|enemy| !able(state, enemy) || is_person(state, enemy));
        let gives_up = spared
            && is_person(state, who)
            && surviving::act(state, who).is_none()
            && magic::cast(state, who).is_none();
        gives_up.then_some(Act::Surrender)
    })
}

/// Whoever walks already goes on where that leads out as well, and does not walk into the enemy.
pub(super) fn goes_on(state: &State, who: CreatureId, path: &[Cell], act: &Act) -> Act {
    let leads_out = path.last().is_some_and(|end| is_way_out(state, who, *end));
    match act {
        Act::Move { .. } if leads_out => Act::GoOn(false),
        _ => Act::BreakOff,
    }
}

/// Whether somebody who can think is nearly dead and alone against many.
fn has_lost(state: &State, who: CreatureId) -> bool {
    let is_friend = |other: CreatureId| other != who && !enemies(state, who, other);
    wellness(state, who) < NEARLY_DEAD
        && !tireless(state, who)
        && state.attribute(who, Attribute::Intelligence) > WITLESS
        && !state
            .creatures()
            .any(|one| is_friend(one) && able(state, one))
        && targets(state, who)
            .filter(|enemy| able(state, *enemy) && wellness(state, *enemy) >= NEARLY_DEAD)
            .count()
            >= MANY
}

/// To the nearest edge of the map, where nobody shoots and nobody is faster.
fn way_out(state: &State, who: CreatureId) -> Option<Act> {
    let catches = |enemy: CreatureId| {
        able(state, enemy)
            && (speed_ft(state, enemy) > speed_ft(state, who)
                || arming::shooter(state, enemy).is_some())
    };
    if targets(state, who).any(catches) {
        return None;
    }
    let is_border = |cell| is_way_out(state, who, cell);
    let path = moving::shortest(state, who, state.space(who).at, is_border)?;
    let act = Act::Move {
        pace: Pace::Base,
        path: Box::new([path.places.last().copied()?]),
    };
    legal(state, who, &act).then_some(act)
}

/// Whether somebody could leave the fight from a place.
fn is_way_out(state: &State, who: CreatureId, cell: Cell) -> bool {
    state.cast.map.at_border(state.space(who).moved_to(cell))
}

fn is_person(state: &State, who: CreatureId) -> bool {
    let sheet = state.sheet(who);
    sheet.hands > 0
        && !sheet.traits.natural_weapons
        && state.attribute(who, Attribute::Intelligence) > DULL
}
