//! Getting out of trouble: flames, nets, grabs, pins, lying on the floor, dying friends.

use affray_kernel::CreatureId;

use super::{legal, targets, wellness};
use crate::act::Act;
use crate::rules::flanking::presses;
use crate::rules::numbers::{able, defense, dying, enemies, feet_between, present};
use crate::sheet::{Attribute, Defense, Effect, ItemKind, Skill};
use crate::state::{Condition, Kept, Place, Stance, State};

/// Feet within which an able enemy keeps a bot from tending a friend.
const NEAR_FT: i16 = 15;

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
    (margin >= -12 && legal(state, who, &act)).then_some(act)
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

/// A dying friend beside, by whoever has hands for it, when no enemy is near who could use the time that it takes.
fn stabilize(state: &State, who: CreatureId) -> Option<Act> {
    let near = |enemy: CreatureId| {
        able(state, enemy)
            && (presses(state, enemy, who) || feet_between(state, enemy, who) <= NEAR_FT)
    };
    if state.sheet(who).hands == 0 || targets(state, who).any(near) {
        return None;
    }
    state
        .creatures()
        .filter(|friend| {
            *friend != who
                && !enemies(state, who, *friend)
                && present(state, *friend)
                && dying(state, *friend)
        })
        .map(Act::Stabilize)
        .find(|act| legal(state, who, act))
}
