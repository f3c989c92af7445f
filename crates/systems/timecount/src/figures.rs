//! A creature's sheet with what its figures are made of.

use affray_kernel::modifier::Tally;
use affray_kernel::notation::word_of;
use affray_kernel::sheet::{SheetLine, SheetSection, as_written, figures};
use affray_kernel::{CreatureId, ItemId};

use super::actions::attack::arms;
use super::content::usual_hp;
use super::ids::rule;
use super::rules::attack::spell_bonus;
use super::rules::damage::modifiers;
use super::rules::numbers::{attack_bonus_tally, defense_tally, reach_ft, threshold_parts};
use super::rules::rates::{pace_name, rate_parts, speed_parts};
use super::sheet::{Amount, Attribute, Control, Defense, ItemKind, Sheet, Skill};
use super::state::{Arm, Pace, SpellId, State};

/// What is called otherwise on a sheet than in files.
const CALLED: &[(&str, &str)] = &[
    ("group", "initiative group"),
    ("speed factors", "Speed Factors"),
    ("melee", "used in melee"),
    ("nonlethal", "nonlethal damage"),
    ("ranged flight", "flight"),
    ("ranged increment", "range increment"),
    ("types", "damage types"),
];

/// What stands elsewhere on a sheet, or is no figure.
const ELSEWHERE: &[&str] = &[
    "name",
    "side",
    "policy",
    "control",
    "attributes",
    "accuracy",
    "power",
    "fortitude",
    "agility",
    "willpower",
    "threshold",
    "max_hp",
    "natural_armor",
    "reach_ft",
    "speed_ft",
    "skills",
    "proficiencies",
    "natural",
    "spells",
];

/// Those of a weapon that go into its attacks and damage.
const OF_ATTACKS: &[&str] = &[
    "name",
    "damage",
    "attack_bonus",
    "damage_bonus",
    "reach_bonus_ft",
    "multiplier",
];

fn creature(sheet: &Sheet) -> impl Iterator<Item = SheetLine> {
    let is_player = sheet.control == Control::PlayerCharacter;
    let who = is_player.then(|| SheetLine::plain("player character", "yes"));
    who.into_iter()
        .chain(figures(sheet, ELSEWHERE).into_iter().map(called))
}

fn called(line: SheetLine) -> SheetLine {
    line.called(CALLED)
}

/// The sheet of a creature.
pub(crate) fn sheet(state: &State, who: CreatureId) -> Vec<SheetSection> {
    let sheet = state.sheet(who);
    let mut sections = vec![
        SheetSection::new("Creature", creature(sheet)),
        SheetSection::new("Attributes", attributes(state, who)),
        SheetSection::new("Fighting", fighting(state, who)),
        SheetSection::new("Hit points and pain", health(state, who)),
        SheetSection::new("Defenses", defenses(state, who)),
        SheetSection::new("Movement in 4 counts", movement(state, who)),
        SheetSection::new("Skills", skills(state, who)),
        SheetSection::new("Proficiencies", proficiencies(state, who)),
    ];
    sections.extend(arms(state, who).map(|arm| attacks(state, who, arm)));
    sections.push(SheetSection::new("Spells", spells(state, who)));
    let things = state.belongings(who);
    let things = things.map(|(item, place)| thing(state, item, place));
    sections.push(SheetSection::new("Things", things));
    sections
}

fn attributes(state: &State, who: CreatureId) -> [SheetLine; 6] {
    let rule = rule!("engine/attributes");
    Attribute::ALL.map(|attribute| {
        let own = state.sheet(who).attributes[attribute as usize];
        let left = state.attribute(who, attribute);
        if left == own {
            return SheetLine::by(attribute.name(), own, rule);
        }
        let mut tally = Tally::new();
        tally.add("own", own, rule);
        tally.come_to("lost", left, rule);
        SheetLine::score(attribute.name(), &tally, rule)
    })
}

fn fighting(state: &State, who: CreatureId) -> [SheetLine; 5] {
    let sheet = state.sheet(who);
    let primary = rule!("defenses/primary");
    [
        ("Accuracy", sheet.accuracy, rule!("accuracy/definition")),
        ("Power", sheet.power, rule!("damage/power-all-attacks")),
        ("Fortitude", sheet.fortitude, primary),
        ("Agility", sheet.agility, primary),
        ("Willpower", sheet.willpower, primary),
    ]
    .map(|(name, value, rule)| SheetLine::by(name, value, rule))
}

fn health(state: &State, who: CreatureId) -> [SheetLine; 2] {
    let sheet = state.sheet(who);
    let rule = rule!("hit-points/starting");
    let usual = usual_hp(sheet.attributes[Attribute::Constitution as usize]);
    let hp = as_written(sheet.max_hp, usual, rule);
    let threshold = threshold_parts(state, who, Tally::new());
    let effective = rule!("threshold-of-pain/effective");
    [
        SheetLine::score("maximum hit points", &hp, rule),
        SheetLine::score("Threshold of Pain", &threshold, effective),
    ]
}

fn defenses(state: &State, who: CreatureId) -> [SheetLine; 5] {
    let rule = rule!("defenses/five");
    Defense::ALL.map(|defense| {
        let mut tally = Tally::new();
        tally.add("base", 10, rule);
        tally.extend(&defense_tally(state, who, defense));
        SheetLine::score(defense.name(), &tally, rule)
    })
}

