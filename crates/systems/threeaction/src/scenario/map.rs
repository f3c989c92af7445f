//! What ground can be on the map of a scenario.

use affray_kernel::grid::{PatchSetup, Shape};
use affray_kernel::terrain_tables;

use crate::sheet::Size;
use crate::surface::{Climb, Direction, Material, Surface, Swim};

/// The map of a scenario. Squares and hexes measure 5 ft.
pub type MapFile = affray_kernel::scenario::MapFile<TerrainFile, PatchFile>;

terrain_tables! {
    /// What only this system knows of ground.
    OwnTerrain for
    /// What a symbol of the map means.
    TerrainFile,
    /// A rectangle of the map in which some things are different.
    PatchFile {
        /// The Size from which creatures ignore that the terrain is Difficult.
        ignored_from: Size,
        /// Full of Fog.
        fog: bool,
        /// In Darkness unless something lights it.
        dark: bool,
        /// Depth of water above the solid ground, in squares. What can be waded through is `difficult`, not water.
        water: u8,
        /// Thickness of the ice on top, in inches.
        ice: u8,
        /// How hard the water is to swim in: calm unless it says so.
        swim: Swim,
        /// The direction in which the water carries swimmers.
        current: Direction,
        /// Its sides can be climbed, as hard as that.
        climb: Climb,
        /// What is below the surface: earth, or stone where it is solid, unless it says so.
        material: Material,
    }
}

impl OwnTerrain {
    fn put(self, shape: Shape, patch: &mut PatchSetup) -> Result<(), &'static str> {
        patch.climbable = self.climb.map(|_| true);
        patch.fog = self.fog;
        patch.dark = self.dark;
        patch.water = self.water;
        patch.ice = self.ice;
        // Without any word about the surface it stays as it is.
        patch.kind = Some(self.kind(shape)?).filter(|kind| *kind > 0);
        Ok(())
    }

    /// The number that describes the surface.
    fn kind(self, shape: Shape) -> Result<u8, &'static str> {
        if self.swim.is_some() && self.climb.is_some() {
            return Err("a square has either sides to climb or water to swim in");
        }
        if self.current.is_some() && self.ignored_from.is_some() {
            return Err("a square has either a current or a Size from which it is ignored");
        }
        let current = match self.current {
            Some(direction) => Some(
                direction
                    .neighbour(shape)
                    .ok_or("hexes have no neighbour in that direction")?,
            ),
            None => None,
        };
        let size = self.ignored_from.map(|size| size as u8);
        let climb = self.climb.map(|climb| climb as u8);
        let grade = self.swim.map(|swim| swim as u8).or(climb);
        let surface = Surface {
            grade: grade.map_or(0, |grade| grade + 1),
            mark: current.or(size).map_or(0, |mark| mark + 1),
            material: self.material.map_or(0, |material| material as u8 + 1),
        };
        surface.kind().ok_or("these properties do not go together")
    }
}
