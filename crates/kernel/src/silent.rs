//! Fights played to their end with nobody listening: no log, no journal, no memory taken per act. Or with somebody who hears each act
//! and keeps none.

use std::ops::ControlFlow;

use crate::dice::Seeded;
use crate::id::CreatureId;
use crate::log::Log;
use crate::scene::Scene;
use crate::system::{Next, System};
use crate::tape::{Answers, Beyond, Stop, Tape};

/// How a fight that was played out has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// That side has won, or nobody.
    Over(Option<u8>),
    /// The most acts allowed were done and it was still not over.
    Unfinished,
    /// Nobody decided where somebody had to.
    Undecided,
    /// An act ran into a limit.
    Fault(Stop),
}

/// Plays a fight on from `state` until it is over or `acts_max` acts are done, all decisions made by `answers`, all dice those of
/// `seed` and fight `number`. Gives the end and how many acts were done, automatic ones included.
pub fn play_out<S: System>(
    state: &mut S::State,
    seed: u64,
    number: u64,
    answers: &mut dyn Answers<S>,
    acts_max: u32,
) -> (End, u32) {
    let dice = Pace::Steady { seed, acts_max };
    play_on(state, number, answers, dice, None)
}

/// What is told of each act before it, the state as it stands and what is next in it, and says by which seed its dice fall; none where the
/// fight is not played on from there.
pub type Paced<'p, S> = dyn FnMut(&<S as System>::State, &Next<S>) -> Option<u64> + 'p;

/// As [`play_out`], where `pace` gives each act dice of its own, or ends it.
pub fn play_paced<S: System>(
    state: &mut S::State,
    number: u64,
    answers: &mut dyn Answers<S>,
    pace: &mut Paced<'_, S>,
) -> (End, u32) {
    play_on(state, number, answers, Pace::Told(pace), None)
}

/// As [`play_out`], with as much of the last act kept in `log` as that takes: what listening costs, and nothing else.
pub fn play_heard<S: System>(
    state: &mut S::State,
    seed: u64,
    number: u64,
    answers: &mut dyn Answers<S>,
    acts_max: u32,
    log: &mut Log<S>,
) -> (End, u32) {
    let heard = &mut |_: &S::State, _, _: &Log<S>| ControlFlow::Continue(());
    let dice = Pace::Steady { seed, acts_max };
    play_on(state, number, answers, dice, Some((log, heard)))
}

/// Told of an act when it is done: the state after it, whose it was, and its log. A break leaves the fight unfinished.
pub type Heard<'h, S> =
    dyn FnMut(&<S as System>::State, Option<CreatureId>, &Log<S>) -> ControlFlow<()> + 'h;

/// As [`play_out`], with `heard` told of each act.
pub fn play_followed<S: System>(
    state: &mut S::State,
    seed: u64,
    number: u64,
    answers: &mut dyn Answers<S>,
    acts_max: u32,
    (log, heard): (&mut Log<S>, &mut Heard<'_, S>),
) -> (End, u32) {
    let dice = Pace::Steady { seed, acts_max };
    play_on(state, number, answers, dice, Some((log, heard)))
}

/// How far a fight is played, and with which dice.
enum Pace<'p, 'd, S: System> {
    /// So many acts with the dice of one seed.
    Steady { seed: u64, acts_max: u32 },
    /// As somebody says before each act.
    Told(&'p mut Paced<'d, S>),
}

fn play_on<S: System>(
    state: &mut S::State,
    number: u64,
    answers: &mut dyn Answers<S>,
    mut pace: Pace<'_, '_, S>,
    mut listener: Option<(&mut Log<S>, &mut Heard<'_, S>)>,
) -> (End, u32) {
    let looks_back = answers.looks_back();
    let (seed, acts_max) = match pace {
        Pace::Steady { seed, acts_max } => (seed, acts_max),
        Pace::Told(_) => (0, u32::MAX),
    };
    let mut tape = Tape::forgetful(Beyond::Seeded(Seeded::new(seed, number)), answers);
    for done in 0..acts_max {
        if let Some((log, _)) = &mut listener {
            log.clear();
        }
        let next = S::next(state);
        match &mut pace {
            Pace::Steady { .. } => tape.rewind(done),
            Pace::Told(pace) => match pace(state, &next) {
                Some(seed) => tape.begin_with(Seeded::new(seed, number)),
                None => return (End::Unfinished, done),
            },
        }
        let mut by = None;
        let resolved = match &next {
            Next::Over(winner) => return (End::Over(*winner), done),
            Next::Auto(act) => {
                if looks_back {
                    tape.begin(state, None, act);
                }
                let log = listener.as_mut().map(|(log, _)| &mut **log);
                let mut scene = Scene::new(state, &mut tape, log);
                S::resolve(&mut scene, None, act)
            }
            Next::Await { must, may } => {
                let mut who = must.who;
                let mut given = tape.act(state, must);
                if given.is_none() {
                    (who, given) = tape.act_otherwise(state, must, may);
                }
                let Some(act) = &given else {
                    return (End::Undecided, done);
                };
                by = Some(who);
                if !S::rolls_nothing(act) {
                    tape.take_up_dice();
                }
                if looks_back {
                    tape.begin(state, by, act);
                }
                let log = listener.as_mut().map(|(log, _)| &mut **log);
                let mut scene = Scene::new(state, &mut tape, log);
                let resolved = S::resolve(&mut scene, by, act);
                if S::owns_nothing(act) {
                    std::mem::forget(given);
                }
                resolved
            }
        };
        let owns_nothing = match &next {
            Next::Auto(act) => S::owns_nothing(act),
            Next::Await { must, may } => may.is_empty() && S::window_owns_nothing(&must.window),
            Next::Over(_) => true,
        };
        if owns_nothing {
            std::mem::forget(next);
        } else {
            drop(next);
        }
        if let Err(stop) = resolved {
            return (End::Fault(stop), done);
        }
        if let Some((log, heard)) = &mut listener
            && heard(state, by, log).is_break()
        {
            return (End::Unfinished, done + 1);
        }
    }
    // The last act that was allowed may have ended it.
    match S::next(state) {
        Next::Over(winner) => (End::Over(winner), acts_max),
        _ => (End::Unfinished, acts_max),
    }
}
