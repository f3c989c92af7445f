//! Numbers that follow from sheet and state: defenses, attack bonus, Threshold of Pain, hit points, speed, and what a creature can do.

use affray_kernel::CreatureId;
use affray_kernel::grid::Space;
use affray_kernel::modifier::Tally;

use crate::ids::rule;
use crate::sheet::{
    Attribute, Category, Defense, ItemKind, MonsterFatigue, Proficiency, SpeedFactors, Weapon,
};
use crate::state::{Arm, Condition, Place, Presence, Stance, State, Underway};

/// The step of a full paralysis (`paralysis/complete`).
pub(crate) const PARALYSED: i16 = 6;
/// The points of a full petrification (`petrification/complete`).
pub(crate) const PETRIFIED: i16 = 10;
/// The points from which on petrification leaves no speed (`petrification/speed`).
const STANDSTILL: i16 = 8;
/// Celerity of the completely immobile, and the least that penalties leave (`paralysis/immobile-celerity`, `paralysis/celerity-floor`).
pub(crate) const LEAST_CELERITY: i16 = 5;

/// Whether a creature is in the fight and alive.
#[inline]
pub(crate) fn present(state: &State, who: CreatureId) -> bool {
    state.body(who).presence == Presence::Here && !state.has(who, Condition::Dead)
}

/// Whether a creature can take no actions or choices (`conditions/helpless`).
#[inline]
pub(crate) fn helpless(state: &State, who: CreatureId) -> bool {
    const HELPLESS: u32 =
        Condition::bits(&[Condition::Unconscious, Condition::Asleep, Condition::Bound]);
    state.conditions.may_have(who, HELPLESS) || completely_immobile(state, who)
}

/// Whether a creature cannot move or act at all (`paralysis/immobile-celerity`).
#[inline]
pub(crate) fn completely_immobile(state: &State, who: CreatureId) -> bool {
    petrified(state, who)
        || paralysis_step(state, who) == PARALYSED
        || state.has(who, Condition::Unconscious)
}

/// Whether a creature is wholly stone (`petrification/complete`).
#[inline]
pub(crate) fn petrified(state: &State, who: CreatureId) -> bool {
    state.body(who).petrification >= PETRIFIED
}

/// Whether a creature is there and can act.
#[inline]
pub(crate) fn able(state: &State, who: CreatureId) -> bool {
    present(state, who) && !helpless(state, who)
}

/// Whether a creature still fights (`time-count/end`).
#[inline]
pub(crate) fn takes_part(state: &State, who: CreatureId) -> bool {
    able(state, who)
}

/// Whether a creature cannot leave its space by itself (`conditions/immobile`).
#[inline]
pub(crate) fn immobile(state: &State, who: CreatureId) -> bool {
    let body = state.body(who);
    helpless(state, who)
        || body.stapled.is_some()
        || body.petrification >= STANDSTILL
        || body.posture.stance == Stance::Poised
        || matches!(body.underway, Underway::CoupDeGrace { .. })
        || state
            .conditions
            .on(who)
            .any(|held| matches!(held.kind, Condition::Grabbed | Condition::Netted))
}

/// Whether a creature is off balance: surprised, after a fumble, or running (`conditions/unsteady`).
#[inline]
pub(crate) fn unsteady(state: &State, who: CreatureId) -> bool {
    running(state, who)
        || state
            .conditions
            .on(who)
            .any(|held| matches!(held.kind, Condition::Unsteady | Condition::Surprised))
}

/// Whether a creature runs or sprints, from the first count of it on (`running/unsteady`).
#[inline]
pub(crate) fn running(state: &State, who: CreatureId) -> bool {
    state.body(who).run.is_some_and(|run| run.counts > 0)
}

/// Current hit points: normal ones, Invigoration and bonus hit points (`hit-points/death`).
#[inline]
pub(crate) fn hit_points(state: &State, who: CreatureId) -> i16 {
    let body = state.body(who);
    let bonus: i16 = body.bonus.iter().map(|pool| pool.points).sum();
    body.hp + body.invigoration + bonus
}

