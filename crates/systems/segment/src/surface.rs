//! What the number [`Ground::kind`] means here: the cover that ground gives to whoever stands there, whether it hides, and whether it is
//! a low obstacle.
//!
//! The lowest two bits: cover, in the order of [`Cover`]. The next: it hides. The next: a low obstacle, which Hopping and leaps pass.

use affray_kernel::grid::{Cell, EdgeKind, Ground, Space, Terrain, floor};

use super::state::{Cover, State};

/// The cover that ground gives to whoever stands on it (`modifiers/cover`).
#[must_use]
pub const fn cover(ground: Ground) -> Cover {
    match ground.kind & 3 {
        0 => Cover::None,
        1 => Cover::Partial,
        2 => Cover::Good,
        _ => Cover::Total,
    }
}

/// Whether ground hides whoever stands there: undergrowth, or whatever stops sight (`ambush/concealment`).
#[must_use]
pub const fn conceals(ground: Ground) -> bool {
    ground.opaque || (ground.kind >> 2) & 1 == 1
}

/// Whether it is an obstacle that has to be leapt over (`initiative-skills/hopping`).
#[must_use]
pub const fn is_obstacle(ground: Ground) -> bool {
    (ground.kind >> 3) & 1 == 1
}

/// What ground is besides what every map shows, in words.
#[must_use]
pub fn remarks(ground: Ground) -> Vec<String> {
    let cover = match cover(ground) {
        Cover::None => None,
        Cover::Partial => Some("partial cover"),
        Cover::Good => Some("good cover"),
        Cover::Total => Some("total cover"),
    };
    let hides = conceals(ground).then_some("hides whoever stands there");
    let obstacle = is_obstacle(ground).then_some("obstacle to leap over");
    let words = cover.into_iter().chain(hides).chain(obstacle);
    words.map(str::to_owned).collect()
}

/// Whether a space is on the ground: what flies above it has nothing of the cover there.
pub(crate) fn is_on_ground(terrain: &impl Terrain, space: Space) -> bool {
    floor(terrain, space).is_none_or(|floor| space.at.z <= floor)
}

/// The cover that an edge gives to whoever is right behind it (`modifiers/cover`).
#[must_use]
pub const fn cover_of_edge(edge: EdgeKind) -> Cover {
    match edge {
        EdgeKind::High | EdgeKind::Slit => Cover::Good,
        EdgeKind::Low | EdgeKind::OpenWindow | EdgeKind::Post | EdgeKind::Bars => Cover::Partial,
        _ => Cover::None,
    }
}

/// Whether an edge has to be leapt over or climbed through (`initiative-skills/hopping`).
#[must_use]
pub const fn is_low_wall(edge: EdgeKind) -> bool {
    matches!(edge, EdgeKind::Low | EdgeKind::High | EdgeKind::OpenWindow)
}

/// Whether a low wall is between two cells of one space, whatever its height (`initiative-skills/hopping`).
pub(crate) fn is_astride(terrain: &impl Terrain, space: Space) -> bool {
    if space.side == 1 || terrain.without_edges() {
        return false;
    }
    let grid = terrain.grid();
    let own = |cell: &Cell| space.covers(grid.shape, *cell);
    let low = |a: Cell, b: Cell| terrain.edge(a, b).is_some_and(is_low_wall);
    space
        .cells(grid.shape)
        .any(|cell| grid.neighbours(cell).filter(own).any(|to| low(cell, to)))
}

/// The least cover that the ground gives on a space (`modifiers/cover`).
#[must_use]
pub fn cover_at(state: &State, space: Space) -> Cover {
    let terrain = state.terrain();
    if !is_on_ground(&terrain, space) {
        return Cover::None;
    }
    let covers = space.cells(state.grid().shape);
    covers
        .map(|cell| cover(terrain.ground(cell)))
        .min()
        .unwrap_or_default()
}

/// Whether somebody who takes up that space is hidden by all the ground there (`ambush/concealment`).
#[must_use]
pub fn conceals_at(state: &State, space: Space) -> bool {
    let terrain = state.terrain();
    is_on_ground(&terrain, space)
        && space
            .cells(state.grid().shape)
            .all(|cell| conceals(terrain.ground(cell)))
}

/// What this system knows of ground.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Surface {
    /// The cover that it gives.
    pub cover: Cover,
    /// Whether it hides.
    pub conceals: bool,
    /// Whether it is a low obstacle.
    pub obstacle: bool,
}

impl Surface {
    /// The number for [`Ground::kind`].
    #[must_use]
    pub const fn kind(self) -> u8 {
        self.cover as u8 | (self.conceals as u8) << 2 | (self.obstacle as u8) << 3
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_says_everything() {
        for given in [Cover::None, Cover::Partial, Cover::Good, Cover::Total] {
            for (hides, low) in [(false, false), (false, true), (true, false), (true, true)] {
                let surface = Surface {
                    cover: given,
                    conceals: hides,
                    obstacle: low,
                };
                let ground = Ground {
                    kind: surface.kind(),
                    ..Ground::default()
                };
                assert_eq!(cover(ground), given);
                assert_eq!(conceals(ground), hides);
                assert_eq!(is_obstacle(ground), low);
            }
        }
    }
}
