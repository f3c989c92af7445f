//! What a bot takes in hand to attack with, and what it lets go of for that.

use std::cmp::Reverse;

use affray_kernel::{Arm, CreatureId, ItemId};

use super::utilities::{draught, use_it};
use super::{foes, legal, moving};
use crate::act::{Act, Utility, With};
use crate::actions::strike;
use crate::rules::cover::cover;
use crate::rules::numbers::{engaged, free_hands, is_melee, usable, yards_between};
use crate::rules::{attack, health};
use crate::sheet::{Family, Weapon};
use crate::state::{Cover, Place, State};

/// Yards beyond which whoever carries a bow would rather have it in hand.
const FAR_YD: i16 = 10;

/// A bow out of the bag while all foes are far off, or no way leads to any, and nothing in hand shoots; what it strikes with is put away for
/// that if it is no better with it or reaches nobody. A draught in hand or at hand comes first, and whoever attacks with powers needs no bow.
pub(super) fn takes_bow(state: &State, who: CreatureId) -> Option<Act> {
    let shoots = |id: ItemId| {
        let weapon = state.kind(id).weapon();
        let with = With::Ranged(Arm::Item(id));
        let bow = weapon.filter(|weapon| weapon.melee.is_none() && !state.item(id).broken);
        bow.is_some_and(|bow| is_of_use(state, who, (bow, with)))
    };
    let casts = |with| matches!(with, With::Power(_)) && aimed(state, who, with) > 0;
    let mut carried = state.all_items();
    let (bow, _) = carried.find(|(id, item)| item.place == Place::Carried(who) && shoots(*id))?;
    let nearest = foes(state, who).first().copied()?;
    let yards = yards_between(state, who, nearest);
    if yards <= 1
        || engaged(state, who)
        || state.held(who).any(|(id, _)| shoots(id))
        || strike::means_of(state, who).any(casts)
        || draught(state, who).is_some()
    {
        return None;
    }
    // Whoever is near, and yet no way leads to it, is struck with no blade.
    let is_near = yards <= FAR_YD;
    let aim = aimed(state, who, With::Ranged(Arm::Item(bow)));
    let is_no_better = |held: &ItemId| {
        let blow = With::Melee(Arm::Item(*held));
        !serves(state, who, blow) || aimed(state, who, blow) <= aim
    };
    let puts_away = || {
        let held = in_the_way(state, who, bow).filter(|held| is_near || is_no_better(held))?;
        Some(Utility::Stow(held))
    };
    let act =
        use_it(state, who, Utility::Draw(bow)).or_else(|| use_it(state, who, puts_away()?))?;
    // Looking for a way takes longest.
    (!is_near || !moving::has_way(state, who)).then_some(act)
}

/// How well a creature attacks with something, were it in hand.
fn aimed(state: &State, who: CreatureId, with: With) -> i16 {
    attack::skill(state, who, with).0
}

/// A blade in hand for the bow where a foe is within reach, if it is as good with that; what shoots is let go of.
pub(super) fn takes_blade(state: &State, who: CreatureId) -> Option<Act> {
    let foe = foes(state, who).first().copied()?;
    let is_shot = |with: &With| matches!(with, With::Ranged(Arm::Item(_)));
    let (shots, others): (Vec<With>, Vec<With>) = strike::means_of(state, who)
        .filter(|with| serves(state, who, *with))
        .partition(is_shot);
    if yards_between(state, who, foe) > 1 || !others.is_empty() || state.body(who).actions < 1 {
        return None;
    }
    let aim = shots.iter().map(|with| aimed(state, who, *with)).max();
    let blades = state.all_items().filter_map(|(id, item)| {
        let is_blade = state.kind(id).weapon()?.melee.is_some() && !item.broken;
        let strikes = aimed(state, who, With::Melee(Arm::Item(id)));
        let is_carried = item.place == Place::Carried(who);
        (is_carried && is_blade && strikes >= aim.unwrap_or(1)).then_some((strikes, Reverse(id)))
    });
    let (_, Reverse(blade)) = blades.max()?;
    use_it(state, who, Utility::Draw(blade)).or_else(|| {
        let drop = makes_room(state, who, blade)?;
        legal(state, who, &drop).then_some(drop)
    })
}

/// A weapon in hand where there is nothing that it can attack with: first what is of no use is let go of, if it takes the hands up.
pub(super) fn arm(state: &State, who: CreatureId) -> Option<Act> {
    if strike::means_of(state, who).any(|with| serves(state, who, with)) {
        return None;
    }
    let weapons = state.all_items().filter(|(id, item)| {
        let at_hand = item.place == Place::Carried(who) || health::lies_near(state, who, *id);
        at_hand && would_serve(state, who, *id)
    });
    let mut wanted = weapons.map(|(id, item)| match item.place {
        Place::Carried(_) => (id, Utility::Draw(id)),
        _ => (id, Utility::PickUp(id)),
    });
    wanted.find_map(|(id, utility)| {
        use_it(state, who, utility).or_else(|| makes_room(state, who, id))
    })
}

