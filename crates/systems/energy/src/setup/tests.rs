mod figures;
mod mistakes;

use affray_kernel::condition::{Held, Until};
use affray_kernel::grid::{Cell, EdgeKind, Heading, Terrain};
use affray_kernel::{CreatureId, System};

use super::{Setup, set_up};
use crate::Energy;
use crate::rules::draw_weight;
use crate::state::{Access, Cause, Condition, Course, Gait, ItemId, Phase, Place, State, Watch};
use crate::surface;
use affray_trial::files;

fn composed(text: &str) -> Setup {
    files::composed::<Energy>(text)
}

fn mistakes(text: &str) -> Vec<String> {
    files::mistakes::<Energy>(text)
}

fn state(text: &str) -> State {
    files::state::<Energy>(text)
}

/// A creature alone, with some keys of its own.
fn alone(keys: &str) -> State {
    state(&format!(
        "[[creature]]\nname = 'it'\nside = 'a'\nat = [5, 5]\n{keys}\n"
    ))
}

fn places(state: &State, who: u16) -> Vec<(&str, Place)> {
    let items = state.all_items();
    let own = items.filter(|(_, item)| item.place.bearer() == Some(CreatureId(who)));
    own.map(|(id, item)| (state.kind(id).name(), item.place))
        .collect()
}

/// The conditions of a creature that nothing imposes.
fn own_conditions(state: &State, who: CreatureId) -> Vec<Condition> {
    let held = state
        .conditions
        .on(who)
        .filter(|held| held.parent.is_none());
    held.map(|held| held.kind).collect()
}

const TWO: &str = "
[[creature]]
name = 'garret'
kind = 'guard'
side = 'watch'
at = [4, 4]
[[creature]]
name = 'durn'
kind = 'ogre'
side = 'raiders'
at = [6, 4]
";

const ONE: CreatureId = CreatureId(0);
const OTHER: CreatureId = CreatureId(1);

/// The second and the first creature's entry with further keys.
fn two(one: &str, other: &str) -> String {
    let text = TWO.replacen("at = [4, 4]", &format!("at = [4, 4]\n{one}"), 1);
    text.replacen("at = [6, 4]", &format!("at = [6, 4]\n{other}"), 1)
}

#[test]
fn things_find_their_places() {
    let state = alone("kind = 'archer'\nammunition = 20");
    assert_eq!(
        places(&state, 0),
        [
            ("longbow", Place::Held(ONE)),
            ("dagger", Place::Carried(ONE)),
            ("leather", Place::Worn(ONE)),
        ]
    );
    let bow = state.item(ItemId(0));
    assert!(bow.loaded, "a weapon in hand is loaded");
    assert_eq!(
        (bow.left, usize::from(bow.draw)),
        (Some(20), draw_weight::PLAIN)
    );
    assert_eq!(state.item(ItemId(1)).left, None);
    assert_eq!(state.item(ItemId(1)).access, Access::Easy);

    let state = alone(
        "kind = 'guard'\nheld = [{ kind = 'crossbow', loaded = false, left = 3, draw = 13 }]\nworn = [{ kind = 'chain shirt', broken = true }]\n\
         carried = ['shortbow', { kind = 'aura draught', name = 'red draught', access = 'buried', pick_up = 2 }]",
    );
    let [crossbow, shirt, bow, draught] = [0, 1, 2, 3].map(|id| state.item(ItemId(id)));
    assert_eq!(
        (crossbow.loaded, crossbow.left, crossbow.draw),
        (false, Some(3), 4)
    );
    assert!(shirt.broken);
    // Arm Strength 4; a bow that is carried is not loaded.
    assert_eq!(
        (bow.loaded, bow.draw, bow.access),
        (false, 2, Access::Normal)
    );
    assert_eq!((draught.access, draught.pick_up), (Access::Buried, Some(2)));
    assert_eq!(state.kind(ItemId(3)).name(), "red draught");
    let consumable = state.cast.consumables[usize::from(draught.kind)].expect("a power");
    assert_eq!(state.power(consumable).name, "rally");
}

#[test]
fn rows_are_the_best_that_the_owner_may_use() {
    let row = |kind: &str, weapon: &str| {
        alone(&format!("kind = '{kind}'\nheld = ['{weapon}']"))
            .item(ItemId(0))
            .draw
    };
    // Arm Strength 9 counts as 14 for a crossbow, but not for a hand crossbow.
    assert_eq!(row("archer", "crossbow"), 4);
    assert_eq!(row("archer", "hand crossbow"), 3);
    // Arm Strength 32, Martial Proficiency 2.
    assert_eq!(row("hill giant", "longbow"), 5);
    assert_eq!(row("hill giant", "heavy crossbow"), 8);
    assert_eq!(row("hill giant", "siege crossbow"), 9);
    assert_eq!(row("sprite", "shortbow"), 0);
    assert_eq!(row("archer", "sling"), 0);
}

