//! Distance, adjacency, reach and neighbours.

use super::space::{height_gap, level_gap};
use super::{Cell, Diagonal, Grid, Shape, Space};

impl Grid {
    /// Distance in cells between the nearest cells of two rooms: 0 where they overlap, 1 for neighbours.
    ///
    /// Height counts as one more axis under the grid's [`Diagonal`] rule.
    #[inline(always)]
    #[must_use]
    pub fn distance(self, a: Space, b: Space) -> u32 {
        let single = |space: Space| space.side == 1 && space.height == 1;
        if self.shape == Shape::Square && single(a) && single(b) {
            let apart = |a: i16, b: i16| (i32::from(a) - i32::from(b)).abs();
            let (x, y) = (apart(a.at.x, b.at.x), apart(a.at.y, b.at.y));
            return self.join(x, y, apart(a.at.z, b.at.z));
        }
        self.between_rooms(a, b)
    }

    fn between_rooms(self, a: Space, b: Space) -> u32 {
        let (long, short) = level_gap(self.shape, a, b);
        self.join(long, short, height_gap(a, b))
    }

    /// Distance in cells between two cells.
    #[must_use]
    pub fn cells_between(self, a: Cell, b: Cell) -> u32 {
        self.distance(Space::cell(a), Space::cell(b))
    }

    /// Distance between two rooms in the grid's unit.
    #[must_use]
    pub fn measure(self, a: Space, b: Space) -> u32 {
        self.length(self.distance(a, b))
    }

    /// Whether two rooms touch without overlapping, be it only at a corner, heights included.
    #[must_use]
    pub fn adjacent(self, a: Space, b: Space) -> bool {
        level_gap(self.shape, a, b).0.max(height_gap(a, b)) == 1
    }

    /// How many steps one of two rooms has to go at least until they touch the same columns, whatever the grid's [`Diagonal`] rule: never
    /// more than [`Grid::distance`], and for neighbouring places it differs by one at most.
    #[must_use]
    pub fn steps_between(self, a: Space, b: Space) -> u32 {
        level_gap(self.shape, a, b).0.unsigned_abs()
    }

    /// Whether some cell of `b` is at most `reach` cells away from some cell of `a`.
    #[must_use]
    pub fn within(self, a: Space, b: Space, reach: u32) -> bool {
        self.distance(a, b) <= reach
    }

    /// The neighbours of a cell on its own level, clockwise from the north (from the north-east on hexes).
    #[must_use]
    pub fn neighbours(self, cell: Cell) -> Neighbours {
        Neighbours {
            shape: self.shape,
            cell,
            next: 0,
        }
    }

    /// The neighbours of a cell on its own level, then those one level up and one level down, straight up and down included.
    #[must_use]
    pub fn surroundings(self, cell: Cell) -> Surroundings {
        Surroundings {
            grid: self,
            cell,
            level: 0,
            centre: false,
            ring: self.neighbours(cell),
        }
    }

    /// Joins three differences, given without sign, into a distance in cells.
    #[inline(always)]
    pub(super) fn join(self, x: i32, y: i32, z: i32) -> u32 {
        if self.diagonal == Diagonal::One {
            return x.max(y).max(z).unsigned_abs();
        }
        self.join_sorted(x, y, z)
    }

    fn join_sorted(self, x: i32, y: i32, z: i32) -> u32 {
        let mut sorted = [x, y, z];
        sorted.sort_unstable();
        let [short, middle, long] = sorted;
        let cells = match self.diagonal {
            Diagonal::One => long,
            Diagonal::OneTwoOne => long + middle / 2,
            Diagonal::Two => long + middle + short,
        };
        cells.unsigned_abs()
    }
}

/// Offsets to the neighbours on squares, clockwise from the north.
pub(super) const SQUARE_STEPS: [(i16, i16); 8] = [
    (0, -1),
    (1, -1),
    (1, 0),
    (1, 1),
    (0, 1),
    (-1, 1),
    (-1, 0),
    (-1, -1),
];

