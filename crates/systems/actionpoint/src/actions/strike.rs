//! Strike, on one's own turn and as an opportunity attack (`primary-actions/strike`, `attack/*`, `opportunity-attacks/definition`).

use std::iter;
use std::ops::ControlFlow;

use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};

use super::{Found, How, lost, still_acts};
use crate::ActionPoint;
use crate::act::{Act, Action, Manual, Means, Strike};
use crate::fact::Fact;
use crate::ids::{refuse, rule};
use crate::rules::cover::{is_merely_unseen, open_to_blows};
use crate::rules::hands;
use crate::rules::hidden::is_hidden_from;
use crate::rules::numbers::{distance_m, present};
use crate::rules::reactions;
use crate::rules::results::{self, Attack};
use crate::rules::turns;
use crate::sheet::{Damage, DamageType, Hands, Weapon};
use crate::state::{Arm, Place, State};

/// Whether a Strike is possible, price aside; gives the means (`attack/weapon-attack`).
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn possible(
    state: &State,
    who: CreatureId,
    strike: &Strike,
    how: How,
) -> Result<Means, Refusal> {
    match how {
        How::Reaction => {
            return Err(refuse!(
                "actions-in-combat/primary-action",
                "a Strike is for {}'s own turn, or an opportunity attack",
                Figure::Creature(who)
            ));
        }
        How::Primary | How::Free | How::Opportunity => {}
    }
    target(state, who, strike.target)?;
    let weapon = hands::ready(state, who, strike.with)?;
    hands::grip(state, who, strike.with, strike.manual.grip)?;
    let means = means(strike, weapon)?;
    if how == How::Opportunity && !matches!(means, Means::Melee(_)) {
        return Err(refuse!(
            "opportunity-attacks/definition",
            "an opportunity attack is a melee Strike"
        ));
    }
    within(state, who, strike.target, weapon, means)?;
    is_loaded(state, means)?;
    results::can_choose(state, (who, means), strike.manual)?;
    has_type(&weapon.damage, strike.manual.kind)?;
    Ok(means)
}

/// Whether a creature can be attacked at all: any other one that is there and known (`attack/any-creature`, `conditions/hidden`).
///
/// # Errors
/// Why not.
pub(crate) fn target(state: &State, who: CreatureId, target: CreatureId) -> Result<(), Refusal> {
    if target == who || !present(state, target) {
        return Err(refuse!(
            "attack/any-creature",
            "an attack is aimed at another creature on the map"
        ));
    }
    if is_hidden_from(state, target, who) {
        return Err(refuse!(
            "conditions/hidden",
            "{} does not know where {} is",
            Figure::Creature(who),
            Figure::Creature(target)
        ));
    }
    Ok(())
}

/// How the weapon is used: in melee if it serves there and is not thrown (`attack/thrown-counts-as-ranged`).
fn means(strike: &Strike, weapon: &Weapon) -> Result<Means, Refusal> {
    let arm = strike.with;
    if strike.thrown {
        return match (weapon.thrown_m, arm) {
            (Some(_), Arm::Item(_)) => Ok(Means::Ranged(arm)),
            _ => Err(refuse!(
                "attack/thrown-counts-as-ranged",
                "that is no weapon to be thrown"
            )),
        };
    }
    Ok(if weapon.reach_m.is_some() {
        Means::Melee(arm)
    } else {
        Means::Ranged(arm)
    })
}

