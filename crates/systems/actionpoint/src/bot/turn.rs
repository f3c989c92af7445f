//! What a bot does on its own turn, one act after the other.

use std::cell::LazyCell;
use std::cmp::Reverse;
use std::iter;
use std::ops::ControlFlow;

use affray_kernel::CreatureId;

use super::worth::{attack_chance, attack_of, dice_of, fifths_of_throw, mean, promise};
use super::{holding, magic, moving, waiting};
use crate::act::{Act, Action, Handling, Means, Strike};
use crate::actions::{How, aim, handling, magic as spells, on_own_turn, stand, strike};
use crate::rules::conditions::grappled_by;
use crate::rules::flanking::threatens;
use crate::rules::hands;
use crate::rules::hidden::is_hidden_from;
use crate::rules::numbers::{able, distance_m, foes, free_hands, value};
use crate::rules::price::{ATTACKS, magic_of};
use crate::sheet::{Skill, Weapon};
use crate::state::{Arm, ItemId, Place, State};

/// The next act of a creature's turn.
pub(super) fn next(state: &State, who: CreatureId) -> Act {
    let possible = |act: &Act| {
        let leaps = matches!(act, Act::Move(path) if moving::is_deadly(state, who, path));
        !leaps && on_own_turn(state, who, act).is_ok()
    };
    let chosen = candidates(state, who).find(possible);
    let chosen = chosen.unwrap_or(Act::EndTurn);
    freely(state, who, &chosen).unwrap_or(chosen)
}

/// The same as a free action where a perk grants that (`free-actions/no-ap`).
fn freely(state: &State, who: CreatureId, act: &Act) -> Option<Act> {
    let Act::Do(action) = act else {
        return None;
    };
    let act = Act::Freely(*action);
    on_own_turn(state, who, &act).is_ok().then_some(act)
}

/// What it would like to do, the most urgent first.
fn candidates(state: &State, who: CreatureId) -> impl Iterator<Item = Act> + '_ {
    let steps: [fn(&State, CreatureId) -> Option<Act>; 20] = [
        |state, who| magic::mend(state, who, How::Primary),
        rise,
        magic::attend,
        |state, who| arm(state, who, How::Primary),
        break_free,
        moving::get_away,
        hide,
        attack,
        attack_freely,
        load,
        waiting::shut,
        magic::guard_first,
        waiting::wait,
        moving::approach,
        look_around,
        holding::hold,
        magic::guard,
        press,
        moving::take_what_reaches_from_here,
        hurl,
    ];
    steps.into_iter().filter_map(move |step| step(state, who))
}

/// Foes that it knows of, nearest first; equal ones in listing order.
pub(super) fn known_foes(state: &State, who: CreatureId) -> Vec<CreatureId> {
    let known = |other: &CreatureId| {
        foes(state, who, *other) && able(state, *other) && !is_hidden_from(state, *other, who)
    };
    let mut all: Vec<CreatureId> = state.creatures().filter(known).collect();
    all.sort_by_key(|other| (distance_m(state, who, *other), *other));
    all
}

/// Gets up if it lies.
fn rise(state: &State, who: CreatureId) -> Option<Act> {
    stand::aim(state, who).is_ok().then_some(Act::Stand)
}

/// At the end of another's turn: mends, or takes up a weapon with an Action Point that the end of the round would take
/// (`combat-overview/ap-lost`).
pub(super) fn ends(state: &State, who: CreatureId, last: bool) -> Option<Act> {
    let arms = || last.then(|| arm(state, who, How::Reaction)).flatten();
    magic::mend(state, who, How::Reaction).or_else(arms)
}

