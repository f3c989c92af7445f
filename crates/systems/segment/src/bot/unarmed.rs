//! What a bot does that has nothing to attack with, and how it keeps the last thing that it strikes with.

use affray_kernel::grid::Space;
use affray_kernel::{Arm, CreatureId, ItemId};
use smallvec::SmallVec;

use super::arming::{has_hands_for, serves, would_serve};
use super::{foes, moving};
use crate::act::With;
use crate::actions::strike;
use crate::rules::attack;
use crate::rules::numbers::{
    aloft, fly_yd, is_melee, melee_range_yd, usable, yards, yards_between,
};
use crate::state::{Place, State};

/// What a bot attacks with: all that it could, but for a throw of what it had better keep.
pub(super) fn means(state: &State, who: CreatureId) -> impl Iterator<Item = With> + '_ {
    strike::means_of(state, who).filter(move |with| !is_kept(state, who, *with))
}

/// Whether a weapon is better not thrown: it is the last one to strike with, and there is somebody to strike (`ranged/ammunition`).
#[must_use]
pub(super) fn is_kept(state: &State, who: CreatureId, with: With) -> bool {
    let With::Ranged(Arm::Item(own)) = with else {
        return false;
    };
    is_thrown(state, own)
        && serves(state, who, With::Melee(Arm::Item(own)))
        && !has_another(state, who, own)
        && foes(state, who)
            .into_iter()
            .any(|foe| is_within_climb(state, who, foe))
        && moving::comes_to_blows(state, who)
}

/// What of all that it has is better not thrown, looked for once while nothing changes.
#[must_use]
pub(super) fn kept(state: &State, who: CreatureId) -> SmallVec<[With; 2]> {
    let all = strike::means_of(state, who);
    all.filter(|with| is_kept(state, who, *with)).collect()
}

/// Whether the weapon itself flies, so that it is gone from the hand.
fn is_thrown(state: &State, item: ItemId) -> bool {
    let weapon = state.kind(item).weapon();
    weapon.is_some_and(|weapon| weapon.ranged.is_some_and(|shot| shot.thrown))
}

/// Whether anything else in hand, by nature or in the bag would do for attacks; what of it is thrown has to strike as well.
fn has_another(state: &State, who: CreatureId, own: ItemId) -> bool {
    let other = |with: &With| match with {
        With::Melee(Arm::Item(id)) => *id != own,
        With::Ranged(Arm::Item(id)) => *id != own && !is_thrown(state, *id),
        With::Melee(_) | With::Ranged(_) | With::Power(_) => true,
    };
    let in_bag = |id: ItemId| {
        let place = state.item(id).place;
        id != own && place == Place::Carried(who) && would_serve(state, who, id)
    };
    strike::means_of(state, who)
        .filter(other)
        .any(|with| serves(state, who, with) && attack::skill(state, who, with).0 > 0)
        || state.all_items().any(|(id, _)| in_bag(id))
}

/// How far a creature reaches hand to hand with all that it has in hand.
#[must_use]
pub(super) fn reach_yd(state: &State, who: CreatureId) -> i16 {
    let reach = strike::means_of(state, who)
        .filter(|with| is_melee(state, *with))
        .map(|with| melee_range_yd(state, who, with))
        .max();
    reach.unwrap_or(1)
}

/// Whether a foe can be come at: whoever does not fly reaches nobody high above the ground.
fn is_within_climb(state: &State, who: CreatureId, foe: CreatureId) -> bool {
    let near = reach_yd(state, who);
    fly_yd(state, who).is_some()
        || aloft(state, foe) <= near
        || yards_between(state, who, foe) <= near
}

/// Whether a creature has anything at all that it can attack with, fists, powers and the hooves of its mount included.
#[must_use]
pub(super) fn has_attack(state: &State, who: CreatureId) -> bool {
    let is_of_use = |with: With| {
        let has_any_left = match with {
            With::Ranged(Arm::Item(item)) => state.item(item).left != Some(0),
            _ => true,
        };
        let works = match with {
            With::Melee(arm) | With::Ranged(arm) => usable(state, who, arm).is_ok(),
            With::Power(_) => true,
        };
        has_any_left && works && attack::skill(state, who, with).0 > 0
    };
    let natural = (0..).zip(&state.sheet(who).natural);
    let mut mounts = natural
        .filter(|(_, weapon)| weapon.mounted && weapon.melee.is_some())
        .map(|(number, _)| With::Melee(Arm::Natural(number)));
    means(state, who).any(is_of_use) || mounts.any(is_of_use)
}

/// How many of the weapons that lie about are looked at.
const LOOKED_AT: usize = 3;

/// Where the nearest weapons lie that it could use and has the hands for, of those to which no foe is as near.
#[must_use]
pub(super) fn loose_weapons(state: &State, who: CreatureId) -> Vec<Space> {
    let foes = foes(state, who);
    let far = |one: CreatureId, goal: Space| yards(state, state.space(one), goal);
    let lying = state.all_items().filter_map(|(id, item)| match item.place {
        Place::Ground(at) if would_serve(state, who, id) && has_hands_for(state, who, id) => {
            Some(Space::cell(at))
        }
        _ => None,
    });
    let mut goals: Vec<Space> = lying
        .filter(|goal| foes.iter().all(|foe| far(*foe, *goal) > far(who, *goal)))
        .collect();
    goals.sort_by_key(|goal| (far(who, *goal), goal.at));
    goals.dedup();
    goals.truncate(LOOKED_AT);
    goals
}

