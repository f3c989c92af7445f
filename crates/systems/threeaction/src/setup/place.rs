//! Where creatures and things cannot be.

use affray_kernel::CreatureId;
use affray_kernel::grid::{Map, Shape, Space, Terrain};
use affray_kernel::scenario::{Fault, HIGHEST, Part, hindrance, too_high, written};

use super::super::state::{Condition, Place, Presence};
use super::check::is_dead;
use super::{CreatureSetup, Setup};

/// The farthest from height 0 that a creature can be, in squares.
const HIGHEST_FLYER: i16 = 2 * HIGHEST;

/// Creatures and things that are off the map, in walls, in the air without wings, or in one another.
pub(super) fn place_faults(setup: &Setup, map: &Map, faults: &mut Vec<Fault>) {
    if too_high(map) {
        let message = format!("elevations go from -{HIGHEST} to {HIGHEST}");
        faults.push(Fault::new(Part::Map, "", message));
        return;
    }
    for (index, creature) in setup.creatures.iter().enumerate() {
        if creature.presence != Presence::Here {
            continue;
        }
        let found = match stands(setup, map, index) {
            Ok(()) => overlaps(setup, map.grid().shape, index),
            Err(message) => vec![message],
        };
        let part = Part::Creature(index);
        faults.extend(
            found
                .into_iter()
                .map(|message| Fault::new(part, "at", message)),
        );
    }
    for (index, item) in setup.items.iter().enumerate() {
        if let Place::Ground(at) = item.place
            && map.ground(at).fills(at.z)
        {
            let message = format!("{} is off the map or inside a wall", written(map, at));
            faults.push(Fault::new(Part::Listed("item", index), "at", message));
        }
    }
    for (index, running) in setup.running.iter().enumerate() {
        if let Some(cell) = running.area.iter().find(|cell| !map.contains(**cell)) {
            let message = format!("{} is off the map", written(map, *cell));
            faults.push(Fault::new(
                Part::Listed("running spell", index),
                "area",
                message,
            ));
        }
    }
}

fn space(creature: &CreatureSetup) -> Space {
    Space::cube(creature.at, creature.sheet.size.side())
}

/// Why no creature can be at a height, in the air or in the earth.
pub(crate) fn too_far(height: i16) -> Option<String> {
    let most = HIGHEST_FLYER;
    let message = format!("heights go from -{most} to {most}");
    (!(-most..=most).contains(&height)).then_some(message)
}

/// Whether a creature can be where it is, apart from others.
fn stands(setup: &Setup, map: &Map, index: usize) -> Result<(), String> {
    let creature = &setup.creatures[index];
    let name = &creature.sheet.name;
    let height = creature.at.z;
    if let Some(message) = too_far(height) {
        return Err(message);
    }
    let shape = map.grid().shape;
    let space = space(creature);
    if let Some(hindrance) = hindrance(map, space, creature.sheet.feats.burrow) {
        return Err(format!("{name} {hindrance}"));
    }
    let highest = space
        .cells(shape)
        .map(|cell| map.ground(cell).surface())
        .max();
    let supported = creature.flying
        || creature.hanging
        || creature.falling_ft.is_some()
        || creature.mount.is_some()
        || setup.scene.zero_g
        || partners(setup, index).next().is_some();
    if highest.is_some_and(|highest| height > highest) && !supported {
        return Err(format!(
            "{name} is in the air at height {height} and neither flies nor hangs nor falls"
        ));
    }
    Ok(())
}

/// Creatures that hold this one or are held by it.
fn partners(setup: &Setup, index: usize) -> impl Iterator<Item = CreatureId> {
    let held = setup.conditions.iter();
    held.filter(move |held| {
        held.on.index() == index && matches!(held.kind, Condition::Grappled | Condition::Grappling)
    })
    .filter_map(|held| held.toward)
}

/// Why a creature cannot be where others, or its mount, are.
fn overlaps(setup: &Setup, shape: Shape, index: usize) -> Vec<String> {
    let creature = &setup.creatures[index];
    let own = space(creature);
    let mut found = Vec::new();
    for (other_index, other) in setup.creatures[..index].iter().enumerate() {
        if other.presence == Presence::Here
            && own.overlaps(shape, space(other))
            && !may_share(setup, index, other_index)
        {
            let (one, two) = (&creature.sheet.name, &other.sheet.name);
            found.push(format!("{one} and {two} take up the same square"));
        }
    }
    if let Some(mount) = creature.mount
        && let Some(mount) = setup.creatures.get(mount.index())
        && !own.overlaps(shape, space(mount))
    {
        let (one, two) = (&creature.sheet.name, &mount.sheet.name);
        found.push(format!(
            "{one} is not in the space of {two}, which carries it"
        ));
    }
    found
}

/// Whether two creatures may be in one square (`move/end-in-occupied-square`): joined, or each so with a third one.
fn may_share(setup: &Setup, one: usize, two: usize) -> bool {
    let mut thirds = 0..setup.creatures.len();
    is_dead(setup, one)
        || is_dead(setup, two)
        || are_joined(setup, one, two)
        || thirds.any(|third| are_joined(setup, one, third) && are_joined(setup, third, two))
}

/// Whether two creatures are rider and mount, in a grapple with one another, or one of them with whoever rides the other.
fn are_joined(setup: &Setup, one: usize, two: usize) -> bool {
    let rides =
        |who: usize, mount: usize| setup.creatures[who].mount.map(CreatureId::index) == Some(mount);
    let holds_rider =
        |who: usize, mount: usize| partners(setup, who).any(|rider| rides(rider.index(), mount));
    rides(one, two)
        || rides(two, one)
        || partners(setup, one).any(|partner| partner.index() == two)
        || holds_rider(one, two)
        || holds_rider(two, one)
}
