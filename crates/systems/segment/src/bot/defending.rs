//! How a bot defends itself: On-Guard when several strike at it, the best answer to each attack, attacks of opportunity.

use std::ops::ControlFlow;

use affray_kernel::modifier::Tally;
use affray_kernel::{Arm, CreatureId};

use super::foes;
use super::worth::{chance, expected, opportunities};
use crate::act::{Act, Defence, Strike};
use crate::rules::damage::{dice, resisted_as};
use crate::rules::numbers::{acts, engaged_with};
use crate::rules::ratings::rating_of;
use crate::rules::{averting, defence, defending, on_guard};
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
        let chance = chance_against(state, (who, by), strike, &defence);
        let worth = chance + if defence.on_guard { 0.15 } else { 0.0 };
        if chance > 0.0 && best.as_ref().is_none_or(|(_, most)| worth > *most) {
            best = Some((defence, worth));
        }
        ControlFlow::Continue(())
    });
    match best {
        Some((defence, worth))
            if defence.on_guard || worth >= 0.3 && hurts(state, who, by, strike) =>
        {
            Act::Defend(defence)
        }
        _ => Act::Pass,
    }
}

/// The chance of a defence against an attack, with all that the attack brings.
fn chance_against(
    state: &State,
    (who, by): (CreatureId, CreatureId),
    strike: &Strike,
    defence: &Defence,
) -> f64 {
    let tally = Tally::read_by_somebody(false);
    let score = defending::score_against(state, (who, by), (strike.with, defence), tally);
    chance(score.total() - i32::from(state.cast.options.strict_defend))
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

/// Takes every attack of opportunity, with what is worth most; of what is worth as much, the first.
pub(super) fn opportunity(state: &State, who: CreatureId, by: CreatureId) -> Act {
    let mut best: Option<(Arm, f64)> = None;
    for (arm, worth) in opportunities(state, who, by) {
        if best.is_none_or(|(_, most)| worth > most) {
            best = Some((arm, worth));
        }
    }
    best.map_or(Act::Pass, |(arm, _)| Act::Opportunity(arm))
}

#[cfg(test)]
mod tests {
    use affray_kernel::System;
    use affray_trial::files;

    use super::*;
    use crate::Segments;
    use crate::act::{Location, With};

    /// With what somebody who can do that answers the blow of an ogre.
    fn answer(own: &str) -> Option<DefendSkill> {
        let text = format!(
            "
[start]
round = 2
segment = 'melee'
[[creature]]
name = 'hand'
side = 'a'
at = [4, 4]
held = ['dagger']
{own}
[[creature]]
name = 'ogre'
kind = 'ogre'
side = 'b'
at = [5, 4]
"
        );
        let state = Segments::set_up(&files::composed::<Segments>(&text)).expect("a fight");
        let (hand, ogre) = (CreatureId(0), CreatureId(1));
        let club = state.held(ogre).map(|(item, _)| Arm::Item(item)).next();
        let strike = Strike {
            target: hand,
            with: With::Melee(club.expect("a weapon in hand")),
            location: Location::Torso,
            step: None,
            kill_shot: false,
        };
        match defend(&state, hand, ogre, &strike) {
            Act::Defend(defence) => Some(defence.skill),
            _ => None,
        }
    }

    #[test]
    fn a_small_blade_is_not_raised_against_a_large_weapon() {
        assert_eq!(
            answer("defends = { parry = 10, evade = 8 }"),
            Some(DefendSkill::Evade)
        );
        assert_eq!(answer("defends = { parry = 8 }"), None);
    }

    #[test]
    fn an_attack_of_opportunity_is_made_with_what_hits() {
        let text = "
[start]
round = 2
segment = 'melee'
[[creature]]
name = 'hand'
side = 'a'
at = [4, 4]
attacks = { sword = 14, unarmed = 2 }
held = ['arming sword']
[[creature]]
name = 'archer'
side = 'b'
at = [5, 4]
attacks = { bow = 10 }
held = ['short bow']
";
        let state = Segments::set_up(&files::composed::<Segments>(text)).expect("a fight");
        let act = opportunity(&state, CreatureId(0), CreatureId(1));
        assert!(matches!(act, Act::Opportunity(Arm::Item(_))), "{act:?}");
    }
}
