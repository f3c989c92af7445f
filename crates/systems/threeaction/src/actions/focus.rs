//! Focus: recharging Energy (`focus/*`).

use affray_kernel::{CreatureId, Scene};

use crate::ThreeAction;
use crate::fact::{Doing, Fact, Number};
use crate::ids::rule;
use crate::sheet::Sheet;

/// What one Focus gives: a third of ESS and Level, rounded down (`focus/amount`).
pub(crate) fn gain(sheet: &Sheet) -> i16 {
    sheet.ess.saturating_add(sheet.level).div_euclid(3).max(0)
}

/// Recharges Energy, up to the maximum (`focus/action`, `foundations/energy-pool`).
pub(crate) fn resolve(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    scene.cite(rule!("focus/action"));
    scene.cite(rule!("focus/amount"));
    scene.cite(rule!("foundations/rounding"));
    scene.cite(rule!("foundations/energy-pool"));
    scene.emit(Fact::Does(who, Doing::Focus));
    let (sheet, energy) = (scene.state().sheet(who), scene.state().body(who).energy);
    let full = energy.saturating_add(gain(sheet)).min(sheet.max_energy);
    if full > energy {
        scene.emit(Fact::Set(who, Number::Energy, full));
    }
}
