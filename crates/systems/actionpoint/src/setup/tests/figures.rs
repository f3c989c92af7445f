//! The figures of creatures: those that are written, and those that follow from others.

use affray_kernel::pool;

use super::*;
use crate::rules::numbers::{armor_rating, block_rating, speed_m, value};
use crate::sheet::{
    Attribute, Damage, DamageKind, DamageType, Hands, ItemKind, Level, Material, Perk, Rank, Size,
    Skill, Skilled, StyleSkill, Ward,
};

/// Size, initiative value, speed and Health; Fighting Style with Strength and Agility; skills in their order without Sorcery; Armor and
/// Block Rating.
type Figures = (
    &'static str,
    Size,
    [i16; 3],
    [i16; 2],
    [i16; 8],
    i16,
    Option<i16>,
);

const KINDS: [Figures; 10] = [
    (
        "knight",
        Size::Medium,
        [9, 8, 20],
        [14, 11],
        [9, 10, 13, 10, 10, 6, 8, 9],
        5,
        Some(6),
    ),
    (
        "hunter",
        Size::Medium,
        [10, 8, 16],
        [8, 13],
        [13, 11, 10, 13, 12, 13, 11, 9],
        1,
        None,
    ),
    (
        "sorcerer",
        Size::Medium,
        [11, 8, 14],
        [7, 9],
        [10, 13, 7, 10, 11, 10, 10, 13],
        0,
        None,
    ),
    (
        "ork bandit",
        Size::Medium,
        [8, 8, 18],
        [12, 10],
        [11, 8, 12, 9, 9, 11, 9, 7],
        3,
        None,
    ),
    (
        "wolf",
        Size::Small,
        [12, 14, 12],
        [11, 11],
        [13, 6, 11, 12, 14, 13, 1, 1],
        1,
        None,
    ),
    (
        "skeleton",
        Size::Medium,
        [6, 8, 14],
        [11, 10],
        [8, 15, 9, 8, 8, 5, 5, 3],
        2,
        None,
    ),
    (
        "ogre",
        Size::Large,
        [6, 10, 36],
        [13, 7],
        [6, 5, 15, 6, 7, 4, 4, 5],
        2,
        None,
    ),
    (
        "cave imp",
        Size::Small,
        [12, 8, 8],
        [9, 11],
        [14, 6, 7, 14, 12, 14, 13, 12],
        0,
        None,
    ),
    (
        "frost wraith",
        Size::Medium,
        [10, 10, 16],
        [5, 12],
        [14, 12, 5, 14, 11, 14, 1, 8],
        0,
        None,
    ),
    (
        "young dragon",
        Size::Huge,
        [12, 16, 60],
        [15, 11],
        [8, 14, 17, 9, 13, 6, 1, 11],
        6,
        None,
    ),
];

#[test]
fn the_creatures_of_the_background_have_its_figures() {
    for (kind, size, [initiative, speed, health], style, skills, armor, block) in KINDS {
        let state = alone(&format!("kind = '{kind}'"));
        let sheet = state.sheet(ONE);
        assert_eq!(sheet.size, size, "{kind}");
        let found = [sheet.initiative_value(), speed_m(&state, ONE), sheet.health];
        assert_eq!(found, [initiative, speed, health], "{kind}");
        let finished = StyleSkill::Finished(style[0], style[1]);
        assert_eq!(sheet.styles[0].skilled, finished, "{kind}");
        let listed = Skill::LISTED.into_iter();
        let listed = listed.filter(|skill| *skill != Skill::Sorcery);
        let found: Vec<i16> = listed.map(|skill| value(&state, ONE, skill)).collect();
        assert_eq!(found, skills, "{kind}");
        assert_eq!(armor_rating(&state, ONE), armor, "{kind}");
        assert_eq!(block_rating(&state, ONE), block, "{kind}");
    }
}

#[test]
fn players_add_their_initiative_and_others_their_perception() {
    let values = |keys: &str| {
        let state = alone(&format!("perception = 11\n{keys}"));
        let sheet = state.sheet(ONE);
        (sheet.initiative, sheet.initiative_value())
    };
    assert_eq!(values(""), (11, 11));
    assert_eq!(values("player = true\ninitiative = 13"), (13, 13));
}

#[test]
fn what_is_not_written_is_as_for_ordinary_people() {
    let state = alone("");
    let sheet = state.sheet(ONE);
    assert_eq!(sheet.attributes, [8; 7]);
    assert_eq!(sheet.skills, [Skilled::Rank(Rank::Untrained); 9]);
    assert_eq!((sheet.speed_m, sheet.health, sheet.hands), (8, 16, 2));
    assert_eq!(sheet.styles[0].skilled, StyleSkill::Rank(Rank::Untrained));
    let [bare] = &sheet.natural[..] else {
        panic!("{:?}", sheet.natural);
    };
    assert!(bare.unarmed && bare.reach_m == Some(1));
    let crushing = Damage {
        dice: pool!("1d4"),
        types: vec![DamageType::Crushing],
    };
    assert_eq!(
        (&*bare.name, &bare.damage[..]),
        ("bare hands", &[crushing][..])
    );
    assert!(alone("hands = 0").sheet(ONE).natural.is_empty());
    let endurance = alone("endurance = 11");
    assert_eq!(endurance.sheet(ONE).health, 22);
}

