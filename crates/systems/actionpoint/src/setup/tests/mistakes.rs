//! Files and setups that are refused.

use affray_kernel::grid::Grid;
use affray_kernel::scenario::MOST_CREATURES;

use super::*;

#[test]
fn everything_wrong_is_reported_at_its_place() {
    let text = "sides = ['watch', 'raiders']
sneaking = 'raider'
[[creature]]
name = 'bren'
kind = 'gaurd'
side = 'wach'
at = [40, 4]
items = ['spaer']
[[creature]]
name = 'gruk'
kind = 'ogre'
side = 'raiders'
at = [19, 19]
agility = 21
ap = 2
[[creature]]
name = 'pass'
kind = 'wolf'
side = 'raiders'
at = [3, 3]
health_left = 13
[[creature]]
name = 'gruk'
kind = 'wolf'
side = 'raiders'
at = [5, 3]
conditions = [{ kind = 'hidden', toward = 'brem' }]
";
    assert_eq!(
        mistakes(text),
        [
            "fight.toml:3:12: there is no side called `raider` (did you mean `raiders`?)",
            "fight.toml:6:8: there is no kind of creature called `gaurd` (did you mean `guard`?)",
            "fight.toml:7:8: there is no side called `wach` (did you mean `watch`?)",
            "fight.toml:9:10: there is no item called `spaer` (did you mean `spear`?)",
            "fight.toml:14:6: gruk takes up 20,19, which is off the map",
            "fight.toml:15:11: 21 is not from 1 to 20",
            "fight.toml:16:6: this begins anew with the round: `[start]` says whose turn it is",
            "fight.toml:18:8: `pass` cannot be a name: it means something else in commands",
            "fight.toml:22:15: 13 is not from 0 to 12",
            "fight.toml:24:8: there is a creature called `gruk` already",
            "fight.toml:28:43: there is no creature called `brem` (did you mean `bren`?)",
        ]
    );
}

#[test]
fn only_player_characters_have_a_rating_and_presence_is_said_once() {
    let rating = "only a player character (`player = true`) has a rating, others roll with `perception` (`initiative-structure/npc-initiative-roll`)";
    assert_eq!(
        mistakes(&two(
            "initiative = 15\npresence = 3\npresence_attribute = 9",
            ""
        )),
        [
            format!("fight.toml:8:14: {rating}"),
            "fight.toml:10:22: this is `presence` once more: write one of both".to_owned(),
        ]
    );
    for keys in [
        "player = true\ninitiative = 15",
        "presence = 'elsewhere'\npresence_attribute = 9",
    ] {
        state(&two(keys, ""));
    }
}

