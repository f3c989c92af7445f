//! Files and setups that are refused.

use super::*;
use crate::state::PowerId;

#[test]
fn everything_wrong_is_reported_at_its_place() {
    let text = "sides = ['watch', 'raiders']
surprised = 'raider'
owed = [['durn', 'garet'], ['durn', 'durn']]
[[creature]]
name = 'garret'
kind = 'gard'
side = 'wach'
at = [40, 4]
items = ['long sward']
powers = ['myre']
submits = 'dorn'
[[creature]]
name = 'durn'
kind = 'ogre'
side = 'raiders'
at = [19, 19]
level = 101
aura = 34
energy = 3
conditions = ['restraining']
[[creature]]
name = 'pass'
kind = 'wolf'
side = 'raiders'
at = [3, 3]
strength = 300
size = 'small'
height_cm = 100
martial_proficiency = 2
martial_choices = { initiative = 1 }
[[creature]]
name = 'durn'
kind = 'guard'
side = 'raiders'
at = [3, 3]
[[zone]]
power = 'mind hammer'
by = 'nobody'
at = [1, 1]
";
    assert_eq!(
        mistakes(text),
        [
            "fight.toml:3:13: there is no side called `raider` (did you mean `raiders`?)",
            "fight.toml:4:18: there is no creature called `garet` (did you mean `garret`?)",
            "fight.toml:4:28: nobody owes itself an answer",
            "fight.toml:7:8: there is no kind of creature called `gard` (did you mean `guard`?)",
            "fight.toml:8:8: there is no side called `wach` (did you mean `watch`?)",
            "fight.toml:10:10: there is no item called `long sward` (did you mean `longsword`?)",
            "fight.toml:11:11: there is no power called `myre` (did you mean `mire`?)",
            "fight.toml:12:11: there is no creature called `dorn` (did you mean `durn`?)",
            "fight.toml:18:9: 101 is not from 0 to 100",
            "fight.toml:19:8: 34 is not from 0 to 33",
            "fight.toml:20:10: this begins anew with the first Round: `[start]` says that a Round is under way",
            "fight.toml:21:15: this condition holds toward another creature: say which",
            "fight.toml:23:8: `pass` cannot be a name: it means something else in commands",
            "fight.toml:27:12: a modifier of 290 is not from -50 to 200",
            "fight.toml:29:13: the height says the size: one of both is enough",
            "fight.toml:31:19: the choices come to 1, but Martial Proficiency is 2",
            "fight.toml:33:8: there is a creature called `durn` already",
            "fight.toml:39:6: there is no creature called `nobody`",
        ]
    );
    assert_eq!(
        mistakes(&text.replace("['restraining']", "['restrainin']")),
        ["fight.toml:21:15: unknown word `restrainin` (did you mean `restraining`?)"],
        "what cannot be read comes first"
    );
    let places = mistakes(&text.replace("conditions = ['restraining']\n", ""));
    let found = |message: &str| places.iter().any(|place| place == message);
    assert!(
        found("fight.toml:17:6: durn takes up 20,19, which is off the map"),
        "{places:?}"
    );
    assert!(
        found("fight.toml:35:6: durn and pass cannot be in the same space"),
        "{places:?}"
    );
}

#[test]
fn what_is_said_to_be_in_hand_must_fit() {
    let text = two(
        "held = ['greatsword', 'buckler']\nworn = ['mace', 'leather', 'padded']",
        "unconscious = ['sleep']\nheld = ['greatclub']",
    );
    assert_eq!(
        mistakes(&text),
        [
            "fight.toml:8:23: the buckler does not fit into the 2 hands of garret",
            "fight.toml:9:9: the mace is no armour to wear",
            "fight.toml:9:28: only one armour can be worn",
            "fight.toml:16:9: durn is unconscious or dead and holds no greatclub",
        ]
    );
}

