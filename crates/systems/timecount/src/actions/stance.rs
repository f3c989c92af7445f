//! Stances and facing (`stances/*`, `flanking/set-facing`).

use std::ops::ControlFlow;

use affray_kernel::grid::Heading;
use affray_kernel::{CreatureId, Figure, Play, Refusal, RuleId, Scene};
use smallvec::SmallVec;

use crate::TimeCount;
use crate::act::{Act, Facing, Window};
use crate::fact::{Fact, lost_by};
use crate::ids::{refuse, rule};
use crate::rules::flanking::{flanked, flanked_by, presses};
use crate::rules::numbers::{able, riders};
use crate::sheet::SpeedClass;
use crate::state::{NEVER, Posture, Stance, State};

/// The speed of shifting into a stance, and the rule that gives it.
pub(crate) fn shift_speed(stance: Stance) -> (SpeedClass, RuleId) {
    match stance {
        Stance::Basic | Stance::Cautious => (SpeedClass::Swift, rule!("stances/cautious-shift")),
        Stance::Crouch => (SpeedClass::Rapid, rule!("stances/crouch-shift")),
        Stance::Parrying => (SpeedClass::Fast, rule!("stances/parrying-shift")),
        Stance::Poised => (SpeedClass::Swift, rule!("stances/poised-shift")),
        Stance::Prone => (SpeedClass::Rapid, rule!("stances/prone-shift")),
    }
}

/// The speed of standing up.
pub(crate) fn stand_speed(state: &State, who: CreatureId) -> (SpeedClass, RuleId) {
    match state.body(who).posture.stance {
        Stance::Crouch => (SpeedClass::Rapid, rule!("stances/crouch-stand")),
        _ => (SpeedClass::Swift, rule!("stances/prone-stand")),
    }
}

/// Whether one can shift into a stance: from a crouch only to the floor, from the floor nowhere but up (`stances/revert`).
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim_shift(state: &State, who: CreatureId, stance: Stance) -> Result<(), Refusal> {
    let now = state.body(who).posture.stance;
    if stance == Stance::Basic {
        return Err(refuse!(
            "stances/revert",
            "one goes back to the basic stance as a Free action"
        ));
    }
    let low = matches!(stance, Stance::Crouch | Stance::Poised | Stance::Prone);
    if low && state.body(who).mount.is_some() {
        return Err(refuse!(
            "actions/mount",
            "{} is mounted: it has to dismount first",
            Figure::Creature(who)
        ));
    }
    let lies_down = matches!(stance, Stance::Crouch | Stance::Prone);
    if let Some(rider) = riders(state, who).next().filter(|_| lies_down) {
        return Err(refuse!(
            "actions/mount",
            "{} carries {}, who has to dismount first",
            Figure::Creature(who),
            Figure::Creature(rider)
        ));
    }
    if stance == now {
        return Err(refuse!("stances/concept", "that is its stance already"));
    }
    match now {
        Stance::Prone => Err(refuse!("stances/revert", "one must stand up first")),
        Stance::Crouch if stance != Stance::Prone => {
            Err(refuse!("stances/revert", "one must stand up first"))
        }
        _ => Ok(()),
    }
}

/// Whether one can go back to the basic stance for nothing.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim_basic(state: &State, who: CreatureId) -> Result<(), Refusal> {
    match state.body(who).posture.stance {
        Stance::Cautious | Stance::Parrying | Stance::Poised => Ok(()),
        Stance::Basic => Err(refuse!("stances/revert", "that is its stance already")),
        Stance::Crouch => Err(refuse!(
            "stances/crouch-stand",
            "rising from a crouch is a Rapid action"
        )),
        Stance::Prone => Err(refuse!(
            "stances/prone-stand",
            "rising from the floor is a Swift action"
        )),
    }
}

/// Whether there is something to stand up from.
///
/// # Errors
/// There is not.
pub(crate) fn aim_stand(state: &State, who: CreatureId) -> Result<(), Refusal> {
    match state.body(who).posture.stance {
        Stance::Crouch | Stance::Prone => Ok(()),
        _ => Err(refuse!("actions/stand-up", "it stands already")),
    }
}

