//! Immediate Interrupts: which are possible at a moment (`interrupts/list`).

use std::ops::ControlFlow;

use affray_kernel::condition::Held;
use affray_kernel::{CreatureId, Refusal};

use super::{Found, agile_move, maneuver, powers, strike};
use crate::act::{Interrupt, Pay, Step, Strike};
use crate::ids::refuse;
use crate::rules::numbers::{enemies, longest_reach, metres_between, present, within_reach};
use crate::rules::price::{self, free_energy, free_swaps};
use crate::rules::swift::{self, During, lays_open};
use crate::sheet::Working;
use crate::state::{Condition, PowerId, State};
use crate::volley::interrupt_cost;
use crate::windows::target_of;

/// Whether an interrupt is possible at a moment.
///
/// # Errors
/// The rule against it.
pub(crate) fn possible(
    state: &State,
    who: CreatureId,
    interrupt: &Interrupt,
    during: During,
) -> Result<(), Refusal> {
    let floor = during.is_none();
    match interrupt {
        Interrupt::AgileMove(to) => return agile_move::possible(state, who, *to),
        Interrupt::Strike(given, _) => {
            strike::possible(state, who, given, floor)?;
            unaided(given.approach.is_empty())?;
            let in_melee = !strike::is_ranged(state, who, given);
            if in_melee {
                strike::reached(state, who, given.target, given.with)?;
            }
            let with = in_melee.then_some(given.with);
            swift::allowed(state, who, given.target, with, during)?;
        }
        Interrupt::Maneuver(given, _) => {
            maneuver::possible(state, who, given, floor)?;
            unaided(given.approach.is_empty())?;
            strike::reached(state, who, given.target, given.with)?;
            swift::allowed(state, who, given.target, Some(given.with), during)?;
        }
        Interrupt::Use(id, aim, _) => {
            powers::possible(state, who, (*id, *aim), floor)?;
            if !state.power(*id).interrupt {
                return Err(refuse!(
                    "interrupts/list",
                    "that power is no Immediate Interrupt"
                ));
            }
        }
    }
    let (cost, pay) = interrupt_cost(state, who, interrupt);
    if matches!(interrupt, Interrupt::Use(id, ..) if shakes_slowness(state, *id)) {
        // The Agility that frees from being Slowed may be spent although one is.
        can_be_shaken(state, who)?;
        price::agility_left(state, who, cost.agility)?;
        return price::afford(state, who, price::Cost { agility: 0, ..cost }, pay).map(|_| ());
    }
    price::afford(state, who, cost, pay).map(|_| ())
}

fn shakes_slowness(state: &State, id: PowerId) -> bool {
    matches!(
        state.power(id).works,
        Working::Shake {
            condition: Condition::Slowed
        }
    )
}

/// Whether nothing that cannot be removed by itself makes a creature Slowed (`conditions/daughter-conditions`).
fn can_be_shaken(state: &State, who: CreatureId) -> Result<(), Refusal> {
    let imposed = |held: &Held<Condition>| held.kind == Condition::Slowed && held.parent.is_some();
    if state.conditions.on(who).any(imposed) {
        return Err(refuse!(
            "conditions/daughter-conditions",
            "what Slows it is part of another condition and ends only with that"
        ));
    }
    Ok(())
}

/// An interrupt cannot be made while making another (`interrupts/no-nesting`).
fn unaided(alone: bool) -> Result<(), Refusal> {
    if alone {
        return Ok(());
    }
    Err(refuse!(
        "interrupts/no-nesting",
        "no Agile Moves go with a Swift Attack"
    ))
}

/// Agile Moves, Swift Attacks and powers that are interrupts.
pub(crate) fn candidates(
    state: &State,
    who: CreatureId,
    during: During,
    legal: &mut Found<'_>,
) -> ControlFlow<()> {
    agile_move::candidates(state, who, legal)?;
    if !state.body(who).swift {
        for target in targets(state, who, during) {
            strike::swift_candidates(state, who, target, legal)?;
        }
        for target in targets(state, who, during) {
            maneuver::swift_candidates(state, who, target, legal)?;
        }
    }
    powers::interrupt_candidates(state, who, legal)
}

