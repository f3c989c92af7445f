//! Areas: bursts, cones and lines.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::lattice::{Around, Point, Vector, centre, dot};
use super::space::hex_distance;
use super::walk::{Step, Walk};
use super::{Cell, Grid, Heading, Map, Shape, Space, Terrain};

/// Where an area starts.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// A creature or a cell. Its own cells are at distance 0.
    Space(Space),
    /// A corner of a cell's floor, counted clockwise from the north-west on squares (0 to 3) and from the north on hexes
    /// (0 to 5). The cells around it are at distance 1.
    Corner(Cell, u8),
}

/// A set of cells an effect fills, obstacles aside. Lengths are in cells.
///
/// Whether the effect gets from the origin to what is in the area is another question: see
/// [`line_from_point`](super::line_from_point) and [`line_of_effect`](super::line_of_effect).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Area {
    /// All cells at most `radius` away from the origin, the origin's own included.
    Burst {
        /// Where it starts.
        origin: Origin,
        /// How far it reaches, in cells.
        radius: u16,
    },
    /// All cells at most `length` away whose middle lies within the cone's angle, the origin's own not included.
    ///
    /// On squares the cone opens by 90 degrees, 45 to each side, from the middle of the origin's face in this direction, or
    /// from its corner for a diagonal one; so from one cell it takes in 1, 3, 5 and more cells row by row straight ahead, and
    /// all of a quarter diagonally: the same number either way. It opens up and down as it does sideways.
    ///
    /// On hexes the cone opens by 60 degrees, 30 to each side, from the middle of the origin: 1, 3, 3 and 5 hexes toward a
    /// side; 2, 3 and 4 toward a corner, as wide as it is long. Up and down it opens by half a cell per cell.
    Cone {
        /// Where it starts.
        origin: Origin,
        /// Its middle.
        heading: Heading,
        /// How far it reaches, in cells.
        length: u16,
    },
    /// All cells at most `length` away whose inside the straight line through the middle of `through` passes, the origin's own
    /// not included. It starts at the corner, or in the middle of that cell of the origin whose middle is nearest, and does
    /// not end at `through`. Where it runs along an edge it takes the cell to its right.
    Line {
        /// Where it starts.
        origin: Origin,
        /// A cell it passes through.
        through: Cell,
        /// How far it reaches, in cells.
        length: u16,
    },
}

impl Origin {
    /// The height at which it lies.
    #[must_use]
    pub const fn level(self) -> i16 {
        match self {
            Self::Space(space) => space.at.z,
            Self::Corner(cell, _) => cell.z,
        }
    }

    /// The point itself: the middle of a space, or the corner.
    #[must_use]
    pub fn point(self, shape: Shape) -> Point {
        match self {
            Self::Space(space) => space.centre(shape),
            Self::Corner(cell, corner) => Point::corner(shape, cell, corner),
        }
    }

    /// How many cells away a cell is.
    #[must_use]
    pub fn distance(self, grid: Grid, cell: Cell) -> u32 {
        let Self::Corner(at, _) = self else {
            return match self {
                Self::Space(space) => grid.distance(space, Space::cell(cell)),
                Self::Corner(..) => 0,
            };
        };
        let point = self.point(grid.shape);
        let beyond = |cell: i32, line: i32| {
            if cell >= line {
                cell - line + 1
            } else {
                line - cell
            }
        };
        let up = beyond(i32::from(cell.z), i32::from(at.z));
        match grid.shape {
            Shape::Square => {
                let east = beyond(i32::from(cell.x), point.x.div_euclid(2));
                let south = beyond(i32::from(cell.y), point.y.div_euclid(2));
                grid.join(east, south, up)
            }
            Shape::Hex => {
                let around = Around::corner(grid.shape, point.x, point.y);
                let steps = around
                    .cells()
                    .map(|(_, near)| hex_distance(near, cell) + 1)
                    .min();
                grid.join(steps.unwrap_or(i32::MAX), 0, up)
            }
        }
    }
}

impl Area {
    /// Where the area starts.
    #[must_use]
    pub const fn origin(self) -> Origin {
        match self {
            Self::Burst { origin, .. } | Self::Cone { origin, .. } | Self::Line { origin, .. } => {
                origin
            }
        }
    }

