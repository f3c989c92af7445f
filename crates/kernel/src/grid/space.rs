//! The room a creature or object takes up.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{Cell, Shape};

/// The room something takes up: a footprint on the grid and a height.
///
/// On squares the footprint is the square of `side` by `side` cells whose smallest column and row is `at`.
///
/// On hexes an odd `side` means rings around `at`: 1 is the hex alone, 3 the hex and its six neighbours (7 hexes), 5 two
/// rings (19). An even `side` means rings around the corner that `at` shares with its eastern and south-eastern
/// neighbour: 2 is the triangle of these three hexes, 4 the triangle and all that touches it (12), 6 one ring more (27).
///
/// Both `side` and `height` count as 1 when they are 0. Creatures that share one cell are each of side 1.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema, TS,
)]
#[serde(deny_unknown_fields)]
pub struct Space {
    /// North-west cell of the lowest level on squares; on hexes the centre, or the hex north-west of the central corner.
    pub at: Cell,
    /// Cells from side to side.
    pub side: u8,
    /// Cells from bottom to top.
    pub height: u8,
}

impl Space {
    /// The space at `at`, `side` cells wide and `height` cells high.
    #[must_use]
    #[inline]
    pub const fn new(at: Cell, side: u8, height: u8) -> Self {
        Self { at, side, height }
    }

    /// One cell.
    #[must_use]
    pub const fn cell(at: Cell) -> Self {
        Self {
            at,
            side: 1,
            height: 1,
        }
    }

    /// A cube of `side` cells.
    #[must_use]
    pub const fn cube(at: Cell, side: u8) -> Self {
        Self {
            at,
            side,
            height: side,
        }
    }

    /// The same room elsewhere.
    #[must_use]
    #[inline]
    pub const fn moved_to(self, at: Cell) -> Self {
        Self { at, ..self }
    }

    /// The cells of the lowest level, by rows from north to south and each row from west to east.
    #[must_use]
    #[inline]
    pub fn cells(self, shape: Shape) -> Cells {
        let (west, north, east, south) = self.bounds(shape);
        Cells {
            space: self,
            shape,
            west,
            east,
            south,
            x: west,
            y: north,
        }
    }

    /// Whether `cell` lies in this room, its height included.
    #[must_use]
    #[inline]
    pub fn contains(self, shape: Shape, cell: Cell) -> bool {
        let above = i32::from(cell.z) - i32::from(self.at.z);
        (0..self.levels()).contains(&above) && self.covers(shape, cell)
    }

    /// Whether `cell`, whatever its height, lies over or under the footprint.
    #[must_use]
    #[inline]
    pub fn covers(self, shape: Shape, cell: Cell) -> bool {
        match shape {
            Shape::Square => {
                let x = i32::from(cell.x) - i32::from(self.at.x);
                let y = i32::from(cell.y) - i32::from(self.at.y);
                (0..self.width()).contains(&x) && (0..self.width()).contains(&y)
            }
            Shape::Hex => self
                .cores()
                .iter()
                .any(|core| hex_distance(*core, cell) <= self.rings()),
        }
    }

    /// Whether the two rooms have a cell in common.
    #[must_use]
    #[inline]
    pub fn overlaps(self, shape: Shape, other: Self) -> bool {
        self.shares_column(shape, other) && height_gap(self, other) == 0
    }

    /// Whether the two footprints have a cell in common, whatever the heights.
    #[must_use]
    #[inline]
    pub fn shares_column(self, shape: Shape, other: Self) -> bool {
        level_gap(shape, self, other) == (0, 0)
    }

    /// Cells from side to side, at least 1.
    #[inline]
    pub(super) fn width(self) -> i32 {
        i32::from(self.side.max(1))
    }

    /// Cells from bottom to top, at least 1.
    #[inline]
    pub(super) fn levels(self) -> i32 {
        i32::from(self.height.max(1))
    }

    /// On hexes: the rings around each core hex.
    pub(super) fn rings(self) -> i32 {
        (self.width() - 1) / 2
    }

    /// On hexes: the hexes whose rings make up the footprint, one for odd sides and three for even ones.
    pub(super) fn cores(self) -> Cores {
        let at = self.at;
        if self.width() % 2 == 1 {
            Cores {
                cells: [at; 3],
                count: 1,
            }
        } else {
            Cores {
                cells: [at, at.offset(1, 0, 0), at.offset(0, 1, 0)],
                count: 3,
            }
        }
    }

    /// Smallest and largest coordinates: west, north, east, south.
    #[inline]
    pub(super) fn bounds(self, shape: Shape) -> (i32, i32, i32, i32) {
        let (x, y) = (i32::from(self.at.x), i32::from(self.at.y));
        match shape {
            Shape::Square => (x, y, x + self.width() - 1, y + self.width() - 1),
            Shape::Hex => {
                let rings = self.rings();
                let far = rings + (self.width() + 1) % 2;
                (x - rings, y - rings, x + far, y + far)
            }
        }
    }
}

/// The one or three hexes at the heart of a footprint.
#[derive(Clone, Copy)]
pub(super) struct Cores {
    cells: [Cell; 3],
    count: usize,
}

impl Cores {
    pub(super) fn iter(&self) -> impl Iterator<Item = &Cell> {
        self.cells.iter().take(self.count)
    }
}

