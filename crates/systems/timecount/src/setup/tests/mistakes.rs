//! Files and setups that are refused.

use super::*;

#[test]
fn things_and_conditions_have_only_what_they_can_have() {
    let text = TWO.replacen(
        "at = [4, 4]",
        "at = [4, 4]
carried = [{ kind = 'long sword', left = 4, lit = true, readied = true }]
conditions = ['shaken', { kind = 'burning', amount = 9 }, { kind = 'shaken', amount = 0 }]",
        1,
    );
    assert_eq!(
        mistakes(&text),
        [
            "fight.toml:8:42: of this nothing is used up",
            "fight.toml:8:51: this is no torch (`actions/light-torch`)",
            "fight.toml:8:67: only a shield is readied",
            "fight.toml:9:15: say how much it is shaken: `amount`, from -100 to -1 (write `{ kind = \"shaken\", amount = -2 }`)",
            "fight.toml:9:54: this condition has no number",
            "fight.toml:9:87: 0 is not from -100 to -1",
        ]
    );
}

#[test]
fn everything_wrong_is_reported_at_its_place() {
    let text = "sides = ['watch', 'monsters']
[[creature]]
name = 'garret'
kind = 'gard'
side = 'wach'
at = [40, 4]
items = ['long sward']
spells = ['wep']
pressed_by = ['trol']
[[creature]]
name = 'troll'
kind = 'troll'
side = 'monsters'
at = [19, 19]
speed_ft = 33
hp = 35
conditions = ['grabbed']
[[creature]]
name = 'pass'
kind = 'wolf'
side = 'monsters'
at = [3, 3]
accuracy = -21
[[creature]]
name = 'troll'
kind = 'gelatinous cube'
side = 'monsters'
at = [3, 3]
";
    assert_eq!(
        mistakes(text),
        [
            "fight.toml:5:8: there is no kind of creature called `gard` (did you mean `guard`?)",
            "fight.toml:6:8: there is no side called `wach` (did you mean `watch`?)",
            "fight.toml:8:10: there is no item called `long sward` (did you mean `long sword`?)",
            "fight.toml:9:11: there is no spell called `wep` (did you mean `web`?)",
            "fight.toml:10:15: there is no creature called `trol` (did you mean `troll`?)",
            "fight.toml:16:12: 33 ft is no multiple of 5 ft",
            "fight.toml:17:6: 35 is not from 0 to 34",
            "fight.toml:18:15: this condition holds toward another creature: say which",
            "fight.toml:20:8: `pass` cannot be a name: it means something else in commands",
            "fight.toml:24:12: -21 is not from -20 to 100",
            "fight.toml:26:8: there is a creature called `troll` already",
        ]
    );
    assert_eq!(
        mistakes(&text.replace("['grabbed']", "['grabed']")),
        ["fight.toml:18:15: unknown word `grabed` (did you mean `grabbed`?)"],
        "what cannot be read comes first"
    );
    let places = mistakes(&text.replace("conditions = ['grabbed']\n", ""));
    assert!(
        places.contains(&"fight.toml:15:6: troll takes up 20,19, which is off the map".to_owned()),
        "{places:?}"
    );
    assert!(
        places.contains(&"fight.toml:28:6: troll and pass cannot be in the same space".to_owned()),
        "{places:?}"
    );
}

#[test]
fn what_is_said_to_be_in_hand_must_fit() {
    let text = TWO.replacen(
        "at = [4, 4]",
        "at = [4, 4]\nheld = ['great sword', 'buckler']\nworn = ['staff', 'chain', 'plate']",
        1,
    );
    assert_eq!(
        mistakes(&text),
        [
            "fight.toml:8:24: the buckler does not fit into the 2 hands of garret",
            "fight.toml:9:9: the staff is no armor to wear",
            "fight.toml:9:27: only one armor can be worn",
        ]
    );
}

