//! What a plain attack costs under the full rules, beside a hand-written loop of the same reduced duel.
//!
//! Two fighters with 30 hit points; initiative d20+3, ties rolled again; three attacks a turn, d20+5 against 15, a total of 25 or more
//! doubles the damage; 1d8+3 damage less armour 2; the first at 0 loses. "Facts" keeps what came about, as batches of fights do for their
//! statistics; "every word" keeps dice, sums with their parts and rules besides, as the table does. Run with `cargo bench -p affray-systems --bench duel`; `off`, `on`,
//! `timecount`, `energy`, `segment`, `actionpoint` and `clone` run a part alone. The other systems have plain duels of their own: in Time Count every blow
//! wears a Threshold of Pain, and whoever is tired enough rolls to stay conscious; in Energy & Aura whoever is attacked may step in, until an
//! Aura is spent and its bearer dies, faints or holds out; in Segments & Stances both take Aggressive and trade blows one for one; in Action
//! Points & Fighting Styles both strike twice a round and parry with what Action Points are left.

use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use affray_kernel::content::Source;
use affray_kernel::dice::Seeded;
use affray_kernel::log::Log;
use affray_kernel::silent::{End, play_heard, play_out};
use affray_kernel::{Ask, CreatureId, System};
use affray_systems::actionpoint::{self, ActionPoint};
use affray_systems::energy::{self, Energy};
use affray_systems::segment::{self, Segments};
use affray_systems::threeaction::ThreeAction;
use affray_systems::threeaction::act::{Act, Target};
use affray_systems::threeaction::state::{Arm, ItemId};
use affray_systems::timecount::act::Strike;
use affray_systems::timecount::{self, TimeCount};

const FIGHTS: u64 = 1000;
/// Rounds of measuring; the environment variable `ROUNDS` asks for more or fewer.
const ROUNDS: u32 = 200;
const ACTS_MAX: u32 = 10_000;

fn main() {
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with('-'))
        .collect();
    let is_wanted = |part: &str| wanted.is_empty() || wanted.iter().any(|word| word == part);
    let three = start::<ThreeAction>("duel.toml");
    if is_wanted("off") || is_wanted("on") {
        println!(
            "plain duel, {FIGHTS} fights, the best of {} rounds; on average 15.0 attacks a duel",
            rounds()
        );
    }
    let by_hand = || {
        best(|| {
            (0..FIGHTS)
                .map(|number| by_hand(7, number))
                .fold((0, 0), |sum, (first, attacks)| {
                    (sum.0 + u64::from(first), sum.1 + u64::from(attacks))
                })
        })
    };
    if is_wanted("off") {
        let base = by_hand();
        report("by hand", base, base.nanoseconds);
        let silent = best(|| counted::<ThreeAction>(&three, None));
        report("full rules, log off", silent, base.nanoseconds);
    }
    if is_wanted("on") {
        logs::<ThreeAction>("full rules", &three);
    }
    if is_wanted("timecount") {
        logs::<TimeCount>("Time Count", &start::<TimeCount>("timecount-duel.toml"));
    }
    if is_wanted("energy") {
        logs::<Energy>("Energy & Aura", &start::<Energy>("energy-duel.toml"));
    }
    if is_wanted("segment") {
        let start = start::<Segments>("segment-duel.toml");
        logs::<Segments>("Segments & Stances", &start);
    }
    if is_wanted("actionpoint") {
        let start = start::<ActionPoint>("actionpoint-duel.toml");
        logs::<ActionPoint>("Action Points", &start);
    }
    if is_wanted("clone") {
        cloning();
    }
}

#[derive(Clone, Copy)]
struct Timing {
    nanoseconds: f64,
    attacks_a_fight: f64,
    first_wins: f64,
}

/// What it costs that nobody listens, somebody who counts facts, somebody who wants every word.
fn logs<S: Attacks>(what: &str, start: &S::State) {
    let silent = best(|| counted::<S>(start, None));
    report(&format!("{what}, log off"), silent, silent.nanoseconds);
    let facts = best(|| counted::<S>(start, Some(Log::of_facts())));
    report(&format!("{what}, facts"), facts, silent.nanoseconds);
    let words = best(|| counted::<S>(start, Some(Log::default())));
    report(&format!("{what}, every word"), words, silent.nanoseconds);
}

