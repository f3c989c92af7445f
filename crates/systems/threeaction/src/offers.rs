//! The list of legal acts: candidates, filtered through the same check that acts go through.

use std::ops::ControlFlow;

use affray_kernel::grid::Cell;
use affray_kernel::{CreatureId, Refusal};

use super::act::{Act, Aim, Maneuver, Target, Window};
use super::actions::{
    self, burrow, cast_choices, fly, handling, intimidate, maneuver, medicine, push_off, struggle,
    surroundings,
};
use super::rules::squeezing::narrow_goals;
use super::state::{Arm, ItemId, Mode, Place, State};

/// Where found acts go; says when to stop.
type Found<'f> = &'f mut dyn FnMut(Act) -> ControlFlow<()>;

/// Lists the legal answers in a window, and the candidates that are none.
pub(crate) fn sift(
    state: &State,
    (who, window): (CreatureId, &Window),
    found: Found<'_>,
    refused: &mut dyn FnMut(Act, Refusal),
) {
    let mut legal = |act: Act| match actions::check(state, who, window, &act) {
        Ok(()) => found(act),
        Err(refusal) => {
            refused(act, refusal);
            ControlFlow::Continue(())
        }
    };
    let flow = match window {
        Window::Turn => turn(state, who, &mut legal),
        Window::Fall { .. } => several([Act::Grab, Act::Pass], &mut legal),
        Window::Enter(_) => several([Act::Enter, Act::Pass], &mut legal),
        Window::Readied(by) => readied(state, who, *by, &mut legal),
        window => maneuver::answers(state, who, window, &mut legal),
    };
    if flow.is_continue() && *window == Window::Turn {
        let moved = squeezes(state, who, &mut legal);
        if moved.is_continue() {
            let _ = actions::moving::candidates(state, who, found);
        }
    }
}

/// What a creature may look for although nobody lists it as a candidate: Maneuvers on foes out of reach, a first step.
pub(crate) fn sought(
    state: &State,
    (who, window): (CreatureId, &Window),
    look: &mut dyn FnMut(Act),
) {
    if *window != Window::Turn {
        return;
    }
    for with in arms(state, who) {
        let foe = |on: &CreatureId| state.sheet(*on).side != state.sheet(who).side;
        for on in state.creatures().filter(foe) {
            let target = Target::Creature(on);
            for which in [
                Maneuver::Feint,
                Maneuver::Grapple,
                Maneuver::Push,
                Maneuver::Trip,
            ] {
                look(Act::Maneuver {
                    which,
                    target,
                    with,
                });
            }
        }
    }
    for cell in beside(state, who) {
        look(Act::Move {
            mode: Mode::Run,
            path: Box::new([cell]),
        });
    }
}

/// Moves into narrow places, for which a creature squeezes.
fn squeezes(state: &State, who: CreatureId, legal: Found<'_>) -> ControlFlow<()> {
    if state.sheet(who).size.side() == 1 || state.cast.open_ground {
        return ControlFlow::Continue(());
    }
    for mode in [Mode::Run, Mode::Crawl, Mode::Swim] {
        let reached = actions::moving::reachable(state, who, mode);
        for goal in narrow_goals(state, who, mode, &reached) {
            legal(Act::Move {
                mode,
                path: Box::new([goal]),
            })?;
        }
    }
    ControlFlow::Continue(())
}

fn several(acts: impl IntoIterator<Item = Act>, legal: Found<'_>) -> ControlFlow<()> {
    for act in acts {
        legal(act)?;
    }
    ControlFlow::Continue(())
}

/// Weapons in hand, then natural weapons.
pub(crate) fn arms(state: &State, who: CreatureId) -> impl Iterator<Item = Arm> {
    let held = state
        .items
        .iter()
        .enumerate()
        .filter(move |(_, item)| matches!(item.place, Place::Held(holder, _) if holder == who))
        .map(|(index, _)| Arm::Item(ItemId(index as u16)))
        .filter(move |arm| state.weapon(who, *arm).is_some());
    held.chain((0..state.sheet(who).natural.len() as u8).map(Arm::Natural))
}

