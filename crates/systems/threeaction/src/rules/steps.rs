//! Single steps: where one can go from a square, what that costs, and what a change of place brings with it.

mod search;

use affray_kernel::grid::{Cell, Ground, Space, Terrain, can_step};
use affray_kernel::{CreatureId, Play, RuleId, Scene};
use smallvec::{SmallVec, smallvec};

use super::falling::{self, Cause};
use super::ground::terrain;
use super::numbers::{able, incapacitated};
use super::occupied::{CORNERS, Crossing, crossing, unknown_in};
use super::readied::{self, Happening, OutOfView};
use super::squeezing::{self, Place};
use super::terrain::{
    footing, height_within, in_deep_water, is_difficult, standing_height, stands, swims,
};
use super::{
    burning, burrowing, climbing, conditions, flying, grapple, prone, sight, thin_ice, zero_g,
};
use crate::ThreeAction;
use crate::actions::moving::may_move;
use crate::fact::{Fact, Flag};
use crate::ids::rule;
use crate::state::{Condition, Mode, Moving, State};

pub(crate) use self::search::{Search, breaks_under, off_line};

/// A step between neighbouring squares, in feet.
pub(crate) const STEP_FT: i16 = 5;

/// A square as somebody on the ground means it: at the height at which one stands there, in its whole space or, where that has no room,
/// squeezing.
pub(crate) fn on_ground(state: &State, who: CreatureId, from: Place, to: Cell) -> Cell {
    if state.cast.open_ground {
        return to.with_height(from.at.z);
    }
    let wide = Place {
        at: to,
        squeezing: false,
    };
    let narrow = Place {
        squeezing: true,
        ..wide
    };
    [wide, narrow]
        .iter()
        .find_map(|place| standing_height(state, who, place.space(state, who)))
        .map_or(wide.at, |height| to.with_height(height))
}

/// What leaving a space costs, in feet: twice as much if any part of it is Difficult Terrain, for whatever reasons
/// (`difficult-terrain/no-stacking`).
pub(crate) fn leaving_cost(state: &State, who: CreatureId, mode: Mode, space: Space) -> i16 {
    priced(
        is_hard(state, who, mode, space)
            || matches!(crossing(state, who, space, false), Crossing::Difficult(_)),
    )
}

/// Whether a space is hard to leave, whoever else is in it.
fn is_hard(state: &State, who: CreatureId, mode: Mode, space: Space) -> bool {
    let on_foot = matches!(mode, Mode::Run | Mode::Crawl);
    on_foot && is_difficult(state, who, space) || squeezing::is_tight(state, who, space)
}

fn priced(hard: bool) -> i16 {
    if hard { 2 * STEP_FT } else { STEP_FT }
}

/// Whether a creature that moves in that way can be in the space `to`, coming from `from`, as far as the ground goes.
pub(crate) fn goes(state: &State, who: CreatureId, mode: Mode, from: Space, to: Space) -> bool {
    let stands = |space: Space| stands(state, who, space);
    match mode {
        Mode::Run | Mode::Crawl => {
            state.cast.open_ground
                || (to.at.z - from.at.z).abs() <= 1
                    && !in_deep_water(state, who, from)
                    && stands(to)
        }
        Mode::Swim => {
            in_deep_water(state, who, from)
                && (in_deep_water(state, who, to) || stands(to))
                && !thin_ice::bars(state, from, to)
        }
        Mode::Climb => {
            let holds = |space: Space| climbing::hold_dc(state, space).is_some();
            (holds(from) || stands(from))
                && (holds(to) || stands(to))
                && (!stands(from) || !stands(to))
                && !thin_ice::bars(state, from, to)
        }
        Mode::Fly | Mode::Burrow => false,
    }
}

