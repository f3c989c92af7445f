//! How bots get at their enemies where no plain way leads to them.

use affray_kernel::CreatureId;
use affray_kernel::fight::Fight;
use affray_kernel::grid::Cell;
use affray_kernel::tape::Simple;
use affray_threeaction::ThreeAction;
use affray_threeaction::act::{Act, Maneuver, Target};
use affray_threeaction::state::{Altered, Mode, State};

use super::sense::{chosen, fight};

/// A creature of a kind with a side, a place and other keys.
fn creature(kind: &str, side: &str, at: [u8; 2], more: &str) -> String {
    format!(
        "[[creature]]\nname = 'the {kind}'\nkind = '{kind}'\nside = '{side}'\nat = {at:?}\n{more}\n"
    )
}

/// In which Round bots bring a fight of these creatures to its end; nothing if not in 40.
fn ends_in(map: &str, creatures: &[String]) -> Option<u16> {
    played(map, creatures).0
}

/// The same, and the fight.
fn played(map: &str, creatures: &[String]) -> (Option<u16>, Fight<ThreeAction>) {
    let text = format!(
        "system = 'threeaction'\nname = 'Ways'\n{map}\n{}",
        creatures.concat()
    );
    let mut fight = fight(text);
    while fight.advance(&mut Simple).expect("bots play on") {
        if fight.settled().clock.round > 40 {
            return (None, fight);
        }
    }
    (Some(fight.settled().clock.round), fight)
}

/// Two rooms, with something between them in the row 4.
fn rooms(gate: &str) -> String {
    let row = "'......#.....'";
    let open = "'............'";
    format!(
        "[map]\nrows = [{row}, {row}, {row}, {row}, {open}, {row}, {row}]\n\
         [[map.edges]]\nbetween = [[5, 4], [6, 4]]\nkind = '{gate}'\n"
    )
}

#[test]
fn a_door_on_the_only_way_is_opened() {
    let fighters = [
        creature("scout", "heroes", [1, 1], ""),
        creature("wolf", "foes", [9, 2], ""),
    ];
    assert!(ends_in(&rooms("door"), &fighters).is_some());
}

/// Whether the door between two squares is open.
fn is_open(state: &State, [a, b]: [Cell; 2]) -> bool {
    let opened = |change: &Altered| matches!(change, Altered::Door(one, other, true) if [*one, *other] == [a, b]);
    state.altered.iter().any(opened)
}

#[test]
fn the_door_on_the_way_is_opened_however_far_off_and_no_other() {
    let row = format!("'{}'", ".".repeat(90));
    let wall = |column: u8| {
        [(0, "wall"), (1, "door"), (2, "wall")]
            .map(|(row, kind)| {
                let between = format!("[[{column}, {row}], [{}, {row}]]", column + 1);
                format!("[[map.edges]]\nbetween = {between}\nkind = '{kind}'\n")
            })
            .concat()
    };
    let map = format!(
        "[map]\nrows = [{row}, {row}, {row}]\n{}{}",
        wall(2),
        wall(6)
    );
    let fighters = [
        creature("veteran", "heroes", [4, 1], ""),
        creature("town guard", "foes", [85, 1], ""),
    ];
    let (round, fight) = played(&map, &fighters);
    assert!(round.is_some());
    assert!(is_open(fight.settled(), [Cell::new(6, 1), Cell::new(7, 1)]));
    assert!(!is_open(
        fight.settled(),
        [Cell::new(2, 1), Cell::new(3, 1)]
    ));
}

#[test]
fn the_handless_get_through_a_door_that_is_all_that_bars_them() {
    let fighters = [
        creature("wolf", "heroes", [1, 1], ""),
        creature("giant spider", "foes", [9, 2], ""),
    ];
    assert!(ends_in(&rooms("door"), &fighters).is_some());
}

#[test]
fn the_handless_open_the_door_right_behind_which_an_enemy_is() {
    let wall = walled_but_for_a_door(2);
    let fighters = [
        creature("wolf", "heroes", [2, 1], ""),
        creature("giant spider", "foes", [3, 1], ""),
    ];
    assert!(ends_in(&format!("{ROOM}{wall}"), &fighters).is_some());
    let near = walled_but_for_a_door(0);
    let (round, fight) = played(&format!("{ROOM}{near}{wall}"), &fighters);
    assert!(round.is_some());
    assert!(!is_open(
        fight.settled(),
        [Cell::new(0, 1), Cell::new(1, 1)]
    ));
}

