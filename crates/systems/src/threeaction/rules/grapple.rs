//! Grappling creatures: who holds whom, falling together, how a grapple ends (`grappled/*`, `grappling/*`).

use affray_kernel::{CreatureId, Play, Scene};

use crate::threeaction::ThreeAction;
use crate::threeaction::fact::Fact;
use crate::threeaction::ids::rule;
use crate::threeaction::state::{Condition, State};

/// Those who are in a grapple with a creature, either way, in roster order.
pub(crate) fn partners(state: &State, who: CreatureId) -> Vec<CreatureId> {
    let mut partners: Vec<CreatureId> = state
        .conditions
        .on(who)
        .filter(|held| matches!(held.kind, Condition::Grappled | Condition::Grappling))
        .filter_map(|held| held.toward)
        .collect();
    partners.sort_unstable();
    partners.dedup();
    partners
}

/// If one falls Prone, those in a grapple with it fall too (`grappled/fall-together`, `grappling/fall-together`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn falls_together(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    for partner in partners(scene.state(), who) {
        let grapples = scene
            .state()
            .conditions
            .has_toward(partner, Condition::Grappling, who);
        scene.cite(if grapples {
            rule!("grappled/fall-together")
        } else {
            rule!("grappling/fall-together")
        });
        super::prone::knock_down(scene, partner)?;
    }
    Ok(())
}

/// Ends every grapple of a creature (`grappling/other-ends`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn ends_for(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    for partner in partners(scene.state(), who) {
        scene.cite(rule!("grappling/other-ends"));
        end(scene, who, partner)?;
    }
    Ok(())
}

/// A creature that can no longer hold on lets go of everybody it grapples (`grappling/other-ends`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn lets_go(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    for partner in partners(scene.state(), who) {
        if scene
            .state()
            .conditions
            .has_toward(who, Condition::Grappling, partner)
        {
            scene.cite(rule!("grappling/other-ends"));
            end(scene, who, partner)?;
        }
    }
    Ok(())
}

/// Ends the grapple between two creatures.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn end(scene: &mut Scene<'_, ThreeAction>, one: CreatureId, other: CreatureId) -> Play {
    for (on, toward) in [(one, other), (other, one)] {
        for kind in [Condition::Grappled, Condition::Grappling] {
            let held = scene
                .state()
                .conditions
                .on(on)
                .find(|held| held.kind == kind && held.toward == Some(toward))
                .copied();
            if let Some(held) = held {
                scene.emit(Fact::Loses(held));
            }
        }
    }
    Ok(())
}
