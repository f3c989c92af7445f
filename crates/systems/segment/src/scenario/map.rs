//! What ground can be on the map of a scenario.

use affray_kernel::grid::{PatchSetup, Shape};
use affray_kernel::terrain_tables;

use crate::state::Cover;
use crate::surface::Surface;

/// The map of a scenario. Spaces measure 1 yd.
pub type MapFile = affray_kernel::scenario::MapFile<TerrainFile, PatchFile>;

terrain_tables! {
    /// What only this system knows of ground. A rectangle that says one of these things says all of them.
    OwnTerrain for
    /// What a symbol of the map means.
    TerrainFile,
    /// A rectangle of the map in which some things are different.
    PatchFile {
        /// The cover that it gives to whoever stands there.
        cover: Cover,
        /// It hides whoever stands there: undergrowth, reeds.
        conceals: bool,
        /// A low obstacle, which Hopping and leaps pass and on which nobody stays; its cover serves those right behind it.
        obstacle: bool,
    }
}

impl OwnTerrain {
    fn put(self, _: Shape, patch: &mut PatchSetup) -> Result<(), &'static str> {
        // Without any word about it the ground stays as it is.
        let said = self.cover.is_some() || self.conceals.is_some() || self.obstacle.is_some();
        let surface = Surface {
            cover: self.cover.unwrap_or_default(),
            conceals: self.conceals == Some(true),
            obstacle: self.obstacle == Some(true),
        };
        patch.kind = said.then(|| surface.kind());
        Ok(())
    }
}
