//! Random play: take anything that is legal, each as likely as the other, do it, until it is over. What is legal is drawn for without listing
//! all of it, as the policy `random` does; or it is listed, and one of the list is taken.

use std::ops::ControlFlow;
use std::time::Instant;

use affray_kernel::content::Source;
use affray_kernel::silent::play_out;
use affray_kernel::tape::Answers;
use affray_kernel::{Ask, System};
use affray_table::{Library, WithSystem, with_system};
use shakmaty::{Chess, Position};

use crate::Bench;

/// A game of chess, or a fight, is left after so many plies, or acts.
const PLIES_MAX: u32 = 500;
const ACTS_MAX: u32 = 2_000;

/// How many turns each has at being measured.
const TURNS: u32 = 4;

/// A small generator, the same for both: what is measured is not chance.
struct Chance(u64);

impl Chance {
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((u128::from(self.0) * count as u128) >> 64) as usize
    }
}

/// What was done in some time.
#[derive(Clone, Copy, Default)]
struct Pace {
    seconds: f64,
    decisions: u64,
    /// How much there was to choose from, added up, where it was listed.
    choices: u64,
    whole: u64,
}

impl Pace {
    fn a_second(&self) -> f64 {
        self.decisions as f64 / self.seconds
    }

    fn add(&mut self, other: Self) {
        self.seconds += other.seconds;
        self.decisions += other.decisions;
        self.choices += other.choices;
        self.whole += other.whole;
    }

    fn told(&self, what: &str) -> String {
        let decisions = self.decisions as f64;
        let chosen = match self.choices {
            0 => String::new(),
            choices => format!(", chosen from {:.1} on average", choices as f64 / decisions),
        };
        format!(
            "{:.0} a second{chosen}, {:.0} in a {what}",
            self.a_second(),
            decisions / self.whole.max(1) as f64
        )
    }
}

/// Plays games until so many seconds are over.
fn chess(seconds: f64, first: u64) -> Pace {
    let mut chance = Chance(first | 1);
    let mut pace = Pace::default();
    let begun = Instant::now();
    while pace.seconds < seconds {
        let mut position = Chess::default();
        for _ in 0..PLIES_MAX {
            let legal = position.legal_moves();
            if legal.is_empty() || position.is_insufficient_material() {
                break;
            }
            pace.decisions += 1;
            pace.choices += legal.len() as u64;
            position.play_unchecked(legal[chance.below(legal.len())]);
        }
        pace.whole += 1;
        pace.seconds = begun.elapsed().as_secs_f64();
    }
    pace
}

/// Takes one of everything that is legal.
struct AnyLegal<S: System> {
    /// Whether all of it is listed first.
    lists: bool,
    chance: Chance,
    legal: Vec<S::Act>,
    pace: Pace,
}

impl<S: System> Answers<S> for AnyLegal<S> {
    fn answer(&mut self, state: &S::State, ask: &Ask<S>) -> Option<S::Act> {
        self.pace.decisions += 1;
        if !self.lists {
            let chance = &mut self.chance;
            let act = S::any(state, ask, &mut |below| chance.below(below as usize) as u32);
            return act.or_else(|| S::silence(state, ask));
        }
        self.legal.clear();
        let legal = &mut self.legal;
        S::offers(state, ask, &mut |act| {
            legal.push(act);
            ControlFlow::Continue(())
        });
        self.pace.choices += legal.len() as u64;
        if legal.is_empty() {
            return S::silence(state, ask);
        }
        Some(legal.swap_remove(self.chance.below(legal.len())))
    }
}

/// Plays fights until so many seconds are over.
struct Fights<'f> {
    scenario: &'f Source,
    seconds: f64,
    first: u64,
    lists: bool,
}

impl WithSystem for Fights<'_> {
    type Output = Pace;

    fn with<S: System>(self) -> Pace {
        let content = Library::embedded().of(S::ID);
        let setup = S::compose(self.scenario, &content);
        let setup = setup.unwrap_or_else(|problems| panic!("{problems}"));
        let start = S::set_up(&setup).expect("a possible fight");
        let mut players = AnyLegal::<S> {
            lists: self.lists,
            chance: Chance(self.first | 1),
            legal: Vec::new(),
            pace: Pace::default(),
        };
        let begun = Instant::now();
        while players.pace.seconds < self.seconds {
            let mut state = start.clone();
            let number = self.first + players.pace.whole;
            play_out::<S>(&mut state, 7, number, &mut players, ACTS_MAX);
            players.pace.whole += 1;
            players.pace.seconds = begun.elapsed().as_secs_f64();
        }
        players.pace
    }
}

/// Decisions a second beside plies a second, drawn for.
pub(crate) fn random(bench: &Bench) {
    measure(bench, "random", false);
}

/// The same where all that is legal is listed.
pub(crate) fn listed(bench: &Bench) {
    measure(bench, "listed", true);
}

/// In turns, so that both meet the same machine.
fn measure(bench: &Bench, part: &str, lists: bool) {
    let (mut fights, mut games) = (Pace::default(), Pace::default());
    for turn in 0..TURNS {
        let seconds = bench.seconds / f64::from(TURNS);
        let first = u64::from(turn) * 1_000_000;
        let what = Fights {
            scenario: &bench.scenario,
            seconds,
            first,
            lists,
        };
        fights.add(with_system(bench.system.id, what).expect("a system of the registry"));
        games.add(chess(seconds, first));
    }
    println!(
        "{part}, {}: decisions {}",
        bench.system.name,
        fights.told("fight")
    );
    println!("  shakmaty: plies {}", games.told("game"));
    println!(
        "  one decision for {:.0} plies",
        games.a_second() / fights.a_second()
    );
}
