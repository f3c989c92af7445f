//! Whole-number coordinates in which every centre and corner of a cell is exact.
//!
//! A square is 2 units wide, so that its centre is (2x + 1, 2y + 1). A hex has its centre at (2q + r, 3r) and its corners
//! at (0, ±2) and (±1, ±1) from there; this stretches the true picture evenly along both axes, which leaves straight lines
//! straight and changes neither what they cross nor in which order. Heights count 2 units per cell.

use super::{Cell, Shape, Space};

/// An exact point of a map: the centre or a corner of cells, at some height.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point {
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) z: i32,
}

/// A level vector between points.
pub(super) type Vector = (i64, i64);

impl Point {
    /// The middle of a cell.
    #[must_use]
    pub fn centre(shape: Shape, cell: Cell) -> Self {
        let (x, y) = centre(shape, cell);
        Self {
            x,
            y,
            z: 2 * i32::from(cell.z) + 1,
        }
    }

    /// A corner of the floor of a cell, counted clockwise from the north-west on squares (4 corners) and from the north
    /// on hexes (6 corners); higher numbers begin again.
    #[must_use]
    pub fn corner(shape: Shape, cell: Cell, corner: u8) -> Self {
        let (x, y) = centre(shape, cell);
        let corners = corners(shape);
        let (dx, dy) = corners
            .get(usize::from(corner) % corners.len())
            .copied()
            .unwrap_or_default();
        Self {
            x: x + dx,
            y: y + dy,
            z: 2 * i32::from(cell.z),
        }
    }

    /// The square of the distance to `other`, heights aside, for comparing distances on the same shape.
    #[must_use]
    pub fn squared_distance(self, shape: Shape, other: Self) -> i64 {
        let way = self.to(other);
        dot(shape, way, way)
    }

    /// How far `other` lies off the straight line from here to `end`, for comparing such distances from one line.
    #[must_use]
    pub fn off_line(self, end: Self, other: Self) -> i64 {
        let ((x, y), (dx, dy)) = (self.to(end), self.to(other));
        (x * dy - y * dx).abs()
    }

    /// The vector from here to `other`, heights aside.
    pub(super) fn to(self, other: Self) -> Vector {
        (
            i64::from(other.x) - i64::from(self.x),
            i64::from(other.y) - i64::from(self.y),
        )
    }

    /// The cell with its centre here, if there is one; its height is that of the point, rounded down.
    pub(super) fn cell(self, shape: Shape) -> Option<Cell> {
        let (x, y) = match shape {
            Shape::Square if self.x & 1 == 1 && self.y & 1 == 1 => (self.x >> 1, self.y >> 1),
            Shape::Hex if self.y.rem_euclid(3) == 0 => {
                let r = self.y.div_euclid(3);
                ((self.x - r) >> 1, r)
            }
            _ => return None,
        };
        Some(Cell {
            x: i16::try_from(x).ok()?,
            y: i16::try_from(y).ok()?,
            z: i16::try_from(self.z >> 1).ok()?,
        })
    }
}

impl Space {
    /// The middle of the room: of its footprint and its height.
    #[must_use]
    pub fn centre(self, shape: Shape) -> Point {
        let z = 2 * i32::from(self.at.z) + self.levels();
        match shape {
            Shape::Square => Point {
                x: 2 * i32::from(self.at.x) + self.width(),
                y: 2 * i32::from(self.at.y) + self.width(),
                z,
            },
            Shape::Hex => {
                let (x, y) = centre(shape, self.at);
                let to_corner = (self.width() + 1) % 2;
                Point {
                    x: x + to_corner,
                    y: y + to_corner,
                    z,
                }
            }
        }
    }
}

/// The middle of a cell, heights aside.
pub(super) fn centre(shape: Shape, cell: Cell) -> (i32, i32) {
    let (x, y) = (i32::from(cell.x), i32::from(cell.y));
    match shape {
        Shape::Square => (2 * x + 1, 2 * y + 1),
        Shape::Hex => (2 * x + y, 3 * y),
    }
}

