//! The policy `simple`: what a creature of this system does when a bot plays it.

mod arming;
mod doors;
mod edges;
mod facing;
mod helped;
mod hurrying;
mod items;
mod leaving;
mod magic;
mod moving;
mod riding;
mod specials;
mod stances;
mod surviving;
mod worth;

use affray_kernel::CreatureId;
use affray_kernel::grid::{Cell, Heading};
use smallvec::SmallVec;

use super::act::{Act, Extra, Strike, Window};
use super::actions::attack::arms;
use super::actions::wrestling::grab_of;
use super::actions::{self, special, two_weapons};
use super::rules::flanking::presses;
use super::rules::hands::free_hands;
use super::rules::numbers::{able, enemies, feet_between, hit_points, present, reach_ft, unarmed};
use super::rules::{healing, occupied};
use super::state::{Arm, Place, State, Underway};
use moving::Approach;
pub(crate) use moving::RESTS;
use worth::Weighing;

/// Fatigue that it can still take before it is unconscious, of all hit points (`System::vigour`).
pub(crate) fn vigour(state: &State, who: CreatureId) -> i32 {
    let body = state.body(who);
    let bonus: i32 = body.bonus.iter().map(|pool| i32::from(pool.points)).sum();
    let left = i32::from(body.hp) + i32::from(body.invigoration) + bonus - i32::from(body.fatigue);
    left * 1000 / i32::from(state.sheet(who).max_hp).max(1)
}

/// The choice of a sensible creature, made without dice. `None`: it leaves the moment to others.
pub(crate) fn simple(state: &State, who: CreatureId, window: &Window) -> Option<Act> {
    Some(match window {
        Window::Turn => turn(state, who),
        Window::Underway => underway(state, who),
        Window::Holding => holding(state, who),
        Window::Hold | Window::Readied => return None,
        Window::Facing { .. } => facing::answer(state, who),
        Window::Reroll => Act::Pass,
        Window::Defend { by, .. } => Act::Defend(special::higher(state, who, *by)),
        Window::Admit(other) if enemies(state, who, *other) => Act::Pass,
        Window::Admit(_) => Act::Yes,
        Window::Enter(cell) if passes_friends(state, who, *cell) => Act::Yes,
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
        Window::Place { spaces, .. } => spaces.first().map_or(Act::Pass, |cell| Act::Space(*cell)),
    })
}

/// Whether only friends are in a space, and the way leads on through it.
fn passes_friends(state: &State, who: CreatureId, cell: Cell) -> bool {
    let body = state.body(who);
    let path = match (&body.declared, &body.underway) {
        (Some(Act::Move { path, .. }), _) | (_, Underway::Walk(_, path)) => path,
        _ => return false,
    };
    let there = state.space(who).moved_to(cell);
    path.last().is_some_and(|last| *last != cell)
        && occupied::occupants(state, who, there).all(|other| !enemies(state, who, other))
}

/// Goes on with what takes time, but stops walking once an enemy can be fought, where it can be waited for, and before a crush. Who steps
/// back goes all the way.
fn underway(state: &State, who: CreatureId) -> Act {
    let steps_back = || {
        moving::fights_from_afar(state, who)
            && targets(state, who).any(|enemy| presses(state, enemy, who))
    };
    let is_crush = |cell: &Cell| moving::is_crush(state, who, *cell);
    match &state.body(who).underway {
        Underway::Walk(_, path) if let Some(act) = leaving::act(state, who) => {
            leaving::goes_on(state, who, path, &act)
        }
        Underway::Walk(..) if !steps_back() && has_work(state, who) => Act::BreakOff,
        Underway::Walk(..) if stances::set_on_the_way(state, who).is_some() => Act::BreakOff,
        Underway::Walk(_, path) if path.first().is_some_and(is_crush) => Act::BreakOff,
        Underway::Walk(..) if hurrying::changes_pace(state, who) => Act::BreakOff,
        Underway::Walk(..) => Act::GoOn(false),
        Underway::Wait(_) if has_work(state, who) || helped::act(state, who).is_some() => {
            Act::BreakOff
        }
        _ => Act::GoOn(true),
    }
}

/// Whether there is somebody to strike, or to cast at.
fn has_work(state: &State, who: CreatureId) -> bool {
    magic::cast(state, who).is_some() || best_blow(state, who).is_some()
}

/// Holds what is readied as long as somebody comes up.
fn holding(state: &State, who: CreatureId) -> Act {
    if stances::holds(state, who) && best_blow(state, who).is_none() {
        Act::GoOn(false)
    } else {
        Act::BreakOff
    }
}

/// Counts for which a bot waits at once that has nothing to do.
const PATIENCE: u32 = 4;

/// Whether an act is possible now.
fn legal(state: &State, who: CreatureId, act: &Act) -> bool {
    actions::check(state, who, &Window::Turn, act).is_ok()
}

/// Brings a frightened mount under control where there is an attack to make then (`actions/control-mount`).
fn control(state: &State, who: CreatureId) -> Option<Act> {
    if !legal(state, who, &Act::ControlMount) {
        return None;
    }
    let mut calm = state.clone();
    calm.bodies[who.index()].controls = true;
    has_work(&calm, who).then_some(Act::ControlMount)
}