/// What a step costs, in feet, if a creature that moves in that way can take it, by the creatures that it knows of. Whether walls let it
/// pass is not asked here.
pub(crate) fn cost(
    state: &State,
    who: CreatureId,
    mode: Mode,
    from: Space,
    to: Space,
) -> Option<i16> {
    if !goes(state, who, mode, from, to) {
        return None;
    }
    if is_blocked(state, who, to) {
        return None;
    }
    Some(leaving_cost(state, who, mode, from))
}

/// Whether a creature that one knows of is in the way in a space.
fn is_blocked(state: &State, who: CreatureId, space: Space) -> bool {
    matches!(crossing(state, who, space, true), Crossing::Blocked(_))
}

/// Whether walls and ground let a creature that moves in that way step over to `to`.
pub(crate) fn is_open(state: &State, who: CreatureId, mode: Mode, from: Space, to: Cell) -> bool {
    if state.cast.open_ground && matches!(mode, Mode::Run | Mode::Crawl) {
        let (map, shape) = (&state.cast.map, state.grid().shape);
        return from.at.z == to.z
            && state.grid().cells_between(from.at, to) == 1
            && from
                .moved_to(to)
                .cells(shape)
                .all(|cell| map.contains(cell));
    }
    match mode {
        Mode::Run | Mode::Crawl => can_step(&footing(state, who), from, to, CORNERS),
        Mode::Swim | Mode::Climb if (to.z - from.at.z).abs() > 1 => false,
        _ => can_step(&terrain(state), from, to, CORNERS),
    }
}

/// What came of a step of a Move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// It was taken, and the Move can go on.
    Taken,
    /// Somebody was found in the way, so that it was not taken (`hidden/reveal-discovery`), or somebody has moved the creature aside in the
    /// middle of it (`reactions/interrupt`): the Move can go on another way.
    Barred,
    /// The Move cannot go on: what is left of it is lost.
    Over,
}

impl Step {
    /// What came of a step to a square, after all that followed from it.
    pub(crate) fn after(state: &State, who: CreatureId, to: Cell) -> Self {
        if !able(state, who) || state.body(who).moving.is_none() {
            Self::Over
        } else if state.body(who).at == to {
            Self::Taken
        } else {
            Self::Barred
        }
    }
}

/// Takes one step of a Move Action.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn step(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    to: Cell,
    mode: Mode,
) -> Play<Step> {
    let state = scene.state();
    let Some(moving) = state.body(who).moving.filter(|moving| moving.mode == mode) else {
        return Ok(Step::Over);
    };
    let here = Place::of(state, who);
    let Some((place, price)) = squeezing::step(state, who, mode, here, to) else {
        return Ok(Step::Over);
    };
    let price = if moving.spent_ft == 0 {
        if price > moving.left_ft {
            scene.cite(rule!("foundations/minimum-step"));
        }
        price.min(moving.left_ft)
    } else {
        price
    };
    let state = scene.state();
    if may_move(state, who, mode).is_err() || price > moving.left_ft {
        return Ok(Step::Over);
    }
    let target = place.space(state, who);
    if let Some(other) = unknown_in(state, who, target) {
        sight::found(scene, other, who)?;
        return Ok(Step::Barred);
    }
    cite_step(scene, who, mode, target);
    scene.emit(Fact::Moving(
        who,
        Some(Moving {
            left_ft: moving.left_ft - price,
            spent_ft: moving.spent_ft.saturating_add(price),
            ..moving
        }),
    ));
    moved_into(scene, who, place, Cause::Unsupported)?;
    Ok(Step::after(scene.state(), who, target.at))
}

