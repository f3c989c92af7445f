//! What the bots of Action Points take in hand where no way leads to any foe.

use affray_actionpoint::act::{Act, Action, Handling};
use affray_kernel::grid::Cell;

use super::policy::{choice, duel};

/// A foe on a rock that nobody climbs.
const ROCK: &str = r#"
    [map]
    rows = ["..........", "..hh......", "..hh......", ".........."]
    legend.h = { elevation = 12 }
"#;

/// What somebody does before a skeleton on that rock.
fn below(who: &str) -> Act {
    below_rock(ROCK, 8, who)
}

/// The same at a column of another map.
fn below_rock(map: &str, column: u8, who: &str) -> Act {
    let who = format!("at = [{column}, 1]\n{who}");
    choice(&duel(map, &who, "kind = \"skeleton\"\nat = [2, 1]"))
}

fn knight(things: &str) -> Act {
    below(&format!("kind = \"knight\"\n{things}"))
}

fn stows(act: &Act) -> bool {
    matches!(act, Act::Do(Action::Manipulate(Handling::Stow(_))))
}

fn drops(act: &Act) -> bool {
    matches!(act, Act::Drop(_))
}

/// Whether something is put away or dropped for what reaches.
fn lets_go(act: &Act) -> bool {
    stows(act) || drops(act)
}

fn draws(act: &Act) -> bool {
    matches!(act, Act::Do(Action::Manipulate(Handling::Draw(_))))
}

const FULL: &str = "held = [\"longsword\", \"bone shield\"]\ncarried = [\"longbow\"]";

#[test]
fn what_reaches_a_foe_whom_no_way_leads_to_is_taken_in_hand() {
    let full = knight(FULL);
    assert!(drops(&full), "{full:?}");
    let free = knight("held = []\ncarried = [\"longbow\", \"longsword\"]");
    assert!(draws(&free), "{free:?}");
    let strung = knight("held = [\"longbow\"]\ncarried = [\"longsword\"]");
    assert!(!matches!(strung, Act::EndTurn), "{strung:?}");
}

#[test]
fn nobody_puts_away_what_it_fights_with_for_what_it_cannot_take() {
    let tired = format!("kind = \"knight\"\nap = 2\n{FULL}");
    let low = ROCK.replace("12", "4");
    let pressed = below_rock(&low, 5, &tired);
    assert!(!lets_go(&pressed), "{pressed:?}");
    let one_hand = knight("hands = 1\nheld = [\"longsword\"]\ncarried = [\"longbow\"]");
    assert!(!lets_go(&one_hand), "{one_hand:?}");
}

#[test]
fn whom_nobody_can_come_to_puts_one_thing_away_a_turn() {
    // With one Action Point it can be drawn in the next Turn only; with two at once, if a hand is free now.
    let tired = |ap: u8| knight(&format!("ap = {ap}\n{FULL}"));
    assert!(stows(&tired(1)), "{:?}", tired(1));
    assert!(drops(&tired(2)), "{:?}", tired(2));
    let half_way = "held = [\"bone shield\"]\ncarried = [\"longsword\", \"longbow\"]";
    let goes_on = knight(&format!("ap = 1\n{half_way}"));
    assert!(stows(&goes_on), "{goes_on:?}");
}

#[test]
fn what_reaches_farthest_is_taken_and_nothing_else_halfway() {
    let things = "held = [\"bone shield\"]\ncarried = [\"dagger\", \"longsword\", \"longbow\"]";
    let act = knight(things);
    assert!(drops(&act), "{act:?}");
}

/// Two rocks that nobody climbs, with a valley between.
const VALLEY: &str = r#"
    [map]
    rows = ["hhhhhh....hhhhhh", "hhhhhh....hhhhhh", "hhhhhh....hhhhhh"]
    legend.h = { elevation = 9 }
"#;

#[test]
fn a_bow_in_the_bag_is_taken_before_anybody_jumps_off_a_rock_to_throw_its_only_spear() {
    let before = |things: &str| {
        let who = format!("kind = \"guard\"\nat = [14, 1]\nitems = []\n{things}");
        choice(&duel(VALLEY, &who, "kind = \"skeleton\"\nat = [1, 1]"))
    };
    let spear = "held = [\"spear\", \"leather shield\"]";
    let act = before(&format!("{spear}\ncarried = [\"shortbow\"]"));
    assert!(drops(&act), "{act:?}");
    let act = before(&format!("health = 13\n{spear}"));
    let jumps = matches!(&act, Act::Move(path) if path.iter().any(|at| at.z < 9));
    assert!(!jumps, "{act:?}");
}

#[test]
fn no_wand_is_put_away_for_a_dagger() {
    let wand = "held = [\"wand of fire\", \"bone shield\"]\ncarried = [\"dagger\"]";
    let caster = below(&format!("kind = \"sorcerer\"\nspells = []\n{wand}"));
    assert!(!lets_go(&caster), "{caster:?}");
}

#[test]
fn a_closed_door_is_a_way() {
    let map = r#"
        [map]
        rows = ["..........", "..........", "..........", ".........."]
        edges = [{ between = [[4, 0], [5, 0]], until = [4, 2], kind = "wall" }, { between = [[4, 3], [5, 3]], kind = "door" }]
    "#;
    let foe = "kind = \"skeleton\"\nat = [8, 1]";
    let walked = format!("kind = \"knight\"\nat = [2, 1]\nmoved = 6\n{FULL}");
    let act = choice(&duel(map, &walked, foe));
    assert!(!lets_go(&act), "{act:?}");
}

/// Two rooms with a closed door between them.
const ROOMS: &str = r#"
    [map]
    rows = ["...........#............", "........................", "...........#............"]
    edges = [{ between = [[10, 1], [11, 1]], kind = "door" }]
"#;

/// What somebody with a bow does at a place before another in the other room.
fn shooter(map: &str, [x, y]: [u8; 2]) -> Act {
    let bow = "items = []\nheld = [\"shortbow\"]";
    let who = format!("kind = \"guard\"\nat = [{x}, {y}]\n{bow}");
    choice(&duel(
        map,
        &who,
        &format!("kind = \"guard\"\nat = [20, 1]\n{bow}"),
    ))
}

#[test]
fn whoever_could_shoot_through_a_door_opens_it() {
    for column in [1, 7] {
        let goes = shooter(ROOMS, [column, 1]);
        assert!(matches!(goes, Act::Move(_)), "{goes:?}");
    }
    let opens = shooter(ROOMS, [10, 1]);
    let door = Handling::Door(Cell::new(10, 1), Cell::new(11, 1), true);
    assert_eq!(opens, Act::Do(Action::Manipulate(door)));
}

#[test]
fn a_door_is_opened_to_shoot_over_a_chasm_behind_it() {
    let chasm = ROOMS
        .replace("............\"", "...x........\"")
        .replace("[map]", "[map]\n    legend.x = { elevation = -40 }");
    let goes = shooter(&chasm, [7, 1]);
    assert!(matches!(goes, Act::Move(_)), "{goes:?}");
}
