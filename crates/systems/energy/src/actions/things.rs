//! Stowing, equipping, picking up, loading, dropping; doors (`actions/equip-easy`, `actions/pick-up-ground`, `actions/load`).

use std::ops::ControlFlow;

use affray_kernel::grid::{Cell, EdgeKind, Space};
use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};

use super::Found;
use crate::Energy;
use crate::act::{Act, Action, Claim, Pay, Window};
use crate::fact::Fact;
use crate::ids::{refuse, rule};
use crate::mishap::Failure;
use crate::rules::aura::chance;
use crate::rules::checks::{self, Target};
use crate::rules::conditions::{expose, usual_exposure};
use crate::rules::numbers::present;
use crate::rules::occupied::edge;
use crate::rules::price::Cost;
use crate::rules::unconscious::drop_item;
use crate::sheet::Skill;
use crate::state::{Access, Altered, Condition, ItemId, Place, State};

/// The DC of breaking a door or wall down (`gaps/break-down`).
const BREAK_DOWN_DC: i32 = 15;

/// Below this a Shaken hand lets things slip (`conditions/shaken`).
const SHAKEN_DC: i32 = 5;

fn exists(state: &State, item: ItemId) -> bool {
    usize::from(item.0) < state.items.len()
}

/// Hands that a creature has free (`gaps/hands`).
#[must_use]
pub(crate) fn free_hands(state: &State, who: CreatureId) -> i16 {
    let used: i16 = state
        .held(who)
        .map(|(id, _)| i16::from(state.kind(id).hands()))
        .sum();
    i16::from(state.sheet(who).hands) - used
}

/// Whether a creature has the hands for an item (`gaps/hands`).
///
/// # Errors
/// How many it lacks.
pub(crate) fn hand_for(state: &State, who: CreatureId, item: ItemId) -> Result<(), Refusal> {
    let (need, free) = (
        i16::from(state.kind(item).hands().max(1)),
        free_hands(state, who),
    );
    if need == 1 && free < 1 {
        return Err(refuse!(
            "gaps/hands",
            "{} has no free hand for {}",
            Figure::Creature(who),
            Figure::Thing(item.0)
        ));
    }
    if need > free {
        return Err(refuse!(
            "gaps/hands",
            "{} takes {} hands; free: {}",
            Figure::Thing(item.0),
            Figure::Number(i32::from(need)),
            Figure::Number(i32::from(free.max(0)))
        ));
    }
    Ok(())
}

/// Whether a carried item can be taken into the hands.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn equip_possible(state: &State, who: CreatureId, item: ItemId) -> Result<(), Refusal> {
    if !exists(state, item) || state.item(item).place != Place::Carried(who) {
        return Err(refuse!("actions/equip-other", "it carries no such thing"));
    }
    hand_for(state, who, item)
}

/// Whether a held item can be put away.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn stow_possible(state: &State, who: CreatureId, item: ItemId) -> Result<(), Refusal> {
    if !exists(state, item) || state.item(item).place != Place::Held(who) {
        return Err(refuse!("actions/equip-other", "it holds no such thing"));
    }
    Ok(())
}

/// What stowing or equipping costs (`actions/equip-easy`, `actions/equip-other`, `actions/equip-gm-price`).
#[must_use]
pub(crate) fn equip_cost(state: &State, item: ItemId) -> Cost {
    let access = if exists(state, item) {
        state.item(item).access
    } else {
        Access::Normal
    };
    Cost::energy(access.energy())
}

fn cite_access(scene: &mut Scene<'_, Energy>, item: ItemId) {
    scene.cite(match scene.state().item(item).access {
        Access::Easy => rule!("actions/equip-easy"),
        Access::Normal => rule!("actions/equip-other"),
        Access::Buried => rule!("actions/equip-gm-price"),
    });
    scene.cite(rule!("gaps/hands"));
}

/// Whether a Shaken creature keeps hold of what it handles (`conditions/shaken`).
///
/// # Errors
/// Stops if the die is missing.
fn keeps_hold(scene: &mut Scene<'_, Energy>, who: CreatureId) -> Play<bool> {
    if !scene.state().has(who, Condition::Shaken) {
        return Ok(true);
    }
    scene.cite(rule!("conditions/shaken"));
    chance(scene, who, SHAKEN_DC)
}

/// Takes a carried item into the hands.
///
/// # Errors
/// Stops if a die is missing.
pub(crate) fn equip(scene: &mut Scene<'_, Energy>, who: CreatureId, item: ItemId) -> Play {
    cite_access(scene, item);
    put(scene, who, (item, Place::Held(who)))?;
    Ok(())
}

/// Puts a held item away.
///
/// # Errors
/// Stops if a die is missing.
pub(crate) fn stow(scene: &mut Scene<'_, Energy>, who: CreatureId, item: ItemId) -> Play {
    cite_access(scene, item);
    put(scene, who, (item, Place::Carried(who)))?;
    Ok(())
}

