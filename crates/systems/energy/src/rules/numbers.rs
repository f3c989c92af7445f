//! Numbers that follow from sheets, things in hand and conditions.

use affray_kernel::modifier::Tally;
use affray_kernel::{CreatureId, RuleId};

use super::{draw_weight, throwing};
use crate::ids::rule;
use crate::sheet::{
    Ability, Armor, Changes, NegativeRounding, ReachMeasure, Skill, SurpriseRound, Weapon,
};
use crate::state::{Arm, Condition, Place, Presence, State};

/// A division as the switch has it: down, or toward 0 (`fundamentals/rounding`).
#[inline]
#[must_use]
pub(crate) fn divided(number: i16, by: i16, rounding: NegativeRounding) -> i16 {
    match rounding {
        NegativeRounding::Down => number.div_euclid(by),
        NegativeRounding::TowardZero => number / by,
    }
}

/// A Halved Modifier (`fundamentals/halved-modifier`).
#[inline]
#[must_use]
pub(crate) fn halved(state: &State, who: CreatureId, ability: Ability) -> i16 {
    let modifier = state.sheet(who).modifier(ability);
    divided(modifier, 2, state.cast.options.negative_rounding)
}

/// A third of the level (`fundamentals/third-level`).
#[inline]
fn third_of_level(state: &State, who: CreatureId) -> i16 {
    divided(
        state.sheet(who).level,
        3,
        state.cast.options.negative_rounding,
    )
}

/// Whether a creature is there and neither dead nor a broken thing.
#[inline]
#[must_use]
pub(crate) fn present(state: &State, who: CreatureId) -> bool {
    state.body(who).presence == Presence::Here && !state.has(who, Condition::Dead)
}

/// Whether it is alive: no thing, and not dead.
#[must_use]
pub(crate) fn alive(state: &State, who: CreatureId) -> bool {
    !state.has(who, Condition::Dead) && !state.sheet(who).traits.object
}

/// Whether it is there, alive and conscious (`fundamentals/roster`).
#[inline]
#[must_use]
pub(crate) fn conscious(state: &State, who: CreatureId) -> bool {
    present(state, who)
        && !state.sheet(who).traits.object
        && !state.has(who, Condition::Unconscious)
}

/// Whether it still fights (`fundamentals/roster`).
#[inline]
#[must_use]
pub(crate) fn takes_part(state: &State, who: CreatureId) -> bool {
    conscious(state, who)
}

/// Whether it is conscious and not helpless: it sees what is before it and keeps hold of what it has, whether or not it may act
/// (`gaps/helpless`).
#[inline]
#[must_use]
pub(crate) fn in_control(state: &State, who: CreatureId) -> bool {
    conscious(state, who) && !state.has(who, Condition::Helpless)
}

/// Whether it can act: in control of itself, and not kept from it by surprise (`surprise/may-act`).
#[inline]
#[must_use]
pub(crate) fn able(state: &State, who: CreatureId) -> bool {
    let kept = state.cast.options.surprise_round == SurpriseRound::NoActions
        && state.has(who, Condition::Surprised);
    in_control(state, who) && !kept
}

/// Whether two creatures are on different sides.
#[inline]
#[must_use]
pub(crate) fn enemies(state: &State, one: CreatureId, other: CreatureId) -> bool {
    state.sheet(one).side != state.sheet(other).side
}

/// Whether a creature cannot defend itself: things, the unconscious, the helpless, and who submits to that attacker
/// (`gaps/helpless`, `swift/targets`).
#[inline]
#[must_use]
pub(crate) fn defenseless(state: &State, who: CreatureId, against: CreatureId) -> bool {
    state.sheet(who).traits.object
        || state.has(who, Condition::Unconscious)
        || state.has(who, Condition::Helpless)
        || state.body(who).submits == Some(against)
}

/// Whether a creature does not know of another (`gaps/awareness`).
#[inline]
#[must_use]
pub(crate) fn unaware(state: &State, who: CreatureId, of: CreatureId) -> bool {
    state.conditions.has_toward(who, Condition::Unaware, of)
}

