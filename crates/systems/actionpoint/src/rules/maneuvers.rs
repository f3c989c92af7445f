//! Maneuvers after a critical win, and why size matters (`maneuvers/*`, `size-matters/*`).

use affray_kernel::grid::{Cell, Heading};
use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};

use super::core_rules::{self, Outcome};
use super::cover::is_walled_off;
use super::hands::has_shield;
use super::luck::Luck;
use super::numbers::{able, acts, distance_m, reach_m};
use super::throwing::nearest_square;
use super::{conditions, effects, occupied};
use crate::ActionPoint;
use crate::act::Means;
use crate::act::{Act, Maneuver, Resisted, Window, Won};
use crate::fact::{Fact, Flag, Motion};
use crate::ids::{refuse, rule};
use crate::sheet::{ItemKind, ManeuverRange, Skill};
use crate::state::{Condition, ItemId, Place, State};

/// A critical win: who has won against whom, and how (`results/critical-win`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Victory {
    /// The winner.
    pub(crate) winner: CreatureId,
    /// The loser.
    pub(crate) loser: CreatureId,
    /// How.
    pub(crate) how: Won,
}

/// Whether a winner can try a maneuver.
///
/// # Errors
/// The rule against it.
pub(crate) fn aim(state: &State, victory: Victory, maneuver: Maneuver) -> Result<(), Refusal> {
    let Victory { winner, loser, how } = victory;
    if maneuver.is_starred() {
        within_reach(state, victory, maneuver)?;
    }
    match maneuver {
        Maneuver::Bash if !can_bash(state, winner) => Err(refuse!(
            "maneuvers/bash-equipment",
            "{} wields neither a shield nor a heavy weapon",
            Figure::Creature(winner)
        )),
        Maneuver::Disarm(item) if !holds(state, loser, item) => Err(refuse!(
            "maneuvers/disarm",
            "{} does not hold that",
            Figure::Creature(loser)
        )),
        Maneuver::Precision(_)
            if !matches!(how, Won::Attacking(Means::Melee(_) | Means::Ranged(_))) =>
        {
            Err(refuse!(
                "maneuvers/precision-strike-only",
                "Precision belongs to Strikes alone"
            ))
        }
        _ => Ok(()),
    }
}

/// Starred maneuvers need the loser within the winner's melee reach, unless the switch says otherwise (`maneuvers/reach`).
fn within_reach(state: &State, victory: Victory, maneuver: Maneuver) -> Result<(), Refusal> {
    let Victory { winner, loser, how } = victory;
    let far = state.cast.options.maneuver_range == ManeuverRange::Attack;
    if far && matches!(how, Won::Attacking(_)) {
        return Ok(());
    }
    let distance = distance_m(state, winner, loser);
    let reach = maneuver_reach_m(state, winner, maneuver);
    if reach.is_some_and(|reach| distance <= reach) && !is_walled_off(state, winner, loser) {
        return Ok(());
    }
    Err(refuse!(
        "maneuvers/reach",
        "{} is {} away; {} reaches {}",
        Figure::Creature(loser),
        Figure::Metres(i32::from(distance)),
        Figure::Creature(winner),
        Figure::Metres(i32::from(reach.unwrap_or_default()))
    ))
}

/// How far a maneuver goes, in metres: as far as the winner reaches in melee, and a Bash 1 m at least by what it is made with
/// (`maneuvers/reach`, `maneuvers/bash-by-attacker-or-defender`).
fn maneuver_reach_m(state: &State, winner: CreatureId, maneuver: Maneuver) -> Option<i16> {
    let own = reach_m(state, winner);
    match maneuver {
        Maneuver::Bash if can_bash(state, winner) => own.max(Some(1)),
        _ => own,
    }
}

/// A shield or a heavy weapon in hand, whatever the attack was made with (`maneuvers/bash-by-attacker-or-defender`).
fn can_bash(state: &State, who: CreatureId) -> bool {
    let heavy_item = |(item, _)| state.kind(item).weapon().is_some_and(|weapon| weapon.heavy);
    has_shield(state, who)
        || state.held(who).any(heavy_item)
        || state.sheet(who).natural.iter().any(|weapon| weapon.heavy)
}

fn holds(state: &State, who: CreatureId, item: ItemId) -> bool {
    state.held(who).any(|(held, _)| held == item)
}

/// Whether trying it could change nothing: nobody falls who lies, and where there are no dice none is at its highest.
fn is_idle(state: &State, victory: Victory, maneuver: Maneuver) -> bool {
    match maneuver {
        Maneuver::Bash => state.has(victory.loser, Condition::Dazed),
        Maneuver::Trip => state.has(victory.loser, Condition::Prone),
        Maneuver::Brace => state.body(victory.winner).braced,
        Maneuver::Feint => state.body(victory.winner).feints.contains(&victory.loser),
        Maneuver::Precision(_) => !has_dice(state, victory),
        Maneuver::Push | Maneuver::Disarm(_) => false,
    }
}

