//! What carries a space, and where it lands without it.

use super::{Ground, Space, Terrain};

/// Where something that falls lands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Landing {
    /// Height of the surface, in cells.
    pub height: i16,
    /// How far it is down to there, in cells; 0 on or in the surface.
    pub fall: u16,
    /// What is there: the highest surface below the space, the deepest water where several are equally high.
    pub ground: Ground,
}

/// The highest solid ground under a footprint, in cells: what a space stands on.
///
/// Nothing when a part of the footprint is outside the map or in solid rock.
#[must_use]
pub fn floor(terrain: &impl Terrain, space: Space) -> Option<i16> {
    if let Some(level) = terrain.level() {
        return terrain.map().holds(space).then_some(level);
    }
    highest(terrain, space, |ground| (ground.elevation, 0)).map(|ground| ground.elevation)
}

/// Where a space lands that nothing holds: on the highest solid ground or water under its footprint.
///
/// Nothing when a part of the footprint is outside the map or in solid rock.
#[must_use]
pub fn landing(terrain: &impl Terrain, space: Space) -> Option<Landing> {
    let ground = highest(terrain, space, |ground| (ground.surface(), ground.water))?;
    let height = ground.surface();
    let fall = u16::try_from(i32::from(space.at.z) - i32::from(height)).unwrap_or(0);
    Some(Landing {
        height,
        fall,
        ground,
    })
}

fn highest<K: Ord>(
    terrain: &impl Terrain,
    space: Space,
    key: impl Fn(Ground) -> K,
) -> Option<Ground> {
    if space.side <= 1 {
        let ground = terrain.ground(space.at);
        return (!ground.outside && !ground.solid).then_some(ground);
    }
    let mut highest: Option<Ground> = None;
    for cell in space.cells(terrain.grid().shape) {
        let ground = terrain.ground(cell);
        if ground.outside || ground.solid {
            return None;
        }
        if highest.is_none_or(|other| key(ground) > key(other)) {
            highest = Some(ground);
        }
    }
    highest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Cell, Changes, Grid, Map, Unit};

    #[test]
    fn one_falls_to_the_highest_surface_below() {
        let map = Map::open(Grid::squares(5, Unit::Feet), 5, 2);
        let mut changes = Changes::default();
        let mut set = |x, ground| changes.set_ground(&map, Cell::new(x, 0), ground);
        set(
            1,
            Ground {
                elevation: -6,
                ..Ground::default()
            },
        );
        set(
            2,
            Ground {
                elevation: -6,
                water: 2,
                ..Ground::default()
            },
        );
        set(
            3,
            Ground {
                solid: true,
                ..Ground::default()
            },
        );
        let map = changes.on(&map);
        let at = |x, side| Space::new(Cell::at_height(x, 0, 3), side, 1);
        let fall = |space| {
            landing(&map, space).map(|landing| (landing.height, landing.fall, landing.ground.water))
        };
        assert_eq!(fall(at(0, 1)), Some((0, 3, 0)));
        assert_eq!(fall(at(1, 1)), Some((-6, 9, 0)));
        assert_eq!(fall(at(2, 1)), Some((-4, 7, 2)));
        assert_eq!(floor(&map, at(2, 1)), Some(-6));
        assert_eq!(
            fall(at(0, 2)),
            Some((0, 3, 0)),
            "the part on the brink carries it"
        );
        assert_eq!(fall(at(3, 1)), None);
        assert_eq!(fall(at(4, 2)), None, "half outside");
        assert_eq!(
            fall(at(2, 1).moved_to(Cell::at_height(2, 0, -5))),
            Some((-4, 0, 2)),
            "under water"
        );
    }
}
