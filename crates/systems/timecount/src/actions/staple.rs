//! Staple, and getting free (`special-actions/staple`, `special-actions/staple-escape`).

use affray_kernel::grid::{Corners, Heading, can_step};
use affray_kernel::modifier::Tally;
use affray_kernel::{CreatureId, Figure, Frozen, Play, Refusal, Scene};

use super::attack::{self, usable};
use super::special::{self, Hurt};
use crate::TimeCount;
use crate::act::{Extra, Strike};
use crate::fact::{self, Fact};
use crate::ids::{refuse, rule};
use crate::rules::attack::{Attempt, Fine, Moment, Term, roll};
use crate::rules::checks::{self, Check};
use crate::rules::effects::{Effect, Thrown};
use crate::rules::hands::{can_grip, free_hands};
use crate::rules::numbers::feet_between;
use crate::rules::speed::Delay;
use crate::sheet::{Attribute, DamageType, Defense, Flight, Skill};
use crate::state::{Arm, Place, Stapled, State};

fn strike(state: &State, who: CreatureId, target: CreatureId, with: Arm) -> Strike {
    let strike = Strike {
        kind: Some(DamageType::Piercing),
        ..Strike::plain(target, with)
    };
    attack::within_its_range(state, who, strike)
}

/// Whether a Staple is possible: a piercing weapon that can stick, and a wall behind the target.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim(
    state: &State,
    who: CreatureId,
    target: CreatureId,
    with: Arm,
) -> Result<attack::Plan, Refusal> {
    let weapon = usable(state, who, with)?;
    if !weapon.types.contains(&DamageType::Piercing) || !matches!(with, Arm::Item(_)) {
        return Err(refuse!(
            "special-actions/staple",
            "that takes a piercing weapon"
        ));
    }
    let plan = attack::aim(state, who, &strike(state, who, target, with))?;
    if state.body(target).stapled.is_some() {
        return Err(refuse!(
            "special-actions/staple",
            "{} is pinned already",
            Figure::Creature(target)
        ));
    }
    if !wall_behind(state, who, target) {
        return Err(refuse!(
            "special-actions/staple",
            "there is no wall behind {}",
            Figure::Creature(target)
        ));
    }
    Ok(plan)
}

/// Whether a wall or solid obstacle borders the target's space on the side away from the attacker.
fn wall_behind(state: &State, who: CreatureId, target: CreatureId) -> bool {
    let shape = state.grid().shape;
    let space = state.space(target);
    let Some((x, y)) =
        Heading::side_toward(shape, state.space(who), space).and_then(|away| away.step(shape))
    else {
        return false;
    };
    let (map, land) = (&state.cast.map, state.terrain());
    space.cells(shape).any(|cell| {
        let next = cell.offset(x, y, 0);
        let outside = !space.contains(shape, next);
        let single = affray_kernel::grid::Space::new(cell, 1, 1);
        outside && map.contains(next) && !can_step(&land, single, next, Corners::Squeeze)
    })
}

/// The attack roll of a Staple.
pub(crate) fn attempt(
    who: CreatureId,
    target: CreatureId,
    with: Arm,
    plan: attack::Plan,
) -> Attempt {
    let what = fact::Attempt::Staple;
    let mut attempt = special::special(who, target, what, Term::Weapon(with), Defense::Celerity);
    attempt.ranged = plan.ranged;
    attempt.fine = Fine::Total;
    attempt
        .own
        .add("Staple", -4, rule!("special-actions/staple"));
    attempt
}

/// Rolls the attempt: the target is pinned until the weapon is out.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn throw(
    scene: &mut Frozen<'_, '_, TimeCount>,
    who: CreatureId,
    (target, with): (CreatureId, Arm),
    moment: Moment<'_>,
) -> Play<Thrown> {
    let mut thrown = Thrown::by(who);
    let Ok(plan) = aim(scene.state(), who, target, with) else {
        return Ok(thrown);
    };
    let attempt = attempt(who, target, with, plan);
    let outcome = roll(scene, &attempt, moment)?;
    special::came(&mut thrown, &attempt, outcome);
    let stays = outcome.verdict.hits() && sticks(scene.state(), who, with).is_some();
    if plan.ranged && !stays {
        let state = scene.state();
        let strike = strike(state, who, target, with);
        attack::leave_the_hand(state, who, &strike, &mut thrown);
    }
    if !outcome.verdict.hits() {
        return Ok(thrown);
    }
    thrown.cite(scene, rule!("special-actions/staple"));
    let mut body = false;
    if outcome.great(5) {
        special::great(
            scene,
            &mut thrown,
            rule!("special-actions/staple-great-success"),
        );
        body = special::takes(scene, who, target, Extra::PinBody)?;
    }
    if body {
        let hurt = Hurt {
            attribute: Attribute::Dexterity,
            kind: DamageType::Piercing,
            ..Hurt::by_strength(target)
        };
        special::hurts(scene, &mut thrown, who, hurt);
    }
    let state = scene.state();
    let stapled = Stapled {
        item: sticks(state, who, with),
        dc: i16::try_from(outcome.total).unwrap_or(i16::MAX),
        body,
    };
    thrown.push(Effect::Staple(target, stapled, state.body(target).at));
    Ok(thrown)
}

