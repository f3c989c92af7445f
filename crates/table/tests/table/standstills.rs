//! Fights in which nothing new happens any more, in every system.

use std::sync::atomic::AtomicBool;

use affray_kernel::content::Source;
use affray_sim::arena::Limits;
use affray_sim::record::{Ending, FightRecord};
use affray_sim::{Arena, Policy, Tally};
use affray_table::{Library, open_arena};

/// Two of these kinds: a wall stands between them from one edge of the map to the other.
fn walled_off(system: &str, [one, other]: [&str; 2], policy: Policy) -> Box<dyn Arena> {
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
fn whoever_leaves_something_to_chance_may_still_do_something_new() {
    let arena = walled_off("actionpoint", ["guard", "wolf"], Policy::Random);
    assert!(!arena.notices_standstills());
    for fight in fights(arena.as_ref(), 2_000) {
        assert_eq!((fight.entries, fight.standstill), (2_000, None));
    }
}
