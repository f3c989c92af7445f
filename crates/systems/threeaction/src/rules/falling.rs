//! Falling: catching hold, how far and how fast, what it costs (`falling/*`, `foundations/fall-table`).

mod together;

use affray_kernel::dice::Pool;
use affray_kernel::grid::{Cell, Space};
use affray_kernel::story::{Audience, Roll};
use affray_kernel::{CreatureId, Play, Scene};
use smallvec::{SmallVec, smallvec};

pub(crate) use self::together::dives;
use self::together::{company, falls, falls_with_another};
use super::ground::terrain;
use super::numbers::present;
use super::occupied::{move_aside, place_aside};
use super::readied::{self, Happening};
use super::terrain::{standing_height, swims};
use super::{climbing, conditions, damage, flying, grapple, prone, steps, turns};
use crate::ThreeAction;
use crate::act::{Act, Window};
use crate::fact::{Doing, Fact, Flag, Harm};
use crate::ids::rule;
use crate::sheet::DamageType;
use crate::state::{Condition, State};

/// Why a creature falls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cause {
    /// Another's Push, Trip or Spell (`falling/forced`).
    Forced,
    /// A flyer was tripped: it falls 50 ft at most (`trip/flying`).
    Tripped,
    /// A Climb check failed (`falling/grab-after-climb`).
    Climb,
    /// It leapt down, and its Jump shortens the fall by so many feet (`falling/jump`).
    Jump(i32),
    /// Nothing holds it any more.
    Unsupported,
}

/// How far a creature falls in a Round (`falling/rate`), and the most that counts for Damage (`falling/cap`).
const ROUND_FT: i32 = 100;

/// How far a tripped flyer falls (`trip/flying`).
const TRIPPED_FT: i32 = 50;

/// By how much water shortens a fall, and how deep it must be in squares (`falling/water`).
const WATER_FT: i32 = 50;
const WATER_DEPTH: u8 = 2;

/// Feet of a fall for each die of Damage, and the most dice (`foundations/fall-table`).
const DIE_FT: i32 = 10;

/// Whether something holds a creature up: ground, water, wings, a mount, a surface it hangs on, a partner in a grapple whom something
/// else holds up; or there is no gravity.
pub(crate) fn is_supported(state: &State, who: CreatureId) -> bool {
    holds_itself_up(state, who) || is_held_up(state, who)
}

/// Whether a creature, or its mount, shares its space with somebody in a grapple with it who holds itself up.
fn is_held_up(state: &State, who: CreatureId) -> bool {
    let (space, shape) = (state.space(who), state.grid().shape);
    let shares = |other| state.space(other).overlaps(shape, space);
    let held = grapple::partners(state, who).into_iter().any(|partner| {
        present(state, partner) && shares(partner) && holds_itself_up(state, partner)
    });
    let mount = state.body(who).mount;
    held || mount.is_some_and(|mount| shares(mount) && is_held_up(state, mount))
}

/// Whether something other than a grapple holds a creature up.
fn holds_itself_up(state: &State, who: CreatureId) -> bool {
    let (body, shape) = (state.body(who), state.grid().shape);
    if state.cast.scene.zero_g || body.flying {
        return true;
    }
    let space = state.space(who);
    let Some(height) = standing_height(state, who, space) else {
        return true;
    };
    space.at.z <= height
        || body.hanging && climbing::hold_dc(state, space).is_some()
        || body.mount.is_some_and(|mount| {
            state.space(mount).overlaps(shape, space) && holds_itself_up(state, mount)
        })
}

/// Makes a creature fall if nothing holds it; a tripped flyer falls although its wings would, but not where there is no gravity
/// (`zero-g/fliers`), and whoever can hover falls only by a Trip or its own leap (`flying/improved`). Where something has come to hold it, a
/// fall that was to go on is over.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn fall_from(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, cause: Cause) -> Play {
    if stays_up(scene, who, cause) {
        return Ok(());
    }
    scene.nested(|scene| falls(scene, who, cause))
}

/// Falls from where it has come to if nothing holds it there. Who is in a fall of more than 100 ft has fallen as far as it does in a Round, and
/// goes on from there in its Turn (`falling/rate`, `falling/long-fall`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn has_been_moved(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    cause: Cause,
) -> Play {
    if scene.state().body(who).falling_ft.is_some() {
        stays_up(scene, who, cause);
        Ok(())
    } else {
        fall_from(scene, who, cause)
    }
}

