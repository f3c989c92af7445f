//! Directions, turning, and what lies in front, beside and behind.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::distance::{HEX_STEPS, SQUARE_STEPS};
use super::lattice::{Vector, centre, dot};
use super::space::level_gap;
use super::{Cell, Shape, Space};

/// A direction on a map with north at its top.
///
/// On squares there are eight, 45 degrees apart: the four between north-east and south-east and between south-west and
/// north-west that only hexes have count as east and west there. On hexes there are twelve, 30 degrees apart: six toward a
/// side (north-east, east, south-east and so on, where the neighbours are) and six toward a corner (north,
/// east-north-east, east-south-east and so on).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema, TS,
)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum Heading {
    North,
    NorthEast,
    EastNorthEast,
    East,
    EastSouthEast,
    SouthEast,
    South,
    SouthWest,
    WestSouthWest,
    West,
    WestNorthWest,
    NorthWest,
}

/// Where something lies, seen by somebody who faces a certain way.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Arc {
    /// Ahead.
    Front,
    /// To the left or right.
    Side,
    /// Behind.
    Rear,
}

use Heading::{
    East, EastNorthEast, EastSouthEast, North, NorthEast, NorthWest, South, SouthEast, SouthWest,
    West, WestNorthWest, WestSouthWest,
};

const ON_SQUARES: [Heading; 8] = [
    North, NorthEast, East, SouthEast, South, SouthWest, West, NorthWest,
];
const ON_HEXES: [Heading; 12] = [
    North,
    NorthEast,
    EastNorthEast,
    East,
    EastSouthEast,
    SouthEast,
    South,
    SouthWest,
    WestSouthWest,
    West,
    WestNorthWest,
    NorthWest,
];

