//! What it is worth to a bot to take from an Enemy what it fights with: Disarm, Break, Grapple, Intimidate.

use std::cmp::Ordering;

use affray_kernel::CreatureId;

use super::legal;
use super::moving::{known_enemies, nearest_enemy};
use super::surviving::has_company;
use super::tripping::{ATTACKS, LATER, own_gain, wins};
use super::weighing::Weighing;
use super::worth::{attack, attempt, chance, damage, hindered, urgency};
use crate::act::{Act, Maneuver, Target};
use crate::actions::strike;
use crate::offers;
use crate::rules::attack::Kind;
use crate::rules::climbing::hands_to_spare;
use crate::rules::conditions::{USUAL_DC, escape_dc};
use crate::rules::grapple;
use crate::rules::hands::{can_use, is_destroyed};
use crate::rules::luck::Keeps;
use crate::rules::numbers::{
    able, allies, belongings, distance_ft, mental_defense, physical_defense, reach_ft, speed_ft,
    threat_ft, unarmed,
};
use crate::rules::skills::{self, Skill};
use crate::rules::turns::actions_left;
use crate::sheet::{ItemKind, Use};
use crate::state::{Arm, Condition, ItemId, Place, State};

/// For how many Turns of the Enemy a loss counts at most.
const TURNS: i32 = 3;

/// How far Intimidate carries, in feet.
const HEARD_FT: i16 = 30;

/// What a creature does to another with one Action: with the best of those arms that it may use, from where it is.
fn harm_with(
    weighing: &Weighing<'_>,
    by: CreatureId,
    on: CreatureId,
    may_use: impl Fn(Arm) -> bool,
) -> i32 {
    let state = weighing.state;
    let distance = distance_ft(state, by, on);
    let harm = |arm: Arm| {
        let weapon = state
            .weapon(by, arm)
            .filter(|_| !is_destroyed(state, arm))?;
        weapon.dice?;
        let strikes = weapon.uses.contains(&Use::Melee) && distance <= reach_ft(state, by, arm);
        let launches = weapon.uses.contains(&Use::Launched);
        match (strikes, launches) {
            (true, _) => Some(attack(weighing, by, on, arm, Kind::Melee)),
            (false, true) => Some(attack(weighing, by, on, arm, Kind::Ranged)),
            (false, false) => None,
        }
    };
    let arms = offers::arms(state, by).filter(|arm| may_use(*arm));
    arms.filter_map(harm).max().unwrap_or(0).max(0)
}

/// What a creature does to another with one Action as it is.
fn harm(weighing: &Weighing<'_>, by: CreatureId, on: CreatureId) -> i32 {
    harm_with(weighing, by, on, |arm| {
        can_use(weighing.state, by, arm).is_ok()
    })
}

/// How much less an Enemy does with one Action without such an item in hand; what it would have to draw first counts as nothing.
fn lives_by(weighing: &Weighing<'_>, by: CreatureId, on: CreatureId, item: ItemId) -> i32 {
    let is_left = |arm| arm != Arm::Item(item) && can_use(weighing.state, on, arm).is_ok();
    harm(weighing, on, by) - harm_with(weighing, on, by, is_left)
}

/// For how many Turns an Enemy fights on, if all of the side that can get at it do what this creature does with its best blow.
fn turns_left(weighing: &Weighing<'_>, by: CreatureId, on: CreatureId) -> i32 {
    let state = weighing.state;
    let fights = |one: &CreatureId| {
        able(state, *one)
            && state.body(*one).hp > 0
            && (*one == by || allies(state, by, *one))
            && distance_ft(state, *one, on) <= threat_ft(state, *one) + speed_ft(state, *one)
    };
    let fighters = state.creatures().filter(fights).count().max(1) as i32;
    let a_turn = ATTACKS * fighters * harm(weighing, by, on).max(1);
    (i32::from(state.body(on).hp) * 400 / a_turn).clamp(0, TURNS)
}

/// Whether an Enemy is still one whom a loss hurts.
pub(super) fn is_a_danger(state: &State, on: CreatureId) -> bool {
    able(state, on) && urgency(state, on) == 1
}

