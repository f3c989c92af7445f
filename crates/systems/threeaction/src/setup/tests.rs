mod mistakes;

use affray_kernel::condition::Until;
use affray_kernel::grid::{Cell, EdgeKind, Terrain};
use affray_kernel::{CreatureId, System};

use super::super::rules::initiative::NOT_ROLLED;
use super::super::state::{Altered, Condition, Phase, Place, Presence, State};
use super::super::surface;
use super::{Setup, set_up};
use crate::ThreeAction;
use affray_trial::files;

fn composed(text: &str) -> Setup {
    files::composed::<ThreeAction>(text)
}

fn mistakes(text: &str) -> Vec<String> {
    files::mistakes::<ThreeAction>(text)
}

fn state(text: &str) -> State {
    files::state::<ThreeAction>(text)
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
            "fight.toml:7:6: 2 squares are given for 3 creatures (each has a square of its own, as in `at = [[1, 2], [1, 3]]`)",
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
    let poisoned = state.conditions.get(garret, Condition::Poisoned);
    assert_eq!(poisoned.map(|held| held.amount), Some(2));
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
    let locked = |state: &State| {
        [0, 1].map(|who| {
            state
                .conditions
                .on(CreatureId(who))
                .map(|held| held.amount)
                .next()
        })
    };
    // A sword and a shield fill both hands, the wolf has its bite.
    assert_eq!(locked(&state), [Some(1000), Some(1)]);
    let shield = text.replace("toward = 'wolf'", "toward = 'wolf', locks = 'buckler'");
    assert_eq!(locked(&self::state(&shield)), [Some(1001), Some(1)]);
    assert_eq!(
        mistakes(&text.replace("toward = 'wolf'", "toward = 'wolf', locks = 'bow'")),
        ["fight.toml:8:61: `bow` is nothing that a grapple could lock"]
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
    let on_foot = text.replace("mount = 'grey'", "mount = ''\nat = [3, 3]");
    assert_eq!(self::state(&on_foot).body(CreatureId(0)).mount, None);
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
policy = 'simple'
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
    assert_eq!(state.sheet(wolf).policy.as_deref(), Some("simple"));
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
fn schemas_know_every_file() {
    let schemas = ThreeAction::schemas();
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
    let all = <ThreeAction as affray_kernel::System>::schemas();
    let lost = affray_kernel::content::without_place(super::bounds::DEMANDS, &all);
    assert!(lost.is_empty(), "{lost:?}");
    for (name, schema) in &schemas {
        assert_eq!(schema["additionalProperties"], false, "{name}");
    }
    let creature = &schemas[0].1["definitions"]["CreatureFile"]["properties"];
    assert!(creature["hidden_from"].is_object() && creature["level"].is_object());
}

#[test]
fn hexes_are_written_by_column_and_row() {
    let state = state(
        "[map]
grid.shape = 'hex'
rows = ['....', '....', '.~..']
legend.'~' = { water = 1, elevation = -1, swim = 'river', current = 'west' }
edges = [{ between = [[1, 2], [2, 2]], kind = 'wall' }]
[[creature]]
name = 'it'
kind = 'wolf'
side = 'a'
at = [1, 2]
",
    );
    let at = Cell::new(0, 2);
    assert_eq!(state.body(CreatureId(0)).at, at);
    let map = &state.cast.map;
    assert_eq!(map.edge(at, Cell::new(1, 2)), Some(EdgeKind::Wall));
    let water = map.ground(at);
    assert_eq!(
        (surface::swim_dc(water), surface::current(water)),
        (20, Some(4))
    );
}

/// Nobody is hidden from their own side or from themselves (`hidden/definition`), and what is seen through has a number.
#[test]
fn what_a_condition_is_toward_is_said() {
    let text = "
[[creature]]
name = 'garret'
kind = 'town guard'
side = 'heroes'
at = [1, 1]
hidden_from = ['heroes', 'monsters']
conditions = ['sees-through']
[[creature]]
name = 'wolf'
kind = 'wolf'
side = 'monsters'
at = [2, 1]
";
    assert_eq!(
        mistakes(text),
        [
            "fight.toml:8:16: `heroes` is its own side (name creatures, or a side that it is hidden from)",
            "fight.toml:9:15: what is seen through is the thing of the number `amount`, counted from 0 (write `{ kind = \"sees-through\", amount = 0 }`)",
        ]
    );
    let itself = text.replace("'heroes', 'monsters'", "'garret'").replace(
        "'sees-through'",
        "{ kind = 'undetected', toward = 'garret' }",
    );
    assert_eq!(
        mistakes(&itself),
        [
            "fight.toml:8:16: this condition holds toward another creature: say which",
            "fight.toml:9:47: this condition holds toward another creature: say which",
        ]
    );
}
