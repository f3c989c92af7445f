//! What the cells of a map look like and how their distance is counted.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Cell;

/// The shape of every cell of a grid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// Squares: eight neighbours.
    #[default]
    Square,
    /// Hexes standing on a point, in rows: six neighbours. Rows 1, 3, 5 and so on lie half a hex farther east than the others: the
    /// neighbours of [4, 2] are [3, 2] and [5, 2], and of the rows beside it [3, 1], [4, 1], [3, 3] and [4, 3]; those of [4, 3] are
    /// [3, 3] and [5, 3], and [4, 2], [5, 2], [4, 4] and [5, 4].
    Hex,
}

/// What a diagonal step on squares counts.
///
/// The same rule joins height to level distance on squares and on hexes: a step that also rises is a diagonal one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Diagonal {
    /// One cell, like a straight step: distance is the largest of the differences.
    #[default]
    One,
    /// One and two cells in turn (1-2-1-2): every second diagonal step counts double.
    OneTwoOne,
    /// Two cells: distance is the sum of the differences.
    Two,
}

/// The unit a system measures lengths in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// Feet.
    Feet,
    /// Metres.
    Metres,
    /// Yards.
    Yards,
    /// Cells themselves.
    #[default]
    Spaces,
}

/// A kind of grid: the shape of its cells, how they are counted and what they measure.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Grid {
    /// Squares or hexes.
    pub shape: Shape,
    /// What a diagonal step counts.
    pub diagonal: Diagonal,
    /// Length of one cell in `unit`, at least 1.
    #[schemars(range(min = 1))]
    pub cell: u16,
    /// The unit of `cell`.
    pub unit: Unit,
}

impl Default for Grid {
    fn default() -> Self {
        Self {
            shape: Shape::Square,
            diagonal: Diagonal::One,
            cell: 1,
            unit: Unit::Spaces,
        }
    }
}

impl Shape {
    /// A cell as scenarios write it: hexes by column and row.
    #[must_use]
    pub const fn written(self, cell: Cell) -> Cell {
        let (x, y) = match self {
            Self::Square => (cell.x, cell.y),
            Self::Hex => cell.column_row(),
        };
        Cell { x, y, z: cell.z }
    }

    /// How many cells on the same level share an edge or, on squares, a corner with one cell.
    #[must_use]
    pub const fn neighbours(self) -> usize {
        match self {
            Self::Square => 8,
            Self::Hex => 6,
        }
    }
}

impl Unit {
    /// The usual short form: `ft`, `m`, `yd`, `spaces`.
    #[must_use]
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Feet => "ft",
            Self::Metres => "m",
            Self::Yards => "yd",
            Self::Spaces => "spaces",
        }
    }
}

impl Grid {
    /// Squares of that length where a diagonal step counts one.
    #[must_use]
    pub const fn squares(cell: u16, unit: Unit) -> Self {
        Self {
            shape: Shape::Square,
            diagonal: Diagonal::One,
            cell,
            unit,
        }
    }

    /// Hexes of that length.
    #[must_use]
    pub const fn hexes(cell: u16, unit: Unit) -> Self {
        Self {
            shape: Shape::Hex,
            diagonal: Diagonal::One,
            cell,
            unit,
        }
    }

    /// A cell as it is written on the drawn map: its column and row, and its height. The reverse of [`Grid::of_drawn`].
    #[must_use]
    pub const fn drawn(self, cell: Cell) -> Cell {
        match self.shape {
            Shape::Square => cell,
            Shape::Hex => {
                let (column, row) = cell.column_row();
                Cell::at_height(column, row, cell.z)
            }
        }
    }

    /// The cell in that column, row and height of the drawn map.
    #[must_use]
    pub const fn of_drawn(self, written: Cell) -> Cell {
        match self.shape {
            Shape::Square => written,
            Shape::Hex => Cell::from_column_row(written.x, written.y).with_height(written.z),
        }
    }

    /// The length of that many cells, in the grid's unit.
    #[must_use]
    pub const fn length(self, cells: u32) -> u32 {
        cells.saturating_mul(self.cell as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_and_cells_translate() {
        let grid = Grid::squares(5, Unit::Feet);
        assert_eq!(grid.length(3), 15);
        assert_eq!(grid.length(u32::MAX), u32::MAX);
    }

    #[test]
    fn cells_are_written_as_on_the_drawn_map() {
        let written = Cell::at_height(4, 7, 2);
        let squares = Grid::squares(5, Unit::Feet);
        assert_eq!(squares.of_drawn(written), written);
        let hexes = Grid::hexes(5, Unit::Feet);
        assert_eq!(hexes.of_drawn(written), Cell::at_height(1, 7, 2));
        assert_eq!(hexes.drawn(hexes.of_drawn(written)), written);
    }
}