#[test]
fn situations_that_cannot_be_are_refused() {
    let wrong = |keys: &str| {
        let text = TWO.replacen("at = [4, 4]", &format!("at = [4, 4]\n{keys}"), 1);
        mistakes(&format!("{text}[start]\ncount = 10\n"))
    };
    for (keys, message) in [
        ("next = 9", "8:8: 9 is not from 10 to 12000000"),
        (
            "hp = 0",
            "8:6: a creature without hit points is dead: its conditions have to say so",
        ),
        (
            "invigoration = 1",
            "8:16: Invigoration never lifts hit points above their maximum",
        ),
        (
            "fatigue = 1\npoison_fatigue = 2",
            "9:18: 2 is not from 0 to 1",
        ),
        ("poison_hp = 1", "8:13: 1 is not from 0 to 0"),
        (
            "waking = 20",
            "8:10: only the unconscious wake (`regaining-consciousness/check`)",
        ),
        ("max_hp = 3001", "8:10: 3001 is not from 1 to 3000"),
        ("fatigue = 3001", "8:11: 3001 is not from 0 to 3000"),
        (
            "bonus = [{ points = 900, until = 20 }, { points = 900, until = 21 }, { points = 900, until = 22 }, { points = 301, until = 23 }]",
            "8:9: bonus hit points are at most 3000 together",
        ),
        (
            "paralysis = [{ points = 900 }, { points = 900 }, { points = 900 }, { points = 301 }]",
            "8:13: paralysis damage is at most 3000 together",
        ),
        ("prepared = 'web'", "8:12: it does not know that spell"),
        (
            "prepared = 'wab'",
            "8:12: there is no spell called `wab` (did you mean `web`?)",
        ),
        ("petrification = 11", "8:17: 11 is not from 0 to 10"),
        (
            "run = { pace = 'base' }",
            "8:7: a run is at the pace `run` or `sprint`",
        ),
        (
            "control = 'pc'\nspeed_factors = 'static'",
            "9:17: the Speed Factors of a player character are rolled",
        ),
        (
            "facing = { creature = 'garret' }",
            "8:10: one faces another creature",
        ),
        (
            "facing = 'east-north-east'",
            "8:10: this map has no such direction",
        ),
        (
            "last_weapon = 'bite'",
            "8:15: there is no weapon in its hands called `bite`",
        ),
        (
            "underway = { walk = { pace = 'base', path = [[5, 4], [7, 4]] } }",
            "8:12: each space of a path is next to the one before",
        ),
        (
            "conditions = [{ kind = 'shaken', amount = 2 }]",
            "8:43: 2 is not from -100 to -1",
        ),
        (
            "conditions = [{ kind = 'shaken', amount = -2, until = 10 }]",
            "8:55: this end would be over already, or can never come",
        ),
        (
            "conditions = [{ kind = 'grabbed', toward = 'troll' }]",
            "8:44: whoever grabs stays next to whom it grabs",
        ),
        (
            "underway = { wait = { until = 20 } }\nnext = 12",
            "9:8: what is under way ends at count 20, when its next turn comes",
        ),
    ] {
        assert_eq!(wrong(keys), [format!("fight.toml:{message}")], "{keys}");
    }
}

#[test]
fn whoever_can_do_nothing_holds_nobody() {
    for so in [
        "conditions = ['dead']",
        "conditions = ['unconscious']",
        "petrification = 10",
        "presence = 'elsewhere'",
    ] {
        let text = TWO.replacen("at = [4, 4]", &format!("at = [4, 4]\n{so}"), 1);
        let holds = "at = [5, 4]\nconditions = [{ kind = 'grabbed', toward = 'garret' }]";
        let text = text.replacen("at = [6, 4]", holds, 1);
        assert_eq!(
            mistakes(&text),
            [
                "fight.toml:14:44: whoever is dead, unconscious, asleep, bound, stone or gone holds nobody"
            ],
            "{so}"
        );
    }
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
            "troll",
            "[0, 2]",
            "it takes up 0,2, which is cut off by a wall",
        ),
    ] {
        let found = mistakes(&creature(kind, at));
        assert_eq!(
            found,
            [format!("fight.toml:10:6: {message}")],
            "{kind} {at}"
        );
    }
    let crowd = |count: u16| {
        let at = vec!["[2, 2]"; usize::from(count)].join(", ");
        format!(
            "[[creature]]\nname = 'it'\ncount = {count}\nkind = 'wolf'\nside = 'a'\nat = [{at}]\n"
        )
    };
    assert_eq!(state(&crowd(4)).bodies.len(), 4);
    assert_eq!(
        mistakes(&crowd(5)),
        ["fight.toml:7:39: it 5 has no room in its space"]
    );
}

