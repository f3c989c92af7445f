//! What wins most often when the fight is played on.

use affray_kernel::dice::Seeded;
use affray_kernel::odds::Course;
use affray_kernel::silent::play_out;
use affray_kernel::{Ask, System};

use super::weighing::{Budget, Decided, Moment, Surety, Weighed, after, commands, weigh};
use super::{place, worth};

/// The stream of choices that seeds its rollouts.
const STREAM: u32 = 3;

/// What may be spent on a first look at one command.
const FIRST_LOOK: Budget = Budget {
    courses: 120,
    samples: 12,
};

/// The most commands that are played on from.
const SHORTLIST_MAX: usize = 12;

/// So many of these are the ones that are worth most at once; the rest are others of all kinds.
const BEST_AT_ONCE: usize = 4;

/// Rollouts that each command of the shortlist has at least, on average.
const ROLLOUTS_EACH: u32 = 8;

/// After so many acts for each creature, and so many besides, a rollout is cut and valued as it stands: two or three rounds.
const ACTS_EACH: u32 = 6;
const ACTS_BESIDES: u32 = 8;

/// How many standard errors a command has to be better by than what the bot of the system would do.
const SURE: f64 = 1.0;

/// A command that is played on from, and what each rollout came to. Rollouts of the same number have the same dice.
struct Candidate<A> {
    act: A,
    worths: Vec<f64>,
    is_own: bool,
}

impl<A> Candidate<A> {
    fn mean(&self) -> f64 {
        mean(&self.worths)
    }

    /// How much better it is than another one, and the standard error of that, from the rollouts that both have.
    fn better_than(&self, other: &Self) -> (f64, f64) {
        let pairs = self.worths.iter().zip(&other.worths);
        let differences: Vec<f64> = pairs.map(|(one, other)| one - other).collect();
        let (count, mean) = (differences.len() as f64, mean(&differences));
        let squares = differences.iter().map(|one| (one - mean) * (one - mean));
        let variance = squares.sum::<f64>() / (count - 1.0).max(1.0);
        (mean, (variance / count.max(1.0)).sqrt())
    }
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len().max(1) as f64
}

/// The command after which the fight, played on by the bots of the system, goes best.
///
/// The dice of rollouts come from a stream of their own that follows from the situation, the same for every command: it cannot see what the
/// dice of the fight are going to show.
pub(super) fn best<S: System>(
    state: &S::State,
    ask: &Ask<S>,
    chance: &Seeded,
    rollouts: u32,
) -> Option<S::Act> {
    let own = S::simple(state, ask);
    let Some(moment) = Moment::of(state, ask) else {
        return own;
    };
    let found = played_on((state, ask), &moment, own.as_ref(), chance, rollouts);
    found.into_iter().next().map(|best| best.act).or(own)
}

