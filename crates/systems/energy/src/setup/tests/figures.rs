//! The figures of creatures: those that are written, and those that follow from others.

use affray_kernel::content::Source;

use super::*;
use crate::rules::numbers::{
    attack_value_tally, evasion_tally, fortitude_tally, masab, max_agility,
    miss_chance_modifier_tally, ranged_evasion_tally, sprint_m, unarmed_evasion_tally, will_tally,
};
use crate::setup::compose;
use crate::sheet::{Size, Skill};
use crate::state::Arm;

#[test]
fn the_creatures_of_the_background_have_its_figures() {
    // Aura Strength, Recovery Value, Surges, Stamina; Initiative, Arm and Leg Strength; Agility and Sprint.
    type Figures = ([i16; 4], [i16; 3], [i16; 2]);
    let kinds: [(&str, Figures); 10] = [
        ("fighter", ([34, 11, 7, 14], [4, 8, 7], [3, 9])),
        ("gnoll raider", ([21, 1, 6, 12], [2, 6, 5], [3, 9])),
        ("archer", ([30, 8, 5, 11], [8, 9, 3], [3, 7])),
        ("ogre", ([33, 10, 9, 18], [-2, 14, 12], [4, 12])),
        ("guard", ([26, 5, 6, 12], [1, 4, 3], [3, 8])),
        ("goblin", ([12, 1, 5, 10], [5, 1, 0], [3, 7])),
        ("wolf", ([16, 1, 6, 13], [6, 4, 10], [4, 12])),
        ("hill giant", ([61, 31, 12, 24], [0, 32, 20], [5, 16])),
        ("sprite", ([26, 5, 4, 8], [12, -6, 0], [3, 5])),
        ("adept", ([42, 17, 6, 12], [3, -1, -1], [3, 8])),
    ];
    for (kind, (pools, skills, moving)) in kinds {
        let state = alone(&format!("kind = '{kind}'"));
        let sheet = state.sheet(ONE);
        let found = [
            sheet.aura_strength,
            sheet.recovery_value,
            sheet.surges,
            sheet.stamina,
        ];
        assert_eq!(found, pools, "{kind}");
        let three = [Skill::Initiative, Skill::ArmStrength, Skill::LegStrength];
        assert_eq!(three.map(|skill| sheet.skill(skill)), skills, "{kind}");
        assert_eq!(
            [max_agility(&state, ONE), sprint_m(&state, ONE)],
            moving,
            "{kind}"
        );
        let body = state.body(ONE);
        assert_eq!(
            [body.aura, body.surges, body.stamina],
            [pools[0], pools[2], pools[3]]
        );
    }
}

#[test]
fn the_creatures_of_the_background_defend_as_there() {
    // Evasion, Ranged and Unarmed Evasion, Fortitude, Will; MASAB.
    let kinds: [(&str, [i32; 5], i16); 10] = [
        ("fighter", [12, 2, 9, 16, 11], 3),
        ("gnoll raider", [9, 1, 9, 13, 8], 2),
        ("archer", [13, 3, 13, 11, 13], 2),
        ("ogre", [7, -1, 7, 21, 8], 3),
        ("guard", [10, 1, 7, 12, 10], 1),
        ("goblin", [12, 3, 11, 9, 8], 0),
        ("wolf", [10, 2, 10, 12, 9], 2),
        ("hill giant", [7, -2, 7, 30, 12], 6),
        ("sprite", [16, 5, 16, 7, 16], 1),
        ("adept", [12, 1, 10, 11, 15], 0),
    ];
    for (kind, defenses, bonus) in kinds {
        let state = alone(&format!("kind = '{kind}'"));
        let found = [
            evasion_tally(&state, ONE),
            ranged_evasion_tally(&state, ONE, true),
            unarmed_evasion_tally(&state, ONE),
            fortitude_tally(&state, ONE),
            will_tally(&state, ONE),
        ];
        assert_eq!(found.map(|tally| tally.total()), defenses, "{kind}");
        assert_eq!(masab(&state, ONE), bonus, "{kind}");
    }
}

