//! Mounting, dismounting, and keeping a frightened mount in hand (`actions/mount`, `actions/control-mount`).

use std::ops::ControlFlow;

use affray_kernel::grid::{Cell, Heading, Space};
use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};

use crate::TimeCount;
use crate::act::Act;
use crate::fact::{Fact, Flag};
use crate::ids::{refuse, rule};
use crate::rules::numbers::{enemies, helpless, immobile, present, riders};
use crate::rules::{entering, ground, movement, occupied};
use crate::state::{Condition, Stance, State};

/// Whether a creature can mount another: one that can be ridden, larger, of its own side, not helpless, next to it and without a rider.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim(state: &State, who: CreatureId, mount: CreatureId) -> Result<(), Refusal> {
    let figure = Figure::Creature(mount);
    is_free(state, who)?;
    let sheet = state.sheet(mount);
    if !sheet.traits.mount || sheet.size <= state.sheet(who).size {
        return Err(refuse!(
            "actions/mount",
            "{} cannot ride {}",
            Figure::Creature(who),
            figure
        ));
    }
    if !present(state, mount) || enemies(state, who, mount) {
        return Err(refuse!(
            "actions/mount",
            "{} does not let itself be mounted",
            figure
        ));
    }
    if helpless(state, mount) {
        return Err(refuse!(
            "actions/mount",
            "{} is helpless: it carries nobody",
            figure
        ));
    }
    if matches!(
        state.body(mount).posture.stance,
        Stance::Crouch | Stance::Prone
    ) {
        return Err(refuse!(
            "actions/mount",
            "{} has to stand up before it carries anybody",
            figure
        ));
    }
    if state.body(who).mount.is_some() {
        return Err(refuse!(
            "actions/mount",
            "{} is mounted already",
            Figure::Creature(who)
        ));
    }
    if riders(state, mount).next().is_some() {
        return Err(refuse!(
            "actions/mount",
            "{} carries a rider already",
            figure
        ));
    }
    if state.grid().distance(state.space(who), state.space(mount)) > 1 {
        return Err(refuse!(
            "actions/mount",
            "{} is not next to {}",
            Figure::Creature(who),
            figure
        ));
    }
    if !is_beside(state, state.space(who), mount) {
        return Err(refuse!(
            "actions/mount",
            "something is between {} and {}",
            Figure::Creature(who),
            figure
        ));
    }
    Ok(())
}

/// Whether a step leads from a space to a mount, up or down as on foot.
fn is_beside(state: &State, space: Space, mount: CreatureId) -> bool {
    let (shape, there) = (state.grid().shape, state.space(mount));
    let reaches = |to: Cell| {
        let next = space.moved_to(to);
        let mut below = there.cells(shape).map(|cell| cell.with_height(to.z));
        below.any(|cell| next.covers(shape, cell))
    };
    reaches(space.at)
        || Heading::of_neighbours(shape)
            .filter_map(|way| way.step(shape))
            .map(|(x, y)| space.moved_to(space.at.offset(x, y, 0)))
            .filter_map(|next| ground::standing(state, next))
            .any(|to| reaches(to) && ground::can_step(state, space, to))
}

/// Neither held nor prone, on one knee or on the hands.
fn is_free(state: &State, who: CreatureId) -> Result<(), Refusal> {
    let figure = Figure::Creature(who);
    if immobile(state, who) {
        return Err(refuse!("conditions/immobile", "{} is immobile", figure));
    }
    match state.body(who).posture.stance {
        Stance::Prone => Err(refuse!(
            "stances/prone-movement",
            "{} lies prone: it can only crawl",
            figure
        )),
        Stance::Crouch => Err(refuse!(
            "stances/crouch-drawback",
            "{} is on one knee: it has to stand up before it moves",
            figure
        )),
        _ => Ok(()),
    }
}

