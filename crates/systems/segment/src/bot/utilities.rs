//! What a bot does besides attacking and moving: stands up, reloads, heals, wards, searches, breaks away.

use affray_kernel::modifier::Tally;
use affray_kernel::{CreatureId, ItemId};

use super::arming::{arm, takes_blade, takes_bow, takes_what_reaches};
use super::{foes, legal, moving, worth};
use crate::act::{Act, Quarry, Utility};
use crate::actions::{strike, utilities};
use crate::rules::attack;
use crate::rules::called_shots::{has_impact_armor, knows_vulnerability};
use crate::rules::numbers::{
    enemies, is_melee, melee_range_yd, power_usage, present, yards_between,
};
use crate::sheet::{CheckSkill, ItemKind, Working};
use crate::state::{Condition, Place, PowerId, Segment, State};

pub(super) fn use_it(state: &State, who: CreatureId, utility: Utility) -> Option<Act> {
    let act = Act::Use(utility);
    legal(state, who, &act).then_some(act)
}

/// What comes before anything else: standing up, a weapon in hand, a loaded weapon, help for those who have fallen.
pub(super) fn urgent(state: &State, who: CreatureId, segment: Segment) -> Option<Act> {
    if state.has(who, Condition::Prone) {
        return use_it(state, who, Utility::StandUp);
    }
    takes_bow(state, who)
        .or_else(|| takes_blade(state, who))
        .or_else(|| arm(state, who))
        .or_else(|| takes_what_reaches(state, who))
        .or_else(|| reload(state, who))
        .or_else(|| heal(state, who, segment))
}

/// What is worth an action that nothing else needs: wards, searches.
pub(super) fn useful(state: &State, who: CreatureId, segment: Segment) -> Option<Act> {
    ward(state, who, segment).or_else(|| search(state, who))
}

/// Whether it wants a utility of the segment at all.
#[must_use]
pub(super) fn wanted(state: &State, who: CreatureId, segment: Segment) -> bool {
    wanted_then(state, who, segment) || changes_weapons(state, who)
}

/// Whether it wants to take something in hand, or to let go of it, now.
#[must_use]
pub(super) fn changes_weapons(state: &State, who: CreatureId) -> bool {
    takes_bow(state, who).is_some()
        || takes_blade(state, who).is_some()
        || arm(state, who).is_some()
        || takes_what_reaches(state, who).is_some()
}

/// Whether it wants one that is possible in that very segment.
#[must_use]
pub(super) fn wanted_then(state: &State, who: CreatureId, segment: Segment) -> bool {
    let possible = |utility: Utility| utilities::check(state, who, &utility, segment).is_ok();
    (state.has(who, Condition::Prone) && possible(Utility::StandUp))
        || patient(state, who).is_some_and(|(power, on)| possible(Utility::Power(power, on)))
        || unwarded(state, who).is_some_and(|(power, on)| possible(Utility::Power(power, on)))
        || unloaded(state, who).is_some_and(|item| possible(Utility::Reload(item)))
        || draught(state, who).is_some_and(possible)
}

fn unloaded(state: &State, who: CreatureId) -> Option<ItemId> {
    state.held(who).map(|(id, _)| id).find(|id| {
        let ranged = state.kind(*id).weapon().and_then(|weapon| weapon.ranged);
        ranged.is_some_and(|ranged| ranged.reload > 0)
            && !state.item(*id).loaded
            && state.item(*id).left != Some(0)
    })
}

/// Loads what is unloaded, unless it can strike the nearest enemy instead.
fn reload(state: &State, who: CreatureId) -> Option<Act> {
    let strikes = |foe: CreatureId| {
        let reaches = |with| yards_between(state, who, foe) <= melee_range_yd(state, who, with);
        strike::means_of(state, who).any(|with| {
            is_melee(state, with) && attack::skill(state, who, with).0 > 0 && reaches(with)
        })
    };
    if foes(state, who).first().is_some_and(|foe| strikes(*foe)) {
        return None;
    }
    use_it(state, who, Utility::Reload(unloaded(state, who)?))
}

/// Somebody of its own side who is badly hurt, and a power that heals.
fn patient(state: &State, who: CreatureId) -> Option<(PowerId, CreatureId)> {
    let mut heals = state.sheet(who).powers.iter().map(|power| PowerId(*power));
    let power = heals.find(|power| matches!(state.power(*power).works, Working::Heals(_)))?;
    let on = state
        .creatures()
        .filter(|other| !enemies(state, who, *other))
        .filter(|other| is_badly_hurt(state, *other))
        .find(|other| {
            utilities::check(
                state,
                who,
                &Utility::Power(power, *other),
                Segment::Multiform,
            )
            .is_ok()
        })?;
    Some((power, on))
}

