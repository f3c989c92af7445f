//! Attacks as acts: whether one is possible, and which are (`attack/procedure`, `segments/legality`).

use std::ops::ControlFlow;

use affray_kernel::grid::{Cell, line_of_effect, line_of_sight};
use affray_kernel::{Arm, CreatureId, Figure, Refusal};

use super::steps::{self, Steps};
use crate::act::{Location, Strike, With};
use crate::ids::refuse;
use crate::rules::cover::cover;
use crate::rules::numbers::{
    active, enemies, engaged_at, is_melee, melee_range_yd, present, settled, unnoticed, usable,
    usage, weapons, yards,
};
use crate::rules::{ambush, called_shots, ranged, segments};
use crate::sheet::PowerClass;
use crate::state::{Cover, PowerId, Segment, State};

/// Whether an attack is possible as an item of the segment.
///
/// # Errors
/// The first rule against it.
pub(crate) fn check(
    state: &State,
    by: CreatureId,
    strike: &Strike,
    segment: Segment,
) -> Result<(), Refusal> {
    knows(state, by, strike.target)?;
    let at = match strike.step {
        Some(to) => {
            steps::check(state, by, to, (strike.with, segment))?;
            settled(state, by, to)
        }
        None => state.body(by).at,
    };
    affordable(state, by, strike, segment)?;
    aim(state, by, strike, at)?;
    not_the_mounts(state, by, strike.with)?;
    segments::check(state, by, (strike, at), segment)
}

/// Whether an attack is none of the mount's.
///
/// # Errors
/// If it is.
pub(super) fn not_the_mounts(state: &State, by: CreatureId, with: With) -> Result<(), Refusal> {
    if matches!(with, With::Melee(arm) if state.weapon(by, arm).is_some_and(|weapon| weapon.mounted))
    {
        return Err(refuse!(
            "initiative-skills/trample",
            "only Trample uses the mount's attacks"
        ));
    }
    Ok(())
}

/// Whether a creature knows where its target is. Whether a hidden one is in reach would tell where it is; one strikes into a space where it
/// may be (`ambush/concealment`).
///
/// # Errors
/// If the target is hidden from it.
pub(super) fn knows(state: &State, by: CreatureId, on: CreatureId) -> Result<(), Refusal> {
    if !unnoticed(state, by, on) {
        return Ok(());
    }
    Err(refuse!(
        "ambush/concealment",
        "{} does not know where {} is: say into which space the attack goes",
        Figure::Creature(by),
        Figure::Creature(on)
    ))
}

/// Whether the pool pays for an attack (`actions/usage-time`, `multiform-segment/longer-than-a-round`).
fn affordable(
    state: &State,
    by: CreatureId,
    strike: &Strike,
    segment: Segment,
) -> Result<(), Refusal> {
    let (usage, left) = (usage(state, by, strike.with), state.body(by).actions);
    let paid = prepared(state, by, strike);
    let balance = usage - paid;
    if paid > 0 && segment != Segment::Multiform {
        return Err(refuse!(
            "multiform-segment/longer-than-a-round",
            "what is left to pay of it ({}) is paid in the {} segment",
            Figure::Number(balance.into()),
            Figure::Word(Segment::Multiform.name())
        ));
    }
    if balance <= left {
        return Ok(());
    }
    let longer = usage > state.sheet(by).actions || paid > 0;
    let carries_over = longer && segments::carries_over(state, by, strike.with);
    if carries_over && segment != Segment::Multiform {
        return Err(refuse!(
            "multiform-segment/longer-than-a-round",
            "it takes {} actions, and is prepared in the {} segment",
            Figure::Number(usage.into()),
            Figure::Word(Segment::Multiform.name())
        ));
    }
    if carries_over && left > 0 {
        return Ok(());
    }
    if longer && !carries_over {
        return Err(refuse!(
            "multiform-segment/longer-than-a-round",
            "it takes {} actions, more than the {} of a round",
            Figure::Number(usage.into()),
            Figure::Number(state.sheet(by).actions.into())
        ));
    }
    Err(refuse!(
        "actions/usage-time",
        "it takes more actions ({}) than are left ({})",
        Figure::Number(usage.into()),
        Figure::Number(left.into())
    ))
}

/// Actions already paid for an attack that takes longer than a round.
#[must_use]
pub(crate) fn prepared(state: &State, by: CreatureId, strike: &Strike) -> i16 {
    let charging = state.body(by).charging.as_deref();
    charging
        .filter(|charging| {
            charging.strike.with == strike.with && charging.strike.target == strike.target
        })
        .map_or(0, |charging| charging.paid)
}

