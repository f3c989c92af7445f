//! Trip (`trip/*`).

use affray_kernel::dice::Pool;
use affray_kernel::story::{Audience, Roll};
use affray_kernel::{CreatureId, Play, Scene};

use crate::threeaction::ThreeAction;
use crate::threeaction::fact::Harm;
use crate::threeaction::ids::rule;
use crate::threeaction::rules::damage::hurt;
use crate::threeaction::rules::prone::knock_down;
use crate::threeaction::sheet::DamageType;

/// The target falls Prone (`trip/success`); a Critical Success adds Damage as from a fall of 10 ft (`trip/critical`).
///
/// # Errors
/// Stops where a draw is missing.
pub(super) fn succeed(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    on: CreatureId,
    critical: bool,
) -> Play {
    scene.cite(rule!("trip/success"));
    knock_down(scene, on)?;
    if critical {
        scene.cite(rule!("trip/critical"));
        hard_landing(scene, who, on)?;
    }
    Ok(())
}

/// One fall die of its Size, apart from any other fall Damage.
fn hard_landing(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, on: CreatureId) -> Play {
    let sides = scene.state().sheet(on).size.fall_die();
    let Ok(pool) = Pool::new(1, sides) else {
        return Ok(());
    };
    let amount = scene.sum(Roll {
        pool,
        by: Some(who),
        what: "hard landing",
        rule: rule!("foundations/fall-table"),
        audience: Audience::Everyone,
    })?;
    hurt(scene, on, amount, DamageType::Physical, Harm::Fall)?;
    Ok(())
}
