//! Fights in which nothing new happens any more, in every system.

use std::sync::atomic::AtomicBool;

use affray_kernel::content::Source;
use affray_sim::arena::Limits;
use affray_sim::record::{Ending, FightRecord};
use affray_sim::{Arena, Policy, Tally};
use affray_table::{Library, open_arena};

/// Two of these kinds: a wall stands between them from one edge of the map to the other.
fn walled_off(system: &str, kinds: [&str; 2], policy: Policy) -> Box<dyn Arena> {
    walled_off_with(system, kinds, "", policy)
}

/// The same, with what else is to be said of the second.
fn walled_off_with(
    system: &str,
    [one, other]: [&str; 2],
    more: &str,
    policy: Policy,
) -> Box<dyn Arena> {
    let text = format!(
        r##"
system = "{system}"

[map]
rows = ["....#....", "....#....", "....#....", "....#...."]

[[creature]]
name = "one"
kind = "{one}"
side = "a"
at = [1, 1]

[[creature]]
name = "other"
kind = "{other}"
side = "b"
at = [7, 2]
{more}
"##
    );
    let source = Source::new("walled-off.toml", text);
    open_arena(&source, &Library::embedded(), Some(policy)).expect("an arena")
}

fn fights(arena: &dyn Arena, entries: u32) -> Vec<FightRecord> {
    let limits = Limits {
        entries,
        ..Limits::default()
    };
    let mut records = Vec::new();
    let stop = AtomicBool::new(false);
    arena.fights(1, 0..3, limits, &stop, &mut |record| records.push(record));
    records
}

const KINDS: [(&str, [&str; 2]); 5] = [
    ("actionpoint", ["guard", "wolf"]),
    ("energy", ["fighter", "duelist"]),
    ("segment", ["soldier", "soldier"]),
    ("threeaction", ["town guard", "town guard"]),
    ("timecount", ["guard", "duelist"]),
];

#[test]
fn fights_that_would_never_be_over_are_given_up() {
    for (system, kinds) in KINDS {
        let arena = walled_off(system, kinds, Policy::Simple);
        assert!(arena.notices_standstills());
        let mut tally = Tally::new(arena.cast());
        for fight in fights(arena.as_ref(), 20_000) {
            assert_eq!(fight.ending, Ending::Unfinished, "{system}");
            assert!(fight.entries < 1_000, "{system}: {}", fight.entries);
            let since = fight.standstill.expect("nothing happens");
            assert!(since < 60 && since < fight.time, "{system}: since {since}");
            tally.add(arena.cast(), &fight);
        }
        let standstills = tally.standstills.expect("some");
        assert_eq!((standstills.fights, standstills.first), (3, 0));
        assert_eq!(tally.unfinished, 3);
        // A limit that comes first is one.
        for fight in fights(arena.as_ref(), 150) {
            assert_eq!((fight.entries, fight.standstill), (150, None), "{system}");
        }
    }
}

#[test]
fn a_fight_that_will_stand_still_is_played_on_until_it_does() {
    let kinds = ["town guard", "town guard"];
    let again = |entries: u32| -> Vec<(u32, u32, Option<u32>)> {
        let slowed = "conditions = [{ kind = \"slowed\", until = { round = 45 } }]";
        let arena = walled_off_with("threeaction", kinds, slowed, Policy::Simple);
        let fights = fights(arena.as_ref(), entries).into_iter();
        let told = fights.map(|fight| (fight.entries, fight.time, fight.standstill));
        told.collect()
    };
    for (entries, time, since) in again(20_000) {
        assert!((400..700).contains(&entries), "{entries}");
        assert_eq!((time, since), (47, Some(47)));
    }
    // By the limit it does not stand still yet.
    for (entries, _, since) in again(210) {
        assert_eq!((entries, since), (210, None));
    }
}

#[test]
fn whoever_leaves_something_to_chance_may_still_do_something_new() {
    let arena = walled_off("actionpoint", ["guard", "wolf"], Policy::Random);
    assert!(!arena.notices_standstills());
    for fight in fights(arena.as_ref(), 2_000) {
        assert_eq!((fight.entries, fight.standstill), (2_000, None));
    }
}
