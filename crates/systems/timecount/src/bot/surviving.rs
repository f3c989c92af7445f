//! Getting out of trouble: flames, nets, grabs, pins, lying on the floor, dying friends.

use affray_kernel::CreatureId;
use affray_kernel::grid::Heading;

use super::{legal, moving, specials, targets, wellness, worth};
use crate::act::Act;
use crate::rules::flanking::presses;
use crate::rules::numbers::{able, defense, dying, enemies, feet_between, hit_points, present};
use crate::rules::{rates, upkeep};
use crate::sheet::{Attribute, Defense, DyingLoss, Effect, ItemKind, Skill};
use crate::state::{Condition, Kept, Place, Stance, State};

/// Feet within which an able enemy keeps a bot from tending a friend.
const NEAR_FT: i16 = 15;
/// How near one has to be to tend somebody.
const BESIDE_FT: i16 = 5;

/// What has to be done before anything else.
pub(super) fn act(state: &State, who: CreatureId) -> Option<Act> {
    let body = state.body(who);
    let first = [
        state
            .has(who, Condition::Burning)
            .then_some(Act::Extinguish(who)),
        state.has(who, Condition::Netted).then_some(Act::EscapeNet),
        body.stapled
            .is_some()
            .then(|| Act::Unstaple(who, better_skill(state, who))),
        (body.posture.stance == Stance::Prone).then_some(Act::StandUp),
    ];
    first
        .into_iter()
        .flatten()
        .find(|act| legal(state, who, act))
        .or_else(|| get_free(state, who))
        .or_else(|| drink(state, who))
        .or_else(|| stabilize(state, who))
}

/// The skill that is better for breaking free.
fn better_skill(state: &State, who: CreatureId) -> Skill {
    let total = |skill, attribute| state.sheet(who).rank(skill) + state.attribute(who, attribute);
    let pinned = state.body(who).stapled.is_some_and(|stapled| stapled.body);
    let slips = total(Skill::Acrobatics, Attribute::Dexterity);
    if !pinned && slips > total(Skill::Athletics, Attribute::Strength) {
        Skill::Acrobatics
    } else {
        Skill::Athletics
    }
}

/// Out of an enemy's grab, by strength or by skill, if there is a fair chance; otherwise it fights where it is.
fn get_free(state: &State, who: CreatureId) -> Option<Act> {
    let grabber = state
        .conditions
        .on(who)
        .filter(|held| held.kind == Condition::Grabbed)
        .find_map(|held| held.toward)
        .filter(|grabber| enemies(state, who, *grabber))?;
    let total = |skill, attribute| state.sheet(who).rank(skill) + state.attribute(who, attribute);
    let strong =
        total(Skill::Athletics, Attribute::Strength) - defense(state, grabber, Defense::Vigor);
    let deft =
        total(Skill::Acrobatics, Attribute::Dexterity) - defense(state, grabber, Defense::Celerity);
    let (margin, act) = if deft > strong {
        (deft, Act::EscapeGrab(grabber))
    } else {
        let act = Act::BreakGrab { grabber, held: who };
        (strong, act)
    };
    if let Some(drag) = drag(state, who, grabber, (margin, &act)) {
        return Some(drag);
    }
    (margin >= -12 && legal(state, who, &act)).then_some(act)
}

/// Pulls whoever holds it over an edge, where that promises more for each count than to get free, by so much on the die, with another act.
fn drag(
    state: &State,
    who: CreatureId,
    grabber: CreatureId,
    (margin, other): (i16, &Act),
) -> Option<Act> {
    if state.cast.open_ground {
        return None;
    }
    let chance = (21 + i32::from(margin)).clamp(1, 19);
    let freed = specials::freed(chance) / worth::counts(state, who, other);
    Heading::of_neighbours(state.grid().shape)
        .map(|heading| {
            (
                specials::drag(state, who, grabber, heading),
                Act::Drag(grabber, heading),
            )
        })
        .filter(|(promise, act)| promise / worth::counts(state, who, act) > freed)
        .filter(|(_, act)| legal(state, who, act))
        .max_by_key(|(promise, _)| *promise)
        .map(|(_, act)| act)
}

/// A healing potion for whoever is badly off, taken from the belt where nobody presses.
fn drink(state: &State, who: CreatureId) -> Option<Act> {
    if wellness(state, who) > 35 {
        return None;
    }
    let pressed = targets(state, who).any(|enemy| presses(state, enemy, who));
    let heals = |kind: &ItemKind| match kind {
        ItemKind::Gear(gear) => matches!(
            gear.potion,
            Some(Effect::Heal { .. } | Effect::BonusHitPoints { .. })
        ),
        _ => false,
    };
    state
        .all_items()
        .filter(|(id, _)| heals(state.kind(*id)))
        .filter_map(|(id, item)| match item.place {
            Place::Held(owner) if owner == who => Some(Act::Drink(id)),
            Place::Carried(owner, Kept::Pouch) if owner == who && !pressed => Some(Act::Draw(id)),
            _ => None,
        })
        .find(|act| legal(state, who, act))
}

/// A dying friend is tended by whoever has hands for it, when no enemy is near who could use the time that it takes; one who is not beside
/// is walked to as long as it lives until then.
fn stabilize(state: &State, who: CreatureId) -> Option<Act> {
    if state.sheet(who).hands == 0 || is_near_enemies(state, who, who) {
        return None;
    }
    let dying = || {
        state.creatures().filter(|friend| {
            *friend != who
                && !enemies(state, who, *friend)
                && present(state, *friend)
                && dying(state, *friend)
                && !state.body(*friend).stabilized
        })
    };
    dying()
        .map(Act::Stabilize)
        .find(|act| legal(state, who, act))
        .or_else(|| {
            dying()
                .filter(|friend| {
                    !is_tended(state, who, *friend) && !is_near_enemies(state, who, *friend)
                })
                .filter(|friend| lives_for(state, *friend) > counts_to(state, who, *friend))
                .min_by_key(|friend| (feet_between(state, who, *friend), *friend))
                .and_then(|friend| moving::join(state, who, friend, BESIDE_FT))
        })
}

/// Whether an enemy who can act is near a creature of one's own side.
fn is_near_enemies(state: &State, who: CreatureId, friend: CreatureId) -> bool {
    targets(state, who).any(|enemy| {
        able(state, enemy)
            && (presses(state, enemy, friend) || feet_between(state, enemy, friend) <= NEAR_FT)
    })
}

/// Whether somebody else who has hands for it is nearer.
fn is_tended(state: &State, who: CreatureId, friend: CreatureId) -> bool {
    let own = (feet_between(state, who, friend), who);
    state.creatures().any(|other| {
        other != friend
            && !enemies(state, who, other)
            && able(state, other)
            && state.sheet(other).hands > 0
            && (feet_between(state, other, friend), other) < own
    })
}

/// Counts that a dying creature is sure to live.
fn lives_for(state: &State, friend: CreatureId) -> u32 {
    let DyingLoss::Every(every) = state.cast.options.dying_loss else {
        return u32::MAX;
    };
    let lost = hit_points(state, friend).max(1).unsigned_abs() - 1;
    upkeep::next_loss(state, friend)
        .saturating_add(u32::from(lost).saturating_mul(every))
        .saturating_sub(state.clock.count)
}

/// Counts that it takes to walk up to somebody, if nothing is in the way.
fn counts_to(state: &State, who: CreatureId, friend: CreatureId) -> u32 {
    let feet = u32::from(feet_between(state, who, friend).unsigned_abs());
    let speed = u32::from(rates::speed_ft(state, who).max(1).unsigned_abs());
    4 * feet / speed
}
