//! Readied Actions: which event sets them off, and asking those who hold one (`readied-action/*`, `reactions/interrupt`).

use affray_kernel::grid::{Cell, Space};
use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};
use smallvec::SmallVec;

use super::numbers::{distance_ft, enemies, feet, present, reach_ft};
use super::terrain::stands;
use super::{sight, turns};
use crate::ThreeAction;
use crate::act::{Act, Event, Window};
use crate::fact::{Doing, Fact};
use crate::ids::{refuse, rule};
use crate::sheet::ReadiedReaction;
use crate::state::State;

/// Something that may set off a readied Action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Happening {
    /// A step of movement from one square to another has been taken.
    Step(Cell),
    /// It has come to where it is in another way: out of that space, or from nowhere.
    Comes(Option<Space>),
    /// An Attack is about to be rolled.
    Attack,
    /// A Spell is about to be cast.
    Cast,
    /// An item is about to be used.
    Item,
    /// It is about to stand up.
    Stand,
    /// It has become visible to that creature, which has found it, or sees it now as something else has changed: a door, a light, where
    /// somebody stands.
    InView(CreatureId),
    /// It has taken Damage.
    Damage,
    /// Its Turn starts.
    TurnStarts,
    /// Its Turn ends.
    TurnEnds,
}

/// Whether anybody holds a readied Action, so that something may be interrupted.
#[inline(always)]
pub(crate) fn is_any(state: &State) -> bool {
    state.waiting.readied > 0
}

/// Asks everybody who holds a readied Action for which this is the trigger, in the order of Initiative, testing again after each answer.
///
/// # Errors
/// Stops where an answer or a die is missing.
#[inline(always)]
pub(crate) fn interrupt(
    scene: &mut Scene<'_, ThreeAction>,
    by: CreatureId,
    happening: Happening,
) -> Play {
    if is_any(scene.state()) {
        ask_all(scene, by, happening)
    } else {
        Ok(())
    }
}

fn ask_all(scene: &mut Scene<'_, ThreeAction>, by: CreatureId, happening: Happening) -> Play {
    let order = in_initiative_order(scene.state());
    scene.cite(rule!("reactions/trigger"));
    scene.cite(rule!("reactions/priority"));
    scene.poll(
        &order,
        |state, who| sets_off(state, who, by, happening).then_some(Window::Readied(by)),
        |scene, who, answer| match answer {
            Act::Trigger(act) => carry_out(scene, who, &act),
            _ => {
                scene.cite(rule!("readied-action/decline"));
                Ok(())
            }
        },
    )
}

/// Whether what a creature has readied is for an Attack, which is noticed, whoever makes it, or for something in words, of which people judge
/// in every Turn.
pub(crate) fn waits_for_anybody(state: &State, who: CreatureId) -> bool {
    let readied = state.body(who).readied.as_ref();
    readied.is_some_and(|readied| matches!(readied.trigger.event, Event::Attacks | Event::Words(_)))
}

/// Creatures that are not seen, each with the one that waits for somebody to appear and does not see it.
pub(crate) type OutOfView = SmallVec<[(CreatureId, CreatureId); 4]>;

/// Whom those do not see now who have readied an Action for when somebody appears.
#[inline]
pub(crate) fn out_of_view(state: &State) -> OutOfView {
    if is_any(state) {
        unseen(state)
    } else {
        OutOfView::new()
    }
}

fn unseen(state: &State) -> OutOfView {
    let waits = |who: &CreatureId| {
        let readied = state.body(*who).readied.as_ref();
        readied.is_some_and(|readied| readied.trigger.event == Event::Appears)
    };
    let mut pairs = OutOfView::new();
    for viewer in state.creatures().filter(waits) {
        let others = state
            .creatures()
            .filter(|on| *on != viewer && present(state, *on) && !sight::sees(state, viewer, *on));
        pairs.extend(others.map(|on| (on, viewer)));
    }
    pairs
}

/// After a door, a light or the place of somebody has changed: whoever was out of view and is seen now has become visible.
///
/// # Errors
/// Stops where an answer or a die is missing.
pub(crate) fn come_into_view(scene: &mut Scene<'_, ThreeAction>, unseen: &OutOfView) -> Play {
    for (on, viewer) in unseen {
        if sight::sees(scene.state(), *viewer, *on) {
            interrupt(scene, *on, Happening::InView(*viewer))?;
        }
    }
    Ok(())
}

/// Everybody, from the highest Initiative; those outside the order come last, in roster order.
pub(crate) fn in_initiative_order(state: &State) -> Vec<CreatureId> {
    let mut order = state.clock.order.clone();
    order.extend(
        state
            .creatures()
            .filter(|who| !state.clock.order.contains(who)),
    );
    order
}

