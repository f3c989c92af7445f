//! What actions cost, what is reserved for them, and what is really spent (`actions/must-afford`, `stamina/*`, `incomplete/*`).

use affray_kernel::{CreatureId, Figure, Refusal, Scene};

use super::numbers::swap_limit;
use crate::Energy;
use crate::act::{Action, Pay};
use crate::fact::{Fact, Price};
use crate::ids::{refuse, rule};
use crate::sheet::Changes;
use crate::state::{Condition, State};

/// The price of an action as its rule states it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Cost {
    /// Energy.
    pub(crate) energy: i16,
    /// Stamina besides.
    pub(crate) stamina: i16,
    /// Agility.
    pub(crate) agility: i16,
}

impl Cost {
    /// So much Energy and nothing else.
    pub(crate) const fn energy(energy: i16) -> Self {
        Self {
            energy,
            stamina: 0,
            agility: 0,
        }
    }
}

/// Energy that is not reserved for anything (`incomplete/spent-as-results-occur`).
#[inline]
pub(crate) fn free_energy(state: &State, who: CreatureId) -> i16 {
    state.body(who).energy - reserved(state, who).energy
}

/// What a creature's actions in progress have reserved.
fn reserved(state: &State, who: CreatureId) -> Price {
    let mut sum = Price::default();
    for doing in state.doings.iter().filter(|doing| doing.who == who) {
        sum.energy += doing.energy;
        sum.swaps += doing.swaps;
        sum.stamina += doing.stamina;
        sum.agility += doing.agility;
    }
    sum
}

/// How many points of Stamina may still stand in for Energy this Round, by the rules alone.
pub(crate) fn free_swaps(state: &State, who: CreatureId) -> i16 {
    if no_stamina(state, who).is_err() {
        return 0;
    }
    let limit =
        swap_limit(state, who) - i16::from(state.body(who).swaps) - reserved(state, who).swaps;
    limit.min(free_stamina(state, who)).max(0)
}

/// As [`free_swaps`], as an action is paid with them (`stamina/stamina-for-energy-abilities`).
#[must_use]
pub(crate) fn most_swaps(state: &State, who: CreatureId) -> u8 {
    u8::try_from(free_swaps(state, who)).unwrap_or(u8::MAX)
}

/// All ways to pay, Energy alone first, then with ever more Stamina in its place (`stamina/stamina-for-energy`).
pub(crate) fn ways_to_pay(state: &State, who: CreatureId) -> impl Iterator<Item = Pay> + use<> {
    (0..=most_swaps(state, who)).map(Pay::pushed)
}

fn free_stamina(state: &State, who: CreatureId) -> i16 {
    let reserved = reserved(state, who);
    state.body(who).stamina - reserved.stamina - reserved.swaps
}

/// Whether Stamina may be spent at all (`conditions/shaken`, `conditions/exhausted`).
///
/// # Errors
/// The condition that forbids it.
pub(crate) fn no_stamina(state: &State, who: CreatureId) -> Result<(), Refusal> {
    if state.has(who, Condition::Shaken) {
        return Err(refuse!(
            "conditions/shaken",
            "the Shaken may not spend Stamina"
        ));
    }
    if state.has(who, Condition::Exhausted) {
        return Err(refuse!(
            "conditions/exhausted",
            "the Exhausted may not spend Stamina"
        ));
    }
    Ok(())
}

/// Whether the Stamina that an action in progress has reserved may be spent no more: it is spent as results occur, and the creature may
/// have become Shaken or Exhausted or lost it since (`incomplete/spent-as-results-occur`).
#[must_use]
pub(crate) fn stamina_is_barred(state: &State, who: CreatureId) -> bool {
    reserved_stamina(state, who).is_err()
}

/// Whether all Stamina that an action in progress has reserved may be spent.
fn reserved_stamina(state: &State, who: CreatureId) -> Result<(), Refusal> {
    let doing = state.doing(who);
    spendable(
        state,
        who,
        doing.map_or(0, |doing| doing.swaps + doing.stamina),
    )
}

/// As [`stamina_is_barred`], of what stands in for Energy alone: whatever was to come on top of it is left out first.
#[must_use]
pub(crate) fn swaps_are_barred(state: &State, who: CreatureId) -> bool {
    let swaps = state.doing(who).map_or(0, |doing| doing.swaps);
    spendable(state, who, swaps).is_err()
}