/// A weapon for striking in hand where whoever is next to it is wholly covered from shots, and it has nothing else (`modifiers/cover`).
pub(super) fn takes_what_reaches(state: &State, who: CreatureId) -> Option<Act> {
    let foe = foes(state, who).first().copied()?;
    let is_covered = || cover(state, state.space(who), foe) == Cover::Total;
    let strikes = |with| is_melee(state, with) && attack::skill(state, who, with).0 > 0;
    if yards_between(state, who, foe) > 1
        || !is_covered()
        || strike::means_of(state, who).any(strikes)
    {
        return None;
    }
    let mut carried = state
        .all_items()
        .filter(|(_, item)| item.place == Place::Carried(who));
    carried.find_map(|(id, item)| {
        let weapon = state.kind(id).weapon().filter(|_| !item.broken)?;
        weapon
            .melee
            .filter(|_| state.score(who, weapon.skill).is_some())?;
        use_it(state, who, Utility::Draw(id)).or_else(|| makes_room(state, who, id))
    })
}

/// Whether there are hands for a weapon, or would be without another one.
pub(super) fn has_hands_for(state: &State, who: CreatureId, wanted: ItemId) -> bool {
    let hands = u32::from(state.kind(wanted).hands());
    free_hands(state, who).count_ones() >= hands || in_the_way(state, who, wanted).is_some()
}

/// Lets go of a weapon, so that there are hands for another one.
fn makes_room(state: &State, who: CreatureId, wanted: ItemId) -> Option<Act> {
    in_the_way(state, who, wanted).map(Act::Drop)
}

/// A weapon in hand without which there are hands for another one.
fn in_the_way(state: &State, who: CreatureId, wanted: ItemId) -> Option<ItemId> {
    let useless = state
        .held(who)
        .find(|(id, _)| state.kind(*id).weapon().is_some())?;
    let hands = state.kind(useless.0).hands();
    let free = free_hands(state, who).count_ones();
    let enough = free + u32::from(hands) >= state.kind(wanted).hands().into();
    enough.then_some(useless.0)
}

/// Whether a creature could attack with something that it has in hand or by nature, if not at this moment; fists do not count.
pub(super) fn serves(state: &State, who: CreatureId, with: With) -> bool {
    let (With::Melee(arm) | With::Ranged(arm)) = with else {
        return true;
    };
    let weapon = state.weapon(who, arm);
    usable(state, who, arm).is_ok()
        && weapon.is_some_and(|weapon| {
            weapon.family != Family::Unarmed && is_of_use(state, who, (weapon, with))
        })
}

/// Whether a weapon would serve, were it in hand.
pub(super) fn would_serve(state: &State, who: CreatureId, id: ItemId) -> bool {
    let uses = [With::Melee(Arm::Item(id)), With::Ranged(Arm::Item(id))];
    let weapon = state.kind(id).weapon();
    weapon.is_some_and(|weapon| {
        let mut uses = uses.into_iter();
        !state.item(id).broken && uses.any(|with| is_of_use(state, who, (weapon, with)))
    })
}

