//! Squares and hexes: footprints, distance, reach, lines, cover, flanking, facing, areas and paths.
//!
//! All geometry is exact and in whole numbers, and nothing here depends on the order of hashes, so every answer is the same
//! everywhere. Distances, lines and flanking allocate nothing.
//!
//! # A tour
//!
//! A [`MapSetup`] is what somebody writes; [`MapSetup::build`] checks it and makes the [`Map`]. What a fight changes lies in
//! [`Changes`]; both together answer questions as a [`Terrain`].
//!
//! ```
//! use affray_kernel::grid::*;
//!
//! let setup: MapSetup = toml::from_str(r##"
//!     rows = [
//!         "......",
//!         "..#...",
//!         "..#.~.",
//!     ]
//!     legend."~" = { elevation = -1, water = 1 }
//!     edges = [{ between = [[3, 0], [4, 0]], until = [3, 2], kind = "wall" }]
//!     [grid]
//!     cell = 5
//!     unit = "feet"
//! "##).unwrap();
//! let map = setup.build().unwrap();
//!
//! let mut changes = Changes::default();
//! changes.set_edge(&map, Cell::new(3, 1), Cell::new(4, 1), Some(EdgeKind::OpenDoor));
//! let terrain = changes.on(&map);
//! ```
//!
//! Creatures take up a [`Space`]; the [`Grid`] measures between spaces.
//!
//! ```
//! # use affray_kernel::grid::*;
//! let grid = Grid::squares(5, Unit::Feet);
//! let ogre = Space::cube(Cell::new(0, 0), 2);
//! let archer = Space::cell("6,1".parse().unwrap());
//! assert_eq!(grid.measure(ogre, archer), 25);
//! assert!(!grid.adjacent(ogre, archer));
//! ```
//!
//! [`line_of_effect`], [`line_of_sight`] and [`exposure`] say what gets past walls; [`cells_on_line`] and [`passes_through`]
//! what else is on the way; [`opposite_sides`] who is flanked; a [`Heading`] what is in front of whom.
//!
//! ```
//! # use affray_kernel::grid::*;
//! # let rows = ["......", "..#...", "..#..."].map(String::from).to_vec();
//! let map = MapSetup { rows, ..MapSetup::default() }.build().unwrap();
//! let at = |x, y| Space::cell(Cell::new(x, y));
//! assert!(!line_of_effect(&map, at(0, 2), at(4, 2)));
//! assert!(line_of_effect(&map, at(0, 0), at(4, 1)));
//! assert!(!exposure(&map, Line::Effect, at(0, 0), at(3, 2)).is_full());
//! assert!(opposite_sides(Shape::Square, at(0, 0), at(2, 1), at(1, 0)));
//! assert_eq!(Heading::North.arc(Shape::Square, at(1, 1), at(1, 2)), Arc::Rear);
//! ```
//!
//! An [`Area`] lists or tests the cells an effect fills, and a [`Mover`] finds the ways a footprint can go.
//!
//! ```
//! # use affray_kernel::grid::*;
//! let map = Map::open(Grid::hexes(1, Unit::Metres), 9, 9);
//! let burst = Area::Burst { origin: Origin::Space(Space::cell(Cell::new(3, 4))), radius: 2 };
//! assert_eq!(burst.cells(&map).len(), 19);
//!
//! let mover = Mover {
//!     terrain: &map,
//!     space: Space::cube(Cell::new(1, 1), 2),
//!     corners: Corners::Cut,
//!     through: Through::Ground,
//! };
//! let path = mover.path(Cell::new(1, 1), 10, |cell| cell == Cell::new(4, 1), |_, _| Some(1)).unwrap();
//! assert_eq!(path.cost, 3);
//! ```

mod area;
mod block;
mod cell;
mod distance;
mod facing;
mod fall;
mod flank;
mod ground;
mod lattice;
mod layout;
mod lines;
mod map;
mod path;
mod setup;
mod sight;
mod space;
mod walk;

pub use area::{Area, Origin};
pub use block::Block;
pub use cell::{Cell, CellError};
pub use distance::{Neighbours, Surroundings};
pub use facing::{Arc, Heading, HeadingError};
pub use fall::{Landing, floor, landing};
pub use flank::opposite_sides;
pub use ground::{Edge, EdgeKind, Ground};
pub use lattice::Point;
pub use layout::{Diagonal, Grid, Shape, Unit};
pub use lines::Lines;
pub use map::{Changed, Changes, Map, Terrain};
pub use path::{Corners, Course, MOST_PLACES, Mover, Path, Reached, Through, can_step, fits};
pub use setup::{
    EdgeSetup, LARGEST_MAP, MOST_PAINTED, MapError, MapErrors, MapReason, MapSetup, PatchSetup,
};
pub use sight::{
    Exposure, Line, cells_on_line, centre_line, exposure, line_from_point, line_of_effect,
    line_of_sight, passes_through,
};
pub use space::{Cells, Space};
