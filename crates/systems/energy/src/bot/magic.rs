//! Spells and abilities (`gaps/spells`).

use affray_kernel::CreatureId;
use affray_kernel::modifier::Tally;

use super::{claim, foes, moving, spare_stamina};
use crate::act::{Act, Action, Aim};
use crate::actions::approach::Approaches;
use crate::actions::powers::{by_approach, power_of, range_m};
use crate::rules::aura::protected;
use crate::rules::facing::faces;
use crate::rules::numbers::{
    able, coverage, enemies, evasion_tally, fortitude_tally, limit_of_reach, longest_reach,
    metres_between, present, ranged_evasion_tally, rating, will_tally,
};
use crate::rules::powers::usable;
use crate::rules::ranged;
use crate::sheet::{Aiming, Defense, Working};
use crate::state::{ItemId, Place, PowerId, State};

/// A power of its own, or that of a thing in its hand which is used up for it.
#[derive(Clone, Copy)]
struct Means {
    power: PowerId,
    thing: Option<ItemId>,
}

impl Means {
    const fn at(self, aim: Aim) -> Action {
        match self.thing {
            Some(item) => Action::Consume(item, aim),
            None => Action::Use(self.power, aim),
        }
    }
}

/// All that a creature can use, its own powers first.
fn all_means(state: &State, who: CreatureId) -> Vec<Means> {
    let powers = state
        .sheet(who)
        .powers
        .iter()
        .map(|number| PowerId(*number));
    let own = powers.filter(|id| usable(state, who, *id).is_ok());
    let own = own.map(|power| Means { power, thing: None });
    let things = state.held(who).filter_map(|(item, _)| {
        let power = power_of(state, item)?;
        let thing = Some(item);
        Some(Means { power, thing })
    });
    own.chain(things).collect()
}

/// Heals whoever needs it, hampers those who come in a crowd, and strikes from afar.
pub(super) fn act(state: &State, who: CreatureId) -> Option<Act> {
    let all = all_means(state, who);
    let mut each = all.iter().copied();
    let healed = each.find_map(|means| heal(state, who, means));
    healed
        .or_else(|| fetch(state, who))
        .or_else(|| all.iter().find_map(|means| hamper(state, who, *means)))
        .or_else(|| all.iter().find_map(|means| strike(state, who, *means)))
}

/// Takes what gives it Aura out of its bag or up from the ground, if it needs some.
fn fetch(state: &State, who: CreatureId) -> Option<Act> {
    if !needs_aura(state, who) {
        return None;
    }
    let heals = |item: ItemId| {
        let power = power_of(state, item).map(|id| &state.power(id).works);
        matches!(power, Some(Working::Surge { .. }))
    };
    state
        .all_items()
        .filter(|(id, _)| heals(*id))
        .find_map(|(id, item)| match item.place {
            Place::Carried(bearer) if bearer == who => claim(state, who, Action::Equip(id)),
            Place::Ground(..) => claim(state, who, Action::PickUp(id)),
            _ => None,
        })
}

/// A Recovery Surge for oneself or a friend whose Aura is low, for whoever bleeds out before all others.
fn heal(state: &State, who: CreatureId, means: Means) -> Option<Act> {
    let power = state.power(means.power);
    let Working::Surge { range_m: range } = power.works else {
        return None;
    };
    let mut needy: Vec<CreatureId> = state
        .creatures()
        .filter(|other| *other == who || range.is_some() && !enemies(state, who, *other))
        .filter(|other| present(state, *other) && needs_aura(state, *other))
        .collect();
    needy.sort_by_key(|other| {
        let body = state.body(*other);
        let metres = metres_between(state, who, *other);
        (!body.bleeding, *other != who, body.aura, metres, *other)
    });
    let approaches = Approaches::of(state, who);
    let help = |other: &CreatureId| {
        if *other == who {
            return claim(state, who, means.at(Aim::Oneself));
        }
        let aim = Aim::Creature(*other);
        let action = by_approach(state, &approaches, (means.at(aim), aim), range_m(power));
        claim(state, who, action)
    };
    let helped = needy.iter().find_map(help);
    helped.or_else(|| run_to_help(state, who, (&needy, range?)))
}

