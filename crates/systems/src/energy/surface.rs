//! What the number [`Ground::kind`] means here: ground where nobody can make an Agile Move, how hard climbing onto it is, and the
//! condition that it imposes.
//!
//! The lowest bit: no Agile Moves. The next two: Stamina for climbing, 0 for the usual. The rest: the place of the condition among
//! [`IMPOSED`], counted from 1, 0 for none.

use affray_kernel::grid::Ground;

use super::state::Condition;

/// Stamina for climbing where the ground says nothing (`gaps/climb`).
pub const USUAL_CLIMB: u8 = 1;

/// The most Stamina that climbing can cost (`stamina/spending-table`).
pub const HARDEST_CLIMB: u8 = 3;

/// What ground and zones can impose on everybody inside for as long as they are there (`conditions/continuous-source`). The other
/// conditions need somebody who causes them or something that ends them.
pub const IMPOSED: [Condition; 8] = [
    Condition::Exposed,
    Condition::Unguarded,
    Condition::Dazed,
    Condition::Blinded,
    Condition::Slowed,
    Condition::Shaken,
    Condition::Exhausted,
    Condition::Helpless,
];

/// Whether nobody can make an Agile Move into or out of such a space (`actions/agile-move-terrain`).
#[must_use]
pub const fn forbids_agile_moves(ground: Ground) -> bool {
    ground.kind & 1 == 1
}

/// Stamina that climbing onto such ground or down from it costs (`gaps/climb`).
#[must_use]
pub const fn climb(ground: Ground) -> u8 {
    match (ground.kind >> 1) & 3 {
        0 => USUAL_CLIMB,
        stamina => stamina,
    }
}

/// The condition that such ground imposes (`conditions/bog-example`).
#[must_use]
pub fn imposes(ground: Ground) -> Option<Condition> {
    let place = usize::from(ground.kind >> 3).checked_sub(1)?;
    IMPOSED.get(place).copied()
}

/// The number for ground; a condition that ground cannot impose counts as none.
#[must_use]
pub fn kind(no_agile: bool, climb: Option<u8>, condition: Option<Condition>) -> u8 {
    let place = |condition| IMPOSED.iter().position(|known| *known == condition);
    let imposed = condition.and_then(place).map_or(0, |place| place as u8 + 1);
    u8::from(no_agile) | climb.unwrap_or_default().min(HARDEST_CLIMB) << 1 | imposed << 3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_says_all_three() {
        for no_agile in [false, true] {
            for grade in [None, Some(1), Some(2), Some(3)] {
                for condition in IMPOSED.map(Some).into_iter().chain([None]) {
                    let ground = Ground {
                        kind: kind(no_agile, grade, condition),
                        ..Ground::default()
                    };
                    assert_eq!(forbids_agile_moves(ground), no_agile);
                    assert_eq!(climb(ground), grade.unwrap_or(1));
                    assert_eq!(imposes(ground), condition);
                }
            }
        }
        assert_eq!(kind(false, None, Some(Condition::Dead)), 0);
    }
}