/// Whether the event is the trigger of a readied Action that can be carried out now, and the one who holds it notices it.
pub(crate) fn sets_off(
    state: &State,
    who: CreatureId,
    by: CreatureId,
    happening: Happening,
) -> bool {
    let Some(readied) = &state.body(who).readied else {
        return false;
    };
    if turns::can_act(state, who).is_err() || !comes_about(state, by, happening) {
        return false;
    }
    if can_pay(state, who).is_err() {
        return false;
    }
    let fits_who = match readied.trigger.who {
        Some(wanted) => wanted == by,
        None => enemies(state, who, by),
    };
    let fits_event = match (&readied.trigger.event, happening) {
        (Event::Enters(cell), Happening::Step(_) | Happening::Comes(_)) => {
            let was_in = |before| is_in(state, by, before, *cell);
            is_in(state, by, state.space(by), *cell)
                && !before(state, by, happening).is_some_and(was_in)
        }
        (Event::ComesInReach, Happening::Step(_) | Happening::Comes(_)) => {
            let reach = readied_reach(state, who, &readied.act);
            let own = state.space(who);
            let was_near = |before| feet(state.grid().distance(own, before)) <= reach;
            distance_ft(state, who, by) <= reach
                && !before(state, by, happening).is_some_and(was_near)
        }
        (Event::Appears, Happening::Comes(None)) => sight::sees(state, who, by),
        (
            Event::Appears,
            Happening::Step(from) | Happening::Comes(Some(Space { at: from, .. })),
        ) => sight::comes_into_view(state, who, by, from),
        (Event::Appears, Happening::InView(viewer)) => viewer == who,
        (Event::Moves, Happening::Step(_) | Happening::Comes(Some(_)))
        | (Event::Attacks, Happening::Attack)
        | (Event::Casts, Happening::Cast)
        | (Event::UsesItem, Happening::Item)
        | (Event::StandsUp, Happening::Stand)
        | (Event::TakesDamage, Happening::Damage)
        | (Event::StartsTurn, Happening::TurnStarts)
        | (Event::EndsTurn, Happening::TurnEnds) => true,
        _ => false,
    };
    fits_who && fits_event && notices(state, who, by, (&readied.trigger.event, happening))
}

/// Whether a creature notices what another one does: nothing of what an Undetected one does (`undetected/definition`), and that somebody goes
/// somewhere, stands up or handles something only of one whose place it can make out, with nothing solid in between (`hidden/definition`,
/// `line-of-effect/definition`). That somebody has gone away from where it was is noticed at either end of the step. Of oneself one notices
/// what befalls one.
fn notices(
    state: &State,
    who: CreatureId,
    by: CreatureId,
    (event, happening): (&Event, Happening),
) -> bool {
    if who == by {
        return happening == Happening::Damage;
    }
    if sight::is_undetected(state, by, who) {
        return false;
    }
    match happening {
        Happening::Step(_) | Happening::Comes(_) | Happening::Item | Happening::Stand => {
            let left = before(state, by, happening).filter(|_| *event == Event::Moves);
            sight::makes_out(state, who, by)
                || left.is_some_and(|from| sight::makes_out_at(state, who, by, from))
        }
        _ => true,
    }
}

/// Where a creature was before it came to where it is; nowhere if it was not there at all.
fn before(state: &State, by: CreatureId, happening: Happening) -> Option<Space> {
    match happening {
        Happening::Step(from) => Some(state.space(by).moved_to(from)),
        Happening::Comes(from) => from,
        _ => None,
    }
}

/// Whether a creature can pay for carrying out what it readied: where that costs the Reaction, one must be left
/// (`readied-action/not-a-reaction`).
///
/// # Errors
/// If it has none.
pub(crate) fn can_pay(state: &State, who: CreatureId) -> Result<(), Refusal> {
    if state.cast.options.readied_reaction == ReadiedReaction::CostsReaction
        && turns::reactions_left(state, who) == 0
    {
        return Err(refuse!(
            "readied-action/not-a-reaction",
            "{} has no Reaction left, and a readied Action costs one here",
            Figure::Creature(who)
        ));
    }
    Ok(())
}

/// Whether the event is still one after what has come in between: what a creature is about to do it must be able to do
/// (`reactions/priority`).
fn comes_about(state: &State, by: CreatureId, happening: Happening) -> bool {
    match happening {
        Happening::Attack | Happening::Cast | Happening::Item | Happening::Stand => {
            turns::can_act(state, by).is_ok()
        }
        Happening::Step(_) | Happening::Comes(_) | Happening::InView(_) | Happening::TurnStarts => {
            present(state, by)
        }
        Happening::Damage | Happening::TurnEnds => true,
    }
}

/// Whether a space takes in a square, at its height or standing on the ground of it.
fn is_in(state: &State, by: CreatureId, space: Space, square: Cell) -> bool {
    let shape = state.grid().shape;
    space.contains(shape, square) || space.covers(shape, square) && stands(state, by, space)
}

fn readied_reach(state: &State, who: CreatureId, act: &Act) -> i16 {
    match act {
        Act::Strike { with, .. } | Act::Maneuver { with, .. } => reach_ft(state, who, *with),
        _ => super::numbers::threat_ft(state, who),
    }
}

/// Carries out a readied Action: it is used up, and costs the Reaction where the scenario says so.
pub(crate) fn carry_out(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, act: &Act) -> Play {
    scene.cite(rule!("readied-action/window"));
    scene.cite(rule!("readied-action/timing"));
    scene.cite(rule!("readied-action/not-a-reaction"));
    scene.cite(rule!("reactions/trigger"));
    scene.cite(rule!("reactions/interrupt"));
    if scene.state().cast.options.readied_reaction == ReadiedReaction::CostsReaction {
        turns::spend_reaction(scene, who);
    }
    scene.emit(Fact::Readies(who, None));
    scene.emit(Fact::Does(who, Doing::Triggered));
    scene.nested(|scene| crate::actions::carry_out(scene, who, act, turns::Cost::Paid))
}