/// Maneuvers that take something from an Enemy, each with what it is worth.
pub(super) fn maneuvers(
    weighing: &Weighing<'_>,
    by: CreatureId,
    on: CreatureId,
    found: &mut dyn FnMut(i32, Act),
) {
    let state = weighing.state;
    if !is_a_danger(state, on) || distance_ft(state, by, on) > threat_ft(state, by) {
        return;
    }
    let turns = turns_left(weighing, by, on);
    for with in offers::arms(state, by) {
        let strikes = state
            .weapon(by, with)
            .is_some_and(|weapon| weapon.uses.contains(&Use::Melee));
        if !strikes || distance_ft(state, by, on) > reach_ft(state, by, with) {
            continue;
        }
        let mut offer = |worth: i32, which: Maneuver| {
            if worth > 0 {
                let target = Target::Creature(on);
                let act = Act::Maneuver {
                    which,
                    target,
                    with,
                };
                found(wins(weighing, by, on, with) * worth / 400, act);
            }
        };
        for item in belongings(state, on) {
            offer(
                broken(weighing, (by, with), on, item) * turns,
                Maneuver::Break(item),
            );
            offer(
                disarmed(weighing, by, on, item, turns),
                Maneuver::Disarm(item),
            );
        }
        if let Arm::Natural(_) = with {
            offer(grappled(weighing, by, on, with), Maneuver::Grapple);
        }
    }
}

/// What it is worth that an Enemy drops an item: to take it up again costs it an Action; if somebody takes it away at once, which costs one
/// as well, it fights on without.
fn disarmed(
    weighing: &Weighing<'_>,
    by: CreatureId,
    on: CreatureId,
    item: ItemId,
    turns: i32,
) -> i32 {
    let state = weighing.state;
    if !matches!(state.item(item).place, Place::Held(..)) {
        return 0;
    }
    let lost = lives_by(weighing, by, on, item);
    if lost <= 0 {
        return 0;
    }
    // An Action is what it costs to take up or to draw another weapon, at most.
    let action = harm(weighing, on, by).min(ATTACKS * lost);
    let takes_it = hands_to_spare(state, by) > 0 && actions_left(state, by) > 1;
    let for_good = if takes_it {
        ATTACKS * lost * turns / 2
    } else {
        0
    };
    action.max(for_good) / LATER
}

/// What it is worth in one of its Turns to have broken something of an Enemy's: the weapon that it fights with, or what it wears. Several blows
/// may be needed for that.
fn broken(
    weighing: &Weighing<'_>,
    (by, with): (CreatureId, Arm),
    on: CreatureId,
    item: ItemId,
) -> i32 {
    let state = weighing.state;
    let found = state.item(item);
    if found.hp <= 0 {
        return 0;
    }
    let lost = match (found.place, state.kind(item)) {
        (Place::Held(..), ItemKind::Weapon(_)) => ATTACKS * lives_by(weighing, by, on, item),
        (Place::Worn(_), ItemKind::Armour(armour)) => {
            ATTACKS * bared(weighing, by, on, armour.durability)
        }
        _ => 0,
    };
    if lost <= 0 {
        return 0;
    }
    let hit = i64::from(hit_on_thing(state, by, with, item));
    let part = i64::from(lost / LATER) * hit / i64::from(found.hp).max(hit).max(1);
    part as i32
}

/// Mean Damage of a hit on a thing, after its Durability.
fn hit_on_thing(state: &State, by: CreatureId, with: Arm, item: ItemId) -> i32 {
    let Some(dice) = state.weapon(by, with).and_then(|weapon| weapon.dice) else {
        return 0;
    };
    let mean = (dice.least() + dice.most().unwrap_or(dice.least())) / 2;
    (mean + i32::from(state.sheet(by).str) - i32::from(state.kind(item).toughness().1)).max(0)
}

/// How much more an Attack of a creature does to an Enemy that has so much less Durability.
fn bared(weighing: &Weighing<'_>, by: CreatureId, on: CreatureId, durability: i16) -> i32 {
    let state = weighing.state;
    let more = |arm: Arm| {
        let keeps = weighing.keeps(attempt(by, on, Kind::Melee, Some(arm)));
        let face = physical_defense(state, on) - strike::tally(state, by, arm, None).total();
        let left = i32::from(state.body(on).hp).max(0);
        let now = damage(state, by, on, arm);
        chance(face, keeps) * ((now + i32::from(durability)).min(left) - now).max(0)
    };
    let arms = offers::arms(state, by).filter(|arm| {
        let weapon = state.weapon(by, *arm);
        weapon.is_some_and(|weapon| weapon.uses.contains(&Use::Melee) && weapon.dice.is_some())
    });
    arms.map(more).max().unwrap_or(0)
}