/// Whether it had better keep the actions that it has left for somebody who needs its help in the Multiform segment.
#[must_use]
pub(super) fn waits_to_heal(state: &State, who: CreatureId, segment: Segment) -> bool {
    segment < Segment::Multiform
        && patient(state, who).is_some_and(|(power, _)| {
            state.body(who).actions <= power_usage(state, who, state.power(power))
        })
}

/// Whether somebody alive has lost so much that it needs help at once.
fn is_badly_hurt(state: &State, who: CreatureId) -> bool {
    present(state, who) && 3 * state.body(who).hits < state.sheet(who).hits
}

/// A draught for itself or a friend next to it, where one of them is badly hurt: the one in its hand, or one that it carries if the actions
/// that are left are enough to take it out and drink it.
pub(super) fn draught(state: &State, who: CreatureId) -> Option<Utility> {
    let drinker = drinker(state, who)?;
    let item = healing_item(state, who)?;
    if state.held(who).any(|(id, _)| id == item) {
        return Some(Utility::Drink(item, (drinker != who).then_some(drinker)));
    }
    // It is drunk with the next action.
    let drawn = Utility::Draw(item);
    (utilities::cost(state, who, &drawn) < state.body(who).actions).then_some(drawn)
}

/// Who needs a draught most: itself, or the first friend next to it.
fn drinker(state: &State, who: CreatureId) -> Option<CreatureId> {
    if is_badly_hurt(state, who) {
        return Some(who);
    }
    friends_in_need(state, who).find(|friend| utilities::is_near(state, who, *friend).is_ok())
}

/// Others of its own side who are badly hurt.
fn friends_in_need(state: &State, who: CreatureId) -> impl Iterator<Item = CreatureId> + '_ {
    state.creatures().filter(move |other| {
        *other != who && !enemies(state, who, *other) && is_badly_hurt(state, *other)
    })
}

/// What heals whoever drinks it, held or else carried.
fn healing_item(state: &State, who: CreatureId) -> Option<ItemId> {
    let heals =
        |id: &ItemId| matches!(state.kind(*id), ItemKind::Gear(gear) if gear.heals.is_some());
    let mut held = state.held(who).map(|(id, _)| id);
    held.find(heals).or_else(|| {
        let mut all = state.all_items();
        let carried = all.find(|(id, item)| item.place == Place::Carried(who) && heals(id));
        carried.map(|(id, _)| id)
    })
}

/// A friend who is badly hurt and whom it could heal if it were nearer, and from how many yards; no enemy that it knows of may be near
/// itself.
pub(super) fn far_patient(state: &State, who: CreatureId) -> Option<(CreatureId, i16)> {
    if !is_safe(state, who) {
        return None;
    }
    let powers = state
        .sheet(who)
        .powers
        .iter()
        .map(|power| state.power(PowerId(*power)));
    let mending = powers
        .filter(|power| matches!(power.works, Working::Heals(_)))
        .map(|power| power.max_yd.or(power.range_yd).unwrap_or(1));
    let drink = healing_item(state, who).map(|_| 1);
    let reach = mending.chain(drink).max()?;
    let friend =
        friends_in_need(state, who).min_by_key(|friend| yards_between(state, who, *friend))?;
    (yards_between(state, who, friend) > reach).then_some((friend, reach))
}

/// Whether it stays where it can heal a friend in the Multiform segment: no enemy that it knows of is near.
pub(super) fn tends(state: &State, who: CreatureId, segment: Segment) -> bool {
    segment < Segment::Multiform && is_safe(state, who) && patient(state, who).is_some()
}

/// Whether no enemy that it knows of is near.
fn is_safe(state: &State, who: CreatureId) -> bool {
    let foes = foes(state, who);
    let nearest = foes.first();
    nearest.is_none_or(|foe| yards_between(state, who, *foe) > SAFE_YD)
}

/// Yards to the nearest enemy from which on there is time to look after a friend.
const SAFE_YD: i16 = 12;

fn heal(state: &State, who: CreatureId, segment: Segment) -> Option<Act> {
    if let Some(act) = draught(state, who).and_then(|utility| use_it(state, who, utility)) {
        return Some(act);
    }
    if segment < Segment::Multiform {
        return None;
    }
    let (power, on) = patient(state, who)?;
    use_it(state, who, Utility::Power(power, on))
}