/// Whether fatigue is twice the hit points or more (`fatigue/dying-threshold`).
#[inline]
pub(crate) fn dying(state: &State, who: CreatureId) -> bool {
    let fatigue = state.body(who).fatigue;
    fatigue > 0 && fatigue >= 2 * hit_points(state, who)
}

/// Whether what would be fatigue comes off the creature's hit points (`creatures/definition`).
#[inline]
pub(crate) fn tireless(state: &State, who: CreatureId) -> bool {
    state.cast.options.monster_fatigue == MonsterFatigue::Hp && state.sheet(who).traits.monster
}

/// The effective Threshold of Pain (`threshold-of-pain/effective`).
#[inline]
pub(crate) fn threshold(state: &State, who: CreatureId) -> i16 {
    threshold_parts(state, who, Tally::read_by_somebody(false)).total() as i16
}

/// What makes up the effective Threshold of Pain.
#[inline]
pub(crate) fn threshold_parts(state: &State, who: CreatureId, mut tally: Tally) -> Tally {
    let rule = rule!("threshold-of-pain/effective");
    let base = rule!("threshold-of-pain/base");
    tally.add("base", state.sheet(who).threshold, base);
    let persona = state.attribute(who, Attribute::Persona);
    tally.add("Persona", persona, rule);
    let armor = armor(state, who).map_or(0, |armor| armor.threshold);
    tally.add("armor", armor, rule!("armor/definition"));
    tally.add("wear", -state.body(who).wear, rule);
    if tally.total() < 0 {
        tally.come_to("at least 0", 0, rule);
    }
    tally
}

/// Whether the Threshold of Pain is worn to 0 (`threshold-of-pain/wounded`).
pub(crate) fn wounded(state: &State, who: CreatureId) -> bool {
    threshold(state, who) == 0
}

/// The armor a creature wears.
#[inline]
pub(crate) fn armor(state: &State, who: CreatureId) -> Option<&crate::sheet::Armor> {
    state
        .all_items()
        .filter(|(_, item)| item.place == Place::Worn(who))
        .find_map(|(id, _)| match state.kind(id) {
            ItemKind::Armor(armor) => Some(armor),
            _ => None,
        })
}

/// The shield that a creature has readied, and that is whole (`actions/shield`, `critical-fumbles/durability-definition`).
#[inline]
pub(crate) fn shield(state: &State, who: CreatureId) -> Option<&crate::sheet::Shield> {
    state
        .all_items()
        .filter(|(_, item)| item.readied && item.durability > 0 && item.place == Place::Held(who))
        .find_map(|(id, _)| match state.kind(id) {
            ItemKind::Shield(shield) => Some(shield),
            _ => None,
        })
}

/// Fortitude, Agility and Willpower as impairments have left them (`impairments/table`).
#[inline]
fn fortitude_agility_willpower(state: &State, who: CreatureId) -> [i16; 3] {
    let (sheet, [bludgeoning, piercing, slashing]) =
        (state.sheet(who), state.body(who).impairments);
    [
        sheet.fortitude - bludgeoning,
        sheet.agility - slashing,
        sheet.willpower - piercing,
    ]
}

/// The highest of Fortitude, Agility and Willpower, the first of equals.
#[inline]
fn best_of([fortitude, agility, willpower]: [i16; 3]) -> (&'static str, i16) {
    if fortitude >= agility && fortitude >= willpower {
        ("Fortitude, the best", fortitude)
    } else if agility >= willpower {
        ("Agility, the best", agility)
    } else {
        ("Willpower, the best", willpower)
    }
}

