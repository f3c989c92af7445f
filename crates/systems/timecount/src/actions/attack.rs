//! Attacks with a weapon, in melee and at range (`actions/attack`, `range/*`, `unarmed/*`).

use std::ops::ControlFlow;

use affray_kernel::modifier::Tally;
use affray_kernel::{CreatureId, Figure, Frozen, Play, Refusal};

use crate::TimeCount;
use crate::act::{Act, Strike};
use crate::fact::{self, Verdict};
use crate::ids::{refuse, rule};
use crate::rules::attack::{self, Attempt, Fine, Moment, Outcome};
use crate::rules::damage::{self, WeaponHit};
use crate::rules::effects::{Blow, Effect, Thrown};
use crate::rules::hands::{can_grip, free_hands};
use crate::rules::numbers::{
    arms_in_hand, enemies, feet_between, present, reach_ft, threshold, unarmed,
};
use crate::rules::speed::{Base, Delay};
use crate::rules::{cover, nets, range, riders};
use crate::sheet::{Category, DamageType, Flight, Weapon};
use crate::state::{Arm, Condition, Place, Stance, State};

/// An attack that is possible: whether it is made from a distance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Plan {
    /// Shot or thrown.
    pub(crate) ranged: bool,
}

/// Whether a weapon can be used by a creature: in its hand and whole, or part of its body.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn usable(state: &State, who: CreatureId, arm: Arm) -> Result<&Weapon, Refusal> {
    let no_weapon = refuse!("weapons/definition", "that is no weapon");
    let weapon = state.weapon(who, arm).ok_or(no_weapon)?;
    let Arm::Item(id) = arm else {
        return Ok(weapon);
    };
    let item = state.item(id);
    let thing = Figure::Thing(id.0);
    if item.place != Place::Held(who) {
        return Err(refuse!("actions/draw-weapon", "{} is not in hand", thing));
    }
    if item.durability <= 0 {
        return Err(refuse!(
            "critical-fumbles/durability-definition",
            "{} is broken",
            thing
        ));
    }
    if !item.in_grip && !can_grip(state, who, id) {
        return Err(refuse!(
            "actions/draw-weapon",
            "{} takes {} hands",
            thing,
            Figure::Number(i32::from(state.kind(id).hands()))
        ));
    }
    if !item.in_grip {
        return Err(refuse!(
            "special-actions/disarm-great-success-8",
            "{} was only just taken; it can be wielded from the next turn on",
            thing
        ));
    }
    Ok(weapon)
}

/// Whether an attack is possible (`actions/attack`).
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim(state: &State, who: CreatureId, strike: &Strike) -> Result<Plan, Refusal> {
    let weapon = usable(state, who, strike.with)?;
    if strike.target == who || !present(state, strike.target) {
        return Err(refuse!("actions/attack", "there is nobody to attack"));
    }
    if strike.limb && weapon.category != Category::Unarmed {
        return Err(refuse!(
            "unarmed/other-limbs",
            "only an unarmed strike can be made with another limb"
        ));
    }
    if weapon.category == Category::Unarmed && !strike.limb && free_hands(state, who) == 0 {
        return Err(refuse!(
            "unarmed/other-limbs",
            "{} has no hand free to strike with; it can kick",
            Figure::Creature(who)
        ));
    }
    if let Some(kind) = strike.kind
        && !weapon.types.contains(&kind)
    {
        return Err(refuse!(
            "damage/types",
            "the weapon does not deal that kind of damage"
        ));
    }
    let ranged = at_a_distance(state, who, strike, weapon)?;
    if !cover::in_line(state, who, strike.target) {
        return Err(refuse!(
            "attack-modifiers/cover-determination",
            "{} has total cover",
            Figure::Creature(strike.target)
        ));
    }
    Ok(Plan { ranged })
}