#[cfg(test)]
mod tests {
    use affray_kernel::System;
    use affray_trial::files;

    use super::*;
    use crate::Segments;
    use crate::act::Act;
    use crate::bot::item;
    use crate::notation::print_for;

    /// What somebody does in such a segment before a foe so many yards off, of whom such things are true, with other things about.
    fn does(segment: &str, own: &str, foe: (i16, &str)) -> String {
        does_on("columns = 40\nrows = 9", segment, own, foe)
    }

    /// The same on such a map.
    fn does_on(map: &str, segment: &str, own: &str, (yards, foe): (i16, &str)) -> String {
        let text = format!(
            "
[start]
round = 2
segment = '{segment}'
[map]
{map}
[[creature]]
name = 'hand'
side = 'a'
at = [4, 4]
stance = 'aggressive'
{own}
[[creature]]
name = 'foe'
side = 'b'
at = [{}, 4]
attacks = {{ unarmed = 9 }}
{foe}
",
            4 + yards
        );
        let state = Segments::set_up(&files::composed::<Segments>(&text)).expect("a fight");
        let who = CreatureId(0);
        print_for(&state, Some(who), &item(&state, who))
    }

    const SPEAR: &str = "attacks = { spear = 12 }\nheld = ['spear']";

    #[test]
    fn the_last_weapon_to_strike_with_is_kept() {
        let throws = |own: &str, foe| does("ranged", own, (6, foe)).contains("thrown");
        assert!(!throws(SPEAR, ""));
        let two = "attacks = { spear = 12 }\nheld = ['spear', 'spear']";
        assert!(throws(two, ""));
        let sword =
            "attacks = { spear = 12, sword = 10 }\nheld = ['spear']\ncarried = ['arming sword']";
        assert!(throws(sword, ""));
        let high = "fly_yd = 10\naloft_yd = 5";
        assert!(throws(SPEAR, high), "there is nobody to strike");
        let row = "'.......x............', ";
        let over = |height: i8| {
            let map = format!(
                "rows = [{}]\nlegend.x = {{ elevation = {height} }}",
                row.repeat(9)
            );
            does_on(&map, "ranged", SPEAR, (6, "")).contains("thrown")
        };
        assert!(over(-10), "no way leads to anybody");
        assert!(!over(0));
    }

    #[test]
    fn whoever_keeps_its_weapon_goes_up_to_the_foe() {
        let act = does("movement", SPEAR, (6, ""));
        assert!(act.starts_with("move to "), "{act}");
    }

    const HANDS: &str = "attacks = { sword = 12 }\nheld = []";

    const THROWER: &str = "attacks = { hurl = 12 }\nheld = []";

    #[test]
    fn whoever_has_nothing_to_attack_with_goes_to_no_enemy() {
        assert_eq!(does("movement", HANDS, (9, "")), "pass");
        let fists = "attacks = { unarmed = 10 }\nheld = []";
        assert!(does("movement", fists, (9, "")).starts_with("move to "));
    }

    #[test]
    fn whoever_has_nothing_to_attack_with_fetches_what_lies_nearer_to_it() {
        let with = |at| format!("[[item]]\nname = 'blade'\nkind = 'arming sword'\nat = [{at}, 4]");
        assert!(does("movement", HANDS, (12, &with(8))).starts_with("move to 7,"));
        assert_eq!(does("movement", HANDS, (12, &with(11))), "pass");
        let boulder = with(8).replace("arming sword", "boulder");
        assert_eq!(
            does("movement", THROWER, (12, &boulder)),
            "pass",
            "too big for it"
        );
        assert_eq!(does("movement", HANDS, (12, &with(5))), "pick up blade");
    }

    /// Whether somebody hidden takes an ambush for a foe six yards off.
    fn lies_in_ambush(held: &str) -> bool {
        let text = format!(
            "
[start]
round = 2
segment = 'ambush'
[[creature]]
name = 'hand'
side = 'a'
at = [4, 4]
conditions = ['concealed']
attacks = {{ dagger = 12 }}
held = [{held}]
[[creature]]
name = 'foe'
side = 'b'
at = [10, 4]
attacks = {{ unarmed = 9 }}
"
        );
        let state = Segments::set_up(&files::composed::<Segments>(&text)).expect("a fight");
        matches!(
            crate::bot::lie_in_ambush(&state, CreatureId(0)),
            Act::Ambush(_)
        )
    }

    #[test]
    fn nobody_lies_in_ambush_with_what_is_kept() {
        assert!(lies_in_ambush("'dagger', 'dagger'"));
        assert!(!lies_in_ambush("'dagger'"));
    }

    #[test]
    fn a_weapon_that_no_way_leads_to_hides_none_that_one_does() {
        let lies = |[x, y]: [i16; 2]| {
            format!("[[item]]\nname = 'blade {y}'\nkind = 'arming sword'\nat = [{x}, {y}]\n")
        };
        let rows = "'....................', '...xxx..............', '...x.x..............', '...xxx..............', \
            '....................', '....................', '....................', '....................', '....................'";
        let map = format!("rows = [{rows}]\nlegend = {{ x = {{ elevation = -10 }} }}");
        let both = lies([4, 2]) + &lies([4, 8]);
        let act = does_on(&map, "movement", HANDS, (14, &both));
        assert!(act.starts_with("move to "), "{act}");
    }
}
