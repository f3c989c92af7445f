//! Plain moves, disengaging and fleeing (`movement-segment/*`, `defence/disengage`, `attack/flee`).

use affray_kernel::grid::{Cell, Space};
use affray_kernel::{CreatureId, Figure, Play, Refusal, Scene};

use super::ways::{self, Gait, Way};
use crate::Segments;
use crate::fact::{Fact, Flag};
use crate::ids::{refuse, rule};
use crate::rules::checks::{self, Check};
use crate::rules::numbers::{engaged, engaged_at, rate_yd, worn};
use crate::rules::{ambush, attack, falls, outcomes};
use crate::sheet::{CheckSkill, InitiativeSkill};
use crate::state::{Condition, Segment, State};

/// Actions that a movement of so many yards takes: one for each move rate or part of it (`actions/costs`).
#[must_use]
pub(crate) fn actions_for(yards: i16, rate: i16) -> i16 {
    let rate = rate.max(1);
    (yards + rate - 1) / rate
}

/// Whether a creature moves from the Ranged segment on (`initiative-skills/rush-moves`).
#[must_use]
pub(crate) fn rushes(state: &State, who: CreatureId) -> bool {
    state.sheet(who).has_skill(InitiativeSkill::RushMoves)
}

/// Whether plain moves may be made in a segment: from Movement on, with Rush Moves from Ranged on (`initiative-skills/rush-moves`).
///
/// # Errors
/// Why they may not.
pub(crate) fn may_move(state: &State, who: CreatureId, segment: Segment) -> Result<(), Refusal> {
    let first = if rushes(state, who) {
        Segment::Ranged
    } else {
        Segment::Movement
    };
    if segment < first {
        return Err(refuse!(
            "movement-segment/moves",
            "plain moves wait for the {} segment",
            Figure::Word(first.name())
        ));
    }
    can_walk(state, who)
}

/// Yards that all actions of the pool pay for (`actions/costs`).
fn most_yards(state: &State, who: CreatureId, gait: Gait) -> i16 {
    ways::rate_yd(state, who, gait).saturating_mul(state.body(who).actions.max(0))
}

/// Actions that a plain move over a way along given places takes (`actions/costs`).
#[must_use]
pub(crate) fn cost(state: &State, who: CreatureId, path: &[Cell], way: &Way) -> i16 {
    let gait = ways::along(state, who, path);
    actions_for(way.yards, ways::rate_yd(state, who, gait))
}

/// The way of a plain move, if there is one that the pool pays for.
///
/// # Errors
/// The first rule against it.
pub(crate) fn plan(
    state: &State,
    who: CreatureId,
    path: &[Cell],
    segment: Segment,
) -> Result<Way, Refusal> {
    may_move(state, who, segment)?;
    let gait = ways::along(state, who, path);
    let most = most_yards(state, who, gait);
    ways::find(state, who, state.body(who).at, (path, gait, most))
}

/// A plain move (`movement-segment/moves`).
///
/// # Errors
/// Stops if a die is missing.
pub(crate) fn walk(scene: &mut Scene<'_, Segments>, who: CreatureId, path: &[Cell]) -> Play {
    let state = scene.state();
    let segment = state.clock.segment.unwrap_or(Segment::Movement);
    let Ok(way) = plan(state, who, path, segment) else {
        return Ok(());
    };
    cite_move(scene, who, segment, &way);
    let gait = ways::along(scene.state(), who, path);
    let stopped = ways::stopped(scene.state(), who, (&way, gait));
    let gone = stopped.as_ref().map_or(&way, |(gone, _)| gone);
    // What was begun of a move is paid.
    let cost = cost(scene.state(), who, path, gone).max(1);
    attack::pay(scene, who, cost);
    go(scene, who, gone)?;
    if let Some((_, met)) = stopped {
        runs_into(scene, who, met);
    }
    Ok(())
}

/// A creature goes no farther because of somebody hidden from it, whom it notices (`ambush/concealment`).
pub(crate) fn runs_into(scene: &mut Scene<'_, Segments>, who: CreatureId, met: CreatureId) {
    scene.cite(rule!("ambush/concealment"));
    scene.cite(rule!("movement-segment/occupied-squares"));
    ambush::notice(scene, who, met);
    scene.emit(Fact::Blocked(who));
}

/// Yards of a combat step, one space whatever the ground: whoever moves more in a segment does not stay concealed
/// (`engagement/combat-step`, `ambush/concealment`).
pub(crate) const COMBAT_STEP: i16 = 1;

