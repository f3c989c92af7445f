//! Bots play every scenario of the repository to its end, within ten minutes of the world of the game.

mod common;

use affray_kernel::System;
use affray_kernel::fight::{Fight, Standing};
use affray_kernel::tape::Simple;

/// Seeds for each scenario in a normal run; the environment variable `SEEDS` asks for more.
const SEEDS: u64 = 3;

/// How a system counts time: where it is looked up, what it is called, and how much of it ten minutes are.
struct Clock {
    path: &'static str,
    most: u64,
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

    fn ends<S: System>(&self) {
        let seeds = std::env::var("SEEDS")
            .ok()
            .and_then(|text| text.parse().ok());
        let scenarios = common::files(&common::content::<S>().join("scenarios"), "toml");
        assert!(!scenarios.is_empty(), "there are scenarios to play");
        let mut stalled = Vec::new();
        for scenario in scenarios {
            let setup = common::setup::<S>(&scenario.name);
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

#[cfg(feature = "threeaction")]
#[test]
fn three_actions() {
    let rounds = Clock {
        path: "round",
        most: 100,
    };
    rounds.ends::<affray_systems::threeaction::ThreeAction>();
}

#[cfg(feature = "timecount")]
#[test]
fn time_count() {
    let counts = Clock {
        path: "count",
        most: 1200,
    };
    counts.ends::<affray_systems::timecount::TimeCount>();
}

#[cfg(feature = "energy")]
#[test]
fn energy_and_aura() {
    let rounds = Clock {
        path: "round",
        most: 120,
    };
    rounds.ends::<affray_systems::energy::Energy>();
}

#[cfg(feature = "segment")]
#[test]
fn segments_and_stances() {
    let rounds = Clock {
        path: "round",
        most: 60,
    };
    rounds.ends::<affray_systems::segment::Segments>();
}

#[cfg(feature = "actionpoint")]
#[test]
fn action_points() {
    let rounds = Clock {
        path: "round",
        most: 100,
    };
    rounds.ends::<affray_systems::actionpoint::ActionPoint>();
}
