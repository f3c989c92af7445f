//! What creatures do, a file for each Action. Every Action has one `aim`, which says whether and how it is possible, and one `resolve`.

use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};

use super::ThreeAction;
use super::act::{Act, Window};
use super::fact::Fact;
use super::flow;
use super::ids::refuse;
use super::rules::turns::{self, Cost};
use super::rules::{flying, readied, sight};
use super::state::{Mode, Phase, Presence, State};

pub(crate) mod burrow;
pub(crate) mod cast;
pub(crate) mod cast_choices;
pub(crate) mod command;
pub(crate) mod control;
pub(crate) mod dodge;
pub(crate) mod fly;
pub(crate) mod focus;
pub(crate) mod handling;
pub(crate) mod intimidate;
pub(crate) mod investigate;
pub(crate) mod jump;
pub(crate) mod maneuver;
pub(crate) mod medicine;
pub(crate) mod mount;
pub(crate) mod moving;
pub(crate) mod pass_through;
pub(crate) mod push_off;
pub(crate) mod ready;
pub(crate) mod roll_on_ground;
pub(crate) mod shoot;
pub(crate) mod sneak;
pub(crate) mod stand;
pub(crate) mod strike;
pub(crate) mod struggle;
pub(crate) mod surroundings;
pub(crate) mod turn;
pub(crate) mod volley;

/// Carries out what a creature does or answers.
///
/// # Errors
/// Stops where a draw is missing.
#[inline(always)]
pub(crate) fn act(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, act: &Act) -> Play {
    match act {
        Act::Trigger(act) => return readied::carry_out(scene, who, act),
        Act::Pass => return Ok(()),
        Act::Delay => {}
        _ => begin(scene, who),
    }
    let cost = cost(scene.state(), who, act);
    carry_out(scene, who, act, cost)
}

/// What an act costs on a creature's own Turn.
#[inline(always)]
pub(crate) fn cost(state: &State, who: CreatureId, act: &Act) -> Cost {
    match act {
        Act::Strike { .. } => Cost::Actions(1),
        Act::EndTurn => Cost::Paid,
        other => cost_of_other(state, who, other),
    }
}

fn cost_of_other(state: &State, who: CreatureId, act: &Act) -> Cost {
    match act {
        Act::Delay | Act::Surrender | Act::Pass => Cost::Paid,
        Act::Flee if turn::flees_in_stride(state, who) => Cost::Paid,
        Act::PassThrough(_) if !moving::goes_on(state, who, pass_through::mode(state, who)) => {
            Cost::Actions(1)
        }
        Act::PassThrough(_) | Act::Drop(_) | Act::Grip(..) | Act::DropProne | Act::Release(_) => {
            Cost::Free
        }
        Act::Draw(_) if state.sheet(who).feats.quick_draw => Cost::Free,
        Act::Ready(..) => Cost::Actions(2),
        Act::Move { mode, .. } if moving::goes_on(state, who, *mode) => Cost::Paid,
        Act::Jump { to, afresh: false } => jump::cost(state, who, *to),
        act if is_no_doing(act) => Cost::Paid,
        _ => Cost::Actions(1),
    }
}

/// Acts that nobody does on its own account: what happens by itself, and answers.
pub(crate) fn is_no_doing(act: &Act) -> bool {
    matches!(
        act,
        Act::RollInitiative
            | Act::NextTurn
            | Act::AfterTurn
            | Act::Enter
            | Act::Trigger(_)
            | Act::Grab
            | Act::Feet(_)
            | Act::Square(_)
            | Act::Take
            | Act::Lock(_)
            | Act::LockHand
    )
}

/// Whether an act can be done at the price.
///
/// # Errors
/// The rule that forbids it.
#[inline(always)]
pub(crate) fn aim(state: &State, who: CreatureId, act: &Act, cost: Cost) -> Result<(), Refusal> {
    may_begin(state, who, act, cost)?;
    if state.sheet(who).feats.no_attacks {
        is_peaceful(who, act)?;
    }
    match act {
        Act::Strike {
            target,
            with,
            using,
        } => strike::aim(state, who, *target, *with, *using).map(|_| ()),
        Act::EndTurn => turn::aim_end(state, who),
        other => aim_other(state, who, other),
    }
}