/// Metres between the nearest spaces of two creatures: adjacent is 1, the same space 0 (`grid/distance`).
#[inline]
#[must_use]
pub(crate) fn metres_between(state: &State, one: CreatureId, other: CreatureId) -> i16 {
    let metres = state.grid().distance(state.space(one), state.space(other));
    i16::try_from(metres).unwrap_or(i16::MAX)
}

/// Whether so many metres are within a Reach (`gaps/reach-measure`).
#[inline]
#[must_use]
pub(crate) fn within_reach(state: &State, metres: i16, reach: i16) -> bool {
    metres <= limit_of_reach(state, reach)
}

/// The distance at which a Reach ends (`gaps/reach-measure`).
#[inline]
#[must_use]
pub(crate) fn limit_of_reach(state: &State, reach: i16) -> i16 {
    match state.cast.options.reach_measure {
        ReachMeasure::Gap => reach + 1,
        ReachMeasure::Adjacent if reach < 0 => 0,
        ReachMeasure::Adjacent => reach.max(1),
    }
}

/// The Reach with a weapon: its own, and that of the size (`size/reach`).
#[inline]
#[must_use]
pub(crate) fn reach_m(state: &State, who: CreatureId, arm: Arm) -> i16 {
    let own = state.weapon(who, arm).map_or(0, |weapon| weapon.reach_m);
    own + state.sheet(who).size.reach_bonus()
}

/// What a creature can strike with in melee: weapons in hand, then those of the body.
pub(crate) fn melee_arms(state: &State, who: CreatureId) -> impl Iterator<Item = Arm> + '_ {
    let natural = state.sheet(who).natural.len() as u8;
    let in_hand = state.held(who).map(|(id, _)| Arm::Item(id));
    in_hand
        .chain((0..natural).map(Arm::Natural))
        .filter(move |arm| state.weapon(who, *arm).is_some_and(|weapon| weapon.melee))
}

/// The greatest Reach with any weapon, the body included (`swift/movement-trigger`).
#[must_use]
pub(crate) fn longest_reach(state: &State, who: CreatureId) -> i16 {
    let reaches = melee_arms(state, who).map(|arm| reach_m(state, who, arm));
    reaches
        .max()
        .unwrap_or_else(|| reach_m(state, who, state.unarmed(who)))
}

/// Whether a creature meets the requirement of an item (`mpl/requirement`).
#[inline]
#[must_use]
pub(crate) fn proficient(state: &State, who: CreatureId, requirement: i16) -> bool {
    state.sheet(who).martial_proficiency >= requirement
}

/// The armour that a creature wears.
#[must_use]
pub(crate) fn armor(state: &State, who: CreatureId) -> Option<(&Armor, bool)> {
    state
        .all_items()
        .filter(|(_, item)| item.place == Place::Worn(who))
        .find_map(|(id, item)| Some((state.kind(id).armor()?, item.broken)))
}

/// Armor Coverage; 1 without armour (`melee/armor`, `ranged/armor`).
#[must_use]
pub(crate) fn coverage(state: &State, who: CreatureId, ranged: bool) -> i16 {
    if state.sheet(who).traits.object {
        return 21;
    }
    match (armor(state, who), state.sheet(who).natural_armor) {
        (Some((armor, _)), _) if ranged => armor.ranged_coverage.unwrap_or(armor.coverage),
        (Some((armor, _)), _) => armor.coverage,
        (None, Some(natural)) => natural.coverage,
        (None, None) => 1,
    }
}

/// Armor Rating; broken armour has none (`gaps/broken`).
#[must_use]
pub(crate) fn rating(state: &State, who: CreatureId) -> i16 {
    match (armor(state, who), state.sheet(who).natural_armor) {
        (Some((_, true)), _) => 0,
        (Some((armor, false)), _) => armor.rating,
        (None, natural) => natural.map_or(0, |natural| natural.rating),
    }
}

