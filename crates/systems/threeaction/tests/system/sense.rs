//! What the bots of Three Actions do where it is plain what ought to be done.

use affray_kernel::content::Source;
use affray_kernel::fight::Fight;
use affray_kernel::grid::Cell;
use affray_kernel::tape::{Answers, Simple};
use affray_kernel::{Arm, Ask, CreatureId, ItemId, System};
use affray_threeaction::ThreeAction;
use affray_threeaction::act::{Act, Aim, Target, Window};
use affray_threeaction::state::{Mode, State};
use affray_trial::repository;

const OGRE: CreatureId = CreatureId(0);
const GUARD: CreatureId = CreatureId(1);

/// The ogre is played by its bot, the guard waits.
struct OgreAlone;

impl Answers<ThreeAction> for OgreAlone {
    fn answer(&mut self, state: &State, ask: &Ask<ThreeAction>) -> Option<Act> {
        if ask.who == OGRE {
            ThreeAction::simple(state, ask)
        } else {
            ThreeAction::silence(state, ask)
        }
    }
}

/// An ogre and a guard on either side of a wall between the columns 7 and 8, which is open in two rows from `gap` on; the ogre's Turn.
fn beside_a_wall(ogre: [u8; 2], guard: [u8; 2], gap: u8) -> Fight<ThreeAction> {
    let creature = |name: &str, kind: &str, side: &str, at: [u8; 2]| {
        format!("[[creature]]\nname = '{name}'\nkind = '{kind}'\nside = '{side}'\nat = {at:?}\n")
    };
    let wall = |from: u8, until: u8| {
        let between = format!("between = [[7, {from}], [8, {from}]]");
        format!("[[map.edges]]\n{between}\nuntil = [7, {until}]\nkind = 'wall'\n")
    };
    let text = [
        "system = 'threeaction'\nname = 'Sense'\nstart = { round = 1, turn = 'ogre' }\n".to_owned(),
        creature("ogre", "ogre", "foes", ogre),
        creature("guard", "town guard", "heroes", guard),
        "[map]\nrows = 30\ncolumns = 20\n".to_owned(),
        wall(0, gap - 1),
        wall(gap + 2, 29),
    ];
    fight(text.concat())
}

pub(super) fn fight(scenario: String) -> Fight<ThreeAction> {
    let library = repository::files(&repository::content::<ThreeAction>(), "toml");
    let setup = ThreeAction::compose(&Source::new("sense.toml", scenario), &library)
        .unwrap_or_else(|problems| panic!("{problems}"));
    Fight::<ThreeAction>::new(setup, 1, 0).expect("a scenario that can be played")
}

/// What the bot of the first creature does in its Turn, in a scenario on open ground with these keys and creatures.
pub(super) fn chosen(scene: &str, creatures: &[&str]) -> Act {
    chosen_in(scene, creatures).0
}

/// The same, and the fight.
pub(super) fn chosen_in(scene: &str, creatures: &[&str]) -> (Act, Fight<ThreeAction>) {
    let mut text = format!(
        "system = 'threeaction'\nname = 'Sense'\nstart = {{ round = 1, turn = 'it' }}\n{scene}\n"
    );
    for creature in creatures {
        text.push_str("[[creature]]\n");
        text.push_str(creature);
    }
    let ask = Ask::open(CreatureId(0), Window::Turn);
    let fight = fight(text);
    let act = ThreeAction::simple(fight.settled(), &ask).expect("something to do");
    (act, fight)
}

/// The guard is struck sooner or later.
fn strikes_at_last(mut fight: Fight<ThreeAction>) {
    let unhurt = fight.settled().body(GUARD).hp;
    for _ in 0..100 {
        if fight.settled().body(GUARD).hp != unhurt {
            return;
        }
        fight.advance(&mut OgreAlone).expect("the ogre goes on");
    }
    panic!("the ogre is at {:?}", fight.settled().body(OGRE).at);
}