impl Heading {
    /// The written name: `north`, `north-east`, `east-north-east` and so on.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            North => "north",
            NorthEast => "north-east",
            EastNorthEast => "east-north-east",
            East => "east",
            EastSouthEast => "east-south-east",
            SouthEast => "south-east",
            South => "south",
            SouthWest => "south-west",
            WestSouthWest => "west-south-west",
            West => "west",
            WestNorthWest => "west-north-west",
            NorthWest => "north-west",
        }
    }

    /// All directions of a shape, clockwise from north.
    #[must_use]
    pub const fn all(shape: Shape) -> &'static [Self] {
        match shape {
            Shape::Square => &ON_SQUARES,
            Shape::Hex => &ON_HEXES,
        }
    }

    /// The directions in which a cell has neighbours, clockwise from north (from north-east on hexes).
    pub fn of_neighbours(shape: Shape) -> impl Iterator<Item = Self> {
        Self::all(shape)
            .iter()
            .copied()
            .filter(move |heading| heading.step(shape).is_some())
    }

    /// Degrees between two directions that follow one another: 45 on squares, 30 on hexes.
    #[must_use]
    pub const fn degrees_per_turn(shape: Shape) -> u16 {
        match shape {
            Shape::Square => 45,
            Shape::Hex => 30,
        }
    }

    /// The direction so many turns further clockwise, or counter-clockwise when negative.
    #[must_use]
    pub fn turned(self, shape: Shape, turns: i8) -> Self {
        let all = Self::all(shape);
        let count = all.len() as i32;
        let place = (i32::from(self.place(shape)) + i32::from(turns)).rem_euclid(count);
        all.get(place as usize).copied().unwrap_or(self)
    }

    /// The direction behind one's back.
    #[must_use]
    pub fn opposite(self, shape: Shape) -> Self {
        self.turned(shape, if shape == Shape::Square { 4 } else { 6 })
    }

    /// The fewest turns from one direction to the other, to whichever side: up to 4 on squares and 6 on hexes.
    #[must_use]
    pub fn turns_to(self, shape: Shape, other: Self) -> u8 {
        let apart = self.place(shape).abs_diff(other.place(shape));
        apart.min(Self::all(shape).len() as u8 - apart)
    }

    /// The angle between two directions, in degrees up to 180.
    #[must_use]
    pub fn degrees_to(self, shape: Shape, other: Self) -> u16 {
        u16::from(self.turns_to(shape, other)) * Self::degrees_per_turn(shape)
    }

    /// The offset to the neighbour in this direction; hexes have none toward a corner.
    #[must_use]
    pub fn step(self, shape: Shape) -> Option<(i16, i16)> {
        let place = usize::from(self.place(shape));
        match shape {
            Shape::Square => SQUARE_STEPS.get(place),
            Shape::Hex if place % 2 == 1 => HEX_STEPS.get(place / 2),
            Shape::Hex => None,
        }
        .copied()
    }

    /// The direction of a step from a cell to a neighbour, heights aside; nothing for other pairs of cells, straight up and
    /// down included.
    #[must_use]
    pub fn of_step(shape: Shape, from: Cell, to: Cell) -> Option<Self> {
        let (x, y) = (to.x.checked_sub(from.x)?, to.y.checked_sub(from.y)?);
        let place = match (shape, x, y) {
            (Shape::Square, 0, -1) => 0,
            (Shape::Square | Shape::Hex, 1, -1) => 1,
            (Shape::Square, 1, 0) => 2,
            (Shape::Square, 1, 1) | (Shape::Hex, 1, 0) => 3,
            (Shape::Square, 0, 1) => 4,
            (Shape::Square, -1, 1) | (Shape::Hex, 0, 1) => 5,
            (Shape::Square, -1, 0) => 6,
            (Shape::Square, -1, -1) | (Shape::Hex, -1, 1) => 7,
            (Shape::Hex, -1, 0) => 9,
            (Shape::Hex, 0, -1) => 11,
            _ => return None,
        };
        Self::all(shape).get(place).copied()
    }

    /// The nearest direction from the middle of one space to the middle of another; nothing when one stands above the
    /// other. No two directions are ever equally near.
    #[must_use]
    pub fn toward(shape: Shape, from: Space, to: Space) -> Option<Self> {
        let (x, y) = from.centre(shape).to(to.centre(shape));
        if (x, y) == (0, 0) {
            return None;
        }
        let (wide, high) = (x.abs(), y.abs());
        // How many turns away from due north or south, within the quarter.
        let turns = match shape {
            Shape::Square => {
                let (long, short) = (wide.max(high), wide.min(high));
                // Straight up to 22.5 degrees, whose tangent is the square root of 2, less 1.
                if (long + short) * (long + short) > 2 * long * long {
                    1
                } else if wide > high {
                    2
                } else {
                    0
                }
            }
            // Borders at 15, 45 and 75 degrees; a width counts the square root of 3 as much as a height.
            Shape::Hex if 3 * (wide + high) * (wide + high) < 4 * high * high => 0,
            Shape::Hex if 3 * wide * wide < high * high => 1,
            Shape::Hex if wide <= high || 3 * (wide - high) * (wide - high) < 4 * high * high => 2,
            Shape::Hex => 3,
        };
        Some(match (x >= 0, y <= 0) {
            (true, true) => North.turned(shape, turns),
            (true, false) => South.turned(shape, -turns),
            (false, false) => South.turned(shape, turns),
            (false, true) => North.turned(shape, -turns),
        })
    }

    /// The nearest direction in which a cell has neighbours: [`Heading::toward`] on squares. On hexes, where a corner is as
    /// near to the sides left and right of it, the one clockwise from an exact corner.
    #[must_use]
    pub fn side_toward(shape: Shape, from: Space, to: Space) -> Option<Self> {
        if shape == Shape::Square {
            return Self::toward(shape, from, to);
        }
        let (x, y) = from.centre(shape).to(to.centre(shape));
        let level = x.abs().cmp(&y.abs());
        Some(
            match (x.signum(), y.signum(), level.is_lt(), level.is_eq()) {
                (0, 0, ..) => return None,
                (0, -1, ..) | (1, -1, true, _) => NorthEast,
                (1, -1, _, true) => East,
                (1, 1, true, _) | (1, 1, _, true) => SouthEast,
                (0, 1, ..) | (-1, 1, true, _) => SouthWest,
                (-1, 1, _, true) => West,
                (-1, -1, true, _) | (-1, -1, _, true) => NorthWest,
                (1, ..) => East,
                _ => West,
            },
        )
    }

    /// The direction that dominates from the middle of one space to the middle of another: on squares a diagonal unless one
    /// difference is less than half the other; on hexes as [`Heading::side_toward`]. Nothing when one stands above the other.
    #[must_use]
    pub fn dominant(shape: Shape, from: Space, to: Space) -> Option<Self> {
        if shape == Shape::Hex {
            return Self::side_toward(shape, from, to);
        }
        let (x, y) = from.centre(shape).to(to.centre(shape));
        let (long, short) = (x.abs().max(y.abs()), x.abs().min(y.abs()));
        let keep = |part: i64| {
            if 2 * short < long && part.abs() == short {
                0
            } else {
                part.signum()
            }
        };
        let (x, y) = (keep(x) as i16, keep(y) as i16);
        Self::of_step(shape, Cell::new(0, 0), Cell::new(x, y))
    }

    /// A single facing that has all these directions in front of it, if there is one: the first, clockwise from north.
    ///
    /// On hexes only sides are tried, and the directions should be sides, too.
    pub fn facing_all(
        shape: Shape,
        directions: impl Iterator<Item = Self> + Clone,
    ) -> Option<Self> {
        Self::of_neighbours(shape).find(|facing| {
            directions.clone().all(|direction| {
                facing.turns_to(shape, direction) <= if shape == Shape::Square { 1 } else { 2 }
            })
        })
    }

    /// Which arc another space is in for somebody in `own` with this facing.
    ///
    /// By the direction from middle to middle. On squares the facing and its two neighbours are the front, the two directions
    /// beside these the sides, and three are the rear. On hexes, facing a side, the front is all within 90 degrees and the
    /// rest is rear; facing a corner, the front is all within 60 degrees, the sides all within 120. The same place is front.
    #[must_use]
    pub fn arc(self, shape: Shape, own: Space, other: Space) -> Arc {
        let Some(direction) = Self::toward(shape, own, other) else {
            return Arc::Front;
        };
        match shape {
            Shape::Square => match self.turns_to(shape, direction) {
                0 | 1 => Arc::Front,
                2 => Arc::Side,
                _ => Arc::Rear,
            },
            Shape::Hex => {
                let way = own.centre(shape).to(other.centre(shape));
                let along = dot(shape, self.vector(shape), way);
                // Within 60 degrees the square of the cosine is at least 1/4.
                let steep = 4 * i128::from(along) * i128::from(along)
                    >= i128::from(dot(shape, way, way))
                        * i128::from(dot(shape, self.vector(shape), self.vector(shape)));
                match (self.step(shape).is_some(), along >= 0, steep) {
                    (true, true, _) | (false, true, true) => Arc::Front,
                    (true, false, _) => Arc::Rear,
                    (false, _, false) => Arc::Side,
                    (false, false, true) if self.is_sixty_from_rear(shape, way) => Arc::Side,
                    (false, false, true) => Arc::Rear,
                }
            }
        }
    }

    /// Whether the nearest cell of another space lies within 90 degrees of this facing, exactly 90 included.
    ///
    /// Nearest are the cells that are the fewest steps away from `own`, heights aside; of equally near ones one is enough. The same place
    /// counts as faced.
    #[must_use]
    pub fn faces(self, shape: Shape, own: Space, other: Space) -> bool {
        let middle = own.centre(shape);
        let ahead = |cell| {
            let (x, y) = centre(shape, cell);
            let way = (
                i64::from(x) - i64::from(middle.x),
                i64::from(y) - i64::from(middle.y),
            );
            dot(shape, self.vector(shape), way) >= 0
        };
        let steps = |cell| level_gap(shape, own, Space::cell(cell)).0;
        let nearest = other.cells(shape).map(steps).min();
        let mut cells = other.cells(shape);
        cells.any(|cell| Some(steps(cell)) == nearest && ahead(cell))
    }

    /// Exactly 120 degrees from this facing.
    fn is_sixty_from_rear(self, shape: Shape, way: Vector) -> bool {
        let own = self.vector(shape);
        let along = i128::from(dot(shape, own, way));
        4 * along * along == i128::from(dot(shape, way, way)) * i128::from(dot(shape, own, own))
    }

    /// A vector that points this way.
    pub(super) fn vector(self, shape: Shape) -> Vector {
        match shape {
            Shape::Square => {
                let (x, y) = SQUARE_STEPS
                    .get(usize::from(self.place(shape)))
                    .copied()
                    .unwrap_or_default();
                (i64::from(x), i64::from(y))
            }
            Shape::Hex => match self {
                North => (0, -2),
                NorthEast => (1, -3),
                EastNorthEast => (1, -1),
                East => (2, 0),
                EastSouthEast => (1, 1),
                SouthEast => (1, 3),
                South => (0, 2),
                SouthWest => (-1, 3),
                WestSouthWest => (-1, 1),
                West => (-2, 0),
                WestNorthWest => (-1, -1),
                NorthWest => (-1, -3),
            },
        }
    }

    /// The place among all directions of the shape.
    fn place(self, shape: Shape) -> u8 {
        match shape {
            Shape::Hex => self as u8,
            Shape::Square => match self {
                North => 0,
                NorthEast => 1,
                EastNorthEast | East | EastSouthEast => 2,
                SouthEast => 3,
                South => 4,
                SouthWest => 5,
                WestSouthWest | West | WestNorthWest => 6,
                NorthWest => 7,
            },
        }
    }
}