/// What it is worth to hold an Enemy: it has one arm less, so that a weapon for two hands is of no use to it, until it wrings itself free, and
/// the rest of this Turn's Attacks find it Flat Footed.
fn grappled(weighing: &Weighing<'_>, by: CreatureId, on: CreatureId, with: Arm) -> i32 {
    let state = weighing.state;
    if grapple::are_partners(state, by, on) || grapple::can_grapple(state, by, on, with).is_err() {
        return 0;
    }
    let needs_both = |arm: Arm| {
        matches!(arm, Arm::Item(_)) && state.weapon(on, arm).is_some_and(|weapon| weapon.hands > 1)
    };
    let all = harm(weighing, on, by);
    let is_left = |arm| !needs_both(arm) && can_use(state, on, arm).is_ok();
    let one_armed = harm_with(weighing, on, by, is_left);
    // It gets free with an Action for each attempt, if that pays.
    let frees = wins(weighing, on, by, unarmed(state.sheet(on))).max(1);
    let to_get_free = i64::from(all) * 400 / i64::from(frees);
    let lost = i64::from(ATTACKS * (all - one_armed)).min(to_get_free) as i32;
    own_gain(weighing, by, on, own_arm_beside(state, by, with)) + lost / LATER
}

/// What a creature strikes with while another arm of it holds somebody.
fn own_arm_beside(state: &State, by: CreatureId, with: Arm) -> Arm {
    let other = offers::arms(state, by).find(|arm| {
        let weapon = state.weapon(by, *arm);
        let one_handed = weapon.is_some_and(|weapon| {
            weapon.hands < 2 && weapon.uses.contains(&Use::Melee) && weapon.dice.is_some()
        });
        *arm != with && one_handed
    });
    other.unwrap_or(with)
}

/// What it is worth to Push away somebody who holds it: it fights again with what the grapple keeps it from using.
pub(super) fn freed(weighing: &Weighing<'_>, by: CreatureId, on: CreatureId) -> i32 {
    let state = weighing.state;
    if !grapple::grapples(state, on, by) {
        return 0;
    }
    let gain = harm_with(weighing, by, on, |_| true) - harm(weighing, by, on);
    gain.max(0) * (i32::from(actions_left(state, by)) - 1 + ATTACKS / LATER)
}

/// The Enemy whom it pays most to frighten, with what that is worth: the chance times what its Attacks lose by it in its next Turn.
pub(super) fn intimidate(weighing: &Weighing<'_>, by: CreatureId) -> Option<(i32, Act)> {
    let state = weighing.state;
    let enemies = known_enemies(state, by).filter(|on| {
        is_a_danger(state, *on)
            && !state.has(*on, Condition::Shaken)
            && distance_ft(state, by, *on) <= HEARD_FT
    });
    let acts = enemies.map(|on| (frightened(weighing, by, on), Act::Intimidate(on)));
    acts.filter(|(worth, act)| *worth > 0 && legal(state, by, act))
        .max_by(|one, other| match one.0.cmp(&other.0) {
            // The first among equals.
            Ordering::Equal => Ordering::Greater,
            order => order,
        })
}

fn frightened(weighing: &Weighing<'_>, by: CreatureId, on: CreatureId) -> i32 {
    let state = weighing.state;
    let bonus = skills::tally(state, by, Skill::Intimidate).total();
    let succeeds = chance(mental_defense(state, on) - bonus, Keeps::Single);
    let near = distance_ft(state, by, on) <= threat_ft(state, on);
    let comes = distance_ft(state, by, on) <= threat_ft(state, on) + speed_ft(state, on);
    let attacks = match (near, comes) {
        (true, _) => ATTACKS,
        (false, true) => ATTACKS - 1,
        (false, false) => 0,
    };
    succeeds * (attacks * loss_of_disadvantage(weighing, on, by) / LATER) / 400
}

/// How much less the best Melee Attack of a creature does with Disadvantage.
fn loss_of_disadvantage(weighing: &Weighing<'_>, who: CreatureId, on: CreatureId) -> i32 {
    let state = weighing.state;
    let loss = |arm: Arm| {
        let bonus = strike::tally(state, who, arm, None).total();
        let (face, hurt) = (
            physical_defense(state, on) - bonus,
            damage(state, who, on, arm),
        );
        let now = weighing.keeps(attempt(who, on, Kind::Melee, Some(arm)));
        let harm = chance(face, now) * hurt;
        (harm, harm - chance(face, hindered(now)) * hurt)
    };
    let serves = |arm: &Arm| {
        let weapon = state
            .weapon(who, *arm)
            .filter(|weapon| weapon.dice.is_some());
        weapon.is_some_and(|weapon| weapon.uses.contains(&Use::Melee))
    };
    let arms = offers::arms(state, who).filter(serves);
    arms.map(loss).max().map_or(0, |(_, loss)| loss)
}

