//! What goes best when the fight is played on.

use std::sync::atomic::AtomicBool;

use affray_kernel::dice::Seeded;
use affray_kernel::{Ask, System};

use super::race::{Race, Runner};
use super::rollout::Rollouts;
use super::weighing::{Moment, Surety, Weighed, commands, glance};
use super::{NEVER, greedy, is_set, place};

/// The stream of choices that seeds its rollouts.
const STREAM: u32 = 3;

/// The most commands that are played on from.
const SHORTLIST_MAX: usize = 12;

/// So many of these are the ones that are worth most at once; the rest are others of all kinds.
const BEST_AT_ONCE: usize = 4;

/// A command is on the shortlist for so many rollouts.
const ROLLOUTS_EACH: u32 = 15;

/// The most answers in the middle of somebody's act that are looked at, and how often each of them is tried at first: what they lead to at once
/// says little, so that it decides of nothing but which of them are played on from.
const ANSWERS_MAX: usize = 60;
const GLANCES: u32 = 6;

/// The command after which the fight, played on by the bots of the system, goes best: that of `simple`, unless another one is surely better.
///
/// Rollouts are played by `simple` as well, so that whatever is surely better in them is a gain on what it would do.
///
/// The dice of rollouts come from a stream of their own that follows from the situation, the same for every command: it cannot see what the
/// dice of the fight are going to show.
pub(super) fn best<S: System>(
    (state, ask): (&S::State, &Ask<S>),
    moment: &Moment<'_, S>,
    chance: &Seeded,
    rollouts: u32,
) -> Option<S::Act> {
    let own = S::simple(state, ask);
    let found = played_on(
        (state, ask),
        moment,
        own.as_ref(),
        chance,
        (rollouts, &NEVER),
    );
    found.into_iter().next().map(|best| best.act).or(own)
}

/// The commands of a shortlist that are played on from, the best first; once `stop` is set none is played on any more.
pub(super) fn played_on<S: System>(
    (state, ask): (&S::State, &Ask<S>),
    moment: &Moment<'_, S>,
    own: Option<&S::Act>,
    chance: &Seeded,
    (rollouts, stop): (u32, &AtomicBool),
) -> Vec<Weighed<S::Act>> {
    let seed = chance.word(STREAM, place(state, ask));
    let side = S::side(state, ask.who);
    let (found, at_once) = if moment.shows_at_once() {
        let found = greedy::weighed((state, ask), moment, own, chance, stop);
        let at_once = greedy::chosen(&found, own, moment.worth_before(state, side));
        (found, at_once)
    } else {
        let commands = commands(state, ask, own, ANSWERS_MAX);
        (
            glance((state, ask), moment, commands, (GLANCES, seed), stop),
            None,
        )
    };
    if found.len() < 2 || is_set(stop) {
        return found;
    }
    let first: Vec<S::Act> = own.cloned().into_iter().chain(at_once).collect();
    let verb = |act: &S::Act| {
        let words = S::print(state, Some(ask.who), act);
        words.split(' ').next().unwrap_or_default().to_owned()
    };
    let most = (rollouts / ROLLOUTS_EACH).clamp(2, SHORTLIST_MAX as u32) as usize;
    let pick = |turn: u32, below: u32| Seeded::new(seed, 0).pick(STREAM, turn, below);
    let list = shortlist(found, &first, most, verb, pick);
    let given = |act: &S::Act| moment.given(ask.who, act.clone());
    let first = list.first().map(given).unwrap_or_default();
    let Some(course) = moment.course(state, &first) else {
        return Vec::new();
    };
    let played = Rollouts::of(&course, side, seed);
    let mut race = Race::new(list, rollouts);
    race.run(|act, number| {
        if is_set(stop) {
            return 0.0;
        }
        let given = given(act);
        let course = moment.course(state, &given);
        course.map_or(0.0, |course| played.worth(&course, number.into()))
    });
    let weighed = |runner: Runner<S::Act>| Weighed {
        worth: runner.worth,
        error: runner.error,
        surety: Surety::Sampled(runner.rollouts),
        act: runner.of,
    };
    race.ranking().into_iter().map(weighed).collect()
}

/// What is taken up `first`, what is worth most at once, something of every other kind, and some more of any kind.
fn shortlist<A: Clone + PartialEq>(
    mut found: Vec<Weighed<A>>,
    first: &[A],
    most: usize,
    verb: impl Fn(&A) -> String,
    pick: impl Fn(u32, u32) -> u32,
) -> Vec<A> {
    found.sort_by(|one, other| {
        let close = other.surety.is_close().cmp(&one.surety.is_close());
        close.then(other.worth.total_cmp(&one.worth))
    });
    let mut rest: Vec<(String, A)> = found
        .into_iter()
        .map(|weighed| (verb(&weighed.act), weighed.act))
        .collect();
    let mut list: Vec<(String, A)> = Vec::new();
    for act in first {
        if let Some(place) = rest.iter().position(|(_, other)| other == act) {
            list.push(rest.remove(place));
        }
    }
    while list.len() < most.min(first.len() + BEST_AT_ONCE) && !rest.is_empty() {
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
