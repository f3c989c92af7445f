//! Climbing (`climbing/skill`).

use affray_kernel::grid::{Ground, Space, Terrain};
use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};

use super::ground::terrain;
use super::hands::{free_hands, locked_natural};
use super::luck::Luck;
use super::numbers::belongings;
use super::skills::{self, Skill};
use crate::ThreeAction;
use crate::ids::{refuse, rule};
use crate::sheet::ItemKind;
use crate::state::State;
use crate::surface::climb_dc;

/// Hands or natural weapons that climbing takes.
const LIMBS: u8 = 2;

/// The DC of the easiest surface next to a space that one could hold on to there; nothing if there is none.
pub(crate) fn hold_dc(state: &State, space: Space) -> Option<i16> {
    if state.cast.open_ground {
        return None;
    }
    let (land, shape) = (terrain(state), state.grid().shape);
    let rises = |ground: Ground| ground.solid || ground.elevation >= space.at.z;
    space
        .cells(shape)
        .flat_map(|cell| state.grid().neighbours(cell))
        .filter(|cell| !space.covers(shape, *cell))
        .map(|cell| land.ground(cell))
        .filter(|ground| !ground.outside && rises(*ground))
        .filter_map(climb_dc)
        .min()
}

/// Free hands, and natural weapons that no grapple locks.
pub(crate) fn free_limbs(state: &State, who: CreatureId) -> u8 {
    let natural = state.sheet(who).natural.len().saturating_sub(1);
    let natural = u8::try_from(natural).unwrap_or(u8::MAX);
    free_hands(state, who).saturating_add(natural.saturating_sub(locked_natural(state, who)))
}

/// Hands that are free to take something: one that hangs on a wall, and does not climb by nature, holds on with a hand or a natural weapon.
pub(crate) fn hands_to_spare(state: &State, who: CreatureId) -> u8 {
    let free = free_hands(state, who);
    if state.body(who).hanging && !state.sheet(who).feats.climbs {
        free.min(free_limbs(state, who).saturating_sub(1))
    } else {
        free
    }
}

/// Why a creature has no hand for something.
pub(crate) fn no_hand(state: &State, who: CreatureId) -> Refusal {
    let figure = Figure::Creature(who);
    if free_hands(state, who) > hands_to_spare(state, who) {
        refuse!(
            "climbing/skill",
            "{} holds on to the wall with its last free limb",
            figure
        )
    } else {
        refuse!("foundations/hands", "{} has no hand free", figure)
    }
}

/// Climbing takes two free hands or natural weapons, unless it comes by nature.
///
/// # Errors
/// How many are free.
pub(crate) fn can_climb(state: &State, who: CreatureId) -> Result<(), Refusal> {
    let free = free_limbs(state, who);
    if state.sheet(who).feats.climbs || free >= LIMBS {
        return Ok(());
    }
    Err(refuse!(
        "climbing/skill",
        "climbing takes {} free hands or natural weapons; {} has {}",
        Figure::Number(i32::from(LIMBS)),
        Figure::Creature(who),
        Figure::Number(i32::from(free))
    ))
}

/// The Climb check of a Move Action. Climbing gear gives Advantage; a creature that climbs by nature needs no check.
///
/// # Errors
/// Stops if the die is missing.
pub(crate) fn succeeds(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, dc: i16) -> Play<bool> {
    scene.cite(rule!("climbing/skill"));
    if scene.state().sheet(who).feats.climbs {
        return Ok(true);
    }
    let mut luck = Luck::default();
    if has_gear(scene.state(), who) {
        luck.advantage("Advantage: climbing gear", rule!("climbing/skill"));
    }
    skills::compare(
        scene,
        who,
        Skill::Climb,
        &luck,
        i32::from(dc),
        rule!("climbing/skill"),
    )
}

fn has_gear(state: &State, who: CreatureId) -> bool {
    belongings(state, who).any(|item| {
        state.item(item).hp > 0 && matches!(state.kind(item), ItemKind::Gear(gear) if gear.climbing)
    })
}
