//! Nets: what a thrown one does, and where it is while it holds somebody (`equipment/special-weapons`).

use affray_kernel::grid::{Cell, Space};
use affray_kernel::{CreatureId, Scene};

use super::conditions;
use crate::ActionPoint;
use crate::fact::{Fact, Motion};
use crate::ids::rule;
use crate::sheet::OnHit;
use crate::state::{Condition, ItemId, Place, State};

/// Caught in a net: Grappled by nobody, unless nothing can hold it.
pub(crate) fn entangle(scene: &mut Scene<'_, ActionPoint>, on: CreatureId) {
    scene.cite(rule!("equipment/special-weapons"));
    if !scene.state().sheet(on).traits.cannot_be_grappled {
        scene.cite(rule!("conditions/grappled"));
        conditions::begin(scene, conditions::plain(on, Condition::Grappled));
    }
}

/// Whether a creature is held by nobody, as in a net.
pub(crate) fn is_caught(state: &State, who: CreatureId) -> bool {
    conditions::holds_on(state, who).any(|by| by.is_none())
}

/// Whether an item is a net.
pub(crate) fn is_net(state: &State, item: ItemId) -> bool {
    let weapon = state.kind(item).weapon();
    weapon.and_then(|weapon| weapon.on_hit) == Some(OnHit::Entangle)
}

/// Whoever is caught was in another space until now: a teleport leaves what held it behind, else the net comes along.
pub(crate) fn follow(
    scene: &mut Scene<'_, ActionPoint>,
    who: CreatureId,
    (from, to): (Space, Cell),
    how: Motion,
) {
    if !is_caught(scene.state(), who) {
        return;
    }
    scene.cite(rule!("equipment/special-weapons"));
    if how == Motion::Teleported {
        conditions::end_hold(scene, who, None);
    } else if let Some(net) = lying_in(scene.state(), from) {
        scene.emit(Fact::Item(net, Place::Ground(to)));
    }
}

/// A net on the floor of a space.
fn lying_in(state: &State, space: Space) -> Option<ItemId> {
    let shape = state.grid().shape;
    let lies = |place| matches!(place, Place::Ground(at) if space.covers(shape, at));
    let mut items = state.all_items();
    items
        .find(|(item, stands)| lies(stands.place) && is_net(state, *item))
        .map(|(item, _)| item)
}
