//! Ranged Attacks, launched and thrown (`ranged-attack/*`).

use std::ops::ControlFlow;

use affray_kernel::grid::Cell;
use affray_kernel::modifier::Tally;
use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};

use crate::ThreeAction;
use crate::act::{Act, Target};
use crate::fact::Fact;
use crate::ids::{refuse, rule};
use crate::rules::attack::Kind;
use crate::rules::blow::{self, Blow};
use crate::rules::ground::on_ground;
use crate::rules::guess::Guess;
use crate::rules::hands;
use crate::rules::numbers::feet;
use crate::rules::readied::{self, Happening};
use crate::rules::target::{self, Mark};
use crate::rules::{objects, turns};
use crate::sheet::{Use, Weapon};
use crate::state::{Arm, ItemId, Place, State};

/// Whether a Ranged Attack is possible: a ranged weapon in hand, loaded, and a target in Line of Effect at whatever distance
/// (`ranged-attack/definition`, `ranged-attack/maximum-range`).
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn aim(
    state: &State,
    who: CreatureId,
    target: Target,
    with: Arm,
) -> Result<Mark, Refusal> {
    ready_to_shoot(state, who, with)?;
    target::mark(state, who, target)
}

/// Whether a creature holds a ranged weapon that is loaded.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn ready_to_shoot(state: &State, who: CreatureId, with: Arm) -> Result<(), Refusal> {
    hands::can_use(state, who, with)?;
    let Some(weapon) = state.weapon(who, with) else {
        return Err(refuse!("foundations/weapon-table", "that is no weapon"));
    };
    if ranged_use(weapon).is_none() {
        return Err(refuse!(
            "ranged-attack/definition",
            "that is neither launched nor thrown"
        ));
    }
    let Arm::Item(item) = with else {
        return Ok(());
    };
    let thing = Figure::Thing(item.0);
    let found = state.item(item);
    if found.unloaded > 0 {
        return Err(refuse!(
            "ranged-attack/reload",
            "{} is not loaded: {} Actions of loading are missing",
            thing,
            Figure::Number(i32::from(found.unloaded))
        ));
    }
    if found.ammunition == Some(0) {
        return Err(refuse!(
            "ranged-attack/reload",
            "there is no ammunition left for {}",
            thing
        ));
    }
    Ok(())
}

/// How a weapon is used at range: launched if it launches, else thrown.
pub(crate) fn ranged_use(weapon: &Weapon) -> Option<Use> {
    [Use::Launched, Use::Thrown]
        .into_iter()
        .find(|used| weapon.uses.contains(used))
}

/// Makes a Ranged Attack.
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn resolve(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    target: Target,
    with: Arm,
) -> Play {
    scene.emit(Fact::Shoots(who, target, with));
    let guess = Guess::of(scene.state(), who, target);
    readied::interrupt(scene, who, Happening::Attack)?;
    let target = guess.now(scene.state(), who);
    let still = scene
        .known(|state| turns::can_act(state, who).and_then(|()| aim(state, who, target, with)));
    let Ok(mark) = still else {
        scene.emit(Fact::Lost(who, rule!("reactions/interrupt").0));
        return Ok(());
    };
    if scene.listened() {
        cite(scene);
    }
    spend(scene, with);
    let space = mark.space(scene.state());
    let distance_ft = feet(
        scene
            .state()
            .grid()
            .distance(scene.state().space(who), space),
    );
    let blow = Blow {
        by: who,
        with,
        kind: Kind::Ranged,
        tally: &tally(scene.state(), who, with, distance_ft),
    };
    if distance_ft > increment_ft(scene.state(), who, with) {
        scene.cite(rule!("ranged-attack/maximum-range"));
    }
    blow::strike(scene, blow, target, mark)?;
    lands(scene, who, with, space.at)
}

fn cite(scene: &mut Scene<'_, ThreeAction>) {
    scene.cite(rule!("attack/action"));
    scene.cite(rule!("ranged-attack/definition"));
    scene.cite(rule!("foundations/grid-and-distance"));
    scene.cite(rule!("foundations/line-for-attacks"));
    scene.cite(rule!("line-of-effect/definition"));
    scene.cite(rule!("foundations/weapon-table"));
    // Whoever else stands beside the shooter, known to it or not, has no say in it.
    scene.cite(rule!("foundations/no-opportunity-attacks"));
}