/// The item that leaves the hand: a melee or thrown weapon; a missile weapon pins with its ammunition.
fn sticks(state: &State, who: CreatureId, with: Arm) -> Option<crate::state::ItemId> {
    let Arm::Item(item) = with else { return None };
    let stays = state.weapon(who, with).is_some_and(|weapon| {
        !weapon.melee
            && weapon
                .ranged
                .is_none_or(|ranged| ranged.flight != Flight::Thrown)
    });
    (!stays).then_some(item)
}

/// The weapon's Speed Factor, one class slower.
pub(crate) fn delay(state: &State, who: CreatureId, with: Arm) -> Delay {
    let mut delay = attack::delay(state, who, with);
    delay
        .steps
        .add("Staple", 1, rule!("special-actions/staple"));
    delay
}

/// Whether somebody can be freed: oneself by either skill, a neighbour by Athletics and with a free hand.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim_escape(
    state: &State,
    who: CreatureId,
    target: CreatureId,
    skill: Skill,
) -> Result<Stapled, Refusal> {
    let Some(stapled) = state.body(target).stapled else {
        return Err(refuse!(
            "special-actions/staple-escape",
            "{} is not pinned",
            Figure::Creature(target)
        ));
    };
    special::not_covered(state, who, target)?;
    let words = match skill {
        Skill::Athletics if who != target && feet_between(state, who, target) > 5 => {
            "one must be next to the one who is pinned"
        }
        Skill::Athletics if who != target && free_hands(state, who) == 0 => {
            "that takes a free hand"
        }
        Skill::Athletics => return Ok(stapled),
        Skill::Acrobatics if who != target => "only the one who is pinned can slip free",
        Skill::Acrobatics if stapled.body => {
            return Err(refuse!(
                "special-actions/staple-great-success",
                "the body is pinned: Acrobatics is of no use"
            ));
        }
        Skill::Acrobatics => return Ok(stapled),
        _ => "one gets free by Athletics or Acrobatics",
    };
    Err(affray_kernel::Refusal::new(
        rule!("special-actions/staple-escape"),
        words,
    ))
}

/// Tries to get free, or to free somebody.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn throw_escape(
    scene: &mut Frozen<'_, '_, TimeCount>,
    who: CreatureId,
    target: CreatureId,
    skill: Skill,
) -> Play<Thrown> {
    let mut thrown = Thrown::by(who);
    let Ok(stapled) = aim_escape(scene.state(), who, target, skill) else {
        return Ok(thrown);
    };
    scene.cite(rule!("special-actions/staple-escape"));
    let attribute = match skill {
        Skill::Acrobatics => Attribute::Dexterity,
        _ => Attribute::Strength,
    };
    let check = Check {
        skill,
        attribute,
        difficulty: i32::from(stapled.dc),
        own: Tally::new(),
    };
    let frees = checks::check(scene, who, &check)?.success;
    thrown.push(Effect::Unstaple(target, frees));
    Ok(thrown)
}

/// Whoever is pinned is so no longer, unless it has torn loose on the same count; whoever pulls the weapon out from beside then holds it.
pub(crate) fn free(scene: &mut Scene<'_, TimeCount>, who: CreatureId, target: CreatureId) {
    let Some(stapled) = scene.state().body(target).stapled else {
        return;
    };
    scene.emit(Fact::Stapled(target, None));
    if let Some(item) = stapled.item {
        let state = scene.state();
        let holds = who != target || free_hands(state, who) > 0;
        let place = if holds {
            Place::Held(who)
        } else {
            Place::Ground(state.body(target).at)
        };
        scene.emit(Fact::Item(item, place));
        if holds && !can_grip(scene.state(), who, item) {
            scene.emit(Fact::InGrip(item, false));
        }
    }
}
