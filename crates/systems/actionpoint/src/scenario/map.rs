//! What ground can be on the map of a scenario.

use affray_kernel::grid::{PatchSetup, Shape};
use affray_kernel::terrain_tables;

use crate::state::Cover;
use crate::surface;

/// The map of a scenario. Squares measure 1 m.
pub type MapFile = affray_kernel::scenario::MapFile<TerrainFile, PatchFile>;

terrain_tables! {
    /// What only this system knows of ground.
    OwnTerrain for
    /// What a symbol of the map means.
    TerrainFile,
    /// A rectangle of the map in which some things are different.
    PatchFile {
        /// The degree of the obstacle that fills it.
        cover: Cover,
    }
}

impl OwnTerrain {
    fn put(self, _: Shape, patch: &mut PatchSetup) -> Result<(), &'static str> {
        if patch.difficult.is_some() {
            return Err(
                "no ground is difficult here: obstacles have a degree, such as `cover = \"low\"`",
            );
        }
        patch.kind = self.cover.map(surface::kind);
        Ok(())
    }
}