/// The armor penalty, and what armour without proficiency costs (`evasion/value`, `mpl/not-proficient-armor`).
fn armor_penalty(state: &State, who: CreatureId, tally: &mut Tally) {
    let rule = rule!("gaps/armor-table");
    match (armor(state, who), state.sheet(who).natural_armor) {
        (Some((armor, _)), _) => {
            tally.add("armor penalty", -armor.penalty, rule);
            if !proficient(state, who, armor.requirement) {
                tally.add(
                    "armour without proficiency",
                    -1,
                    rule!("mpl/not-proficient-armor"),
                );
            }
        }
        (None, Some(natural)) => tally.add("armor penalty", -natural.penalty, rule),
        (None, None) => {}
    }
}

/// Shields in hand: their bonus unless they are Broken.
fn shields(state: &State, who: CreatureId, tally: &mut Tally) {
    for (id, item) in state.held(who) {
        let Some(shield) = state.kind(id).shield() else {
            continue;
        };
        if !item.broken {
            tally.add("shield", shield.bonus, rule!("evasion/value"));
        }
    }
}

/// What shields cost those who are not proficient with them, whatever kind of Evasion it is (`mpl/not-proficient-armor`).
fn unwieldy_shields(state: &State, who: CreatureId, tally: &mut Tally) {
    for (id, _) in state.held(who) {
        let shield = state.kind(id).shield();
        if shield.is_some_and(|shield| !proficient(state, who, shield.requirement)) {
            let rule = rule!("mpl/not-proficient-armor");
            tally.add("shield without proficiency", -1, rule);
        }
    }
}

/// Weapons in hand: their bonus, and what lacking proficiency costs (`mpl/not-proficient-melee`).
fn weapons(state: &State, who: CreatureId, tally: &mut Tally) {
    for (id, _) in state.held(who) {
        let Some(weapon) = state.kind(id).weapon() else {
            continue;
        };
        tally.add("weapon", weapon.evasion_bonus, rule!("evasion/value"));
        if weapon.melee && !proficient(state, who, weapon.requirement) {
            tally.add(
                "weapon without proficiency",
                -1,
                rule!("mpl/not-proficient-melee"),
            );
        }
    }
}

fn inherent(state: &State, who: CreatureId, tally: &mut Tally) {
    tally.add(
        "inherent",
        state.sheet(who).inherent_evasion,
        rule!("evasion/inherent"),
    );
    tally.add(
        "level",
        third_of_level(state, who),
        rule!("fundamentals/third-level"),
    );
}

fn dexterity(state: &State, who: CreatureId, tally: &mut Tally) {
    let halved = halved(state, who, Ability::Dexterity);
    tally.add("Dexterity", halved, rule!("fundamentals/halved-modifier"));
}

/// Evasion (`evasion/value`).
#[must_use]
pub(crate) fn evasion_tally(state: &State, who: CreatureId) -> Tally {
    let mut tally = Tally::new();
    inherent(state, who, &mut tally);
    dexterity(state, who, &mut tally);
    shields(state, who, &mut tally);
    weapons(state, who, &mut tally);
    armor_penalty(state, who, &mut tally);
    unwieldy_shields(state, who, &mut tally);
    tally
}

/// Ranged Evasion, the shield counting only against what one faces (`evasion/ranged`, `facing/attacked-from-behind`).
#[must_use]
pub(crate) fn ranged_evasion_tally(state: &State, who: CreatureId, shield: bool) -> Tally {
    let mut tally = Tally::new();
    dexterity(state, who, &mut tally);
    if shield {
        shields(state, who, &mut tally);
    }
    armor_penalty(state, who, &mut tally);
    unwieldy_shields(state, who, &mut tally);
    tally
}

/// Unarmed Evasion (`evasion/unarmed`).
#[must_use]
pub(crate) fn unarmed_evasion_tally(state: &State, who: CreatureId) -> Tally {
    let mut tally = Tally::new();
    inherent(state, who, &mut tally);
    dexterity(state, who, &mut tally);
    armor_penalty(state, who, &mut tally);
    unwieldy_shields(state, who, &mut tally);
    tally
}