/// What makes up a defense besides 10.
#[inline]
pub(crate) fn defense_tally(state: &State, who: CreatureId, defense: Defense) -> Tally {
    let mut tally = Tally::new();
    let sheet = state.sheet(who);
    match defense {
        Defense::Primary | Defense::Passive => {
            let rule = match defense {
                Defense::Primary => rule!("defenses/primary"),
                _ => rule!("defenses/passive"),
            };
            tally.add("natural armor", sheet.natural_armor, rule);
            if let Some(armor) = armor(state, who) {
                tally.add("armor", armor.bonus, rule!("armor/definition"));
            }
            tally.add("size", sheet.size.modifier(), rule!("sizes/table"));
            if defense == Defense::Primary {
                let shield = shield(state, who).map_or(0, |shield| shield.bonus);
                tally.add("shield", shield, rule);
                let (name, best) = best_of(fortitude_agility_willpower(state, who));
                tally.add(name, best, rule);
                stance(state, who, shield, &mut tally);
            }
        }
        Defense::Vigor => {
            let rule = rule!("defenses/vigor");
            tally.add(
                "Constitution",
                state.attribute(who, Attribute::Constitution),
                rule,
            );
            tally.add("Fortitude", sheet.fortitude, rule);
            tally.add(
                "impairments",
                -state.body(who).impairments[0],
                rule!("impairments/table"),
            );
            tally.add(
                "petrification",
                state.body(who).petrification,
                rule!("petrification/points"),
            );
        }
        Defense::Celerity => celerity(state, who, &mut tally),
        Defense::Spirit => {
            let rule = rule!("defenses/spirit");
            tally.add("Wisdom", state.attribute(who, Attribute::Wisdom), rule);
            tally.add("Willpower", sheet.willpower, rule);
            tally.add(
                "impairments",
                -state.body(who).impairments[1],
                rule!("impairments/table"),
            );
        }
    }
    tally
}

/// What the stance adds to Primary (`stances/cautious-benefit`, `stances/parrying-benefit`, `stances/parrying-minimum`).
fn stance(state: &State, who: CreatureId, shield: i16, tally: &mut Tally) {
    let posture = state.body(who).posture_met();
    if posture.from > state.clock.count {
        return;
    }
    match posture.stance {
        Stance::Cautious => tally.add("cautious", 2, rule!("stances/cautious-benefit")),
        Stance::Parrying => {
            let half = parrying_bonus(state, who).div_euclid(2);
            let rise = half + shield;
            if rise < 2 {
                tally.add("parrying", 2, rule!("stances/parrying-minimum"));
            } else {
                tally.add("parrying", half, rule!("stances/parrying-benefit"));
                tally.add("shield doubled", shield, rule!("stances/parrying-benefit"));
            }
        }
        _ => {}
    }
}

/// The attack bonus that counts for parrying: the highest of the weapons in hand and of those of a body that fights with them, or unarmed
/// (`stances/parrying-benefit`); of a weapon let fall on this count as well (`initiative/ties`).
pub(crate) fn parrying_bonus(state: &State, who: CreatureId) -> i16 {
    if let Some(bonus) = state.body(who).parrying_met() {
        return bonus;
    }
    arms_in_hand(state, who)
        .chain(arms_of_body(state, who))
        .map(|arm| attack_bonus(state, who, arm))
        .max()
        .unwrap_or_else(|| attack_bonus(state, who, unarmed(state, who)))
}

/// Celerity; penalties leave at least 5 of it (`defenses/celerity`, `paralysis/celerity-floor`, `paralysis/immobile-celerity`).
fn celerity(state: &State, who: CreatureId, tally: &mut Tally) {
    let rule = rule!("defenses/celerity");
    let body = state.body(who);
    let dexterity = state.attribute(who, Attribute::Dexterity);
    let agility = state.sheet(who).agility;
    tally.add("Dexterity", dexterity, rule);
    tally.add("Agility", agility, rule);
    let natural = 10 + dexterity + agility;
    if completely_immobile(state, who) {
        tally.add(
            "completely immobile",
            LEAST_CELERITY.min(natural) - natural,
            rule!("paralysis/immobile-celerity"),
        );
        return;
    }
    let penalties = [
        (
            "impairments",
            body.impairments[2],
            rule!("impairments/table"),
        ),
        (
            "paralysis",
            paralysis_step(state, who),
            rule!("paralysis/steps"),
        ),
        (
            "petrification",
            body.petrification,
            rule!("petrification/points"),
        ),
    ];
    let mut left = natural;
    for (source, penalty, rule) in penalties {
        tally.add(source, -penalty, rule);
        left -= penalty;
    }
    if left < LEAST_CELERITY {
        tally.add(
            "no lower by penalties",
            LEAST_CELERITY.min(natural) - left,
            rule!("paralysis/celerity-floor"),
        );
    }
}