#[test]
fn what_cannot_be_is_refused() {
    let wrong = |keys: &str| {
        let text = two(keys, "");
        mistakes(&format!("{text}[start]\nround = 3\nturn = 'gruk'\n"))
    };
    let cases = [
        ("health_left = 19", "8:15: 19 is not from 0 to 18"),
        ("mana_left = 1", "8:13: 1 is not from 0 to 0"),
        ("xp = -1", "8:6: -1 is not from 0 to 3000"),
        (
            "initiative_result = 201",
            "8:21: 201 is not from -100 to 200",
        ),
        (
            "initiative_with = 'gruk'",
            "8:19: it shares the roll of one that is listed before it and rolls for itself",
        ),
        ("ap = 4", "8:6: 4 is not from 0 to 3"),
        ("attacks = 3", "8:11: 3 is not from 0 to 2"),
        ("moved = 2", "8:9: it is not its turn"),
        ("disengaged = true", "8:14: it is not its turn"),
        (
            "turn_taken = true\nsaved_after = 'gruk'",
            "9:15: whoever has had its turn has not saved it",
        ),
        ("saved_after = 'bren'", "8:15: one waits for somebody else"),
        (
            "saved_after = 'grak'",
            "8:15: there is no creature called `grak` (did you mean `gruk`?)",
        ),
        ("feint = 'bren'", "8:9: one feints against somebody else"),
        ("test_modifier = 101", "8:17: 101 is not from -100 to 100"),
        (
            "failures = 1",
            "8:12: Endurance tests are made at 0 Health (`damage-pipeline/death`)",
        ),
        (
            "health_left = 0\nfailures = 3",
            "9:12: whoever has failed three Endurance tests is dead (`damage-pipeline/death`)",
        ),
        (
            "health_left = 5\nconditions = ['unconscious']",
            "8:15: whoever has Health left is not unconscious (`conditions/unconscious`)",
        ),
        (
            "conditions = ['dead']",
            "8:15: nobody dies unless the switch `dying` is on (`damage-pipeline/death`)",
        ),
        (
            "conditions = ['surprised']",
            "8:15: surprise ends with the first round (`combat-overview/surprise-duration`)",
        ),
        (
            "conditions = [{ kind = 'hidden', toward = 'bren' }]",
            "8:43: this holds toward another creature",
        ),
        (
            "conditions = [{ kind = 'prone', toward = 'gruk' }]",
            "8:42: this condition holds toward nobody",
        ),
        (
            "conditions = [{ kind = 'grappled', toward = 'gruk' }]",
            "8:45: gruk has no free hand for this",
        ),
        (
            "traits = { cannot_be_grappled = true }\nconditions = ['grappled']",
            "9:15: bren cannot be grappled",
        ),
        (
            "held = ['glaive', 'bone shield']",
            "8:19: the bone shield does not fit into the 2 hands of bren",
        ),
        (
            "held = [{ kind = 'glaive', hands = 1 }]",
            "8:36: the glaive is held in 2 hands",
        ),
        (
            "held = [{ kind = 'spear', hands = 3 }]",
            "8:35: the spear is held in one hand or in two",
        ),
        (
            "held = [{ kind = 'club', hands = 2 }]",
            "8:34: the club is held in one hand",
        ),
        (
            "carried = [{ kind = 'spear', hands = 2 }]",
            "8:38: it is not held",
        ),
        (
            "held = ['full iron armor']",
            "8:9: the full iron armor is worn, not held",
        ),
        ("worn = ['club']", "8:9: the club is nothing to wear"),
        (
            "worn = ['full iron armor', 'partial fur armor']",
            "8:28: only one armor can be worn",
        ),
        (
            "held = [{ kind = 'club', unloaded = 1 }]",
            "8:37: this is never loaded",
        ),
        (
            "held = [{ kind = 'arbolest', unloaded = 3 }]",
            "8:41: 3 is not from 0 to 2",
        ),
        (
            "carried = [{ kind = 'torch', uses = 2 }]",
            "8:37: it has no magic to use",
        ),
        (
            "carried = [{ kind = 'torch', name = 'winner' }]",
            "8:37: `winner` cannot be a name: it means something else in commands",
        ),
        (
            "carried = ['Classical Knight']",
            "8:12: Classical Knight is a fighting style and no item",
        ),
        (
            "carried = ['torsh']",
            "8:12: there is no item called `torsh` (did you mean `torch`?)",
        ),
        ("strength = 21", "8:12: 21 is not from 1 to 20"),
        ("presence = 0", "8:12: 0 is not from 1 to 20"),
        ("dodge = 61", "8:9: 61 is not from -20 to 60"),
        ("hands = 9", "8:9: 9 is not from 0 to 8"),
        ("speed_m = 201", "8:11: 201 is not from 0 to 200"),
        ("resistances = { fire = 0 }", "8:15: 0 is not from 1 to 200"),
        (
            "natural_armor = { rating = 101 }",
            "8:17: armor, rating: 101 is not from 0 to 100",
        ),
        (
            "natural_armor = { magic = 1, magic_types = ['acid'] }",
            "8:17: armor, magic_types: acid damage is not magical",
        ),
        (
            "natural = [{ name = 'tail', damage = '1d6', type = 'crushing', thrown_m = 3 }]",
            "8:11: tail, hands: a part of the body is not held, thrown or loaded",
        ),
        (
            "natural = [{ name = 'tail', damage = '1d6', reach_m = 1 }]",
            "8:11: tail, damage: say of which type this damage is",
        ),
        (
            "spells = ['fire bolt', 'firebolt']",
            "8:24: there is no spell called `firebolt` (did you mean `fire bolt`?)",
        ),
        (
            "styles = ['Clasical Knight']",
            "8:11: there is no fighting style called `Clasical Knight` (did you mean `Classical Knight`?)",
        ),
        (
            "styles = [{ name = 'own', gear = ['spear', 'shild'] }]",
            "8:44: there is no type of gear called `shild` (did you mean `shield`?)",
        ),
        (
            "styles = [{ name = 'own', gear = ['spear', 'spear'] }]",
            "8:10: own, gear: each type of gear is listed once",
        ),
        (
            "styles = [{ name = 'own', gear = ['spear'], free = 6 }]",
            "8:10: own, free: 6 entries are more than the 5 that are free (`fighting-style/initial-gear`)",
        ),
        (
            "styles = [{ name = 'own', gear = ['spear'], free = 2 }]",
            "8:10: own, free: there are not so many entries",
        ),
        (
            "styles = [{ name = 'own', gear = ['spear', 'club', 'mace', 'flail', 'whip', 'net', 'bola', 'maul', 'lance', 'rapier', 'dagger'] }]",
            "8:10: own, gear: 11 types of gear are more than 10 (`fighting-style/max-gear`)",
        ),
        (
            "styles = [{ name = 'own', gear = [], rank = 'adept', strength = 12 }]",
            "8:10: own: write a rank, or the finished values with both `strength` and `agility`",
        ),
        (
            "styles = ['Sahani Rider', 'Sahani Rider']",
            "8:10: there is a fighting style called `Sahani Rider` already",
        ),
        (
            "styles = ['Classical Knight', 'Sahani Rider']\nfighting_style = [9, 9]",
            "9:18: these are the values of one fighting style, and there are several",
        ),
        (
            "styles = [{ name = 'Sahani Rider', rank = 'adept' }]\nfighting_style = [9, 9]",
            "9:18: Sahani Rider has its values here already",
        ),
        (
            "perks = [{ name = 'odd', ability = 'mend' }]",
            "8:36: mend is a spell and no ability",
        ),
        (
            "perks = [{ name = 'odd', tests = [{ test = 'dodge', amount = 21 }] }]",
            "8:9: odd, tests: `amount`: 21 is not from -20 to 20",
        ),
        (
            "running = [{ spell = 'mend' }]",
            "8:22: this is no spell that lasts",
        ),
        (
            "running = [{ spell = 'stone skin', left = 3 }]",
            "8:43: 3 is not from 1 to 2",
        ),
        (
            "presence = 'elsewere'",
            "8:12: unknown word `elsewere` (did you mean `elsewhere`?)",
        ),
        (
            "dodge = 'adpt'",
            "8:9: unknown word `adpt` (did you mean `adept`?)",
        ),
        (
            "held = [{ kind = 'spear', hand = 2 }]",
            "8:27: unknown key `hand` (did you mean `hands`?)",
        ),
    ];
    for (keys, message) in cases {
        assert_eq!(wrong(keys), [format!("fight.toml:{message}")], "{keys}");
    }
}

