//! The ground as the fight has changed it: doors opened, ice broken, tunnels dug, Fog cast.

use std::iter::once;

use affray_kernel::grid::{
    Cell, Edge, EdgeKind, Ground, Map, Space, Terrain, cells_on_line, landing,
};

use super::zero_g::all_squares;
use crate::sheet::Effect;
use crate::state::{Altered, Running, State};

/// The map as it is now.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Land<'s> {
    state: &'s State,
}

/// The map with its doors, ice and tunnels as they are now, and with the Fog of running Spells.
#[inline]
pub(crate) fn terrain(state: &State) -> Land<'_> {
    Land { state }
}

impl Terrain for Land<'_> {
    fn map(&self) -> &Map {
        &self.state.cast.map
    }

    fn ground(&self, cell: Cell) -> Ground {
        let mut ground = self.state.cast.map.ground(cell);
        if ground.outside {
            return ground;
        }
        for change in &self.state.altered {
            match *change {
                Altered::Ice(at, left) if above(at, cell) && left <= 0 => {
                    ground.ice = 0;
                    if ground.water == 0 {
                        ground.water = 1;
                        ground.elevation = ground.elevation.saturating_sub(1);
                    }
                }
                Altered::Tunnel(at, ..) if at == cell => {
                    ground.solid = false;
                    ground.elevation = ground.elevation.min(cell.z);
                }
                _ => {}
            }
        }
        ground.fog |= self
            .state
            .spells
            .iter()
            .any(|running| is_fog(self.state, running) && running.fills(self.state, cell));
        ground
    }

    fn edge(&self, a: Cell, b: Cell) -> Option<EdgeKind> {
        let kind = self.state.cast.map.edge(a, b)?;
        let here = Edge::from([a, b]);
        let turned = self.state.altered.iter().find_map(|change| match *change {
            Altered::Door(one, other, open) if Edge::from([one, other]) == here => Some(open),
            _ => None,
        });
        Some(match turned {
            Some(true) => kind.opened().unwrap_or(kind),
            Some(false) => kind.closed().unwrap_or(kind),
            None => kind,
        })
    }

    fn without_edges(&self) -> bool {
        self.state.cast.map.without_edges()
    }

    fn clear_from(&self) -> Option<i16> {
        // What breaks or is dug lies lower than before, and where no edge is none is opened.
        self.state.cast.map.clear_from()
    }

    fn level(&self) -> Option<i16> {
        self.state
            .cast
            .map
            .level()
            .filter(|_| self.state.altered.is_empty())
    }

    fn is_as_mapped(&self, between: [Cell; 2]) -> bool {
        let lies_there = |cell: Cell| cell.lies_between(between);
        !self.state.altered.iter().any(|change| match *change {
            Altered::Door(one, other, _) => lies_there(one) || lies_there(other),
            Altered::Ice(at, _) | Altered::Tunnel(at, ..) | Altered::Breach(at) => lies_there(at),
        })
    }

    fn is_untouched(&self) -> bool {
        self.state.altered.is_empty() && self.state.spells.is_empty()
    }
}

/// Whether two squares are of the same column.
pub(crate) fn above(one: Cell, other: Cell) -> bool {
    (one.x, one.y) == (other.x, other.y)
}

/// Whether a running Spell fills its Area with Fog (`fog/kinds`).
pub(crate) fn is_fog(state: &State, running: &Running) -> bool {
    state
        .cast
        .spells
        .get(usize::from(running.spell.0))
        .is_some_and(|spell| matches!(spell.effect, Effect::Fog))
}

/// Where something lies that drops in a square.
pub(crate) fn on_ground(state: &State, cell: Cell) -> Cell {
    if state.cast.scene.zero_g {
        return cell;
    }
    match landing(&terrain(state), Space::cell(cell)) {
        Some(landing) => cell.with_height(landing.height.min(cell.z)),
        None => cell,
    }
}

/// Whether every line between the middles of the squares of two spaces somewhere goes from a square to the next one past what `parts` these two.
pub(super) fn is_on_every_line(
    state: &State,
    from: Space,
    to: Space,
    parts: impl Fn(Cell, Cell) -> bool,
) -> bool {
    let shape = state.grid().shape;
    let is_on_line = |one: Cell, other: Cell| {
        let between = cells_on_line(shape, Space::cell(one), Space::cell(other));
        let line = once(one).chain(between).chain(once(other));
        let mut steps = line.clone().zip(line.skip(1));
        steps.any(|(here, next)| parts(here, next))
    };
    let all = |space| all_squares(state, space);
    all(from).all(|one| all(to).all(|other| is_on_line(one, other)))
}