#[test]
fn the_handless_open_the_door_past_which_their_way_cuts_a_corner() {
    let wall = walled_but_for_a_door(2);
    let fighters = [
        creature("wolf", "heroes", [2, 1], ""),
        creature("giant spider", "foes", [6, 5], ""),
    ];
    assert!(ends_in(&format!("{ROOM}{wall}"), &fighters).is_some());
}

/// A room that something may divide.
const ROOM: &str = "[map]\nrows = 7\ncolumns = 12\n";

/// A wall right of a column of the room, with a door in the row 1.
fn walled_but_for_a_door(column: u8) -> String {
    let piece = |from: u8, until: u8, kind: &str| {
        let between = format!("between = [[{column}, {from}], [{}, {from}]]", column + 1);
        format!("[[map.edges]]\n{between}\nuntil = [{column}, {until}]\nkind = '{kind}'\n")
    };
    [
        piece(0, 0, "wall"),
        piece(1, 1, "door"),
        piece(2, 6, "wall"),
    ]
    .concat()
}

#[test]
fn a_door_at_hand_is_opened_before_anybody_goes_a_long_way_round() {
    let row = format!("'{}'", ".".repeat(90));
    let rows = [row.as_str(); 7].join(", ");
    let piece = |from: u8, until: u8, kind: &str| {
        let between = format!("between = [[{from}, 3], [{from}, 4]]");
        format!("[[map.edges]]\n{between}\nuntil = [{until}, 3]\nkind = '{kind}'\n")
    };
    let wall = [
        piece(0, 3, "wall"),
        piece(4, 4, "door"),
        piece(5, 80, "wall"),
    ]
    .concat();
    let act = chosen(
        &format!("[map]\nrows = [{rows}]\n{wall}"),
        &[
            "name = 'it'\nkind = 'town guard'\nside = 'foes'\nat = [4, 3]\n",
            "name = 'guard'\nkind = 'town guard'\nside = 'heroes'\nat = [4, 6]\n",
        ],
    );
    assert!(matches!(act, Act::Door(..)), "{act:?}");
}

/// A wall below the row 3, far longer than bots look at first, with what is in it at the column 4 and a gap at its far end.
fn a_long_wall(at_four: &str) -> String {
    let row = format!("'{}'", ".".repeat(100));
    let rows = [row.as_str(); 7].join(", ");
    let piece = |from: u8, until: u8, kind: &str| {
        let between = format!("between = [[{from}, 3], [{from}, 4]]");
        format!("[[map.edges]]\n{between}\nuntil = [{until}, 3]\nkind = '{kind}'\n")
    };
    let wall = [
        piece(0, 3, "wall"),
        piece(4, 4, at_four),
        piece(5, 90, "wall"),
    ];
    format!("[map]\nrows = [{rows}]\n{}", wall.concat())
}

/// So bound that it stays where it is.
const BOUND: &str = "items = ['longsword']\nconditions = [{ kind = 'entangled', amount = 60 }]";

#[test]
fn whoever_goes_round_a_wall_longer_than_it_looks_at_first_does_not_turn_back() {
    let fighters = [
        creature("veteran", "heroes", [4, 1], ""),
        creature("town guard", "foes", [4, 6], BOUND),
    ];
    assert!(ends_in(&a_long_wall("wall"), &fighters).is_some());
}

#[test]
fn whoever_cannot_get_at_a_door_goes_the_long_way_round() {
    let map = a_long_wall("door").replacen(
        "[map]\nrows = [",
        "[map]\nlegend = { v = { elevation = -10 } }\nrows = [",
        1,
    );
    let (row, pit) = (".".repeat(100), format!("..vvvvv{}", ".".repeat(93)));
    let mut rows = 0;
    let map: String = map
        .split_inclusive(&row)
        .map(|part| {
            rows += 1;
            if rows == 4 {
                part.replace(&row, &pit)
            } else {
                part.to_owned()
            }
        })
        .collect();
    let fighters = [
        creature("veteran", "heroes", [4, 2], "items = ['pike']"),
        creature("town guard", "foes", [4, 4], BOUND),
    ];
    assert!(ends_in(&map, &fighters).is_some());
}