/// From the centre of a cell to its corners, clockwise from the north-west on squares and from the north on hexes.
pub(super) const fn corners(shape: Shape) -> &'static [(i32, i32)] {
    match shape {
        Shape::Square => &[(-1, -1), (1, -1), (1, 1), (-1, 1)],
        Shape::Hex => &[(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)],
    }
}

/// The step across each side of a cell; side i lies between corners i and i + 1.
pub(super) const fn across(shape: Shape) -> &'static [(i16, i16)] {
    match shape {
        Shape::Square => &[(0, -1), (1, 0), (0, 1), (-1, 0)],
        Shape::Hex => &super::distance::HEX_STEPS,
    }
}

/// The cells around a corner, clockwise, and the directions of the edges that meet there.
///
/// Places around a corner are numbered clockwise: 0, 2, 4.. are the edges, 1, 3, 5.. the cells between them.
#[derive(Clone, Copy)]
pub(super) struct Around {
    shape: Shape,
    /// On hexes: whether an edge goes straight up from here.
    upward: bool,
    cells: [Option<Cell>; 4],
}

impl Around {
    /// What lies around the corner at (`x`, `y`).
    pub(super) fn corner(shape: Shape, x: i32, y: i32) -> Self {
        let upward = y.rem_euclid(3) == 1;
        let offsets: &[(i32, i32)] = match (shape, upward) {
            (Shape::Square, _) => &[(1, -1), (1, 1), (-1, 1), (-1, -1)],
            (Shape::Hex, true) => &[(1, -1), (0, 2), (-1, -1)],
            (Shape::Hex, false) => &[(1, 1), (-1, 1), (0, -2)],
        };
        let mut cells = [None; 4];
        for (slot, (dx, dy)) in cells.iter_mut().zip(offsets) {
            *slot = Point {
                x: x + dx,
                y: y + dy,
                z: 0,
            }
            .cell(shape);
        }
        Self {
            shape,
            upward,
            cells,
        }
    }

    /// How many places there are: 8 on squares, 6 on hexes.
    pub(super) const fn places(self) -> u32 {
        match self.shape {
            Shape::Square => 8,
            Shape::Hex => 6,
        }
    }

    /// The cells, with their places.
    pub(super) fn cells(self) -> impl Iterator<Item = (u32, Cell)> {
        (0u32..)
            .zip(self.cells)
            .filter_map(|(index, cell)| Some((2 * index + 1, cell?)))
    }

    /// The edges' places, each with the two cells it parts.
    pub(super) fn edges(self) -> impl Iterator<Item = (u32, Cell, Cell)> {
        let count = self.places() / 2;
        (0..count).filter_map(move |index| {
            let before = self
                .cells
                .get(((index + count - 1) % count) as usize)
                .copied()
                .flatten()?;
            let after = self.cells.get(index as usize).copied().flatten()?;
            Some((2 * index, before, after))
        })
    }

    /// The place of a direction that is not zero.
    pub(super) fn place(self, (x, y): Vector) -> u32 {
        match (self.shape, self.upward) {
            (Shape::Square, _) => match (x.signum(), y.signum()) {
                (0, -1) => 0,
                (1, -1) => 1,
                (1, 0) => 2,
                (1, 1) => 3,
                (0, 1) => 4,
                (-1, 1) => 5,
                (-1, 0) => 6,
                _ => 7,
            },
            (Shape::Hex, true) => match (x.signum(), (y - x.abs()).signum()) {
                (0, -1) => 0,
                (1, -1) => 1,
                (1, 0) => 2,
                (-1, 0) => 4,
                (-1, -1) => 5,
                _ => 3,
            },
            (Shape::Hex, false) => match (x.signum(), (-y - x.abs()).signum()) {
                (1, 0) => 0,
                (1, -1) => 1,
                (0, -1) => 2,
                (-1, -1) => 3,
                (-1, 0) => 4,
                _ => 5,
            },
        }
    }

