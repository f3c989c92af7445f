//! What becomes of things on a count: dropped, taken, worn, stuck (`special-actions/disarm`, `special-actions/staple`,
//! `critical-fumbles/durability`).

use affray_kernel::grid::Cell;
use affray_kernel::{CreatureId, Scene};

use crate::TimeCount;
use crate::fact::{Barrier, Fact};
use crate::ids::rule;
use crate::rules::threshold;
use crate::state::{ItemId, Place, Stapled};

pub(super) fn drop_item(scene: &mut Scene<'_, TimeCount>, item: ItemId, at: Cell) {
    if scene.state().item(item).readied {
        scene.emit(Fact::Readied(item, false));
    }
    scene.emit(Fact::Item(item, Place::Ground(at)));
}

/// An item falls, or comes into another hand, not wielded yet, a shield not readied (`special-actions/disarm-great-success-8`). Of two
/// who disarm on the same count the second finds nothing. What has been let fall on this count lies there already (`initiative/ties`).
pub(super) fn disarm(
    scene: &mut Scene<'_, TimeCount>,
    item: ItemId,
    from: CreatureId,
    to: Option<CreatureId>,
) {
    let state = scene.state();
    let body = state.body(from);
    match state.item(item).place {
        Place::Held(owner) if owner == from => drop_item(scene, item, body.at),
        Place::Ground(_) if body.let_fall(item).is_some() => {}
        _ => return,
    }
    if let Some(to) = to {
        scene.emit(Fact::Item(item, Place::Held(to)));
        scene.emit(Fact::InGrip(item, false));
    }
}

/// An item loses Durability Points; at 0 it is broken (`critical-fumbles/durability-definition`).
pub(super) fn wear_item(scene: &mut Scene<'_, TimeCount>, item: ItemId, points: i16) {
    let left = (scene.state().item(item).durability - points).max(0);
    scene.emit(Fact::Durability(item, left));
    if left == 0 {
        scene.cite(rule!("critical-fumbles/durability-definition"));
    }
}

/// The weapon that pins leaves the hand. Where another has pinned the creature on the same count, or something has moved it away from
/// the wall, the weapon falls down.
pub(super) fn staple(scene: &mut Scene<'_, TimeCount>, on: CreatureId, stapled: Stapled, at: Cell) {
    let body = scene.state().body(on);
    let moved = body.at != at;
    if body.stapled.is_some() || moved {
        if moved {
            scene.emit(Fact::Stays(on, Barrier::Grip));
        }
        if let Some(item) = stapled.item {
            drop_item(scene, item, at);
        }
        return;
    }
    threshold::disturb(scene, on);
    scene.emit(Fact::Stapled(on, Some(stapled)));
    if let Some(item) = stapled.item {
        scene.emit(Fact::Item(item, Place::Stuck(on)));
    }
}
