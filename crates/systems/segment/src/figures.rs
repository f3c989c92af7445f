//! A creature's sheet with what its figures are made of.

use affray_kernel::modifier::Tally;
use affray_kernel::sheet::{SheetLine, SheetSection, figures};
use affray_kernel::{CreatureId, ItemId};

use super::act::With;
use super::ids::rule;
use super::rules::attack::{own_score, skill};
use super::rules::numbers::{fly_rate, melee_range_yd, move_rate, weapons};
use super::rules::ratings::{rating, rule_of};
use super::rules::{checks, damage, defence, modifiers};
use super::sheet::{Category, CheckSkill, DamageType, DefendSkill, InitiativeSkill, Weapon};
use super::state::{Arm, PowerId, State};

/// What is called otherwise on a sheet than in files.
const CALLED: &[(&str, &str)] = &[
    ("family", "kind of attack"),
    ("kind", "damage type"),
    ("max", "greatest range"),
    ("no melee", "of no use while engaged"),
    ("structural", "structural strength"),
    ("surprise", "fit for surprise attacks"),
    ("usage", "usage time in actions"),
];

/// What stands elsewhere on a sheet, or is no figure.
const ELSEWHERE: &[&str] = &[
    "name",
    "side",
    "policy",
    "agility",
    "constitution",
    "basic_hits",
    "hits",
    "actions",
    "move_yd",
    "fly_yd",
    "scores",
    "defends",
    "checks",
    "skills",
    "natural",
    "natural_armor",
    "totals",
    "parts",
    "powers",
];

/// What a weapon says of its attacks, and what is no figure.
const OF_ATTACKS: &[&str] = &["name", "skill", "melee", "ranged", "uses"];

fn called(line: SheetLine) -> SheetLine {
    line.called(CALLED)
}

/// The sheet of a creature.
pub(crate) fn sheet(state: &State, who: CreatureId) -> Vec<SheetSection> {
    let sheet = state.sheet(who);
    let mut sections = vec![
        SheetSection::new("Creature", figures(sheet, ELSEWHERE)),
        SheetSection::new("Statistics", statistics(state, who)),
        SheetSection::new("Movement an action", movement(state, who)),
        SheetSection::new("Attack skills", attack_skills(state, who)),
        SheetSection::new("Defend skills", defends(state, who)),
        SheetSection::new("Checks", all_checks(state, who)),
        SheetSection::new("Ratings against damage", ratings(state, who)),
        SheetSection::new("Skills of initiative", initiative_skills(state, who)),
        SheetSection::new("Parts of the body", parts(state, who)),
    ];
    for (arm, weapon) in weapons(state, who) {
        sections.push(hand_to_hand(state, who, (arm, weapon)));
        sections.push(at_range(state, who, (arm, weapon)));
    }
    sections.push(SheetSection::new("Powers", powers(state, who)));
    let things = state.belongings(who);
    let things = things.map(|(item, place)| thing(state, item, place));
    sections.push(SheetSection::new("Things", things));
    sections
}

fn statistics(state: &State, who: CreatureId) -> [SheetLine; 5] {
    let sheet = state.sheet(who);
    [
        ("Agility", sheet.agility, rule!("stats/agility")),
        (
            "Constitution",
            sheet.constitution,
            rule!("stats/constitution"),
        ),
        ("Basic Hits", sheet.basic_hits, rule!("stats/basic-hits")),
        ("most hits", sheet.hits, rule!("health/hits")),
        ("actions a round", sheet.actions, rule!("actions/pool")),
    ]
    .map(|(name, value, rule)| SheetLine::by(name, value, rule))
}

fn movement(state: &State, who: CreatureId) -> Vec<SheetLine> {
    let rule = rule!("movement-segment/move-rate");
    let ground = move_rate(state, who, Tally::new());
    let ground = SheetLine::score("on the ground", &ground, rule).in_unit("yd");
    let air = fly_rate(state, who, Tally::new());
    let air = air.map(|rate| SheetLine::score("through the air", &rate, rule).in_unit("yd"));
    std::iter::once(ground).chain(air).collect()
}

/// The target score of an attack, with what the attacker's own condition and surroundings bring.
fn attack(state: &State, who: CreatureId, with: With) -> SheetLine {
    if skill(state, who, with).0 == 0 {
        return SheetLine::by("attack", "no skill for it", rule!("check/missing-score"));
    }
    let mut tally = Tally::new();
    own_score(state, who, with, &mut tally);
    let score = in_condition(state, who, tally);
    SheetLine::score("attack", &score, rule!("attack/procedure"))
}

fn in_condition(state: &State, who: CreatureId, mut tally: Tally) -> Tally {
    modifiers::condition(state, who, &mut tally);
    modifiers::environment(state, who, &mut tally);
    tally
}

fn attack_skills(state: &State, who: CreatureId) -> Vec<SheetLine> {
    let rule = rule!("check/target-score");
    let scores = state.sheet(who).scores.iter().zip(&state.cast.skills);
    let lines = scores.filter_map(|(score, name)| {
        let mut tally = Tally::new();
        tally.add("target score", (*score)?, rule);
        let score = in_condition(state, who, tally);
        Some(SheetLine::score(name, &score, rule))
    });
    lines.collect()
}