fn report(what: &str, timing: Timing, base: f64) {
    println!(
        "{what:<31} {:>7.1} ns per attack  ({:.2} times; {:.2} attacks a fight, first side wins {:.4})",
        timing.nanoseconds,
        timing.nanoseconds / base,
        timing.attacks_a_fight,
        timing.first_wins
    );
}

fn rounds() -> u32 {
    std::env::var("ROUNDS")
        .ok()
        .and_then(|rounds| rounds.parse().ok())
        .unwrap_or(ROUNDS)
}

/// The fastest of many short rounds: the others were disturbed.
fn best(mut round: impl FnMut() -> (u64, u64)) -> Timing {
    let mut best = f64::INFINITY;
    let mut result = (0, 0);
    for _ in 0..rounds() {
        let before = Instant::now();
        result = black_box(round());
        best = best.min(before.elapsed().as_nanos() as f64 / result.1 as f64);
    }
    Timing {
        nanoseconds: best,
        attacks_a_fight: result.1 as f64 / FIGHTS as f64,
        first_wins: result.0 as f64 / FIGHTS as f64,
    }
}

/// Wins of the first side, and attacks.
fn counted<S: Attacks>(start: &S::State, mut log: Option<Log<S>>) -> (u64, u64) {
    let (mut wins, mut attacks) = (0, 0);
    let mut state = start.clone();
    for number in 0..FIGHTS {
        state.clone_from(start);
        let mut bot = CountAttacks {
            attacks: 0,
            left: S::A_TURN,
        };
        let (end, _) = if let Some(log) = &mut log {
            play_heard::<S>(&mut state, 7, number, &mut bot, ACTS_MAX, log)
        } else {
            play_out::<S>(&mut state, 7, number, &mut bot, ACTS_MAX)
        };
        assert!(matches!(end, End::Over(_)), "a duel ends: {end:?}");
        wins += u64::from(end == End::Over(Some(0)));
        attacks += bot.attacks;
    }
    (wins, attacks)
}

/// A system with a plain attack on the other one of two fighters.
trait Attacks: System {
    /// How many of them there are in a turn.
    const A_TURN: u64 = u64::MAX;

    /// The attack, where one can be made.
    fn attack(state: &Self::State, ask: &Ask<Self>) -> Option<Self::Act>;

    /// What is answered where none can be made.
    fn answer(state: &Self::State, ask: &Ask<Self>) -> Option<Self::Act> {
        Self::silence(state, ask)
    }
}

impl Attacks for ThreeAction {
    const A_TURN: u64 = 3;

    fn attack(_: &Self::State, ask: &Ask<Self>) -> Option<Act> {
        Some(Act::Strike {
            target: Target::Creature(CreatureId(1 - ask.who.0)),
            with: Arm::Item(ItemId(ask.who.0)),
            using: None,
        })
    }
}

impl Attacks for TimeCount {
    fn attack(_: &Self::State, ask: &Ask<Self>) -> Option<timecount::act::Act> {
        Some(timecount::act::Act::Attack(Strike {
            target: CreatureId(1 - ask.who.0),
            with: timecount::state::Arm::Item(timecount::state::ItemId(ask.who.0)),
            kind: None,
            limb: false,
            thrown: false,
        }))
    }
}

impl Attacks for Energy {
    fn attack(state: &Self::State, ask: &Ask<Self>) -> Option<energy::act::Act> {
        if ask.window != energy::act::Window::Floor || state.bodies[ask.who.index()].energy < 3 {
            return None;
        }
        Some(energy::act::Act::Do(energy::act::Claim {
            action: energy::act::Action::Attack(energy::act::Strike {
                target: CreatureId(1 - ask.who.0),
                with: energy::state::Arm::Item(energy::state::ItemId(ask.who.0)),
                thrown: false,
                nonlethal: None,
                boost: None,
                approach: energy::act::Approach::new(),
            }),
            pay: energy::act::Pay::PLAIN,
        }))
    }
}

impl Attacks for Segments {
    fn attack(_: &Self::State, ask: &Ask<Self>) -> Option<segment::act::Act> {
        use segment::act::{Act, Location, Strike, Window, With};
        (ask.window == Window::Item).then(|| {
            Act::Attack(Strike {
                target: CreatureId(1 - ask.who.0),
                with: With::Melee(segment::state::Arm::Item(segment::state::ItemId(ask.who.0))),
                location: Location::Torso,
                step: None,
                kill_shot: false,
            })
        })
    }

