//! Spell Attacks (`spell-attack/*`).

use affray_kernel::grid::Cell;
use affray_kernel::modifier::Tally;
use affray_kernel::{CreatureId, Play, Scene, story};

use super::{Casting, Spread};
use crate::ThreeAction;
use crate::act::Target;
use crate::fact::{Fact, Verdict};
use crate::ids::rule;
use crate::rules::attack::{self, Aimed, Attempt, Kind, Made, Thrown};
use crate::rules::luck::Luck;
use crate::rules::numbers::{mental_defense, physical_defense};
use crate::rules::target::Mark;
use crate::rules::{area, cover, guess, objects, sight};
use crate::sheet::{Against, Size};
use crate::state::State;

/// A d20 and Level and ESS (`spell-attack/roll`): of whoever wields the item, if it comes from one (`spell-attack/from-item`).
pub(crate) fn tally(state: &State, by: CreatureId) -> Tally {
    let sheet = state.sheet(by);
    let mut tally = Tally::new();
    tally.add("Level", sheet.level, rule!("foundations/attributes"));
    tally.add("ESS", sheet.ess, rule!("spell-attack/roll"));
    tally
}

/// The Defense that the Effect is rolled against (`spell-attack/target-defense`).
fn defense(state: &State, on: CreatureId, against: Against) -> (&'static str, i32) {
    let number = match against {
        Against::Physical => physical_defense(state, on),
        Against::Mental => mental_defense(state, on),
    };
    (name(against), number)
}

const fn name(against: Against) -> &'static str {
    match against {
        Against::Physical => attack::PHYSICAL,
        Against::Mental => attack::MENTAL,
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
) -> Play<(Verdict, Made)> {
    cite(scene);
    let against = against(scene.state(), casting).unwrap_or(Against::Physical);
    let attempt = Attempt {
        by: casting.by,
        on,
        kind: Kind::Spell,
        with: None,
        aimed: Aimed::at(target),
    };
    if scene.listened() {
        sight::explain(scene, casting.by, on);
    }
    let luck = attack::luck_now(scene, attempt);
    let tally = tally(scene.state(), casting.by);
    let (_, number) = defense(scene.state(), on, against);
    let thrown = roll(scene, casting.by, &luck, &tally, number)?;
    let verdict = judge(scene, attempt, against, thrown, &tally);
    scene.emit(Fact::Came(casting.by, target, verdict));
    let made = attack::made(scene, attempt, verdict != Verdict::Miss);
    attack::count(scene, casting.by);
    Ok((verdict, made))
}

/// A Spell Attack on whoever is Hidden in a square, or on nobody (`hidden/declare-square`).
///
/// # Errors
/// Stops where a draw is missing.
pub(super) fn at_square(
    scene: &mut Scene<'_, ThreeAction>,
    casting: Casting,
    at: Cell,
) -> Play<Option<guess::Struck>> {
    cite(scene);
    scene.cite(rule!("spell-attack/success"));
    let against = against(scene.state(), casting).unwrap_or(Against::Physical);
    let attack = guess::Attack {
        by: casting.by,
        at,
        kind: Kind::Spell,
        with: None,
        tally: &tally(scene.state(), casting.by),
        roll: (NAME, rule!("spell-attack/roll")),
        defense: name(against),
    };
    let struck = guess::roll(scene, attack, |state, on| defense(state, on, against).1)?;
    attack::count(scene, casting.by);
    Ok(struck)
}

fn roll(
    scene: &mut Scene<'_, ThreeAction>,
    by: CreatureId,
    luck: &Luck,
    tally: &Tally,
    number: i32,
) -> Play<Thrown> {
    let roll = (NAME, rule!("spell-attack/roll"));
    attack::roll_against(scene, by, roll, luck, tally, number)
}

const NAME: &str = "Spell Attack";

/// A Spell Attack on a thing nobody attends to (`foundations/objects`).
///
/// # Errors
/// Stops where a draw is missing.
pub(super) fn at_thing(
    scene: &mut Scene<'_, ThreeAction>,
    by: CreatureId,
    mark: Mark,
    target: Target,
) -> Play<Verdict> {
    cite(scene);
    scene.cite(rule!("foundations/objects"));
    let luck = luck_on_thing(scene.state(), by, mark);
    let tally = tally(scene.state(), by);
    let thrown = roll(scene, by, &luck, &tally, objects::DEFENSE)?;
    let verdict = attack::verdict(scene.state(), thrown, objects::DEFENSE);
    let number = story::Against::number(attack::PHYSICAL, objects::DEFENSE);
    let rule = rule!("spell-attack/roll");
    attack::explain(scene, by, (NAME, rule), thrown, &tally, number, verdict);
    scene.emit(Fact::Came(by, target, verdict));
    attack::count(scene, by);
    Ok(verdict)
}

fn luck_on_thing(state: &State, by: CreatureId, mark: Mark) -> Luck {
    let mut luck = Luck::default();
    let to = mark.space(state);
    let size = match mark {
        Mark::Object(item) => objects::size(state, item),
        _ => Size::Tiny,
    };
    let attempt = Attempt {
        by,
        on: by,
        kind: Kind::Spell,
        with: None,
        aimed: Aimed::Directly,
    };
    attack::of_attacker(state, attempt, &mut luck);
    sight::of_thing(state, by, to, &mut luck);
    cover::of_thing(state, by, Kind::Spell, to, size, &mut luck);
    luck
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
) -> Play<(Vec<Verdict>, Vec<Made>)> {
    let Some(against) = against(scene.state(), casting) else {
        return Ok((vec![Verdict::Hit; caught.len()], Vec::new()));
    };
    cite(scene);
    let attack = area::Attack {
        by: casting.by,
        kind: Kind::Spell,
        with: None,
        origin: spread.at,
        what: NAME,
        rule: rule!("spell-attack/roll"),
    };
    let tally = tally(scene.state(), casting.by);
    let numbers: Vec<i32> = caught
        .iter()
        .map(|on| defense(scene.state(), *on, against).1)
        .collect();
    let shares = area::roll(scene, attack, (caught, &numbers), &tally)?;
    let mut verdicts = Vec::with_capacity(caught.len());
    for (on, share) in caught.iter().zip(shares) {
        share.explain(scene);
        let verdict = judge(scene, attack.on(*on), against, share.thrown, &tally);
        scene.emit(Fact::Came(casting.by, Target::Creature(*on), verdict));
        verdicts.push(verdict);
    }
    let made = caught
        .iter()
        .zip(&verdicts)
        .map(|(on, verdict)| attack::made(scene, attack.on(*on), *verdict != Verdict::Miss))
        .collect();
    attack::count(scene, casting.by);
    Ok((verdicts, made))
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
    attempt: Attempt,
    against: Against,
    thrown: Thrown,
    tally: &Tally,
) -> Verdict {
    let (name, number) = defense(scene.state(), attempt.on, against);
    let verdict = attack::judge(scene.state(), attempt, thrown, number);
    scene.cite(rule!("spell-attack/success"));
    if attempt.is_guess() {
        guess::cite(scene, verdict != Verdict::Miss);
    }
    let shown = attack::against(attempt, name, number, verdict);
    let rule = rule!("spell-attack/roll");
    attack::explain(
        scene,
        attempt.by,
        (NAME, rule),
        thrown,
        tally,
        shown,
        verdict,
    );
    verdict
}
