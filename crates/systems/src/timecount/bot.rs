//! A first sensible policy: what a creature of this system does when a bot plays it.

mod doors;
mod magic;
mod surviving;
mod worth;

use affray_kernel::CreatureId;
use affray_kernel::grid::line_of_effect;

use super::act::{Act, Extra, Strike, Window};
use super::actions::attack::arms;
use super::actions::{self, moving};
use super::rules::flanking::presses;
use super::rules::healing;
use super::rules::numbers::{
    able, defense, enemies, feet_between, hit_points, present, reach_ft, unarmed,
};
use super::rules::range::longest_ft;
use super::sheet::Defense;
use super::state::{Arm, Kept, Pace, Place, State, Underway};

/// The choice of a sensible creature, made without dice. `None`: it leaves the moment to others.
pub(crate) fn sensible(state: &State, who: CreatureId, window: &Window) -> Option<Act> {
    Some(match window {
        Window::Turn => turn(state, who),
        Window::Underway => underway(state, who),
        Window::Holding => Act::GoOn(false),
        Window::Hold | Window::Readied => return None,
        Window::Facing | Window::Reroll => Act::Pass,
        Window::Defend { .. } => Act::Defend(better(state, who)),
        Window::Admit(other) if enemies(state, who, *other) => Act::Pass,
        Window::Admit(_) => Act::Yes,
        Window::Enter(_) => Act::Pass,
        Window::Split { patient, points } => {
            let tired = healing::room(state, *patient).fatigue;
            Act::Invigorate((points - tired).max(0))
        }
        Window::Push { most_ft, .. } => Act::Feet(*most_ft),
        Window::Extra {
            extra: Extra::Slide,
            ..
        } => Act::Pass,
        Window::Extra { .. } => Act::Yes,
        Window::Place { spaces } => spaces.first().map_or(Act::Pass, |cell| Act::Space(*cell)),
    })
}

/// The higher of Vigor and Celerity (`engine/decision-defaults`).
fn better(state: &State, who: CreatureId) -> Defense {
    if defense(state, who, Defense::Celerity) > defense(state, who, Defense::Vigor) {
        Defense::Celerity
    } else {
        Defense::Vigor
    }
}

/// Goes on with what takes time, but stops walking once an enemy can be fought.
fn underway(state: &State, who: CreatureId) -> Act {
    match state.body(who).underway {
        Underway::Walk(..) if best_blow(state, who).is_some() => Act::BreakOff,
        Underway::Walk(..) => Act::GoOn(false),
        _ => Act::GoOn(true),
    }
}

/// Counts for which a bot waits at once that has nothing to do.
const PATIENCE: u32 = 4;

/// Whether an act is possible now.
fn legal(state: &State, who: CreatureId, act: &Act) -> bool {
    actions::check(state, who, &Window::Turn, act).is_ok()
}

fn turn(state: &State, who: CreatureId) -> Act {
    surviving::act(state, who)
        .or_else(|| magic::cast(state, who))
        .or_else(|| finish_off(state, who))
        .or_else(|| arm_oneself(state, who))
        .or_else(|| fight(state, who))
        .or_else(|| close_in(state, who))
        .or_else(|| doors::open(state, who))
        .filter(|act| legal(state, who, act))
        .unwrap_or(Act::Wait(PATIENCE))
}

/// The blow or the spell that promises most.
fn fight(state: &State, who: CreatureId) -> Option<Act> {
    let blow = best_blow(state, who);
    let spell = magic::prepare(state, who);
    match (blow, spell) {
        (Some((blow, act)), Some((spell, prepare))) => {
            Some(if spell > blow { prepare } else { act })
        }
        (Some((_, act)), None) | (None, Some((_, act))) => Some(act),
        (None, None) => None,
    }
}

/// Those a creature may attack: enemies that are there, the helpless only when nobody else is left near.
fn targets(state: &State, who: CreatureId) -> impl Iterator<Item = CreatureId> {
    state
        .creatures()
        .filter(move |on| enemies(state, who, *on) && present(state, *on))
}

/// The attack or special action on an enemy that promises most for each count it takes, in thousandths.
fn best_blow(state: &State, who: CreatureId) -> Option<(i32, Act)> {
    let mut best: Option<(i32, Act)> = None;
    for on in targets(state, who).filter(|on| able(state, *on)) {
        for with in arms(state, who) {
            for act in blows(state, who, on, with) {
                let better = |promise: i32| best.as_ref().is_none_or(|(most, _)| promise > *most);
                let promise = worth::of(state, who, &act);
                if promise > 0 && better(promise) && legal(state, who, &act) {
                    best = Some((promise, act));
                }
            }
        }
    }
    best
}

