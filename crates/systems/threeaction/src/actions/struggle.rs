//! Lying down, letting go, choking and getting free (`free-actions/fall-prone`, `grappling/release`, `grappling/choke`,
//! `entangled/no-move`).

use std::ops::ControlFlow;

use affray_kernel::condition::{Held, Until};
use affray_kernel::modifier::Tally;
use affray_kernel::story::{Against, Sum};
use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};

use crate::ThreeAction;
use crate::act::Act;
use crate::fact::{Doing, Fact};
use crate::ids::{refuse, rule};
use crate::rules::conditions::{USUAL_DC, escape_dc, gain, lose, plain};
use crate::rules::luck::Luck;
use crate::rules::numbers::{distance_ft, present};
use crate::rules::target::is_located;
use crate::rules::ways::is_at_hand;
use crate::rules::{attack, burrowing, grapple, prone};
use crate::state::{Condition, State};

/// Whether that can be done now.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim(state: &State, who: CreatureId, act: &Act) -> Result<(), Refusal> {
    match *act {
        Act::DropProne => prone::can_lie_down(state, who),
        Act::Release(on) if !grapple::grapples(state, who, on) => Err(refuse!(
            "grappling/release",
            "{} does not grapple {}",
            Figure::Creature(who),
            Figure::Creature(on)
        )),
        Act::Choke(on) if !grapple::grapples(state, who, on) => Err(refuse!(
            "grappling/choke",
            "{} does not grapple {}",
            Figure::Creature(who),
            Figure::Creature(on)
        )),
        Act::Choke(on) if is_choked_by(state, who, on) => Err(refuse!(
            "grappling/choke",
            "{} keeps {} from breathing already, until its next Turn",
            Figure::Creature(who),
            Figure::Creature(on)
        )),
        Act::Choke(on) if state.sheet(on).feats.airless => Err(refuse!(
            "grappling/choke",
            "{} needs no air",
            Figure::Creature(on)
        )),
        Act::Escape(on) => aim_escape(state, who, on),
        _ => Ok(()),
    }
}

/// Whether a creature is Choked by its grappler until the start of that one's next Turn.
fn is_choked_by(state: &State, who: CreatureId, on: CreatureId) -> bool {
    let mut held = state.conditions.on(on);
    held.any(|held| {
        held.kind == Condition::Choked
            && held.cause == Some(who)
            && held.until == Until::TurnStart(who, 1)
    })
}

/// It is caught, and it is the one who struggles or a neighbour of it.
fn aim_escape(state: &State, who: CreatureId, on: CreatureId) -> Result<(), Refusal> {
    is_located(state, who, on)?;
    if !present(state, on)
        || !(state.has(on, Condition::Entangled) || state.has(on, Condition::Buried))
    {
        return Err(nothing_to_undo(state, on));
    }
    let distance = distance_ft(state, who, on);
    if distance > 5 {
        return Err(refuse!(
            "entangled/no-move",
            "{} is {} away; only a neighbour can help",
            Figure::Creature(on),
            Figure::Feet(i32::from(distance))
        ));
    }
    // Earth that has come down on somebody is what is dug away.
    if !state.has(on, Condition::Buried) && !is_at_hand(state, who, on) {
        return Err(refuse!(
            "entangled/no-move",
            "something solid is between {} and {}",
            Figure::Creature(who),
            Figure::Creature(on)
        ));
    }
    Ok(())
}

/// Why nobody can be got free: out of a grapple one gets in another way (`grappled/escape`).
fn nothing_to_undo(state: &State, on: CreatureId) -> Refusal {
    let held = state.conditions.get(on, Condition::Grappled);
    match held.and_then(|held| held.toward) {
        Some(by) => refuse!(
            "grappled/escape",
            "{} gets out of the grapple by a Push or a Grapple against {}",
            Figure::Creature(on),
            Figure::Creature(by)
        ),
        None => refuse!(
            "entangled/no-move",
            "{} is not Entangled",
            Figure::Creature(on)
        ),
    }
}

/// Does it.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn resolve(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, act: &Act) -> Play {
    match *act {
        Act::DropProne => {
            scene.cite(rule!("free-actions/fall-prone"));
            scene.emit(Fact::Does(who, Doing::DropProne));
            prone::knock_down(scene, who)
        }
        Act::Release(on) => {
            scene.cite(rule!("grappling/release"));
            scene.emit(Fact::Does(who, Doing::Release(on)));
            grapple::end(scene, who, on)
        }
        Act::Choke(on) => {
            scene.cite(rule!("grappling/choke"));
            scene.emit(Fact::Does(who, Doing::Choke(on)));
            gain(
                scene,
                Held {
                    toward: Some(who),
                    cause: Some(who),
                    ..plain(on, Condition::Choked, Until::TurnStart(who, 1))
                },
            );
            Ok(())
        }
        Act::Escape(on) => escape(scene, who, on),
        _ => Ok(()),
    }
}

/// d20 + Level + STR against the DC of what holds it; where several things do, against the highest, and then it is free of all
/// (`entangled/no-move`).
fn escape(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, on: CreatureId) -> Play {
    let rule = rule!("entangled/no-move");
    scene.emit(Fact::Does(who, Doing::Escape(on)));
    let dc = scene
        .state()
        .conditions
        .on(on)
        .filter(|held| held.kind == Condition::Entangled)
        .map(escape_dc)
        .max()
        .unwrap_or(USUAL_DC);
    let sheet = scene.state().sheet(who);
    let mut tally = Tally::new();
    tally.add("Level", sheet.level, rule!("foundations/attributes"));
    tally.add("STR", sheet.str, rule);
    let mut luck = Luck::default();
    for held in scene.state().conditions.on(who) {
        luck.granted(held, None);
    }
    let thrown = attack::roll(scene, who, "struggle", &luck, &tally, rule)?;
    let success = thrown.total >= i32::from(dc);
    scene.explain(
        || Sum {
            by: Some(who),
            what: "struggle",
            dice: thrown.kept,
            total: thrown.total,
            against: Some(Against::number("DC", i32::from(dc))),
            verdict: if success { "success" } else { "failure" },
            rule,
        },
        &tally,
    );
    if success {
        lose(scene, on, Condition::Entangled);
        return burrowing::dug_out(scene, on);
    }
    Ok(())
}

/// Lying down, and what can be done to those it grapples and for those who are caught.
pub(crate) fn candidates(
    state: &State,
    who: CreatureId,
    legal: &mut dyn FnMut(Act) -> ControlFlow<()>,
) -> ControlFlow<()> {
    legal(Act::DropProne)?;
    for held in state.conditions.iter() {
        match held.kind {
            Condition::Grappled if held.toward == Some(who) => {
                legal(Act::Choke(held.on))?;
                legal(Act::Release(held.on))?;
            }
            Condition::Entangled => legal(Act::Escape(held.on))?,
            _ => {}
        }
    }
    ControlFlow::Continue(())
}