/// Whether the target is within reach or range, and not behind a wall from a blow (`attack/weapon-attack`, `attack/ranged-range`,
/// `space/line-of-sight`).
fn within(
    state: &State,
    who: CreatureId,
    target: CreatureId,
    weapon: &Weapon,
    means: Means,
) -> Result<(), Refusal> {
    let distance = distance_m(state, who, target);
    let melee = matches!(means, Means::Melee(_));
    let most = if melee {
        weapon.reach_m
    } else {
        weapon.range_m.or(weapon.thrown_m)
    };
    let most = most.unwrap_or_default();
    if distance > most {
        return Err(refuse!(
            "attack/illegal-target",
            "{} is {} away; that goes {}",
            Figure::Creature(target),
            Figure::Metres(i32::from(distance)),
            Figure::Metres(i32::from(most))
        ));
    }
    if melee {
        open_to_blows(state, who, target)?;
    }
    if !melee && is_merely_unseen(state, who, target) {
        return Err(refuse!(
            "space/line-of-sight",
            "{} is out of sight",
            Figure::Creature(target)
        ));
    }
    Ok(())
}

fn is_loaded(state: &State, means: Means) -> Result<(), Refusal> {
    let Means::Ranged(Arm::Item(item)) = means else {
        return Ok(());
    };
    match state.item(item).unloaded {
        0 => Ok(()),
        1 => Err(refuse!(
            "equipment/weapon-data",
            "{} has to be loaded first",
            Figure::Thing(item.0)
        )),
        times => Err(refuse!(
            "equipment/weapon-data",
            "{} has to be loaded first: {} times",
            Figure::Thing(item.0),
            Figure::Number(i32::from(times))
        )),
    }
}

/// Whether the damage of a weapon or a spell has the type that is picked (`damage-types/every-source-has-one`).
///
/// # Errors
/// That it has not.
pub(crate) fn has_type(damage: &[Damage], picked: Option<DamageType>) -> Result<(), Refusal> {
    let Some(kind) = picked else {
        return Ok(());
    };
    let first = damage.first();
    if first.is_some_and(|damage| damage.types.contains(&kind)) {
        return Ok(());
    }
    Err(refuse!(
        "damage-types/every-source-has-one",
        "that does no {} damage",
        Figure::Word(kind.name())
    ))
}

/// An opportunity attack is made on whoever has provoked it (`opportunity-attacks/only-foes-in-reach`).
///
/// # Errors
/// That it is aimed at somebody else.
pub(crate) fn at_foe(strike: &Strike, foe: CreatureId) -> Result<(), Refusal> {
    if strike.target == foe {
        return Ok(());
    }
    Err(refuse!(
        "opportunity-attacks/only-foes-in-reach",
        "it is {} that exposes itself",
        Figure::Creature(foe)
    ))
}

/// A Strike, and whether its maker had feinted against the target when it was declared: the grip is changed, the target declares its
/// defence, both roll (`attacking-and-defending/steps`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn resolve(
    scene: &mut Scene<'_, ActionPoint>,
    who: CreatureId,
    strike: &Strike,
    (how, feint): (How, bool),
) -> Play {
    let means = match scene.known(|state| possible(state, who, strike, how)) {
        Ok(means) => means,
        Err(refusal) => {
            lost(scene, who, &Action::Strike(*strike), &refusal);
            return Ok(());
        }
    };
    regrip(scene, who, strike);
    let attack = Attack {
        by: who,
        on: strike.target,
        means,
        manual: strike.manual,
        opportunity: how == How::Opportunity,
        feint,
    };
    let defence = reactions::defence(scene, &attack)?;
    let still = scene
        .known(|state| still_acts(state, who).and_then(|()| possible(state, who, strike, how)));
    match still {
        Ok(_) if turns::is_over(scene.state()) => Ok(()),
        Ok(_) => {
            // An opportunity attack in the meantime may have been made with another grip.
            regrip(scene, who, strike);
            results::combat_roll(scene, attack, defence)
        }
        Err(refusal) => {
            lost(scene, who, &Action::Strike(*strike), &refusal);
            Ok(())
        }
    }
}

/// An action with the grip in which a versatile weapon is held when a Strike is declared, where none is said: an opportunity attack in
/// between may be made with another (`character-stats/hands`).
pub(crate) fn gripped(state: &State, action: &Action) -> Action {
    let Action::Strike(strike) = *action else {
        return *action;
    };
    let held = match strike.with {
        Arm::Item(item) if !strike.thrown && hands::is_versatile(state, item) => {
            match state.item(item).place {
                Place::Held(_, held) => Some(held),
                _ => None,
            }
        }
        _ => None,
    };
    let grip = strike.manual.grip.or(held);
    let manual = Manual {
        grip,
        ..strike.manual
    };
    Action::Strike(Strike { manual, ..strike })
}

