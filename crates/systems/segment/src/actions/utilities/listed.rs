//! Which utilities could be possible (`actions/utility`).

use std::ops::ControlFlow;

use affray_kernel::CreatureId;
use affray_kernel::grid::{Cell, Terrain};
use smallvec::SmallVec;

use super::is_near;
use crate::act::{Quarry, Utility};
use crate::rules::numbers::enemies;
use crate::state::{Place, PowerId, State};

/// Utilities that could be possible, each to be filtered through [`super::check`]; those for free-form actions are not listed.
pub(crate) fn candidates(
    state: &State,
    who: CreatureId,
    found: &mut dyn FnMut(Utility) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for (id, item) in state.all_items() {
        match item.place {
            Place::Held(by, _) if by == who => {
                found(Utility::Reload(id))?;
                found(Utility::Drink(id, None))?;
                found(Utility::Stow(id))?;
                for other in near(state, who) {
                    found(Utility::Drink(id, Some(other)))?;
                    found(Utility::HandOver(id, other))?;
                }
            }
            Place::Carried(by) if by == who => found(Utility::Draw(id))?,
            Place::Ground(_) => found(Utility::PickUp(id))?,
            _ => {}
        }
    }
    found(Utility::StandUp)?;
    found(Utility::Hide)?;
    found(Utility::Ride(true))?;
    found(Utility::Ride(false))?;
    for on in state.creatures() {
        if enemies(state, who, on) {
            found(Utility::Search(on, Quarry::Vitals))?;
            found(Utility::Search(on, Quarry::Vulnerability))?;
        }
        for power in &state.sheet(who).powers {
            found(Utility::Power(PowerId(*power), on))?;
        }
    }
    doors(state, who, found)
}

/// Those of one's own side who are next to one.
fn near(state: &State, who: CreatureId) -> impl Iterator<Item = CreatureId> + '_ {
    state.creatures().filter(move |other| {
        *other != who && !enemies(state, who, *other) && is_near(state, who, *other).is_ok()
    })
}

/// Doors that stand within one space of a creature, to be turned either way.
fn doors(
    state: &State,
    who: CreatureId,
    found: &mut dyn FnMut(Utility) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let terrain = state.terrain();
    if terrain.without_edges() {
        return ControlFlow::Continue(());
    }
    let grid = state.grid();
    let own: SmallVec<[Cell; 16]> = state.space(who).cells(grid.shape).collect();
    let around = own.iter().flat_map(|cell| grid.neighbours(*cell));
    let mut beside: SmallVec<[Cell; 32]> = around.filter(|cell| !own.contains(cell)).collect();
    beside.sort_unstable();
    beside.dedup();
    // A door is listed once: as seen from one's own spaces, then from those beside them.
    let place = |cell: Cell| (!own.contains(&cell), !beside.contains(&cell), cell);
    for &cell in own.iter().chain(&beside) {
        let beyond = grid.neighbours(cell);
        for other in beyond.filter(|other| place(cell) < place(*other)) {
            if let Some(kind) = terrain.edge(cell, other) {
                for open in [true, false] {
                    if kind.turned(open).is_some() {
                        found(Utility::Door(cell, other, open))?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// All doors of the map that can be opened, each once.
#[must_use]
pub(crate) fn closed_doors(state: &State) -> Vec<(Cell, Cell)> {
    let terrain = state.terrain();
    if terrain.without_edges() {
        return Vec::new();
    }
    let grid = state.grid();
    let mut closed = Vec::new();
    for cell in state.cast.map.cells() {
        let beyond = grid.neighbours(cell).filter(|other| *other > cell);
        closed.extend(
            beyond
                .filter(|other| {
                    let kind = terrain.edge(cell, *other);
                    kind.and_then(|kind| kind.turned(true)).is_some()
                })
                .map(|other| (cell, other)),
        );
    }
    closed
}