/// Whether an attack can be aimed at its target from a place: weapon, skill, range, sight, location.
///
/// # Errors
/// The first rule against it.
pub(crate) fn aim(state: &State, by: CreatureId, strike: &Strike, at: Cell) -> Result<(), Refusal> {
    let on = strike.target;
    if by == on || !present(state, on) {
        return Err(refuse!(
            "attack/procedure",
            "{} cannot be attacked",
            Figure::Creature(on)
        ));
    }
    means(state, by, strike.with, at)?;
    if is_melee(state, strike.with) {
        in_reach(state, by, strike, at)?;
    } else {
        in_range(state, by, strike, at)?;
    }
    called_shots::check(state, by, strike)
}

/// Whether a creature has what it wants to attack with, and the skill.
///
/// # Errors
/// The first rule against it.
pub(super) fn means(state: &State, by: CreatureId, with: With, at: Cell) -> Result<(), Refusal> {
    let (skill, kind) = match with {
        With::Melee(arm) => {
            usable(state, by, arm)?;
            let weapon = state.weapon(by, arm);
            let Some(weapon) = weapon.filter(|weapon| weapon.melee.is_some()) else {
                return Err(refuse!(
                    "attack/skill-and-weapon-decide-type",
                    "it is not used hand to hand"
                ));
            };
            (weapon.skill, Some(weapon.kind))
        }
        With::Ranged(arm) => {
            usable(state, by, arm)?;
            let weapon = state.weapon(by, arm);
            let Some((weapon, shot)) = weapon.and_then(|weapon| Some((weapon, weapon.ranged?)))
            else {
                return Err(refuse!(
                    "attack/skill-and-weapon-decide-type",
                    "it is neither shot nor thrown"
                ));
            };
            ready(state, arm)?;
            if shot.no_melee && engaged_at(state, by, at) {
                return Err(refuse!(
                    "ranged/not-usable-in-melee",
                    "it cannot be used while {} is engaged",
                    Figure::Creature(by)
                ));
            }
            (shot.skill.unwrap_or(weapon.skill), Some(weapon.kind))
        }
        With::Power(power) => {
            if !state.sheet(by).powers.contains(&power.0) || !state.power(power).is_attack() {
                return Err(refuse!(
                    "other-melee/skill-list",
                    "there is no such attack on the sheet"
                ));
            }
            let power = state.power(power);
            (power.skill, power.kind())
        }
    };
    if state.score(by, skill).is_none() {
        return Err(refuse!(
            "check/missing-score",
            "the skill for it is not on the sheet"
        ));
    }
    if kind.is_some_and(|kind| !state.cast.damage_types[kind as usize]) {
        return Err(refuse!(
            "passive/damage-types",
            "this setting does not use that kind of damage"
        ));
    }
    Ok(())
}

/// Whether a weapon is loaded and has something to shoot (`ranged/ammunition`).
fn ready(state: &State, arm: Arm) -> Result<(), Refusal> {
    let Arm::Item(item) = arm else {
        return Ok(());
    };
    let reload = state
        .kind(item)
        .weapon()
        .and_then(|weapon| weapon.ranged)
        .map_or(0, |ranged| ranged.reload);
    if reload > 0 && !state.item(item).loaded {
        return Err(refuse!(
            "ranged/ammunition",
            "the {} is not loaded",
            Figure::Thing(item.0)
        ));
    }
    if state.item(item).left == Some(0) {
        return Err(refuse!(
            "ranged/ammunition",
            "there is nothing left to shoot with the {}",
            Figure::Thing(item.0)
        ));
    }
    Ok(())
}

fn in_reach(state: &State, by: CreatureId, strike: &Strike, at: Cell) -> Result<(), Refusal> {
    let (from, to) = (state.space_at(by, at), state.space(strike.target));
    let (distance, reach) = (
        yards(state, from, to),
        melee_range_yd(state, by, strike.with),
    );
    if distance > reach {
        return Err(refuse!(
            "engagement/melee-range",
            "{} is {} away, beyond the reach of {}",
            Figure::Creature(strike.target),
            Figure::Yards(distance.into()),
            Figure::Yards(reach.into())
        ));
    }
    if !line_of_effect(&state.terrain(), from, to) {
        return Err(refuse!("ranged/line-of-sight", "a wall is in the way"));
    }
    Ok(())
}

