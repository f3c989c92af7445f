//! What an act is worth to a bot: expected Hit Points, in four-hundredths, from the very sources of Advantage and numbers that the rules use.

use affray_kernel::CreatureId;

use super::weighing::Weighing;
use super::{enemies, hindering, pushing, tripping};
use crate::act::{Act, Maneuver, Target};
use crate::actions::shoot::{self, ranged_use};
use crate::actions::strike;
use crate::rules::attack::{Aimed, Attempt, Kind};
use crate::rules::luck::Keeps;
use crate::rules::numbers::{
    able, belongings, distance_ft, durability, mental_defense, physical_defense,
};
use crate::rules::turns::actions_left;
use crate::sheet::{Use, Weapon};
use crate::state::{Arm, Condition, Place, State};

/// How many of 400 pairs of d20 reach a face, by which die counts. A face of 20 always does.
pub(super) fn chance(face: i32, keeps: Keeps) -> i32 {
    let good = (21 - face).clamp(1, 20);
    match keeps {
        Keeps::Single => good * 20,
        Keeps::Higher => 400 - (20 - good) * (20 - good),
        Keeps::Lower => good * good,
    }
}

/// An Attack of that kind on a creature.
pub(super) fn attempt(by: CreatureId, on: CreatureId, kind: Kind, with: Option<Arm>) -> Attempt {
    Attempt {
        by,
        on,
        kind,
        with,
        aimed: Aimed::Directly,
    }
}

/// Expected Damage of a Melee or Ranged Attack on a creature, at most the Hit Points it has above death; nothing for the throw of the last
/// weapon, unless that ends the fight.
pub(super) fn attack(
    weighing: &Weighing<'_>,
    by: CreatureId,
    on: CreatureId,
    with: Arm,
    kind: Kind,
) -> i32 {
    let state = weighing.state;
    let keeps = weighing.keeps(attempt(by, on, kind, Some(with)));
    let bonus = match kind {
        Kind::Melee => strike::tally(state, by, with, None).total(),
        _ => shoot::tally(state, by, with, distance_ft(state, by, on)).total(),
    };
    let hits = chance(physical_defense(state, on) - bonus, keeps);
    let besides = bonds(weighing, by, on, with) + venom(state, by, on, with);
    let gain = hits * (damage(state, by, on, with) + besides) / urgency(state, on);
    match kind {
        Kind::Ranged if is_last(state, by, with) && !ends_the_fight(state, by, on, with) => 0,
        Kind::Ranged => gain - loss(state, by, on, with),
        _ => gain,
    }
}

/// What a blow does in 400 times, with a chance of 3 in 5.
const BLOW: i32 = 400 * 3 / 5;

/// Whether a weapon would be thrown with which the creature strikes as well.
fn is_thrown_away(state: &State, by: CreatureId, with: Arm) -> bool {
    let weapon = state.weapon(by, with);
    matches!(with, Arm::Item(_))
        && weapon.is_some_and(|weapon| ranged_use(weapon) == Some(Use::Thrown) && strikes(weapon))
}

fn strikes(weapon: &Weapon) -> bool {
    weapon.uses.contains(&Use::Melee)
}

/// What a creature has to strike with besides one of its weapons: whole weapons that it holds or carries, and those it was born with. The
/// bare body counts as none.
fn others(state: &State, by: CreatureId, than: Arm) -> impl Iterator<Item = Arm> + '_ {
    let born_with = state.sheet(by).natural.len().saturating_sub(1) as u8;
    belongings(state, by)
        .filter(|item| state.item(*item).hp > 0)
        .map(Arm::Item)
        .chain((0..born_with).map(Arm::Natural))
        .filter(move |arm| *arm != than && state.weapon(by, *arm).is_some_and(strikes))
}

/// Whether a creature would throw the last that it has to fight with; who has Spells has those.
pub(super) fn is_last(state: &State, by: CreatureId, with: Arm) -> bool {
    let casts = !state.sheet(by).spells.is_empty() && state.sheet(by).max_energy > 0;
    is_thrown_away(state, by, with) && !casts && others(state, by, with).next().is_none()
}

