//! What attacks of a count meet of somebody who has given something up for nothing since it began (`initiative/ties`).

use affray_kernel::{CreatureId, Scene};

use super::numbers::{parrying_bonus, reach_ft, running};
use super::{defenses, flanking};
use crate::TimeCount;
use crate::act::Act;
use crate::actions::wrestling::grab_of;
use crate::fact::Fact;
use crate::flow::{self, Since};
use crate::state::{Begun, Body, Interrupted, ItemId, Stance, State, Underway};

/// Keeps what a free act gives up, of oneself or of whom one lets go.
pub(crate) fn keep(scene: &mut Scene<'_, TimeCount>, who: CreatureId, act: &Act) {
    match act {
        Act::Basic => keep_of(scene, who, |body, begun| {
            begun.posture = begun.posture.or(Some(body.posture));
        }),
        Act::Face(_) => keep_of(scene, who, |body, begun| {
            begun.facing = begun.facing.or(Some(body.facing));
        }),
        Act::Drop(item) => keep_guard(scene, who, *item),
        Act::BreakOff => keep_of(scene, who, |body, begun| {
            begun.preparing |= matches!(body.underway, Underway::Prepare { .. });
            begun.finishing |= matches!(body.underway, Underway::CoupDeGrace { .. });
        }),
        Act::Release(held) => {
            let grab = grab_of(scene.state(), who, *held);
            keep_of(scene, *held, |_, begun| begun.let_go.extend(grab));
        }
        Act::RaiseResistance => keep_of(scene, who, |_, begun| begun.unresisting = true),
        _ => {}
    }
}

/// Keeps what a creature wards off blows with, how far it presses others, and what can be struck from its hand, before it lets an item
/// fall.
fn keep_guard(scene: &mut Scene<'_, TimeCount>, who: CreatureId, item: ItemId) {
    let state = scene.state();
    let in_grip = state.item(item).in_grip;
    let armed = defenses::unarmed(state, who).is_none();
    let reach_ft = flanking::arms_for_melee(state, who)
        .map(|arm| reach_ft(state, who, arm))
        .max();
    let parries = state.body(who).posture_met().stance == Stance::Parrying;
    let parrying = parries.then(|| parrying_bonus(state, who));
    keep_of(scene, who, |_, begun| {
        begun.armed |= armed;
        begun.reach_ft = begun.reach_ft.max(reach_ft);
        begun.parrying = begun.parrying.or(parrying);
        begun.let_fall.push((item, in_grip));
    });
}

/// Keeps that a creature ran which has to stop (`running/forced-stop`) or is knocked down.
pub(crate) fn keep_running(scene: &mut Scene<'_, TimeCount>, who: CreatureId) {
    let ran = running(scene.state(), who);
    keep_of(scene, who, |_, begun| begun.ran |= ran);
}

/// Keeps that a readied action which people judged due has come before what those had declared, and what they have suffered since, who
/// mean to prepare a spell. Who `lay` did so before (`actions/ready`).
pub(crate) fn keep_interrupted(
    scene: &mut Scene<'_, TimeCount>,
    declared: &[(CreatureId, Act)],
    lay: &[CreatureId],
    since: &Since,
) {
    for (who, _) in declared {
        let begun = scene.state().body(*who).as_begun.clone();
        let begun = Begun {
            interrupted: Some(Interrupted {
                lying: lay.contains(who),
                suffered: since.suffered(*who),
            }),
            ..begun.unwrap_or_default()
        };
        scene.emit(Fact::Begun(*who, begun));
    }
}

/// Keeps what a readied action was that people judged due, for those who attack each other (`simultaneous/mutual-attack`).
pub(crate) fn keep_sprung(scene: &mut Scene<'_, TimeCount>, who: CreatureId, act: &Act) {
    if !scene.state().cast.options.simultaneous_actions {
        return;
    }
    let begun = scene.state().body(who).as_begun.clone();
    let begun = Begun {
        sprung: Some(Box::new(act.clone())),
        ..begun.unwrap_or_default()
    };
    scene.emit(Fact::Begun(who, begun));
}

/// Keeps something of a creature, where others have declared an act for this count or have still to do so.
fn keep_of(
    scene: &mut Scene<'_, TimeCount>,
    whose: CreatureId,
    change: impl FnOnce(&Body, &mut Begun),
) {
    let state = scene.state();
    if !others_act(state, whose) {
        return;
    }
    let body = state.body(whose);
    let before = body.as_begun.clone().unwrap_or_default();
    let mut begun = before.clone();
    change(body, &mut begun);
    if before != begun {
        scene.emit(Fact::Begun(whose, begun));
    }
}

fn others_act(state: &State, whose: CreatureId) -> bool {
    state.creatures().any(|other| {
        other != whose
            && (state.body(other).declared.is_some() || flow::decision(state, other).is_some())
    })
}
