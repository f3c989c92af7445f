//! The figures of creatures: those that are written, and those that follow from others.

use affray_kernel::content::Source;
use affray_kernel::modifier::Tally;
use affray_kernel::pool;

use super::*;
use crate::rules::numbers::{move_yd, weapons};
use crate::rules::ratings::rating;
use crate::setup::compose;
use crate::sheet::{
    Category, CheckSkill, Family, InitiativeSkill, Role, Size, Traits, WeaponClass,
};

/// Size, level, Agility, Constitution, Basic Hits, hits, actions, the move rate as it is in armour, and the five ratings in all.
type Figures = (&'static str, Size, [i16; 6], i16, [i32; 5]);

const KINDS: [Figures; 13] = [
    (
        "soldier",
        Size::Medium,
        [2, 6, 6, 5, 30, 4],
        5,
        [10, 10, 5, 5, 5],
    ),
    (
        "bandit",
        Size::Medium,
        [1, 5, 5, 4, 24, 3],
        6,
        [7, 7, 4, 4, 5],
    ),
    (
        "archer",
        Size::Medium,
        [2, 8, 5, 4, 22, 4],
        6,
        [7, 7, 4, 4, 5],
    ),
    (
        "mage",
        Size::Medium,
        [3, 5, 4, 3, 18, 4],
        6,
        [4, 3, 6, 4, 4],
    ),
    (
        "priest",
        Size::Medium,
        [2, 4, 6, 4, 24, 4],
        5,
        [10, 9, 4, 4, 4],
    ),
    (
        "psion",
        Size::Medium,
        [2, 6, 4, 3, 18, 4],
        6,
        [4, 3, 6, 4, 4],
    ),
    (
        "brawler",
        Size::Medium,
        [2, 9, 7, 5, 28, 5],
        7,
        [7, 5, 5, 5, 5],
    ),
    (
        "ogre",
        Size::Large,
        [4, 3, 8, 6, 48, 3],
        5,
        [10, 8, 6, 6, 6],
    ),
    (
        "grey wolf",
        Size::Medium,
        [1, 8, 5, 4, 16, 3],
        9,
        [7, 5, 4, 4, 4],
    ),
    (
        "giant spider",
        Size::Large,
        [3, 7, 6, 6, 36, 4],
        7,
        [8, 9, 6, 6, 6],
    ),
    (
        "tentacled lurker",
        Size::Large,
        [3, 4, 8, 6, 42, 4],
        3,
        [10, 7, 7, 6, 7],
    ),
    (
        "griffon",
        Size::Large,
        [4, 9, 8, 7, 48, 4],
        8,
        [10, 9, 7, 7, 7],
    ),
    (
        "skeleton",
        Size::Medium,
        [1, 4, 3, 5, 16, 3],
        5,
        [3, 8, 5, 5, 5],
    ),
];

#[test]
fn the_creatures_of_the_background_have_its_figures() {
    for (kind, size, numbers, rate, ratings) in KINDS {
        let state = alone(&format!("kind = '{kind}'"));
        let sheet = state.sheet(ONE);
        assert_eq!(sheet.size, size, "{kind}");
        let found = [
            sheet.level,
            sheet.agility,
            sheet.constitution,
            sheet.basic_hits,
            sheet.hits,
            sheet.actions,
        ];
        assert_eq!(found, numbers, "{kind}");
        assert_eq!(move_yd(&state, ONE), rate, "{kind}");
        let found = DamageType::ALL.map(|damage| rating(&state, ONE, damage, Tally::new()).total());
        assert_eq!(found, ratings, "{kind}");
    }
}

/// The target score with which a creature attacks with a weapon or power, before the weapon's own modifier.
fn attack(kind: &str, with: &str) -> Option<i16> {
    let state = alone(&format!("kind = '{kind}'"));
    let items = state.all_items();
    let held = items.filter_map(|(id, _)| state.kind(id).weapon());
    let natural = weapons(&state, ONE).map(|(_, weapon)| weapon);
    let mut all = held.chain(natural);
    let sheet = state.sheet(ONE);
    let mut powers = sheet
        .powers
        .iter()
        .map(|power| &state.cast.powers[usize::from(*power)]);
    let power = powers.find(|power| power.name == with);
    let skill = power.map(|power| power.skill);
    let skill = skill.or_else(|| Some(all.find(|weapon| weapon.name == with)?.skill))?;
    state.score(ONE, skill)
}

#[test]
fn the_creatures_of_the_background_attack_as_there() {
    for (kind, with, score) in [
        ("soldier", "arming sword", 13),
        ("soldier", "punch", 10),
        ("bandit", "arming sword", 11),
        ("bandit", "dagger", 11),
        ("archer", "short bow", 14),
        ("archer", "dagger", 10),
        ("mage", "arcane bolt", 13),
        ("mage", "flame lance", 12),
        ("mage", "storm call", 11),
        ("mage", "shock grip", 12),
        ("mage", "dagger", 8),
        ("priest", "mace", 12),
        ("psion", "mind spike", 13),
        ("psion", "psychic crush", 12),
        ("psion", "dagger", 9),
        ("brawler", "kick", 14),
        ("ogre", "great club", 11),
        ("ogre", "boulder", 9),
        ("grey wolf", "bite", 12),
        ("giant spider", "bite", 12),
        ("tentacled lurker", "tentacle", 11),
        ("griffon", "claws", 13),
        ("griffon", "bite", 12),
        ("skeleton", "short sword", 10),
    ] {
        assert_eq!(attack(kind, with), Some(score), "{kind} {with}");
    }
    assert_eq!(attack("bandit", "punch"), None);
}

#[test]
fn the_creatures_of_the_background_defend_as_there() {
    use DefendSkill::{
        Aegis, Block, Buffer, Deflect, Dodge, Elude, Evade, EvasiveAction, Parry, Repel, Screen,
        Sidestep, Thwart,
    };
    let kinds: [(&str, &[(DefendSkill, i16)]); 13] = [
        (
            "soldier",
            &[
                (Dodge, 9),
                (Evade, 11),
                (Block, 13),
                (Parry, 12),
                (Deflect, 11),
            ],
        ),
        ("bandit", &[(Dodge, 9), (Evade, 10), (Parry, 10)]),
        ("archer", &[(Dodge, 12), (Evade, 10), (Sidestep, 11)]),
        ("mage", &[(Dodge, 9), (Evade, 9), (Aegis, 11), (Buffer, 11)]),
        ("priest", &[(Evade, 9), (Block, 12), (Repel, 11)]),
        ("psion", &[(Evade, 10), (Elude, 11), (Screen, 13)]),
        ("brawler", &[(Dodge, 12), (Evade, 13), (Thwart, 11)]),
        ("ogre", &[(Evade, 7), (Parry, 8)]),
        ("grey wolf", &[(Evade, 12)]),
        ("giant spider", &[(Evade, 11), (Sidestep, 11)]),
        ("tentacled lurker", &[(Thwart, 9)]),
        ("griffon", &[(Evade, 12), (EvasiveAction, 13)]),
        ("skeleton", &[(Parry, 9)]),
    ];
    for (kind, defends) in kinds {
        let state = alone(&format!("kind = '{kind}'"));
        let scores = state.sheet(ONE).defends;
        let found: Vec<_> = DefendSkill::ALL
            .into_iter()
            .filter_map(|skill| Some((skill, scores[skill as usize]?)))
            .collect();
        assert_eq!(found, defends, "{kind}");
    }
}

#[test]
fn stamina_follows_from_constitution() {
    let stamina = |keys: &str| alone(keys).sheet(ONE).checks[CheckSkill::Stamina as usize];
    assert_eq!(stamina(""), Some(10));
    assert_eq!(stamina("constitution = 8"), Some(13));
    assert_eq!(stamina("checks = { stamina = 4 }"), Some(4));
    for (kind, ..) in KINDS {
        let state = alone(&format!("kind = '{kind}'"));
        let sheet = state.sheet(ONE);
        let stamina = sheet.checks[CheckSkill::Stamina as usize];
        assert_eq!(stamina, Some(sheet.constitution + 5), "{kind}");
    }
}

#[test]
fn what_is_left_out_is_as_usual() {
    let state = alone("");
    let sheet = state.sheet(ONE);
    assert_eq!((sheet.size, sheet.level, sheet.hands), (Size::Medium, 1, 2));
    assert_eq!((sheet.agility, sheet.constitution), (5, 5));
    assert_eq!((sheet.basic_hits, sheet.hits, sheet.actions), (4, 24, 4));
    assert_eq!(
        (sheet.move_yd, sheet.fly_yd, sheet.reach_bonus),
        (6, None, 0)
    );
    assert_eq!((sheet.totals, sheet.skills), (None, 0));
    assert_eq!(sheet.traits, Traits::default());
    assert_eq!(sheet.kind, "it");
    let names: Vec<&str> = sheet.parts.iter().map(|part| &*part.name).collect();
    assert_eq!(
        names,
        [
            "head",
            "right arm",
            "left arm",
            "right leg",
            "left leg",
            "right hand",
            "left hand",
            "right foot",
            "left foot",
            "right shoulder",
            "left shoulder",
            "right elbow",
            "left elbow",
            "right knee",
            "left knee"
        ]
    );
    let [punch, kick] = &sheet.natural[..] else {
        panic!("{:?}", sheet.natural);
    };
    for (blow, name, hit, damage, uses) in [
        (punch, "punch", 0, pool!("1d6+5"), [1, 2]),
        (kick, "kick", -2, pool!("2d6+5"), [3, 4]),
    ] {
        let melee = blow.melee.expect("a blow");
        assert_eq!((&*blow.name, melee.hit, melee.damage), (name, hit, damage));
        assert_eq!(
            (blow.family, blow.kind),
            (Family::Unarmed, DamageType::Physical)
        );
        assert!(blow.surprise);
        assert_eq!(blow.uses, uses);
    }
}

#[test]
fn bodies_are_as_they_are_written() {
    let state = alone("kind = 'tentacled lurker'");
    let sheet = state.sheet(ONE);
    let tentacle = &sheet.natural[0];
    assert_eq!(tentacle.uses, [0, 1, 2, 3, 4, 5]);
    assert_eq!(
        tentacle.class,
        WeaponClass::Large,
        "natural to a Large creature"
    );
    assert_eq!(sheet.parts[6].category, Category::Appendage);
    assert_eq!(state.reaches, [3]);

    let griffon = alone("kind = 'griffon'");
    let roles = griffon.sheet(ONE).parts.iter().map(|part| part.role);
    assert_eq!(roles.filter(|role| *role == Role::Wing).count(), 2);
    assert!(alone("kind = 'skeleton'").sheet(ONE).traits.no_vitals);

    let odd = alone(
        "size = 'huge'\nhands = 3\nparts = [{ name = 'long arm', category = 'limb', role = 'arm 2' }, { name = 'stalk', category = 'joint' }]\n\
         natural = [{ name = 'slam', damage = '1d8', uses = ['long'] }, { name = 'poke', family = 'unarmed', damage = '1d4' }]\n\
         attacks = { slam = 9, unarmed = 8 }",
    );
    let [slam, poke] = &odd.sheet(ONE).natural[..] else {
        panic!("two attacks");
    };
    assert_eq!(
        (slam.class, slam.kind),
        (WeaponClass::Huge, DamageType::Impact)
    );
    assert_eq!(slam.uses, [0]);
    assert_eq!(odd.score(ONE, slam.skill), Some(9));
    assert_eq!(
        (poke.kind, odd.score(ONE, poke.skill)),
        (DamageType::Physical, Some(8))
    );
    assert_eq!(odd.sheet(ONE).parts[0].role, Role::Arm(2));
}

#[test]
fn initiative_skills_are_written_with_spaces_or_hyphens() {
    let skills = |words: &str| alone(&format!("skills = {words}")).sheet(ONE).skills;
    let ride = InitiativeSkill::RideByStrike.bit();
    assert_eq!(skills("['ride-by strike']"), ride);
    assert_eq!(
        skills("['ride-by-strike', 'Great Leap']"),
        ride | InitiativeSkill::GreatLeap.bit()
    );
    for skill in InitiativeSkill::ALL {
        let word = skill.name().to_lowercase();
        assert_eq!(skills(&format!("['{word}']")), skill.bit(), "{word}");
    }
    let defends = alone("defends = { evasive-action = 12 }")
        .sheet(ONE)
        .defends;
    let spaced = alone("defends = { 'evasive action' = 12 }")
        .sheet(ONE)
        .defends;
    assert_eq!(defends, spaced);
    assert_eq!(defends[DefendSkill::EvasiveAction as usize], Some(12));
}

#[test]
fn totals_replace_sums() {
    let state = alone(
        "kind = 'soldier'\nnatural_armor = { impact = 1 }\ntotals = { physical = 12, magic = 9 }",
    );
    let totals = state.sheet(ONE).totals.expect("totals");
    let found = DamageType::ALL.map(|kind| totals.against(kind));
    assert_eq!(found, [12, 6, 9, 5, 5]);
}

#[test]
fn what_the_scenario_says_lies_over_the_kind() {
    let state = alone(
        "kind = 'soldier'\nattacks = { unarmed = 12, mace = 8 }\ndefends = { block = 7 }\nchecks = { search = 1 }\nskills = []\nitems = ['mace']",
    );
    let sheet = state.sheet(ONE);
    let score = |name: &str| {
        let place = state.cast.skills.iter().position(|skill| skill == name)?;
        sheet.scores.get(place).copied().flatten()
    };
    assert_eq!(
        ["sword", "unarmed", "mace"].map(score),
        [Some(13), Some(12), Some(8)]
    );
    assert_eq!(sheet.defends[DefendSkill::Block as usize], Some(7));
    assert_eq!(sheet.defends[DefendSkill::Parry as usize], Some(12));
    assert_eq!(sheet.checks[CheckSkill::Search as usize], Some(1));
    assert_eq!(sheet.checks[CheckSkill::Awareness as usize], Some(10));
    assert_eq!((sheet.skills, sheet.hits), (0, 30));
    assert_eq!(places(&state, 0), [("mace", Place::Held(ONE, 1))]);
}

#[test]
fn thrown_weapons_are_of_one_piece_and_missiles_are_of_iron() {
    let mut sources = files::library::<Segments>();
    let bone = "[[weapon]]\nname = 'bone dart'\nclass = 'small'\nskill = 'Darts'\nmaterial = 'bone'\nranged = { damage = '1d4', range_yd = 5, thrown = true }\n\
        [[weapon]]\nname = 'blowpipe'\nclass = 'small'\nskill = 'darts'\nmaterial = 'wood'\nranged = { damage = '1d4', range_yd = 5 }\n";
    sources.push(Source::new("odd-weapons.toml", bone));
    let text = "system = 'segment'\n[[creature]]\nname = 'it'\nside = 'a'\nat = [1, 1]\nattacks = { darts = 9 }\nheld = ['bone dart', 'blowpipe']\n";
    let setup = compose(&Source::new("fight.toml", text), &sources).expect("no mistakes");
    let ranged = |index: usize| setup.kinds[index].weapon().and_then(|weapon| weapon.ranged);
    let materials = [0, 1].map(|index| ranged(index).map(|ranged| ranged.material));
    use crate::sheet::Material::{Bone, Iron};
    assert_eq!(materials, [Some(Bone), Some(Iron)]);
    let skills = [0, 1].map(|index| setup.kinds[index].weapon().map(|weapon| weapon.skill));
    assert_eq!(skills[0], skills[1], "capitals do not matter");
}
