//! Flying: what a step in the air costs, how far one has to fly, hovering, and when a flyer falls (`flying/*`).

use affray_kernel::grid::{Cell, Heading, Shape, Space, Terrain, can_step};
use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};

use super::falling::{self, Cause};
use super::ground::terrain;
use super::numbers::{incapacitated, present, speed_ft};
use super::occupied::{CORNERS, Crossing, crossing, unknown_in};
use super::steps::{self, STEP_FT, Step};
use super::terrain::{is_difficult, standing_height, stands};
use super::{grapple, sight, turns};
use crate::ThreeAction;
use crate::fact::{Fact, Flag};
use crate::ids::{refuse, rule};
use crate::sheet::FlightMinimum;
use crate::state::{Condition, Mode, Moving, State};

/// The most squares that a step can drop (`flying/descend`).
pub(crate) const DROP: i16 = 2;

/// A step in the air: what it costs and where it heads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct AirStep {
    /// Feet of movement.
    pub(crate) cost_ft: i16,
    /// Feet of it for turning.
    pub(crate) turn_ft: i16,
    /// The heading afterwards, as a place among the directions of neighbours.
    pub(crate) heading: Option<u8>,
}

/// Whether a creature has the Flight Feat or its improved form.
#[inline]
pub(crate) fn has_flight(state: &State, who: CreatureId) -> bool {
    let feats = &state.sheet(who).feats;
    feats.flight || feats.improved_flight
}

/// Whether it flies without cost for turning and rising, and hovers (`flying/improved`).
#[inline]
pub(crate) fn is_improved(state: &State, who: CreatureId) -> bool {
    state.sheet(who).feats.improved_flight
}

/// Whether its wings can carry a creature: a flyer that is Incapacitated or Unconscious falls, and so does one that is Entangled, be it by a
/// grapple, if it cannot hover in place (`flying/fall-without-action`, `flying/improved`).
pub(crate) fn can_stay_up(state: &State, who: CreatureId) -> bool {
    has_flight(state, who)
        && !incapacitated(state, who)
        && !state.has(who, Condition::Unconscious)
        && !state.has(who, Condition::Dead)
        && (is_improved(state, who)
            || !state.has(who, Condition::Entangled) && !grapple::entangles(state, who))
}

/// Whether a creature is above whatever it could stand or float on.
pub(crate) fn is_aloft(state: &State, who: CreatureId) -> bool {
    standing_height(state, who, state.space(who))
        .is_some_and(|height| state.body(who).at.z > height)
}

/// Whether a creature may take a Fly Action.
///
/// # Errors
/// What keeps it on the ground.
pub(crate) fn may_fly(state: &State, who: CreatureId) -> Result<(), Refusal> {
    let figure = Figure::Creature(who);
    if !has_flight(state, who) {
        return Err(refuse!(
            "flying/speed",
            "{} cannot fly: it has no Flight Feat",
            figure
        ));
    }
    if !can_stay_up(state, who) {
        return Err(refuse!(
            "flying/fall-without-action",
            "{} is in no state to fly: its wings do not carry it",
            figure
        ));
    }
    if state.body(who).squeezing {
        return Err(refuse!(
            "squeezing/space",
            "{} has no room for its wings here",
            figure
        ));
    }
    let land = terrain(state);
    let space = state.space(who);
    let under_water = space
        .cells(land.grid().shape)
        .any(|cell| space.at.z < land.ground(cell).surface());
    if under_water {
        return Err(refuse!("flying/speed", "{} is under water", figure));
    }
    Ok(())
}

/// Feet of movement of a Fly Action: twice Speed (`flying/speed`).
pub(crate) fn allowance_ft(state: &State, who: CreatureId) -> i16 {
    speed_ft(state, who).saturating_mul(2)
}

/// The place of a direction among those of the neighbours of a cell.
fn place_of(shape: Shape, heading: Heading) -> Option<u8> {
    Heading::of_neighbours(shape)
        .position(|other| other == heading)
        .and_then(|place| u8::try_from(place).ok())
}

fn heading_at(shape: Shape, place: u8) -> Option<Heading> {
    Heading::of_neighbours(shape).nth(usize::from(place))
}

