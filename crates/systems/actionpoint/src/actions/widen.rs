//! Widening a fighting style for XP, where no fight is going on (`fighting-style/expansion-cost`, `misc/xp`).

use std::ops::ControlFlow;

use affray_kernel::{CreatureId, Figure, Refusal, Scene};

use super::Found;
use crate::ActionPoint;
use crate::act::Act;
use crate::fact::{Fact, Number};
use crate::ids::{refuse, rule};
use crate::rules::fighting_style::{MOST_GEAR, XP_FOR_GEAR, entries, is_trained};
use crate::state::{GearId, State};

/// Whether a style can be widened by a type of gear.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim(state: &State, who: CreatureId, style: u8, gear: GearId) -> Result<(), Refusal> {
    if !state.cast.scene.peaceful {
        return Err(refuse!(
            "fighting-style/expansion-cost",
            "a fighting style is not widened in the middle of a fight"
        ));
    }
    let known = usize::from(style) < state.sheet(who).styles.len()
        && usize::from(gear.0) < state.cast.gear.len();
    if !known {
        return Err(refuse!(
            "multiple-styles/allowed",
            "{} has no such fighting style, or there is no such gear",
            Figure::Creature(who)
        ));
    }
    if is_trained(state, who, style, gear) {
        return Err(refuse!(
            "fighting-style/entries-are-types",
            "that type of gear is on the list already"
        ));
    }
    if entries(state, who, style) >= MOST_GEAR {
        return Err(refuse!(
            "fighting-style/max-gear",
            "the style has {} types of gear; that is the most",
            Figure::Number(MOST_GEAR as i32)
        ));
    }
    let xp = state.body(who).xp;
    if xp < XP_FOR_GEAR {
        return Err(refuse!(
            "fighting-style/expansion-cost",
            "{} has {} XP; one more entry costs {}",
            Figure::Creature(who),
            Figure::Number(i32::from(xp)),
            Figure::Number(i32::from(XP_FOR_GEAR))
        ));
    }
    Ok(())
}

/// Adds the type to the list and takes the XP.
pub(crate) fn resolve(
    scene: &mut Scene<'_, ActionPoint>,
    who: CreatureId,
    style: u8,
    gear: GearId,
) {
    scene.cite_all(
        const {
            &[
                rule!("fighting-style/expansion-cost"),
                rule!("fighting-style/max-gear"),
                rule!("fighting-style/entries-are-types"),
                rule!("fighting-style/gear-list"),
                rule!("misc/xp"),
            ]
        },
    );
    let xp = scene.state().body(who).xp - XP_FOR_GEAR;
    scene.emit(Fact::Set(who, Number::Xp, xp));
    scene.emit(Fact::Learns(who, style, gear));
}

/// Types of gear that could be added, by their names: the order in which the scene got to know them would tell of who brought them.
pub(crate) fn candidates(state: &State, who: CreatureId, found: &mut Found<'_>) -> ControlFlow<()> {
    if !state.cast.scene.peaceful {
        return ControlFlow::Continue(());
    }
    let styles = 0..state.sheet(who).styles.len() as u8;
    let names = &state.cast.gear;
    let mut gear: Vec<GearId> = (0..names.len() as u16).map(GearId).collect();
    gear.sort_by_key(|gear| &names[usize::from(gear.0)]);
    gear.into_iter().try_for_each(|gear| {
        styles
            .clone()
            .try_for_each(|style| found(Act::Widen(style, gear)))
    })
}