/// The rules that a step makes use of.
fn cite_step(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, mode: Mode, to: Space) {
    if !scene.listened() {
        return;
    }
    let state = scene.state();
    let from = state.space(who);
    let on_foot = matches!(mode, Mode::Run | Mode::Crawl);
    let difficult = on_foot && is_difficult(state, who, from);
    let ignored = on_foot && !difficult && is_rough(state, from);
    let bypassed = !on_foot && is_difficult(state, who, from);
    let tight = squeezing::is_tight(state, who, from);
    let crossings = [
        crossing(state, who, from, false),
        crossing(state, who, to, false),
    ];
    let mut reasons = 0;
    if difficult {
        scene.cite(rule!("difficult-terrain/cost"));
        scene.cite(rule!("difficult-terrain/square-left"));
        reasons += 1;
    }
    if ignored {
        scene.cite(rule!("difficult-terrain/larger-creatures"));
    }
    if bypassed {
        scene.cite(rule!("difficult-terrain/bypass"));
    }
    if tight {
        scene.cite(rule!("squeezing/difficult"));
        reasons += 1;
    }
    if let Crossing::Difficult(_) = crossings[0] {
        reasons += 1;
        scene.cite(rule!("occupied-squares/difficult"));
    }
    if reasons > 1 {
        scene.cite(rule!("difficult-terrain/no-stacking"));
    }
    for crossing in crossings {
        if let Crossing::Open(rule) | Crossing::Difficult(rule) = crossing {
            scene.cite(rule);
            if rule == rule!("occupied-squares/pass") {
                scene.cite(rule!("foundations/sizes"));
            }
        }
    }
}

/// Whether there is Difficult Terrain in a space, whoever may ignore it.
fn is_rough(state: &State, space: Space) -> bool {
    let land = terrain(state);
    space
        .cells(state.grid().shape)
        .any(|cell| land.ground(cell).difficult)
}

/// Every change of a creature's place goes through here: whoever it carries, holds or is held by goes with it, water puts out fire, it
/// falls if nothing holds it, and then readied Actions may interrupt, set off by any of them.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn moved(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    to: Cell,
    cause: Cause,
) -> Play {
    let place = squeezing::moved_to(scene.state(), who, to);
    moved_into(scene, who, place, cause)
}

/// As [`moved`], into a place that says whether one squeezes there.
fn moved_into(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    place: Place,
    cause: Cause,
) -> Play {
    let unseen = readied::out_of_view(scene.state());
    let company = company(scene, who, true);
    put_all(scene, &company, place, cause != Cause::Forced);
    for taken in &company[1..] {
        grapple::come_apart(scene, taken.who)?;
    }
    falling::has_been_moved(scene, who, cause)?;
    for taken in &company[1..] {
        falling::is_caught(scene, taken.who);
    }
    thin_ice::tread(scene, who)?;
    have_come(scene, &company, unseen)
}

/// Each of those who have changed place together has come there, and what they stood before may have come into view of those who did not see
/// it (`readied-action/declaration`).
///
/// # Errors
/// Stops where an answer or a die is missing.
pub(crate) fn have_come(
    scene: &mut Scene<'_, ThreeAction>,
    company: &[Member],
    mut unseen: OutOfView,
) -> Play {
    unseen.retain(|(on, _)| company.iter().all(|member| member.who != *on));
    for member in company {
        readied::interrupt(scene, member.who, Happening::Step(member.from))?;
    }
    readied::come_into_view(scene, &unseen)
}

/// One of those who move together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Member {
    who: CreatureId,
    /// Where it was.
    from: Cell,
    /// Who takes it along; the one that moves takes itself.
    with: CreatureId,
}

/// Creatures that move together, each after the one that takes it along.
pub(crate) type Company = SmallVec<[Member; 2]>;

/// Puts a creature somewhere, and those who go with it. Gives all of them.
pub(crate) fn put(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, to: Cell) -> Company {
    let place = squeezing::moved_to(scene.state(), who, to);
    put_with_riders(scene, who, place, true)
}

/// Puts a creature into another's space, and those who ride it; whoever grapples it or is grappled by it goes along only `with_partners`. Gives all
/// of them.
pub(crate) fn put_with_riders(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    place: Place,
    with_partners: bool,
) -> Company {
    let company = company(scene, who, with_partners);
    put_all(scene, &company, place, false);
    company
}