fn defends(state: &State, who: CreatureId) -> Vec<SheetLine> {
    let rule = rule!("check/target-score");
    let own = &state.sheet(who).defends;
    let skills = DefendSkill::ALL.into_iter();
    let skills = skills.filter(|skill| own[*skill as usize].is_some());
    let lines = skills.map(|skill| {
        let score = defence::score(state, who, skill, Tally::new());
        SheetLine::score(skill.name(), &score, rule)
    });
    lines.collect()
}

fn all_checks(state: &State, who: CreatureId) -> [SheetLine; 6] {
    let rule = rule!("check/target-score");
    CheckSkill::ALL.map(|skill| {
        let score = checks::target(state, who, skill, Tally::new());
        SheetLine::score(skill.name(), &score, rule)
    })
}

fn ratings(state: &State, who: CreatureId) -> [SheetLine; 5] {
    DamageType::ALL.map(|kind| {
        let rating = rating(state, who, kind, Tally::new());
        SheetLine::score(kind.name(), &rating, rule_of(kind))
    })
}

fn initiative_skills(state: &State, who: CreatureId) -> impl Iterator<Item = SheetLine> {
    let sheet = state.sheet(who);
    let skills = InitiativeSkill::ALL.into_iter();
    let skills = skills.filter(|skill| sheet.has_skill(*skill));
    let rule = rule!("initiative-skills/list");
    skills.map(move |skill| SheetLine::by(skill.name(), skill.mark(), rule))
}

/// The parts of the body by what they count as.
fn parts(state: &State, who: CreatureId) -> Vec<SheetLine> {
    let all = [
        Category::Head,
        Category::Limb,
        Category::Appendage,
        Category::Joint,
    ];
    let names = |category: Category| {
        let parts = state.sheet(who).parts.iter();
        let parts = parts.filter(|part| part.category == category);
        let names: Vec<&str> = parts.map(|part| &*part.name).collect();
        let rule = rule!("hit-location/substitution");
        (!names.is_empty()).then(|| SheetLine::by(category.name(), names.join(", "), rule))
    };
    all.into_iter().filter_map(names).collect()
}

/// A weapon hand to hand: nothing, if it is none.
fn hand_to_hand(state: &State, who: CreatureId, (arm, weapon): (Arm, &Weapon)) -> SheetSection {
    let with = With::Melee(arm);
    let lines = weapon.melee.iter().flat_map(|melee| {
        let rule = rule!("engagement/melee-range");
        let range = melee_range_yd(state, who, with);
        let mut lines = vec![attack(state, who, with)];
        lines.extend(damage(state, who, with));
        lines.push(SheetLine::by("range", range, rule).in_unit("yd"));
        lines.extend(
            figures(melee, &["hit", "damage", "reach"])
                .into_iter()
                .map(called),
        );
        lines.extend(figures(weapon, OF_ATTACKS).into_iter().map(called));
        lines
    });
    SheetSection::new(&weapon.name, lines)
}

/// A weapon at range: nothing, if it is none.
fn at_range(state: &State, who: CreatureId, (arm, weapon): (Arm, &Weapon)) -> SheetSection {
    let with = With::Ranged(arm);
    let lines = weapon.ranged.iter().flat_map(|ranged| {
        let mut lines = vec![attack(state, who, with)];
        lines.extend(damage(state, who, with));
        lines.extend(
            figures(ranged, &["skill", "hit", "damage"])
                .into_iter()
                .map(called),
        );
        lines
    });
    SheetSection::new(format!("{}, shot or thrown", weapon.name), lines)
}

fn damage(state: &State, who: CreatureId, with: With) -> Option<SheetLine> {
    let (pool, kind) = damage::dice(state, who, with)?;
    let words = format!("{pool} {}", kind.name());
    Some(SheetLine::by(
        "damage",
        words,
        rule!("damage-effects/damage"),
    ))
}

/// Each power, before its figures the score of those that attack.
fn powers(state: &State, who: CreatureId) -> Vec<SheetLine> {
    let mut lines = Vec::new();
    for number in &state.sheet(who).powers {
        let id = PowerId(*number);
        let power = state.power(id);
        if power.is_attack() {
            let name = format!("{}: attack", power.name);
            let score = attack(state, who, With::Power(id));
            lines.push(SheetLine { name, ..score });
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
    use crate::look::look;
    use crate::notation::sample::{GARRET, fight};
    use crate::rules::numbers::move_yd;
    use crate::rules::ratings::rating_of;
    use affray_trial::figures::{made_of, value};

    #[test]
    fn the_sheet_says_what_the_rules_reckon_with() {
        let state = fight();
        let sections = sheet(&state, GARRET);
        for kind in DamageType::ALL {
            let rating = rating_of(&state, GARRET, kind).to_string();
            assert_eq!(value(&sections, kind.name()), rating);
        }
        let yards = format!("{} yd", move_yd(&state, GARRET));
        assert_eq!(value(&sections, "on the ground"), yards);
        assert_eq!(made_of(&sections, "attack")[0].0, "target score");
        for skill in CheckSkill::ALL {
            let score = look(&state, &format!("garret.check.{}", skill.name())).expect("a score");
            assert_eq!(value(&sections, skill.name()), score.to_string());
        }
        let titles: Vec<&str> = sections.iter().map(|section| &*section.title).collect();
        assert!(titles.contains(&"arming sword"), "{titles:?}");
    }
}