/// Whether a creature that takes this combat step, or none, has moved more than one in the segment (`ambush/set-position`).
#[must_use]
pub(crate) fn leaves_its_place(state: &State, who: CreatureId, step: Option<Cell>) -> bool {
    let step = step.map_or(0, |_| COMBAT_STEP);
    state.body(who).moved_in_segment + step > COMBAT_STEP
}

/// A creature goes along a way.
///
/// # Errors
/// Stops if a die is missing.
pub(crate) fn go(scene: &mut Scene<'_, Segments>, who: CreatureId, way: &Way) -> Play {
    if way.route.is_empty() {
        return Ok(());
    }
    let start = scene.state().body(who).at;
    comes_to(scene, who, (way.end(start), way.spaces()));
    falls::drop_down(scene, who)
}

/// A creature comes to a place so many yards on, by its own doing.
pub(crate) fn comes_to(scene: &mut Scene<'_, Segments>, who: CreatureId, (to, yards): (Cell, i16)) {
    scene.emit(Fact::Moved(who, to, yards));
    let body = scene.state().body(who);
    if body.moved_in_segment > COMBAT_STEP && !body.stirred {
        scene.emit(Fact::Flag(who, Flag::Stirred, true));
    }
}

fn cite_move(scene: &mut Scene<'_, Segments>, who: CreatureId, segment: Segment, way: &Way) {
    if !scene.listened() {
        return;
    }
    for rule in [
        rule!("movement-segment/moves"),
        rule!("movement-segment/move-rate"),
        rule!("movement-segment/occupied-squares"),
        rule!("engagement/grid"),
        rule!("segments/table"),
    ] {
        scene.cite(rule);
    }
    let state = scene.state();
    let was_engaged = engaged(state, who);
    let free = state.body(who).disengaged;
    let armor = worn(state, who).any(|armor| armor.move_yd != 0);
    let shield = state
        .held(who)
        .filter_map(|(item, _)| state.kind(item).shield())
        .any(|shield| shield.move_yd != 0);
    let committed = state.body(who).committed.is_some_and(|own| own < segment);
    let end = way.end(state.body(who).at);
    let becomes = engaged_at(state, who, end) && !was_engaged;
    if committed {
        scene.cite(rule!("segments/non-attack-actions-later"));
    }
    if armor {
        scene.cite(rule!("impact/drawbacks"));
    }
    if armor || shield {
        scene.cite(rule!("armour/list"));
    }
    if becomes {
        scene.cite(rule!("movement-segment/no-provocation-on-entering"));
        scene.cite(rule!("engagement/engaged"));
    }
    if was_engaged && free {
        scene.cite(rule!("defence/retreat"));
        scene.cite(rule!("defence/three-ways"));
        scene.cite(rule!("defence/disengage"));
    } else if was_engaged {
        scene.cite(rule!("defence/disengage-first"));
    }
    match segment {
        Segment::Ranged => scene.cite(rule!("initiative-skills/rush-moves")),
        Segment::Multiform => scene.cite(rule!("multiform-segment/held-actions")),
        _ => {}
    }
}

/// Whether a creature may try to disengage (`defence/disengage`).
///
/// # Errors
/// Why it may not.
pub(crate) fn check_disengage(
    state: &State,
    who: CreatureId,
    segment: Segment,
) -> Result<(), Refusal> {
    if segment < Segment::Movement {
        return Err(refuse!(
            "defence/disengage",
            "disengaging belongs to the Movement segment or a later one"
        ));
    }
    if state.body(who).actions < 1 {
        return Err(refuse!(
            "actions/costs",
            "disengaging takes an action, and none is left"
        ));
    }
    if !engaged(state, who) {
        return Err(refuse!(
            "defence/disengage",
            "{} is not engaged",
            Figure::Creature(who)
        ));
    }
    if state.body(who).disengaged {
        return Err(refuse!(
            "defence/disengage",
            "{} has disengaged already",
            Figure::Creature(who)
        ));
    }
    Ok(())
}