/// Whether so much Stamina of what was reserved may still be spent and is still there; a point that has become the last, only if that was
/// said (`incomplete/spent-as-results-occur`, `stamina/spending-the-last-point`).
fn spendable(state: &State, who: CreatureId, points: i16) -> Result<(), Refusal> {
    if points == 0 {
        return Ok(());
    }
    no_stamina(state, who)?;
    if points > state.body(who).stamina {
        return Err(refuse!(
            "actions/must-afford",
            "the Stamina for it has been lost"
        ));
    }
    let confirmed = state.doing(who).is_some_and(|doing| doing.collapse);
    if points == state.body(who).stamina && !confirmed {
        return Err(refuse!(
            "stamina/spending-the-last-point",
            "what was reserved is all the Stamina that is left"
        ));
    }
    Ok(())
}

/// Says what bars the Stamina that was reserved, if something does.
pub(crate) fn cite_barred(scene: &mut Scene<'_, Energy>, who: CreatureId) {
    if let Err(refusal) = reserved_stamina(scene.state(), who) {
        scene.cite(refusal.rule);
        scene.cite(rule!("incomplete/spent-as-results-occur"));
    }
}

/// Whether the action in progress can still be paid for with what was reserved for it; what was to strengthen an attack can be left out.
///
/// # Errors
/// What may not be spent any more.
pub(crate) fn still_payable(state: &State, who: CreatureId) -> Result<(), Refusal> {
    let Some(doing) = state.doing(who) else {
        return Ok(());
    };
    if doing.agility > 0 {
        agility_at_all(state, who)?;
    }
    let needed = match &doing.action {
        Action::Attack(strike) if strike.boost.is_some() => doing.swaps,
        _ => doing.swaps + doing.stamina,
    };
    spendable(state, who, needed)
}

/// What a creature has to spend for that cost when it pays so.
///
/// # Errors
/// What it lacks.
pub(crate) fn afford(
    state: &State,
    who: CreatureId,
    cost: Cost,
    pay: Pay,
) -> Result<Price, Refusal> {
    let swaps = i16::from(pay.stamina);
    let limit =
        swap_limit(state, who) - i16::from(state.body(who).swaps) - reserved(state, who).swaps;
    if swaps > limit.max(0) {
        return Err(refuse!(
            "stamina/stamina-for-energy",
            "{} Stamina in place of Energy, and no more than {} may be this Round",
            Figure::Number(i32::from(swaps)),
            Figure::Number(i32::from(limit.max(0)))
        ));
    }
    if swaps > cost.energy {
        return Err(refuse!(
            "stamina/stamina-for-energy",
            "Stamina takes the place of Energy only as far as the price goes: {}",
            Figure::Number(i32::from(cost.energy))
        ));
    }
    let energy = cost.energy - swaps;
    let have = free_energy(state, who);
    if energy > have {
        return Err(refuse!(
            "actions/must-afford",
            "it costs {} Energy, and {} are left",
            Figure::Number(i32::from(energy)),
            Figure::Number(i32::from(have.max(0)))
        ));
    }
    stamina(state, who, swaps + cost.stamina, pay)?;
    agility(state, who, cost.agility)?;
    Ok(Price {
        energy,
        swaps,
        stamina: cost.stamina,
        agility: cost.agility,
        collapse: pay.collapse && swaps + cost.stamina > 0,
    })
}

/// Whether so much Stamina can be spent (`stamina/spending-the-last-point`).
fn stamina(state: &State, who: CreatureId, points: i16, pay: Pay) -> Result<(), Refusal> {
    if points == 0 {
        return Ok(());
    }
    no_stamina(state, who)?;
    let have = free_stamina(state, who);
    if points > have {
        return Err(refuse!(
            "actions/must-afford",
            "it costs {} Stamina, and {} are left",
            Figure::Number(i32::from(points)),
            Figure::Number(i32::from(have.max(0)))
        ));
    }
    if points == have && !pay.collapse {
        return Err(refuse!(
            "stamina/spending-the-last-point",
            "that is the last point of Stamina; say `even to collapse`"
        ));
    }
    Ok(())
}

/// Whether Agility may be spent at all (`conditions/slowed`).
fn agility_at_all(state: &State, who: CreatureId) -> Result<(), Refusal> {
    if state.has(who, Condition::Slowed) {
        return Err(refuse!(
            "conditions/slowed",
            "the Slowed may not use Agility"
        ));
    }
    Ok(())
}

/// Whether so much Agility can be spent (`agility/uses`, `conditions/slowed`).
pub(crate) fn agility(state: &State, who: CreatureId, points: i16) -> Result<(), Refusal> {
    if points == 0 {
        return Ok(());
    }
    agility_at_all(state, who)?;
    agility_left(state, who, points)
}