#[test]
fn a_fight_begins_with_the_first_round() {
    let state = state(TWO);
    assert_eq!(
        (state.clock.round, state.clock.phase),
        (0, Phase::Beginning)
    );
    assert!(!state.clock.ambush);
    let body = state.body(ONE);
    assert_eq!((body.energy, body.agility, body.granted), (0, 0, 0));
    assert_eq!(
        (body.heading, body.watch),
        (Heading::East, Watch::Creature(OTHER))
    );
    assert_eq!(state.body(OTHER).heading, Heading::West);
    assert_eq!(state.grid().length(1), 1);
}

#[test]
fn a_round_under_way_has_granted_energy_and_agility() {
    let text = two(
        "stamina = 3\nconditions = ['exhausted']",
        "energy = 2\nagility = 1",
    );
    let state = state(&format!("{text}[start]\nround = 4\nidle = 1\n"));
    assert_eq!((state.clock.round, state.clock.phase), (4, Phase::Open));
    assert_eq!(state.clock.idle, 1);
    let body = state.body(ONE);
    assert_eq!((body.granted, body.energy, body.agility), (1, 1, 3));
    assert_eq!((body.spent, body.gait), (false, Gait::Still));
    let body = state.body(OTHER);
    assert_eq!((body.granted, body.energy, body.agility), (5, 2, 1));
    assert_eq!((body.spent, body.gait), (true, Gait::Ordinary));
}

#[test]
fn every_part_of_a_situation_can_be_written() {
    let one = "kind = 'adept'
aura = 7
aura_off = true
stamina = 6
energy = 1
granted = 4
spent = false
agility = 2
agility_bonus = 1
credits = 3
swaps = 1
swift_used = true
initiative_used = true
passed = true
moved = 4
gait = 'evasive'
falls = 1
course = { heading = 'south', straight = 3, turns = 1, sprint = true }
ignores = [{ condition = 'slowed', zone = 1 }]
defending = true
kneeling = true
surges = 2
bleeding = true
awakens = true
injuries = 2
death_needs = 5
shot_modifier = -3
used = ['mire', 'aura lance']
submits = 'durn'
facing = { heading = 'north', watch = 'durn' }
conditions = [{ kind = 'dazed', rounds = 1, cause = 'durn' }, { kind = 'unaware', toward = 'durn' }]";
    let text = two(one, "presence = 'elsewhere'").replacen("kind = 'guard'\n", "", 1);
    let state = state(&format!(
        "owed = [['durn', 'garret']]\n{text}[[zone]]\npower = 'mire'\nby = 'garret'\nat = [9, 9]\nuntil = 5\n[start]\nround = 3\nambush = true\n"
    ));
    let body = state.body(ONE);
    assert_eq!((body.aura, body.aura_off, body.stamina), (7, true, 6));
    assert_eq!((body.energy, body.granted, body.spent), (1, 4, false));
    assert_eq!((body.agility, body.agility_bonus, body.credits), (2, 1, 3));
    assert_eq!(
        (body.swaps, body.swift, body.initiative, body.passed),
        (1, true, true, true)
    );
    assert_eq!((body.moved, body.gait, body.falls), (4, Gait::Evasive, 1));
    let course = Course {
        heading: Heading::South,
        aside: None,
        straight: 3,
        turns: 1,
        sprinted: 3,
        shift: false,
    };
    assert_eq!(body.course, Some(course));
    assert_eq!(&body.ignores[..], [(Condition::Slowed, 1)]);
    assert!(body.defending && body.kneeling && body.bleeding && body.awakens);
    assert_eq!((body.surges, body.injuries, body.death_needs), (2, 2, 5));
    assert_eq!((body.shot_modifier, body.submits), (-3, Some(OTHER)));
    let used = body.used.iter().map(|power| &*state.power(*power).name);
    assert_eq!(used.collect::<Vec<_>>(), ["aura lance", "mire"]);
    assert_eq!(
        (body.heading, body.watch),
        (Heading::North, Watch::Creature(OTHER))
    );
    let dazed = state.conditions.get(ONE, Condition::Dazed).copied();
    let expected = Held {
        cause: Some(OTHER),
        until: Until::Round(4),
        ..Held::plain(ONE, Condition::Dazed)
    };
    assert_eq!(dazed, Some(expected));
    assert!(state.has(ONE, Condition::Exposed), "the Dazed are Exposed");
    assert!(state.conditions.has_toward(ONE, Condition::Unaware, OTHER));
    assert_eq!(&state.owed[..], [(OTHER, ONE)]);
    assert_eq!((state.zones[0].number, state.zones[0].until), (1, 5));
    assert_eq!(state.zones[0].at, Cell::new(9, 9));
    assert!(state.clock.ambush);
}

