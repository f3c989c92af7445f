//! Bots play every scenario of the repository to its end, within a sensible number of Rounds.

mod common;

use affray_kernel::System;
use affray_kernel::fight::{Fight, Standing};
use affray_kernel::tape::Sensible;
use affray_systems::threeaction::ThreeAction;

/// Seeds for each scenario in a normal run; the environment variable `SEEDS` asks for more.
const SEEDS: u64 = 3;

/// Ten minutes in the world of the game.
const MOST_ROUNDS: u64 = 100;

/// The Round in which a fight between bots ends, or the one in which it is given up.
fn last_round<S: System>(setup: &S::Setup, seed: u64) -> (u64, bool) {
    let mut fight = Fight::<S>::new(setup.clone(), seed, 0).expect("a scenario that can be played");
    loop {
        let goes_on = fight.advance(&mut Sensible).expect("bots play on");
        let round = S::look(fight.state(), "round").and_then(|round| round.as_u64());
        let round = round.expect("the number of the Round");
        if !goes_on || round > MOST_ROUNDS {
            return (round, matches!(fight.standing(), Standing::Over(_)));
        }
    }
}

fn ends<S: System>() {
    let seeds = std::env::var("SEEDS")
        .ok()
        .and_then(|text| text.parse().ok());
    let scenarios = common::files(&common::content::<S>().join("scenarios"), "toml");
    assert!(!scenarios.is_empty(), "there are scenarios to play");
    for scenario in scenarios {
        let setup = common::setup::<S>(&scenario.name);
        let mut longest = (0, 0);
        for seed in 0..seeds.unwrap_or(SEEDS) {
            let (round, over) = last_round::<S>(&setup, seed);
            assert!(
                over,
                "{}: seed {seed} stands at Round {round}",
                scenario.name
            );
            longest = longest.max((round, seed));
        }
        let (round, seed) = longest;
        println!(
            "{}: at most {round} Rounds, with seed {seed}",
            scenario.name
        );
    }
}

#[test]
fn three_actions() {
    ends::<ThreeAction>();
}