    /// The cell at a place, if it is the place of a cell.
    pub(super) fn cell_at(self, place: u32) -> Option<Cell> {
        if place % 2 == 1 {
            self.cells.get((place / 2) as usize).copied().flatten()
        } else {
            None
        }
    }

    /// From this corner to the one at the other end of the edge at `place`.
    pub(super) fn along(self, place: u32) -> (i32, i32) {
        let edges: &[(i32, i32)] = match (self.shape, self.upward) {
            (Shape::Square, _) => &[(0, -2), (2, 0), (0, 2), (-2, 0)],
            (Shape::Hex, true) => &[(0, -2), (1, 1), (-1, 1)],
            (Shape::Hex, false) => &[(1, -1), (0, 2), (-1, -1)],
        };
        edges.get((place / 2) as usize).copied().unwrap_or_default()
    }
}

/// Twice the signed area between two vectors: positive when `b` is clockwise from `a`.
pub(super) const fn cross(a: Vector, b: Vector) -> i64 {
    a.0 * b.1 - a.1 * b.0
}

/// The true scalar product of two vectors, but for a positive factor of the shape.
pub(super) const fn dot(shape: Shape, a: Vector, b: Vector) -> i64 {
    match shape {
        Shape::Square => a.0 * b.0 + a.1 * b.1,
        Shape::Hex => 3 * a.0 * b.0 + a.1 * b.1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHAPES: [Shape; 2] = [Shape::Square, Shape::Hex];

    #[test]
    fn a_centre_names_its_cell() {
        for shape in SHAPES {
            for (x, y) in (-4..4).flat_map(|x| (-4..4).map(move |y| (x, y))) {
                let cell = Cell::at_height(x, y, -2);
                assert_eq!(Point::centre(shape, cell).cell(shape), Some(cell));
                for corner in 0..6 {
                    assert_eq!(Point::corner(shape, cell, corner).cell(shape), None);
                }
            }
        }
    }

    #[test]
    fn the_cells_around_a_corner_all_have_it() {
        for shape in SHAPES {
            for corner in 0..corners(shape).len() {
                let point = Point::corner(shape, Cell::new(3, 5), corner as u8);
                let around = Around::corner(shape, point.x, point.y);
                assert_eq!(around.cells().count(), around.places() as usize / 2);
                assert_eq!(around.edges().count(), around.places() as usize / 2);
                for (place, cell) in around.cells() {
                    assert!(
                        (0..6).any(|corner| Point::corner(shape, cell, corner) == point),
                        "{shape:?} {cell}"
                    );
                    let (x, y) = centre(shape, cell);
                    assert_eq!(
                        around.place((i64::from(x - point.x), i64::from(y - point.y))),
                        place
                    );
                    assert_eq!(around.cell_at(place), Some(cell));
                }
                for (place, a, b) in around.edges() {
                    let (x, y) = around.along(place);
                    assert_eq!(around.place((i64::from(x), i64::from(y))), place);
                    let far = Around::corner(shape, point.x + x, point.y + y);
                    for cell in [a, b] {
                        assert!(
                            far.cells().any(|(_, other)| other == cell),
                            "both ends touch {cell}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn the_middle_of_a_room_is_the_middle_of_its_cells() {
        for shape in SHAPES {
            for side in 1..7 {
                let space = Space::new(Cell::new(2, -3), side, 3);
                let (mut x, mut y, mut count) = (0, 0, 0);
                for cell in space.cells(shape) {
                    let centre = centre(shape, cell);
                    (x, y, count) = (x + centre.0, y + centre.1, count + 1);
                }
                let middle = space.centre(shape);
                assert_eq!(
                    (x, y, 3),
                    (count * middle.x, count * middle.y, middle.z),
                    "{shape:?} {side}"
                );
            }
        }
    }
}
