//! Nets: what holds a creature, and how it gets out (`actions/escape-net`).

use affray_kernel::{CreatureId, Scene};

use crate::TimeCount;
use crate::fact::Fact;
use crate::sheet::Brings;
use crate::state::{Condition, ItemId, Place, State};

/// Whether a thing is a net.
pub(crate) fn is_net(state: &State, item: ItemId) -> bool {
    let weapon = state.kind(item).weapon();
    weapon.is_some_and(|weapon| weapon.riders.iter().any(|one| one.brings == Brings::Net))
}

/// One of the nets that lie over a creature, after so many others. What a spell entangles with is no thing.
fn over(state: &State, who: CreatureId, others: usize) -> Option<ItemId> {
    let lies_over = |id, place| place == Place::Stuck(who) && is_net(state, id);
    let items = state.all_items();
    let mut nets = items.filter(|(id, item)| lies_over(*id, item.place));
    nets.nth(others).map(|(id, _)| id)
}

/// A creature gets out of one net, which falls down; another still holds it.
pub(crate) fn escape(scene: &mut Scene<'_, TimeCount>, who: CreatureId) {
    let state = scene.state();
    let Some(held) = state.conditions.get(who, Condition::Netted).copied() else {
        return;
    };
    scene.emit(Fact::Loses(held));
    let state = scene.state();
    let left = state.conditions.on(who);
    let left = left.filter(|held| held.kind == Condition::Netted).count();
    fall_off(scene, who, left);
}

/// The nets over a creature fall down, but for so many.
pub(crate) fn fall_off(scene: &mut Scene<'_, TimeCount>, who: CreatureId, but: usize) {
    while let Some(net) = over(scene.state(), who, but) {
        let at = scene.state().body(who).at;
        scene.emit(Fact::Item(net, Place::Ground(at)));
    }
}