/// The rules behind a shift, which is told of as an act only.
pub(crate) fn cite_shift(scene: &mut Scene<'_, TimeCount>, stance: Stance) {
    scene.cite(rule!("stances/shift"));
    scene.cite(rule!("stances/transition"));
    if stance == Stance::Prone {
        scene.cite(rule!("actions/drop-to-floor"));
    }
}

/// The shift begins: the old stance ends, the drawbacks of the new one begin (`stances/shift`, `stances/transition`).
pub(crate) fn shift(scene: &mut Scene<'_, TimeCount>, who: CreatureId, stance: Stance) {
    let posture = Posture {
        stance,
        from: NEVER,
    };
    scene.emit(Fact::Posture(who, posture));
}

/// The benefits of a stance begin with the end of its shift, which is the next turn (`stances/transition`).
pub(crate) fn settle(scene: &mut Scene<'_, TimeCount>, who: CreatureId, from: u32) {
    let posture = scene.state().body(who).posture;
    if posture.from == NEVER {
        scene.emit(Fact::Posture(who, Posture { from, ..posture }));
    }
}

/// Back to the basic stance (`stances/revert`).
pub(crate) fn basic(scene: &mut Scene<'_, TimeCount>, who: CreatureId, rule: RuleId) {
    scene.cite(rule);
    scene.emit(Fact::Posture(who, Posture::default()));
}

/// Standing up, at once (`stances/prone-stand`, `stances/crouch-stand`).
pub(crate) fn stand(scene: &mut Scene<'_, TimeCount>, who: CreatureId) {
    let (_, rule) = stand_speed(scene.state(), who);
    scene.cite(rule!("actions/stand-up"));
    basic(scene, who, rule);
}

/// Whether one can set a facing, turn it, or give it up on the own turn.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim_face(state: &State, who: CreatureId, facing: Facing) -> Result<(), Refusal> {
    if facing == state.body(who).facing {
        return Err(refuse!("flanking/set-facing", "it faces that way already"));
    }
    if facing != Facing::Around && !flanked(state, who) {
        return Err(refuse!(
            "flanking/set-facing",
            "only the flanked keep a set facing"
        ));
    }
    match facing {
        Facing::Heading(heading) if heading.step(state.grid().shape).is_none() => Err(refuse!(
            "flanking/facing-table",
            "one faces a neighbouring space"
        )),
        Facing::Creature(other) if !presses(state, other, who) => Err(refuse!(
            "flanking/set-facing-by-attacker",
            "one faces an attacker who is near"
        )),
        _ => Ok(()),
    }
}

/// Sets the facing (`flanking/set-facing`, `flanking/set-facing-by-attacker`, `flanking/set-facing-lock`).
pub(crate) fn face(scene: &mut Scene<'_, TimeCount>, who: CreatureId, facing: Facing) {
    scene.cite(rule!("flanking/set-facing"));
    if matches!(facing, Facing::Creature(_)) {
        scene.cite(rule!("flanking/set-facing-by-attacker"));
    }
    scene.emit(Fact::Faces(who, facing));
}

/// On its own turn whoever is no longer flanked faces all around again (`flanking/set-facing`).
pub(crate) fn turn_comes(scene: &mut Scene<'_, TimeCount>, who: CreatureId) {
    if scene.state().body(who).facing != Facing::Around && !flanked(scene.state(), who) {
        scene.cite(rule!("flanking/set-facing"));
        scene.emit(Fact::Faces(who, Facing::Around));
    }
}

/// Those who have been asked about their facing.
pub(crate) type Asked = SmallVec<[CreatureId; 2]>;

