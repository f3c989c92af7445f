//! Spell resistance, lowered for a friend's help (`actions/lower-spell-resistance`).

use affray_kernel::CreatureId;

use super::items::is_in_need;
use super::{legal, magic, targets};
use crate::act::Act;
use crate::rules::flanking::presses;
use crate::rules::numbers::{able, enemies, feet_between};
use crate::state::State;

/// Lowers spell resistance for a friend who has help prepared, unless an enemy presses, and raises it again once no more help is to come.
pub(super) fn act(state: &State, who: CreatureId) -> Option<Act> {
    if state.sheet(who).spell_resistance <= 0 {
        return None;
    }
    let pressed = || targets(state, who).any(|enemy| presses(state, enemy, who));
    let awaits_help = is_about_to_be_helped(state, who);
    let act = match (state.body(who).resistance_lowered, awaits_help) {
        (false, true) if !pressed() => Act::LowerResistance,
        (true, false) => Act::RaiseResistance,
        _ => return None,
    };
    legal(state, who, &act).then_some(act)
}

/// Whether a friend has a spell prepared that does what is needed, and would walk so far to bring it.
fn is_about_to_be_helped(state: &State, who: CreatureId) -> bool {
    let helps = |friend: CreatureId| {
        let prepared = state.body(friend).prepared;
        prepared.is_some_and(|prepared| {
            magic::helps_at(state, prepared.spell, feet_between(state, friend, who))
                && is_in_need(state, who, &state.spell(prepared.spell).effect)
        })
    };
    state.creatures().any(|friend| {
        friend != who && !enemies(state, who, friend) && able(state, friend) && helps(friend)
    })
}
