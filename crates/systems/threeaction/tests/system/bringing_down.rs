//! When the bots of Three Actions trip and push.

use affray_kernel::fight::Fight;
use affray_kernel::{Ask, CreatureId, System};
use affray_threeaction::ThreeAction;
use affray_threeaction::act::{Act, Maneuver, Window};

use super::sense::{chosen, chosen_in};

/// A fencer with a dagger and so many veterans around an ogre, the ogre's Turn the last.
fn around_an_ogre(others: usize) -> Act {
    around_an_ogre_in("[map]\nrows = 20\ncolumns = 20\n", others)
}

/// The same on a map.
fn around_an_ogre_in(map: &str, others: usize) -> Act {
    let places = ["[4, 6]", "[3, 6]"];
    let ally =
        |at: &&str| format!("kind = 'veteran'\nside = 'heroes'\nat = {at}\ninitiative = 10\n");
    let named = |(number, ally): (usize, String)| format!("name = 'ally {number}'\n{ally}");
    let allies: Vec<String> = places
        .iter()
        .take(others)
        .map(ally)
        .enumerate()
        .map(named)
        .collect();
    let mut creatures = vec![
        "name = 'it'\nside = 'heroes'\nat = [3, 4]\ninitiative = 20\nlevel = 6\nstr = 2\ndex = 10\ness = 1\nmnd = 1\n\
         held = ['dagger']\n",
        "name = 'ogre'\nkind = 'ogre'\nside = 'foes'\nat = [4, 4]\ninitiative = 1\n",
        "name = 'imp'\nkind = 'wolf'\nside = 'foes'\nat = [15, 15]\ninitiative = 2\n",
    ];
    creatures.extend(allies.iter().map(String::as_str));
    chosen(map, &creatures)
}

#[test]
fn a_trip_pays_where_allies_strike_whom_it_brings_down() {
    assert!(matches!(around_an_ogre(0), Act::Strike { .. }));
    let act = around_an_ogre(2);
    let trips = matches!(
        act,
        Act::Maneuver {
            which: Maneuver::Trip,
            ..
        }
    );
    assert!(trips, "{act:?}");
}

#[test]
fn a_flyer_is_tripped_where_it_falls_far() {
    let trips = |elevation: i16| {
        let rows = ["hhh.......", "hhh.......", "hhh......."];
        let map = format!("[map]\nrows = {rows:?}\n[map.legend.h]\nelevation = {elevation}\n");
        let drake = format!(
            "name = 'drake'\nkind = 'young drake'\nside = 'foes'\nat = [3, 1, {elevation}]\nheading = 'east'\n"
        );
        let it = "name = 'it'\nkind = 'veteran'\nside = 'heroes'\nat = [2, 1]\n";
        let act = chosen(&map, &[it, &drake]);
        matches!(
            act,
            Act::Maneuver {
                which: Maneuver::Trip,
                ..
            }
        )
    };
    assert!(trips(8));
    assert!(!trips(1));
    assert!(!trips(12));
}

#[test]
fn somebody_at_an_edge_is_pushed_over_it() {
    let pushes = |elevation: i16| {
        let (act, _) = at_an_edge(elevation, WEAK, &[]);
        is_push(&act)
    };
    assert!(pushes(4));
    assert!(!pushes(3));
}

/// Which way the first creature pushes the second one.
fn way_of_push(fight: &Fight<ThreeAction>) -> Act {
    let target = CreatureId(1);
    let ask = Ask::open(CreatureId(0), Window::PushDirection { target });
    ThreeAction::simple(fight.settled(), &ask).expect("a way")
}

/// Somebody whose fall would do more than its blows, and somebody whose blows do more.
const WEAK: &str = "at = [4, 1]\nlevel = 6\nstr = 0\ndex = 10\ness = 1\nmnd = 1\nheld = ['dagger']";
const STRONG: &str = "kind = 'veteran'\nat = [4, 1]";

/// What somebody with these keys does beside a veteran that has its back to an edge so many squares high.
fn at_an_edge(elevation: i16, keys: &str, others: &[&str]) -> (Act, Fight<ThreeAction>) {
    let rows = ["hhhhhh....", "hhhhhh....", "hhhhhh...."];
    let map = format!("[map]\nrows = {rows:?}\n[map.legend.h]\nelevation = {elevation}\n");
    let it = format!("name = 'it'\nside = 'heroes'\n{keys}\n");
    let guard = "name = 'guard'\nkind = 'veteran'\nside = 'foes'\nat = [5, 1]\n";
    chosen_in(&map, &[&[it.as_str(), guard], others].concat())
}

fn is_push(act: &Act) -> bool {
    matches!(
        act,
        Act::Maneuver {
            which: Maneuver::Push,
            ..
        }
    )
}

#[test]
fn nobody_pushes_who_cannot_keep_up() {
    let horse = "name = 'nag'\nkind = 'riding horse'\nowner = 'it'\nat = [3, 1]\nactions = 0\n";
    let (act, _) = at_an_edge(20, "kind = 'veteran'\nat = [3, 1]\nmount = 'nag'", &[horse]);
    assert!(!is_push(&act), "{act:?}");
    let entangled =
        "kind = 'veteran'\nat = [4, 1]\nconditions = [{ kind = 'entangled', amount = 40 }]";
    let (act, _) = at_an_edge(20, entangled, &[]);
    assert!(!is_push(&act), "{act:?}");
}

#[test]
fn nobody_pushes_across_a_gap() {
    let pushes = |gap: char| {
        let row: String = ['h', 'h', gap, 'h', '.', '.', '.'].into_iter().collect();
        let map = format!(
            "[map]\nrows = {:?}\n[map.legend.h]\nelevation = 20\n",
            [&row; 3]
        );
        let it = "name = 'it'\nkind = 'veteran'\nside = 'heroes'\nat = [1, 1]\nitems = []\nheld = ['pike']\n";
        let guard = "name = 'guard'\nkind = 'veteran'\nside = 'foes'\nat = [3, 1]\n";
        is_push(&chosen(&map, &[it, guard]))
    };
    assert!(pushes('h'));
    assert!(!pushes('.'));
}

#[test]
fn whom_the_pusher_knows_to_be_in_the_way_it_pushes_nobody_into() {
    let way = |hidden: &str| {
        let shade = format!(
            "name = 'shade'\nkind = 'shade'\nside = 'foes'\nat = [6, 1, 20]\nflying = true\n{hidden}\n"
        );
        let (_, fight) = at_an_edge(20, STRONG, &[&shade]);
        way_of_push(&fight)
    };
    let (act, _) = at_an_edge(20, STRONG, &[]);
    assert!(is_push(&act), "{act:?}");
    assert!(matches!(way("hidden_from = ['it']"), Act::Square(to) if (to.x, to.y) == (6, 1)));
    assert!(matches!(way(""), Act::Square(to) if to.x == 6 && to.y != 1));
}

#[test]
fn nobody_trips_a_swimmer() {
    let row = ".".repeat(20);
    let pool = format!("....~~{}", ".".repeat(14));
    let mut rows = vec![row.as_str(); 20];
    rows[4..6].fill(&pool);
    let water = "[map.legend.'~']\nelevation = -4\nwater = 4\nswim = 'calm'\n";
    let act = around_an_ogre_in(&format!("[map]\nrows = {rows:?}\n{water}"), 2);
    assert!(matches!(act, Act::Strike { .. }), "{act:?}");
}