/// Whether the Strike that has won does damage of its own (`equipment/special-weapons`).
fn has_dice(state: &State, victory: Victory) -> bool {
    let Won::Attacking(Means::Melee(arm) | Means::Ranged(arm)) = victory.how else {
        return false;
    };
    let weapon = state.weapon(victory.winner, arm);
    weapon.is_some_and(|weapon| !weapon.damage.is_empty())
}

/// The maneuvers that a winner can usefully try.
pub(crate) fn candidates(state: &State, victory: Victory) -> impl Iterator<Item = Maneuver> + '_ {
    let items = state.held(victory.loser);
    let precision = crate::state::Location::ALL
        .into_iter()
        .map(Maneuver::Precision);
    let plain = [
        Maneuver::Bash,
        Maneuver::Brace,
        Maneuver::Feint,
        Maneuver::Push,
        Maneuver::Trip,
    ];
    plain
        .into_iter()
        .chain(items.map(|(item, _)| Maneuver::Disarm(item)))
        .chain(precision)
        .filter(move |maneuver| !is_idle(state, victory, *maneuver))
}

/// The winner chooses a maneuver, or none, before damage is rolled (`maneuvers/trigger`, `maneuvers/timing`,
/// `maneuvers/cost-and-number`).
///
/// # Errors
/// Stops where the answer is missing.
pub(crate) fn choose(
    scene: &mut Scene<'_, ActionPoint>,
    victory: Victory,
) -> Play<Option<Maneuver>> {
    let Victory { winner, loser, how } = victory;
    if !acts(scene.state(), winner) {
        return Ok(None);
    }
    let over = loser;
    let Act::Maneuver(maneuver) = scene.ask(winner, Window::Won { over, how })? else {
        return Ok(None);
    };
    if scene.listened() {
        cite(scene, how, maneuver);
    }
    scene.emit(Fact::Maneuvers(winner, maneuver, loser));
    Ok(Some(maneuver))
}

fn cite(scene: &mut Scene<'_, ActionPoint>, how: Won, maneuver: Maneuver) {
    scene.cite_all(
        const {
            &[
                rule!("results/winner-may-maneuver"),
                rule!("maneuvers/trigger"),
                rule!("maneuvers/timing"),
                rule!("maneuvers/cost-and-number"),
                rule!("maneuvers/list"),
            ]
        },
    );
    if !matches!(how, Won::Attacking(Means::Melee(_))) {
        scene.cite(rule!("maneuvers/any-kind-of-attack"));
    }
    if maneuver.is_starred() {
        scene.cite(rule!("maneuvers/reach"));
    }
    match maneuver {
        Maneuver::Bash => scene.cite_all(
            const {
                &[
                    rule!("maneuvers/bash"),
                    rule!("maneuvers/bash-equipment"),
                    rule!("maneuvers/bash-by-attacker-or-defender"),
                ]
            },
        ),
        Maneuver::Brace => scene.cite(rule!("maneuvers/brace")),
        Maneuver::Disarm(_) => scene.cite(rule!("maneuvers/disarm")),
        Maneuver::Feint => scene.cite(rule!("maneuvers/feint")),
        Maneuver::Precision(_) => scene.cite_all(
            const {
                &[
                    rule!("maneuvers/precision"),
                    rule!("maneuvers/precision-strike-only"),
                ]
            },
        ),
        Maneuver::Push => scene.cite_all(
            const {
                &[
                    rule!("maneuvers/push"),
                    rule!("what-is-an-attack/non-attacks"),
                ]
            },
        ),
        Maneuver::Trip => scene.cite_all(
            const {
                &[
                    rule!("maneuvers/trip"),
                    rule!("what-is-an-attack/non-attacks"),
                ]
            },
        ),
    }
}

