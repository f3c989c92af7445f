//! Agile Moves (`actions/agile-move`).

use std::ops::ControlFlow;

use affray_kernel::grid::{Cell, Terrain};
use affray_kernel::{CreatureId, Refusal, Scene};

use super::Found;
use crate::Energy;
use crate::act::{Act, Interrupt};
use crate::fact::{Fact, Number, Price};
use crate::ids::{refuse, rule};
use crate::mishap::Deed;
use crate::rules::facing;
use crate::rules::numbers::able;
use crate::rules::occupied::{Others, can_walk, may_arrive, put, steps};
use crate::rules::price;
use crate::sheet::AgileMoveCredit;
use crate::state::{Condition, Course, State};
use crate::surface;
use crate::volley;
use crate::windows;

/// Whether a creature may move about (`conditions/prone`, `maneuvers/restrained-effects`, `actions/jump-in-the-air`).
///
/// # Errors
/// What forbids it.
pub(crate) fn able_to_move(state: &State, who: CreatureId) -> Result<(), Refusal> {
    if state.has(who, Condition::Restrained) {
        return Err(refuse!(
            "maneuvers/restrained-effects",
            "the Restrained may not move"
        ));
    }
    if state.has(who, Condition::Prone) {
        return Err(refuse!("conditions/prone", "the Prone make no Agile Moves"));
    }
    if super::jump::flies(state, who) {
        return Err(refuse!(
            "actions/jump-in-the-air",
            "nobody steps aside in the air"
        ));
    }
    Ok(())
}

/// Agile Moves that the Energy spent so far, and that committed to the action in progress, still pay for
/// (`actions/agile-move-credit`).
#[must_use]
pub(crate) fn credits(state: &State, who: CreatureId) -> i16 {
    let own = state.doing(who).filter(|doing| !doing.action.is_movement());
    let committed = own.map_or(0, |doing| doing.energy + doing.swaps - doing.borrowed);
    saved(state, who) + committed
}

/// Agile Moves left of actions that are over; none where they are made during the action alone (`actions/agile-move-credit`).
#[must_use]
pub(crate) fn saved(state: &State, who: CreatureId) -> i16 {
    match state.cast.options.agile_move_credit {
        AgileMoveCredit::WholeRound => state.body(who).credits,
        AgileMoveCredit::DuringAction => 0,
    }
}

/// One metre to a neighbouring space that is free (`actions/agile-move-terrain`).
///
/// # Errors
/// What is in the way.
pub(crate) fn step(state: &State, who: CreatureId, from: Cell, to: Cell) -> Result<(), Refusal> {
    if !state.cast.map.contains(to) || !can_walk(state, who, from, to) {
        return Err(refuse!(
            "actions/agile-move",
            "that is not one metre away, or something is in between"
        ));
    }
    let flagged = |at: Cell| {
        let shape = state.grid().shape;
        state
            .space_at(who, at)
            .cells(shape)
            .any(|cell| surface::forbids_agile_moves(state.terrain().ground(cell)))
    };
    if flagged(from) || flagged(to) {
        return Err(refuse!(
            "actions/agile-move-terrain",
            "no Agile Moves are possible on that ground"
        ));
    }
    may_arrive(state, who, to, Others::Known)
}

/// Whether a creature can make that Agile Move.
///
/// # Errors
/// The rule against it.
pub(crate) fn possible(state: &State, who: CreatureId, to: Cell) -> Result<(), Refusal> {
    able_to_move(state, who)?;
    price::agility(state, who, 1)?;
    if credits(state, who) < 1 {
        return Err(refuse!(
            "actions/agile-move-credit",
            "no Energy was spent on anything else for which no Agile Move was made"
        ));
    }
    step(state, who, state.body(who).at, to)
}

/// What keeps a creature from an Agile Move that it has announced: it may have been Slowed by the one before (`conditions/slowed`), or the
/// space may have been taken (`interrupts/simultaneous`).
fn prevented(state: &State, who: CreatureId, to: Cell) -> Result<(), Refusal> {
    price::agility(state, who, 1)?;
    let barred = able_to_move(state, who)
        .and_then(|()| step(state, who, state.body(who).at, to))
        .and_then(|()| may_arrive(state, who, to, Others::All));
    barred.map_err(|refusal| Refusal {
        rule: rule!("interrupts/simultaneous"),
        ..refusal
    })
}

/// Makes an Agile Move; one that is prevented does not happen and costs nothing, nor does one of somebody whom the one before has left unable
/// to act (`gaps/helpless`).
pub(crate) fn make(scene: &mut Scene<'_, Energy>, who: CreatureId, to: Cell) {
    if !able(scene.state(), who) {
        scene.cite(rule!("gaps/helpless"));
        return;
    }
    if let Err(refusal) = prevented(scene.state(), who, to) {
        if possible(scene.state(), who, to).is_ok() {
            facing::come_upon(scene, who, to);
        }
        windows::tell_lost(scene, who, &refusal, || Deed::AgileMove(to));
        return;
    }
    scene.cite(rule!("actions/agile-move"));
    scene.cite(rule!("actions/agile-move-credit"));
    scene.cite(rule!("agility/uses"));
    scene.cite(rule!("actions/agile-move-is-safe"));
    let state = scene.state();
    let own = state.doing(who).filter(|doing| !doing.action.is_movement());
    let committed = own.map_or(0, |doing| doing.energy + doing.swaps - doing.borrowed);
    let banked = state.body(who).credits;
    let during = state.cast.options.agile_move_credit == AgileMoveCredit::DuringAction;
    let price = Price {
        agility: 1,
        ..Price::default()
    };
    price::spend(scene, who, price);
    if committed > 0 && (during || banked == 0) {
        scene.emit(Fact::Borrows(who));
    } else {
        scene.emit(Fact::Set(who, Number::Credits, banked - 1));
    }
    put(scene, who, to);
    facing::follow(scene, who);
    super::moving::count_metres(scene, who, 1);
    stray(scene, who);
    facing::look_after_moving(scene, who);
    let state = scene.state();
    let own = state.doing(who).filter(|doing| doing.open);
    if let Some(target) = own.and_then(|doing| volley::rolled_at(state, &doing.action)) {
        scene.cite(rule!("facing/turning-free"));
        facing::turn_to(scene, who, target);
    }
}

/// What comes in between, be it an Agile Move, is no part of a run-up and ends the one before it; of a movement it falls into it changes
/// nothing else (`actions/jump-cost-running`).
pub(crate) fn stray(scene: &mut Scene<'_, Energy>, who: CreatureId) {
    let Some(course) = scene.state().body(who).course else {
        return;
    };
    if volley::moves(scene.state(), who) {
        let astray = Course {
            straight: 0,
            ..course
        };
        scene.emit(Fact::Course(who, Some(astray)));
    } else {
        super::jump::forget_run_up(scene, who);
    }
}

/// Every space next to it.
pub(crate) fn candidates(state: &State, who: CreatureId, legal: &mut Found<'_>) -> ControlFlow<()> {
    if state.body(who).agility < 1 || credits(state, who) < 1 {
        return ControlFlow::Continue(());
    }
    for to in steps(state, who) {
        legal(Act::Interrupt(Interrupt::AgileMove(to)))?;
    }
    ControlFlow::Continue(())
}
