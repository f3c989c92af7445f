//! Falling unconscious and waking (`unconscious/*`).

use affray_kernel::condition::Held;
use affray_kernel::dice::pool;
use affray_kernel::modifier::Tally;
use affray_kernel::story::{Against, Audience, Roll, Sum};
use affray_kernel::{CreatureId, Play, Scene};

use super::aura::mark_natural;
use super::conditions::{end_all, gain, let_all_go, lie, stop_defending};
use super::occupied::at_its_feet;
use crate::Energy;
use crate::fact::{Fact, Number};
use crate::ids::rule;
use crate::state::{Cause, Condition, ItemId, Place, State};

/// A creature falls unconscious for that reason; it drops Prone and lets go of everything (`unconscious/state`).
///
/// # Errors
/// None today; the same as its callers.
pub(crate) fn fall(scene: &mut Scene<'_, Energy>, who: CreatureId, cause: Cause) -> Play {
    scene.cite(rule!("unconscious/causes"));
    if scene.state().body(who).causes != 0 {
        scene.cite(rule!("unconscious/several-causes"));
    }
    // A Stamina of 0 that Non-Lethal damage brought about is one reason, not two.
    let known = scene.state().body(who).is_out_by(cause);
    let covered = cause == Cause::NonLethal && scene.state().body(who).is_out_by(Cause::Stamina);
    if cause == Cause::NonLethal {
        scene.cite(rule!("unconscious/wake-nonlethal"));
    }
    if !known && !covered {
        scene.emit(Fact::Cause(who, cause, true));
    }
    if scene.state().has(who, Condition::Unconscious) {
        return Ok(());
    }
    gain(scene, Held::plain(who, Condition::Unconscious));
    lie(scene, who);
    stop_defending(scene, who);
    drop_everything(scene, who);
    let_all_go(scene, who);
    Ok(())
}

/// Held items fall into its space, but not a strapped shield (`unconscious/state`).
pub(crate) fn drop_everything(scene: &mut Scene<'_, Energy>, who: CreatureId) {
    let loose = |state: &State| {
        state.held(who).map(|(id, _)| id).find(|id| {
            let strapped = state
                .kind(*id)
                .shield()
                .is_some_and(|shield| shield.strapped);
            !strapped
        })
    };
    while let Some(item) = loose(scene.state()) {
        drop_item(scene, who, item);
    }
}

/// An item falls into the space of whoever held it.
pub(crate) fn drop_item(scene: &mut Scene<'_, Energy>, who: CreatureId, item: ItemId) {
    let at = at_its_feet(scene.state(), who);
    scene.emit(Fact::Item(item, Place::Ground(at, false)));
}

/// One reason to be unconscious ends; with the last one the creature wakes (`unconscious/several-causes`).
pub(crate) fn end_cause(scene: &mut Scene<'_, Energy>, who: CreatureId, cause: Cause) {
    if !scene.state().body(who).is_out_by(cause) {
        return;
    }
    scene.emit(Fact::Cause(who, cause, false));
    if scene.state().body(who).causes == 0 {
        end_all(scene, who, |held| held.kind == Condition::Unconscious);
    } else {
        scene.cite(rule!("unconscious/several-causes"));
    }
}

/// Whether a creature rolls to wake when a Round begins (`unconscious/wake-stamina`, `unconscious/wake-nonlethal`).
#[must_use]
pub(crate) fn rolls_to_wake(state: &State, who: CreatureId) -> bool {
    let body = state.body(who);
    body.is_out_by(Cause::Stamina) || body.is_out_by(Cause::NonLethal)
}

/// The wake-up roll: a 20 ends the reason that it is made for.
///
/// # Errors
/// Stops if the die is missing.
pub(crate) fn roll_to_wake(scene: &mut Scene<'_, Energy>, who: CreatureId) -> Play {
    for (cause, rule) in [
        (Cause::Stamina, rule!("unconscious/wake-stamina")),
        (Cause::NonLethal, rule!("unconscious/wake-nonlethal")),
    ] {
        if !scene.state().body(who).is_out_by(cause) {
            continue;
        }
        let roll = Roll {
            pool: pool!("1d20"),
            by: Some(who),
            what: "waking",
            rule,
            audience: Audience::Everyone,
        };
        let shown = scene
            .roll_by(roll, |reading| u32::from(reading.total == 20))?
            .total;
        mark_natural(scene, shown);
        scene.explain(
            || Sum {
                by: Some(who),
                what: "waking",
                dice: shown,
                total: shown,
                against: Some(Against::number("the needed", 20)),
                verdict: if shown == 20 {
                    "awake"
                } else {
                    "still unconscious"
                },
                rule,
            },
            &Tally::new(),
        );
        if cause == Cause::Stamina {
            scene.cite(rule!("stamina/wake-roll"));
        }
        if shown == 20 {
            if scene.state().body(who).stamina == 0 {
                scene.emit(Fact::Set(who, Number::Stamina, 1));
            }
            end_cause(scene, who, cause);
        }
    }
    Ok(())
}

/// Stamina that comes back by a rest or an ability wakes those whom its loss had knocked out (`unconscious/wake-stamina`).
pub(crate) fn stamina_returns(scene: &mut Scene<'_, Energy>, who: CreatureId) {
    if scene.state().body(who).stamina > 0 {
        end_cause(scene, who, Cause::Stamina);
    }
}
