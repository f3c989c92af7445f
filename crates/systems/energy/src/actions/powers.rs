//! Using spells and abilities, and things that have a power (`gaps/spells`).

use std::ops::ControlFlow;

use affray_kernel::grid::{Cell, Space};
use affray_kernel::{CreatureId, Play, Refusal, Scene};

use super::Found;
use super::approach::Approaches;
use super::strike::{faced_from, free_to_attack};
use crate::Energy;
use crate::act::{Act, Action, Aim, Approach, Claim, Interrupt, Pay};
use crate::fact::Fact;
use crate::ids::refuse;
use crate::rules::conditions::stop_defending;
use crate::rules::powers::{self, aimed, attacks, usable, use_up};
use crate::rules::price::{Cost, afford};
use crate::sheet::{Power, Working};
use crate::state::{ItemId, Place, PowerId, State};

/// Whether a power can be used so, price aside.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn possible(
    state: &State,
    who: CreatureId,
    used: (PowerId, Aim),
    floor: bool,
) -> Result<(), Refusal> {
    possible_at(state, (who, state.body(who).at), used, floor)
}

/// As [`possible`], from another place without turning.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn possible_at(
    state: &State,
    (who, at): (CreatureId, Cell),
    (id, aim): (PowerId, Aim),
    floor: bool,
) -> Result<(), Refusal> {
    let power = usable(state, who, id)?;
    applies(state, (who, at), (power, aim), floor)
}

/// Whether what a power does can be done so, from that place.
fn applies(
    state: &State,
    (who, at): (CreatureId, Cell),
    (power, aim): (&Power, Aim),
    floor: bool,
) -> Result<(), Refusal> {
    if attacks(power) {
        free_to_attack(state, who)?;
        if let Aim::Creature(on) = aim {
            faced_from(state, (who, at), on, floor)?;
        }
    }
    aimed(state, (who, at), power, aim)?;
    if matches!(power.works, Working::Surge { .. }) {
        let target = match aim {
            Aim::Creature(on) => on,
            _ => who,
        };
        let body = state.body(target);
        if body.surges == 0 || body.aura >= state.sheet(target).aura_strength {
            return Err(refuse!(
                "aura/recovery-surges",
                "there is no Recovery Surge left, or no Aura to regain"
            ));
        }
    }
    Ok(())
}

/// Whether a thing that has a power can be used up so.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn consume_possible(
    state: &State,
    who: CreatureId,
    used: (ItemId, Aim),
    floor: bool,
) -> Result<(), Refusal> {
    consume_possible_at(state, (who, state.body(who).at), used, floor)
}

/// As [`consume_possible`], from another place without turning.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn consume_possible_at(
    state: &State,
    (who, at): (CreatureId, Cell),
    (item, aim): (ItemId, Aim),
    floor: bool,
) -> Result<(), Refusal> {
    let power = held_power(state, who, item)?;
    applies(state, (who, at), (state.power(power), aim), floor)
}

/// The power of a thing in somebody's hand.
///
/// # Errors
/// If it has none.
pub(crate) fn held_power(state: &State, who: CreatureId, item: ItemId) -> Result<PowerId, Refusal> {
    let none = refuse!(
        "gaps/spells",
        "it holds nothing of that kind that has a power"
    );
    let thing = state.items.get(usize::from(item.0)).ok_or(none)?;
    if thing.place != Place::Held(who) {
        return Err(none);
    }
    power_of(state, item).ok_or(none)
}

/// The power of a thing that is used up for it, if it has one.
pub(crate) fn power_of(state: &State, item: ItemId) -> Option<PowerId> {
    let kind = usize::from(state.item(item).kind);
    state.cast.consumables.get(kind).copied().flatten()
}

/// What it costs.
#[must_use]
pub(crate) fn cost(state: &State, id: PowerId) -> Cost {
    match state.cast.powers.get(usize::from(id.0)) {
        Some(power) => powers::cost(power),
        None => Cost::default(),
    }
}

/// Casting ends the benefit of Defend (`actions/defend-ends`).
pub(crate) fn cast(scene: &mut Scene<'_, Energy>, who: CreatureId, id: PowerId) {
    if scene.state().power(id).spell {
        stop_defending(scene, who);
    }
}

/// Does what a power that does not attack does.
///
/// # Errors
/// None today; the same as its callers.
pub(crate) fn work(
    scene: &mut Scene<'_, Energy>,
    who: CreatureId,
    (id, aim): (PowerId, Aim),
) -> Play {
    cast(scene, who, id);
    use_up(scene, who, id);
    powers::work(scene, who, id, aim);
    Ok(())
}