/// Whether an item on the ground can be picked up: it lies in the creature's space or next to it.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn pick_up_possible(
    state: &State,
    who: CreatureId,
    item: ItemId,
) -> Result<(), Refusal> {
    let none = refuse!(
        "actions/pick-up-ground",
        "there is no such thing within reach"
    );
    if !exists(state, item) {
        return Err(none);
    }
    let Place::Ground(at, _) = state.item(item).place else {
        return Err(none);
    };
    if state.grid().distance(state.space(who), Space::cell(at)) > 1 {
        return Err(none);
    }
    hand_for(state, who, item)
}

/// What picking up costs (`actions/pick-up-ground`, `actions/pick-up-gm-price`).
#[must_use]
pub(crate) fn pick_up_cost(state: &State, item: ItemId) -> Cost {
    let own = exists(state, item)
        .then(|| state.item(item).pick_up)
        .flatten();
    Cost::energy(i16::from(own.unwrap_or(state.cast.options.pick_up_energy)))
}

/// Whether something lies at hand that costs nothing to pick up (`actions/pick-up-gm-price`).
#[must_use]
pub(crate) fn picks_up_for_nothing(state: &State, who: CreatureId) -> bool {
    state.all_items().any(|(id, item)| {
        matches!(item.place, Place::Ground(..))
            && pick_up_cost(state, id).energy == 0
            && pick_up_possible(state, who, id).is_ok()
    })
}

/// Picks up an item; off the ground, that makes Exposed, but not at table height, nor if it slips from the hand
/// (`actions/pick-up-ground`, `actions/pick-up-gm-price`, `conditions/shaken`).
///
/// # Errors
/// Stops if a die is missing.
pub(crate) fn pick_up(scene: &mut Scene<'_, Energy>, who: CreatureId, item: ItemId) -> Play {
    let thing = scene.state().item(item);
    let (on_table, priced) = (
        matches!(thing.place, Place::Ground(_, true)),
        thing.pick_up.is_some(),
    );
    if on_table || priced {
        scene.cite(rule!("actions/pick-up-gm-price"));
    }
    if !put(scene, who, (item, Place::Held(who)))? || on_table {
        return Ok(());
    }
    scene.cite(rule!("actions/pick-up-ground"));
    scene.cite(rule!("exposed/duration"));
    let until = usual_exposure(scene.state());
    expose(scene, who, until);
    Ok(())
}

/// What lies at table height next to the mover may be taken for nothing, once a movement (`actions/pick-up-in-passing`).
///
/// # Errors
/// Stops where an answer is missing.
pub(crate) fn pick_up_in_passing(scene: &mut Scene<'_, Energy>, who: CreatureId) -> Play {
    let taken = scene.state().doing(who).is_none_or(|doing| doing.took);
    if taken || !present(scene.state(), who) {
        return Ok(());
    }
    let Some(item) = at_hand(scene.state(), who).next() else {
        return Ok(());
    };
    if let Act::Take(item) = scene.ask(who, Window::Take { item })? {
        scene.cite(rule!("actions/pick-up-in-passing"));
        put(scene, who, (item, Place::Held(who)))?;
        scene.emit(Fact::Took(who));
    }
    Ok(())
}

/// Things at table height in or next to a creature's space for which it has a hand free.
pub(crate) fn at_hand(state: &State, who: CreatureId) -> impl Iterator<Item = ItemId> + '_ {
    let space = state.space(who);
    state.all_items().filter_map(move |(id, item)| {
        let Place::Ground(at, true) = item.place else {
            return None;
        };
        let near = state.grid().distance(space, Space::cell(at)) <= 1;
        (near && hand_for(state, who, id).is_ok()).then_some(id)
    })
}

/// An item comes to where it is wanted, or slips from the hand; whether the hand has kept hold of it.
///
/// # Errors
/// Stops if a die is missing.
fn put(
    scene: &mut Scene<'_, Energy>,
    who: CreatureId,
    (item, place): (ItemId, Place),
) -> Play<bool> {
    let held = keeps_hold(scene, who)?;
    if held {
        scene.emit(Fact::Item(item, place));
    } else {
        scene.emit(Fact::Fails(who, Failure::Slips(item)));
        drop_item(scene, who, item);
    }
    Ok(held)
}

/// Whether a weapon can be loaded (`actions/load`, `gaps/ammunition`).
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn load_possible(state: &State, who: CreatureId, item: ItemId) -> Result<(), Refusal> {
    if !exists(state, item) || state.item(item).place != Place::Held(who) {
        return Err(refuse!("actions/load", "it holds no such weapon"));
    }
    let needs = shooting_energy(state, item) > 0;
    if !needs {
        return Err(refuse!("gaps/ammunition", "it needs no loading"));
    }
    if state.item(item).loaded {
        return Err(refuse!("gaps/ammunition", "it is loaded already"));
    }
    if state.item(item).left == Some(0) {
        return Err(refuse!("gaps/ammunition", "there are no missiles left"));
    }
    Ok(())
}

