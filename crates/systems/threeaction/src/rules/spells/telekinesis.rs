//! Telekinesis: moving creatures about.

use affray_kernel::grid::{Cell, Line, Shape, Space, Terrain, line_from_point};
use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};

use super::{Casting, attack, must_attack, wrong_square};
use crate::ThreeAction;
use crate::act::Target;
use crate::fact::{Fact, Verdict};
use crate::ids::{refuse, rule};
use crate::rules::attack::Aimed;
use crate::rules::falling::Cause;
use crate::rules::ground::terrain;
use crate::rules::numbers::{feet, present};
use crate::rules::occupied::{comes_upon, is_unknown};
use crate::rules::target::Quarry;
use crate::rules::{grapple, steps, thin_ice};
use crate::sheet::{Effect, Size};
use crate::state::State;

/// Whether the creature can be moved there: not too big for the Energy, not too far, into a free place that nothing solid shuts off. With a
/// Spell Attack to come a place up to twice as far away may be named: a Critical Success carries it there, a plain one as far as it goes.
///
/// # Errors
/// What is too much.
pub(crate) fn aim(
    state: &State,
    casting: Casting,
    quarry: Quarry,
    to: Cell,
) -> Result<(), Refusal> {
    let on = quarry.on;
    let size = state.sheet(on).size;
    let needed = (size.rank() - Size::Small.rank() + 1).max(1);
    if needed > casting.effect() as i8 {
        return Err(refuse!(
            "foundations/spell-list",
            "{} is too big: moving it takes {} Energy in the Effect and {} is put in",
            Figure::Creature(on),
            Figure::Number(i32::from(needed)),
            Figure::Number(i32::from(casting.effect()))
        ));
    }
    let from = match quarry.aimed {
        Aimed::Square(guess) => Space::cell(guess),
        _ => state.own_space(on),
    };
    let (way, most) = (
        feet(state.grid().cells_between(from.at, to)),
        most_ft(state, casting),
    );
    let most = if must_attack(state, casting, on) {
        most * 2
    } else {
        most
    };
    if way > most {
        return Err(refuse!(
            "foundations/spell-list",
            "that is {} from {}; the Spell moves it {}",
            Figure::Feet(i32::from(way)),
            Figure::Creature(on),
            Figure::Feet(i32::from(most))
        ));
    }
    if !fits(state, on, to, Some(casting.by)) || !open_way(state, on, from, to) {
        return Err(refuse!(
            "foundations/spell-list",
            "{} cannot be put there",
            Figure::Creature(on)
        ));
    }
    Ok(())
}

/// Feet that a plain success moves.
fn most_ft(state: &State, casting: Casting) -> i16 {
    match state
        .cast
        .spells
        .get(usize::from(casting.spell.0))
        .map(|spell| &spell.effect)
    {
        Some(Effect::Telekinesis { feet }) => feet.saturating_mul(i16::from(casting.effect())),
        _ => 0,
    }
}

fn way_ft(state: &State, on: CreatureId, to: Cell) -> i16 {
    feet(state.grid().cells_between(state.body(on).at, to))
}

/// Whether the creature's space there lies on the map, in the open, and holds nobody else, or nobody that `known_to` knows to be there. Whom it
/// holds in its own space is left behind, and makes room.
pub(crate) fn fits(state: &State, on: CreatureId, to: Cell, known_to: Option<CreatureId>) -> bool {
    let space = state.own_space(on).moved_to(to);
    let (land, shape) = (terrain(state), state.grid().shape);
    space
        .cells(shape)
        .all(|cell| !land.ground(cell).fills(cell.z))
        && state.creatures().all(|other| {
            other == on
                || !present(state, other)
                || known_to.is_some_and(|who| is_unknown(state, who, other))
                || state.body(other).mount == Some(on)
                || grapple::is_guest_of(state, other, on)
                || !state.space(other).overlaps(shape, space)
        })
}

fn open_way(state: &State, on: CreatureId, from: Space, to: Cell) -> bool {
    let (shape, there) = (state.grid().shape, state.own_space(on).moved_to(to));
    state.cast.open_ground
        || line_from_point(&terrain(state), Line::Effect, from.centre(shape), there)
            && !thin_ice::shuts_off(state, from, there)
}

