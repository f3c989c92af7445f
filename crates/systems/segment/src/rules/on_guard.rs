//! On-Guard: many defends for two actions (`on-guard/*`).

use affray_kernel::{Ask, CreatureId, Figure, ItemId, Play, Refusal, Scene};

use super::averting;
use super::numbers::acts;
use crate::Segments;
use crate::act::{Act, Window};
use crate::fact::{Fact, Flag};
use crate::ids::{refuse, rule};
use crate::sheet::DefendSkill;
use crate::state::{Guard, State};

/// Actions that going On-Guard costs (`on-guard/cost`).
pub(crate) const COST: i16 = 2;

/// Failed checks that end it (`on-guard/three-failures`).
pub(crate) const FAILURES: u8 = 3;

/// Whether a creature can go On-Guard with a skill (`on-guard/affordable`).
///
/// # Errors
/// Why it cannot.
pub(crate) fn check(state: &State, who: CreatureId, skill: DefendSkill) -> Result<(), Refusal> {
    let body = state.body(who);
    if body.actions < COST {
        return Err(refuse!(
            "on-guard/affordable",
            "going On-Guard takes more actions ({}) than are left ({})",
            Figure::Number(COST.into()),
            Figure::Number(body.actions.into())
        ));
    }
    if state.sheet(who).defends[skill as usize].is_none() {
        return Err(refuse!(
            "on-guard/allowed-skills",
            "{} is not on the sheet",
            Figure::Word(skill.name())
        ));
    }
    if skill.averts() && !averting::has_item(state, who, skill) {
        return Err(refuse!(
            "on-guard/affordable",
            "{} needs a weapon or shield in hand",
            Figure::Word(skill.name())
        ));
    }
    Ok(())
}

/// Whether a creature can go On-Guard with any skill.
#[must_use]
pub(crate) fn possible(state: &State, who: CreatureId) -> bool {
    acts(state, who)
        && state.body(who).actions >= COST
        && DefendSkill::ALL
            .iter()
            .any(|skill| check(state, who, *skill).is_ok())
}

/// All who can announce it do so at once, or do not (`on-guard/announce`).
///
/// # Errors
/// Stops until all have answered.
pub(crate) fn announce(scene: &mut Scene<'_, Segments>) -> Play {
    scene.cite(rule!("round/start-sequence"));
    let asks: Vec<Ask<Segments>> = scene
        .state()
        .creatures()
        .filter(|who| possible(scene.state(), *who))
        .map(|who| Ask::secret(who, Window::OnGuard))
        .collect();
    let acts = scene.ask_all(&asks)?;
    for (ask, act) in asks.iter().zip(acts) {
        match act {
            Act::OnGuard(skill) => begin(scene, ask.who, skill),
            Act::Surrender => super::outcomes::surrender(scene, ask.who),
            _ => {}
        }
    }
    Ok(())
}

fn begin(scene: &mut Scene<'_, Segments>, who: CreatureId, skill: DefendSkill) {
    for rule in [
        rule!("on-guard/cost"),
        rule!("on-guard/announce"),
        rule!("on-guard/affordable"),
        rule!("on-guard/allowed-skills"),
        rule!("on-guard/defensive-required"),
        rule!("actions/costs"),
    ] {
        scene.cite(rule);
    }
    scene.emit(Fact::Spends(who, COST));
    scene.emit(Fact::Flag(who, Flag::Guarded, true));
    scene.emit(Fact::Guard(
        who,
        Some(Guard {
            skill,
            failures: 0,
            in_segment: 0,
        }),
    ));
}

/// What failed checks in this segment take off the next (`on-guard/failure-penalty`).
#[must_use]
pub(crate) fn penalty(guard: Guard) -> i16 {
    -2 * i16::from(guard.in_segment)
}

/// An On-Guard check came out so (`on-guard/success-continues`, `on-guard/failure-penalty`, `on-guard/three-failures`).
pub(crate) fn checked(scene: &mut Scene<'_, Segments>, who: CreatureId, success: bool) {
    for rule in [
        rule!("on-guard/when-hit"),
        rule!("on-guard/same-skill"),
        rule!("on-guard/checks-cost-nothing"),
    ] {
        scene.cite(rule);
    }
    let Some(guard) = scene.state().body(who).guard else {
        return;
    };
    if guard.failures > 0 {
        scene.cite(rule!("on-guard/penalty-per-segment"));
    }
    if success {
        scene.cite(rule!("on-guard/success-continues"));
        return;
    }
    scene.cite(rule!("on-guard/failure-penalty"));
    scene.cite(rule!("on-guard/penalty-per-segment"));
    let failed = Guard {
        failures: guard.failures + 1,
        in_segment: guard.in_segment + 1,
        ..guard
    };
    scene.emit(Fact::Guard(who, Some(failed)));
    if failed.failures >= FAILURES {
        scene.cite(rule!("on-guard/three-failures"));
        scene.emit(Fact::Guard(who, None));
    }
}

/// Whether an item, once in hand, makes the On-Guard checks possible that are not without it (`on-guard/item-lost`).
#[must_use]
pub(crate) fn resumes_with(state: &State, who: CreatureId, item: ItemId) -> bool {
    state.body(who).guard.is_some_and(|guard| {
        averting::serves(state.kind(item), guard.skill)
            && !state.item(item).broken
            && !averting::has_item(state, who, guard.skill)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_failure_in_the_segment_costs_two_more() {
        for (in_segment, taken_off) in [(0, 0), (1, -2), (2, -4)] {
            let guard = Guard {
                skill: DefendSkill::Block,
                failures: 2,
                in_segment,
            };
            assert_eq!(penalty(guard), taken_off);
        }
    }
}