fn in_range(state: &State, by: CreatureId, strike: &Strike, at: Cell) -> Result<(), Refusal> {
    let on = strike.target;
    let (from, to) = (state.space_at(by, at), state.space(on));
    let distance = yards(state, from, to);
    if let (_, Some(most)) = ranged::ranges(state, by, strike.with)
        && distance > most
    {
        return Err(refuse!(
            "ranged/no-maximum",
            "{} is {} away, beyond the most of {}",
            Figure::Creature(on),
            Figure::Yards(distance.into()),
            Figure::Yards(most.into())
        ));
    }
    let terrain = state.terrain();
    if !line_of_effect(&terrain, from, to) || !line_of_sight(&terrain, from, to) {
        return Err(refuse!(
            "ranged/line-of-sight",
            "no straight line leads to {}",
            Figure::Creature(on)
        ));
    }
    if cover(state, from, on) == Cover::Total {
        return Err(refuse!(
            "modifiers/cover",
            "{} is wholly covered",
            Figure::Creature(on)
        ));
    }
    Ok(())
}

/// Everything that a creature could attack with, possible or not at this moment.
pub(crate) fn means_of(state: &State, by: CreatureId) -> impl Iterator<Item = With> + '_ {
    let held = weapons(state, by)
        .filter(|(_, weapon)| !weapon.mounted)
        .flat_map(|(arm, weapon)| {
            let melee = weapon.melee.map(|_| With::Melee(arm));
            let shot = weapon.ranged.map(|_| With::Ranged(arm));
            melee.into_iter().chain(shot)
        });
    let powers = state.sheet(by).powers.iter().map(|power| PowerId(*power));
    held.chain(
        powers
            .filter(|power| state.power(*power).class != PowerClass::Utility)
            .map(With::Power),
    )
}

/// Enemies that can be attacked and that a creature knows of: those hidden from it give it no occasion (`ambush/concealment`).
pub(crate) fn targets(state: &State, by: CreatureId) -> impl Iterator<Item = CreatureId> + '_ {
    state.creatures().filter(move |on| {
        enemies(state, by, *on) && present(state, *on) && !unnoticed(state, by, *on)
    })
}

/// Those of them that still fight: nobody else is an occasion for a segment (`round/applicable-segment`).
fn opponents(state: &State, by: CreatureId) -> impl Iterator<Item = CreatureId> + '_ {
    targets(state, by).filter(move |on| active(state, *on))
}

/// Attacks without a called shot that are possible in a segment: from where one stands, or else by a combat step.
pub(crate) fn plain(
    state: &State,
    by: CreatureId,
    segment: Segment,
    found: &mut dyn FnMut(Strike) -> ControlFlow<()>,
) -> ControlFlow<()> {
    plain_on(state, by, (targets(state, by), segment), found)
}

fn plain_on(
    state: &State,
    by: CreatureId,
    (targets, segment): (impl Iterator<Item = CreatureId>, Segment),
    found: &mut dyn FnMut(Strike) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let steps = Steps::of(state, by, segment);
    for on in targets {
        for with in means_of(state, by) {
            let strike = Strike {
                target: on,
                with,
                location: Location::Torso,
                step: None,
                kill_shot: false,
            };
            match check(state, by, &strike, segment) {
                Ok(()) => found(strike)?,
                Err(refusal) => steps.attacks(&strike, &refusal, found)?,
            }
        }
    }
    ControlFlow::Continue(())
}

/// Called shots that are possible where a plain attack is: nothing else can forbid them than what is aimed at.
pub(crate) fn called(
    state: &State,
    by: CreatureId,
    plain: &Strike,
    segment: Segment,
    found: &mut dyn FnMut(Strike) -> ControlFlow<()>,
) -> ControlFlow<()> {
    shots(state, *plain)
        .filter(|shot| may_be_called(state, by, shot, segment))
        .try_for_each(found)
}

/// Whether a called shot is possible where the plain attack is.
pub(crate) fn may_be_called(
    state: &State,
    by: CreatureId,
    shot: &Strike,
    segment: Segment,
) -> bool {
    let possible = called_shots::check(state, by, shot).is_ok();
    debug_assert_eq!(possible, check(state, by, shot, segment).is_ok());
    possible
}

/// The called shots that could be made of a plain attack, the one that is to kill last.
pub(crate) fn shots(state: &State, plain: Strike) -> impl Iterator<Item = Strike> + '_ {
    let on = plain.target;
    let parts = state.sheet(on).parts.len();
    let parts = (0..parts).map(|part| Location::Part(part as u8));
    let items = state.held(on).map(|(item, _)| Location::Item(item));
    let places = parts
        .chain([Location::Vitals, Location::Vulnerability])
        .chain(items);
    let kill = Strike {
        kill_shot: true,
        ..plain
    };
    places
        .map(move |location| Strike { location, ..plain })
        .chain([kill])
}

