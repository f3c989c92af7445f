//! What spells and magic items do besides damage (`magic/spell-data`).

use affray_kernel::story::{Audience, Roll};
use affray_kernel::{CreatureId, Play, Scene};

use super::conditions;
use super::health;
use super::nets;
use crate::ActionPoint;
use crate::fact::Fact;
use crate::ids::rule;
use crate::sheet::Effect;
use crate::state::{Condition, Running, SpellId};

/// An effect on a creature; a teleport needs a place and is carried out where that is known.
///
/// # Errors
/// Stops if dice are missing.
pub(crate) fn take_effect(
    scene: &mut Scene<'_, ActionPoint>,
    by: CreatureId,
    on: CreatureId,
    spell: Option<SpellId>,
    effect: &Effect,
) -> Play {
    scene.cite(rule!("magic/spell-data"));
    match effect {
        Effect::Teleport => {}
        Effect::Mend(pool) => {
            let regained = scene.sum(Roll {
                pool: *pool,
                by: Some(by),
                what: "Health regained",
                rule: rule!("damage-pipeline/healing"),
                audience: Audience::Everyone,
            })?;
            health::heal(scene, on, regained.clamp(0, 3_000) as i16);
        }
        Effect::Armor(_) | Effect::Ward(_) => {
            if let Some(spell) = spell {
                lasts(scene, on, spell);
            }
        }
        Effect::Daze => dazed(scene, on),
        Effect::Topple => conditions::begin(scene, conditions::plain(on, Condition::Prone)),
        Effect::Entangle => nets::entangle(scene, on, None),
    }
    Ok(())
}

/// Until the end of the next own turn: the end of a turn that is going on does not count.
fn lasts(scene: &mut Scene<'_, ActionPoint>, on: CreatureId, spell: SpellId) {
    let own_turn = scene.state().active() == Some(on);
    scene.emit(Fact::Runs(Running {
        on,
        spell,
        left: if own_turn { 2 } else { 1 },
    }));
}

/// Dazed: one Action Point fewer at the start of the next round; not cumulative (`conditions/dazed`).
pub(crate) fn dazed(scene: &mut Scene<'_, ActionPoint>, on: CreatureId) {
    scene.cite(rule!("conditions/dazed"));
    conditions::begin(scene, conditions::plain(on, Condition::Dazed));
}
