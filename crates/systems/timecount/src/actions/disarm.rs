//! Disarm (`special-actions/disarm`).

use affray_kernel::{CreatureId, Figure, Frozen, Play, Refusal};

use super::attack::{self, usable};
use super::special::{self, Hurt};
use crate::TimeCount;
use crate::act::{Extra, Strike};
use crate::fact;
use crate::ids::{refuse, rule};
use crate::rules::attack::{Attempt, Fine, Moment, Outcome, roll};
use crate::rules::damage;
use crate::rules::effects::{Effect, Thrown};
use crate::rules::hands::free_hands;
use crate::rules::speed::Delay;
use crate::sheet::{Attribute, Category, Defense};
use crate::state::{Arm, ItemId, Place, State};

/// A Disarm: whom, of what, with what.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Disarm {
    /// Whom.
    pub(crate) target: CreatureId,
    /// Of what.
    pub(crate) item: ItemId,
    /// With what.
    pub(crate) with: Arm,
}

impl Disarm {
    fn strike(self, state: &State, who: CreatureId) -> Strike {
        attack::within_its_range(state, who, Strike::plain(self.target, self.with))
    }
}

/// Whether a Disarm is possible: the item in the target's hand, the target within the weapon's range, struck or thrown.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim(state: &State, who: CreatureId, disarm: Disarm) -> Result<attack::Plan, Refusal> {
    if !is_held(state, who, disarm) {
        return Err(refuse!(
            "special-actions/disarm",
            "{} does not hold {}",
            Figure::Creature(disarm.target),
            Figure::Thing(disarm.item.0)
        ));
    }
    if usable(state, who, disarm.with)?.category == Category::Unarmed {
        special::touch(state, who, disarm.target)?;
        return Ok(attack::Plan { ranged: false });
    }
    attack::aim(state, who, &disarm.strike(state, who))
}

/// Whether the item is in the target's hand, or was as a Disarm was declared for a count on which the target has let it fall
/// (`initiative/ties`).
fn is_held(state: &State, who: CreatureId, disarm: Disarm) -> bool {
    let held = state
        .items
        .get(usize::from(disarm.item.0))
        .is_some_and(|item| item.place == Place::Held(disarm.target));
    let let_fall = || state.body(disarm.target).let_fall(disarm.item).is_some();
    held || state.body(who).declared.is_some() && let_fall()
}

/// The attack roll of a Disarm (`special-actions/disarm-penalties`).
pub(crate) fn attempt(
    state: &State,
    who: CreatureId,
    disarm: Disarm,
    plan: attack::Plan,
) -> Attempt {
    let what = fact::Attempt::Disarm;
    let both = (who, disarm.target);
    let mut attempt = special::armed(state, both, what, disarm.with, Defense::Celerity);
    attempt.ranged = plan.ranged;
    attempt.fine = Fine::Great(&[5, 8]);
    attempt
        .own
        .add("Disarm", -4, rule!("special-actions/disarm"));
    let penalties = rule!("special-actions/disarm-penalties");
    let let_fall = state.body(disarm.target).let_fall(disarm.item);
    let in_grip = let_fall.unwrap_or_else(|| state.item(disarm.item).in_grip);
    if state.kind(disarm.item).hands() == 2 && in_grip {
        attempt.own.add("held in two hands", -4, penalties);
    }
    if plan.ranged {
        attempt.own.add("ranged weapon", -2, penalties);
    }
    attempt
}

/// Rolls the attempt: the item falls; greater successes hurt, and take it.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn throw(
    scene: &mut Frozen<'_, '_, TimeCount>,
    who: CreatureId,
    disarm: Disarm,
    moment: Moment<'_>,
) -> Play<Thrown> {
    let mut thrown = Thrown::by(who);
    let Some(plan) = scene.known(|state| aim(state, who, disarm).ok()) else {
        return Ok(thrown);
    };
    let attempt = attempt(scene.state(), who, disarm, plan);
    let outcome = roll(scene, &attempt, moment)?;
    special::came(&mut thrown, &attempt, outcome);
    if plan.ranged {
        let state = scene.state();
        attack::leave_the_hand(state, who, &disarm.strike(state, who), &mut thrown);
    }
    if outcome.verdict.hits() {
        thrown.cite(scene, rule!("special-actions/disarm"));
        hit(scene, who, disarm, (outcome, plan.ranged), &mut thrown)?;
    }
    Ok(thrown)
}

fn hit(
    scene: &mut Frozen<'_, '_, TimeCount>,
    who: CreatureId,
    disarm: Disarm,
    (outcome, ranged): (Outcome, bool),
    thrown: &mut Thrown,
) -> Play {
    if outcome.great(5) {
        special::great(
            scene,
            thrown,
            rule!("special-actions/disarm-great-success-5"),
        );
        hurt(scene, who, disarm, thrown)?;
    }
    let mut taker = None;
    let grabs = outcome.great(8) && !ranged && free_hands(scene.state(), who) > 0;
    if grabs {
        special::great(
            scene,
            thrown,
            rule!("special-actions/disarm-great-success-8"),
        );
        if special::takes(scene, who, disarm.target, Extra::TakeItem)? {
            taker = Some(who);
        }
    }
    thrown.push(Effect::Disarm(disarm.item, disarm.target, taker));
    Ok(())
}

/// Dexterity in damage to the target or to the item; to an item every full 5 points cost 1 durability, at least 1.
fn hurt(
    scene: &mut Frozen<'_, '_, TimeCount>,
    who: CreatureId,
    disarm: Disarm,
    thrown: &mut Thrown,
) -> Play {
    if special::takes(scene, who, disarm.target, Extra::HurtTarget)? {
        let state = scene.state();
        if let Some(weapon) = state.weapon(who, disarm.with) {
            let hurt = Hurt {
                attribute: Attribute::Dexterity,
                kind: damage::kind(weapon, None),
                ..Hurt::by_strength(disarm.target)
            };
            special::hurts(scene, thrown, who, hurt);
        }
    } else if special::takes(scene, who, disarm.target, Extra::HurtItem)? {
        let dexterity = scene.state().attribute(who, Attribute::Dexterity);
        thrown.push(Effect::Wear(disarm.item, (dexterity / 5).max(1)));
    }
    Ok(())
}

/// The weapon's Speed Factor, one class slower.
pub(crate) fn delay(state: &State, who: CreatureId, with: Arm) -> Delay {
    let mut delay = attack::delay(state, who, with);
    delay
        .steps
        .add("Disarm", 1, rule!("special-actions/disarm"));
    delay
}
