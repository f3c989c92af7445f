//! Fights of those who all lie hidden at first end in time, on open ground and with a shut door between them.

use affray_kernel::fight::{Fight, Standing};
use affray_kernel::tape::Simple;
use affray_segment::Segments;
use affray_trial::files;

/// Rounds within which they are over.
const MOST: u16 = 60;
const SEEDS: u64 = 2;
const SMALL: &[&str] = &[
    "soldier",
    "archer",
    "mage",
    "brawler",
    "crossbowman",
    "goblin",
    "skeleton",
    "grey wolf",
];
const LARGE: &[&str] = &["knight", "giant spider", "ogre", "griffon"];

/// The round in which a fight ends; `None` if it goes on.
fn last(map: &str, [one, other]: [&str; 2], y: i16, seed: u64) -> Option<u16> {
    let text = format!(
        "
[map]
{map}
[[creature]]
name = 'hale'
kind = '{one}'
side = 'a'
policy = 'simple'
at = [3, {y}]
conditions = ['concealed']
[[creature]]
name = 'dorn'
kind = '{other}'
side = 'b'
policy = 'simple'
at = [20, {y}]
conditions = ['concealed']
"
    );
    let setup = files::composed::<Segments>(&text);
    let mut fight = Fight::<Segments>::new(setup, seed, 0).expect("a fight");
    while fight.advance(&mut Simple).expect("bots play on") {
        if fight.state().clock.round > MOST {
            return None;
        }
    }
    matches!(fight.standing(), Standing::Over(_)).then_some(fight.state().clock.round)
}

fn all_end<'k>(kinds: impl Iterator<Item = &'k &'k str>, map: &str, y: i16) {
    let mut stalled = Vec::new();
    for kind in kinds {
        for other in [*kind, SMALL[0]] {
            for seed in 0..SEEDS {
                let round = last(map, [kind, other], y, seed);
                println!("{kind} and {other} with seed {seed}: {round:?}");
                if round.is_none() {
                    stalled.push(format!("{kind} and {other} with seed {seed}"));
                }
            }
        }
    }
    assert!(stalled.is_empty(), "not over in time: {stalled:#?}");
}

#[test]
fn endings_on_open_ground() {
    all_end(SMALL.iter().chain(LARGE), "columns = 24\nrows = 8", 5);
}

#[test]
fn endings_with_a_shut_door_between() {
    let door = "edges = [{ between = [[12, 0], [13, 0]], kind = 'door' }]";
    all_end(SMALL.iter(), &format!("columns = 24\nrows = 1\n{door}"), 0);
}