#[test]
fn the_large_come_through_an_open_door_however_narrow() {
    let piece = |from: u8, until: u8, kind: &str| {
        let between = format!("between = [[3, {from}], [4, {from}]]");
        format!("[[map.edges]]\n{between}\nuntil = [3, {until}]\nkind = '{kind}'\n")
    };
    let wall = [
        piece(0, 2, "wall"),
        piece(3, 3, "open-door"),
        piece(4, 5, "wall"),
    ];
    let map = format!("[map]\nrows = 6\ncolumns = 12\n{}", wall.concat());
    let scout = |column: u8| {
        format!("name = 'scout'\nkind = 'scout'\nside = 'heroes'\nat = [{column}, 3]\n")
    };
    let ogre =
        |column: u8| format!("name = 'it'\nkind = 'ogre'\nside = 'foes'\nat = [{column}, 3]\n");
    for (own, other) in [(5, 0), (1, 8)] {
        let act = chosen(&map, &[&ogre(own), &scout(other)]);
        assert!(matches!(act, Act::Move { .. }), "{own}: {act:?}");
    }
}

#[test]
fn nobody_throws_the_last_spear_over_water_to_swim_there_bare_handed() {
    let row = "'...~~~~~....'";
    let map = format!(
        "[map]\nrows = [{row}, {row}, {row}]\nlegend = {{ '~' = {{ elevation = -3, water = 3 }} }}\n"
    );
    let it = |items: &str| {
        format!("name = 'it'\nkind = 'town guard'\nside = 'foes'\nat = [2, 1]\nitems = [{items}]\n")
    };
    let enemy = "name = 'guard'\nkind = 'town guard'\nside = 'heroes'\nat = [9, 1]\nitems = ['longsword']\n";
    let act = chosen(&map, &[&it("'spear'"), enemy]);
    assert!(matches!(act, Act::Move { .. }), "{act:?}");
    let act = chosen(&map, &[&it("'spear', 'longsword'"), enemy]);
    assert!(matches!(act, Act::Shoot { .. }), "{act:?}");
}

#[test]
fn archers_look_for_a_place_from_which_to_shoot_through_bars() {
    let fighters = [
        creature("scout", "heroes", [1, 1], ""),
        creature("fire adept", "heroes", [1, 3], ""),
        creature("veteran", "foes", [8, 2], ""),
    ];
    assert!(ends_in(&rooms("bars"), &fighters).is_some());
}

/// Rock 20 ft high in the east.
const CLIFF: &str = "[map]\nrows = ['.......hhhhhhhh', '.......hhhhhhhh', '.......hhhhhhhh', \
    '.......hhhhhhhh', '.......hhhhhhhh', '.......hhhhhhhh']\nlegend = { h = { elevation = 4 } }\n";

#[test]
fn flyers_get_over_a_cliff() {
    for flyer in ["young drake", "shade", "hawk"] {
        let fighters = [
            creature(flyer, "heroes", [0, 3], ""),
            creature("town guard", "foes", [9, 2], "items = ['longsword']"),
        ];
        assert!(ends_in(CLIFF, &fighters).is_some(), "{flyer}");
    }
}

#[test]
fn flyers_fly_to_enemies_however_far_off() {
    for flyer in ["young drake", "hawk"] {
        let it = format!("name = 'it'\nkind = '{flyer}'\nside = 'foes'\nat = [1, 5]\n");
        for column in [50, 72, 90] {
            let enemy = format!(
                "name = 'guard'\nkind = 'town guard'\nside = 'heroes'\nat = [{column}, 5]\nitems = ['longsword']\n"
            );
            let act = chosen("map = { columns = 100, rows = 12 }", &[&it, &enemy]);
            let flies = matches!(
                act,
                Act::Move {
                    mode: Mode::Fly,
                    ..
                }
            );
            assert!(flies, "{flyer} {column}: {act:?}");
        }
    }
}

#[test]
fn nobody_stays_where_it_could_shoot_with_a_bow_of_no_use() {
    let archer = |hp: u8| {
        format!(
            "name = 'it'\nkind = 'scout'\nside = 'foes'\nat = [2, 4]\nitems = []\ncarried = []\nheld = [{{ kind = 'shortbow', hp = {hp} }}]\n"
        )
    };
    let enemy = "name = 'guard'\nkind = 'town guard'\nside = 'heroes'\nat = [9, 4]\n";
    let act = chosen(&rooms("bars"), &[&archer(5), enemy]);
    assert!(matches!(act, Act::Shoot { .. }), "{act:?}");
    let act = chosen(&rooms("bars"), &[&archer(0), enemy]);
    assert!(matches!(act, Act::Move { .. }), "{act:?}");
}

