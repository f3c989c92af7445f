//! What holds for every system, in every state that random legal play reaches.

mod changes;
mod courses;
mod naming;
mod offers;
mod undoing;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use affray_kernel::System;
use affray_kernel::content::Source;
use affray_kernel::fight::{Fight, Standing};

use self::changes::{comings_and_goings, corrections_within_an_act};
use self::courses::{
    facts_alone_are_the_same, replays, shown_facts_are_a_beginning, spelled_out_is_the_same,
    weights_total,
};
use self::naming::nobody_else_is_named;
use self::offers::{
    notation_round_trips, offers_point_at_what_is_there, refusals_change_nothing,
    the_impossible_is_refused, what_looks_alike_is_seen_alike,
};
use self::undoing::{undo_and_redo, undo_and_redo_within_an_act};
use crate::repository::{AnyLegal, content, files, setups, sheets_add_up};

/// Fights of each system that are played in a normal run.
const FIGHTS: u64 = 420;

/// Which fights are played. The environment asks for others: `FIGHTS` for so many, `FIRST` for those from that number on, `MINUTES` for
/// as many as there is time for.
struct Fights {
    first: u64,
    count: u64,
    time: Option<Duration>,
}

impl Fights {
    fn asked_for() -> Self {
        let number = |name| std::env::var(name).ok().and_then(|text| text.parse().ok());
        let minutes: Option<u64> = number("MINUTES");
        let unasked = if minutes.is_some() { u64::MAX } else { FIGHTS };
        Self {
            first: number("FIRST").unwrap_or(0),
            count: number("FIGHTS").unwrap_or(unasked),
            time: minutes.map(|minutes| Duration::from_secs(minutes * 60)),
        }
    }

    /// Plays them all; the first one in which a law does not hold ends it, and its number is told.
    fn play(&self, one: impl Fn(u64)) {
        let begun = Instant::now();
        let in_time = || self.time.is_none_or(|time| begun.elapsed() < time);
        let last = self.first.saturating_add(self.count);
        let mut played = 0;
        for number in (self.first..last).take_while(|_| in_time()) {
            let law = catch_unwind(AssertUnwindSafe(|| one(number)));
            assert!(
                law.is_ok(),
                "fight {number}: again with `cargo xtask soak --first {number} --fights 1`"
            );
            played += 1;
        }
        let rate = f64::from(played) / begun.elapsed().as_secs_f64();
        println!(
            "{played} fights from {} on, {rate:.0} a second: all laws hold",
            self.first
        );
    }
}

/// Plays `acts` acts with any legal choices and gives the fight.
fn play<S: System>(setup: &S::Setup, seed: u64, acts: usize) -> Fight<S> {
    let mut fight = Fight::<S>::new(setup.clone(), seed, 0).expect("a scenario that can be played");
    go_on(&mut fight, &mut AnyLegal::new(seed), acts);
    fight
}

/// Plays `acts` acts more.
fn go_on<S: System>(fight: &mut Fight<S>, players: &mut AnyLegal, acts: usize) {
    for _ in 0..acts {
        match fight.advance(players) {
            Ok(true) => {}
            Ok(false) => {
                assert!(
                    matches!(fight.standing(), Standing::Over(_)),
                    "the fight stands still: {:?}",
                    fight.standing()
                );
                break;
            }
            Err(error) => panic!("{error}: {:?}", fight.entries().last()),
        }
    }
}

/// Plays one fight, its scenario and length following from its number, and looks whether the laws hold in it.
fn one_fight<S: System>((setups, content): (&[S::Setup], &[Source]), number: u64) {
    let mut chance = AnyLegal::new(number);
    let setup = &setups[chance.below(setups.len())];
    let longest = if number.is_multiple_of(64) { 400 } else { 60 };
    let acts = 5 + chance.below(longest);
    let seed = chance.state;
    let mut fight = play::<S>(setup, seed, acts);
    replays(&mut fight);
    if number.is_multiple_of(3) {
        nobody_else_is_named(&fight);
    }
    match number % 8 {
        0 => notation_round_trips(&fight),
        1 => refusals_change_nothing(&mut fight),
        2 if number % 32 == 10 => corrections_within_an_act::<S>(setup, seed),
        2 if number % 16 == 2 => undo_and_redo_within_an_act::<S>(setup, seed),
        2 => undo_and_redo::<S>(setup, seed),
        3 => assert_eq!(
            play::<S>(setup, seed, acts).entries(),
            fight.entries(),
            "the same seed gives the same fight"
        ),
        4 if number % 64 == 4 => weights_total(&fight),
        4 if number % 64 == 20 => spelled_out_is_the_same(&fight, seed),
        4 => comings_and_goings::<S>(setup, content, seed),
        5 => {
            facts_alone_are_the_same(&fight);
            shown_facts_are_a_beginning(&fight);
        }
        6 => {
            offers_point_at_what_is_there(&fight);
            what_looks_alike_is_seen_alike(&fight);
        }
        7 => the_impossible_is_refused(&fight),
        _ => sheets_add_up::<S>(fight.state()),
    }
}

/// Plays fights at random, and looks whether the laws hold in each.
#[track_caller]
pub fn hold<S: System>() {
    let setups = setups::<S>();
    assert!(!setups.is_empty(), "there are scenarios to play");
    let content = files(&content::<S>(), "toml");
    Fights::asked_for().play(|number| one_fight::<S>((&setups, &content), number));
}