#[test]
fn the_creatures_of_the_background_attack_as_there() {
    let value = |kind: &str, name: &str| {
        let state = alone(&format!("kind = '{kind}'"));
        let mut items = state.all_items();
        let item = items.find(|(id, _)| state.kind(*id).name() == name);
        let arm = item.map_or(Arm::Natural(0), |(id, _)| Arm::Item(id));
        let melee = attack_value_tally(&state, ONE, arm).total();
        let ranged = miss_chance_modifier_tally(&state, ONE, arm, name == "thorn dart").total();
        (
            melee,
            ranged,
            state.weapon(ONE, arm).map(|weapon| weapon.name.clone()),
        )
    };
    for (kind, name, melee) in [
        ("fighter", "longsword", 19),
        ("gnoll raider", "mace", 17),
        ("archer", "dagger", 18),
        ("ogre", "greatclub", 18),
        ("guard", "spear", 17),
        ("goblin", "shortsword", 16),
        ("wolf", "bite", 17),
        ("hill giant", "maul", 21),
        ("sprite", "needle", 17),
        ("adept", "quarterstaff", 16),
    ] {
        let (found, _, weapon) = value(kind, name);
        assert_eq!((found, weapon.as_deref()), (melee, Some(name)), "{kind}");
    }
    for (kind, name, modifier) in [
        ("archer", "longbow", 4),
        ("goblin", "shortbow", 6),
        ("sprite", "thorn dart", 2),
    ] {
        assert_eq!(value(kind, name).1, modifier, "{kind}");
    }
}

#[test]
fn numbers_that_are_left_out_follow_from_the_others() {
    let state = alone("");
    let sheet = state.sheet(ONE);
    assert_eq!(
        (sheet.size, sheet.speed_m, sheet.inherent_evasion),
        (Size::Medium, 6, 8)
    );
    assert_eq!(
        (sheet.aura_strength, sheet.recovery_value, sheet.surges),
        (20, 1, 5)
    );
    assert_eq!((sheet.stamina, sheet.hands), (10, 2));
    assert_eq!(sheet.natural.len(), 1);
    assert_eq!(sheet.natural[0].name, "body");
    assert_eq!(sheet.kind, "it");

    let state = alone(
        "height_cm = 480\nstrength = 7\nmodifiers = { constitution = -3, wisdom = 6 }\nranks = { stealth = 2 }\n\
         martial_proficiency = 3\nskills = { craft = 9 }\nspeed_m = 7\nmax_stamina = 4\n",
    );
    let sheet = state.sheet(ONE);
    assert_eq!(
        (sheet.size, sheet.speed_m, sheet.inherent_evasion),
        (Size::Huge, 7, 6)
    );
    assert_eq!(sheet.modifiers, [-3, 0, -3, 0, 6, 0]);
    assert_eq!(sheet.skills, [3, -3, -3, 6, 2, 9]);
    // Half of -3 is -2.
    assert_eq!(
        (sheet.aura_strength, sheet.surges, sheet.stamina),
        (20, 3, 4)
    );
}

#[test]
fn negative_halves_round_as_the_switch_says() {
    let weak = "modifiers = { constitution = -3, strength = -4 }";
    let aura = |options: &str| {
        let state = state(&format!(
            "{options}[[creature]]\nname = 'it'\nside = 'a'\nat = [5, 5]\n{weak}\n"
        ));
        (state.sheet(ONE).aura_strength, state.sheet(ONE).surges)
    };
    assert_eq!(aura(""), (10, 3));
    assert_eq!(
        aura("[options]\nnegative-rounding = 'toward-zero'\n"),
        (11, 4)
    );
}

#[test]
fn what_the_scenario_says_lies_over_the_kind() {
    let state = alone(
        "kind = 'fighter'\nmodifiers = { strength = 2 }\nlevel = 6\nmartial_proficiency = 1\nheight_cm = 250\nranks = { arm_strength = 0 }\n\
         traits = { tough = true }\npowers = []\nitems = ['dagger']",
    );
    let sheet = state.sheet(ONE);
    assert_eq!(
        (sheet.size, sheet.level, sheet.modifiers[0]),
        (Size::Large, 6, 2)
    );
    // All levels of Martial Proficiency go into Initiative again.
    assert_eq!(sheet.skills, [4, 2, 3, 1, 3, 0]);
    assert!(sheet.traits.tough && sheet.powers.is_empty());
    assert_eq!(places(&state, 0), [("dagger", Place::Held(ONE))]);

    // A score here counts instead of a modifier there; a value instead of ranks.
    let mut sources = files::library::<Energy>();
    let stated =
        "[[creature]]\nname = 'odd'\nmodifiers = { strength = 9 }\nskills = { craft = 7 }\n";
    sources.push(Source::new("odd-creatures.toml", stated));
    let text = "system = 'energy'\n[[creature]]\nname = 'it'\nkind = 'odd'\nside = 'a'\nat = [1, 1]\nstrength = 12\nranks = { craft = 2 }\n";
    let setup = compose(&Source::new("fight.toml", text), &sources).expect("no mistakes");
    let sheet = &setup.creatures[0].sheet;
    assert_eq!((sheet.modifiers[0], sheet.skill(Skill::Craft)), (2, 2));
}
