//! Coup de Grace (`special-actions/coup-de-grace`).

use affray_kernel::modifier::Tally;
use affray_kernel::{CreatureId, Figure, Frozen, Play, Refusal, Scene};

use super::attack::{self, usable};
use super::special;
use crate::TimeCount;
use crate::act::{Act, Strike};
use crate::fact::{self, Fact, Flag, When};
use crate::ids::{refuse, rule};
use crate::rules::attack::{Attempt, Fine, Moment, Outcome, Term, roll};
use crate::rules::damage::{self, WeaponHit};
use crate::rules::effects::{Effect, Thrown};
use crate::rules::numbers::{feet_between, helpless, hit_points, present};
use crate::rules::riders;
use crate::rules::threshold::hit_points_lost;
use crate::sheet::Defense;
use crate::state::{Arm, State, Underway};

/// The longest range of a Coup de Grace in feet.
const LONGEST_FT: i16 = 10;

fn strike(state: &State, who: CreatureId, target: CreatureId, with: Arm) -> Strike {
    attack::within_its_range(state, who, Strike::plain(target, with))
}

/// Whether a Coup de Grace is possible: a weapon that deals damage, and a helpless target within its range, and within 10 ft.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim(
    state: &State,
    who: CreatureId,
    target: CreatureId,
    with: Arm,
) -> Result<attack::Plan, Refusal> {
    special::somebody(state, who, target)?;
    usable(state, who, with)?;
    let plan = attack::aim(state, who, &strike(state, who, target, with))?;
    let weapon = state.weapon(who, with);
    if weapon.is_some_and(|weapon| weapon.damage.is_none()) {
        return Err(refuse!(
            "special-actions/coup-de-grace-damage",
            "the weapon deals no damage that could be doubled"
        ));
    }
    if !helpless(state, target) {
        return Err(refuse!(
            "special-actions/coup-de-grace",
            "{} is not helpless",
            Figure::Creature(target)
        ));
    }
    if feet_between(state, who, target) > LONGEST_FT {
        return Err(refuse!(
            "special-actions/coup-de-grace",
            "the range of a Coup de Grace is at most {}",
            Figure::Feet(i32::from(LONGEST_FT))
        ));
    }
    Ok(plan)
}

/// The preparation begins: so long one counts as immobile (`special-actions/coup-de-grace-preparation`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn prepare(
    scene: &mut Scene<'_, TimeCount>,
    who: CreatureId,
    target: CreatureId,
    with: Arm,
) -> Play {
    scene.cite(rule!("special-actions/coup-de-grace"));
    scene.cite(rule!("special-actions/coup-de-grace-preparation"));
    let act = Act::CoupDeGrace { target, with };
    let factor = super::delay(scene.state(), who, &act).roll(scene, who)?;
    let state = scene.state();
    let at = state.body(target).at;
    let ready = state
        .clock
        .count
        .saturating_add(u32::from(factor.max(1).unsigned_abs()));
    scene.emit(Fact::Underway(
        who,
        Underway::CoupDeGrace {
            target,
            with,
            at,
            ready,
        },
    ));
    scene.emit(Fact::Flag(who, Flag::Asked, true));
    scene.emit(Fact::Flag(who, Flag::Decided, true));
    scene.emit(Fact::At(who, When::Next, ready));
    Ok(())
}

/// Preparations whose target has moved, died or is no longer helpless fail; the next turn is the following count
/// (`special-actions/coup-de-grace-preparation`).
pub(crate) fn spoil(scene: &mut Scene<'_, TimeCount>) {
    for who in scene.state().creatures() {
        let state = scene.state();
        let Underway::CoupDeGrace { target, at, .. } = state.body(who).underway else {
            continue;
        };
        let lies_there = state.body(target).at == at && present(state, target);
        if lies_there && helpless(state, target) {
            continue;
        }
        let next = state.clock.count + 1;
        let lost = rule!("special-actions/coup-de-grace-preparation");
        scene.cite(lost);
        scene.emit(Fact::Lost(who, fact::lost_by(lost)));
        scene.emit(Fact::Underway(who, Underway::Nothing));
        scene.emit(Fact::At(who, When::Next, next));
    }
}

