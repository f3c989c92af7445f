//! Where creatures and things cannot be.

use affray_kernel::CreatureId;
use affray_kernel::grid::{EdgeKind, Map, Space, Terrain};
use affray_kernel::scenario::{Fault, HIGHEST, Part, hindrance, too_high, written};

use super::{CreatureSetup, GRID, Setup};
use crate::rules::occupied::border_in;
use crate::state::{Condition, Cover, Place, Presence};
use crate::surface::obstacle;

/// Creatures and things that are off the map, in walls, on obstacles, in the air, or where others are.
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
        let found = stands(map, creature).err();
        let found = found.or_else(|| crowds(setup, index));
        let fault = |message| Fault::new(Part::Creature(index), "at", message);
        faults.extend(found.map(fault));
    }
    for (index, item) in setup.items.iter().enumerate() {
        if let Place::Ground(at) = item.place
            && map.ground(at).fills(at.z)
        {
            let message = format!("{} is off the map or inside a wall", written(map, at));
            faults.push(Fault::new(Part::Listed("item", index), "at", message));
        }
    }
    fixtures(setup, map, faults);
    holds(setup, faults);
}

fn space(creature: &CreatureSetup) -> Space {
    let side = creature.sheet.size.side();
    Space::new(creature.body.at, side, side)
}

/// Whether a creature can be where it is, apart from others (`space/occupied`).
fn stands(map: &Map, creature: &CreatureSetup) -> Result<(), String> {
    let (name, height) = (&creature.sheet.name, creature.body.at.z);
    let space = space(creature);
    if let Some(hindrance) = hindrance(map, space, false) {
        return Err(format!("{name} {hindrance}"));
    }
    let mut cells = space.cells(GRID.shape);
    if let Some(cell) = cells.find(|cell| obstacle(map.ground(*cell)) != Cover::None) {
        let cell = written(map, cell);
        return Err(format!(
            "{name} takes up {cell}, where an obstacle is (`space/occupied`)"
        ));
    }
    if border_in(map, space) != Cover::None {
        return Err(format!(
            "{name} stands astride an obstacle (`space/occupied`)"
        ));
    }
    let cells = space.cells(GRID.shape);
    let highest = cells.map(|cell| map.ground(cell).surface()).max();
    if highest.is_some_and(|highest| height > highest) {
        return Err(format!("{name} is in the air at height {height}"));
    }
    Ok(())
}

/// Why a creature cannot be where another one before it in the roster is (`space/occupied`).
fn crowds(setup: &Setup, index: usize) -> Option<String> {
    let creature = &setup.creatures[index];
    let own = space(creature);
    let mut others = setup.creatures[..index].iter();
    let other = others.find(|other| {
        let shared = |cell| space(other).covers(GRID.shape, cell);
        other.body.presence == Presence::Here && own.cells(GRID.shape).any(shared)
    })?;
    let (name, other) = (&creature.sheet.name, &other.sheet.name);
    Some(format!("{name} and {other} cannot be in the same space"))
}

/// Levers off the map, and doors that are none.
fn fixtures(setup: &Setup, map: &Map, faults: &mut Vec<Fault>) {
    for (index, fixture) in setup.fixtures.iter().enumerate() {
        let part = Part::Listed("fixture", index);
        if !map.contains(fixture.at) {
            let message = format!("{} is off the map", written(map, fixture.at));
            faults.push(Fault::new(part, "at", message));
        }
        let Some((one, other)) = fixture.door else {
            continue;
        };
        let is_door = matches!(
            map.edge(one, other),
            Some(EdgeKind::Door | EdgeKind::OpenDoor)
        );
        if !is_door {
            let (one, other) = (written(map, one), written(map, other));
            let message = format!("there is no door between {one} and {other}");
            faults.push(Fault::new(part, "door", message));
        }
    }
}

/// Holds that would end at once: one holds whoever is within 1 m (`primary-actions/grapple-range`, `conditions/grappled`).
fn holds(setup: &Setup, faults: &mut Vec<Fault>) {
    let creature = |who: CreatureId| &setup.creatures[who.index()];
    for (index, held) in setup.conditions.iter().enumerate() {
        let Some(by) = held.toward.filter(|_| held.kind == Condition::Grappled) else {
            continue;
        };
        let (captive, captor) = (creature(held.on), creature(by));
        let here = [captive, captor]
            .iter()
            .all(|one| one.body.presence == Presence::Here);
        let near = here && GRID.distance(space(captive), space(captor)) <= 1;
        if !near {
            let (captive, captor) = (&captive.sheet.name, &captor.sheet.name);
            let message = format!(
                "{captor} is not within 1 m of {captive} (`primary-actions/grapple-range`)"
            );
            faults.push(Fault::new(
                Part::Listed("condition", index),
                "toward",
                message,
            ));
        }
    }
}
