//! What creatures can do, a file for each kind of action. Every action has one `aim`, which says whether and how it is possible.
//!
//! Attack rolls are made in `throw`, on a frozen scene, and what comes of them lands afterwards; other actions take place in
//! `perform`; Moves come last.

use std::ops::ControlFlow;

use affray_kernel::{CreatureId, Frozen, Play, Refusal, Scene};

use super::TimeCount;
use super::act::{Act, Window};
use super::fact::Fact;
use super::ids::{refuse, rule};
use super::rules::attack::Moment;
use super::rules::effects::{self, Thrown};
use super::rules::numbers::able;
use super::rules::occupied;
use super::rules::speed::{Base, Delay};
use super::sheet::SpeedClass;
use super::state::{Arm, Condition, ItemId, NO_ATTACK, Stance, State};
use wrestling::{drag, escape, grab, grapple, shunt};

pub(crate) mod answers;
pub(crate) mod attack;
pub(crate) mod bull_rush;
pub(crate) mod coup_de_grace;
pub(crate) mod disarm;
pub(crate) mod feint;
pub(crate) mod quick_strike;
pub(crate) mod special;
pub(crate) mod staple;
pub(crate) mod trip;
pub(crate) mod two_weapons;
pub(crate) mod waiting;
pub(crate) mod wrestling;

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
            | Self::Deliver { .. }
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
            | Self::Deliver { target, .. }
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
        window => answers::check(state, who, window, act),
    }
}

/// Whether the creature can do that on its turn.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim(state: &State, who: CreatureId, act: &Act) -> Result<(), Refusal> {
    barred(state, who, act)?;
    match act {
        Act::Attack(strike) | Act::QuickStrike(strike) => {
            attack::aim(state, who, strike).map(|_| ())
        }
        Act::Alternate(strike) => two_weapons::aim_alternate(state, who, strike),
        Act::Both {
            main,
            off,
            off_limb,
        } => two_weapons::aim_both(state, who, main, *off, *off_limb),
        Act::Feint { target, with } => special::melee(state, who, *target, *with),
        Act::Distract {
            target, with, ally, ..
        } => feint::aim_distract(state, who, (*target, *with), *ally),
        Act::Disarm { target, item, with } => {
            disarm::aim(state, who, disarm(*target, *item, *with)).map(|_| ())
        }
        Act::Staple { target, with } => staple::aim(state, who, *target, *with).map(|_| ()),
        Act::Unstaple(target, skill) => {
            staple::aim_escape(state, who, *target, *skill).map(|_| ())
        }
        Act::Trip { target, with } => trip::aim_trip(state, who, *target, *with),
        Act::Tackle(target) => trip::aim_tackle(state, who, *target),
        Act::BullRush(target) => bull_rush::aim_rush(state, who, *target),
        Act::Approach(target, cell) => bull_rush::aim_approach(state, who, *target, *cell),
        Act::CoupDeGrace { target, with } => {
            coup_de_grace::aim(state, who, *target, *with).map(|_| ())
        }
        Act::Grab(target) => grab::aim(state, who, *target),
        Act::BreakGrab { grabber, held } => {
            escape::aim_break(state, who, *grabber, *held).map(|_| ())
        }
        Act::EscapeGrab(grabber) => escape::aim_escape(state, who, *grabber).map(|_| ()),
        Act::Drag(grabber, heading) => drag::aim(state, who, *grabber, *heading).map(|_| ()),
        Act::Grapple(target, with) => grapple::aim(state, who, *target, *with),
        Act::Shunt(target, heading) => shunt::aim(state, who, *target, *heading),
        Act::Throw(target, to) => wrestling::throw::aim(state, who, *target, *to),
        Act::Release(target) => wrestling::must_hold(state, who, *target).map(|_| ()),
        Act::Wait(counts) => waiting::aim_wait(*counts),
        _ => Err(refuse!(
            "actions/one-per-turn",
            "that is nothing to do on a turn"
        )),
    }
}

