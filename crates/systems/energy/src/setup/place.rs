//! Where creatures and things cannot be.

use affray_kernel::CreatureId;
use affray_kernel::grid::{Map, Shape, Space, Terrain};
use affray_kernel::scenario::{Fault, HIGHEST, Part, hindrance, too_high, written};

use super::{CreatureSetup, Setup};
use crate::sheet::Size;
use crate::state::{Condition, Place, Presence};

/// Creatures and things that are off the map, in walls, in the air, or where others are.
pub(super) fn place_faults(setup: &Setup, map: &Map, faults: &mut Vec<Fault>) {
    if too_high(map) {
        let message = format!("elevations go from -{HIGHEST} to {HIGHEST}");
        faults.push(Fault::new(Part::Map, "", message));
        return;
    }
    let shape = map.grid().shape;
    for (index, creature) in setup.creatures.iter().enumerate() {
        if creature.body.presence != Presence::Here {
            continue;
        }
        let found = stands(map, creature).err();
        let found = found.or_else(|| crowds(setup, shape, index));
        let fault = |message| Fault::new(Part::Creature(index), "at", message);
        faults.extend(found.map(fault));
    }
    for (index, item) in setup.items.iter().enumerate() {
        if let Place::Ground(at, _) = item.place
            && map.ground(at).fills(at.z)
        {
            let message = format!("{} is off the map or inside a wall", written(map, at));
            faults.push(Fault::new(Part::Listed("item", index), "at", message));
        }
    }
    for (index, zone) in setup.zones.iter().enumerate() {
        if !map.contains(zone.at) {
            let message = format!("{} is off the map", written(map, zone.at));
            faults.push(Fault::new(Part::Listed("zone", index), "at", message));
        }
    }
    for (index, held) in setup.conditions.iter().enumerate() {
        if held.kind == Condition::Restrained
            && let Some(captor) = held.toward
            && !beside(setup, map, held.on, captor)
        {
            let message = "whoever restrains somebody is next to it";
            let part = Part::Listed("condition", index);
            faults.push(Fault::new(part, "toward", message));
        }
    }
}

fn space(creature: &CreatureSetup, shape: Shape) -> Space {
    let side = creature.sheet.size.side(shape);
    Space::new(creature.body.at, side, side)
}

fn beside(setup: &Setup, map: &Map, one: CreatureId, other: CreatureId) -> bool {
    let shape = map.grid().shape;
    let [one, other] = [one, other].map(|who| &setup.creatures[who.index()]);
    let both_here = [one, other]
        .iter()
        .all(|creature| creature.body.presence == Presence::Here);
    both_here && map.grid().distance(space(one, shape), space(other, shape)) <= 1
}

/// Whether a creature can be where it is, apart from others.
fn stands(map: &Map, creature: &CreatureSetup) -> Result<(), String> {
    let (name, height) = (&creature.sheet.name, creature.body.at.z);
    let shape = map.grid().shape;
    let space = space(creature, shape);
    if let Some(hindrance) = hindrance(map, space, false) {
        return Err(format!("{name} {hindrance}"));
    }
    let highest = space
        .cells(shape)
        .map(|cell| map.ground(cell).surface())
        .max();
    if highest.is_some_and(|highest| height > highest) {
        return Err(format!("{name} is in the air at height {height}"));
    }
    Ok(())
}

/// Why a creature cannot be where another one before it in the roster is (`grid/occupied-spaces`, `grid/footprints`).
fn crowds(setup: &Setup, shape: Shape, index: usize) -> Option<String> {
    let creature = &setup.creatures[index];
    let own = space(creature, shape);
    let other = (0..index).find(|other| {
        let there = &setup.creatures[*other];
        there.body.presence == Presence::Here
            && own.overlaps(shape, space(there, shape))
            && !is_down(setup, *other)
            && !is_down(setup, index)
            && !share(creature.sheet.size, there.sheet.size)
    })?;
    let (name, other) = (&creature.sheet.name, &setup.creatures[other].sheet.name);
    Some(format!("{name} and {other} cannot be in the same space"))
}

/// Whether others can be in the space of a creature: it is Prone, unconscious or dead.
fn is_down(setup: &Setup, index: usize) -> bool {
    let down = [Condition::Prone, Condition::Unconscious, Condition::Dead];
    let who = CreatureId(index as u16);
    down.into_iter().any(|kind| setup.has(who, kind))
}

/// Whether creatures of these sizes can be in the same space: one is Tiny or smaller, or they differ by two sizes.
fn share(one: Size, other: Size) -> bool {
    one.min(other) <= Size::Tiny || (one.rank() - other.rank()).abs() >= 2
}