/// A strike with a weapon at whatever range it has: thrown, if it can be, at somebody whom it does not reach (`special-actions/format`).
pub(crate) fn within_its_range(state: &State, who: CreatureId, strike: Strike) -> Strike {
    let far = feet_between(state, who, strike.target) > reach_ft(state, who, strike.with);
    let flies = state
        .weapon(who, strike.with)
        .is_some_and(|weapon| weapon.melee && weapon.ranged.is_some());
    Strike {
        thrown: far && flies,
        ..strike
    }
}

/// Whether the attack is made from a distance: thrown or shot where that is meant or the weapon serves for nothing else.
fn at_a_distance(
    state: &State,
    who: CreatureId,
    strike: &Strike,
    weapon: &Weapon,
) -> Result<bool, Refusal> {
    let distance = feet_between(state, who, strike.target);
    let figure = |feet: i16| Figure::Feet(i32::from(feet));
    let target = Figure::Creature(strike.target);
    if strike.thrown || !weapon.melee {
        let Some(longest) = range::longest_ft(state, who, weapon) else {
            return Err(refuse!(
                "range/thrown-maximum",
                "that weapon cannot be thrown or shot"
            ));
        };
        posture(state, who, weapon)?;
        ammunition(state, strike.with)?;
        if distance > longest {
            let rule = match weapon.ranged.map(|ranged| ranged.flight) {
                Some(Flight::Missile) => rule!("range/missile-maximum"),
                _ => rule!("range/thrown-maximum"),
            };
            let words = "{} is {} away; the longest range is {}";
            return Err(Refusal::new(rule, words)
                .with(target)
                .with(figure(distance))
                .with(figure(longest)));
        }
        return Ok(true);
    }
    let reach = reach_ft(state, who, strike.with);
    if reach == 0 && !shares_space(state, who, strike.target) {
        return Err(refuse!(
            "sizes/reach-zero",
            "without reach one must share the space of {}",
            target
        ));
    }
    if distance > reach {
        return Err(refuse!(
            "special-actions/touch-range",
            "{} is {} away; the reach is {}",
            target,
            figure(distance),
            figure(reach)
        ));
    }
    Ok(false)
}

/// Whether two creatures share a space.
pub(crate) fn shares_space(state: &State, one: CreatureId, other: CreatureId) -> bool {
    state
        .space(one)
        .overlaps(state.grid().shape, state.space(other))
}

/// Longbows not from a crouch, and nothing but crossbows while prone (`stances/crouch-drawback`, `stances/prone-drawback`).
fn posture(state: &State, who: CreatureId, weapon: &Weapon) -> Result<(), Refusal> {
    match state.body(who).posture.stance {
        Stance::Crouch if weapon.longbow => Err(refuse!(
            "stances/crouch-drawback",
            "a longbow cannot be used from a crouch"
        )),
        Stance::Prone if !weapon.crossbow => Err(refuse!(
            "stances/prone-drawback",
            "of ranged weapons only crossbows can be used while prone"
        )),
        _ => Ok(()),
    }
}

fn ammunition(state: &State, arm: Arm) -> Result<(), Refusal> {
    match arm {
        Arm::Item(id) if state.item(id).left == Some(0) => Err(refuse!(
            "weapons/definition",
            "there is no ammunition left for {}",
            Figure::Thing(id.0)
        )),
        _ => Ok(()),
    }
}

/// Rolls the attack and its damage.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn throw(
    scene: &mut Frozen<'_, '_, TimeCount>,
    who: CreatureId,
    strike: &Strike,
    moment: Moment<'_>,
) -> Play<Thrown> {
    throw_times(scene, who, strike, 1, moment)
}

/// As [`throw`], weapon damage and modifiers being rolled so many times (`multiplying-damage/roll-again`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn throw_times(
    scene: &mut Frozen<'_, '_, TimeCount>,
    who: CreatureId,
    strike: &Strike,
    times: u8,
    moment: Moment<'_>,
) -> Play<Thrown> {
    let mut thrown = Thrown::by(who);
    let Some(plan) = scene.known(|state| aim(state, who, strike).ok()) else {
        return Ok(thrown);
    };
    if !plan.ranged && reach_ft(scene.state(), who, strike.with) == 0 {
        scene.cite(rule!("sizes/reach-zero"));
    }
    let attempt = attempt(scene.state(), who, strike, plan);
    let outcome = attack::roll(scene, &attempt, moment)?;
    hit_times(scene, strike, &attempt, (outcome, times), &mut thrown)?;
    Ok(thrown)
}

