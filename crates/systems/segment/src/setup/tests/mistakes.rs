//! Files and setups that are refused.

use affray_kernel::scenario::MOST_CREATURES;

use super::*;
use crate::state::{Pending, PowerId};

#[test]
fn everything_wrong_is_reported_at_its_place() {
    let text = "sides = ['watch', 'raiders']
[setting]
side_environment = { raider = -2 }
[[creature]]
name = 'bren'
kind = 'soldire'
side = 'wach'
at = [40, 4]
items = ['arming sward']
powers = ['mend']
ambush = ['gruck']
[[creature]]
name = 'gruk'
kind = 'ogre'
side = 'raiders'
at = [19, 19]
level = 101
hits = 49
stance = 'hold'
conditions = ['noticed']
disabled = ['left leg', 'tail']
attacks = { clab = 9 }
[[creature]]
name = 'pass'
kind = 'grey wolf'
side = 'raiders'
at = [3, 3]
actions = 11
skills = ['pounce', 'swop']
mounted = true
[[creature]]
name = 'gruk'
kind = 'griffon'
side = 'raiders'
at = [5, 3, 4]
aloft_yd = 2
defends = { blck = 3 }
[[effect]]
power = 'mending'
by = 'nobody'
on = 'gruk'
";
    let unread = mistakes(text);
    assert_eq!(
        unread,
        [
            "fight.toml:30:21: unknown word `swop` (did you mean `swoop`?)",
            "fight.toml:38:13: unknown key `blck` (did you mean `block`?)",
        ],
        "what cannot be read comes first"
    );
    let text = text.replace("'swop'", "'swoop'").replace("blck", "block");
    assert_eq!(
        mistakes(&text),
        [
            "fight.toml:4:31: there is no side called `raider` (did you mean `raiders`?)",
            "fight.toml:7:8: there is no kind of creature called `soldire` (did you mean `soldier`?)",
            "fight.toml:8:8: there is no side called `wach` (did you mean `watch`?)",
            "fight.toml:10:10: there is no item called `arming sward` (did you mean `arming sword`?)",
            "fight.toml:11:11: there is no power called `mend`",
            "fight.toml:12:10: this begins anew with the first round: `[start]` says that a round is under way",
            "fight.toml:12:11: there is no creature called `gruck` (did you mean `gruk`?)",
            "fight.toml:18:9: 101 is not from 0 to 100",
            "fight.toml:19:8: 49 is not from -2000 to 48",
            "fight.toml:20:10: this begins anew with the first round: `[start]` says that a round is under way",
            "fight.toml:21:15: this condition holds toward another creature: say which",
            "fight.toml:22:25: there is no part called `tail`",
            "fight.toml:23:20: there is no attack skill called `clab` (did you mean `club`?)",
            "fight.toml:25:8: `pass` cannot be a name: it means something else in commands",
            "fight.toml:29:11: 11 is not from 1 to 10",
            "fight.toml:31:11: it has no mount",
            "fight.toml:33:8: there is a creature called `gruk` already",
            "fight.toml:37:12: the height is written as the third number of `at` already",
            "fight.toml:41:6: there is no creature called `nobody`",
        ]
    );
}

#[test]
fn what_is_said_to_be_in_hand_must_fit() {
    let text = two(
        "held = ['battle sword', 'small shield']\nworn = ['mace', 'leather', 'padded']",
        "hits = 0\nheld = ['great club']",
    );
    assert_eq!(
        mistakes(&text),
        [
            "fight.toml:8:25: the small shield does not fit into the 2 usable hands of bren",
            "fight.toml:9:9: the mace is no armour to wear",
            "fight.toml:9:28: only one armour can be worn",
            "fight.toml:16:9: gruk is unconscious or dead and holds no great club",
        ]
    );
    let disabled = two(
        "disabled = ['right hand']\nheld = ['battle sword', 'chain mail']",
        "",
    );
    assert_eq!(
        mistakes(&disabled),
        [
            "fight.toml:9:9: the battle sword does not fit into the one usable hand of bren",
            "fight.toml:9:25: the chain mail is worn, not held",
        ]
    );
}

