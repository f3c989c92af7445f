//! Unconscious and Stunned: falling, lying helpless, waking (`unconscious/*`, `stunned/*`).

use affray_kernel::condition::{Held, Until};
use affray_kernel::{CreatureId, Play, Scene};

use super::conditions::{gain, plain};
use super::ground::on_ground;
use super::numbers::present;
use super::{grapple, prone};
use crate::ThreeAction;
use crate::fact::{Doing, Fact};
use crate::ids::rule;
use crate::state::{Condition, ItemId, Place};

/// A creature falls Unconscious: Prone, what it holds drops, its readied Action and its grapples as grappler are lost
/// (`unconscious/no-acts`, `unconscious/prone`). `cause`: who brought it about by a Spell.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn fall(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    until: Until,
    cause: Option<CreatureId>,
) -> Play {
    scene.cite(rule!("unconscious/no-acts"));
    gain(
        scene,
        Held {
            cause,
            ..plain(who, Condition::Unconscious, until)
        },
    );
    scene.cite(rule!("unconscious/prone"));
    drop_held(scene, who);
    lose_readied(scene, who);
    prone::knock_down(scene, who)?;
    grapple::lets_go(scene, who)
}

/// A creature is Stunned: its readied Action and its grapples as grappler are lost (`stunned/no-acts`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn stun(scene: &mut Scene<'_, ThreeAction>, held: Held<Condition>) -> Play {
    scene.cite(rule!("stunned/no-acts"));
    let who = held.on;
    gain(scene, held);
    lose_readied(scene, who);
    grapple::lets_go(scene, who)
}

/// Once healed above 0 Hit Points, a creature that the Bleed Table made Unconscious wakes; a Spell's Unconscious goes on
/// (`unconscious/waking`).
pub(crate) fn healed(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    if scene.state().body(who).hp <= 0 {
        return;
    }
    let from_the_table = scene
        .state()
        .conditions
        .on(who)
        .find(|held| held.kind == Condition::Unconscious && held.until == Until::Cleared)
        .copied();
    if let Some(held) = from_the_table {
        scene.cite(rule!("unconscious/waking"));
        scene.emit(Fact::Loses(held));
    }
}

/// Everything in hand falls into the creature's square, or to the ground under it.
pub(crate) fn drop_held(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    for index in 0..scene.state().items.len() {
        if matches!(scene.state().items[index].place, Place::Held(holder, _) if holder == who) {
            let square = on_ground(scene.state(), scene.state().body(who).at);
            scene.emit(Fact::Item(ItemId(index as u16), Place::Ground(square)));
        }
    }
}

/// A readied Action is lost.
pub(crate) fn lose_readied(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    if scene.state().body(who).readied.is_some() {
        scene.cite(rule!("readied-action/able"));
        if present(scene.state(), who) {
            scene.emit(Fact::Does(who, Doing::LosesReadied));
        }
        scene.emit(Fact::Readies(who, None));
    }
}
