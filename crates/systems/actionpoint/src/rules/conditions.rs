//! Conditions: who holds whom, and what begins and ends (`conditions/*`).

use affray_kernel::condition::{Held, Until};
use affray_kernel::{CreatureId, Scene};

use super::cover::is_walled_off;
use super::numbers::{able, adjacent, present};
use crate::ActionPoint;
use crate::fact::Fact;
use crate::ids::rule;
use crate::state::{Condition, State};

/// A condition that lasts until something ends it.
pub(crate) const fn plain(on: CreatureId, kind: Condition) -> Held<Condition> {
    Held::plain(on, kind)
}

/// A condition towards somebody.
pub(crate) const fn toward(on: CreatureId, kind: Condition, other: CreatureId) -> Held<Condition> {
    Held {
        toward: Some(other),
        cause: Some(other),
        ..Held::plain(on, kind)
    }
}

/// Surprise: it lasts as long as the first round (`combat-overview/surprise-duration`).
pub(crate) const fn surprised(on: CreatureId) -> Held<Condition> {
    Held {
        until: Until::Round(1),
        ..Held::plain(on, Condition::Surprised)
    }
}

/// A condition begins, unless it is in force already.
pub(crate) fn begin(scene: &mut Scene<'_, ActionPoint>, held: Held<Condition>) {
    if scene.state().conditions.alike(&held).next().is_none() {
        scene.emit(Fact::Gains(held));
    }
}

/// All instances of a condition on a creature end; `false`: there was none.
pub(crate) fn end(scene: &mut Scene<'_, ActionPoint>, who: CreatureId, kind: Condition) -> bool {
    let mut ended = false;
    while let Some(held) = scene.state().conditions.get(who, kind).copied() {
        scene.emit(Fact::Loses(held));
        ended = true;
    }
    ended
}

/// Whether a creature is grappled, and by whom; `Some(None)`: by nobody, in a net (`conditions/grappled`).
pub(crate) fn grappled_by(state: &State, who: CreatureId) -> Option<Option<CreatureId>> {
    let held = state.conditions.get(who, Condition::Grappled)?;
    Some(held.toward)
}

/// All that holds a creature: grapplers, and each net as `None` (`conditions/grappled`).
pub(crate) fn holds_on(
    state: &State,
    who: CreatureId,
) -> impl Iterator<Item = Option<CreatureId>> + '_ {
    let held = state.conditions.on(who);
    held.filter(|held| held.kind == Condition::Grappled)
        .map(|held| held.toward)
}

/// Whoever holds a creature, and nobody if it is a net, each once (`conditions/grappled`).
pub(crate) fn holders(
    state: &State,
    who: CreatureId,
) -> impl Iterator<Item = Option<CreatureId>> + '_ {
    let mut last = None;
    // Nets stand together.
    holds_on(state, who).filter(move |by| last.replace(*by) != Some(*by))
}

/// A hold on a creature ends: that of somebody, or a net.
pub(crate) fn end_hold(
    scene: &mut Scene<'_, ActionPoint>,
    who: CreatureId,
    by: Option<CreatureId>,
) {
    let of = |held: &&Held<Condition>| held.kind == Condition::Grappled && held.toward == by;
    let hold = scene.state().conditions.on(who).find(of).copied();
    if let Some(hold) = hold {
        scene.emit(Fact::Loses(hold));
    }
}

/// Those whom a creature holds.
pub(crate) fn grappling(state: &State, who: CreatureId) -> impl Iterator<Item = CreatureId> + '_ {
    let held = state
        .conditions
        .iter()
        .filter(move |held| held.kind == Condition::Grappled && held.toward == Some(who));
    held.map(|held| held.on)
}

/// Holds that have come to nothing end (`conditions/grappled`).
pub(crate) fn settle_holds(scene: &mut Scene<'_, ActionPoint>) {
    while let Some(held) = broken_hold(scene.state()) {
        scene.cite(rule!("conditions/grappled"));
        scene.emit(Fact::Loses(held));
    }
}

/// A hold that has come to nothing.
pub(crate) fn broken_hold(state: &State) -> Option<Held<Condition>> {
    let mut held = state.conditions.iter();
    held.find(|held| held.kind == Condition::Grappled && is_broken(state, held))
        .copied()
}

/// Whether a hold has come to nothing: the captive is gone, or dead in a net; the grappler is out of action, not within 1 m, or behind a
/// wall (`conditions/grappled`, `equipment/special-weapons`, `space/line-of-sight`).
fn is_broken(state: &State, hold: &Held<Condition>) -> bool {
    let captive = hold.on;
    let is_off = match hold.toward {
        None => state.has(captive, Condition::Dead),
        Some(by) => {
            !able(state, by) || !adjacent(state, by, captive) || is_walled_off(state, by, captive)
        }
    };
    is_off || !present(state, captive)
}