/// Fortitude (`fortitude/roll`).
#[must_use]
pub(crate) fn fortitude_tally(state: &State, who: CreatureId) -> Tally {
    let rule = rule!("fundamentals/halved-modifier");
    let mut tally = Tally::new();
    tally.add(
        "inherent",
        state.sheet(who).inherent_fortitude,
        rule!("fortitude/inherent"),
    );
    tally.add(
        "level",
        third_of_level(state, who),
        rule!("fundamentals/third-level"),
    );
    tally.add(
        "Constitution",
        halved(state, who, Ability::Constitution),
        rule,
    );
    tally.add("Strength", halved(state, who, Ability::Strength), rule);
    tally
}

/// Will (`will/roll`).
#[must_use]
pub(crate) fn will_tally(state: &State, who: CreatureId) -> Tally {
    let rule = rule!("fundamentals/halved-modifier");
    let mut tally = Tally::new();
    tally.add(
        "inherent",
        state.sheet(who).inherent_will,
        rule!("will/inherent"),
    );
    tally.add(
        "level",
        third_of_level(state, who),
        rule!("fundamentals/third-level"),
    );
    tally.add("Charisma", halved(state, who, Ability::Charisma), rule);
    tally.add("Wisdom", halved(state, who, Ability::Wisdom), rule);
    tally
}

/// A third of Strength, Dexterity and what a Feat adds inside the brackets, each ability once (`melee/extra-ability-in-bonus`,
/// `melee/ability-only-once`).
fn melee_bonus(state: &State, who: CreatureId, extra: &[Ability]) -> i16 {
    let sheet = state.sheet(who);
    let sum = bonus_abilities(extra).map(|ability| sheet.modifier(ability));
    divided(sum.sum(), 3, state.cast.options.negative_rounding)
}

/// What a melee bonus is a third of: Strength, Dexterity and what a Feat adds, each once.
fn bonus_abilities(extra: &[Ability]) -> impl Iterator<Item = Ability> {
    let more = (0..extra.len()).filter(|index| !counts_already(extra, *index));
    let own = [Ability::Strength, Ability::Dexterity].into_iter();
    own.chain(more.map(|index| extra[index]))
}

/// What makes up MASAB or MASDB, with the abilities that a Feat adds.
fn bonus_parts(state: &State, who: CreatureId, extra: &[Ability], rule: RuleId) -> Tally {
    let mut tally = Tally::new();
    for ability in bonus_abilities(extra) {
        let modifier = state.sheet(who).modifier(ability);
        let of_ability = rule!("fundamentals/ability-modifier");
        tally.add(ability.name(), modifier, of_ability);
    }
    tally.come_to("a third of it", melee_bonus(state, who, extra), rule);
    tally
}

/// What makes up the Melee Ability Score Attack Bonus (`melee/masab`).
#[must_use]
pub(crate) fn masab_parts(state: &State, who: CreatureId) -> Tally {
    let extra = &state.sheet(who).attack_abilities;
    bonus_parts(state, who, extra, rule!("melee/masab"))
}

/// What makes up the Melee Ability Score Damage Bonus (`melee/masdb`).
#[must_use]
pub(crate) fn masdb_parts(state: &State, who: CreatureId) -> Tally {
    let extra = &state.sheet(who).damage_abilities;
    bonus_parts(state, who, extra, rule!("melee/masdb"))
}

/// Whether an ability is in the sum of a melee bonus before its turn comes in the list.
fn counts_already(extra: &[Ability], index: usize) -> bool {
    let ability = extra[index];
    matches!(ability, Ability::Strength | Ability::Dexterity) || extra[..index].contains(&ability)
}

/// Whether a list of extra abilities names one that counts already (`melee/ability-only-once`).
#[must_use]
pub(crate) fn names_one_twice(extra: &[Ability]) -> bool {
    (0..extra.len()).any(|index| counts_already(extra, index))
}