/// Feet for turning from one heading to another: 5 for every 45 degrees (`flying/turn`).
fn turn_ft(shape: Shape, from: Option<u8>, to: Option<u8>) -> i16 {
    let headings = from
        .zip(to)
        .and_then(|(from, to)| heading_at(shape, from).zip(heading_at(shape, to)));
    headings.map_or(0, |(from, to)| {
        (from.degrees_to(shape, to) / 45).cast_signed() * STEP_FT
    })
}

/// A step in the air from one square to another, if it is one: to a neighbour on the same height, 5 ft higher or up to 10 ft lower,
/// or straight up or down. Rising costs 10 ft (`flying/ascend`), everything else 5 (`flying/descend`), and turning comes on top
/// (`flying/turn`); with Improved Flight every step costs 5 ft (`flying/improved`).
pub(crate) fn air_step(
    shape: Shape,
    improved: bool,
    heading: Option<u8>,
    from: Cell,
    to: Cell,
) -> Option<AirStep> {
    let rise = to.z.checked_sub(from.z)?;
    if !(-DROP..=1).contains(&rise) {
        return None;
    }
    let upright = (from.x, from.y) == (to.x, to.y);
    if upright && rise == 0 {
        return None;
    }
    let next = if upright {
        heading
    } else {
        Some(place_of(shape, Heading::of_step(shape, from, to)?)?)
    };
    let turn_ft = if improved {
        0
    } else {
        turn_ft(shape, heading, next)
    };
    let way_ft = if rise > 0 && !improved {
        2 * STEP_FT
    } else {
        STEP_FT
    };
    Some(AirStep {
        cost_ft: way_ft + turn_ft,
        turn_ft,
        heading: next,
    })
}

/// A step in the air as the land and those who are there allow it, by the creatures it knows of. Other creatures' squares count as in any
/// Move; those that are Difficult double the way, not the turn, and so does Difficult Terrain to whoever keeps to the ground.
pub(crate) fn step_from(
    state: &State,
    who: CreatureId,
    heading: Option<u8>,
    from: Space,
    to: Cell,
) -> Option<AirStep> {
    let land = terrain(state);
    let shape = land.grid().shape;
    let step = air_step(shape, is_improved(state, who), heading, from.at, to)?;
    let target = from.moved_to(to);
    let above_water = target
        .cells(shape)
        .all(|cell| to.z >= land.ground(cell).surface());
    if !above_water || !can_step(&land, from, to, CORNERS) {
        return None;
    }
    if let Crossing::Blocked(_) = crossing(state, who, target, true) {
        return None;
    }
    let crowded = matches!(crossing(state, who, from, false), Crossing::Difficult(_));
    Some(AirStep {
        cost_ft: if crowded || toils(state, who, from, target) {
            2 * step.cost_ft - step.turn_ft
        } else {
            step.cost_ft
        },
        ..step
    })
}

/// Whether a step goes over Difficult Terrain and not through the air above it: from the ground to the ground
/// (`difficult-terrain/bypass`).
pub(crate) fn toils(state: &State, who: CreatureId, from: Space, to: Space) -> bool {
    is_difficult(state, who, from) && stands(state, who, from) && stands(state, who, to)
}

/// The heading with which the next step is taken: the first one after take-off is free to go anywhere (`flying/turn`).
pub(crate) fn heading(state: &State, who: CreatureId) -> Option<u8> {
    let body = state.body(who);
    let in_flight = body.flying || body.moving.is_some_and(|moving| moving.mode == Mode::Fly);
    body.heading.filter(|_| in_flight)
}

/// The squares that one step in the air can lead to, in a fixed order.
pub(crate) fn neighbours(state: &State, from: Cell) -> impl Iterator<Item = Cell> {
    let grid = state.grid();
    let lower = from.offset(0, 0, -DROP);
    grid.surroundings(from)
        .chain(grid.neighbours(lower))
        .chain(std::iter::once(lower))
}