/// The check of disengaging (`defence/disengage`, `check/missing-score`).
///
/// # Errors
/// Stops if the die is missing.
pub(crate) fn disengage(scene: &mut Scene<'_, Segments>, who: CreatureId) -> Play {
    scene.cite(rule!("movement-segment/move-attacks-and-maneuvers"));
    scene.cite(rule!("defence/tactics"));
    attack::pay(scene, who, 1);
    let tally = scene.tally();
    let check = Check {
        who,
        what: "Disengage",
        score: checks::disengaging(scene.state(), who, tally),
        strictly: false,
        verdicts: ["disengaged", "held up"],
        rule: rule!("defence/disengage"),
    };
    if checks::make(scene, check)? {
        scene.emit(Fact::Flag(who, Flag::Disengaged, true));
    } else {
        scene.emit(Fact::Failed(who, CheckSkill::Disengage));
    }
    Ok(())
}

/// Whether a creature may flee (`attack/flee`): not with the item that is left to whoever has been felled (`stances/tie-break`).
///
/// # Errors
/// Why it may not.
pub(crate) fn check_flee(state: &State, who: CreatureId, segment: Segment) -> Result<(), Refusal> {
    if segment < Segment::Movement {
        return Err(refuse!(
            "attack/flee",
            "fleeing belongs to the Movement segment or a later one"
        ));
    }
    if state.body(who).actions < 1 {
        return Err(refuse!(
            "attack/flee",
            "fleeing takes at least one action, and none is left"
        ));
    }
    if state.body(who).pending.is_some() {
        return Err(refuse!(
            "stances/tie-break",
            "{} has been felled and does not get away before it falls",
            Figure::Creature(who)
        ));
    }
    if engaged(state, who) {
        return Err(refuse!(
            "attack/flee",
            "{} is engaged: it has to disengage and move away first",
            Figure::Creature(who)
        ));
    }
    stands(state, who)?;
    can_walk(state, who)
}

/// Whether a creature is on its feet (`actions/utility`).
///
/// # Errors
/// If it lies on the ground.
pub(crate) fn stands(state: &State, who: CreatureId) -> Result<(), Refusal> {
    if state.has(who, Condition::Prone) {
        return Err(refuse!(
            "actions/utility",
            "whoever lies on the ground has to stand up first"
        ));
    }
    Ok(())
}

/// Whether a creature can move at all (`damage-effects/disable`).
///
/// # Errors
/// If it cannot.
pub(crate) fn can_walk(state: &State, who: CreatureId) -> Result<(), Refusal> {
    if rate_yd(state, who) == 0 {
        return Err(refuse!(
            "damage-effects/disable",
            "{} cannot move",
            Figure::Creature(who)
        ));
    }
    Ok(())
}

/// A creature flees.
pub(crate) fn flee(scene: &mut Scene<'_, Segments>, who: CreatureId) {
    scene.cite(rule!("movement-segment/move-attacks-and-maneuvers"));
    outcomes::flee(scene, who);
}

/// How a plain move goes and the yards that all actions that are left pay for, if one may be made.
#[must_use]
pub(crate) fn range(state: &State, who: CreatureId, segment: Segment) -> Option<(i16, Gait)> {
    if may_move(state, who, segment).is_err() || state.body(who).actions < 1 {
        return None;
    }
    let gait = ways::along(state, who, []);
    Some((most_yards(state, who, gait), gait))
}

/// Places for a plain move of all actions that are left.
#[must_use]
pub(crate) fn places(state: &State, who: CreatureId, segment: Segment) -> Vec<(Cell, i16)> {
    let range = range(state, who, segment);
    range.map_or_else(Vec::new, |(most, gait)| {
        ways::reachable(state, who, most, gait)
    })
}

/// Of those places all that are so near to a space, for so many yards at most, and some of those on the way.
#[must_use]
pub(crate) fn places_near(
    state: &State,
    who: CreatureId,
    (segment, most): (Segment, i16),
    near: (Space, i16),
) -> Vec<(Cell, i16)> {
    let range = range(state, who, segment);
    range.map_or_else(Vec::new, |(all, gait)| {
        ways::reachable_near(state, who, (most.min(all), gait), near)
    })
}

/// Whether there is any place for a plain move.
#[must_use]
pub(crate) fn can_move(state: &State, who: CreatureId, segment: Segment) -> bool {
    range(state, who, segment)
        .is_some_and(|(most, gait)| ways::leads_anywhere(state, who, most, gait))
}

#[cfg(test)]
mod tests {
    use super::actions_for;

    #[test]
    fn each_begun_move_rate_is_an_action() {
        assert_eq!(actions_for(1, 6), 1);
        assert_eq!(actions_for(6, 6), 1);
        assert_eq!(actions_for(7, 6), 2);
        assert_eq!(actions_for(12, 6), 2);
        assert_eq!(actions_for(13, 6), 3);
    }
}