/// Mounts. What is next to the mount is next to its rider, so grabs are looked at from the saddle (`wrestling/grab-adjacent`).
pub(crate) fn mount(scene: &mut Scene<'_, TimeCount>, who: CreatureId, mount: CreatureId) {
    scene.cite(rule!("actions/mount"));
    let at = scene.state().body(mount).at;
    movement::put_together(scene, &[(who, at)]);
    scene.emit(Fact::Mounted(who, Some(mount)));
    movement::part(scene);
}

/// Whether a rider can get down into a space next to the mount; the space, at the height of its ground.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim_down(state: &State, who: CreatureId, to: Cell) -> Result<Cell, Refusal> {
    let Some(mount) = state.body(who).mount else {
        return Err(refuse!(
            "actions/mount",
            "{} is not mounted",
            Figure::Creature(who)
        ));
    };
    is_free(state, who)?;
    let side = state.sheet(who).size.side();
    let own = affray_kernel::grid::Space::cube(to, side);
    let beside = ground::standing(state, own)
        .map(|at| own.moved_to(at))
        .filter(|space| {
            ground::is_level(state.body(mount).at, space.at)
                && state.grid().distance(*space, state.space(mount)) == 1
                && is_beside(state, *space, mount)
        });
    let Some(space) = beside else {
        return Err(refuse!(
            "actions/mount",
            "that space is not one next to {}",
            Figure::Creature(mount)
        ));
    };
    occupied::room(state, who, space)?;
    Ok(space.at)
}

/// A rider gets down, if those in the space let it in.
///
/// # Errors
/// Stops if answers are missing.
pub(crate) fn dismount(scene: &mut Scene<'_, TimeCount>, who: CreatureId, to: Cell) -> Play {
    if let Ok(to) = aim_down(scene.state(), who, to) {
        scene.cite(rule!("actions/mount"));
        entering::enter(scene, who, to, &[])?;
    }
    Ok(())
}

/// Whether a creature rides a frightened mount.
fn rides_frightened(state: &State, who: CreatureId) -> bool {
    state
        .body(who)
        .mount
        .is_some_and(|mount| state.has(mount, Condition::Frightened))
}

/// Whether there is a frightened mount to be controlled.
///
/// # Errors
/// Where there is none, or it is controlled already.
pub(crate) fn aim_control(state: &State, who: CreatureId) -> Result<(), Refusal> {
    if rides_frightened(state, who) && !state.body(who).controls {
        Ok(())
    } else {
        Err(refuse!(
            "actions/control-mount",
            "{} has no frightened mount to bring under control",
            Figure::Creature(who)
        ))
    }
}

/// Who does not control a frightened mount cannot attack (`actions/control-mount`).
///
/// # Errors
/// If that is so.
pub(crate) fn may_attack(state: &State, who: CreatureId) -> Result<(), Refusal> {
    if aim_control(state, who).is_err() {
        return Ok(());
    }
    Err(refuse!(
        "actions/control-mount",
        "{} has to control its frightened mount before it can attack",
        Figure::Creature(who)
    ))
}

/// Controls the mount with this turn's action.
pub(crate) fn control(scene: &mut Scene<'_, TimeCount>, who: CreatureId) {
    scene.cite(rule!("actions/control-mount"));
    scene.emit(Fact::Flag(who, Flag::Controls, true));
}

/// Mounts next to it, and the spaces next to its own.
pub(crate) fn candidates(
    state: &State,
    who: CreatureId,
    legal: &mut dyn FnMut(Act) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if let Some(mount) = state.body(who).mount {
        legal(Act::ControlMount)?;
        let (grid, space) = (state.grid(), state.space(mount));
        let mut beside: Vec<Cell> = space
            .cells(grid.shape)
            .flat_map(|cell| grid.neighbours(cell))
            .filter(|cell| !space.covers(grid.shape, *cell))
            .collect();
        beside.sort_unstable();
        beside.dedup();
        for cell in beside {
            legal(Act::Dismount(cell))?;
        }
        return ControlFlow::Continue(());
    }
    for mount in state.creatures() {
        if state.sheet(mount).traits.mount {
            legal(Act::Mount(mount))?;
        }
    }
    ControlFlow::Continue(())
}
