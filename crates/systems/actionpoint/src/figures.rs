//! A creature's sheet with what its figures are made of.

use std::collections::BTreeMap;

use affray_kernel::modifier::Tally;
use affray_kernel::notation::word_of;
use affray_kernel::sheet::{SheetLine, SheetSection, as_written, figures};
use affray_kernel::{CreatureId, ItemId, RuleId};

use super::content::usual_health;
use super::ids::rule;
use super::look::SKILLS;
use super::rules::core_rules;
use super::rules::damage::{self, armor_parts};
use super::rules::fighting_style::{self, Choice, Use};
use super::rules::hands::arms;
use super::rules::luck::Luck;
use super::rules::numbers::{block_rating, speed};
use super::sheet::{Attribute, Damage, DamageKind, DamageType, ItemKind, Skill, Ward, Weapon};
use super::state::{Arm, SpellId, State};

/// What stands elsewhere on a sheet, or is no figure.
const ELSEWHERE: &[&str] = &[
    "name",
    "side",
    "policy",
    "attributes",
    "skills",
    "styles",
    "initiative",
    "initiative_with",
    "speed_m",
    "health",
    "mana",
    "natural",
    "natural_armor",
    "resistances",
    "vulnerabilities",
    "spells",
    "perks",
];

/// Those of a weapon that go into its attacks and damage.
const OF_ATTACKS: &[&str] = &["name", "damage", "two_handed", "reach_m", "unarmed"];

/// The sheet of a creature.
pub(crate) fn sheet(state: &State, who: CreatureId) -> Vec<SheetSection> {
    let sheet = state.sheet(who);
    let perks = sheet.perks.iter();
    let perks = perks.map(|perk| SheetLine::of(&perk.name, perk, &["name"]));
    let mut sections = vec![
        SheetSection::new("Creature", figures(sheet, ELSEWHERE)),
        SheetSection::new("Attributes", attributes(state, who)),
        SheetSection::new("Pools and initiative", pools(state, who)),
        SheetSection::new("Protection and Speed", protection(state, who)),
        SheetSection::new("Skills", skills(state, who)),
        SheetSection::new("Fighting styles", styles(state, who)),
    ];
    sections.extend(arms(state, who).map(|arm| attacks(state, who, arm)));
    let title = "Spells and abilities";
    sections.push(SheetSection::new(title, spells(state, who)));
    sections.push(SheetSection::new("Perks", perks));
    let things = state.belongings(who);
    let things = things.map(|(item, place)| thing(state, item, place));
    sections.push(SheetSection::new("Things", things));
    sections
}

fn attributes(state: &State, who: CreatureId) -> [SheetLine; 7] {
    let rule = rule!("character-stats/attributes");
    let value = |attribute| state.sheet(who).attribute(attribute);
    Attribute::ALL.map(|attribute| SheetLine::by(attribute.name(), value(attribute), rule))
}

fn pools(state: &State, who: CreatureId) -> Vec<SheetLine> {
    let sheet = state.sheet(who);
    let rule = rule!("character-stats/health-pool");
    let usual = usual_health(sheet.attribute(Attribute::Endurance));
    let health = as_written(sheet.health, usual, rule);
    let health = SheetLine::score("Health Pool", &health, rule);
    let mana = SheetLine::by("mana", sheet.mana, rule!("magic/cost"));
    let rating = rule!("character-stats/initiative-rating");
    let initiative = SheetLine::by("initiative", sheet.initiative_value(), rating);
    let mana = (sheet.mana > 0).then_some(mana);
    std::iter::once(health)
        .chain(mana)
        .chain([initiative])
        .collect()
}

fn protection(state: &State, who: CreatureId) -> Vec<SheetLine> {
    let armor = armor_parts(state, who, DamageType::Crushing);
    let mut lines = vec![SheetLine::score(
        "Armor Rating",
        &armor,
        rule!("armor/rating"),
    )];
    for kind in [DamageType::Fire, DamageType::Frost, DamageType::Shock] {
        let armor = armor_parts(state, who, kind);
        if armor.total() > 0 {
            let name = format!("Armor Rating against {}", kind.name());
            let rule = rule!("armor/rare-materials");
            lines.push(SheetLine::score(name, &armor, rule));
        }
    }
    let block = block_rating(state, who);
    let rule = rule!("shields/block-rating");
    lines.extend(block.map(|block| SheetLine::by("Block Rating", block, rule)));
    let resistance = rule!("resistance/notation");
    let resistances = damage::resistances(state, who);
    lines.extend(wards("resistance", resistances, resistance));
    let vulnerability = rule!("resistance/vulnerability");
    let vulnerabilities = damage::vulnerabilities(state, who);
    lines.extend(wards("vulnerability", vulnerabilities, vulnerability));
    let speed = speed(state, who, Tally::new());
    let rule = rule!("character-stats/speed");
    lines.push(SheetLine::score("Speed", &speed, rule).in_unit("m"));
    lines
}