#[test]
fn who_stands_behind_a_wall_is_not_in_reach() {
    strikes_at_last(beside_a_wall([8, 2], [7, 2], 6));
}

#[test]
fn a_way_round_a_wall_is_not_walked_back() {
    strikes_at_last(beside_a_wall([8, 1], [5, 1], 24));
}

const ADEPT: &str = "name = 'it'\nkind = 'fire adept'\nside = 'foes'\nat = [1, 5]\n";

/// Somebody with these things, ten squares from a scout that has these keys as well.
fn ten_squares_from_a_scout(items: &str, scout: &str, others: &[&str]) -> Act {
    let thrower =
        format!("name = 'it'\nkind = 'veteran'\nside = 'foes'\nat = [1, 5]\nitems = {items}\n");
    let scout = format!("name = 'scout'\nkind = 'scout'\nside = 'heroes'\nat = [11, 5]\n{scout}\n");
    chosen("", &[&[thrower.as_str(), scout.as_str()], others].concat())
}

#[test]
fn the_only_weapon_is_not_thrown() {
    let thrown = |items, scout, others: &[&str]| {
        let with = Arm::Item(ItemId(0));
        match ten_squares_from_a_scout(items, scout, others) {
            Act::Shoot { with: what, .. } => what == with,
            _ => false,
        }
    };
    let another = "name = 'guard'\nkind = 'town guard'\nside = 'heroes'\nat = [12, 5]\n";
    assert!(!thrown("['spear']", "", &[]));
    assert!(!thrown("['spear', 'sling']", "", &[]));
    assert!(thrown("['handaxe', 'handaxe']", "", &[]));
    assert!(thrown("['spear']", "hp = 1", &[]));
    assert!(!thrown("['spear']", "hp = 1", &[another]));
}

/// Whether somebody with these things picks up such a weapon beside it, a guard being at that column of its row.
fn picks_up(kind: &str, items: &str, guard: i16) -> bool {
    let lying = format!("[[item]]\nkind = '{kind}'\nat = [1, 6]");
    let own =
        format!("name = 'it'\nkind = 'veteran'\nside = 'foes'\nat = [1, 5]\nitems = {items}\n");
    let guard =
        format!("name = 'guard'\nkind = 'town guard'\nside = 'heroes'\nat = [{guard}, 5]\n");
    matches!(chosen(&lying, &[&own, &guard]), Act::PickUp(_))
}

#[test]
fn only_what_is_of_use_now_is_picked_up() {
    assert!(picks_up("longsword", "['tower shield']", 4));
    assert!(!picks_up("greatsword", "['tower shield']", 4));
    assert!(picks_up("greatsword", "[]", 4));
    assert!(picks_up("longbow", "[]", 6));
    assert!(!picks_up("longbow", "[]", 2));
}

#[test]
fn a_rider_keeps_its_only_weapon_while_its_mount_waits() {
    let act = ten_squares_from_a_scout(
        "['spear']\nmount = 'grey'",
        "",
        &["name = 'grey'\nkind = 'riding horse'\nside = 'foes'\nat = [1, 5]\n"],
    );
    assert_eq!(act, Act::Dodge);
}

#[test]
fn the_only_weapon_is_thrown_at_whom_no_way_leads_to() {
    let act = chosen(
        "[map]\nrows = ['...####....', '...####....', '...####....']\n[map.legend.'#']\nelevation = -40\n",
        &[
            "name = 'it'\nkind = 'town guard'\nside = 'foes'\nat = [2, 1]\nitems = ['spear']\n",
            "name = 'guard'\nkind = 'town guard'\nside = 'heroes'\nat = [8, 1]\nhp = 1\n",
            "name = 'other'\nkind = 'town guard'\nside = 'heroes'\nat = [8, 2]\n",
        ],
    );
    assert!(matches!(act, Act::Shoot { .. }), "{act:?}");
}