/// Whether something holds a creature up, or it can hover.
fn stays_up(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, cause: Cause) -> bool {
    let weightless = scene.state().cast.scene.zero_g;
    let tripped = cause == Cause::Tripped && scene.state().body(who).flying && !weightless;
    if is_supported(scene.state(), who) && !tripped {
        if scene.state().body(who).falling_ft.is_some() {
            scene.cite(rule!("falling/long-fall"));
            is_over(scene, who);
        }
        return true;
    }
    let hovers_there =
        flying::can_hover(scene.state(), who) && !matches!(cause, Cause::Tripped | Cause::Jump(_));
    if hovers_there {
        hovers(scene, who);
    }
    hovers_there
}

/// The fall of somebody who is taken along is over if that holds it up, as wings do that have been spread (`falling/long-fall`).
pub(crate) fn is_caught(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    let state = scene.state();
    if state.body(who).falling_ft.is_some() && is_supported(state, who) {
        scene.cite(rule!("falling/long-fall"));
        scene.emit(Fact::Falling(who, None));
    }
}

/// A fall is over, and so is that of everybody whom the creature holds up from now on.
fn is_over(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    scene.emit(Fact::Falling(who, None));
    for (other, _) in &company(scene.state(), who)[1..] {
        is_caught(scene, *other);
    }
}

/// Whoever has lost what held it up falls. Who is in a fall of more than 100 ft has fallen as far as it does in a Round, and goes on in its
/// Turn (`falling/rate`, `falling/long-fall`), unless something has come to hold it.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn loses_hold(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    if scene.state().body(who).falling_ft.is_some() {
        is_caught(scene, who);
        Ok(())
    } else {
        fall_from(scene, who, Cause::Forced)
    }
}

/// With Improved Flight a creature that has lost its footing hangs in the air (`flying/improved`).
fn hovers(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) {
    scene.cite(rule!("flying/improved"));
    scene.emit(Fact::Flag(who, Flag::Flying, true));
    if scene.state().body(who).falling_ft.is_some() {
        is_over(scene, who);
    }
}

/// A climber that cannot hold on any longer falls (`falling/forced`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn lets_go(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    if !scene.state().body(who).hanging {
        return Ok(());
    }
    scene.emit(Fact::Flag(who, Flag::Hanging, false));
    drops(scene, who, Cause::Forced)
}

/// Continues a fall of more than 100 ft at the start of a Turn (`falling/long-fall`); and whoever is in mid-air for any other reason, with
/// nothing to hold it, falls then at the latest.
///
/// # Errors
/// Stops where a draw is missing.
#[inline]
pub(crate) fn start_of_turn(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    let state = scene.state();
    let goes_on = state.body(who).falling_ft.is_some();
    if !present(state, who)
        || !goes_on && is_supported(state, who)
        || goes_on && falls_with_another(state, who)
    {
        return Ok(());
    }
    if goes_on {
        scene.cite(rule!("falling/long-fall"));
    }
    drops(scene, who, Cause::Unsupported)
}

/// Makes a creature fall that was not on the move: wherever it comes down, it has come there (`readied-action/declaration`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn drops(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, cause: Cause) -> Play {
    let from = scene.state().body(who).at;
    fall_from(scene, who, cause)?;
    have_fallen(scene, smallvec![(who, from)])
}

/// One creature falls by itself. `false`: it has caught hold.
fn goes_down(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, cause: Cause) -> Play<bool> {
    scene.cite(rule!("falling/rate"));
    if grabs(scene, who, cause)? {
        return Ok(false);
    }
    comes_down(scene, who, cause)
}

/// The same of one that has not caught hold. `false`: there is nothing below.
fn comes_down(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, cause: Cause) -> Play<bool> {
    if scene.state().body(who).moving.is_some() {
        scene.emit(Fact::Moving(who, None));
    }
    let state = scene.state();
    let space = state.space(who);
    let Some(ground) = standing_height(state, who, space) else {
        return Ok(false);
    };
    let down = 5 * (i32::from(space.at.z) - i32::from(ground));
    let most = if cause == Cause::Tripped {
        TRIPPED_FT
    } else {
        ROUND_FT
    };
    if down > most {
        falls_on(scene, who, cause, most)?;
    } else {
        lands(scene, who, cause, down)?;
    }
    Ok(true)
}

