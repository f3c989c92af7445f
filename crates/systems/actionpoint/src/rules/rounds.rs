//! Rounds: the stage, Action Points, and the end (`combat-overview/*`, `initiative-structure/*`).

use affray_kernel::{CreatureId, Scene};

use super::conditions;
use super::fighting_style::{FREE_GEAR, MOST_GEAR, is_example};
use super::numbers::present;
use super::price::AP;
use crate::ActionPoint;
use crate::fact::{Fact, Number};
use crate::ids::rule;
use crate::state::{Condition, Phase, State};

/// Seconds of a round (`initiative-structure/round-length`).
pub(crate) const SECONDS: u32 = 6;

/// The stage is set: everybody stands where the scenario says, trained in what it says (`combat-overview/set-the-stage`).
pub(crate) fn set_stage(scene: &mut Scene<'_, ActionPoint>) {
    scene.cite_all(
        const {
            &[
                rule!("combat-overview/steps"),
                rule!("combat-overview/set-the-stage"),
                rule!("space/grid"),
            ]
        },
    );
    if scene.listened() {
        cite_styles(scene);
    }
    let phase = match scene.state().clock.sneaking {
        Some(_) => Phase::Surprise,
        None => Phase::Initiative,
    };
    scene.emit(Fact::Phase(phase));
}

/// What the fighting styles of the fight show: lists of types, of which so many were free and so many came later.
fn cite_styles(scene: &mut Scene<'_, ActionPoint>) {
    let state = scene.state();
    let styles = || state.cast.sheets.iter().flat_map(|sheet| &sheet.styles);
    let listed = styles().any(|style| !style.gear.is_empty());
    let free = styles().any(|style| (1..=FREE_GEAR).contains(&style.free));
    let widened = styles()
        .any(|style| style.gear.len() > usize::from(style.free) && style.gear.len() <= MOST_GEAR);
    let example = styles().any(|style| is_example(state, style));
    let perks = state
        .cast
        .sheets
        .iter()
        .any(|sheet| !sheet.perks.is_empty());
    if listed {
        scene.cite(rule!("fighting-style/gear-list"));
        scene.cite(rule!("fighting-style/entries-are-types"));
    }
    if free {
        scene.cite(rule!("fighting-style/initial-gear"));
    }
    if widened {
        scene.cite(rule!("fighting-style/max-gear"));
    }
    if example {
        scene.cite(rule!("style-examples/table"));
    }
    if perks {
        scene.cite(rule!("misc/perks"));
    }
}

/// A round begins: everybody who is there has 3 Action Points, one fewer after being Dazed (`initiative-structure/ap-gain`,
/// `conditions/dazed`).
pub(crate) fn begin(scene: &mut Scene<'_, ActionPoint>) {
    let round = scene.state().clock.round.saturating_add(1);
    scene.cite_all(
        const {
            &[
                rule!("initiative-structure/ap-gain"),
                rule!("initiative-structure/round-length"),
                rule!("initiative-structure/rounds-and-turns"),
            ]
        },
    );
    if round > 1 {
        scene.cite(rule!("combat-overview/ap-restored"));
        scene.cite(rule!("initiative-structure/new-round"));
    }
    scene.emit(Fact::Round(round));
    for who in scene.state().creatures() {
        if present(scene.state(), who) {
            gain(scene, who);
        }
    }
    scene.emit(Fact::Phase(Phase::Between));
}

fn gain(scene: &mut Scene<'_, ActionPoint>, who: CreatureId) {
    let dazed = scene.state().has(who, Condition::Dazed);
    let gained = if dazed { AP - 1 } else { AP };
    scene.emit(Fact::Set(who, Number::Ap, gained));
    if dazed {
        scene.cite(rule!("conditions/dazed"));
        conditions::end(scene, who, Condition::Dazed);
    }
    if scene.state().has(who, Condition::Surprised) {
        scene.cite(rule!("combat-overview/surprise-still-rolls"));
    }
}

/// A round ends: what is left of the Action Points is lost, and surprise with the first one (`combat-overview/round-ends`,
/// `combat-overview/ap-lost`, `combat-overview/surprise-duration`).
pub(crate) fn end(scene: &mut Scene<'_, ActionPoint>) {
    let round = scene.state().clock.round;
    let left = |state: &State| state.bodies.iter().any(|body| body.ap > 0);
    let surprised = |state: &State| {
        let mut held = state.conditions.iter();
        held.any(|held| held.kind == Condition::Surprised)
    };
    scene.cite(rule!("combat-overview/round-ends"));
    scene.cite(rule!("initiative-structure/new-round"));
    if left(scene.state()) {
        scene.cite(rule!("combat-overview/ap-lost"));
    }
    if surprised(scene.state()) {
        scene.cite(rule!("combat-overview/surprise-duration"));
    }
    scene.emit(Fact::RoundOver(round));
    scene.emit(Fact::Phase(Phase::RoundBegins));
}