/// Somebody of its own side without the ward that it can lay.
fn unwarded(state: &State, who: CreatureId) -> Option<(PowerId, CreatureId)> {
    let mut wards = state.sheet(who).powers.iter().map(|power| PowerId(*power));
    let power = wards.find(|power| matches!(state.power(*power).works, Working::Wards(_)))?;
    let own = state.effects.iter().any(|effect| effect.by == who);
    let on = state.creatures().find(|other| {
        let warded = state.effects.iter().any(|effect| effect.on == *other);
        !warded
            && !enemies(state, who, *other)
            && utilities::check(
                state,
                who,
                &Utility::Power(power, *other),
                Segment::Multiform,
            )
            .is_ok()
    });
    on.filter(|_| !own).map(|on| (power, on))
}

fn ward(state: &State, who: CreatureId, segment: Segment) -> Option<Act> {
    if segment < Segment::Multiform {
        return None;
    }
    let (power, on) = unwarded(state, who)?;
    use_it(state, who, Utility::Power(power, on))
}

/// A search for the weak point of a foe that comes before the best attack, which is worth so much: where, with the actions that the search
/// takes on average, the foe is down sooner than without.
pub(super) fn search_first(
    state: &State,
    who: CreatureId,
    (segment, best): (Segment, f64),
) -> Option<Act> {
    // An ambush lasts no longer than its segment.
    if segment == Segment::Ambush {
        return None;
    }
    state.sheet(who).checks[CheckSkill::Search as usize]?;
    let score = utilities::searching(state, who, Tally::read_by_somebody(false));
    let found = worth::chance(score.total());
    let takes = |foe: CreatureId| {
        let all = worth::of_all(state, foe);
        let (now, search) = (all / best, 1.0 / found);
        if now <= search {
            return None;
        }
        let then = search + all / worth::at_weak_point(state, who, foe);
        (then < now).then_some((foe, now - then))
    };
    let foes = foes(state, who).into_iter();
    let armored =
        foes.filter(|foe| has_impact_armor(state, *foe) && !knows_vulnerability(state, who, *foe));
    let saves = armored.filter_map(takes);
    let (foe, _) = saves.reduce(|best, next| if next.1 > best.1 { next } else { best })?;
    use_it(state, who, Utility::Search(foe, Quarry::Vulnerability))
}

/// The least target score with which it searches: there is better use for actions than less than one chance in three.
const WORTH_SEARCHING: i32 = 7;

/// A search for a weak point, where nothing has to be loaded and nobody to be walked to, of somebody whose armour stops nearly everything.
fn search(state: &State, who: CreatureId) -> Option<Act> {
    state.sheet(who).checks[CheckSkill::Search as usize]?;
    let score = utilities::searching(state, who, Tally::read_by_somebody(false));
    if score.total() < WORTH_SEARCHING || unloaded(state, who).is_some() {
        return None;
    }
    let segment = state.clock.segment?;
    if segment < Segment::Movement && moving::is_out_of_reach(state, who) {
        return None;
    }
    let little = worth::best(state, who, segment).is_none_or(|(_, worth)| worth < 1.0);
    let foe = foes(state, who)
        .into_iter()
        .find(|foe| has_impact_armor(state, *foe))?;
    little
        .then(|| use_it(state, who, Utility::Search(foe, Quarry::Vulnerability)))
        .flatten()
}

#[cfg(test)]
mod tests {
    use affray_kernel::System;

    use super::*;
    use crate::Segments;
    use affray_trial::files;

    /// What a priest does in the Melee segment between a foe and a friend who has so many hits, with so many actions left.
    fn beside(friend: i16, actions: i16) -> String {
        let text = format!(
            "
[start]
round = 2
segment = 'melee'
[[creature]]
name = 'pell'
kind = 'priest'
side = 'a'
at = [4, 4]
actions_left = {actions}
stance = 'aggressive'
[[creature]]
name = 'friend'
kind = 'soldier'
side = 'a'
at = [3, 4]
hits = {friend}
[[creature]]
name = 'bones'
kind = 'skeleton'
side = 'b'
at = [5, 4]
"
        );
        let state = Segments::set_up(&files::composed::<Segments>(&text)).expect("a fight");
        let act = crate::bot::item(&state, CreatureId(0));
        crate::notation::print_for(&state, Some(CreatureId(0)), &act)
    }

    #[test]
    fn a_priest_keeps_what_it_needs_to_mend_a_friend() {
        assert!(beside(-2, 4).starts_with("attack bones"));
        assert_eq!(beside(-2, 2), "pass");
        assert!(beside(20, 2).starts_with("attack bones"));
    }

