//! Squares and hexes: footprints, distance, reach, lines, cover, areas and paths.

mod cell;
mod distance;
mod ground;
mod layout;
mod map;
mod setup;
mod space;

pub use cell::{Cell, CellError};
pub use distance::{Neighbours, Surroundings};
pub use ground::{Edge, EdgeKind, Ground};
pub use layout::{Diagonal, Grid, Shape, Unit};
pub use map::{Changed, Changes, Map, Terrain};
pub use setup::{EdgeSetup, LARGEST_MAP, MapError, MapErrors, MapReason, MapSetup, PatchSetup};
pub use space::{Cells, Space};