#[test]
fn things_have_only_what_they_can_have() {
    let text = two(
        "carried = [{ kind = 'shortsword', loaded = true, left = 5, draw = 9 }]",
        "",
    );
    assert_eq!(
        mistakes(&text),
        [
            "fight.toml:8:44: this is never loaded",
            "fight.toml:8:57: this shoots no missiles",
            "fight.toml:8:67: this has no draw weight (`draw/table`)",
        ]
    );
}

#[test]
fn switches_that_are_1_or_2_are_so_in_a_file_as_well() {
    let text = format!(
        "[options]\nranged-attack-energy = 0\npick-up-energy = 255\nwait-quorum = 0\n{TWO}"
    );
    assert_eq!(
        mistakes(&text),
        [
            "fight.toml:3:24: `ranged-attack-energy` is 1 or 2, not 0",
            "fight.toml:4:18: `pick-up-energy` is 1 or 2, not 255",
            "fight.toml:5:15: `wait-quorum` is 1 or more, not 0",
        ]
    );
}

#[test]
fn situations_that_cannot_be_are_refused() {
    let wrong = |keys: &str| {
        let text = two(keys, "");
        mistakes(&format!("{text}[start]\nround = 3\n"))
    };
    for (keys, message) in [
        ("aura = 27", "8:8: 27 is not from 0 to 26"),
        ("stamina = -1", "8:11: -1 is not from 0 to 12"),
        ("surges = 7", "8:10: 7 is not from 0 to 6"),
        ("energy = 101", "8:10: 101 is not from 0 to 100"),
        ("moved = -4", "8:9: -4 is not from 0 to 1000"),
        ("used = ['mire']", "8:8: it has no such power"),
        (
            "used = ['mirre']",
            "8:9: there is no power called `mirre` (did you mean `mire`?)",
        ),
        (
            "facing = 'nord'",
            "8:10: there is no creature called `nord`",
        ),
        ("facing = 'garret'", "8:10: one watches another creature"),
        (
            "facing = 'east-north-east'",
            "8:10: one cannot face this way on this map",
        ),
        (
            "course = { heading = 'west-south-west' }",
            "8:10: one cannot face this way on this map",
        ),
        (
            "submits = 'garret'",
            "8:11: one submits to another creature",
        ),
        (
            "ignores = [{ condition = 'slowed', zone = 1 }]",
            "8:11: there is no such zone",
        ),
        (
            "conditions = ['unconscious']",
            "8:15: say why it is unconscious: `unconscious = [\"sleep\"]`, or stamina, non-lethal or death",
        ),
        (
            "unconscious = ['sleep']\ndefending = true",
            "9:13: the unconscious do not defend",
        ),
        (
            "kneeling = true\nconditions = ['prone']",
            "8:12: one kneels or lies Prone, not both",
        ),
        (
            "conditions = [{ kind = 'slowed', toward = 'durn' }]",
            "8:43: this condition holds toward nobody",
        ),
        (
            "conditions = [{ kind = 'slowed', amount = 2 }]",
            "8:43: nothing on the map imposes this",
        ),
        (
            "conditions = [{ kind = 'dazed', rounds = 1, stays = true }]",
            "8:15: a condition ends after `rounds` or `stays`, not both",
        ),
        (
            "conditions = [{ kind = 'restrained', amount = 201 }]",
            "8:47: 201 is not from 1 to 200",
        ),
        (
            "conditions = [{ kind = 'restrained', toward = 'durn' }]",
            "8:47: whoever restrains somebody is next to it",
        ),
        (
            "held = ['mace', { kind = 'mace', broken = true }]",
            "8:43: only armour and shields can be Broken",
        ),
        (
            "held = [{ kind = 'longbow', loaded = true, left = 0 }]",
            "8:38: what is loaded has one missile left at least",
        ),
        (
            "carried = [{ kind = 'mace', pick_up = 21 }]",
            "8:39: 21 is not from 0 to 20",
        ),
        (
            "named = [{ name = 'Keen', changes = 'precision', amount = 51 }]",
            "8:9: `amount`: 51 is not from -50 to 50",
        ),
    ] {
        assert_eq!(wrong(keys), [format!("fight.toml:{message}")], "{keys}");
    }
}

