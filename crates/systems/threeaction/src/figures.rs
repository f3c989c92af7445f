//! A creature's sheet with what its figures are made of.

use affray_kernel::modifier::Tally;
use affray_kernel::sheet::{SheetLine, SheetSection, as_written, figures};
use affray_kernel::{CreatureId, ItemId};

use super::actions::{shoot, strike};
use super::content::{usual_energy, usual_hp, usual_mental_defense, usual_physical_defense};
use super::ids::rule;
use super::offers::arms;
use super::rules::attack::Kind;
use super::rules::blow::{Blow, damage_tally};
use super::rules::hands::{is_destroyed, shield_bonus};
use super::rules::numbers::{reach_ft, speed, worn_durability};
use super::rules::skills::{self, Skill};
use super::rules::spells;
use super::sheet::{Use, Weapon};
use super::state::{Arm, State};

/// What is called otherwise on a sheet than in files.
const CALLED: &[(&str, &str)] = &[("hp", "HP"), ("damage", "damage type")];

/// What stands elsewhere on a sheet, or is no figure.
const ELSEWHERE: &[&str] = &[
    "name",
    "side",
    "neutral",
    "owner",
    "policy",
    "level",
    "str",
    "dex",
    "ess",
    "mnd",
    "max_hp",
    "max_energy",
    "physical_defense",
    "mental_defense",
    "hide",
    "speed_ft",
    "natural",
    "spells",
    "breath",
];

fn called(line: SheetLine) -> SheetLine {
    line.called(CALLED)
}

/// The sheet of a creature.
pub(crate) fn sheet(state: &State, who: CreatureId) -> Vec<SheetSection> {
    let sheet = state.sheet(who);
    let spells = sheet.spells.iter();
    let spells = spells.filter_map(|spell| state.cast.spells.get(usize::from(*spell)));
    let spells = spells.map(|spell| SheetLine::plain(&spell.name, spell.in_words()));
    let breath = sheet
        .breath
        .map(|breath| SheetLine::plain("breath", breath.in_words()));
    let magic = (!sheet.spells.is_empty()).then(|| {
        let attack = spells::attack::tally(state, who);
        SheetLine::bonus("Spell Attack", &attack, rule!("spell-attack/roll"))
    });
    let mut sections = vec![
        SheetSection::new("Creature", figures(sheet, ELSEWHERE)),
        SheetSection::new("Level and Attributes", attributes(state, who)),
        SheetSection::new("Hit Points and Energy", pools(state, who)),
        SheetSection::new("Defenses and Speed", defenses(state, who)),
        SheetSection::new("Skills", all_skills(state, who)),
    ];
    // What is Destroyed has no figures any more (`destroyed/at-zero`).
    let whole = arms(state, who).filter(|arm| !is_destroyed(state, *arm));
    sections.extend(whole.map(|arm| attacks(state, who, arm)));
    sections.push(SheetSection::new(
        "Spells",
        magic.into_iter().chain(spells).chain(breath),
    ));
    let things = state.belongings(who);
    let things = things.map(|(item, place)| thing(state, item, place));
    sections.push(SheetSection::new("Things", things));
    sections
}

fn attributes(state: &State, who: CreatureId) -> Vec<SheetLine> {
    let sheet = state.sheet(who);
    let all = [
        ("Level", sheet.level),
        ("Strength (STR)", sheet.str),
        ("Dexterity (DEX)", sheet.dex),
        ("Essence (ESS)", sheet.ess),
        ("Mind (MND)", sheet.mnd),
    ];
    let rule = rule!("foundations/attributes");
    all.map(|(name, value)| SheetLine::by(name, value, rule))
        .into()
}

fn pools(state: &State, who: CreatureId) -> Vec<SheetLine> {
    let sheet = state.sheet(who);
    let rule = rule!("foundations/max-hp");
    let hp = as_written(sheet.max_hp, usual_hp(sheet.level, sheet.str), rule);
    let mut lines = vec![SheetLine::score("maximum Hit Points", &hp, rule)];
    if sheet.max_energy > 0 {
        let rule = rule!("foundations/energy-pool");
        let usual = usual_energy(sheet.level, sheet.ess);
        let energy = as_written(sheet.max_energy, usual, rule);
        lines.push(SheetLine::score("maximum Energy", &energy, rule));
    }
    lines
}