/// Offsets to the neighbours on hexes, clockwise from the north-east.
pub(super) const HEX_STEPS: [(i16, i16); 6] = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)];

/// The level neighbours of a cell; see [`Grid::neighbours`].
#[derive(Clone, Debug)]
pub struct Neighbours {
    shape: Shape,
    cell: Cell,
    next: usize,
}

impl Iterator for Neighbours {
    type Item = Cell;

    fn next(&mut self) -> Option<Cell> {
        let (x, y) = match self.shape {
            Shape::Square => SQUARE_STEPS.get(self.next),
            Shape::Hex => HEX_STEPS.get(self.next),
        }?;
        self.next += 1;
        Some(self.cell.offset(*x, *y, 0))
    }
}

/// The neighbours of a cell on three levels; see [`Grid::surroundings`].
#[derive(Clone, Debug)]
pub struct Surroundings {
    grid: Grid,
    cell: Cell,
    level: u8,
    centre: bool,
    ring: Neighbours,
}

impl Iterator for Surroundings {
    type Item = Cell;

    fn next(&mut self) -> Option<Cell> {
        let level = |cell: Cell, level: u8| match level {
            0 => cell,
            1 => cell.offset(0, 0, 1),
            _ => cell.offset(0, 0, -1),
        };
        loop {
            if self.centre {
                self.centre = false;
                return Some(level(self.cell, self.level));
            }
            if let Some(cell) = self.ring.next() {
                return Some(level(cell, self.level));
            }
            if self.level == 2 {
                return None;
            }
            self.level += 1;
            self.centre = true;
            self.ring = self.grid.neighbours(self.cell);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::grid::Unit;

    fn grid(shape: Shape, diagonal: Diagonal) -> Grid {
        Grid {
            shape,
            diagonal,
            cell: 5,
            unit: Unit::Feet,
        }
    }

    fn at(x: i16, y: i16) -> Space {
        Space::cell(Cell::new(x, y))
    }

    #[test]
    fn squares_count_diagonals_as_the_rule_says() {
        for (diagonal, cells) in [
            (Diagonal::One, 4),
            (Diagonal::OneTwoOne, 5),
            (Diagonal::Two, 7),
        ] {
            assert_eq!(
                grid(Shape::Square, diagonal).distance(at(0, 0), at(4, -3)),
                cells
            );
        }
        assert_eq!(
            grid(Shape::Square, Diagonal::One).measure(at(0, 0), at(4, -3)),
            20
        );
    }

    #[test]
    fn height_is_a_third_axis() {
        let (ground, above) = (Cell::new(0, 0), Cell::at_height(2, 1, 4));
        for (diagonal, cells) in [
            (Diagonal::One, 4),
            (Diagonal::OneTwoOne, 5),
            (Diagonal::Two, 7),
        ] {
            assert_eq!(
                grid(Shape::Square, diagonal).cells_between(ground, above),
                cells
            );
        }
        assert_eq!(
            grid(Shape::Hex, Diagonal::One).cells_between(ground, above),
            4
        );
        let tall = Space::new(ground, 1, 4);
        assert_eq!(
            grid(Shape::Square, Diagonal::One).distance(tall, Space::cell(above)),
            2
        );
    }

    #[test]
    fn distance_runs_between_the_nearest_cells() {
        let squares = grid(Shape::Square, Diagonal::One);
        let ogre = Space::cube(Cell::new(0, 0), 2);
        assert_eq!(squares.distance(ogre, at(3, 1)), 2);
        assert_eq!(squares.distance(ogre, at(1, 1)), 0);
        assert!(squares.adjacent(ogre, at(2, 2)));
        assert!(!squares.adjacent(ogre, at(3, 1)));
        assert!(!squares.adjacent(ogre, at(1, 1)));
        assert!(squares.within(ogre, at(3, 1), 2));
        assert!(!squares.within(ogre, at(3, 1), 1));
    }

    #[test]
    fn diagonal_neighbours_are_adjacent_under_every_rule() {
        for diagonal in [Diagonal::One, Diagonal::OneTwoOne, Diagonal::Two] {
            assert!(grid(Shape::Square, diagonal).adjacent(at(0, 0), at(1, 1)));
        }
    }

    #[test]
    fn a_cell_has_its_neighbours_once() {
        for (shape, level, all) in [(Shape::Square, 8, 26), (Shape::Hex, 6, 20)] {
            let grid = grid(shape, Diagonal::One);
            let cell = Cell::at_height(3, 4, 5);
            let near: Vec<_> = grid.neighbours(cell).collect();
            assert_eq!(near.len(), level);
            let mut around: Vec<_> = grid.surroundings(cell).collect();
            assert_eq!(around[..level], near);
            around.sort_unstable();
            around.dedup();
            assert_eq!(around.len(), all);
            assert!(
                around
                    .iter()
                    .all(|other| grid.adjacent(Space::cell(cell), Space::cell(*other)))
            );
        }
    }

    #[test]
    fn a_hex_ring_has_six_hexes_per_step() {
        let hexes = grid(Shape::Hex, Diagonal::One);
        for radius in 1..6u32 {
            let reach = -8i16..=8;
            let ring = reach
                .clone()
                .flat_map(|x| reach.clone().map(move |y| Cell::new(x, y)))
                .filter(|cell| hexes.cells_between(Cell::default(), *cell) == radius)
                .count();
            assert_eq!(ring, 6 * radius as usize);
        }
    }

    prop_compose! {
        fn any_space()(x in -20i16..20, y in -20i16..20, z in -5i16..5, side in 1u8..6, height in 1u8..4) -> Space {
            Space::new(Cell::at_height(x, y, z), side, height)
        }
    }

    fn any_grid() -> impl Strategy<Value = Grid> {
        (
            prop_oneof![Just(Shape::Square), Just(Shape::Hex)],
            prop_oneof![
                Just(Diagonal::One),
                Just(Diagonal::OneTwoOne),
                Just(Diagonal::Two)
            ],
        )
            .prop_map(|(shape, diagonal)| grid(shape, diagonal))
    }

    proptest! {
        #[test]
        fn distance_is_the_same_both_ways(grid in any_grid(), a in any_space(), b in any_space()) {
            prop_assert_eq!(grid.distance(a, b), grid.distance(b, a));
            prop_assert_eq!(grid.adjacent(a, b), grid.adjacent(b, a));
        }

        #[test]
        fn distance_is_that_of_the_nearest_cells(grid in any_grid(), a in any_space(), b in any_space()) {
            let levels = |space: Space| (0..i16::from(space.height)).flat_map(move |up| space.cells(grid.shape).map(move |cell| cell.offset(0, 0, up)));
            let nearest = levels(a).flat_map(|one| levels(b).map(move |other| grid.cells_between(one, other))).min();
            prop_assert_eq!(Some(grid.distance(a, b)), nearest);
            prop_assert_eq!(grid.distance(a, b) == 0, a.overlaps(grid.shape, b));
        }

        #[test]
        fn steps_are_never_more_than_the_distance_and_change_by_one_a_step(grid in any_grid(), a in any_space(), b in any_space()) {
            let steps = grid.steps_between(a, b);
            prop_assert!(steps <= grid.distance(a, b));
            for to in grid.surroundings(a.at) {
                prop_assert!(grid.steps_between(a.moved_to(to), b).abs_diff(steps) <= 1);
            }
        }

        #[test]
        fn a_detour_is_never_shorter(shape in prop_oneof![Just(Shape::Square), Just(Shape::Hex)], a in any_space(), b in any_space(), c in any_space()) {
            let grid = grid(shape, Diagonal::One);
            let (a, b, c) = (a.at, b.at, c.at);
            prop_assert!(grid.cells_between(a, c) <= grid.cells_between(a, b) + grid.cells_between(b, c));
        }
    }
}