/// Each of those has come to where it is from another place.
fn have_fallen(
    scene: &mut Scene<'_, ThreeAction>,
    fallen: SmallVec<[(CreatureId, Cell); 2]>,
) -> Play {
    for (who, from) in fallen {
        if scene.state().body(who).at != from {
            readied::interrupt(scene, who, Happening::Step(from))?;
        }
    }
    Ok(())
}

/// Goes down so many feet, or to the ground.
fn plunges(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, feet: i32) -> Play {
    let state = scene.state();
    let Some(ground) = standing_height(state, who, state.space(who)) else {
        return Ok(());
    };
    let down = 5 * (i32::from(state.body(who).at.z) - i32::from(ground));
    if down <= feet {
        lands(scene, who, Cause::Unsupported, down)
    } else {
        falls_on(scene, who, Cause::Unsupported, feet)
    }
}

/// Falls through the air without reaching the ground, past whoever is there (`falling/occupied-square`). A tripped flyer then flies on, with
/// whoever rides it or hangs on it; anybody else goes on falling in its next Turn.
fn falls_on(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, cause: Cause, feet: i32) -> Play {
    let lower = scene.state().body(who).at.offset(0, 0, -squares(feet));
    if cause == Cause::Tripped {
        scene.cite(rule!("trip/flying"));
        steps::put(scene, who, lower);
        if !move_aside(scene, who)?.is_empty() {
            scene.cite(rule!("falling/occupied-square"));
        }
        return Ok(());
    }
    keeps_falling(scene, who, cause, feet);
    steps::put_alone(scene, who, lower);
    gives_way(scene, who)
}

/// So many feet are behind a creature that goes on falling.
fn keeps_falling(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, cause: Cause, feet: i32) {
    scene.cite(rule!("falling/long-fall"));
    let already = i32::from(scene.state().body(who).falling_ft.unwrap_or(0));
    // What a Jump pays for is taken off at once, so that the later legs need not know of it.
    let paid = match cause {
        Cause::Jump(feet) => feet,
        _ => 0,
    };
    let fallen = i16::try_from(already + feet - paid).unwrap_or(i16::MAX);
    flying::comes_down(scene, who);
    scene.emit(Fact::Falling(who, Some(fallen)));
}

/// Nobody's fall ends in another's square: it ends beside it (`falling/occupied-square`). Whoever is bound to the faller comes there after it.
fn gives_way(scene: &mut Scene<'_, ThreeAction>, who: CreatureId) -> Play {
    if let Some(to) = place_aside(scene, who)? {
        steps::put_alone(scene, who, to);
        scene.cite(rule!("falling/occupied-square"));
    }
    Ok(())
}

fn squares(feet: i32) -> i16 {
    i16::try_from(feet / 5).unwrap_or(i16::MAX)
}

/// Comes down: beside whoever is there (`falling/occupied-square`), with Damage for the whole distance, and Prone if that is on ground
/// (`falling/prone`).
fn lands(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, cause: Cause, feet: i32) -> Play {
    let below = scene.state().body(who).at.offset(0, 0, -squares(feet));
    let distance = touches_down(scene, who, feet);
    steps::put_alone(scene, who, below);
    if present(scene.state(), who) {
        gives_way(scene, who)?;
        has_landed(scene, who, cause, distance)?;
    }
    super::thin_ice::tread(scene, who)
}

/// A fall ends after so many feet more. Gives the whole distance.
fn touches_down(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, feet: i32) -> i32 {
    let already = scene.state().body(who).falling_ft;
    if already.is_some() {
        scene.emit(Fact::Falling(who, None));
    }
    flying::comes_down(scene, who);
    i32::from(already.unwrap_or(0)) + feet
}

/// Suffers a fall of that distance, or goes on falling where nothing holds it after all.
fn has_landed(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    cause: Cause,
    distance: i32,
) -> Play {
    if is_supported(scene.state(), who) {
        return suffers(scene, who, cause, distance);
    }
    let fallen = i16::try_from(distance).unwrap_or(i16::MAX);
    scene.emit(Fact::Falling(who, Some(fallen)));
    goes_down(scene, who, cause).map(|_| ())
}

/// What a fall of that distance does to a creature that has come down.
fn suffers(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    cause: Cause,
    distance: i32,
) -> Play {
    let effective = effective_ft(scene, who, cause, distance);
    let lost = fall_damage(scene, who, effective)?;
    let state = scene.state();
    let in_water = swims(state, who) || in_water_to_dive(state, who);
    if lost > 0 && present(state, who) && !in_water {
        scene.cite(rule!("falling/prone"));
        prone::knock_down(scene, who)?;
    }
    Ok(())
}