/// The attack at the end of the preparation: Weapon + 10 against Passive, twice the critical damage, and whoever survives it must
/// withstand a follow-up against Vigor (`special-actions/coup-de-grace-damage`, `special-actions/coup-de-grace-followup`).
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
    let plan = match aim(scene.state(), who, target, with) {
        Ok(plan) => plan,
        Err(_) => return Ok(thrown),
    };
    let attempt = attempt(scene.state(), who, (target, with), plan);
    if plan.ranged {
        let state = scene.state();
        let strike = strike(state, who, target, with);
        attack::leave_the_hand(state, who, &strike, &mut thrown);
    }
    if scene.state().cast.scene.peaceful {
        scene.cite(rule!("special-actions/coup-de-grace"));
        deliver(scene, &attempt, (with, None), moment, &mut thrown)?;
        return Ok(thrown);
    }
    let outcome = roll(scene, &attempt, moment)?;
    special::came(&mut thrown, &attempt, outcome);
    if outcome.verdict.hits() {
        deliver(scene, &attempt, (with, Some(outcome)), moment, &mut thrown)?;
    }
    Ok(thrown)
}

/// The attack roll: + 10 against Passive.
fn attempt(
    state: &State,
    who: CreatureId,
    (target, with): (CreatureId, Arm),
    plan: attack::Plan,
) -> Attempt {
    let strike = strike(state, who, target, with);
    let mut attempt = attack::attempt(state, who, &strike, plan);
    attempt.what = fact::Attempt::CoupDeGrace;
    attempt.against = Some(Defense::Passive);
    attempt
        .own
        .add("Coup de Grace", 10, rule!("special-actions/coup-de-grace"));
    attempt
}

/// The damage of the blow, what the weapon brings besides (`poison/effect`, `critical-hits/other-effects`), and the follow-up.
fn deliver(
    scene: &mut Frozen<'_, '_, TimeCount>,
    attempt: &Attempt,
    (with, outcome): (Arm, Option<Outcome>),
    moment: Moment<'_>,
    thrown: &mut Thrown,
) -> Play {
    let (who, target) = (attempt.by, attempt.on);
    let immune = scene.state().sheet(target).traits.immune_criticals;
    scene.cite(if immune {
        rule!("special-actions/coup-de-grace-immunity")
    } else {
        rule!("special-actions/coup-de-grace-damage")
    });
    let hit = WeaponHit {
        by: who,
        with,
        critical: !immune,
        dice: None,
        times: if immune { 1 } else { 2 },
        own: &Tally::new(),
    };
    let amount = damage::roll(scene, hit)?;
    let state = scene.state();
    let blow = amount
        .and_then(|amount| attack::blow(state, &strike(state, who, target, with), who, amount));
    let lost = blow.as_ref().map(|blow| hit_points_lost(state, blow));
    thrown.effects.extend(blow.map(Effect::Damage));
    riders::of_weapon(scene, attempt, with, (outcome, !immune), thrown)?;
    match lost {
        Some(lost) if !immune && lost < hit_points(scene.state(), target) => {
            follow_up(scene, attempt, with, moment, thrown)
        }
        _ => Ok(()),
    }
}

/// Whoever survives the blow must withstand another attack against Vigor (`special-actions/coup-de-grace-followup`).
fn follow_up(
    scene: &mut Frozen<'_, '_, TimeCount>,
    blow: &Attempt,
    with: Arm,
    moment: Moment<'_>,
    thrown: &mut Thrown,
) -> Play {
    scene.cite(rule!("special-actions/coup-de-grace-followup"));
    let (who, target, what) = (blow.by, blow.on, fact::Attempt::FollowUp);
    let mut attempt = special::special(who, target, what, Term::Weapon(with), Defense::Vigor);
    attempt.ranged = blow.ranged;
    attempt.plain = true;
    attempt.fine = Fine::Nothing;
    let outcome = roll(scene, &attempt, moment)?;
    thrown.push(Effect::Came(what, target, outcome.verdict));
    if outcome.verdict.hits() {
        thrown.push(Effect::Kill(target));
    }
    Ok(())
}