fn shooting_energy(state: &State, item: ItemId) -> i16 {
    let weapon = exists(state, item)
        .then(|| state.kind(item).weapon())
        .flatten();
    let shooting = weapon.and_then(|weapon| weapon.shooting);
    shooting.map_or(0, |shooting| i16::from(shooting.load_energy))
}

/// What loading costs: that of the weapon (`actions/load`).
#[must_use]
pub(crate) fn load_cost(state: &State, item: ItemId) -> Cost {
    Cost::energy(shooting_energy(state, item).max(1))
}

/// Loads a weapon; a Shaken hand may let the missile fall (`conditions/shaken`).
///
/// # Errors
/// Stops if a die is missing.
pub(crate) fn load(scene: &mut Scene<'_, Energy>, who: CreatureId, item: ItemId) -> Play {
    scene.cite(rule!("gaps/ammunition"));
    scene.cite(rule!("rounds/no-carry-over"));
    if keeps_hold(scene, who)? {
        scene.emit(Fact::Loaded(item, true));
        return Ok(());
    }
    scene.emit(Fact::Fails(who, Failure::Load(item)));
    if let Some(left) = scene.state().item(item).left {
        scene.emit(Fact::Left(item, Some(left.saturating_sub(1))));
    }
    Ok(())
}

/// Whether a creature can get at the edge between two spaces: it stands in or next to one of them.
fn at_edge(state: &State, who: CreatureId, a: Cell, b: Cell) -> Option<EdgeKind> {
    let near = |cell: Cell| state.grid().distance(state.space(who), Space::cell(cell)) == 0;
    let kind = edge(state, a, b)?;
    (near(a) || near(b)).then_some(kind)
}

/// Whether a door can be opened or closed.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn door_possible(
    state: &State,
    who: CreatureId,
    (a, b, open): (Cell, Cell, bool),
) -> Result<(), Refusal> {
    let turned = at_edge(state, who, a, b).and_then(|kind| kind.turned(open));
    if turned.is_none() {
        return Err(refuse!(
            "actions/equip-gm-price",
            "there is no such door to turn"
        ));
    }
    Ok(())
}

/// Whether something can be broken down (`gaps/break-down`).
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn break_possible(
    state: &State,
    who: CreatureId,
    (a, b): (Cell, Cell),
) -> Result<(), Refusal> {
    let kind = at_edge(state, who, a, b);
    if kind.is_none_or(|kind| !kind.blocks_movement()) {
        return Err(refuse!("gaps/break-down", "there is nothing to break down"));
    }
    Ok(())
}

/// What breaking down costs (`gaps/break-down`, `stamina/spending-table`).
#[must_use]
pub(crate) const fn break_cost() -> Cost {
    Cost {
        energy: 3,
        stamina: 1,
        agility: 0,
    }
}

/// Breaks a door or wall down, by an Arm Strength Check.
///
/// # Errors
/// Stops if the die is missing.
pub(crate) fn break_down(
    scene: &mut Scene<'_, Energy>,
    who: CreatureId,
    (a, b): (Cell, Cell),
) -> Play {
    scene.cite(rule!("gaps/break-down"));
    scene.cite(rule!("stamina/spending-table"));
    let total = checks::roll(scene, who, Skill::ArmStrength, Target::Dc(BREAK_DOWN_DC))?;
    if total >= BREAK_DOWN_DC {
        scene.emit(Fact::Alters(Altered::Broken(a, b)));
    } else {
        scene.emit(Fact::Fails(who, Failure::BreakDown));
    }
    Ok(())
}

/// Equipping and stowing everything, picking up what lies near, loading, doors.
pub(crate) fn candidates(state: &State, who: CreatureId, legal: &mut Found<'_>) -> ControlFlow<()> {
    let mut offer = |action| {
        legal(Act::Do(Claim {
            action,
            pay: Pay::PLAIN,
        }))
    };
    for (id, item) in state.all_items() {
        match item.place {
            Place::Carried(bearer) if bearer == who => offer(Action::Equip(id))?,
            Place::Held(bearer) if bearer == who => {
                offer(Action::Stow(id))?;
                offer(Action::Load(id))?;
            }
            Place::Ground(..) => offer(Action::PickUp(id))?,
            _ => {}
        }
    }
    let space = state.space(who);
    for here in space.cells(state.grid().shape) {
        let here = here.with_height(space.at.z);
        for there in state.grid().neighbours(here) {
            if edge(state, here, there).is_none() {
                continue;
            }
            offer(Action::Door(here, there, true))?;
            offer(Action::Door(here, there, false))?;
            offer(Action::BreakDown(here, there))?;
        }
    }
    ControlFlow::Continue(())
}