/// Some creatures make no Attacks and no Maneuvers (`foundations/unarmed`).
///
/// # Errors
/// If the act is one.
#[cold]
pub(crate) fn is_peaceful(who: CreatureId, act: &Act) -> Result<(), Refusal> {
    match act {
        Act::Strike { .. }
        | Act::Shoot { .. }
        | Act::Maneuver { .. }
        | Act::Volley { .. }
        | Act::PassThrough(_) => Err(refuse!(
            "foundations/unarmed",
            "{} makes no Attacks",
            Figure::Creature(who)
        )),
        Act::Ready(act, _) => is_peaceful(who, act),
        _ => Ok(()),
    }
}

/// Whether a creature can pay for an act, and no flight has to be flown on before that Action begins: neither its own nor that of another who
/// acts in the same Turn (`flying/minimum`, `turns/consecutive`).
///
/// # Errors
/// The rule that forbids it.
#[inline(always)]
pub(crate) fn may_begin(
    state: &State,
    who: CreatureId,
    act: &Act,
    cost: Cost,
) -> Result<(), Refusal> {
    turns::can_pay(state, who, cost)?;
    if state.calm || !matches!(cost, Cost::Actions(_)) {
        return Ok(());
    }
    if !is_flight(act) {
        flying::has_flown_enough(state, who)?;
    }
    flying::others_have_flown_enough(state, who)
}

fn aim_other(state: &State, who: CreatureId, act: &Act) -> Result<(), Refusal> {
    match act {
        Act::Move { mode, path } => match mode {
            Mode::Fly => fly::aim(state, who, path).map(|_| ()),
            Mode::Burrow => burrow::aim(state, who, path).map(|_| ()),
            mode => moving::aim(state, who, *mode, path).map(|_| ()),
        },
        Act::PushOff(hold, toward) => push_off::aim(state, who, *hold, *toward).map(|_| ()),
        Act::Stabilize => push_off::aim_stabilize(state, who),
        Act::Maneuver {
            which,
            target,
            with,
        } => maneuver::aim(state, who, *which, *target, *with).map(|_| ()),
        Act::Draw(_)
        | Act::Stow(_)
        | Act::PickUp(_)
        | Act::Reload(_)
        | Act::Give(..)
        | Act::Drop(_)
        | Act::Grip(..) => handling::aim(state, who, act),
        Act::Door(..) | Act::Light(..) | Act::Work(_) | Act::Interact(_) => {
            surroundings::aim(state, who, act)
        }
        Act::DropProne | Act::Release(_) | Act::Choke(_) | Act::Escape(_) => {
            struggle::aim(state, who, act)
        }
        Act::Shoot { target, with } => shoot::aim(state, who, *target, *with).map(|_| ()),
        Act::Volley { at, with } => volley::aim(state, who, *at, *with).map(|_| ()),
        Act::Sneak => sneak::aim(state, who),
        Act::Dodge | Act::Investigate => Ok(()),
        Act::Stand => stand::aim(state, who),
        Act::PassThrough(on) => pass_through::aim(state, who, *on).map(|_| ()),
        Act::Jump { to, .. } => jump::aim(state, who, *to).map(|_| ()),
        Act::PrepareJump => jump::aim_prepare(state, who),
        Act::Delay => turn::aim_delay(state, who),
        Act::Surrender => Ok(()),
        Act::Flee => turn::aim_flee(state, who),
        Act::Cast {
            spell,
            item,
            energy,
            aim,
        } => cast::aim(
            state,
            who,
            cast::Order {
                spell: *spell,
                item: *item,
                energy: *energy,
                aim,
            },
        )
        .map(|_| ()),
        Act::Control(number, to) => control::aim(state, who, *number, to).map(|_| ()),
        Act::Focus => Ok(()),
        Act::Medicine(on) => medicine::aim(state, who, *on),
        Act::Intimidate(on) => intimidate::aim(state, who, *on),
        Act::RollOnGround => roll_on_ground::aim(state, who),
        Act::Command(creature) => command::aim(state, who, *creature),
        Act::Ready(act, trigger) => ready::aim(state, who, act, trigger),
        Act::Mount(mount) => mount::aim(state, who, *mount),
        Act::Dismount(to) => mount::aim_down(state, who, *to).map(|_| ()),
        _ => Err(refuse!(
            "using-actions/any-combination",
            "{} cannot do that now",
            Figure::Creature(who)
        )),
    }
}