/// A text that names no direction.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is not a direction: write one such as north or north-east")]
pub struct HeadingError(pub String);

impl fmt::Display for Heading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Heading {
    type Err = HeadingError;

    fn from_str(text: &str) -> Result<Self, HeadingError> {
        ON_HEXES
            .into_iter()
            .find(|heading| heading.name() == text)
            .ok_or_else(|| HeadingError(text.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Grid, Unit};

    const SHAPES: [Shape; 2] = [Shape::Square, Shape::Hex];
    const HERE: Space = Space::cell(Cell::new(5, 5));

    fn ring(shape: Shape) -> Vec<Space> {
        let grid = Grid {
            shape,
            ..Grid::squares(1, Unit::Spaces)
        };
        grid.neighbours(HERE.at).map(Space::cell).collect()
    }

    #[test]
    fn a_step_toward_a_neighbour_has_its_direction() {
        for shape in SHAPES {
            let headings: Vec<_> = Heading::of_neighbours(shape).collect();
            for (heading, other) in headings.iter().zip(ring(shape)) {
                assert_eq!(Heading::of_step(shape, HERE.at, other.at), Some(*heading));
                assert_eq!(Heading::toward(shape, HERE, other), Some(*heading));
                assert_eq!(Heading::side_toward(shape, HERE, other), Some(*heading));
                assert_eq!(Heading::dominant(shape, HERE, other), Some(*heading));
                assert_eq!(
                    Heading::toward(shape, other, HERE),
                    Some(heading.opposite(shape))
                );
            }
            assert_eq!(
                Heading::of_step(shape, HERE.at, HERE.at.offset(0, 0, 1)),
                None
            );
            assert_eq!(Heading::toward(shape, HERE, HERE), None);
            assert_eq!(Heading::side_toward(shape, HERE, HERE), None);
            assert_eq!(Heading::dominant(shape, HERE, HERE), None);
        }
    }

    #[test]
    fn the_nearest_direction_is_the_one_with_the_greatest_cosine() {
        for shape in SHAPES {
            for (x, y) in (-9i16..=9).flat_map(|x| (-9i16..=9).map(move |y| (x, y))) {
                let other = Space::cell(HERE.at.offset(x, y, 0));
                let Some(found) = Heading::toward(shape, HERE, other) else {
                    assert_eq!((x, y), (0, 0));
                    continue;
                };
                let way = HERE.centre(shape).to(other.centre(shape));
                let cosine = |heading: &Heading| {
                    let own = heading.vector(shape);
                    dot(shape, own, way) as f64 / (dot(shape, own, own) as f64).sqrt()
                };
                let best = Heading::all(shape)
                    .iter()
                    .max_by(|a, b| cosine(a).total_cmp(&cosine(b)));
                assert_eq!(Some(&found), best, "{shape:?} {x},{y}");
                let side = Heading::side_toward(shape, HERE, other).unwrap();
                let best = Heading::of_neighbours(shape)
                    .map(|heading| cosine(&heading))
                    .fold(f64::MIN, f64::max);
                assert!(cosine(&side) > best - 1e-9, "{shape:?} {x},{y}");
                let back = Heading::side_toward(shape, other, HERE).unwrap();
                assert_eq!(back, side.opposite(shape));
            }
        }
    }

    #[test]
    fn dominant_directions_change_at_half() {
        let toward =
            |x, y| Heading::dominant(Shape::Square, HERE, Space::cell(HERE.at.offset(x, y, 0)));
        assert_eq!(toward(4, 2), Some(SouthEast));
        assert_eq!(toward(4, 1), Some(East));
        assert_eq!(toward(-1, -3), Some(North));
        assert_eq!(toward(-3, 0), Some(West));
    }

    #[test]
    fn names_read_back() {
        for heading in Heading::all(Shape::Hex) {
            assert_eq!(heading.to_string().parse(), Ok(*heading));
            assert_eq!(serde_json::to_value(heading).unwrap(), heading.name());
        }
        assert_eq!("up".parse::<Heading>(), Err(HeadingError("up".into())));
    }

    #[test]
    fn turning_goes_the_shorter_way() {
        assert_eq!(North.turns_to(Shape::Square, NorthWest), 1);
        assert_eq!(NorthWest.turns_to(Shape::Square, SouthEast), 4);
        assert_eq!(North.turns_to(Shape::Hex, NorthWest), 1);
        assert_eq!(NorthEast.degrees_to(Shape::Hex, West), 120);
        assert_eq!(North.degrees_to(Shape::Square, East), 90);
        for shape in SHAPES {
            for heading in Heading::all(shape) {
                let turned =
                    (-3..=3).map(|turns| heading.turned(shape, turns).turns_to(shape, *heading));
                assert_eq!(turned.collect::<Vec<_>>(), [3, 2, 1, 0, 1, 2, 3]);
                assert_eq!(
                    heading.turned(shape, Heading::all(shape).len() as i8),
                    *heading
                );
                assert_eq!(heading.degrees_to(shape, heading.opposite(shape)), 180);
            }
        }
    }

    fn arcs(shape: Shape, facing: Heading) -> String {
        let letter = |other| match facing.arc(shape, HERE, other) {
            Arc::Front => 'F',
            Arc::Side => 'S',
            Arc::Rear => 'R',
        };
        ring(shape).into_iter().map(letter).collect()
    }

    #[test]
    fn arcs_of_the_neighbours_clockwise() {
        assert_eq!(arcs(Shape::Square, North), "FFSRRRSF");
        assert_eq!(arcs(Shape::Square, NorthWest), "FSRRRSFF");
        assert_eq!(arcs(Shape::Hex, NorthEast), "FFRRRF");
        assert_eq!(arcs(Shape::Hex, East), "FFFRRR");
        assert_eq!(arcs(Shape::Hex, North), "FSRRSF");
        assert_eq!(arcs(Shape::Hex, EastSouthEast), "SFFSRR");
    }

    #[test]
    fn borders_between_arcs_belong_to_the_better_one() {
        let other = |x, y| Space::cell(HERE.at.offset(x, y, 0));
        assert_eq!(
            East.arc(Shape::Hex, HERE, other(1, -2)),
            Arc::Front,
            "due north"
        );
        assert_eq!(
            North.arc(Shape::Hex, HERE, other(2, -1)),
            Arc::Front,
            "60 degrees"
        );
        assert_eq!(
            North.arc(Shape::Hex, HERE, other(1, 1)),
            Arc::Side,
            "120 degrees"
        );
        assert_eq!(North.arc(Shape::Hex, HERE, other(-1, 2)), Arc::Rear);
        assert_eq!(North.arc(Shape::Hex, HERE, HERE), Arc::Front);
    }

    #[test]
    fn half_of_the_surroundings_is_faced() {
        let faced = |shape, facing: Heading| -> Vec<bool> {
            ring(shape)
                .into_iter()
                .map(|other| facing.faces(shape, HERE, other))
                .collect()
        };
        assert_eq!(
            faced(Shape::Square, North),
            [true, true, true, false, false, false, true, true]
        );
        assert_eq!(
            faced(Shape::Hex, East),
            [true, true, true, false, false, false]
        );
        assert!(North.faces(Shape::Square, HERE, HERE));
        let giant = Space::cube(Cell::new(6, 4), 3);
        assert!(
            North.faces(Shape::Square, HERE, giant),
            "its nearest cell is due east"
        );
        assert!(!West.faces(Shape::Square, HERE, giant));
        assert!(
            SouthWest.faces(Shape::Square, HERE, giant),
            "a diagonal step is one step: its corner to the south-east is as near"
        );
    }

    #[test]
    fn one_facing_may_have_all_in_front() {
        let facing = |shape, list: &[Heading]| Heading::facing_all(shape, list.iter().copied());
        assert_eq!(facing(Shape::Square, &[North, East]), Some(NorthEast));
        assert_eq!(facing(Shape::Square, &[North, SouthEast]), None);
        assert_eq!(
            facing(Shape::Square, &[North, NorthEast, East]),
            Some(NorthEast)
        );
        assert_eq!(facing(Shape::Hex, &[East, SouthWest]), Some(SouthEast));
        assert_eq!(facing(Shape::Hex, &[East, West]), None);
        assert_eq!(facing(Shape::Hex, &[NorthEast, SouthEast, West]), None);
    }
}
