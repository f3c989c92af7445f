//! Maneuvers: special Attacks that cause an effect in place of Damage (`maneuver/*`).

use std::ops::ControlFlow;

use affray_kernel::{CreatureId, Figure, Play, Refusal, RuleId, Scene};

use super::strike;
use crate::ThreeAction;
use crate::act::{Act, Maneuver, Target, Window};
use crate::fact::{Fact, Verdict};
use crate::ids::{refuse, rule};
use crate::offers::arms;
use crate::rules::grapple::{can_grapple, lockable};
use crate::rules::guess::{self, Guess};
use crate::rules::numbers::{belongings, reach_ft};
use crate::rules::opposed::{self, Contest};
use crate::rules::readied::{self, Happening};
use crate::rules::{target, turns};
use crate::state::{Arm, State};

mod break_item;
mod disarm;
mod feint;
mod grapple;
pub(crate) mod push;
mod trip;

/// A Maneuver that is possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Plan {
    on: CreatureId,
}

/// Whether a Maneuver is possible: wherever a Melee Attack on that creature is, with the same Reach
/// (`maneuver/replaces-melee-attack`, `maneuver/reach`).
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim(
    state: &State,
    who: CreatureId,
    which: Maneuver,
    target: Target,
    with: Arm,
) -> Result<Plan, Refusal> {
    if matches!(target, Target::Object(_) | Target::Ice(_)) {
        return Err(refuse!(
            "maneuver/definition",
            "a Maneuver is made against a creature"
        ));
    }
    let on = strike::aim_at_creature(state, who, target, with)?.on;
    match which {
        Maneuver::Break(item) => break_item::aim(state, on, item)?,
        Maneuver::Disarm(item) => disarm::aim(state, on, item)?,
        Maneuver::Grapple => can_grapple(state, who, on, with)?,
        Maneuver::Feint | Maneuver::Push | Maneuver::Trip => {}
    }
    Ok(Plan { on })
}

/// Makes a Maneuver.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn resolve(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    which: Maneuver,
    target: Target,
    with: Arm,
) -> Play {
    scene.emit(Fact::Tries(who, which, target, with));
    let guess = Guess::of(scene.state(), who, target);
    readied::interrupt(scene, who, Happening::Attack)?;
    let is_wrong = guess.is_wrong(scene.state(), who);
    let goes_to = guess.now(scene.state(), who);
    let still = scene.known(|state| {
        turns::can_act(state, who)?;
        match target {
            Target::Guess(on, _) if is_wrong => {
                strike::aim(state, who, goes_to, with, None).map(|_| Plan { on })
            }
            _ => aim(state, who, which, goes_to, with),
        }
    });
    // At somebody who has been found elsewhere it is still the guess that it was, and fails.
    let target = if is_wrong { target } else { goes_to };
    let Ok(Plan { on }) = still else {
        scene.emit(Fact::Lost(who, rule!("reactions/interrupt").0));
        return Ok(());
    };
    cite(scene, who, on);
    let (what, rule) = roll_of(which);
    let contest = Contest {
        by: who,
        target,
        on,
        with,
        what,
        rule,
    };
    let (verdict, made) = if which == Maneuver::Feint {
        feint::roll(scene, contest)?
    } else {
        opposed::contest(scene, contest)?
    };
    if matches!(target, Target::Guess(..)) {
        guess::cite(scene, verdict != Verdict::Miss);
    }
    let critical = verdict == Verdict::Critical;
    match which {
        _ if verdict == Verdict::Miss => {}
        Maneuver::Break(item) => break_item::succeed(scene, who, item, with, critical)?,
        Maneuver::Disarm(item) => disarm::succeed(scene, who, on, item, critical)?,
        Maneuver::Feint => feint::succeed(scene, who, on, critical),
        Maneuver::Grapple => grapple::succeed(scene, who, on, with, critical)?,
        Maneuver::Push => push::succeed(scene, who, on, critical)?,
        Maneuver::Trip => trip::succeed(scene, on, critical)?,
    }
    made.over(scene)
}

/// What the roll of a Maneuver is called, and its rule (`maneuver/resolution`).
fn roll_of(which: Maneuver) -> (&'static str, RuleId) {
    match which {
        Maneuver::Break(_) => ("break", rule!("break/roll")),
        Maneuver::Disarm(_) => ("disarm", rule!("disarm/roll")),
        Maneuver::Feint => ("feint", rule!("feint/roll")),
        Maneuver::Grapple => ("grapple", rule!("grapple/roll")),
        Maneuver::Push => ("push", rule!("push/roll")),
        Maneuver::Trip => ("trip", rule!("trip/roll")),
    }
}