#[test]
fn situations_that_cannot_be_are_refused() {
    let wrong = |keys: &str| {
        let text = two(keys, "");
        mistakes(&format!("{text}[start]\nround = 3\n"))
    };
    let cases = [
        ("hits = 31", "8:8: 31 is not from -2000 to 30"),
        ("actions_left = -1", "8:16: -1 is not from 0 to 20"),
        ("order = 1001", "8:9: 1001 is not from -1000 to 1000"),
        ("modifier = 101", "8:12: 101 is not from -100 to 100"),
        ("environment = -101", "8:15: -101 is not from -100 to 100"),
        ("moved = -4", "8:9: -4 is not from 0 to 1000"),
        ("mounted = true", "8:11: it has no mount"),
        ("aloft_yd = -1", "8:12: -1 is not from 0"),
        (
            "disabled = ['tentacle']",
            "8:13: there is no part called `tentacle`",
        ),
        ("guard = 'aegis'", "8:9: it has no score for Aegis"),
        (
            "guard = { skill = 'block', failures = 3 }",
            "8:9: On-Guard ends with the third failed check",
        ),
        (
            "guard = { skill = 'block', in_segment = 1 }",
            "8:9: checks that failed in this segment have failed this round",
        ),
        ("guard = 'block'\nguarded = false", "9:11: it is On-Guard"),
        (
            "guarded = true\nstance = 'aggressive'",
            "9:10: whoever has gone On-Guard is not Aggressive in this round",
        ),
        (
            "ambush = ['bren']",
            "8:10: one ambushes other creatures, each once",
        ),
        (
            "ambush = ['grak']",
            "8:11: there is no creature called `grak` (did you mean `gruk`?)",
        ),
        (
            "conditions = ['unconscious']",
            "8:14: whoever has hits left is not unconscious: `knocked-out` or `dead` may be meant",
        ),
        (
            "conditions = ['noticed']",
            "8:15: this condition holds toward another creature: say which",
        ),
        (
            "conditions = [{ kind = 'noticed', toward = 'bren' }]",
            "8:44: this condition holds toward another creature",
        ),
        (
            "conditions = [{ kind = 'prone', toward = 'gruk' }]",
            "8:42: this condition holds toward nobody",
        ),
        (
            "held = [{ kind = 'mace', loaded = true }]",
            "8:35: this is never loaded",
        ),
        (
            "held = [{ kind = 'mace', left = 2 }]",
            "8:33: this shoots no missiles",
        ),
        (
            "held = [{ kind = 'light crossbow', loaded = true, left = 0 }]",
            "8:45: what is loaded has one missile left at least",
        ),
        (
            "carried = [{ kind = 'torch', broken = true }]",
            "8:39: only weapons and shields break",
        ),
        (
            "carried = [{ kind = 'torch', name = 'winner' }]",
            "8:37: `winner` cannot be a name: it means something else in commands",
        ),
        (
            "attacks = { 'long bow' = 12 }",
            "8:26: there is no attack skill called `long bow`",
        ),
        (
            "attacks = { bow = 101 }",
            "8:11: bow: 101 is not from 0 to 100",
        ),
        (
            "defends = { block = -1 }",
            "8:11: Block: -1 is not from 0 to 100",
        ),
        (
            "checks = { search = 200 }",
            "8:10: Search: 200 is not from 0 to 100",
        ),
        (
            "natural = [{ name = 'tail', damage = '1d6', uses = ['tail'] }]",
            "8:53: there is no part called `tail`",
        ),
        (
            "natural = [{ name = 'gun', family = 'armed', damage = '1d6' }]",
            "8:11: gun, family: a part of the body is natural or unarmed, and neither held nor thrown",
        ),
        (
            "parts = [{ name = 'arm', category = 'limb', role = 'arm 9' }]",
            "8:52: a part is an `arm 0` to `arm 7`, a `leg 0` to `leg 31`, a `wing` or `other`, not `arm 9`",
        ),
        (
            "parts = [{ name = 'eye', category = 'head' }, { name = 'eye', category = 'head' }]",
            "8:9: there is a part called `eye` already",
        ),
        (
            "mount = { name = 'pony', move_yd = 201 }",
            "8:36: 201 is not from 0 to 200",
        ),
        ("hands = 9", "8:9: 9 is not from 0 to 8"),
        ("actions = 0", "8:11: 0 is not from 1 to 10"),
        ("totals = { magic = 201 }", "8:10: 201 is not from 0 to 200"),
    ];
    let found = cases.map(|(keys, _)| (keys, wrong(keys)));
    let expected = cases.map(|(keys, message)| (keys, vec![format!("fight.toml:{message}")]));
    for (found, expected) in found.into_iter().zip(expected) {
        assert_eq!(found, expected);
    }
}