/// Takes a weapon in hand if it has none.
fn arm(state: &State, who: CreatureId, how: How) -> Option<Act> {
    let armed = hands::arms(state, who).any(|arm| {
        let weapon = state.weapon(who, arm);
        weapon.is_some_and(|weapon| !weapon.unarmed && !weapon.damage.is_empty())
    });
    if armed || state.sheet(who).hands == 0 || moving::prefers_distance(state, who) {
        return None;
    }
    if let Some(act) = take_what_reaches(state, who, how) {
        return Some(act);
    }
    let is_weapon = |item: ItemId| {
        let weapon = state.kind(item).weapon();
        weapon.is_some_and(|weapon| !weapon.damage.is_empty())
    };
    let weapons = || state.all_items().filter(|(item, _)| is_weapon(*item));
    let own = weapons().filter_map(|(item, stands)| match stands.place {
        Place::Carried(bearer) if bearer == who => Some(Handling::Draw(item)),
        Place::Ground(_) => Some(Handling::PickUp(item)),
        _ => None,
    });
    // From those who lie, where there is nothing else.
    let others = weapons().filter_map(|(item, stands)| {
        let bearer = stands.place.bearer()?;
        (bearer != who).then_some(Handling::PickUp(item))
    });
    let ways: Vec<Handling> = own.chain(others).collect();
    let mut actions = ways.iter().copied().map(Action::Manipulate);
    let taken = actions.find(|action| aim(state, who, action, how).is_ok());
    taken.map(Act::Do).or_else(|| {
        let at_hand = |way: &Handling| match way {
            Handling::Draw(item) => Some(*item),
            Handling::PickUp(item) => {
                handling::lies_within_touch(state, who, *item).then_some(*item)
            }
            _ => None,
        };
        let weapons: Vec<ItemId> = ways.iter().filter_map(at_hand).collect();
        (how == How::Primary)
            .then(|| holding::let_go(state, who, &weapons))
            .flatten()
    })
}

/// Gets free where nobody is within reach of a blow.
fn break_free(state: &State, who: CreatureId) -> Option<Act> {
    let from = grappled_by(state, who)?;
    let busy = known_foes(state, who)
        .into_iter()
        .any(|foe| threatens(state, who, foe));
    if busy && state.body(who).attacks < ATTACKS {
        return None;
    }
    Some(Act::Do(Action::Escape(from, None)))
}

/// Goes out of sight before a shot that nobody will be able to defend against.
fn hide(state: &State, who: CreatureId) -> Option<Act> {
    let body = state.body(who);
    if body.ap < 3 || body.attacks > 0 {
        return None;
    }
    let stealth = value(state, who, Skill::Stealth);
    let seen = known_foes(state, who);
    let worst = seen
        .iter()
        .map(|foe| value(state, *foe, Skill::Observation))
        .max()?;
    let already = seen.iter().all(|foe| is_hidden_from(state, who, *foe));
    let shoots = hands::arms(state, who)
        .filter_map(|arm| state.weapon(who, arm))
        .any(|weapon| weapon.range_m.is_some());
    (shoots && !already && stealth > worst).then_some(Act::Do(Action::Sneak))
}

/// The attack that promises most, if any does.
fn attack(state: &State, who: CreatureId) -> Option<Act> {
    best_attack(state, who, How::Primary, kept).map(Act::Do)
}

/// The attack that promises most of those that take no Action Point, where there is none left for another (`free-actions/no-ap`).
fn attack_freely(state: &State, who: CreatureId) -> Option<Act> {
    best_attack(state, who, How::Free, kept).map(Act::Freely)
}

/// What of an attack's promise is left where it would throw the weapon that the creature fights with.
fn kept(state: &State, who: CreatureId, (action, promise): (&Action, i32)) -> i32 {
    let Action::Strike(Strike {
        thrown: true,
        with,
        target,
        ..
    }) = action
    else {
        return promise;
    };
    match fifths_of_throw(state, who, *with) {
        0 if ends_the_fight(state, who, (action, *target)) => promise,
        fifths => promise * fifths / 5,
    }
}

