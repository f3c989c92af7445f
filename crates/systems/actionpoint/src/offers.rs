//! Lists of legal acts: candidates of every kind of action, of which only those that pass its check are offered.

use std::ops::ControlFlow;

use affray_kernel::lots::{Below, Lot, Lots};
use affray_kernel::{CreatureId, Refusal};

use super::act::{Act, Action, Defence, Manner, Window};
use super::actions::{Found, check, free, handling, magic, moving, saving, strike, widen};
use super::rules::conditions;
use super::rules::maneuvers::{self, Victory};
use super::sheet::Attribute;
use super::state::State;

#[cfg(test)]
mod tests;

/// Lists legal acts in a window, and the candidates that are none.
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
    let listed = candidates(state, (who, window), &mut legal);
    if listed.is_continue() && *window == Window::Turn {
        // Ways are found by a search that asks the same questions as their check.
        let _ = moving::candidates(state, who, found);
    }
}

/// One of the acts that are listed, each as likely as every other: of ways only those are looked for that are drawn.
pub(crate) fn any(
    state: &State,
    (who, window): (CreatureId, &Window),
    below: &mut Below<'_>,
) -> Option<Act> {
    let mut lots = Lots::default();
    let _ = candidates(state, (who, window), &mut |act| {
        lots.act(act);
        ControlFlow::Continue(())
    });
    if *window == Window::Turn {
        lots.row((), moving::squares(state, who));
    }
    lots.draw(below, |lot| match lot {
        Lot::Act(act) => check(state, who, window, &act).is_ok().then_some(act),
        Lot::Of((), number) => moving::candidate(state, who, number),
    })
}

/// Acts that may be legal, ways left out.
fn candidates(
    state: &State,
    (who, window): (CreatureId, &Window),
    legal: &mut Found<'_>,
) -> ControlFlow<()> {
    match window {
        Window::Turn => turn(state, who, legal),
        window => answers(state, who, window, legal),
    }
}

/// What a creature may look for although nobody lists it as a candidate: a first step.
pub(crate) fn sought(
    state: &State,
    (who, window): (CreatureId, &Window),
    look: &mut dyn FnMut(Act),
) {
    if *window != Window::Turn {
        return;
    }
    for cell in state.grid().neighbours(state.body(who).at) {
        look(Act::Move(Box::new([cell])));
    }
}

fn turn(state: &State, who: CreatureId, legal: &mut Found<'_>) -> ControlFlow<()> {
    let mut actions = |act: Act| {
        let free = match &act {
            Act::Do(action) if !state.sheet(who).perks.is_empty() => Some(Act::Freely(*action)),
            _ => None,
        };
        legal(act)?;
        free.map_or(ControlFlow::Continue(()), &mut *legal)
    };
    strike::candidates(state, who, None, &mut actions)?;
    magic::candidates(state, who, false, &mut actions)?;
    for target in state.creatures() {
        actions(Act::Do(Action::Grapple(target)))?;
    }
    for from in conditions::holders(state, who) {
        actions(Act::Do(Action::Escape(from, None)))?;
    }
    for action in [
        Action::Dash,
        Action::Disengage,
        Action::Search,
        Action::Sneak,
    ] {
        // Twice in a turn it is legal, and changes nothing.
        if action == Action::Disengage && state.body(who).disengaged {
            continue;
        }
        actions(Act::Do(action))?;
    }
    handling::candidates(state, who, &mut actions)?;
    legal(Act::Stand)?;
    free::candidates(state, who, legal)?;
    saving::candidates(state, who, legal)?;
    widen::candidates(state, who, legal)?;
    legal(Act::EndTurn)
}

fn answers(
    state: &State,
    who: CreatureId,
    window: &Window,
    legal: &mut Found<'_>,
) -> ControlFlow<()> {
    match window {
        Window::Turn => return ControlFlow::Continue(()),
        Window::Attacked { .. } => {
            defences(legal)?;
            others(state, who, legal)?;
        }
        Window::Exposed { foe, declared, .. } => {
            strike::candidates(state, who, Some(*foe), legal)?;
            if *declared {
                others(state, who, legal)?;
            }
        }
        Window::Declared { .. } | Window::TurnEnds { .. } => others(state, who, legal)?,
        Window::Won { over, how } => {
            let victory = Victory {
                winner: who,
                loser: *over,
                how: *how,
            };
            for maneuver in maneuvers::candidates(state, victory) {
                legal(Act::Maneuver(maneuver))?;
            }
        }
        Window::Resist { what, .. } => {
            let skills = what.skills();
            return skills
                .into_iter()
                .try_for_each(|skill| legal(Act::Resist(skill)));
        }
    }
    legal(Act::Pass)
}

/// Defences with the better attribute, and a Parry with either.
fn defences(legal: &mut Found<'_>) -> ControlFlow<()> {
    for manner in Manner::ALL {
        let defence = Defence {
            manner,
            using: None,
            style: None,
        };
        legal(Act::Defend(defence))?;
    }
    for attribute in [Attribute::Strength, Attribute::Agility] {
        legal(Act::Defend(Defence {
            manner: Manner::Parry,
            using: Some(attribute),
            style: None,
        }))?;
    }
    ControlFlow::Continue(())
}

/// Reactions without a trigger of their own (`actions-in-combat/reaction-trigger`).
fn others(state: &State, who: CreatureId, legal: &mut Found<'_>) -> ControlFlow<()> {
    magic::candidates(state, who, true, legal)?;
    handling::candidates(state, who, legal)
}