/// The highest ward against each type or group (`resistance/no-stacking`, `resistance/vulnerability-no-stacking`).
fn wards<'w>(
    what: &str,
    wards: impl Iterator<Item = &'w Ward>,
    rule: RuleId,
) -> impl Iterator<Item = SheetLine> {
    let mut highest: BTreeMap<DamageKind, i16> = BTreeMap::new();
    for ward in wards {
        let value = highest.entry(ward.against).or_default();
        *value = ward.value.max(*value);
    }
    highest.into_iter().map(move |(against, value)| {
        let against = word_of(&against).unwrap_or_default();
        SheetLine::by(format!("{what}: {against}"), value, rule)
    })
}

/// What skills are tested with, without what the occasion adds.
fn skills(state: &State, who: CreatureId) -> impl Iterator<Item = SheetLine> {
    let rule = rule!("core-rules/target-number");
    let skills = SKILLS.into_iter();
    let skills = skills.filter(|skill| *skill != Skill::FightingStyle);
    skills.map(move |skill| {
        let mut parts = Tally::new();
        let luck = core_rules::parts(state, who, skill, &mut parts);
        tested(skill.name(), &(parts, luck), rule)
    })
}

/// What a test is made with: the number, and the boon or bane that it has whatever the occasion.
fn tested(name: impl Into<String>, (parts, luck): &(Tally, Luck), rule: RuleId) -> SheetLine {
    let line = SheetLine::score(name, parts, rule);
    match luck.in_words() {
        Some(luck) => line.in_unit(&luck),
        None => line,
    }
}

/// The fighting styles with each attribute, and what one is trained in through them.
fn styles(state: &State, who: CreatureId) -> Vec<SheetLine> {
    let mut lines = Vec::new();
    for (number, style) in state.sheet(who).styles.iter().enumerate() {
        for attribute in Use::EITHER {
            let choice = Choice {
                style: number as u8,
                attribute: *attribute,
            };
            let parts = style_parts(state, who, (Use::EITHER, false), Some(choice));
            let name = format!("{} with {}", style.name, attribute.name());
            let rule = rule!("fighting-style/definition");
            lines.push(tested(name, &parts, rule));
        }
        let gear = fighting_style::gear_list(state, who, number as u8);
        let gear = gear.filter_map(|gear| state.cast.gear.get(usize::from(gear.0)));
        let gear: Vec<&str> = gear.map(String::as_str).collect();
        let name = format!("{}: trained in", style.name);
        let rule = rule!("fighting-style/gear-list");
        lines.push(SheetLine::by(name, gear.join(", "), rule));
    }
    lines
}