/// Uses a thing up.
///
/// # Errors
/// None today; the same as its callers.
pub(crate) fn consume(
    scene: &mut Scene<'_, Energy>,
    who: CreatureId,
    (item, aim): (ItemId, Aim),
) -> Play {
    let Ok(id) = held_power(scene.state(), who, item) else {
        return Ok(());
    };
    cast(scene, who, id);
    scene.emit(Fact::Item(item, Place::Nowhere));
    powers::work(scene, who, id, aim);
    Ok(())
}

/// What a power may be aimed at.
fn aims(state: &State, who: CreatureId, power: &Power) -> Vec<Aim> {
    match power.works {
        Working::Attack { .. } => state
            .creatures()
            .filter(|other| *other != who)
            .map(Aim::Creature)
            .collect(),
        Working::Surge { range_m: Some(_) } => state.creatures().map(Aim::Creature).collect(),
        Working::Zone { .. } => {
            let centres = state.creatures().map(|other| state.body(other).at);
            centres.map(Aim::Place).collect()
        }
        _ => vec![Aim::Oneself],
    }
}

/// How near its user has to be to what a power is aimed at.
pub(crate) fn range_m(power: &Power) -> Option<i16> {
    match power.works {
        Working::Attack { range_m, .. } => Some(range_m.max(1)),
        Working::Surge { range_m } => range_m.map(|range| range.max(1)),
        Working::Zone { range_m, .. } => Some(range_m),
        _ => None,
    }
}

/// Every power of a creature, and of the things in its hands that have one, on everything, by the shortest approach that there is to what is
/// out of its range.
pub(crate) fn candidates(
    state: &State,
    approaches: &Approaches<'_>,
    legal: &mut Found<'_>,
) -> ControlFlow<()> {
    let who = approaches.who();
    let own = state.sheet(who).powers.iter().map(|number| {
        let id = PowerId(*number);
        (None, id)
    });
    let held = state.held(who).filter_map(|(item, _)| {
        let id = held_power(state, who, item).ok()?;
        Some((Some(item), id))
    });
    for (item, id) in own.chain(held) {
        let power = state.power(id);
        for aim in aims(state, who, power) {
            let plain = match item {
                Some(item) => Action::Consume(item, aim),
                None => Action::Use(id, aim),
            };
            let action = by_approach(state, approaches, (plain, aim), range_m(power));
            let pay = Pay::PLAIN;
            legal(Act::Do(Claim { action, pay }))?;
        }
    }
    ControlFlow::Continue(())
}

/// An action that is aimed so, with the Agile Moves that bring its aim into range where it is not.
pub(crate) fn by_approach(
    state: &State,
    approaches: &Approaches<'_>,
    (plain, aim): (Action, Aim),
    range_m: Option<i16>,
) -> Action {
    let there = match aim {
        Aim::Creature(on) => Some(state.space(on)),
        Aim::Place(at) => Some(Space::cell(at)),
        Aim::Oneself => None,
    };
    let moves = there
        .zip(range_m)
        .map_or_else(Approach::new, |(there, range)| {
            let energy = super::cost(state, approaches.who(), &plain).energy;
            approaches.within(there, range, energy)
        });
    if moves.is_empty() {
        plain
    } else {
        Action::Moving(Box::new(plain), moves)
    }
}

/// Whether a creature has a power to use that takes no Energy and is no Immediate Interrupt, and can pay what else it takes.
#[must_use]
pub(crate) fn takes_no_energy(state: &State, who: CreatureId) -> bool {
    let floor = state.doings.is_empty();
    let last_too = Pay {
        collapse: true,
        ..Pay::PLAIN
    };
    let works = |id| {
        let mut aims = aims(state, who, state.power(id)).into_iter();
        aims.any(|aim| possible(state, who, (id, aim), floor).is_ok())
            && afford(state, who, cost(state, id), last_too).is_ok()
    };
    let mut ids = state.sheet(who).powers.iter().copied().map(PowerId);
    ids.any(|id| {
        let power = state.power(id);
        power.energy == 0 && !power.interrupt && usable(state, who, id).is_ok() && works(id)
    })
}

/// Powers that are Immediate Interrupts.
pub(crate) fn interrupt_candidates(
    state: &State,
    who: CreatureId,
    legal: &mut Found<'_>,
) -> ControlFlow<()> {
    for number in &state.sheet(who).powers {
        let id = PowerId(*number);
        let power = state.power(id);
        if !power.interrupt {
            continue;
        }
        for aim in aims(state, who, power) {
            legal(Act::Interrupt(Interrupt::Use(id, aim, Pay::PLAIN)))?;
        }
    }
    ControlFlow::Continue(())
}