/// The shot uses up ammunition and unloads the weapon, hit or miss (`ranged-attack/reload`, `free-actions/draw-ammunition`).
pub(crate) fn spend(scene: &mut Scene<'_, ThreeAction>, with: Arm) {
    let Arm::Item(item) = with else {
        return;
    };
    let state = scene.state();
    let Some(weapon) = state.kind(item).weapon() else {
        return;
    };
    if ranged_use(weapon) != Some(Use::Launched) {
        return;
    }
    let (reload, before) = (weapon.reload, *state.item(item));
    scene.cite(rule!("free-actions/draw-ammunition"));
    let left = before.ammunition.map(|left| left.saturating_sub(1));
    if reload != before.unloaded || left != before.ammunition {
        scene.cite(rule!("ranged-attack/reload"));
        scene.emit(Fact::Loaded(item, reload, left));
    }
}

/// A thrown weapon lies in the target's square afterwards, hit or miss, or on the ground under it (`ranged-attack/definition`).
///
/// # Errors
/// Stops where an answer or a die is missing.
pub(crate) fn lands(
    scene: &mut Scene<'_, ThreeAction>,
    who: CreatureId,
    with: Arm,
    at: Cell,
) -> Play {
    let Some(item) = thrown_item(scene.state(), who, with) else {
        return Ok(());
    };
    let at = on_ground(scene.state(), at);
    objects::put(scene, item, Place::Ground(at))
}

fn thrown_item(state: &State, who: CreatureId, with: Arm) -> Option<ItemId> {
    let Arm::Item(item) = with else {
        return None;
    };
    let held = matches!(state.item(item).place, Place::Held(holder, _) if holder == who);
    let weapon = state.kind(item).weapon()?;
    (held && ranged_use(weapon) == Some(Use::Thrown)).then_some(item)
}

/// Level and DEX, less the range penalty (`ranged-attack/roll`, `ranged-attack/range-penalty`).
pub(crate) fn tally(state: &State, who: CreatureId, with: Arm, distance_ft: i16) -> Tally {
    let mut tally = Tally::new();
    let sheet = state.sheet(who);
    tally.add("Level", sheet.level, rule!("foundations/attributes"));
    tally.add("DEX", sheet.dex, rule!("ranged-attack/roll"));
    let penalty = range_penalty(distance_ft, increment_ft(state, who, with));
    tally.add("range", -penalty, rule!("ranged-attack/range-penalty"));
    tally
}

/// The Range Increment of a weapon in feet; 0: the distance does not matter.
pub(crate) fn increment_ft(state: &State, who: CreatureId, with: Arm) -> i16 {
    state
        .weapon(who, with)
        .map_or(0, |weapon| weapon.increment_ft)
}

/// Nothing up to one increment, beyond it 1 for each full increment of the whole distance.
fn range_penalty(distance_ft: i16, increment_ft: i16) -> i16 {
    if increment_ft <= 0 || distance_ft <= increment_ft {
        0
    } else {
        distance_ft / increment_ft
    }
}

/// Candidates with one weapon.
pub(crate) fn candidates(
    state: &State,
    who: CreatureId,
    with: Arm,
    legal: &mut dyn FnMut(Act) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let ranged = state
        .weapon(who, with)
        .is_some_and(|weapon| ranged_use(weapon).is_some());
    if !ranged {
        return ControlFlow::Continue(());
    }
    let mut offer = |target| legal(Act::Shoot { target, with });
    target::candidates(state, who, increment_ft(state, who, with), &mut offer)
}

#[cfg(test)]
mod tests {
    use super::range_penalty;

    #[test]
    fn distance_costs_from_beyond_one_increment() {
        for (distance, penalty) in [(5, 0), (60, 0), (65, 1), (115, 1), (120, 2), (180, 3)] {
            assert_eq!(range_penalty(distance, 60), penalty, "{distance} ft");
        }
        assert_eq!(range_penalty(500, 0), 0);
    }
}