/// The parts of a Fighting Style test, made with a style and an attribute or with the best.
fn style_parts(
    state: &State,
    who: CreatureId,
    (attributes, unarmed): (&'static [Attribute], bool),
    choice: Option<Choice>,
) -> (Tally, Luck) {
    let used = Use {
        attributes,
        unarmed,
    };
    let best = || fighting_style::choose(state, who, used, (None, None), |_, _| {});
    let choice = choice.unwrap_or_else(best);
    let mut parts = Tally::new();
    let luck = fighting_style::parts(state, who, used, choice, &mut parts);
    (parts, luck)
}

/// A weapon: how it strikes and how it is shot or thrown, and its own figures.
fn attacks(state: &State, who: CreatureId, arm: Arm) -> SheetSection {
    let Some(weapon) = state.weapon(who, arm) else {
        return SheetSection::new("", []);
    };
    let mut lines = Vec::new();
    if let Some(reach) = weapon.reach_m {
        let parts = style_parts(state, who, (Use::EITHER, weapon.unarmed), None);
        let rule = rule!("attack/melee-attribute");
        lines.push(tested("melee attack", &parts, rule));
        let rule = rule!("space/reach");
        lines.push(SheetLine::by("reach", reach, rule).in_unit("m"));
    }
    if weapon.range_m.is_some() || weapon.thrown_m.is_some() {
        let parts = style_parts(state, who, (Use::AGILITY, false), None);
        let rule = rule!("attack/ranged-attribute");
        lines.push(tested("ranged attack", &parts, rule));
    }
    lines.extend(damage(weapon));
    lines.extend(figures(weapon, OF_ATTACKS));
    SheetSection::new(&weapon.name, lines)
}

fn damage(weapon: &Weapon) -> impl Iterator<Item = SheetLine> {
    let rule = rule!("damage-pipeline/roll");
    let with_both = weapon.two_handed.map(|pool| pool.to_string());
    let with_both = with_both.map(|dice| SheetLine::by("damage with both hands", dice, rule));
    let components = weapon.damage.iter();
    let components = components.map(move |one| SheetLine::by("damage", in_words(one), rule));
    components.chain(with_both)
}

/// Dice and the types that one may choose from: `1d8 crushing or piercing`.
fn in_words(damage: &Damage) -> String {
    let types: Vec<&str> = damage.types.iter().map(|kind| kind.name()).collect();
    format!("{} {}", damage.dice, types.join(" or "))
}

fn spells(state: &State, who: CreatureId) -> impl Iterator<Item = SheetLine> {
    state.sheet(who).spells.iter().map(|spell| {
        let spell = state.spell(SpellId(*spell));
        SheetLine::plain(&spell.name, spell.in_words())
    })
}

fn thing(state: &State, id: ItemId, place: &str) -> SheetLine {
    let (item, kind) = (state.item(id), state.kind(id));
    let worn = [
        Some(place.to_owned()),
        (item.unloaded > 0).then(|| "not loaded".to_owned()),
        item.uses.map(|uses| format!("{uses} left")),
        spell_in(state, kind),
    ];
    SheetLine::thing(kind.name(), worn, kind.in_words())
}

/// The spell whose magic a thing has.
fn spell_in(state: &State, kind: &ItemKind) -> Option<String> {
    match kind {
        ItemKind::Gear(gear) => {
            let spell = state.spell(SpellId(gear.spell?));
            Some(format!("with the magic of {}", spell.name))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::sample::{GARRET, fight};
    use crate::rules::numbers::{armor_rating, speed_m};
    use crate::sheet::{DamageKind, Perk};
    use crate::state::{Cast, GearId, Running, Shared};
    use affray_trial::figures::{made_of, value};

    #[test]
    fn gear_that_was_learnt_stands_on_the_list() {
        let mut state = fight();
        let name = format!("{}: trained in", state.sheet(GARRET).styles[0].name);
        let trained = |state: &State| value(&sheet(state, GARRET), &name).to_owned();
        let before = trained(&state);
        let dagger = state.cast.gear.iter().position(|gear| gear == "dagger");
        let dagger = GearId(dagger.expect("a type of gear") as u16);
        state.bodies[GARRET.index()].learnt.push((0, dagger));
        assert_eq!(trained(&state), format!("{before}, dagger"));
    }

    #[test]
    fn wards_of_spells_and_perks_stand_on_the_sheet_the_highest_of_each_kind() {
        let mut state = fight();
        let ward = |against, value| Ward { against, value };
        let mut cast = Cast::clone(&state.cast);
        let garret = &mut cast.sheets[GARRET.index()];
        garret.resistances = vec![ward(DamageKind::Fire, 1), ward(DamageKind::Poison, 5)];
        garret.perks.push(Perk {
            resistances: vec![ward(DamageKind::Poison, 3), ward(DamageKind::Acid, 2)],
            vulnerabilities: vec![ward(DamageKind::Frost, 2)],
            ..Perk::default()
        });
        state.cast = Shared::new(cast);
        let ember = state
            .cast
            .spells
            .iter()
            .position(|spell| spell.name == "ember ward");
        let spell = SpellId(ember.expect("a spell") as u8);
        state.running.push(Running {
            on: GARRET,
            spell,
            left: 1,
        });
        let sections = sheet(&state, GARRET);
        let fire = damage::ward_balance(&state, GARRET, DamageType::Fire);
        assert!(fire < -1, "{fire}");
        assert_eq!(value(&sections, "resistance: fire"), (-fire).to_string());
        assert_eq!(value(&sections, "resistance: poison"), "5");
        assert_eq!(value(&sections, "resistance: acid"), "2");
        assert_eq!(value(&sections, "vulnerability: frost"), "2");
    }

    #[test]
    fn the_sheet_says_what_the_rules_reckon_with() {
        let state = fight();
        let sections = sheet(&state, GARRET);
        for skill in Skill::LISTED {
            let own = core_rules::skill_value(state.sheet(GARRET), skill);
            assert_eq!(value(&sections, skill.name()), own.to_string());
        }
        let armor = armor_rating(&state, GARRET).to_string();
        assert_eq!(value(&sections, "Armor Rating"), armor);
        let speed = format!("{} m", speed_m(&state, GARRET));
        assert_eq!(value(&sections, "Speed"), speed);
        assert!(!made_of(&sections, "melee attack").is_empty());
        assert!(value(&sections, "longsword").starts_with("in hand"));
    }
}
