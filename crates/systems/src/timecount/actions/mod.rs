//! What creatures can do, a file for each kind of action. Every action has one `aim`, which says whether and how it is possible.
//!
//! Attack rolls are made in `throw`, on a frozen scene, and what comes of them lands afterwards; other actions take place in
//! `perform`; Moves come last.

use std::ops::ControlFlow;

use affray_kernel::{CreatureId, Frozen, Play, Refusal, Scene};

use super::TimeCount;
use super::act::{Act, Window};
use super::ids::{refuse, rule};
use super::rules::attack::Moment;
use super::rules::effects::Thrown;
use super::rules::numbers::able;
use super::rules::occupied;
use super::rules::speed::{Base, Delay};
use super::sheet::SpeedClass;
use super::state::{Condition, NO_ATTACK, Stance, State, Underway};

pub(crate) mod attack;
pub(crate) mod waiting;

/// When and how an act is carried out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// At once, and the turn goes on.
    Free,
    /// With an attack roll, or another roll whose effects land with all others of the count.
    Roll,
    /// Without one.
    Doing,
    /// After everything else of the count.
    Move,
    /// Time goes on.
    Time,
}

impl Act {
    /// How the act is carried out.
    pub(crate) fn kind(&self) -> Kind {
        match self {
            Self::Attack(_)
            | Self::Alternate(_)
            | Self::Both { .. }
            | Self::QuickStrike(_)
            | Self::Feint { .. }
            | Self::Distract { .. }
            | Self::Disarm { .. }
            | Self::Staple { .. }
            | Self::Trip { .. }
            | Self::Tackle(_)
            | Self::BullRush(_)
            | Self::Approach(..)
            | Self::Grab(_)
            | Self::BreakGrab { .. }
            | Self::EscapeGrab(_)
            | Self::Drag(..)
            | Self::Grapple(..)
            | Self::Shunt(..)
            | Self::Throw(..)
            | Self::Cast { .. }
            | Self::ReadScroll(..)
            | Self::Direct(..) => Kind::Roll,
            Self::Move { .. } => Kind::Move,
            Self::Wait(_) | Self::GoOn(_) | Self::BreakOff => Kind::Time,
            Self::Basic
            | Self::Face(_)
            | Self::Drop(_)
            | Self::Release(_)
            | Self::Cease(_)
            | Self::RaiseResistance
            | Self::ControlMount
            | Self::Flee
            | Self::Surrender => Kind::Free,
            _ => Kind::Doing,
        }
    }

    /// Whether the act makes an attack roll against that creature.
    pub(crate) fn attacks(&self, on: CreatureId) -> bool {
        match self {
            Self::Attack(strike)
            | Self::Alternate(strike)
            | Self::QuickStrike(strike)
            | Self::Both { main: strike, .. } => strike.target == on,
            Self::Feint { target, .. }
            | Self::Distract { target, .. }
            | Self::Disarm { target, .. }
            | Self::Staple { target, .. }
            | Self::Trip { target, .. }
            | Self::Tackle(target)
            | Self::BullRush(target)
            | Self::Approach(target, _)
            | Self::Grab(target)
            | Self::BreakGrab {
                grabber: target, ..
            }
            | Self::EscapeGrab(target)
            | Self::Drag(target, _)
            | Self::Grapple(target, _)
            | Self::Shunt(target, _)
            | Self::Throw(target, _) => *target == on,
            _ => false,
        }
    }
}

/// Whether the act is a legal answer in the window.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn check(
    state: &State,
    who: CreatureId,
    window: &Window,
    act: &Act,
) -> Result<(), Refusal> {
    match window {
        Window::Turn => aim(state, who, act),
        Window::Underway | Window::Holding => waiting::aim_underway(state, who, act),
        _ => Err(refuse!(
            "actions/one-per-turn",
            "that is no answer to what is asked"
        )),
    }
}

/// Whether the creature can do that on its turn.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim(state: &State, who: CreatureId, act: &Act) -> Result<(), Refusal> {
    barred(state, who, act)?;
    match act {
        Act::Attack(strike) => attack::aim(state, who, strike).map(|_| ()),
        Act::Wait(counts) => waiting::aim_wait(*counts),
        _ => Err(refuse!(
            "actions/one-per-turn",
            "that is nothing to do on a turn"
        )),
    }
}