/// Whether any attack is possible in a segment (`stances/auto-hold`).
#[must_use]
pub(crate) fn any(state: &State, by: CreatureId, segment: Segment) -> bool {
    plain(state, by, segment, &mut |_| ControlFlow::Break(())).is_break()
}

/// Whether any attack is possible in a segment on somebody who still fights (`segments/selection-commits`).
#[must_use]
pub(crate) fn any_on_opponents(state: &State, by: CreatureId, segment: Segment) -> bool {
    let opponents = (opponents(state, by), segment);
    plain_on(state, by, opponents, &mut |_| ControlFlow::Break(())).is_break()
}

/// Whether a creature could attack somebody out of an ambush, from where it lies or by a combat step.
#[must_use]
pub(crate) fn any_from_ambush(state: &State, by: CreatureId, on: CreatureId) -> bool {
    any_of_from_ambush(state, by, on, means_of(state, by))
}

/// The same with one of such means.
#[must_use]
pub(crate) fn any_of_from_ambush(
    state: &State,
    by: CreatureId,
    on: CreatureId,
    mut means: impl Iterator<Item = With>,
) -> bool {
    let steps = Steps::of(state, by, Segment::Ambush);
    means.any(|with| {
        let strike = Strike {
            target: on,
            with,
            location: Location::Torso,
            step: None,
            kill_shot: false,
        };
        ambush::capable(state, by, with).is_ok()
            && usage(state, by, with) <= state.body(by).actions
            && match aim(state, by, &strike, state.body(by).at) {
                Ok(()) => true,
                Err(refusal) => steps.reach(&strike, &refusal),
            }
    })
}

/// The most attacks that a creature's pool could pay for out of an ambush (`ambush/only-reactors-act`).
#[must_use]
pub(crate) fn most_from_ambush(state: &State, by: CreatureId) -> usize {
    let cheapest = means_of(state, by)
        .filter(|with| ambush::capable(state, by, *with).is_ok())
        .map(|with| usage(state, by, with))
        .min();
    let actions = state.body(by).actions.max(0);
    cheapest.map_or(0, |usage| (actions / usage.max(1)) as usize)
}

#[cfg(test)]
mod tests {
    use affray_kernel::System;
    use affray_kernel::content::Source;
    use affray_trial::files;

    use super::*;
    use crate::Segments;
    use crate::ids::rule;
    use crate::state::Charging;

    #[test]
    fn the_rest_of_what_is_carried_over_is_paid_in_multiform() {
        let mut library = files::library::<Segments>();
        let chant = "[[power]]\nname = 'chant'\nclass = 'mental'\nusage = 2\ndamage = '1d4'\nrange_yd = 20\ncarry_over = true\n";
        library.push(Source::new("more-powers.toml", chant));
        let text = "[start]\nround = 2\nsegment = 'ranged'\n\
            [[creature]]\nname = 'alda'\nside = 'a'\nat = [1, 1]\nactions = 1\nattacks = { chant = 12 }\npowers = ['chant']\n\
            [[creature]]\nname = 'durn'\nside = 'b'\nat = [9, 1]\n";
        let fight = Source::new("fight.toml", format!("system = 'segment'\n{text}"));
        let setup = Segments::compose(&fight, &library).unwrap_or_else(|found| panic!("{found}"));
        let mut state = Segments::set_up(&setup).expect("a fight");
        let alda = CreatureId(0);
        let strike = Strike {
            target: CreatureId(1),
            with: With::Power(PowerId(0)),
            location: Location::Torso,
            step: None,
            kill_shot: false,
        };
        let refused = |state: &State, segment| {
            let refusal = check(state, alda, &strike, segment).err();
            refusal.map(|refusal| refusal.rule)
        };
        let longer = Some(rule!("multiform-segment/longer-than-a-round"));
        assert_eq!(
            refused(&state, Segment::Ranged),
            longer,
            "it is begun there"
        );
        assert_eq!(refused(&state, Segment::Multiform), None);
        state.bodies[0].charging = Some(Box::new(Charging { strike, paid: 1 }));
        assert_eq!(refused(&state, Segment::Ranged), longer);
        assert_eq!(refused(&state, Segment::Multiform), None);
    }
}