/// Feet that a Fly Action in progress still has to go before anything else can be done (`flying/minimum`): none on the ground, with
/// Improved Flight, and where the Turn's sum counts.
pub(crate) fn owed_ft(state: &State, who: CreatureId) -> i16 {
    let short = state
        .body(who)
        .moving
        .filter(|moving| moving.mode == Mode::Fly)
        .map_or(0, |moving| speed_ft(state, who) - moving.spent_ft);
    let counts = state.cast.options.flight_minimum == FlightMinimum::PerAction
        && !is_improved(state, who)
        && short > 0
        && is_aloft(state, who);
    if counts { short } else { 0 }
}

/// A Fly Action that is stopped where it is too short is remembered, whatever comes after it (`flying/minimum`).
pub(crate) fn is_cut_short(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    if owed_ft(scene.state(), who) > 0 && !scene.state().body(who).short_flight {
        scene.emit(Fact::Flag(who, Flag::ShortFlight, true));
    }
}

/// Another Fly Action makes up for one that was too short.
pub(crate) fn begins_anew(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    if scene.state().body(who).short_flight {
        scene.emit(Fact::Flag(who, Flag::ShortFlight, false));
    }
}

/// Whether a creature may do something else now: a Fly Action that is too short has to be flown on first, if it can be.
///
/// # Errors
/// How far it has flown and how far it must.
#[inline(always)]
pub(crate) fn has_flown_enough(state: &State, who: CreatureId) -> Result<(), Refusal> {
    if state.body(who).moving.is_none() {
        Ok(())
    } else {
        has_moved_enough(state, who)
    }
}

/// Whether nobody else who acts in the same Turn is in the middle of a flight that is too short as yet: the Action of another would end it.
///
/// # Errors
/// How far that one has flown and how far it must.
#[inline(always)]
pub(crate) fn others_have_flown_enough(state: &State, who: CreatureId) -> Result<(), Refusal> {
    if state.waiting.commanded == 0 {
        Ok(())
    } else {
        have_flown_enough(state, who)
    }
}

fn have_flown_enough(state: &State, but_for: CreatureId) -> Result<(), Refusal> {
    let acts =
        |who: &CreatureId| turns::is_in_turn(state, *who) && turns::can_act(state, *who).is_ok();
    let mut others = state.creatures().filter(|who| *who != but_for).filter(acts);
    others.try_for_each(|who| has_flown_enough(state, who))
}

fn has_moved_enough(state: &State, who: CreatureId) -> Result<(), Refusal> {
    let owed = owed_ft(state, who);
    if owed == 0 || !can_fly_on(state, who) {
        return Ok(());
    }
    let least = speed_ft(state, who);
    Err(refuse!(
        "flying/minimum",
        "{} has flown {} with this Action and must fly at least {}",
        Figure::Creature(who),
        Figure::Feet(i32::from(least - owed)),
        Figure::Feet(i32::from(least))
    ))
}

/// Whether a Fly Action that ends there is long enough if it cannot be flown on: a readied one is over at once. On the ground it may end
/// anywhere (`flying/minimum`).
///
/// # Errors
/// How far that is and how far the creature must fly.
pub(crate) fn is_long_enough(
    state: &State,
    who: CreatureId,
    end: Space,
    spent_ft: i16,
) -> Result<(), Refusal> {
    let least = speed_ft(state, who);
    if state.cast.options.flight_minimum == FlightMinimum::PerTurn
        || spent_ft >= least
        || is_improved(state, who)
        || turns::is_in_turn(state, who)
        || standing_height(state, who, end).is_none_or(|height| end.at.z <= height)
    {
        return Ok(());
    }
    Err(refuse!(
        "flying/minimum",
        "that takes {} of movement; {} must fly at least {} with a readied Action, or to the ground",
        Figure::Feet(i32::from(spent_ft)),
        Figure::Creature(who),
        Figure::Feet(i32::from(least))
    ))
}

/// Whether there is any step that a Fly Action in progress can still take.
fn can_fly_on(state: &State, who: CreatureId) -> bool {
    let Some(moving) = state.body(who).moving else {
        return false;
    };
    let (space, heading) = (state.space(who), heading(state, who));
    can_stay_up(state, who)
        && neighbours(state, space.at).any(|to| {
            step_from(state, who, heading, space, to).is_some_and(|step| {
                step.cost_ft <= moving.left_ft
                    && super::occupied::is_free(state, who, space.moved_to(to), true)
            })
        })
}

