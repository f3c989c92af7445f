//! When a bot keeps out of sight: it sneaks, puts out lights, shuts doors.

use affray_kernel::CreatureId;

use super::distance::arms_from_afar;
use super::hindering::is_a_danger;
use super::moving::known_enemies;
use super::tripping::{ATTACKS, LATER};
use super::waiting::comes;
use super::weighing::Weighing;
use super::worth::{attempt, chance, damage, eased, hindered};
use super::{beset, legal, offers};
use crate::act::Act;
use crate::actions::{shoot, strike};
use crate::fact::{self, Fact};
use crate::rules::attack::Kind;
use crate::rules::luck::Keeps;
use crate::rules::numbers::{
    able, allies, distance_ft, mental_defense, physical_defense, present, speed_ft, threat_ft,
};
use crate::rules::rooms;
use crate::rules::sight::{can_hide, is_hidden, sees};
use crate::rules::skills::{self, Skill};
use crate::sheet::Use;
use crate::state::{Altered, Arm, ItemId, State};

/// What it is worth to sneak with the last Action: of those who shoot at it and no longer know where it is, half of the next shots go astray or
/// wait for a search, and its own next shot finds them Flat Footed.
pub(super) fn sneak(weighing: &Weighing<'_>, who: CreatureId) -> Option<(i32, Act)> {
    const ASTRAY: i32 = 2;
    let state = weighing.state;
    if !legal(state, who, &Act::Sneak) || beset(state, who) {
        return None;
    }
    let bonus = skills::tally(state, who, Skill::Sneak).total();
    let hides_from = |on: CreatureId| {
        let hides = chance(mental_defense(state, on) - bonus, Keeps::Single);
        let spared = ATTACKS * shot(weighing, on, who, |keeps| keeps) / ASTRAY / LATER;
        let now = shot(weighing, who, on, |keeps| keeps);
        let gain = shot(weighing, who, on, eased) - now;
        (hides * spared / 400, hides * gain.max(0) / 400)
    };
    let watchers = known_enemies(state, who).filter(|on| {
        is_a_danger(state, *on) && !is_hidden(state, who, *on) && can_hide(state, who, *on)
    });
    let (spared, gains): (Vec<i32>, Vec<i32>) = watchers.map(hides_from).unzip();
    let worth = spared.into_iter().sum::<i32>() + gains.into_iter().max().unwrap_or(0);
    (worth > 0).then_some((worth, Act::Sneak))
}

/// What the best shot of a creature at another does, with that die counting instead.
fn shot(
    weighing: &Weighing<'_>,
    by: CreatureId,
    on: CreatureId,
    keeps: impl Fn(Keeps) -> Keeps,
) -> i32 {
    let state = weighing.state;
    let does = |arm: Arm| {
        let bonus = shoot::tally(state, by, arm, distance_ft(state, by, on)).total();
        let die = keeps(weighing.keeps(attempt(by, on, Kind::Ranged, Some(arm))));
        chance(physical_defense(state, on) - bonus, die) * damage(state, by, on, arm)
    };
    arms_from_afar(state, by).map(does).max().unwrap_or(0)
}

/// A light that it pays to put out, or to light: of those who see somebody then whom they do not see now, each strikes without Disadvantage, and
/// of the others with it.
pub(super) fn switch(weighing: &Weighing<'_>, who: CreatureId) -> Option<(i32, Act)> {
    let state = weighing.state;
    if !state.cast.scene.dark {
        return None;
    }
    let lights = state
        .all_items()
        .map(|(item, found)| Act::Light(item, !found.lit));
    let worth = lights.filter(|act| legal(state, who, act)).map(|act| {
        let worth = match act {
            Act::Light(item, lit) => change(weighing, who, item, lit),
            _ => 0,
        };
        (worth, act)
    });
    worth
        .filter(|(worth, _)| *worth > 0)
        .max_by_key(|(worth, _)| *worth)
}

