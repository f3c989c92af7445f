//! The figures of the code beside the tables of the catalogue.

use super::*;
use crate::ids::catalogue;
use crate::rules::damage::half_up;

/// The rows of a rule's table, each reduced to the cells of these columns.
#[track_caller]
fn rows<const N: usize>(rule: &str, columns: [&str; N]) -> Vec<[String; N]> {
    let rules = &catalogue().rules;
    let found = rules.iter().find(|other| other.id == rule);
    let table = &found.expect("a rule of the catalogue").table;
    assert!(!table.is_empty(), "{rule} has no table");
    let rows = table.iter().map(|row| {
        columns.map(|column| {
            let cell = row.get(column).and_then(|cell| cell.as_str());
            cell.expect("a cell of that name").to_owned()
        })
    });
    rows.collect()
}

/// A word of the catalogue as a value.
fn word<T: for<'de> Deserialize<'de>>(word: &str) -> T {
    let word = word.to_lowercase().replace(' ', "-");
    serde_json::from_value(word.into()).expect("a word of the game")
}

#[test]
fn armor_and_shields_have_the_ratings_of_their_tables() {
    let columns = [
        "material",
        "partial AR",
        "full AR",
        "partial magic AR",
        "full magic AR",
    ];
    let armor = rows("equipment/armor-table", columns);
    assert_eq!(armor.len(), 8);
    for [material, partial, full, partial_magic, full_magic] in armor {
        let made: Material = word(&material);
        let rating = |level| made.armor_rating(level).to_string();
        let magic = |level| made.magic_rating(level).to_string();
        assert_eq!(rating(Level::Partial), partial, "{material}");
        assert_eq!(rating(Level::Full), full, "{material}");
        assert_eq!(magic(Level::Partial), partial_magic, "{material}");
        assert_eq!(magic(Level::Full), full_magic, "{material}");
    }
    let columns = ["material", "BR", "against magical (half, up)"];
    let shields = rows("equipment/shield-table", columns);
    assert_eq!(shields.len(), 8);
    for [material, rating, half] in shields {
        let made = word::<Material>(&material).block_rating();
        assert_eq!(made.to_string(), rating, "{material}");
        assert_eq!(half_up(made).to_string(), half, "{material}");
    }
}

#[test]
fn ranks_sizes_and_skills_are_those_of_their_tables() {
    let ranks = rows("character-stats/skill-ranks", ["rank", "bonus"]);
    assert_eq!(ranks.len(), 7);
    for [rank, bonus] in ranks {
        assert_eq!(
            format!("{:+}", word::<Rank>(&rank).bonus()),
            bonus,
            "{rank}"
        );
    }
    let sizes = rows("character-stats/size", ["size", "step", "space (m)"]);
    assert_eq!(sizes.len(), 7);
    for [size, step, side] in sizes {
        let sized: Size = word(&size);
        assert_eq!(sized.step().to_string(), step, "{size}");
        assert_eq!(sized.side().to_string(), side, "{size}");
    }
    let skills = rows(
        "character-stats/skills",
        ["skill", "governing attribute(s)"],
    );
    assert_eq!(skills.len(), Skill::LISTED.len() + 1);
    for [skill, governing] in skills {
        let (governing, _) = governing.split_once(" (").unwrap_or((&governing, ""));
        let short = |attribute: &Attribute| match attribute {
            Attribute::Strength => "STR",
            Attribute::Agility => "AGI",
            Attribute::Endurance => "END",
            Attribute::Intelligence => "INT",
            Attribute::Willpower => "WIL",
            Attribute::Perception => "PER",
            Attribute::Presence => "PRS",
        };
        let governed: Vec<&str> = word::<Skill>(&skill)
            .governed_by()
            .iter()
            .map(short)
            .collect();
        assert_eq!(governed.join(" or "), governing, "{skill}");
    }
}

#[test]
fn types_of_damage_are_in_the_groups_of_their_table() {
    let types = rows("damage-types/table", ["type", "group"]);
    assert_eq!(types.len(), 12);
    for [kind, group] in types {
        let found: DamageType = word(&kind);
        assert_eq!(found.name(), kind);
        assert_eq!(found.is_physical(), group == "physical", "{kind}");
        assert_eq!(found.is_magical(), group == "magical", "{kind}");
        let named = word::<DamageKind>(&kind);
        assert!(named.covers(found), "{kind}");
        assert_eq!(DamageKind::Physical.covers(found), group == "physical");
        assert_eq!(DamageKind::Magic.covers(found), group == "magical");
    }
}