/// Moves the creature: it resists with its Physical Defense if it is unwilling. The creature that a lasting Spell holds is returned.
///
/// # Errors
/// Stops where a draw is missing.
pub(super) fn carry(
    scene: &mut Scene<'_, ThreeAction>,
    casting: Casting,
    on: CreatureId,
    target: Target,
    to: Cell,
) -> Play<Option<CreatureId>> {
    scene.cite(rule!("foundations/spell-list"));
    let most = most_ft(scene.state(), casting);
    if !must_attack(scene.state(), casting, on) {
        if wrong_square(scene.state(), target) {
            scene.cite(rule!("hidden/wrong-square"));
            return Ok(None);
        }
        move_toward(scene, casting.by, on, (to, most))?;
        return Ok(Some(on));
    }
    let (verdict, made) = attack::at_one(scene, casting, on, target)?;
    match verdict {
        Verdict::Miss => {}
        Verdict::Hit => move_toward(scene, casting.by, on, (to, most))?,
        Verdict::Critical => {
            scene.cite(rule!("spell-attack/critical"));
            move_toward(scene, casting.by, on, (to, most * 2))?;
        }
    }
    made.over(scene)?;
    Ok((verdict != Verdict::Miss).then_some(on))
}

/// Moves the creature toward a place, as far as so many feet go: out of its saddle and out of grapples. Whoever unknown to it and to the caster
/// is in the way there is found (`hidden/reveal-discovery`).
fn move_toward(
    scene: &mut Scene<'_, ThreeAction>,
    by: CreatureId,
    on: CreatureId,
    (to, most_ft): (Cell, i16),
) -> Play {
    scene.cite(rule!("entangled/forced"));
    let from = scene.state().body(on).at;
    let meant = farthest(scene.state(), on, (to, most_ft), Some(by));
    let place = farthest(scene.state(), on, (to, most_ft), None);
    if meant != place {
        let space = scene.state().own_space(on).moved_to(meant);
        comes_upon(scene, on, space)?;
        comes_upon(scene, by, space)?;
    }
    if place != from {
        if scene.state().body(on).mount.is_some() {
            scene.cite(rule!("command/mounts"));
            scene.emit(Fact::Mounted(on, None));
        }
        let freed = grapple::loosen_all(scene, on);
        if !freed.is_empty() {
            scene.cite(rule!("grappling/other-ends"));
        }
        steps::moved(scene, on, place, Cause::Forced)?;
        grapple::lose_hold(scene, &freed)?;
        grapple::make_room(scene, &freed)?;
    }
    Ok(())
}

/// The place nearest to the goal on the straight way there that is free, as far as `known_to` knows, and not too far.
fn farthest(
    state: &State,
    on: CreatureId,
    (to, most_ft): (Cell, i16),
    known_to: Option<CreatureId>,
) -> Cell {
    let from = state.body(on).at;
    let steps = i32::from(way_ft(state, on, to) / 5);
    let reachable = i32::from(most_ft / 5).min(steps);
    (1..=reachable)
        .rev()
        .map(|step| part_way(state.grid().shape, (from, to), step, steps))
        .find(|place| fits(state, on, *place, known_to))
        .unwrap_or(from)
}

/// The square after so many of all steps of a straight way.
fn part_way(shape: Shape, (from, to): (Cell, Cell), step: i32, steps: i32) -> Cell {
    let all = steps.max(1);
    let whole = |from: i16, to: i16| (i32::from(to) - i32::from(from)) * step;
    let rounded = |whole: i32| (2 * whole + all).div_euclid(2 * all);
    let (wide, high) = (whole(from.x, to.x), whole(from.y, to.y));
    let (mut x, mut y) = (rounded(wide), rounded(high));
    if shape == Shape::Hex {
        // The three axes of a hex come to nothing together: the one that was rounded most follows from the others.
        let third = rounded(-wide - high);
        let off = |rounded: i32, whole: i32| (rounded * all - whole).abs();
        let (by_x, by_y, by_third) = (off(x, wide), off(y, high), off(third, -wide - high));
        if by_x > by_y && by_x > by_third {
            x = -y - third;
        } else if by_y > by_third {
            y = -x - third;
        }
    }
    Cell {
        x: from.x.saturating_add(x as i16),
        y: from.y.saturating_add(y as i16),
        z: from.z.saturating_add(rounded(whole(from.z, to.z)) as i16),
    }
}