/// The base speed, and what becomes of it at other paces.
fn movement(state: &State, who: CreatureId) -> Vec<SheetLine> {
    let rule = rule!("movement-rate/definition");
    let speed = SheetLine::score("base speed", &speed_parts(state, who), rule).in_unit("ft");
    let paces = [Pace::Sneak, Pace::Half, Pace::Run].into_iter();
    let paces = paces.filter_map(|pace| {
        let (tally, rule) = rate_parts(state, who, pace)?;
        Some(SheetLine::score(pace_name(pace), &tally, rule).in_unit("ft"))
    });
    std::iter::once(speed).chain(paces).collect()
}

fn skills(state: &State, who: CreatureId) -> [SheetLine; 6] {
    let rule = rule!("checks/modifiers");
    let rank = |skill: Skill| state.sheet(who).rank(skill);
    Skill::ALL.map(|skill| SheetLine::by(skill.name(), rank(skill), rule))
}

fn proficiencies(state: &State, who: CreatureId) -> impl Iterator<Item = SheetLine> {
    let written = state.sheet(who).proficiencies.iter();
    written.filter_map(|(category, proficiency)| {
        let category = word_of(category)?.replace('-', " ");
        let rule = rule!("attack-modifiers/proficiency-levels");
        Some(SheetLine::by(category, word_of(proficiency)?, rule))
    })
}

/// A weapon: how it attacks, and its own figures.
fn attacks(state: &State, who: CreatureId, arm: Arm) -> SheetSection {
    let Some(weapon) = state.weapon(who, arm) else {
        return SheetSection::new("", []);
    };
    let bonus = attack_bonus_tally(state, who, arm);
    let accuracy = rule!("accuracy/definition");
    let mut lines = vec![SheetLine::bonus("attack bonus", &bonus, accuracy)];
    if let Some(damage) = weapon.damage {
        let mut parts = modifiers(state, who, weapon);
        let dice = match damage {
            Amount::Dice(pool) => Some(pool),
            Amount::Fixed(amount) => {
                parts.add("weapon", amount, rule!("weapons/definition"));
                None
            }
        };
        lines.push(SheetLine::dice(
            "damage",
            dice,
            &parts,
            rule!("damage/roll"),
        ));
    }
    let mut reach = Tally::new();
    let size = rule!("sizes/table");
    reach.add("own reach", state.sheet(who).reach_ft, size);
    let with_weapon = reach_ft(state, who, arm);
    reach.come_to("weapon", with_weapon, rule!("weapons/definition"));
    lines.push(SheetLine::score("reach", &reach, size).in_unit("ft"));
    lines.extend(figures(weapon, OF_ATTACKS).into_iter().map(called));
    if weapon.multiplier > 1 {
        let rule = rule!("multiplying-damage/roll-again");
        lines.push(SheetLine::by("damage is rolled", weapon.multiplier, rule).in_unit("times"));
    }
    SheetSection::new(&weapon.name, lines)
}

fn spells(state: &State, who: CreatureId) -> Vec<SheetLine> {
    let known = &state.sheet(who).spells;
    let bonus = (!known.is_empty()).then(|| {
        let rule = rule!("spell-attacks/bonus");
        SheetLine::bonus("spell attack bonus", &spell_bonus(state, who), rule)
    });
    let spells = known.iter().map(|spell| {
        let spell = state.spell(SpellId(*spell));
        SheetLine::plain(&spell.name, spell.in_words())
    });
    bonus.into_iter().chain(spells).collect()
}

fn thing(state: &State, id: ItemId, place: &str) -> SheetLine {
    let (item, kind) = (state.item(id), state.kind(id));
    let durability = kind.weapon().and_then(|weapon| weapon.durability);
    let is_shield = matches!(kind, ItemKind::Shield(_));
    let worn = [
        Some(place.to_owned()),
        durability.map(|_| format!("{} Durability Points", item.durability)),
        (is_shield && item.readied).then(|| "readied".to_owned()),
        item.left.map(|left| format!("{left} left")),
        item.lit.then(|| "burning".to_owned()),
    ];
    SheetLine::thing(kind.name(), worn, kind.in_words())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::sample::{GARRET, fight};
    use crate::rules::numbers::{defense, threshold};
    use crate::rules::rates::rate_ft;
    use affray_trial::figures::{made_of, value};

    #[test]
    fn the_sheet_says_what_the_rules_reckon_with() {
        let state = fight();
        let sections = sheet(&state, GARRET);
        for kind in Defense::ALL {
            let number = defense(&state, GARRET, kind).to_string();
            assert_eq!(value(&sections, kind.name()), number);
        }
        let pain = threshold(&state, GARRET).to_string();
        assert_eq!(value(&sections, "Threshold of Pain"), pain);
        for pace in [Pace::Half, Pace::Run] {
            let feet = format!("{} ft", rate_ft(&state, GARRET, pace));
            assert_eq!(value(&sections, pace_name(pace)), feet);
        }
        assert_eq!(made_of(&sections, "Primary")[0], ("base", 10));
        assert!(value(&sections, "long sword").starts_with("in hand"));
    }
}
