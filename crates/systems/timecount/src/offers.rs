//! The legal answers of a window, one by one.

use std::ops::ControlFlow;

use affray_kernel::lots::{Below, Lot, Lots};
use affray_kernel::{CreatureId, Refusal};

use super::act::{Act, Window};
use super::actions::{
    answers, attack, check, door, handling, helping, magic, mount, moving, ready, special, stance,
    waiting, wrestling,
};
use super::state::{Pace, State, Underway};

/// Lists legal answers, and the candidates that are none.
pub(crate) fn sift(
    state: &State,
    (who, window): (CreatureId, &Window),
    found: &mut dyn FnMut(Act) -> ControlFlow<()>,
    refused: &mut dyn FnMut(Act, Refusal),
) {
    let mut legal = |act: Act| match check(state, who, window, &act) {
        Ok(()) => found(act),
        Err(refusal) => {
            refused(act, refusal);
            ControlFlow::Continue(())
        }
    };
    let _ = match window {
        Window::Turn => turn(state, who, &mut legal),
        window => asked(state, who, window, &mut legal),
    };
}

/// One of the acts that are listed, each as likely as every other: of Moves only those are looked for that are drawn.
pub(crate) fn any(
    state: &State,
    (who, window): (CreatureId, &Window),
    below: &mut Below<'_>,
) -> Option<Act> {
    let mut lots = Lots::default();
    let mut put = |act| {
        lots.act(act);
        ControlFlow::Continue(())
    };
    if *window == Window::Turn {
        let _ = attack::candidates(state, who, &mut put);
        let _ = besides(state, who, &mut put);
        for pace in moving::open_paces(state, who) {
            lots.row(pace, moving::places(state, who, pace));
        }
    } else {
        let _ = asked(state, who, window, &mut put);
    }
    lots.draw(below, |lot| {
        let act = match lot {
            Lot::Act(act) => act,
            Lot::Of(pace, number) => moving::candidate(state, who, pace, number)?,
        };
        check(state, who, window, &act).is_ok().then_some(act)
    })
}

/// What somebody may do who is asked outside their own turn.
fn asked(
    state: &State,
    who: CreatureId,
    window: &Window,
    legal: &mut dyn FnMut(Act) -> ControlFlow<()>,
) -> ControlFlow<()> {
    match window {
        Window::Turn => ControlFlow::Continue(()),
        Window::Underway => underway(state, who, legal),
        Window::Holding => waiting::candidates(state, legal),
        window => answers::candidates(state, who, window, legal),
    }
}

/// What a creature may look for although nobody lists it as a candidate: a first step at each pace.
pub(crate) fn sought(
    state: &State,
    (who, window): (CreatureId, &Window),
    look: &mut dyn FnMut(Act),
) {
    if *window != Window::Turn {
        return;
    }
    for pace in [Pace::Base, Pace::Run, Pace::Sprint, Pace::Half, Pace::Sneak] {
        for cell in state.grid().neighbours(state.body(who).at) {
            look(Act::Move {
                pace,
                path: Box::new([cell]),
            });
        }
    }
}

/// Going on or breaking off; who prepares a spell may walk as well.
fn underway(
    state: &State,
    who: CreatureId,
    legal: &mut dyn FnMut(Act) -> ControlFlow<()>,
) -> ControlFlow<()> {
    waiting::candidates(state, legal)?;
    if matches!(state.body(who).underway, Underway::Prepare { .. }) {
        moving::candidates(state, who, legal)?;
    }
    ControlFlow::Continue(())
}

fn turn(
    state: &State,
    who: CreatureId,
    legal: &mut dyn FnMut(Act) -> ControlFlow<()>,
) -> ControlFlow<()> {
    attack::candidates(state, who, legal)?;
    moving::candidates(state, who, legal)?;
    besides(state, who, legal)
}

/// What is listed of a turn after Moves.
fn besides(
    state: &State,
    who: CreatureId,
    legal: &mut dyn FnMut(Act) -> ControlFlow<()>,
) -> ControlFlow<()> {
    mount::candidates(state, who, legal)?;
    door::candidates(state, legal)?;
    special::candidates(state, who, legal)?;
    wrestling::candidates(state, who, legal)?;
    handling::candidates(state, who, legal)?;
    helping::candidates(state, legal)?;
    magic::candidates(state, who, legal)?;
    stance::candidates(state, who, legal)?;
    for with in attack::arms(state, who) {
        legal(Act::Set(with))?;
    }
    ready::candidates(state, who, legal)?;
    legal(Act::Flee)?;
    legal(Act::Surrender)?;
    legal(Act::Wait(1))
}
