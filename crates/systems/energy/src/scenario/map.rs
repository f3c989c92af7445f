//! What ground can be on the map of a scenario.

use affray_kernel::grid::{PatchSetup, Shape};
use affray_kernel::terrain_tables;

use crate::state::Condition;
use crate::surface::{HARDEST_CLIMB, IMPOSED, Surface};

/// The map of a scenario. Spaces measure 1 m.
pub type MapFile = affray_kernel::scenario::MapFile<TerrainFile, PatchFile>;

terrain_tables! {
    /// What only this system knows of ground. A rectangle that says one of these things says all of them.
    OwnTerrain for
    /// What a symbol of the map means.
    TerrainFile,
    /// A rectangle of the map in which some things are different.
    PatchFile {
        /// No Agile Move can enter or leave it.
        no_agile: bool,
        /// Stamina for climbing onto it or down from it: 1 easy, 2 hard, 3 very hard; 1 unless it says so.
        climb: u8,
        /// It covers from view whoever is in it: undergrowth, reeds.
        conceals: bool,
        /// The condition that it imposes on everybody in it: exposed, unguarded, dazed, blinded, slowed, shaken, exhausted or helpless.
        imposes: Condition,
    }
}

impl OwnTerrain {
    fn put(self, _: Shape, patch: &mut PatchSetup) -> Result<(), &'static str> {
        if self
            .climb
            .is_some_and(|stamina| !(1..=HARDEST_CLIMB).contains(&stamina))
        {
            return Err("climbing costs 1 to 3 Stamina");
        }
        if self
            .imposes
            .is_some_and(|condition| !IMPOSED.contains(&condition))
        {
            return Err(
                "ground makes exposed, unguarded, dazed, blinded, slowed, shaken, exhausted or helpless, nothing else",
            );
        }
        // Without any word about it the ground stays as it is.
        let said = self.no_agile.is_some() || self.conceals.is_some();
        let said = said || self.climb.is_some() || self.imposes.is_some();
        let surface = Surface {
            no_agile: self.no_agile == Some(true),
            climb: self.climb,
            conceals: self.conceals == Some(true),
            imposes: self.imposes,
        };
        patch.kind = said.then(|| surface.kind());
        Ok(())
    }
}
