//! Bots play every scenario of a system to its end, within ten minutes of the world of the game.

use affray_kernel::System;
use affray_kernel::fight::{Fight, Standing};
use affray_kernel::tape::Simple;

use crate::repository;

/// Seeds for each scenario in a normal run; the environment variable `SEEDS` asks for more.
const SEEDS: u64 = 3;

/// How a system counts time: where it is looked up, what it is called, and how much of it ten minutes are.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// Where the time is looked up, as it is called.
    pub path: &'static str,
    /// Ten minutes in that measure.
    pub most: u64,
}

impl Clock {
    /// The time at which a fight between bots ends, or the one at which it is given up.
    fn last<S: System>(&self, setup: &S::Setup, seed: u64) -> (u64, bool) {
        let mut fight =
            Fight::<S>::new(setup.clone(), seed, 0).expect("a scenario that can be played");
        loop {
            let goes_on = fight.advance(&mut Simple).expect("bots play on");
            let time = S::look(fight.state(), self.path).and_then(|time| time.as_u64());
            let time = time.expect("a number");
            if !goes_on || time > self.most {
                return (time, matches!(fight.standing(), Standing::Over(_)));
            }
        }
    }

    /// Every scenario ends in time, with every seed.
    #[track_caller]
    pub fn ends<S: System>(&self) {
        let seeds = std::env::var("SEEDS")
            .ok()
            .and_then(|text| text.parse().ok());
        let scenarios = repository::files(&repository::content::<S>().join("scenarios"), "toml");
        assert!(!scenarios.is_empty(), "there are scenarios to play");
        let mut stalled = Vec::new();
        for scenario in scenarios {
            let setup = repository::setup::<S>(&scenario.name);
            let mut times = Vec::new();
            for seed in 0..seeds.unwrap_or(SEEDS) {
                let (time, over) = self.last::<S>(&setup, seed);
                times.push((time, seed));
                if !over {
                    stalled.push(format!("{} with seed {seed}", scenario.name));
                }
            }
            times.sort_unstable();
            let (middle, (most, seed)) = (times[times.len() / 2].0, times[times.len() - 1]);
            println!(
                "{}: {} {middle} as a rule, at most {most} with seed {seed}",
                scenario.name, self.path
            );
        }
        assert!(stalled.is_empty(), "not over in time: {stalled:#?}");
    }
}