/// Whether nobody is left to fight if such a hit brings that Enemy down.
fn ends_the_fight(state: &State, by: CreatureId, on: CreatureId, with: Arm) -> bool {
    let hp = i32::from(state.body(on).hp);
    let others_stand = || {
        enemies(state, by)
            .any(|other| other != on && able(state, other) && state.body(other).hp > 0)
    };
    hp > 0 && damage(state, by, on, with) >= hp && !others_stand()
}

/// What a creature gives away with a weapon that it throws: so much more would its next blows do than with what is left to it, for which
/// an Action goes if that is not in hand.
fn loss(state: &State, by: CreatureId, on: CreatureId, with: Arm) -> i32 {
    const BLOWS: i32 = 3;
    if !is_thrown_away(state, by, with) || ends_the_fight(state, by, on, with) {
        return 0;
    }
    let next = |arm: Arm| {
        let is_drawn =
            matches!(arm, Arm::Item(item) if matches!(state.item(item).place, Place::Carried(_)));
        (BLOWS - i32::from(is_drawn)) * damage(state, by, on, arm)
    };
    let bare = Arm::Natural(state.sheet(by).natural.len().saturating_sub(1) as u8);
    let left = others(state, by, with).chain([bare]).map(next).max();
    BLOW * (BLOWS * damage(state, by, on, with) - left.unwrap_or(0)).max(0)
}

/// What it is worth, in Hit Points, to entangle a creature: once a Turn, if it is not Entangled yet, and as long as somebody can make use of
/// that.
fn bonds(weighing: &Weighing<'_>, by: CreatureId, on: CreatureId, with: Arm) -> i32 {
    const WORTH: i32 = 3;
    let state = weighing.state;
    let entangles = state
        .weapon(by, with)
        .is_some_and(|weapon| weapon.entangles.is_some());
    let of_use = state.body(by).actions_used == 0 && !state.has(on, Condition::Entangled);
    if entangles && of_use && weighing.is_made_use_of(by, on) {
        WORTH
    } else {
        0
    }
}

/// What the poison of a weapon does besides to a creature that has none in it (`poisoned/no-stack`); who knows what comes after some Rounds.
fn venom(state: &State, by: CreatureId, on: CreatureId, with: Arm) -> i32 {
    const ROUNDS: u16 = 3;
    let weapon = state.weapon(by, with);
    let Some(poison) = weapon.and_then(|weapon| weapon.poison) else {
        return 0;
    };
    let body = state.body(on);
    if state.has(on, Condition::Poisoned) || body.hp <= 0 {
        return 0;
    }
    let mean = poison.dice.map_or(i32::from(poison.level) * 7 / 2, |dice| {
        (dice.least() + dice.most().unwrap_or(dice.least())) / 2
    });
    let left = i32::from(body.hp) + i32::from(state.sheet(on).max_hp);
    (mean * i32::from(poison.rounds.min(ROUNDS))).clamp(0, left)
}

/// Whether all that a weapon does to a creature is to entangle it, and it is Entangled, or nobody can make use of that.
pub(super) fn binds_in_vain(
    weighing: &Weighing<'_>,
    by: CreatureId,
    on: CreatureId,
    with: Arm,
) -> bool {
    let state = weighing.state;
    let only_binds = state
        .weapon(by, with)
        .is_some_and(|weapon| weapon.entangles.is_some() && weapon.dice.is_none());
    only_binds && (state.has(on, Condition::Entangled) || !weighing.is_made_use_of(by, on))
}

/// Mean Damage of a hit, after Durability, at most what the target can lose.
pub(super) fn damage(state: &State, by: CreatureId, on: CreatureId, with: Arm) -> i32 {
    let Some(weapon) = state.weapon(by, with) else {
        return 0;
    };
    let Some(dice) = weapon.dice else {
        return 0;
    };
    let most = dice.most().unwrap_or(dice.least());
    let flat = if weapon.adds_str {
        i32::from(state.sheet(by).str)
    } else {
        0
    };
    let hardness = i32::from(durability(state, on));
    // What only a good roll does is still worth something.
    let least = i32::from(most + flat > hardness);
    let once = ((dice.least() + most) / 2 + flat - hardness).max(least);
    let left = i32::from(state.body(on).hp) + i32::from(state.sheet(on).max_hp);
    once.min(left)
}

