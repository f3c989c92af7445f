//! What creatures can do, a file for each kind of action. Every action has one `aim`, which says whether and how it is possible.
//!
//! Attack rolls are made in `throw`, on a frozen scene, and what comes of them lands afterwards; other actions take place in
//! `perform`; Moves come last.

use affray_kernel::{CreatureId, Frozen, Play, Refusal, Scene};

use super::TimeCount;
use super::act::{Act, Window};
use super::fact::{Fact, Flag, Harm, lost_by};
use super::ids::{refuse, rule};
use super::rules::attack::Moment;
use super::rules::effects::{self, Effect, Thrown};
use super::rules::numbers::able;
use super::rules::occupied;
use super::state::{Arm, Condition, ItemId, Stance, State};
pub(crate) use delay::{burdened, delay};
pub(crate) use kind::{Kind, delays_itself, kind_of};
use magic::{active, cast, items, prepare};
use wrestling::{drag, escape, grab, grapple, shunt};

pub(crate) mod answers;
pub(crate) mod attack;
pub(crate) mod bull_rush;
pub(crate) mod coup_de_grace;
pub(crate) mod delay;
pub(crate) mod disarm;
pub(crate) mod door;
pub(crate) mod feint;
pub(crate) mod handling;
pub(crate) mod helping;
mod kind;
pub(crate) mod leaving;
pub(crate) mod magic;
pub(crate) mod mount;
pub(crate) mod moving;
pub(crate) mod quick_strike;
pub(crate) mod ready;
pub(crate) mod special;
pub(crate) mod stance;
pub(crate) mod staple;
pub(crate) mod tried;
pub(crate) mod trip;
pub(crate) mod two_weapons;
pub(crate) mod waiting;
pub(crate) mod wrestling;

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
    possible(state, who, act)
}