/// The cells of a footprint; see [`Space::cells`].
#[derive(Clone, Debug)]
pub struct Cells {
    space: Space,
    shape: Shape,
    west: i32,
    east: i32,
    south: i32,
    x: i32,
    y: i32,
}

impl Iterator for Cells {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        if self.west == self.east && self.y == self.south {
            self.y += 1;
            return Some(self.space.at);
        }
        // On squares the bounds are the footprint itself.
        let is_whole = self.shape == Shape::Square;
        while self.y <= self.south {
            let found = match (i16::try_from(self.x), i16::try_from(self.y)) {
                (Ok(x), Ok(y)) => Some(Cell {
                    x,
                    y,
                    z: self.space.at.z,
                }),
                _ => None,
            };
            if self.x == self.east {
                self.x = self.west;
                self.y += 1;
            } else {
                self.x += 1;
            }
            if let Some(cell) = found
                && (is_whole || self.space.covers(self.shape, cell))
            {
                return Some(cell);
            }
        }
        None
    }
}

/// Steps from one hex to another, heights aside.
pub(super) fn hex_distance(a: Cell, b: Cell) -> i32 {
    let q = i32::from(a.x) - i32::from(b.x);
    let r = i32::from(a.y) - i32::from(b.y);
    q.abs().max(r.abs()).max((q + r).abs())
}

/// Differences between the nearest cells of two footprints, the larger first; on hexes the steps and 0.
#[inline(always)]
pub(super) fn level_gap(shape: Shape, a: Space, b: Space) -> (i32, i32) {
    match shape {
        Shape::Square => {
            let x = gap(a.at.x, a.width(), b.at.x, b.width());
            let y = gap(a.at.y, a.width(), b.at.y, b.width());
            (x.max(y), x.min(y))
        }
        Shape::Hex => (hex_gap(a, b), 0),
    }
}

fn hex_gap(a: Space, b: Space) -> i32 {
    let mut least = i32::MAX;
    for core in a.cores().iter() {
        for other in b.cores().iter() {
            least = least.min(hex_distance(*core, *other));
        }
    }
    (least - a.rings() - b.rings()).max(0)
}

/// Difference in height between the nearest cells of two rooms.
#[inline(always)]
pub(super) fn height_gap(a: Space, b: Space) -> i32 {
    gap(a.at.z, a.levels(), b.at.z, b.levels())
}

#[inline(always)]
fn gap(a: i16, a_length: i32, b: i16, b_length: i32) -> i32 {
    let (a, b) = (i32::from(a), i32::from(b));
    (b - (a + a_length - 1)).max(a - (b + b_length - 1)).max(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(shape: Shape, side: u8) -> usize {
        Space::new(Cell::new(3, -2), side, 1).cells(shape).count()
    }

    #[test]
    fn squares_fill_a_square() {
        assert_eq!(
            (0..=6)
                .map(|side| count(Shape::Square, side))
                .collect::<Vec<_>>(),
            [1, 1, 4, 9, 16, 25, 36]
        );
        let large: Vec<_> = Space::cube(Cell::at_height(1, 2, 3), 2)
            .cells(Shape::Square)
            .map(|c| c.to_string())
            .collect();
        assert_eq!(large, ["1,2,3", "2,2,3", "1,3,3", "2,3,3"]);
    }

    #[test]
    fn hexes_fill_rings_around_a_hex_or_a_corner() {
        assert_eq!(
            (0..=6)
                .map(|side| count(Shape::Hex, side))
                .collect::<Vec<_>>(),
            [1, 1, 3, 7, 12, 19, 27]
        );
        let triangle: Vec<_> = Space::cube(Cell::new(0, 0), 2)
            .cells(Shape::Hex)
            .map(|c| c.to_string())
            .collect();
        assert_eq!(triangle, ["0,0", "1,0", "0,1"]);
    }

    #[test]
    fn a_room_contains_its_cells_up_to_its_height() {
        let space = Space::new(Cell::at_height(0, 0, 1), 2, 3);
        for shape in [Shape::Square, Shape::Hex] {
            assert!(space.contains(shape, Cell::at_height(1, 0, 3)));
            assert!(!space.contains(shape, Cell::at_height(1, 0, 4)));
            assert!(!space.contains(shape, Cell::at_height(1, 0, 0)));
            assert!(!space.contains(shape, Cell::at_height(2, 0, 1)));
        }
        assert!(space.contains(Shape::Square, Cell::at_height(1, 1, 1)));
        assert!(!space.contains(Shape::Hex, Cell::at_height(1, 1, 1)));
    }

    #[test]
    fn rooms_overlap_where_they_share_a_cell() {
        for shape in [Shape::Square, Shape::Hex] {
            for side in 1..5 {
                for (x, y) in (-6..=6).flat_map(|x| (-6..=6).map(move |y| (x, y))) {
                    let a = Space::cube(Cell::new(0, 0), 2);
                    let b = Space::cube(Cell::new(x, y), side);
                    let shared = b.cells(shape).any(|cell| a.contains(shape, cell));
                    assert_eq!(a.overlaps(shape, b), shared, "{shape:?} {side} {x},{y}");
                }
            }
        }
    }

    #[test]
    fn the_end_of_the_number_range_is_no_danger() {
        for shape in [Shape::Square, Shape::Hex] {
            let corner = Space::cube(Cell::new(i16::MAX, i16::MAX), 6);
            assert!(corner.cells(shape).count() > 0);
        }
    }
}
