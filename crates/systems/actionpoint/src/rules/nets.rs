//! Nets: what a thrown one does, and where it is while it holds somebody (`equipment/special-weapons`).

use affray_kernel::condition::Held;
use affray_kernel::grid::{Cell, Space};
use affray_kernel::{CreatureId, Scene};

use super::conditions;
use super::throwing::on_floor;
use crate::ActionPoint;
use crate::act::Means;
use crate::fact::{Fact, Motion};
use crate::ids::rule;
use crate::sheet::OnHit;
use crate::state::{Arm, Condition, ItemId, Place, State};

/// In the amount of a hold by nobody: no net has to do with it. 0 is any net that lies there, more than that a certain one.
const WITHOUT_NET: i16 = -1;

/// The net that an attack throws, if it does.
pub(crate) const fn thrown(means: Means) -> Option<ItemId> {
    match means {
        Means::Ranged(Arm::Item(net)) => Some(net),
        _ => None,
    }
}

/// Caught in a net, or by something like it: Grappled by nobody, unless nothing can hold it. Each net holds for itself.
pub(crate) fn entangle(scene: &mut Scene<'_, ActionPoint>, on: CreatureId, net: Option<ItemId>) {
    scene.cite(rule!("equipment/special-weapons"));
    if !scene.state().sheet(on).traits.cannot_be_grappled {
        scene.cite(rule!("conditions/grappled"));
        let held = Held {
            amount: net.map_or(WITHOUT_NET, amount_of),
            ..conditions::plain(on, Condition::Grappled)
        };
        if !is_in_force(scene.state(), &held) {
            scene.emit(Fact::Gains(held));
        }
    }
}

/// Whether that very net, or magic where it is none, holds a creature already.
fn is_in_force(state: &State, hold: &Held<Condition>) -> bool {
    let mut alike = state.conditions.alike(hold);
    alike.any(|other| other.amount == hold.amount)
}

/// How a hold names the net.
fn amount_of(net: ItemId) -> i16 {
    i16::try_from(net.0).map_or(0, |number| number.saturating_add(1))
}

/// Whether a creature is held by a net that lies in its space.
pub(crate) fn is_held_by(state: &State, who: CreatureId, net: ItemId) -> bool {
    let in_net = |held: &Held<Condition>| {
        let of_net = held.amount == 0 || held.amount == amount_of(net);
        held.kind == Condition::Grappled && held.toward.is_none() && of_net
    };
    state.conditions.on(who).any(in_net)
}

/// Whether a creature is held by nobody, as in a net or by magic.
fn is_caught(state: &State, who: CreatureId) -> bool {
    conditions::holds_on(state, who).any(|by| by.is_none())
}

/// Whether an item is a net.
pub(crate) fn is_net(state: &State, item: ItemId) -> bool {
    let weapon = state.kind(item).weapon();
    weapon.and_then(|weapon| weapon.on_hit) == Some(OnHit::Entangle)
}

/// Whoever is caught was in another space until now: a teleport leaves what held it behind, else each net comes along and lies in the
/// new space as it did in the old one.
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
        while is_caught(scene.state(), who) {
            conditions::end_hold(scene, who, None);
        }
        return;
    }
    for number in 0..scene.state().items.len() {
        let net = ItemId(number as u16);
        let state = scene.state();
        if let Some(at) = lies_around(state, who, net, from) {
            let there = at.offset(to.x - from.at.x, to.y - from.at.y, to.z - from.at.z);
            let there = on_floor(state, there).unwrap_or(there);
            scene.emit(Fact::Item(net, Place::Ground(there)));
        }
    }
}

/// Where on the floor of a space an item lies, if it is a net that holds a creature there.
fn lies_around(state: &State, who: CreatureId, net: ItemId, space: Space) -> Option<Cell> {
    let Place::Ground(at) = state.item(net).place else {
        return None;
    };
    let around = space.covers(state.grid().shape, at);
    (around && is_net(state, net) && is_held_by(state, who, net)).then_some(at)
}
