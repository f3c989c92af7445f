//! What attacks of a count meet of somebody who has given something up for nothing since it began (`initiative/ties`).

use affray_kernel::{CreatureId, Scene};

use super::numbers::{parrying_bonus, reach_ft};
use super::{defenses, flanking};
use crate::TimeCount;
use crate::act::Act;
use crate::actions::wrestling::grab_of;
use crate::fact::Fact;
use crate::flow;
use crate::state::{Begun, Body, Stance, State, Underway};

/// Keeps what a free act gives up, of oneself or of whom one lets go.
pub(crate) fn keep(scene: &mut Scene<'_, TimeCount>, who: CreatureId, act: &Act) {
    match act {
        Act::Basic => keep_of(scene, who, |body, begun| {
            begun.posture = begun.posture.or(Some(body.posture));
        }),
        Act::Face(_) => keep_of(scene, who, |body, begun| {
            begun.facing = begun.facing.or(Some(body.facing));
        }),
        Act::Drop(_) => keep_guard(scene, who),
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

/// Keeps what a creature wards off blows with, and how far it presses others, before it lets something fall.
fn keep_guard(scene: &mut Scene<'_, TimeCount>, who: CreatureId) {
    let state = scene.state();
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
    });
}

/// Keeps that a creature ran which has to stop (`running/forced-stop`).
pub(crate) fn keep_running(scene: &mut Scene<'_, TimeCount>, who: CreatureId) {
    keep_of(scene, who, |_, begun| begun.ran = true);
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