    /// Whether a cell belongs to the area.
    #[must_use]
    pub fn contains(self, grid: Grid, cell: Cell) -> bool {
        match self {
            Self::Burst { origin, radius } => origin.distance(grid, cell) <= u32::from(radius),
            Self::Cone {
                origin,
                heading,
                length,
            } => {
                let distance = origin.distance(grid, cell);
                (1..=u32::from(length)).contains(&distance)
                    && is_in_cone(grid.shape, origin, heading, cell, distance)
            }
            Self::Line {
                origin,
                through,
                length,
            } => cells_of_line(grid, origin, through, length).any(|other| other == cell),
        }
    }

    /// Whether a space has a cell in the area.
    #[must_use]
    pub fn touches(self, grid: Grid, space: Space) -> bool {
        let levels = 0..i16::from(space.height.max(1));
        space.cells(grid.shape).any(|cell| {
            levels
                .clone()
                .any(|up| self.contains(grid, cell.offset(0, 0, up)))
        })
    }

    /// The cells of the area on a map, in order: those of a line wherever it passes, those of other areas on the level of
    /// the origin.
    #[must_use]
    pub fn cells(self, map: &Map) -> Vec<Cell> {
        let grid = map.grid();
        let mut cells: Vec<Cell> = match self {
            Self::Line {
                origin,
                through,
                length,
            } => cells_of_line(grid, origin, through, length)
                .filter(|cell| map.contains(*cell))
                .collect(),
            Self::Burst { origin, .. } | Self::Cone { origin, .. } => {
                let level = origin.level();
                map.cells()
                    .map(|cell| cell.with_height(level))
                    .filter(|cell| self.contains(grid, *cell))
                    .collect()
            }
        };
        cells.sort_unstable();
        cells
    }
}

fn is_in_cone(shape: Shape, origin: Origin, heading: Heading, cell: Cell, distance: u32) -> bool {
    let apex = apex(shape, origin, heading);
    let (x, y) = centre(shape, cell);
    let way = apex.to(Point { x, y, z: 0 });
    let up = (2 * i64::from(cell.z) + 1 - i64::from(apex.z)).abs();
    let ahead = heading.vector(shape);
    match shape {
        Shape::Square => {
            let within = if ahead.0 != 0 && ahead.1 != 0 {
                way.0 * ahead.0 > 0 && way.1 * ahead.1 > 0
            } else {
                dot(shape, ahead, way) >= (ahead.0 * way.1 - ahead.1 * way.0).abs()
            };
            within && up <= way.0.abs().max(way.1.abs())
        }
        Shape::Hex => is_within_thirty(shape, ahead, way) && up <= i64::from(distance),
    }
}

/// Whether two directions are at most 30 degrees apart: the square of the cosine is at least 3/4.
fn is_within_thirty(shape: Shape, a: Vector, b: Vector) -> bool {
    let along = i128::from(dot(shape, a, b));
    along > 0
        && 4 * along * along >= 3 * i128::from(dot(shape, a, a)) * i128::from(dot(shape, b, b))
}

/// The point a cone opens from.
fn apex(shape: Shape, origin: Origin, heading: Heading) -> Point {
    let point = origin.point(shape);
    match (shape, origin) {
        (Shape::Square, Origin::Space(space)) => {
            let (x, y) = heading.vector(shape);
            let half = space.width();
            Point {
                x: point.x + x.signum() as i32 * half,
                y: point.y + y.signum() as i32 * half,
                z: point.z,
            }
        }
        _ => point,
    }
}

