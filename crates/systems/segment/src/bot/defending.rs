//! How a bot defends itself: On-Guard when several strike at it, the best answer to each attack, attacks of opportunity.

use std::ops::ControlFlow;

use affray_kernel::grid::Space;
use affray_kernel::modifier::Tally;
use affray_kernel::{Arm, CreatureId};

use super::unarmed::{has_attack, loose_weapons};
use super::utilities::far_patient;
use super::worth::{chance, expected, opportunities};
use super::{foes, moving, utilities, worth};
use crate::act::{Act, Defence, Strike};
use crate::rules::damage::{dice, resisted_as};
use crate::rules::numbers::{acts, engaged, engaged_with};
use crate::rules::ratings::rating_of;
use crate::rules::{averting, defence, defending, on_guard};
use crate::sheet::DefendSkill;
use crate::state::{Segment, State};

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

/// The chance from which on a defence is worth an action that something else could be done with.
const ENOUGH: f64 = 0.3;

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
            if defence.on_guard
                || worth >= ENOUGH && takes(state, who, by, strike) >= 1.0
                || takes(state, who, by, strike) > 0.0 && is_action_spare(state, who) =>
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

/// How many hits an attack would take on average; something of those that do no damage but harm.
fn takes(state: &State, who: CreatureId, by: CreatureId, strike: &Strike) -> f64 {
    dice(state, by, strike.with).map_or(1.0, |(pool, kind)| {
        let rating = rating_of(state, who, resisted_as(kind, strike.location));
        expected(&pool, rating)
    })
}

/// Whether an action would be lost anyway at the end of the round (`actions/refresh`): it can do nothing else any more, and has enough for
/// all defences, or no better one.
fn is_action_spare(state: &State, who: CreatureId) -> bool {
    let strikes: i16 = foes(state, who)
        .into_iter()
        .map(|foe| state.body(foe).actions)
        .sum();
    let is_kept = state.body(who).actions <= strikes && best_chance(state, who) >= ENOUGH;
    !is_kept && !may_yet_act(state, who)
}

/// Whether there may be something that it does in this segment or a later one.
fn may_yet_act(state: &State, who: CreatureId) -> bool {
    let (Some(now), body) = (state.clock.segment, state.body(who)) else {
        return true;
    };
    let comes = |segment: &Segment| *segment > now || *segment == now && !body.done;
    let mut left = Segment::ALL.into_iter().filter(comes).peekable();
    if left.peek().is_none() || body.actions < 1 {
        return false;
    }
    let selected = |segment| body.committed.is_none_or(|own| own == segment);
    left.any(|segment| {
        utilities::wanted_then(state, who, segment)
            || selected(segment) && worth::best(state, who, segment).is_some()
    }) || utilities::changes_weapons(state, who)
        || may_yet_go(state, who)
}

/// Whether it may go to where it could attack, in this round or after it, to a friend who needs it, or to a weapon where it has none.
fn may_yet_go(state: &State, who: CreatureId) -> bool {
    let has_any = has_attack(state, who);
    let mut goals: Vec<(Space, i16)> = far_patient(state, who)
        .map(|(friend, reach)| (state.space(friend), reach))
        .into_iter()
        .collect();
    if !has_any {
        goals.extend(loose_weapons(state, who).into_iter().map(|goal| (goal, 1)));
    }
    if moving::comes_near(state, who, &goals) {
        return true;
    }
    has_any
        && !engaged(state, who)
        && moving::is_out_of_reach(state, who)
        && moving::has_way(state, who)
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
    use crate::state::PowerId;

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

    /// Whether somebody who parries by so much lets a strike pass, out of reach of a flyer or not, with such an own line.
    fn wards_off(own: &str, height: u8) -> bool {
        wards_off_with("'arming sword'", own, height)
    }

    /// The same of somebody with empty hands, before somebody whom it can reach.
    fn with_nothing(own: &str) -> bool {
        wards_off_with("", own, 0)
    }

    fn wards_off_with(held: &str, own: &str, height: u8) -> bool {
        wards_off_on("columns = 20\nrows = 9", held, own, height)
    }

    /// The same on such a map.
    fn wards_off_on(map: &str, held: &str, own: &str, height: u8) -> bool {
        let text = format!(
            "
[start]
round = 2
segment = 'ranged'
[map]
{map}
[[creature]]
name = 'hand'
side = 'a'
at = [4, 4]
attacks = {{ sword = 12 }}
held = [{held}]
stance = 'hold'
{own}
[[creature]]
name = 'mage'
kind = 'mage'
side = 'b'
at = [9, 4]
fly_yd = 10
aloft_yd = {height}
actions_left = 3
stance = 'aggressive'
"
        );
        let state = Segments::set_up(&files::composed::<Segments>(&text)).expect("a fight");
        let hand = CreatureId(0);
        let mage = state.creatures().last().expect("the mage");
        let bolt = state.sheet(mage).powers.iter().map(|own| PowerId(*own));
        let mut bolt = bolt.filter(|power| state.power(*power).name == "arcane bolt");
        let strike = Strike {
            target: hand,
            with: With::Power(bolt.next().expect("the power")),
            location: Location::Torso,
            step: None,
            kill_shot: false,
        };
        matches!(defend(&state, hand, mage, &strike), Act::Defend(_))
    }

    #[test]
    fn who_can_do_nothing_else_takes_any_chance() {
        assert!(wards_off("defends = { dodge = 4 }", 5));
        assert!(
            !wards_off("defends = { dodge = 4 }", 0),
            "it had rather go there"
        );
        assert!(wards_off("defends = { dodge = 6 }", 0));
        let weapon_near = "[[item]]\nname = 'blade'\nkind = 'arming sword'\nat = [2, 4]";
        let unarmed = format!("defends = {{ dodge = 4 }}\n{weapon_near}");
        assert!(!with_nothing(&unarmed), "it had rather fetch that");
        assert!(with_nothing("defends = { dodge = 4 }"));
        // Another strike may be warded off better.
        let better = "defends = { dodge = 4, parry = 10 }";
        assert!(wards_off(better, 5));
        assert!(!wards_off(&format!("{better}\nactions_left = 3"), 5));
    }

    /// A map on which a pillar five yards high, or nothing, stands at a place.
    fn pillar(elevation: u8) -> String {
        let plain = "'....................'";
        let rows = [plain, plain, plain, plain, "'.p..................'", plain];
        format!(
            "rows = [{}]\nlegend.p = {{ elevation = {elevation} }}",
            rows.join(", ")
        )
    }

    #[test]
    fn nobody_goes_without_defence_for_what_no_way_leads_to() {
        let blade = "[[item]]\nname = 'blade'\nkind = 'arming sword'\nat = [1, 4]";
        let unarmed = format!("defends = {{ dodge = 4 }}\n{blade}");
        assert!(!wards_off_on(&pillar(0), "", &unarmed, 0));
        assert!(wards_off_on(&pillar(5), "", &unarmed, 0));
        let friend =
            "[[creature]]\nname = 'friend'\nside = 'a'\nat = [1, 4]\nhits_max = 30\nhits = -1";
        let carries = format!("defends = {{ dodge = 4 }}\ncarried = ['healing draught']\n{friend}");
        let far = |height| wards_off_on(&pillar(height), "", &carries, 15);
        assert!(!far(0));
        assert!(far(5));
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