/// Melee Ability Score Attack Bonus (`melee/masab`).
#[inline]
#[must_use]
pub(crate) fn masab(state: &State, who: CreatureId) -> i16 {
    melee_bonus(state, who, &state.sheet(who).attack_abilities)
}

/// Melee Ability Score Damage Bonus (`melee/masdb`).
#[inline]
#[must_use]
pub(crate) fn masdb(state: &State, who: CreatureId) -> i16 {
    melee_bonus(state, who, &state.sheet(who).damage_abilities)
}

/// Whether that arm is the creature's bare body (`unarmed/attack`).
#[inline]
#[must_use]
pub(crate) fn is_unarmed(state: &State, who: CreatureId, arm: Arm) -> bool {
    arm == state.unarmed(who)
}

/// The Attack Value with a weapon (`melee/attack-value`, `unarmed/attack-value`).
#[must_use]
pub(crate) fn attack_value_tally(state: &State, who: CreatureId, arm: Arm) -> Tally {
    let base = if is_unarmed(state, who, arm) {
        rule!("unarmed/attack-value")
    } else {
        rule!("melee/attack-value")
    };
    let mut tally = Tally::new();
    tally.add("base", 15, base);
    tally.add(
        "Melee Ability Score Attack Bonus",
        masab(state, who),
        rule!("melee/masab"),
    );
    if let Some(weapon) = state.weapon(who, arm) {
        tally.add("weapon", weapon.attack_bonus, rule!("gaps/weapon-table"));
        if !proficient(state, who, weapon.requirement) {
            tally.add("without proficiency", -1, rule!("mpl/not-proficient-melee"));
        }
    }
    let named = state.sheet(who).named(Changes::AttackValue);
    tally.add("abilities", named, rule!("gaps/combat-styles"));
    tally
}

/// The Accuracy of a weapon that is shot or thrown (`throw/thrown-accuracy`, `throw/without-thrown`).
#[must_use]
pub(crate) fn accuracy(weapon: &Weapon, thrown: bool) -> i16 {
    match (thrown, weapon.thrown, weapon.shooting) {
        (true, Some(_), _) => weapon.attack_bonus,
        (true, None, _) => 0,
        (false, _, shooting) => shooting.map_or(0, |shooting| shooting.accuracy),
    }
}

/// The Miss Chance Modifier (`ranged/miss-chance-modifier`).
#[must_use]
pub(crate) fn miss_chance_modifier_tally(
    state: &State,
    who: CreatureId,
    arm: Arm,
    thrown: bool,
) -> Tally {
    let accuracy = state
        .weapon(who, arm)
        .map_or(0, |weapon| accuracy(weapon, thrown));
    miss_chance_with(state, who, accuracy)
}

/// The Miss Chance Modifier with an Accuracy.
#[must_use]
pub(crate) fn miss_chance_with(state: &State, who: CreatureId, accuracy: i16) -> Tally {
    let mut tally = Tally::new();
    tally.add("base", 8, rule!("ranged/miss-chance-modifier"));
    tally.add("Accuracy", -accuracy, rule!("gaps/weapon-table"));
    let halved = halved(state, who, Ability::Dexterity);
    tally.add("Dexterity", -halved, rule!("fundamentals/halved-modifier"));
    tally
}

/// The range of a weapon that is shot or thrown by a creature, in metres (`range/values`, `draw/table`, `throw/extra-distance`).
#[must_use]
pub(crate) fn range_m(state: &State, who: CreatureId, arm: Arm, thrown: bool) -> [i16; 3] {
    let Some(weapon) = state.weapon(who, arm) else {
        return [0; 3];
    };
    if thrown {
        return throwing::range_m(weapon, state.sheet(who).skill(Skill::ArmStrength));
    }
    let row = match arm {
        Arm::Item(item) => usize::from(state.item(item).draw),
        Arm::Natural(_) => draw_weight::PLAIN,
    };
    draw_weight::range_m(weapon, row)
}

