//! Zones and ground that impose a condition on whoever is inside (`conditions/continuous-source`).

use affray_kernel::condition::{Held, Kind as _};
use affray_kernel::grid::{Cell, Space, Terrain};
use affray_kernel::{Covered, CreatureId, Scene};

use super::conditions::{end, end_all, gain};
use super::numbers::present;
use crate::Energy;
use crate::actions::jump::flies;
use crate::fact::Fact;
use crate::ids::rule;
use crate::sheet::Working;
use crate::state::{Condition, State, Zone};
use crate::surface;

/// The number by which the ground of the map is known as a source.
pub(crate) const GROUND: u16 = 0;

/// How a condition's amount names its source: 0 is none, 1 the ground, more the zones.
#[must_use]
pub(crate) const fn amount_of(source: u16) -> i16 {
    source as i16 + 1
}

/// The source that an instance comes from.
#[must_use]
pub(crate) const fn source_of(held: &Held<Condition>) -> Option<u16> {
    match held.kind {
        Condition::Restrained | Condition::Restraining => None,
        _ if held.amount > 0 => Some((held.amount - 1) as u16),
        _ => None,
    }
}

/// The condition of a zone and its radius in metres.
pub(crate) fn of_zone(state: &State, zone: &Zone) -> Option<(Condition, i16)> {
    match state.power(zone.power).works {
        Working::Zone {
            condition,
            radius_m,
            ..
        } => Some((condition, radius_m)),
        _ => None,
    }
}

fn inside(state: &State, space: Space, centre: Cell, radius_m: i16) -> bool {
    let metres = state.grid().distance(space, Space::cell(centre));
    i64::from(metres) <= i64::from(radius_m)
}

/// What a zone of that radius around a space covers: everybody who is there.
pub(crate) fn covered(state: &State, centre: Cell, radius_m: i16) -> Covered {
    let reaches = |cell| inside(state, Space::cell(cell), centre, radius_m);
    let there = state.creatures().filter(|who| present(state, *who));
    let there = there.filter(|who| inside(state, state.space(*who), centre, radius_m));
    Covered::of(&state.terrain(), centre.z, reaches, there)
}

/// What imposes conditions on a creature where it is: source and condition, all kinds of ground in its space included. Nothing does on things
/// (`gaps/objects`).
pub(crate) fn sources(
    state: &State,
    who: CreatureId,
) -> impl Iterator<Item = (u16, Condition)> + '_ {
    let shape = state.grid().shape;
    let space = state.space(who);
    let alive = !state.sheet(who).traits.object;
    // Whoever flies over ground is not inside it.
    let flying = state.cast.imposing_ground && flies(state, who);
    let terrain = state.terrain();
    let cells = space.cells(shape).filter(|_| !flying);
    let imposed = cells
        .filter_map(|cell| surface::imposes(terrain.ground(cell)))
        .fold(0, |bits, condition| bits | condition.bit());
    let ground = surface::IMPOSED
        .into_iter()
        .filter(move |condition| imposed & condition.bit() != 0);
    let zones = state.zones.iter().filter_map(move |zone| {
        let (condition, radius) = of_zone(state, zone)?;
        inside(state, space, zone.at, radius).then_some((zone.number, condition))
    });
    let all = ground.map(|condition| (GROUND, condition)).chain(zones);
    all.filter(move |_| alive)
}

fn ignores(state: &State, who: CreatureId, source: u16, condition: Condition) -> bool {
    state.body(who).ignores.contains(&(condition, source))
}

/// Whether something imposes a condition on a creature in a space, which it goes through on the ground or flies over.
pub(crate) fn hampers(state: &State, who: CreatureId, space: Space) -> bool {
    if nowhere(state) {
        return false;
    }
    let (shape, terrain) = (state.grid().shape, state.terrain());
    let mut cells = space.cells(shape);
    let mut zones = state.zones.iter().filter_map(|zone| {
        let (_, radius) = of_zone(state, zone)?;
        Some((zone.at, radius))
    });
    zones.any(|(centre, radius)| inside(state, space, centre, radius))
        || cells.any(|cell| surface::imposes(terrain.ground(cell)).is_some()) && !flies(state, who)
}

/// Whether nothing on the map imposes anything: most fights.
pub(crate) fn nowhere(state: &State) -> bool {
    state.zones.is_empty() && !state.cast.imposing_ground
}

/// A creature has come somewhere, a zone has begun or ended, or a Round begins: conditions of sources it is inside of begin, those of
/// others end.
pub(crate) fn entered(scene: &mut Scene<'_, Energy>, who: CreatureId) {
    if nowhere(scene.state())
        && !scene
            .state()
            .conditions
            .on(who)
            .any(|held| source_of(held).is_some())
    {
        return;
    }
    let left = |state: &State, held: &Held<Condition>| {
        source_of(held).is_some_and(|source| {
            let imposed = (source, held.kind);
            !present(state, who) || !sources(state, who).any(|other| other == imposed)
        })
    };
    while let Some(held) = {
        let state = scene.state();
        state
            .conditions
            .on(who)
            .find(|held| left(state, held))
            .copied()
    } {
        scene.cite(rule!("conditions/continuous-source"));
        end(scene, held);
    }
    if !present(scene.state(), who) {
        return;
    }
    while let Some((source, condition)) = {
        let state = scene.state();
        let new = |(source, condition): &(u16, Condition)| {
            let there = |held: &Held<Condition>| {
                held.kind == *condition && source_of(held) == Some(*source)
            };
            !ignores(state, who, *source, *condition) && !state.conditions.on(who).any(there)
        };
        sources(state, who).find(new)
    } {
        scene.cite(rule!("conditions/continuous-source"));
        gain(
            scene,
            Held {
                amount: amount_of(source),
                ..Held::plain(who, condition)
            },
        );
    }
}

/// As [`entered`], for everybody.
pub(crate) fn settle(scene: &mut Scene<'_, Energy>) {
    for who in scene.state().creatures() {
        entered(scene, who);
    }
}

/// Zones whose last Round is over end (`rounds/end-sequence`).
pub(crate) fn expire(scene: &mut Scene<'_, Energy>, round: u16) {
    while let Some(number) = scene
        .state()
        .zones
        .iter()
        .find(|zone| zone.until <= round)
        .map(|zone| zone.number)
    {
        scene.emit(Fact::ZoneEnds(number));
    }
}

/// A creature shakes a condition off, whatever imposes it.
pub(crate) fn shake_off(scene: &mut Scene<'_, Energy>, who: CreatureId, condition: Condition) {
    scene.cite(rule!("conditions/continuous-source"));
    ignore(scene, who, condition);
    end_all(scene, who, |held| held.kind == condition);
}

/// What continuous sources impose of a condition ends, and the creature ignores it until the end of the Round
/// (`conditions/continuous-source`).
pub(crate) fn ignore(scene: &mut Scene<'_, Energy>, who: CreatureId, condition: Condition) {
    let continuous = |held: &&Held<Condition>| held.kind == condition && source_of(held).is_some();
    let next = |state: &State| state.conditions.on(who).find(continuous).copied();
    while let Some(held) = next(scene.state()) {
        scene.cite(rule!("conditions/continuous-source"));
        if let Some(source) = source_of(&held) {
            scene.emit(Fact::Ignores(who, condition, source));
        }
        end(scene, held);
    }
}