/// Whether an act answers what a Maneuver asks after its roll.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn answer(
    state: &State,
    who: CreatureId,
    window: &Window,
    act: &Act,
) -> Result<(), Refusal> {
    let fits = match (window, act) {
        (Window::DisarmCritical { target, .. }, act) => {
            return disarm::answer(state, who, *target, act);
        }
        (Window::PushDistance { most_ft, .. }, Act::Feet(feet)) => {
            *feet > 0 && feet <= most_ft && feet % 5 == 0
        }
        (Window::PushDirection { target }, Act::Square(cell)) => {
            push::directions(state, who, *target).contains(cell)
        }
        (Window::Lock { .. }, act) => lockable(state, who).contains(act),
        (Window::Place { squares, .. }, Act::Square(cell)) => squares.contains(cell),
        _ => false,
    };
    if fits {
        return Ok(());
    }
    Err(match window {
        Window::PushDistance { most_ft, .. } => refuse!(
            "push/critical",
            "a push goes 5, 10 or 15 ft, here up to {}",
            Figure::Feet(i32::from(*most_ft))
        ),
        Window::PushDirection { target } => refuse!(
            "push/direction",
            "{} is pushed to a square next to where it is, farther away from {}",
            Figure::Creature(*target),
            Figure::Creature(who)
        ),
        Window::Lock { .. } => refuse!(
            "grappled/arm",
            "{} has no such hand or natural weapon to be locked",
            Figure::Creature(who)
        ),
        _ => refuse!(
            "grappling/other-ends",
            "{} steps into a free neighbouring square",
            Figure::Creature(who)
        ),
    })
}

/// What can be answered to what a Maneuver asks after its roll.
pub(crate) fn answers(
    state: &State,
    who: CreatureId,
    window: &Window,
    legal: &mut dyn FnMut(Act) -> ControlFlow<()>,
) -> ControlFlow<()> {
    match window {
        Window::PushDistance { .. } => [15, 10, 5].map(Act::Feet).into_iter().try_for_each(legal),
        Window::PushDirection { target } => push::directions(state, who, *target)
            .into_iter()
            .map(Act::Square)
            .try_for_each(legal),
        Window::DisarmCritical { target, .. } => {
            legal(Act::Take)?;
            let flings = disarm::flings(state, *target);
            flings
                .into_iter()
                .map(Act::Square)
                .try_for_each(&mut *legal)?;
            legal(Act::Square(disarm::left(state, *target)))
        }
        Window::Lock { .. } => lockable(state, who).into_iter().try_for_each(legal),
        Window::Place { squares, .. } => {
            squares.iter().copied().map(Act::Square).try_for_each(legal)
        }
        _ => ControlFlow::Continue(()),
    }
}

/// The rules that every Maneuver follows.
fn cite(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, on: CreatureId) {
    if !scene.listened() {
        return;
    }
    for rule in [
        rule!("maneuver/definition"),
        rule!("maneuver/replaces-melee-attack"),
        rule!("maneuver/reach"),
        rule!("maneuver/counts-as-attack"),
        rule!("maneuver/resolution"),
        rule!("maneuver/opposed-modifiers"),
        rule!("maneuver/effect-instead-of-damage"),
        rule!("maneuver/feats"),
    ] {
        scene.cite(rule);
    }
    if scene.state().sheet(who).size != scene.state().sheet(on).size {
        scene.cite(rule!("maneuver/size"));
    }
}

/// Every Maneuver with every weapon against everybody within Reach, and against the squares in which somebody Hidden may be; what
/// somebody Hidden carries is not listed.
pub(crate) fn candidates(
    state: &State,
    who: CreatureId,
    legal: &mut dyn FnMut(Act) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for with in arms(state, who) {
        target::creatures(state, who, reach_ft(state, who, with), &mut |target| {
            if strike::aim_at_creature(state, who, target, with).is_err() {
                return ControlFlow::Continue(());
            }
            let mut offer = |which| {
                legal(Act::Maneuver {
                    which,
                    target,
                    with,
                })
            };
            offer(Maneuver::Feint)?;
            offer(Maneuver::Grapple)?;
            offer(Maneuver::Push)?;
            offer(Maneuver::Trip)?;
            if let Target::Creature(on) = target {
                for item in belongings(state, on) {
                    offer(Maneuver::Break(item))?;
                    offer(Maneuver::Disarm(item))?;
                }
            }
            ControlFlow::Continue(())
        })?;
    }
    ControlFlow::Continue(())
}