/// Whether the only foe that it knows of falls to an attack's mean harm.
fn ends_the_fight(state: &State, who: CreatureId, (action, target): (&Action, CreatureId)) -> bool {
    let falls = |attack| {
        mean(state, target, &dice_of(state, attack)) >= 100 * i32::from(state.body(target).health)
    };
    known_foes(state, who) == [target]
        && attack_of(state, who, action, How::Primary).is_some_and(falls)
}

/// Where no way leads to any foe: takes in hand what it can shoot or throw, the farthest first, and puts away what is in the way of that; one
/// thing a turn, where no foe could come to blows with it meanwhile, or drops it where that leaves more shots in this turn. What it fights
/// with is nothing to throw.
pub(super) fn take_what_reaches(state: &State, who: CreatureId, how: How) -> Option<Act> {
    let is_ready = state.held(who).any(|(item, _)| {
        let spares = || fifths_of_throw(state, who, Arm::Item(item)) > 0;
        let shoots = |weapon: &Weapon| weapon.range_m.is_some();
        metres_from_afar(state, item).is_some()
            && (state.kind(item).weapon().is_some_and(shoots) || spares())
    });
    if is_ready || state.body(who).ap < 1 || moving::prefers_distance(state, who) {
        return None;
    }
    let at_hand = state.all_items().filter_map(|(item, stands)| {
        let metres = metres_from_afar(state, item)?;
        let taken = match stands.place {
            Place::Carried(bearer) if bearer == who => Handling::Draw(item),
            Place::Ground(_) if handling::lies_within_touch(state, who, item) => {
                Handling::PickUp(item)
            }
            _ => return None,
        };
        Some((metres, item, taken))
    });
    let mut wanted: Vec<(i16, ItemId, Handling)> = at_hand.collect();
    wanted.sort_by_key(|(metres, item, _)| (Reverse(*metres), *item));
    let mut ways = wanted.iter().flat_map(|(metres, item, taken)| {
        let away = first_put_away(state, who, *item);
        let away = away.map(|(first, count)| {
            let falls = how == How::Primary
                && moving::could_shoot(state, who, *metres)
                && shots_after(state, who, 1) > shots_after(state, who, 1 + count);
            let at_once = usize::try_from(state.body(who).ap).is_ok_and(|ap| ap > count);
            if falls {
                (Act::Drop(first), false)
            } else {
                let stowed = Action::Manipulate(Handling::Stow(first));
                (Act::Do(stowed), at_once)
            }
        });
        iter::once((Act::Do(Action::Manipulate(*taken)), true)).chain(away)
    });
    let foes = known_foes(state, who);
    let comes = LazyCell::new(|| {
        let mut foes = foes.iter();
        foes.any(|foe| moving::could_come_to_blows(state, *foe, who))
    });
    let way = ways.find_map(|(act, at_once)| {
        let possible = match &act {
            Act::Do(action) => aim(state, who, action, how).is_ok(),
            _ => true,
        };
        (possible && (at_once || !*comes)).then_some(act)
    })?;
    let goes = foes.is_empty() || moving::has_way(state, who);
    (!goes).then_some(way)
}

/// How many attacks are left in this turn once so many Action Points are spent.
fn shots_after(state: &State, who: CreatureId, spent: usize) -> i16 {
    let body = state.body(who);
    let left = body.ap - i16::try_from(spent).unwrap_or(i16::MAX);
    left.min(ATTACKS - body.attacks).max(0)
}

/// How far something can be shot with or thrown, if it does harm.
pub(super) fn metres_from_afar(state: &State, item: ItemId) -> Option<i16> {
    let weapon = state.kind(item).weapon()?;
    let metres = weapon.range_m.or(weapon.thrown_m);
    metres.filter(|_| !weapon.damage.is_empty())
}