#[test]
fn nobody_is_bound_twice() {
    let act = chosen(
        "",
        &[
            "name = 'it'\nkind = 'giant spider'\nside = 'foes'\nat = [1, 5]\nspeed_ft = 0\nactions = 2\n",
            "name = 'bound'\nkind = 'town guard'\nside = 'heroes'\nat = [4, 5]\nconditions = ['entangled']\n",
            "name = 'free'\nkind = 'town guard'\nside = 'heroes'\nat = [4, 7]\n",
        ],
    );
    assert!(
        matches!(act, Act::Shoot { target, .. } if target == Target::Creature(CreatureId(2))),
        "{act:?}"
    );
}

#[test]
fn allies_are_spared_by_spells_that_only_hinder() {
    let guard = |name: &str, at: [u8; 2]| {
        format!("name = '{name}'\nkind = 'town guard'\nside = 'heroes'\nat = {at:?}\n")
    };
    let act = chosen(
        "",
        &[
            &format!("{ADEPT}spells = ['freeze']\n"),
            "name = 'friend'\nkind = 'veteran'\nside = 'foes'\nat = [8, 5]\n",
            &guard("one", [9, 5]),
            &guard("other", [7, 5]),
        ],
    );
    let at_one = matches!(&act, Act::Cast { aim, .. } if matches!(aim, Aim::Target(_)));
    assert!(at_one, "{act:?}");
}

#[test]
fn who_drifts_past_an_enemy_stops_beside_it() {
    let act = chosen(
        "[scene]\nzero-g = true\n[map]\nrows = ['##########', '#........#', '#........#', '#........#', '#........#', '#........#', '#........#', '#........#', '#........#', '##########']\n",
        &[
            "name = 'it'\nkind = 'veteran'\nside = 'foes'\nat = [1, 1]\n",
            "name = 'guard'\nkind = 'town guard'\nside = 'heroes'\nat = [5, 3]\n",
        ],
    );
    let there = Cell::new(4, 4);
    assert!(
        matches!(act, Act::PushOff(_, toward) if toward == there),
        "{act:?}"
    );
}

#[test]
fn a_caster_without_energy_recharges_where_its_magic_does_more_than_its_blows() {
    let act = chosen(
        "",
        &[
            &format!("{ADEPT}energy = 0\nspells = ['evoke fire']\n"),
            "name = 'ogre'\nkind = 'ogre'\nside = 'heroes'\nat = [2, 5]\n",
        ],
    );
    assert_eq!(act, Act::Focus);
}

#[test]
fn a_caster_without_energy_recharges_before_it_goes_near() {
    let adept = |spells: &str| {
        let adept = format!("{ADEPT}energy = 1\nspells = [{spells}]\nitems = []\n");
        let ogre = "name = 'ogre'\nkind = 'ogre'\nside = 'heroes'\nat = [7, 5]\n";
        chosen("", &[&adept, ogre])
    };
    assert_eq!(adept("'evoke fire'"), Act::Focus);
    assert!(matches!(adept("'mend'"), Act::Move { .. }));
}

#[test]
fn nobody_takes_cover_where_an_enemy_can_strike() {
    let rows = [
        "..........",
        "..........",
        "..........",
        "..........",
        "..........",
        "..#.......",
        "..........",
        "..........",
        "..........",
    ];
    let act = chosen(
        &format!("[map]\nrows = {rows:?}\n"),
        &[
            "name = 'it'\nkind = 'scout'\nside = 'foes'\nat = [4, 7]\nhp = 3\nactions = 1\nheld = ['sling']\n",
            "name = 'guard'\nkind = 'town guard'\nside = 'heroes'\nat = [4, 5]\nphysical_defense = 30\nheld = ['longsword']\n",
            "name = 'scout'\nkind = 'scout'\nside = 'heroes'\nat = [8, 5]\nphysical_defense = 30\nheld = ['longbow']\n",
        ],
    );
    let Act::Move { path, .. } = &act else {
        panic!("{act:?}");
    };
    let end = path.last().expect("a way");
    assert!((end.x - 4).abs() > 1 || (end.y - 5).abs() > 1, "{act:?}");
}

