//! Melee Attacks (`melee-attack/*`, `attack/*`).

use affray_kernel::modifier::Tally;
use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};

use crate::threeaction::ThreeAction;
use crate::threeaction::act::Target;
use crate::threeaction::fact::{Fact, Harm, Verdict};
use crate::threeaction::ids::{refuse, rule};
use crate::threeaction::rules::attack::{self, Attempt, Kind, Thrown};
use crate::threeaction::rules::damage;
use crate::threeaction::rules::hands;
use crate::threeaction::rules::numbers::{distance_ft, physical_defense, present, reach_ft};
use crate::threeaction::rules::readied::{self, Happening};
use crate::threeaction::sheet::{Attribute, Use};
use crate::threeaction::state::{Arm, State};

/// A Melee Attack that is possible.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    /// Whom it is aimed at.
    pub(crate) on: CreatureId,
}

/// Whether a Melee Attack is possible: the weapon in hand and usable, the target there and within its Reach (`melee-attack/definition`).
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim(
    state: &State,
    who: CreatureId,
    target: Target,
    with: Arm,
    _using: Option<Attribute>,
) -> Result<Plan, Refusal> {
    usable(state, who, with)?;
    let on = match target {
        Target::Creature(on) => on,
        Target::Guess(on, _) => on,
        Target::Object(_) | Target::Ice(_) => {
            return Err(refuse!("foundations/objects", "that cannot be struck"));
        }
    };
    if on == who {
        return Err(refuse!(
            "foundations/line-for-attacks",
            "{} cannot strike itself",
            Figure::Creature(who)
        ));
    }
    if !present(state, on) {
        return Err(refuse!(
            "dead/definition",
            "{} takes no part any more",
            Figure::Creature(on)
        ));
    }
    within_reach(state, who, on, with)?;
    Ok(Plan { on })
}

/// Whether a weapon can be used for a Melee Attack or a Maneuver.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn usable(state: &State, who: CreatureId, with: Arm) -> Result<(), Refusal> {
    hands::can_use(state, who, with)?;
    let Some(weapon) = state.weapon(who, with) else {
        return Err(refuse!("foundations/weapon-table", "that is no weapon"));
    };
    if !weapon.uses.contains(&Use::Melee) {
        return Err(refuse!(
            "melee-attack/definition",
            "that is no melee weapon"
        ));
    }
    Ok(())
}

/// Whether the target is within Reach of the weapon.
///
/// # Errors
/// How far it is and how far the weapon reaches.
pub(crate) fn within_reach(
    state: &State,
    who: CreatureId,
    on: CreatureId,
    with: Arm,
) -> Result<(), Refusal> {
    let (distance, reach) = (distance_ft(state, who, on), reach_ft(state, who, with));
    if distance <= reach {
        return Ok(());
    }
    Err(refuse!(
        "melee-attack/definition",
        "{} is {} away; {} reaches {}",
        Figure::Creature(on),
        Figure::Feet(i32::from(distance)),
        Figure::Creature(who),
        Figure::Feet(i32::from(reach))
    ))
}

/// Makes a Melee Attack.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn resolve(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    target: Target,
    with: Arm,
    using: Option<Attribute>,
) -> Play {
    scene.emit(Fact::Attacks(who, target, with));
    readied::interrupt(scene, who, Happening::Attack)?;
    let Ok(Plan { on }) = aim(scene.state(), who, target, with, using) else {
        scene.emit(Fact::Lost(who, rule!("reactions/interrupt").0));
        return Ok(());
    };
    scene.cite(rule!("attack/action"));
    scene.cite(rule!("melee-attack/definition"));
    let attempt = Attempt {
        by: who,
        on,
        kind: Kind::Melee,
        with: Some(with),
        area: None,
    };
    let defense = physical_defense(scene.state(), on);
    let (thrown, tally) = throw(scene, attempt, with, using)?;
    let verdict = attack::verdict(scene.state(), thrown, defense);
    attack::explain(
        scene,
        who,
        "melee attack",
        thrown,
        &tally,
        ("Physical Defense", defense),
        verdict,
        rule!("melee-attack/roll"),
    );
    scene.emit(Fact::Came(who, target, verdict));
    if verdict != Verdict::Miss {
        deal(scene, who, on, with, verdict == Verdict::Critical)?;
    }
    attack::made(scene, attempt, verdict != Verdict::Miss)?;
    attack::count(scene, who);
    Ok(())
}

/// Rolls a Melee Attack: the die and what is added.
///
/// # Errors
/// Stops if the dice are missing.
pub(crate) fn throw(
    scene: &mut Scene<'_, ThreeAction>,
    attempt: Attempt,
    with: Arm,
    using: Option<Attribute>,
) -> Play<(Thrown, Tally)> {
    let luck = attack::luck(scene.state(), attempt);
    let tally = tally(scene.state(), attempt.by, with, using);
    let thrown = attack::roll(
        scene,
        attempt.by,
        "attack",
        &luck,
        &tally,
        rule!("melee-attack/roll"),
    )?;
    Ok((thrown, tally))
}

/// Level and STR or DEX (`melee-attack/roll`, `melee-attack/light-medium-dex`).
#[inline]
pub(crate) fn tally(state: &State, who: CreatureId, with: Arm, using: Option<Attribute>) -> Tally {
    let mut tally = Tally::new();
    tally.add(
        "Level",
        state.sheet(who).level,
        rule!("foundations/attributes"),
    );
    let (name, value, rule) = attack::melee_attribute(state, who, with, using);
    tally.add(name, value, rule);
    tally
}

/// Rolls and deals the Damage of a hit (`attack/damage`, `foundations/melee-damage`).
fn deal(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    on: CreatureId,
    with: Arm,
    critical: bool,
) -> Play {
    if critical {
        scene.cite(rule!("attack/critical"));
    }
    let state = scene.state();
    let Some(weapon) = state.weapon(who, with) else {
        return Ok(());
    };
    let (dice, kind) = (weapon.dice, weapon.damage);
    let tally = damage_tally(state, who, with);
    let amount = damage::roll_damage(scene, who, dice, &tally, critical)?;
    damage::hurt(scene, on, amount, kind, Harm::Attack)?;
    Ok(())
}

/// What is added to melee Damage: always STR (`melee-attack/dex-not-damage`), and Feats (`foundations/feats`).
fn damage_tally(state: &State, who: CreatureId, with: Arm) -> Tally {
    let mut tally = Tally::new();
    let sheet = state.sheet(who);
    if state
        .weapon(who, with)
        .is_some_and(|weapon| weapon.adds_str)
    {
        tally.add("STR", sheet.str, rule!("melee-attack/dex-not-damage"));
    }
    tally.add(
        "Weapon Specialization",
        sheet.feats.weapon_specialization,
        rule!("foundations/feats"),
    );
    tally.add(
        "Battle Trance",
        sheet.feats.battle_trance,
        rule!("foundations/feats"),
    );
    if sheet.feats.wrath {
        tally.add(
            "Wrath",
            i16::from(state.body(who).attacks),
            rule!("foundations/feats"),
        );
    }
    tally
}