/// The rules of a Strike that is declared.
pub(crate) fn cite(scene: &mut Scene<'_, ActionPoint>, strike: &Strike, how: How) {
    scene.cite_all(
        const {
            &[
                rule!("attack/weapon-attack"),
                rule!("what-is-an-attack/strike-is-common"),
                rule!("equipment/weapon-data"),
                rule!("space/reach"),
            ]
        },
    );
    match how {
        How::Opportunity => scene.cite(rule!("opportunity-attacks/definition")),
        _ => {
            scene.cite(rule!("quick-reference/icon-legend"));
            scene.cite(rule!("primary-actions/strike"));
            scene.cite(rule!("attack/active-attacks"));
        }
    }
    if strike.thrown {
        scene.cite(rule!("attack/thrown-counts-as-ranged"));
    }
}

/// The weapon is gripped as it is said; for a blow with the bare hand the second one comes off a versatile weapon
/// (`character-stats/hands`).
fn regrip(scene: &mut Scene<'_, ActionPoint>, who: CreatureId, strike: &Strike) {
    let weapon = scene.state().weapon(who, strike.with);
    if weapon.is_some_and(|weapon| weapon.unarmed) && matches!(strike.with, Arm::Natural(_)) {
        hands::free(scene, who, 1);
    }
    let (Arm::Item(item), Some(grip)) = (strike.with, strike.manual.grip) else {
        return;
    };
    let place = Place::Held(who, grip);
    if scene.state().item(item).place != place {
        scene.cite(rule!("character-stats/hands"));
        scene.emit(Fact::Item(item, place));
    }
}

/// Strikes that could be made: every weapon at every creature with each of its types of damage, thrown too, and a versatile one in both
/// grips.
pub(crate) fn candidates(
    state: &State,
    who: CreatureId,
    at: Option<CreatureId>,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    for with in hands::arms(state, who) {
        let Some(weapon) = state.weapon(who, with) else {
            continue;
        };
        let other_grip = other_grip(state, with, weapon);
        for target in state.creatures() {
            if target == who || at.is_some_and(|at| at != target) {
                continue;
            }
            for kind in kinds(&weapon.damage) {
                let manual = Manual {
                    kind,
                    ..Manual::default()
                };
                let strike = Strike {
                    target,
                    with,
                    thrown: false,
                    manual,
                };
                found(Act::Do(Action::Strike(strike)))?;
                if weapon.thrown_m.is_some() && weapon.reach_m.is_some() {
                    found(Act::Do(Action::Strike(Strike {
                        thrown: true,
                        ..strike
                    })))?;
                }
                if other_grip.is_some() {
                    let manual = Manual {
                        grip: other_grip,
                        ..manual
                    };
                    found(Act::Do(Action::Strike(Strike { manual, ..strike })))?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// The types of damage to pick from: the usual one, which need not be said, and the others (`damage-types/every-source-has-one`).
pub(crate) fn kinds(damage: &[Damage]) -> impl Iterator<Item = Option<DamageType>> + '_ {
    let first = damage.first();
    let others = first
        .into_iter()
        .flat_map(|damage| damage.types.iter().skip(1));
    iter::once(None).chain(others.copied().map(Some))
}

/// The other way to grip a versatile weapon.
fn other_grip(state: &State, with: Arm, weapon: &Weapon) -> Option<u8> {
    let Arm::Item(item) = with else { return None };
    match (weapon.hands, state.item(item).place) {
        (Hands::Versatile, Place::Held(_, 1)) => Some(2),
        (Hands::Versatile, Place::Held(..)) => Some(1),
        _ => None,
    }
}