    fn answer(state: &Self::State, ask: &Ask<Self>) -> Option<segment::act::Act> {
        match ask.window {
            segment::act::Window::Stance(_) => Some(segment::act::Act::Stance(
                segment::state::Stance::Aggressive,
            )),
            _ => Self::silence(state, ask),
        }
    }
}

impl Attacks for ActionPoint {
    fn attack(state: &Self::State, ask: &Ask<Self>) -> Option<actionpoint::act::Act> {
        use actionpoint::act::{Act, Action, Manual, Strike, Window};
        let body = &state.bodies[ask.who.index()];
        let strikes = ask.window == Window::Turn && body.attacks < 2 && body.ap > 0;
        strikes.then(|| {
            Act::Do(Action::Strike(Strike {
                target: CreatureId(1 - ask.who.0),
                with: actionpoint::state::Arm::Item(actionpoint::state::ItemId(ask.who.0)),
                thrown: false,
                manual: Manual::default(),
            }))
        })
    }

    fn answer(state: &Self::State, ask: &Ask<Self>) -> Option<actionpoint::act::Act> {
        use actionpoint::act::{Act, Defence, Manner, Window};
        match ask.window {
            Window::Attacked { .. } if state.bodies[ask.who.index()].ap > 0 => {
                Some(Act::Defend(Defence {
                    manner: Manner::Parry,
                    using: None,
                    style: None,
                }))
            }
            _ => Self::silence(state, ask),
        }
    }
}

/// A player who strikes with what is in hand as often as the rules allow, and counts it.
struct CountAttacks {
    attacks: u64,
    left: u64,
}

impl<S: Attacks> affray_kernel::tape::Answers<S> for CountAttacks {
    fn answer(&mut self, state: &S::State, ask: &Ask<S>) -> Option<S::Act> {
        if self.left == 0 {
            self.left = S::A_TURN;
            return S::silence(state, ask);
        }
        let Some(attack) = S::attack(state, ask) else {
            return S::answer(state, ask);
        };
        self.left -= 1;
        self.attacks += 1;
        Some(attack)
    }
}

/// The same duel by hand, with the same dice: whether the first fighter wins, and how many attacks were made.
fn by_hand(seed: u64, number: u64) -> (bool, u32) {
    let mut dice = Seeded::new(seed, number);
    let mut place = 0;
    let mut die = |sides: u16| {
        place += 1;
        i32::from(dice.face(place, sides))
    };
    let mut turn = loop {
        let (first, second) = (die(20), die(20));
        if first != second {
            break usize::from(second > first);
        }
    };
    let mut hit_points = [30, 30];
    let mut attacks = 0;
    loop {
        for _ in 0..3 {
            attacks += 1;
            let total = die(20) + 5;
            if total >= 15 {
                let once = die(8) + 3;
                let damage = if total >= 25 { once * 2 } else { once };
                hit_points[1 - turn] -= (damage - 2).max(0);
                if hit_points[1 - turn] <= 0 {
                    return (turn == 0, attacks);
                }
            }
        }
        turn = 1 - turn;
    }
}

fn cloning() {
    let state = start::<ThreeAction>("eight.toml");
    let rounds = 200_000;
    let before = Instant::now();
    for _ in 0..rounds {
        black_box(black_box(&state).clone());
    }
    println!(
        "cloning a fight of eight creatures: {:.0} ns",
        before.elapsed().as_nanos() as f64 / f64::from(rounds)
    );
}

fn start<S: System>(scenario: &str) -> S::State {
    let content = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../content")
        .join(S::ID);
    let read = |path: &Path| {
        let text = std::fs::read_to_string(path);
        let text = text.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        Source::new(path.display().to_string(), text)
    };
    let mut library: Vec<_> = std::fs::read_dir(&content)
        .expect("the content of the system")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "toml")
        })
        .collect();
    library.sort();
    let mut library: Vec<Source> = library.iter().map(|path| read(path)).collect();
    for source in &mut library {
        source.name = source
            .name
            .rsplit('/')
            .next()
            .unwrap_or_default()
            .to_owned();
    }
    let folder = if scenario == "duel.toml" {
        content.join("scenarios")
    } else {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("benches")
    };
    let setup = S::compose(&read(&folder.join(scenario)), &library)
        .unwrap_or_else(|problems| panic!("{problems}"));
    S::set_up(&setup).unwrap_or_else(|problems| panic!("{problems:?}"))
}
