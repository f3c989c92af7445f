//! Squares and hexes: footprints, distance, reach, lines, cover, areas and paths.

mod cell;
mod distance;
mod ground;
mod lattice;
mod layout;
mod map;
mod setup;
mod sight;
mod space;
mod walk;

pub use cell::{Cell, CellError};
pub use distance::{Neighbours, Surroundings};
pub use ground::{Edge, EdgeKind, Ground};
pub use lattice::Point;
pub use layout::{Diagonal, Grid, Shape, Unit};
pub use map::{Changed, Changes, Map, Terrain};
pub use setup::{EdgeSetup, LARGEST_MAP, MapError, MapErrors, MapReason, MapSetup, PatchSetup};
pub use sight::{
    Exposure, Line, cells_on_line, exposure, line_from_point, line_of_effect, line_of_sight,
    passes_through,
};
pub use space::{Cells, Space};