#[test]
fn the_unconscious_lie_prone_and_hold_nothing() {
    let state = state(&two("unconscious = ['stamina', 'death']", "stamina = 0"));
    let body = state.body(ONE);
    assert!(body.is_out_by(Cause::Stamina) && body.is_out_by(Cause::Death));
    assert_eq!(body.stamina, 0);
    let mut conditions = own_conditions(&state, ONE);
    conditions.sort_unstable();
    assert_eq!(conditions, [Condition::Prone, Condition::Unconscious]);
    for imposed in [Condition::Unguarded, Condition::Exposed] {
        assert!(state.has(ONE, imposed));
    }
    // The shield is strapped to the arm.
    let spear = state.item(ItemId(0));
    assert_eq!(spear.place, Place::Ground(Cell::new(4, 4), false));
    assert_eq!(
        places(&state, 0),
        [
            ("round shield", Place::Held(ONE)),
            ("chain shirt", Place::Worn(ONE))
        ]
    );
    assert!(
        state.body(OTHER).is_out_by(Cause::Stamina),
        "no Stamina is left"
    );
    assert!(state.has(OTHER, Condition::Unconscious));
}

#[test]
fn holds_are_known_to_both() {
    for (one, other) in [
        (
            "conditions = [{ kind = 'restrained', toward = 'durn' }]",
            "",
        ),
        (
            "",
            "conditions = [{ kind = 'restraining', toward = 'garret' }]",
        ),
        (
            "conditions = [{ kind = 'restrained', toward = 'durn' }]",
            "conditions = [{ kind = 'restraining', toward = 'garret' }]",
        ),
    ] {
        let text = two(one, other).replace("[6, 4]", "[5, 4]");
        let state = state(&text);
        assert_eq!(own_conditions(&state, ONE), [Condition::Restrained]);
        assert_eq!(own_conditions(&state, OTHER), [Condition::Restraining]);
        assert!(
            state
                .conditions
                .has_toward(ONE, Condition::Restrained, OTHER)
        );
        assert!(
            state
                .conditions
                .has_toward(OTHER, Condition::Restraining, ONE)
        );
        assert!(state.has(ONE, Condition::Exposed) && state.has(OTHER, Condition::Slowed));
    }
    // A captive two sizes smaller hinders nobody.
    let text = two(
        "conditions = [{ kind = 'restrained', toward = 'durn' }]",
        "",
    );
    let small = text
        .replace("'guard'", "'sprite'")
        .replace("[6, 4]", "[5, 4]");
    assert!(!state(&small).has(OTHER, Condition::Slowed));
    // Bonds have a DC.
    let bound = state(&two(
        "conditions = ['restrained']",
        "conditions = [{ kind = 'restrained', amount = 18 }]",
    ));
    let dc = |who| {
        bound
            .conditions
            .get(who, Condition::Restrained)
            .map(|held| held.amount)
    };
    assert_eq!((dc(ONE), dc(OTHER)), (Some(15), Some(18)));
}

#[test]
fn a_side_can_be_surprised() {
    let surprised = state(&format!("surprised = 'raiders'\n{TWO}"));
    assert!(surprised.clock.ambush);
    assert!(!surprised.has(ONE, Condition::Surprised));
    let held = surprised.conditions.get(OTHER, Condition::Surprised);
    assert_eq!(held.map(|held| held.until), Some(Until::Round(1)));
    assert!(surprised.has(OTHER, Condition::Unguarded) && surprised.has(OTHER, Condition::Exposed));
    let both = state(&two("surprised = true", "surprised = true"));
    assert!(!both.clock.ambush, "nobody could end it");
    let late = state(&format!(
        "{}[start]\nround = 2\n",
        two("surprised = true", "")
    ));
    let held = late.conditions.get(ONE, Condition::Surprised);
    assert_eq!(held.map(|held| held.until), Some(Until::Round(2)));
    assert!(!late.clock.ambush);
}

const BOG: &str = "[map]
rows = ['~~..', '~~^.', '....', '....', '....', '....', '....', '....']
legend.'~' = { imposes = 'slowed', no_agile = true, conceals = true }
legend.'^' = { elevation = 3, climb = 2 }
patches = [{ from = [3, 0], to = [3, 0], climb = 3 }]
edges = [{ between = [[0, 2], [0, 3]], kind = 'door' }]
";

