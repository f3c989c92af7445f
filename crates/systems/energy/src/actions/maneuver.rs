//! Combat Maneuvers as actions (`maneuvers/definition`).

use std::ops::ControlFlow;

use affray_kernel::{CreatureId, Figure, Refusal};

use super::Found;
use super::approach::Approaches;
use super::strike::{approach, faced, faced_at_the_end, free_to_attack, targets, usable};
use crate::act::{Act, Action, Approach, Attempt, Claim, Interrupt, Maneuver, Pay};
use crate::ids::refuse;
use crate::rules::facing::faces_one_at;
use crate::rules::maneuvers::{can_be_disarmed, is_light, own_rule};
use crate::rules::numbers::{defenseless, is_unarmed, melee_arms, present};
use crate::rules::price::Cost;
use crate::sheet::Class;
use crate::state::{Condition, State};

/// Whether a maneuver is possible, price and Reach aside.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn possible(
    state: &State,
    who: CreatureId,
    attempt: &Attempt,
    floor: bool,
) -> Result<(), Refusal> {
    let Attempt {
        maneuver,
        target,
        with,
        ..
    } = *attempt;
    free_to_attack(state, who)?;
    let weapon = usable(state, who, with)?;
    if !weapon.melee {
        return Err(refuse!(
            "maneuvers/definition",
            "a Combat Maneuver is a melee attack"
        ));
    }
    if target == who || !present(state, target) || state.sheet(target).traits.object {
        return Err(refuse!(
            "maneuvers/definition",
            "there is nobody to try it on"
        ));
    }
    faced(state, who, target, floor)?;
    faced_at_the_end(state, who, target, (&attempt.approach, floor))?;
    size(state, who, attempt)?;
    approach(state, who, &attempt.approach)?;
    match maneuver {
        Maneuver::Trip => Ok(()),
        Maneuver::Disarm(_) => disarms(state, who, attempt),
        Maneuver::Restrain | Maneuver::Push => bare(state, who, attempt),
    }?;
    if maneuver == Maneuver::Restrain
        && state
            .conditions
            .on(target)
            .any(|held| held.kind == Condition::Restrained && held.toward == Some(who))
    {
        return Err(refuse!(
            "maneuvers/restrain",
            "{} is already held",
            Figure::Creature(target)
        ));
    }
    Ok(())
}

/// Restrain and Push are made with the body (`maneuvers/restrain`, `maneuvers/push`).
fn bare(state: &State, who: CreatureId, attempt: &Attempt) -> Result<(), Refusal> {
    if is_unarmed(state, who, attempt.with) {
        return Ok(());
    }
    let rule = own_rule(attempt.maneuver);
    Err(Refusal::new(rule, "it is an Unarmed attack"))
}

/// How big the target may be (`maneuvers/trip-size`, `maneuvers/restrain-size`, `maneuvers/push-size`).
fn size(state: &State, who: CreatureId, attempt: &Attempt) -> Result<(), Refusal> {
    let (own, other) = (state.sheet(who).size, state.sheet(attempt.target).size);
    let larger = other.rank() - own.rank();
    let target = Figure::Creature(attempt.target);
    match attempt.maneuver {
        Maneuver::Trip if larger > 1 => Err(refuse!(
            "maneuvers/trip-size",
            "{} is {} size categories larger; one is the most",
            target,
            Figure::Number(i32::from(larger))
        )),
        Maneuver::Restrain if larger > 0 => Err(refuse!(
            "maneuvers/restrain-size",
            "{} is of a larger size category",
            target
        )),
        Maneuver::Push if larger > 0 => Err(refuse!(
            "maneuvers/push-size",
            "{} is of a larger size category",
            target
        )),
        _ => Ok(()),
    }
}

/// Who is to be disarmed must face the attacker, where the Agile Moves declared with it lead, and hold the weapon; Light weapons do not
/// disarm Heavy ones (`maneuvers/disarm`, `maneuvers/disarm-light-heavy`, `actions/attack-with-approach`).
fn disarms(state: &State, who: CreatureId, attempt: &Attempt) -> Result<(), Refusal> {
    let Maneuver::Disarm(item) = attempt.maneuver else {
        return Ok(());
    };
    let target = attempt.target;
    if usize::from(item.0) >= state.items.len() || !can_be_disarmed(state, target, item) {
        return Err(refuse!(
            "maneuvers/disarm",
            "{} holds no such weapon",
            Figure::Creature(target)
        ));
    }
    let end = attempt.approach.last().copied();
    if !faces_one_at(state, target, who, end.unwrap_or(state.body(who).at)) {
        return Err(refuse!(
            "maneuvers/disarm",
            "{} does not face whoever tries it",
            Figure::Creature(target)
        ));
    }
    let heavy = state
        .kind(item)
        .weapon()
        .is_some_and(|weapon| weapon.class == Class::Heavy);
    if heavy && is_light(state, who, attempt.with) {
        return Err(refuse!(
            "maneuvers/disarm-light-heavy",
            "{} is Heavy",
            Figure::Thing(item.0)
        ));
    }
    Ok(())
}

/// What a maneuver costs (`maneuvers/definition`).
#[must_use]
pub(crate) fn cost(state: &State, who: CreatureId, attempt: &Attempt, swift: bool) -> Cost {
    let energy = if swift || defenseless(state, attempt.target, who) {
        1
    } else if is_unarmed(state, who, attempt.with) {
        2
    } else {
        3
    };
    Cost::energy(energy)
}

/// Maneuvers that may be possible on a target.
pub(crate) fn attempts(
    state: &State,
    who: CreatureId,
    target: CreatureId,
) -> impl Iterator<Item = Attempt> + '_ {
    let attempt = move |maneuver, with| Attempt {
        maneuver,
        target,
        with,
        approach: Approach::new(),
    };
    let body = state.unarmed(who);
    let trips = melee_arms(state, who).map(move |arm| attempt(Maneuver::Trip, arm));
    let disarms = state.held(target).flat_map(move |(item, _)| {
        melee_arms(state, who).map(move |arm| attempt(Maneuver::Disarm(item), arm))
    });
    let bare = [Maneuver::Restrain, Maneuver::Push];
    trips.chain(disarms).chain(
        bare.into_iter()
            .map(move |maneuver| attempt(maneuver, body)),
    )
}

/// Every maneuver on every enemy, on those out of Reach by the shortest approach that there is.
pub(crate) fn candidates(
    state: &State,
    approaches: &Approaches<'_>,
    legal: &mut Found<'_>,
) -> ControlFlow<()> {
    let who = approaches.who();
    for target in targets(state, who) {
        for mut attempt in attempts(state, who, target) {
            let energy = cost(state, who, &attempt, false).energy;
            attempt.approach = approaches.to(target, attempt.with, energy);
            legal(Act::Do(Claim {
                action: Action::Maneuver(attempt),
                pay: Pay::PLAIN,
            }))?;
        }
    }
    ControlFlow::Continue(())
}

/// Every maneuver on somebody as a Swift Attack.
pub(crate) fn swift_candidates(
    state: &State,
    who: CreatureId,
    target: CreatureId,
    legal: &mut Found<'_>,
) -> ControlFlow<()> {
    for attempt in attempts(state, who, target) {
        legal(Act::Interrupt(Interrupt::Maneuver(attempt, Pay::PLAIN)))?;
    }
    ControlFlow::Continue(())
}