#[test]
fn who_stands_behind_an_ally_goes_round_it() {
    let act = chosen(
        "",
        &[
            "name = 'it'\nkind = 'wolf'\nside = 'foes'\nat = [3, 5]\n",
            "name = 'ally'\nkind = 'wolf'\nside = 'foes'\nat = [4, 5]\n",
            "name = 'guard'\nkind = 'town guard'\nside = 'heroes'\nat = [5, 5]\n",
        ],
    );
    assert!(matches!(act, Act::Move { .. }), "{act:?}");
}

#[test]
fn a_beast_that_nobody_could_command_is_not_called() {
    let adept = |actions: u8| {
        format!("{ADEPT}actions = {actions}\nspells = ['summon beast']\nitems = []\n")
    };
    let guard = "name = 'guard'\nkind = 'town guard'\nside = 'heroes'\nat = [9, 5]\n";
    let act = chosen("", &[&adept(2), guard]);
    assert!(matches!(act, Act::Cast { .. }), "{act:?}");
    let act = chosen("", &[&adept(1), guard]);
    assert!(!matches!(act, Act::Cast { .. }), "{act:?}");
}

#[test]
fn a_beast_that_cannot_fight_is_not_called() {
    let (act, fight) = chosen_in(
        "",
        &[
            &format!("{ADEPT}actions = 2\nspells = ['summon beast']\nitems = []\n"),
            "name = 'guard'\nkind = 'town guard'\nside = 'heroes'\nat = [9, 5]\n",
        ],
    );
    let Act::Cast {
        aim: Aim::Place(Some(called), _),
        ..
    } = act
    else {
        panic!("{act:?}");
    };
    assert_ne!(fight.settled().sheet(called).kind, "hawk");
}

#[test]
fn a_drake_flies_down_from_its_ledge() {
    let rows = [
        "55555555", "55555555", "55555555", "33333333", "........", "........", "........",
        "........", "........", "........",
    ];
    let act = chosen(
        &format!(
            "[map]\nrows = {rows:?}\n[map.legend]\n5 = {{ elevation = 10 }}\n3 = {{ elevation = 6 }}\n"
        ),
        &[
            "name = 'it'\nkind = 'young drake'\nside = 'foes'\nat = [3, 0]\n",
            "name = 'guard'\nkind = 'town guard'\nside = 'heroes'\nat = [4, 8]\n",
        ],
    );
    let Act::Move {
        mode: Mode::Fly,
        path,
    } = &act
    else {
        panic!("{act:?}");
    };
    assert!(path.last().is_some_and(|cell| cell.z < 10), "{path:?}");
}

/// In how many fights of bots the drake takes wing.
#[test]
fn the_drake_leaves_its_ledge() {
    let setup = repository::setup::<ThreeAction>("drake-on-the-ledge.toml");
    let mut flights = 0;
    for seed in 0..10 {
        let mut fight = Fight::<ThreeAction>::new(setup.clone(), seed, 0).expect("a scenario");
        let mut flies = false;
        while fight.advance(&mut Simple).expect("bots play on") {
            flies |= fight.settled().bodies.iter().any(|body| body.flying);
        }
        flights += u32::from(flies);
    }
    assert!(flights > 7, "{flights} of 10");
}

