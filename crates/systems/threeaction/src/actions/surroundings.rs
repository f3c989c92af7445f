//! Doors, lights, longer tasks and everything else that takes an Action (`using-actions/interact`, `using-actions/longer-tasks`).

use std::ops::ControlFlow;

use affray_kernel::grid::{Cell, Terrain};
use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};

use super::handling::within_arm;
use crate::ThreeAction;
use crate::act::Act;
use crate::fact::{Doing, Fact};
use crate::ids::{refuse, rule};
use crate::rules::ground::terrain;
use crate::rules::hands::hands_on;
use crate::rules::readied::{self, Happening};
use crate::rules::turns;
use crate::sheet::ItemKind;
use crate::state::{Altered, ItemId, Place, State};

/// Whether that can be done here.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim(state: &State, who: CreatureId, act: &Act) -> Result<(), Refusal> {
    match act {
        Act::Door(a, b, open) => aim_door(state, who, *a, *b, *open),
        Act::Light(item, lit) => aim_light(state, who, *item, *lit),
        Act::Work(task) => aim_work(state, who, *task),
        _ => Ok(()),
    }
}

/// A door or window between two squares that is not so already, with one of them within reach of the arm: no wall between.
fn aim_door(state: &State, who: CreatureId, a: Cell, b: Cell, open: bool) -> Result<(), Refusal> {
    let kind = terrain(state).edge(a, b);
    if kind.and_then(|kind| kind.turned(open)).is_none() {
        return Err(refuse!(
            "using-actions/interact",
            "there is nothing to {} between those squares",
            Figure::Word(if open { "open" } else { "close" })
        ));
    }
    let at_hand = |cell: Cell| {
        let foot = terrain(state).ground(cell).surface();
        within_arm(state, who, cell.with_height(foot))
    };
    if at_hand(a) || at_hand(b) {
        return Ok(());
    }
    Err(refuse!(
        "using-actions/interact",
        "{} must be within 5 ft, with no wall between, to do that",
        Figure::Creature(who)
    ))
}

/// A source of light in hand or within reach of the arm that is not so already.
fn aim_light(state: &State, who: CreatureId, item: ItemId, lit: bool) -> Result<(), Refusal> {
    let thing = Figure::Thing(item.0);
    let burns = state.items.get(usize::from(item.0)).is_some_and(|found| {
        found.hp > 0 && matches!(state.kind(item), ItemKind::Gear(gear) if gear.light_ft > 0)
    });
    if !burns {
        return Err(refuse!(
            "using-actions/interact",
            "the {} gives no light",
            thing
        ));
    }
    let found = state.item(item);
    let near = match found.place {
        Place::Ground(cell) => within_arm(state, who, cell),
        _ => hands_on(state, who, item).is_some(),
    };
    if !near {
        return Err(refuse!(
            "using-actions/interact",
            "the {} is neither in the hands of {} nor within 5 ft",
            thing,
            Figure::Creature(who)
        ));
    }
    if found.lit == lit {
        return Err(refuse!(
            "using-actions/interact",
            "the {} is {} already",
            thing,
            Figure::Word(if lit { "lit" } else { "out" })
        ));
    }
    Ok(())
}

/// A task of the scene that is not done.
fn aim_work(state: &State, who: CreatureId, task: u8) -> Result<(), Refusal> {
    let Some((_, needed)) = state.cast.tasks.get(usize::from(task)) else {
        return Err(refuse!(
            "using-actions/longer-tasks",
            "there is no such task"
        ));
    };
    match state.body(who).task {
        Some((begun, done)) if begun == task && is_done(state, task, done) => Err(refuse!(
            "using-actions/longer-tasks",
            "{} has done all {} Actions of it",
            Figure::Creature(who),
            Figure::Number(i32::from(*needed))
        )),
        _ => Ok(()),
    }
}

/// Whether so many Actions are all that a task takes.
fn is_done(state: &State, task: u8, actions: u8) -> bool {
    let needed = state.cast.tasks.get(usize::from(task));
    needed.is_some_and(|(_, needed)| actions >= *needed)
}

/// Does it.
///
/// # Errors
/// Stops where an answer is missing.
pub(crate) fn resolve(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, act: &Act) -> Play {
    scene.cite(rule!("using-actions/interact"));
    match act {
        Act::Door(a, b, open) => {
            scene.emit(Fact::Does(who, Doing::Door(*open)));
            let unseen = readied::out_of_view(scene.state());
            scene.emit(Fact::Alters(Altered::Door(*a, *b, *open)));
            readied::come_into_view(scene, &unseen)?;
        }
        Act::Light(item, lit) => {
            scene.emit(Fact::Does(who, Doing::Light(*item, *lit)));
            readied::interrupt(scene, who, Happening::Item)?;
            let still =
                turns::can_act(scene.state(), who).and_then(|()| aim(scene.state(), who, act));
            if still.is_err() {
                scene.emit(Fact::Lost(who, rule!("reactions/interrupt").0));
                return Ok(());
            }
            let unseen = readied::out_of_view(scene.state());
            scene.emit(Fact::Lit(*item, *lit));
            readied::come_into_view(scene, &unseen)?;
        }
        Act::Work(task) => {
            scene.cite(rule!("using-actions/longer-tasks"));
            scene.cite(rule!("use-skill/longer"));
            scene.emit(Fact::Does(who, Doing::Work(*task)));
            let done = match scene.state().body(who).task {
                Some((begun, done)) if begun == *task => done,
                _ => 0,
            };
            scene.emit(Fact::Task(who, Some((*task, done + 1))));
        }
        Act::Interact(words) => {
            scene.cite(rule!("actions/common-uses"));
            scene.emit(Fact::Does(who, Doing::Interact(words.clone())));
        }
        _ => {}
    }
    Ok(())
}

/// Work begun on a task and not finished is lost if an Action goes into something else (`using-actions/longer-tasks`).
#[inline(always)]
pub(crate) fn turn_to(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, act: &Act) {
    if let Some((begun, done)) = scene.state().body(who).task {
        turn_from(scene, who, (begun, done), act);
    }
}

fn turn_from(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    (begun, done): (u8, u8),
    act: &Act,
) {
    if is_done(scene.state(), begun, done) {
        return;
    }
    if !matches!(act, Act::Work(task) if *task == begun) {
        scene.cite(rule!("using-actions/longer-tasks"));
        scene.emit(Fact::Task(who, None));
    }
}

/// Doors and lights about, and tasks.
pub(crate) fn candidates(
    state: &State,
    legal: &mut dyn FnMut(Act) -> ControlFlow<()>,
) -> ControlFlow<()> {
    doors(state, legal)?;
    for (item, found) in state.all_items() {
        if matches!(state.kind(item), ItemKind::Gear(gear) if gear.light_ft > 0) {
            legal(Act::Light(item, !found.lit))?;
        }
    }
    for task in 0..state.cast.tasks.len() as u8 {
        legal(Act::Work(task))?;
    }
    ControlFlow::Continue(())
}

fn doors(state: &State, legal: &mut dyn FnMut(Act) -> ControlFlow<()>) -> ControlFlow<()> {
    for edge in state.cast.map.doors() {
        let [a, b] = edge.cells();
        legal(Act::Door(a, b, true))?;
        legal(Act::Door(a, b, false))?;
    }
    ControlFlow::Continue(())
}
