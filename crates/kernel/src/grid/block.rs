//! Blocks of cells, of which each has a number.

use super::{Cell, Map, Shape, Space};

/// The cells of a map in a block of columns and rows, as far around a space as something may lead. Each has a number, so that one can be drawn
/// without looking at the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    west: i32,
    north: i32,
    across: u32,
    down: u32,
}

impl Block {
    /// All cells that lie at most so many cells from a space.
    #[must_use]
    pub fn around(map: &Map, space: Space, reach: u16) -> Self {
        let reach = i32::from(reach);
        let (west, north, east, south) = space.bounds(map.grid.shape);
        let (mut west, mut east) = (west - reach, east + reach);
        if map.grid.shape == Shape::Square {
            west = west.max(0);
            east = east.min(i32::from(map.columns) - 1);
        }
        let north = (north - reach).max(0);
        let south = (south + reach).min(i32::from(map.rows) - 1);
        let length = |first: i32, last: i32| u32::try_from(last - first + 1).unwrap_or(0);
        Self {
            west,
            north,
            across: length(west, east),
            down: length(north, south),
        }
    }

    /// How many numbers there are; on hexes some of them are not on the map.
    #[must_use]
    pub const fn count(self) -> u32 {
        self.across * self.down
    }

    /// The cell of that number below [`Block::count`], at height 0, if it is on the map.
    #[must_use]
    pub fn cell(self, map: &Map, number: u32) -> Option<Cell> {
        let aside = i32::try_from(number % self.across).ok()?;
        let below = i32::try_from(number / self.across).ok()?;
        let x = i16::try_from(self.west + aside).ok()?;
        let y = i16::try_from(self.north + below).ok()?;
        Some(Cell::new(x, y)).filter(|cell| map.contains(*cell))
    }

    /// The cells, row by row.
    pub fn cells(self, map: &Map) -> impl Iterator<Item = Cell> + '_ {
        (0..self.count()).filter_map(move |number| self.cell(map, number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Grid;

    #[test]
    fn all_cells_in_reach_are_in_the_block_in_the_order_of_the_map() {
        for shape in [Shape::Square, Shape::Hex] {
            let grid = Grid {
                shape,
                ..Grid::default()
            };
            let map = Map::open(grid, 9, 7);
            for space in [
                Space::cell(Cell::new(0, 0)),
                Space::cell(Cell::new(3, 4)),
                Space::cube(Cell::new(2, 5), 2),
                Space::cube(Cell::new(4, 2), 3),
            ] {
                for reach in [0, 1, 3, 20] {
                    let near =
                        |cell: &Cell| grid.distance(space, Space::cell(*cell)) <= u32::from(reach);
                    let expected: Vec<Cell> = map.cells().filter(near).collect();
                    let block = Block::around(&map, space, reach);
                    let found: Vec<Cell> = block.cells(&map).filter(near).collect();
                    assert_eq!(found, expected, "{shape:?} {space:?} {reach}");
                }
            }
        }
    }
}