#[test]
fn what_is_counted_by_the_round_needs_a_round() {
    let found = mistakes(&two(
        "actions_left = 2\nguard = 'block'\nstepped = false",
        "",
    ));
    let message = "this begins anew with the first round: `[start]` says that a round is under way";
    assert_eq!(
        found,
        [
            format!("fight.toml:8:16: {message}"),
            format!("fight.toml:9:9: {message}"),
            format!("fight.toml:10:11: {message}"),
        ]
    );
}

#[test]
fn the_start_and_the_setting_are_possible() {
    for (more, message) in [
        ("[start]\nround = 0\n", "14:9: 0 is not from 1 to 60000"),
        (
            "[start]\nphase = 'acting'\n",
            "14:9: say which segment is under way",
        ),
        (
            "[start]\nphase = 'on-guards'\nsegment = 'melee'\n",
            "14:9: ambushes and On-Guard come before the first segment is called",
        ),
        (
            "[setting]\ndamage_types = []\n",
            "14:16: a setting has at least one kind of damage",
        ),
        (
            "[setting]\nenvironment = 101\n",
            "14:15: 101 is not from -100 to 100",
        ),
        (
            "[setting]\nside_environment = { watch = -101 }\n",
            "14:20: -101 is not from -100 to 100",
        ),
    ] {
        let found = mistakes(&format!("{TWO}{more}"));
        assert_eq!(found, [format!("fight.toml:{message}")], "{more}");
    }
}

#[test]
fn effects_are_maintained_by_those_who_can() {
    let effect = |text: &str, power: &str, by: &str, since: u16| {
        let effect = format!(
            "[[effect]]\npower = '{power}'\nby = '{by}'\non = 'gruk'\nsince = {since}\n[start]\nround = 2\n"
        );
        mistakes(&format!("{text}{effect}"))
    };
    let priest = TWO.replacen("'soldier'", "'priest'", 1);
    assert_eq!(
        effect(&priest, "mending", "bren", 3),
        [
            "fight.toml:14:9: this is no power that is maintained",
            "fight.toml:17:9: 3 is not from 0 to 2",
        ]
    );
    assert_eq!(
        effect(&priest, "holy ward", "gruk", 1),
        ["fight.toml:15:6: gruk has no such power"]
    );
    let fallen = priest.replacen("at = [4, 4]", "at = [4, 4]\nhits = 0", 1);
    assert_eq!(
        effect(&fallen, "holy ward", "bren", 1),
        ["fight.toml:16:6: whoever is unconscious or dead or has surrendered maintains nothing"]
    );
    let gone = priest.replacen("at = [4, 4]", "at = [4, 4]\npresence = 'fled'", 1);
    assert_eq!(
        effect(&gone, "holy ward", "bren", 1),
        ["fight.toml:16:6: bren is not in the fight"]
    );
}

