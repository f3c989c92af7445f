//! What ground can be on the map of a scenario.

use affray_kernel::grid::{PatchSetup, Shape};
use affray_kernel::terrain_tables;

use crate::surface::{self, Cover, HINDERING, MOST_SPACES};

/// The map of a scenario. Spaces measure 5 ft.
pub type MapFile = affray_kernel::scenario::MapFile<TerrainFile, PatchFile>;

terrain_tables! {
    /// What only this system knows of ground.
    OwnTerrain for
    /// What a symbol of the map means.
    TerrainFile,
    /// A rectangle of the map in which some things are different.
    PatchFile {
        /// Hindering terrain: the spaces that entering it counts for, 2 for what is only `difficult`.
        spaces: u8,
        /// The cover it gives to whoever is in it or behind it.
        cover: Cover,
    }
}

impl OwnTerrain {
    fn put(self, _: Shape, patch: &mut PatchSetup) -> Result<(), &'static str> {
        if let Some(spaces) = self.spaces {
            if !(HINDERING..=MOST_SPACES).contains(&spaces) {
                return Err("entering hindering terrain counts for 2 to 24 spaces");
            }
            patch.difficult = Some(true);
        }
        // Without any word about it the ground stays as it is.
        let kind = surface::kind(self.cover, self.spaces);
        patch.kind = Some(kind).filter(|kind| *kind > 0);
        Ok(())
    }
}