#[test]
fn what_is_counted_by_the_round_needs_a_turn() {
    let text = two("ap = 2\nmoved = 1\nsaved_after = 'gruk'", "");
    let message = "this begins anew with the round: `[start]` says whose turn it is";
    let expected = [
        format!("fight.toml:8:6: {message}"),
        format!("fight.toml:9:9: {message}"),
        format!("fight.toml:10:15: {message}"),
    ];
    assert_eq!(mistakes(&text), expected);
    assert_eq!(mistakes(&format!("{text}[start]\nround = 2\n")), expected);
}

#[test]
fn the_start_and_the_options_are_possible() {
    for (more, message) in [
        ("[start]\nround = 0\n", "14:9: 0 is not from 1 to 60000"),
        (
            "[start]\nturn = 'grak'\n",
            "14:8: there is no creature called `grak` (did you mean `gruk`?)",
        ),
        ("[start]\nbegun = true\n", "14:9: it is nobody's turn"),
        (
            "[options]\nsuccess-step = 0\n",
            "14:16: 0 is not from 1 to 100",
        ),
        (
            "[options]\ntarget-number = 101\n",
            "14:17: 101 is not from -100 to 100",
        ),
    ] {
        let found = mistakes(&format!("{TWO}{more}"));
        assert_eq!(found, [format!("fight.toml:{message}")], "{more}");
    }
    let turn = "[start]\nturn = 'gruk'\n";
    let skipped = "the turn of gruk is skipped: it is unconscious or surprised";
    for keys in ["health_left = 0", "conditions = ['surprised']"] {
        let found = mistakes(&format!("{}{turn}", two("", keys)));
        assert_eq!(found, [format!("fight.toml:16:8: {skipped}")], "{keys}");
    }
    let away = mistakes(&format!("{}{turn}", two("", "presence = 'elsewhere'")));
    assert_eq!(away, ["fight.toml:16:8: gruk is not there"]);
    let active = mistakes(&format!("{}{turn}", two("", "turn_taken = false")));
    assert_eq!(active, ["fight.toml:14:14: it is its turn"]);
    let late = mistakes(&format!("sneaking = 'watch'\n{TWO}[start]\n"));
    assert_eq!(
        late,
        [
            "fight.toml:2:12: surprise is determined before the first round (`combat-overview/steps`)"
        ]
    );
}