fn turn(state: &State, who: CreatureId, legal: Found<'_>) -> ControlFlow<()> {
    for with in arms(state, who) {
        actions::strike::candidates(state, who, with, legal)?;
        actions::shoot::candidates(state, who, with, legal)?;
        actions::volley::candidates(state, who, with, legal)?;
    }
    maneuver::candidates(state, who, legal)?;
    handling::candidates(state, who, legal)?;
    surroundings::candidates(state, legal)?;
    struggle::candidates(state, who, legal)?;
    several([Act::Dodge, Act::Sneak, Act::Investigate], legal)?;
    for creature in state
        .creatures()
        .filter(|creature| state.sheet(*creature).owner.is_some())
    {
        legal(Act::Command(creature))?;
    }
    for creature in state.creatures() {
        legal(Act::Mount(creature))?;
    }
    if let Some(mount) = state.body(who).mount {
        for cell in beside(state, mount) {
            legal(Act::Dismount(cell))?;
        }
    }
    cast_choices::casts(state, who, legal)?;
    cast_choices::controls(state, who, legal)?;
    medicine::candidates(state, legal)?;
    intimidate::candidates(state, who, legal)?;
    legal(Act::RollOnGround)?;
    if state.body(who).energy < state.sheet(who).max_energy {
        legal(Act::Focus)?;
    }
    legal(Act::Stand)?;
    fly::candidates(state, who, legal)?;
    burrow::candidates(state, who, legal)?;
    push_off::candidates(state, who, legal)?;
    actions::pass_through::candidates(state, who, legal)?;
    actions::jump::candidates(state, who, legal)?;
    several([Act::Delay, Act::Flee, Act::Surrender, Act::EndTurn], legal)
}

/// The cells around a creature's space.
fn beside(state: &State, who: CreatureId) -> Vec<Cell> {
    let (grid, space) = (state.grid(), state.space(who));
    let mut cells: Vec<Cell> = space
        .cells(grid.shape)
        .flat_map(|cell| grid.neighbours(cell))
        .filter(|cell| !space.contains(grid.shape, *cell))
        .collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// What was readied, aimed at the one who set it off where its target is open.
fn readied(state: &State, who: CreatureId, by: CreatureId, legal: Found<'_>) -> ControlFlow<()> {
    if let Some(readied) = &state.body(who).readied {
        legal(Act::Trigger(Box::new(readied.act.clone())))?;
        let target = Target::Creature(by);
        match &readied.act {
            Act::Strike { with, using, .. } => legal(Act::Trigger(Box::new(Act::Strike {
                target,
                with: *with,
                using: *using,
            })))?,
            Act::Maneuver { which, with, .. } => legal(Act::Trigger(Box::new(Act::Maneuver {
                which: *which,
                target,
                with: *with,
            })))?,
            _ => {}
        }
        if let Act::Move {
            mode: Mode::Fly, ..
        } = &readied.act
        {
            fly::straight_ahead(state, who, &mut |act| {
                if act == readied.act {
                    return ControlFlow::Continue(());
                }
                legal(Act::Trigger(Box::new(act)))
            })?;
        }
        if let Act::Shoot { with, .. } = &readied.act {
            legal(Act::Trigger(Box::new(Act::Shoot {
                target: Target::Creature(by),
                with: *with,
            })))?;
        }
        if let Act::Cast {
            spell,
            item,
            energy,
            aim: Aim::Target(_),
        } = &readied.act
        {
            legal(Act::Trigger(Box::new(Act::Cast {
                spell: *spell,
                item: *item,
                energy: *energy,
                aim: Aim::Target(Target::Creature(by)),
            })))?;
        }
    }
    legal(Act::Pass)
}
