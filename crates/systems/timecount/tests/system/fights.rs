//! Fights that bots of Time Count play to their end.

use affray_kernel::System;
use affray_kernel::content::Source;
use affray_kernel::fight::{Fight, Standing};
use affray_kernel::story;
use affray_kernel::tape::Simple;
use affray_timecount::TimeCount;
use affray_trial::repository;

type Setup = <TimeCount as System>::Setup;

/// Ten minutes.
const LONGEST: u64 = 1200;

/// What the log says of a fight, to its end.
#[track_caller]
fn fought(setup: &Setup, seed: u64) -> Vec<String> {
    let mut fight = Fight::<TimeCount>::new(setup.clone(), seed, 0).expect("a fight");
    let mut said = Vec::new();
    loop {
        let mut before = fight.state().clone();
        let goes_on = fight.advance(&mut Simple).expect("bots play on");
        if !goes_on {
            break;
        }
        let told = story::tell::<TimeCount>(&mut before, fight.last_notes());
        said.extend(told.into_iter().map(|told| told.sentence.text));
        let count = TimeCount::look(fight.state(), "count").and_then(|count| count.as_u64());
        assert!(
            count.is_some_and(|count| count <= LONGEST),
            "with seed {seed} it does not end"
        );
    }
    assert!(
        matches!(fight.standing(), Standing::Over(_)),
        "with seed {seed} it stands still"
    );
    said
}

#[test]
fn whoever_has_shot_all_arrows_fights_on() {
    let setup = repository::setup::<TimeCount>("crypt-of-the-ghouls.toml");
    for seed in [33, 54, 135] {
        fought(&setup, seed);
    }
}

#[test]
fn those_who_have_to_share_a_space_to_fight_do_so() {
    let text = include_str!("../repertoire/rats.toml").to_owned();
    let setup = TimeCount::compose(&Source::new("rats.toml", text), &[])
        .unwrap_or_else(|problems| panic!("{problems}"));
    for seed in 0..3 {
        fought(&setup, seed);
    }
}

#[test]
fn a_weapon_set_against_a_charge_strikes() {
    let fighter = |name: &str, side: &str, x: u8, items: &str| {
        format!(
            "[[creature]]\nname = '{name}'\nkind = 'guard'\nside = '{side}'\nat = [{x}, 5]\nnext = 1\n{items}\n"
        )
    };
    let (mut set, mut given_up) = (0, 0);
    for x in [11, 13, 15, 17] {
        let path: Vec<String> = (6..x).rev().map(|x| format!("[{x}, 5]")).collect();
        let path = path.join(", ");
        let walk = format!("underway = {{ walk = {{ pace = 'base', path = [{path}] }} }}");
        let raider = fighter(
            "raider",
            "foes",
            x,
            &format!("items = ['great axe', 'leather']\n{walk}"),
        );
        let text = format!(
            "system = 'timecount'\nname = 'A charge'\nstart = {{ count = 1 }}\nmap = {{ columns = 20, rows = 9 }}\n{}{raider}",
            fighter("brann", "heroes", 5, "")
        );
        let library = repository::files(&repository::content::<TimeCount>(), "toml");
        let setup = TimeCount::compose(&Source::new("charge.toml", text), &library)
            .unwrap_or_else(|problems| panic!("{problems}"));
        for seed in 0..3 {
            let said = fought(&setup, seed);
            let times = |words: &str| said.iter().filter(|line| line.contains(words)).count();
            set += times("sets the long sword against a charge");
            given_up += times("holds nothing set against a charge any more");
        }
    }
    assert!(
        set > 0 && given_up == 0,
        "{given_up} of {set} were given up"
    );
}