#[test]
fn holds_need_a_captor_at_hand() {
    let held = "conditions = [{ kind = 'grappled', toward = 'gruk' }]";
    assert_eq!(
        mistakes(&two(held, "held = []")),
        ["fight.toml:8:45: gruk is not within 1 m of bren (`primary-actions/grapple-range`)"]
    );
    assert_eq!(
        mistakes(&two(held, "held = []\nhealth_left = 0")),
        ["fight.toml:8:45: gruk is unconscious and holds nobody"]
    );
}

#[test]
fn creatures_stand_neither_in_walls_nor_on_obstacles_nor_in_each_other() {
    let map = "[map]\nrows = ['.#..', '..o^', '....', '....']\nlegend.'^' = { elevation = 3 }\nlegend.o = { cover = 'low' }\nedges = [{ between = [[0, 2], [1, 2]], kind = 'wall' }]\n";
    let creature = |kind: &str, at: &str| {
        format!("{map}[[creature]]\nname = 'it'\nkind = '{kind}'\nside = 'a'\nat = {at}\n")
    };
    for (kind, at, message) in [
        ("wolf", "[1, 0]", "it takes up 1,0, which is solid"),
        ("wolf", "[3, 1, 2]", "it takes up 3,1,2, which is solid"),
        ("wolf", "[0, 0, 4]", "it is in the air at height 4"),
        (
            "wolf",
            "[2, 1]",
            "it takes up 2,1, where an obstacle is (`space/occupied`)",
        ),
        (
            "ogre",
            "[0, 2]",
            "it takes up 0,2, which is cut off by a wall",
        ),
        ("ogre", "[3, 2]", "it takes up 4,2, which is off the map"),
    ] {
        let found = mistakes(&creature(kind, at));
        let place = "fight.toml:11:6";
        assert_eq!(found, [format!("{place}: {message}")], "{kind} {at}");
    }
    let pair = |keys: &str, other: &str, at: &str| {
        format!(
            "[[creature]]\nname = 'one'\nkind = 'guard'\nside = 'a'\nat = [2, 2]\n{keys}\n[[creature]]\nname = 'other'\nkind = '{other}'\nside = 'a'\nat = {at}\n"
        )
    };
    let crowd = ["fight.toml:12:6: other and one cannot be in the same space"];
    assert_eq!(mistakes(&pair("", "wolf", "[2, 2]")), crowd);
    assert_eq!(mistakes(&pair("health_left = 0", "wolf", "[2, 2]")), crowd);
    assert_eq!(mistakes(&pair("", "ogre", "[1, 1]")), crowd);
    for apart in [
        pair("presence = 'elsewhere'", "wolf", "[2, 2]"),
        pair("", "ogre", "[3, 2]"),
    ] {
        assert_eq!(state(&apart).bodies.len(), 2);
    }
}

#[test]
fn maps_are_of_squares_and_of_what_the_book_knows() {
    let creature = "[[creature]]\nname = 'it'\nkind = 'wolf'\nside = 'a'\nat = [5, 5]\n";
    assert_eq!(
        mistakes(&format!("[map]\ngrid = {{ shape = 'hex' }}\n{creature}")),
        ["fight.toml:3:8: fights are on squares of 1 m (`space/grid`)"]
    );
    assert_eq!(
        mistakes(&format!(
            "[map]\nlegend.x = {{ difficult = true }}\n{creature}"
        )),
        [
            "fight.toml:3:12: no ground is difficult here: obstacles have a degree, such as `cover = \"low\"`"
        ]
    );
    assert_eq!(
        mistakes(&format!("[map]\nlegend.x = {{ water = 1 }}\n{creature}")),
        [
            "fight.toml:3:14: unknown key `water` (known here: elevation, solid, opaque, difficult, cover)"
        ]
    );
}

