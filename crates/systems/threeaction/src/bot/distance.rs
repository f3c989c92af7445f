//! How a bot keeps away from what hurts it: shooters step back, the wounded go behind cover.

use affray_kernel::CreatureId;
use affray_kernel::grid::Space;

use super::arming::{held, is_of_use};
use super::moving::{go_along, in_reach, known_enemies, reachable_within};
use super::{beset, legal, offers, reload, worth};
use crate::act::Act;
use crate::actions::shoot::ranged_use;
use crate::rules::cover;
use crate::rules::numbers::{able, feet, speed_ft, threat_ft};
use crate::rules::spells::components::energy_for_range;
use crate::rules::turns::actions_left;
use crate::sheet::Use;
use crate::state::{Arm, State};

/// A creature whose only weapon in hand is for shooting goes out of its Enemies' Reach before it shoots, so that it does not shoot
/// with Disadvantage (`ranged-attack/close-disadvantage`) and they have to follow.
pub(super) fn step_back(state: &State, who: CreatureId) -> Option<Act> {
    if actions_left(state, who) < 2 || !only_shoots(state, who) || !beset(state, who) {
        return None;
    }
    let gap = |space: Space| {
        known_enemies(state, who)
            .filter(|enemy| able(state, *enemy))
            .map(|enemy| {
                feet(state.grid().distance(space, state.space(enemy)))
                    .saturating_sub(threat_ft(state, enemy))
            })
            .min()
            .unwrap_or(i16::MAX)
    };
    let here = state.space(who);
    let goal = reachable_within(state, who, speed_ft(state, who))
        .into_iter()
        .map(|reached| (gap(here.moved_to(reached.place)), reached))
        .filter(|(gap, _)| *gap > 0)
        .max_by_key(|(gap, reached)| (*gap, std::cmp::Reverse((reached.cost, reached.place))))?;
    go_along(state, who, goal.1.place)
}

/// Whoever has nothing in hand but what shoots loads it, while no Enemy has it in Reach and there is one to shoot at.
pub(super) fn load(state: &State, who: CreatureId) -> Option<Act> {
    if !only_shoots(state, who) || beset(state, who) {
        return None;
    }
    let here = state.space(who);
    let mut targets = known_enemies(state, who);
    let in_sight = targets.any(|on| {
        let size = state.sheet(on).size;
        cover::line_of_effect(state, here, state.space(on), size)
    });
    in_sight.then(|| reload(state, who)).flatten()
}

/// Whether it holds something to shoot with, and missiles for it, and nothing to strike with.
pub(super) fn only_shoots(state: &State, who: CreatureId) -> bool {
    let mut held = held(state, who)
        .filter_map(|item| Some((item, state.kind(item).weapon()?)))
        .peekable();
    held.peek().is_some()
        && held.all(|(item, weapon)| {
            ranged_use(weapon).is_some()
                && !weapon.uses.contains(&Use::Melee)
                && is_of_use(state, item)
        })
}

/// Goes where fewer Enemies that shoot or cast have it in full view, and none has it in Reach. From one that is down and within Reach nobody
/// walks away.
pub(super) fn take_cover(state: &State, who: CreatureId) -> Option<Act> {
    if state.cast.open_ground || beset(state, who) {
        return None;
    }
    let shooters: Vec<CreatureId> = known_enemies(state, who)
        .filter(|enemy| able(state, *enemy) && strikes_from_afar(state, *enemy))
        .filter(|enemy| {
            let down = state.body(*enemy).hp <= 0;
            !(down && in_reach(state, who, state.space(who), *enemy))
        })
        .collect();
    let size = state.sheet(who).size;
    let exposed = |space: Space| {
        shooters
            .iter()
            .filter(|by| {
                let from = state.space(**by);
                cover::line_of_effect(state, from, space, size)
                    && cover::screen(state, **by, from, Some(who), space, size).is_none()
            })
            .count()
    };
    let here = state.space(who);
    let now = exposed(here);
    if now == 0 {
        return None;
    }
    let (after, goal) = reachable_within(state, who, speed_ft(state, who))
        .into_iter()
        .filter(|reached| !within_reach(state, who, here.moved_to(reached.place)))
        .map(|reached| (exposed(here.moved_to(reached.place)), reached))
        .min_by_key(|(after, reached)| (*after, reached.cost, reached.place))?;
    (after < now)
        .then(|| go_along(state, who, goal.place))
        .flatten()
}

/// Whether an Enemy that a creature knows of, and that is up, could strike it in a space.
fn within_reach(state: &State, who: CreatureId, space: Space) -> bool {
    known_enemies(state, who).any(|enemy| {
        able(state, enemy)
            && state.body(enemy).hp > 0
            && feet(state.grid().distance(space, state.space(enemy))) <= threat_ft(state, enemy)
    })
}

/// A Dodge of somebody who can do nothing else, under the eyes of an Enemy that shoots or casts.
pub(super) fn dodge_shots(state: &State, who: CreatureId) -> Option<Act> {
    let (here, size) = (state.space(who), state.sheet(who).size);
    let is_shot_at = || {
        known_enemies(state, who).any(|enemy| {
            able(state, enemy)
                && state.body(enemy).hp > 0
                && strikes_from_afar(state, enemy)
                && cover::line_of_effect(state, state.space(enemy), here, size)
        })
    };
    let in_need = state.body(who).dodges == 0 && is_shot_at();
    Some(Act::Dodge).filter(|act| in_need && legal(state, who, act))
}

/// From which spaces one of its Enemies that a creature knows of can be shot at or reached by a Spell, if nobody else is in the way.
pub(super) fn line_of_fire(state: &State, who: CreatureId) -> impl Fn(Space) -> bool + '_ {
    let enemies: Vec<CreatureId> = known_enemies(state, who).collect();
    let shoots = shoots(state, who);
    let casts_so_far = move |way_ft| {
        let rank = state.sheet(who).feats.spell_casting;
        energy_for_range(state, who, way_ft).is_some_and(|energy| energy <= rank)
    };
    move |from| {
        enemies.iter().any(|on| {
            let (there, size) = (state.space(*on), state.sheet(*on).size);
            (shoots || casts_so_far(feet(state.grid().distance(from, there))))
                && cover::line_of_effect(state, from, there, size)
        })
    }
}

/// Whether a creature has something to shoot or throw in hand, or Energy for its Spells.
pub(super) fn strikes_from_afar(state: &State, who: CreatureId) -> bool {
    shoots(state, who) || (!state.sheet(who).spells.is_empty() && state.body(who).energy > 0)
}

/// Whether it has something of use to shoot or throw in hand.
fn shoots(state: &State, who: CreatureId) -> bool {
    arms_from_afar(state, who).next().is_some()
}

/// Whether all that it could strike with from afar is the last weapon it has to fight with.
pub(super) fn would_throw_its_last(state: &State, who: CreatureId) -> bool {
    let mut arms = arms_from_afar(state, who).peekable();
    arms.peek().is_some() && arms.all(|arm| worth::is_last(state, who, arm))
}

/// What it has of use to shoot or throw in hand.
pub(super) fn arms_from_afar(state: &State, who: CreatureId) -> impl Iterator<Item = Arm> {
    offers::arms(state, who)
        .filter(|arm| match arm {
            Arm::Item(item) => is_of_use(state, *item),
            Arm::Natural(_) => true,
        })
        .filter(move |arm| {
            let weapon = state.weapon(who, *arm);
            weapon.is_some_and(|weapon| ranged_use(weapon).is_some())
        })
}