/// Whether there is so much Agility, Slowed or not (`agility/uses`).
pub(crate) fn agility_left(state: &State, who: CreatureId, points: i16) -> Result<(), Refusal> {
    let have = state.body(who).agility - reserved(state, who).agility;
    if points > have {
        return Err(refuse!(
            "agility/uses",
            "it costs {} Agility, and {} are left",
            Figure::Number(i32::from(points)),
            Figure::Number(i32::from(have.max(0)))
        ));
    }
    Ok(())
}

/// So much of the price of the action in progress is really spent: Energy before the Stamina in its place
/// (`stamina/stamina-for-energy`).
pub(crate) fn spend_reserved(scene: &mut Scene<'_, Energy>, who: CreatureId, points: i16) {
    let Some(doing) = scene.state().doing(who) else {
        return;
    };
    let energy = points.min(doing.energy);
    let swaps = if swaps_are_barred(scene.state(), who) {
        0
    } else {
        (points - energy).min(doing.swaps)
    };
    if energy + swaps == 0 {
        return;
    }
    let price = Price {
        energy,
        swaps,
        ..Price::default()
    };
    pay(scene, who, price, true);
}

/// A price is paid, by the rules behind what it consists of (`stamina/purpose`, `agility/purpose`).
fn pay(scene: &mut Scene<'_, Energy>, who: CreatureId, price: Price, reserved: bool) {
    if price.swaps > 0 {
        scene.cite(rule!("stamina/stamina-for-energy"));
        if scene.state().sheet(who).named(Changes::StaminaForEnergy) != 0 {
            scene.cite(rule!("stamina/stamina-for-energy-abilities"));
            scene.cite(rule!("gaps/combat-styles"));
        }
    }
    if price.swaps + price.stamina > 0 {
        scene.cite(rule!("stamina/purpose"));
    }
    if price.agility > 0 {
        scene.cite(rule!("agility/purpose"));
        scene.cite(rule!("agility/uses"));
    }
    if price.energy + price.swaps > 0 {
        scene.cite(rule!("actions/movement-actions"));
    }
    scene.emit(Fact::Spends(who, price, reserved));
}

/// All Agility that was reserved is spent, if it may be (`actions/shift`, `agility/uses`).
pub(crate) fn spend_reserved_agility(scene: &mut Scene<'_, Energy>, who: CreatureId) {
    let agility = scene.state().doing(who).map_or(0, |doing| doing.agility);
    if agility > 0 && agility_at_all(scene.state(), who).is_ok() {
        let price = Price {
            agility,
            ..Price::default()
        };
        pay(scene, who, price, true);
    }
}

/// So much of the Stamina that was reserved besides is spent, if it may be.
pub(crate) fn spend_reserved_stamina(scene: &mut Scene<'_, Energy>, who: CreatureId, points: i16) {
    let reserved = scene.state().doing(who).map_or(0, |doing| doing.stamina);
    let stamina = points.min(reserved);
    if stamina > 0 && !stamina_is_barred(scene.state(), who) {
        let price = Price {
            stamina,
            ..Price::default()
        };
        pay(scene, who, price, true);
    }
}

/// The whole rest of what is reserved is spent.
pub(crate) fn spend_all_reserved(scene: &mut Scene<'_, Energy>, who: CreatureId) {
    let Some(doing) = scene.state().doing(who) else {
        return;
    };
    let (points, stamina) = (doing.energy + doing.swaps, doing.stamina);
    spend_reserved(scene, who, points);
    spend_reserved_stamina(scene, who, stamina);
    spend_reserved_agility(scene, who);
}

/// A price that is paid on the spot: that of an Immediate Interrupt.
pub(crate) fn spend(scene: &mut Scene<'_, Energy>, who: CreatureId, price: Price) {
    if price != Price::default() {
        pay(scene, who, price, false);
    }
}

/// What an action that ends before its time costs at least: 1, and as much as Agile Moves were made on it; what Agility alone pays for, as
/// a Shift, all of it (`incomplete/minimum-one`, `actions/agile-move-credit`).
pub(crate) fn spend_minimum(scene: &mut Scene<'_, Energy>, who: CreatureId) {
    let Some(doing) = scene.state().doing(who) else {
        return;
    };
    if doing.agility > 0 && doing.energy + doing.swaps + doing.paid == 0 {
        scene.cite(rule!("incomplete/minimum-one"));
        spend_reserved_agility(scene, who);
        return;
    }
    let due = doing.borrowed.max(1) - doing.paid;
    if due > 0 && doing.energy + doing.swaps > 0 {
        scene.cite(rule!("incomplete/minimum-one"));
        spend_reserved(scene, who, due);
    }
}
