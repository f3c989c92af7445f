//! Where creatures and things cannot be.

use affray_kernel::CreatureId;
use affray_kernel::grid::{Map, Shape, Space, Terrain};
use affray_kernel::scenario::{Fault, HIGHEST, Part, hindrance, too_high, written};

use super::{CreatureSetup, Setup};
use crate::state::{Condition, Place, Presence};
use crate::surface;

/// The farthest from height 0 that a creature can be, in yards.
pub(crate) const HIGHEST_FLYER: i16 = 2 * HIGHEST;

/// Creatures and things that are off the map, in walls, in the air without wings, or where others are.
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
        if let Place::Ground(at) = item.place
            && map.ground(at).fills(at.z)
        {
            let message = format!("{} is off the map or inside a wall", written(map, at));
            faults.push(Fault::new(Part::Listed("item", index), "at", message));
        }
    }
}

/// The spaces along each side of a creature; a rider takes up those of its mount.
pub(super) fn side(creature: &CreatureSetup, shape: Shape) -> u8 {
    let CreatureSetup { sheet, body } = creature;
    let mount = sheet.mount.as_ref().filter(|_| body.mounted);
    let size = mount.map_or(sheet.size, |mount| sheet.size.max(mount.size));
    size.side(shape)
}

fn space(creature: &CreatureSetup, shape: Shape) -> Space {
    Space::cube(creature.body.at, side(creature, shape))
}

/// Whether a creature flies, or rides what flies.
fn flies(creature: &CreatureSetup) -> bool {
    let CreatureSetup { sheet, body } = creature;
    match sheet.mount.as_ref().filter(|_| body.mounted) {
        Some(mount) => mount.fly_yd.is_some(),
        None => sheet.fly_yd.is_some(),
    }
}

/// Whether a creature can be where it is, apart from others.
fn stands(map: &Map, creature: &CreatureSetup) -> Result<(), String> {
    let (name, height) = (&creature.sheet.name, creature.body.at.z);
    if !(-HIGHEST_FLYER..=HIGHEST_FLYER).contains(&height) {
        return Err(format!(
            "heights go from -{HIGHEST_FLYER} to {HIGHEST_FLYER}"
        ));
    }
    let shape = map.grid().shape;
    let space = space(creature, shape);
    if let Some(hindrance) = hindrance(map, space, false) {
        return Err(format!("{name} {hindrance}"));
    }
    let highest = space
        .cells(shape)
        .map(|cell| map.ground(cell).surface())
        .max();
    if highest.is_some_and(|highest| height > highest) && !flies(creature) {
        return Err(format!(
            "{name} is in the air at height {height} and does not fly"
        ));
    }
    let obstacle = |cell| surface::is_obstacle(map.ground(cell));
    if highest.is_some_and(|highest| height > highest) {
        return Ok(());
    }
    if space.cells(shape).any(obstacle) {
        return Err(format!("{name} is on an obstacle, where nobody stays"));
    }
    if surface::is_astride(map, space) {
        return Err(format!("{name} is astride a low wall, where nobody stays"));
    }
    Ok(())
}

/// Why a creature cannot be where another one before it in the roster is (`movement-segment/occupied-squares`).
fn crowds(setup: &Setup, shape: Shape, index: usize) -> Option<String> {
    let creature = &setup.creatures[index];
    let own = space(creature, shape);
    let other = (0..index).find(|other| {
        let there = &setup.creatures[*other];
        there.body.presence == Presence::Here
            && own.overlaps(shape, space(there, shape))
            && !is_down(setup, *other)
            && !is_down(setup, index)
    })?;
    let (name, other) = (&creature.sheet.name, &setup.creatures[other].sheet.name);
    Some(format!("{name} and {other} cannot be in the same space"))
}

/// Whether others can be where a creature lies: it is unconscious or dead.
fn is_down(setup: &Setup, index: usize) -> bool {
    let who = CreatureId(index as u16);
    setup.is_out(who) || setup.has(who, Condition::Surrendered)
}