/// Whether that can be done at all, whatever keeps the creature from whole kinds of actions.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn possible(state: &State, who: CreatureId, act: &Act) -> Result<(), Refusal> {
    match act {
        Act::Attack(strike) => attack::aim(state, who, strike).map(|_| ()),
        Act::QuickStrike(strike) => quick_strike::aim(state, who, strike).map(|_| ()),
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
        Act::Unstaple(target, skill) => staple::aim_escape(state, who, *target, *skill).map(|_| ()),
        Act::Trip { target, with } => trip::aim_trip(state, who, *target, *with),
        Act::Tackle(target) => trip::aim_tackle(state, who, *target),
        Act::BullRush(target) => bull_rush::aim_rush(state, who, *target),
        Act::Approach(target, cell) => {
            bull_rush::aim_approach(state, who, *target, *cell).map(|_| ())
        }
        Act::CoupDeGrace { target, with } | Act::Deliver { target, with } => {
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
        Act::Move { pace, path } => moving::aim(state, who, *pace, path).map(|_| ()),
        Act::Wait(counts) => waiting::aim_wait(*counts),
        Act::Mount(on) => mount::aim(state, who, *on),
        Act::Dismount(to) => mount::aim_down(state, who, *to).map(|_| ()),
        Act::ControlMount => mount::aim_control(state, who),
        Act::Door(a, b, open) => door::aim(state, who, (*a, *b), *open),
        Act::Flee => leaving::aim_flee(state, who),
        Act::Shift(stance) => stance::aim_shift(state, who, *stance),
        Act::Basic => stance::aim_basic(state, who),
        Act::StandUp => stance::aim_stand(state, who),
        Act::Face(facing) => stance::aim_face(state, who, *facing),
        Act::Draw(_)
        | Act::Sheathe(_)
        | Act::Drop(_)
        | Act::PickUp(_)
        | Act::ReadyShield(_)
        | Act::LooseShield(_)
        | Act::Light(_) => handling::aim(state, who, act),
        Act::Stabilize(_) | Act::EscapeNet | Act::Extinguish(_) | Act::Rest(_) | Act::Treat(..) => {
            helping::aim(state, who, act)
        }
        Act::Ready(act, trigger) => ready::aim_ready(state, who, act, trigger),
        Act::Set(with) => ready::aim_set(state, who, *with),
        Act::Prepare(spell) => prepare::aim(state, who, *spell),
        Act::Charge => prepare::aim_charge(state, who),
        Act::ReleaseCharge => prepare::aim_release(state, who),
        Act::Cast { aim, charges, .. } => cast::aim(state, who, aim, *charges).map(|_| ()),
        Act::ReadScroll(item, aim) | Act::ScrollWorks(item, aim) => {
            cast::aim_scroll(state, who, *item, aim).map(|_| ())
        }
        Act::Drink(item) => items::aim_drink(state, who, *item),
        Act::Activate(item, aim) => items::aim_activate(state, who, *item, aim).map(|_| ()),
        Act::Direct(number, on) => active::aim_direct(state, who, *number, *on).map(|_| ()),
        Act::Cease(number) => active::own(state, who, *number).map(|_| ()),
        Act::LowerResistance => active::aim_resistance(state, who, true),
        Act::RaiseResistance => active::aim_resistance(state, who, false),
        Act::Surrender => Ok(()),
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
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn barred(state: &State, who: CreatureId, act: &Act) -> Result<(), Refusal> {
    if !able(state, who) {
        return Err(refuse!(
            "conditions/helpless",
            "the helpless take no actions"
        ));
    }
    let netted = state.has(who, Condition::Netted);
    let quiet = matches!(act.kind(), Kind::Free | Kind::Time);
    if netted && !quiet && !matches!(act, Act::EscapeNet | Act::Surrender) {
        return Err(refuse!(
            "actions/escape-net",
            "in a net one can only escape from it"
        ));
    }
    let casts = matches!(
        act,
        Act::Prepare(_) | Act::Cast { .. } | Act::ReadScroll(..) | Act::ScrollWorks(..)
    );
    if !act.is_attack() && !casts && !matches!(act, Act::CoupDeGrace { .. }) {
        return Ok(());
    }
    if state.body(who).posture.stance == Stance::Parrying {
        return Err(refuse!(
            "stances/parrying-drawback",
            "parrying allows neither attacks nor spells"
        ));
    }
    let rolls_to_hit = !casts || magic::attacks_by_spell(state, who, act);
    if casts && rolls_to_hit {
        not_held_fast(state, who)?;
        mount::may_attack(state, who)?;
    }
    if rolls_to_hit && occupied::overcrowded(state, who) {
        return Err(refuse!(
            "occupied-fighting/overcrowded",
            "the space is too crowded to fight in"
        ));
    }
    if casts {
        return Ok(());
    }
    mount::may_attack(state, who)?;
    let gets_free = matches!(
        act,
        Act::BreakGrab { .. } | Act::EscapeGrab(_) | Act::Drag(..)
    );
    if gets_free {
        return Ok(());
    }
    not_held_fast(state, who)
}

/// Whether no grab forbids attack rolls (`wrestling/grab-critical-success`).
fn not_held_fast(state: &State, who: CreatureId) -> Result<(), Refusal> {
    if wrestling::held_fast(state, who) {
        return Err(refuse!(
            "wrestling/grab-critical-success",
            "held so fast one can only try to get free"
        ));
    }
    Ok(())
}

/// Whether an act that was declared can still be carried out; after an interruption everything is looked at again.
///
/// # Errors
/// The rule by which it is lost.
pub(crate) fn holds_good(
    state: &State,
    who: CreatureId,
    act: &Act,
    interrupted: bool,
) -> Result<(), Refusal> {
    if matches!(act, Act::Deliver { .. } | Act::ScrollWorks(..)) {
        barred(state, who, act)
    } else if interrupted && act.kind() != Kind::Time {
        aim(state, who, act)
    } else {
        Ok(())
    }
}

/// An act that turns out to be impossible as it is carried out is lost (`initiative/ties`).
pub(crate) fn lose(scene: &mut Scene<'_, TimeCount>, who: CreatureId, act: &Act) {
    let rule = match possible(scene.state(), who, act) {
        Err(refusal) => refusal.rule,
        Ok(()) => rule!("initiative/ties"),
    };
    scene.cite(rule);
    scene.emit(Fact::Lost(who, lost_by(rule)));
}

/// Rolls for an act with an attack roll, without any effect yet; of an act that is lost only its cost is left.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn throw(
    scene: &mut Frozen<'_, '_, TimeCount>,
    who: CreatureId,
    (act, lost): (&Act, bool),
    moment: Moment<'_>,
) -> Play<Thrown> {
    let mut thrown = match lost {
        true => Thrown::by(who),
        false => roll(scene, who, act, moment)?,
    };
    if matches!(act, Act::Cast { .. }) && thrown.is_lost() {
        cast::attempted(scene, who, &mut thrown);
    }
    let cost = act.fatigue();
    if cost > 0 {
        thrown.costs(Effect::Fatigue(who, cost, Harm::Cost));
    }
    Ok(thrown)
}

fn roll(
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
        Act::Unstaple(target, skill) => staple::throw_escape(scene, who, *target, *skill),
        Act::Trip { target, with } => trip::throw_trip(scene, who, (*target, *with), moment),
        Act::Tackle(target) => trip::throw_tackle(scene, who, *target, moment),
        Act::BullRush(target) => bull_rush::throw_rush(scene, who, *target, moment),
        Act::Approach(target, cell) => {
            bull_rush::throw_approach(scene, who, (*target, *cell), moment)
        }
        Act::Deliver { target, with } => coup_de_grace::throw(scene, who, (*target, *with), moment),
        Act::Grab(target) => grab::throw(scene, who, *target, moment),
        Act::BreakGrab { grabber, held } => {
            escape::throw_break(scene, who, (*grabber, *held), moment)
        }
        Act::EscapeGrab(grabber) => escape::throw_escape(scene, who, *grabber, moment),
        Act::Drag(grabber, heading) => drag::throw(scene, who, (*grabber, *heading), moment),
        Act::Grapple(target, with) => grapple::throw(scene, who, (*target, *with), moment),
        Act::Shunt(target, heading) => shunt::throw(scene, who, (*target, *heading), moment),
        Act::Throw(target, to) => wrestling::throw::throw(scene, who, (*target, *to), moment),
        Act::Cast {
            aim,
            charges,
            take_ten,
        } => cast::throw(scene, who, (aim, *charges, *take_ten), moment),
        Act::ReadScroll(item, aim) | Act::ScrollWorks(item, aim) => {
            cast::throw_scroll(scene, who, (*item, aim), moment)
        }
        Act::Drink(item) => items::drink(scene, who, *item),
        Act::Activate(item, aim) => items::activate(scene, who, (*item, aim)),
        Act::Direct(number, on) => active::direct(scene, who, (*number, *on), moment),
        _ => Ok(Thrown::by(who)),
    }
}

