//! A creature's sheet with what its figures are made of.

use affray_kernel::modifier::Tally;
use affray_kernel::sheet::{SheetLine, SheetSection, as_written, figures};
use affray_kernel::{CreatureId, ItemId};

use super::content::{usual_aura_strength, usual_recovery_value, usual_surges};
use super::ids::rule;
use super::rules::melee::{critical_from, damage_parts};
use super::rules::numbers::{
    agility, attack_value_tally, coverage, evasion_tally, fortitude_tally, is_unarmed, jump_reach,
    masab_parts, masdb_parts, miss_chance_modifier_tally, proficient, range_m,
    ranged_evasion_tally, rating, reach_m, speed, sprint, unarmed_evasion_tally, will_tally,
};
use super::rules::{powers, ranged};
use super::sheet::{Ability, Aiming, Skill, Weapon, Working};
use super::state::{Arm, PowerId, State};

/// What is called otherwise on a sheet than in files.
const CALLED: &[(&str, &str)] = &[("kind", "damage type"), ("melee", "used in melee")];

/// What stands elsewhere on a sheet, or is no figure.
const ELSEWHERE: &[&str] = &[
    "name",
    "side",
    "policy",
    "martial_proficiency",
    "modifiers",
    "skills",
    "inherent_evasion",
    "inherent_fortitude",
    "inherent_will",
    "speed_m",
    "stamina",
    "aura_strength",
    "recovery_value",
    "surges",
    "natural_armor",
    "natural",
    "powers",
];

/// Those of a weapon that go into its attacks and damage.
const OF_ATTACKS: &[&str] = &["name", "damage", "attack_bonus", "reach_m", "thrown"];

fn called(line: SheetLine) -> SheetLine {
    line.called(CALLED)
}

/// The sheet of a creature.
pub(crate) fn sheet(state: &State, who: CreatureId) -> Vec<SheetSection> {
    let sheet = state.sheet(who);
    let mut sections = vec![
        SheetSection::new("Creature", figures(sheet, ELSEWHERE)),
        SheetSection::new("Abilities and skills", abilities(state, who)),
        SheetSection::new("Aura and Stamina", pools(state, who)),
        SheetSection::new("Defenses", defenses(state, who)),
        SheetSection::new("Movement", movement(state, who)),
        SheetSection::new("Melee", melee_bonuses(state, who)),
    ];
    let in_hand = state.held(who).map(|(id, _)| Arm::Item(id));
    let natural = (0..).take(sheet.natural.len()).map(Arm::Natural);
    for arm in in_hand.chain(natural) {
        if let Some(weapon) = state.weapon(who, arm) {
            sections.push(in_melee(state, who, (arm, weapon)));
            sections.push(from_afar(state, who, (arm, weapon), false));
            sections.push(from_afar(state, who, (arm, weapon), true));
        }
    }
    let title = "Spells and abilities";
    sections.push(SheetSection::new(title, spells(state, who)));
    let things = state.belongings(who);
    let things = things.map(|(item, place)| thing(state, item, place));
    sections.push(SheetSection::new("Things", things));
    sections
}

fn abilities(state: &State, who: CreatureId) -> Vec<SheetLine> {
    let sheet = state.sheet(who);
    let ability = rule!("fundamentals/ability-modifier");
    let check = rule!("fundamentals/skill-check");
    let abilities = Ability::ALL.into_iter();
    let abilities = abilities.map(|one| SheetLine::by(one.name(), sheet.modifier(one), ability));
    let skills = Skill::ALL.into_iter();
    let skills = skills.map(|skill| SheetLine::by(skill.name(), sheet.skill(skill), check));
    let rule = rule!("mpl/definition");
    let martial = SheetLine::by("Martial Proficiency", sheet.martial_proficiency, rule);
    abilities.chain(skills).chain([martial]).collect()
}