/// Puts a company where its first member goes, by its `own` step or moved by others. Who goes without its mount is out of the saddle.
fn put_all(scene: &mut Scene<'_, ThreeAction>, company: &[Member], place: Place, own: bool) {
    for member in company {
        let mount = scene.state().body(member.who).mount;
        if mount.is_some_and(|mount| company.iter().all(|other| other.who != mount)) {
            scene.emit(Fact::Mounted(member.who, None));
        }
    }
    for (index, member) in company.iter().enumerate() {
        if index == 0 {
            put_into(scene, member.who, place, own);
        } else {
            let place = along(scene.state(), company, *member);
            put_into(scene, member.who, place, false);
        }
    }
}

/// Where somebody comes to whom another takes along that has come from elsewhere to where it is.
pub(crate) fn taken_along(
    state: &State,
    who: CreatureId,
    (with, was): (CreatureId, Cell),
) -> Place {
    let member = |who, from| Member { who, from, with };
    let company = [member(with, was), member(who, state.body(who).at)];
    along(state, &company, company[1])
}

/// Where somebody comes to who is taken along: as far as its carrier has gone, but into its space.
fn along(state: &State, company: &[Member], member: Member) -> Place {
    let carrier = company.iter().find(|other| other.who == member.with);
    let (now, was) = (
        state.body(member.with).at,
        carrier.map_or(member.from, |carrier| carrier.from),
    );
    let to = member.from.offset(
        now.x.saturating_sub(was.x),
        now.y.saturating_sub(was.y),
        now.z.saturating_sub(was.z),
    );
    squeezing::together(
        state,
        member.who,
        carried_in(state, member, to),
        member.with,
    )
}

/// The place to which a larger one, or one in the saddle of a larger one, takes somebody in its arms: where it walks or wades, the other has
/// its feet on the ground, or floats; who comes out of a saddle in somebody's arms is where that one is.
fn carried_in(state: &State, member: Member, to: Cell) -> Cell {
    let size = |who: CreatureId| state.sheet(who).size;
    let rides = state.body(member.who).mount == Some(member.with);
    let bearer = state.body(member.with).mount.unwrap_or(member.with);
    if rides || size(member.who) > size(bearer) {
        return to;
    }
    let (own, host) = (
        state.own_space(member.who).moved_to(to),
        state.own_space(bearer),
    );
    let walks = |host: Space| {
        let height = standing_height(state, bearer, host);
        height.is_some_and(|height| host.at.z <= height)
    };
    let height = if !state.cast.open_ground && size(member.who) < size(bearer) && walks(host) {
        height_within(state, member.who, own, host)
    } else {
        None
    };
    let place = height.map_or_else(|| within(own, host), |height| to.with_height(height));
    if own.moved_to(place).overlaps(state.grid().shape, host) {
        place
    } else {
        host.at
    }
}

/// The same place at the nearest height at which it is inside a space that is as tall or taller.
fn within(own: Space, host: Space) -> Cell {
    let room = i16::from(host.height) - i16::from(own.height);
    let highest = host.at.z.saturating_add(room.max(0));
    own.at.with_height(own.at.z.clamp(host.at.z, highest))
}

/// A creature and all that go with it: the riders of everybody who goes, and if those go along its partners in a grapple and its riders'.
fn company(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, with_partners: bool) -> Company {
    let member = |state: &State, other, with| Member {
        who: other,
        from: state.body(other).at,
        with,
    };
    let mut company: Company = smallvec![member(scene.state(), who, who)];
    let mut next = 0;
    while let Some(carrier) = company.get(next).map(|carrier| carrier.who) {
        for other in scene.state().creatures() {
            let rides = scene.state().body(other).mount == Some(carrier);
            let rider = scene.state().body(carrier).mount == Some(who);
            let holds = with_partners && (carrier == who || rider);
            if company.iter().any(|member| member.who == other) || !rides && !holds {
                continue;
            }
            if let Some(rule) = goes_along(scene.state(), carrier, other) {
                scene.cite(rule);
                company.push(member(scene.state(), other, carrier));
            }
        }
        next += 1;
    }
    company
}

