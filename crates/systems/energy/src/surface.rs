//! What the number [`Ground::kind`] means here: ground where nobody can make an Agile Move, how hard climbing onto it is, whether it
//! hides who stands there, and the condition that it imposes.
//!
//! The lowest bit: no Agile Moves. The next two: Stamina for climbing, 0 for the usual. The next: it hides. The rest: the place of
//! the condition among [`IMPOSED`], counted from 1, 0 for none.

use affray_kernel::grid::{Cell, Ground, Space, Terrain};

use super::state::{Condition, State};
use super::tell::condition_name;

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

/// Whether nobody can make an Agile Move into or out of a space (`actions/agile-move-terrain`).
#[must_use]
pub fn no_agile_at(state: &State, at: Cell) -> bool {
    forbids_agile_moves(state.terrain().ground(at))
}

/// Whether such ground forbids Agile Moves (`actions/agile-move-terrain`).
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

/// Whether somebody who takes up that space is covered from view by all the ground there (`facing/hiding`).
#[must_use]
pub fn conceals_at(state: &State, space: Space) -> bool {
    let terrain = state.terrain();
    space
        .cells(state.grid().shape)
        .all(|cell| conceals(terrain.ground(cell)))
}

/// Whether such ground covers from view: undergrowth, or whatever stops sight (`facing/hiding`).
#[must_use]
pub const fn conceals(ground: Ground) -> bool {
    ground.opaque || (ground.kind >> 3) & 1 == 1
}

/// The condition that such ground imposes (`conditions/bog-example`).
#[must_use]
pub fn imposes(ground: Ground) -> Option<Condition> {
    let place = usize::from(ground.kind >> 4).checked_sub(1)?;
    IMPOSED.get(place).copied()
}

/// What ground is besides what every map shows, in words.
#[must_use]
pub fn remarks(ground: Ground) -> Vec<String> {
    let mut words = Vec::new();
    if forbids_agile_moves(ground) {
        words.push("no Agile Moves".to_owned());
    }
    if ground.climbable {
        words.push(format!("climbed for {} Stamina", climb(ground)));
    }
    if conceals(ground) {
        words.push("hides whoever stands there".to_owned());
    }
    words.extend(imposes(ground).map(|condition| condition_name(condition).to_owned()));
    words
}

/// What this system knows of ground.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Surface {
    /// No Agile Moves.
    pub no_agile: bool,
    /// Stamina for climbing, if not the usual.
    pub climb: Option<u8>,
    /// Whether it covers from view.
    pub conceals: bool,
    /// The condition that it imposes; one that ground cannot impose counts as none.
    pub imposes: Option<Condition>,
}

impl Surface {
    /// The number for [`Ground::kind`].
    #[must_use]
    pub fn kind(self) -> u8 {
        let place = |condition| IMPOSED.iter().position(|known| *known == condition);
        let imposed = self.imposes.and_then(place);
        let imposed = imposed.map_or(0, |place| place as u8 + 1);
        let climb = self.climb.unwrap_or_default().min(HARDEST_CLIMB);
        u8::from(self.no_agile) | climb << 1 | u8::from(self.conceals) << 3 | imposed << 4
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_says_everything() {
        for (no_agile, hides) in [(false, false), (false, true), (true, false), (true, true)] {
            for grade in [None, Some(1), Some(2), Some(3)] {
                for condition in IMPOSED.map(Some).into_iter().chain([None]) {
                    let surface = Surface {
                        no_agile,
                        climb: grade,
                        conceals: hides,
                        imposes: condition,
                    };
                    let ground = Ground {
                        kind: surface.kind(),
                        ..Ground::default()
                    };
                    assert_eq!(forbids_agile_moves(ground), no_agile);
                    assert_eq!(climb(ground), grade.unwrap_or(1));
                    assert_eq!(conceals(ground), hides);
                    assert_eq!(imposes(ground), condition);
                }
            }
        }
        let dead = Surface {
            imposes: Some(Condition::Dead),
            ..Surface::default()
        };
        assert_eq!(dead.kind(), 0);
    }
}