fn pools(state: &State, who: CreatureId) -> Vec<SheetLine> {
    let sheet = state.sheet(who);
    let rounding = state.cast.options.negative_rounding;
    let rule = rule!("stamina/maximum");
    let stamina = SheetLine::by("maximum Stamina", sheet.stamina, rule);
    if sheet.traits.object {
        let points = SheetLine::by("hit points", sheet.aura_strength, rule!("gaps/objects"));
        return vec![points];
    }
    let usual = [
        (
            "Aura Strength",
            sheet.aura_strength,
            usual_aura_strength(sheet.modifiers, rounding),
            rule!("aura/strength"),
        ),
        (
            "Recovery Value",
            sheet.recovery_value,
            usual_recovery_value(sheet.modifiers),
            rule!("aura/recovery-value"),
        ),
        (
            "Recovery Surges",
            sheet.surges,
            usual_surges(sheet.modifiers, rounding),
            rule!("aura/recovery-surges"),
        ),
    ];
    let usual = usual.map(|(name, written, usual, rule)| {
        SheetLine::score(name, &as_written(written, usual, rule), rule)
    });
    usual.into_iter().chain([stamina]).collect()
}

fn defenses(state: &State, who: CreatureId) -> Vec<SheetLine> {
    let rolled = [
        ("Evasion", evasion_tally(state, who), rule!("evasion/value")),
        (
            "Ranged Evasion",
            ranged_evasion_tally(state, who, true),
            rule!("evasion/ranged"),
        ),
        (
            "Unarmed Evasion",
            unarmed_evasion_tally(state, who),
            rule!("evasion/unarmed"),
        ),
        (
            "Fortitude",
            fortitude_tally(state, who),
            rule!("fortitude/roll"),
        ),
        ("Will", will_tally(state, who), rule!("will/roll")),
    ];
    let rolled = rolled.map(|(name, tally, rule)| SheetLine::bonus(name, &tally, rule));
    let armour = [
        (
            "Armor Coverage",
            coverage(state, who, false),
            rule!("melee/armor"),
        ),
        (
            "Armor Coverage at range",
            coverage(state, who, true),
            rule!("ranged/armor"),
        ),
        (
            "Armor Rating",
            rating(state, who),
            rule!("gaps/armor-table"),
        ),
    ];
    let armour = armour.map(|(name, value, rule)| SheetLine::by(name, value, rule));
    rolled.into_iter().chain(armour).collect()
}

fn movement(state: &State, who: CreatureId) -> [SheetLine; 4] {
    let speed = speed(state, who, Tally::new());
    let sprint = sprint(state, who, Tally::new());
    let jump = jump_reach(state, who, Tally::new());
    let agility = agility(state, who, Tally::new());
    [
        SheetLine::score("Speed", &speed, rule!("gaps/race-speed")).in_unit("m"),
        SheetLine::score("Sprint", &sprint, rule!("actions/sprint")).in_unit("m"),
        SheetLine::score("Jump Reach", &jump, rule!("size/jump-reach")).in_unit("dm"),
        SheetLine::score("maximum Agility", &agility, rule!("agility/maximum")),
    ]
}

fn melee_bonuses(state: &State, who: CreatureId) -> [SheetLine; 2] {
    [
        SheetLine::bonus(
            "Melee Ability Score Attack Bonus (MASAB)",
            &masab_parts(state, who),
            rule!("melee/masab"),
        ),
        SheetLine::bonus(
            "Melee Ability Score Damage Bonus (MASDB)",
            &masdb_parts(state, who),
            rule!("melee/masdb"),
        ),
    ]
}

/// A weapon in melee: nothing, if it serves for nothing there.
fn in_melee(state: &State, who: CreatureId, (arm, weapon): (Arm, &Weapon)) -> SheetSection {
    let lines = weapon.melee.then(|| {
        let value = attack_value_tally(state, who, arm);
        let (damage, damage_rule) = damage_parts(state, who, arm);
        let mut reach = Tally::new();
        let rule = rule!("size/reach");
        reach.add("weapon", weapon.reach_m, rule!("gaps/weapon-table"));
        reach.come_to("size", reach_m(state, who, arm), rule);
        let unarmed = is_unarmed(state, who, arm);
        let mut lines = vec![
            SheetLine::score("Attack Value", &value, rule!("melee/attack-value")),
            SheetLine::dice("damage", weapon.damage, &damage, damage_rule),
            critical(state, who, arm),
            SheetLine::score("Reach", &reach, rule).in_unit("m"),
        ];
        if !unarmed && !proficient(state, who, weapon.requirement) {
            let rule = rule!("mpl/not-proficient-melee");
            lines.push(SheetLine::by("damage without proficiency", "halved", rule));
        }
        lines.extend(figures(weapon, OF_ATTACKS).into_iter().map(called));
        lines
    });
    SheetSection::new(&weapon.name, lines.into_iter().flatten())
}

