//! Attacks into a space where somebody hidden may be (`ambush/concealment`, `modifiers/blindness`).

use affray_kernel::grid::{Cell, Space, Terrain, line_of_effect, line_of_sight};
use affray_kernel::modifier::Tally;
use affray_kernel::{CreatureId, Figure, Play, Refusal, RuleId, Scene};

use super::{steps, strike};
use crate::Segments;
use crate::act::{Guess, Location, Strike};
use crate::fact::{Fact, Flag, Occasion, Verdict};
use crate::ids::{refuse, rule};
use crate::rules::checks::{self, Check};
use crate::rules::cover::{cover, cover_in};
use crate::rules::numbers::{
    enemies, is_melee, melee_range_yd, present, settled, unnoticed, usage, yards,
};
use crate::rules::{ambush, attack, modifiers, opportunity, ranged, segments};
use crate::setup::place::HIGHEST_FLYER;
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
    if guess.at.z > HIGHEST_FLYER {
        return Err(refuse!(
            "engagement/grid",
            "nobody is higher up than {}",
            Figure::Yards(HIGHEST_FLYER.into())
        ));
    }
    let at = match guess.step {
        Some(to) => {
            steps::check(state, by, to, (guess.with, segment))?;
            settled(state, by, to)
        }
        None => state.body(by).at,
    };
    let (shape, goal) = (state.grid().shape, goal(state, guess.at));
    if state.space_at(by, at).contains(shape, goal) {
        return Err(refuse!(
            "ambush/concealment",
            "{} stands there itself",
            Figure::Creature(by)
        ));
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
    strike::means(state, by, guess.with, at)?;
    strike::not_the_mounts(state, by, guess.with)?;
    reaches(state, by, guess, at)?;
    segments::check_guess(state, by, (guess.with, at), segment)
}

/// The space that an attack goes into, no lower than the ground.
fn goal(state: &State, at: Cell) -> Cell {
    let ground = state.terrain().ground(at).elevation;
    at.with_height(at.z.max(ground))
}

/// The ground below the space, where what is thrown comes to lie (`ranged/ammunition`).
fn ground(state: &State, at: Cell) -> Cell {
    at.with_height(state.terrain().ground(at).elevation)
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
    let on = there(state, by, guess.at).next()?;
    let covered = !is_melee(state, guess.with) && cover(state, state.space(by), on) == Cover::Total;
    (!covered).then_some(on)
}