/// Whether a Recovery Surge is there for whoever needs one: it bleeds out, or has little Aura left.
fn needs_aura(state: &State, who: CreatureId) -> bool {
    let (body, sheet) = (state.body(who), state.sheet(who));
    let missing = sheet.aura_strength - body.aura;
    let low = missing >= sheet.recovery_value && 3 * body.aura <= sheet.aura_strength;
    !sheet.traits.object && body.surges > 0 && missing > 0 && (low || body.bleeding)
}

/// On the way to somebody who bleeds out, unless a foe would strike at whoever turns away from it.
fn run_to_help(
    state: &State,
    who: CreatureId,
    (friends, range): (&[CreatureId], i16),
) -> Option<Act> {
    let strikes = |foe: CreatureId| {
        let limit = limit_of_reach(state, longest_reach(state, foe));
        able(state, foe) && metres_between(state, who, foe) <= limit
    };
    if foes(state, who).into_iter().any(strikes) {
        return None;
    }
    let far = |other: &&CreatureId| metres_between(state, who, **other) > range;
    let mut dying = friends.iter().filter(|other| state.body(**other).bleeding);
    let dying = dying.find(far)?;
    moving::go_near(state, who, *dying, range)
}

/// A zone over at least two foes and no friend.
fn hamper(state: &State, who: CreatureId, means: Means) -> Option<Act> {
    let Working::Zone { radius_m, .. } = state.power(means.power).works else {
        return None;
    };
    let inside = |centre: CreatureId, other: CreatureId| {
        present(state, other) && metres_between(state, centre, other) <= radius_m
    };
    foes(state, who)
        .into_iter()
        .filter(|centre| {
            let caught = state.creatures().filter(|other| inside(*centre, *other));
            let (theirs, ours): (Vec<_>, Vec<_>) =
                caught.partition(|other| enemies(state, who, *other));
            theirs.len() >= 2 && ours.is_empty()
        })
        .find_map(|centre| {
            let at = state.body(centre).at;
            claim(state, who, means.at(Aim::Place(at)))
        })
}

/// An attack on the foe who is easiest to harm; not with Stamina that would be missed as Energy in every later Round
/// (`stamina/energy-table`).
fn strike(state: &State, who: CreatureId, means: Means) -> Option<Act> {
    let power = state.power(means.power);
    let Working::Attack { aiming, .. } = &power.works else {
        return None;
    };
    if i16::from(power.stamina) > spare_stamina(state, who) {
        return None;
    }
    let mut foes = foes(state, who);
    foes.sort_by_key(|foe| {
        (
            !able(state, *foe),
            protected(state, *foe),
            resists(state, who, *foe, *aiming),
            metres_between(state, who, *foe),
        )
    });
    foes.into_iter()
        .find_map(|foe| claim(state, who, means.at(Aim::Creature(foe))))
}

/// How well somebody withstands a power: its defense, or what makes a shot miss and what armour keeps off together.
fn resists(state: &State, by: CreatureId, on: CreatureId, aiming: Aiming) -> i32 {
    match aiming {
        Aiming::Value { against, .. } => match against {
            Defense::Evasion => evasion_tally(state, on).total(),
            Defense::Fortitude => fortitude_tally(state, on).total(),
            Defense::Will => will_tally(state, on).total(),
        },
        Aiming::HitRoll { .. } => {
            let base = ranged::miss_chance(state, by, on, Tally::new(), None).total();
            let evasion = ranged_evasion_tally(state, on, faces(state, on, by)).total();
            let kept_off = i32::from(rating(state, on)) * i32::from(coverage(state, on, true));
            base + evasion + kept_off / 10
        }
    }
}