/// The attack roll of a strike (`unarmed/other-limbs`).
pub(crate) fn attempt(state: &State, who: CreatureId, strike: &Strike, plan: Plan) -> Attempt {
    let mut attempt = Attempt::melee(who, strike.target, fact::Attempt::Attack, strike.with);
    attempt.ranged = plan.ranged;
    if let Some(weapon) = state.weapon(who, strike.with) {
        attempt.against = weapon.against;
        if riders::look_at_the_total(weapon) {
            attempt.fine = Fine::Total;
        }
    }
    if strike.limb {
        other_limb(&mut attempt);
    }
    attempt
}

/// Feet, knees and elbows are worse than hands (`unarmed/other-limbs`).
fn other_limb(attempt: &mut Attempt) {
    attempt
        .own
        .add("not the hands", -4, rule!("unarmed/other-limbs"));
}

/// The bare body does without hands where all of them are full (`unarmed/other-limbs`). Whoever has none misses none.
pub(crate) fn without_hands(state: &State, with: Arm, attempt: &mut Attempt) {
    let who = attempt.by;
    let bare = state
        .weapon(who, with)
        .is_some_and(|weapon| weapon.category == Category::Unarmed);
    if bare && state.sheet(who).hands > 0 && free_hands(state, who) == 0 {
        other_limb(attempt);
    }
}

/// What an attack roll with a weapon comes to: a fumble, or damage.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn strike_with(
    scene: &mut Frozen<'_, '_, TimeCount>,
    strike: &Strike,
    attempt: &Attempt,
    outcome: Outcome,
    thrown: &mut Thrown,
) -> Play {
    hit_times(scene, strike, attempt, (outcome, 1), thrown)
}

fn hit_times(
    scene: &mut Frozen<'_, '_, TimeCount>,
    strike: &Strike,
    attempt: &Attempt,
    (outcome, times): (Outcome, u8),
    thrown: &mut Thrown,
) -> Play {
    thrown.push(Effect::Came(attempt.what, strike.target, outcome.verdict));
    if outcome.verdict == Verdict::Fumble {
        thrown.fumble(strike.with);
    }
    if outcome.verdict.hits() {
        struck(scene, strike, attempt, (outcome, times), thrown)?;
    }
    if attempt.ranged {
        leave_the_hand(scene.state(), attempt.by, strike, thrown);
    }
    Ok(())
}

/// The damage of a hit, and what the weapon brings besides.
fn struck(
    scene: &mut Frozen<'_, '_, TimeCount>,
    strike: &Strike,
    attempt: &Attempt,
    (outcome, times): (Outcome, u8),
    thrown: &mut Thrown,
) -> Play {
    let own = feint(scene.state(), (attempt.by, attempt.on), attempt.follows);
    let hit = WeaponHit {
        by: attempt.by,
        with: strike.with,
        critical: outcome.verdict == Verdict::Critical
            && !scene.state().sheet(strike.target).traits.immune_criticals,
        dice: None,
        times,
        own: &own,
    };
    let critical = hit.critical;
    if outcome.verdict == Verdict::Critical && !critical {
        scene.cite(rule!("critical-hits/immunity"));
    }
    let bare = scene
        .state()
        .weapon(attempt.by, strike.with)
        .is_some_and(|weapon| weapon.category == Category::Unarmed);
    if bare {
        scene.cite(rule!("unarmed/nonlethal"));
    }
    if let Some(amount) = damage::roll(scene, hit)?
        && let Some(blow) = blow(scene.state(), strike, attempt.by, amount)
    {
        thrown.push(Effect::Damage(blow));
    }
    let outcome = Some(outcome);
    riders::of_weapon(scene, attempt, strike.with, (outcome, critical), thrown)
}