/// What goes first to have the hands for something, and how many things have to; what has magic in it stays in hand.
fn first_put_away(state: &State, who: CreatureId, wanted: ItemId) -> Option<(ItemId, usize)> {
    let mut lacking = i16::from(handling::taken_by(state, wanted)) - free_hands(state, who);
    let mut away = Vec::new();
    for (item, hands) in state.held(who).filter(|(_, hands)| *hands > 0) {
        if lacking > 0 && magic_of(state, item).is_none() {
            lacking -= i16::from(hands);
            away.push(item);
        }
    }
    let first = away.first().copied().filter(|_| lacking <= 0)?;
    Some((first, away.len()))
}

/// Throws the last weapon where no way leads to any foe.
fn hurl(state: &State, who: CreatureId) -> Option<Act> {
    let all = |_: &State, _, (_, promise): (&Action, i32)| promise;
    let thrown = best_attack(state, who, How::Primary, all)?;
    (!moving::has_way(state, who)).then_some(Act::Do(thrown))
}

/// The attack that promises most from here, by what is left of its promise.
fn best_attack(
    state: &State,
    who: CreatureId,
    how: How,
    left: impl Fn(&State, CreatureId, (&Action, i32)) -> i32,
) -> Option<Action> {
    if state.body(who).attacks >= ATTACKS {
        return None;
    }
    let mut best: Option<(i32, Action)> = None;
    let mut weigh = |act: Act| {
        if let Act::Do(action) = act
            && let Some(attack) = attack_of(state, who, &action, how)
            && foes(state, who, attack.on)
            && able(state, attack.on)
            && aim(state, who, &action, how).is_ok()
        {
            let mut worth = left(state, who, (&action, promise(state, attack)));
            if exposes(state, who, &action) {
                worth = worth * 3 / 5;
            }
            if worth > 0 && best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, action));
            }
        }
        ControlFlow::Continue(())
    };
    let _ = strike::candidates(state, who, None, &mut weigh);
    let _ = spells::candidates(state, who, false, &mut weigh);
    best.map(|(_, action)| action)
}

/// Where no attack promises harm, the blow that hits most often, for the maneuver that it may win; the last Action Point is kept for a
/// defence (`maneuvers/trigger`).
fn press(state: &State, who: CreatureId) -> Option<Act> {
    if state.body(who).ap < 2 {
        return None;
    }
    let mut best: Option<(i32, Action)> = None;
    let _ = strike::candidates(state, who, None, &mut |act| {
        if let Act::Do(action) = act
            && let Some(attack) = attack_of(state, who, &action, How::Primary)
            && matches!(attack.means, Means::Melee(_))
            && foes(state, who, attack.on)
            && able(state, attack.on)
            && aim(state, who, &action, How::Primary).is_ok()
        {
            let hits = attack_chance(state, attack);
            if hits > 0 && best.is_none_or(|(most, _)| hits > most) {
                best = Some((hits, action));
            }
        }
        ControlFlow::Continue(())
    });
    best.map(|(_, action)| Act::Do(action))
}

/// Whether an action lets somebody near strike at the creature.
fn exposes(state: &State, who: CreatureId, action: &Action) -> bool {
    let casts = matches!(action, Action::Cast(spell, ..) if state.spell(*spell).provokes());
    casts && !state.body(who).disengaged && moving::threats(state, who) > 0
}

/// Loads what it shoots with.
fn load(state: &State, who: CreatureId) -> Option<Act> {
    let mut held = state.held(who);
    let (item, _) = held.find(|(item, _)| state.item(*item).unloaded > 0)?;
    Some(Act::Do(Action::Manipulate(Handling::Load(item))))
}

/// Looks around where no foe is to be seen.
fn look_around(state: &State, who: CreatureId) -> Option<Act> {
    let body = state.body(who);
    let unseen = |other| able(state, other) && is_hidden_from(state, other, who);
    let hidden = state
        .creatures()
        .any(|other| foes(state, who, other) && unseen(other));
    (hidden && body.ap > 1 && known_foes(state, who).is_empty()).then_some(Act::Do(Action::Search))
}