/// A defense (`defenses/five`). Which one an attack meets is another matter.
#[inline]
pub(crate) fn defense(state: &State, who: CreatureId, defense: Defense) -> i16 {
    10 + defense_tally(state, who, defense).total() as i16
}

/// How far paralysis has gone: 0 none, 1 to 5 steps, 6 complete (`paralysis/steps`, `paralysis/complete`).
#[inline]
pub(crate) fn paralysis_step(state: &State, who: CreatureId) -> i16 {
    let sources = &state.body(who).paralysis;
    let points: i32 = sources.iter().map(|source| i32::from(source.points)).sum();
    if points == 0 {
        0
    } else {
        step_of(state, who, points)
    }
}

fn step_of(state: &State, who: CreatureId, points: i32) -> i16 {
    let vigor = i32::from(defense(state, who, Defense::Vigor).max(1));
    (2 * points / vigor).min(i32::from(PARALYSED)) as i16
}

/// The unarmed strike of a creature: the last of its natural weapons.
#[inline]
pub(crate) fn unarmed(state: &State, who: CreatureId) -> Arm {
    Arm::Natural(state.sheet(who).natural.len().saturating_sub(1) as u8)
}

/// The natural weapons of a creature that fights with them, without the unarmed strike.
#[inline]
pub(crate) fn arms_of_body(state: &State, who: CreatureId) -> impl Iterator<Item = Arm> {
    let sheet = state.sheet(who);
    let natural = match sheet.traits.natural_weapons {
        true => sheet.natural.len().saturating_sub(1),
        false => 0,
    };
    (0..natural).map(|number| Arm::Natural(number as u8))
}

/// Weapons in hand that are whole and can be wielded already.
pub(crate) fn arms_in_hand(state: &State, who: CreatureId) -> impl Iterator<Item = Arm> {
    state
        .all_items()
        .filter(move |(id, item)| {
            item.place == Place::Held(who)
                && item.durability > 0
                && item.in_grip
                && state.kind(*id).weapon().is_some()
        })
        .map(|(id, _)| Arm::Item(id))
}

/// The attribute that a weapon uses, and the rule that says so (`attack-modifiers/attribute`).
#[inline]
pub(crate) fn attribute_of(
    state: &State,
    who: CreatureId,
    weapon: &Weapon,
) -> (Attribute, affray_kernel::RuleId) {
    match weapon.category {
        Category::DisksAndBoomerangs
        | Category::Bows
        | Category::ChainsAndRopes
        | Category::Crossbows
        | Category::Daggers
        | Category::Staffs => (
            Attribute::Dexterity,
            rule!("attribute-bonuses/dexterity-categories"),
        ),
        Category::Unarmed => {
            let better = |one, other| {
                if state.attribute(who, other) > state.attribute(who, one) {
                    other
                } else {
                    one
                }
            };
            (
                better(Attribute::Strength, Attribute::Dexterity),
                rule!("attribute-bonuses/unarmed-better"),
            )
        }
        Category::Natural => (
            weapon.attribute.unwrap_or(Attribute::Strength),
            rule!("attribute-bonuses/dexterity-categories"),
        ),
        _ => (
            Attribute::Strength,
            rule!("attribute-bonuses/strength-categories"),
        ),
    }
}

/// How well a creature handles a weapon; its own body at least with affinity (`attack-modifiers/proficiency-levels`).
#[inline]
pub(crate) fn proficiency(state: &State, who: CreatureId, weapon: &Weapon) -> Proficiency {
    let written = state
        .sheet(who)
        .proficiencies
        .iter()
        .find(|(category, _)| *category == weapon.category)
        .map_or(Proficiency::Affinity, |(_, proficiency)| *proficiency);
    match (weapon.category, written) {
        (Category::Unarmed | Category::Natural, Proficiency::None) => Proficiency::Affinity,
        _ => written,
    }
}