#[test]
fn the_large_squeeze_through_a_narrow_way() {
    let map = "[map]\nrows = ['####################', '#...############...#', '#..................#', \
        '#...############...#', '####################']\n";
    let bound = "conditions = [{ kind = 'entangled', amount = 60 }]";
    let fighters = [
        creature("ogre", "foes", [1, 1], ""),
        creature("town guard", "heroes", [18, 2], bound),
    ];
    let text = format!(
        "system = 'threeaction'\nname = 'Ways'\n{map}\n{}",
        fighters.concat()
    );
    let mut comes = fight(text);
    while comes.settled().clock.round < 10 && comes.advance(&mut Simple).expect("bots play on") {
        if comes.settled().bodies[0].squeezing {
            return;
        }
    }
    panic!("the ogre is at {:?}", comes.settled().bodies[0].at);
}

#[test]
fn whoever_is_choked_pushes_its_grappler_away_before_its_breath_is_gone() {
    let held = "[{ kind = 'grappled', toward = 'ogre', amount = 0 }, 'choked']";
    let choked = |airless: u8| {
        format!(
            "name = 'it'\nkind = 'town guard'\nside = 'foes'\nat = [3, 3]\nairless = {airless}\nstr = 4\nconditions = {held}\n"
        )
    };
    let holder = "name = 'ogre'\nkind = 'veteran'\nside = 'heroes'\nat = [3, 3]\nconditions = [{ kind = 'grappling', toward = 'it', amount = 0 }]\n";
    let map = "map = { columns = 12, rows = 8 }";
    let is_push = |act: &Act| {
        matches!(
            act,
            Act::Maneuver {
                which: Maneuver::Push,
                ..
            }
        )
    };
    let act = chosen(map, &[&choked(0), holder]);
    assert!(!is_push(&act), "{act:?}");
    let act = chosen(map, &[&choked(2), holder]);
    assert!(is_push(&act), "{act:?}");
}

#[test]
fn a_poisonous_sting_is_worth_more_than_a_fist() {
    let map = "map = { columns = 6, rows = 6 }";
    let stinger = "name = 'it'\nside = 'foes'\nat = [2, 2]\nlevel = 1\nstr = 2\ndex = 3\ness = 2\nmnd = 2\nnatural = [{ name = 'sting', dice = '1d3', poison = { level = 2, rounds = 2 } }]\n";
    let enemy = |conditions: &str| {
        format!(
            "name = 'guard'\nkind = 'town guard'\nside = 'heroes'\nat = [3, 2]\nhp = 15\n{conditions}"
        )
    };
    let strikes_with = |act: &Act| match act {
        Act::Strike { with, .. } => *with,
        other => panic!("{other:?}"),
    };
    let act = chosen(map, &[stinger, &enemy("")]);
    assert_eq!(
        strikes_with(&act),
        affray_kernel::Arm::Natural(0),
        "{act:?}"
    );
    let act = chosen(
        map,
        &[stinger, &enemy("poisons = [{ level = 2, rounds = 2 }]")],
    );
    assert_eq!(
        strikes_with(&act),
        affray_kernel::Arm::Natural(1),
        "{act:?}"
    );
}

/// What a veteran does on a large map before a wall with something at its far end, and an enemy in such a row of the other side.
fn before_a_far_gate(gate: &str, row: u8) -> Act {
    let wall = "between = [[60, 0], [61, 0]]\nuntil = [60, 128]\nkind = 'wall'";
    let gate = format!("between = [[60, 129], [61, 129]]\nkind = '{gate}'");
    let map =
        format!("[map]\nrows = 130\ncolumns = 120\n[[map.edges]]\n{wall}\n[[map.edges]]\n{gate}\n");
    let guard =
        format!("name = 'guard'\nkind = 'town guard'\nside = 'heroes'\nat = [110, {row}]\n");
    let veteran = "name = 'it'\nkind = 'veteran'\nside = 'foes'\nat = [2, 2]\n";
    chosen(&map, &[veteran, &guard])
}

#[test]
fn on_a_large_map_the_gate_at_the_far_end_is_gone_to() {
    for gate in ["door", "curtain"] {
        for row in [2, 110] {
            let act = before_a_far_gate(gate, row);
            let goes_there = |path: &[Cell]| path.last().is_some_and(|end| end.y > 5);
            assert!(
                matches!(&act, Act::Move { path, .. } if goes_there(path)),
                "{gate}, row {row}: {act:?}"
            );
        }
    }
}