fn turn(state: &State, who: CreatureId) -> Act {
    facing::turn(state, who)
        .or_else(|| leaving::act(state, who))
        .or_else(|| surviving::act(state, who))
        .or_else(|| control(state, who))
        .or_else(|| helped::act(state, who))
        .or_else(|| magic::cast(state, who))
        .or_else(|| items::mend(state, who))
        .or_else(|| finish_off(state, who))
        .or_else(|| moving::leave_crowd(state, who))
        .or_else(|| stances::act(state, who))
        .or_else(|| stances::parry(state, who))
        .or_else(|| moving::step_back(state, who))
        .or_else(|| items::harm(state, who))
        .or_else(|| items::carry(state, who))
        .or_else(|| arming::act(state, who))
        .or_else(|| moving::step_apart(state, who))
        .or_else(|| fight(state, who))
        .or_else(|| magic::approach(state, who))
        .or_else(|| stances::set(state, who))
        .or_else(|| stances::ready(state, who))
        .or_else(|| riding::act(state, who))
        .or_else(|| go_there(state, who))
        .filter(|act| legal(state, who, act))
        .unwrap_or(Act::Wait(PATIENCE))
}

/// Goes to the nearest enemy, in haste where that pays; through a door where that is the shorter way. Where there is none at all, it takes in
/// hand what shoots.
fn go_there(state: &State, who: CreatureId) -> Option<Act> {
    match moving::close_in(state, who) {
        Approach::Stay => None,
        Approach::Go(act, steps) if !moving::is_detour(state, who, steps) => {
            hurrying::go(state, who, &act, steps).or(Some(act))
        }
        Approach::Go(act, _) => doors::open(state, who).or(Some(act)),
        Approach::NoWay => doors::open(state, who).or_else(|| arming::without_way(state, who)),
    }
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
    let weighing = Weighing::new(state, who);
    let mut look_at = |act: Act| {
        let promise = worth::of(&weighing, &act);
        let better = best.as_ref().is_none_or(|(most, _)| promise > *most);
        if promise > 0 && better && legal(state, who, &act) {
            best = Some((promise, act));
        }
    };
    let weapons = weapons(state, who);
    for on in targets(state, who).filter(|on| able(state, *on)) {
        for with in &weapons {
            strikes(state, who, (on, *with), &weapons, &mut look_at);
        }
        if feet_between(state, who, on) <= reach_ft(state, who, unarmed(state, who)) {
            holds(state, who, on, &mut look_at);
        }
    }
    best
}

/// What a creature strikes with: its weapons, or its body where it has none or that is its way of fighting.
fn weapons(state: &State, who: CreatureId) -> SmallVec<[Arm; 4]> {
    let traits = state.sheet(who).traits;
    let bare = unarmed(state, who);
    let mut found: SmallVec<[Arm; 4]> = arms(state, who)
        .filter(|arm| match arm {
            Arm::Item(_) => arming::is_of_use(state, who, *arm),
            Arm::Natural(_) if *arm == bare => traits.unarmed_training,
            Arm::Natural(_) => traits.natural_weapons,
        })
        .collect();
    let strikes = |arm: &Arm| state.weapon(who, *arm).is_some_and(|weapon| weapon.melee);
    if !found.iter().any(strikes) {
        found.push(bare);
    }
    found
}

/// What can be tried on an enemy with a weapon.
fn strikes(
    state: &State,
    who: CreatureId,
    (on, with): (CreatureId, Arm),
    weapons: &[Arm],
    found: &mut dyn FnMut(Act),
) {
    let Some(weapon) = state.weapon(who, with) else {
        return;
    };
    let strike = Strike {
        limb: with == unarmed(state, who) && free_hands(state, who) == 0,
        ..Strike::plain(on, with)
    };
    if weapon.melee && weapon.ranged.is_some() {
        found(Act::Attack(Strike {
            thrown: true,
            ..strike
        }));
    }
    if weapon.melee && feet_between(state, who, on) > reach_ft(state, who, with) {
        return;
    }
    found(Act::Attack(strike));
    found(Act::QuickStrike(strike));
    if two_weapons::aim_alternate(state, who, &strike).is_ok() {
        found(Act::Alternate(strike));
    }
    for off in weapons.iter().filter(|off| **off != with) {
        found(Act::Both {
            main: strike,
            off: *off,
            off_limb: false,
        });
    }
    if weapon.trip {
        found(Act::Trip { target: on, with });
    }
    if weapon.melee {
        found(Act::Feint { target: on, with });
        found(Act::Staple { target: on, with });
    }
    let held = state.all_items().filter(|(id, item)| {
        item.place == Place::Held(on) && item.durability > 0 && state.kind(*id).weapon().is_some()
    });
    for (item, _) in held {
        let target = on;
        found(Act::Disarm { target, item, with });
    }
}

/// What bare hands can try on an enemy.
fn holds(state: &State, who: CreatureId, on: CreatureId, found: &mut dyn FnMut(Act)) {
    let with = unarmed(state, who);
    found(Act::Trip { target: on, with });
    found(Act::Tackle(on));
    found(Act::Grab(on));
    found(Act::Grapple(on, with));
    found(Act::BullRush(on));
    if grab_of(state, who, on).is_some() && !state.cast.open_ground {
        let headings = Heading::of_neighbours(state.grid().shape);
        headings.for_each(|heading| found(Act::Shunt(on, heading)));
    }
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

/// How near a creature is to falling: 100 for untouched, 0 for as good as gone.
fn wellness(state: &State, who: CreatureId) -> i32 {
    let most = i32::from(state.sheet(who).max_hp.max(1));
    let left = i32::from(hit_points(state, who)) - i32::from(state.body(who).fatigue);
    (100 * left / most).clamp(0, 100)
}