#[test]
fn creatures_stand_neither_in_walls_nor_in_the_air_nor_in_each_other() {
    let map = "[map]\nrows = ['.#..', '...^', '....', '....']\nlegend.'^' = { elevation = 3 }\nedges = [{ between = [[0, 2], [1, 2]], kind = 'wall' }]\n";
    let creature = |kind: &str, at: &str| {
        format!("{map}[[creature]]\nname = 'it'\nkind = '{kind}'\nside = 'a'\nat = {at}\n")
    };
    for (kind, at, message) in [
        ("grey wolf", "[1, 0]", "it takes up 1,0, which is solid"),
        (
            "grey wolf",
            "[3, 1, 2]",
            "it takes up 3,1,2, which is solid",
        ),
        (
            "grey wolf",
            "[0, 0, 4]",
            "it is in the air at height 4 and does not fly",
        ),
        ("griffon", "[0, 2, 2001]", "heights go from -2000 to 2000"),
        (
            "ogre",
            "[0, 2]",
            "it takes up 0,2, which is cut off by a wall",
        ),
        ("knight", "[3, 2]", "it takes up 4,2, which is off the map"),
    ] {
        let found = mistakes(&creature(kind, at));
        let place = "fight.toml:10:6";
        assert_eq!(found, [format!("{place}: {message}")], "{kind} {at}");
    }
    let pair = |keys: &str, other: &str, at: &str| {
        format!(
            "[[creature]]\nname = 'one'\nkind = 'soldier'\nside = 'a'\nat = [2, 2]\n{keys}\n[[creature]]\nname = 'other'\nkind = '{other}'\nside = 'a'\nat = {at}\n"
        )
    };
    assert_eq!(
        mistakes(&pair("", "goblin", "[2, 2]")),
        ["fight.toml:12:6: other and one cannot be in the same space"]
    );
    for shared in [
        pair("", "griffon", "[1, 1, 6]"),
        pair("hits = -1", "goblin", "[2, 2]"),
        pair("presence = 'fled'", "goblin", "[2, 2]"),
        pair("", "ogre", "[3, 2]"),
    ] {
        assert_eq!(state(&shared).bodies.len(), 2);
    }
}

#[test]
fn too_many_creatures_are_too_many() {
    let most = MOST_CREATURES + 1;
    let text =
        format!("[[creature]]\nname = 'rat'\ncount = {most}\nside = 'a'\npresence = 'elsewhere'\n");
    let found = mistakes(&text);
    assert_eq!(
        found[0],
        format!("fight.toml:2:1: {most} creatures are more than the {MOST_CREATURES} there may be")
    );
}

