//! Spell resistance, lowered for a friend's help (`actions/lower-spell-resistance`).

use affray_kernel::CreatureId;

use super::items::is_in_need;
use super::{legal, magic, targets};
use crate::act::Act;
use crate::rules::flanking::presses;
use crate::rules::numbers::{able, enemies, feet_between};
use crate::state::{Body, SpellId, State, Underway};

/// Lowers spell resistance for a friend who has help prepared or prepares it, unless an enemy presses, and raises it again once no more help
/// is to come.
pub(super) fn act(state: &State, who: CreatureId) -> Option<Act> {
    if state.sheet(who).spell_resistance <= 0 {
        return None;
    }
    let awaits_help = is_about_to_be_helped(state, who);
    let act = match (state.body(who).resistance_lowered, awaits_help) {
        (false, true) if !is_pressed(state, who) => Act::LowerResistance,
        (true, false) => Act::RaiseResistance,
        _ => return None,
    };
    legal(state, who, &act).then_some(act)
}

fn is_pressed(state: &State, who: CreatureId) -> bool {
    targets(state, who).any(|enemy| presses(state, enemy, who))
}

/// Whether a creature can lower its spell resistance on this count or the next, and will as help is about to come: that is not spent on it
/// before.
pub(super) fn may_lower_soon(state: &State, on: CreatureId) -> bool {
    let body = state.body(on);
    let resists = state.sheet(on).spell_resistance > 0 && !body.resistance_lowered;
    let is_at_leisure = matches!(body.underway, Underway::Nothing | Underway::Wait(_));
    resists
        && is_at_leisure
        && body.next <= state.clock.count + 1
        && able(state, on)
        && !is_pressed(state, on)
        && is_about_to_be_helped(state, on)
}

/// The spell that a creature has prepared, or prepares.
fn in_preparation(body: &Body) -> Option<SpellId> {
    match body.underway {
        Underway::Prepare { spell, .. } => Some(spell),
        _ => body.prepared.map(|prepared| prepared.spell),
    }
}

/// Whether a friend has a spell that does what is needed, prepared or in preparation, and would walk so far to bring it.
fn is_about_to_be_helped(state: &State, who: CreatureId) -> bool {
    let helps = |friend: CreatureId| {
        in_preparation(state.body(friend)).is_some_and(|spell| {
            magic::helps_at(state, spell, feet_between(state, friend, who))
                && is_in_need(state, who, &state.spell(spell).effect)
        })
    };
    state.creatures().any(|friend| {
        friend != who && !enemies(state, who, friend) && able(state, friend) && helps(friend)
    })
}