/// The maneuver after the damage: its test and its effect; one on somebody whom the damage has `felled` is skipped
/// (`maneuvers/timing`).
///
/// # Errors
/// Stops where a draw is missing.
pub(crate) fn carry_out(
    scene: &mut Scene<'_, ActionPoint>,
    victory: Victory,
    maneuver: Maneuver,
    felled: bool,
) -> Play {
    let Victory { winner, loser, .. } = victory;
    match maneuver {
        Maneuver::Brace => {
            scene.emit(Fact::Flag(winner, Flag::Braced, true));
            return Ok(());
        }
        Maneuver::Precision(_) => return Ok(()),
        _ if felled => {
            scene.cite(rule!("maneuvers/timing"));
            scene.emit(Fact::Unneeded(winner, maneuver, loser));
            return Ok(());
        }
        _ => {}
    }
    let managed = match maneuver {
        Maneuver::Feint => feint(scene, winner, loser)?,
        Maneuver::Bash => !resists(scene, victory, Skill::Athletics, false)?,
        Maneuver::Push => !resists(scene, victory, Skill::Athletics, false)?,
        Maneuver::Trip => !resists(scene, victory, Skill::Acrobatics, false)?,
        Maneuver::Disarm(item) => disarms(scene, victory, item)?,
        Maneuver::Brace | Maneuver::Precision(_) => true,
    };
    if !managed {
        scene.cite(rule!("maneuvers/may-fail"));
    }
    if managed && maneuver == Maneuver::Push {
        return push(scene, winner, loser);
    }
    scene.emit(Fact::Managed(winner, maneuver, loser, managed));
    match maneuver {
        _ if !managed => Ok(()),
        Maneuver::Bash => {
            effects::dazed(scene, loser);
            Ok(())
        }
        Maneuver::Trip => {
            scene.cite(rule!("conditions/prone"));
            conditions::begin(scene, conditions::plain(loser, Condition::Prone));
            Ok(())
        }
        Maneuver::Disarm(item) => {
            let state = scene.state();
            let at = nearest_square(state, state.space(loser), state.space(winner));
            scene.cite(rule!("maneuvers/disarm-floor"));
            scene.emit(Fact::Item(item, Place::Ground(at)));
            Ok(())
        }
        Maneuver::Feint | Maneuver::Push | Maneuver::Brace | Maneuver::Precision(_) => Ok(()),
    }
}

/// The next action after a feint is declared, or comes to nothing before that: whatever it is, no feint serves a later one
/// (`maneuvers/feint`).
pub(crate) fn end_feint(scene: &mut Scene<'_, ActionPoint>, who: CreatureId) {
    if !scene.state().body(who).feints.is_empty() {
        scene.cite(rule!("maneuvers/feint"));
        scene.emit(Fact::Feints(who, None));
    }
}

/// The winner's Deception test (`maneuvers/feint`).
fn feint(scene: &mut Scene<'_, ActionPoint>, winner: CreatureId, loser: CreatureId) -> Play<bool> {
    let rule = rule!("maneuvers/feint");
    let test = core_rules::skill(scene, winner, Skill::Deception, rule, |_| {})?;
    if test.passed {
        scene.emit(Fact::Feints(winner, Some(loser)));
    }
    Ok(test.passed)
}

/// What the difference in size means for the target's test (`size-matters/table`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BySize {
    /// It passes by itself (`size-matters/much-larger`).
    Passes,
    /// It has a boon (`size-matters/one-larger`).
    Boon,
    /// Nothing.
    Nothing,
    /// It has a bane (`size-matters/one-smaller`).
    Bane,
    /// It fails by itself (`size-matters/much-smaller`).
    Fails,
}

impl BySize {
    /// By how many steps the target is larger.
    pub(crate) const fn of(difference: i16) -> Self {
        match difference {
            2.. => Self::Passes,
            1 => Self::Boon,
            0 => Self::Nothing,
            -1 => Self::Bane,
            _ => Self::Fails,
        }
    }

    fn between(state: &State, winner: CreatureId, loser: CreatureId) -> Self {
        let step = |who| state.sheet(who).size.step();
        Self::of(step(loser) - step(winner))
    }

    fn add(self, luck: &mut Luck) {
        match self {
            Self::Boon => luck.boon("boon: one size larger", rule!("size-matters/one-larger")),
            Self::Bane => luck.bane("bane: one size smaller", rule!("size-matters/one-smaller")),
            Self::Passes | Self::Nothing | Self::Fails => {}
        }
    }
}

/// The loser's test against a starred maneuver: whether it passes (`size-matters/scope`).
fn resists(
    scene: &mut Scene<'_, ActionPoint>,
    victory: Victory,
    skill: Skill,
    firm: bool,
) -> Play<bool> {
    let Victory { winner, loser, .. } = victory;
    scene.cite_all(
        const {
            &[
                rule!("size-matters/scope"),
                rule!("size-matters/table"),
                rule!("character-stats/size"),
            ]
        },
    );
    let by_size = BySize::between(scene.state(), winner, loser);
    let rule = rule!("size-matters/scope");
    let outcome = match by_size {
        // What fails by itself fails whatever else holds (`core-rules/automatic`).
        _ if !able(scene.state(), loser) => core_rules::skill(scene, loser, skill, rule, |_| {})?,
        BySize::Passes => {
            scene.cite(rule!("size-matters/much-larger"));
            core_rules::by_itself(scene, loser, skill, Outcome::PASSED)
        }
        BySize::Fails => {
            scene.cite(rule!("size-matters/much-smaller"));
            core_rules::by_itself(scene, loser, skill, Outcome::FAILED)
        }
        by_size => {
            if firm && by_size != BySize::Nothing {
                scene.cite(rule!("size-matters/with-disarm-boon"));
            }
            core_rules::skill(scene, loser, skill, rule, |luck| {
                by_size.add(luck);
                if firm {
                    luck.boon("boon: held firmly", rule!("maneuvers/disarm-boon"));
                }
            })?
        }
    };
    scene.emit(Fact::Tested(loser, skill, outcome.passed));
    Ok(outcome.passed)
}