#[test]
fn whoever_is_held_or_out_holds_nobody() {
    let text = |one: &str, other: &str| two(one, other).replace("[6, 4]", "[5, 4]");
    let held = "conditions = [{ kind = 'restrained', toward = 'durn' }]";
    assert_eq!(
        mistakes(&text(
            held,
            "conditions = [{ kind = 'restrained', toward = 'garret' }]"
        )),
        [
            "fight.toml:8:47: whoever is Restrained holds nobody",
            "fight.toml:14:47: whoever is Restrained holds nobody",
        ]
    );
    assert_eq!(
        mistakes(&text(held, "unconscious = ['stamina']")),
        ["fight.toml:8:47: whoever is unconscious, helpless or dead holds nobody"]
    );
}

#[test]
fn zones_are_made_by_powers_that_make_zones_and_last() {
    let zone = |power: &str, until: u16| {
        let zone =
            format!("[[zone]]\npower = '{power}'\nby = 'durn'\nat = [30, 1]\nuntil = {until}\n");
        mistakes(&format!("{TWO}{zone}[start]\nround = 3\n"))
    };
    assert_eq!(
        zone("mind hammer", 2),
        [
            "fight.toml:14:9: this is no power that makes a zone",
            "fight.toml:16:6: 30,1 is off the map",
            "fight.toml:17:9: 2 is not from 3 to 120000",
        ]
    );
    assert_eq!(zone("mire", 3), ["fight.toml:16:6: 30,1 is off the map"]);
    let start = mistakes(&format!("{TWO}[start]\nround = 0\nidle = 101\n"));
    assert_eq!(
        start,
        [
            "fight.toml:14:9: 0 is not from 1 to 60000",
            "fight.toml:15:8: 101 is not from 0 to 100",
        ]
    );
}

#[test]
fn creatures_stand_neither_in_walls_nor_in_the_air_nor_too_close() {
    let map = "[map]\nrows = ['.#..', '...^', '....', '....']\nlegend.'^' = { elevation = 3 }\nedges = [{ between = [[0, 2], [1, 2]], kind = 'wall' }]\n";
    let creature = |kind: &str, at: &str| {
        format!("{map}[[creature]]\nname = 'it'\nkind = '{kind}'\nside = 'a'\nat = {at}\n")
    };
    for (kind, at, message) in [
        ("wolf", "[1, 0]", "it takes up 1,0, which is solid"),
        ("wolf", "[3, 1, 2]", "it takes up 3,1,2, which is solid"),
        ("wolf", "[0, 0, 4]", "it is in the air at height 4"),
        (
            "ogre",
            "[0, 2]",
            "it takes up 0,2, which is cut off by a wall",
        ),
        ("ogre", "[3, 2]", "it takes up 4,2, which is off the map"),
    ] {
        let found = mistakes(&creature(kind, at));
        assert_eq!(
            found,
            [format!("fight.toml:10:6: {message}")],
            "{kind} {at}"
        );
    }
    let pair = |one: &str, keys: &str, other: &str| {
        format!(
            "[[creature]]\nname = 'one'\nkind = '{one}'\nside = 'a'\nat = [2, 2]\n{keys}\n[[creature]]\nname = 'other'\nkind = '{other}'\nside = 'a'\nat = [2, 2]\n"
        )
    };
    let crowded = ["fight.toml:12:6: other and one cannot be in the same space"];
    assert_eq!(mistakes(&pair("wolf", "", "goblin")), crowded);
    for shared in [
        pair("goblin", "", "ogre"),
        pair("wolf", "", "sprite"),
        pair("wolf", "conditions = ['prone']", "guard"),
        pair("wolf", "presence = 'elsewhere'", "guard"),
    ] {
        assert_eq!(state(&shared).bodies.len(), 2);
    }
}

