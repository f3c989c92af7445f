//! What acts are to a player who looks for them.

use affray_kernel::aspect::{Aspect, Group, counted};
use affray_kernel::{CreatureId, RuleId};

use super::act::{Act, Defence, Utility, With};
use super::actions::{feats, moving, strike, utilities};
use super::ids::rule;
use super::rules::numbers::usage;
use super::rules::on_guard;
use super::sheet::OpportunityCost;
use super::state::{Segment, State};

/// An act as a player looks for it.
pub(crate) fn aspect(state: &State, who: CreatureId, act: &Act) -> Aspect {
    let aspect = aimed(state, act);
    let actions = |aspect: Aspect, actions: i16| aspect.costing([counted(actions, "action")]);
    match act {
        Act::Attack(given) => {
            let left = usage(state, who, given.with) - strike::prepared(state, who, given);
            actions(aspect, left)
        }
        Act::Guess(guess) => actions(aspect, usage(state, who, guess.with)),
        Act::Move(path) => {
            let segment = state.clock.segment.unwrap_or(Segment::Movement);
            match moving::plan(state, who, path, segment) {
                Ok(way) => {
                    let cost = moving::cost(state, who, path, &way);
                    actions(aspect.going(Some(way.yards)), cost)
                }
                Err(_) => aspect,
            }
        }
        Act::Feat(feat) => actions(aspect, feats::cost(feat.skill)),
        Act::Disengage => actions(aspect, 1),
        Act::Use(utility) => actions(aspect, utilities::cost(state, who, utility)),
        Act::OnGuard(_) => actions(aspect, on_guard::COST),
        Act::Defend(Defence { on_guard: true, .. }) => aspect.priced("free"),
        Act::Defend(_) => actions(aspect, 1),
        Act::Opportunity(_) => {
            let price = match state.cast.options.opportunity_cost {
                OpportunityCost::OneAction => counted(1, "action"),
                OpportunityCost::Free => Some("free".to_owned()),
            };
            let prepares = state.body(who).charging.is_some();
            aspect.costing([price, prepares.then(|| "ends the preparation".to_owned())])
        }
        Act::Drop(_) | Act::Release(_) => aspect.priced("free"),
        _ => aspect,
    }
}

fn group(state: &State, act: &Act) -> Group {
    match act {
        Act::Attack(strike) => by_means(strike.with),
        Act::Guess(guess) => by_means(guess.with),
        Act::Feat(feat) => feat
            .strike
            .as_ref()
            .map_or(Group::Move, |strike| by_means(strike.with)),
        Act::Opportunity(_) | Act::Ambush(_) => Group::Attack,
        Act::Move(_) | Act::Disengage | Act::Flee => Group::Move,
        Act::Use(Utility::StandUp | Utility::Ride(_)) => Group::Move,
        Act::Use(Utility::Hide) | Act::OnGuard(_) | Act::Defend(_) => Group::Defend,
        Act::Use(Utility::Power(..)) => Group::Magic,
        Act::Release(number) => {
            let mut effects = state.effects.iter();
            match effects.any(|effect| effect.number == *number) {
                true => Group::Magic,
                false => Group::Other,
            }
        }
        _ => Group::Other,
    }
}

fn by_means(with: With) -> Group {
    match with {
        With::Power(_) => Group::Magic,
        With::Melee(_) | With::Ranged(_) => Group::Attack,
    }
}

/// Whom and where an act is aimed at.
fn aimed(state: &State, act: &Act) -> Aspect {
    let aspect = Aspect::of(group(state, act));
    match act {
        Act::Attack(strike) => aspect.at([strike.target]).place(strike.step),
        Act::Guess(guess) => aspect.place(Some(guess.at)),
        Act::Move(path) => aspect.place(path.last().copied()),
        Act::Feat(feat) => aspect
            .at(feat.strike.map(|strike| strike.target))
            .place(feat.after.last().or(feat.before.last()).copied()),
        Act::Ambush(targets) => aspect.at(targets.iter().copied()),
        Act::Defend(defence) => aspect.place(defence.to),
        Act::Use(utility) => match *utility {
            Utility::PickUp(item) => aspect.place(state.lies_at(item)),
            Utility::HandOver(_, to) => aspect.at([to]),
            Utility::Drink(_, whom) => aspect.at(whom),
            Utility::Search(whom, _) | Utility::Power(_, whom) => aspect.at([whom]),
            Utility::Door(_, beyond, _) => aspect.place(Some(beyond)),
            _ => aspect,
        },
        _ => aspect,
    }
}

/// Whether what a rule does to a roll comes of where everybody is.
pub(crate) fn is_of_places(rule: RuleId) -> bool {
    let of_places = [
        rule!("modifiers/cover"),
        rule!("modifiers/flanking"),
        rule!("other-ranged/like-ranged-weapons"),
        rule!("ranged/in-melee-penalty"),
        rule!("ranged/into-melee-penalty"),
    ];
    of_places.contains(&rule)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Segments;
    use crate::notation::sample::fight;
    use affray_trial::aspects::are_of_kind;

    #[test]
    fn acts_have_a_kind_and_a_price() {
        are_of_kind::<Segments>(
            &fight(),
            &[
                ("attack ogre with arming sword", Group::Attack, "1 action"),
                ("move to 3,4", Group::Move, ""),
                ("disengage", Group::Move, "1 action"),
                ("stand up", Group::Move, "1 action"),
                ("hide", Group::Defend, "2 actions"),
                ("on-guard with evasive action", Group::Defend, "2 actions"),
                ("drop arming sword", Group::Other, "free"),
                ("aggressive", Group::Other, ""),
                ("attack ogre with arcane bolt", Group::Magic, "1 action"),
                ("pass", Group::Other, ""),
            ],
        );
    }
}
