//! What a bot does for its own life or an Ally's before it fights on.

use affray_kernel::CreatureId;
use affray_kernel::grid::Space;

use super::moving::{go_along, reachable_within, to_the_air};
use super::{beset, legal, offers};
use crate::act::{Act, Maneuver, Target};
use crate::actions::strike;
use crate::rules::grapple::grapples;
use crate::rules::numbers::{able, allies, feet, present, speed_ft};
use crate::rules::suffocating::has_air;
use crate::rules::turns::actions_left;
use crate::state::{Condition, State};

/// Comes up for air, puts out fire, stops bleeding, gets free, steadies itself, gets up.
pub(super) fn act(state: &State, who: CreatureId) -> Option<Act> {
    if let Some(up) = to_the_air(state, who).filter(|act| legal(state, who, act)) {
        return Some(up);
    }
    if let Some(push) = push_off_choker(state, who) {
        return Some(push);
    }
    let mut wishes = Vec::new();
    if state.has(who, Condition::OnFire) {
        wishes.push(Act::RollOnGround);
    }
    let is_down = state.body(who).hp <= 0;
    if state.has(who, Condition::Bleeding) && (is_down || can_treat(state, who)) {
        wishes.push(Act::Medicine(who));
    }
    if state.has(who, Condition::Destabilized) {
        wishes.push(Act::Stabilize);
    }
    if state.has(who, Condition::Buried)
        || (state.has(who, Condition::Entangled) && !has_company(state, who))
    {
        wishes.push(Act::Escape(who));
    }
    if can_treat(state, who) {
        wishes.extend(dying_friends(state, who).map(Act::Medicine));
    }
    if state.has(who, Condition::Prone) {
        wishes.push(Act::Stand);
    }
    wishes
        .into_iter()
        .find(|act| legal(state, who, act))
        .or_else(|| go_to_friend(state, who))
}

/// Whoever is choked and has breath for this Turn and the next at most pushes its grappler away (`grappled/escape`).
fn push_off_choker(state: &State, who: CreatureId) -> Option<Act> {
    let breath = state.sheet(who).str.max(1);
    let is_urgent = state.body(who).airless.saturating_add(2) >= breath;
    if !state.has(who, Condition::Choked) || has_air(state, who) || !is_urgent {
        return None;
    }
    let holders = state
        .creatures()
        .filter(|other| grapples(state, *other, who));
    let pushes = holders.flat_map(|on| {
        offers::arms(state, who).map(move |with| Act::Maneuver {
            which: Maneuver::Push,
            target: Target::Creature(on),
            with,
        })
    });
    pushes
        .filter(|act| legal(state, who, act))
        .max_by_key(|act| match act {
            Act::Maneuver { with, .. } => strike::tally(state, who, *with, None).total(),
            _ => 0,
        })
}

/// Goes to an Ally that bleeds to death within one Move, with an Action left to treat it, while no Enemy is at hand.
fn go_to_friend(state: &State, who: CreatureId) -> Option<Act> {
    let mut friends = dying_friends(state, who).peekable();
    friends.peek()?;
    if !can_treat(state, who) || actions_left(state, who) < 2 || beset(state, who) {
        return None;
    }
    let spaces: Vec<Space> = friends.map(|friend| state.space(friend)).collect();
    let (here, reach) = (state.space(who), state.sheet(who).reach_ft);
    let beside = |place| {
        let there = here.moved_to(place);
        spaces
            .iter()
            .any(|space| feet(state.grid().distance(there, *space)) <= reach)
    };
    let goal = reachable_within(state, who, speed_ft(state, who))
        .into_iter()
        .filter(|reached| beside(reached.place))
        .min_by_key(|reached| (reached.cost, reached.place))?;
    go_along(state, who, goal.place).filter(|act| legal(state, who, act))
}

/// Whether a Medicine Check, against 15, is more likely to succeed than not.
fn can_treat(state: &State, who: CreatureId) -> bool {
    let sheet = state.sheet(who);
    sheet.level + sheet.mnd >= 5
}

/// Allies that bleed and can no longer help themselves.
fn dying_friends(state: &State, who: CreatureId) -> impl Iterator<Item = CreatureId> + '_ {
    state.creatures().filter(move |friend| {
        *friend != who
            && allies(state, who, *friend)
            && present(state, *friend)
            && state.has(*friend, Condition::Bleeding)
            && !able(state, *friend)
    })
}

/// Whether an Enemy stands close enough that being held in place matters little.
pub(super) fn has_company(state: &State, who: CreatureId) -> bool {
    use crate::rules::numbers::{distance_ft, threat_ft};
    state.creatures().any(|other| {
        able(state, other)
            && !allies(state, who, other)
            && other != who
            && distance_ft(state, who, other) <= threat_ft(state, who)
    })
}