/// The commands of a shortlist that are played on from, the best first: half of them are dropped after each stage, and those that are left
/// share the rollouts of the next (sequential halving: Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed bandits", 2013).
pub(super) fn played_on<S: System>(
    (state, ask): (&S::State, &Ask<S>),
    moment: &Moment<S>,
    own: Option<&S::Act>,
    chance: &Seeded,
    rollouts: u32,
) -> Vec<Weighed<S::Act>> {
    let seed = chance.word(STREAM, place(state, ask));
    let commands = commands(state, ask, own);
    let side = S::side(state, ask.who);
    let found = weigh((state, ask), moment, commands, FIRST_LOOK, seed);
    if found.len() < 2 {
        return found;
    }
    let verb = |act: &S::Act| {
        let words = S::print(state, Some(ask.who), act);
        words.split(' ').next().unwrap_or_default().to_owned()
    };
    let most = (rollouts / ROLLOUTS_EACH).clamp(2, SHORTLIST_MAX as u32) as usize;
    let pick = |turn: u32, below: u32| Seeded::new(seed, 0).pick(STREAM, turn, below);
    let list = shortlist(found, own, most, verb, pick);
    let candidate = |act: S::Act| Candidate {
        is_own: Some(&act) == own,
        act,
        worths: Vec::new(),
    };
    let mut left: Vec<Candidate<S::Act>> = list.into_iter().map(candidate).collect();
    let mut dropped = Vec::new();
    let stages = left.len().next_power_of_two().trailing_zeros().max(1);
    let (mut next, mut number) = (left.len(), 0);
    for _ in 0..stages {
        let each = (rollouts / stages / left.len() as u32).max(1);
        for candidate in &mut left {
            let given = [(ask.who, candidate.act.clone())];
            let course = moment.course(state, ask.who, &given);
            let numbers = number..number + each;
            let worths = numbers.map(|number| rollout(&course, side, seed, number.into()));
            candidate.worths.extend(worths);
        }
        number += each;
        left.sort_by(|one, other| other.mean().total_cmp(&one.mean()));
        next = next.div_ceil(2);
        // What the others are compared with stays to the end.
        let mut place = 0;
        let (stay, go): (Vec<_>, Vec<_>) = left.into_iter().partition(|candidate| {
            place += 1;
            place <= next || candidate.is_own
        });
        left = stay;
        dropped.splice(0..0, go);
    }
    prefer_own(&mut left);
    left.extend(dropped);
    left.into_iter()
        .map(|candidate| Weighed {
            worth: candidate.mean(),
            surety: Surety::Sampled(candidate.worths.len() as u32),
            act: candidate.act,
        })
        .collect()
}

/// Puts what the bot of the system would do first, unless something is surely better.
fn prefer_own<A>(left: &mut [Candidate<A>]) {
    let Some(own) = left.iter().position(|candidate| candidate.is_own) else {
        return;
    };
    let is_better = |candidate: &Candidate<A>| {
        let (better, error) = candidate.better_than(&left[own]);
        better > SURE * error
    };
    let better = left[..own].iter().position(is_better);
    match better {
        Some(better) => left[..=better].rotate_right(1),
        None => left[..=own].rotate_right(1),
    }
}

/// What a fight comes to that is played on by the bots of the system after a command.
fn rollout<S: System>(course: &Course<'_, S>, side: u8, seed: u64, number: u64) -> f64 {
    let Ok(mut state) = after(course, seed, number) else {
        return worth::of::<S>(course.state, side);
    };
    let acts_max = S::count(&state) as u32 * ACTS_EACH + ACTS_BESIDES;
    play_out::<S>(&mut state, seed, number, &mut Decided, acts_max);
    worth::of::<S>(&state, side)
}

/// What the bot of the system would do, what is worth most at once, something of every other kind, and some more of any kind.
fn shortlist<A: Clone + PartialEq>(
    mut found: Vec<Weighed<A>>,
    own: Option<&A>,
    most: usize,
    verb: impl Fn(&A) -> String,
    pick: impl Fn(u32, u32) -> u32,
) -> Vec<A> {
    found.sort_by(|one, other| other.worth.total_cmp(&one.worth));
    let mut rest: Vec<(String, A)> = found
        .into_iter()
        .map(|weighed| (verb(&weighed.act), weighed.act))
        .collect();
    let mut list: Vec<(String, A)> = Vec::new();
    if let Some(place) = own.and_then(|own| rest.iter().position(|(_, act)| act == own)) {
        list.push(rest.remove(place));
    }
    while list.len() < most.min(1 + BEST_AT_ONCE) && !rest.is_empty() {
        list.push(rest.remove(0));
    }
    let mut turn = 0;
    while list.len() < most && !rest.is_empty() {
        let is_new = |verb: &str| !list.iter().any(|(known, _)| known == verb);
        let news: Vec<usize> = (0..rest.len()).filter(|at| is_new(&rest[*at].0)).collect();
        let at = if news.is_empty() {
            pick(turn, rest.len() as u32) as usize
        } else {
            news[pick(turn, news.len() as u32) as usize]
        };
        turn += 1;
        list.push(rest.remove(at));
    }
    list.into_iter().map(|(_, act)| act).collect()
}