#[test]
fn fixtures_have_names_of_their_own_and_open_doors() {
    let text = "[[fixture]]
name = 'door'
at = [1, 1]
door = [[1, 1], [2, 1]]
[[fixture]]
name = 'lever'
at = [1, 1]
[[fixture]]
name = 'Lever'
at = [1, 2]
";
    assert_eq!(
        mistakes(&format!("{TWO}{text}")),
        [
            "fight.toml:14:8: `door` cannot be a name: it means something else in commands",
            "fight.toml:16:8: there is no door between 1,1 and 2,1",
            "fight.toml:21:8: there is a fixture called `Lever` already",
        ]
    );
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
    let setup = composed(&format!(
        "{}[start]\nturn = 'gruk'\n",
        two(
            "conditions = ['prone']\nitems = ['spear', 'wand of fire']",
            ""
        )
    ));
    type Spoil = (&'static str, fn(&mut Setup));
    let spoil: [Spoil; 25] = [
        ("item 0, kind: there is no such kind", |setup| {
            setup.items[0].kind = 99;
        }),
        ("spear, place: there is no such creature", |setup| {
            setup.items[0].place = Place::Held(CreatureId(9), 1);
        }),
        ("spear, hands: the spear is held in one hand", |setup| {
            setup.items[0].place = Place::Held(ONE, 0);
        }),
        (
            "wand of fire, place: the wand of fire does not fit",
            |setup| {
                setup.items[1].place = Place::Held(ONE, 1);
            },
        ),
        ("wand of fire, spell: there is no such spell", |setup| {
            setup.spells.clear();
        }),
        ("bren, side", |setup| setup.creatures[0].sheet.side = 7),
        ("bren, initiative_with: it shares", |setup| {
            setup.creatures[0].sheet.initiative_with = Some(CreatureId(9));
        }),
        ("bren, spells", |setup| {
            setup.creatures[0].sheet.spells.push(9);
        }),
        ("bren, styles: a creature has 1 to 255", |setup| {
            setup.creatures[0].sheet.styles.clear();
        }),
        ("bren, styles: there is no such type of gear", |setup| {
            setup.creatures[0].sheet.styles[0].gear[0] = GearId(99);
        }),
        ("bren, natural: whoever has hands", |setup| {
            setup.creatures[0].sheet.natural.clear();
        }),
        ("bren, natural: whoever has hands", |setup| {
            setup.creatures[0].sheet.hands = 0;
        }),
        ("bren, learnt", |setup| {
            let learnt = &mut setup.creatures[0].body.learnt;
            learnt.push((1, GearId::SHIELD));
        }),
        ("bren, feint", |setup| {
            setup.creatures[0].body.feints.push(CreatureId(7));
        }),
        ("bren, turn: which turn", |setup| {
            setup.creatures[0].body.turn = 1;
        }),
        ("bren, health_left: at 0 Health", |setup| {
            setup.creatures[0].body.health = 0;
        }),
        ("bren, initiative_result: everybody", |setup| {
            setup.creatures[0].body.initiative = None;
        }),
        ("map.rows", |setup| setup.map.rows.clear()),
        ("map, grid: fights are on squares of 1 m", |setup| {
            setup.map.grid = Grid::squares(5, Unit::Feet);
        }),
        ("sneaking: there is no such side", |setup| {
            setup.sneaking = Some(9);
        }),
        ("start, turn: there is no such creature", |setup| {
            setup.start = setup.start.map(|mut start| {
                start.turn = Some(CreatureId(40));
                start
            });
        }),
        ("bren: this end can never come", |setup| {
            setup.conditions[0].until = Until::At(9);
        }),
        ("condition 0: there is no such creature", |setup| {
            setup.conditions[0].on = CreatureId(40);
        }),
        ("bren, toward: say from whom", |setup| {
            setup.conditions[0].kind = Condition::Hidden;
        }),
        ("running 0, spell: this is no spell that lasts", |setup| {
            setup.running.push(Running {
                on: ONE,
                spell: SpellId(0),
                left: 1,
            });
        }),
    ];
    for (reason, spoil) in spoil {
        let mut spoilt = setup.clone();
        spoil(&mut spoilt);
        spoilt.creatures[1].sheet.speed_m = -7;
        let reasons = set_up(&spoilt).expect_err(reason);
        assert!(
            reasons.iter().any(|one| one.starts_with(reason)),
            "{reason}: {reasons:?}"
        );
        let other = "gruk, speed_m: -7 is not from 0 to 200";
        assert!(reasons.iter().any(|one| one == other), "{reasons:?}");
    }
}