/// Those at whom a creature may want to strike swiftly: its enemies, and whoever attacks it at that moment, friend or not
/// (`unguarded/meaning`, `swift/targets`).
fn targets(
    state: &State,
    who: CreatureId,
    during: During,
) -> impl Iterator<Item = CreatureId> + '_ {
    let attacker = during
        .map(|(actor, _)| actor)
        .filter(|actor| target_of(state, *actor) == Some(who));
    state
        .creatures()
        .filter(move |other| enemies(state, who, *other) || attacker == Some(*other))
        .filter(move |other| present(state, *other))
}

/// Whether a creature could make any interrupt at a moment.
#[must_use]
pub(crate) fn has_any(state: &State, who: CreatureId, during: During) -> bool {
    could_move(state, who) || could_strike(state, who, during) || could_use(state, who, during)
}

fn could_move(state: &State, who: CreatureId) -> bool {
    price::agility(state, who, 1).is_ok()
        && agile_move::credits(state, who) > 0
        && crate::rules::occupied::steps(state, who)
            .any(|to| agile_move::possible(state, who, to).is_ok())
}

/// Whether a creature could make a Swift Attack at a moment.
fn could_strike(state: &State, who: CreatureId, during: During) -> bool {
    could_strike_so(state, who, during, |_| true)
}

/// Whether a mover could make one in melee on somebody whom it comes past; what is shot or thrown can be so before and after.
pub(crate) fn could_strike_in_passing(state: &State, who: CreatureId, step: Step) -> bool {
    let in_melee = |given: &Strike| !strike::is_ranged(state, who, given);
    could_strike_so(state, who, Some((who, step)), in_melee)
}

fn could_strike_so(
    state: &State,
    who: CreatureId,
    during: During,
    so: impl Fn(&Strike) -> bool,
) -> bool {
    if state.body(who).swift || free_energy(state, who) + free_swaps(state, who) < 1 {
        return false;
    }
    let at_hand = |target: CreatureId| {
        lays_open(state, who, target) || {
            let reach = longest_reach(state, who);
            during.is_some_and(|(actor, _)| actor == target)
                && within_reach(state, metres_between(state, who, target), reach)
        }
    };
    targets(state, who, during)
        .filter(|target| at_hand(*target))
        .any(|target| {
            let mut strikes = strike::strikes(state, who, target).filter(&so);
            strikes.any(|given| {
                payable(
                    state,
                    who,
                    &|pay| Interrupt::Strike(given.clone(), pay),
                    during,
                )
            })
        })
}

/// Whether an interrupt is possible with Energy alone, or with Stamina in its place, be it the last (`swift/cost`,
/// `stamina/spending-the-last-point`).
fn payable(
    state: &State,
    who: CreatureId,
    given: &dyn Fn(Pay) -> Interrupt,
    during: During,
) -> bool {
    let even_to_collapse = |pay| Pay {
        collapse: true,
        ..pay
    };
    price::ways_to_pay(state, who)
        .map(even_to_collapse)
        .any(|pay| possible(state, who, &given(pay), during).is_ok())
}

fn could_use(state: &State, who: CreatureId, during: During) -> bool {
    could_use_one(state, who, during, |_| true)
}

/// Whether a creature in the middle of its action could shake off that it is Slowed.
pub(crate) fn could_speed_up(state: &State, who: CreatureId) -> bool {
    let during = Some((who, Step::Metre));
    state.has(who, Condition::Slowed)
        && could_use_one(state, who, during, |id| shakes_slowness(state, id))
}

fn could_use_one(
    state: &State,
    who: CreatureId,
    during: During,
    which: impl Fn(PowerId) -> bool,
) -> bool {
    let mut found = false;
    let _ = powers::interrupt_candidates(state, who, &mut |act| {
        let crate::act::Act::Interrupt(Interrupt::Use(id, aim, _)) = act else {
            return ControlFlow::Continue(());
        };
        found = which(id) && payable(state, who, &|pay| Interrupt::Use(id, aim, pay), during);
        if found {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    found
}