/// Whether a creature has the size and the skill for such a use of a weapon, and something to shoot that can be shot this near to enemies.
fn is_of_use(state: &State, who: CreatureId, (weapon, with): (&Weapon, With)) -> bool {
    let size = state.sheet(who).size;
    if weapon.least_size.is_some_and(|least| size < least) {
        return false;
    }
    match (with, weapon.melee, weapon.ranged) {
        (With::Melee(_), Some(_), _) => state.score(who, weapon.skill).is_some(),
        (With::Ranged(arm), _, Some(shot)) => {
            let item = match arm {
                Arm::Item(id) => Some(state.item(id)),
                Arm::Natural(_) => None,
            };
            let slow = shot.reload > 0 && item.is_some_and(|item| !item.loaded);
            let skill = shot.skill.unwrap_or(weapon.skill);
            state.score(who, skill).is_some()
                && item.is_none_or(|item| item.left != Some(0))
                && !((shot.no_melee || slow) && engaged(state, who))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use affray_kernel::System;

    use super::*;
    use crate::Segments;
    use affray_trial::files;

    /// What a shooter does in the Melee segment next to an enemy, with such things in hand and others in the bag.
    fn in_melee(held: &str, carried: &str) -> Option<String> {
        armed_before(5, held, carried)
    }

    /// The same before an enemy in another column.
    fn armed_before(column: u8, held: &str, carried: &str) -> Option<String> {
        skilled("crossbow = 13, sword = 10", column, held, carried)
    }

    /// The same of somebody with such skills.
    fn skilled(attacks: &str, column: u8, held: &str, carried: &str) -> Option<String> {
        let text = format!(
            "
[start]
round = 2
segment = 'melee'
[[creature]]
name = 'hand'
side = 'a'
at = [4, 4]
attacks = {{ {attacks} }}
held = [{held}]
carried = [{carried}]
stance = 'defensive'
[[creature]]
name = 'ogre'
side = 'b'
at = [{column}, 4]
attacks = {{ unarmed = 9 }}
stance = 'hold'
"
        );
        let state = Segments::set_up(&files::composed::<Segments>(&text)).expect("a fight");
        let who = CreatureId(0);
        let act = takes_bow(&state, who)
            .or_else(|| takes_blade(&state, who))
            .or_else(|| arm(&state, who))?;
        Some(crate::notation::print_for(
            &state,
            Some(CreatureId(0)),
            &act,
        ))
    }

    #[test]
    fn what_is_of_no_use_makes_room_for_what_is() {
        let unloaded = "{ kind = 'heavy crossbow', loaded = false }";
        let sword = "'short sword'";
        assert_eq!(
            in_melee(unloaded, sword).as_deref(),
            Some("drop heavy crossbow")
        );
        assert_eq!(in_melee("", sword).as_deref(), Some("draw short sword"));
        let broken = "{ kind = 'arming sword', broken = true }";
        assert_eq!(in_melee(broken, sword).as_deref(), Some("draw short sword"));
    }

    #[test]
    fn what_serves_is_kept() {
        assert_eq!(in_melee("'short sword'", "'arming sword'"), None);
        assert_eq!(
            in_melee("'light crossbow'", "'short sword'"),
            None,
            "it is loaded"
        );
        assert_eq!(
            in_melee("'heavy crossbow'", "'dagger'"),
            None,
            "no skill for it"
        );
    }

    #[test]
    fn a_crossbow_is_taken_out_of_the_bag_while_foes_are_far_off() {
        let does = |column, held| armed_before(column, held, "'light crossbow', 'short sword'");
        let sword = "'arming sword'";
        assert_eq!(does(5, sword), None);
        assert_eq!(does(19, sword).as_deref(), Some("stow arming sword"));
        assert_eq!(does(19, "").as_deref(), Some("draw light crossbow"));
        assert_eq!(does(19, "'light crossbow'"), None);
        let with_shield = "'arming sword', 'medium shield'";
        assert_eq!(does(19, with_shield), None, "no hands for it");
    }

    /// What somebody with sword and bow does before a foe so many yards off, with a column between of such a height.
    fn over(column: u8, height: i8, bow: i16) -> Option<String> {
        let text = format!(
            "
[start]
round = 2
segment = 'movement'
[map]
rows = ['....x.......', '....x.......', '....x.......']
legend.x = {{ elevation = {height} }}
[[creature]]
name = 'hand'
side = 'a'
at = [2, 1]
attacks = {{ sword = 10, bow = {bow} }}
held = ['arming sword']
carried = ['short bow']
[[creature]]
name = 'ogre'
side = 'b'
at = [{column}, 1]
"
        );
        let state = Segments::set_up(&files::composed::<Segments>(&text)).expect("a fight");
        let who = CreatureId(0);
        let act = takes_bow(&state, who)?;
        Some(crate::notation::print_for(&state, Some(who), &act))
    }

    #[test]
    fn a_bow_is_taken_out_for_foes_near_by_whom_no_way_leads_to() {
        for column in [5, 7, 9] {
            for bow in [10, 7] {
                assert_eq!(over(column, -10, bow).as_deref(), Some("stow arming sword"));
                assert_eq!(over(column, 0, bow), None);
            }
        }
    }

    #[test]
    fn bow_and_sword_are_exchanged_by_those_who_are_as_good_with_either() {
        let (bow, sword) = ("'short bow'", "'arming sword'");
        for (score, stows, drops) in [
            (9, None, Some("drop short bow")),
            (10, Some("stow arming sword"), Some("drop short bow")),
            (11, Some("stow arming sword"), None),
        ] {
            let does = |column, held, carried| {
                let attacks = format!("bow = {score}, sword = 10");
                skilled(&attacks, column, held, carried)
            };
            assert_eq!(does(19, sword, bow).as_deref(), stows, "{score}");
            assert_eq!(does(5, bow, sword).as_deref(), drops, "{score}");
            let draws = Some("draw arming sword");
            assert_eq!(does(5, "", "'short bow', 'arming sword'").as_deref(), draws);
        }
    }
}
