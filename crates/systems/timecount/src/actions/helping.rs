//! Helping and getting free: stabilizing, nets, flames, treatment, rest (`actions/stabilize`, `actions/escape-net`,
//! `actions/extinguish`, `impairments/heal-discipline`, `healing/overnight-rest`).

use std::ops::ControlFlow;

use affray_kernel::dice::pool;
use affray_kernel::story::{Audience, Roll};
use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};

use super::special;
use crate::TimeCount;
use crate::act::{Act, Rest};
use crate::fact::{self, Fact, Flag, When};
use crate::ids::{refuse, rule};
use crate::rules::numbers::{dying, feet_between, present};
use crate::rules::{nets, recovery, upkeep};
use crate::sheet::DamageType;
use crate::state::{Condition, State, Underway};

/// Whether one can help so.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim(state: &State, who: CreatureId, act: &Act) -> Result<(), Refusal> {
    match *act {
        Act::Stabilize(friend) => {
            beside(state, who, friend, rule!("actions/stabilize"))?;
            if friend == who || !dying(state, friend) || state.body(friend).stabilized {
                return Err(refuse!(
                    "actions/stabilize",
                    "{} is not dying, or stabilized already",
                    Figure::Creature(friend)
                ));
            }
            Ok(())
        }
        Act::EscapeNet if state.has(who, Condition::Netted) => Ok(()),
        Act::EscapeNet => Err(refuse!("actions/escape-net", "it is in no net")),
        Act::Extinguish(friend) => {
            beside(state, who, friend, rule!("actions/extinguish"))?;
            if state.has(friend, Condition::Burning) {
                return Ok(());
            }
            Err(refuse!(
                "actions/extinguish",
                "{} does not burn",
                Figure::Creature(friend)
            ))
        }
        Act::Rest(_) => in_peace(state),
        Act::Treat(patient, kind) => {
            in_peace(state)?;
            beside(state, who, patient, rule!("impairments/heal-discipline"))?;
            if recovery::can_be_treated(state, patient, kind) {
                return Ok(());
            }
            Err(refuse!(
                "impairments/heal-discipline",
                "{} has no such impairment, or was treated today",
                Figure::Creature(patient)
            ))
        }
        _ => Err(refuse!("actions/one-per-turn", "that is nothing to do")),
    }
}

fn beside(
    state: &State,
    who: CreatureId,
    other: CreatureId,
    rule: affray_kernel::RuleId,
) -> Result<(), Refusal> {
    let near = other == who || feet_between(state, who, other) <= 5;
    if !present(state, other) || !near {
        return Err(Refusal::new(rule, "{} is not beside").with(Figure::Creature(other)));
    }
    special::not_covered(state, who, other)
}

/// There is time for that only outside an encounter.
fn in_peace(state: &State) -> Result<(), Refusal> {
    if state.cast.scene.peaceful {
        return Ok(());
    }
    Err(refuse!(
        "healing/overnight-rest",
        "there is no time for that in an encounter"
    ))
}

/// Helps.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn perform(scene: &mut Scene<'_, TimeCount>, who: CreatureId, act: &Act) -> Play {
    match *act {
        Act::Stabilize(friend) => stabilize(scene, friend),
        Act::EscapeNet => {
            scene.cite(rule!("actions/escape-net"));
            nets::escape(scene, who);
            Ok(())
        }
        Act::Extinguish(friend) => {
            upkeep::put_out(scene, friend);
            Ok(())
        }
        Act::Rest(rest) => {
            begin(scene, who, recovery::counts(rest), |until| {
                Underway::Rest(rest, until)
            });
            Ok(())
        }
        Act::Treat(patient, kind) => {
            begin(scene, who, recovery::TREATMENT, |until| {
                Underway::Treat(patient, kind, until)
            });
            Ok(())
        }
        _ => Ok(()),
    }
}

/// In a net one can only get out of it: whatever else takes time is broken off, but for waiting, and the next turn is the following count
/// (`actions/escape-net`, `spell-timing/cancel`).
pub(crate) fn entangle(scene: &mut Scene<'_, TimeCount>) {
    for who in scene.state().creatures() {
        let state = scene.state();
        let underway = &state.body(who).underway;
        let busy = underway.binds_to_its_end() && !matches!(underway, Underway::Wait(_));
        if !busy || !state.has(who, Condition::Netted) {
            continue;
        }
        let next = state.clock.count + 1;
        let lost = rule!("actions/escape-net");
        scene.cite(lost);
        scene.cite(rule!("spell-timing/cancel"));
        scene.emit(Fact::Lost(who, fact::lost_by(lost)));
        scene.emit(Fact::Underway(who, Underway::Nothing));
        scene.emit(Fact::At(who, When::Next, next));
    }
}

/// Begins something long.
fn begin(
    scene: &mut Scene<'_, TimeCount>,
    who: CreatureId,
    counts: u32,
    underway: impl FnOnce(u32) -> Underway,
) {
    let until = scene.state().clock.count.saturating_add(counts);
    scene.emit(Fact::Underway(who, underway(until)));
    scene.emit(Fact::Flag(who, Flag::Asked, false));
    scene.emit(Fact::At(who, When::Next, until));
}

/// The loss of hit points stops; whoever is unconscious wakes more slowly from now on, unless a check is scheduled already
/// (`dying/stabilize`, `regaining-consciousness/stabilized`).
fn stabilize(scene: &mut Scene<'_, TimeCount>, friend: CreatureId) -> Play {
    scene.cite(rule!("actions/stabilize"));
    scene.cite(rule!("dying/stabilize"));
    scene.emit(Fact::Flag(friend, Flag::Stabilized, true));
    scene.emit(Fact::Dying(friend, None));
    if scene.state().has(friend, Condition::Unconscious) {
        let shown = scene.sum(Roll {
            pool: pool!("2d10"),
            by: Some(friend),
            what: "first waking check, in minutes",
            rule: rule!("regaining-consciousness/stabilized"),
            audience: Audience::Everyone,
        })?;
        scene.cite(rule!("time-count/length"));
        let now = scene.state().clock.count;
        let at = now.saturating_add(120 * shown.unsigned_abs());
        scene.emit(Fact::Wakes(friend, Some(at)));
    }
    Ok(())
}

/// Everything of that kind.
pub(crate) fn candidates(
    state: &State,
    legal: &mut dyn FnMut(Act) -> ControlFlow<()>,
) -> ControlFlow<()> {
    legal(Act::EscapeNet)?;
    for other in state.creatures() {
        legal(Act::Stabilize(other))?;
        legal(Act::Extinguish(other))?;
    }
    if !state.cast.scene.peaceful {
        return ControlFlow::Continue(());
    }
    for rest in [Rest::Night, Rest::Day] {
        legal(Act::Rest(rest))?;
    }
    let kinds = [
        DamageType::Bludgeoning,
        DamageType::Piercing,
        DamageType::Slashing,
    ];
    for patient in state.creatures() {
        for kind in kinds {
            legal(Act::Treat(patient, kind))?;
        }
    }

    ControlFlow::Continue(())
}