/// Takes one step of a Fly Action.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn step(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, to: Cell) -> Play<Step> {
    let state = scene.state();
    let from = state.space(who);
    let old = heading(state, who);
    let moving = state.body(who).moving;
    let Some(moving) = moving.filter(|moving| moving.mode == Mode::Fly) else {
        return Ok(Step::Over);
    };
    let Some(air) = step_from(state, who, old, from, to) else {
        return Ok(Step::Over);
    };
    if air.cost_ft > moving.left_ft || !can_stay_up(state, who) {
        return Ok(Step::Over);
    }
    if let Some(other) = unknown_in(state, who, from.moved_to(to)) {
        sight::found(scene, other, who)?;
        return Ok(Step::Barred);
    }
    cite_step(scene, who, &air, from, to);
    scene.emit(Fact::Moving(
        who,
        Some(Moving {
            left_ft: moving.left_ft - air.cost_ft,
            spent_ft: moving.spent_ft.saturating_add(air.cost_ft),
            ..moving
        }),
    ));
    let flown = scene.state().body(who).flown_ft.unwrap_or(0);
    scene.emit(Fact::Flown(who, Some(flown.saturating_add(air.cost_ft))));
    take_wing(scene, who, from.moved_to(to));
    if scene.state().body(who).heading != air.heading {
        scene.emit(Fact::Heading(who, air.heading));
    }
    steps::moved(scene, who, to, Cause::Unsupported)?;
    Ok(Step::after(scene.state(), who, to))
}

/// In the air it flies; on the ground or on water it has landed.
fn take_wing(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, target: Space) {
    let state = scene.state();
    let aloft = standing_height(state, who, target).is_none_or(|height| target.at.z > height);
    if state.body(who).flying != aloft {
        scene.emit(Fact::Flag(who, Flag::Flying, aloft));
    }
    if scene.state().body(who).hanging {
        scene.emit(Fact::Flag(who, Flag::Hanging, false));
    }
}

fn cite_step(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    step: &AirStep,
    from: Space,
    to: Cell,
) {
    if !scene.listened() {
        return;
    }
    if step.turn_ft > 0 {
        scene.cite(rule!("flying/turn"));
    }
    if to.z > from.at.z {
        scene.cite(rule!("flying/ascend"));
    }
    if to.z < from.at.z {
        scene.cite(rule!("flying/descend"));
    }
    if is_improved(scene.state(), who) {
        scene.cite(rule!("flying/improved"));
    }
    if toils(scene.state(), who, from, from.moved_to(to)) {
        scene.cite(rule!("difficult-terrain/cost"));
        scene.cite(rule!("difficult-terrain/square-left"));
    } else if is_difficult(scene.state(), who, from) {
        scene.cite(rule!("difficult-terrain/bypass"));
    }
    for space in [from, from.moved_to(to)] {
        if let Crossing::Open(rule) | Crossing::Difficult(rule) =
            crossing(scene.state(), who, space, false)
        {
            scene.cite(rule);
        }
    }
}

/// At the end of its Turn a flyer that spent no Action on flying falls, and one that flew too short a way
/// (`flying/fall-without-action`, `flying/minimum`); with Improved Flight it hovers (`flying/improved`).
///
/// # Errors
/// Stops where a draw is missing.
#[inline(always)]
pub(crate) fn end_of_turn(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    if scene.state().body(who).flying {
        flight_ends(scene, who)
    } else {
        Ok(())
    }
}

fn flight_ends(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    let state = scene.state();
    let body = state.body(who);
    if body.unaware || !present(state, who) || state.cast.scene.zero_g || !is_aloft(state, who) {
        return Ok(());
    }
    if is_improved(state, who) && can_stay_up(state, who) {
        if body.flown_ft.is_none() {
            scene.cite(rule!("flying/improved"));
            if scene.state().body(who).heading.is_some() {
                scene.emit(Fact::Heading(who, None));
            }
        }
        return Ok(());
    }
    let least = speed_ft(state, who);
    let short = match state.cast.options.flight_minimum {
        FlightMinimum::PerAction => body.short_flight || owed_ft(state, who) > 0,
        FlightMinimum::PerTurn => body.flown_ft.is_some_and(|flown| flown < least),
    };
    if body.flown_ft.is_none() {
        scene.cite(rule!("flying/fall-without-action"));
    } else if short {
        scene.cite(rule!("flying/minimum"));
    } else {
        return Ok(());
    }
    drop(scene, who)
}