/// The distance that counts: less what a Jump pays for and what deep water takes off, and no more than 100 ft
/// (`falling/damage`, `falling/water`, `falling/jump`, `falling/cap`).
fn effective_ft(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    cause: Cause,
    distance: i32,
) -> i32 {
    let mut effective = distance;
    if let Cause::Jump(feet) = cause {
        scene.cite(rule!("falling/jump"));
        effective -= feet;
    }
    if in_water_to_dive(scene.state(), who) {
        scene.cite(rule!("falling/water"));
        effective -= WATER_FT;
    }
    if effective > ROUND_FT {
        scene.cite(rule!("falling/cap"));
    }
    effective.clamp(0, ROUND_FT)
}

/// Whether a creature is in water at least 10 ft deep, whether it swims or stands there.
fn in_water_to_dive(state: &State, who: CreatureId) -> bool {
    let land = terrain(state);
    (swims(state, who) || steps::in_water(state, state.space(who)))
        && affray_kernel::grid::landing(&land, state.space(who))
            .is_some_and(|landing| landing.ground.water >= WATER_DEPTH)
}

/// Damage of a fall: a die of the Size for every full 10 ft (`foundations/fall-table`). Gives the Hit Points lost.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn fall_damage(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    effective_ft: i32,
) -> Play<i32> {
    let die = scene.state().sheet(who).size.fall_die();
    let dice = u8::try_from(effective_ft / DIE_FT).unwrap_or(0);
    scene.cite(rule!("foundations/fall-table"));
    scene.cite(rule!("foundations/sizes"));
    let Some(pool) = Pool::new(dice, die).ok().filter(|_| dice > 0 && die > 0) else {
        return Ok(0);
    };
    scene.cite(rule!("falling/damage"));
    let amount = scene.sum(Roll {
        pool,
        by: Some(who),
        what: "fall damage",
        rule: rule!("falling/damage"),
        audience: Audience::Everyone,
    })?;
    damage::hurt(scene, who, amount, DamageType::Physical, Harm::Fall)
}

/// Offers the Reaction of catching hold of a surface within 5 ft, with a Climb check, and says whether that prevented the fall
/// (`falling/grab-reaction`).
fn grabs(scene: &mut Scene<'_, ThreeAction>, who: CreatureId, cause: Cause) -> Play<bool> {
    let Some(dc) = can_grab(scene.state(), who) else {
        return Ok(false);
    };
    if scene.ask(who, Window::Fall { dc })? != Act::Grab {
        return Ok(false);
    }
    scene.cite(rule!("falling/grab-reaction"));
    match cause {
        Cause::Climb => scene.cite(rule!("falling/grab-after-climb")),
        Cause::Forced | Cause::Tripped => scene.cite(rule!("falling/forced")),
        Cause::Jump(_) | Cause::Unsupported => {}
    }
    scene.emit(Fact::Does(who, Doing::Grab));
    super::turns::spend_reaction(scene, who);
    if !climbing::succeeds(scene, who, dc)? {
        return Ok(false);
    }
    if scene.state().body(who).falling_ft.is_some() {
        scene.emit(Fact::Falling(who, None));
    }
    flying::comes_down(scene, who);
    if scene.state().body(who).mount.is_some() {
        scene.cite(rule!("command/mounts"));
        scene.emit(Fact::Mounted(who, None));
    }
    scene.emit(Fact::Flag(who, Flag::Hanging, true));
    if scene.state().has(who, Condition::Prone) {
        scene.cite(rule!("prone/definition"));
        conditions::lose(scene, who, Condition::Prone);
    }
    Ok(true)
}

/// The DC of catching hold; nothing if there is no surface within 5 ft, no free hand or natural weapon, no Reaction, or no chance.
pub(crate) fn can_grab(state: &State, who: CreatureId) -> Option<i16> {
    can_grab_from(state, who, state.space(who))
}

/// The same for somebody who would fall from there.
pub(crate) fn can_grab_from(state: &State, who: CreatureId, space: Space) -> Option<i16> {
    let dc = climbing::hold_dc(state, space)?;
    let sheet = state.sheet(who);
    let chance = sheet.feats.climbs || 20 + sheet.level + sheet.str >= dc;
    (chance
        && climbing::free_limbs(state, who) > 0
        && turns::can_act(state, who).is_ok()
        && turns::reactions_left(state, who) > 0)
        .then_some(dc)
}