/// Whether an item is harder to knock away: a shield, or a weapon gripped in both hands (`maneuvers/disarm-boon`).
fn is_firm(state: &State, item: ItemId) -> bool {
    match (state.kind(item), state.item(item).place) {
        (ItemKind::Shield(_), _) => true,
        (ItemKind::Weapon(_), Place::Held(_, hands)) => hands >= 2,
        _ => false,
    }
}

fn disarms(scene: &mut Scene<'_, ActionPoint>, victory: Victory, item: ItemId) -> Play<bool> {
    let Victory { winner, loser, .. } = victory;
    if !holds(scene.state(), loser, item) {
        return Ok(false);
    }
    let by_size = BySize::between(scene.state(), winner, loser);
    let decided = matches!(by_size, BySize::Passes | BySize::Fails);
    let skill = if decided || !able(scene.state(), loser) {
        Skill::Athletics
    } else {
        skill_of(scene, loser, winner, Resisted::Disarm(item))?
    };
    let firm = is_firm(scene.state(), item);
    Ok(!resists(scene, victory, skill, firm)?)
}

/// The skill that one resists with: the usual one where both are alike, else as its owner says, who need not be able to react for that
/// (`primary-actions/grapple-contest`, `maneuvers/disarm`).
///
/// # Errors
/// Stops where the answer is missing.
pub(crate) fn skill_of(
    scene: &mut Scene<'_, ActionPoint>,
    who: CreatureId,
    against: CreatureId,
    what: Resisted,
) -> Play<Skill> {
    let [usual, other] = what.skills();
    if are_alike(scene.state(), who, usual, other) {
        return Ok(usual);
    }
    match scene.ask(who, Window::Resist { against, what })? {
        Act::Resist(skill) => Ok(skill),
        _ => Ok(preferred(scene.state(), who, what)),
    }
}

/// The skill with the higher target number, the usual one of equal ones: the choice of whoever does not answer
/// (`primary-actions/grapple-contest`, `maneuvers/disarm`).
pub(crate) fn preferred(state: &State, who: CreatureId, what: Resisted) -> Skill {
    let [usual, other] = what.skills();
    let number = |skill| core_rules::target_number(state, who, skill);
    if number(other) > number(usual) {
        other
    } else {
        usual
    }
}

/// Whether two skills have the same value and nothing on the sheet that tells them apart.
fn are_alike(state: &State, who: CreatureId, one: Skill, other: Skill) -> bool {
    let changed = state.sheet(who).perks.iter().any(|perk| {
        let tests = &mut perk.tests.iter();
        tests.any(|change| change.test == one || change.test == other)
    });
    !changed && super::numbers::value(state, who, one) == super::numbers::value(state, who, other)
}

/// The place 1 m directly away from the winner, if there is room (`maneuvers/push`).
pub(crate) fn driven_to(state: &State, winner: CreatureId, loser: CreatureId) -> Option<Cell> {
    let shape = state.grid().shape;
    let away = Heading::dominant(shape, state.space(winner), state.space(loser))?;
    let (x, y) = away.step(shape)?;
    occupied::pushed_to(state, loser, state.body(loser).at.offset(x, y, 0))
}

/// Driven back 1 m, directly away from the winner; nothing happens where there is no room (`maneuvers/push`,
/// `opportunity-attacks/unwilling-movement`).
fn push(scene: &mut Scene<'_, ActionPoint>, winner: CreatureId, loser: CreatureId) -> Play {
    let Some(to) = driven_to(scene.state(), winner, loser) else {
        scene.emit(Fact::NoRoom(winner, loser));
        return Ok(());
    };
    scene.emit(Fact::Managed(winner, Maneuver::Push, loser, true));
    scene.cite(rule!("opportunity-attacks/unwilling-movement"));
    occupied::put(scene, loser, to, Motion::Pushed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_sizes_decide_and_one_helps() {
        let all = [3, 2, 1, 0, -1, -2, -5].map(BySize::of);
        let expected = [
            BySize::Passes,
            BySize::Passes,
            BySize::Boon,
            BySize::Nothing,
            BySize::Bane,
            BySize::Fails,
            BySize::Fails,
        ];
        assert_eq!(all, expected);
    }
}