/// A thrown weapon lies in the target's space, a net over the target that it has caught; ammunition is used up (`weapons/definition`,
/// `actions/escape-net`).
pub(crate) fn leave_the_hand(state: &State, who: CreatureId, strike: &Strike, thrown: &mut Thrown) {
    let Arm::Item(item) = strike.with else { return };
    let flight = state
        .weapon(who, strike.with)
        .and_then(|weapon| weapon.ranged)
        .map(|ranged| ranged.flight);
    if flight == Some(Flight::Thrown) {
        thrown.push(if thrown.nets(strike.target) && nets::is_net(state, item) {
            Effect::Cling(item, strike.target)
        } else {
            Effect::Drop(item, state.body(strike.target).at)
        });
    } else if state.item(item).left.is_some() {
        thrown.push(Effect::UseOnce(item));
    }
}

/// The damage that a feint adds (`special-actions/feint-great-success`).
pub(crate) fn feint(state: &State, (by, on): (CreatureId, CreatureId), follows: bool) -> Tally {
    let mut tally = Tally::new();
    let feint = state
        .conditions
        .on(by)
        .find(|held| held.kind == Condition::Feinting && held.toward == Some(on));
    if let Some(feint) = feint.filter(|_| !follows) {
        tally.add(
            "feint",
            feint.amount,
            rule!("special-actions/feint-great-success"),
        );
    }
    tally
}

/// The blow that so much damage is.
pub(crate) fn blow(state: &State, strike: &Strike, by: CreatureId, amount: i16) -> Option<Blow> {
    let weapon = state.weapon(by, strike.with)?;
    Some(Blow {
        by,
        on: strike.target,
        amount,
        kind: damage::kind(weapon, strike.kind),
        nonlethal: weapon.nonlethal,
        wears: true,
        threshold: threshold(state, strike.target),
        always_impairs: weapon.always_impairs,
        others: 0,
    })
}

/// The Speed Factor of a weapon, slowed by slashing impairments (`actions/attack`, `impairments/table`).
pub(crate) fn delay(state: &State, who: CreatureId, with: Arm) -> Delay {
    let weapon = state.weapon(who, with);
    let base = weapon.map_or(Base::Counts(1), |weapon| Base::Class(weapon.speed));
    let mut delay = Delay::of(state, who, base, "Speed Factor", rule!("actions/attack"));
    delay.factor.add(
        "impairments",
        state.body(who).impairments[2],
        rule!("impairments/table"),
    );
    delay
}

/// Every enemy with every weapon at hand, struck, thrown at or shot.
pub(crate) fn candidates(
    state: &State,
    who: CreatureId,
    legal: &mut dyn FnMut(Act) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for target in state
        .creatures()
        .filter(|target| enemies(state, who, *target))
    {
        for with in arms(state, who) {
            let strike = Strike::plain(target, with);
            let both = state
                .weapon(who, with)
                .is_some_and(|weapon| weapon.melee && weapon.ranged.is_some());
            for kind in kinds(state, who, with) {
                legal(Act::Attack(Strike { kind, ..strike }))?;
                if both {
                    legal(Act::Attack(Strike {
                        kind,
                        thrown: true,
                        ..strike
                    }))?;
                }
            }
            if with == unarmed(state, who) {
                legal(Act::Attack(Strike {
                    limb: true,
                    ..strike
                }))?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// The kinds of damage that a weapon may deal: its first, which goes without saying, then the others (`damage/types`).
pub(crate) fn kinds(
    state: &State,
    who: CreatureId,
    with: Arm,
) -> impl Iterator<Item = Option<DamageType>> {
    let types = state
        .weapon(who, with)
        .map_or(&[][..], |weapon| &weapon.types);
    let others = types.iter().skip(1).copied().map(Some);
    std::iter::once(None).chain(others)
}

/// Weapons in hand, then those of the body.
pub(crate) fn arms(state: &State, who: CreatureId) -> impl Iterator<Item = Arm> {
    let natural = state.sheet(who).natural.len() as u8;
    arms_in_hand(state, who).chain((0..natural).map(Arm::Natural))
}
