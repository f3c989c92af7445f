//! How a bot defends itself: On-Guard when several strike at it, the best answer to each attack, attacks of opportunity.

use std::ops::ControlFlow;

use affray_kernel::CreatureId;
use affray_kernel::modifier::Tally;

use super::foes;
use super::worth::{chance, expected};
use crate::act::{Act, Defence, Strike};
use crate::rules::damage::{dice, resisted_as};
use crate::rules::numbers::{acts, engaged_with};
use crate::rules::ratings::rating_of;
use crate::rules::{averting, defence, on_guard, opportunity};
use crate::sheet::DefendSkill;
use crate::state::State;

/// The chance of a defend skill, whatever the attack brings.
fn chance_of(state: &State, who: CreatureId, skill: DefendSkill) -> f64 {
    if state.sheet(who).defends[skill as usize].is_none()
        || skill.averts() && !averting::has_item(state, who, skill)
    {
        return 0.0;
    }
    let score = defence::score(state, who, skill, Tally::read_by_somebody(false));
    chance(score.total())
}

/// The chance of its best defence against attacks hand to hand.
#[must_use]
pub(super) fn best_chance(state: &State, who: CreatureId) -> f64 {
    [
        DefendSkill::Evade,
        DefendSkill::Block,
        DefendSkill::Parry,
        DefendSkill::Sidestep,
        DefendSkill::Repel,
    ]
    .into_iter()
    .map(|skill| chance_of(state, who, skill))
    .fold(0.0, f64::max)
}

/// Goes On-Guard where at least two enemies who can strike are engaged with it, and its skill is good enough.
pub(super) fn on_guard(state: &State, who: CreatureId) -> Act {
    let around = foes(state, who)
        .into_iter()
        .filter(|foe| acts(state, *foe) && engaged_with(state, who, *foe))
        .count();
    if around < 2 || state.body(who).actions < 3 {
        return Act::Pass;
    }
    let best = [
        DefendSkill::Block,
        DefendSkill::Evade,
        DefendSkill::Parry,
        DefendSkill::Repel,
    ]
    .into_iter()
    .filter(|skill| on_guard::check(state, who, *skill).is_ok())
    .map(|skill| (skill, chance_of(state, who, skill)))
    .max_by(|one, other| one.1.total_cmp(&other.1));
    match best {
        Some((skill, chance)) if chance >= 0.5 => Act::OnGuard(skill),
        _ => Act::Pass,
    }
}

/// The best answer to an attack that hit: the check that costs nothing, or an ordinary one where it is worth an action.
pub(super) fn defend(state: &State, who: CreatureId, by: CreatureId, strike: &Strike) -> Act {
    let mut best: Option<(Defence, f64)> = None;
    let _ = defence::options(state, (who, by), strike, &mut |defence| {
        let chance =
            chance_of(state, who, defence.skill) + if defence.on_guard { 0.15 } else { 0.0 };
        if best.as_ref().is_none_or(|(_, most)| chance > *most) {
            best = Some((defence, chance));
        }
        ControlFlow::Continue(())
    });
    match best {
        Some((defence, chance))
            if defence.on_guard || chance >= 0.3 && hurts(state, who, by, strike) =>
        {
            Act::Defend(defence)
        }
        _ => Act::Pass,
    }
}

/// Whether an attack would take so much that an action is well spent.
fn hurts(state: &State, who: CreatureId, by: CreatureId, strike: &Strike) -> bool {
    match dice(state, by, strike.with) {
        Some((pool, kind)) => {
            let rating = rating_of(state, who, resisted_as(kind, strike.location));
            expected(&pool, rating) >= 1.0
        }
        None => true,
    }
}

/// Takes every attack of opportunity, with what does most.
pub(super) fn opportunity(state: &State, who: CreatureId, by: CreatureId) -> Act {
    let worth = |arm: &affray_kernel::Arm| {
        let weapon = state.weapon(who, *arm);
        weapon
            .and_then(|weapon| Some((weapon.melee?.damage, weapon.kind)))
            .map_or(0.0, |(pool, kind)| {
                expected(&pool, rating_of(state, by, kind))
            })
    };
    let best = opportunity::arms(state, who, by)
        .map(|arm| (arm, worth(&arm)))
        .max_by(|one, other| one.1.total_cmp(&other.1));
    best.map_or(Act::Pass, |(arm, _)| Act::Opportunity(arm))
}