/// What makes up the attack bonus with a weapon: every lasting number (`accuracy/definition`).
#[inline]
pub(crate) fn attack_bonus_tally(state: &State, who: CreatureId, arm: Arm) -> Tally {
    let mut tally = Tally::new();
    let sheet = state.sheet(who);
    tally.add("Accuracy", sheet.accuracy, rule!("accuracy/definition"));
    if let Some(weapon) = state.weapon(who, arm) {
        let (attribute, rule) = attribute_of(state, who, weapon);
        tally.add(attribute.name(), state.attribute(who, attribute), rule);
        tally.add(
            "size",
            sheet.size.modifier(),
            rule!("attack-modifiers/size"),
        );
        match proficiency(state, who, weapon) {
            Proficiency::None => {
                tally.add(
                    "no affinity",
                    -2,
                    rule!("attack-modifiers/proficiency-levels"),
                );
            }
            Proficiency::Affinity => {}
            Proficiency::Proficient => {
                tally.add("proficient", 1, rule!("attack-modifiers/common-table"));
            }
        }
        tally.add("weapon", weapon.attack_bonus, rule!("weapons/definition"));
    }
    hindrances(state, who, &mut tally);
    tally
}

/// What impairments take off the Accuracy in an attack roll, and paralysis and petrification off every one (`impairments/table`).
#[inline]
pub(crate) fn hindrances(state: &State, who: CreatureId, tally: &mut Tally) {
    tally.add(
        "impairments",
        -state.body(who).impairments[0],
        rule!("impairments/table"),
    );
    ailments(state, who, tally);
}

/// What paralysis and petrification take off every attack roll (`paralysis/steps`, `petrification/points`).
#[inline]
pub(crate) fn ailments(state: &State, who: CreatureId, tally: &mut Tally) {
    tally.add(
        "paralysis",
        -paralysis_step(state, who),
        rule!("paralysis/steps"),
    );
    tally.add(
        "petrification",
        -state.body(who).petrification,
        rule!("petrification/points"),
    );
}

/// The attack bonus with a weapon (`accuracy/definition`).
pub(crate) fn attack_bonus(state: &State, who: CreatureId, arm: Arm) -> i16 {
    attack_bonus_tally(state, who, arm).total() as i16
}

/// Reach in feet with a weapon: natural reach and what the weapon adds (`sizes/table`, `weapons/definition`).
#[inline]
pub(crate) fn reach_ft(state: &State, who: CreatureId, arm: Arm) -> i16 {
    let bonus = state
        .weapon(who, arm)
        .map_or(0, |weapon| weapon.reach_bonus_ft);
    state.sheet(who).reach_ft + bonus
}

/// Whether a creature's Speed Factors are rolled (`speed-classes/pc-rolled`, `speed-classes/npc-static`, `speed-classes/npc-rolled`).
#[inline]
pub(crate) fn rolls_speed(state: &State, who: CreatureId) -> bool {
    let sheet = state.sheet(who);
    state.cast.options.npc_rolled_sf || sheet.speed_factors == SpeedFactors::Rolled
}

/// Who rides a creature (`actions/mount`).
pub(crate) fn riders(state: &State, mount: CreatureId) -> impl Iterator<Item = CreatureId> {
    state
        .creatures()
        .filter(move |rider| state.body(*rider).mount == Some(mount))
}

/// Feet between two creatures, measured from space to space.
#[inline]
pub(crate) fn feet_between(state: &State, one: CreatureId, other: CreatureId) -> i16 {
    feet(state, state.space(one), state.space(other))
}

/// Feet between two spaces.
#[inline]
pub(crate) fn feet(state: &State, one: Space, other: Space) -> i16 {
    i16::try_from(state.grid().distance(one, other) * 5).unwrap_or(i16::MAX)
}

/// Whether two creatures are enemies.
#[inline]
pub(crate) fn enemies(state: &State, one: CreatureId, other: CreatureId) -> bool {
    state.sheet(one).side != state.sheet(other).side
}
