//! Melee Attacks (`melee-attack/*`, `attack/*`).

use std::num::NonZeroU64;
use std::ops::ControlFlow;

use affray_kernel::modifier::Tally;
use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};

use crate::ThreeAction;
use crate::act::{Act, Target};
use crate::fact::Fact;
use crate::ids::{refuse, rule};
use crate::rules::attack::{self, Kind};
use crate::rules::blow::{self, Blow};
use crate::rules::guess::Guess;
use crate::rules::hands;
use crate::rules::numbers::{feet, reach_ft, reach_with_ft};
use crate::rules::readied::{self, Happening};
use crate::rules::target::{self, Mark, Quarry};
use crate::rules::turns;
use crate::sheet::{Attribute, Category, Sheet, Use, Weapon};
use crate::state::{Arm, State};

/// Whether a Melee Attack is possible: the weapon in hand and usable, the target there and within its Reach (`melee-attack/definition`).
/// What was possible before is possible again, as long as nothing has stirred.
///
/// # Errors
/// The rule that forbids it.
#[inline(always)]
pub(crate) fn aim(
    state: &State,
    who: CreatureId,
    target: Target,
    with: Arm,
    using: Option<Attribute>,
) -> Result<Mark, Refusal> {
    let Some(question) = question(who, target, with, using) else {
        return seek(state, who, target, with, using);
    };
    let aimed = &state.aimed[who.index() % 2];
    if aimed.knows(question) {
        let mark = Mark::of(target);
        debug_assert_eq!(seek(state, who, target, with, using), Ok(mark));
        return Ok(mark);
    }
    let mark = seek(state, who, target, with, using)?;
    aimed.keep(question);
    Ok(mark)
}

/// A Melee Attack of a creature on another as a word of its own.
#[inline(always)]
fn question(
    who: CreatureId,
    target: Target,
    with: Arm,
    using: Option<Attribute>,
) -> Option<NonZeroU64> {
    let Target::Creature(on) = target else {
        return None;
    };
    let with = match with {
        Arm::Item(item) => u32::from(item.0),
        Arm::Natural(number) => 1 << 16 | u32::from(number),
    };
    let using = using.map_or(0, |attribute| 1 + attribute as u8);
    let (who, on) = (u64::from(who.0) << 25, u64::from(on.0) << 41);
    NonZeroU64::new(1 << 63 | on | who | u64::from(with) << 8 | u64::from(using))
}

#[inline(never)]
fn seek(
    state: &State,
    who: CreatureId,
    target: Target,
    with: Arm,
    using: Option<Attribute>,
) -> Result<Mark, Refusal> {
    let weapon = usable(state, who, with, Use::Melee)?;
    can_use(weapon, using)?;
    let mark = target::mark(state, who, target)?;
    within_reach(state, who, mark, weapon)?;
    Ok(mark)
}

/// As [`aim`], for what can only be done to creatures: Maneuvers. An Attack into a wrong square misses: see
/// [`Attempt::can_hit`](crate::rules::attack::Attempt::can_hit).
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim_at_creature(
    state: &State,
    who: CreatureId,
    target: Target,
    with: Arm,
) -> Result<Quarry, Refusal> {
    let weapon = usable(state, who, with, Use::Melee)?;
    let quarry = target::quarry(state, who, target)?;
    within_reach(state, who, Mark::Creature(quarry), weapon)?;
    Ok(quarry)
}

/// The weapon, if it can be used in that way: held in as many hands as it needs, whole, and made for it.
///
/// # Errors
/// What is wrong with it.
#[inline(always)]
pub(crate) fn usable(
    state: &State,
    who: CreatureId,
    with: Arm,
    used: Use,
) -> Result<&Weapon, Refusal> {
    hands::can_use(state, who, with)?;
    let Some(weapon) = state.weapon(who, with) else {
        return Err(refuse!("foundations/weapon-table", "that is no weapon"));
    };
    if !weapon.uses.contains(&used) {
        return Err(match used {
            Use::Melee => refuse!("melee-attack/definition", "that is no melee weapon"),
            _ => refuse!("ranged-attack/definition", "that is no ranged weapon"),
        });
    }
    Ok(weapon)
}

/// Whether the Attribute named can be used: STR always, DEX with a Light or Medium Weapon (`melee-attack/light-medium-dex`).
#[inline(always)]
fn can_use(weapon: &Weapon, using: Option<Attribute>) -> Result<(), Refusal> {
    match using {
        None | Some(Attribute::Str) => Ok(()),
        Some(Attribute::Dex) if weapon.category != Category::Heavy => Ok(()),
        Some(Attribute::Dex) => Err(refuse!(
            "melee-attack/light-medium-dex",
            "DEX serves with Light and Medium Weapons only"
        )),
        Some(_) => Err(refuse!(
            "melee-attack/roll",
            "a Melee Attack is rolled with STR or DEX"
        )),
    }
}

