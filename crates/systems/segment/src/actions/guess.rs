//! Attacks into a space where somebody hidden may be (`ambush/concealment`, `modifiers/blindness`).

use affray_kernel::grid::{Cell, Space, Terrain, line_of_effect, line_of_sight};
use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};

use super::strike;
use crate::Segments;
use crate::act::{Guess, Location, Strike};
use crate::fact::{Fact, Verdict};
use crate::ids::{refuse, rule};
use crate::rules::numbers::{
    enemies, engaged, is_melee, melee_range_yd, present, unnoticed, usage, yards,
};
use crate::rules::{ambush, attack, modifiers, opportunity, ranged, segments};
use crate::state::{Cover, Segment, State};

/// Whether an attack may go into a space. What forbids it depends on nobody who is hidden.
///
/// # Errors
/// The first rule against it.
pub(crate) fn check(
    state: &State,
    by: CreatureId,
    guess: &Guess,
    segment: Segment,
) -> Result<(), Refusal> {
    if !state.cast.map.contains(guess.at.with_height(0)) {
        return Err(refuse!("engagement/grid", "that is not on the map"));
    }
    if let Some(on) = seen_there(state, by, guess.at) {
        return Err(refuse!(
            "ambush/concealment",
            "{} is seen there: say whom the attack is on",
            Figure::Creature(on)
        ));
    }
    let (usage, left) = (usage(state, by, guess.with), state.body(by).actions);
    if usage > left {
        return Err(refuse!(
            "actions/usage-time",
            "it takes more actions ({}) than are left ({})",
            Figure::Number(usage.into()),
            Figure::Number(left.into())
        ));
    }
    strike::means(state, by, guess.with, state.body(by).at)?;
    strike::not_the_mounts(state, by, guess.with)?;
    if opportunity::is_drawn_by(state, guess.with) && engaged(state, by) {
        return Err(refuse!(
            "ranged/in-melee-opportunity",
            "{} is engaged, and shoots and casts at those alone whom it sees",
            Figure::Creature(by)
        ));
    }
    reaches(state, by, guess)?;
    segments::check_guess(state, by, guess.with, segment)
}

/// The space that an attack goes into, no lower than the ground.
fn goal(state: &State, at: Cell) -> Cell {
    let ground = state.terrain().ground(at).elevation;
    at.with_height(at.z.max(ground))
}

/// Enemies in a space.
fn there(state: &State, by: CreatureId, at: Cell) -> impl Iterator<Item = CreatureId> + '_ {
    let (shape, goal) = (state.grid().shape, goal(state, at));
    state.creatures().filter(move |on| {
        enemies(state, by, *on) && present(state, *on) && state.space(*on).contains(shape, goal)
    })
}

fn seen_there(state: &State, by: CreatureId, at: Cell) -> Option<CreatureId> {
    there(state, by, at).find(|on| !unnoticed(state, by, *on))
}

/// Whoever is hit by an attack into a space if anybody is.
fn met(state: &State, by: CreatureId, guess: &Guess) -> Option<CreatureId> {
    let on = there(state, by, guess.at).find(|on| unnoticed(state, by, *on))?;
    let covered = !is_melee(state, guess.with) && modifiers::cover(state, on) == Cover::Total;
    (!covered).then_some(on)
}

fn reaches(state: &State, by: CreatureId, guess: &Guess) -> Result<(), Refusal> {
    let (from, to) = (state.space(by), Space::cell(goal(state, guess.at)));
    let (terrain, distance) = (state.terrain(), yards(state, from, to));
    let beyond = |most: i16, words: Refusal| {
        words
            .with(Figure::Yards(distance.into()))
            .with(Figure::Yards(most.into()))
    };
    let sees = if is_melee(state, guess.with) {
        let reach = melee_range_yd(state, by, guess.with);
        if distance > reach {
            let words = refuse!(
                "engagement/melee-range",
                "that space is {} away, beyond the reach of {}"
            );
            return Err(beyond(reach, words));
        }
        true
    } else {
        if let (_, Some(most)) = ranged::ranges(state, by, guess.with)
            && distance > most
        {
            let words = refuse!(
                "ranged/no-maximum",
                "that space is {} away, beyond the most of {}"
            );
            return Err(beyond(most, words));
        }
        line_of_sight(&terrain, from, to)
    };
    if !sees || !line_of_effect(&terrain, from, to) {
        return Err(refuse!(
            "ranged/line-of-sight",
            "no straight line leads to that space"
        ));
    }
    Ok(())
}

/// An attack into a space. A roll that hits finds whoever is hidden there; one that misses tells nothing.
///
/// # Errors
/// Stops if a die or an answer is missing.
pub(crate) fn carry_out(scene: &mut Scene<'_, Segments>, by: CreatureId, guess: &Guess) -> Play {
    let usage = usage(scene.state(), by, guess.with);
    attack::breaks_off(scene, by);
    attack::commit(scene, by);
    attack::pay(scene, by, usage);
    scene.cite(rule!("ambush/concealment"));
    scene.cite(rule!("modifiers/blindness"));
    scene.emit(Fact::Guesses(by, *guess));
    let Some(on) = met(scene.state(), by, guess) else {
        let at = goal(scene.state(), guess.at);
        return attack::strikes_nobody(scene, by, (guess.with, at));
    };
    let strike = Strike {
        target: on,
        with: guess.with,
        location: Location::Torso,
        step: None,
        kill_shot: false,
    };
    let verdict = attack::go_on(scene, by, &strike, 0)?;
    if !matches!(verdict, Verdict::Miss | Verdict::Lost) && unnoticed(scene.state(), by, on) {
        ambush::notice(scene, by, on);
    }
    Ok(())
}
