//! Pushing through an Enemy's square during a Move (`move/enemy-square`).

use std::ops::ControlFlow;

use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};

use super::{fly, moving};
use crate::ThreeAction;
use crate::act::{Act, Maneuver, Target};
use crate::fact::{Fact, Verdict};
use crate::ids::{refuse, rule};
use crate::offers;
use crate::rules::flying::has_flight;
use crate::rules::hands::can_use;
use crate::rules::numbers::{allies, distance_ft, present};
use crate::rules::occupied::{Crossing, is_unknown, past};
use crate::rules::opposed::{self, Contest};
use crate::rules::readied::{self, Happening};
use crate::rules::terrain::swims;
use crate::rules::{swimming, turns};
use crate::sheet::Use;
use crate::state::{Arm, Mode, State};

/// What a creature pushes with: a bare hand or natural weapon, or else a weapon in hand (`foundations/unarmed`).
fn arm(state: &State, who: CreatureId) -> Option<Arm> {
    let usable = |arm: &Arm| {
        can_use(state, who, *arm).is_ok()
            && state
                .weapon(who, *arm)
                .is_some_and(|weapon| weapon.uses.contains(&Use::Melee))
    };
    let natural = (0..state.sheet(who).natural.len() as u8)
        .rev()
        .map(Arm::Natural);
    natural
        .chain(offers::arms(state, who))
        .find(|arm| usable(arm))
}

/// The way of moving that the attempt belongs to: the Move in progress, or one that begins with it, in the way in which the creature can
/// move from where it is.
pub(crate) fn mode(state: &State, who: CreatureId) -> Mode {
    let body = state.body(who);
    match body.moving {
        Some(moving) => moving.mode,
        None if body.flying || state.cast.scene.zero_g && has_flight(state, who) => Mode::Fly,
        None if swims(state, who) => Mode::Swim,
        None => Mode::Run,
    }
}

/// Next to an Enemy that is in the way, before entering its square.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim(state: &State, who: CreatureId, on: CreatureId) -> Result<Arm, Refusal> {
    moving::may_move(state, who, mode(state, who))?;
    let figure = Figure::Creature(on);
    if on == who || !present(state, on) || is_unknown(state, who, on) {
        return Err(refuse!("move/enemy-square", "{} is not in the way", figure));
    }
    if allies(state, who, on) {
        return Err(refuse!(
            "move/allied-squares",
            "{} is an Ally: its square can be moved through",
            figure
        ));
    }
    if let Some(mount) = state.body(on).mount {
        return Err(refuse!(
            "move/enemy-square",
            "{} rides {}: whoever gets past the mount is past its rider",
            figure,
            Figure::Creature(mount)
        ));
    }
    if !matches!(past(state, who, on), Crossing::Blocked(_)) {
        return Err(refuse!(
            "occupied-squares/pass",
            "the square of {} can be moved through as it is",
            figure
        ));
    }
    let distance = distance_ft(state, who, on);
    if distance != 5 {
        return Err(refuse!(
            "move/enemy-square",
            "{} is {} away: the attempt is made next to it",
            figure,
            Figure::Feet(i32::from(distance))
        ));
    }
    arm(state, who).ok_or_else(|| {
        refuse!(
            "foundations/unarmed",
            "{} has nothing left to push with",
            Figure::Creature(who)
        )
    })
}

/// Makes the attempt: a failure ends the movement, a success makes the Enemy's squares Difficult Terrain, a Critical Success opens them
/// for the rest of the Move.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn resolve(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, on: CreatureId) -> Play {
    let mode = mode(scene.state(), who);
    if !moving::goes_on(scene.state(), who, mode) && !begins(scene, who, mode)? {
        moving::stop(scene, who);
        return Ok(());
    }
    scene.cite(rule!("move/enemy-square"));
    let target = Target::Creature(on);
    if let Ok(with) = aim(scene.state(), who, on) {
        scene.emit(Fact::Tries(who, Maneuver::Push, target, with));
    }
    readied::interrupt(scene, who, Happening::Attack)?;
    let still = turns::can_act(scene.state(), who).and_then(|()| aim(scene.state(), who, on));
    let Ok(with) = still else {
        scene.emit(Fact::Lost(who, rule!("reactions/interrupt").0));
        moving::stop(scene, who);
        return Ok(());
    };
    let contest = Contest {
        by: who,
        target,
        on,
        with,
        what: "push",
        rule: rule!("move/enemy-square"),
    };
    let (verdict, made) = opposed::contest(scene, contest)?;
    match verdict {
        Verdict::Miss => {
            scene.cite(rule!("move/enemy-square-failure"));
            moving::stop(scene, who);
        }
        Verdict::Hit => {
            scene.cite(rule!("move/enemy-square-success"));
            scene.emit(Fact::Passing(who, Some((on, false))));
        }
        Verdict::Critical => {
            scene.cite(rule!("move/enemy-square-critical"));
            scene.emit(Fact::Passing(who, Some((on, true))));
        }
    }
    made.over(scene)
}

/// A Move begins with the attempt; a swimmer's takes its Swim check first (`swimming/skill`). `false`: that failed.
fn begins(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, mode: Mode) -> Play<bool> {
    match mode {
        Mode::Fly => {
            fly::take_off(scene, who);
            Ok(true)
        }
        Mode::Swim => {
            moving::begin(scene, who, mode);
            swimming::succeeds(scene, who)
        }
        _ => {
            moving::begin(scene, who, mode);
            Ok(true)
        }
    }
}

/// Offers an attempt against every Enemy next to the creature.
pub(crate) fn candidates(
    state: &State,
    who: CreatureId,
    legal: &mut dyn FnMut(Act) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for on in state.creatures() {
        if on != who && !allies(state, who, on) && distance_ft(state, who, on) == 5 {
            legal(Act::PassThrough(on))?;
        }
    }
    ControlFlow::Continue(())
}
