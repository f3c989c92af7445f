//! Spell Attacks (`spell-attack/*`).

use affray_kernel::modifier::Tally;
use affray_kernel::{CreatureId, Play, Scene};

use super::{Casting, Spread, came};
use crate::threeaction::ThreeAction;
use crate::threeaction::act::Target;
use crate::threeaction::fact::Verdict;
use crate::threeaction::ids::rule;
use crate::threeaction::rules::area;
use crate::threeaction::rules::attack::{self, Attempt, Kind, Thrown};
use crate::threeaction::rules::numbers::{mental_defense, physical_defense};
use crate::threeaction::sheet::Against;
use crate::threeaction::state::State;

/// A d20 and Level and ESS (`spell-attack/roll`): of whoever wields the item, if it comes from one (`spell-attack/from-item`).
fn tally(state: &State, by: CreatureId) -> Tally {
    let sheet = state.sheet(by);
    let mut tally = Tally::new();
    tally.add("Level", sheet.level, rule!("foundations/attributes"));
    tally.add("ESS", sheet.ess, rule!("spell-attack/roll"));
    tally
}

/// The Defense that the Effect is rolled against (`spell-attack/target-defense`).
fn defense(state: &State, on: CreatureId, against: Against) -> (&'static str, i32) {
    match against {
        Against::Physical => ("Physical Defense", physical_defense(state, on)),
        Against::Mental => ("Mental Defense", mental_defense(state, on)),
    }
}

/// Whether a Hidden creature was looked for in a square where it is not (`hidden/wrong-square`).
pub(super) fn guessed_wrong(state: &State, target: Target) -> bool {
    match target {
        Target::Guess(on, cell) => !state.space(on).contains(state.grid().shape, cell),
        _ => false,
    }
}

/// A Spell Attack on one creature.
///
/// # Errors
/// Stops where a draw is missing.
pub(super) fn at_one(
    scene: &mut Scene<'_, ThreeAction>,
    casting: Casting,
    on: CreatureId,
    target: Target,
) -> Play<Verdict> {
    let Some(against) = against(scene.state(), casting) else {
        return Ok(Verdict::Hit);
    };
    cite(scene);
    let attempt = Attempt {
        by: casting.by,
        on,
        kind: Kind::Spell,
        with: None,
        area: None,
    };
    let luck = attack::luck(scene.state(), attempt);
    let tally = tally(scene.state(), casting.by);
    let thrown = attack::roll(
        scene,
        casting.by,
        "Spell Attack",
        &luck,
        &tally,
        rule!("spell-attack/roll"),
    )?;
    let wrong = guessed_wrong(scene.state(), target);
    let verdict = if wrong {
        scene.cite(rule!("hidden/wrong-square"));
        Verdict::Miss
    } else {
        judge(scene, casting, on, against, thrown, &tally)
    };
    came(scene, casting, target, verdict);
    if !wrong {
        attack::made(scene, attempt, verdict != Verdict::Miss)?;
    }
    attack::count(scene, casting.by);
    Ok(verdict)
}

/// One Spell Attack for everybody in an Area; without one the Spell reaches all of them.
///
/// # Errors
/// Stops where a draw is missing.
pub(super) fn at_area(
    scene: &mut Scene<'_, ThreeAction>,
    casting: Casting,
    spread: Spread,
    caught: &[CreatureId],
) -> Play<Vec<Verdict>> {
    let Some(against) = against(scene.state(), casting) else {
        return Ok(vec![Verdict::Hit; caught.len()]);
    };
    cite(scene);
    let made = area::Attack {
        by: casting.by,
        kind: Kind::Spell,
        with: None,
        origin: spread.at,
        what: "Spell Attack",
        rule: rule!("spell-attack/roll"),
    };
    let tally = tally(scene.state(), casting.by);
    let thrown = area::roll(scene, made, caught, &tally)?;
    let mut verdicts = Vec::with_capacity(caught.len());
    for (on, thrown) in caught.iter().zip(thrown) {
        let verdict = judge(scene, casting, *on, against, thrown, &tally);
        came(scene, casting, Target::Creature(*on), verdict);
        verdicts.push(verdict);
    }
    for (on, verdict) in caught.iter().zip(&verdicts) {
        attack::made(scene, made.on(*on), *verdict != Verdict::Miss)?;
    }
    attack::count(scene, casting.by);
    Ok(verdicts)
}

fn against(state: &State, casting: Casting) -> Option<Against> {
    state
        .cast
        .spells
        .get(usize::from(casting.spell.0))
        .and_then(|spell| spell.attack)
}

fn cite(scene: &mut Scene<'_, ThreeAction>) {
    scene.cite(rule!("spell-attack/definition"));
    scene.cite(rule!("spell-attack/kind"));
    scene.cite(rule!("spell-attack/target-defense"));
}

/// Equal to the Defense or above succeeds (`spell-attack/success`).
fn judge(
    scene: &mut Scene<'_, ThreeAction>,
    casting: Casting,
    on: CreatureId,
    against: Against,
    thrown: Thrown,
    tally: &Tally,
) -> Verdict {
    let number = defense(scene.state(), on, against);
    let verdict = attack::verdict(scene.state(), thrown, number.1);
    scene.cite(rule!("spell-attack/success"));
    attack::explain(
        scene,
        casting.by,
        "Spell Attack",
        thrown,
        tally,
        number,
        verdict,
        rule!("spell-attack/roll"),
    );
    verdict
}