#[test]
fn nobody_flies_against_a_closed_door_where_a_way_leads_round() {
    let rows = [
        "#########",
        "#...#...#",
        "#.......#",
        "#...#...#",
        "#...#...#",
        "#.......#",
        "#########",
    ];
    let door = "[[map.edges]]\nbetween = [[3, 2], [4, 2]]\nkind = 'door'\n";
    let act = chosen(
        &format!("[map]\nrows = {rows:?}\n{door}"),
        &[
            "name = 'it'\nkind = 'shade'\nside = 'foes'\nat = [2, 2]\n",
            "name = 'guard'\nkind = 'town guard'\nside = 'heroes'\nat = [6, 2]\n",
        ],
    );
    assert!(
        matches!(
            act,
            Act::Move {
                mode: Mode::Run,
                ..
            }
        ),
        "{act:?}"
    );
}

#[test]
fn nobody_walks_away_from_a_shooter_that_is_down_beside_it() {
    let act = chosen(
        "[map]\nrows = ['.........', '.........', '....#....', '....#....', '.........']\n",
        &[
            "name = 'it'\nkind = 'scout'\nside = 'foes'\nat = [3, 2]\nhp = 3\nactions = 1\nitems = ['dagger']\n",
            "name = 'other'\nkind = 'scout'\nside = 'heroes'\nat = [2, 2]\nhp = -1\nheld = ['longbow']\n",
        ],
    );
    assert!(matches!(act, Act::Strike { .. }), "{act:?}");
}

/// A strip of another kind between the first creature and its Enemy, with a way round it.
fn across(strip: &str) -> Vec<Cell> {
    across_with(strip, &[])
}

