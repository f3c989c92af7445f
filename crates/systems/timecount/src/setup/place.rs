//! Where creatures and things cannot be.

use affray_kernel::CreatureId;
use affray_kernel::grid::{Cell, Map, Shape, Space, Terrain};
use affray_kernel::scenario::{Fault, HIGHEST, Part, hindrance, too_high, written};

use super::{CreatureSetup, Setup};
use crate::rules::occupied::CAPACITY;
use crate::sheet::Size;
use crate::state::{Condition, Place, Presence, Underway};

/// Creatures and things that are off the map, in walls, in the air, or too many in one space.
pub(super) fn place_faults(setup: &Setup, map: &Map, faults: &mut Vec<Fault>) {
    if too_high(map) {
        let message = format!("elevations go from -{HIGHEST} to {HIGHEST}");
        faults.push(Fault::new(Part::Map, "", message));
        return;
    }
    for (index, creature) in setup.creatures.iter().enumerate() {
        if creature.body.presence != Presence::Here {
            continue;
        }
        let found = match stands(map, creature) {
            Ok(()) => crowds(setup, map.grid().shape, index),
            Err(message) => vec![message],
        };
        let part = Part::Creature(index);
        let at_fault = |message| Fault::new(part, "at", message);
        faults.extend(found.into_iter().map(at_fault));
        if let Underway::Walk(_, path) = &creature.body.underway
            && let Some(cell) = path.iter().find(|cell| !map.contains(**cell))
        {
            let message = format!("{} is off the map", written(map, *cell));
            faults.push(Fault::new(part, "underway", message));
        }
    }
    for (index, item) in setup.items.iter().enumerate() {
        if let Place::Ground(at) = item.place
            && map.ground(at).fills(at.z)
        {
            let message = format!("{} is off the map or inside a wall", written(map, at));
            faults.push(Fault::new(Part::Listed("item", index), "at", message));
        }
    }
    for (index, held) in setup.conditions.iter().enumerate() {
        if held.kind == Condition::Grabbed
            && let Some(grabber) = held.toward
            && map
                .grid()
                .distance(place(setup, held.on), place(setup, grabber))
                > 1
        {
            let message = "whoever grabs stays next to whom it grabs";
            faults.push(Fault::new(
                Part::Listed("condition", index),
                "toward",
                message,
            ));
        }
    }
}

fn space(creature: &CreatureSetup) -> Space {
    let side = creature.sheet.size.side();
    Space::new(creature.body.at, side, side)
}

/// The space of a creature; a rider's is its mount's.
fn place(setup: &Setup, who: CreatureId) -> Space {
    let creature = &setup.creatures[who.index()];
    let mount = creature
        .body
        .mount
        .and_then(|mount| setup.creatures.get(mount.index()));
    space(mount.unwrap_or(creature))
}

/// Whether a creature can be where it is, apart from others.
fn stands(map: &Map, creature: &CreatureSetup) -> Result<(), String> {
    let (name, height) = (&creature.sheet.name, creature.body.at.z);
    let space = space(creature);
    if let Some(hindrance) = hindrance(map, space, false) {
        return Err(format!("{name} {hindrance}"));
    }
    let cells = space.cells(map.grid().shape);
    let highest = cells.map(|cell| map.ground(cell).surface()).max();
    if creature.body.mount.is_none() && highest.is_some_and(|highest| height > highest) {
        return Err(format!("{name} is in the air at height {height}"));
    }
    Ok(())
}

/// Why a creature cannot be where others, or its mount, are (`occupied-spaces/capacity`, `occupied-spaces/unsharable`).
fn crowds(setup: &Setup, shape: Shape, index: usize) -> Vec<String> {
    let creature = &setup.creatures[index];
    let name = &creature.sheet.name;
    let own = space(creature);
    if let Some(mount) = creature.body.mount
        && let Some(mount) = setup.creatures.get(mount.index())
    {
        let apart = !own.overlaps(shape, space(mount));
        let message = format!(
            "{name} is not in the space of {}, which carries it",
            mount.sheet.name
        );
        return apart.then_some(message).into_iter().collect();
    }
    let sharers = sharers(setup, shape, index);
    let mut found = Vec::new();
    for other in &sharers {
        if other.sheet.traits.fills_space || creature.sheet.traits.fills_space {
            found.push(format!(
                "{name} and {} cannot be in the same space",
                other.sheet.name
            ));
        }
    }
    let room = |cell: &Cell| {
        let here = sharers
            .iter()
            .filter(|other| space(other).contains(shape, *cell));
        let sizes = here.map(|other| other.sheet.size);
        sizes
            .chain([creature.sheet.size])
            .map(Size::sixteenths)
            .sum::<u16>()
            <= CAPACITY
    };
    if !own.cells(shape).all(|cell| room(&cell)) {
        found.push(format!("{name} has no room in its space"));
    }
    found
}

/// Those before a creature in the roster who take up room where it is: neither the dead nor riders do.
fn sharers(setup: &Setup, shape: Shape, index: usize) -> Vec<&CreatureSetup> {
    let own = space(&setup.creatures[index]);
    let takes_room = |who: usize| {
        let creature = &setup.creatures[who];
        let mut held = setup.conditions.iter();
        let is_dead = held.any(|held| held.on.index() == who && held.kind == Condition::Dead);
        creature.body.presence == Presence::Here && creature.body.mount.is_none() && !is_dead
    };
    if !takes_room(index) {
        return Vec::new();
    }
    (0..index)
        .filter(|other| takes_room(*other))
        .map(|other| &setup.creatures[other])
        .filter(|other| own.overlaps(shape, space(other)))
        .collect()
}