#[test]
fn nobody_is_bound_whom_nobody_can_harm() {
    let chasm = |feet: i16| {
        let row = "'....x........'";
        format!(
            "[map]\nrows = [{row}, {row}, {row}, {row}]\nlegend = {{ x = {{ elevation = {feet} }} }}\n"
        )
    };
    let spider = "name = 'it'\nkind = 'giant spider'\nside = 'foes'\nat = [2, 1]\nfeats = { climbs = false }\n";
    let guard = "name = 'guard'\nkind = 'town guard'\nside = 'heroes'\nat = [8, 1]\n";
    let act = chosen(&chasm(-40), &[spider, guard]);
    assert!(!matches!(act, Act::Shoot { .. }), "{act:?}");
    let act = chosen(&chasm(0), &[spider, guard]);
    assert!(matches!(act, Act::Shoot { .. }), "{act:?}");
    let archer =
        "name = 'archer'\nkind = 'scout'\nside = 'foes'\nat = [1, 1]\nitems = ['shortbow']\n";
    let act = chosen(&chasm(-40), &[spider, guard, archer]);
    assert!(matches!(act, Act::Shoot { .. }), "{act:?}");
    let healer = "name = 'healer'\nkind = 'fire adept'\nside = 'foes'\nat = [1, 1]\nitems = []\nspells = ['mend']\n";
    let act = chosen(&chasm(-40), &[spider, guard, healer]);
    assert!(!matches!(act, Act::Shoot { .. }), "{act:?}");
    let with_wand = healer.replace("items = []", "held = ['wand of fire']");
    let act = chosen(&chasm(-40), &[spider, guard, &with_wand]);
    assert!(matches!(act, Act::Shoot { .. }), "{act:?}");
}

#[test]
fn the_one_is_bound_whom_a_friend_can_get_at() {
    let row = "'....xxx.....'";
    let map = format!(
        "[map]\nrows = [{row}, {row}, {row}, {row}]\nlegend = {{ x = {{ elevation = -40 }} }}\n"
    );
    let spider = "name = 'it'\nkind = 'giant spider'\nside = 'foes'\nat = [1, 1]\nspeed_ft = 0\nfeats = { climbs = false }\n";
    let ogre = "name = 'ogre'\nkind = 'ogre'\nside = 'foes'\nat = [0, 2]\n";
    let guard = |name: &str, at: [u8; 2], more: &str| {
        format!("name = '{name}'\nkind = 'town guard'\nside = 'heroes'\nat = {at:?}\n{more}\n")
    };
    let easy = guard("easy", [7, 1], "physical_defense = 5");
    let target = |act: &Act| match act {
        Act::Shoot { target, .. } => Some(*target),
        _ => None,
    };
    let far = Target::Creature(CreatureId(2));
    let near = Target::Creature(CreatureId(3));
    let act = chosen(&map, &[spider, ogre, &easy, &guard("near", [3, 2], "")]);
    assert_eq!(target(&act), Some(near), "{act:?}");
    let level = map.replace("-40", "0");
    let act = chosen(&level, &[spider, ogre, &easy, &guard("near", [3, 2], "")]);
    assert_eq!(target(&act), Some(far), "{act:?}");
}

/// Sixteen on both sides of a wall that cuts a large map in two; bots play some Rounds of it, and nobody comes over.
#[test]
fn a_wall_through_a_large_map_keeps_them_apart() {
    let map = "[map]\nrows = 200\ncolumns = 250\n[[map.edges]]\nbetween = [[124, 0], [125, 0]]\nuntil = [124, 199]\nkind = 'wall'\n";
    let row = |number: u8| 20 + 20 * number;
    let creatures: String = (0..8)
        .flat_map(|number| {
            let at = |column: u8| [column, row(number)];
            [
                creature("veteran", "heroes", at(20), "")
                    .replace("the ", &format!("number {number} ")),
                creature("wolf", "foes", at(220), "").replace("the ", &format!("number {number} ")),
            ]
        })
        .collect();
    let mut fight = fight(format!(
        "system = 'threeaction'\nname = 'Cut'\n{map}\n{creatures}"
    ));
    while fight.settled().clock.round < 4 && fight.advance(&mut Simple).expect("bots play on") {}
    let state = fight.settled();
    assert_eq!(state.clock.round, 4);
    for number in 0..16 {
        let at = state.body(CreatureId(number)).at;
        assert_eq!(at.x < 125, number % 2 == 0, "{number} is at {at:?}");
    }
}
