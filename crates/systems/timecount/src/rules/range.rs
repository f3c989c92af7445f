//! Range increments (`range/*`).

use affray_kernel::CreatureId;
use affray_kernel::modifier::Tally;

use super::numbers::feet_between;
use crate::ids::rule;
use crate::sheet::{Attribute, Flight, Weapon};
use crate::state::{Arm, State};

/// 1 less for every full increment that the distance exceeds (`range/penalty`).
pub(crate) fn penalty(state: &State, by: CreatureId, on: CreatureId, arm: Arm, tally: &mut Tally) {
    if let Some(ranged) = state.weapon(by, arm).and_then(|weapon| weapon.ranged) {
        let exceeded = increments(feet_between(state, by, on), ranged.increment_ft) - 1;
        tally.add("range", -exceeded.max(0), rule!("range/penalty"));
    }
}

/// Increments that a distance takes up, a begun one counting whole.
fn increments(distance_ft: i16, increment_ft: i16) -> i16 {
    let increment = increment_ft.max(1);
    (distance_ft + increment - 1) / increment
}

/// The longest range in feet: 10 increments, and for thrown weapons one for each point of Strength, at least 1
/// (`range/missile-maximum`, `range/thrown-maximum`).
pub(crate) fn longest_ft(state: &State, by: CreatureId, weapon: &Weapon) -> Option<i16> {
    let ranged = weapon.ranged?;
    let increments = match ranged.flight {
        Flight::Missile => 10,
        Flight::Thrown | Flight::Slung => 10 + state.attribute(by, Attribute::Strength),
    };
    Some(ranged.increment_ft.saturating_mul(increments.max(1)))
}

#[cfg(test)]
mod tests {
    use super::increments;

    #[test]
    fn an_increment_counts_up_to_its_last_foot() {
        let of_forty = [5, 40, 45, 80, 85, 120].map(|feet| increments(feet, 40));
        assert_eq!(of_forty, [1, 1, 2, 2, 3, 3]);
    }
}