fn cells_of_line(
    grid: Grid,
    origin: Origin,
    through: Cell,
    length: u16,
) -> impl Iterator<Item = Cell> {
    let shape = grid.shape;
    let end = Point::centre(shape, through);
    let start = match origin {
        Origin::Space(space) => {
            let length = |way: Vector| dot(shape, way, way);
            let nearest = space
                .cells(shape)
                .min_by_key(|cell| length(Point::centre(shape, *cell).to(end)));
            let height = space.centre(shape).z;
            Point {
                z: height,
                ..Point::centre(shape, nearest.unwrap_or(space.at))
            }
        }
        Origin::Corner(..) => origin.point(shape),
    };
    Walk::ray(shape, start, end)
        .filter_map(move |step| match step {
            Step::Inside { cell, from, to } => {
                Some(cell.with_height(from.level_midway(to, start.z, end.z)))
            }
            Step::Corner {
                x,
                y,
                at,
                goes: Some(place),
                ..
            } if place % 2 == 0 => {
                let cell = Around::corner(shape, x, y).cell_at(place + 1)?;
                Some(cell.with_height(at.level_midway(at, start.z, end.z)))
            }
            Step::Border { .. } | Step::Corner { .. } => None,
        })
        .map(move |cell| (cell, origin.distance(grid, cell)))
        .take_while(move |(_, distance)| *distance <= u32::from(length))
        .filter(|(_, distance)| *distance > 0)
        .map(|(cell, _)| cell)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::grid::{Diagonal, Unit};

    fn drawn(map: &Map, area: Area) -> Vec<String> {
        let cells = area.cells(map);
        let all: Vec<_> = map.cells().collect();
        let symbol = |cell: &Cell| {
            if cells
                .iter()
                .any(|other| (other.x, other.y) == (cell.x, cell.y))
            {
                'x'
            } else {
                '.'
            }
        };
        all.chunks(usize::from(map.columns()))
            .map(|row| row.iter().map(symbol).collect())
            .collect()
    }

    fn squares(diagonal: Diagonal, size: u16) -> Map {
        Map::open(
            Grid {
                diagonal,
                ..Grid::squares(5, Unit::Feet)
            },
            size,
            size,
        )
    }

    fn hexes(size: u16) -> Map {
        Map::open(Grid::hexes(1, Unit::Metres), size, size)
    }

    fn at(x: i16, y: i16) -> Origin {
        Origin::Space(Space::cell(Cell::new(x, y)))
    }

    #[test]
    fn bursts() {
        let map = squares(Diagonal::One, 5);
        let burst = |origin, radius| Area::Burst { origin, radius };
        assert_eq!(
            drawn(&map, burst(at(2, 2), 1)),
            [".....", ".xxx.", ".xxx.", ".xxx.", "....."]
        );
        assert_eq!(
            drawn(&map, burst(Origin::Corner(Cell::new(2, 2), 0), 1)),
            [".....", ".xx..", ".xx..", ".....", "....."]
        );
        assert_eq!(
            drawn(&map, burst(at(0, 4), 1)),
            [".....", ".....", ".....", "xx...", "xx..."]
        );
        assert_eq!(burst(Origin::Corner(Cell::new(2, 2), 0), 0).cells(&map), []);
        let map = squares(Diagonal::OneTwoOne, 6);
        let corner = Origin::Corner(Cell::new(2, 2), 2);
        assert_eq!(
            drawn(&map, burst(corner, 3)),
            ["..xx..", ".xxxx.", "xxxxxx", "xxxxxx", ".xxxx.", "..xx.."]
        );
        for (radius, count) in [(1, 3), (2, 12), (3, 27)] {
            assert_eq!(
                burst(Origin::Corner(Cell::new(3, 5), 2), radius)
                    .cells(&hexes(12))
                    .len(),
                count
            );
        }
        for (radius, count) in [(0, 1), (1, 7), (2, 19)] {
            assert_eq!(burst(at(3, 5), radius).cells(&hexes(12)).len(), count);
        }
    }

    #[test]
    fn bursts_reach_up() {
        let grid = Grid::squares(5, Unit::Feet);
        let burst = Area::Burst {
            origin: Origin::Corner(Cell::new(0, 0), 0),
            radius: 2,
        };
        let flier = |z| Space::cell(Cell::at_height(0, 0, z));
        assert!(burst.touches(grid, flier(1)));
        assert!(!burst.touches(grid, flier(2)));
        assert!(burst.touches(grid, Space::cube(Cell::at_height(-4, 0, 0), 3)));
    }

    #[test]
    fn cones_on_squares() {
        let map = squares(Diagonal::One, 6);
        let cone = |origin, heading| Area::Cone {
            origin,
            heading,
            length: 3,
        };
        assert_eq!(
            drawn(&map, cone(at(2, 5), Heading::North)),
            ["......", "......", "xxxxx.", ".xxx..", "..x...", "......"]
        );
        assert_eq!(
            drawn(&map, cone(at(0, 0), Heading::SouthEast)),
            ["......", ".xxx..", ".xxx..", ".xxx..", "......", "......"]
        );
        let ogre = Origin::Space(Space::cube(Cell::new(2, 4), 2));
        assert_eq!(
            drawn(&map, cone(ogre, Heading::North)),
            ["......", "xxxxxx", ".xxxx.", "..xx..", "......", "......"]
        );
        let corner = Origin::Corner(Cell::new(3, 4), 0);
        assert_eq!(
            drawn(&map, cone(corner, Heading::North)),
            ["......", "xxxxxx", ".xxxx.", "..xx..", "......", "......"]
        );
    }

    #[test]
    fn cones_on_hexes() {
        let map = hexes(15);
        let middle = at(4, 7);
        for (heading, counts) in [
            (Heading::East, [1, 4, 7, 12]),
            (Heading::North, [2, 5, 9, 14]),
        ] {
            for (length, count) in (1u16..).zip(counts) {
                assert_eq!(
                    Area::Cone {
                        origin: middle,
                        heading,
                        length
                    }
                    .cells(&map)
                    .len(),
                    count,
                    "{heading} {length}"
                );
            }
        }
    }

    #[test]
    fn lines() {
        let map = squares(Diagonal::One, 6);
        let line = |origin, x, y, length| Area::Line {
            origin,
            through: Cell::new(x, y),
            length,
        };
        assert_eq!(
            drawn(&map, line(at(0, 0), 1, 0, 4)),
            [".xxxx.", "......", "......", "......", "......", "......"]
        );
        assert_eq!(
            drawn(&map, line(at(0, 0), 2, 1, 4)),
            [".x....", ".xxx..", "...xx.", "......", "......", "......"]
        );
        assert_eq!(
            drawn(&map, line(at(0, 0), 1, 1, 9)),
            ["......", ".x....", "..x...", "...x..", "....x.", ".....x"]
        );
        let ogre = Origin::Space(Space::cube(Cell::new(0, 0), 2));
        assert_eq!(
            drawn(&map, line(ogre, 4, 1, 2)),
            ["......", "..xx..", "......", "......", "......", "......"]
        );
        assert_eq!(line(at(2, 2), 2, 2, 5).cells(&map), []);
        let hexes = hexes(6);
        assert_eq!(
            line(at(0, 1), 1, 1, 3).cells(&hexes),
            [Cell::new(1, 1), Cell::new(2, 1), Cell::new(3, 1)]
        );
        assert_eq!(
            line(at(1, 1), 0, 3, 3).cells(&hexes),
            [Cell::new(-1, 4), Cell::new(0, 2), Cell::new(0, 3)],
            "due south, along an edge with the hex to its right"
        );
    }

    #[test]
    fn lines_climb() {
        let area = Area::Line {
            origin: at(0, 0),
            through: Cell::at_height(4, 0, 2),
            length: 6,
        };
        let cells: Vec<_> = area
            .cells(&squares(Diagonal::One, 8))
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(
            cells,
            ["1,0,1", "2,0,1", "3,0,2", "4,0,2", "5,0,3", "6,0,3"]
        );
    }

    prop_compose! {
        fn any_area()(hex: bool, kind in 0..3, x in 4i16..9, y in 4i16..9, side in 1u8..4, reach in 0u16..6, turn in 0usize..8, tx in 0i16..12, ty in 0i16..12) -> (Shape, Area) {
            let shape = if hex { Shape::Hex } else { Shape::Square };
            let origin = Origin::Space(Space::cube(Cell::new(x, y), side));
            (shape, match kind {
                0 => Area::Burst { origin, radius: reach },
                1 => Area::Cone { origin, heading: Heading::all(shape)[turn], length: reach },
                _ => Area::Line { origin, through: Cell::new(tx, ty), length: reach },
            })
        }
    }

    proptest! {
        #[test]
        fn what_is_listed_is_contained((shape, area) in any_area()) {
            let map = Map::open(Grid { shape, ..Grid::squares(1, Unit::Spaces) }, 14, 14);
            let cells = area.cells(&map);
            prop_assert!(cells.windows(2).all(|pair| pair[0] < pair[1]), "sorted, each once");
            for cell in map.cells() {
                let level = cells.contains(&cell);
                prop_assert_eq!(level, area.contains(map.grid(), cell));
            }
        }
    }
}
