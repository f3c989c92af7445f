//! Whom a bot lays hold of, and what it lets go of to have its hands free.

use affray_kernel::CreatureId;

use super::moving;
use super::turn::known_foes;
use super::worth::{SURE, best_blow, mean, wins_chance};
use crate::act::{Act, Action, Resisted};
use crate::actions::{How, aim, handling};
use crate::rules::conditions::{grappled_by, grappling};
use crate::rules::damage;
use crate::rules::flanking::threatens;
use crate::rules::hands;
use crate::rules::maneuvers::preferred;
use crate::rules::numbers::{able, allies, distance_m, free_hands, reach_m, speed_m};
use crate::rules::price::{ATTACKS, magic_of};
use crate::rules::turns::has_turn_ahead;
use crate::sheet::{Skill, Weapon};
use crate::state::{Condition, ItemId, State};

/// Holds a foe beside it with a hand that is free, once its attacks are made or but one Action Point is left, if that is worth more than a
/// defence for the same Action Point.
pub(super) fn hold(state: &State, who: CreatureId) -> Option<Act> {
    let body = state.body(who);
    let is_spare = body.attacks >= ATTACKS || body.ap == 1;
    if !is_spare || body.ap < 1 || idle_hands(state, who) <= 0 {
        return None;
    }
    if grappling(state, who).next().is_some() {
        return None;
    }
    let price = worth_of_a_defence(state, who);
    let mut best: Option<(i32, Action)> = None;
    for foe in known_foes(state, who) {
        let action = Action::Grapple(foe);
        if grappled_by(state, foe).is_some() || aim(state, who, &action, How::Primary).is_err() {
            continue;
        }
        let skill = preferred(state, foe, Resisted::Grapple);
        let chance = wins_chance(state, (who, Skill::Athletics), (foe, skill));
        let worth = chance * worth_of_hold(state, who, foe) / SURE;
        if worth > price && best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, action));
        }
    }
    best.map(|(_, action)| Act::Do(action))
}

/// Free hands but for one with which a weapon in the other is held as well, for the more that it does so (`character-stats/hands`).
fn idle_hands(state: &State, who: CreatureId) -> i16 {
    let takes_both = |(item, hands): (ItemId, u8)| {
        let weapon = state.kind(item).weapon();
        hands == 1 && weapon.is_some_and(|weapon| weapon.two_handed.is_some())
    };
    free_hands(state, who) - i16::from(state.held(who).any(takes_both))
}

/// What a defence would save: about half of the worst blow of those who have it within reach and a turn ahead. Where nobody has, the end of
/// the round takes the Action Point (`combat-overview/ap-lost`).
fn worth_of_a_defence(state: &State, who: CreatureId) -> i32 {
    let ahead = known_foes(state, who)
        .into_iter()
        .filter(|foe| has_turn_ahead(state, *foe) && threatens(state, *foe, who));
    let blows = ahead.map(|foe| best_blow(state, foe, who));
    blows.max().unwrap_or_default() / 2
}

/// What holding a foe brings in a round, in hundredths of a point of harm.
fn worth_of_hold(state: &State, who: CreatureId, foe: CreatureId) -> i32 {
    let (own, theirs) = (best_blow(state, who, foe), best_blow(state, foe, who));
    let mut worth = 0;
    // It cannot stand up: a tenth of what two blows on each side come to (`conditions/prone`).
    if state.has(foe, Condition::Prone) {
        worth += (own + theirs) / 5;
    }
    // It cannot get away from a blow to shoot or cast, nor would it always.
    if moving::prefers_distance(state, foe) {
        worth += own / 2;
    }
    // It cannot go for friends who keep away from blows.
    let is_exposed = |friend: &CreatureId| {
        let metres = reach_m(state, foe).unwrap_or_default() + 2 * speed_m(state, foe);
        able(state, *friend)
            && allies(state, who, *friend)
            && moving::prefers_distance(state, *friend)
            && !threatens(state, foe, *friend)
            && distance_m(state, foe, *friend) <= metres
    };
    let gained = |friend| (best_blow(state, foe, friend) - theirs).max(0);
    let exposed = state.creatures().filter(is_exposed);
    worth + exposed.map(gained).max().unwrap_or_default()
}

/// What it lets go of to take up a weapon that its hands are too full for: things that are of no use in a fight, then those whom it holds.
/// That costs nothing (`quick-reference/release`).
pub(super) fn let_go(state: &State, who: CreatureId, weapons: &[ItemId]) -> Option<Act> {
    if state.body(who).ap < 1 {
        return None;
    }
    let foe = *known_foes(state, who).first()?;
    let harm = |weapon: &Weapon| mean(state, foe, &damage::dice(&weapon.damage, None, None));
    let bare = hands::arms(state, who).filter_map(|arm| state.weapon(who, arm).map(harm));
    let bare = bare.max().unwrap_or_default();
    let idle: Vec<(ItemId, u8)> = state
        .held(who)
        .filter(|(item, hands)| *hands > 0 && is_of_no_use(state, *item))
        .collect();
    let captives: Vec<CreatureId> = grappling(state, who).collect();
    let things: i16 = idle.iter().map(|(_, hands)| i16::from(*hands)).sum();
    let most = hands::to_spare(state, who) + things + captives.len() as i16;
    let serves = |item: &&ItemId| {
        let needed = i16::from(handling::taken_by(state, **item));
        let weapon = state.kind(**item).weapon();
        needed > hands::to_spare(state, who)
            && needed <= most
            && weapon.is_some_and(|weapon| harm(weapon) > bare)
    };
    weapons.iter().find(serves)?;
    let thing = idle.first().map(|(item, _)| Act::Drop(*item));
    thing.or_else(|| captives.first().map(|captive| Act::Release(*captive)))
}

/// Whether something in hand is neither for striking nor for defending, nor has magic in it.
fn is_of_no_use(state: &State, item: ItemId) -> bool {
    let kind = state.kind(item);
    kind.weapon().is_none() && kind.shield().is_none() && magic_of(state, item).is_none()
}