/// A creature flies no longer.
pub(crate) fn comes_down(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    if scene.state().body(who).flying {
        scene.emit(Fact::Flag(who, Flag::Flying, false));
    }
    if scene.state().body(who).heading.is_some() {
        scene.emit(Fact::Heading(who, None));
    }
}

/// Whether a creature that nothing holds up any more stays where it is (`flying/improved`).
pub(crate) fn can_hover(state: &State, who: CreatureId) -> bool {
    is_improved(state, who) && can_stay_up(state, who) && !state.body(who).squeezing
}

/// A creature flies no longer, and falls if it is in the air.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn drop(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    comes_down(scene, who);
    falling::drops(scene, who, Cause::Unsupported)
}

/// A flyer whose wings no longer carry it falls at once (`flying/fall-without-action`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn keep_up(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    if !scene.state().body(who).flying || can_stay_up(scene.state(), who) {
        return Ok(());
    }
    scene.cite(rule!("flying/fall-without-action"));
    drop(scene, who)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NORTH: Option<u8> = Some(0);

    fn cost(improved: bool, heading: Option<u8>, to: (i16, i16, i16)) -> Option<(i16, Option<u8>)> {
        let to = Cell::at_height(to.0, to.1, to.2);
        air_step(Shape::Square, improved, heading, Cell::new(0, 0), to)
            .map(|step| (step.cost_ft, step.heading))
    }

    #[test]
    fn turning_costs_5_ft_for_every_45_degrees() {
        let ahead = [
            ((0, -1, 0), 5),
            ((1, -1, 0), 10),
            ((1, 0, 0), 15),
            ((1, 1, 0), 20),
            ((0, 1, 0), 25),
            ((-1, 0, 0), 15),
        ];
        for (to, feet) in ahead {
            assert_eq!(
                cost(false, NORTH, to).map(|step| step.0),
                Some(feet),
                "{to:?}"
            );
            assert_eq!(cost(true, NORTH, to).map(|step| step.0), Some(5), "{to:?}");
            assert_eq!(cost(false, None, to).map(|step| step.0), Some(5), "{to:?}");
        }
        assert_eq!(cost(false, NORTH, (1, 0, 0)), Some((15, Some(2))));
    }

    #[test]
    fn rising_costs_10_ft_and_sinking_10_ft_costs_5() {
        assert_eq!(cost(false, NORTH, (0, 0, 1)), Some((10, NORTH)));
        assert_eq!(cost(false, NORTH, (0, -1, 1)), Some((10, NORTH)));
        assert_eq!(cost(false, NORTH, (1, -1, 1)), Some((15, Some(1))));
        assert_eq!(cost(true, NORTH, (1, -1, 1)), Some((5, Some(1))));
        for drop in [-1, -2] {
            assert_eq!(cost(false, NORTH, (0, 0, drop)), Some((5, NORTH)));
            assert_eq!(cost(false, NORTH, (0, -1, drop)), Some((5, NORTH)));
        }
        for far in [(0, 0, 0), (0, 0, 2), (0, 0, -3), (0, -1, -3), (0, -2, 0)] {
            assert_eq!(cost(false, NORTH, far), None, "{far:?}");
        }
    }

    #[test]
    fn on_hexes_a_side_further_is_one_turn() {
        let step = |heading, to| {
            air_step(Shape::Hex, false, heading, Cell::new(0, 0), to).map(|step| step.cost_ft)
        };
        let east = Heading::of_step(Shape::Hex, Cell::new(0, 0), Cell::new(1, 0))
            .and_then(|heading| place_of(Shape::Hex, heading));
        assert_eq!(step(east, Cell::new(1, 0)), Some(5));
        assert_eq!(step(east, Cell::new(0, 1)), Some(10), "60 degrees");
        assert_eq!(step(east, Cell::new(-1, 1)), Some(15), "120 degrees");
        assert_eq!(step(east, Cell::new(-1, 0)), Some(25), "180 degrees");
    }
}