/// Whether the target is within Reach of the weapon.
///
/// # Errors
/// How far it is and how far the weapon reaches.
#[inline(always)]
fn within_reach(
    state: &State,
    who: CreatureId,
    mark: Mark,
    weapon: &Weapon,
) -> Result<(), Refusal> {
    let cells = state.grid().distance(state.space(who), mark.space(state));
    let own = state.sheet(who).reach_ft;
    let (distance, reach) = (feet(cells), reach_with_ft(own, Some(weapon)));
    if distance <= reach {
        return Ok(());
    }
    Err(why_out_of_reach(who, mark, distance, reach))
}

#[cold]
fn why_out_of_reach(who: CreatureId, mark: Mark, distance: i16, reach: i16) -> Refusal {
    let (distance, reach) = (
        Figure::Feet(i32::from(distance)),
        Figure::Feet(i32::from(reach)),
    );
    match mark {
        Mark::Creature(quarry) => refuse!(
            "melee-attack/definition",
            "{} is {} away; {} reaches {}",
            Figure::Creature(quarry.on),
            distance,
            Figure::Creature(who),
            reach
        ),
        _ => refuse!(
            "melee-attack/definition",
            "that is {} away; {} reaches {}",
            distance,
            Figure::Creature(who),
            reach
        ),
    }
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
    let mut target = target;
    if readied::is_any(scene.state()) {
        let guess = Guess::of(scene.state(), who, target);
        readied::interrupt(scene, who, Happening::Attack)?;
        target = guess.now(scene.state(), who);
        if is_prevented(scene.state(), who, target, with, using) {
            scene.emit(Fact::Lost(who, rule!("reactions/interrupt").0));
            return Ok(());
        }
    }
    let mark = Mark::of(target);
    if scene.listened() {
        cite(scene, with);
    }
    let mut tally = scene.tally();
    let weapon = scene.state().weapon(who, with);
    add_modifiers(scene.state().sheet(who), weapon, using, &mut tally);
    let blow = Blow {
        by: who,
        with,
        kind: Kind::Melee,
        tally: &tally,
    };
    blow::strike(scene, blow, target, mark)
}

/// Whether an interruption has made the Attack impossible (`reactions/interrupt`).
fn is_prevented(
    state: &State,
    who: CreatureId,
    target: Target,
    with: Arm,
    using: Option<Attribute>,
) -> bool {
    turns::can_act(state, who).is_err() || aim(state, who, target, with, using).is_err()
}

fn cite(scene: &mut Scene<'_, ThreeAction>, with: Arm) {
    if matches!(with, Arm::Natural(_)) {
        scene.cite(rule!("foundations/unarmed"));
    }
    scene.cite_all(
        const {
            &[
                rule!("attack/action"),
                rule!("melee-attack/definition"),
                rule!("foundations/grid-and-distance"),
                rule!("foundations/line-for-attacks"),
                rule!("line-of-effect/definition"),
                rule!("foundations/weapon-table"),
            ]
        },
    );
}

/// Level and STR or DEX (`melee-attack/roll`, `melee-attack/light-medium-dex`).
pub(crate) fn tally(state: &State, who: CreatureId, with: Arm, using: Option<Attribute>) -> Tally {
    let mut tally = Tally::new();
    let weapon = state.weapon(who, with);
    add_modifiers(state.sheet(who), weapon, using, &mut tally);
    tally
}

/// As [`tally`], put where it is wanted.
#[inline(always)]
fn add_modifiers(
    sheet: &Sheet,
    weapon: Option<&Weapon>,
    using: Option<Attribute>,
    tally: &mut Tally,
) {
    tally.add("Level", sheet.level, rule!("foundations/attributes"));
    let (name, value, rule) = attack::melee_attribute(sheet, weapon, using);
    tally.add(name, value, rule);
}

/// Candidates: every creature, and every square that a Hidden one may be in, with every weapon at hand; every object and all ice in reach.
pub(crate) fn candidates(
    state: &State,
    who: CreatureId,
    with: Arm,
    legal: &mut dyn FnMut(Act) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut offer = |target| {
        legal(Act::Strike {
            target,
            with,
            using: None,
        })
    };
    target::candidates(state, who, reach_ft(state, who, with), &mut offer)
}