/// By which rule `other` is taken along, if it is: as a rider (`command/mounts`), or as a partner in a grapple
/// (`grappled/move-together`, `grappling/move-together`).
pub(crate) fn goes_along(state: &State, carrier: CreatureId, other: CreatureId) -> Option<RuleId> {
    let rule = bond(state, carrier, other)?;
    let shared = state.body(other).mount == Some(carrier)
        || state
            .space(carrier)
            .overlaps(state.grid().shape, state.space(other));
    shared.then_some(rule)
}

/// The same wherever the two are.
pub(crate) fn bond(state: &State, carrier: CreatureId, other: CreatureId) -> Option<RuleId> {
    if state.body(other).mount == Some(carrier) {
        return Some(rule!("command/mounts"));
    }
    let held = &state.conditions;
    let grapples = |one, other| {
        held.has_toward(one, Condition::Grappling, other)
            || held.has_toward(other, Condition::Grappled, one)
    };
    if grapples(carrier, other) {
        Some(rule!("grappling/move-together"))
    } else if grapples(other, carrier) {
        Some(rule!("grappled/move-together"))
    } else {
        None
    }
}

/// Puts one creature somewhere.
pub(crate) fn put_alone(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, to: Cell) {
    let place = squeezing::moved_to(scene.state(), who, to);
    put_into(scene, who, place, false);
}

/// Puts one creature into a place, by its `own` step or not. What it hung on is left behind unless it can hang on there; in water it burns no
/// longer, who floats is not Prone, who cannot keep upright is, on the ground nobody flies, and beside something fixed nobody tumbles.
pub(crate) fn put_into(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    place: Place,
    own: bool,
) {
    let left = scene.state().space(who);
    let floated = incapacitated(scene.state(), who) && floats(scene.state(), who);
    place.take(scene, who);
    scene.emit(if own || scene.state().body(who).moving.is_none() {
        Fact::Moved(who, place.at)
    } else {
        Fact::Shifted(who, place.at)
    });
    if !scene.state().altered.is_empty() {
        burrowing::leaves_open(scene, who, left);
    }
    zero_g::came_to_rest(scene, who);
    let state = scene.state();
    if state.body(who).hanging && climbing::hold_dc(state, state.space(who)).is_none() {
        scene.emit(Fact::Flag(who, Flag::Hanging, false));
    }
    let state = scene.state();
    if state.body(who).flying && stands(state, who, state.own_space(who)) {
        flying::comes_down(scene, who);
    }
    let state = scene.state();
    if !state.cast.open_ground && is_wet(state, who) {
        burning::enters_water(scene, who);
    }
    let state = scene.state();
    if state.has(who, Condition::Prone) && floats(state, who) {
        scene.cite(rule!("prone/definition"));
        conditions::lose(scene, who, Condition::Prone);
    } else if !state.cast.scene.zero_g {
        prone::sinks_down(scene, who, floated);
    }
}

/// Whether a creature that has come to where it is floats there: in water, and in Zero-G along the floor as well, to which nothing presses it.
fn floats(state: &State, who: CreatureId) -> bool {
    state.cast.scene.zero_g || !state.cast.open_ground && swims(state, who)
}

/// Whether water reaches a creature: the saddle is above what its mount wades through.
fn is_wet(state: &State, who: CreatureId) -> bool {
    if state.body(who).mount.is_some() {
        swims(state, who)
    } else {
        in_water(state, state.space(who))
    }
}

/// The ground of those squares of a space that are in water, be it shallow.
pub(crate) fn waters(state: &State, space: Space) -> impl Iterator<Item = Ground> {
    let land = terrain(state);
    let grounds = space
        .cells(state.grid().shape)
        .map(move |cell| land.ground(cell));
    grounds
        .filter(move |ground| ground.water > 0 && ground.ice == 0 && space.at.z <= ground.surface())
}

/// Whether any part of a space is in water, be it shallow.
pub(crate) fn in_water(state: &State, space: Space) -> bool {
    waters(state, space).next().is_some()
}