#[test]
fn presence_is_an_attribute_where_it_is_a_number() {
    let presence = |keys: &str| {
        let state = alone(keys);
        let attribute = state.sheet(ONE).attribute(Attribute::Presence);
        (attribute, state.body(ONE).presence)
    };
    assert_eq!(presence("presence = 12"), (12, Presence::Here));
    assert_eq!(presence("presence = 'elsewhere'"), (8, Presence::Elsewhere));
    assert_eq!(
        presence("presence = 'elsewhere'\npresence_attribute = 13"),
        (13, Presence::Elsewhere)
    );
    assert_eq!(
        presence("kind = 'young dragon'\npresence = 'here'"),
        (15, Presence::Here)
    );
}

#[test]
fn skills_have_ranks_or_finished_values() {
    let state = alone("agility = 10\ndodge = 'adept'\nathletics = 14\nstealth = 'master'");
    let skills = [Skill::Dodge, Skill::Athletics, Skill::Stealth, Skill::Focus];
    let values = skills.map(|skill| value(&state, ONE, skill));
    assert_eq!(values, [16, 14, 20, 6]);
}

#[test]
fn what_a_scenario_says_of_a_style_counts_more_than_its_kind() {
    let skilled = |keys: &str| {
        let state = alone(&format!("kind = 'knight'\n{keys}"));
        let style = &state.sheet(ONE).styles[0];
        (style.name.clone(), style.skilled)
    };
    let finished = |name: &str, strength, agility| {
        let skilled = StyleSkill::Finished(strength, agility);
        (name.to_owned(), skilled)
    };
    let ranked = |name: &str, rank| (name.to_owned(), StyleSkill::Rank(rank));
    let (knight, rider) = ("Classical Knight", "Sahani Rider");
    assert_eq!(skilled(""), finished(knight, 14, 11));
    assert_eq!(skilled("fighting_style = [9, 9]"), finished(knight, 9, 9));
    assert_eq!(
        skilled("styles = ['Sahani Rider']"),
        finished(rider, 14, 11)
    );
    assert_eq!(
        skilled("styles = [{ name = 'Sahani Rider', rank = 'adept' }]"),
        ranked(rider, Rank::Adept)
    );
    assert_eq!(
        skilled("styles = [{ name = 'Sahani Rider', strength = 7, agility = 8 }]"),
        finished(rider, 7, 8)
    );
    assert_eq!(
        skilled("styles = ['Sahani Rider', 'Classical Knight']"),
        ranked(rider, Rank::Novice)
    );
    let guard = alone("kind = 'guard'\nfighting_style = [9, 10]");
    let style = &guard.sheet(ONE).styles[0];
    let expected = finished("town watch", 9, 10);
    assert_eq!((style.name.clone(), style.skilled), expected);
}

#[test]
fn perks_bring_abilities_and_more() {
    let dragon = alone("kind = 'young dragon'\nspells = ['mend', 'blink']");
    let spells = dragon.sheet(ONE).spells.iter();
    let names: Vec<&str> = spells
        .map(|spell| &*dragon.spell(SpellId(*spell)).name)
        .collect();
    assert_eq!(names, ["mend", "blink", "fire breath"]);
    let state = alone(
        "perks = [{ name = 'old soldier', free_action = 'use-magic', tests = [{ test = 'sleight-of-hand', amount = 1, boon = true }], resistances = { magic = 2 }, armor = { rating = 2 } }]\nvulnerabilities = { crushing = 3 }",
    );
    let sheet = state.sheet(ONE);
    let [
        Perk {
            free_action: Some(_),
            tests,
            resistances,
            armor: Some(armor),
            ..
        },
    ] = &sheet.perks[..]
    else {
        panic!("{:?}", sheet.perks);
    };
    assert_eq!((tests[0].test, tests[0].boon), (Skill::SleightOfHand, true));
    assert_eq!(armor.rating, 2);
    let ward = |against, value| Ward { against, value };
    assert_eq!(resistances[..], [ward(DamageKind::Magic, 2)]);
    assert_eq!(sheet.vulnerabilities, [ward(DamageKind::Crushing, 3)]);
}

#[test]
fn armor_and_shields_have_the_ratings_of_their_material() {
    let kind = |name: &str| {
        let state = alone(&format!("carried = ['{name}']"));
        state.kind(ItemId(0)).clone()
    };
    for (name, level, material) in [
        ("partial fur armor", Level::Partial, Material::Fur),
        ("full iron armor", Level::Full, Material::Iron),
        ("full ebony armor", Level::Full, Material::Ebony),
    ] {
        let ItemKind::Armor(armor) = kind(name) else {
            panic!("{name}");
        };
        assert_eq!(armor.level, level, "{name}");
        let ratings = (armor.protection.rating, armor.protection.magic);
        let expected = (material.armor_rating(level), material.magic_rating(level));
        assert_eq!(ratings, expected, "{name}");
    }
    let bone = kind("bone shield");
    assert_eq!(bone.shield().map(|shield| shield.rating), Some(6));
}

#[test]
fn weapons_are_as_they_are_written() {
    let state = alone("carried = ['longsword', 'shortsword', 'net', 'hand crossbow']");
    let weapon = |id| state.kind(ItemId(id)).weapon().expect("a weapon");
    let longsword = weapon(0);
    assert_eq!(longsword.hands, Hands::Versatile);
    assert_eq!(longsword.damage[0].dice, pool!("1d8+2"));
    assert_eq!(longsword.two_handed, Some(pool!("1d10+2")));
    let types = [DamageType::Slashing, DamageType::Piercing];
    assert_eq!(weapon(1).damage[0].types, types);
    assert!(weapon(2).damage.is_empty() && weapon(2).on_hit.is_some());
    assert_eq!((weapon(3).load, weapon(3).range_m), (1, Some(30)));
}