/// Takes up the weapon that an Enemy beside it has lost and would take up again.
pub(super) fn take_away(weighing: &Weighing<'_>, by: CreatureId) -> Option<(i32, Act)> {
    let state = weighing.state;
    if hands_to_spare(state, by) == 0 {
        return None;
    }
    let lying = state.all_items().filter_map(|(item, found)| {
        let Place::Ground(_) = found.place else {
            return None;
        };
        state.kind(item).weapon().filter(|_| found.hp > 0)?;
        let act = Act::PickUp(item);
        let owner = known_enemies(state, by)
            .filter(|on| is_a_danger(state, *on) && has_lost(state, *on, item))
            .map(|on| {
                (
                    missed(weighing, by, on, item) * turns_left(weighing, by, on),
                    on,
                )
            })
            .max()?;
        Some((owner.0 / LATER, act))
    });
    lying
        .filter(|(worth, act)| *worth > 0 && legal(state, by, act))
        .max_by_key(|(worth, _)| *worth)
}

/// Whether an item lies where a creature stands that holds no weapon and has hands for it.
fn has_lost(state: &State, on: CreatureId, item: ItemId) -> bool {
    let Place::Ground(cell) = state.item(item).place else {
        return false;
    };
    let weapon = state.kind(item).weapon();
    let is_armed = offers::arms(state, on).any(|arm| matches!(arm, Arm::Item(_)));
    !is_armed
        && weapon.is_some_and(|weapon| weapon.hands <= hands_to_spare(state, on))
        && state.space(on).covers(state.grid().shape, cell)
}

/// What an Enemy would do more in a Turn with that weapon in hand.
fn missed(weighing: &Weighing<'_>, by: CreatureId, on: CreatureId, item: ItemId) -> i32 {
    let state = weighing.state;
    let arm = Arm::Item(item);
    let keeps = weighing.keeps(attempt(on, by, Kind::Melee, Some(unarmed(state.sheet(on)))));
    let with_one_blow = |with: Arm| {
        let face = physical_defense(state, by) - strike::tally(state, on, with, None).total();
        chance(face, keeps) * damage(state, on, by, with)
    };
    (ATTACKS - 1) * with_one_blow(arm) - ATTACKS * harm(weighing, on, by)
}

/// What it is worth to free an Ally beside it that is bound where it can strike nobody: the chance times what that would do with the Actions that
/// it needs to free itself.
pub(super) fn free(weighing: &Weighing<'_>, by: CreatureId) -> Option<(i32, Act)> {
    let state = weighing.state;
    if state.conditions.is_empty() {
        return None;
    }
    let bound = state.creatures().filter(|friend| {
        *friend != by
            && allies(state, by, *friend)
            && is_a_danger(state, *friend)
            && state.has(*friend, Condition::Entangled)
            && !has_company(state, *friend)
    });
    let acts = bound.map(|friend| (freeing(weighing, by, friend), Act::Escape(friend)));
    acts.filter(|(worth, act)| *worth > 0 && legal(state, by, act))
        .max_by_key(|(worth, _)| *worth)
}

fn freeing(weighing: &Weighing<'_>, by: CreatureId, friend: CreatureId) -> i32 {
    let state = weighing.state;
    let bonds = state.conditions.on(friend);
    let bonds = bonds.filter(|held| held.kind == Condition::Entangled);
    let dc = bonds.map(escape_dc).max().unwrap_or(USUAL_DC);
    let frees = |one: CreatureId| {
        let sheet = state.sheet(one);
        chance(i32::from(dc - sheet.level - sheet.str), Keeps::Single)
    };
    let Some((_, enemy)) = nearest_enemy(state, friend) else {
        return 0;
    };
    let blow = |arm: Arm| match state.weapon(friend, arm) {
        Some(weapon) if weapon.uses.contains(&Use::Melee) && weapon.dice.is_some() => {
            attack(weighing, friend, enemy, arm, Kind::Melee)
        }
        _ => 0,
    };
    let blow = offers::arms(state, friend).map(blow).max().unwrap_or(0);
    // Of the Actions of a Turn, so many are needed for getting free in the mean.
    let needed = (400 * 400 / frees(friend)).min(400 * ATTACKS);
    frees(by) * (blow.max(0) * needed / 400) / 400 / LATER
}

/// Lets go of somebody who fights no longer, as a Free Action.
pub(super) fn let_go(state: &State, who: CreatureId) -> Option<Act> {
    if !state.has(who, Condition::Grappling) {
        return None;
    }
    let held = grapple::partners(state, who).into_iter();
    let mut spent =
        held.filter(|on| grapple::grapples(state, who, *on) && !is_a_danger(state, *on));
    let act = Act::Release(spent.next()?);
    legal(state, who, &act).then_some(act)
}