/// The same with others in the fight.
fn across_with(strip: &str, others: &[&str]) -> Vec<Cell> {
    let rows = ["...~~~...", "...~~~...", "...~~~...", "........."];
    let act = chosen(
        &format!("[map]\nrows = {rows:?}\n[map.legend.'~']\n{strip}\n"),
        &[
            &[
                "name = 'it'\nkind = 'town guard'\nside = 'foes'\nat = [2, 2]\nitems = ['longsword']\n",
                "name = 'guard'\nkind = 'town guard'\nside = 'heroes'\nat = [7, 2]\n",
            ],
            others,
        ]
        .concat(),
    );
    match act {
        Act::Move { path, .. } => path.to_vec(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn nobody_walks_over_ice_that_does_not_carry_it() {
    let on_strip = |path: &[Cell]| path.iter().any(|at| (3..6).contains(&at.x) && at.y < 3);
    assert!(on_strip(&across("elevation = -2\nwater = 2\nice = 9")));
    assert!(!on_strip(&across("elevation = -2\nwater = 2\nice = 1")));
}

#[test]
fn nobody_joins_an_ally_on_ice_that_does_not_carry_both() {
    let ally = "name = 'ally'\nkind = 'town guard'\nside = 'foes'\nat = [4, 0]\nitems = []\n";
    let joins = |ice: u8| {
        let path = across_with(&format!("elevation = -2\nwater = 2\nice = {ice}"), &[ally]);
        assert!(path.iter().any(|at| (3..6).contains(&at.x) && at.y < 3));
        path.iter().any(|at| (at.x, at.y) == (4, 0))
    };
    assert!(joins(9));
    assert!(!joins(8));
}

#[test]
fn a_swimmer_keeps_its_head_above_water() {
    let act = chosen(
        "[map]\nrows = ['~~~~~~~~~~', '~~~~~~~~~~', '~~~~##~~~~', '~~~~~~~~~~']\n[map.legend.'~']\nelevation = -4\nwater = 4\nswim = 'calm'\n",
        &[
            "name = 'it'\nkind = 'town guard'\nside = 'foes'\nat = [1, 2]\nitems = ['longsword']\n",
            "name = 'guard'\nkind = 'town guard'\nside = 'heroes'\nat = [8, 2]\n",
        ],
    );
    let Act::Move { path, .. } = &act else {
        panic!("{act:?}");
    };
    assert!(path.iter().all(|at| at.z == 0), "{act:?}");
}

/// Enemies whom nobody needs to fear where they are.
const BOUND: &str = "name = 'ogre'\nkind = 'ogre'\nside = 'heroes'\nat = [0, 1]\nconditions = [{ kind = 'entangled', amount = 40 }]\n";

#[test]
fn a_crossbow_is_loaded_before_its_shooter_runs_in() {
    let open = "map = { columns = 20, rows = 3 }";
    let shooter = |held: &str| {
        format!(
            "name = 'it'\nkind = 'scout'\nside = 'foes'\nat = [12, 1]\nitems = ['shortsword']\nheld = [{held}]\n"
        )
    };
    let unloaded = shooter("{ kind = 'light crossbow', unloaded = 1 }");
    let act = chosen(open, &[&unloaded, BOUND]);
    assert!(matches!(act, Act::Reload(_)), "{act:?}");
    let loaded = shooter("{ kind = 'light crossbow' }");
    let act = chosen(open, &[&loaded, BOUND]);
    assert!(!matches!(act, Act::Reload(_) | Act::Move { .. }), "{act:?}");
}

#[test]
fn whoever_holds_nothing_but_a_destroyed_weapon_draws_another() {
    let open = "map = { columns = 4, rows = 3 }";
    let fighter = |hp: u8| {
        format!(
            "name = 'it'\nkind = 'town guard'\nside = 'foes'\nat = [2, 1]\ncarried = ['mace']\nheld = [{{ kind = 'longsword', hp = {hp} }}]\n"
        )
    };
    let enemy = "name = 'wolf'\nkind = 'wolf'\nside = 'heroes'\nat = [1, 1]\n";
    let act = chosen(open, &[&fighter(0), enemy]);
    assert!(matches!(act, Act::Draw { .. }), "{act:?}");
    let act = chosen(open, &[&fighter(8), enemy]);
    assert!(!matches!(act, Act::Draw { .. }), "{act:?}");
}

/// Water 15 ft deep, but for a bank in the west.
const WATER: &str = "map = { rows = ['..~~~~~~', '..~~~~~~', '..~~~~~~'], legend = { '~' = { elevation = -3, water = 3 } } }";

const FAR_ENEMY: &str = "name = 'ogre'\nkind = 'ogre'\nside = 'heroes'\nat = [0, 1]\n";

#[test]
fn who_is_under_water_comes_up_for_air() {
    let diver = "name = 'it'\nkind = 'scout'\nside = 'foes'\nat = [5, 1, -3]\n";
    let act = chosen(WATER, &[diver, FAR_ENEMY]);
    let Act::Move { path, .. } = &act else {
        panic!("{act:?}");
    };
    assert_eq!(path.last().map(|cell| cell.z), Some(0), "{path:?}");
}

#[test]
fn nobody_takes_cover_under_water() {
    let archer = "name = 'scout'\nkind = 'scout'\nside = 'heroes'\nat = [0, 1]\n";
    let hurt = "name = 'it'\nkind = 'scout'\nside = 'foes'\nat = [5, 1, 0]\nhp = 5\nactions = 1\n";
    let act = chosen(WATER, &[hurt, archer]);
    assert!(matches!(act, Act::Shoot { .. }), "{act:?}");
}

/// How often somebody who could help itself goes without air in a fight of bots, over so many fights at the ford.
#[test]
fn hardly_anybody_goes_without_air_at_the_ford() {
    let setup = repository::setup::<ThreeAction>("ambush-at-the-ford.toml");
    let mut without_air = Vec::new();
    for seed in 0..30 {
        let mut fight = Fight::<ThreeAction>::new(setup.clone(), seed, 0).expect("a scenario");
        let mut worst = 0;
        while fight.advance(&mut Simple).expect("bots play on") {
            let state = fight.settled();
            let awake = state.bodies.iter().filter(|body| body.hp > 0);
            worst = awake.map(|body| body.airless).max().unwrap_or(0).max(worst);
        }
        if worst > 0 {
            without_air.push((seed, worst));
        }
    }
    assert!(without_air.len() < 3, "{without_air:?}");
}