#[test]
fn tampered_setups_are_refused_with_all_reasons() {
    let setup = composed(&two("conditions = ['prone']", ""));
    type Spoil = (&'static str, fn(&mut Setup));
    let spoil: [Spoil; 20] = [
        ("item 0, kind: there is no such kind", |setup| {
            setup.items[0].kind = 99;
        }),
        ("item 0, place: there is no such creature", |setup| {
            setup.items[0].place = Place::Held(CreatureId(9), 1);
        }),
        ("item 1, place: the medium shield does not fit", |setup| {
            setup.items[1].place = Place::Held(ONE, 1);
        }),
        ("item 0, place: the arming sword does not fit", |setup| {
            setup.items[0].place = Place::Held(ONE, 0b100);
        }),
        ("bren, side", |setup| setup.creatures[0].sheet.side = 7),
        ("bren, powers", |setup| {
            setup.creatures[0].sheet.powers.push(9);
        }),
        ("bren, attacks", |setup| {
            setup.creatures[0].sheet.scores.resize(99, None);
        }),
        ("bren, skills", |setup| {
            setup.creatures[0].sheet.skills = u32::MAX;
        }),
        ("bren, natural: it uses a part or a skill", |setup| {
            setup.creatures[0].sheet.natural[0].uses.push(40);
        }),
        ("bren, disabled", |setup| {
            setup.creatures[0].body.disabled = u32::MAX;
        }),
        ("bren, ambush", |setup| {
            setup.creatures[0].body.ambush = Some([CreatureId(7)].into_iter().collect());
        }),
        ("bren: nothing that was begun before", |setup| {
            setup.creatures[0].body.pending = Some(Pending {
                dead: true,
                knocked_out: None,
                damaged: false,
                disabled: 0,
                cycle: 0,
            });
        }),
        ("bren, hits: at 0 hits or fewer", |setup| {
            setup.creatures[0].body.hits = 0;
        }),
        ("bren, hits: at -6 hits or fewer", |setup| {
            setup.creatures[0].body.hits = -6;
        }),
        ("map.rows", |setup| setup.map.rows.clear()),
        ("arming sword, skill: there is no such skill", |setup| {
            setup.skills.clear();
            for creature in &mut setup.creatures {
                creature.sheet.natural.clear();
                creature.sheet.scores.clear();
            }
        }),
        ("setting.side_environment", |setup| {
            setup.side_environment.clear();
        }),
        ("condition 0, rounds: this end can never come", |setup| {
            setup.conditions[0].until = Until::At(9);
        }),
        ("condition 0: there is no such creature", |setup| {
            setup.conditions[0].on = CreatureId(40);
        }),
        ("effect 0, power: this is no power", |setup| {
            setup.effects.push(crate::state::Maintained {
                number: 1,
                power: PowerId(9),
                by: ONE,
                on: ONE,
                since: 0,
            });
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
        let other = "gruk, level: -7 is not from 0 to 100";
        assert!(reasons.iter().any(|one| one == other), "{reasons:?}");
    }
}

#[test]
fn content_files_are_checked_as_a_whole() {
    let complaint = files::complaint::<Segments>;
    assert_eq!(
        complaint(
            "home-weapons.toml",
            "[[weapon]]\nname = 'dagger'\nclass = 'small'\nskill = 'dagger'\n\
             [[weapon]]\nname = 'odd bow'\nclass = 'small'\nskill = 'with'\nhands = 0\nstructural = 21\nranged = { damage = '9d99', range_yd = 9, max_yd = 3, thrown = true, reload = 1 }\n\
             [[weapon]]\nname = 'air'\nclass = 'small'\nskill = 'air'\nmelee = { damage = '1d4', hit = 21, reach = -1, usage = 0 }\n"
        ),
        "home-weapons.toml:2:8: a weapon is used hand to hand (`melee`), at range (`ranged`), or both\n\
         home-weapons.toml:2:8: there is a `dagger` already\n\
         home-weapons.toml:8:9: `with` cannot be a name: it means something else in commands\n\
         home-weapons.toml:9:9: 0 is not from 1 to 4\n\
         home-weapons.toml:10:14: 21 is not from 1 to 20\n\
         home-weapons.toml:11:21: 9d99: only plain dice that show at most 400 can be used\n\
         home-weapons.toml:11:52: 3 is not from 9 to 10000\n\
         home-weapons.toml:11:79: what leaves the hand is not reloaded\n\
         home-weapons.toml:16:33: 21 is not from -20 to 20\n\
         home-weapons.toml:16:45: -1 is not from 0 to 20\n\
         home-weapons.toml:16:57: 0 is not from 1 to 20\n\
         fight.toml:1:1: a fight needs at least one creature"
    );
    assert_eq!(
        complaint(
            "home-armor.toml",
            "[[armor]]\nname = 'rags'\nphysical = -1\nmove_yd = 1\n[[shield]]\nname = 'lid'\nsize = 'small'\nstructural = 0\nmove_yd = 2\n"
        ),
        "home-armor.toml:3:12: -1 is not from 0 to 100\n\
         home-armor.toml:4:11: 1 is not from -20 to 0\n\
         home-armor.toml:8:14: 0 is not from 1 to 20\n\
         home-armor.toml:9:11: 2 is not from -20 to 0\n\
         fight.toml:1:1: a fight needs at least one creature"
    );
    assert_eq!(
        complaint(
            "more-creatures.toml",
            "[[creature]]\nname = 'ghost'\npowers = ['mendding']\nitems = ['daggr', { kind = 'dagger', name = 'to' }]\nmove_yd = 201\nattacks = { Clab = 300, claws = 40 }\n\
             natural = [{ name = 'touch', family = 'unarmed', type = 'magic', damage = '1d4', uses = ['paw'] }]\nmount = { name = 'pass', move_yd = 3 }\n"
        ),
        "more-creatures.toml:3:11: there is no power called `mendding` (did you mean `mending`?)\n\
         more-creatures.toml:4:10: there is no item called `daggr` (did you mean `dagger`?)\n\
         more-creatures.toml:4:45: `to` cannot be a name: it means something else in commands\n\
         more-creatures.toml:5:11: 201 is not from 0 to 200\n\
         more-creatures.toml:6:11: Clab: 300 is not from 0 to 100\n\
         more-creatures.toml:6:20: there is no attack skill called `Clab` (did you mean `club`?)\n\
         more-creatures.toml:7:57: unarmed attacks do Physical damage\n\
         more-creatures.toml:7:90: there is no part called `paw`\n\
         more-creatures.toml:8:18: `pass` cannot be a name: it means something else in commands\n\
         fight.toml:1:1: a fight needs at least one creature"
    );
    assert_eq!(
        complaint(
            "my-powers.toml",
            "[[power]]\nname = 'mending'\nclass = 'utility'\nheals = '2d6'\nmaintained = true\n\
             [[power]]\nname = 'nothing'\nclass = 'mental'\n\
             [[power]]\nname = 'both'\nclass = 'mental'\ndamage = '1d4'\nblinds = true\n\
             [[power]]\nname = 'spark'\nclass = 'ranged-magic'\ndamage = '1d4'\nmax_yd = 3\nusage = 0\n\
             [[power]]\nname = 'palm'\nclass = 'melee-magic'\nwards = { physical = 1 }\nrange_yd = 2\nmaintained = true\n"
        ),
        "my-powers.toml:2:8: there is a `mending` already\n\
         my-powers.toml:5:14: wards and blindness are maintained, damage and healing are not\n\
         my-powers.toml:6:1: a power does one thing: `damage`, `heals`, `wards` or `blinds`\n\
         my-powers.toml:9:1: a power does one thing: `damage`, `heals`, `wards` or `blinds`\n\
         my-powers.toml:16:9: what works from afar has a `range_yd`\n\
         my-powers.toml:18:10: it has no range\n\
         my-powers.toml:19:9: 0 is not from 1 to 20\n\
         my-powers.toml:22:9: attacks do damage or blind, utilities heal or ward\n\
         my-powers.toml:24:12: melee magic works by touch\n\
         fight.toml:1:1: a fight needs at least one creature"
    );
    let unknown = complaint("things.toml", "");
    assert!(unknown.contains("does not say what is in it"), "{unknown}");
}

#[test]
fn nobody_stands_astride_a_low_wall() {
    let text = "[map]
rows = ['.....', '.....', '.....']
edges = [{ between = [[2, 1], [3, 1]], kind = 'low' }]
[[creature]]
name = 'it'
kind = 'ogre'
side = 'a'
at = [2, 0]
";
    assert_eq!(
        mistakes(text),
        ["fight.toml:9:6: it is astride a low wall, where nobody stays"]
    );
    let beside = state(&text.replace("[2, 0]", "[3, 0]"));
    assert_eq!(beside.space(CreatureId(0)).side, 2);
}