/// Carries out an act of a creature: pays for it and resolves it. If it has become impossible it is lost with what it cost.
///
/// # Errors
/// Stops where a draw is missing.
#[inline(always)]
pub(crate) fn carry_out(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    act: &Act,
    cost: Cost,
) -> Play {
    let is_possible = match act {
        Act::Strike { .. } | Act::EndTurn => aim(scene.state(), who, act, cost),
        _ => aim_now(scene, who, act, cost),
    };
    if let Err(refusal) = is_possible {
        lost(scene, who, &refusal);
        return Ok(());
    }
    if scene.state().calm {
        turns::pay(scene, who, cost);
    } else {
        begin_and_pay(scene, who, act, cost);
    }
    match act {
        Act::Strike {
            target,
            with,
            using,
        } => strike::resolve(scene, who, *target, *with, *using),
        Act::EndTurn => flow::end_turn(scene, who),
        other => resolve(scene, who, other, cost),
    }
}

/// As [`aim`], of what is carried out now: ways and lines are found once for all courses of the dice.
#[inline(never)]
fn aim_now(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    act: &Act,
    cost: Cost,
) -> Result<(), Refusal> {
    scene.known(|state| aim(state, who, act, cost))
}

/// Pays for an act, which ends what it does not go on with, and the Moves of others in the same Turn.
fn begin_and_pay(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, act: &Act, cost: Cost) {
    if matches!(cost, Cost::Actions(_)) {
        moving::cut_short(scene, who);
        moving::cut_short_others(scene, who);
    }
    if !matches!(act, Act::Jump { .. }) && cost != Cost::Free {
        jump::forget_preparation(scene, who);
    }
    turns::pay(scene, who, cost);
    if is_attack(act) {
        sight::noticed(scene, who);
    }
    if matches!(cost, Cost::Actions(_)) {
        surroundings::turn_to(scene, who, act);
    }
}

#[cold]
fn lost(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, refusal: &Refusal) {
    scene.cite(refusal.rule);
    scene.emit(Fact::Lost(who, refusal.rule.0));
}

fn resolve(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, act: &Act, cost: Cost) -> Play {
    match act {
        Act::Move { mode, path } => match mode {
            Mode::Fly => fly::resolve(scene, who, path),
            Mode::Burrow => burrow::resolve(scene, who, path),
            mode => moving::resolve(scene, who, *mode, path),
        },
        Act::PushOff(hold, toward) => push_off::resolve(scene, who, *hold, *toward),
        Act::Mount(mount) => mount::resolve(scene, who, *mount),
        Act::Dismount(to) => mount::down(scene, who, *to),
        Act::Stand => stand::resolve(scene, who),
        Act::PassThrough(on) => pass_through::resolve(scene, who, *on),
        Act::Jump { to, afresh } => jump::resolve(scene, who, *to, !afresh && cost == Cost::Paid),
        Act::Shoot { target, with } => shoot::resolve(scene, who, *target, *with),
        Act::Volley { at, with } => volley::resolve(scene, who, *at, *with),
        Act::Sneak => sneak::resolve(scene, who),
        Act::Investigate => investigate::resolve(scene, who),
        Act::Maneuver {
            which,
            target,
            with,
        } => maneuver::resolve(scene, who, *which, *target, *with),
        Act::Cast {
            spell,
            item,
            energy,
            aim,
        } => cast::resolve(
            scene,
            who,
            cast::Order {
                spell: *spell,
                item: *item,
                energy: *energy,
                aim,
            },
        ),
        Act::Control(number, to) => control::resolve(scene, who, *number, to),
        Act::Medicine(on) => medicine::resolve(scene, who, *on),
        Act::Intimidate(on) => intimidate::resolve(scene, who, *on),
        Act::RollOnGround => roll_on_ground::resolve(scene, who),
        Act::Draw(_)
        | Act::Stow(_)
        | Act::PickUp(_)
        | Act::Reload(_)
        | Act::Give(..)
        | Act::Drop(_)
        | Act::Grip(..) => handling::resolve(scene, who, act),
        Act::Door(..) | Act::Light(..) | Act::Work(_) | Act::Interact(_) => {
            surroundings::resolve(scene, who, act)
        }
        Act::DropProne | Act::Release(_) | Act::Choke(_) | Act::Escape(_) => {
            struggle::resolve(scene, who, act)
        }
        Act::Command(creature) => command::resolve(scene, who, *creature),
        Act::Surrender => turn::leave(scene, who, Presence::Surrendered),
        Act::Flee => turn::leave(scene, who, Presence::Fled),
        Act::PrepareJump => {
            jump::prepare(scene, who);
            Ok(())
        }
        Act::Delay => {
            flow::delay(scene, who);
            Ok(())
        }
        Act::Focus => {
            focus::resolve(scene, who);
            Ok(())
        }
        Act::Dodge => {
            dodge::resolve(scene, who);
            Ok(())
        }
        Act::Ready(act, trigger) => {
            ready::resolve(scene, who, act, trigger);
            Ok(())
        }
        Act::Stabilize => {
            push_off::stabilize(scene, who);
            Ok(())
        }
        // Resolved elsewhere, nobody's, or answers.
        Act::Strike { .. }
        | Act::EndTurn
        | Act::RollInitiative
        | Act::NextTurn
        | Act::AfterTurn
        | Act::Pass
        | Act::Enter
        | Act::Trigger(_)
        | Act::Grab
        | Act::Feet(_)
        | Act::Square(_)
        | Act::Take
        | Act::Lock(_)
        | Act::LockHand => Ok(()),
    }
}