/// What can be tried on an enemy with a weapon.
fn blows(state: &State, who: CreatureId, on: CreatureId, with: Arm) -> Vec<Act> {
    let strike = Strike {
        target: on,
        with,
        kind: None,
        limb: false,
        thrown: false,
    };
    let mut acts = vec![
        Act::Attack(strike),
        Act::QuickStrike(strike),
        Act::Alternate(strike),
        Act::Trip { target: on, with },
    ];
    let Some(weapon) = state.weapon(who, with) else {
        return acts;
    };
    if weapon.melee && weapon.ranged.is_some() {
        acts.push(Act::Attack(Strike {
            thrown: true,
            ..strike
        }));
    }
    acts.extend(
        arms(state, who)
            .filter(|off| *off != with)
            .map(|off| Act::Both {
                main: strike,
                off,
                off_limb: false,
            }),
    );
    if with == unarmed(state, who) {
        acts.push(Act::Tackle(on));
        acts.push(Act::Grab(on));
    }
    acts.push(Act::Grapple(on, with));
    let held = state
        .all_items()
        .filter(|(id, item)| item.place == Place::Held(on) && state.kind(*id).weapon().is_some());
    acts.extend(held.map(|(item, _)| Act::Disarm {
        target: on,
        item,
        with,
    }));
    acts
}

/// A helpless enemy is finished off when nobody presses.
fn finish_off(state: &State, who: CreatureId) -> Option<Act> {
    let pressed = state.creatures().any(|enemy| presses(state, enemy, who));
    let anybody =
        targets(state, who).any(|on| able(state, on) && feet_between(state, who, on) <= 30);
    if pressed || anybody {
        return None;
    }
    targets(state, who)
        .filter(|on| !able(state, *on))
        .flat_map(|target| arms(state, who).map(move |with| Act::CoupDeGrace { target, with }))
        .find(|act| legal(state, who, act))
}

/// Whoever has nothing in hand to fight with draws what it has, or picks it up.
fn arm_oneself(state: &State, who: CreatureId) -> Option<Act> {
    let sheet = state.sheet(who);
    let armed = arms(state, who).any(|arm| matches!(arm, Arm::Item(_)));
    if armed || sheet.traits.natural_weapons || sheet.traits.unarmed_training {
        return None;
    }
    let is_weapon = |id| state.kind(id).weapon().is_some();
    let carried = state.all_items().filter(|(id, item)| {
        is_weapon(*id)
            && item.durability > 0
            && matches!(item.place, Place::Carried(owner, kept)
                if owner == who && kept != Kept::Backpack)
    });
    let lying = state
        .all_items()
        .filter(|(id, item)| is_weapon(*id) && matches!(item.place, Place::Ground(_)));
    carried
        .map(|(id, _)| Act::Draw(id))
        .chain(lying.map(|(id, _)| Act::PickUp(id)))
        .find(|act| legal(state, who, act))
}

/// Goes to where an enemy can be fought: the nearest first.
fn close_in(state: &State, who: CreatureId) -> Option<Act> {
    let mut near: Vec<CreatureId> = targets(state, who).collect();
    near.sort_by_key(|on| (!able(state, *on), feet_between(state, who, *on), *on));
    near.into_iter().find_map(|on| {
        let reach = arms(state, who)
            .filter_map(|arm| useful_ft(state, who, arm))
            .max()
            .unwrap_or(5);
        let near_enough = i32::from(reach.max(5)) / 5;
        let own = state.space(who);
        let path = moving::shortest(state, who, own.at, |cell| {
            let there = own.moved_to(cell);
            state.grid().distance(there, state.space(on)) as i32 <= near_enough
                && (state.cast.open_ground
                    || line_of_effect(&state.terrain(), there, state.space(on)))
        })?;
        let goal = path.places.last().copied()?;
        if goal == own.at {
            return None;
        }
        let act = Act::Move {
            pace: Pace::Base,
            path: Box::new([goal]),
        };
        legal(state, who, &act).then_some(act)
    })
}

/// How far a weapon is of use: its reach, or two range increments.
fn useful_ft(state: &State, who: CreatureId, arm: Arm) -> Option<i16> {
    let weapon = state.weapon(who, arm)?;
    match (weapon.melee, weapon.ranged) {
        (false, Some(ranged)) => Some(longest_ft(state, who, weapon)?.min(2 * ranged.increment_ft)),
        _ => Some(reach_ft(state, who, arm)),
    }
}

/// How near a creature is to falling: 100 for untouched, 0 for as good as gone.
fn wellness(state: &State, who: CreatureId) -> i32 {
    let most = i32::from(state.sheet(who).max_hp.max(1));
    let left = i32::from(hit_points(state, who)) - i32::from(state.body(who).fatigue);
    (100 * left / most).clamp(0, 100)
}