#[test]
fn ground_hinders_slows_and_rises() {
    let creature = "[[creature]]\nname = 'it'\nkind = 'guard'\nside = 'a'\nat = [2, 1]\n";
    let state = state(&format!("{BOG}{creature}"));
    assert_eq!(state.body(ONE).at, Cell::at_height(2, 1, 3));
    let map = &state.cast.map;
    let ground = |x, y| map.ground(Cell::new(x, y));
    assert!(
        surface::forbids_agile_moves(ground(0, 0)) && !surface::forbids_agile_moves(ground(2, 0))
    );
    assert!(surface::conceals(ground(0, 1)) && !surface::conceals(ground(2, 1)));
    assert_eq!(surface::imposes(ground(1, 1)), Some(Condition::Slowed));
    assert_eq!(
        [(0, 0), (2, 1), (3, 0)].map(|(x, y)| surface::climb(ground(x, y))),
        [1, 2, 3]
    );
    assert_eq!(
        map.edge(Cell::new(0, 2), Cell::new(0, 3)),
        Some(EdgeKind::Door)
    );
    assert!(state.cast.imposing_ground);
}

#[test]
fn a_bog_slows_those_who_are_in_it_when_a_round_is_under_way() {
    let text = |start: &str, keys: &str| {
        state(&format!(
            "{BOG}[[creature]]\nname = 'it'\nkind = 'guard'\nside = 'a'\nat = [1, 1]\n{keys}\n{start}"
        ))
    };
    let start = "[start]\nround = 2\n";
    assert!(text(start, "").has(ONE, Condition::Slowed));
    assert!(!text(start, "ignores = [{ condition = 'slowed' }]").has(ONE, Condition::Slowed));
    // Otherwise it happens when the first Round begins.
    assert!(!text("", "").has(ONE, Condition::Slowed));
}

#[test]
fn on_hexes_creatures_face_sides() {
    let text = format!("[map]\ngrid.shape = 'hex'\nrows = 9\ncolumns = 9\n{TWO}");
    let hexes = state(&text);
    assert_eq!(hexes.body(ONE).heading, Heading::East);
    assert_eq!(hexes.space(OTHER).cells(hexes.grid().shape).count(), 3);
    let lone = text.replace("'raiders'", "'watch'");
    let lone = state(&lone);
    assert_eq!(lone.body(ONE).watch, Watch::Heading(Heading::NorthEast));
}

#[test]
fn loose_things_lie_on_the_ground_or_on_tables() {
    let state = state(&format!(
        "{TWO}[[item]]\nkind = 'dagger'\nname = 'old dagger'\nat = [2, 3]\ntable = true\npick_up = 0\n[[item]]\nkind = 'longbow'\nat = [2, 4]\nloaded = true\nleft = 4\n"
    ));
    let loose: Vec<_> = state
        .all_items()
        .filter(|(_, item)| item.place.bearer().is_none())
        .collect();
    let [(dagger, lying), (_, bow)] = loose[..] else {
        panic!("{loose:?}");
    };
    assert_eq!(state.kind(dagger).name(), "old dagger");
    assert_eq!(
        (lying.place, lying.pick_up),
        (Place::Ground(Cell::new(2, 3), true), Some(0))
    );
    assert_eq!(bow.place, Place::Ground(Cell::new(2, 4), false));
    assert_eq!(
        (bow.loaded, bow.left, usize::from(bow.draw)),
        (true, Some(4), draw_weight::PLAIN)
    );
}

#[test]
fn a_setup_survives_being_written_down_and_read() {
    let text = two("conditions = ['prone']", "facing = 'south'");
    let setup = composed(&format!("{text}[start]\nround = 3\n"));
    let text = serde_json::to_string(&setup).expect("a setup can be written");
    let again: Setup = serde_json::from_str(&text).expect("and read");
    assert_eq!(again, setup);
    assert_eq!(set_up(&again), set_up(&setup));
}

#[test]
fn schemas_know_every_file() {
    let schemas = Energy::schemas();
    let names: Vec<&str> = schemas.iter().map(|(name, _)| &**name).collect();
    assert_eq!(
        names,
        [
            "scenario",
            "weapons",
            "armor",
            "gear",
            "powers",
            "creatures"
        ]
    );
    let all = <Energy as affray_kernel::System>::schemas();
    let lost = affray_kernel::content::without_place(super::bounds::DEMANDS, &all);
    assert!(lost.is_empty(), "{lost:?}");
    for (name, schema) in &schemas {
        assert_eq!(schema["additionalProperties"], false, "{name}");
    }
    let creature = &schemas[0].1["definitions"]["CreatureFile"]["properties"];
    assert!(creature["swift_used"].is_object() && creature["martial_choices"].is_object());
}