#[test]
fn tampered_setups_are_refused_with_all_reasons() {
    let setup = composed(TWO);
    type Spoil = (&'static str, fn(&mut Setup));
    let spoil: [Spoil; 10] = [
        ("item 0, kind: there is no such kind", |setup| {
            setup.items[0].kind = 99;
        }),
        ("item 0, place: there is no such creature", |setup| {
            setup.items[0].place = Place::Held(CreatureId(9));
        }),
        ("garret, side", |setup| setup.creatures[0].sheet.side = 7),
        ("garret, mount", |setup| {
            setup.creatures[0].body.mount = Some(CreatureId(70));
        }),
        ("garret, natural", |setup| {
            setup.creatures[0].sheet.natural.clear();
        }),
        ("garret, spells", |setup| {
            setup.creatures[0].sheet.spells.push(9);
        }),
        ("garret, last_weapon", |setup| {
            setup.creatures[0].body.last_arm = Some(Arm::Item(ItemId(2)));
        }),
        ("garret, declared", |setup| {
            setup.creatures[0].body.decided = true;
        }),
        ("map.rows", |setup| setup.map.rows.clear()),
        ("troll, hp", |setup| setup.creatures[1].body.hp = 81),
    ];
    for (reason, spoil) in spoil {
        let mut spoilt = setup.clone();
        spoil(&mut spoilt);
        spoilt.creatures[1].sheet.speed_ft = 7;
        let reasons = set_up(&spoilt).expect_err(reason);
        assert!(
            reasons.iter().any(|one| one.starts_with(reason)),
            "{reason}: {reasons:?}"
        );
        let other = "troll, speed_ft: 7 ft is no multiple of 5 ft";
        assert!(reasons.iter().any(|one| one == other), "{reasons:?}");
    }
}

#[test]
fn content_files_are_checked_as_a_whole() {
    let complaint = files::complaint::<TimeCount>;
    assert_eq!(
        complaint(
            "home-weapons.toml",
            "[[weapon]]\nname = 'dagger'\ndamage = '9d99'\nmelee = false\nattribute = 'wisdom'\ncategory = 'daggers'\n"
        ),
        "home-weapons.toml:1:1: damage is of one kind at least\n\
         home-weapons.toml:1:1: a weapon that is no part of a body is light, one-handed or two-handed\n\
         home-weapons.toml:2:8: there is a `dagger` already\n\
         home-weapons.toml:3:10: 9d99: only plain dice that show at most 400 can be used\n\
         home-weapons.toml:4:9: a weapon serves in melee, at a distance or both\n\
         home-weapons.toml:5:13: the category of a weapon that is not natural says which attribute it uses\n\
         fight.toml:1:1: a fight needs at least one creature"
    );
    assert_eq!(
        complaint(
            "more-creatures.toml",
            "[[creature]]\nname = 'imp'\nspells = ['wepp']\nitems = ['daggr']\nspeed_ft = 65\n"
        ),
        "more-creatures.toml:3:11: there is no spell called `wepp` (did you mean `web`?)\n\
         more-creatures.toml:4:10: there is no item called `daggr` (did you mean `dagger`?)\n\
         more-creatures.toml:5:12: 65 is not from 0 to 60\n\
         fight.toml:1:1: a fight needs at least one creature"
    );
    assert_eq!(
        complaint(
            "my-gear.toml",
            "[[gear]]\nname = 'old scroll'\nscroll = 'fire'\n"
        ),
        "my-gear.toml:3:10: there is no spell called `fire`\n\
         fight.toml:1:1: a fight needs at least one creature"
    );
    let unknown = complaint("things.toml", "");
    assert!(unknown.contains("does not say what is in it"), "{unknown}");
}

#[test]
fn regeneration_of_kinds_is_checked_where_it_is_written() {
    let told = affray_trial::files::complaint::<crate::TimeCount>(
        "more-creatures.toml",
        "[[creature]]\nname = 'hydra'\nregeneration = { points = 0, counts = 4 }\n",
    );
    assert_eq!(
        told,
        "more-creatures.toml:3:16: `points`: 0 is not from 1 to 1000\n\
         fight.toml:1:1: a fight needs at least one creature"
    );
}
