//! How fast whole fights go: what bots decide in a second, how many questions a Round without turns takes, how long it takes to list what
//! is legal, and to load a long journal.
//!
//! Run with `cargo bench -p affray-systems --bench fights`; the name of a part (`bots`, `questions`, `offers`, `journal`) runs that part alone.

use std::time::Instant;

use affray_kernel::fight::Fight;
use affray_kernel::silent::play_out;
use affray_kernel::tape::Answers;
use affray_kernel::{Ask, System, journal};
use affray_systems::actionpoint::ActionPoint;
use affray_systems::energy::Energy;
use affray_systems::energy::act::Window;
use affray_systems::segment::Segments;
use affray_systems::threeaction::ThreeAction;
use affray_systems::timecount::TimeCount;
use affray_trial::repository::{AnyLegal, measured, offered, setup, setups};

fn main() {
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with('-'))
        .collect();
    let parts: [(&str, fn()); 4] = [
        ("bots", bots),
        ("questions", questions),
        ("offers", offers),
        ("journal", journals),
    ];
    for (name, part) in parts {
        if wanted.is_empty() || wanted.iter().any(|word| word == name) {
            part();
        }
    }
}

/// Counts what the players under it decide.
struct Counted<P> {
    players: P,
    decisions: u32,
}

impl<S: System, P: Answers<S>> Answers<S> for Counted<P> {
    fn answer(&mut self, state: &S::State, ask: &Ask<S>) -> Option<S::Act> {
        self.decisions += 1;
        self.players.answer(state, ask)
    }
}

fn bots() {
    bots_of::<ThreeAction>("eight.toml");
    bots_of::<TimeCount>("timecount-eight.toml");
    bots_of::<Energy>("energy-eight.toml");
    bots_of::<Segments>("segment-eight.toml");
    bots_of::<ActionPoint>("actionpoint-eight.toml");
}

/// Fights of four against four, all played by bots, on one thread.
fn bots_of<S: System>(scenario: &str) {
    const FIGHTS: u64 = 40;
    let start = measured::<S>(scenario);
    let (mut decisions, mut acts) = (0, 0);
    let before = Instant::now();
    for number in 0..FIGHTS {
        let mut state = start.clone();
        let mut bots = Counted {
            players: affray_kernel::tape::Simple,
            decisions: 0,
        };
        acts += play_out::<S>(&mut state, 7, number, &mut bots, 2000).1;
        decisions += bots.decisions;
    }
    let seconds = before.elapsed().as_secs_f64();
    println!(
        "four against four by bots, {}: {:.0} decisions a second ({FIGHTS} fights, {decisions} decisions, {acts} acts, {seconds:.2} s)",
        S::NAME,
        f64::from(decisions) / seconds
    );
}

/// Bots that count what they are asked on the open floor, and in the windows of actions.
#[derive(Default)]
struct Asked {
    floor: u32,
    windows: u32,
}

impl Answers<Energy> for Asked {
    fn answer(
        &mut self,
        state: &<Energy as System>::State,
        ask: &Ask<Energy>,
    ) -> Option<<Energy as System>::Act> {
        match ask.window {
            Window::Floor => self.floor += 1,
            _ => self.windows += 1,
        }
        affray_kernel::tape::Simple.answer(state, ask)
    }
}

/// What eight creatures are asked in a Round of Energy & Aura, in which nobody has the turn.
fn questions() {
    const FIGHTS: u64 = 40;
    let start = measured::<Energy>("energy-eight.toml");
    let mut asked = Asked::default();
    let mut rounds = 0;
    for number in 0..FIGHTS {
        let mut state = start.clone();
        play_out::<Energy>(&mut state, 7, number, &mut asked, 2000);
        rounds += u32::from(state.clock.round);
    }
    let a_round = |questions: u32| f64::from(questions) / f64::from(rounds);
    println!(
        "questions a Round of eight creatures, {}: {:.1} on the open floor, {:.1} in windows, which standing answers spare ({rounds} Rounds)",
        Energy::NAME,
        a_round(asked.floor),
        a_round(asked.windows)
    );
}

/// Everything legal listed, and every act of the list checked once more, in states of random play of all scenarios.
fn offers() {
    let (mut moments, mut acts) = (0u32, 0u32);
    let (mut listing, mut checking) = (0.0, 0.0);
    for setup in setups::<ThreeAction>() {
        let mut fight = Fight::<ThreeAction>::new(setup, 11, 0).expect("a scenario");
        let mut players = AnyLegal::new(11);
        for _ in 0..30 {
            for ask in fight.asks() {
                let before = Instant::now();
                let found = offered(fight.state(), &ask);
                listing += before.elapsed().as_secs_f64();
                let before = Instant::now();
                for act in &found {
                    assert_eq!(ThreeAction::check(fight.state(), &ask, act), Ok(()));
                }
                checking += before.elapsed().as_secs_f64();
                moments += 1;
                acts += found.len() as u32;
            }
            if !fight.advance(&mut players).expect("a fight that goes on") {
                break;
            }
        }
    }
    println!(
        "listing what is legal: {:.2} ms a list of {} acts on average; checking each again: {:.2} ms a list",
        listing * 1e3 / f64::from(moments),
        acts / moments,
        checking * 1e3 / f64::from(moments)
    );
}

/// A journal of 100,000 entries of two who can hardly hurt each other, written and read.
fn journals() {
    const ENTRIES: usize = 100_000;
    let mut setup = setup::<ThreeAction>("duel.toml");
    for creature in &mut setup.creatures {
        creature.sheet.hide = 12;
        creature.sheet.max_hp = 10_000;
        creature.hp = 10_000;
    }
    let mut fight = Fight::<ThreeAction>::new(setup, 3, 0).expect("a scenario");
    let before = Instant::now();
    while fight.entries().len() < ENTRIES {
        assert!(
            fight
                .advance(&mut affray_kernel::tape::Simple)
                .expect("a fight that goes on"),
            "the fight is over after {} entries",
            fight.entries().len()
        );
    }
    let playing = before.elapsed().as_secs_f64();
    let text = journal::whole(&fight);
    let before = Instant::now();
    let read = journal::read::<ThreeAction>(&text).unwrap_or_else(|error| panic!("{error}"));
    let reading = before.elapsed().as_secs_f64();
    assert_eq!(read.fight.state(), fight.state());
    println!(
        "a journal of {ENTRIES} entries ({:.1} MB): played in {playing:.2} s, read in {reading:.2} s",
        text.len() as f64 / 1e6
    );
}