/// What the Attacks of its own side gain and those of its Enemies lose if a light burns, or burns no longer.
fn change(weighing: &Weighing<'_>, who: CreatureId, item: ItemId, lit: bool) -> i32 {
    let state = weighing.state;
    let mut then = state.clone();
    fact::apply(&mut then, &Fact::Lit(item, lit));
    let own = |one: &CreatureId| (*one == who || allies(state, who, *one)) && able(state, *one);
    let enemies: Vec<CreatureId> = known_enemies(state, who)
        .filter(|on| is_a_danger(state, *on))
        .collect();
    let comes = |by: CreatureId, on: CreatureId| {
        distance_ft(state, by, on) <= threat_ft(state, by) + speed_ft(state, by)
    };
    // One whom somebody fights with is enough: whoever it does not see, it may not strike.
    let gain = |by: CreatureId, on: CreatureId| {
        let (now, then) = (sees(state, by, on), sees(&then, by, on));
        if now == then || !comes(by, on) {
            return 0;
        }
        let other = if then { eased } else { hindered };
        let changes = blow(weighing, by, on, other) - blow(weighing, by, on, |keeps| keeps);
        ATTACKS * changes / LATER
    };
    let furthest = |gains: &mut dyn Iterator<Item = i32>| gains.max_by_key(|gain| gain.abs());
    let side = || state.creatures().filter(own);
    let ours: i32 = side()
        .filter_map(|by| furthest(&mut enemies.iter().map(|on| gain(by, *on))))
        .sum();
    let theirs: i32 = enemies
        .iter()
        .filter_map(|by| furthest(&mut side().map(|on| gain(*by, on))))
        .sum();
    ours - theirs
}

/// What the best blow of a creature at another does, with that die counting instead.
fn blow(
    weighing: &Weighing<'_>,
    by: CreatureId,
    on: CreatureId,
    keeps: impl Fn(Keeps) -> Keeps,
) -> i32 {
    let state = weighing.state;
    let does = |arm: Arm| match state.weapon(by, arm) {
        Some(weapon) if weapon.uses.contains(&Use::Melee) => {
            let bonus = strike::tally(state, by, arm, None).total();
            let die = keeps(weighing.keeps(attempt(by, on, Kind::Melee, Some(arm))));
            chance(physical_defense(state, on) - bonus, die) * damage(state, by, on, arm)
        }
        _ => 0,
    };
    offers::arms(state, by).map(does).max().unwrap_or(0)
}

/// Shuts an open door at hand that keeps all Enemies out whom it knows of and nobody of its own side, be it able to act or not. One of them has to
/// be coming, whom opening it costs an Action: otherwise it would open the door again itself to get at them.
pub(super) fn shut(state: &State, who: CreatureId) -> Option<Act> {
    let here = state.space(who);
    let acts = state.cast.map.doors().iter().map(|edge| {
        let [a, b] = edge.cells();
        Act::Door(a, b, false)
    });
    let mut acts = acts.filter(|act| legal(state, who, act));
    acts.find(|act| {
        let Act::Door(a, b, _) = act else {
            return false;
        };
        let mut shut = state.clone();
        fact::apply(&mut shut, &Fact::Alters(Altered::Door(*a, *b, false)));
        let (Some(now), Some(then)) = (
            rooms::around(state, here, true),
            rooms::around(&shut, here, true),
        ) else {
            return false;
        };
        let at = |one: CreatureId| state.space(one).at;
        let foes: Vec<CreatureId> = known_enemies(state, who)
            .filter(|foe| is_a_danger(state, *foe))
            .collect();
        let mut friends = state
            .creatures()
            .filter(|one| allies(state, who, *one) && present(state, *one));
        foes.iter().any(|foe| comes(state, *foe, who))
            && foes
                .iter()
                .all(|foe| now.contains(at(*foe)) && !then.contains(at(*foe)))
            && friends.all(|friend| then.contains(at(friend)))
    })
}