fn critical(state: &State, who: CreatureId, arm: Arm) -> SheetLine {
    let from = critical_from(state, who, Some(arm));
    SheetLine::by("Critical Hit from", from, rule!("critical/threshold"))
}

/// A weapon that is shot, or thrown: nothing, if it is not made for it.
fn from_afar(
    state: &State,
    who: CreatureId,
    (arm, weapon): (Arm, &Weapon),
    thrown: bool,
) -> SheetSection {
    let (how, made_for_it) = if thrown {
        ("thrown", weapon.thrown.is_some())
    } else {
        ("shot", weapon.shooting.is_some())
    };
    let lines = made_for_it.then(|| {
        let chance = miss_chance_modifier_tally(state, who, arm, thrown);
        let damage = ranged::damage_parts(state, who, arm, thrown);
        let rule = rule!("ranged/miss-chance-modifier");
        let range = range_m(state, who, arm, thrown).map(|metres| metres.to_string());
        let range = SheetLine::by("range", range.join("/"), rule!("range/values"));
        let mut lines = vec![
            SheetLine::score("Miss Chance Modifier", &chance, rule),
            SheetLine::dice("damage", weapon.damage, &damage, rule!("ranged/damage")),
            critical(state, who, arm),
            range.in_unit("m"),
        ];
        if !proficient(state, who, weapon.requirement) {
            let rule = rule!("mpl/not-proficient-ranged");
            lines.push(SheetLine::by("damage without proficiency", "halved", rule));
            lines.push(SheetLine::by("Energy without proficiency", "1 more", rule));
        }
        lines
    });
    let title = format!("{}, {how}", weapon.name);
    SheetSection::new(title, lines.into_iter().flatten())
}

/// Each spell or ability, before its figures the Attack Value of those that have one.
fn spells(state: &State, who: CreatureId) -> Vec<SheetLine> {
    let mut lines = Vec::new();
    for number in &state.sheet(who).powers {
        let power = state.power(PowerId(*number));
        if let Working::Attack {
            aiming: Aiming::Value { bonus, .. },
            ..
        } = &power.works
        {
            let value = powers::attack_value(state, who, *bonus);
            let name = format!("{}: Attack Value", power.name);
            lines.push(SheetLine::score(name, &value, rule!("gaps/spells")));
        }
        lines.push(SheetLine::plain(&power.name, power.in_words()));
    }
    lines
}

fn thing(state: &State, id: ItemId, place: &str) -> SheetLine {
    let (item, kind) = (state.item(id), state.kind(id));
    let worn = [
        Some(place.to_owned()),
        item.broken.then(|| "broken".to_owned()),
        item.left.map(|left| format!("{left} left")),
    ];
    SheetLine::thing(kind.name(), worn, kind.in_words())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::sample::{GARRET, fight};
    use crate::rules::numbers::{masab, masdb, max_agility, sprint_m};
    use affray_trial::figures::{made_of, value};

    #[test]
    fn the_sheet_says_what_the_rules_reckon_with() {
        let state = fight();
        let sections = sheet(&state, GARRET);
        for (name, number) in [
            (
                "Melee Ability Score Attack Bonus (MASAB)",
                format!("+{}", masab(&state, GARRET)),
            ),
            (
                "Melee Ability Score Damage Bonus (MASDB)",
                format!("+{}", masdb(&state, GARRET)),
            ),
            ("maximum Agility", max_agility(&state, GARRET).to_string()),
            ("Sprint", format!("{} m", sprint_m(&state, GARRET))),
        ] {
            assert_eq!(value(&sections, name), number, "{name}");
        }
        assert_eq!(made_of(&sections, "Attack Value")[0], ("base", 15));
        let masab = made_of(&sections, "Melee Ability Score Attack Bonus (MASAB)");
        assert_eq!(masab.last().map(|part| part.0), Some("a third of it"));
        assert!(value(&sections, "longsword").starts_with("in hand"));
    }
}