#[test]
fn ground_says_what_it_can() {
    let wrong = |terrain: &str| {
        mistakes(&format!(
            "[map]\nrows = 12\ncolumns = 12\nlegend.'~' = {{ {terrain} }}\n{TWO}"
        ))
    };
    let found = wrong("climb = 4");
    assert_eq!(found[0], "fight.toml:5:14: climbing costs 1 to 3 Stamina");
    let found = wrong("imposes = 'dead'");
    assert!(found[0].ends_with("nothing else"), "{found:?}");
}

#[test]
fn tampered_setups_are_refused_with_all_reasons() {
    let setup = composed(&two("conditions = ['prone']", ""));
    type Spoil = (&'static str, fn(&mut Setup));
    let spoil: [Spoil; 16] = [
        ("item 0, kind: there is no such kind", |setup| {
            setup.items[0].kind = 99;
        }),
        ("spear, place: there is no such creature", |setup| {
            setup.items[0].place = Place::Held(CreatureId(9));
        }),
        ("spear, draw: 11 is not from 0 to 10", |setup| {
            setup.items[0].draw = 11;
        }),
        ("garret, side", |setup| setup.creatures[0].sheet.side = 7),
        ("garret, natural", |setup| {
            setup.creatures[0].sheet.natural.clear();
        }),
        ("garret, powers", |setup| {
            setup.creatures[0].sheet.powers.push(9);
        }),
        ("garret, used", |setup| {
            setup.creatures[0].body.used.push(PowerId(9));
        }),
        ("garret, facing", |setup| {
            setup.creatures[0].body.watch = Watch::Creature(CreatureId(7));
        }),
        ("garret, facing", |setup| {
            setup.creatures[0].body.watch = Watch::Heading(Heading::South);
        }),
        ("garret, unconscious", |setup| {
            setup.creatures[0].body.causes = 1;
        }),
        ("garret, stamina", |setup| {
            setup.creatures[0].body.stamina = 0
        }),
        ("map.rows", |setup| setup.map.rows.clear()),
        ("condition 0: a condition comes with the one", |setup| {
            setup.conditions.truncate(1);
        }),
        ("condition 0: a condition is imposed by one", |setup| {
            setup.conditions.remove(0);
        }),
        ("condition 0, rounds: this end can never come", |setup| {
            setup.conditions[0].until = Until::At(9);
        }),
        ("owed 0: there is no such creature", |setup| {
            setup.owed.push((CreatureId(0), CreatureId(40)));
        }),
    ];
    for (reason, spoil) in spoil {
        let mut spoilt = setup.clone();
        spoil(&mut spoilt);
        spoilt.creatures[1].sheet.level = -7;
        let reasons = set_up(&spoilt).expect_err(reason);
        assert!(
            reasons.iter().any(|one| one.starts_with(reason)),
            "{reason}: {reasons:?}"
        );
        let other = "durn, level: -7 is not from 0 to 100";
        assert!(reasons.iter().any(|one| one == other), "{reasons:?}");
    }
}

#[test]
fn content_files_are_checked_as_a_whole() {
    let complaint = files::complaint::<Energy>;
    assert_eq!(
        complaint(
            "home-weapons.toml",
            "[[weapon]]\nname = 'dagger'\nkind = 'piercing'\ndamage = '9d99'\nmelee = false\nhands = 1\nprecise = 17\n\
             [[weapon]]\nname = 'odd bow'\nkind = 'piercing'\nhands = 1\nmelee = false\nshooting = { range_m = [9, 3, 0], draw = 'crossbow' }\n\
             [[weapon]]\nname = 'air'\nkind = 'blunt'\nhands = 0\nbrings = {}\n"
        ),
        "home-weapons.toml:2:8: there is a `dagger` already\n\
         home-weapons.toml:4:10: 9d99: only plain dice that show at most 400 can be used\n\
         home-weapons.toml:5:9: a weapon serves in melee, shoots or is thrown\n\
         home-weapons.toml:7:11: 17 is not from 0 to 16\n\
         home-weapons.toml:11:9: such a crossbow takes two hands\n\
         home-weapons.toml:13:12: a range is a near limit, a far limit and a maximum, which do not fall\n\
         home-weapons.toml:17:9: 0 is not from 1 to 4\n\
         home-weapons.toml:18:10: a hit has to do something\n\
         fight.toml:1:1: a fight needs at least one creature"
    );
    assert_eq!(
        complaint(
            "more-creatures.toml",
            "[[creature]]\nname = 'ghost'\npowers = ['myre']\nitems = ['daggr']\nspeed_m = 201\nmartial_choices = { arm_strength = 1 }\n\
             natural = [{ name = 'touch', kind = 'cold', hands = 1, thrown = [1, 2, 3] }]\n"
        ),
        "more-creatures.toml:3:11: there is no power called `myre` (did you mean `mire`?)\n\
         more-creatures.toml:4:10: there is no item called `daggr` (did you mean `dagger`?)\n\
         more-creatures.toml:5:11: 201 is not from 0 to 200\n\
         more-creatures.toml:6:19: the choices come to 1, but Martial Proficiency is 0\n\
         more-creatures.toml:7:53: a natural weapon takes no hands: it is part of the body\n\
         more-creatures.toml:7:65: a part of the body cannot be thrown\n\
         fight.toml:1:1: a fight needs at least one creature"
    );
    assert_eq!(
        complaint(
            "my-powers.toml",
            "[[power]]\nname = 'mire'\nworks.zone = { range_m = 5, radius_m = 1, rounds = 0, condition = 'dead' }\n\
             [[power]]\nname = 'rage'\nstamina = 2\nworks = 'power-strike'\n\
             [[power]]\nname = 'smash'\nworks = 'doubling'\n\
             [[power]]\nname = 'rise'\nworks.shake = { condition = 'dead' }\n"
        ),
        "my-powers.toml:2:8: there is a `mire` already\n\
         my-powers.toml:3:1: `rounds`: 0 is not from 1 to 60000\n\
         my-powers.toml:3:1: a zone makes exposed, unguarded, dazed, blinded, slowed, shaken, exhausted or helpless, nothing else\n\
         my-powers.toml:6:11: as much Stamina is put into the attack as its user likes: there is no price\n\
         my-powers.toml:8:1: `stamina`: 0 is not from 1 to 50\n\
         my-powers.toml:13:1: this condition cannot be shaken off\n\
         fight.toml:1:1: a fight needs at least one creature"
    );
    assert_eq!(
        complaint(
            "my-gear.toml",
            "[[gear]]\nname = 'old scroll'\npower = 'fire'\n"
        ),
        "my-gear.toml:3:9: there is no power called `fire` (did you mean `mire`?)\n\
         fight.toml:1:1: a fight needs at least one creature"
    );
    let unknown = complaint("things.toml", "");
    assert!(unknown.contains("does not say what is in it"), "{unknown}");
}

#[test]
fn modifiers_and_things_of_kinds_are_checked_where_they_are_written() {
    let told = affray_trial::files::complaint::<crate::Energy>(
        "more-creatures.toml",
        "[[creature]]\nname = 'fencing ghost'\nnamed = [{ name = 'Keen', changes = 'precision', amount = 51 }]\n\
         items = [{ kind = 'shortsword', pick_up = 21 }]\n",
    );
    assert_eq!(
        told,
        "more-creatures.toml:3:9: `amount`: 51 is not from -50 to 50\n\
         more-creatures.toml:4:43: 21 is not from 0 to 20\n\
         fight.toml:1:1: a fight needs at least one creature"
    );
}
