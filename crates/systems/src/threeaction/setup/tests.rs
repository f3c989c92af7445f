use affray_kernel::CreatureId;
use affray_kernel::condition::Until;
use affray_kernel::content::Source;
use affray_kernel::grid::Cell;

use super::super::rules::initiative::NOT_ROLLED;
use super::super::state::{Altered, Condition, Phase, Place, Presence, State};
use super::{Setup, compose, schemas, set_up};

fn library() -> Vec<Source> {
    macro_rules! content {
        ($($name:literal)*) => {
            vec![$(Source::new($name, include_str!(concat!("../../../../../content/threeaction/", $name)))),*]
        };
    }
    content!("weapons.toml" "armour.toml" "gear.toml" "spells.toml" "creatures.toml")
}

fn composed(text: &str) -> Setup {
    let text = format!("system = 'threeaction'\n{text}");
    compose(&Source::new("fight.toml", text), &library()).unwrap_or_else(|found| panic!("{found}"))
}

fn mistakes(text: &str) -> Vec<String> {
    let text = format!("system = 'threeaction'\n{text}");
    let found = compose(&Source::new("fight.toml", text), &library()).expect_err("mistakes");
    found.to_string().lines().map(str::to_owned).collect()
}

fn state(text: &str) -> State {
    set_up(&composed(text)).unwrap_or_else(|reasons| panic!("{reasons:?}"))
}

fn places(state: &State, who: u16) -> Vec<(String, &'static str)> {
    let mut places = Vec::new();
    for (item, at) in state.all_items() {
        let place = match at.place {
            Place::Held(CreatureId(holder), _) if holder == who => "held",
            Place::Worn(CreatureId(holder)) if holder == who => "worn",
            Place::Carried(CreatureId(holder)) if holder == who => "carried",
            _ => continue,
        };
        places.push((state.kind(item).name().to_owned(), place));
    }
    places
}