    /// What a soldier with so many hits does in the Melee segment next to a foe, with such things in hand, a draught in the bag and so many
    /// actions left.
    fn hurt(hits: i16, held: &str, actions: i16) -> String {
        let text = format!(
            "
[start]
round = 2
segment = 'melee'
[[creature]]
name = 'hand'
side = 'a'
at = [4, 4]
hits_max = 30
hits = {hits}
attacks = {{ sword = 10 }}
held = [{held}]
carried = ['healing draught']
actions_left = {actions}
stance = 'defensive'
[[creature]]
name = 'ogre'
kind = 'ogre'
side = 'b'
at = [5, 4]
stance = 'hold'
"
        );
        let state = Segments::set_up(&files::composed::<Segments>(&text)).expect("a fight");
        let act = crate::bot::item(&state, CreatureId(0));
        crate::notation::print_for(&state, Some(CreatureId(0)), &act)
    }

    #[test]
    fn the_badly_hurt_take_out_a_draught_that_they_can_drink_at_once() {
        assert_eq!(hurt(9, "'arming sword'", 2), "draw healing draught");
        assert!(hurt(9, "'arming sword'", 1).starts_with("attack ogre"));
        assert!(hurt(10, "'arming sword'", 2).starts_with("attack ogre"));
        let full = "'arming sword', 'medium shield'";
        assert!(hurt(9, full, 2).starts_with("attack ogre"));
    }

    /// What a soldier does in the Movement segment who has a draught, and whose friend so many yards away has so many hits, while the ogre is
    /// so far away.
    fn helps(friend: (i16, i16), ogre: i16) -> String {
        let text = format!(
            "
[start]
round = 2
segment = 'movement'
[map]
columns = 60
rows = 9
[[creature]]
name = 'hand'
side = 'a'
at = [4, 4]
hits_max = 30
attacks = {{ sword = 10 }}
held = ['arming sword', 'healing draught']
stance = 'defensive'
[[creature]]
name = 'friend'
side = 'a'
at = [{}, 4]
hits_max = 30
hits = {}
[[creature]]
name = 'ogre'
kind = 'ogre'
side = 'b'
at = [{ogre}, 4]
stance = 'hold'
",
            4 - friend.0,
            friend.1
        );
        let state = Segments::set_up(&files::composed::<Segments>(&text)).expect("a fight");
        let act = crate::bot::item(&state, CreatureId(0));
        crate::notation::print_for(&state, Some(CreatureId(0)), &act)
    }

    #[test]
    fn a_fallen_friend_is_given_the_draught() {
        assert_eq!(helps((1, -1), 40), "give friend healing draught to drink");
        assert!(helps((4, -1), 40).starts_with("move to 1,"));
        let elsewhere = [helps((4, -1), 8), helps((4, 20), 40)];
        assert!(elsewhere.iter().all(|act| !act.starts_with("move to 1,")));
    }

    #[test]
    fn nobody_searches_who_hardly_finds_anything() {
        for (score, searches) in [(11, true), (10, false)] {
            let text = format!(
                "
[start]
round = 2
segment = 'movement'
[[creature]]
name = 'hand'
side = 'a'
at = [4, 4]
checks = {{ search = {score} }}
stance = 'defensive'
[[creature]]
name = 'bren'
kind = 'soldier'
side = 'b'
at = [9, 4]
"
            );
            let state = Segments::set_up(&files::composed::<Segments>(&text)).expect("a fight");
            assert_eq!(search(&state, CreatureId(0)).is_some(), searches, "{score}");
        }
    }

    /// What somebody who searches by so much does next to a thing of stone with such natural armour.
    fn next_to(search: i16, armor: &str) -> String {
        let text = format!(
            "
[start]
round = 2
segment = 'melee'
[[creature]]
name = 'hand'
side = 'a'
at = [4, 4]
attacks = {{ sword = 14 }}
held = ['arming sword']
checks = {{ search = {search} }}
stance = 'aggressive'
[[creature]]
name = 'guardian'
side = 'b'
at = [5, 4]
constitution = 4
basic_hits = 8
hits_max = 30
natural_armor = {armor}
"
        );
        let state = Segments::set_up(&files::composed::<Segments>(&text)).expect("a fight");
        let act = crate::bot::item(&state, CreatureId(0));
        crate::notation::print_for(&state, Some(CreatureId(0)), &act)
    }

    #[test]
    fn a_weak_point_is_looked_for_where_that_saves_blows() {
        let hard = "{ impact = 5 }";
        assert!(next_to(16, hard).starts_with("search guardian"));
        assert!(
            next_to(4, hard).starts_with("attack guardian"),
            "never found"
        );
        let soft = "{ physical = 3, impact = 1 }";
        assert!(next_to(16, soft).starts_with("attack guardian"), "no gain");
    }
}