/// Whether an attack into a space gets there from a place.
///
/// # Errors
/// Why it does not.
fn reaches(state: &State, by: CreatureId, guess: &Guess, at: Cell) -> Result<(), Refusal> {
    let (from, to) = (state.space_at(by, at), Space::cell(goal(state, guess.at)));
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
        if cover_in(state, from, to) == Cover::Total {
            return Err(refuse!(
                "modifiers/cover",
                "whoever is in that space is wholly covered"
            ));
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

/// The target score of an attack into a space as far as its maker can know it, wherever anybody is (`modifiers/blindness`).
fn score(state: &State, by: CreatureId, guess: &Guess, mut tally: Tally) -> Tally {
    attack::own_score(state, by, guess.with, &mut tally);
    modifiers::condition(state, by, &mut tally);
    modifiers::environment(state, by, &mut tally);
    tally.add("unseen", modifiers::UNSEEN, rule!("modifiers/blindness"));
    if !is_melee(state, guess.with) {
        let space = Space::cell(goal(state, guess.at));
        let distance = yards(state, state.space(by), space);
        ranged::wherever(state, by, (guess.with, distance), &mut tally);
        let cover = cover_in(state, state.space(by), space).modifier();
        tally.add("cover", cover, rule!("modifiers/cover"));
    }
    tally
}

/// The same with all that depends on whoever is there, which nobody learns before it is hit.
fn score_on(
    state: &State,
    by: CreatureId,
    (guess, on): (&Guess, CreatureId),
    tally: Tally,
) -> Tally {
    let mut tally = score(state, by, guess, tally);
    attack::scale(state, (by, on), guess.with, &mut tally);
    if is_melee(state, guess.with) {
        attack::flank(state, (by, on), &mut tally);
        return tally;
    }
    ranged::into_melee(state, by, (guess.with, on), &mut tally);
    let space = Space::cell(goal(state, guess.at));
    let ground = cover_in(state, state.space(by), space);
    let better = ground.max(state.body(on).cover);
    let more = better.modifier() - ground.modifier();
    tally.add("cover of its own", more, rule!("modifiers/cover"));
    tally
}

/// Whether an attack into a space gets there from where its maker is.
fn is_in_reach(state: &State, by: CreatureId, guess: &Guess) -> bool {
    reaches(state, by, guess, state.body(by).at).is_ok()
}

/// An attack into a space. A roll that hits finds whoever is hidden there; one that misses tells nothing.
///
/// # Errors
/// Stops if a die or an answer is missing.
pub(crate) fn carry_out(scene: &mut Scene<'_, Segments>, by: CreatureId, guess: &Guess) -> Play {
    if let Some(rule) = begin(scene, by, guess)? {
        scene.cite(rule);
        scene.emit(Fact::InVain(by, *guess, Verdict::Lost));
        return Ok(());
    }
    let landing = ground(scene.state(), guess.at);
    let Some(on) = finds(scene, by, guess)? else {
        scene.emit(Fact::InVain(by, *guess, Verdict::Miss));
        attack::lands(scene, by, (guess.with, landing));
        return Ok(());
    };
    let strike = Strike {
        target: on,
        with: guess.with,
        location: Location::Torso,
        step: None,
        kill_shot: false,
    };
    scene.cite(rule!("ambush/concealment"));
    ambush::notice(scene, by, on);
    attack::cite(scene, by, &strike);
    attack::cite_modifiers(scene, by, &strike);
    attack::lands_on(scene, by, &strike, (Occasion::Item, landing)).map(|_| ())
}

/// What comes before the roll: the payment, the combat step, attacks of opportunity. By what rule the attack is lost with that, if it is.
///
/// # Errors
/// Stops if a die or an answer is missing.
fn begin(scene: &mut Scene<'_, Segments>, by: CreatureId, guess: &Guess) -> Play<Option<RuleId>> {
    let usage = usage(scene.state(), by, guess.with);
    attack::breaks_off(scene, by);
    attack::commit(scene, by);
    attack::pay(scene, by, usage);
    let arrives = guess
        .step
        .is_none_or(|to| attack::step(scene, by, (guess.with, to)));
    attack::cite_guess(scene, by, guess.with);
    scene.cite(rule!("ambush/concealment"));
    scene.cite(rule!("modifiers/blindness"));
    scene.emit(Fact::Guesses(by, *guess));
    if !arrives && !is_in_reach(scene.state(), by, guess) {
        return Ok(Some(rule!("movement-segment/occupied-squares")));
    }
    scene.emit(Fact::Flag(by, Flag::Stirred, true));
    let pending = scene.state().body(by).pending;
    opportunity::drawn(scene, by, (guess.with, None))?;
    let state = scene.state();
    let can_go_on = state.body(by).pending == pending
        && attack::still_has(state, by, guess.with)
        && is_in_reach(state, by, guess);
    Ok(attack::lost(state, can_go_on))
}

/// The roll of an attack into a space, and whom it hits; where nobody is the die is thrown as if somebody were.
///
/// # Errors
/// Stops if the die is missing.
fn finds(
    scene: &mut Scene<'_, Segments>,
    by: CreatureId,
    guess: &Guess,
) -> Play<Option<CreatureId>> {
    let (own, other) = (scene.tally(), scene.tally());
    let state = scene.state();
    let met = met(state, by, guess);
    let against = met.map(|on| score_on(state, by, (guess, on), other));
    let check = Check {
        who: by,
        what: "attack",
        score: score(state, by, guess, own),
        strictly: false,
        verdicts: ["hit", "miss"],
        rule: rule!("attack/procedure"),
    };
    attack::uses_up(scene, by, guess.with);
    let hits = checks::make_blindly(scene, check, against)?;
    Ok(met.filter(|_| hits))
}