fn defenses(state: &State, who: CreatureId) -> Vec<SheetLine> {
    let sheet = state.sheet(who);
    let (level, rule) = (sheet.level, rule!("foundations/physical-defense"));
    let usual = usual_physical_defense(level, sheet.dex);
    let mut physical = as_written(sheet.physical_defense, usual, rule);
    let shield = shield_bonus(state, who);
    physical.add("shield", shield, rule!("foundations/armour-table"));
    let physical = SheetLine::score("Physical Defense", &physical, rule);
    let rule = rule!("foundations/mental-defense");
    let usual = usual_mental_defense(level, sheet.mnd);
    let mental = as_written(sheet.mental_defense, usual, rule);
    let mental = SheetLine::score("Mental Defense", &mental, rule);
    let rule = rule!("foundations/durability");
    let mut durability = Tally::new();
    durability.add("hide", sheet.hide, rule);
    let worn = worn_durability(state, who);
    durability.add("armour", worn, rule!("foundations/armour-table"));
    let durability = SheetLine::score("Durability", &durability, rule);
    let rule = rule!("foundations/speed");
    let speed = speed(state, who, Tally::new());
    let speed = SheetLine::score("Speed", &speed, rule).in_unit("ft");
    vec![physical, mental, durability, speed]
}

fn all_skills(state: &State, who: CreatureId) -> [SheetLine; 7] {
    let rule = rule!("foundations/skills");
    Skill::ALL.map(|skill| SheetLine::bonus(skill.name(), &skills::tally(state, who, skill), rule))
}

/// A weapon: how it strikes and how it is shot or thrown, and its own figures.
fn attacks(state: &State, who: CreatureId, arm: Arm) -> SheetSection {
    let Some(weapon) = state.weapon(who, arm) else {
        return SheetSection::new("", []);
    };
    let mut lines = Vec::new();
    if weapon.uses.contains(&Use::Melee) {
        let attack = strike::tally(state, who, arm, None);
        let rule = rule!("melee-attack/roll");
        lines.push(SheetLine::bonus("Melee Attack", &attack, rule));
        lines.extend(damage(state, weapon, (who, arm, Kind::Melee), &attack));
        let rule = rule!("melee-attack/definition");
        lines.push(SheetLine::by("Reach", reach_ft(state, who, arm), rule).in_unit("ft"));
    }
    if shoot::ranged_use(weapon).is_some() {
        let attack = shoot::tally(state, who, arm, 0);
        let rule = rule!("ranged-attack/roll");
        lines.push(SheetLine::bonus("Ranged Attack", &attack, rule));
        lines.extend(damage(state, weapon, (who, arm, Kind::Ranged), &attack));
    }
    lines.extend(
        figures(weapon, &["name", "dice", "adds_str", "reach_ft"])
            .into_iter()
            .map(called),
    );
    SheetSection::new(&weapon.name, lines)
}

/// The Damage of a weapon, if it does any.
fn damage(
    state: &State,
    weapon: &Weapon,
    (by, with, kind): (CreatureId, Arm, Kind),
    tally: &Tally,
) -> Option<SheetLine> {
    let impact = weapon.impact();
    let blow = Blow {
        by,
        with,
        kind,
        tally,
    };
    let parts = damage_tally(state, blow, impact);
    let name = match kind {
        Kind::Melee => "Damage in melee",
        _ => "Damage at range",
    };
    (impact.dice.is_some() || impact.adds_str)
        .then(|| SheetLine::dice(name, impact.dice, &parts, rule!("attack/damage")))
}

fn thing(state: &State, id: ItemId, place: &str) -> SheetLine {
    let (item, kind) = (state.item(id), state.kind(id));
    let (most, _) = kind.toughness();
    let left = |left: u16| format!("{left} left");
    let worn = [
        Some(place.to_owned()),
        (item.hp > 0 && item.hp < most).then(|| format!("{} of {most} HP", item.hp)),
        (item.hp == 0 && most > 0).then(|| "Destroyed".to_owned()),
        (item.unloaded > 0).then(|| "not loaded".to_owned()),
        item.ammunition.map(left),
        item.lit.then(|| "burning".to_owned()),
    ];
    SheetLine::thing(kind.name(), worn, kind.in_words())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fact::{Fact, apply};
    use crate::notation::sample::{GARRET, fight};
    use crate::rules::numbers::{physical_defense, speed_ft};
    use affray_trial::figures::{made_of, value};

    #[test]
    fn what_is_worked_out_says_how() {
        let state = fight();
        let sections = sheet(&state, GARRET);
        let physical = physical_defense(&state, GARRET).to_string();
        assert_eq!(value(&sections, "Physical Defense"), physical);
        let speed = format!("{} ft", speed_ft(&state, GARRET));
        assert_eq!(value(&sections, "Speed"), speed);
        assert_eq!(value(&sections, "Melee Attack"), "+6");
        assert_eq!(
            made_of(&sections, "Melee Attack"),
            [("Level", 3), ("STR", 3)]
        );
        assert!(value(&sections, "longsword").starts_with("in hand"));
    }

    #[test]
    fn what_is_destroyed_has_no_figures() {
        let mut state = fight();
        apply(&mut state, &Fact::ItemHp(ItemId(0), 0));
        let sections = sheet(&state, GARRET);
        assert!(sections.iter().all(|section| section.title != "longsword"));
        assert!(value(&sections, "longsword").contains("Destroyed"));
    }
}