fn named(places: &[(&str, &'static str)]) -> Vec<(String, &'static str)> {
    places
        .iter()
        .map(|(name, place)| ((*name).to_owned(), *place))
        .collect()
}

const TWO: &str = "
[[creature]]
name = 'garret'
kind = 'town guard'
side = 'heroes'
at = [4, 4]
[[creature]]
name = 'ogre'
kind = 'ogre'
side = 'monsters'
at = [6, 4]
";

#[test]
fn figures_follow_from_level_and_attributes() {
    let state = state(TWO);
    let garret = state.sheet(CreatureId(0));
    assert_eq!(
        (
            garret.max_hp,
            garret.physical_defense,
            garret.mental_defense
        ),
        (15, 16, 16)
    );
    assert_eq!(
        (garret.max_energy, garret.speed_ft, garret.reach_ft),
        (4, 30, 5)
    );
    let ogre = state.sheet(CreatureId(1));
    assert_eq!(
        (ogre.max_hp, ogre.physical_defense, ogre.mental_defense),
        (80, 17, 16)
    );
    assert_eq!((ogre.reach_ft, ogre.speed_ft, ogre.hands), (10, 40, 2));
    assert_eq!(
        ogre.natural.last().map(|weapon| &*weapon.name),
        Some("unarmed")
    );
    assert_eq!(state.cast.sides, ["heroes", "monsters"]);
}

#[test]
fn the_background_creatures_have_the_figures_of_the_background() {
    let kinds = [
        ("town guard", [15, 16, 16, 30, 4]),
        ("veteran", [54, 18, 19, 30, 6]),
        ("scout", [30, 20, 18, 30, 5]),
        ("fire adept", [39, 19, 18, 30, 11]),
        ("wolf", [16, 17, 15, 40, 3]),
        ("ogre", [80, 17, 16, 40, 6]),
        ("riding horse", [34, 17, 15, 60, 3]),
        ("giant spider", [30, 19, 14, 30, 3]),
        ("hawk", [1, 18, 15, 30, 1]),
        ("young drake", [90, 21, 20, 40, 11]),
        ("delver", [54, 16, 15, 30, 4]),
        ("shade", [36, 21, 19, 30, 11]),
    ];
    for (kind, figures) in kinds {
        let setup = composed(&format!(
            "[[creature]]\nname = 'it'\nkind = '{kind}'\nside = 'a'\nat = [3, 3]\n"
        ));
        let sheet = &setup.creatures[0].sheet;
        let found = [
            sheet.max_hp,
            sheet.physical_defense,
            sheet.mental_defense,
            sheet.speed_ft,
            sheet.max_energy,
        ];
        assert_eq!(found, figures, "{kind}");
        set_up(&setup).unwrap_or_else(|reasons| panic!("{kind}: {reasons:?}"));
    }
}

#[test]
fn hands_take_the_first_weapon_and_a_shield_and_the_rest_is_carried() {
    let state = state(TWO);
    let expected = named(&[
        ("longsword", "held"),
        ("buckler", "held"),
        ("light crossbow", "carried"),
        ("leather", "worn"),
    ]);
    assert_eq!(places(&state, 0), expected);
    let text = TWO.replacen("at = [4, 4]", "at = [4, 4]\nitems = ['greatsword', 'tower shield', 'dagger', { kind = 'torch', lit = true }]", 1);
    let expected = named(&[
        ("greatsword", "held"),
        ("tower shield", "carried"),
        ("dagger", "carried"),
        ("torch", "carried"),
    ]);
    assert_eq!(places(&self::state(&text), 0), expected);
}

#[test]
fn what_is_said_to_be_in_hand_must_fit() {
    let text = TWO.replacen(
        "at = [4, 4]",
        "at = [4, 4]\nheld = ['greatsword', 'buckler']\nworn = ['rope', 'chain', 'plate']",
        1,
    );
    assert_eq!(
        mistakes(&text),
        [
            "fight.toml:8:23: the buckler does not fit into the 2 hands of garret",
            "fight.toml:9:9: the rope is no armour to wear",
            "fight.toml:9:26: only one armour can be worn",
        ]
    );
    let text = TWO.replacen(
        "at = [4, 4]",
        "at = [4, 4]\nheld = [{ kind = 'greatsword', hands = 1 }, 'buckler']",
        1,
    );
    assert_eq!(
        places(&state(&text), 0),
        named(&[("greatsword", "held"), ("buckler", "held")])
    );
}

#[test]
fn everything_wrong_is_reported_at_its_place() {
    let found = mistakes(
        "sides = ['heroes', 'monsters']
[[creature]]
name = 'garret'
kind = 'town gard'
side = 'hereos'
at = [40, 4]
items = ['longsward']
spells = ['evoke fier']
owner = 'orge'
[[creature]]
name = 'ogre'
kind = 'ogre'
side = 'monsters'
at = [19, 19]
speed_ft = 33
hp = 81
conditions = ['prown']
[[creature]]
name = 'pass'
kind = 'wolf'
side = 'monsters'
at = [3, 3]
level = -1
size = 'small'
[[creature]]
name = 'ogre'
kind = 'wolf'
side = 'monsters'
at = [3, 3]
",
    );
    assert_eq!(
        found,
        ["fight.toml:18:15: unknown word `prown` (did you mean `prone`?)"],
        "what cannot be read comes first"
    );
    let found = mistakes(
        "sides = ['heroes', 'monsters']
[[creature]]
name = 'garret'
kind = 'town gard'
side = 'hereos'
at = [40, 4]
items = ['longsward']
spells = ['evoke fier']
owner = 'orge'
[[creature]]
name = 'ogre'
kind = 'ogre'
side = 'monsters'
at = [19, 19]
speed_ft = 33
hp = 81
[[creature]]
name = 'pass'
kind = 'wolf'
side = 'monsters'
at = [3, 3]
level = -1
[[creature]]
name = 'ogre'
kind = 'wolf'
side = 'monsters'
at = [3, 3]
",
    );
    assert_eq!(
        found,
        [
            "fight.toml:5:8: there is no kind of creature called `town gard` (did you mean `town guard`?)",
            "fight.toml:6:8: there is no side called `hereos` (did you mean `heroes`?)",
            "fight.toml:8:10: there is no item called `longsward` (did you mean `longsword`?)",
            "fight.toml:9:11: there is no spell called `evoke fier` (did you mean `evoke fire`?)",
            "fight.toml:10:9: there is no creature called `orge` (did you mean `ogre`?)",
            "fight.toml:15:6: ogre takes up 20,19, which is off the map",
            "fight.toml:16:12: 33 ft is no multiple of 5 ft",
            "fight.toml:17:6: 81 is not from -10000 to 80",
            "fight.toml:19:8: `pass` cannot be a name: it means something else in commands",
            "fight.toml:23:9: -1 is not from 0 to 100",
            "fight.toml:25:8: there is a creature called `ogre` already",
            "fight.toml:28:6: ogre and pass take up the same square",
        ]
    );
}

#[test]
fn creatures_stand_neither_in_walls_nor_in_the_air() {
    let map = "[map]\nrows = ['.#..', '...^', '....', '....']\nlegend.'^' = { elevation = 3 }\nedges = [{ between = [[0, 2], [1, 2]], kind = 'wall' }]\n";
    let creature = |kind: &str, at: &str| {
        format!("{map}[[creature]]\nname = 'it'\nkind = '{kind}'\nside = 'a'\nat = {at}\n")
    };
    for (kind, at, message) in [
        ("wolf", "[1, 0]", "it takes up 1,0, which is solid"),
        ("wolf", "[3, 1, 2]", "it takes up 3,1,2, which is solid"),
        (
            "wolf",
            "[0, 0, 4]",
            "it is in the air at height 4 and neither flies nor hangs nor falls",
        ),
        (
            "ogre",
            "[0, 2]",
            "it takes up 0,2, which is cut off by a wall",
        ),
        ("wolf", "[0, 0, 9000]", "heights go from -2000 to 2000"),
    ] {
        let found = mistakes(&creature(kind, at));
        assert_eq!(
            found,
            [format!("fight.toml:10:6: {message}")],
            "{kind} {at}"
        );
    }
    let at = |kind: &str, at: &str| state(&creature(kind, at)).bodies[0].clone();
    assert_eq!(
        at("wolf", "[3, 1]").at,
        Cell::at_height(3, 1, 3),
        "on the ground of its square"
    );
    assert_eq!(
        at("ogre", "[2, 1]").at,
        Cell::at_height(2, 1, 3),
        "on the highest ground below it"
    );
    assert!(at("hawk", "[0, 0, 4]").flying);
    assert!(!at("hawk", "[0, 0]").flying);
}

#[test]
fn groups_are_numbered() {
    let group = "[[creature]]\nname = 'goblin'\ncount = 2\nkind = 'wolf'\nside = 'a'\nat = [[1, 1], [2, 1]]\n";
    let setup = composed(group);
    let names: Vec<&str> = setup.creatures.iter().map(|one| &*one.sheet.name).collect();
    assert_eq!(names, ["goblin 1", "goblin 2"]);
    assert_eq!(setup.creatures[1].at, Cell::new(2, 1));
    let found = mistakes(&group.replace("count = 2", "count = 3"));
    assert_eq!(
        found,
        [
            "fight.toml:2:1: the key `at` is missing here",
            "fight.toml:7:6: 2 squares are given for 3 creatures",
        ]
    );
    let found = mistakes(&format!("{group}hidden_from = ['goblin']\n"));
    assert_eq!(
        found,
        [
            "fight.toml:8:16: there is no creature called `goblin` (one of the group is called `goblin 1`)"
        ]
    );
}

#[test]
fn a_fight_without_a_start_begins_with_initiative() {
    let text = TWO.replacen("at = [4, 4]", "at = [4, 4]\ninitiative = 12", 1);
    let state = state(&text);
    assert_eq!(state.clock.phase, Phase::Setup);
    assert_eq!(state.clock.round, 0);
    let initiatives = [0, 1].map(|who| state.body(CreatureId(who)).initiative);
    assert_eq!(initiatives, [12, NOT_ROLLED]);
    assert!(!state.body(CreatureId(0)).reaction_ready);
}

#[test]
fn a_start_goes_straight_into_a_turn() {
    let third = "[[creature]]\nname = 'wolf'\nkind = 'wolf'\nside = 'monsters'\nat = [9, 9]\ninitiative = 20\n";
    let text = TWO.replacen(
        "at = [4, 4]",
        "at = [4, 4]\ninitiative = 12\nreactions = 0",
        1,
    );
    let state = state(&format!(
        "{text}{third}[start]\nround = 3\nturn = 'garret'\n"
    ));
    let garret = CreatureId(0);
    assert_eq!(
        state.clock.phase,
        Phase::Turn {
            who: garret,
            begun: false
        }
    );
    assert_eq!(state.clock.order, [CreatureId(2), garret, CreatureId(1)]);
    assert_eq!((state.clock.round, state.clock.place), (3, 2));
    let bodies: Vec<_> = state
        .bodies
        .iter()
        .map(|body| {
            (
                body.initiative,
                body.had_turn,
                body.reactions_used,
                body.reaction_ready,
            )
        })
        .collect();
    assert_eq!(
        bodies,
        [(12, 3, 1, true), (11, 2, 0, true), (20, 3, 0, true)]
    );
    let without = self::state(&format!("{TWO}[start]\nturn = 'garret'\n"));
    assert_eq!(without.clock.order, [CreatureId(0), CreatureId(1)]);
    assert!(without.body(CreatureId(0)).initiative > without.body(CreatureId(1)).initiative);
}

#[test]
fn a_situation_can_be_anything() {
    let state = state(
        "[scene]
dark = true
[map]
rows = 5
columns = 9
grid.shape = 'hex'
[[creature]]
name = 'garret'
kind = 'town guard'
side = 'heroes'
at = [4, 2]
hp = -3
actions = 1
dodges = 2
bleed_penalty = 2
heading = 'west'
working = { task = 'lever', actions = 1 }
hidden_from = ['monsters']
poisons = [{ level = 2, rounds = 3 }]
conditions = ['prone', { kind = 'shaken', cause = 'ogre', rounds = 2 }, { kind = 'slowed', until = { turn_end = 'ogre' } }]
items = ['longsword', { kind = 'longbow', ammunition = 3 }, { kind = 'dagger', name = 'thorn', hp = 2 }]
[[creature]]
name = 'ogre'
kind = 'ogre'
side = 'monsters'
at = [6, 2]
[[item]]
kind = 'crate'
at = [0, 0]
[[task]]
name = 'lever'
actions = 4
[[spell]]
spell = 'fog'
caster = 'ogre'
energy = { effect = 1, duration = 2, area = 1 }
area = [[0, 0], [1, 0]]
",
    );
    let (garret, ogre) = (CreatureId(0), CreatureId(1));
    let body = state.body(garret);
    assert_eq!(
        (body.hp, body.actions_used, body.dodges, body.bleed_penalty),
        (-3, 2, 2, 2)
    );
    assert_eq!(
        (body.at, body.heading, body.task),
        (Cell::new(3, 2), Some(4), Some((0, 1)))
    );
    assert!(state.has(garret, Condition::Prone));
    assert!(state.conditions.has_toward(garret, Condition::Hidden, ogre));
    let until = |kind| state.conditions.get(garret, kind).map(|held| held.until);
    assert_eq!(until(Condition::Shaken), Some(Until::TurnStart(ogre, 2)));
    assert_eq!(until(Condition::Slowed), Some(Until::TurnEnd(ogre, 1)));
    assert_eq!(
        (state.doses[0].level, state.doses[0].dice.to_string()),
        (2, "2d6".to_owned())
    );
    assert_eq!(
        places(&state, 0),
        named(&[
            ("longsword", "held"),
            ("longbow", "carried"),
            ("thorn", "held")
        ])
    );
    assert_eq!((state.items[1].ammunition, state.items[2].hp), (Some(3), 2));
    assert_eq!((state.spells[0].left, state.spells[0].area.len()), (10, 2));
    assert_eq!(state.cast.tasks, [("lever".to_owned(), 4)]);
    assert_eq!(state.altered, Vec::<Altered>::new());
    assert!(!state.cast.open_ground);
}

#[test]
fn grapples_are_paired_and_share_a_square() {
    let text = "
[[creature]]
name = 'garret'
kind = 'town guard'
side = 'heroes'
at = [4, 4]
conditions = [{ kind = 'grappled', toward = 'wolf' }]
[[creature]]
name = 'wolf'
kind = 'wolf'
side = 'monsters'
at = [4, 4]
";
    let state = state(text);
    assert!(
        state
            .conditions
            .has_toward(CreatureId(1), Condition::Grappling, CreatureId(0))
    );
    let found = mistakes(&text.replace("{ kind = 'grappled', toward = 'wolf' }", "'grappled'"));
    assert_eq!(
        found,
        ["fight.toml:8:15: this condition holds toward another creature: say which"]
    );
}

#[test]
fn riders_are_where_their_mounts_are() {
    let text = "
[[creature]]
name = 'aria'
kind = 'scout'
side = 'heroes'
mount = 'grey'
[[creature]]
name = 'grey'
kind = 'riding horse'
owner = 'aria'
at = [4, 4]
[start]
turn = 'aria'
";
    let state = state(text);
    assert_eq!(state.body(CreatureId(0)).at, Cell::new(4, 4));
    assert_eq!(state.sheet(CreatureId(1)).side, 0);
    assert_eq!(state.clock.order, [CreatureId(0)]);
    assert_eq!(state.body(CreatureId(1)).initiative, NOT_ROLLED);
    assert_eq!(
        mistakes(&text.replace("riding horse", "wolf")),
        ["fight.toml:7:9: a mount is at least one Size larger than its rider"]
    );
}

#[test]
fn what_can_be_summoned_waits_elsewhere() {
    let adept = "
[[creature]]
name = 'aria'
kind = 'fire adept'
side = 'heroes'
at = [4, 4]
policy = 'sensible'
spells = ['summon beast']
";
    let state = state(adept);
    let wolf = state
        .creatures()
        .find(|who| state.sheet(*who).name == "wolf of aria")
        .expect("a wolf");
    assert_eq!(state.body(wolf).presence, Presence::Elsewhere);
    assert_eq!(
        (state.sheet(wolf).owner, state.sheet(wolf).side),
        (Some(CreatureId(0)), 0)
    );
    assert_eq!(state.sheet(wolf).policy.as_deref(), Some("sensible"));
    let own = format!(
        "{adept}[[creature]]\nname = 'fang'\nkind = 'wolf'\nowner = 'aria'\npresence = 'elsewhere'\n"
    );
    let state = self::state(&own);
    assert!(
        state
            .cast
            .sheets
            .iter()
            .all(|sheet| sheet.name != "wolf of aria")
    );
}

#[test]
fn a_setup_survives_being_written_down_and_read() {
    let setup = composed(&format!("{TWO}[start]\nturn = 'ogre'\n"));
    let text = serde_json::to_string(&setup).expect("a setup can be written");
    let again: Setup = serde_json::from_str(&text).expect("and read");
    assert_eq!(again, setup);
    let (one, two) = (
        set_up(&setup).expect("a fight"),
        set_up(&again).expect("a fight"),
    );
    assert_eq!(
        (one.bodies, one.items, one.clock),
        (two.bodies, two.items, two.clock)
    );
}

#[test]
fn tampered_setups_are_refused_with_all_reasons() {
    let setup = composed(TWO);
    type Spoil = (&'static str, fn(&mut Setup));
    let spoil: [Spoil; 9] = [
        ("item 0, kind: there is no such kind", |setup| {
            setup.items[0].kind = 99
        }),
        ("item 0, place: there is no such creature", |setup| {
            setup.items[0].place = Place::Carried(CreatureId(9));
        }),
        ("garret, side", |setup| setup.creatures[0].sheet.side = 7),
        ("garret, owner", |setup| {
            setup.creatures[0].sheet.owner = Some(CreatureId(0))
        }),
        ("garret, mount", |setup| {
            setup.creatures[0].mount = Some(CreatureId(70))
        }),
        ("garret, natural", |setup| {
            setup.creatures[0].sheet.natural.clear()
        }),
        ("garret, spells", |setup| {
            setup.creatures[0].sheet.spells.push(9)
        }),
        ("map.rows", |setup| setup.map.rows.clear()),
        ("ogre, hp", |setup| setup.creatures[1].hp = 81),
    ];
    for (reason, spoil) in spoil {
        let mut spoilt = setup.clone();
        spoil(&mut spoilt);
        spoilt.creatures[1].sheet.speed_ft = 7;
        let reasons = set_up(&spoilt).expect_err(reason);
        assert!(
            reasons
                .iter()
                .any(|one| one.starts_with(reason) || one.contains(reason)),
            "{reason}: {reasons:?}"
        );
        assert!(
            reasons
                .iter()
                .any(|one| one == "ogre, speed_ft: 7 ft is no multiple of 5 ft"),
            "{reasons:?}"
        );
    }
}

#[test]
fn only_bare_ground_with_two_creatures_is_open() {
    assert!(state(TWO).cast.open_ground);
    let third = "[[creature]]\nname = 'wolf'\nkind = 'wolf'\nside = 'monsters'\nat = [9, 9]\n";
    assert!(!state(&format!("{TWO}{third}")).cast.open_ground);
    assert!(
        !state(&format!("{TWO}[[item]]\nkind = 'barrel'\nat = [0, 0]\n"))
            .cast
            .open_ground
    );
    assert!(
        !state(&format!("[scene]\ndark = true\n{TWO}"))
            .cast
            .open_ground
    );
    assert!(
        !state(&format!(
            "[map]\npatches = [{{ from = [0, 0], to = [1, 1], difficult = true }}]\n{TWO}"
        ))
        .cast
        .open_ground
    );
}

#[test]
fn content_files_are_checked_as_a_whole() {
    let complaint = |name: &str, text: &str| {
        let mut sources = library();
        sources.push(Source::new(name, text));
        compose(
            &Source::new("fight.toml", "system = 'threeaction'"),
            &sources,
        )
        .expect_err("mistakes")
        .to_string()
    };
    assert_eq!(
        complaint(
            "home-weapons.toml",
            "[[weapon]]\nname = 'longsword'\ndice = '9d99'\nuses = ['thrown']\n"
        ),
        "home-weapons.toml:1:1: 0 is not from 1 to 4\n\
         home-weapons.toml:1:1: a weapon that is thrown or launched has a Range Increment\n\
         home-weapons.toml:2:8: there is a `longsword` already\n\
         home-weapons.toml:3:8: 9d99: only plain dice that show at most 400 can be used"
    );
    assert_eq!(
        complaint(
            "more-creatures.toml",
            "[[creature]]\nname = 'imp'\nlevel = 1\nstr = 1\nspells = ['fogg']\nitems = ['daggr']\n"
        ),
        "more-creatures.toml:1:1: the key `dex` is missing here\n\
         more-creatures.toml:1:1: the key `ess` is missing here\n\
         more-creatures.toml:1:1: the key `mnd` is missing here\n\
         more-creatures.toml:5:11: there is no spell called `fogg` (did you mean `fog`?)\n\
         more-creatures.toml:6:10: there is no item called `daggr` (did you mean `dagger`?)"
    );
    let unknown = complaint("things.toml", "");
    assert!(unknown.contains("does not say what is in it"), "{unknown}");
}

#[test]
fn schemas_know_every_file() {
    let schemas = schemas();
    let names: Vec<&str> = schemas.iter().map(|(name, _)| &**name).collect();
    assert_eq!(
        names,
        [
            "scenario",
            "weapons",
            "armour",
            "gear",
            "spells",
            "creatures"
        ]
    );
    for (name, schema) in &schemas {
        assert_eq!(schema["additionalProperties"], false, "{name}");
    }
    let creature = &schemas[0].1["definitions"]["CreatureFile"]["properties"];
    assert!(creature["hidden_from"].is_object() && creature["level"].is_object());
}