fn disarm(target: CreatureId, item: ItemId, with: Arm) -> disarm::Disarm {
    disarm::Disarm { target, item, with }
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
        Act::QuickStrike(strike) => quick_strike::throw(scene, who, strike, moment),
        Act::Alternate(strike) => two_weapons::throw_alternate(scene, who, strike, moment),
        Act::Both {
            main,
            off,
            off_limb,
        } => two_weapons::throw_both(scene, who, (main, *off, *off_limb), moment),
        Act::Feint { target, with } => feint::throw_feint(scene, who, (*target, *with), moment),
        Act::Distract {
            target,
            with,
            ally,
            hampers,
        } => feint::throw_distract(scene, who, (*target, *with), (*ally, *hampers), moment),
        Act::Disarm { target, item, with } => {
            disarm::throw(scene, who, disarm(*target, *item, *with), moment)
        }
        Act::Staple { target, with } => staple::throw(scene, who, (*target, *with), moment),
        Act::Trip { target, with } => trip::throw_trip(scene, who, (*target, *with), moment),
        Act::Tackle(target) => trip::throw_tackle(scene, who, *target, moment),
        Act::BullRush(target) => bull_rush::throw_rush(scene, who, *target, moment),
        Act::Approach(target, cell) => {
            bull_rush::throw_approach(scene, who, (*target, *cell), moment)
        }
        Act::Deliver { target, with } => {
            coup_de_grace::throw(scene, who, (*target, *with), moment)
        }
        Act::Grab(target) => grab::throw(scene, who, *target, moment),
        Act::BreakGrab { grabber, held } => {
            escape::throw_break(scene, who, (*grabber, *held), moment)
        }
        Act::EscapeGrab(grabber) => escape::throw_escape(scene, who, *grabber, moment),
        Act::Drag(grabber, heading) => drag::throw(scene, who, (*grabber, *heading), moment),
        Act::Grapple(target, with) => grapple::throw(scene, who, (*target, *with), moment),
        Act::Shunt(target, heading) => shunt::throw(scene, who, (*target, *heading), moment),
        Act::Throw(target, to) => wrestling::throw::throw(scene, who, (*target, *to), moment),
        _ => Ok(Thrown::by(who)),
    }
}

/// Does what needs no attack roll.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn perform(scene: &mut Scene<'_, TimeCount>, who: CreatureId, act: &Act) -> Play {
    effects::does(scene, who, act);
    match act {
        Act::CoupDeGrace { target, with } => coup_de_grace::prepare(scene, who, *target, *with),
        Act::Unstaple(target, skill) => staple::escape(scene, who, *target, *skill),
        _ => Ok(()),
    }
}

/// Does what is free, at once.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn perform_free(
    scene: &mut Scene<'_, TimeCount>,
    who: CreatureId,
    act: &Act,
) -> Play {
    effects::does(scene, who, act);
    if let Act::Release(target) = act {
        if let Some(held) = wrestling::grab_of(scene.state(), who, *target) {
            scene.cite(rule!("wrestling/release"));
            scene.emit(Fact::Loses(held));
        }
    }
    Ok(())
}

/// How long an act takes (`speed-classes/every-action`).
pub(crate) fn delay(state: &State, who: CreatureId, act: &Act) -> Delay {
    let of_class = |class, rule| special::of_class(state, who, class, rule);
    match act {
        Act::Attack(strike) => attack::delay(state, who, strike.with),
        Act::QuickStrike(strike) => quick_strike::delay(state, who, strike),
        Act::Alternate(strike) => two_weapons::delay_alternate(state, who, strike),
        Act::Both { main, .. } => attack::delay(state, who, main.with),
        Act::Deliver { with, .. } => attack::delay(state, who, *with),
        Act::Feint { with, .. } => feint::delay_feint(state, who, *with),
        Act::Disarm { with, .. } => disarm::delay(state, who, *with),
        Act::Staple { with, .. } => staple::delay(state, who, *with),
        Act::Distract { .. } => of_class(SpeedClass::Fast, rule!("special-actions/distract")),
        Act::Trip { .. } => of_class(SpeedClass::Fast, rule!("special-actions/trip")),
        Act::Approach(..) => of_class(SpeedClass::Fast, rule!("special-actions/approach")),
        Act::Unstaple(..) => of_class(SpeedClass::Fast, rule!("special-actions/staple-escape")),
        Act::EscapeGrab(_) => of_class(SpeedClass::Fast, rule!("wrestling/escape-grab")),
        Act::BreakGrab { .. } => of_class(SpeedClass::Swift, rule!("wrestling/break-grab")),
        Act::Tackle(_) => of_class(SpeedClass::Standard, rule!("special-actions/tackle")),
        Act::BullRush(_) => of_class(SpeedClass::Standard, rule!("special-actions/bull-rush")),
        Act::Grab(_) => of_class(SpeedClass::Standard, rule!("wrestling/grab")),
        Act::Drag(..) => of_class(SpeedClass::Standard, rule!("wrestling/drag")),
        Act::Grapple(..) => of_class(SpeedClass::Standard, rule!("wrestling/grapple")),
        Act::Shunt(..) => of_class(SpeedClass::Standard, rule!("wrestling/shunt")),
        Act::Throw(..) => of_class(SpeedClass::Slow, rule!("wrestling/throw")),
        _ => Delay::of(
            state,
            who,
            Base::Unchanged(1),
            "Wait",
            rule!("movement-in-combat/wait"),
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
        window => answers::candidates(state, who, window, &mut legal),
    };
}

fn turn(
    state: &State,
    who: CreatureId,
    legal: &mut dyn FnMut(Act) -> ControlFlow<()>,
) -> ControlFlow<()> {
    attack::candidates(state, who, legal)?;
    special::candidates(state, who, legal)?;
    wrestling::candidates(state, who, legal)?;
    legal(Act::Wait(1))
}