/// The band of Leg Strength, 0 to 8 (`gaps/leg-strength-table`).
fn leg_band(state: &State, who: CreatureId) -> i16 {
    state
        .sheet(who)
        .skill(Skill::LegStrength)
        .div_euclid(5)
        .clamp(0, 8)
}

/// Maximum Agility (`agility/maximum`).
#[must_use]
pub(crate) fn max_agility(state: &State, who: CreatureId) -> i16 {
    agility(state, who, Tally::read_by_somebody(false)).total() as i16
}

/// What makes up the maximum Agility.
#[must_use]
pub(crate) fn agility(state: &State, who: CreatureId, mut tally: Tally) -> Tally {
    let rule = rule!("agility/maximum");
    tally.add("base", 3, rule);
    tally.add("Leg Strength", leg_band(state, who) / 2, rule);
    let named = state.sheet(who).named(Changes::Agility);
    tally.add("abilities", named, rule!("gaps/combat-styles"));
    let bonus = state.body(who).agility_bonus;
    tally.add(
        "granted",
        bonus,
        rule!("agility/granted-agility-raises-maximum"),
    );
    if tally.total() < 0 {
        tally.come_to("at least 0", 0, rule);
    }
    tally
}

/// Speed in metres; half of it, rounded up, for the Slowed (`conditions/slowed`).
#[inline]
#[must_use]
pub(crate) fn speed_m(state: &State, who: CreatureId) -> i16 {
    speed(state, who, Tally::read_by_somebody(false)).total() as i16
}

/// What makes up the Speed in metres.
#[inline]
#[must_use]
pub(crate) fn speed(state: &State, who: CreatureId, mut tally: Tally) -> Tally {
    let own = state.sheet(who).speed_m;
    tally.add("own Speed", own, rule!("gaps/race-speed"));
    if state.has(who, Condition::Slowed) {
        tally.come_to("Slowed: half", (own + 1) / 2, rule!("conditions/slowed"));
    }
    tally
}

/// How far a Sprint goes (`actions/sprint`).
#[must_use]
pub(crate) fn sprint_m(state: &State, who: CreatureId) -> i16 {
    sprint(state, who, Tally::read_by_somebody(false)).total() as i16
}

/// What makes up how far a Sprint goes.
#[must_use]
pub(crate) fn sprint(state: &State, who: CreatureId, tally: Tally) -> Tally {
    let rule = rule!("actions/sprint");
    let mut tally = speed(state, who, tally);
    tally.add("Sprint", 2, rule);
    tally.add("Leg Strength", leg_band(state, who), rule);
    tally
}

/// Jump Distance in whole metres, without what a Sprint adds (`actions/jump-distance`, `size/jump-distance`).
#[must_use]
pub(crate) fn jump_m(state: &State, who: CreatureId) -> i16 {
    jump_reach_dm(state, who) / 10
}

/// Jump Reach in decimetres (`size/jump-reach`, `size/jump-leg-strength`).
#[must_use]
pub(crate) fn jump_reach_dm(state: &State, who: CreatureId) -> i16 {
    jump_reach(state, who, Tally::read_by_somebody(false)).total() as i16
}

/// What makes up the Jump Reach in decimetres.
#[must_use]
pub(crate) fn jump_reach(state: &State, who: CreatureId, mut tally: Tally) -> Tally {
    let of_size = state.sheet(who).size.jump_dm();
    tally.add("size", of_size, rule!("size/jump-reach"));
    let legs = 10 * (leg_band(state, who) / 2);
    tally.add("Leg Strength", legs, rule!("size/jump-leg-strength"));
    tally
}

/// The most Stamina in place of Energy in a Round (`stamina/stamina-for-energy-abilities`).
#[must_use]
pub(crate) fn swap_limit(state: &State, who: CreatureId) -> i16 {
    (1 + state.sheet(who).named(Changes::StaminaForEnergy)).max(0)
}