/// What keeps a creature from whole kinds of actions: nets, stances, grabs, crowds.
fn barred(state: &State, who: CreatureId, act: &Act) -> Result<(), Refusal> {
    if !able(state, who) {
        return Err(refuse!("conditions/helpless", "the helpless take no actions"));
    }
    let netted = state.has(who, Condition::Netted);
    let quiet = matches!(act.kind(), Kind::Free | Kind::Time);
    if netted && !quiet && !matches!(act, Act::EscapeNet) {
        return Err(refuse!(
            "actions/escape-net",
            "in a net one can only escape from it"
        ));
    }
    let spell = matches!(act, Act::Prepare(_) | Act::Cast { .. });
    if act.kind() != Kind::Roll && !spell && !matches!(act, Act::CoupDeGrace { .. }) {
        return Ok(());
    }
    if state.body(who).posture.stance == Stance::Parrying {
        return Err(refuse!(
            "stances/parrying-drawback",
            "parrying allows neither attacks nor spells"
        ));
    }
    if spell || matches!(act, Act::ReadScroll(..)) {
        return Ok(());
    }
    if occupied::overcrowded(state, who) {
        return Err(refuse!(
            "occupied-fighting/overcrowded",
            "the space is too crowded to fight in"
        ));
    }
    let gets_free = matches!(
        act,
        Act::BreakGrab { .. } | Act::EscapeGrab(_) | Act::Drag(..)
    );
    let held_fast = state
        .conditions
        .on(who)
        .any(|held| held.kind == Condition::Grabbed && held.amount & NO_ATTACK != 0);
    if held_fast && !gets_free {
        return Err(refuse!(
            "wrestling/grab-critical-success",
            "held so fast one can only try to get free"
        ));
    }
    Ok(())
}

/// Rolls for an act with an attack roll, without any effect yet.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn throw(
    scene: &mut Frozen<'_, '_, TimeCount>,
    who: CreatureId,
    act: &Act,
    moment: Moment<'_>,
) -> Play<Thrown> {
    match act {
        Act::Attack(strike) => attack::throw(scene, who, strike, moment),
        _ => Ok(Thrown::by(who)),
    }
}

/// Does what needs no attack roll.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn perform(_scene: &mut Scene<'_, TimeCount>, _who: CreatureId, _act: &Act) -> Play {
    Ok(())
}

/// Does what is free, at once.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn perform_free(
    _scene: &mut Scene<'_, TimeCount>,
    _who: CreatureId,
    _act: &Act,
) -> Play {
    Ok(())
}

/// How long an act takes (`speed-classes/every-action`).
pub(crate) fn delay(state: &State, who: CreatureId, act: &Act) -> Delay {
    match act {
        Act::Attack(strike) => attack::delay(state, who, strike.with),
        Act::Wait(_) => Delay::of(
            state,
            who,
            Base::Unchanged(1),
            "Wait",
            rule!("movement-in-combat/wait"),
        ),
        _ => Delay::of(
            state,
            who,
            Base::Class(SpeedClass::Standard),
            "action",
            rule!("speed-classes/every-action"),
        ),
    }
}

/// Lists legal answers.
pub(crate) fn offers(
    state: &State,
    who: CreatureId,
    window: &Window,
    found: &mut dyn FnMut(Act) -> ControlFlow<()>,
) {
    let mut legal = |act: Act| {
        if check(state, who, window, &act).is_ok() {
            found(act)
        } else {
            ControlFlow::Continue(())
        }
    };
    let _ = match window {
        Window::Turn => turn(state, who, &mut legal),
        Window::Underway | Window::Holding => waiting::candidates(&mut legal),
        _ => ControlFlow::Continue(()),
    };
}

fn turn(
    state: &State,
    who: CreatureId,
    legal: &mut dyn FnMut(Act) -> ControlFlow<()>,
) -> ControlFlow<()> {
    attack::candidates(state, who, legal)?;
    legal(Act::Wait(1))
}

/// What a creature has under way that may be broken off, as far as its window shows.
pub(crate) fn can_break_off(underway: &Underway) -> bool {
    !matches!(underway, Underway::Nothing)
}
