//! What a bot answers when others act: defences, opportunity attacks, maneuvers.

use std::ops::ControlFlow;

use affray_kernel::CreatureId;

use super::worth::{SURE, attack_chance, attack_of, best_defence, dice_of, highest, mean, promise};
use crate::act::{Act, Action, Maneuver, Manual, Means, Resisted, Won};
use crate::actions::{How, aim, strike};
use crate::rules::hidden::is_hidden_from;
use crate::rules::maneuvers::{self, Victory};
use crate::rules::numbers::{acts, distance_m, foes, value};
use crate::rules::results::Attack;
use crate::rules::{falling, hands};
use crate::sheet::Skill;
use crate::state::{Location, SpellId, State};

/// Defends where that takes a good part of the harm away, and where the Action Point is not wanted for an attack of its own turn: two of
/// three are kept for that, unless the blow could be the last, or the last but one of somebody who is badly hurt already; one is, even so,
/// where the blow is not likely.
pub(super) fn attacked(
    state: &State,
    who: CreatureId,
    by: CreatureId,
    (with, feint): (Means, bool),
) -> Act {
    let attack = Attack {
        by,
        on: who,
        means: with,
        manual: Manual::USUAL,
        opportunity: false,
        feint,
    };
    let Some((defence, saved)) = best_defence(state, attack) else {
        return Act::Pass;
    };
    let body = state.body(who);
    let ahead = body.turn == 0 || state.active() == Some(who);
    let wanted = if ahead { 2 - body.attacks } else { 0 };
    let most = highest(state, who, &dice_of(state, attack));
    let health = i32::from(body.health);
    let is_low = 3 * body.health < state.sheet(who).health;
    let grave = most >= health || (is_low && 2 * most >= health);
    let spare = body.ap > wanted.max(0);
    let keeps = wanted > 0 && body.ap <= 1 && attack_chance(state, attack) <= SURE / 3;
    if most == 0 {
        return Act::Pass;
    }
    if (spare || (grave && !keeps)) && saved >= 60 {
        Act::Defend(defence)
    } else {
        Act::Pass
    }
}

/// Strikes whoever exposes itself, with the best weapon.
pub(super) fn exposed(state: &State, who: CreatureId, foe: CreatureId) -> Act {
    let mut best: Option<(i32, Action)> = None;
    let _ = strike::candidates(state, who, Some(foe), &mut |act| {
        if let Act::Do(action) = act
            && aim(state, who, &action, How::Opportunity).is_ok()
            && let Some(attack) = attack_of(state, who, &action, How::Opportunity)
        {
            let worth = promise(state, attack);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, action));
            }
        }
        ControlFlow::Continue(())
    });
    match best {
        Some((worth, action)) if worth > 0 => Act::Do(action),
        _ => Act::Pass,
    }
}

/// The maneuver that pays most.
pub(super) fn won(state: &State, who: CreatureId, over: CreatureId, how: Won) -> Act {
    let victory = Victory {
        winner: who,
        loser: over,
        how,
    };
    let mut best: Option<(i32, Maneuver)> = None;
    for maneuver in maneuvers::candidates(state, victory) {
        if maneuvers::aim(state, victory, maneuver).is_err() {
            continue;
        }
        let worth = worth_of(state, victory, maneuver);
        if worth > 0 && best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, maneuver));
        }
    }
    best.map_or(Act::Pass, |(_, maneuver)| Act::Maneuver(maneuver))
}

/// What a maneuver promises, in hundredths of a point of harm.
fn worth_of(state: &State, victory: Victory, maneuver: Maneuver) -> i32 {
    let Victory { winner, loser, how } = victory;
    if !foes(state, winner, loser) {
        return if maneuver == Maneuver::Brace { 1 } else { 0 };
    }
    let fails = |skill| {
        let larger = state.sheet(loser).size.step() - state.sheet(winner).size.step();
        (20 - i32::from(value(state, loser, skill)) - 4 * i32::from(larger)).clamp(0, 20)
    };
    match maneuver {
        Maneuver::Precision(Location::Body) => match how {
            Won::Attacking(means) => precision(state, victory, means),
            Won::Defending => 0,
        },
        Maneuver::Precision(_) => 0,
        Maneuver::Bash => 18 * fails(Skill::Athletics),
        Maneuver::Trip => 15 * fails(Skill::Acrobatics),
        Maneuver::Disarm(item) => {
            let weapon = state.kind(item).weapon().is_some();
            let skill = if value(state, loser, Skill::SleightOfHand)
                > value(state, loser, Skill::Athletics)
            {
                Skill::SleightOfHand
            } else {
                Skill::Athletics
            };
            let worth = if weapon { 22 } else { 12 };
            worth * fails(skill)
        }
        Maneuver::Push => (40 + fall(state, victory)) * fails(Skill::Athletics) / 20,
        Maneuver::Brace => {
            let left = state.body(winner).ap > 0;
            if left { 120 } else { 60 }
        }
        Maneuver::Feint if strikes_next(state, winner, loser) => {
            7 * i32::from(value(state, winner, Skill::Deception))
        }
        Maneuver::Feint => 0,
    }
}

/// What the fall is worth over an edge behind the loser; more where that fells it (`adventuring/falling`).
fn fall(state: &State, victory: Victory) -> i32 {
    let Victory { winner, loser, .. } = victory;
    let from = state.body(loser).at.z;
    let to = maneuvers::driven_to(state, winner, loser).map_or(from, |to| to.z);
    let metres = from.saturating_sub(to);
    if !falling::is_fall(metres) {
        return 0;
    }
    let hurt = mean(state, loser, &falling::dice(metres));
    if hurt >= 100 * i32::from(state.body(loser).health) {
        hurt + 400
    } else {
        hurt
    }
}

/// Whether a creature can be expected to strike at another with its next action: it has a weapon for that, and no magic to attack with
/// instead (`maneuvers/feint`).
fn strikes_next(state: &State, who: CreatureId, on: CreatureId) -> bool {
    let attacks = |spell: &u8| {
        let spell = state.spell(SpellId(*spell));
        spell.is_attack() && spell.mana <= state.body(who).mana
    };
    let distance = distance_m(state, who, on);
    let reaches = |arm| {
        let weapon = state.weapon(who, arm);
        weapon.is_some_and(|weapon| weapon.reach_m.max(weapon.range_m) >= Some(distance))
    };
    !state.sheet(who).spells.iter().any(attacks) && hands::arms(state, who).any(reaches)
}

/// What the dice at their highest add to the mean; more where that fells the foe.
fn precision(state: &State, victory: Victory, means: Means) -> i32 {
    let attack = Attack {
        by: victory.winner,
        on: victory.loser,
        means,
        manual: Manual::USUAL,
        opportunity: false,
        feint: false,
    };
    let dice = dice_of(state, attack);
    let most = highest(state, victory.loser, &dice);
    let gained = 100 * most - mean(state, victory.loser, &dice);
    if most >= i32::from(state.body(victory.loser).health) {
        gained + 400
    } else {
        gained
    }
}

/// The skill with the higher target number, the usual one of equal ones.
pub(super) fn resist(state: &State, who: CreatureId, what: Resisted) -> Act {
    Act::Resist(maneuvers::preferred(state, who, what))
}

/// Whether a creature could harm another before its next turn, as far as that one knows: it is a foe that can act, is not held by
/// surprise, and has been noticed.
pub(super) fn is_threat(state: &State, who: CreatureId, to: CreatureId) -> bool {
    foes(state, who, to) && acts(state, who) && !is_hidden_from(state, who, to)
}