/// Does what needs no attack roll.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn perform(scene: &mut Scene<'_, TimeCount>, who: CreatureId, act: &Act) -> Play {
    if let Act::Shift(stance) = act {
        stance::cite_shift(scene, *stance);
    }
    effects::does(scene, who, act);
    match act {
        Act::CoupDeGrace { target, with } => coup_de_grace::prepare(scene, who, *target, *with),
        Act::Prepare(spell) => prepare::begin(scene, who, *spell),
        Act::Ready(..) | Act::Set(_) => ready::begin(scene, who, act),
        Act::Dismount(to) => mount::dismount(scene, who, *to),
        Act::ReadScroll(item, aim) => cast::begin_scroll(scene, who, *item, aim),
        Act::Stabilize(_) | Act::EscapeNet | Act::Extinguish(_) | Act::Rest(_) | Act::Treat(..) => {
            helping::perform(scene, who, act)
        }
        act => {
            perform_surely(scene, who, act);
            Ok(())
        }
    }
}

/// Does what needs no dice at all.
fn perform_surely(scene: &mut Scene<'_, TimeCount>, who: CreatureId, act: &Act) {
    match act {
        Act::Shift(stance) => stance::shift(scene, who, *stance),
        Act::StandUp => stance::stand(scene, who),
        Act::Mount(on) => mount::mount(scene, who, *on),
        Act::Door(a, b, open) => door::turn(scene, (*a, *b), *open),
        Act::Charge | Act::ReleaseCharge => prepare::charge(scene, who, act),
        Act::LowerResistance => {
            scene.cite(rule!("actions/lower-spell-resistance"));
            scene.emit(Fact::Flag(who, Flag::ResistanceLowered, true));
        }
        Act::Flee => leaving::flee(scene, who),
        Act::Surrender => leaving::surrender(scene, who),
        act => handling::perform(scene, who, act),
    }
}

/// Does what is free, at once.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn perform_free(scene: &mut Scene<'_, TimeCount>, who: CreatureId, act: &Act) -> Play {
    effects::does(scene, who, act);
    match act {
        Act::Release(target) => {
            if let Some(held) = wrestling::grab_of(scene.state(), who, *target) {
                scene.cite(rule!("wrestling/release"));
                scene.emit(Fact::Loses(held));
            }
        }
        Act::Basic => stance::basic(scene, who, rule!("stances/revert")),
        Act::Face(facing) => stance::face(scene, who, *facing),
        Act::Drop(_) => {
            scene.cite(rule!("actions/table-free"));
            handling::perform(scene, who, act);
        }
        Act::Cease(number) => {
            scene.cite(rule!("actions/table-free"));
            scene.cite(rule!("actions/cease-concentration"));
            scene.emit(Fact::Ends(*number));
        }
        Act::RaiseResistance => {
            scene.cite(rule!("actions/lower-spell-resistance"));
            scene.emit(Fact::Flag(who, Flag::ResistanceLowered, false));
        }
        Act::ControlMount => mount::control(scene, who),
        _ => {}
    }
    Ok(())
}
