//! Actions and Reactions: how many a creature has, and what it takes to spend one.

use affray_kernel::{CreatureId, Figure, Refusal, Scene};

use super::numbers::{able, incapacitated, present};
use crate::ThreeAction;
use crate::fact::{Fact, Number};
use crate::ids::{refuse, rule};
use crate::state::{Condition, State};

/// Names the rules that take Actions and Reactions away from a creature.
pub(crate) fn cite_allowance(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    if !scene.listened() {
        return;
    }
    let slowed = scene.state().has(who, Condition::Slowed);
    let down = incapacitated(scene.state(), who);
    if slowed {
        scene.cite(rule!("slowed/actions"));
        scene.cite(rule!("slowed/reactions"));
    }
    if down {
        scene.cite(rule!("incapacitated/actions"));
        scene.cite(rule!("incapacitated/reactions"));
    }
    if slowed && down {
        scene.cite(rule!("slowed/with-incapacitated"));
    }
}

/// What an act costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cost {
    /// So many Actions.
    Actions(i8),
    /// A Free Action (`free-actions/no-cost`).
    Free,
    /// Nothing: an Action paid for before (readied), or the continuation of one.
    Paid,
}

/// Actions a creature has in a Turn: 3, less 1 if Slowed and 2 if Incapacitated (`actions/budget`).
#[inline(always)]
pub(crate) fn actions_allowed(state: &State, who: CreatureId) -> i16 {
    let slowed = if state.has(who, Condition::Slowed) {
        1
    } else {
        0
    };
    let incapacitated = if incapacitated(state, who) { 2 } else { 0 };
    (3 + i16::from(state.body(who).actions_granted) - slowed - incapacitated).max(0)
}

/// Actions left (`actions/budget`); those used stay used when the allowance changes.
#[inline(always)]
pub(crate) fn actions_left(state: &State, who: CreatureId) -> i16 {
    (actions_allowed(state, who) - i16::from(state.body(who).actions_used)).max(0)
}

/// Reactions a creature has: 1 and those of Feats, less 1 if Slowed and 2 if Incapacitated; none before its first Turn
/// (`reactions/budget`, `reactions/refresh`).
pub(crate) fn reactions_allowed(state: &State, who: CreatureId) -> i16 {
    let body = state.body(who);
    if !body.reaction_ready || body.unaware {
        return 0;
    }
    let slowed = if state.has(who, Condition::Slowed) {
        1
    } else {
        0
    };
    let incapacitated = if incapacitated(state, who) { 2 } else { 0 };
    (1 + i16::from(state.sheet(who).feats.extra_reactions) - slowed - incapacitated).max(0)
}

/// Reactions left (`reactions/budget`).
pub(crate) fn reactions_left(state: &State, who: CreatureId) -> i16 {
    (reactions_allowed(state, who) - i16::from(state.body(who).reactions_used)).max(0)
}

/// Whether a creature acts in its own Turn, or in its commander's; what it does otherwise it has readied.
pub(crate) fn is_in_turn(state: &State, who: CreatureId) -> bool {
    let body = state.body(who);
    state
        .turn_of()
        .is_some_and(|turn| turn == who || body.commanded && body.commander == Some(turn))
}

/// Whether a creature can act at all: conscious, not Stunned, there.
///
/// # Errors
/// The condition that forbids it.
#[inline(always)]
pub(crate) fn can_act(state: &State, who: CreatureId) -> Result<(), Refusal> {
    if able(state, who) {
        return Ok(());
    }
    Err(why_unable(state, who))
}

#[cold]
fn why_unable(state: &State, who: CreatureId) -> Refusal {
    let figure = Figure::Creature(who);
    if !present(state, who) {
        refuse!("dead/definition", "{} takes no part any more", figure)
    } else if state.has(who, Condition::Unconscious) {
        refuse!("unconscious/no-acts", "{} is Unconscious", figure)
    } else {
        refuse!("stunned/no-acts", "{} is Stunned", figure)
    }
}

/// Whether a creature can pay.
///
/// # Errors
/// What it lacks.
#[inline(always)]
pub(crate) fn can_pay(state: &State, who: CreatureId, cost: Cost) -> Result<(), Refusal> {
    can_act(state, who)?;
    let Cost::Actions(needed) = cost else {
        return Ok(());
    };
    let left = actions_left(state, who);
    if left >= i16::from(needed) {
        return Ok(());
    }
    Err(why_too_dear(state, who, needed, left))
}

#[cold]
fn why_too_dear(state: &State, who: CreatureId, needed: i8, left: i16) -> Refusal {
    let (needed, left) = (
        Figure::Number(i32::from(needed)),
        Figure::Number(i32::from(left)),
    );
    if incapacitated(state, who) {
        refuse!(
            "incapacitated/actions",
            "{} is Incapacitated: it has {} of its Actions left and this takes {}",
            Figure::Creature(who),
            left,
            needed
        )
    } else if state.has(who, Condition::Slowed) {
        refuse!(
            "slowed/actions",
            "{} is Slowed: it has {} of its Actions left and this takes {}",
            Figure::Creature(who),
            left,
            needed
        )
    } else {
        refuse!(
            "actions/budget",
            "{} has {} of its Actions left and this takes {}",
            Figure::Creature(who),
            left,
            needed
        )
    }
}

/// Pays.
#[inline(always)]
pub(crate) fn pay(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, cost: Cost) {
    match cost {
        Cost::Actions(number) => {
            let used = scene.state().body(who).actions_used + number;
            scene.cite_all(
                const {
                    &[
                        rule!("actions/definition"),
                        rule!("actions/budget"),
                        rule!("using-actions/any-combination"),
                    ]
                },
            );
            if used > number {
                scene.cite(rule!("using-actions/repeat"));
            }
            if incapacitated(scene.state(), who) {
                scene.cite(rule!("incapacitated/otherwise-normal"));
            }
            scene.emit(Fact::Set(who, Number::ActionsUsed, i16::from(used)));
        }
        Cost::Free => {
            scene.cite(rule!("free-actions/no-cost"));
            scene.cite(rule!("free-actions/when"));
            scene.cite(rule!("free-actions/count"));
        }
        Cost::Paid => {}
    }
}

/// Spends a Reaction (`reactions/definition`, `reactions/budget`).
pub(crate) fn spend_reaction(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    scene.cite(rule!("reactions/definition"));
    scene.cite(rule!("reactions/budget"));
    let used = i16::from(scene.state().body(who).reactions_used) + 1;
    scene.emit(Fact::Set(who, Number::ReactionsUsed, used));
}
