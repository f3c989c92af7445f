//! Who bleeds when the combat is over and can still be helped: as long as that is so, those who are able may act (`rounds/rest-outside`,
//! `death/stabilized`).

use affray_kernel::CreatureId;

use super::numbers::{able, present};
use super::powers::usable;
use super::price::no_stamina;
use super::rounds::decided;
use crate::actions::powers::power_of;
use crate::sheet::{Power, Working};
use crate::state::{Phase, Place, PowerId, State};

/// The side whose open floor is kept after the combat, because somebody of it bleeds whom one of its own can still give Aura
/// (`rounds/rest-outside`): the side that has won, or that of whoever has woken first where none has.
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

/// Whether somebody is able to give another Aura, or itself: by a power that is not used up, or by a thing that it has or that lies about.
fn can_help(state: &State, by: CreatureId, who: CreatureId) -> bool {
    let own = state.sheet(by).powers.iter().map(|number| PowerId(*number));
    let own = own.filter_map(|id| usable(state, by, id).ok());
    let at_hand = |place: Place| match place {
        Place::Ground(..) => true,
        place => place.bearer() == Some(by),
    };
    let things = state
        .all_items()
        .filter(|(_, item)| at_hand(item.place))
        .filter_map(|(id, _)| power_of(state, id))
        .map(|id| state.power(id));
    able(state, by)
        && own
            .chain(things)
            .any(|power| helps(state, by, power, by == who))
}

/// Whether that power gives Aura, and its user can pay for it at all: to others, or only to `oneself`.
fn helps(state: &State, by: CreatureId, power: &Power, oneself: bool) -> bool {
    let reaches = match power.works {
        Working::Surge { range_m } => oneself || range_m.is_some(),
        _ => false,
    };
    reaches && (power.stamina == 0 || no_stamina(state, by).is_ok())
}