/// Those that no longer fight can wait.
pub(super) fn urgency(state: &State, on: CreatureId) -> i32 {
    if state.has(on, Condition::Unconscious) {
        8
    } else if state.body(on).hp <= 0 {
        2
    } else {
        1
    }
}

/// What a Maneuver is worth.
pub(super) fn maneuver(
    weighing: &Weighing<'_>,
    by: CreatureId,
    on: CreatureId,
    with: Arm,
    which: Maneuver,
) -> i32 {
    match which {
        Maneuver::Trip => tripping::trip(weighing, by, on, with),
        Maneuver::Feint => feint(weighing, by, on, with),
        Maneuver::Push => pushing::push(weighing, by, on, with)
            .max(tripping::wins(weighing, by, on, with) * hindering::freed(weighing, by, on) / 400),
        _ => 0,
    }
}

/// What a Feint is worth: the chance that it succeeds, times what the further Attacks of the Turn gain by Advantage.
fn feint(weighing: &Weighing<'_>, by: CreatureId, on: CreatureId, with: Arm) -> i32 {
    let state = weighing.state;
    let further = i32::from(actions_left(state, by)) - 1;
    if further < 1 || urgency(state, on) > 1 {
        return 0;
    }
    let keeps = weighing.keeps(attempt(by, on, Kind::Melee, Some(with)));
    if keeps == Keeps::Higher {
        return 0;
    }
    let bonus = strike::tally(state, by, with, None).total();
    let succeeds = chance(mental_defense(state, on) - bonus, keeps);
    let face = physical_defense(state, on) - bonus;
    let gain = chance(face, eased(keeps)) - chance(face, keeps);
    succeeds * gain / 400 * damage(state, by, on, with) * further
}

/// How many of 400 pairs of d20 win an opposed roll for the initiator, who has so much more to add and wins ties.
pub(super) fn opposed(more: i32, keeps: Keeps) -> i32 {
    let pairs_with = |own: i32| match keeps {
        Keeps::Single => 20,
        Keeps::Higher => 2 * own - 1,
        Keeps::Lower => 41 - 2 * own,
    };
    let wins = |own: i32| pairs_with(own) * (own + more).clamp(0, 20);
    (1..=20).map(wins).sum::<i32>() / 20
}

/// The same roll with one more Advantage: what Disadvantage there is it takes away.
pub(super) const fn eased(keeps: Keeps) -> Keeps {
    match keeps {
        Keeps::Lower => Keeps::Single,
        Keeps::Single | Keeps::Higher => Keeps::Higher,
    }
}

/// The same roll with one more Disadvantage: what Advantage there is it takes away.
pub(super) const fn hindered(keeps: Keeps) -> Keeps {
    match keeps {
        Keeps::Higher => Keeps::Single,
        Keeps::Single | Keeps::Lower => Keeps::Lower,
    }
}

/// Expected Damage of a Spell Attack's dice on a creature against a Defense.
pub(super) fn spell(
    weighing: &Weighing<'_>,
    by: CreatureId,
    on: CreatureId,
    mean: i32,
    defense: i32,
) -> i32 {
    let state = weighing.state;
    let keeps = weighing.keeps(attempt(by, on, Kind::Spell, None));
    let sheet = state.sheet(by);
    let hits = chance(defense - i32::from(sheet.level + sheet.ess), keeps);
    let left = i32::from(state.body(on).hp) + i32::from(state.sheet(on).max_hp);
    hits * (mean - i32::from(durability(state, on))).clamp(0, left) / urgency(state, on)
}

/// The Attack or Maneuver that an act is, and what it is worth; nothing for other acts.
pub(super) fn of(weighing: &Weighing<'_>, by: CreatureId, act: &Act) -> i32 {
    match act {
        Act::Strike {
            target: Target::Creature(on),
            with,
            ..
        } => attack(weighing, by, *on, *with, Kind::Melee),
        Act::Shoot {
            target: Target::Creature(on),
            with,
        } => attack(weighing, by, *on, *with, Kind::Ranged),
        Act::Maneuver {
            which,
            target: Target::Creature(on),
            with,
        } => maneuver(weighing, by, *on, *with, *which),
        _ => 0,
    }
}