/// Whoever has become flanked, or is flanked and pressed by a new enemy while facing all around, may set a facing
/// (`flanking/set-facing`, `flanking/set-facing-lock`). `before` are those who were flanked already, where somebody may have moved;
/// `asked` those who have been asked since.
///
/// # Errors
/// Stops where an answer is missing.
pub(crate) fn newly_flanked(
    scene: &mut Scene<'_, TimeCount>,
    before: Option<&[CreatureId]>,
    asked: &mut Asked,
) -> Play {
    if scene.state().bodies.len() <= 2 {
        return Ok(());
    }
    for who in scene.state().creatures() {
        let state = scene.state();
        if !able(state, who) {
            continue;
        }
        let pressing = || {
            let enemies = state.creatures();
            enemies.filter(|enemy| presses(state, *enemy, who))
        };
        let known = &state.body(who).pressed_by;
        let same = pressing().eq(known.iter().copied());
        let new: Box<[CreatureId]> = match same {
            true => Box::default(),
            false => pressing().filter(|enemy| !known.contains(enemy)).collect(),
        };
        let was_free = before.is_some_and(|before| !before.contains(&who)) && !asked.contains(&who);
        let open = state.body(who).facing == Facing::Around;
        let asks = (!new.is_empty() || was_free) && open && flanked(state, who);
        if !same {
            let pressing = pressing().collect();
            scene.emit(Fact::Pressed(who, pressing));
        }
        if asks {
            asked.push(who);
            scene.cite(rule!("flanking/set-facing"));
            if let Act::Face(facing) = scene.ask(who, Window::Facing { new })? {
                scene.cite(rule!("flanking/set-facing-lock"));
                face(scene, who, facing);
            }
        }
    }
    Ok(())
}

/// Whether somebody who knows of some creatures alone notices that it is flanked, and by anybody new.
pub(crate) fn notices(
    state: &State,
    who: CreatureId,
    new: &[CreatureId],
    knows: &dyn Fn(CreatureId) -> bool,
) -> bool {
    let is_new = new.is_empty() || new.iter().any(|enemy| knows(*enemy));
    is_new
        && flanked_by(state, who, |state, enemy, on| {
            knows(enemy) && presses(state, enemy, on)
        })
}

/// Those who are flanked already, where what is declared may change places; none: nothing does.
pub(crate) fn flanked_already(
    state: &State,
    declared: &[(CreatureId, Act)],
) -> Option<Vec<CreatureId>> {
    let moves = |act: &Act| {
        matches!(
            act,
            Act::Move { .. }
                | Act::Drag(..)
                | Act::Shunt(..)
                | Act::Throw(..)
                | Act::BullRush(_)
                | Act::Approach(..)
                | Act::Mount(_)
                | Act::Dismount(_)
        )
    };
    if state.bodies.len() <= 2 || !declared.iter().any(|(_, act)| moves(act)) {
        return None;
    }
    Some(
        state
            .creatures()
            .filter(|who| flanked(state, *who))
            .collect(),
    )
}

/// Those who shift or stand up and did not lie prone as they declared that.
pub(crate) fn upright(state: &State, declared: &[(CreatureId, Act)]) -> SmallVec<[CreatureId; 2]> {
    let rises = |act: &Act| matches!(act, Act::Shift(_) | Act::StandUp);
    declared
        .iter()
        .filter(|(who, act)| rises(act) && !state.body(*who).lay())
        .map(|(who, _)| *who)
        .collect()
}

/// Whether somebody who was upright has been knocked prone on this count: whatever stance it was about to take is lost
/// (`stances/concept`).
pub(crate) fn has_fallen(scene: &mut Scene<'_, TimeCount>, who: CreatureId) -> bool {
    let fallen = scene.state().body(who).posture.stance == Stance::Prone;
    if fallen {
        let lost = rule!("stances/concept");
        scene.cite(lost);
        scene.emit(Fact::Lost(who, lost_by(lost)));
    }
    fallen
}

/// Every stance and facing.
pub(crate) fn candidates(
    state: &State,
    who: CreatureId,
    legal: &mut dyn FnMut(Act) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for stance in [
        Stance::Cautious,
        Stance::Crouch,
        Stance::Parrying,
        Stance::Poised,
        Stance::Prone,
    ] {
        legal(Act::Shift(stance))?;
    }
    legal(Act::Basic)?;
    legal(Act::StandUp)?;
    legal(Act::Face(Facing::Around))?;
    if !flanked(state, who) {
        return ControlFlow::Continue(());
    }
    for heading in Heading::of_neighbours(state.grid().shape) {
        legal(Act::Face(Facing::Heading(heading)))?;
    }
    for other in state.creatures().filter(|other| *other != who) {
        legal(Act::Face(Facing::Creature(other)))?;
    }
    ControlFlow::Continue(())
}
