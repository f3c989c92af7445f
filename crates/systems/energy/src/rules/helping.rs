//! Who bleeds when the combat is over and can still be helped: as long as that is so, those who are able may act (`rounds/rest-outside`,
//! `death/stabilized`).

use affray_kernel::CreatureId;

use super::numbers::{able, present};
use super::powers::usable;
use super::price::no_stamina;
use super::rounds::{decided, grant};
use crate::actions::powers::power_of;
use crate::sheet::{Power, Working};
use crate::state::{Item, ItemId, Phase, Place, PowerId, State};

/// The side whose open floor is kept after the combat, because somebody of it bleeds whom one of its own can still give Aura
/// (`rounds/rest-outside`): the side that has won, or where none has, the only one that has anybody awake.
#[must_use]
pub(crate) fn side_that_helps(state: &State) -> Option<u8> {
    let Phase::Aftermath(winner) = state.clock.phase else {
        return None;
    };
    let side = winner.or_else(|| decided(state).flatten())?;
    let helped = |who| {
        state.sheet(who).side == side
            && bleeds(state, who)
            && state
                .creatures()
                .any(|other| state.sheet(other).side == side && can_help(state, other, who))
    };
    state.creatures().any(helped).then_some(side)
}

/// Whether a creature bleeds out and has a Recovery Surge left that would bring it Aura.
fn bleeds(state: &State, who: CreatureId) -> bool {
    let body = state.body(who);
    body.bleeding
        && present(state, who)
        && body.surges > 0
        && body.aura < state.sheet(who).aura_strength
}

/// Whether somebody is able to give another Aura, or itself, now or in a Round that comes: by a power that is not used up, or by a thing that
/// it has or that lies about.
fn can_help(state: &State, by: CreatureId, who: CreatureId) -> bool {
    let has_energy = state.body(by).energy > 0 || grant(state, by) > 0;
    able(state, by)
        && has_energy
        && (has_power(state, by, by == who) || has_thing(state, by, by == who))
}

/// Whether it has a power that gives Aura, and the Stamina for it.
fn has_power(state: &State, by: CreatureId, oneself: bool) -> bool {
    let stamina = state.body(by).stamina;
    let powers = state.sheet(by).powers.iter().map(|number| PowerId(*number));
    powers
        .filter_map(|id| usable(state, by, id).ok())
        .filter(|power| power.stamina == 0 || no_stamina(state, by).is_ok())
        .any(|power| i16::from(power.stamina) <= stamina && helps(power, oneself))
}

/// Whether it has a thing that gives Aura, or one lies about, and hands to take it into; a thing that is used up takes no Stamina.
fn has_thing(state: &State, by: CreatureId, oneself: bool) -> bool {
    let has_hands = |id| state.kind(id).hands().max(1) <= state.sheet(by).hands;
    let at_hand = |(id, item): &(ItemId, &Item)| match item.place {
        Place::Held(bearer) => bearer == by,
        Place::Carried(bearer) => bearer == by && has_hands(*id),
        Place::Ground(..) => has_hands(*id),
        Place::Worn(_) | Place::Nowhere => false,
    };
    state
        .all_items()
        .filter(at_hand)
        .filter_map(|(id, _)| power_of(state, id))
        .any(|id| helps(state.power(id), oneself))
}

/// Whether that power gives Aura: to others, or only to `oneself`.
fn helps(power: &Power, oneself: bool) -> bool {
    match power.works {
        Working::Surge { range_m } => oneself || range_m.is_some(),
        _ => false,
    }
}
