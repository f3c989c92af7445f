//! What Energy buys: Range, Duration and Area of a Spell (`foundations/spell-components`).

use affray_kernel::CreatureId;
use affray_kernel::grid::{Area, Cell, Heading, Origin, Space};

use crate::sheet::AreaShape;
use crate::state::State;

/// The most Energy that a component can take.
pub(crate) const MOST: u8 = 4;

/// The Range in feet: without Energy the caster's own Reach.
pub(crate) fn range_ft(state: &State, by: CreatureId, energy: u8) -> i16 {
    match energy {
        0 => state.sheet(by).reach_ft,
        1 => 30,
        2 => 60,
        3 => 120,
        _ => 240,
    }
}

/// The least Energy that gives that Range, if any does.
pub(crate) fn energy_for_range(state: &State, by: CreatureId, feet: i16) -> Option<u8> {
    (0..=MOST).find(|energy| range_ft(state, by, *energy) >= feet)
}

/// The Duration in Rounds; 0: over at once. An hour is 600 Rounds (`rounds/length`).
pub(crate) const fn rounds(energy: u8) -> u16 {
    match energy {
        0 => 0,
        1 => 1,
        2 => 10,
        3 => 100,
        _ => 600,
    }
}

/// The radius of a blast or the length of a cone or line, in feet.
const fn area_ft(shape: AreaShape, energy: u8) -> u16 {
    let energy = energy as u16;
    match (shape, energy) {
        (AreaShape::Blast, _) => 5 * energy,
        (AreaShape::Cone, _) => 15 * energy,
        (AreaShape::Line, 4) => 120,
        (AreaShape::Line, _) => 30 * energy,
    }
}

/// A blast around a square.
pub(crate) fn blast(at: Cell, energy: u8) -> Area {
    Area::Burst {
        origin: Origin::Space(Space::cell(at)),
        radius: area_ft(AreaShape::Blast, energy) / 5,
    }
}

/// Where a Spell's Area is: its shape, its point of origin and the square it points to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Spread {
    /// Its shape.
    pub(crate) shape: AreaShape,
    /// Its point of origin.
    pub(crate) at: Cell,
    /// Where it points; for a blast without meaning.
    pub(crate) toward: Cell,
}

impl Spread {
    /// The Area on the grid; `None` if a cone points nowhere. `from`: the space that a cone or line begins at.
    pub(crate) fn area(self, state: &State, energy: u8, from: Space) -> Option<Area> {
        let cells = area_ft(self.shape, energy) / 5;
        let origin = Origin::Space(from);
        Some(match self.shape {
            AreaShape::Blast => blast(self.at, energy),
            AreaShape::Cone => Area::Cone {
                origin,
                heading: Heading::toward(state.grid().shape, from, Space::cell(self.toward))?,
                length: cells,
            },
            AreaShape::Line if self.toward == self.at => return None,
            AreaShape::Line => Area::Line {
                origin,
                through: self.toward,
                length: cells,
            },
        })
    }
}
