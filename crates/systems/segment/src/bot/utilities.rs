//! What a bot does besides attacking and moving: stands up, arms itself, reloads, heals, wards, searches, breaks away.

use affray_kernel::{Arm, CreatureId};

use super::{foes, legal, worth};
use crate::act::{Act, Quarry, Utility};
use crate::actions::{strike, utilities};
use crate::rules::called_shots::has_impact_armor;
use crate::rules::numbers::{enemies, is_melee, present};
use crate::sheet::{CheckSkill, ItemKind, Working};
use crate::state::{Condition, Place, PowerId, Segment, State};

fn use_it(state: &State, who: CreatureId, utility: Utility) -> Option<Act> {
    let act = Act::Use(utility);
    legal(state, who, &act).then_some(act)
}

/// What comes before anything else: standing up, a weapon in hand, a loaded weapon, help for those who have fallen.
pub(super) fn urgent(state: &State, who: CreatureId, segment: Segment) -> Option<Act> {
    if state.has(who, Condition::Prone) {
        return use_it(state, who, Utility::StandUp);
    }
    arm(state, who)
        .or_else(|| reload(state, who))
        .or_else(|| heal(state, who, segment))
}

/// What is worth an action that nothing else needs: wards, searches.
pub(super) fn useful(state: &State, who: CreatureId, segment: Segment) -> Option<Act> {
    ward(state, who, segment).or_else(|| search(state, who))
}

/// Whether it wants a utility of the segment at all.
#[must_use]
pub(super) fn wanted(state: &State, who: CreatureId, segment: Segment) -> bool {
    let possible = |utility: Utility| utilities::check(state, who, &utility, segment).is_ok();
    (state.has(who, Condition::Prone) && possible(Utility::StandUp))
        || patient(state, who).is_some_and(|(power, on)| possible(Utility::Power(power, on)))
        || unwarded(state, who).is_some_and(|(power, on)| possible(Utility::Power(power, on)))
        || unloaded(state, who).is_some_and(|item| possible(Utility::Reload(item)))
}

/// A weapon in hand where there is none that does anything.
fn arm(state: &State, who: CreatureId) -> Option<Act> {
    let armed = state
        .held(who)
        .any(|(item, held)| state.kind(item).weapon().is_some() && !held.broken);
    let natural = state.sheet(who).natural.iter().any(|weapon| {
        weapon.family == crate::sheet::Family::Natural && state.score(who, weapon.skill).is_some()
    });
    let casts = strike::means_of(state, who).any(|with| matches!(with, crate::act::With::Power(_)));
    if armed || natural || casts {
        return None;
    }
    let scored = |item: affray_kernel::ItemId| {
        state
            .weapon(who, Arm::Item(item))
            .is_some_and(|weapon| state.score(who, weapon.skill).is_some())
    };
    state
        .all_items()
        .filter(|(id, item)| !item.broken && scored(*id))
        .find_map(|(id, item)| match item.place {
            Place::Carried(by) if by == who => use_it(state, who, Utility::Draw(id)),
            Place::Ground(_) => use_it(state, who, Utility::PickUp(id)),
            _ => None,
        })
}

fn unloaded(state: &State, who: CreatureId) -> Option<affray_kernel::ItemId> {
    state.held(who).map(|(id, _)| id).find(|id| {
        let ranged = state.kind(*id).weapon().and_then(|weapon| weapon.ranged);
        ranged.is_some_and(|ranged| ranged.reload > 0)
            && !state.item(*id).loaded
            && state.item(*id).left != Some(0)
    })
}

fn reload(state: &State, who: CreatureId) -> Option<Act> {
    let strikes = strike::means_of(state, who).any(|with| {
        is_melee(state, with)
            && foes(state, who).first().is_some_and(|foe| {
                crate::rules::numbers::yards_between(state, who, *foe)
                    <= crate::rules::numbers::melee_range_yd(state, who, with)
            })
    });
    if strikes {
        return None;
    }
    use_it(state, who, Utility::Reload(unloaded(state, who)?))
}

/// Somebody of its own side who is badly hurt, and a power that heals.
fn patient(state: &State, who: CreatureId) -> Option<(PowerId, CreatureId)> {
    let mut heals = state.sheet(who).powers.iter().map(|power| PowerId(*power));
    let power = heals.find(|power| matches!(state.power(*power).works, Working::Heals(_)))?;
    let on = state
        .creatures()
        .filter(|other| !enemies(state, who, *other) && present(state, *other))
        .filter(|other| 3 * state.body(*other).hits < state.sheet(*other).hits)
        .find(|other| {
            utilities::check(
                state,
                who,
                &Utility::Power(power, *other),
                Segment::Multiform,
            )
            .is_ok()
        })?;
    Some((power, on))
}

fn heal(state: &State, who: CreatureId, segment: Segment) -> Option<Act> {
    let hurt = 3 * state.body(who).hits < state.sheet(who).hits;
    let potion = state
        .held(who)
        .map(|(id, _)| id)
        .find(|id| matches!(state.kind(*id), ItemKind::Gear(gear) if gear.heals.is_some()));
    if hurt
        && let Some(act) = potion.and_then(|item| use_it(state, who, Utility::Drink(item, None)))
    {
        return Some(act);
    }
    if segment < Segment::Multiform {
        return None;
    }
    let (power, on) = patient(state, who)?;
    use_it(state, who, Utility::Power(power, on))
}

/// Somebody of its own side without the ward that it can lay.
fn unwarded(state: &State, who: CreatureId) -> Option<(PowerId, CreatureId)> {
    let mut wards = state.sheet(who).powers.iter().map(|power| PowerId(*power));
    let power = wards.find(|power| matches!(state.power(*power).works, Working::Wards(_)))?;
    let own = state.effects.iter().any(|effect| effect.by == who);
    let on = state.creatures().find(|other| {
        let warded = state.effects.iter().any(|effect| effect.on == *other);
        !warded
            && !enemies(state, who, *other)
            && utilities::check(
                state,
                who,
                &Utility::Power(power, *other),
                Segment::Multiform,
            )
            .is_ok()
    });
    on.filter(|_| !own).map(|on| (power, on))
}

fn ward(state: &State, who: CreatureId, segment: Segment) -> Option<Act> {
    if segment < Segment::Multiform {
        return None;
    }
    let (power, on) = unwarded(state, who)?;
    use_it(state, who, Utility::Power(power, on))
}

/// A search for a weak point of somebody whose armour stops nearly everything.
fn search(state: &State, who: CreatureId) -> Option<Act> {
    state.sheet(who).checks[CheckSkill::Search as usize]?;
    let segment = state.clock.segment?;
    let little = worth::best(state, who, segment).is_none_or(|(_, worth)| worth < 1.0);
    let foe = foes(state, who)
        .into_iter()
        .find(|foe| has_impact_armor(state, *foe))?;
    little
        .then(|| use_it(state, who, Utility::Search(foe, Quarry::Vulnerability)))
        .flatten()
}