/// Whether an act is a flight, which may go on or begin anew, or leaves the map.
fn is_flight(act: &Act) -> bool {
    matches!(
        act,
        Act::Move {
            mode: Mode::Fly,
            ..
        } | Act::Flee
    )
}

/// Whether an act is an Attack or a Spell, by which an Undetected creature is noticed.
fn is_attack(act: &Act) -> bool {
    matches!(
        act,
        Act::Strike { .. }
            | Act::Shoot { .. }
            | Act::Volley { .. }
            | Act::Maneuver { .. }
            | Act::PassThrough(_)
            | Act::Cast { .. }
    )
}

/// Whether an act is a legal answer in a window.
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
        Window::Turn => aim(state, who, act, cost(state, who, act)),
        Window::Enter(_) => match act {
            Act::Enter | Act::Pass => Ok(()),
            _ => Err(refuse!(
                "turns/delay-reentry",
                "{} may enter the order or pass",
                Figure::Creature(who)
            )),
        },
        Window::Readied(_) => match act {
            Act::Pass => Ok(()),
            Act::Trigger(act) => triggered(state, who, act),
            _ => Err(refuse!(
                "reactions/no-normal-actions",
                "{} may carry out what it readied or pass, and nothing else",
                Figure::Creature(who)
            )),
        },
        Window::Fall { .. } => match act {
            Act::Grab | Act::Pass => Ok(()),
            _ => Err(refuse!(
                "falling/grab-reaction",
                "{} may try to catch hold or pass",
                Figure::Creature(who)
            )),
        },
        Window::PushDistance { .. }
        | Window::PushDirection { .. }
        | Window::DisarmCritical { .. }
        | Window::Lock { .. }
        | Window::Place { .. } => maneuver::answer(state, who, window, act),
    }
}

/// Whether this is what the creature has readied, and possible now.
fn triggered(state: &State, who: CreatureId, act: &Act) -> Result<(), Refusal> {
    match &state.body(who).readied {
        Some(readied) if ready::same_action(&readied.act, act) => {
            readied::can_pay(state, who)?;
            aim(state, who, act, Cost::Paid)
        }
        _ => Err(refuse!(
            "readied-action/declaration",
            "that is not what {} has readied",
            Figure::Creature(who)
        )),
    }
}

/// Something is done in a Turn: it can no longer be delayed.
pub(crate) fn begin(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    if scene.state().clock.phase == (Phase::Turn { who, begun: false }) {
        scene.emit(Fact::Phase(Phase::Turn { who, begun: true }));
    }
}
