//! Controlling Spells that run (`control/*`).

use affray_kernel::grid::{Cell, Space};
use affray_kernel::{Covered, CreatureId, Figure, Play, Refusal, Scene};

use crate::ThreeAction;
use crate::act::{Aim, Target};
use crate::fact::{Doing, Fact};
use crate::ids::{refuse, rule};
use crate::rules::area;
use crate::rules::numbers::feet;
use crate::rules::readied::{self, Happening};
use crate::rules::spells::{self, Spread, Subject, aim};
use crate::rules::{guess, sight, turns};
use crate::sheet::ControlUse;
use crate::state::{Running, State};

/// How far Control moves an Area, in feet (`control/effect-depends`).
const MOVE_FT: i16 = 30;

/// The creature's running Spell of that number.
fn own(state: &State, who: CreatureId, number: u16) -> Option<&Running> {
    state
        .spells
        .iter()
        .find(|running| running.number == number && running.caster == who)
}

/// Whether a running Spell can be controlled that way: cast by this creature on an earlier Turn, not controlled in this one, of a kind that
/// can be, and within its Range.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim(
    state: &State,
    who: CreatureId,
    number: u16,
    to: &Aim,
) -> Result<Subject, Refusal> {
    let Some(running) = own(state, who, number) else {
        return Err(refuse!(
            "control/action",
            "{} has no running Spell {}",
            Figure::Creature(who),
            Figure::Number(i32::from(number))
        ));
    };
    if !running.settled {
        return Err(refuse!(
            "control/previous-turn",
            "this Spell was cast in this Turn; it can be controlled from the next one on"
        ));
    }
    if running.controlled {
        return Err(refuse!(
            "control/once-per-turn",
            "this Spell has been controlled in this Turn"
        ));
    }
    match use_of(state, running) {
        Some(ControlUse::MoveArea) => moved(state, running, to),
        Some(ControlUse::Repeat) => repeated(state, running, to),
        None => Err(refuse!(
            "control/effect-depends",
            "this kind of Spell cannot be controlled"
        )),
    }
}

/// What a Spell covers when it is controlled so, if that is possible.
pub(crate) fn covered(state: &State, who: CreatureId, number: u16, to: &Aim) -> Option<Covered> {
    let subject = aim(state, who, number, to).ok()?;
    spells::covered(state, own(state, who, number)?.casting(), subject)
}

fn use_of(state: &State, running: &Running) -> Option<ControlUse> {
    state
        .cast
        .spells
        .get(usize::from(running.spell.0))
        .and_then(|spell| spell.control)
}

/// The Area, which must be within Range of the caster, moved by up to 30 ft to where it still is (`control/range`).
fn moved(state: &State, running: &Running, to: &Aim) -> Result<Subject, Refusal> {
    let (Some((shape, from, _)), Aim::Area(new_shape, at, toward)) = (running.spread, to) else {
        return Err(refuse!(
            "control/effect-depends",
            "Control moves the Area of this Spell: name the same kind of Area"
        ));
    };
    if shape != *new_shape {
        return Err(refuse!(
            "control/effect-depends",
            "Control does not change the shape of an Area"
        ));
    }
    within_range(state, running, Space::cell(from))?;
    let way = feet(state.grid().cells_between(from, *at));
    if way > MOVE_FT {
        return Err(refuse!(
            "control/effect-depends",
            "that is {} from where the Area is; Control moves it {}",
            Figure::Feet(i32::from(way)),
            Figure::Feet(i32::from(MOVE_FT))
        ));
    }
    in_range(state, running, *at)?;
    let spread = Spread {
        shape,
        at: *at,
        toward: *toward,
    };
    aim::filled(state, running.casting(), spread, Space::cell(*at))
}

fn in_range(state: &State, running: &Running, at: Cell) -> Result<(), Refusal> {
    aim::place_in_range(state, running.casting(), Space::cell(at)).map_err(by_range)
}

/// Whether what the Spell does is within Range of its caster now (`control/range`).
fn within_range(state: &State, running: &Running, space: Space) -> Result<(), Refusal> {
    aim::within_range(state, running.casting(), space).map_err(by_range)
}

fn by_range(refusal: Refusal) -> Refusal {
    Refusal {
        rule: rule!("control/range"),
        ..refusal
    }
}

/// The same again, on the same target, which must be within Range of the caster (`control/range`).
fn repeated(state: &State, running: &Running, to: &Aim) -> Result<Subject, Refusal> {
    let same = match to {
        Aim::Place(on, _) => *on == running.target,
        Aim::Guess(on, ..) => Some(*on) == running.target,
        Aim::Target(Target::Creature(on) | Target::Guess(on, _)) => Some(*on) == running.target,
        _ => false,
    };
    if !same {
        return Err(refuse!(
            "control/effect-depends",
            "Control repeats this Spell on the creature that it holds"
        ));
    }
    if let Some(on) = running.target {
        within_range(state, running, state.space(on))?;
    }
    aim::subject(state, running.casting(), to)
}

/// Controls the Spell: its Area moves, and it attacks there if it attacks at all; or it does the same again.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn resolve(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    number: u16,
    to: &Aim,
) -> Play {
    let (Ok(subject), Some(running)) = (
        aim(scene.state(), who, number, to),
        own(scene.state(), who, number).cloned(),
    ) else {
        return Ok(());
    };
    scene.cite(rule!("control/action"));
    scene.cite(rule!("control/effect-depends"));
    scene.cite(rule!("control/once-per-turn"));
    scene.cite(rule!("control/range"));
    scene.emit(Fact::Does(who, Doing::Control(number, to.clone())));
    let guess = guess::in_aim(scene.state(), who, to);
    if spells::attacks(scene.state(), running.casting(), subject) {
        sight::noticed(scene, who);
        readied::interrupt(scene, who, Happening::Attack)?;
    }
    let to = guess::aim_now(scene.state(), who, to, guess);
    let still =
        turns::can_act(scene.state(), who).and_then(|()| aim(scene.state(), who, number, &to));
    let Ok(subject) = still else {
        scene.emit(Fact::Lost(who, rule!("reactions/interrupt").0));
        return Ok(());
    };
    let mut changed = Running {
        controlled: true,
        ..running
    };
    if let Subject::Area(spread, area) = subject {
        changed.spread = Some((spread.shape, spread.at, area));
        changed.area = area::squares(scene.state(), area);
    }
    let casting = changed.casting();
    let unseen = readied::out_of_view(scene.state());
    scene.emit(Fact::SpellChanges(Box::new(changed)));
    spells::take_effect(scene, casting, subject)?;
    readied::come_into_view(scene, &unseen)
}
